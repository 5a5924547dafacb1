//! The dynamics at one state after another.

use crate::states::State;
use armlab::dynamics::{Dynamics, coriolis_matrix, energy};
use armlab::identify::BaseParameters;
use armlab::kinematics::{ReferenceFrame, frame_jacobian, frame_jacobian_rate, frame_pose};
use armlab::robot::{Friction, Robot};
use armlab::spatial::{Motion, Transform};

/// What to compute beside the efforts.
#[derive(Clone, Copy)]
pub struct Wanted {
    /// The regressor in the link parameters.
    pub regressor: bool,
    /// The tool's pose and Jacobian.
    pub kinematics: bool,
}

/// The dynamics at one state. Matrices are stored row after row.
pub struct Evaluation {
    /// Rigid-body effort `M q̈ + C q̇ + G`.
    pub tau: Vec<f64>,
    /// Mass matrix.
    pub mass: Vec<f64>,
    /// `M q̈`
    pub inertia: Vec<f64>,
    /// `C q̇`
    pub coriolis: Vec<f64>,
    /// `G`
    pub gravity: Vec<f64>,
    /// Friction.
    pub friction: Vec<f64>,
    /// What the drives give: `tau` and friction.
    pub effort: Vec<f64>,
    /// Kinetic energy.
    pub kinetic: f64,
    /// Potential energy.
    pub potential: f64,
    /// Regressor in the link parameters.
    pub regressor: Option<Vec<f64>>,
    /// Regressor in the base parameters.
    pub base_regressor: Option<Vec<f64>>,
    /// The tool.
    pub tool: Option<Tool>,
    /// Accelerations that the given efforts cause; inner `None` where the mass
    /// matrix is singular.
    pub forward: Option<Option<Vec<f64>>>,
}

/// Where the tool is, and how it moves with the joints, in the base's axes.
pub struct Tool {
    pub pose: Transform<f64>,
    /// Columns of the Jacobian.
    pub jacobian: Vec<Motion<f64>>,
    /// `J̇ q̇`
    pub rate: Motion<f64>,
}

/// Evaluates state after state.
pub struct Evaluator<'r> {
    robot: &'r Robot,
    dynamics: Dynamics<'r>,
    friction: Vec<Friction>,
    base: Option<&'r BaseParameters>,
    wanted: Wanted,
    not_finite: usize,
    singular: Option<String>,
}

impl<'r> Evaluator<'r> {
    /// With the base regressor where base parameters are given.
    pub fn of(robot: &'r Robot, base: Option<&'r BaseParameters>, wanted: Wanted) -> Self {
        Self {
            robot,
            dynamics: Dynamics::of(robot),
            friction: robot.moving_joints().map(|j| j.friction).collect(),
            base,
            wanted,
            not_finite: 0,
            singular: None,
        }
    }

    /// The dynamics at a state.
    pub fn at(&mut self, state: &State) -> Evaluation {
        let State { q, qd, qdd, tau: given } = *state;
        let n = q.len();
        let mut tau = vec![0.0; n];
        self.dynamics.inverse(q, qd, qdd, &mut tau);
        let mut gravity = vec![0.0; n];
        self.dynamics.gravity(q, &mut gravity);
        let mut mass = vec![0.0; n * n];
        self.dynamics.mass_matrix(q, &mut mass);
        let friction: Vec<f64> = self.friction.iter().zip(qd).map(|(f, v)| f.effort(*v)).collect();
        let effort: Vec<f64> = tau.iter().zip(&friction).map(|(t, f)| t + f).collect();
        let (kinetic, potential) = energy(self.robot, q, qd);
        let (regressor, base_regressor) = self.regressors(state);
        if !effort.iter().chain([&kinetic, &potential]).all(|x| x.is_finite()) {
            self.not_finite += 1;
        }
        Evaluation {
            inertia: times(&mass, qdd),
            coriolis: self.coriolis(q, qd),
            forward: given.map(|given| self.forward(q, qd, given, &friction)),
            tool: self.wanted.kinematics.then(|| self.tool(q, qd)),
            tau,
            mass,
            gravity,
            friction,
            effort,
            kinetic,
            potential,
            regressor,
            base_regressor,
        }
    }

    /// What the user should know about the states as a whole.
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        let huge = (self.not_finite > 0).then(|| {
            let n = self.not_finite;
            format!("{n} of the states give numbers that are too large; they are written as null")
        });
        huge.into_iter().chain(self.singular.clone())
    }

    /// `C q̇` through the Coriolis matrix: as a difference of efforts it would
    /// lose its digits to gravity.
    fn coriolis(&self, q: &[f64], qd: &[f64]) -> Vec<f64> {
        times(&coriolis_matrix(self.robot, q, qd), qd)
    }

    fn regressors(&mut self, state: &State) -> (Option<Vec<f64>>, Option<Vec<f64>>) {
        if !self.wanted.regressor && self.base.is_none() {
            return (None, None);
        }
        let n = state.q.len();
        let mut full = vec![0.0; n * self.robot.parameter_count()];
        self.dynamics.regressor(state.q, state.qd, state.qdd, &mut full);
        let base = self.base.map(|base| base.regressor(&full, n));
        (self.wanted.regressor.then_some(full), base)
    }

    fn forward(
        &mut self,
        q: &[f64],
        qd: &[f64],
        effort: &[f64],
        friction: &[f64],
    ) -> Option<Vec<f64>> {
        let left: Vec<f64> = effort.iter().zip(friction).map(|(t, f)| t - f).collect();
        let mut qdd = vec![0.0; q.len()];
        match self.dynamics.forward(q, qd, &left, &mut qdd) {
            Ok(()) => Some(qdd),
            Err(error) => {
                self.singular = Some(error.to_string());
                None
            }
        }
    }

    fn tool(&self, q: &[f64], qd: &[f64]) -> Tool {
        let (robot, frame) = (self.robot, self.robot.tool());
        Tool {
            pose: frame_pose(robot, frame, q),
            jacobian: frame_jacobian(robot, frame, ReferenceFrame::Base, q),
            rate: frame_jacobian_rate(robot, frame, ReferenceFrame::Base, q, qd),
        }
    }
}

/// A square matrix, stored row after row, times a vector.
fn times(matrix: &[f64], v: &[f64]) -> Vec<f64> {
    let rows = matrix.chunks_exact(v.len().max(1));
    rows.map(|row| row.iter().zip(v).map(|(m, v)| m * v).sum()).collect()
}
