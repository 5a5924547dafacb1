//! Friction that takes energy out of the motion: `v f(v) ≥ 0` at speeds up to a
//! joint's largest, as linear conditions on its coefficients. A constant effort is
//! no friction and is left out.

use crate::problem::Model;
use crate::recording::Recording;
use armlab_engine::robot::Robot;

/// Parts of the largest speed at which friction is looked at.
const PARTS: [f64; 14] =
    [0.002, 0.01, 0.03, 0.06, 0.1, 0.15, 0.2, 0.3, 0.4, 0.5, 0.6, 0.75, 0.9, 1.0];

/// The largest speed of each driven joint, rad/s or m/s: its limit, or the largest in
/// recordings where none is stated.
pub fn largest_speeds(robot: &Robot, recordings: &[Recording]) -> Vec<f64> {
    let logged = |j: usize| {
        let speeds = recordings.iter().filter_map(|r| r.qd.get(j)).flatten();
        speeds.fold(0.0_f64, |most, v| most.max(v.abs()))
    };
    let stated = |velocity: f64| velocity > 0.0 && velocity.is_finite() && velocity < f64::MAX;
    let joints = robot.driven_joints().enumerate();
    joints
        .map(|(j, joint)| match joint.limits.velocity {
            limit if stated(limit) => limit,
            _ => logged(j),
        })
        .collect()
}

/// Conditions `Σ factor · coefficient ≥ 0`, with names: terms are friction columns of
/// the model. `speeds` are the joints' largest, rad/s or m/s; zero asks for none.
pub(super) fn conditions(model: &Model, speeds: &[f64]) -> Vec<(String, Vec<(usize, f64)>)> {
    let joints = model.joints();
    let names: Vec<&str> = model.robot().driven_joints().map(|j| j.name.as_str()).collect();
    let mut all = Vec::new();
    for (j, &largest) in speeds.iter().enumerate().take(joints) {
        if !(largest > 0.0 && largest.is_finite()) {
            continue;
        }
        let entry = |k: usize, speed: f64| {
            let (zero, mut qd) = (vec![0.0; joints], vec![0.0; joints]);
            qd[j] = speed;
            model.friction()[k].entry(j, &zero, &qd, &zero, &[])
        };
        let own = |k: &usize| {
            let column = &model.friction()[*k];
            let alone = (0..joints).all(|i| column.acts_on(i) == (i == j));
            alone && entry(*k, largest) != entry(*k, -largest)
        };
        let columns: Vec<usize> = (0..model.friction().len()).filter(own).collect();
        // Coefficients that are not negative always dissipate.
        if columns.iter().all(|&k| model.friction()[k].not_negative) {
            continue;
        }
        for side in [1.0, -1.0] {
            for part in PARTS {
                let speed = side * part * largest;
                let terms = columns.iter().map(|&k| (k, side * entry(k, speed)));
                let terms = terms.filter(|t| t.1 != 0.0).collect();
                all.push((format!("dissipation of `{}` at {speed:.3}", names[j]), terms));
            }
        }
    }
    all
}
