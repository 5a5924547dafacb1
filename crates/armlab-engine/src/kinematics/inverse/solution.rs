//! The answer, and how honest it is.

use super::chain::Chain;
use super::problem::Problem;
use super::task::TaskError;
use crate::spatial::Transform;

/// Which limit of a joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// The smallest coordinate.
    Lower,
    /// The largest coordinate.
    Upper,
}

/// A limit that keeps the frame from coming nearer to its target.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Binding {
    /// The joint.
    pub joint: String,
    /// Its coordinate in the robot's `q`.
    pub dof: usize,
    /// Which of its limits.
    pub side: Side,
}

/// One point of a convergence history.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Step {
    /// Evaluations of the pose so far.
    pub evaluation: usize,
    /// Which start this belongs to: 0 the given one, then restarts.
    pub start: usize,
    /// Error of the current configuration.
    pub error: TaskError,
}

/// A joint configuration and how well it answers the question.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The robot's coordinates, within their limits.
    pub q: Vec<f64>,
    /// How far the frame is from the target.
    pub error: TaskError,
    /// True when the target is met to the tolerance. False says that no
    /// configuration was found; `pose` is then the nearest one found.
    pub reachable: bool,
    /// Where the frame is.
    pub pose: Transform<f64>,
    /// Limits that keep the frame from the target; empty when it is reached.
    pub binding: Vec<Binding>,
    /// Iterations, of all starts together.
    pub iterations: usize,
    /// Evaluations of the pose, of all starts together.
    pub evaluations: usize,
    /// Starts beside the given one.
    pub restarts: usize,
    /// Wall-clock time.
    pub seconds: f64,
    /// Convergence history; empty unless asked for.
    pub history: Vec<Step>,
}

impl Solution {
    /// An answer with nothing but a configuration; `q` is taken into the limits.
    pub(super) fn at(problem: &Problem, q: Vec<f64>) -> Self {
        let mut q = q;
        for joint in problem.chain.joints() {
            q[joint.dof] = q[joint.dof].clamp(joint.lower, joint.upper);
        }
        let pose = problem.chain.pose(&q);
        let error = TaskError::new(&problem.task, &problem.target, &pose);
        let reachable = error.within(&problem.tolerance);
        Self {
            q,
            error,
            reachable,
            pose,
            binding: Vec::new(),
            iterations: 0,
            evaluations: 0,
            restarts: 0,
            seconds: 0.0,
            history: Vec::new(),
        }
    }

    /// The joint coordinates' largest distance from `other`, each divided by
    /// the joint's range.
    pub fn distance(&self, chain: &Chain, other: &[f64]) -> f64 {
        let reach = chain.reach();
        chain
            .joints()
            .iter()
            .map(|j| ((self.q[j.dof] - other[j.dof]) / j.range(reach)).abs())
            .fold(0.0, f64::max)
    }
}
