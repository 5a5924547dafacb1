//! Dynamics of machines with closed loops, in the coordinates of their
//! actuated joints.
//!
//! A machine is a tree whose closures exert forces `Bᵀλ` on it. With the
//! efforts `t` of the tree alone, and passive joints that no drive moves,
//!
//! ```text
//! t_p = B_pᵀ λ            τ = t_a − B_aᵀ λ = t_a + Kᵀ t_p
//! M̄ = [1 Kᵀ] M [1; K]     Ȳ = Y_a + Kᵀ Y_p       λ = B_p⁻ᵀ Y_p π
//! ```
//!
//! so efforts, multipliers and reactions are linear in the link parameters as
//! they are for a tree. Accelerations follow from `M̄ q̈ = τ − h̄`; since only the
//! actuated coordinates are integrated and the passive ones are solved for,
//! the loops stay closed to rounding for any length of time.

mod batch;
mod momentum;

use super::single::{Dynamics, SingularMass};
use crate::kinematics::loops::{LoopError, LoopMemory, Machine, Place, SingularityDistance};
use crate::linear::{gram_schmidt, ldlt};
use crate::robot::Robot;
use crate::spatial::{Force, Motion, Transform};
use thiserror::Error;

/// Why accelerations of a machine with loops cannot be computed.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ForwardError {
    /// The loops do not close, or the pose is singular.
    #[error(transparent)]
    Loop(#[from] LoopError),
    /// Some motion of the drives moves no mass.
    #[error(transparent)]
    Mass(#[from] SingularMass),
}

/// The dynamics of a machine with loops. It remembers the last pose, so that
/// consecutive calls along a motion stay on one branch;
/// [`go_home`](Self::go_home) returns to the branch of the home pose.
pub struct LoopedDynamics<'r> {
    machine: Machine<'r>,
    tree: Dynamics<'r>,
    memory: LoopMemory<f64>,
    effort: Vec<f64>,
    mass: Vec<f64>,
    regressor: Vec<f64>,
    multipliers: Vec<f64>,
    /// Efforts that friction takes at the tree's joints.
    friction: Vec<f64>,
    columns: Vec<f64>,
    reduced: Vec<f64>,
    lanes: batch::LoopWorkspace,
}

