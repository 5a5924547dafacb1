//! Damped least squares with active limits and restarts: the default.
//!
//! Descends from the given start; while the target is not met, again from the
//! best of a few random configurations. Where no start leads to the target, the
//! best valleys found are followed to their bottom: the nearest reachable pose.

use super::chain::Chain;
use super::descent::{Descent, End, Patience, Scratch, descend};
use super::error::InverseError;
use super::problem::Problem;
use super::residual::Residual;
use super::restarts::Random;
use super::solution::{Binding, Side, Solution, Step};
use super::{Solver, SolverCapabilities};
use armlab_settings::{Range, method, settings};
use std::time::Instant;

settings! {
    /// Settings of damped least squares.
    pub struct DlsSettings {
        /// Starts at most, beside the given one, while the target is not met.
        restarts: usize = 100, "", Range::between(0.0, 1000000.0);
        /// Random configurations of which the best becomes a start.
        draws: usize = 4, "", Range::between(1.0, 1000000.0);
        /// Iterations per start at most.
        iterations: usize = 60, "", Range::between(1.0, 1000000.0);
        /// Iterations over which progress is judged.
        stall_window: usize = 6, "", Range::between(1.0, 1000000.0);
        /// Factor by which the squared error must fall within that window.
        stall_factor: f64 = 0.5, "", Range::FRACTION;
        /// Best local minima that are refined when the target is not met.
        refined: usize = 6, "", Range::between(1.0, 10000.0);
        /// Iterations of a refinement at most.
        refine_iterations: usize = 400, "", Range::between(1.0, 1000000.0);
        /// Iterations over which progress of a refinement is judged.
        refine_stall_window: usize = 50, "", Range::between(1.0, 1000000.0);
        /// Factor by which the squared error must fall within that window.
        refine_stall_factor: f64 = 0.9999, "", Range::FRACTION;
    }
}

/// Damped least squares.
#[derive(Clone, Debug, Default)]
pub struct Dls {
    /// Its settings.
    pub settings: DlsSettings,
    scratch: Scratch,
    start: Vec<f64>,
    candidate: Vec<f64>,
    /// Ends of unsuccessful descents, nearest first.
    ends: Vec<(f64, Vec<f64>)>,
}

method!(
    Dls,
    settings,
    "dls",
    "Damped least squares with active limits and restarts. Best for any arm, with or without \
     redundancy."
);

/// Everything that is counted over the descents of one problem.
#[derive(Default)]
pub(super) struct Counts {
    pub iterations: usize,
    pub evaluations: usize,
    pub restarts: usize,
    pub history: Vec<Step>,
}

impl Counts {
    pub fn add(&mut self, descent: &Descent) {
        self.iterations += descent.iterations;
        self.evaluations += descent.evaluations;
    }
}

impl Dls {
    fn explore(&self) -> Patience {
        let DlsSettings { iterations, stall_window: window, stall_factor: factor, .. } =
            self.settings;
        Patience { iterations, window, factor }
    }
    fn refine(&self) -> Patience {
        let s = &self.settings;
        Patience {
            iterations: s.refine_iterations,
            window: s.refine_stall_window,
            factor: s.refine_stall_factor,
        }
    }

    /// One descent from `self.scratch.q`.
    fn descend(
        &mut self,
        problem: &Problem,
        residual: &Residual,
        patience: Patience,
        counts: &mut Counts,
    ) -> Descent {
        let recorded = counts.history.len();
        let history = problem.record.then_some(&mut counts.history);
        let descent = descend(residual, &problem.tolerance, &patience, &mut self.scratch, history);
        for step in &mut counts.history[recorded..] {
            step.evaluation += counts.evaluations;
            step.start = counts.restarts;
        }
        counts.add(&descent);
        descent
    }

    /// Puts the best of a few random configurations into `self.scratch.q`.
    fn draw(&mut self, residual: &Residual, random: &mut Random, counts: &mut Counts) {
        let mut best = f64::INFINITY;
        let mut candidate = std::mem::take(&mut self.candidate);
        for _ in 0..self.settings.draws.max(1) {
            random.configuration(residual.chain, &mut candidate);
            let cost = self.scratch.cost(residual, &candidate);
            counts.evaluations += 1;
            if cost < best {
                best = cost;
                self.scratch.q.copy_from_slice(&candidate);
            }
        }
        self.candidate = candidate;
    }

    /// Keeps the end of an unsuccessful descent if it is among the nearest.
    fn keep(&mut self, cost: f64) {
        let at = self.ends.partition_point(|end| end.0 <= cost);
        if at >= self.settings.refined {
            return;
        }
        let mut q = if self.ends.len() < self.settings.refined {
            vec![0.0; self.scratch.q.len()]
        } else {
            self.ends.pop().map(|end| end.1).unwrap_or_default()
        };
        q.copy_from_slice(&self.scratch.q);
        self.ends.insert(at, (cost, q));
    }

