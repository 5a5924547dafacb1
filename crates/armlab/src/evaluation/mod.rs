//! The dynamics of a robot at given states: efforts and their parts, mass matrix, energies,
//! regressors, tool and reactions; for trees and for machines with loops alike.

mod efforts;

pub use efforts::Efforts;

use crate::base::BaseParameters;
use crate::dynamics::{Mechanism, Plant, coriolis_matrix};
use crate::kinematics::loops::LoopError;
use crate::kinematics::{ReferenceFrame, frame_jacobian, frame_jacobian_rate, frame_pose};
use crate::robot::Robot;
use crate::spatial::{Force, Motion, Transform};

/// A state of a robot, one entry per driven joint.
#[derive(Clone, Copy, Debug)]
pub struct State<'a> {
    /// Position.
    pub q: &'a [f64],
    /// Velocity.
    pub qd: &'a [f64],
    /// Acceleration.
    pub qdd: &'a [f64],
    /// Effort, where given.
    pub tau: Option<&'a [f64]>,
}

/// What is computed beside the efforts.
#[derive(Clone, Copy, Debug, Default)]
pub struct EvaluationOptions {
    /// The regressor in the link parameters.
    pub regressor: bool,
    /// The tool's pose and Jacobian, reactions and passive joints.
    pub kinematics: bool,
}

/// The dynamics at one state. Matrices are stored row after row.
#[derive(Clone, Debug)]
pub struct StateEvaluation {
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
    pub tool: Option<ToolState>,
    /// Joints that follow the driven ones, if there are any.
    pub passive: Option<PassiveState>,
    /// Wrench through every joint.
    pub reactions: Option<Vec<Force<f64>>>,
    /// Accelerations that the given efforts cause; inner `None` where they are
    /// not defined.
    pub forward: Option<Option<Vec<f64>>>,
}

/// Where the tool is, and how it moves with the joints, in the base's axes.
#[derive(Clone, Debug)]
pub struct ToolState {
    /// Pose.
    pub pose: Transform<f64>,
    /// Columns of the Jacobian.
    pub jacobian: Vec<Motion<f64>>,
    /// `J̇ q̇`
    pub rate: Motion<f64>,
}

/// Motion of the passive joints, and the forces in the loops.
#[derive(Clone, Debug)]
pub struct PassiveState {
    /// Positions.
    pub q: Vec<f64>,
    /// Velocities.
    pub qd: Vec<f64>,
    /// Accelerations.
    pub qdd: Vec<f64>,
    /// Multipliers of the loops' independent equations.
    pub multipliers: Vec<f64>,
}

/// Evaluates state after state.
pub struct StateEvaluator<'r> {
    robot: &'r Robot,
    plant: Plant<'r>,
    base: Option<&'r BaseParameters>,
    options: EvaluationOptions,
    /// Whether states follow each other in time, so that the branch of a machine
    /// with loops is kept from one to the next.
    in_time: bool,
    not_finite: usize,
    undefined: Option<String>,
}

impl<'r> StateEvaluator<'r> {
    /// With the base regressor where base parameters are given.
    pub fn new(
        robot: &'r Robot,
        base: Option<&'r BaseParameters>,
        options: EvaluationOptions,
        in_time: bool,
    ) -> Result<Self, LoopError> {
        let plant = Plant::new(robot)?;
        Ok(Self { robot, plant, base, options, in_time, not_finite: 0, undefined: None })
    }

    /// The dynamics at a state.
    pub fn at(&mut self, state: &State) -> Result<StateEvaluation, String> {
        let State { q, qd, qdd, tau: given } = *state;
        let n = q.len();
        if !self.in_time {
            self.plant.mechanism().go_home();
        }
        let [mut tau, mut friction, mut gravity] = [(); 3].map(|()| vec![0.0; n]);
        let mut mass = vec![0.0; n * n];
        let failed = |error: &dyn std::fmt::Display| error.to_string();
        self.plant.mechanism().gravity(q, &mut gravity).map_err(|e| failed(&e))?;
        self.plant.mechanism().mass_matrix(q, &mut mass).map_err(|e| failed(&e))?;
        let (regressor, base_regressor) = self.regressors(state).map_err(|e| failed(&e))?;
        let coriolis = self.coriolis(q, qd).map_err(|e| failed(&e))?;
        let inverse = self.plant.inverse(q, qd, qdd, &mut tau, &mut friction);
        inverse.map_err(|e| failed(&e))?;
        let effort: Vec<f64> = tau.iter().zip(&friction).map(|(t, f)| t + f).collect();
        let (kinetic, potential) = self.plant.mechanism().energy();
        if !effort.iter().chain([&kinetic, &potential]).all(|x| x.is_finite()) {
            self.not_finite += 1;
        }
        let kinematics = self.options.kinematics;
        let reactions = kinematics.then(|| self.plant.reactions().to_vec());
        let tool = kinematics.then(|| self.tool());
        let passive = if kinematics { self.passive() } else { None };
        Ok(StateEvaluation {
            inertia: times(&mass, qdd),
            coriolis,
            forward: given.map(|given| self.forward(q, qd, given)),
            tool,
            passive,
            reactions,
            tau,
            mass,
            gravity,
            friction,
            effort,
            kinetic,
            potential,
            regressor,
            base_regressor,
        })
    }