impl<'r> LoopedDynamics<'r> {
    /// The dynamics of a robot with loops.
    pub fn new(robot: &'r Robot) -> Result<Self, LoopError> {
        let machine = Machine::new(robot)?;
        let n = robot.dofs();
        Ok(Self {
            memory: machine.memory(),
            tree: Dynamics::new(robot),
            effort: vec![0.0; n],
            mass: vec![0.0; n * n],
            regressor: vec![0.0; n * robot.parameter_count()],
            multipliers: vec![0.0; machine.constraints().rows()],
            friction: vec![0.0; n],
            columns: vec![0.0; n * machine.active().len()],
            reduced: vec![0.0; machine.active().len() * machine.active().len()],
            lanes: batch::LoopWorkspace::default(),
            machine,
        })
    }
    /// The machine.
    pub fn machine(&self) -> &Machine<'r> {
        &self.machine
    }
    /// Number of actuated joints.
    pub fn dofs(&self) -> usize {
        self.machine.active().len()
    }
    /// Returns to the home pose, and with it to its branch.
    pub fn go_home(&mut self) {
        self.machine.go_home(&mut self.memory);
    }
    /// Coordinates of the whole tree at the last pose.
    pub fn coordinates(&self) -> &[f64] {
        &self.memory.q
    }
    /// Speeds of the whole tree at the last motion.
    pub fn speeds(&self) -> &[f64] {
        &self.memory.qd
    }
    /// Accelerations of the whole tree at the last motion.
    pub fn accelerations(&self) -> &[f64] {
        &self.memory.qdd
    }
    /// Largest residual of the loops' equations at the last pose, m or rad.
    pub fn gap(&mut self) -> f64 {
        self.machine.gap(&mut self.memory)
    }
    /// Distances to singular poses at the last pose.
    pub fn singularity(&mut self) -> SingularityDistance {
        self.machine.singularity(&mut self.memory)
    }

    /// Solves the passive joints for a pose of the actuated ones.
    pub fn place(&mut self, q: &[f64]) -> Result<(), LoopError> {
        assert_eq!(q.len(), self.dofs(), "one entry per actuated joint");
        self.machine.assemble(&mut self.memory, q)?;
        self.machine.follow(&mut self.memory);
        Ok(())
    }

    /// Solves the passive joints for a motion of the actuated ones.
    pub fn move_to(&mut self, q: &[f64], qd: &[f64], qdd: &[f64]) -> Result<(), LoopError> {
        let n = self.dofs();
        assert!([q, qd, qdd].iter().all(|x| x.len() == n), "one entry per actuated joint");
        self.machine.assemble(&mut self.memory, q)?;
        for (k, &i) in self.machine.active().iter().enumerate() {
            self.memory.qd[i] = qd[k];
            self.memory.qdd[i] = qdd[k];
        }
        self.machine.motion(&mut self.memory);
        Ok(())
    }

    /// Solves all joints for a pose and motion of the platform, in base axes.
    pub fn move_platform_to(
        &mut self,
        pose: &Transform<f64>,
        velocity: &Motion<f64>,
        acceleration: &Motion<f64>,
    ) -> Result<(), LoopError> {
        self.machine.assemble_platform(&mut self.memory, pose)?;
        self.machine.follow(&mut self.memory);
        self.machine.platform_motion(&mut self.memory, velocity, acceleration)
    }

    /// Efforts of the actuated joints for their motion.
    pub fn inverse(
        &mut self,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        tau: &mut [f64],
    ) -> Result<(), LoopError> {
        self.move_to(q, qd, qdd)?;
        self.effort(tau);
        Ok(())
    }

    /// Efforts of the actuated joints at the last motion.
    pub fn effort(&mut self, tau: &mut [f64]) {
        let m = &self.memory;
        self.tree.inverse(&m.q, &m.qd, &m.qdd, &mut self.effort);
        self.reduce(tau);
    }

    /// How a joint of the tree follows the actuated ones at the last pose.
    pub fn velocity_row(&self, dof: usize, row: &mut [f64]) {
        let n = self.dofs();
        match self.machine.place(dof) {
            Place::Active(k) => {
                row.fill(0.0);
                row[k] = 1.0;
            }
            Place::Passive(k) => row.copy_from_slice(&self.memory.follow[k * n..(k + 1) * n]),
        }
    }

    /// Efforts that hold the actuated joints still at the last pose.
    pub fn gravity(&mut self, tau: &mut [f64]) {
        self.tree.gravity(&self.memory.q, &mut self.effort);
        self.reduce(tau);
    }

    /// `τ = t_a + Kᵀ t_p`
    fn reduce(&self, tau: &mut [f64]) {
        let active = self.machine.active();
        for (j, &a) in active.iter().enumerate() {
            tau[j] = self.effort[a];
            for (k, &p) in self.machine.passive().iter().enumerate() {
                tau[j] += self.memory.follow[k * active.len() + j] * self.effort[p];
            }
        }
    }

    /// Multipliers `λ` of the closures' equations at the last motion: forces and
    /// moments on the second frame of each closure along its directions.
    pub fn multipliers(&mut self) -> &[f64] {
        self.friction.fill(0.0);
        self.balance_passive()
    }

    /// `λ = B_p⁻ᵀ (t_p + f_p)`, with the friction of the passive joints.
    fn balance_passive(&mut self) -> &[f64] {
        let m = &mut self.memory;
        self.tree.inverse(&m.q, &m.qd, &m.qdd, &mut self.effort);
        let (rows, passive) = (self.machine.constraints().rows(), self.machine.passive().len());
        for (k, &p) in self.machine.passive().iter().enumerate() {
            m.right[k] = self.effort[p] + self.friction[p];
        }
        let (q, r) = (&m.factor_q, &m.factor_r);
        let lambda = &mut self.multipliers;
        gram_schmidt::solve_transposed(q, r, rows, passive, &mut m.right, lambda);
        &self.multipliers
    }

    /// Wrench through every joint of the tree at the last motion, at the origin
    /// and in the axes of its link, with the closures' forces acting.
    pub fn reactions(&mut self) -> Vec<Force<f64>> {
        let mut reactions = vec![Force::zero(); self.machine.robot().links().len()];
        self.multipliers();
        self.transmit(&mut reactions);
        reactions
    }

    /// As [`reactions`](Self::reactions), with the efforts that friction takes at
    /// the tree's moving joints.
    pub fn reactions_with(&mut self, friction: &[f64], reactions: &mut [Force<f64>]) {
        self.friction.copy_from_slice(friction);
        self.balance_passive();
        self.transmit(reactions);
    }

    fn transmit(&mut self, reactions: &mut [Force<f64>]) {
        let external = self.closure_wrenches(&self.multipliers);
        let m = &self.memory;
        self.tree.reactions(&m.q, &m.qd, &m.qdd, Some(&external), &mut self.effort, reactions);
    }

    /// Mass matrix of the actuated joints at the last pose, row after row.
    pub fn mass_matrix(&mut self, mass: &mut [f64]) {
        let (n, active) = (self.machine.robot().dofs(), self.dofs());
        self.tree.mass_matrix(&self.memory.q, &mut self.mass);
        // Columns of [1; K] over the tree's coordinates.
        let mut reach = std::mem::take(&mut self.columns);
        for dof in 0..n {
            self.velocity_row(dof, &mut reach[dof * active..(dof + 1) * active]);
        }
        mass.fill(0.0);
        for r in 0..n {
            for j in 0..active {
                let mut row = 0.0;
                for c in 0..n {
                    row += self.mass[r * n + c] * reach[c * active + j];
                }
                for i in 0..active {
                    mass[i * active + j] += reach[r * active + i] * row;
                }
            }
        }
        self.columns = reach;
    }

    /// Accelerations of the actuated joints that the efforts `tau` cause.
    pub fn forward(
        &mut self,
        q: &[f64],
        qd: &[f64],
        tau: &[f64],
        qdd: &mut [f64],
    ) -> Result<(), ForwardError> {
        let n = self.dofs();
        qdd.fill(0.0);
        self.move_to(q, qd, qdd)?;
        self.effort(qdd);
        let mut mass = std::mem::take(&mut self.reduced);
        self.mass_matrix(&mut mass);
        ldlt::factor(&mut mass, n);
        let definite = ldlt::is_positive_definite(&mass, n);
        if definite.is_ok() {
            for (a, tau) in qdd.iter_mut().zip(tau) {
                *a = tau - *a;
            }
            ldlt::solve(&mass, n, qdd);
        }
        self.reduced = mass;
        definite.map_err(|row| {
            let dof = self.machine.active()[row];
            let joint = self.machine.robot().moving_joints().nth(dof).map(|j| j.name.clone());
            SingularMass { joint: joint.unwrap_or_default() }.into()
        })
    }

    /// Regressor of the actuated efforts, row after row, in the parameters of
    /// [`Robot::parameter_names`].
    pub fn regressor(
        &mut self,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        out: &mut [f64],
    ) -> Result<(), LoopError> {
        self.move_to(q, qd, qdd)?;
        let m = &self.memory;
        self.tree.regressor(&m.q, &m.qd, &m.qdd, &mut self.regressor);
        let columns = self.machine.robot().parameter_count();
        let active = self.machine.active();
        assert_eq!(out.len(), active.len() * columns, "one row per actuated joint");
        for (j, &a) in active.iter().enumerate() {
            let row = &mut out[j * columns..(j + 1) * columns];
            row.copy_from_slice(&self.regressor[a * columns..(a + 1) * columns]);
            for (k, &p) in self.machine.passive().iter().enumerate() {
                let share = m.follow[k * active.len() + j];
                let passive = &self.regressor[p * columns..(p + 1) * columns];
                row.iter_mut().zip(passive).for_each(|(o, y)| *o += share * y);
            }
        }
        Ok(())
    }

    /// Kinetic and potential energy at the last motion.
    pub fn energy(&self) -> (f64, f64) {
        super::energy(self.machine.robot(), &self.memory.q, &self.memory.qd)
    }

    /// Wrench of the closures on every link, at its origin and in its axes.
    fn closure_wrenches(&self, multipliers: &[f64]) -> Vec<Force<f64>> {
        let tree = self.machine.robot().tree();
        let poses = &self.memory.poses;
        let mut external = vec![Force::zero(); tree.bodies.len()];
        self.machine.constraints().wrenches(poses, multipliers, |i, point, force, moment| {
            let about_origin = (point - poses[i].translation).cross(force) + moment;
            let local = |v| tree.bodies[i].vector_to_link(poses[i].rotation.apply_transposed(v));
            external[i] += Force { moment: local(about_origin), force: local(force) };
        });
        external
    }
}
