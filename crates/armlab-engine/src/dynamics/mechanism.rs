//! Any robot through its independent coordinates: all joints of a tree, or the
//! actuated joints of a machine with loops. What identification, excitation and
//! simulation need to know of a robot is asked here, so that none of them asks
//! whether it has loops.

use super::constrained::{ForwardError, LoopedDynamics};
use super::coupled::CoupledMotors;
use super::single::{Dynamics, SingularMass};
use crate::kinematics::loops::LoopError;
use crate::kinematics::{ReferenceFrame, frame_jacobian};
use crate::linear::lu;
use crate::robot::{Frame, Joint, Robot};
use crate::spatial::{Force, Motion};

/// The dynamics of any robot in its independent coordinates. Slices have one
/// entry per coordinate, and calls panic if they do not.
///
/// A machine with loops remembers the last pose and stays on its branch;
/// [`go_home`](Self::go_home) returns to the home pose's.
pub struct Mechanism<'r> {
    robot: &'r Robot,
    /// Number of the moving joint behind every coordinate.
    coordinates: Vec<usize>,
    kind: Kind<'r>,
    coupled: CoupledMotors,
    /// Where accelerations are found by the mass matrix.
    scratch: Scratch,
}

#[derive(Default)]
struct Scratch {
    mass: Vec<f64>,
    pivots: Vec<usize>,
    rest: Vec<f64>,
}

