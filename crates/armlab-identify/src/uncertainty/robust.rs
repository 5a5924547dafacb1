//! Deviations that hold for coloured residuals, from what each segment of the log
//! adds to the unknowns (cluster-robust covariance: Liang & Zeger 1986; for few
//! clusters: Bell & McCaffrey 2002).
//!
//! The covariance of least squares takes the rows' noise for white, equal along the
//! log and independent between joints. What a model lacks is none of that. With
//! `δ_s` what the residuals of segment `s` move the unknowns by, their variance is
//! `Σ δ_s²`, whatever the noise does within a segment and between joints. From some
//! twenty segments a single variance is known to a third only, but the median `κ` of
//! all unknowns' ratios of both variances is known well, so deviations are the
//! geometric mean of both: `√(v_segments · max(κ, 1) v_white)`. Correlations of the
//! unknowns stay those of least squares.

use super::segments::Parts;
use crate::reduced::Reduced;
use armlab_dense::{Matrix, NoConvergence};

/// Fewer segments say nothing about their spread.
const FEWEST_SEGMENTS: usize = 6;
/// A deviation is changed by at most this factor.
const MOST: f64 = 30.0;

/// By which factor each unknown's deviation exceeds that for white noise, with
/// `weights` for the joints' rows; one where segments do not tell.
pub(crate) fn deviation_factors(
    reduced: &Reduced,
    weights: &[f64],
    prior: &[f64],
) -> Result<Vec<f64>, NoConvergence> {
    let (segments, n) = (reduced.segments(), reduced.unknowns());
    let ones = vec![1.0; n];
    if segments < FEWEST_SEGMENTS {
        return Ok(ones);
    }
    let parts = Parts::of(reduced, weights, prior)?;
    let influences = parts.influences()?;
    let rows: u64 = (0..reduced.joints()).map(|j| reduced.rows(j)).sum();
    let white = parts.white_deviations(rows);
    let ratios: Vec<f64> = (0..n)
        .map(|k| {
            let square: f64 = influences.iter().map(|x| x[k].powi(2)).sum();
            if white[k] > 0.0 { square / white[k].powi(2) } else { 1.0 }
        })
        .collect();
    let mut sorted: Vec<f64> = ratios.iter().copied().filter(|r| r.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    let typical = sorted.get(sorted.len() / 2).copied().unwrap_or(1.0).max(1.0);
    let own = |r: &f64| (r * typical).sqrt().sqrt().clamp(1.0 / MOST, MOST);
    Ok(ratios.iter().map(|r| if r.is_finite() { own(r) } else { typical.sqrt() }).collect())
}

/// A covariance with each deviation times its factor.
pub(crate) fn scaled(covariance: &Matrix, factors: &[f64]) -> Matrix {
    Matrix::from_fn(covariance.rows(), covariance.columns(), |i, j| {
        factors[i] * factors[j] * covariance.at(i, j)
    })
}
