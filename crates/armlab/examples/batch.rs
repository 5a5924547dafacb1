//! Inverse dynamics of many samples at once. Quantities are columns, one slice per joint, as
//! a log holds them; all cores and vector instructions are used.

use armlab::dynamics::batch::inverse_parallel;
use armlab::prelude::*;

const SAMPLES: usize = 100_000;

fn main() -> Result<()> {
    let robot = Robot::builtin("ur5")?;
    let n = robot.dofs();
    let omega = 2.0;
    let wave = |scale: f64, shift: f64| -> Vec<Vec<f64>> {
        let sample =
            |j: usize, k: usize| scale * (omega * k as f64 * 1e-3 + shift + j as f64).sin();
        (0..n).map(|j| (0..SAMPLES).map(|k| sample(j, k)).collect()).collect()
    };
    let quarter = std::f64::consts::FRAC_PI_2;
    let (q, qd, qdd) = (wave(1.0, 0.0), wave(omega, quarter), wave(-omega * omega, 0.0));
    let mut tau = vec![vec![0.0; SAMPLES]; n];

    let mut efforts: Vec<&mut [f64]> = tau.iter_mut().map(Vec::as_mut_slice).collect();
    inverse_parallel(&robot, &slices(&q), &slices(&qd), &slices(&qdd), &mut efforts);
    for (joint, tau) in robot.moving_joints().zip(&tau) {
        let peak = tau.iter().fold(0.0, |m: f64, x| m.max(x.abs()));
        println!("{}: peak effort {peak:.2} N m over {SAMPLES} samples", joint.name);
    }
    Ok(())
}

fn slices(columns: &[Vec<f64>]) -> Vec<&[f64]> {
    columns.iter().map(Vec::as_slice).collect()
}
