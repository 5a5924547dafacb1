//! Maximum likelihood for efforts with noise that is normal and correlated over
//! joints: `x = argmin Σ_t r_tᵀ Σ⁻¹ r_t`, `Σ = mean r_t r_tᵀ`, in turns until
//! neither changes (Zellner 1962, iterated).
//!
//! It differs from weighted least squares by the noise that joints have in
//! common, such as vibrations of the base and motion noise that enters several
//! rows. Where a log's rows are at hand, they are used: at an instant at which some
//! joints' rows are left out, the noise of the others.

use super::moments::{Moment, Pairs, moments};
use crate::data::{Data, noise_weights};
use crate::error::EstimationError;
use crate::estimate::{Estimate, Fit};
use crate::fit::least_squares_fit;
use crate::method::Estimator;
use crate::parallel::RowSet;
use crate::solve::{UNSEEN, unknowns_of};
use armlab_dense::{Cholesky, Matrix, dot};
use armlab_settings::{Method, Range, method, settings};

settings! {
    /// Maximum likelihood with a full covariance over joints.
    pub struct MaximumLikelihood {
        /// Rounds at most; the noisy log of the SCARA takes seven.
        rounds: usize = 30, "", Range::between(1.0, 10000.0);
        /// Change of every unknown, as a part of its standard deviation, at which the
        /// rounds end.
        tolerance: f64 = 1e-6, "", Range::at_least(0.0);
    }
}
method!(
    MaximumLikelihood,
    "ml",
    "Maximum likelihood: effort noise correlated over joints, its covariance estimated with the \
     unknowns. Best where vibrations or motion noise act on several joints at once."
);

impl Estimator for MaximumLikelihood {
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
        if let Some(rows) = data.rows {
            return self.of_rows(data, rows);
        }
        let (n, joints) = (data.model.unknowns(), data.model.joints());
        let all = moments(data.model, data.recordings, data.recordings, Pairs::All)?;
        let samples = (0..joints).map(|j| data.reduced.rows(j)).max().unwrap_or(1).max(1) as f64;
        let mut precision = Matrix::identity(joints);
        let mut found: Option<Fit> = None;
        let mut rounds = 0;
        for round in 1..=self.rounds {
            data.check(self.name())?;
            rounds = round;
            let mut a = Matrix::zeros(n, n);
            let mut b = vec![0.0; n];
            for moment in &all {
                let weight = precision.at(moment.left, moment.right);
                let pairs = a.as_mut_slice().iter_mut().zip(moment.matrix.as_slice());
                pairs.for_each(|(s, t)| *s += weight * t);
                b.iter_mut().zip(&moment.vector).for_each(|(b, v)| *b += weight * v);
            }
            let fit = solve(&a, &b, &data.prior)?;
            let settled = found.as_ref().is_some_and(|last| {
                (0..n).all(|k| {
                    let deviation = fit.covariance.at(k, k).max(0.0).sqrt();
                    (fit.x[k] - last.x[k]).abs() <= self.tolerance * deviation
                })
            });
            precision = inverse_noise(&all, &fit.x, joints, samples);
            found = Some(fit);
            if settled && round > 2 {
                break;
            }
        }
        let Some(mut fit) = found else { return Err(EstimationError::NoEffort) };
        fit.notes.push(format!("noise covariance and unknowns converged in {rounds} rounds"));
        Ok(Estimate::of(data.model, data.reduced, self.name(), fit))
    }
}

impl MaximumLikelihood {
    fn of_rows(&self, data: &Data, rows: &RowSet) -> Result<Estimate, EstimationError> {
        let weights = noise_weights(data)?;
        let mut x = unknowns_of(&data.reduced.whole(&weights), &data.prior)?;
        let mut rounds = 0;
        let (triangle, change) = loop {
            data.check(self.name())?;
            rounds += 1;
            let triangle = rows.whitened_over_joints(&rows.noise_over_joints(&x))?;
            let next = unknowns_of(&triangle, &data.prior)?;
            let change = x.iter().zip(&next).map(|(a, b)| (a - b).abs() / (1.0 + b.abs()));
            let change = change.fold(0.0_f64, f64::max);
            x = next;
            if change <= self.tolerance || rounds >= self.rounds {
                break (triangle, change);
            }
        };
        let notes = vec![if change <= self.tolerance {
            format!("noise covariance and unknowns converged in {rounds} rounds")
        } else {
            format!("unknowns still change by {change:.1e} of themselves after {rounds} rounds")
        }];
        let fit = least_squares_fit(&triangle, data, &weights, notes)?;
        Ok(Estimate::of(data.model, data.reduced, self.name(), fit))
    }
}

/// Inverse of the residuals' covariance over joints.
fn inverse_noise(all: &[Moment], x: &[f64], joints: usize, samples: f64) -> Matrix {
    let mut noise = Matrix::zeros(joints, joints);
    for m in all {
        // r_i = Y_i x − τ_i; the mixed term of the other order is in the pair (j, i).
        let Some(mirror) = all.iter().find(|o| o.left == m.right && o.right == m.left) else {
            continue;
        };
        let quadratic = dot(x, &m.matrix.times_vector(x));
        let product = quadratic - dot(x, &m.vector) - dot(x, &mirror.vector) + m.efforts;
        noise.set(m.left, m.right, product / samples);
    }
    // Efforts that are fitted exactly have no noise to divide by.
    for j in 0..joints {
        let efforts = all.iter().find(|m| m.left == j && m.right == j).map_or(0.0, |m| m.efforts);
        let floor = (1e-12 * efforts / samples).max(f64::MIN_POSITIVE);
        noise.set(j, j, noise.at(j, j).max(floor) * (1.0 + 1e-9));
    }
    let Ok(factor) = Cholesky::new(&noise) else { return Matrix::identity(joints) };
    let mut inverse = Matrix::identity(joints);
    for j in 0..joints {
        factor.solve(inverse.column_mut(j));
    }
    inverse
}

/// Normal equations about the prior, rows and columns scaled to length one.
fn solve(a: &Matrix, b: &[f64], prior: &[f64]) -> Result<Fit, EstimationError> {
    let n = b.len();
    let scale: Vec<f64> =
        (0..n).map(|k| if a.at(k, k) > 0.0 { 1.0 / a.at(k, k).sqrt() } else { 0.0 }).collect();
    let scaled = Matrix::from_fn(n, n, |i, j| scale[i] * scale[j] * a.at(i, j));
    let svd = scaled.svd()?;
    // Squares of the rows' singular values, but for the rounding of squaring.
    let unseen = (UNSEEN * UNSEEN).max(1e-13);
    let rank = svd.rank(unseen);
    let at_prior = a.times_vector(prior);
    let rest: Vec<f64> = (0..n).map(|i| scale[i] * (b[i] - at_prior[i])).collect();
    let step = svd.minimum_norm(&rest, unseen);
    let x = (0..n).map(|k| prior[k] + scale[k] * step[k]).collect();
    let covariance = Matrix::from_fn(n, n, |i, j| {
        let along = |k: usize| svd.v.at(i, k) * svd.v.at(j, k) / svd.values[k];
        scale[i] * scale[j] * (0..rank).map(along).sum::<f64>()
    });
    let seen = (0..n).map(|i| (0..rank).map(|k| svd.v.at(i, k).powi(2)).sum()).collect();
    let scaled_condition = if rank < n { f64::INFINITY } else { svd.condition().sqrt() };
    let condition = a.condition()?.sqrt();
    let notes = Vec::new();
    let (freedom, link_values) = (None, None);
    Ok(Fit { x, covariance, rank, condition, scaled_condition, seen, freedom, link_values, notes })
}
