//! Ranges of a platform's coordinates.

use super::{Constraint, LimitLabel, State, Tools, within};
use crate::excite::coordinates::{Follower, StateSlopes};
use crate::excite::limits::ExcitationLimits;

/// Ranges of coordinates.
pub struct PlatformRange {
    labels: Vec<LimitLabel>,
}

impl PlatformRange {
    /// Those of a platform; none if the coordinates are joints.
    pub fn new(follower: &Follower, limits: &ExcitationLimits) -> Self {
        let named = follower.names().into_iter().zip(&limits.platform);
        let label = |(of, allowed): (String, &(f64, f64))| {
            let unit = if of.starts_with('r') { "rad" } else { "m" }.into();
            LimitLabel { what: "position", of, unit, allowed: *allowed, stated: *allowed }
        };
        Self { labels: named.map(label).collect() }
    }
}

impl Constraint for PlatformRange {
    fn labels(&self) -> &[LimitLabel] {
        &self.labels
    }
    fn values(&self, _: &mut Tools, state: &State, out: &mut [f64]) {
        for ((label, z), out) in self.labels.iter().zip(state.z).zip(out) {
            *out = within(*z, label.allowed).0;
        }
    }
    fn add_slopes(&self, _: &mut Tools, state: &State, weights: &[f64], out: &mut StateSlopes) {
        for (k, (label, z)) in self.labels.iter().zip(state.z).enumerate() {
            out.z[k] += weights[k] * within(*z, label.allowed).1;
        }
    }
    fn measure(&self, _: &mut Tools, state: &State, out: &mut [f64]) {
        out.copy_from_slice(&state.z[..out.len()]);
    }
}