    /// Follows the nearest valleys to their bottom; the best ends in `self.scratch.q`.
    fn bottom(&mut self, problem: &Problem, residual: &Residual, counts: &mut Counts) -> Descent {
        let ends = std::mem::take(&mut self.ends);
        let mut best: Option<(Descent, Vec<f64>, Vec<bool>)> = None;
        for (_, q) in &ends {
            self.scratch.q.copy_from_slice(q);
            let descent = self.descend(problem, residual, self.refine(), counts);
            let better = best.as_ref().is_none_or(|b| descent.cost < b.0.cost);
            if better {
                best = Some((descent, self.scratch.q.clone(), self.scratch.held.clone()));
            }
            if descent.end == End::Solved {
                break;
            }
        }
        match best {
            Some((descent, q, held)) => {
                self.scratch.q.copy_from_slice(&q);
                self.scratch.held.copy_from_slice(&held);
                descent
            }
            None => Descent { end: End::Slow, cost: f64::INFINITY, iterations: 0, evaluations: 0 },
        }
    }

    /// Prepares for a problem; the start is taken into the limits.
    fn begin(&mut self, problem: &Problem, start: &[f64]) -> Result<(), InverseError> {
        problem.check_start(start)?;
        let chain = problem.chain;
        self.scratch.fit(chain);
        self.candidate.resize(chain.joints().len(), 0.0);
        self.ends.clear();
        chain.gather(start, &mut self.start);
        for (q, joint) in self.start.iter_mut().zip(chain.joints()) {
            *q = q.clamp(joint.lower, joint.upper);
        }
        self.scratch.q.copy_from_slice(&self.start);
        Ok(())
    }

    /// The configuration in `self.scratch.q` as an answer.
    fn answer(&self, problem: &Problem, start: &[f64], counts: Counts, since: Instant) -> Solution {
        let mut solution =
            Solution::at(problem, configuration(problem.chain, &self.scratch.q, start));
        if !solution.reachable {
            solution.binding = binding(problem.chain, &self.scratch);
        }
        solution.iterations = counts.iterations;
        solution.evaluations = counts.evaluations;
        solution.restarts = counts.restarts;
        solution.history = counts.history;
        solution.seconds = since.elapsed().as_secs_f64();
        solution
    }

    /// Only descends from the start: no random numbers, no other valley.
    pub fn follow(&mut self, problem: &Problem, start: &[f64]) -> Result<Solution, InverseError> {
        let since = Instant::now();
        self.begin(problem, start)?;
        let residual = Residual::new(problem);
        let mut counts = Counts::default();
        self.descend(problem, &residual, self.refine(), &mut counts);
        Ok(self.answer(problem, start, counts, since))
    }
}

/// The robot's coordinates with those of the chain in them, joints that turn
/// brought by whole turns within their limits and near to the start.
pub(super) fn configuration(chain: &Chain, q: &[f64], start: &[f64]) -> Vec<f64> {
    let mut robot = start.to_vec();
    for (&q, joint) in q.iter().zip(chain.joints()) {
        robot[joint.dof] = joint.nearest_equivalent(q, start[joint.dof]);
    }
    robot
}

/// The limits that hold joints at the end of a descent.
fn binding(chain: &Chain, scratch: &Scratch) -> Vec<Binding> {
    let mut binding = Vec::new();
    for (i, joint) in chain.joints().iter().enumerate() {
        if scratch.held[i] {
            let side = if scratch.q[i] <= scratch.lower[i] { Side::Lower } else { Side::Upper };
            binding.push(Binding { joint: joint.name.clone(), dof: joint.dof, side });
        }
    }
    binding
}

impl Solver for Dls {
    fn capabilities(&self) -> SolverCapabilities {
        SolverCapabilities {
            all_solutions: true,
            nearest_pose: true,
            ..SolverCapabilities::default()
        }
    }
    fn boxed(&self) -> Box<dyn Solver> {
        Box::new(self.clone())
    }

    fn solve(&mut self, problem: &Problem, start: &[f64]) -> Result<Solution, InverseError> {
        let since = Instant::now();
        self.begin(problem, start)?;
        let residual = Residual::new(problem);
        let mut random = Random::of(problem);
        let mut counts = Counts::default();
        loop {
            let descent = self.descend(problem, &residual, self.explore(), &mut counts);
            if descent.end == End::Solved {
                break;
            }
            self.keep(descent.cost);
            if counts.restarts >= self.settings.restarts {
                self.bottom(problem, &residual, &mut counts);
                break;
            }
            counts.restarts += 1;
            self.draw(&residual, &mut random, &mut counts);
        }
        Ok(self.answer(problem, start, counts, since))
    }

    fn solve_all(
        &mut self,
        problem: &Problem,
        start: &[f64],
    ) -> Result<Vec<Solution>, InverseError> {
        let first = self.solve(problem, start)?;
        if !first.reachable {
            return Ok(vec![first]);
        }
        let residual = Residual::new(problem);
        let mut random = Random::of(problem);
        let mut found = vec![first];
        for _ in 0..4 * self.settings.restarts {
            let since = Instant::now();
            let mut counts = Counts { restarts: 1, ..Counts::default() };
            self.draw(&residual, &mut random, &mut counts);
            if self.descend(problem, &residual, self.explore(), &mut counts).end == End::Solved {
                let solution = self.answer(problem, start, counts, since);
                let known = |s: &Solution| s.distance(problem.chain, &solution.q) < 1e-3;
                if !found.iter().any(known) {
                    found.push(solution);
                }
            }
        }
        Ok(found)
    }
}
