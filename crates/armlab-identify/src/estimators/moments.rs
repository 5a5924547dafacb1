//! Products of the rows of two motions, joint by joint: what estimators need
//! that are not least squares of one set of rows.
//!
//! `A_ij = Z_iᵀ Y_j` and `b_ij = Z_iᵀ τ_j`, with `Z_i` the rows of joint *i* along
//! one motion and `Y_j`, `τ_j` those of joint *j* along the other.

use crate::problem::{Model, ProblemError};
use crate::recording::Recording;
use armlab_dense::{Matrix, dot};

/// Samples whose rows are kept at a time.
const CHUNK: usize = 1024;

/// Which pairs of joints are wanted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Pairs {
    /// Each joint with itself.
    Same,
    /// All pairs.
    All,
}

/// Products of one pair of joints.
#[derive(Clone, Debug)]
pub(super) struct Moment {
    /// Joint of the left rows.
    pub left: usize,
    /// Joint of the right rows.
    pub right: usize,
    /// `Z_iᵀ Y_j`
    pub matrix: Matrix,
    /// `Z_iᵀ τ_j`
    pub vector: Vec<f64>,
    /// `τ_iᵀ τ_j`
    pub efforts: f64,
}

/// Adds up products along pairs of recordings, which must have as many samples
/// each.
pub(super) fn moments(
    model: &Model,
    left: &[Recording],
    right: &[Recording],
    pairs: Pairs,
) -> Result<Vec<Moment>, ProblemError> {
    let (n, joints) = (model.unknowns(), model.joints());
    let mut all: Vec<Moment> = Vec::new();
    for i in 0..joints {
        for j in (0..joints).filter(|&j| pairs == Pairs::All || j == i) {
            let (matrix, vector) = (Matrix::zeros(n, n), vec![0.0; n]);
            all.push(Moment { left: i, right: j, matrix, vector, efforts: 0.0 });
        }
    }
    for (left, right) in left.iter().zip(right) {
        let samples = left.samples().min(right.samples());
        for start in (0..samples).step_by(CHUNK) {
            let rows = start..(start + CHUNK).min(samples);
            let a = columns(model, left, rows.clone())?;
            let b = columns(model, right, rows)?;
            for moment in &mut all {
                let (a, b) = (&a[moment.left], &b[moment.right]);
                for k in 0..n {
                    for l in 0..n {
                        let sum = moment.matrix.at(k, l) + dot(&a[k], &b[l]);
                        moment.matrix.set(k, l, sum);
                    }
                    moment.vector[k] += dot(&a[k], &b[n]);
                }
                moment.efforts += dot(&a[n], &b[n]);
            }
        }
    }
    Ok(all)
}

/// Columns of some samples, per joint: the unknowns, then the effort. Columns
/// that a joint does not have are zero.
fn columns(
    model: &Model,
    recording: &Recording,
    rows: std::ops::Range<usize>,
) -> Result<Vec<Vec<Vec<f64>>>, ProblemError> {
    let (n, joints) = (model.unknowns(), model.joints());
    let mut out = vec![vec![Vec::with_capacity(rows.len()); n + 1]; joints];
    model.stream(recording, rows, |block| {
        for (j, out) in out.iter_mut().enumerate() {
            for (k, (out, column)) in out.iter_mut().zip(block.columns_of(j)).enumerate() {
                if model.shows(j, k) {
                    out.extend_from_slice(column);
                } else {
                    out.resize(out.len() + column.len(), 0.0);
                }
            }
        }
        Ok(())
    })?;
    Ok(out)
}
