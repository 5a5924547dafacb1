//! Which estimate to use, and why.
//!
//! Methods are compared on the same rows: those of the validation logs, or their own,
//! filtered on both sides, shifted by the logs' delay, and away from standstill. A score
//! of raw efforts along filtered motion shares the filter's bias and ranks methods by
//! it. Methods whose rows' residuals differ by less than the standard error of the
//! difference predict equally well, and among these the robust one is taken. On rows that
//! methods were fitted to, the least squares of `k` unknowns are smaller than those of the truth
//! by `k` in units of noise on average, so that such a difference tells nothing.

use super::methods::MethodResult;
use super::problem::IdentificationProblem;
use crate::identify::estimators::METHODS;
use crate::identify::{Reduced, paired};
use armlab_engine::text::significant;

/// Standard errors within which methods predict equally well.
const ERRORS: f64 = 2.0;
/// Part of the squared residuals within which they do in any case.
const EQUAL: f64 = 0.05;

/// The estimate to use, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct Recommendation {
    /// Its place among the results.
    pub best: usize,
    /// Why, for people.
    pub reason: String,
}

/// Weighted squared residuals of some estimates, segment by segment.
fn losses(results: &[MethodResult], rows: &Reduced) -> Vec<Vec<f64>> {
    let values: Vec<Vec<f64>> = results.iter().map(|r| r.estimate.values()).collect();
    let all = |x: &Vec<f64>| rows.squares(x, 0..rows.segments());
    let squares: Vec<Vec<f64>> = values.iter().map(all).collect();
    let efforts = rows.effort_squares(0..rows.segments());
    let weight = |j: usize| {
        let least = squares.iter().map(|s| s[j]).fold(f64::INFINITY, f64::min);
        // A joint that is fitted exactly must not outweigh all others.
        let least = least.max(1e-24 * efforts[j]) / rows.rows(j).max(1) as f64;
        if least > 0.0 { 1.0 / least } else { 0.0 }
    };
    let weights: Vec<f64> = (0..rows.joints()).map(weight).collect();
    let loss = |x: &Vec<f64>, s: usize| -> f64 {
        rows.squares(x, std::iter::once(s)).iter().zip(&weights).map(|(s, w)| s * w).sum()
    };
    values.iter().map(|x| (0..rows.segments()).map(|s| loss(x, s)).collect()).collect()
}

/// Whether the first loses no more than the second, but for chance and for what unknowns
/// that were `fitted` to the rows gain by that.
fn as_good(first: &[f64], second: &[f64], fitted: usize) -> bool {
    let (sum, error) = paired(first, second);
    sum <= (ERRORS * error).max(EQUAL * second.iter().sum::<f64>()).max(fitted as f64)
}

/// Among methods that predict equally well: consistent ones first, then those that
/// rest on the filtered rows alone.
fn preference(result: &MethodResult) -> u8 {
    let capabilities = METHODS.get(result.estimate.method).map(|m| m.capabilities()).ok();
    match capabilities {
        Some(c) if c.physically_consistent && result.estimate.physical.consistent => 0,
        Some(c) if c.streams => 1,
        _ => 2,
    }
}

/// The estimate to use: of those that pass, if any do, one that predicts as well as
/// the best.
pub fn recommended(
    results: &[MethodResult],
    problem: &IdentificationProblem,
) -> Option<Recommendation> {
    let rows = problem.judging_rows();
    let losses = losses(results, rows);
    let total = |k: usize| losses[k].iter().sum::<f64>();
    let ended = (0..results.len()).filter(|&k| results[k].estimate.converged);
    let mut all: Vec<usize> = ended.collect();
    if all.is_empty() {
        all = (0..results.len()).collect();
    }
    let passing: Vec<usize> =
        all.iter().copied().filter(|&k| !results[k].verdict.fails()).collect();
    let candidates = if passing.is_empty() { &all } else { &passing };
    let least = candidates.iter().copied().min_by(|&a, &b| total(a).total_cmp(&total(b)))?;
    let fitted = if results[least].validation.is_some() { 0 } else { problem.model.unknowns() };
    let equal: Vec<usize> = candidates
        .iter()
        .copied()
        .filter(|&k| k == least || as_good(&losses[k], &losses[least], fitted))
        .collect();
    let key = |k: usize| (preference(&results[k]), total(k));
    let best = equal.iter().copied().min_by(|&a, &b| {
        let (a, b) = (key(a), key(b));
        a.0.cmp(&b.0).then(a.1.total_cmp(&b.1))
    })?;
    let among = Among { all: all.len(), passing: passing.len(), equal: equal.len(), least };
    Some(Recommendation { best, reason: among.reason(results, best, total(best) / total(least)) })
}

/// How many methods a recommendation was taken from.
struct Among {
    all: usize,
    passing: usize,
    equal: usize,
    least: usize,
}

impl Among {
    fn reason(&self, results: &[MethodResult], best: usize, ratio: f64) -> String {
        let chosen = &results[best];
        let name = chosen.estimate.method;
        let among = match (self.all, self.passing) {
            (1, _) => "the only result".to_string(),
            (n, 0) => format!("none of {n} methods passes; this one predicts best"),
            (n, 1) => format!("the only one of {n} methods that passes"),
            (n, p) if self.equal > 1 => {
                let why = match preference(chosen) {
                    0 => "it is physically consistent",
                    _ => "it has the smallest residual",
                };
                let of =
                    if p < n { format!("{p} methods that pass") } else { format!("{n} methods") };
                format!("{} of the {of} predict equally well, and of these {why}", self.equal)
            }
            (n, p) if p < n => format!("predicts best of the {p} methods that pass, of {n}"),
            (n, _) => format!("predicts best of {n} methods, which all pass"),
        };
        let on = if chosen.validation.is_some() { "the validation log" } else { "its own log" };
        let error = chosen.evaluated().relative;
        let mut text = format!("{name}: {among}; prediction error {error:.2} % on {on}");
        if self.least != best && self.passing > 0 {
            text.push_str(&format!(
                "; squared residuals {} times those of {}",
                significant(ratio, 4),
                results[self.least].estimate.method
            ));
        }
        text
    }
}
