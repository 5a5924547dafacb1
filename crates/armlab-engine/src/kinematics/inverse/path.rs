//! Inverse kinematics along a path: each point from the one before.
//!
//! A point is looked for by descending from the previous configuration, which
//! stays on the same branch. Only where that fails is the arm allowed to jump
//! to another branch, and the report says so; it also names joints that would
//! have to move faster than they can, and the points nearest to a singularity.

use super::Solver;
use super::chain::Chain;
use super::dexterity::Dexterity;
use super::dls::Dls;
use super::error::InverseError;
use super::problem::Problem;
use super::solution::Solution;
use super::task::{Task, Tolerance};
use crate::spatial::Transform;

/// A point is reported as near-singular below this ratio of smallest to
/// largest singular value.
pub const NEAR_SINGULAR: f64 = 0.01;

/// A joint that would have to move faster than it can.
#[derive(Clone, Debug, PartialEq)]
pub struct TooFast {
    /// The joint.
    pub joint: String,
    /// Speed needed, rad/s or m/s.
    pub needed: f64,
    /// Speed allowed.
    pub allowed: f64,
}

/// One point of a path.
#[derive(Clone, Debug)]
pub struct Waypoint {
    /// The configuration.
    pub solution: Solution,
    /// True if the previous point's branch does not lead here.
    pub jump: bool,
    /// How freely the frame moves.
    pub dexterity: Dexterity,
    /// Joints that would have to move too fast since the previous point.
    pub too_fast: Vec<TooFast>,
}

impl Waypoint {
    /// True when the arm is nearly singular here.
    pub fn is_near_singular(&self) -> bool {
        self.dexterity.isotropy() < NEAR_SINGULAR
    }
}

/// A path in joint space.
#[derive(Clone, Debug)]
pub struct JointPath {
    /// Its points.
    pub points: Vec<Waypoint>,
    /// Times the path would have to be slowed down by to keep all joints within
    /// their speeds; 1 or less where none is too fast.
    pub slow_down: f64,
}

impl JointPath {
    /// True when every point is reached without a jump and within all speeds.
    pub fn is_clean(&self) -> bool {
        let clean = |p: &Waypoint| p.solution.reachable && !p.jump && p.too_fast.is_empty();
        self.points.iter().all(clean)
    }
}

/// Follows `targets`, each with its time in seconds, from `start`.
pub fn follow_path(
    chain: &Chain,
    task: Task,
    targets: &[(f64, Transform<f64>)],
    tolerance: Tolerance,
    start: &[f64],
) -> Result<JointPath, InverseError> {
    let mut dls = Dls::default();
    let mut points: Vec<Waypoint> = Vec::with_capacity(targets.len());
    let mut slow_down = 0.0_f64;
    let mut q = start.to_vec();
    for (row, (time, target)) in targets.iter().enumerate() {
        if !time.is_finite() {
            return Err(InverseError::NotFinite { what: format!("time of point {}", row + 1) });
        }
        let mut problem = Problem::new(chain, task, *target)?.random(0, row as u64);
        problem.tolerance = tolerance;
        let near = dls.follow(&problem, &q)?;
        let (solution, jump) = if near.reachable {
            (near, false)
        } else {
            let any = dls.solve(&problem, &q)?;
            let jump = any.reachable && row > 0;
            (any, jump)
        };
        let mut too_fast = Vec::new();
        if row > 0 {
            let elapsed = time - targets[row - 1].0;
            for joint in chain.joints() {
                let needed = (solution.q[joint.dof] - q[joint.dof]).abs() / elapsed.max(1e-300);
                slow_down = slow_down.max(needed / joint.velocity);
                if needed > joint.velocity {
                    let allowed = joint.velocity;
                    too_fast.push(TooFast { joint: joint.name.clone(), needed, allowed });
                }
            }
        }
        q.copy_from_slice(&solution.q);
        let dexterity = Dexterity::new(chain, task, &q);
        points.push(Waypoint { solution, jump, dexterity, too_fast });
    }
    Ok(JointPath { points, slow_down })
}
