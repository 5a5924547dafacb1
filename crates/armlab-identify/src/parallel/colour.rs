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
//!
//! A joint's rows lie in few of those coordinates' directions: they are made of the columns that
//! show at the joint and of what the delays take. Each joint computes in an orthonormal basis of
//! its own directions.

use super::set::RowSet;
use armlab_dense::small::add_scaled;
use armlab_dense::{Matrix, dot, multiply, multiply_transposed};
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

/// Rows for which what correlates with them is multiplied at once, at least and at most.
const TOGETHER: (usize, usize) = (8, 64);

/// Residuals of one joint.
struct Joint {
    /// Number of each row, with more than the furthest lag between stretches.
    at: Vec<usize>,
    /// Orthonormal directions in which its rows lie, in coordinates in which all rows are
    /// orthonormal.
    span: Matrix,
    /// Rows along these, one after another.
    rows: Vec<f64>,
    residuals: Vec<f64>,
    /// Rows that are so many rows apart, by that number.
    pairs: Vec<Vec<(usize, usize)>>,
    /// Autocovariances of the noise, as far as they are free.
    covariances: Vec<f64>,
}

/// What the noise's autocovariances make of a joint's rows.
struct Correlated {
    /// Autocovariances up to the furthest lag that matters.
    all: Vec<f64>,
    /// The rows.
    moved: Vec<f64>,
    /// Products of these with the rows as they are, in the coordinates of all rows.
    products: Matrix,
}

