//! Where a judgement holds: the motion it rests on.

use crate::identify::Recording;
use armlab_engine::robot::Robot;
use armlab_engine::text::significant;
use serde::Serialize;

/// A joint that moved less than this part of its range, and less than
/// [`HARDLY`], hardly moved.
const PART_OF_RANGE: f64 = 0.05;
/// rad or m.
const HARDLY: f64 = 0.02;

/// What one joint did.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JointScope {
    /// The joint.
    pub joint: String,
    /// Unit of its position, `rad` or `m`.
    pub unit: &'static str,
    /// Smallest and largest position.
    pub position: [f64; 2],
    /// Largest speed.
    pub speed: f64,
    /// Largest acceleration.
    pub acceleration: f64,
    /// True if it hardly moved.
    pub hardly_moved: bool,
}

/// The motion a judgement rests on.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Scope {
    /// Recorded time, s.
    pub seconds: f64,
    /// Samples.
    pub samples: usize,
    /// Joints.
    pub joints: Vec<JointScope>,
}

impl Scope {
    /// What the recordings cover.
    pub fn of(robot: &Robot, recordings: &[Recording]) -> Self {
        let columns = |pick: fn(&Recording) -> &Vec<Vec<f64>>, j: usize| {
            recordings.iter().filter_map(move |r| pick(r).get(j)).flatten().copied()
        };
        let joints = robot.driven_joints().enumerate().map(|(j, joint)| {
            let (mut low, mut high) = (f64::INFINITY, f64::NEG_INFINITY);
            for q in columns(|r| &r.q, j) {
                (low, high) = (low.min(q), high.max(q));
            }
            let largest = |values: &mut dyn Iterator<Item = f64>| {
                values.fold(0.0_f64, |m, v| if v.abs() > m { v.abs() } else { m })
            };
            let range = joint.limits.upper - joint.limits.lower;
            let little = if range.is_finite() { HARDLY.min(PART_OF_RANGE * range) } else { HARDLY };
            JointScope {
                joint: joint.name.clone(),
                unit: joint.kind.position_unit(),
                position: if low <= high { [low, high] } else { [0.0, 0.0] },
                speed: largest(&mut columns(|r| &r.qd, j)),
                acceleration: largest(&mut columns(|r| &r.qdd, j)),
                hardly_moved: !(high - low > little),
            }
        });
        Self {
            seconds: recordings.iter().map(|r| r.samples() as f64 * r.step).sum(),
            samples: recordings.iter().map(Recording::samples).sum(),
            joints: joints.collect(),
        }
    }

    /// Which joints hardly moved.
    pub fn still(&self) -> Vec<bool> {
        self.joints.iter().map(|j| j.hardly_moved).collect()
    }

    /// Plain statements, for people.
    pub fn statements(&self) -> Vec<String> {
        let parts: Vec<String> = self
            .joints
            .iter()
            .map(|j| {
                format!(
                    "{} {} {u}/s, {} {u}/s²",
                    j.joint,
                    significant(j.speed, 3),
                    significant(j.acceleration, 3),
                    u = j.unit
                )
            })
            .collect();
        let mut all = vec![format!(
            "valid for the motion of {:.1} s ({} samples), up to these speeds and accelerations: {}",
            self.seconds,
            self.samples,
            parts.join("; ")
        )];
        let still: Vec<&str> =
            self.joints.iter().filter(|j| j.hardly_moved).map(|j| j.joint.as_str()).collect();
        if !still.is_empty() {
            all.push(format!("not evaluated, since they hardly moved: {}", still.join(", ")));
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use armlab_engine::robot::library;

    #[test]
    fn the_scope_names_ranges_and_joints_that_stood_still() {
        let robot = library::load("scara").unwrap().unwrap().robot;
        let recording = Recording {
            name: "log".into(),
            step: 0.5,
            start: 0.0,
            time: vec![0.0, 0.5],
            q: vec![vec![-1.0, 1.0], vec![0.3, 0.5], vec![0.1, 0.101]],
            qd: vec![vec![-2.0, 1.0], vec![0.0, 0.5], vec![0.0, 0.0]],
            qdd: vec![vec![0.0, 4.0], vec![0.0, 0.0], vec![0.0, 0.0]],
            effort: vec![vec![0.0; 2]; 3],
            temperature: Vec::new(),
            cutoff: None,
            notes: Vec::new(),
        };
        let scope = Scope::of(&robot, &[recording]);
        assert_eq!((scope.seconds, scope.samples), (1.0, 2));
        assert_eq!((scope.joints[0].position, scope.joints[0].speed), ([-1.0, 1.0], 2.0));
        assert_eq!(scope.joints[0].acceleration, 4.0);
        assert!(!scope.joints[1].hardly_moved && scope.joints[2].hardly_moved);
        assert!(scope.statements()[1].ends_with("hardly moved: d3"));
    }
}
