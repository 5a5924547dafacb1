//! Deviations that hold for coloured residuals and for what a model lacks.
//!
//! The covariance of least squares takes the rows' noise for white, equal along the
//! log and independent between joints. Two further variances do not:
//!
//! - from how residuals hang together along the log (`parallel/colour.rs`): right for
//!   noise of any colour that stays the same along the log;
//! - from what each segment's residuals move the unknowns by, `v = Σ δ_s²` (cluster-robust:
//!   Liang & Zeger 1986; for few clusters Bell & McCaffrey 2002): right whatever the
//!   noise does within a segment and between joints, but from some twenty segments a
//!   variance is known to a third only.
//!
//! The second is used as far as it can be told from the first. With `l` the logarithm of
//! their ratio, its median over the unknowns is believed where it widens, and the rest of
//! `l` is shrunk by the part of its spread that chance explains (as Smyth 2004 does with
//! variances of genes). Correlations of the unknowns stay those of least squares.

use super::segments::Parts;
use crate::parallel::RowSet;
use crate::reduced::Reduced;
use armlab_dense::{Matrix, NoConvergence};

/// Fewer segments say nothing about their spread.
const FEWEST_SEGMENTS: usize = 6;
/// A deviation is changed by at most this factor.
const MOST: f64 = 30.0;
/// The part of an unknown's own ratio that is believed at least.
const OWN: f64 = 0.25;
/// Residuals are coloured through and through if they multiply variances by this.
const COLOURED: f64 = 2.0;

/// What coloured residuals do to deviations.
pub(crate) struct Deviations {
    /// By which factor each unknown's deviation exceeds that for white noise.
    pub factors: Vec<f64>,
    /// Degrees of freedom with which deviations are known.
    pub freedom: u64,
}

impl Deviations {
    /// Of least squares with `weights` for the joints' rows. `rows` are those that were
    /// reduced, where they are at hand.
    pub fn of(
        reduced: &Reduced,
        weights: &[f64],
        prior: &[f64],
        rows: Option<(&RowSet, Thoroughness)>,
    ) -> Result<Self, NoConvergence> {
        let count: u64 = (0..reduced.joints()).map(|j| reduced.rows(j)).sum();
        let quick = rows.is_some_and(|r| r.1 == Thoroughness::Quick);
        let parts = match quick {
            true => Parts::without_segments(reduced, weights, prior)?,
            false => Parts::of(reduced, weights, prior)?,
        };
        let white: Vec<f64> = parts.white_deviations(count).iter().map(|d| d * d).collect();
        let mut variances = white.clone();
        if let Some((rows, thoroughness)) = rows {
            let (x, rounds) = (&parts.whole, thoroughness as usize);
            let coloured = rows.coloured_variances(weights, x, parts.back(), rounds);
            for (variance, coloured) in variances.iter_mut().zip(coloured) {
                let ratio = coloured / *variance;
                if ratio.is_finite() {
                    *variance *= ratio.clamp(1.0 / MOST, MOST * MOST);
                }
            }
        }
        let rank = parts.back().columns() as u64;
        let mut freedom = count.saturating_sub(rank).max(1);
        if reduced.segments() >= FEWEST_SEGMENTS && !quick {
            let by_segments = widened(&parts, &white, &mut variances)?;
            freedom = freedom.min(by_segments.round().max(1.0) as u64);
        }
        let factor = |(v, w): (&f64, &f64)| {
            let ratio = (v / w).sqrt();
            if ratio.is_finite() { ratio.clamp(1.0 / MOST, MOST) } else { 1.0 }
        };
        Ok(Self { factors: variances.iter().zip(&white).map(factor).collect(), freedom })
    }
}

/// How much is made of rows; in numbers, rounds of making up for what the fit takes away
/// of the residuals' colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Thoroughness {
    /// To compare: the residuals' colour alone, as it is.
    Quick = 0,
    /// To state.
    Full = 4,
}

/// Changes variances by what segments say; the degrees of freedom that are left.
fn widened(parts: &Parts, white: &[f64], variances: &mut [f64]) -> Result<f64, NoConvergence> {
    let seen: Vec<usize> = (0..white.len()).filter(|&k| white[k] > 0.0).collect();
    let colour = median(seen.iter().map(|&k| variances[k] / white[k])).unwrap_or(1.0);
    // White residuals are noise, and `½` makes segments' influences unbiased. Coloured
    // ones may be what the model lacks, which a fit follows better than noise: `1` is
    // the influence of a segment that is left out (jackknife).
    let exponent = (colour / COLOURED).clamp(0.5, 1.0);
    let influences = parts.influences(exponent)?;
    let freedoms = parts.freedoms();
    let found: Vec<(usize, f64, f64)> = seen
        .iter()
        .filter_map(|&k| {
            let square: f64 = influences.iter().map(|x| x[k].powi(2)).sum();
            let freedom = freedoms[k].max(1.0);
            // The mean logarithm of a variance is that much too low.
            let ratio = (square / variances[k]).ln() + 1.0 / freedom;
            ratio.is_finite().then_some((k, ratio, freedom))
        })
        .collect();
    let (Some(typical), Some(freedom)) =
        (median(found.iter().map(|f| f.1)), median(found.iter().map(|f| f.2)))
    else {
        return Ok(f64::INFINITY);
    };
    let count = found.len() as f64;
    let spread: f64 = found.iter().map(|f| (f.1 - typical).powi(2)).sum::<f64>() / count;
    let chance: f64 = found.iter().map(|f| 2.0 / f.2 + 2.0 / f.2.powi(2)).sum::<f64>() / count;
    let own = if spread > 0.0 { (1.0 - chance / spread).clamp(OWN, 1.0) } else { OWN };
    for (k, ratio, _) in found {
        variances[k] *= (typical.max(0.0) + own * (ratio - typical)).exp();
    }
    Ok(freedom / own)
}

fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut sorted: Vec<f64> = values.filter(|v| v.is_finite()).collect();
    sorted.sort_by(f64::total_cmp);
    sorted.get(sorted.len() / 2).copied()
}

/// A covariance with each deviation times its factor.
pub(crate) fn scaled(covariance: &Matrix, factors: &[f64]) -> Matrix {
    Matrix::from_fn(covariance.rows(), covariance.columns(), |i, j| {
        factors[i] * factors[j] * covariance.at(i, j)
    })
}
