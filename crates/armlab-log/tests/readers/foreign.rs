//! Files that NumPy, Arrow and MCAP's own writer made (see `fixtures/make.py`).

use armlab_log::{Input, Log, Quantity, ReadOptions};

const ROWS: usize = 60;

fn fixture_path(name: &str) -> String {
    format!("{}/tests/fixtures/{name}", env!("CARGO_MANIFEST_DIR"))
}

fn fixture(name: &str) -> Input {
    Input::path(fixture_path(name))
}

/// The numbers that `fixtures/make.py` wrote.
#[track_caller]
fn holds_the_fixture(log: &Log, name: &str) {
    assert_eq!((log.rows(), log.joints()), (ROWS, 3), "{name}");
    for k in 0..ROWS {
        let row = k as f64;
        assert_eq!(log.time()[k], row / 100.0, "{name}");
        for j in 0..3 {
            let joint = j as f64;
            let value = |quantity| log.channel(quantity, j).unwrap()[k];
            assert_eq!(value(Quantity::Position), (row + 1.0) * (joint + 1.0) / 1024.0, "{name}");
            assert_eq!(value(Quantity::Velocity), row - joint, "{name}");
            assert_eq!(value(Quantity::Effort), -3.0 * joint + row / 8.0, "{name}");
        }
    }
}

