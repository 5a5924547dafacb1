//! All joints of a machine with loops from the pose and the motion of its
//! platform (the tool): with the tool's Jacobian `J` beside the closures' `B`,
//!
//! ```text
//! g(q) = 0, x(q) = x*       [B; J] q̇ = [0; V]       [B; J] q̈ = [−Ḃq̇; A − J̇q̇]
//! ```
//!
//! Gauss–Newton from the last pose, so the branch of every leg is kept.

use super::constraint::body_motions;
use super::error::LoopError;
use super::machine::{LoopMemory, Machine, turned};
use crate::kinematics::inverse::rotation_vector;
use crate::kinematics::{ReferenceFrame, frame_jacobian, frame_jacobian_rate, frame_pose};
use crate::linear::gram_schmidt;
use crate::spatial::{Motion, Transform};

/// Distance, m or rad, at which the platform is where it should be.
const REACHED: f64 = 1e-9;
const MOST_ITERATIONS: usize = 60;
const LARGEST_STEP: f64 = 0.3;
/// Parts into which the way to a pose is cut at most.
const MOST_STEPS: usize = 64;
/// Pivots below this part of the largest mean that the pose leaves joints free.
const SINGULAR: f64 = 1e-9;

impl Machine<'_> {
    /// Moves the machine so that its tool stands at `target` (in the base),
    /// starting from the pose in `memory.q`.
    pub fn assemble_platform(
        &self,
        memory: &mut LoopMemory<f64>,
        target: &Transform<f64>,
    ) -> Result<(), LoopError> {
        let start = memory.q.clone();
        let from = frame_pose(self.robot(), self.robot().tool(), &start);
        let mut steps = 1;
        loop {
            let mut outcome = Ok(());
            for step in 1..=steps {
                let goal = between(&from, target, step as f64 / steps as f64);
                outcome = self.reach(memory, &goal, steps < MOST_STEPS);
                if outcome.is_err() {
                    break;
                }
            }
            match outcome {
                Ok(()) => break,
                Err(_) if steps < MOST_STEPS => {
                    memory.q.copy_from_slice(&start);
                    steps *= 4;
                }
                Err(error) => {
                    let reached = frame_pose(self.robot(), self.robot().tool(), &memory.q);
                    memory.q.copy_from_slice(&start);
                    return Err(match error {
                        LoopError::OutOfReach { .. } => out_of_reach(&distance(&reached, target)),
                        other => other,
                    });
                }
            }
        }
        // The passive joints exactly, and everything that depends on the pose.
        self.close(memory)?;
        if let Some(column) = turned(&memory.reference, &memory.factor_q, self.passive().len()) {
            memory.q.copy_from_slice(&start);
            return Err(LoopError::Crossing { joint: self.joint_name(self.passive()[column]) });
        }
        self.settle(memory);
        self.check_regular(memory)
    }

    /// Speeds and accelerations of all joints, into `memory`, from those of the
    /// tool in base axes, at the pose that
    /// [`assemble_platform`](Self::assemble_platform) left.
    pub fn platform_motion(
        &self,
        memory: &mut LoopMemory<f64>,
        velocity: &Motion<f64>,
        acceleration: &Motion<f64>,
    ) -> Result<(), LoopError> {
        let robot = self.robot();
        let (n, rows) = (robot.dofs(), self.constraints().rows());
        let (mut a, mut r) = (self.stacked(memory), vec![0.0; n * n]);
        gram_schmidt::factor(&mut a, rows + 6, n, &mut r);
        self.check_determined(&r)?;
        let mut right = vec![0.0; rows + 6];
        right[rows..].copy_from_slice(&entries(velocity));
        gram_schmidt::solve(&a, &r, rows + 6, n, &mut right, &mut memory.qd);
        body_motions(robot.tree(), &memory.poses, &memory.qd, &mut memory.motions);
        let mut right = vec![0.0; rows + 6];
        self.constraints().bias(&memory.poses, &memory.motions, &mut right);
        right[..rows].iter_mut().for_each(|b| *b = -*b);
        let rate =
            frame_jacobian_rate(robot, robot.tool(), ReferenceFrame::Base, &memory.q, &memory.qd);
        for (k, (wanted, own)) in entries(acceleration).iter().zip(entries(&rate)).enumerate() {
            right[rows + k] = wanted - own;
        }
        gram_schmidt::solve(&a, &r, rows + 6, n, &mut right, &mut memory.qdd);
        Ok(())
    }

    /// One Gauss–Newton search; `careful` refuses to stray.
    fn reach(
        &self,
        memory: &mut LoopMemory<f64>,
        goal: &Transform<f64>,
        careful: bool,
    ) -> Result<(), LoopError> {
        let robot = self.robot();
        let (n, rows) = (robot.dofs(), self.constraints().rows());
        let before = memory.q.clone();
        let mut right = vec![0.0; rows + 6];
        let mut last_step = false;
        for _ in 0..MOST_ITERATIONS {
            self.linearise(memory);
            self.constraints().residuals(&memory.q, &memory.poses, &mut right);
            let error = distance(&frame_pose(robot, robot.tool(), &memory.q), goal);
            right[rows..].copy_from_slice(&error);
            let largest = right.iter().fold(0.0_f64, |a, e| if e.abs() <= a { a } else { e.abs() });
            if last_step && largest <= REACHED {
                let strayed = (0..n).any(|i| (memory.q[i] - before[i]).abs() > LARGEST_STEP);
                return if strayed && careful { Err(out_of_reach(&error)) } else { Ok(()) };
            }
            last_step = largest <= 1e-8;
            let (mut a, mut r) = (self.stacked(memory), vec![0.0; n * n]);
            gram_schmidt::factor(&mut a, rows + 6, n, &mut r);
            self.check_determined(&r)?;
            let mut step = vec![0.0; n];
            gram_schmidt::solve(&a, &r, rows + 6, n, &mut right, &mut step);
            let longest = step.iter().fold(0.0_f64, |a, s| a.max(s.abs()));
            let damp = if longest > LARGEST_STEP { LARGEST_STEP / longest } else { 1.0 };
            memory.q.iter_mut().zip(&step).for_each(|(q, s)| *q -= damp * s);
        }
        let error = distance(&frame_pose(robot, robot.tool(), &memory.q), goal);
        Err(out_of_reach(&error))
    }

    /// `[B; J]`, row after row.
    fn stacked(&self, memory: &LoopMemory<f64>) -> Vec<f64> {
        let robot = self.robot();
        let (n, rows) = (robot.dofs(), self.constraints().rows());
        let mut a = vec![0.0; (rows + 6) * n];
        a[..rows * n].copy_from_slice(&memory.jacobian[..rows * n]);
        let columns = frame_jacobian(robot, robot.tool(), ReferenceFrame::Base, &memory.q);
        for (j, column) in columns.iter().enumerate() {
            for (k, entry) in entries(column).into_iter().enumerate() {
                a[(rows + k) * n + j] = entry;
            }
        }
        a
    }

    fn check_determined(&self, r: &[f64]) -> Result<(), LoopError> {
        let n = self.robot().dofs();
        let pivot = |i: usize| r[i * n + i];
        let largest = (0..n).map(pivot).fold(0.0_f64, f64::max);
        match (0..n).find(|&i| !(pivot(i) > SINGULAR * largest)) {
            None => Ok(()),
            Some(i) => {
                let ratio = pivot(i) / largest;
                Err(LoopError::Singular { ratio, joint: self.joint_name(i) })
            }
        }
    }
}

