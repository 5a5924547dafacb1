//! How far, how fast and how briskly each joint moved in the recordings.

use crate::recording::Recording;
use armlab_engine::robot::{Joint, JointKind};
use armlab_engine::text::significant;

/// Share of samples below a top speed or acceleration: single noisy samples are
/// none.
const SHARE: f64 = 0.99;

/// What one joint did.
#[derive(Clone, Debug, PartialEq)]
pub struct JointMotion {
    /// The joint.
    pub joint: String,
    /// How it moves.
    pub kind: JointKind,
    /// Middle of its range, rad or m.
    pub centre: f64,
    /// Limits of its position.
    pub limits: (f64, f64),
    /// From the least to the greatest position, rad or m.
    pub range: f64,
    /// Top speed (99 % of samples are slower).
    pub speed: f64,
    /// Top acceleration (99 % of samples have less).
    pub acceleration: f64,
}

impl JointMotion {
    /// Of joint `j` over all recordings.
    pub fn of(joint: &Joint, j: usize, recordings: &[Recording]) -> Self {
        let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
        for &x in recordings.iter().filter_map(|r| r.q.get(j)).flatten() {
            (least, most) = (least.min(x), most.max(x));
        }
        let (centre, range) = match least <= most {
            true => (0.5 * (least + most), most - least),
            false => (joint.home, 0.0),
        };
        let top = |columns: fn(&Recording) -> &Vec<Vec<f64>>| {
            let all = recordings.iter().filter_map(|r| columns(r).get(j)).flatten();
            let mut sizes: Vec<f64> = all.map(|x| x.abs()).collect();
            if sizes.is_empty() {
                return 0.0;
            }
            let at = ((SHARE * sizes.len() as f64) as usize).min(sizes.len() - 1);
            *sizes.select_nth_unstable_by(at, f64::total_cmp).1
        };
        let (speed, acceleration) = (top(|r| &r.qd), top(|r| &r.qdd));
        let limits = (joint.limits.lower, joint.limits.upper);
        let (joint, kind) = (joint.name.clone(), joint.kind);
        Self { joint, kind, centre, limits, range, speed, acceleration }
    }

    /// The centre of a swing of this amplitude that stays within limits, if any
    /// does, as near as can be to where the joint was.
    pub fn centre_of(&self, amplitude: f64) -> f64 {
        let (least, most) = (self.limits.0 + amplitude, self.limits.1 - amplitude);
        if least <= most { self.centre.max(least).min(most) } else { self.centre }
    }
}

/// A position or range as people read it: degrees, or millimetres.
pub fn position(kind: JointKind, x: f64) -> String {
    match kind.turns() {
        true => format!("{} deg", significant(x.to_degrees(), 2)),
        false => format!("{} mm", significant(1e3 * x, 2)),
    }
}

/// A speed as people read it.
pub fn speed(kind: JointKind, x: f64) -> String {
    format!("{}/s", position(kind, x))
}

/// An acceleration as people read it.
pub fn acceleration(kind: JointKind, x: f64) -> String {
    format!("{}/s²", position(kind, x))
}
