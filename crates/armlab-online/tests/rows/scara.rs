//! Rows of a SCARA with four unknowns, from a recorded log (tests/vectors):
//! `IZZ1`, `IZZ2`, `m_r`, `m3` in the equations of Urrea & Agramonte 2022, eq. 57.

const GRAVITY: f64 = 9.81;

/// Three rows of four numbers and three targets per sample.
pub struct Rows {
    pub regressors: Vec<[f64; 12]>,
    pub targets: Vec<[f64; 3]>,
}

fn path(name: &str) -> String {
    format!("{}/../../tests/vectors/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// The rows of a log.
pub fn rows(name: &str) -> Rows {
    let text = std::fs::read_to_string(path(name)).unwrap();
    let mut out = Rows { regressors: Vec::new(), targets: Vec::new() };
    for line in text.lines().skip(1) {
        let x: Vec<f64> = line.split(',').map(|x| x.parse().unwrap()).collect();
        let (q2, qd, qdd) = (x[2], &x[4..7], &x[7..10]);
        let (s, c) = q2.sin_cos();
        let coupled = (2.0 * qdd[0] + qdd[1]) * c - (qd[1] * qd[1] + 2.0 * qd[0] * qd[1]) * s;
        out.regressors.push([
            qdd[0],
            qdd[1],
            coupled,
            0.0,
            0.0,
            qdd[0] + qdd[1],
            qdd[0] * c + qd[0] * qd[0] * s,
            0.0,
            0.0,
            0.0,
            0.0,
            qdd[2] - GRAVITY,
        ]);
        out.targets.push([x[10], x[11], x[12]]);
    }
    assert_eq!(out.targets.len(), 1501);
    out
}

/// The reference numbers.
pub fn vectors() -> serde_json::Value {
    serde_json::from_str(&std::fs::read_to_string(path("scara.json")).unwrap()).unwrap()
}

/// A list of numbers in the reference.
pub fn numbers(value: &serde_json::Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

/// Requires every number to be within `tolerance` of the wanted one.
#[track_caller]
pub fn assert_near(got: &[f64], want: &[f64], tolerance: f64) {
    assert_eq!(got.len(), want.len());
    for (k, (g, w)) in got.iter().zip(want).enumerate() {
        assert!((g - w).abs() <= tolerance, "entry {k}: {g} is not {w} within {tolerance:e}");
    }
}
