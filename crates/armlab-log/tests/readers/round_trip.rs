//! What is written is read again, bit by bit.

use armlab_log::write::{CsvWriter, FileFormat, LogWriter, log_header, write_log};
use armlab_log::{Input, Log, Quantity, ReadOptions};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A log of every quantity, with numbers of every size.
fn log(rows: usize) -> Log {
    let mut rng = ChaCha8Rng::seed_from_u64(7);
    let mut number = || loop {
        let x = f64::from_bits(rng.random::<u64>());
        if x.is_finite() {
            return x;
        }
    };
    let time = (0..rows).map(|i| i as f64 * 1e-3 + 0.1 / 3.0).collect();
    let mut log = Log::new(time);
    for quantity in Quantity::OF_JOINTS {
        for joint in 0..2 {
            let mut values: Vec<f64> = (0..rows).map(|_| number()).collect();
            values[0] = -0.0;
            values[1] = f64::MIN_POSITIVE / 2.0;
            values[2] = f64::NAN;
            values[3] = f64::NEG_INFINITY;
            log.push_channel(quantity, joint, values);
        }
    }
    log
}

#[track_caller]
fn same(a: &Log, b: &Log) {
    assert_eq!(bits(a.time()), bits(b.time()));
    assert_eq!(a.channels().len(), b.channels().len());
    for quantity in Quantity::OF_JOINTS {
        for joint in 0..2 {
            let values = |log: &Log| bits(log.channel(quantity, joint).unwrap());
            assert_eq!(values(a), values(b), "{quantity:?} {joint}");
        }
    }
}

/// The bits of numbers; any NaN is as good as another.
fn bits(values: &[f64]) -> Vec<u64> {
    values.iter().map(|x| if x.is_nan() { u64::MAX } else { x.to_bits() }).collect()
}

#[test]
fn csv_is_read_back_exactly() {
    let log = log(5000);
    let mut text = Vec::new();
    let writer: Box<dyn LogWriter + '_> =
        Box::new(CsvWriter::new(&mut text, &log_header(&log)).unwrap());
    write_log(&log, writer).unwrap();
    let again = Log::read_with(&Input::bytes("again.csv", text), &ReadOptions::default()).unwrap();
    same(&log, &again);
    assert!(again.provenance()[0].mapping.contains(&"qref2 ← qref2 [SI assumed]".into()));
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_is_read_back_exactly_over_several_row_groups() {
    let log = log(150_000);
    let mut file = Vec::new();
    let writer: Box<dyn LogWriter + '_> =
        Box::new(armlab_log::write::ParquetWriter::new(&mut file, &log_header(&log)).unwrap());
    write_log(&log, writer).unwrap();
    let again =
        Log::read_with(&Input::bytes("again.parquet", file), &ReadOptions::default()).unwrap();
    same(&log, &again);
}

/// Writes a log by the extension of a name and reads it again.
fn saved(log: &Log, name: &str) -> Log {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(name);
    log.save(&path).unwrap();
    Log::read(&path).unwrap_or_else(|e| panic!("{e}"))
}

#[test]
fn every_format_is_read_back_exactly() {
    let log = log(9000);
    for format in FileFormat::ALL {
        // Times of bags are whole nanoseconds; those of other quantities are not in one topic.
        if format.extension() != "mcap" {
            same(&log, &saved(&log, &format!("again.{}", format.extension())));
        }
    }
}

#[cfg(feature = "mcap")]
#[test]
fn a_bag_keeps_joints_by_name_and_every_channel() {
    let log = log(9000).with_joint_names(vec!["shoulder".into(), "elbow".into()]);
    let again = saved(&log, "again.mcap");
    assert_eq!(again.joint_names(), ["shoulder", "elbow"]);
    let start = log.time()[0];
    for (a, b) in log.time().iter().zip(again.time()) {
        assert!((a - start - b).abs() <= 1e-9 + 1e-15 * a.abs(), "{a} {b}");
    }
    for channel in log.channels() {
        let quantity = channel.quantity;
        if matches!(quantity, Quantity::Position | Quantity::Velocity | Quantity::Effort) {
            let read = again.channel(quantity, channel.joint).unwrap();
            assert_eq!(bits(read), bits(&channel.values), "{quantity:?} {}", channel.joint);
        }
    }
}

#[cfg(feature = "mcap")]
#[test]
fn joints_of_a_bag_may_be_called_like_quantities() {
    let log = log(20).with_joint_names(vec!["theta1".into(), "d3".into()]);
    let again = saved(&log, "again.mcap");
    assert_eq!(again.joint_names(), ["theta1", "d3"]);
    let effort = |log: &Log| bits(log.channel(Quantity::Effort, 1).unwrap());
    assert_eq!(effort(&again), effort(&log));
}

#[test]
fn formats_that_are_not_written_are_named() {
    let error = log(5).save("log.xlsx").unwrap_err();
    assert!(error.to_string().contains(".npz"), "{error}");
}
