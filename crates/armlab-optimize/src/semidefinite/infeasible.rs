//! Telling contradictory blocks from a problem that is merely hard.
//!
//! `min t` subject to `F_i(x) + t 1 ⪰ 0` always has solutions. If its optimum is
//! positive, no `x` satisfies all blocks, and the multipliers, which add up to
//! one, are the proof: `Σ A_i*(Z_i) = 0` and `Σ tr(F_i0 Z_i) = −t`. Blocks whose
//! multiplier is zero have no part in the contradiction.

use super::problem::{Block, Semidefinite, SemidefiniteError};
use super::settings::SemidefiniteSettings;
use super::solver::Solver;
use armlab_dense::Matrix;

/// A small pull towards the start keeps unknowns in place that do not matter.
const PULL: f64 = 1e-6;

/// Relative gap with which a contradiction is proved.
const PROVED: f64 = 1e-3;

/// An error that names the blocks, if they contradict each other.
pub(super) fn explain(problem: &Semidefinite, start: &[f64]) -> Result<(), SemidefiniteError> {
    let n = problem.unknowns();
    let start: Vec<f64> = start.iter().map(|x| if x.is_finite() { *x } else { 0.0 }).collect();
    let rows = Matrix::from_fn(n, n + 1, |i, j| {
        if i == j { PULL / start.get(i).map_or(1.0, |x: &f64| x.abs().max(1.0)) } else { 0.0 }
    });
    let mut relaxed = Semidefinite::new(rows, vec![0.0; n]);
    let mut scale = 0.0_f64;
    for block in &problem.blocks {
        scale = block.constant.iter().fold(scale, |m, x| m.max(x.abs()));
        let mut block = Block { divergence: None, ..block.clone() };
        for i in 0..block.size {
            block = block.term(n, i, i, 1.0);
        }
        relaxed = relaxed.subject_to(block);
    }
    let scale = scale.max(1.0);
    relaxed = relaxed.subject_to(Block::at_least("", n, -scale));
    let mut linear = vec![0.0; n + 1];
    linear[n] = 1.0;
    let hessian = relaxed.rows.gram();
    let mut solver = Solver::new(&relaxed, hessian, linear, 0.0);
    let mut first = start;
    first.push(10.0 * scale);
    solver.begin(Some(&first));
    let end = solver.run(&SemidefiniteSettings { tolerance: 1e-7, iterations: 100, scale: 0.0 });
    let by = solver.x[n];
    // Only a solved problem proves anything.
    if !(by > 1e-6 * scale) || !(end.suboptimality() <= PROVED) {
        return Ok(());
    }
    let multipliers = solver.multipliers();
    let blocks = problem.blocks.iter().zip(&multipliers);
    let blocks = blocks.filter(|(_, m)| **m > 1e-2).map(|(b, _)| b.name.clone()).collect();
    Err(SemidefiniteError::Infeasible { blocks, by })
}