enum Kind<'r> {
    Tree { dynamics: Box<Dynamics<'r>>, q: Vec<f64>, qd: Vec<f64>, qdd: Vec<f64> },
    Looped(Box<LoopedDynamics<'r>>),
}

impl<'r> Mechanism<'r> {
    /// The mechanism of a robot; an error if its loops cannot be assembled.
    pub fn new(robot: &'r Robot) -> Result<Self, LoopError> {
        let n = robot.dofs();
        let (coupled, scratch) = (CoupledMotors::new(robot), Scratch::default());
        if robot.is_tree() {
            let [q, qd, qdd] = [(); 3].map(|()| vec![0.0; n]);
            let dynamics = Box::new(Dynamics::new(robot));
            let kind = Kind::Tree { dynamics, q, qd, qdd };
            return Ok(Self { robot, coordinates: (0..n).collect(), kind, coupled, scratch });
        }
        let looped = LoopedDynamics::new(robot)?;
        let coordinates = looped.machine().active().to_vec();
        let kind = Kind::Looped(Box::new(looped));
        Ok(Self { robot, coordinates, kind, coupled, scratch })
    }
    /// The robot.
    pub fn robot(&self) -> &'r Robot {
        self.robot
    }
    /// Number of coordinates.
    pub fn dofs(&self) -> usize {
        self.coordinates.len()
    }
    /// The joint behind every coordinate, by its number among the moving joints.
    pub fn coordinates(&self) -> &[usize] {
        &self.coordinates
    }
    /// The joints behind the coordinates.
    pub fn joints(&self) -> Vec<&'r Joint> {
        let moving: Vec<_> = self.robot.moving_joints().collect();
        self.coordinates.iter().map(|&i| moving[i]).collect()
    }
    /// The loops, if there are any.
    pub fn looped(&mut self) -> Option<&mut LoopedDynamics<'r>> {
        match &mut self.kind {
            Kind::Looped(looped) => Some(looped),
            Kind::Tree { .. } => None,
        }
    }
    /// The tree, if there are no loops.
    pub fn tree(&mut self) -> Option<&mut Dynamics<'r>> {
        match &mut self.kind {
            Kind::Tree { dynamics, .. } => Some(dynamics),
            Kind::Looped(_) => None,
        }
    }
    /// Whether motors turn with two joints.
    pub(super) fn has_coupled_motors(&self) -> bool {
        !self.coupled.is_empty()
    }
    /// Coordinates of the home pose.
    pub fn home(&self) -> Vec<f64> {
        match &self.kind {
            Kind::Looped(looped) => looped.machine().active_part(looped.machine().home()),
            Kind::Tree { .. } => self.robot.home(),
        }
    }
    /// Back to the branch of the home pose.
    pub fn go_home(&mut self) {
        if let Kind::Looped(looped) = &mut self.kind {
            looped.go_home();
        }
    }

    /// Moves every joint, passive ones included.
    pub fn move_to(&mut self, q: &[f64], qd: &[f64], qdd: &[f64]) -> Result<(), LoopError> {
        match &mut self.kind {
            Kind::Tree { q: to_q, qd: to_qd, qdd: to_qdd, .. } => {
                to_q.copy_from_slice(q);
                to_qd.copy_from_slice(qd);
                to_qdd.copy_from_slice(qdd);
                Ok(())
            }
            Kind::Looped(looped) => looped.move_to(q, qd, qdd),
        }
    }
    /// Positions, speeds and accelerations of all moving joints at the last motion.
    pub fn motion(&self) -> (&[f64], &[f64], &[f64]) {
        match &self.kind {
            Kind::Tree { q, qd, qdd, .. } => (q, qd, qdd),
            Kind::Looped(looped) => (looped.coordinates(), looped.speeds(), looped.accelerations()),
        }
    }
    /// How joint `dof` moves with the coordinates at the last pose: its row of
    /// `∂q_joint/∂coordinates`.
    pub fn velocity_row(&self, dof: usize, row: &mut [f64]) {
        match &self.kind {
            Kind::Tree { .. } => {
                row.fill(0.0);
                row[dof] = 1.0;
            }
            Kind::Looped(looped) => looped.velocity_row(dof, row),
        }
    }

    /// Efforts of a motion: of the rigid bodies, and of motors that turn with two joints.
    pub fn inverse(
        &mut self,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        tau: &mut [f64],
    ) -> Result<(), LoopError> {
        self.move_to(q, qd, qdd)?;
        match &mut self.kind {
            Kind::Tree { dynamics, .. } => dynamics.inverse(q, qd, qdd, tau),
            Kind::Looped(looped) => looped.effort(tau),
        }
        self.coupled.add_efforts(qd, qdd, tau);
        Ok(())
    }
    /// Efforts that hold the robot still.
    pub fn gravity(&mut self, q: &[f64], tau: &mut [f64]) -> Result<(), LoopError> {
        match &mut self.kind {
            Kind::Tree { dynamics, .. } => dynamics.gravity(q, tau),
            Kind::Looped(looped) => {
                looped.place(q)?;
                looped.gravity(tau);
            }
        }
        Ok(())
    }
    /// Mass matrix, row after row.
    pub fn mass_matrix(&mut self, q: &[f64], mass: &mut [f64]) -> Result<(), LoopError> {
        match &mut self.kind {
            Kind::Tree { dynamics, .. } => dynamics.mass_matrix(q, mass),
            Kind::Looped(looped) => {
                looped.place(q)?;
                looped.mass_matrix(mass);
            }
        }
        self.coupled.add_mass(self.coordinates.len(), mass);
        Ok(())
    }
    /// Generalised momentum `M q̇`, and slope `∂T/∂q` of the kinetic energy.
    pub fn momentum(
        &mut self,
        q: &[f64],
        qd: &[f64],
        momentum: &mut [f64],
        slope: &mut [f64],
    ) -> Result<(), LoopError> {
        match &mut self.kind {
            Kind::Tree { dynamics, .. } => {
                dynamics.momentum(q, qd, momentum, slope);
            }
            Kind::Looped(looped) => looped.momentum(q, qd, momentum, slope)?,
        }
        self.coupled.add_momentum(qd, momentum);
        Ok(())
    }
    /// Accelerations that efforts cause, without the joints' own friction.
    pub fn forward(
        &mut self,
        q: &[f64],
        qd: &[f64],
        tau: &[f64],
        qdd: &mut [f64],
    ) -> Result<(), ForwardError> {
        if !self.coupled.is_empty() {
            return self.forward_coupled(q, qd, tau, qdd);
        }
        match &mut self.kind {
            Kind::Tree { dynamics, .. } => Ok(dynamics.forward(q, qd, tau, qdd)?),
            Kind::Looped(looped) => looped.forward(q, qd, tau, qdd),
        }
    }
    /// The same by the mass matrix, which coupled motors are part of.
    fn forward_coupled(
        &mut self,
        q: &[f64],
        qd: &[f64],
        tau: &[f64],
        qdd: &mut [f64],
    ) -> Result<(), ForwardError> {
        let n = self.dofs();
        let Scratch { mut mass, mut pivots, mut rest } = std::mem::take(&mut self.scratch);
        mass.resize(n * n, 0.0);
        pivots.resize(n, 0);
        rest.resize(n, 0.0);
        self.mass_matrix(q, &mut mass)?;
        self.inverse(q, qd, &rest, qdd)?;
        qdd.iter_mut().zip(tau).for_each(|(x, tau)| *x = tau - *x);
        let factored = lu::factor(&mut mass, n, &mut pivots);
        if factored.is_ok() {
            lu::solve(&mass, n, &pivots, qdd);
        }
        self.scratch = Scratch { mass, pivots, rest };
        factored.map_err(|dof| ForwardError::Mass(self.singular(dof)))
    }
    fn singular(&self, dof: usize) -> SingularMass {
        let joint = self.joints().get(dof).map_or(String::new(), |j| j.name.clone());
        SingularMass { joint }
    }
    /// Power that the friction of coupled motors takes at the last motion.
    pub fn coupling_loss(&self) -> f64 {
        let (_, qd, _) = self.motion();
        self.coupled.loss(|i| qd[self.coordinates[i]])
    }
    /// Regressor of the efforts, row after row, in the robot's parameters.
    pub fn regressor(
        &mut self,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        out: &mut [f64],
    ) -> Result<(), LoopError> {
        match &mut self.kind {
            Kind::Tree { dynamics, .. } => {
                dynamics.regressor(q, qd, qdd, out);
                Ok(())
            }
            Kind::Looped(looped) => looped.regressor(q, qd, qdd, out),
        }
    }
    /// Jacobian of a frame at the last motion: one spatial velocity per coordinate.
    pub fn frame_jacobian(&self, frame: &Frame, axes: ReferenceFrame) -> Vec<Motion<f64>> {
        let columns = frame_jacobian(self.robot, frame, axes, self.motion().0);
        if let Kind::Tree { .. } = self.kind {
            return columns;
        }
        let mut row = vec![0.0; self.dofs()];
        let mut jacobian = vec![Motion::zero(); self.dofs()];
        for (dof, column) in columns.iter().enumerate() {
            self.velocity_row(dof, &mut row);
            for (to, share) in jacobian.iter_mut().zip(&row) {
                to.angular += column.angular.scale(*share);
                to.linear += column.linear.scale(*share);
            }
        }
        jacobian
    }
    /// Kinetic and potential energy at the last motion.
    pub fn energy(&self) -> (f64, f64) {
        let (q, qd, _) = self.motion();
        let (kinetic, potential) = super::energy(self.robot, q, qd);
        (kinetic + self.coupled.energy(|i| qd[self.coordinates[i]]), potential)
    }
    /// Wrench through every joint at the last motion, at the origin and in the
    /// axes of its link. `friction` are the efforts that friction takes at the
    /// moving joints; those at passive joints change the forces in the loops.
    pub fn reactions(&mut self, friction: &[f64], reactions: &mut [Force<f64>]) {
        match &mut self.kind {
            Kind::Tree { dynamics, q, qd, qdd } => {
                let mut tau = vec![0.0; q.len()];
                dynamics.reactions(q, qd, qdd, None, &mut tau, reactions);
            }
            Kind::Looped(looped) => looped.reactions_with(friction, reactions),
        }
    }
}
