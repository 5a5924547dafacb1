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

use armlab_engine::base::BaseParameters;
use armlab_engine::robot::{Parameters, Robot};
use armlab_engine::spatial::{Inertia, Moments, Scalar, Sym3, vec3};

/// Numbers of one body.
const TEN: usize = 10;

/// `π(β)`.
#[derive(Clone)]
pub(super) struct InertialMap {
    bodies: usize,
    /// `π` at `β = 0`: ten moments per body, then rotors.
    constant: Vec<f64>,
    /// Numbers that vary, and where their terms end; the rest is constant.
    varying: Vec<(usize, usize)>,
    /// Base parameter and factor, number after number.
    terms: Vec<(usize, f64)>,
}

impl InertialMap {
    pub(super) fn of(robot: &Robot, base: &BaseParameters) -> Self {
        let bodies = robot.links().len();
        let described = robot.parameters();
        let mut constant: Vec<f64> = described.bodies.iter().flat_map(to_array).collect();
        constant.extend(&described.rotors);
        let mut terms_of: Vec<Vec<(usize, f64)>> = vec![Vec::new(); constant.len()];
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
                    terms_of[i].push((k, factor));
                }
            }
        }
        let (mut varying, mut terms) = (Vec::new(), Vec::new());
        for (i, own) in terms_of.into_iter().enumerate().filter(|(_, own)| !own.is_empty()) {
            terms.extend(own);
            varying.push((i, terms.len()));
        }
        Self { bodies, constant, varying, terms }
    }

    /// Room for parameters of this robot.
    pub(super) fn room<S: Scalar>(&self) -> Room<S> {
        let constant: Vec<S> = self.constant.iter().map(|x| S::constant(*x)).collect();
        let (bodies, rotors) = constant.split_at(TEN * self.bodies);
        Room {
            parameters: Parameters {
                bodies: bodies.chunks_exact(TEN).map(from_slice).collect(),
                rotors: rotors.to_vec(),
            },
        }
    }

    /// Fills in the parameters for base parameters `beta`.
    #[inline(always)]
    pub(super) fn fill<S: Scalar>(&self, beta: &[S], room: &mut Room<S>) {
        let mut t = 0;
        for v in 0..self.varying.len() {
            let (i, end) = self.varying[v];
            let mut number = S::constant(self.constant[i]);
            while t < end {
                let (k, factor) = self.terms[t];
                number = beta[k].times_add(factor, number);
                t += 1;
            }
            room.set(TEN * self.bodies, i, number);
        }
    }
}

/// Parameters in the recursions' form; those that do not vary stay.
pub(super) struct Room<S> {
    pub(super) parameters: Parameters<S>,
}

impl<S: Scalar> Room<S> {
    #[inline(always)]
    fn set(&mut self, rotors: usize, i: usize, number: S) {
        if i >= rotors {
            self.parameters.rotors[i - rotors] = number;
            return;
        }
        let m = &mut self.parameters.bodies[i / TEN];
        match i % TEN {
            0 => m.mass = number,
            1 => m.first.x = number,
            2 => m.first.y = number,
            3 => m.first.z = number,
            4 => m.second.xx = number,
            5 => m.second.xy = number,
            6 => m.second.yy = number,
            7 => m.second.xz = number,
            8 => m.second.yz = number,
            _ => m.second.zz = number,
        }
    }
}

fn from_slice<S: Scalar>(m: &[S]) -> Moments<S> {
    Moments {
        mass: m[0],
        first: vec3(m[1], m[2], m[3]),
        second: Sym3 { xx: m[4], xy: m[5], yy: m[6], xz: m[7], yz: m[8], zz: m[9] },
    }
}

fn to_array(m: &Moments<f64>) -> [f64; TEN] {
    let (h, s) = (m.first, m.second);
    [m.mass, h.x, h.y, h.z, s.xx, s.xy, s.yy, s.xz, s.yz, s.zz]
}