fn entries(m: &Motion<f64>) -> [f64; 6] {
    let (a, v) = (m.angular, m.linear);
    [a.x, a.y, a.z, v.x, v.y, v.z]
}

/// How far a pose is from a goal: rotation vector and translation, in base axes.
fn distance(pose: &Transform<f64>, goal: &Transform<f64>) -> [f64; 6] {
    let turn = rotation_vector(&pose.rotation.compose(&goal.rotation.transposed()));
    let shift = pose.translation - goal.translation;
    [turn.x, turn.y, turn.z, shift.x, shift.y, shift.z]
}

fn out_of_reach(error: &[f64; 6]) -> LoopError {
    let norm = |v: &[f64]| v.iter().map(|x| x * x).sum::<f64>().sqrt();
    LoopError::OutOfReach { distance: norm(&error[3..]), angle: norm(&error[..3]) }
}

/// A part of the way from one pose to another: straight, and about one axis.
fn between(from: &Transform<f64>, to: &Transform<f64>, share: f64) -> Transform<f64> {
    let turn = rotation_vector(&to.rotation.compose(&from.rotation.transposed()));
    let angle = turn.norm();
    let rotation = if angle > 0.0 {
        Transform::rotation(turn.scale(1.0 / angle), share * angle).rotation.compose(&from.rotation)
    } else {
        from.rotation
    };
    let translation = from.translation + (to.translation - from.translation).scale(share);
    Transform { rotation, translation }
}
