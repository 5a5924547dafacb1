//! What a filter asks of a tree, recorded once for the robot: its constants and zeros leave
//! little of the recursions, and what is left runs on one state, on states in lanes or on a state
//! with slopes.
//!
//! Inertial parameters are linear in the base parameters,
//!
//! ```text
//! π(β) = π₀ + S (β − β₀),   Y_base = Y S
//! ```
//!
//! with the columns of the regressor that stand for the base parameters in `S`, which gives `β`
//! exactly. Efforts depend on base parameters only, so both terms are regrouped, and mostly
//! nothing is left of `π₀ − S β₀`.

use super::settings::KalmanError;
use crate::Model;
use armlab_codegen::Tape;
use armlab_codegen::graph::{Expr, record};
use armlab_codegen::model::CompactTree;
use armlab_dense::small::padded;
use armlab_engine::dynamics::inverse::{Coordinate, Node, inverse};
use armlab_engine::dynamics::mass_matrix::mass_matrix;
use armlab_engine::linear::ldlt;
use armlab_engine::robot::{Parameters, Robot};
use armlab_engine::spatial::{Inertia, Moments, Scalar, Sym3, Transform, vec3};

/// Numbers of one body.
const TEN: usize = 10;
/// A pivot of the mass matrix below this part of its diagonal is no inertia.
const NO_INERTIA: f64 = 1e-6;
/// Part of the largest of some numbers that is what rounding left of zero.
const ROUNDING: f64 = 1e-12;

/// Functions of a state `x = (q, q̇, unknowns)` and of one number a joint beside it.
pub(super) struct TreeTapes {
    /// In parts: accelerations under efforts less friction; the inverse of the mass matrix, in
    /// padded rows; the entries of the base parameters' columns at those accelerations that are not
    /// always zero.
    pub(super) motion: Tape,
    /// Efforts of accelerations, without friction.
    pub(super) efforts: Tape,
    /// Where those entries stand: joint and base parameter.
    pub(super) entries: Vec<(usize, usize)>,
    /// What is positive where the mass matrix is positive definite.
    pub(super) pivots: Tape,
}

/// The first parts of [`TreeTapes::motion`].
pub(super) mod parts {
    pub const ACCELERATIONS: usize = 0;
    pub const INVERSE: usize = 1;
}

impl TreeTapes {
    /// `couplings` are joints that an unknown couples by inertia, and the unknown.
    pub(super) fn new(
        model: &Model,
        couplings: &[(usize, usize, usize)],
    ) -> Result<Self, KalmanError> {
        let n = model.joints();
        let width = 2 * n + model.unknowns();
        let tree = VaryingTree::new(model);
        let part = |x: &[Expr]| {
            let (q, qd) = (x[..n].to_vec(), x[n..2 * n].to_vec());
            (q, qd, x[width..].to_vec())
        };
        let mass = |x: &[Expr]| {
            let mut mass = tree.mass(&x[..n], &x[2 * n..width]);
            for &(i, j, k) in couplings {
                mass[i * n + j] += x[2 * n + k];
                mass[j * n + i] += x[2 * n + k];
            }
            mass
        };
        let factored = |x: &[Expr]| {
            let mut factors = mass(x);
            ldlt::factor(&mut factors, n);
            factors
        };
        let inverse = |factors: &[Expr]| {
            let mut inverse = vec![Expr::zero(); n * padded(n)];
            for (i, row) in inverse.chunks_exact_mut(padded(n).max(1)).enumerate() {
                row[i] = Expr::one();
                ldlt::solve(factors, n, &mut row[..n]);
            }
            inverse
        };
        let accelerate = |x: &[Expr], factors: &[Expr]| {
            let (q, qd, effort) = part(x);
            let bias = tree.efforts([&q, &qd, &[]], &x[2 * n..width]);
            let mut out: Vec<Expr> = effort.iter().zip(&bias).map(|(&t, &h)| t - h).collect();
            ldlt::solve(factors, n, &mut out);
            out
        };
        let mut entries = Vec::new();
        let recorded = |tape: Option<Tape>| tape.ok_or(KalmanError::TooLarge { joints: n });
        Ok(Self {
            efforts: recorded(Tape::record(width + n, |x| {
                let (q, qd, qdd) = part(x);
                tree.efforts([&q, &qd, &qdd], &x[2 * n..width])
            }))?,
            motion: recorded(Tape::record_parts(width + n, |x| {
                let factors = factored(x);
                let accelerations = accelerate(x, &factors);
                let (q, qd) = (&x[..n], &x[n..2 * n]);
                let mut found = Vec::new();
                for (k, column) in tree.columns.iter().enumerate() {
                    let numbers: Vec<Expr> = column.iter().map(|x| Expr::constant(*x)).collect();
                    let efforts = tree.efforts_of([q, qd, &accelerations], &tree.filled(&numbers));
                    for (joint, entry) in efforts.into_iter().enumerate() {
                        if entry != Expr::Constant(0.0) {
                            entries.push((joint, k));
                            found.push(entry);
                        }
                    }
                }
                vec![accelerations, inverse(&factors), found]
            }))?,
            entries,
            pivots: recorded(Tape::record(width + n, |x| {
                let factors = mass(x);
                let pivots = pivots_of(&factors, n).into_iter().enumerate();
                let least = pivots.flat_map(|(i, pivot)| {
                    [pivot, pivot - factors[i * n + i] * Expr::constant(NO_INERTIA)]
                });
                least.collect()
            }))?,
        })
    }
}

