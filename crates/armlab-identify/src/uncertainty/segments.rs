//! Segments of a log, ready to be counted several times or not at all.
//!
//! Rows are not needed again. With `R = Q Σ Vᵀ` of all rows (columns scaled to
//! length one by `D`) and `x = x₀ + D V Σ⁻¹ z`, each segment leaves
//! `G_s = A_sᵀA_s`, `g_s = A_sᵀ(b_s − R_s x₀)` with `A_s = R_s D V Σ⁻¹`; all together
//! `Σ G_s = 1`, so `(Σ G_s) z = Σ g_s` over drawn segments is well conditioned.

use super::inverse_root::inverse_root;
use crate::reduced::{Reduced, residual_square};
use crate::solve::unknowns_of;
use armlab_dense::{Cholesky, Matrix, NoConvergence, Triangle, dot};
use rayon::prelude::*;

/// A drawn set that tells less than this part of the whole in some direction does
/// not determine the unknowns.
const DEGENERATE: f64 = 1e-9;

/// A segment that leaves less than this part of a direction to all others has its
/// residual there magnified no further.
const ALONE: f64 = 0.05;

/// Segments in coordinates in which all of them together are the identity.
pub struct Parts {
    grams: Vec<Matrix>,
    sides: Vec<Vec<f64>>,
    /// `D V Σ⁻¹`
    back: Matrix,
    prior: Vec<f64>,
    /// The unknowns from all segments.
    pub whole: Vec<f64>,
    /// Sum of squared residuals there.
    square: f64,
}

impl Parts {
    /// Of all segments, each joint's rows times its weight.
    pub fn of(reduced: &Reduced, weights: &[f64], prior: &[f64]) -> Result<Self, NoConvergence> {
        let whole = reduced.whole(weights);
        let back = inverse_root(&whole.r())?;
        let pieces: Vec<(Matrix, Vec<f64>)> = (0..reduced.segments())
            .into_par_iter()
            .map(|s| {
                let part: Triangle = reduced.combine(weights, std::iter::once(s));
                let r = part.r();
                let a = r.product(&back);
                let at_prior = r.times_vector(prior);
                let rest: Vec<f64> =
                    part.rhs(0).iter().zip(&at_prior).map(|(b, p)| b - p).collect();
                (a.gram(), a.transpose_times_vector(&rest))
            })
            .collect();
        let (grams, sides) = pieces.into_iter().unzip();
        let mut parts =
            Self { grams, sides, back, prior: prior.to_vec(), whole: Vec::new(), square: 0.0 };
        let once = vec![1.0; reduced.segments()];
        parts.whole = parts.solve(&once).unwrap_or_else(|| prior.to_vec());
        parts.square = residual_square(&whole, &parts.whole);
        Ok(parts)
    }

    /// The same without its segments: the unknowns and their deviations alone.
    pub fn without_segments(
        reduced: &Reduced,
        weights: &[f64],
        prior: &[f64],
    ) -> Result<Self, NoConvergence> {
        let triangle = reduced.whole(weights);
        let (back, whole) = (inverse_root(&triangle.r())?, unknowns_of(&triangle, prior)?);
        let square = residual_square(&triangle, &whole);
        let (grams, sides) = (Vec::new(), Vec::new());
        Ok(Self { grams, sides, back, prior: prior.to_vec(), whole, square })
    }

    /// The unknowns with every segment counted so many times; `None` where these
    /// do not determine them.
    pub fn solve(&self, counts: &[f64]) -> Option<Vec<f64>> {
        let rank = self.back.columns();
        let mut gram = Matrix::zeros(rank, rank);
        let mut z = vec![0.0; rank];
        for (s, &count) in counts.iter().enumerate().filter(|c| *c.1 > 0.0) {
            let pairs = gram.as_mut_slice().iter_mut().zip(self.grams[s].as_slice());
            pairs.for_each(|(g, part)| *g += count * part);
            z.iter_mut().zip(&self.sides[s]).for_each(|(z, side)| *z += count * side);
        }
        let factor = Cholesky::new(&gram).ok()?;
        let weakest = (0..rank).map(|k| factor.lower().at(k, k)).fold(f64::INFINITY, f64::min);
        if rank > 0 && !(weakest * weakest > DEGENERATE) {
            return None;
        }
        factor.solve(&mut z);
        let step = self.back.times_vector(&z);
        Some(self.prior.iter().zip(step).map(|(p, s)| p + s).collect())
    }

    /// What each segment's residuals move the unknowns by: `D V Σ⁻¹ (1 − G_s)^(−p) u_s`
    /// with `u_s = g_s − G_s z`; the exponent makes up for residuals being smaller than
    /// errors: ½ is unbiased where noise is white (Bell & McCaffrey, *Survey
    /// Methodology* 28, 2002), 1 leaves the segment out (jackknife).
    pub fn influences(&self, exponent: f64) -> Result<Vec<Vec<f64>>, NoConvergence> {
        let rank = self.back.columns();
        let mut z = vec![0.0; rank];
        for side in &self.sides {
            z.iter_mut().zip(side).for_each(|(z, side)| *z += side);
        }
        let pieces = self.grams.par_iter().zip(&self.sides);
        pieces
            .map(|(gram, side)| {
                let fitted = gram.times_vector(&z);
                let score: Vec<f64> = side.iter().zip(fitted).map(|(g, f)| g - f).collect();
                let eigen = gram.symmetric_eigen()?;
                let mut along = eigen.vectors.transpose_times_vector(&score);
                for (a, value) in along.iter_mut().zip(&eigen.values) {
                    *a /= (1.0 - value).max(ALONE).powf(exponent);
                }
                Ok(self.back.times_vector(&eigen.vectors.times_vector(&along)))
            })
            .collect()
    }

    /// Degrees of freedom of each unknown's variance from segments: `(Σγ)²/Σγ²`, with
    /// `γ_s` the part of the variance for white noise that segment `s` has
    /// (Satterthwaite).
    pub fn freedoms(&self) -> Vec<f64> {
        let turned = self.back.transposed();
        let shares = |gram: &Matrix| -> Vec<f64> {
            let through = gram.product(&turned);
            let share = |k: usize| dot(turned.column(k), through.column(k));
            (0..turned.columns()).map(share).collect()
        };
        let shares: Vec<Vec<f64>> = self.grams.par_iter().map(shares).collect();
        let freedom = |k: usize| {
            let sum: f64 = shares.iter().map(|s| s[k]).sum();
            let squares: f64 = shares.iter().map(|s| s[k].powi(2)).sum();
            if squares > 0.0 { sum * sum / squares } else { 1.0 }
        };
        (0..turned.columns()).map(freedom).collect()
    }

    /// `D V Σ⁻¹`: from coordinates in which all rows are orthonormal to the unknowns.
    pub fn back(&self) -> &Matrix {
        &self.back
    }

    /// `√(σ² diag(D V Σ⁻² Vᵀ D))`
    pub fn white_deviations(&self, rows: u64) -> Vec<f64> {
        let rank = self.back.columns();
        let freedom = rows.saturating_sub(rank as u64).max(1) as f64;
        let noise = (self.square / freedom).sqrt();
        let length = |i: usize| (0..rank).fold(0.0, |sum, k| f64::hypot(sum, self.back.at(i, k)));
        (0..self.back.rows()).map(|i| noise * length(i)).collect()
    }
}
