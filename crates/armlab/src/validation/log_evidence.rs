//! What the log that a model is judged by allows.
//!
//! It is measured on the log itself: the noise of its efforts, the error of a free
//! model of the same robot fitted to it, and the part of the residual that has to do with
//! the motion at all.

use super::scores::{JointScore, Scores};

/// Residuals of this many times the efforts' noise are noise.
const NOISE: f64 = 1.5;
/// A residual of which the motion explains less than this part has nothing to do with it.
const RELATED: f64 = 0.1;

/// What the log that a model is judged by allows.
#[derive(Clone, Debug, Default)]
pub struct LogEvidence {
    /// Each joint's effort noise in percent of its efforts.
    pub noise: Vec<f64>,
    /// What of each joint's efforts differs between periods of the same motion, in percent of them,
    /// so that no model of the motion predicts it; empty where the motion does not repeat.
    pub unrepeated: Vec<f64>,
    /// Errors of a free model of the same robot, fitted to this log: what its bodies and
    /// friction could reach.
    pub free: Option<Scores>,
    /// Part of each joint's squared residual that the motion explains, 0 to 1.
    pub related: Vec<f64>,
    /// Joints that stand still in it: what holds them, a drive or friction, cannot be told.
    pub still: Vec<bool>,
}

impl LogEvidence {
    /// Whether a joint's error is no more than the noise of its efforts.
    pub(super) fn is_noise(&self, joint: usize, error: f64) -> bool {
        self.noise.get(joint).is_some_and(|noise| error <= NOISE * noise)
    }
    /// The part of a joint's efforts that differs between periods, percent, if little more is left.
    pub(super) fn unrepeated(&self, joint: usize, error: f64) -> Option<f64> {
        self.unrepeated.get(joint).copied().filter(|part| error <= NOISE * part)
    }
    /// Whether that holds of all joints.
    pub(super) fn all_noise(&self, scores: &Scores) -> bool {
        scores.joints.iter().enumerate().all(|(j, s)| self.is_noise(j, s.relative))
    }
    /// Whether no joint's residual beyond its noise has to do with the motion.
    pub(super) fn unrelated(&self, scores: &Scores) -> bool {
        let of = |(j, s): (usize, &JointScore)| self.is_noise(j, s.relative) || !self.is_related(j);
        scores.joints.iter().enumerate().all(of)
    }
    /// Whether a joint's residual may have to do with the motion.
    pub(super) fn is_related(&self, joint: usize) -> bool {
        self.related.get(joint).is_none_or(|r| *r >= RELATED)
    }
    pub(super) fn stands_still(&self, joint: usize) -> bool {
        self.still.get(joint).copied().unwrap_or(false)
    }
    pub(super) fn free_joint(&self, joint: usize) -> Option<f64> {
        self.free.as_ref().and_then(|f| f.joints.get(joint)).map(|j| j.relative)
    }
}
