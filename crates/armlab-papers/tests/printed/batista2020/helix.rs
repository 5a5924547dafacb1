//! What the printed models make of the paper's own kind of motion, a helix. The paper does not
//! dimension it; this one has three turns of radius 0.2 m around (0, 0.75) m, rising from 0.3 m to
//! 0.9 m in 30 s.

use super::physical;
use crate::support::assert_near;
use armlab_papers::batista2020::{Parameters, printed};
use std::f64::consts::TAU;

type Effort = fn(&Parameters, [f64; 3], [f64; 3], [f64; 3]) -> [f64; 3];

const SAMPLES: usize = 300;

/// Joint coordinates of sample `k`, by the correct inverse kinematics.
fn joints(p: &Parameters, k: usize) -> [f64; 3] {
    let part = k as f64 / (SAMPLES - 1) as f64;
    let (s, c) = (3.0 * TAU * part).sin_cos();
    let (x, y, z) = (0.2 * c, 0.75 + 0.2 * s, 0.3 + 0.6 * part);
    [(-x).atan2(y), z - p.base_height, x.hypot(y) - p.tool_offset]
}

/// One model's efforts along the helix, derivatives by central differences.
fn efforts(effort: Effort) -> Vec<[f64; 3]> {
    let p = Parameters::published();
    let h = 30.0 / (SAMPLES - 1) as f64;
    (1..SAMPLES - 1)
        .map(|k| {
            let [before, q, after] = [k - 1, k, k + 1].map(|k| joints(&p, k));
            let qd = std::array::from_fn(|i| (after[i] - before[i]) / (2.0 * h));
            let qdd = std::array::from_fn(|i| (after[i] - 2.0 * q[i] + before[i]) / (h * h));
            effort(&p, q, qd, qdd)
        })
        .collect()
}

fn column(rows: &[[f64; 3]], joint: usize) -> Vec<f64> {
    rows.iter().map(|row| row[joint]).collect()
}

fn rms(values: &[f64]) -> f64 {
    (values.iter().map(|v| v * v).sum::<f64>() / values.len() as f64).sqrt()
}

fn correlation(a: &[f64], b: &[f64]) -> f64 {
    let centred = |x: &[f64]| -> Vec<f64> {
        let mean = x.iter().sum::<f64>() / x.len() as f64;
        x.iter().map(|v| v - mean).collect()
    };
    let (a, b) = (centred(a), centred(b));
    let product: f64 = a.iter().zip(&b).map(|(a, b)| a * b).sum();
    product / (rms(&a) * rms(&b) * a.len() as f64)
}

#[test]
fn printed_torque_on_the_helix_is_four_to_six_times_the_physical_one() {
    let models: [(&str, Effort, f64, f64); 4] = [
        ("physical", physical::effort, 0.33, 1.39),
        ("Eq A30", printed::effort_a30, 1.84, 1.55),
        ("Eq A21, A25, A29", printed::effort_a21_a25_a29, 1.42, 1.89),
        ("Eq 17–19", printed::effort_eq17_19, 1.36, 1.89),
    ];
    for (name, effort, rms1, rms3) in models {
        let rows = efforts(effort);
        assert_near(&format!("{name}: rms τ₁"), rms(&column(&rows, 0)), rms1, 0.005);
        assert_near(&format!("{name}: rms τ₂"), rms(&column(&rows, 1)), 356.64, 0.005);
        assert_near(&format!("{name}: rms τ₃"), rms(&column(&rows, 2)), rms3, 0.005);
    }
}

#[test]
fn printed_models_contradict_each_other_about_the_sign_of_the_torque() {
    let physical = efforts(physical::effort);
    for (name, effort, joint1, joint3) in [
        ("Eq A30", printed::effort_a30 as Effort, -0.77, 0.88),
        ("Eq A21, A25, A29", printed::effort_a21_a25_a29, 0.91, -0.94),
    ] {
        let rows = efforts(effort);
        for (joint, want) in [(0, joint1), (2, joint3)] {
            let got = correlation(&column(&rows, joint), &column(&physical, joint));
            assert_near(&format!("{name}: correlation {joint}"), got, want, 0.006);
        }
    }
}
