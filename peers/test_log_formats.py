#!/usr/bin/env python3
"""Logs of other tools read by armlab, and logs of armlab read by other tools, number by number.

Needs target/release/armlab and `peers/setup.sh --logs`. Every file is converted with `armlab log FILE --out X.npz` and
compared with the arrays it was written from; times of bags are whole nanoseconds, all other numbers must be the same bits.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

import h5py
import hdf5storage
import numpy as np
import polars as pl
import pyarrow.feather
import pyarrow.parquet as pq
import scipy.io
import zstandard
from mcap_ros2.reader import read_ros2_messages
from rosbags.rosbag2 import CompressionFormat, CompressionMode, StoragePlugin, Writer
from rosbags.typesys import Stores, get_typestore

ROOT = Path(__file__).resolve().parent.parent
ARMLAB = ROOT / "target/release/armlab"
ROWS, JOINTS = 20_000, 7
NAMES = [f"arm_joint_{i + 1}" for i in range(JOINTS)]

random = np.random.default_rng(1)
LOG = {
    "t": np.arange(ROWS) / 500,
    "q": np.cumsum(random.normal(0, 0.002, (ROWS, JOINTS)), axis=0),
    "qd": random.normal(0, 1, (ROWS, JOINTS)),
    "tau": random.normal(0, 30, (ROWS, JOINTS)),
}


def flat():
    columns = {"t": LOG["t"]}
    for name in ["q", "qd", "tau"]:
        columns |= {f"{name}{i + 1}": LOG[name][:, i] for i in range(JOINTS)}
    return columns


def write_tables(folder):
    table = pl.DataFrame(flat())
    table.write_parquet(folder / "polars.parquet")
    table.write_ipc(folder / "polars.arrow", compression="zstd")
    pyarrow.feather.write_feather(table.to_arrow(), folder / "pyarrow.feather")
    for codec in ["none", "snappy", "gzip", "lz4", "zstd"]:
        for version in ["1.0", "2.0"]:
            how = {"compression": codec, "data_page_version": version, "row_group_size": 3000}
            pq.write_table(table.to_arrow(), folder / f"pyarrow_{codec}_{version}.parquet", **how)
    text = table.write_csv().encode()
    (folder / "plain.csv").write_bytes(text)
    (folder / "packed.csv.zst").write_bytes(zstandard.ZstdCompressor(level=19).compress(text))
    np.savez(folder / "numpy.npz", **LOG)
    np.savez_compressed(folder / "numpy_packed.npz", **{k: np.asfortranarray(v) for k, v in LOG.items()})


def write_arrays(folder):
    column = LOG | {"t": LOG["t"][:, None]}
    scipy.io.savemat(folder / "scipy.mat", column)
    scipy.io.savemat(folder / "scipy_struct.mat", {"run": {"data": column}}, do_compression=True)
    cells = {k: np.empty(v.shape[1], dtype=object) for k, v in column.items() if k != "t"}
    for name, cell in cells.items():
        for i in range(JOINTS):
            cell[i] = LOG[name][:, i : i + 1]
    scipy.io.savemat(folder / "scipy_cells.mat", {"t": LOG["t"]} | cells, do_compression=True)
    hdf5storage.savemat(str(folder / "matlab73.mat"), column, format="7.3")
    for name, how in [("contiguous", {}), ("packed", {"compression": "gzip", "shuffle": True, "fletcher32": True})]:
        with h5py.File(folder / f"{name}.h5", "w") as file:
            for key, values in LOG.items():
                file.create_dataset(f"log/{key}", data=values, **how)


def write_bags(folder):
    store = get_typestore(Stores.ROS2_HUMBLE)
    kind = store.types
    for name, plugin, mode in [
        ("bag_sqlite", StoragePlugin.SQLITE3, None),
        ("bag_sqlite_packed", StoragePlugin.SQLITE3, CompressionMode.MESSAGE),
        ("bag_mcap", StoragePlugin.MCAP, None),
        ("bag_mcap_packed", StoragePlugin.MCAP, CompressionMode.STORAGE),
    ]:
        writer = Writer(folder / name, version=9, storage_plugin=plugin)
        if mode:
            writer.set_compression(mode, CompressionFormat.ZSTD)
        with writer:
            topic = writer.add_connection("/joint_states", "sensor_msgs/msg/JointState", typestore=store)
            for k in range(ROWS):
                nanoseconds = 1_700_000_000_000_000_000 + k * 2_000_000
                stamp = kind["builtin_interfaces/msg/Time"](nanoseconds // 10**9, nanoseconds % 10**9)
                header = kind["std_msgs/msg/Header"](stamp, "base")
                state = kind["sensor_msgs/msg/JointState"](header, NAMES, LOG["q"][k], LOG["qd"][k], LOG["tau"][k])
                writer.write(topic, nanoseconds, store.serialize_cdr(state, "sensor_msgs/msg/JointState"))


def convert(source, target):
    run = subprocess.run([ARMLAB, "log", source, "--out", target], capture_output=True, text=True)
    # 1: the checks have findings; random numbers are no motion.
    if run.returncode not in (0, 1) or not target.exists():
        sys.exit(f"{source}: exit code {run.returncode}\n{run.stdout}{run.stderr}")


def compare(what, read, tolerance):
    for name, expected in LOG.items():
        got = np.asarray(read[name]).reshape(expected.shape)
        limit = tolerance if name == "t" else 0.0
        worst = np.abs(got - expected).max()
        if not worst <= limit:
            sys.exit(f"{what}: {name} differs by {worst}")
    print(f"  {what}: {ROWS} samples, the same numbers")


def armlab_reads(folder):
    print("armlab reads:")
    for source in sorted(folder.iterdir()):
        target = folder / "converted.npz"
        convert(source, target)
        with np.load(target) as read:
            compare(source.name, read, 1e-12 if "bag" in source.name else 0.0)
        target.unlink()


def joint_states(path):
    rows = {name: [] for name in LOG}
    for message in read_ros2_messages(path, topics=["/joint_states"]):
        state = message.ros_msg
        rows["t"].append(state.header.stamp.sec + state.header.stamp.nanosec * 1e-9)
        for name, values in [("q", state.position), ("qd", state.velocity), ("tau", state.effort)]:
            rows[name].append(values)
        assert list(state.name) == [f"joint{i + 1}" for i in range(JOINTS)], state.name
    return {name: np.array(values) for name, values in rows.items()}


def others_read(folder):
    print("written by armlab, read by others:")
    source = folder / "plain.csv"
    made = {end: folder / f"armlab.{end}" for end in ["csv", "npz", "mat", "parquet", "mcap"]}
    for target in made.values():
        convert(source, target)

    def joined(frame):
        return {"t": frame["t"].to_numpy()} | {
            name: np.stack([frame[f"{name}{i + 1}"].to_numpy() for i in range(JOINTS)], axis=1)
            for name in ["q", "qd", "tau"]
        }

    with np.load(made["npz"]) as read:
        compare("NPZ by NumPy", read, 0.0)
    compare("MATLAB 5 by SciPy", scipy.io.loadmat(made["mat"]), 0.0)
    compare("Parquet by Arrow", joined(pl.from_arrow(pq.read_table(made["parquet"]))), 0.0)
    compare("CSV by Polars", joined(pl.read_csv(made["csv"])), 0.0)
    compare("MCAP by mcap-ros2-support", joint_states(made["mcap"]), 1e-9)
    from mcap.reader import make_reader

    with open(made["mcap"], "rb") as file:
        reader = make_reader(file, validate_crcs=True)
        count = reader.get_summary().statistics.message_count
        assert count == ROWS == sum(1 for _ in reader.iter_messages()), count
    print("  MCAP: checksums and index as the specification wants them")


def main():
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        write_tables(folder)
        write_arrays(folder)
        write_bags(folder)
        armlab_reads(folder)
        others_read(folder)
    print("log formats: everything agrees")


if __name__ == "__main__":
    main()
