//! What models leave unpredicted of segments that they were not learnt from.

use crate::error::EstimationError;
use crate::joint_weights::joint_weights;
use crate::parallel::RowSet;
use crate::reduced::{Reduced, residual_square};
use crate::solve::{deviations_of, unknowns_of};
use crate::uncertainty::{Deviations, Thoroughness};

/// Parts into which segments are dealt out.
const FOLDS: usize = 5;
/// Rounds of weights.
const WEIGHTINGS: usize = 3;
/// Added to the squared lengths of columns where models are compared, as a part of them.
pub(super) const STEADY: f64 = 1e-5;

/// Segments to learn from and to be tested on, several times over.
pub fn folds(segments: usize) -> Vec<(Vec<usize>, Vec<usize>)> {
    let count = FOLDS.min(segments);
    (0..count).map(|fold| (0..segments).partition(|s| count < 2 || s % count != fold)).collect()
}

/// Part of the efforts that is not predicted, over segments that were not
/// learnt from.
pub fn unpredicted(reduced: &Reduced, prior: &[f64]) -> Result<f64, EstimationError> {
    let joints = reduced.joints();
    let efforts = reduced.effort_squares(0..reduced.segments());
    let weights = vec![1.0; joints];
    let mut missed = 0.0;
    for (train, test) in folds(reduced.segments()) {
        let x = unknowns_of(&reduced.combine(&weights, train.into_iter()), prior)?;
        let squares = reduced.squares(&x, test.into_iter());
        missed += squares.iter().sum::<f64>();
    }
    let total = efforts.iter().sum::<f64>();
    Ok((missed / total.max(f64::MIN_POSITIVE)).sqrt())
}

/// Segments in which the rows of a set are compared.
pub(super) fn segments_of(test: &RowSet) -> usize {
    test.rows_of_shortest().clamp(FOLDS, 4 * FOLDS)
}

/// Weighted squared residuals of the rows `test`, segment by segment, each with
/// unknowns from the other segments of `learn`, whose joints have the weights `own`.
pub(super) fn losses(
    learn: &Reduced,
    own: &[f64],
    test: &Reduced,
    weights: &[f64],
) -> Result<Vec<f64>, EstimationError> {
    let segments = learn.segments().min(test.segments());
    let prior = vec![0.0; learn.unknowns()];
    let mut losses = vec![0.0; segments];
    let learnt = learn.without_each(own, segments, FOLDS.min(segments).max(2));
    for ((_, left_out), triangle) in folds(segments).into_iter().zip(learnt) {
        let x = unknowns_of(&triangle, &prior)?;
        for s in left_out {
            let squares = test.squares(&x, std::iter::once(s));
            losses[s] = squares.iter().zip(weights).map(|(s, w)| s * w * w).sum();
        }
    }
    Ok(losses)
}

/// One over the deviation of each joint's rows.
pub(super) fn weights_of(reduced: &Reduced) -> Result<Vec<f64>, EstimationError> {
    Ok(joint_weights(reduced, &vec![0.0; reduced.unknowns()], WEIGHTINGS)?)
}

/// Geometric mean of the unknowns' deviations, from a set's rows, which are reduced, with the
/// weights of their joints.
pub(super) fn typical_deviation(
    set: &RowSet,
    reduced: &Reduced,
    weights: &[f64],
) -> Result<f64, EstimationError> {
    let prior = vec![0.0; reduced.unknowns()];
    let whole = reduced.whole(weights);
    let (x, white) = (unknowns_of(&whole, &prior)?, deviations_of(&whole)?);
    let rows: u64 = (0..reduced.joints()).map(|j| reduced.rows(j)).sum();
    let rank = white.iter().flatten().count() as u64;
    let freedom = rows.saturating_sub(rank).max(1) as f64;
    let deviation = (residual_square(&whole, &x) / freedom).sqrt();
    let rows = Some((set, Thoroughness::Quick));
    let factors = Deviations::of(reduced, weights, &prior, rows)?.factors;
    let log = |k: usize| {
        let own = white[k].map(|w| deviation * w).filter(|own| *own > 0.0)?;
        Some(own.ln() + factors[k].ln())
    };
    let logs: Vec<f64> = (0..prior.len()).filter_map(log).collect();
    Ok((logs.iter().sum::<f64>() / logs.len().max(1) as f64).exp())
}

/// By how much the first losses exceed the second, and the standard error of that.
pub fn paired(first: &[f64], second: &[f64]) -> (f64, f64) {
    let differences: Vec<f64> = first.iter().zip(second).map(|(a, b)| a - b).collect();
    let count = differences.len() as f64;
    let sum: f64 = differences.iter().sum();
    let square: f64 = differences.iter().map(|d| (d - sum / count).powi(2)).sum();
    (sum, (count / (count - 1.0).max(1.0) * square).sqrt())
}
