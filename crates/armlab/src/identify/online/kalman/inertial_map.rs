//! Inertial parameters of all bodies as linear functions of base parameters.
//!
//! Efforts depend on base parameters only, so any link parameters that give them
//! serve. Here they are the described ones, moved along the columns of the
//! regressor that stand for the base parameters:
//!
//! ```text
//! π(β) = π₀ + S (β − β₀),   Y_base = Y S
//! ```
//!
//! which gives `β` exactly, and whose slopes are the very columns that the filter
//! uses. The numbers are kept as the recursions want them: moments in body frames.

use crate::identify::BaseParameters;
use armlab_engine::robot::{Parameters, Robot};
use armlab_engine::spatial::{Inertia, Moments, Scalar, Sym3, vec3};

/// Numbers of one body.
const TEN: usize = 10;

/// `π(β)`.
pub(super) struct InertialMap {
    bodies: usize,
    /// `π` at `β = 0`: ten moments per body, then rotors.
    constant: Vec<f64>,
    /// Number, base parameter and factor.
    terms: Vec<(usize, usize, f64)>,
}

impl InertialMap {
    pub(super) fn of(robot: &Robot, base: &BaseParameters) -> Self {
        let bodies = robot.links().len();
        let described = robot.parameters();
        let mut constant: Vec<f64> = described.bodies.iter().flat_map(to_array).collect();
        constant.extend(&described.rotors);
        let mut terms = Vec::new();
        for (k, column) in base.columns().into_iter().enumerate() {
            let mut slope = vec![0.0; constant.len()];
            for (parameter, factor) in column {
                if parameter >= TEN * bodies {
                    slope[parameter] += factor;
                    continue;
                }
                let (body, which) = (parameter / TEN, parameter % TEN);
                let mut unit = [0.0; TEN];
                unit[which] = factor;
                let moments = Inertia::from_array(unit).to_moments();
                let moments = robot.tree().bodies[body].moments_from_link(moments);
                for (slope, m) in slope[TEN * body..].iter_mut().zip(to_array(&moments)) {
                    *slope += m;
                }
            }
            let value = base.parameters[k].value;
            for (i, &factor) in slope.iter().enumerate() {
                if factor != 0.0 {
                    constant[i] -= factor * value;
                    terms.push((i, k, factor));
                }
            }
        }
        Self { bodies, constant, terms }
    }

    /// Room for parameters of this robot.
    pub(super) fn room<S: Scalar>(&self) -> Room<S> {
        let rotors = self.constant.len() - TEN * self.bodies;
        Room {
            numbers: vec![S::zero(); self.constant.len()],
            parameters: Parameters {
                bodies: vec![Moments::default(); self.bodies],
                rotors: vec![S::zero(); rotors],
            },
        }
    }

    /// Fills in the parameters for base parameters `beta`.
    #[inline(always)]
    pub(super) fn fill<S: Scalar>(&self, beta: &[S], room: &mut Room<S>) {
        for i in 0..self.constant.len() {
            room.numbers[i] = S::constant(self.constant[i]);
        }
        for t in 0..self.terms.len() {
            let (i, k, factor) = self.terms[t];
            room.numbers[i] = beta[k].times_add(factor, room.numbers[i]);
        }
        for b in 0..self.bodies {
            let m = &room.numbers[TEN * b..TEN * b + TEN];
            room.parameters.bodies[b] = Moments {
                mass: m[0],
                first: vec3(m[1], m[2], m[3]),
                second: Sym3 { xx: m[4], xy: m[5], yy: m[6], xz: m[7], yz: m[8], zz: m[9] },
            };
        }
        for r in 0..room.parameters.rotors.len() {
            room.parameters.rotors[r] = room.numbers[TEN * self.bodies + r];
        }
    }
}

/// Parameters in the recursions' form, and the numbers they are made of.
pub(super) struct Room<S> {
    numbers: Vec<S>,
    pub(super) parameters: Parameters<S>,
}

fn to_array(m: &Moments<f64>) -> [f64; TEN] {
    let (h, s) = (m.first, m.second);
    [m.mass, h.x, h.y, h.z, s.xx, s.xy, s.yy, s.xz, s.yz, s.zz]
}
