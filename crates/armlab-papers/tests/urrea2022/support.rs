//! What the SCARA's tests share.

use armlab::identify::{RawRecording, Recording};
use armlab::log::{Log, Quantity};
use armlab_papers::scara::{Bench, Response, Task, responses};
use serde_json::Value;

pub fn bench() -> Bench {
    Bench::new().unwrap()
}

fn text(name: &str) -> String {
    let path = format!("{}/../../tests/vectors/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

/// Numbers that other code computed.
pub fn vectors() -> Value {
    serde_json::from_str(&text("scara.json")).unwrap()
}

pub fn numbers<const N: usize>(value: &Value) -> [f64; N] {
    let list: Vec<f64> = value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect();
    list.try_into().unwrap()
}

/// A log that other code made.
pub fn stored(name: &str) -> Recording {
    let text = text(name);
    let rows: Vec<Vec<f64>> =
        text.lines().skip(1).map(|l| l.split(',').map(|x| x.parse().unwrap()).collect()).collect();
    let column = |k: usize| rows.iter().map(|r| r[k]).collect::<Vec<f64>>();
    let mut log = Log::new(column(0));
    let quantities =
        [Quantity::Position, Quantity::Velocity, Quantity::Acceleration, Quantity::Effort];
    for (i, quantity) in quantities.into_iter().enumerate() {
        (0..3).for_each(|j| log.push_channel(quantity, j, column(1 + 3 * i + j)));
    }
    RawRecording::of(&log, name, 3, None).unwrap().condition(None).unwrap()
}

#[track_caller]
pub fn assert_near(what: &str, got: &[f64], want: &[f64], tolerance: f64) {
    assert_eq!(got.len(), want.len(), "{what}");
    for (k, (g, w)) in got.iter().zip(want).enumerate() {
        assert!(
            (g - w).abs() <= tolerance,
            "{what}, entry {k}: {g} is not {w} within {tolerance:e}"
        );
    }
}

/// The response along the motion of the identification.
#[allow(dead_code)]
pub fn respond(bench: &Bench, base: &[f64; 4]) -> Response {
    responses(bench, &Task::identification(bench), &[*base]).unwrap().remove(0)
}
