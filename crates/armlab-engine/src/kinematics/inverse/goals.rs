//! Secondary goals of redundant arms: among all configurations that meet the
//! target, one that is also good otherwise.
//!
//! From a solution, descends the goal `h` in the null space of the task
//! (Liégeois 1977): with `z = −α W ∇h`, the step
//!
//! ```text
//! Δ = z − W Jᵀ (J W Jᵀ)⁻¹ J z
//! ```
//!
//! moves the joints and, to first order, not the frame; a few iterations of
//! damped least squares bring it back exactly. Steps that do not improve `h`
//! are shortened, so the result is never worse than the solution it began with.

use super::chain::Chain;
use super::descent::Scratch;
use super::dexterity::Dexterity;
use super::dls::Dls;
use super::error::InverseError;
use super::problem::Problem;
use super::residual::Residual;
use super::small;
use super::solution::Solution;
use crate::spatial::Portable;
use std::time::Instant;

/// What is wanted beside the target. All goals are minimised; distances are
/// squared and each joint's is divided by its range.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// Near these coordinates of the robot: a posture, or the previous point of
    /// a path (continuity).
    Posture(Vec<f64>),
    /// Near the middle of the joints' limits.
    LimitCentre,
    /// Far from singularities: the larger the manipulability the better.
    Manipulability,
}

impl Goal {
    /// The goal's value at the robot's coordinates `q`; smaller is better.
    pub fn value(&self, problem: &Problem, q: &[f64]) -> f64 {
        let chain = problem.chain;
        match self {
            Self::Posture(posture) => distance(chain, q, |_, dof| posture[dof]),
            Self::LimitCentre => distance(chain, q, |joint, dof| {
                let middle = 0.5 * (joint.lower + joint.upper);
                if middle.is_finite() { middle } else { q[dof] }
            }),
            Self::Manipulability => {
                -Dexterity::new(chain, problem.task, q).manipulability().max(1e-300).ln()
            }
        }
    }
}

fn distance(
    chain: &Chain,
    q: &[f64],
    wanted: impl Fn(&super::chain::ChainJoint, usize) -> f64,
) -> f64 {
    let reach = chain.reach();
    chain.joints().iter().map(|j| ((q[j.dof] - wanted(j, j.dof)) / j.range(reach)).powi(2)).sum()
}

/// Most steps along the null space.
const STEPS: usize = 200;

/// Improves `solution` of `problem` by a goal, without leaving the target. A
/// solution that does not reach its target is returned as it is.
pub fn improve(
    problem: &Problem,
    goal: &Goal,
    solution: Solution,
) -> Result<Solution, InverseError> {
    if let Goal::Posture(posture) = goal {
        problem.check_start(posture)?;
    }
    if !solution.reachable {
        return Ok(solution);
    }
    let since = Instant::now();
    let chain = problem.chain;
    let residual = Residual::new(problem);
    let mut scratch = Scratch::default();
    scratch.fit(chain);
    let mut dls = Dls::default();
    let mut best = solution;
    let mut value = goal.value(problem, &best.q);
    let mut length = 1.0;
    for _ in 0..STEPS {
        let step = null_space_step(problem, &residual, goal, &mut scratch, &best.q);
        let moved: Vec<f64> = best.q.iter().zip(&step).map(|(q, d)| q + length * d).collect();
        let mut next = dls.follow(problem, &moved)?;
        best.iterations += next.iterations;
        best.evaluations += next.evaluations;
        let next_value = goal.value(problem, &next.q);
        if next.reachable && next_value < value {
            let gained = value - next_value;
            (next.iterations, next.evaluations) = (best.iterations, best.evaluations);
            (next.restarts, next.seconds) = (best.restarts, best.seconds);
            next.history = std::mem::take(&mut best.history);
            best = next;
            value = next_value;
            length = (2.0 * length).min(4.0);
            if gained <= 1e-12 * value.abs().max(1e-12) {
                break;
            }
        } else {
            length *= 0.3;
            if length < 1e-9 {
                break;
            }
        }
    }
    best.seconds += since.elapsed().as_secs_f64();
    Ok(best)
}

/// `z − W Jᵀ (J W Jᵀ)⁻¹ J z` over the joints that limits leave free.
fn null_space_step(
    problem: &Problem,
    residual: &Residual,
    goal: &Goal,
    scratch: &mut Scratch,
    q: &[f64],
) -> Vec<f64> {
    let chain = problem.chain;
    let n = chain.joints().len();
    let mut coordinates = Vec::new();
    chain.gather(q, &mut coordinates);
    let mut z = vec![0.0; n];
    let mut probe = q.to_vec();
    for (i, joint) in chain.joints().iter().enumerate() {
        let h = 1e-5 * scratch.weight[i].sqrt();
        probe[joint.dof] = q[joint.dof] + h;
        let above = goal.value(problem, &probe);
        probe[joint.dof] = q[joint.dof] - h;
        let below = goal.value(problem, &probe);
        probe[joint.dof] = q[joint.dof];
        z[i] = -0.5 * scratch.weight[i] * (above - below) / (2.0 * h);
    }
    let weight = scratch.weight.clone();
    let (lower, upper) = (scratch.lower.clone(), scratch.upper.clone());
    let jacobian = scratch.jacobian(residual, &coordinates);
    let mut free = vec![true; n];
    // A joint at its limit that would be pushed across is taken out, and the
    // rest projected again.
    for _ in 0..=n {
        let (mut a, mut y) = ([[0.0; 6]; 6], [0.0; 6]);
        for i in (0..n).filter(|&i| free[i]) {
            for j in 0..6 {
                y[j] += jacobian[i][j] * z[i];
                for k in 0..=j {
                    a[j][k] += weight[i] * jacobian[i][j] * jacobian[i][k];
                }
            }
        }
        let trace: f64 = (0..6).map(|j| a[j][j]).sum();
        for j in 0..6 {
            a[j][j] += 1e-12 * trace + 1e-300;
        }
        let mut step = vec![0.0; chain.dofs()];
        if !small::solve::<Portable, 6>(&mut a, &mut y) {
            return step;
        }
        let mut blocked = false;
        for (i, joint) in chain.joints().iter().enumerate().filter(|(i, _)| free[*i]) {
            let back: f64 = (0..6).map(|k| jacobian[i][k] * y[k]).sum();
            let delta = z[i] - weight[i] * back;
            let outward = (coordinates[i] <= lower[i] && delta < 0.0)
                || (coordinates[i] >= upper[i] && delta > 0.0);
            if outward {
                blocked = true;
            } else {
                step[joint.dof] = delta;
            }
        }
        if !blocked {
            return step;
        }
        for i in 0..n {
            let dof = chain.joints()[i].dof;
            free[i] &= step[dof] != 0.0;
        }
    }
    vec![0.0; chain.dofs()]
}
