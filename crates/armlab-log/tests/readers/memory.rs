//! Logs in memory.

use crate::{read, read_with};
use armlab_log::mapping::Instructions;
use armlab_log::{Cells, Input, Log, Quantity, ReadOptions, Table};

fn log() -> Log {
    Log::new(vec![0.0, 0.1, 0.3, 0.6])
        .with_channel(Quantity::Position, 0, vec![1.0, 2.0, 3.0, 4.0])
        .with_channel(Quantity::Effort, 1, vec![5.0, 6.0, 7.0, 8.0])
}

#[test]
fn channels_are_found_by_quantity_and_joint() {
    let log = log();
    assert_eq!(log.channel(Quantity::Position, 0).unwrap(), [1.0, 2.0, 3.0, 4.0]);
    assert_eq!(log.channel(Quantity::Position, 1), None);
    assert_eq!((log.joints(), log.rows()), (2, 4));
    assert!(!log.has_all(Quantity::Position));
}

#[test]
fn slices_keep_stamps_as_they_are() {
    let log = log();
    assert_eq!(log.slice_rows(1..3).time(), [0.1, 0.3]);
    let slice = log.slice_time(0.1, 0.6);
    assert_eq!(slice.channel(Quantity::Effort, 1).unwrap(), [6.0, 7.0]);
}

#[test]
fn logs_are_joined_only_if_they_continue_each_other() {
    let log = log();
    let (first, second) = (log.slice_rows(0..2), log.slice_rows(2..4));
    assert_eq!(first.followed_by(&second).unwrap(), log);
    let error = second.followed_by(&first).unwrap_err().to_string();
    assert!(error.contains("begins at 0 s"), "{error}");
    let other = Log::new(vec![9.0]).with_channel(Quantity::Position, 0, vec![0.0]);
    assert!(log.followed_by(&other).is_err());
}

#[test]
fn rows_that_cannot_be_used_are_dropped_and_counted() {
    let log = read("t,q1\n0,1\n1,nan\n1,2\n0.5,3\n1,4\n2,inf\n3,5\n").unwrap();
    let (usable, dropped) = log.usable_rows();
    assert_eq!(usable.time(), [0.0, 1.0, 3.0]);
    assert_eq!(usable.channel(Quantity::Position, 0).unwrap(), [1.0, 2.0, 5.0]);
    assert_eq!(dropped, 4);
    assert!(usable.provenance()[0].notes[0].contains("4 rows dropped"));
}

#[test]
fn reading_stops_where_the_memory_that_is_allowed_ends() {
    let text = "t,q1\n".to_string() + &"0,1\n".repeat(10_000);
    let options = ReadOptions { memory: 100_000, ..ReadOptions::default() };
    let error = read_with(&text, &options).unwrap_err();
    assert!(error.message.contains("memory"), "{error}");
    let options = ReadOptions { memory: 160_000, ..ReadOptions::default() };
    assert_eq!(read_with(&text, &options).unwrap().rows(), 10_000);
}

#[test]
fn a_rate_stands_in_for_stamps() {
    let options = ReadOptions { rate: Some(4.0), ..ReadOptions::default() };
    let text = "q1\n".to_string() + &"1\n".repeat(5000);
    let log = read_with(&text, &options).unwrap();
    assert_eq!(log.time()[4999], 4999.0 / 4.0);
    assert_eq!(log.channel(Quantity::Position, 0).unwrap().len(), 5000);
    assert!(log.provenance()[0].notes[0].contains("4 Hz"));
}

#[test]
fn columns_in_memory_are_read_as_the_same_columns_of_a_file() {
    let text = "time [ms],theta_1 [deg],motor\n0,90,1\n10,180,2\n20,45,3\n";
    let numbers = |x: [f64; 3]| Cells::Numbers(x.to_vec());
    let columns = vec![
        ("time [ms]".to_string(), numbers([0.0, 10.0, 20.0])),
        ("theta_1 [deg]".to_string(), numbers([90.0, 180.0, 45.0])),
        ("state".into(), Cells::Other { what: "text".into(), hint: "leave it out".into() }),
        ("motor".to_string(), numbers([1.0, 2.0, 3.0])),
    ];
    let instructions = Instructions::parse("q1=theta_1, tau1=motor").unwrap();
    let options = ReadOptions { instructions, ..ReadOptions::default() };
    let input = Input::table("mine", Table::new("mine", columns).unwrap());
    let log = Log::read_with(&input, &options).unwrap();
    let file = Log::read_with(&Input::bytes("file", text.as_bytes()), &options).unwrap();
    assert_eq!(log.time(), file.time());
    for quantity in [Quantity::Position, Quantity::Effort] {
        assert_eq!(log.channel(quantity, 0).unwrap(), file.channel(quantity, 0).unwrap());
    }
}

#[test]
fn columns_in_memory_that_cannot_be_a_log_are_told_with_what_to_do() {
    let numbers = |n: usize| Cells::Numbers(vec![0.0; n]);
    let uneven = vec![("t".to_string(), numbers(3)), ("q1".to_string(), numbers(2))];
    let error = Table::new("mine", uneven).unwrap_err().to_string();
    assert!(error.contains("`q1`: has 2 rows, `t` has 3"), "{error}");
    assert!(Table::new("mine", Vec::new()).is_err());
    let text = Cells::Other { what: "text".into(), hint: "use pandas.to_numeric".into() };
    let needed = vec![("t".to_string(), numbers(3)), ("q1".to_string(), text)];
    let input = Input::table("mine", Table::new("mine", needed).unwrap());
    let error = Log::read_with(&input, &ReadOptions::default()).unwrap_err().to_string();
    assert!(error.contains("`q1`: holds text") && error.contains("to_numeric"), "{error}");
}
