//! From the information of a motion to the number that is minimised:
//! earlier information is added, parameters that are not asked for are taken
//! out, units are made comparable, and the objective looks at what is left.
//!
//! ```text
//! A = A_earlier + Σ YᵀWY
//! A_s = A_ss − A_sn A_nn⁻¹ A_ns            dA_s = TᵀdA T,  T = [1; −A_nn⁻¹A_ns]
//! B = PᵀA_s P                              P: fixed scales and directions
//! C_ij = B_ij/√(B_ii B_jj)                 only if columns are to have length one
//! ```
//!
//! The first line of the middle (Schur's complement) is the information about
//! the chosen parameters when the others are unknown too; a choice of parameters
//! does not make the others known.

use super::objective::{Objective, undo_unit_columns, unit_columns};
use armlab_dense::{Cholesky, Matrix};

/// What is done with an information matrix.
#[derive(Clone, Debug)]
pub struct Merit<'a> {
    /// Information of earlier logs.
    pub earlier: Option<Matrix>,
    /// The parameters that count, by number; all if `None`.
    pub focus: Option<Vec<usize>>,
    /// `P`; the identity if `None`.
    pub directions: Option<Matrix>,
    /// Whether columns are brought to length one.
    pub unit_columns: bool,
    /// The objective.
    pub objective: &'a dyn Objective,
}

impl Merit<'_> {
    /// The matrix the objective looks at; `None` where parameters that do not
    /// count cannot be taken out, because nothing is known about them.
    pub fn reduced(&self, information: &Matrix) -> Option<Matrix> {
        Some(self.stages(information)?.last().clone())
    }

    /// The objective's value and, into `slope`, its derivative by the
    /// information of the motion.
    pub fn evaluate(
        &self,
        information: &Matrix,
        sharpness: f64,
        slope: Option<&mut Matrix>,
    ) -> f64 {
        let Some(stages) = self.stages(information) else { return f64::INFINITY };
        let Some(out) = slope else {
            return self.objective.evaluate(stages.last(), sharpness, None);
        };
        let mut s = Matrix::zeros(0, 0);
        let value = self.objective.evaluate(stages.last(), sharpness, Some(&mut s));
        if !value.is_finite() {
            return value;
        }
        if let Some(unit) = &stages.unit {
            s = undo_unit_columns(&s, unit, &stages.scaled);
        }
        if let Some(p) = &self.directions {
            s = p.product(&s).product(&p.transposed());
        }
        if let Some(t) = &stages.keep {
            s = t.product(&s).product(&t.transposed());
        }
        *out = s;
        value
    }

    fn stages(&self, information: &Matrix) -> Option<Stages> {
        let mut a = information.clone();
        if let Some(earlier) = &self.earlier {
            let sum = a.as_mut_slice().iter_mut().zip(earlier.as_slice());
            sum.for_each(|(a, e)| *a += e);
        }
        let keep = match &self.focus {
            Some(focus) => Some(keep(&a, focus)?),
            None => None,
        };
        let a = match &keep {
            Some(t) => t.transposed().product(&a.product(t)),
            None => a,
        };
        let scaled = match &self.directions {
            Some(p) => p.transposed().product(&a.product(p)),
            None => a,
        };
        let unit = self.unit_columns.then(|| unit_columns(&scaled));
        Some(Stages { keep, scaled, unit })
    }
}

struct Stages {
    keep: Option<Matrix>,
    scaled: Matrix,
    unit: Option<Matrix>,
}

impl Stages {
    fn last(&self) -> &Matrix {
        self.unit.as_ref().unwrap_or(&self.scaled)
    }
}

/// `T = [1; −A_nn⁻¹A_ns]` in the order of all parameters.
fn keep(a: &Matrix, focus: &[usize]) -> Option<Matrix> {
    let others: Vec<usize> = (0..a.rows()).filter(|i| !focus.contains(i)).collect();
    let nn = Matrix::from_fn(others.len(), others.len(), |i, j| a.at(others[i], others[j]));
    // Rounding must not decide whether the others can be told apart.
    let factor = Cholesky::new(&nn).ok()?;
    let mut t = Matrix::zeros(a.rows(), focus.len());
    let mut column = vec![0.0; others.len()];
    for (k, &s) in focus.iter().enumerate() {
        t.set(s, k, 1.0);
        for (c, &i) in column.iter_mut().zip(&others) {
            *c = -a.at(i, s);
        }
        if !others.is_empty() {
            factor.solve(&mut column);
        }
        for (c, &i) in column.iter().zip(&others) {
            t.set(i, k, *c);
        }
    }
    Some(t)
}

#[cfg(test)]
mod tests {
    use super::super::objective::OBJECTIVES;
    use super::*;

    fn positive(seed: f64, n: usize) -> Matrix {
        let entry = |i: usize, j: usize| (seed + (i + 1) as f64 * (1.7 + j as f64)).sin();
        let w = Matrix::from_fn(3 * n, n, entry);
        w.transposed().product(&w)
    }

    #[test]
    fn slopes_through_every_stage_match_differences() {
        let n = 5;
        let a = positive(0.3, n);
        let p = Matrix::from_fn(3, 2, |i, j| ((i + 2 * j) as f64).cos());
        for objective in OBJECTIVES {
            for (focus, directions, unit_columns) in [
                (None, None, false),
                (None, None, true),
                (Some(vec![3, 1, 4]), None, true),
                (Some(vec![3, 1, 4]), Some(p.clone()), false),
            ] {
                let earlier = Some(positive(2.0, n));
                let merit =
                    Merit { earlier, focus, directions, unit_columns, objective: *objective };
                let mut slope = Matrix::zeros(n, n);
                merit.evaluate(&a, 8.0, Some(&mut slope));
                for i in 0..n {
                    for j in 0..=i {
                        let at = |step: f64| {
                            let mut moved = a.clone();
                            moved.set(i, j, a.at(i, j) + step);
                            moved.set(j, i, moved.at(i, j));
                            merit.evaluate(&moved, 8.0, None)
                        };
                        let h = 1e-5;
                        let difference = (at(h) - at(-h)) / (2.0 * h);
                        let both = if i == j { 1.0 } else { 2.0 };
                        let exact = both * slope.at(i, j);
                        assert!(
                            (exact - difference).abs() < 1e-8 * (1.0 + exact.abs()),
                            "{} {i} {j}: {exact} {difference}",
                            objective.name()
                        );
                    }
                }
            }
        }
    }
}
