//! The logs, as recordings.

use armlab_engine::robot::{Robot, library};
use armlab_identify::{RawRecording, Recording};
use armlab_log::{Input, Log, Quantity, ReadOptions};

/// A built-in robot.
pub fn built_in(name: &str) -> Robot {
    library::load(name).unwrap().unwrap().robot
}

fn path(name: &str) -> String {
    format!("{}/../../tests/vectors/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// Columns of a CSV file by name.
pub fn columns(name: &str) -> impl Fn(&str) -> Vec<f64> {
    let text = std::fs::read_to_string(path(name)).unwrap();
    let mut lines = text.lines();
    let header: Vec<String> = lines.next().unwrap().split(',').map(str::to_string).collect();
    let rows: Vec<Vec<f64>> =
        lines.map(|l| l.split(',').map(|x| x.parse().unwrap()).collect()).collect();
    move |wanted: &str| {
        let k = header.iter().position(|h| h == wanted).unwrap_or_else(|| panic!("{wanted}"));
        rows.iter().map(|r| r[k]).collect()
    }
}

/// A log with the named columns as positions, speeds, accelerations and efforts.
pub fn raw(name: &str, groups: [&[&str]; 4]) -> RawRecording {
    let column = columns(name);
    let mut log = Log::new(column("t"));
    let quantities =
        [Quantity::Position, Quantity::Velocity, Quantity::Acceleration, Quantity::Effort];
    for (quantity, names) in quantities.into_iter().zip(groups) {
        for (joint, n) in names.iter().enumerate() {
            log.push_channel(quantity, joint, column(n));
        }
    }
    RawRecording::of(&log, name, groups[0].len(), None).unwrap()
}

/// The noisy log of the 3PRR: positions and efforts.
pub fn noisy_3prr() -> Recording {
    let raw = raw("3prr_noisy.csv", [&["x1", "x2", "x3"], &[], &[], &["tau1", "tau2", "tau3"]]);
    raw.condition_with(&"sg:21:5".parse().unwrap()).unwrap()
}

/// The clean log of the 3PRR, with exact speeds and accelerations.
pub fn clean_3prr() -> Recording {
    let groups: [&[&str]; 4] =
        [&["x1", "x2", "x3"], &["v1", "v2", "v3"], &["a1", "a2", "a3"], &["tau1", "tau2", "tau3"]];
    raw("3prr_clean.csv", groups).condition(None).unwrap()
}

/// A log of the SCARA.
pub fn scara(name: &str) -> Recording {
    let groups: [&[&str]; 4] = [
        &["q1", "q2", "d3"],
        &["qd1", "qd2", "dd3"],
        &["qdd1", "qdd2", "ddd3"],
        &["tau1", "tau2", "f3"],
    ];
    raw(name, groups).condition(None).unwrap()
}

#[test]
fn a_log_is_found_by_the_reader_as_well() {
    let log =
        Log::read_with(&Input::path(path("scara_noisy.csv")), &ReadOptions::default()).unwrap();
    assert_eq!(log.rows(), 1501);
}
