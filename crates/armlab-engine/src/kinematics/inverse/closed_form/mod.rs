//! Closed forms, found by the structure of the arm and not by its name, with
//! all their solutions.
//!
//! | structure | task |
//! |---|---|
//! | three joints of any kinds | position |
//! | six joints, the last three turning about one point | pose |
//! | six turning joints, the second to fourth parallel, the last two meeting | pose |
//! | two joints in a plane, with or without a lift across it | position |
//! | three joints in a plane, with or without a lift across it | position and heading, pose |
//!
//! Candidates are brought within the limits by whole turns, polished by one
//! descent to rounding, and checked against the forward kinematics; what does
//! not hold is dropped. A target without any solution is handed to damped least
//! squares, which knows the nearest pose.

mod pair;
mod parallel;
mod planar;
mod roots;
mod screw;
mod three;
mod wrist;

use super::chain::Chain;
use super::dls::{Dls, configuration};
use super::error::InverseError;
use super::problem::Problem;
use super::solution::Solution;
use super::task::Task;
use super::{Solver, SolverCapabilities};
use crate::spatial::{Transform, Vec3};
use armlab_settings::method;
use planar::Planar;
use screw::{Screw, screws};
use std::time::Instant;

/// Closed forms by structure.
#[derive(Clone, Debug, Default)]
pub struct ClosedForm {
    dls: Dls,
}
method!(
    ClosedForm,
    dls.settings,
    "closed-form",
    "All solutions at once, where the arm's structure has a closed form; the settings are those of \
     damped least squares, which refines them. Best for arms that have one."
);

/// A structure that has a closed form for a task.
enum Structure {
    Three([Screw; 3]),
    Wrist([Screw; 6], Vec3<f64>),
    Parallel([Screw; 6], Vec3<f64>),
    Plane(Planar, bool),
}

impl Structure {
    fn of(chain: &Chain, task: &Task, screws: &[Screw]) -> Result<Self, InverseError> {
        let full = task.linear == [true; 3];
        let turned = task.angular.contains(&true);
        if let (&[a, b, c], true, false) = (screws, full, turned) {
            return Ok(Self::Three([a, b, c]));
        }
        if let (&[a, b, c, d, e, f], true, [true, true, true]) = (screws, full, task.angular) {
            let six = [a, b, c, d, e, f];
            if let Some(centre) = wrist::centre(&[d, e, f], chain.reach()) {
                return Ok(Self::Wrist(six, centre));
            }
            if let Some(meeting) = parallel::meeting(&six, chain.reach()) {
                return Ok(Self::Parallel(six, meeting));
            }
        }
        if let Some(plane) = Planar::new(screws) {
            // The plane must be the task's where the task has only x and y.
            let level = plane.normal.z.abs() > 1.0 - 1e-12;
            let position = full || (task.linear == [true, true, false] && level);
            let heading =
                task.angular == [true; 3] || (task.angular == [false, false, true] && level);
            let lifted = full || plane.lift.is_none();
            let joints = plane.inside.len();
            if position && lifted && (joints == 2 && !turned || joints == 3 && heading) {
                return Ok(Self::Plane(plane, heading));
            }
        }
        let reason = format!(
            "{} joints for {} components, neither three for a position, nor six with a spherical \
             or a parallel wrist for a pose, nor a plane arm of the task's size",
            screws.len(),
            task.rows()
        );
        Err(InverseError::NoClosedForm { reason })
    }

    /// All candidates for the chain's coordinates.
    fn candidates(
        &self,
        screws: &[Screw],
        tool: &Transform<f64>,
        target: &Transform<f64>,
    ) -> Vec<Vec<f64>> {
        let g = target.compose(&tool.inverse());
        match self {
            Self::Three(joints) => three::solve(joints, tool.translation, target.translation)
                .into_iter()
                .map(|q| q.to_vec())
                .collect(),
            Self::Wrist(joints, centre) => {
                wrist::solve(joints, *centre, &g).into_iter().map(|q| q.to_vec()).collect()
            }
            Self::Parallel(joints, meeting) => {
                parallel::solve(joints, *meeting, &g).into_iter().map(|q| q.to_vec()).collect()
            }
            Self::Plane(plane, true) => plane.solve(screws, tool.translation, &g, true),
            Self::Plane(plane, false) => {
                let move_only = Transform {
                    translation: target.translation - tool.translation,
                    ..Transform::identity()
                };
                plane.solve(screws, tool.translation, &move_only, false)
            }
        }
    }
}

impl ClosedForm {
    /// True when the chain has a closed form for the task.
    pub fn exists(chain: &Chain, task: &Task) -> bool {
        Structure::of(chain, task, &screws(chain).0).is_ok()
    }

    /// All solutions, nearest to the start first; possibly none.
    fn all(&mut self, problem: &Problem, start: &[f64]) -> Result<Vec<Solution>, InverseError> {
        problem.check_start(start)?;
        let since = Instant::now();
        let chain = problem.chain;
        let (screws, tool) = screws(chain);
        let structure = Structure::of(chain, &problem.task, &screws)?;
        let mut found: Vec<Solution> = Vec::new();
        for candidate in structure.candidates(&screws, &tool, &problem.target) {
            if candidate.iter().any(|q| !q.is_finite()) {
                continue;
            }
            let mut solution = Solution::at(problem, configuration(chain, &candidate, start));
            solution.evaluations = 1;
            // Rounding is polished away; a candidate that the limits forbid is not.
            if !solution.reachable && is_near(problem, &solution) {
                solution = self.dls.follow(problem, &solution.q)?;
            }
            let known = |s: &Solution| s.distance(chain, &solution.q) < 1e-6;
            if solution.reachable && !found.iter().any(known) {
                found.push(solution);
            }
        }
        found.sort_by(|a, b| a.distance(chain, start).total_cmp(&b.distance(chain, start)));
        let seconds = since.elapsed().as_secs_f64();
        for solution in &mut found {
            solution.seconds = seconds;
        }
        Ok(found)
    }
}

/// True when an error is of the size that rounding makes at a double root.
fn is_near(problem: &Problem, solution: &Solution) -> bool {
    solution.error.position < 1e-2 * problem.chain.reach() && solution.error.angle < 1e-2
}

impl Solver for ClosedForm {
    fn capabilities(&self) -> SolverCapabilities {
        SolverCapabilities {
            all_solutions: true,
            nearest_pose: true,
            needs_structure: true,
            ..SolverCapabilities::default()
        }
    }
    fn boxed(&self) -> Box<dyn Solver> {
        Box::new(self.clone())
    }

    fn solve(&mut self, problem: &Problem, start: &[f64]) -> Result<Solution, InverseError> {
        match self.all(problem, start)?.into_iter().next() {
            Some(nearest) => Ok(nearest),
            None => self.dls.solve(problem, start),
        }
    }

    fn solve_all(
        &mut self,
        problem: &Problem,
        start: &[f64],
    ) -> Result<Vec<Solution>, InverseError> {
        let found = self.all(problem, start)?;
        if found.is_empty() { Ok(vec![self.dls.solve(problem, start)?]) } else { Ok(found) }
    }
}
