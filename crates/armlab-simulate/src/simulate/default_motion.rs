//! A motion for a robot of which nothing is asked but to move.
//!
//! Joint *j* goes `q = c + A sin³(h_j ω t)`, a Fourier series of two harmonics
//! (`sin³x = (3 sin x − sin 3x)/4`) that begins and ends at rest: its largest speed is
//! `2/√3 A h ω`, its largest acceleration `3 A h² ω²`. The amplitude fills part of what
//! the joint's limits allow, and is halved until the efforts and the loops allow it, too.

use super::plan::plan;
use crate::motion::{AnyTrajectory, FourierForm, MotionError, fourier};
use armlab_engine::robot::{Joint, Robot};
use armlab_log::Quantity;
use std::f64::consts::TAU;

/// How long it lasts, s.
const SECONDS: f64 = 10.0;
/// Part of the limits of motion that is used.
const MARGIN: f64 = 0.6;
/// Part of the effort limits that is used; a machine may need most of it to stand still.
const EFFORT: f64 = 0.9;
/// Times the amplitude is halved at most.
const HALVINGS: usize = 12;
/// Samples per second of the check.
const RATE: f64 = 50.0;

/// A rest-to-rest Fourier series within the robot's limits.
pub fn default_motion(robot: &Robot) -> Result<AnyTrajectory, MotionError> {
    let joints: Vec<&Joint> = robot.driven_joints().collect();
    let looped = !robot.loops().is_empty();
    let mut scale = 1.0;
    let mut motion = series(&joints, looped, scale)?;
    for _ in 0..HALVINGS {
        if is_possible(robot, &joints, &motion) {
            break;
        }
        scale *= 0.5;
        motion = series(&joints, looped, scale)?;
    }
    Ok(motion)
}

fn series(joints: &[&Joint], looped: bool, scale: f64) -> Result<AnyTrajectory, MotionError> {
    let omega = TAU / SECONDS;
    let harmonics = 3 * joints.len().min(3);
    let (mut offset, mut rows) = (Vec::new(), Vec::new());
    for (j, joint) in joints.iter().enumerate() {
        let h = 1 + j % 3;
        let l = joint.limits;
        let wide = if joint.kind.turns() { 1.0 } else { 0.1 };
        let bounded = l.lower.is_finite() && l.upper.is_finite();
        // A machine with loops is known to assemble at home; an arm is free in between.
        let centre = if bounded && !looped { 0.5 * (l.lower + l.upper) } else { joint.home };
        let room = (l.upper - centre).min(centre - l.lower).min(wide).max(0.0);
        let speed = 3f64.sqrt() / 2.0 * l.velocity / (h as f64 * omega);
        let acceleration = l.acceleration / (3.0 * (h as f64 * omega).powi(2));
        let amplitude = scale * MARGIN * room.min(speed).min(acceleration);
        let mut row = vec![0.0; harmonics];
        for (k, part) in [(h, 0.75), (3 * h, -0.25)] {
            if let Some(entry) = row.get_mut(k - 1) {
                *entry += part * amplitude;
            }
        }
        offset.push(centre);
        rows.push(row);
    }
    let zeros = vec![vec![0.0; harmonics]; joints.len()];
    Ok(fourier(FourierForm::Series, 1.0 / SECONDS, SECONDS, &offset, &rows, &zeros)?.into())
}

/// Whether the loops close all along and the drives can give the efforts.
fn is_possible(robot: &Robot, joints: &[&Joint], motion: &AnyTrajectory) -> bool {
    let Ok(log) = plan(robot, motion, RATE) else { return false };
    joints.iter().enumerate().all(|(j, joint)| {
        let most = EFFORT * joint.limits.effort;
        log.channel(Quantity::Effort, j).is_some_and(|tau| tau.iter().all(|x| x.abs() <= most))
    })
}
