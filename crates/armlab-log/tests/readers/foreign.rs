//! Files that NumPy, Arrow and MCAP's own writer made (see `fixtures/make.py`).

use armlab_log::{Input, Log, Quantity, ReadOptions};

const ROWS: usize = 60;

fn fixture(name: &str) -> Input {
    Input::path(format!("{}/tests/fixtures/{name}", env!("CARGO_MANIFEST_DIR")))
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
    for codec in ["none", "snappy", "gzip", "lz4"] {
        let name = format!("pyarrow_{codec}.parquet");
        let log = Log::read_with(&fixture(&name), &ReadOptions::default()).unwrap();
        holds_the_fixture(&log, &name);
    }
}

#[cfg(all(feature = "parquet", not(feature = "parquet-zstd")))]
#[test]
fn a_codec_that_is_not_built_in_is_named_with_a_way_out() {
    let error =
        Log::read_with(&fixture("pyarrow_zstd.parquet"), &ReadOptions::default()).unwrap_err();
    assert!(error.to_string().contains("zstd") && error.hint.contains("snappy"), "{error}");
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_types_nulls_row_groups_and_points_in_time_are_read() {
    let log = Log::read_with(&fixture("pyarrow_odd.parquet"), &ReadOptions::default()).unwrap();
    assert_eq!(log.rows(), ROWS);
    for k in 0..ROWS {
        assert_eq!(log.time()[k], k as f64 / 100.0);
        assert_eq!(log.channel(Quantity::Position, 0).unwrap()[k], (k as f64 + 1.0) / 1024.0);
        assert_eq!(log.channel(Quantity::Position, 2).unwrap()[k], k as f64 - 2.0);
        let second = log.channel(Quantity::Position, 1).unwrap()[k];
        assert!(if k == 7 { second.is_nan() } else { second == (k as f64 + 1.0) / 512.0 }, "{k}");
    }
    let notes = log.provenance()[0].notes.join("; ");
    assert!(notes.contains("`comment`") && notes.contains("1700000000000000000"), "{notes}");
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

#[test]
fn formats_that_are_not_read_are_named_with_a_way_out() {
    for (start, what) in [
        (&b"MATLAB 5.0 MAT-file, made by hand"[..], "MATLAB"),
        (b"\x89HDF\r\n\x1a\n", "HDF5"),
        (b"\x93NUMPY\x01\x00", "NumPy array"),
        (b"SQLite format 3\0", "SQLite"),
        (b"\xff\xfet\0,\0", "UTF-16"),
    ] {
        let error = Log::read_with(&Input::bytes("x", start), &ReadOptions::default()).unwrap_err();
        assert!(error.message.contains(what) && !error.hint.is_empty(), "{error}");
    }
}
