//! Weights of single rows, for estimators that trust some less than others.

use std::ops::Range;

/// Row weights of a robust estimator.
pub struct RowWeights<'w> {
    /// Unknowns at which residuals are taken.
    pub unknowns: &'w [f64],
    /// Weight of a row by joint and residual; rows are multiplied by its root.
    pub weight: &'w (dyn Fn(usize, f64) -> f64 + Sync),
}

impl RowWeights<'_> {
    /// Roots of the weights of a joint's rows with these residuals.
    pub(super) fn roots(&self, joint: usize, residuals: &[f64]) -> Vec<f64> {
        residuals.iter().map(|r| (self.weight)(joint, *r).max(0.0).sqrt()).collect()
    }
    /// Columns of a joint's rows, multiplied by the roots of their weights.
    pub(super) fn apply(
        &self,
        joint: usize,
        columns: &[&[f64]],
        used: &[Range<usize>],
    ) -> Vec<Vec<f64>> {
        let target = self.unknowns.len();
        let samples = columns[target].len();
        let mut residual = columns[target].to_vec();
        let of_joint = || used.iter().flat_map(Clone::clone);
        for k in of_joint().filter(|&k| k < target) {
            let pairs = residual.iter_mut().zip(columns[k]);
            pairs.for_each(|(r, y)| *r -= self.unknowns[k] * y);
        }
        let roots = self.roots(joint, &residual);
        let mut out = vec![vec![0.0; samples]; columns.len()];
        for k in of_joint() {
            let entries = out[k].iter_mut().zip(columns[k]).zip(&roots);
            entries.for_each(|((o, y), w)| *o = y * w);
        }
        out
    }
}