/// What the projection takes of the rows of a log, for a rate of one: in coordinates in which
/// all rows are orthonormal, but for the joint's weight, and of the residuals.
struct Taken {
    along: Vec<f64>,
    rest: f64,
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
        let turned = back.transposed();
        let taken = self.taken(x, &turned);
        let mut joints: Vec<Joint> = (0..self.joints())
            .into_par_iter()
            .map(|j| self.residual_rows(j, weights[j], x, &turned, &taken))
            .collect();
        let mut round = 0;
        let middle = loop {
            let correlated: Vec<Correlated> = joints.par_iter().map(Joint::correlated).collect();
            let mut middle = Matrix::zeros(rank, rank);
            let mut own = vec![0.0; rank * rank];
            for (joint, Correlated { products, .. }) in joints.iter().zip(&correlated) {
                let (through, span) = (products.as_slice(), joint.span.as_slice());
                multiply_transposed(through, span, rank, rank, &mut own);
                middle.as_mut_slice().iter_mut().zip(&own).for_each(|(sum, x)| *sum += x);
            }
            if round == rounds {
                break middle;
            }
            round += 1;
            let changes = joints.par_iter_mut().zip(&correlated);
            let changes = changes.map(|(joint, correlated)| joint.correct(correlated, &middle));
            if changes.reduce(|| 0.0, f64::max) < SETTLED {
                break middle;
            }
        };
        let half = back.product(&middle);
        let entry = |i: usize| (0..rank).map(|k| half.at(i, k) * back.at(i, k)).sum();
        (0..back.rows()).map(entry).collect()
    }

    /// What projections take of each log's rows; none where nothing is taken.
    fn taken(&self, x: &[f64], back: &Matrix) -> Vec<Option<Taken>> {
        let of = |projection: &Vec<f64>| {
            let (&of_efforts, of_columns) = projection.split_last()?;
            let (mut along, mut rest) = (vec![0.0; back.rows()], of_efforts);
            for (p, c) in of_columns.iter().enumerate() {
                add_scaled(&mut along, *c, back.column(p));
                rest -= c * x[p];
            }
            Some(Taken { along, rest })
        };
        self.projections.iter().map(of).collect()
    }

    fn residual_rows(
        &self,
        j: usize,
        weight: f64,
        x: &[f64],
        back: &Matrix,
        taken: &[Option<Taken>],
    ) -> Joint {
        let rank = back.rows();
        // What rows are made of: unknowns that show, then what each log's projection takes.
        let mut places: Vec<usize> = Vec::new();
        for sequence in &self.sequences {
            places.extend(&sequence.joints[j].rows.places);
        }
        places.sort_unstable();
        places.dedup();
        let logs: Vec<(usize, &Taken)> =
            taken.iter().enumerate().filter_map(|(l, t)| Some((l, t.as_ref()?))).collect();
        let parts = places.len() + logs.len();
        let mut directions = Matrix::zeros(rank, parts);
        for (k, &p) in places.iter().enumerate() {
            add_scaled(directions.column_mut(k), weight, back.column(p));
        }
        for (k, (_, taken)) in logs.iter().enumerate() {
            add_scaled(directions.column_mut(places.len() + k), weight, &taken.along);
        }
        let (span, along) = directions.orthonormal();
        let own = span.columns();
        let (mut at, mut rows, mut residuals) = (Vec::new(), Vec::new(), Vec::new());
        let mut offset = 0;
        for sequence in &self.sequences {
            let joint = &sequence.joints[j];
            let kept = self.kept(sequence, j, &sequence.all_rows());
            let mut columns = Matrix::zeros(parts, kept.count);
            let entries = columns.as_mut_slice().chunks_exact_mut(parts.max(1));
            for (row, entries) in entries.enumerate() {
                let mut rest = kept.effort[row];
                for (p, column) in joint.rows.places.iter().zip(&kept.columns) {
                    rest -= x[*p] * column[row];
                }
                if let Some(log) = logs.iter().position(|(l, _)| *l == sequence.log) {
                    entries[places.len() + log] = -kept.rate[row];
                    rest -= logs[log].1.rest * kept.rate[row];
                }
                residuals.push(weight * rest);
            }
            for (p, column) in joint.rows.places.iter().zip(&kept.columns) {
                let Ok(place) = places.binary_search(p) else { continue };
                let entries = columns.as_mut_slice().iter_mut().skip(place).step_by(parts.max(1));
                entries.zip(column).for_each(|(entry, y)| *entry = *y);
            }
            let first = rows.len();
            rows.resize(first + own * kept.count, 0.0);
            let to = &mut rows[first..];
            multiply(along.as_slice(), columns.as_slice(), own, kept.count, to);
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
        let mut joint = Joint { at, span, rows, residuals, pairs, covariances: Vec::new() };
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

    /// What the noise's autocovariances make of the rows.
    fn correlated(&self) -> Correlated {
        let all = autocovariances(&self.covariances, self.at.len());
        let own = self.span.columns();
        let mut moved = vec![0.0; self.rows.len()];
        let together = all.len().clamp(TOGETHER.0, TOGETHER.1);
        let mut between = Vec::new();
        let (mut from, mut to) = (0, 0);
        for (first, some) in (0..self.at.len()).step_by(together).zip(self.at.chunks(together)) {
            let (Some(low), Some(high)) = (some.first(), some.last()) else { continue };
            // The rows that correlate with some of these.
            while self.at[from] + all.len() <= *low {
                from += 1;
            }
            while to < self.at.len() && self.at[to] < high + all.len() {
                to += 1;
            }
            between.clear();
            for a in some {
                let lags = self.at[from..to].iter().map(|b| a.abs_diff(*b));
                between.extend(lags.map(|lag| all.get(lag).copied().unwrap_or(0.0)));
            }
            let moved = &mut moved[first * own..(first + some.len()) * own];
            multiply(&self.rows[from * own..to * own], &between, own, some.len(), moved);
        }
        let mut products = Matrix::zeros(own, own);
        multiply_transposed(&moved, &self.rows, own, own, products.as_mut_slice());
        Correlated { all, moved, products: self.span.product(&products) }
    }

    /// Moves the noise's autocovariances by what is missing from those expected of
    /// residuals; how far, as a part of the variance.
    fn correct(&mut self, correlated: &Correlated, middle: &Matrix) -> f64 {
        let Correlated { all, moved, .. } = correlated;
        let (own, observed) = (self.span.columns(), self.observed());
        let row = |k: usize| k * own..(k + 1) * own;
        let inner = self.span.transposed().product(&middle.product(&self.span));
        let mut through = vec![0.0; self.rows.len()];
        multiply(inner.as_slice(), &self.rows, own, self.at.len(), &mut through);
        // What is taken of a pair is the product of one with this of the other.
        through.iter_mut().zip(moved).for_each(|(t, m)| *t = m - *t);
        let mut furthest = 0.0_f64;
        let least = observed[0];
        for (lag, pairs) in self.pairs.iter().enumerate().filter(|(_, p)| !p.is_empty()) {
            let taken = |&(a, b): &(usize, usize)| {
                let (qa, qb) = (&self.rows[row(a)], &self.rows[row(b)]);
                dot(qa, &moved[row(b)]) + dot(&through[row(a)], qb)
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
