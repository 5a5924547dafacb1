//! Friction and couplings of one state: efforts, their slopes and their columns.

use crate::friction_columns::{FrictionColumn, Jump, Source};

/// The friction columns of a model, sample by sample.
pub(super) struct FrictionEffort {
    joints: usize,
    sources: Vec<Source>,
}

impl FrictionEffort {
    pub(super) fn of(joints: usize, columns: &[FrictionColumn]) -> Self {
        Self { joints, sources: columns.iter().map(|c| c.source).collect() }
    }
    /// Inertias that couple two joints: the joints, and which of the friction's
    /// values it is.
    pub(super) fn couplings(&self) -> Vec<(usize, usize, usize)> {
        let coupled = |(k, source): (usize, &Source)| match *source {
            Source::CoupledInertia(c) => Some((c.first, c.second, k)),
            _ => None,
        };
        self.sources.iter().enumerate().filter_map(coupled).collect()
    }

    /// Takes friction from efforts; inertia is left to the mass matrix.
    pub(super) fn subtract(&self, qd: &[f64], values: &[f64], effort: &mut [f64]) {
        for (source, &value) in self.sources.iter().zip(values) {
            match *source {
                Source::Viscous(j) => effort[j] -= value * qd[j],
                Source::Cubic(j) => effort[j] -= value * qd[j] * qd[j] * qd[j],
                Source::Coulomb(j, jump) => effort[j] -= value * jump.at(qd[j]),
                Source::Breakaway(j, jump, speed) => {
                    effort[j] -= value * jump.near_rest(qd[j], speed)
                }
                Source::Offset(j) => effort[j] -= value,
                Source::CoupledInertia(_) => {}
                Source::CoupledViscous(c) => {
                    effort[c.first] -= value * qd[c.second];
                    effort[c.second] -= value * qd[c.first];
                }
                Source::CoupledCoulomb(c, jump) => {
                    let friction = value * jump.at(qd[c.first] + qd[c.second]);
                    effort[c.first] -= friction;
                    effort[c.second] -= friction;
                }
            }
        }
    }

    /// Adds the slopes of friction by speed (`joints × joints`).
    pub(super) fn add_slopes(&self, qd: &[f64], values: &[f64], slopes: &mut [f64]) {
        let n = self.joints;
        for (source, &value) in self.sources.iter().zip(values) {
            match *source {
                Source::Viscous(j) => slopes[j * n + j] += value,
                Source::Cubic(j) => slopes[j * n + j] += 3.0 * value * qd[j] * qd[j],
                Source::Coulomb(j, jump) => slopes[j * n + j] += value * slope(jump, qd[j]),
                Source::Breakaway(j, jump, speed) => {
                    let curve = (-(qd[j] / speed).powi(2)).exp();
                    let falls = -2.0 * qd[j] / (speed * speed) * jump.near_rest(qd[j], speed);
                    slopes[j * n + j] += value * (slope(jump, qd[j]) * curve + falls);
                }
                Source::Offset(_) | Source::CoupledInertia(_) => {}
                Source::CoupledViscous(c) => {
                    slopes[c.first * n + c.second] += value;
                    slopes[c.second * n + c.first] += value;
                }
                Source::CoupledCoulomb(c, jump) => {
                    let steep = value * slope(jump, qd[c.first] + qd[c.second]);
                    for i in [c.first, c.second] {
                        slopes[i * n + c.first] += steep;
                        slopes[i * n + c.second] += steep;
                    }
                }
            }
        }
    }

    /// The columns at a motion, into rows of `width` numbers from `first` on.
    pub(super) fn fill_columns(
        &self,
        qd: &[f64],
        qdd: &[f64],
        out: &mut [f64],
        width: usize,
        first: usize,
    ) {
        for (k, source) in self.sources.iter().enumerate() {
            let column = first + k;
            for j in 0..self.joints {
                out[j * width + column] = 0.0;
            }
            let mut set = |j: usize, value: f64| out[j * width + column] = value;
            match *source {
                Source::Viscous(j) => set(j, qd[j]),
                Source::Cubic(j) => set(j, qd[j] * qd[j] * qd[j]),
                Source::Coulomb(j, jump) => set(j, jump.at(qd[j])),
                Source::Breakaway(j, jump, speed) => set(j, jump.near_rest(qd[j], speed)),
                Source::Offset(j) => set(j, 1.0),
                Source::CoupledInertia(c) => {
                    set(c.first, qdd[c.second]);
                    set(c.second, qdd[c.first]);
                }
                Source::CoupledViscous(c) => {
                    set(c.first, qd[c.second]);
                    set(c.second, qd[c.first]);
                }
                Source::CoupledCoulomb(c, jump) => {
                    let direction = jump.at(qd[c.first] + qd[c.second]);
                    set(c.first, direction);
                    set(c.second, direction);
                }
            }
        }
    }
}

/// Slope of the jump at rest; a sign has none but at zero, where it has no value.
fn slope(jump: Jump, v: f64) -> f64 {
    match jump {
        Jump::None | Jump::Sign => 0.0,
        Jump::Smooth(width) => {
            let tanh = (v / width).tanh();
            (1.0 - tanh * tanh) / width
        }
    }
}
