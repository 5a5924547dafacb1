//! Many targets over all cores.

use super::Solver;
use super::error::InverseError;
use super::problem::Problem;
use super::solution::Solution;
use rayon::prelude::*;

/// Answers every problem from the same start, over all cores. A problem that
/// could not be stated stays what it is, and the others are answered. Row *i*
/// draws from stream *i* of its seed, so that answers do not depend on threads.
pub fn solve_batch(
    solver: &dyn Solver,
    problems: Vec<Result<Problem<'_>, InverseError>>,
    start: &[f64],
) -> Vec<Result<Solution, InverseError>> {
    problems
        .into_par_iter()
        .enumerate()
        .map_init(
            || solver.boxed(),
            |solver, (row, problem)| {
                let mut problem = problem?;
                problem.stream = row as u64;
                solver.solve(&problem, start)
            },
        )
        .collect()
}