/// Pivots of a symmetric matrix, row after row.
fn pivots_of(matrix: &[Expr], n: usize) -> Vec<Expr> {
    let mut rest = matrix.to_vec();
    for k in 0..n {
        for i in k + 1..n {
            let factor = rest[k * n + i] / rest[k * n + k];
            for j in i..n {
                let product = factor * rest[k * n + j];
                rest[i * n + j] -= product;
            }
        }
    }
    (0..n).map(|i| rest[i * n + i]).collect()
}

/// A tree in frames of its own whose parameters are linear in unknowns.
struct VaryingTree {
    compact: CompactTree,
    constant: Vec<f64>,
    columns: Vec<Vec<f64>>,
}

impl VaryingTree {
    fn new(model: &Model) -> Self {
        let (robot, base) = (model.robot(), model.base());
        let compact = CompactTree::new(robot);
        let described = flattened(robot.parameters());
        let regrouped = |numbers: &[f64]| {
            flattened(&compact.regrouped(&parameters(robot.links().len(), numbers)))
        };
        let mut rest = described.clone();
        let mut columns = Vec::new();
        for (k, mut column) in base.columns().into_iter().enumerate() {
            let largest = column.iter().fold(0.0_f64, |a, (_, factor)| a.max(factor.abs()));
            column.retain(|(_, factor)| factor.abs() > ROUNDING * largest);
            let slope = in_body_frames(robot, &column, described.len());
            let value = base.parameters[k].value;
            rest.iter_mut().zip(&slope).for_each(|(rest, s)| *rest -= s * value);
            columns.push(regrouped(&slope));
        }
        let mut new = Self { constant: regrouped(&rest), columns, compact };
        new.unite();
        for column in &mut new.columns {
            let largest = largest_of(column);
            clear_below(column, ROUNDING * largest);
            for x in column.iter_mut().filter(|x| (x.abs() - 1.0).abs() < ROUNDING) {
                *x = x.signum();
            }
        }
        clear_below(&mut new.constant, ROUNDING * largest_of(&described));
        new
    }
    /// Gives numbers that act alike, such as two second moments of a body that turns about a
    /// fixed axis, to the first of them, and those that never act to none.
    fn unite(&mut self) {
        let (n, count) = (self.compact.tree.dofs, self.constant.len());
        let (_, acting) = record(|| {
            let inputs: Vec<Expr> = (0..3 * n).map(Expr::input).collect();
            let motion = [&inputs[..n], &inputs[n..2 * n], &inputs[2 * n..]];
            let effects = (0..count).map(|i| {
                let mut unit = vec![Expr::zero(); count];
                unit[i] = Expr::one();
                self.efforts_of(motion, &self.filled(&unit))
            });
            effects.collect::<Vec<Vec<Expr>>>()
        });
        for i in 0..count {
            let idle = acting[i].iter().all(|effort| *effort == Expr::zero());
            let like = (0..i).find(|&j| !idle && acting[j] == acting[i]);
            if idle || like.is_some() {
                for numbers in self.columns.iter_mut().chain([&mut self.constant]) {
                    let number = std::mem::take(&mut numbers[i]);
                    like.into_iter().for_each(|j| numbers[j] += number);
                }
            }
        }
    }
    fn parameters(&self, unknowns: &[Expr]) -> Parameters<Expr> {
        let mut numbers: Vec<Expr> = self.constant.iter().map(|x| Expr::constant(*x)).collect();
        for (column, &unknown) in self.columns.iter().zip(unknowns) {
            for (number, &factor) in numbers.iter_mut().zip(column) {
                *number += unknown * Expr::constant(factor);
            }
        }
        self.filled(&numbers)
    }
    fn filled(&self, numbers: &[Expr]) -> Parameters<Expr> {
        parameters(self.compact.tree.bodies.len(), numbers)
    }
    fn positions(&self, q: &[Expr]) -> Vec<Expr> {
        q.iter().zip(&self.compact.offsets).map(|(&q, &o)| q + Expr::constant(o)).collect()
    }
    /// Efforts of a motion; no accelerations are zero.
    fn efforts(&self, motion: [&[Expr]; 3], unknowns: &[Expr]) -> Vec<Expr> {
        self.efforts_of(motion, &self.parameters(unknowns))
    }
    fn efforts_of(&self, [q, qd, qdd]: [&[Expr]; 3], with: &Parameters<Expr>) -> Vec<Expr> {
        let tree = &self.compact.tree;
        let q = self.positions(q);
        let state: Vec<Coordinate<Expr>> = (0..tree.dofs)
            .map(|i| {
                let qdd = qdd.get(i).copied().unwrap_or_default();
                Coordinate { q: q[i], qd: qd[i], qdd }
            })
            .collect();
        let mut nodes = vec![Node::default(); tree.bodies.len()];
        let mut out = vec![Expr::zero(); tree.dofs];
        inverse(tree, with, &mut nodes, &state, None, &mut out);
        out
    }
    /// Mass matrix, row after row.
    fn mass(&self, q: &[Expr], unknowns: &[Expr]) -> Vec<Expr> {
        let tree = &self.compact.tree;
        let (n, bodies) = (tree.dofs, tree.bodies.len());
        let (mut poses, mut composites) =
            (vec![Transform::identity(); bodies], vec![Moments::default(); bodies]);
        let mut mass = vec![Expr::zero(); n * n];
        let (q, parameters) = (self.positions(q), self.parameters(unknowns));
        mass_matrix(tree, &parameters, &q, &mut poses, &mut composites, &mut mass);
        mass
    }
}

