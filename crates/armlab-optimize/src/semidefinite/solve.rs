//! From a problem to a solution or the reason why there is none.

use super::anchor::{anchors, with_rows};
use super::problem::{Semidefinite, SemidefiniteError, SemidefiniteSolution};
use super::settings::SemidefiniteSettings;
use super::small::{cholesky, inverse, trace_product};
use super::solver::Solver;
use super::state::add_curvature;
use armlab_dense::Matrix;

/// A point that missed the tolerance by more than this factor is given only where
/// the blocks do not contradict each other, and it violates none of them noticeably.
const LENIENCE: f64 = 1e3;
/// Violation of a block, relative to its entries, that is noticeable.
const VIOLATED: f64 = 1e-6;
/// A relative gap beyond which a point says nothing.
const USELESS: f64 = 0.1;

impl Semidefinite {
    /// Solves the problem, beginning at `start` if there is a good guess.
    ///
    /// # Panics
    /// If `start` has another length than there are unknowns.
    pub fn solve(
        &self,
        start: Option<&[f64]>,
        settings: &SemidefiniteSettings,
    ) -> Result<SemidefiniteSolution, SemidefiniteError> {
        self.check()?;
        let hessian = self.hessian();
        match anchors(self, &self.seen_curvature(&hessian), start, settings.scale) {
            None => self.solve_seen(hessian, start, settings),
            Some((rows, rhs)) => {
                let anchored = with_rows(self, &rows, &rhs);
                let hessian = anchored.hessian();
                let mut solution = anchored.solve_seen(hessian, start, settings)?;
                // The objective as it was asked for.
                let pull = rows.times_vector(&solution.x);
                for (p, b) in pull.iter().zip(&rhs) {
                    solution.objective -= 0.5 * (p - b) * (p - b);
                }
                Ok(solution)
            }
        }
    }

    /// Second derivatives of the objective without divergences.
    fn hessian(&self) -> Matrix {
        let mut hessian = self.rows.gram();
        for (k, _, deviation) in &self.priors {
            let entry = hessian.at(*k, *k) + 1.0 / (deviation * deviation);
            hessian.set(*k, *k, entry);
        }
        hessian
    }

    /// Second derivatives with those of the divergences at their references.
    fn seen_curvature(&self, hessian: &Matrix) -> Matrix {
        let mut curvature = hessian.clone();
        for block in &self.blocks {
            let Some(divergence) = &block.divergence else { continue };
            let area = block.size * block.size;
            let (mut l, mut p) = (vec![0.0; area], vec![0.0; area]);
            cholesky(&divergence.reference, block.size, &mut l);
            inverse(&l, block.size, &mut p);
            let weighted: Vec<f64> = p.iter().map(|p| divergence.weight * p).collect();
            add_curvature(block, &weighted, &p, &mut curvature);
        }
        curvature
    }

    /// Solves a problem whose rows see every direction.
    fn solve_seen(
        &self,
        hessian: Matrix,
        start: Option<&[f64]>,
        settings: &SemidefiniteSettings,
    ) -> Result<SemidefiniteSolution, SemidefiniteError> {
        let mut linear = vec![0.0; self.unknowns()];
        self.slopes.iter().for_each(|(k, slope)| linear[*k] += slope);
        let mut constant = 0.0;
        for block in &self.blocks {
            if let Some(d) = &block.divergence {
                // w (tr(P⁻¹F) − log det F + log det P − size)
                let size = block.size;
                let (mut l, mut p) = (vec![0.0; size * size], vec![0.0; size * size]);
                cholesky(&d.reference, size, &mut l);
                inverse(&l, size, &mut p);
                block.add_adjoint(&p, d.weight, &mut linear);
                let log_det: f64 = (0..size).map(|i| 2.0 * l[i * size + i].ln()).sum();
                let trace = trace_product(&p, &block.constant);
                constant += d.weight * (trace + log_det - size as f64);
            }
        }
        let run = |start: Option<&[f64]>| {
            let mut solver = Solver::new(self, hessian.clone(), linear.clone(), settings.scale);
            solver.begin(start);
            let end = solver.run(settings);
            (solver, end)
        };
        let (mut solver, mut end) = run(start);
        if start.is_some() && !(end.suboptimality() <= settings.tolerance * LENIENCE) {
            // A start may lie badly.
            let (other, again) = run(None);
            if !(end.suboptimality() <= again.suboptimality()) {
                (solver, end) = (other, again);
            }
        }
        let worst = end.suboptimality();
        if worst > settings.tolerance * LENIENCE || !worst.is_finite() {
            super::infeasible::explain(self, &solver.x)?;
            if end.violation <= VIOLATED && worst <= USELESS {
                return Ok(solver.report(end, constant));
            }
            return Err(SemidefiniteError::NoConvergence {
                iterations: end.iterations,
                gap: end.gap,
                stationarity: end.stationarity,
                violation: end.violation,
            });
        }
        Ok(solver.report(end, constant))
    }
}