#[test]
fn numpy_archives_are_read_whichever_way_arrays_lie() {
    for name in ["numpy.npz", "numpy_odd.npz"] {
        let log = Log::read_with(&fixture(name), &ReadOptions::default()).unwrap();
        holds_the_fixture(&log, name);
    }
    let log = Log::read_with(&fixture("numpy.npz"), &ReadOptions::default()).unwrap();
    let notes = log.provenance()[0].notes.join("; ");
    assert!(notes.contains("`name`") && notes.contains("`gravity`"), "{notes}");
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_files_of_arrow_are_read_in_every_codec_without_c() {
    for codec in ["none", "snappy", "gzip", "lz4", "zstd"] {
        let name = format!("pyarrow_{codec}.parquet");
        let log = Log::read_with(&fixture(&name), &ReadOptions::default()).unwrap();
        holds_the_fixture(&log, &name);
    }
}

/// The table with other types, nulls, batches and points in time.
#[track_caller]
fn holds_the_odd_fixture(name: &str) {
    let log = read(name);
    assert_eq!(log.rows(), ROWS, "{name}");
    for k in 0..ROWS {
        assert_eq!(log.time()[k], k as f64 / 100.0, "{name}");
        assert_eq!(log.channel(Quantity::Position, 0).unwrap()[k], (k as f64 + 1.0) / 1024.0);
        assert_eq!(log.channel(Quantity::Position, 2).unwrap()[k], k as f64 - 2.0);
        let second = log.channel(Quantity::Position, 1).unwrap()[k];
        assert!(if k == 7 { second.is_nan() } else { second == (k as f64 + 1.0) / 512.0 }, "{k}");
    }
    let notes = log.provenance()[0].notes.join("; ");
    assert!(notes.contains("`comment`") && notes.contains("1700000000000000000"), "{notes}");
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_types_nulls_row_groups_and_points_in_time_are_read() {
    for name in ["pyarrow_odd.parquet", "pyarrow_zstd_odd.parquet"] {
        holds_the_odd_fixture(name);
    }
}

#[cfg(feature = "mcap")]
#[test]
fn arrow_files_of_pyarrow_and_polars_are_read() {
    holds_the_fixture(&read("pyarrow.feather"), "pyarrow.feather");
    for name in ["pyarrow_odd.feather", "polars.arrow"] {
        holds_the_odd_fixture(name);
    }
}

#[cfg(feature = "mcap")]
#[test]
fn bags_are_read_in_every_codec_and_joints_by_name() {
    for name in ["mcap_none", "mcap_zstd", "mcap_lz4", "mcap_plain"] {
        let log =
            Log::read_with(&fixture(&format!("{name}.mcap")), &ReadOptions::default()).unwrap();
        holds_the_fixture(&log, name);
        assert_eq!(log.joint_names(), ["shoulder", "elbow", "wrist"]);
    }
}

#[cfg(feature = "mcap")]
#[test]
fn the_robot_s_order_of_joints_beats_the_bag_s() {
    let joint_names = ["wrist", "shoulder", "elbow"].map(String::from).to_vec();
    let expectation = armlab_log::Expectation { joint_names, ..Default::default() };
    let options = ReadOptions { expectation, ..ReadOptions::default() };
    let log = Log::read_with(&fixture("mcap_zstd.mcap"), &options).unwrap();
    assert_eq!(log.channel(Quantity::Velocity, 0).unwrap()[10], 8.0);
    assert_eq!(log.channel(Quantity::Velocity, 1).unwrap()[10], 10.0);
}

#[cfg(feature = "mcap")]
#[test]
fn a_topic_that_is_not_there_is_answered_with_those_that_are() {
    let options = ReadOptions { topic: Some("/joints".into()), ..ReadOptions::default() };
    let error = Log::read_with(&fixture("mcap_zstd.mcap"), &options).unwrap_err();
    assert!(error.hint.contains("/joint_states"), "{error}");
}

#[cfg(feature = "mcap")]
#[test]
fn a_bag_without_an_end_is_read_as_far_as_it_goes() {
    let path = format!("{}/tests/fixtures/mcap_zstd.mcap", env!("CARGO_MANIFEST_DIR"));
    let whole = std::fs::read(path).unwrap();
    let cut = Input::bytes("cut.mcap", &whole[..whole.len() / 2]);
    let log = Log::read_with(&cut, &ReadOptions::default()).unwrap();
    assert!((1..ROWS).contains(&log.rows()), "{}", log.rows());
    assert!(log.provenance()[0].notes.iter().any(|n| n.contains("end mark")));
}

fn read(name: &str) -> Log {
    Log::read_with(&fixture(name), &ReadOptions::default()).unwrap_or_else(|e| panic!("{e}"))
}

fn read_topic(name: &str, topic: &str) -> Log {
    let options = ReadOptions { topic: Some(topic.into()), ..ReadOptions::default() };
    Log::read_with(&fixture(name), &options).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn texts_packed_with_gzip_and_zstd_are_read() {
    for name in ["text.csv.gz", "text.csv.zst"] {
        holds_the_fixture(&read(name), name);
    }
}

#[test]
fn matlab_files_are_read_with_structures_cells_and_either_byte_order() {
    for name in ["scipy.mat", "scipy_struct.mat", "big_endian.mat"] {
        holds_the_fixture(&read(name), name);
    }
    let notes = read("scipy.mat").provenance()[0].notes.join("; ");
    assert!(notes.contains("`name` is text"), "{notes}");
}

#[cfg(feature = "hdf5")]
#[test]
fn hdf5_files_of_h5py_and_of_matlab_7_3_are_read() {
    for name in ["h5py.h5", "h5py_v110.h5", "matlab73.mat", "matlab73_cells.mat"] {
        holds_the_fixture(&read(name), name);
    }
    let notes = read("h5py.h5").provenance()[0].notes.join("; ");
    assert!(notes.contains("run/robot/comment"), "{notes}");
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_files_of_polars_are_read() {
    holds_the_fixture(&read("polars.parquet"), "polars");
}

#[cfg(feature = "db3")]
#[test]
fn bags_in_sqlite_are_read_as_files_and_as_folders() {
    for name in ["bag_db3/bag_db3.db3", "bag_db3", "bag_db3_zstd", "bag_controller"] {
        let log = read(name);
        holds_the_fixture(&log, name);
        assert_eq!(log.joint_names(), ["shoulder", "elbow", "wrist"], "{name}");
    }
    // Desired positions stand beside the measured ones.
    let log = read("bag_controller");
    assert_eq!(log.channel(Quantity::PositionReference, 2).unwrap()[0], 3.0 / 1024.0 + 1.0);
}

#[cfg(all(feature = "db3", feature = "mcap"))]
#[test]
fn messages_are_read_by_the_definition_in_the_bag() {
    // Numbers of three types in lists of fixed length, without names of joints.
    for (name, topic) in [
        ("bag_custom", "/robot"),
        ("bag_mcap", "/robot"),
        ("bag_mcap", "/dynamic_joint_states"),
        ("bag_mcap/bag_mcap.mcap", "/controller/state"),
    ] {
        holds_the_fixture(&read_topic(name, topic), topic);
    }
    let error = Log::read_with(&fixture("bag_mcap"), &ReadOptions::default()).unwrap_err();
    assert!(error.message.contains("/controller/state"), "{error}");
    assert!(error.message.contains("/dynamic_joint_states"), "{error}");
}

#[cfg(feature = "db3")]
#[test]
fn a_bag_of_several_files_is_one_log() {
    let folder = tempfile::tempdir().unwrap();
    let file = fixture_path("bag_db3/bag_db3.db3");
    for name in ["run_0.db3", "run_1.db3"] {
        std::fs::copy(&file, folder.path().join(name)).unwrap();
    }
    let rows = |folder: &std::path::Path| Log::read(folder).map(|log| log.rows());
    assert_eq!(rows(folder.path()).unwrap(), 2 * ROWS);
    let metadata = "rosbag2_bagfile_information:\n  relative_file_paths:\n    - run_1.db3\n";
    std::fs::write(folder.path().join("metadata.yaml"), metadata).unwrap();
    assert_eq!(rows(folder.path()).unwrap(), ROWS);
    std::fs::remove_file(folder.path().join("run_1.db3")).unwrap();
    assert!(rows(folder.path()).unwrap_err().message.contains("run_1.db3"));
}

#[test]
fn folders_without_a_bag_are_refused_by_what_is_in_them() {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("notes.txt"), "x").unwrap();
    let error = Log::read(folder.path()).unwrap_err();
    assert!(error.message.contains("notes.txt"), "{error}");
}
