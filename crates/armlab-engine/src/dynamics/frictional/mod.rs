//! A robot with its friction, in either direction: the efforts that a motion
//! takes, and the motion that efforts cause.
//!
//! Friction of joint *i* acts along `k_i`, the row by which the joint follows the
//! independent coordinates:
//!
//! ```text
//! M q̈ + h + Σ k_iᵀ f_i = τ          f_i = law(v_i, |n_i|),   v_i = k_i q̇
//! ```
//!
//! Given the motion, reactions `n` and then friction follow one after the other.
//! Given the efforts, accelerations change the reactions, these the friction,
//! and that the accelerations: `sliding.rs` solves for all at once.

mod along;
mod contact;
mod joints;
mod sliding;

pub use along::NoEffort;
pub use contact::Mode;
pub use joints::FrictionalJoint;

use super::constrained::ForwardError;
use super::mechanism::Mechanism;
use crate::friction::{Load, Sliding};
use crate::kinematics::loops::LoopError;
use crate::robot::Robot;
use crate::spatial::Force;
use sliding::Solver;
use thiserror::Error;

/// Rounds that friction and the reactions it causes at passive joints may take.
const MOST_ROUNDS: usize = 200;

/// Why friction could not be computed.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum FrictionalError {
    /// The loops do not close, the pose is singular, or nothing has mass.
    #[error(transparent)]
    Forward(#[from] ForwardError),
    /// No acceleration agrees with the friction it causes.
    #[error(
        "no acceleration is consistent with the friction of {joints}: the coefficients are too large for this mechanism (Painlevé's paradox); lower mu_s and mu_c, or give the joints more inertia"
    )]
    NoSolution {
        /// The joints whose friction depends on their load.
        joints: String,
    },
    /// Several accelerations agree with it.
    #[error(
        "{count} different accelerations are consistent with the friction of {joints}: the coefficients are too large for this mechanism (Painlevé's paradox); lower mu_s and mu_c, or give the joints more inertia"
    )]
    SeveralSolutions {
        /// How many.
        count: usize,
        /// The joints whose friction depends on their load.
        joints: String,
    },
}

impl From<LoopError> for FrictionalError {
    fn from(error: LoopError) -> Self {
        Self::Forward(error.into())
    }
}

/// A robot with friction. Slices have one entry per independent coordinate.
pub struct Plant<'r> {
    mechanism: Mechanism<'r>,
    joints: Vec<FrictionalJoint<'r>>,
    /// Friction of every moving joint of the tree at the last call.
    friction: Vec<f64>,
    reactions: Vec<Force<f64>>,
    row: Vec<f64>,
    left: Vec<f64>,
    solver: Solver,
    /// Last positions and inner states of laws along a motion.
    memory: Option<(Vec<f64>, Vec<f64>)>,
}

