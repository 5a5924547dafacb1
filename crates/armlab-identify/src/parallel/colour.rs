//! How residuals hang together along a log, and what that does to the unknowns'
//! variances.
//!
//! Each joint's residuals are an autoregressive process whose order the data choose
//! (Schwarz's criterion, as den Haan & Levin's VARHAC 1997). Its autocovariances `R`
//! give the covariance of least squares, `B Qᵀ R Q Bᵀ` with `Q` the rows in
//! coordinates in which they are orthonormal and `B` the way back to the unknowns.
//! The estimate itself does not use them. Residuals `M u` are less correlated than the
//! noise `u`, as the fit takes slow parts of it away: `M = 1 − Q Qᵀ` is known, so the
//! expected autocovariances of residuals are, and those of the noise are moved until
//! the expected ones are the observed ones.

use super::set::RowSet;
use armlab_dense::small::add_scaled;
use armlab_dense::{Matrix, dot};
use rayon::prelude::*;

/// Highest order, and rows per order at least.
const HIGHEST_ORDER: usize = 8;
const ROWS_PER_ORDER: usize = 20;
/// Furthest lag that is looked at, in rows.
const FURTHEST: usize = 60;
/// Correlations smaller than this are none.
const NONE: f64 = 0.01;
/// Largest partial correlation.
const LARGEST: f64 = 0.98;
/// Noise that the fit takes away multiplies residuals' variance by this at most.
const MOST: f64 = 10.0;
/// Rounds end when autocovariances move by less than this part of the variance.
const SETTLED: f64 = 0.005;

/// Residuals of one joint.
struct Joint {
    /// Number of each row, with more than the furthest lag between stretches.
    at: Vec<usize>,
    /// Rows in coordinates in which all are orthonormal, one after another.
    rows: Vec<f64>,
    residuals: Vec<f64>,
    /// Rows that are so many rows apart, by that number.
    pairs: Vec<Vec<(usize, usize)>>,
    /// Autocovariances of the noise, as far as they are free.
    covariances: Vec<f64>,
}

impl RowSet {
    /// Variances of the unknowns `x` for residuals that hang together as they do, with
    /// `back` from coordinates in which all rows, times their joints' `weights`, are
    /// orthonormal; after so many rounds of making up for what the fit takes away.
    pub(crate) fn coloured_variances(
        &self,
        weights: &[f64],
        x: &[f64],
        back: &Matrix,
        rounds: usize,
    ) -> Vec<f64> {
        let rank = back.columns();
        if rank == 0 {
            return vec![0.0; back.rows()];
        }
        let mut joints: Vec<Joint> = (0..self.joints())
            .into_par_iter()
            .map(|j| self.residual_rows(j, weights[j], x, back))
            .collect();
        let mut round = 0;
        let middle = loop {
            let moved: Vec<(Vec<f64>, Vec<f64>)> =
                joints.par_iter().map(|joint| joint.correlated(rank)).collect();
            let mut middle = Matrix::zeros(rank, rank);
            for (joint, (_, moved)) in joints.iter().zip(&moved) {
                let count = moved.len() / rank;
                let rows = Matrix::from_columns(rank, count, joint.rows.clone());
                let moved = Matrix::from_columns(rank, count, moved.clone());
                let product = moved.product(&rows.transposed());
                let entries = middle.as_mut_slice().iter_mut().zip(product.as_slice());
                entries.for_each(|(sum, x)| *sum += x);
            }
            if round == rounds {
                break middle;
            }
            round += 1;
            let changes = joints.par_iter_mut().zip(&moved);
            let changes = changes.map(|(joint, (all, moved))| joint.correct(all, moved, &middle));
            if changes.reduce(|| 0.0, f64::max) < SETTLED {
                break middle;
            }
        };
        let half = back.product(&middle);
        let entry = |i: usize| (0..rank).map(|k| half.at(i, k) * back.at(i, k)).sum();
        (0..back.rows()).map(entry).collect()
    }