    /// Notes on the states as a whole.
    pub fn remarks(&self) -> impl Iterator<Item = String> {
        let huge = (self.not_finite > 0).then(|| {
            let n = self.not_finite;
            format!("{n} of the states give numbers that are too large; they are written as null")
        });
        huge.into_iter().chain(self.undefined.clone())
    }

    /// `C q̇` through the Coriolis matrix of the tree: as a difference of efforts
    /// it would lose its digits to gravity. PassiveState joints accelerate even when
    /// the driven ones do not; what that takes counts in.
    fn coriolis(&mut self, q: &[f64], qd: &[f64]) -> Result<Vec<f64>, LoopError> {
        let n = q.len();
        let mechanism = self.plant.mechanism();
        mechanism.move_to(q, qd, &vec![0.0; n])?;
        let (all_q, all_qd, all_qdd) = mechanism.motion();
        let mut of_tree = times(&coriolis_matrix(self.robot, all_q, all_qd), all_qd);
        if all_qdd.iter().any(|a| *a != 0.0) {
            let mut tree = crate::dynamics::Dynamics::new(self.robot);
            let mut mass = vec![0.0; all_q.len() * all_q.len()];
            tree.mass_matrix(all_q, &mut mass);
            of_tree.iter_mut().zip(times(&mass, all_qdd)).for_each(|(c, m)| *c += m);
        }
        Ok(reduced(mechanism, &of_tree))
    }

    fn regressors(&mut self, state: &State) -> Result<Regressors, LoopError> {
        if !self.options.regressor && self.base.is_none() {
            return Ok((None, None));
        }
        let n = state.q.len();
        let mut full = vec![0.0; n * self.robot.parameter_count()];
        self.plant.mechanism().regressor(state.q, state.qd, state.qdd, &mut full)?;
        let base = self.base.map(|base| base.regressor(&full, n));
        Ok((self.options.regressor.then_some(full), base))
    }

    /// Friction included; joints at rest stick where friction holds them.
    fn forward(&mut self, q: &[f64], qd: &[f64], effort: &[f64]) -> Option<Vec<f64>> {
        let bristles = vec![0.0; self.plant.bristles()];
        let mut qdd = vec![0.0; q.len()];
        let outcome = self
            .plant
            .settle(q, qd, effort, &bristles, 0.0)
            .and_then(|modes| self.plant.forward(q, qd, effort, &modes, &bristles, &mut qdd));
        match outcome {
            Ok(()) => Some(qdd),
            Err(error) => {
                self.undefined = Some(error.to_string());
                None
            }
        }
    }

    fn tool(&mut self) -> ToolState {
        let (robot, frame) = (self.robot, self.robot.tool());
        let mechanism = self.plant.mechanism();
        let (q, qd, _) = mechanism.motion();
        let columns = frame_jacobian(robot, frame, ReferenceFrame::Base, q);
        let mut rate = frame_jacobian_rate(robot, frame, ReferenceFrame::Base, q, qd);
        let jacobian = mechanism.frame_jacobian(frame, ReferenceFrame::Base);
        let pose = frame_pose(robot, frame, q);
        if let Some(bias) = self.passive_bias() {
            for (column, bias) in columns.iter().zip(bias) {
                rate.angular += column.angular.scale(bias);
                rate.linear += column.linear.scale(bias);
            }
        }
        ToolState { pose, jacobian, rate }
    }

    /// Accelerations of all joints that the driven ones do not cause: `K̇ q̇`.
    fn passive_bias(&mut self) -> Option<Vec<f64>> {
        let mechanism = self.plant.mechanism();
        mechanism.looped()?;
        let n = mechanism.dofs();
        let driven: Vec<f64> = {
            let (_, _, qdd) = mechanism.motion();
            mechanism.coordinates().iter().map(|&i| qdd[i]).collect()
        };
        let mut row = vec![0.0; n];
        let (_, _, all) = mechanism.motion();
        let bias = |(dof, acceleration): (usize, &f64)| {
            mechanism.velocity_row(dof, &mut row);
            acceleration - row.iter().zip(&driven).map(|(k, a)| k * a).sum::<f64>()
        };
        Some(all.iter().enumerate().map(bias).collect())
    }

    fn passive(&mut self) -> Option<PassiveState> {
        let looped = self.plant.mechanism().looped()?;
        let multipliers = looped.multipliers().to_vec();
        let of = |all: &[f64]| looped.machine().passive().iter().map(|&i| all[i]).collect();
        Some(PassiveState {
            q: of(looped.coordinates()),
            qd: of(looped.speeds()),
            qdd: of(looped.accelerations()),
            multipliers,
        })
    }
}

/// Both regressors, as far as they are wanted.
type Regressors = (Option<Vec<f64>>, Option<Vec<f64>>);

/// Efforts of all joints as efforts of the driven ones.
fn reduced(mechanism: &Mechanism, of_tree: &[f64]) -> Vec<f64> {
    let n = mechanism.dofs();
    let (mut out, mut row) = (vec![0.0; n], vec![0.0; n]);
    for (dof, effort) in of_tree.iter().enumerate() {
        mechanism.velocity_row(dof, &mut row);
        out.iter_mut().zip(&row).for_each(|(o, k)| *o += k * effort);
    }
    out
}

/// A square matrix, stored row after row, times a vector.
fn times(matrix: &[f64], v: &[f64]) -> Vec<f64> {
    let rows = matrix.chunks_exact(v.len().max(1));
    rows.map(|row| row.iter().zip(v).map(|(m, v)| m * v).sum()).collect()
}
