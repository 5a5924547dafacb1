//! Rows of all joints together, for noise that joints have in common.

use super::sequence::Sequence;
use super::set::RowSet;
use crate::error::EstimationError;
use armlab_dense::{Cholesky, Matrix, Triangle, Tsqr, solve_lower};
use std::collections::HashMap;

/// Noise as a part of a joint's efforts that is assumed at least.
const EXACT: f64 = 1e-12;
/// What is left of covariances between joints after each attempt to make them fit together.
const LESS: f64 = 0.9;

/// A row of one joint, its effort last.
struct JointRow {
    joint: usize,
    entries: Vec<f64>,
}

impl RowSet {
    /// The rows of an instant: those of the joints whose rows are not left out.
    fn instant(&self, sequence: &Sequence, k: usize) -> Vec<JointRow> {
        let projection = &self.projections[sequence.log];
        let joints = sequence.joints.iter().enumerate();
        let row = |(joint, own): (usize, &super::sequence::JointSequence)| {
            let [effort, rate] = own.efforts[k]?;
            let mut entries = vec![0.0; self.unknowns + 1];
            for (&p, column) in own.rows.places.iter().zip(&own.rows.columns) {
                entries[p] = column[k];
            }
            entries[self.unknowns] = effort;
            entries.iter_mut().zip(projection).for_each(|(e, c)| *e -= c * rate);
            Some(JointRow { joint, entries })
        };
        joints.filter_map(row).collect()
    }

    /// Covariance of the joints' residuals at some unknowns, from instants at which both of a pair
    /// have rows.
    pub(crate) fn noise_over_joints(&self, x: &[f64]) -> Matrix {
        let n = self.joints();
        let (mut sums, mut counts) = (Matrix::zeros(n, n), Matrix::zeros(n, n));
        let mut efforts = vec![0.0; n];
        for sequence in &self.sequences {
            for k in 0..sequence.rows() {
                let rows = self.instant(sequence, k);
                let residual = |row: &JointRow| {
                    let (effort, entries) = (row.entries[self.unknowns], &row.entries);
                    effort - entries.iter().zip(x).map(|(a, x)| a * x).sum::<f64>()
                };
                let residuals: Vec<f64> = rows.iter().map(residual).collect();
                for (a, ra) in rows.iter().zip(&residuals) {
                    efforts[a.joint] += a.entries[self.unknowns].powi(2);
                    for (b, rb) in rows.iter().zip(&residuals) {
                        let (i, j) = (a.joint, b.joint);
                        sums.set(i, j, sums.at(i, j) + ra * rb);
                        counts.set(i, j, counts.at(i, j) + 1.0);
                    }
                }
            }
        }
        Matrix::from_fn(n, n, |i, j| {
            let mean = sums.at(i, j) / counts.at(i, j).max(1.0);
            if i != j {
                return mean;
            }
            let floor = EXACT * (efforts[i] / counts.at(i, i).max(1.0)).max(f64::MIN_POSITIVE);
            mean.max(floor)
        })
    }

    /// All rows, each instant's divided by the root of its joints' noise, as one triangle.
    pub(crate) fn whitened_over_joints(&self, noise: &Matrix) -> Result<Triangle, EstimationError> {
        let width = self.unknowns + 1;
        let noise = fitting(noise);
        let mut factors: HashMap<Vec<usize>, Option<Cholesky>> = HashMap::new();
        let mut sum = Tsqr::new(self.unknowns, 1);
        for sequence in &self.sequences {
            let mut columns: Vec<Vec<f64>> = vec![Vec::new(); width];
            for k in 0..sequence.rows() {
                let rows = self.instant(sequence, k);
                let present: Vec<usize> = rows.iter().map(|r| r.joint).collect();
                let of = |p: &Vec<usize>| {
                    let part = Matrix::from_fn(p.len(), p.len(), |i, j| noise.at(p[i], p[j]));
                    Cholesky::new(&part).ok()
                };
                let factor = factors.entry(present).or_insert_with_key(of);
                for (c, column) in columns.iter_mut().enumerate() {
                    let mut entries: Vec<f64> = rows.iter().map(|r| r.entries[c]).collect();
                    if let Some(factor) = factor {
                        // A factor has a positive diagonal.
                        let _ = solve_lower(factor.lower(), &mut entries);
                    }
                    column.extend(entries);
                }
            }
            let slices: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
            self.push(&mut sum, &slices, sequence.log)?;
        }
        Ok(sum.finish())
    }
}

/// A covariance from pairs that may not fit together, with less between joints until it does.
fn fitting(noise: &Matrix) -> Matrix {
    let n = noise.rows();
    let mut share = 1.0;
    loop {
        let part = |i: usize, j: usize| noise.at(i, j) * if i == j { 1.0 } else { share };
        let tried = Matrix::from_fn(n, n, part);
        if share < 1e-3 || Cholesky::new(&tried).is_ok() {
            return tried;
        }
        share *= LESS;
    }
}