    fn residual_rows(&self, j: usize, weight: f64, x: &[f64], back: &Matrix) -> Joint {
        let (n, rank) = (self.unknowns, back.columns());
        let back = back.transposed();
        let (mut at, mut rows, mut residuals) = (Vec::new(), Vec::new(), Vec::new());
        let mut offset = 0;
        for sequence in &self.sequences {
            let joint = &sequence.joints[j];
            let kept = self.kept(sequence, j, &sequence.all_rows());
            let (places, projection) = (&joint.rows.places, &self.projections[sequence.log]);
            // What the projection takes of a row, for a rate of one.
            let (mut taken, mut taken_rest) = (vec![0.0; rank], 0.0);
            for (p, c) in projection.iter().take(n).enumerate() {
                add_scaled(&mut taken, weight * c, back.column(p));
                taken_rest += c * x[p];
            }
            let own: Vec<f64> = places.iter().flat_map(|&p| back.column(p).to_vec()).collect();
            let own = Matrix::from_columns(rank, places.len(), own);
            let columns = Matrix::from_fn(places.len(), kept.count, |i, row| kept.columns[i][row]);
            let mut along = own.product(&columns);
            let of_efforts = projection.get(n).copied().unwrap_or(0.0) - taken_rest;
            for (row, rate) in kept.rate.iter().enumerate() {
                let along = along.column_mut(row);
                along.iter_mut().for_each(|a| *a *= weight);
                add_scaled(along, -rate, &taken);
                let predicted = places.iter().zip(columns.column(row)).map(|(&p, y)| x[p] * y);
                let rest = kept.effort[row] - of_efforts * rate - predicted.sum::<f64>();
                residuals.push(weight * rest);
            }
            rows.extend_from_slice(along.as_slice());
            let present = joint.efforts.iter().enumerate().filter(|(_, e)| e.is_some());
            at.extend(present.map(|(k, _)| offset + k));
            offset += sequence.rows() + FURTHEST;
        }
        let order = (at.len() / ROWS_PER_ORDER).clamp(1, HIGHEST_ORDER);
        let pairs: Vec<Vec<(usize, usize)>> = (0..=order)
            .map(|lag| {
                let other = |a: usize| Some((a, at.binary_search(&(at[a] + lag)).ok()?));
                (0..at.len()).filter_map(other).collect()
            })
            .collect();
        let mut joint = Joint { at, rows, residuals, pairs, covariances: Vec::new() };
        joint.covariances = joint.observed();
        joint
    }
}

impl Joint {
    /// Autocovariances of the residuals as they are.
    fn observed(&self) -> Vec<f64> {
        let mean = |pairs: &Vec<(usize, usize)>| {
            let sum: f64 = pairs.iter().map(|&(a, b)| self.residuals[a] * self.residuals[b]).sum();
            sum / pairs.len().max(1) as f64
        };
        self.pairs.iter().map(mean).collect()
    }

    /// Autocovariances of the noise up to the furthest lag that matters, and what they
    /// make of the rows.
    fn correlated(&self, rank: usize) -> (Vec<f64>, Vec<f64>) {
        let all = autocovariances(&self.covariances, self.at.len());
        let mut moved = vec![0.0; self.rows.len()];
        let row = |k: usize| k * rank..(k + 1) * rank;
        for a in 0..self.at.len() {
            add_scaled(&mut moved[row(a)], all[0], &self.rows[row(a)]);
            for b in a + 1..self.at.len() {
                let Some(&covariance) = all.get(self.at[b] - self.at[a]) else { break };
                add_scaled(&mut moved[row(a)], covariance, &self.rows[row(b)]);
                add_scaled(&mut moved[row(b)], covariance, &self.rows[row(a)]);
            }
        }
        (all, moved)
    }

