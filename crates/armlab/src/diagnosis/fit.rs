//! Least squares over chosen columns, joint by joint weighted, and what it leaves.
//!
//! Errors are parts of the squared efforts. Friction must not put energy into the
//! motion, so its columns stay positive: a fit with the wrong sign of an effort would
//! otherwise look as good as the right one. A constant effort costs as much as it
//! explains, since it could hide a weight of the wrong sign.

use super::rows::{JointRows, Rows};
use armlab_dense::{Cholesky, Matrix, dot};

/// Keeps columns that are not excited near zero, as a part of their own length.
const RIDGE: f64 = 1e-6;
/// Rounds in which negative friction is removed.
const ROUNDS: usize = 6;
/// A joint's error counts at most so much.
const CAP: f64 = 3.0;

/// What a fit found.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    /// Coefficients of all columns.
    pub x: Vec<f64>,
    /// Part of each joint's squared efforts that is left.
    pub errors: Vec<f64>,
}

impl Fit {
    /// Mean over the joints.
    pub fn error(&self) -> f64 {
        let sum: f64 = self.errors.iter().map(|e| e.clamp(0.0, CAP)).sum();
        sum / self.errors.len().max(1) as f64
    }
}

/// Rows together with efforts.
pub(super) struct Problem<'a> {
    rows: &'a Rows,
    effort: &'a [Vec<f64>],
    /// Products of columns with the joint's effort.
    products: Vec<Vec<f64>>,
    /// Squared efforts.
    squares: Vec<f64>,
}

impl<'a> Problem<'a> {
    pub fn new(rows: &'a Rows, effort: &'a [Vec<f64>]) -> Self {
        let pairs = || rows.joints.iter().zip(effort);
        // Columns that do not show at a joint are left out: most, at its last joints.
        let product = |j: &JointRows, k: usize, e: &[f64]| match j.shows(k) {
            true => dot(&j.values[k], e),
            false => 0.0,
        };
        let products =
            pairs().map(|(j, e)| (0..j.values.len()).map(|k| product(j, k, e)).collect());
        let squares = pairs().map(|(_, e)| dot(e, e).max(f64::MIN_POSITIVE));
        Self { rows, effort, products: products.collect(), squares: squares.collect() }
    }

    /// Fits `free` columns, with the columns of `fixed` at their values.
    pub fn fit(&self, free: &[usize], fixed: &[(usize, f64)]) -> Option<Fit> {
        let mut free = free.to_vec();
        let columns = &self.rows.columns;
        for _ in 0..ROUNDS {
            let x = self.solve(&free, fixed)?;
            let before = free.len();
            free.retain(|&k| !(columns.not_negative[k] && x[k] < 0.0));
            if free.len() == before {
                return Some(Fit { errors: self.errors(&x), x });
            }
        }
        let x = self.solve(&free, fixed)?;
        Some(Fit { errors: self.errors(&x), x })
    }

    fn solve(&self, free: &[usize], fixed: &[(usize, f64)]) -> Option<Vec<f64>> {
        let width = self.rows.columns.len();
        let mut x = vec![0.0; width];
        fixed.iter().for_each(|&(k, value)| x[k] = value);
        if free.is_empty() {
            return Some(x);
        }
        let (mut matrix, mut rhs) = (Matrix::zeros(free.len(), free.len()), vec![0.0; free.len()]);
        for (j, joint) in self.rows.joints.iter().enumerate() {
            let weight = 1.0 / self.squares[j];
            for (a, &k) in free.iter().enumerate().filter(|(_, k)| joint.shows(**k)) {
                let known: f64 = fixed.iter().map(|&(f, value)| value * joint.gram.at(k, f)).sum();
                rhs[a] += weight * (self.products[j][k] - known);
                let (own, column) = (joint.gram.column(k), matrix.column_mut(a));
                for (entry, &l) in column.iter_mut().zip(&free[..=a]) {
                    *entry += weight * own[l];
                }
            }
        }
        let scale: Vec<f64> = (0..free.len())
            .map(|a| if matrix.at(a, a) > 0.0 { matrix.at(a, a).sqrt().recip() } else { 0.0 })
            .collect();
        let ridge =
            |a: usize| if self.rows.columns.offset[free[a]].is_some() { 1.0 } else { RIDGE };
        let scaled = Matrix::from_fn(free.len(), free.len(), |a, b| {
            let (a, b) = (a.max(b), a.min(b));
            let entry = matrix.at(b, a) * scale[a] * scale[b];
            match (a == b, scale[a] == 0.0) {
                (true, true) => 1.0,
                (true, false) => entry + ridge(a),
                _ => entry,
            }
        });
        let mut solved: Vec<f64> = rhs.iter().zip(&scale).map(|(r, s)| r * s).collect();
        Cholesky::new(&scaled).ok()?.solve(&mut solved);
        for ((&k, value), s) in free.iter().zip(&solved).zip(&scale) {
            x[k] = value * s;
        }
        Some(x)
    }

    fn errors(&self, x: &[f64]) -> Vec<f64> {
        let one = |j: usize| {
            let joint = &self.rows.joints[j];
            let shown = (0..x.len()).filter(|&k| x[k] != 0.0 && joint.shows(k));
            let shown: Vec<usize> = shown.collect();
            let with = |&k: &usize| {
                let column = joint.gram.column(k);
                x[k] * shown.iter().map(|&l| x[l] * column[l]).sum::<f64>()
            };
            let quadratic: f64 = shown.iter().map(with).sum();
            let left = self.squares[j] - 2.0 * dot(x, &self.products[j]) + quadratic;
            let constant: f64 = (0..x.len())
                .filter(|&k| self.rows.columns.offset[k] == Some(j))
                .map(|k| x[k] * x[k] * joint.gram.at(k, k))
                .sum();
            (left.max(0.0) + constant) / self.squares[j]
        };
        (0..self.rows.joints.len()).map(one).collect()
    }

    /// Squared residual of each row of a joint, as a part of its squared efforts.
    pub fn residuals(&self, x: &[f64], joint: usize) -> Vec<f64> {
        let values = &self.rows.joints[joint].values;
        let residual = |row: usize| {
            let predicted: f64 = values.iter().zip(x).map(|(v, x)| v[row] * x).sum();
            (self.effort[joint][row] - predicted).powi(2) / self.squares[joint]
        };
        (0..self.effort[joint].len()).map(residual).collect()
    }

    /// The rows.
    pub fn rows(&self) -> &Rows {
        self.rows
    }
}
