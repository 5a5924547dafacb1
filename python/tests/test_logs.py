"""Logs of every kind give the same identification."""

import numpy as np
import pytest
from conftest import timeless

import armlab
from armlab import ArmlabError


def identified(log, **options):
    document = armlab.identify("scara", log, progress=False, **options).document
    return [m["base"] for m in timeless(document)["methods"]]


def test_a_table_in_memory_is_the_file_to_the_last_digit(noisy, columns):
    expected = identified(noisy)
    assert identified(columns) == expected
    assert identified(armlab.read_log(noisy, "scara")) == expected
    names = list(columns)
    records = np.zeros(len(columns["t"]), dtype=[(n, "f8") for n in names])
    for name in names:
        records[name] = columns[name]
    assert identified(records) == expected
    stacked = {"t": columns["t"]}
    log = armlab.read_log(noisy, "scara")
    for stem in ("q", "qd", "qdd", "tau"):
        if log.stacked(stem) is not None:
            stacked[stem] = log.stacked(stem)
    assert identified(stacked) == expected


def test_pandas_polars_and_arrow_are_logs(noisy, columns):
    pandas = pytest.importorskip("pandas")
    expected = identified(noisy)
    frame = pandas.DataFrame(columns)
    frame.insert(1, "state", "running")
    assert identified(frame) == expected
    stamped = frame.set_index("t")
    assert identified(stamped) == expected
    nullable = frame.drop(columns="state").convert_dtypes()
    assert identified(nullable) == expected
    polars = pytest.importorskip("polars")
    assert identified(polars.DataFrame(columns)) == expected
    pyarrow = pytest.importorskip("pyarrow")
    table = pyarrow.table(columns)
    assert identified(table) == expected
    pieces = pyarrow.concat_tables([table.slice(0, 700), table.slice(700)])
    assert pieces.column(0).num_chunks == 2 and identified(pieces) == expected


def test_missing_values_and_times_of_tables_are_understood():
    pyarrow = pytest.importorskip("pyarrow")
    polars = pytest.importorskip("polars")
    t = np.array(["2024-05-01T00:00:00.000000001", "2024-05-01T00:00:00.25", "2024-05-01T00:00:01"], dtype="datetime64[ns]")
    q = [0.5, None, 2.0]
    for table in (pyarrow.table({"t": t, "q1": q, "n": pyarrow.array([1, 2, 3], pyarrow.int16()), "on": [True, False, True], "name": ["a", "b", "c"]}),
                  polars.DataFrame({"t": t, "q1": q, "n": polars.Series([1, 2, 3], dtype=polars.Int16), "on": [True, False, True], "name": ["a", "b", "c"]})):
        log = armlab.Log(table)
        np.testing.assert_allclose(log["t"], [0, 0.249999999, 0.999999999], rtol=0, atol=1e-15)
        np.testing.assert_array_equal(log["q1"], [0.5, np.nan, 2.0])
        np.testing.assert_array_equal(log["n"], [1, 2, 3])
        np.testing.assert_array_equal(log["on"], [1, 0, 1])
        assert "name" not in log
    plain = armlab.Log({"t": t, "q": np.zeros((3, 2), dtype=np.float32)})
    np.testing.assert_allclose(plain["t"], [0, 0.249999999, 0.999999999], rtol=0, atol=1e-15)
    assert plain["q2"].dtype == np.float64


def test_names_and_units_are_mapped_as_in_files(columns):
    renamed = {
        "time [ms]": 1e3 * columns["t"],
        **{f"theta_{k} [deg]": np.rad2deg(columns[f"q{k}"]) for k in (1, 2)},
    }
    log = armlab.read_log(renamed, map={"q1": "theta_1", "q2": "theta_2"})
    np.testing.assert_allclose(log.t, columns["t"], rtol=1e-12)
    np.testing.assert_allclose(log["q1"], columns["q1"], rtol=1e-12)
    assert log.document["format"] == "columns in memory"


def test_what_is_no_log_is_told(columns):
    with pytest.raises(ArmlabError, match=r"an array of shape \(10, 3\) is no log") as error:
        armlab.identify("scara", np.zeros((10, 3)))
    assert '{"t": t, "q": q, "tau": tau}' in error.value.hint
    text = columns | {"q1": columns["q1"].astype(str)}
    with pytest.raises(ArmlabError, match="`q1`: holds text .dtype <U32., not numbers") as error:
        armlab.identify("scara", text)
    assert "astype(numpy.float64)" in error.value.hint
    objects = columns | {"q1": columns["q1"].astype(object)}
    with pytest.raises(ArmlabError, match="objects .dtype object."):
        armlab.identify("scara", objects)
    short = columns | {"q1": columns["q1"][:-1]}
    with pytest.raises(ArmlabError, match="`q1`: has 1500 rows, `t` has 1501"):
        armlab.identify("scara", short)
    turned = {"t": columns["t"], "q": np.zeros((3, 1501)), "tau": np.zeros((1501, 3))}
    with pytest.raises(ArmlabError) as error:
        armlab.identify("scara", turned)
    assert error.value.hint == "transpose it: q.T"
    with pytest.raises(ArmlabError, match="cannot be read") as error:
        armlab.identify("scara", "no-such-log.csv")
    with pytest.raises(ArmlabError, match="int"):
        armlab.identify("scara", 3)


def test_logs_are_written_in_every_format_and_read_back(noisy, tmp_path):
    log = armlab.read_log(noisy, "scara")
    assert log.ok in (True, False) and len(log) == 1501 and log.q.shape == (1501, 3)
    for ending in ("csv", "npz", "parquet", "mat"):
        path = tmp_path / f"log.{ending}"
        log.save(path)
        again = armlab.read_log(path, "scara")
        for name in ("t", "q1", "tau3"):
            np.testing.assert_array_equal(again[name], log[name])
    assert list(log.to_pandas()["q1"]) == list(log["q1"]) if pytest.importorskip("pandas") else True
    with pytest.raises(ArmlabError, match="cannot be written"):
        log.save(tmp_path / "log.txt")
