//! Three ways to the least squares of a [`FrictionProblem`].
//!
//! * [`bounded`]: Levenberg–Marquardt in a box over all unknowns, slopes exact.
//! * [`projected`]: only coefficients of friction and Stribeck speeds are
//!   searched; masses and viscous friction follow in closed form, held near the
//!   description where the data say nothing (Golub & Pereyra 1973).
//! * [`pattern`]: pattern search with 2N directions, as the papers use it. It
//!   needs no slopes and crawls where unknowns are correlated.

use super::estimate::{NonlinearEstimate, Work};
use super::problem::{FrictionProblem, NonlinearError};
use super::projection::Projection;
use armlab_optimize::{
    Bounds, Budget, Minimiser, NonlinearLeastSquares, PatternSearch, Problem, Progress, Stop,
    VariableProjection, unwatched,
};
use std::sync::atomic::Ordering;

/// Rounds of variable projection: the prior is weighed against the noise, which
/// the first round finds.
const ROUNDS: usize = 2;

/// Nonlinear least squares in a box, from `start`.
pub fn bounded(
    problem: &FrictionProblem,
    bounds: &Bounds,
    start: &[f64],
) -> Result<NonlinearEstimate, NonlinearError> {
    sizes(problem, bounds, start)?;
    let method = NonlinearLeastSquares::default();
    let fit = method.minimise(problem, bounds, start, &Budget::default(), &mut unwatched);
    let work = Work {
        method: "nonlinear least squares",
        evaluations: fit.outcome.evaluations,
        linear_solves: 0,
        history: fit.outcome.history,
        converged: fit.outcome.stop == Stop::Converged,
    };
    problem.estimate(fit.outcome.x, bounds, &[], work)
}

/// Variable projection from `start`. Inertial unknowns have a Gaussian prior: within
/// `prior` (a part, such as 0.25, one standard deviation) of the description's
/// values; their bounds are not used.
pub fn projected(
    problem: &FrictionProblem,
    bounds: &Bounds,
    start: &[f64],
    prior: f64,
) -> Result<NonlinearEstimate, NonlinearError> {
    sizes(problem, bounds, start)?;
    let inertial = problem.inertial();
    let described = problem.described();
    let sizes: Vec<f64> = sizes_of(&described[..inertial], &problem.units());
    let mut projection = Projection::new(problem, start);
    let at = |values: &[f64]| -> Vec<f64> {
        projection.searched.iter().map(|&k| values[inertial + k]).collect()
    };
    let box_of = Bounds::new(at(bounds.lower()), at(bounds.upper()))?;
    let mut alpha = at(start);
    // What a residual would be if nothing were known of the noise: the efforts'
    // own size is far too much, a hundredth of it about right to begin with.
    let efforts: f64 = problem.rows.iter().map(|r| r.effort * r.effort).sum();
    let mut noise = 0.01 * (efforts / problem.rows() as f64).sqrt();
    let method = NonlinearLeastSquares { tolerance: 1e-8, ..NonlinearLeastSquares::default() };
    let (mut evaluations, mut history, mut converged) = (0, Vec::new(), false);
    let mut x = start.to_vec();
    let mut priors = Vec::new();
    let permitted = projection.permitted(bounds)?;
    let mut round = 0;
    while round < ROUNDS {
        round += 1;
        priors = (0..inertial)
            .map(|k| (k, described[k], prior * sizes[k] / noise))
            .filter(|b| b.2 > 0.0 && b.2.is_finite())
            .collect();
        projection.priors = priors.clone();
        let varpro = VariableProjection {
            model: &projection,
            beliefs: priors.clone(),
            coefficient_bounds: projection.limits.clone(),
        };
        let found = varpro.minimise(&method, &box_of, &alpha, &Budget::default(), &mut unwatched);
        let outcome = found.fit.outcome;
        history.extend(outcome.history.iter().map(|&(n, value)| (evaluations + n, value)));
        evaluations += outcome.evaluations;
        converged = outcome.stop == Stop::Converged;
        x = projection.join(&outcome.x, &found.coefficients);
        alpha = outcome.x;
        noise = problem.rms(&x).max(f64::MIN_POSITIVE);
        projection.first = found.coefficients;
        // Most fits are within the bounds by themselves, and faster without them.
        if projection.limits.is_none() && !permitted.contains(&projection.first) {
            projection.limits = Some(permitted.clone());
            round = 0;
        }
    }
    let work = Work {
        method: "variable projection",
        evaluations,
        linear_solves: evaluations + projection.solves.load(Ordering::Relaxed),
        history,
        converged,
    };
    problem.estimate(x, bounds, &priors, work)
}

/// Pattern search with 2N directions from `start`, with at most so many
/// evaluations. `watch` sees every poll and may end the search.
pub fn pattern(
    problem: &FrictionProblem,
    bounds: &Bounds,
    start: &[f64],
    search: &PatternSearch,
    evaluations: usize,
    watch: Progress,
) -> Result<NonlinearEstimate, NonlinearError> {
    sizes(problem, bounds, start)?;
    let budget = Budget { evaluations, iterations: usize::MAX, ..Budget::default() };
    let task = Problem { objective: problem, bounds, start: Some(start) };
    let outcome = search.minimise(&task, &budget, watch);
    let work = Work {
        method: "pattern search",
        evaluations: outcome.evaluations,
        linear_solves: 0,
        history: outcome.history,
        converged: outcome.stop == Stop::Converged,
    };
    problem.estimate(outcome.x, bounds, &[], work)
}

/// Sizes of inertial unknowns: their values, and for those that are zero the
/// largest value of the same unit, as nothing else is known of them.
fn sizes_of(described: &[f64], units: &[String]) -> Vec<f64> {
    let size = |k: usize| match described[k].abs() {
        value if value > 0.0 => value,
        _ => {
            let like = (0..described.len()).filter(|&i| units[i] == units[k]);
            let largest = like.fold(0.0_f64, |a, i| a.max(described[i].abs()));
            if largest > 0.0 { largest } else { 1.0 }
        }
    };
    (0..described.len()).map(size).collect()
}

fn sizes(problem: &FrictionProblem, bounds: &Bounds, start: &[f64]) -> Result<(), NonlinearError> {
    problem.check(start)?;
    problem.check(bounds.lower())
}