impl<'r> Plant<'r> {
    /// The robot with its friction.
    pub fn new(robot: &'r Robot) -> Result<Self, LoopError> {
        let mechanism = Mechanism::new(robot)?;
        let joints = FrictionalJoint::all(robot);
        let n = mechanism.dofs();
        Ok(Self {
            friction: vec![0.0; robot.dofs()],
            reactions: vec![Force::zero(); robot.links().len()],
            row: vec![0.0; n],
            left: vec![0.0; n],
            solver: Solver::default(),
            memory: None,
            joints,
            mechanism,
        })
    }
    /// The robot without its friction.
    pub fn mechanism(&mut self) -> &mut Mechanism<'r> {
        &mut self.mechanism
    }
    /// Number of independent coordinates.
    pub fn dofs(&self) -> usize {
        self.mechanism.dofs()
    }
    /// Joints that have friction.
    pub fn joints(&self) -> &[FrictionalJoint<'r>] {
        &self.joints
    }
    /// Number of inner states of friction laws.
    pub fn bristles(&self) -> usize {
        self.joints.iter().map(FrictionalJoint::bristles).sum()
    }
    /// Friction of every moving joint at the last call.
    pub fn friction(&self) -> &[f64] {
        &self.friction
    }
    /// Wrench through every joint at the last call of
    /// [`inverse`](Self::inverse) for a robot whose friction depends on loads.
    pub fn reactions(&mut self) -> &[Force<f64>] {
        self.mechanism.reactions(&self.friction, &mut self.reactions);
        &self.reactions
    }

    /// Efforts of a motion: `tau` of the rigid bodies, and what friction adds.
    pub fn inverse(
        &mut self,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        tau: &mut [f64],
        friction: &mut [f64],
    ) -> Result<(), FrictionalError> {
        self.mechanism.inverse(q, qd, qdd, tau)?;
        self.friction.fill(0.0);
        self.evaluate_unloaded();
        if self.joints.iter().any(FrictionalJoint::needs_load) {
            self.evaluate_loaded()?;
        }
        self.reduce(friction);
        if self.joints.iter().any(FrictionalJoint::needs_transmitted) {
            self.evaluate_transmitting(tau, friction);
            self.reduce(friction);
        }
        Ok(())
    }

    /// Like [`inverse`](Self::inverse) for the next sample of a motion: laws whose inner
    /// states follow the positions remember where the joint came from.
    pub fn inverse_along(
        &mut self,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        tau: &mut [f64],
        friction: &mut [f64],
    ) -> Result<(), FrictionalError> {
        let bristles = self.bristles();
        if bristles == 0 {
            return self.inverse(q, qd, qdd, tau, friction);
        }
        self.mechanism.move_to(q, qd, qdd)?;
        let (positions, ..) = self.mechanism.motion();
        let states = self.memory.get_or_insert_with(|| (positions.to_vec(), vec![0.0; bristles]));
        let mut next = 0;
        for joint in &self.joints {
            let moved = positions[joint.dof] - states.0[joint.dof];
            for (law, term) in joint.bristled() {
                let z = &mut states.1[next..next + law.states()];
                law.follow(term.values(), moved, z);
                next += z.len();
            }
        }
        states.0.copy_from_slice(positions);
        self.inverse(q, qd, qdd, tau, friction)
    }

    /// Takes drives as started so long ago, s: friction of cold ones differs. Without it they
    /// are warm.
    pub fn elapse(&mut self, elapsed: f64) {
        self.joints.iter_mut().for_each(|joint| joint.elapsed = elapsed);
    }

    /// Takes drives as being this warm, °C, coordinate by coordinate. Without it they are at the
    /// reference of their laws.
    pub fn set_temperatures(&mut self, temperatures: &[f64]) {
        let coordinates = self.mechanism.coordinates();
        for joint in &mut self.joints {
            let own = coordinates.iter().position(|&dof| dof == joint.dof);
            let told = own.and_then(|i| temperatures.get(i).copied());
            joint.temperature = told.unwrap_or(f64::INFINITY);
        }
    }

    /// Forgets the motion of [`inverse_along`](Self::inverse_along).
    pub fn forget(&mut self) {
        self.memory = None;
    }

    fn evaluate_unloaded(&mut self) {
        let (positions, speeds, _) = self.mechanism.motion();
        let mut next = 0;
        for joint in &self.joints {
            let at = Sliding::loaded(speeds[joint.dof], joint.constant_load())
                .from_position(positions[joint.dof]);
            let states = self.memory.as_ref().map(|m| &m.1[next..next + joint.bristles()]);
            next += joint.bristles();
            if !joint.needs_load() {
                self.friction[joint.dof] = joint.remembered(at, states);
            }
        }
    }

    /// Friction in proportion to what drives transmit: the effort of the bodies and of
    /// the friction of passive joints. `others` is all friction but this.
    fn evaluate_transmitting(&mut self, tau: &[f64], others: &[f64]) {
        let (positions, speeds, _) = self.mechanism.motion();
        for joint in self.joints.iter().filter(|j| j.needs_transmitted()) {
            let Some(c) = self.mechanism.coordinates().iter().position(|&i| i == joint.dof) else {
                continue;
            };
            let transmitted = tau[c] + others[c] - self.friction[joint.dof];
            let at = Sliding::at(speeds[joint.dof]).from_position(positions[joint.dof]);
            self.friction[joint.dof] += joint.share(at.transmitting(transmitted));
        }
    }

    /// Friction under load. Friction of actuated joints leaves the reactions
    /// alone, so that one round is enough; that of passive ones does not.
    fn evaluate_loaded(&mut self) -> Result<(), FrictionalError> {
        for _ in 0..MOST_ROUNDS {
            self.mechanism.reactions(&self.friction, &mut self.reactions);
            let (positions, speeds, _) = self.mechanism.motion();
            let mut change = 0.0_f64;
            for joint in self.joints.iter().filter(|j| j.needs_load()) {
                let load = joint.load(&self.reactions);
                let at = Sliding::loaded(speeds[joint.dof], load);
                let effort = joint.remembered(at.from_position(positions[joint.dof]), None);
                let moved = (effort - self.friction[joint.dof]).abs() / (1.0 + effort.abs());
                if !joint.actuated {
                    change = if moved <= change { change } else { moved };
                }
                self.friction[joint.dof] = effort;
            }
            if change <= 1e-14 {
                return Ok(());
            }
        }
        Err(FrictionalError::NoSolution { joints: self.loaded_joints() })
    }

    fn loaded_joints(&self) -> String {
        let loaded = self.joints.iter().filter(|j| j.needs_load());
        loaded.map(|j| format!("`{}`", j.name)).collect::<Vec<_>>().join(", ")
    }

    /// Friction of all joints as efforts of the coordinates, `Σ k_iᵀ f_i`.
    fn reduce(&mut self, out: &mut [f64]) {
        out.fill(0.0);
        for joint in &self.joints {
            self.mechanism.velocity_row(joint.dof, &mut self.row);
            for (o, k) in out.iter_mut().zip(&self.row) {
                *o += k * self.friction[joint.dof];
            }
        }
    }

    /// Power that friction takes at the last call.
    pub fn friction_loss(&self) -> f64 {
        let (_, speeds, _) = self.mechanism.motion();
        let own: f64 = self.friction.iter().zip(speeds).map(|(f, v)| f * v).sum();
        own + self.mechanism.coupling_loss()
    }

    /// Loads on the bearings of [`joints`](Self::joints) at the last reactions.
    pub fn loads(&self) -> Vec<Load> {
        self.joints.iter().map(|j| j.load(&self.reactions)).collect()
    }
}
