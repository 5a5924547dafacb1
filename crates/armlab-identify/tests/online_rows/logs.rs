//! The logs and random motions, as recordings.

use armlab_engine::robot::{Robot, library};
use armlab_identify::{RawRecording, Recording};
use armlab_log::{Log, Quantity};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A built-in robot.
pub fn built_in(name: &str) -> Robot {
    library::load(name).unwrap().unwrap().robot
}

fn path(name: &str) -> String {
    format!("{}/../../tests/vectors/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The reference numbers of the SCARA.
pub fn vectors() -> serde_json::Value {
    serde_json::from_str(&std::fs::read_to_string(path("scara.json")).unwrap()).unwrap()
}

/// A list of numbers in the reference.
pub fn numbers(value: &serde_json::Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

/// A log with the named columns as positions, speeds, accelerations and efforts.
fn log(name: &str, groups: [&[&str]; 4]) -> Recording {
    let text = std::fs::read_to_string(path(name)).unwrap();
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    let rows: Vec<Vec<f64>> =
        lines.map(|l| l.split(',').map(|x| x.parse().unwrap()).collect()).collect();
    let column = |wanted: &str| -> Vec<f64> {
        let k = header.iter().position(|h| *h == wanted).unwrap();
        rows.iter().map(|r| r[k]).collect()
    };
    let mut log = Log::new(column("t"));
    let quantities =
        [Quantity::Position, Quantity::Velocity, Quantity::Acceleration, Quantity::Effort];
    for (quantity, names) in quantities.into_iter().zip(groups) {
        for (joint, n) in names.iter().enumerate() {
            log.push_channel(quantity, joint, column(n));
        }
    }
    RawRecording::of(&log, name, groups[0].len(), None).unwrap().condition(None).unwrap()
}

/// A log of the SCARA.
pub fn scara(name: &str) -> Recording {
    let groups: [&[&str]; 4] = [
        &["q1", "q2", "d3"],
        &["qd1", "qd2", "dd3"],
        &["qdd1", "qdd2", "ddd3"],
        &["tau1", "tau2", "f3"],
    ];
    log(name, groups)
}

/// The clean log of the 3PRR, with exact speeds and accelerations.
pub fn parallel() -> Recording {
    let groups: [&[&str]; 4] =
        [&["x1", "x2", "x3"], &["v1", "v2", "v3"], &["a1", "a2", "a3"], &["tau1", "tau2", "tau3"]];
    log("3prr_clean.csv", groups)
}

/// Independent random states and efforts of any robot.
pub fn random(joints: usize, samples: usize, seed: u64) -> Recording {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut columns = |size: f64| -> Vec<Vec<f64>> {
        (0..joints)
            .map(|_| (0..samples).map(|_| random.random_range(-size..size)).collect())
            .collect()
    };
    Recording {
        name: "random".into(),
        step: 0.01,
        start: 0.0,
        time: (0..samples).map(|k| 0.01 * k as f64).collect(),
        q: columns(2.0),
        qd: columns(1.5),
        qdd: columns(4.0),
        effort: columns(20.0),
        temperature: Vec::new(),
        cutoff: None,
        notes: Vec::new(),
    }
}

/// The sample `k` of a recording, row by row: positions, speeds, accelerations,
/// efforts.
pub fn state(recording: &Recording, k: usize) -> [Vec<f64>; 4] {
    [&recording.q, &recording.qd, &recording.qdd, &recording.effort]
        .map(|columns| columns.iter().map(|c| c[k]).collect())
}

/// Requires every number to be within `tolerance` of the wanted one.
#[track_caller]
pub fn assert_near(got: &[f64], want: &[f64], tolerance: f64) {
    assert_eq!(got.len(), want.len());
    for (k, (g, w)) in got.iter().zip(want).enumerate() {
        assert!((g - w).abs() <= tolerance, "entry {k}: {g} is not {w} within {tolerance:e}");
    }
}
