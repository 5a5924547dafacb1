//! Residuals of a [`FrictionProblem`] and their slopes, which the laws give
//! themselves:
//!
//! ```text
//! r = W φ + f − τ     ∂r/∂φ = W + f_n (n/|n|)ᵀ W_N + f_0 C     ∂r/∂μ = f_μ
//! ```

use super::problem::{FrictionProblem, Row};
use armlab_dense::{Matrix, dot};
use armlab_engine::friction::{Load, Sliding, Slopes};
use armlab_optimize::{Objective, Residuals};

/// Values of every law's parameters, joint by joint and law by law.
pub(super) type LawValues = Vec<Vec<Vec<f64>>>;

/// A row's rigid effort and the load on its bearing.
pub(super) struct Loaded {
    pub rigid: f64,
    pub across: [f64; 3],
    pub load: Load,
}

impl FrictionProblem<'_> {
    /// Laws with the values of friction unknowns put in.
    pub(super) fn law_values(&self, friction: &[f64]) -> LawValues {
        let terms = |j: &super::problem::DrivenJoint| {
            j.friction.terms.iter().map(|t| t.values().to_vec()).collect::<Vec<_>>()
        };
        let mut values: LawValues = self.joints.iter().map(terms).collect();
        for (unknown, &value) in self.friction.iter().zip(friction) {
            for place in &unknown.places {
                values[place.joint][place.term][place.parameter] = value;
            }
        }
        values
    }

    /// Carried weights of the joints.
    pub(super) fn constants(&self, phi: &[f64]) -> Vec<f64> {
        self.joints.iter().map(|j| j.constant_known + dot(&j.constant, phi)).collect()
    }

    /// Coefficients of a row.
    pub(super) fn effort_row(&self, r: usize) -> &[f64] {
        let n = self.inertial.len();
        &self.efforts[r * n..(r + 1) * n]
    }
    /// Coefficients of one component of a row's reaction.
    pub(super) fn across_row(&self, r: usize, axis: usize) -> &[f64] {
        let n = self.inertial.len();
        let at = (3 * r + axis) * n;
        &self.across[at..at + n]
    }

    /// The state of a row at inertial unknowns.
    pub(super) fn loaded(&self, r: usize, row: &Row, phi: &[f64], constant: f64) -> Loaded {
        let rigid = row.known + dot(self.effort_row(r), phi);
        let joint = &self.joints[row.joint];
        let mut across = [0.0; 3];
        if joint.needs_load {
            let axes = if joint.friction.bearing.normal.is_some() { 1 } else { 3 };
            for (axis, a) in across.iter_mut().enumerate().take(axes) {
                *a = row.across_known[axis] + dot(self.across_row(r, axis), phi);
            }
        }
        let normal = across.iter().map(|a| a * a).sum::<f64>().sqrt();
        Loaded {
            rigid,
            across,
            load: Load { normal, constant, transmitted: rigid, ..Load::default() },
        }
    }

    /// Friction of a row, with slopes per law if asked for.
    pub(super) fn friction_of(
        &self,
        row: &Row,
        values: &LawValues,
        load: Load,
        mut slopes: Option<&mut [Slopes]>,
    ) -> f64 {
        let at = Sliding::loaded(row.speed, load).from_position(row.position);
        let mut sum = 0.0;
        for (t, term) in self.joints[row.joint].friction.terms.iter().enumerate() {
            let of_term = slopes.as_mut().and_then(|s| s.get_mut(t));
            sum += term.law().effort(&values[row.joint][t], at, of_term);
        }
        sum
    }

    /// Most laws that a joint has.
    pub(super) fn most_terms(&self) -> usize {
        self.joints.iter().map(|j| j.friction.terms.len()).max().unwrap_or(0)
    }

    /// Efforts that unknowns predict, row by row, and the measured ones.
    pub fn predicted(&self, x: &[f64]) -> Vec<(f64, f64)> {
        let mut residuals = vec![0.0; self.rows.len()];
        self.residuals(x, &mut residuals);
        let pairs = self.rows.iter().zip(&residuals);
        pairs.map(|(row, r)| (row.effort + r, row.effort)).collect()
    }

    /// Root mean square of the residuals at `x`.
    pub fn rms(&self, x: &[f64]) -> f64 {
        (2.0 * self.value(x) / self.rows.len() as f64).sqrt()
    }
}

impl Residuals for FrictionProblem<'_> {
    fn unknowns(&self) -> usize {
        FrictionProblem::unknowns(self)
    }
    fn rows(&self) -> usize {
        self.rows.len()
    }
    fn residuals(&self, x: &[f64], out: &mut [f64]) {
        let (phi, friction) = x.split_at(self.inertial.len());
        let (values, constants) = (self.law_values(friction), self.constants(phi));
        for (r, (row, out)) in self.rows.iter().zip(out).enumerate() {
            let at = self.loaded(r, row, phi, constants[row.joint]);
            *out = at.rigid + self.friction_of(row, &values, at.load, None) - row.effort;
        }
    }
    fn jacobian(&self, x: &[f64], out: &mut Matrix) -> bool {
        let inertial = self.inertial.len();
        let (phi, friction) = x.split_at(inertial);
        let (values, constants) = (self.law_values(friction), self.constants(phi));
        let mut slopes = vec![Slopes::default(); self.most_terms()];
        out.as_mut_slice().fill(0.0);
        for (r, row) in self.rows.iter().enumerate() {
            let at = self.loaded(r, row, phi, constants[row.joint]);
            slopes.fill(Slopes::default());
            self.friction_of(row, &values, at.load, Some(&mut slopes));
            let by_normal: f64 = slopes.iter().map(|s| s.normal).sum();
            let by_constant: f64 = slopes.iter().map(|s| s.constant).sum();
            let shares: f64 = slopes.iter().map(|s| s.transmitted).sum();
            let by_rigid = 1.0 + shares * at.rigid.signum();
            let towards = direction(&at);
            for k in 0..inertial {
                let by_load: f64 =
                    (0..3).map(|axis| towards[axis] * self.across_row(r, axis)[k]).sum();
                let carried = self.joints[row.joint].constant[k];
                let rigid = by_rigid * self.effort_row(r)[k];
                let slope = rigid + by_normal * by_load + by_constant * carried;
                out.set(r, k, slope);
            }
            for (k, unknown) in self.friction.iter().enumerate() {
                let places = unknown.places.iter().filter(|p| p.joint == row.joint);
                let slope = places.map(|p| slopes[p.term].parameters[p.parameter]).sum();
                out.set(r, inertial + k, slope);
            }
        }
        true
    }
}

/// Direction of the reaction; none where there is no reaction.
pub(super) fn direction(at: &Loaded) -> [f64; 3] {
    match at.load.normal > 0.0 {
        true => at.across.map(|a| a / at.load.normal),
        false => [0.0; 3],
    }
}

impl Objective for FrictionProblem<'_> {
    fn dimension(&self) -> usize {
        FrictionProblem::unknowns(self)
    }
    /// Half the sum of squares, as [`Residuals`] count it.
    fn value(&self, x: &[f64]) -> f64 {
        let (phi, friction) = x.split_at(self.inertial.len());
        let (values, constants) = (self.law_values(friction), self.constants(phi));
        let mut sum = 0.0;
        for (r, row) in self.rows.iter().enumerate() {
            let at = self.loaded(r, row, phi, constants[row.joint]);
            let residual = at.rigid + self.friction_of(row, &values, at.load, None) - row.effort;
            sum += residual * residual;
        }
        0.5 * sum
    }
}