fn largest_of(numbers: &[f64]) -> f64 {
    numbers.iter().fold(0.0_f64, |a, b| a.max(b.abs()))
}

fn clear_below(numbers: &mut [f64], limit: f64) {
    numbers.iter_mut().filter(|x| x.abs() <= limit).for_each(|x| *x = 0.0);
}

/// A base parameter's column as moments in body frames, then rotors.
fn in_body_frames(robot: &Robot, column: &[(usize, f64)], count: usize) -> Vec<f64> {
    let bodies = robot.links().len();
    let mut out = vec![0.0; count];
    for &(parameter, factor) in column {
        if parameter >= TEN * bodies {
            out[parameter] += factor;
            continue;
        }
        let (body, which) = (parameter / TEN, parameter % TEN);
        let mut unit = [0.0; TEN];
        unit[which] = factor;
        let moments = Inertia::from_array(unit).to_moments();
        let moments = robot.tree().bodies[body].moments_from_link(moments);
        for (out, m) in out[TEN * body..].iter_mut().zip(to_array(&moments)) {
            *out += m;
        }
    }
    out
}

fn flattened(parameters: &Parameters<f64>) -> Vec<f64> {
    let bodies = parameters.bodies.iter().flat_map(to_array);
    bodies.chain(parameters.rotors.iter().copied()).collect()
}

fn parameters<S: Scalar>(bodies: usize, numbers: &[S]) -> Parameters<S> {
    let (bodies, rotors) = numbers.split_at(TEN * bodies);
    Parameters {
        bodies: bodies.chunks_exact(TEN).map(from_slice).collect(),
        rotors: rotors.to_vec(),
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