    /// Moves the noise's autocovariances by what is missing from those expected of
    /// residuals; how far, as a part of the variance.
    fn correct(&mut self, all: &[f64], moved: &[f64], middle: &Matrix) -> f64 {
        let (rank, observed) = (middle.rows(), self.observed());
        let row = |k: usize| k * rank..(k + 1) * rank;
        let rows = Matrix::from_columns(rank, self.at.len(), self.rows.clone());
        let through = middle.product(&rows);
        let mut furthest = 0.0_f64;
        let least = observed[0];
        for (lag, pairs) in self.pairs.iter().enumerate().filter(|(_, p)| !p.is_empty()) {
            let taken = |&(a, b): &(usize, usize)| {
                let (qa, qb) = (&self.rows[row(a)], &self.rows[row(b)]);
                dot(qa, &moved[row(b)]) + dot(&moved[row(a)], qb) - dot(through.column(a), qb)
            };
            let taken = pairs.iter().map(taken).sum::<f64>() / pairs.len() as f64;
            let expected = all.get(lag).copied().unwrap_or(0.0) - taken;
            let step = observed[lag] - expected;
            self.covariances[lag] += step;
            furthest = furthest.max(step.abs());
        }
        let variance = self.covariances[0].clamp(least, MOST * least);
        self.covariances[0] = variance;
        let rest = self.covariances.iter_mut().skip(1);
        rest.for_each(|c| *c = c.clamp(-LARGEST * variance, LARGEST * variance));
        if least > 0.0 { furthest / least } else { 0.0 }
    }
}

/// Autocovariances of the process of the best order that has the first of them as given,
/// up to the furthest lag that matters, by Levinson's recursion.
fn autocovariances(given: &[f64], rows: usize) -> Vec<f64> {
    let variance = given.first().copied().unwrap_or(0.0);
    if !(variance > 0.0) {
        return vec![0.0];
    }
    let r: Vec<f64> = given.iter().map(|c| c / variance).collect();
    let (mut coefficients, mut left): (Vec<f64>, f64) = (Vec::new(), 1.0);
    let (mut best, mut chosen) = (f64::INFINITY, Vec::new());
    for order in 1..r.len() {
        let known: f64 =
            coefficients.iter().zip(r[1..order].iter().rev()).map(|(a, r)| a * r).sum();
        let partial = (r[order] - known) / left;
        if !(partial.abs() <= LARGEST) {
            break;
        }
        let turned: Vec<f64> = coefficients.iter().rev().map(|a| partial * a).collect();
        coefficients.iter_mut().zip(turned).for_each(|(a, t)| *a -= t);
        coefficients.push(partial);
        left *= 1.0 - partial * partial;
        let count = rows as f64;
        let criterion = count * left.ln() + order as f64 * count.ln();
        if criterion < best {
            (best, chosen) = (criterion, coefficients.clone());
        }
    }
    let mut all: Vec<f64> = r[..=chosen.len()].to_vec();
    while all.len() <= FURTHEST && !chosen.is_empty() {
        all.push(chosen.iter().zip(all.iter().rev()).map(|(a, r)| a * r).sum());
    }
    let end = all.iter().rposition(|r| r.abs() >= NONE).unwrap_or(0);
    all.truncate(end + 1);
    all.iter().map(|r| variance * r).collect()
}

#[cfg(test)]
mod tests {
    use super::autocovariances;

    #[test]
    fn a_process_of_first_order_is_continued_and_noise_without_memory_is_not() {
        let given: Vec<f64> = (0..6).map(|k| 2.0 * 0.7_f64.powi(k)).collect();
        let all = autocovariances(&given, 200);
        assert!(all.len() > 10);
        for (k, c) in all.iter().enumerate() {
            assert!((c - 2.0 * 0.7_f64.powi(k as i32)).abs() < 1e-12, "{k}: {c}");
        }
        assert_eq!(autocovariances(&[3.0, 0.0, 0.0], 200), vec![3.0]);
        assert_eq!(autocovariances(&[0.0, 0.0], 200), vec![0.0]);
        // A wave is no such process: it is left at the order before.
        assert_eq!(autocovariances(&[1.0, 1.0, 1.0], 200), vec![1.0]);
    }
}
