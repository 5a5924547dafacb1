//! A closed-loop experiment: a robot, a reference, a controller, and what sensors and
//! drives do to them.
//!
//! At every sample `t_k = k/rate` the controller sees the sensors and its efforts are
//! held until the next (zero-order hold), within what the drives can give; between
//! samples the robot is integrated in finer steps. The log has, at `t_k`, what was
//! measured there and the effort that is held from there on.

use super::controller::{ControlError, ControlLaw};
use super::effects::Effect;
use super::integrate::Method;
use super::outcome::ExperimentError;
use super::sizes::PerJoint;
use crate::motion::Trajectory;
use armlab_engine::robot::Robot;

/// Most numbers of a record: two gigabytes of them.
const MOST_VALUES: f64 = 2.5e8;
/// Most steps between two samples.
const MOST_STEPS: f64 = 1e6;
/// Longest step that is taken where none is asked for, s.
const DEFAULT_STEP: f64 = 1e-3;

/// Where a motion begins.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Start {
    /// Where the reference begins, at rest.
    #[default]
    Rest,
    /// With the reference, at its speed.
    Reference,
    /// Elsewhere.
    State {
        /// Position.
        q: PerJoint,
        /// Velocity.
        qd: PerJoint,
    },
}

/// What drives can give.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum Saturation {
    /// The effort limits of the robot's joints.
    #[default]
    Limits,
    /// Anything.
    None,
    /// These magnitudes, N m or N.
    At(PerJoint),
}

/// Columns of the log beside the measurements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogColumns {
    /// The reference: `qref*`, `qdref*`, `qddref*`.
    pub reference: bool,
    /// The motion itself, without sensors: `true_q*`, `true_qd*`, `true_qdd*`, `true_tau*`.
    pub truth: bool,
}

impl Default for LogColumns {
    fn default() -> Self {
        Self { reference: true, truth: false }
    }
}

/// Settings that depend on no robot.
#[derive(Clone, Debug)]
pub struct Settings {
    /// Samples per second, of controller and log.
    pub rate: f64,
    /// How long, s; as long as the reference without it.
    pub duration: Option<f64>,
    /// How time is stepped between samples; RK4 in steps of a millisecond, or of a
    /// sample if that is shorter, without it.
    pub method: Option<Method>,
    /// Where the motion begins.
    pub start: Start,
    /// What drives can give.
    pub saturation: Saturation,
    /// What sensors, drives and recorders do.
    pub effects: Vec<Box<dyn Effect>>,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Columns of the log beside the measurements.
    pub columns: LogColumns,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            rate: 1000.0,
            duration: None,
            method: None,
            start: Start::default(),
            saturation: Saturation::default(),
            effects: Vec::new(),
            seed: 0,
            columns: LogColumns::default(),
        }
    }
}

impl Settings {
    /// How time is stepped.
    pub fn method(&self) -> Method {
        self.method.unwrap_or(Method::Rk4 { step: DEFAULT_STEP.min(1.0 / self.rate) })
    }
}

/// A closed-loop experiment.
#[derive(Clone, Copy)]
pub struct Experiment<'a> {
    /// The robot that is simulated.
    pub robot: &'a Robot,
    /// The controller's model of the robot.
    pub model: &'a Robot,
    /// The reference, in the coordinates of the driven joints.
    pub trajectory: &'a dyn Trajectory,
    /// The controller.
    pub law: &'a dyn ControlLaw,
    /// Everything else.
    pub settings: &'a Settings,
}

impl Experiment<'_> {
    /// How long it lasts, s.
    pub fn duration(&self) -> f64 {
        self.settings.duration.unwrap_or(self.trajectory.duration())
    }

    /// Number of samples after the first.
    pub(super) fn samples(&self) -> Result<usize, ExperimentError> {
        let setting = |what, value: f64, hint| {
            Err(ExperimentError::Setting { what, value: value.to_string(), hint })
        };
        let (rate, duration) = (self.settings.rate, self.duration());
        if !(rate > 0.0 && rate.is_finite()) {
            return setting("rate", rate, "give samples per second, a positive number");
        }
        if !(duration >= 0.0 && duration.is_finite()) {
            return setting("duration", duration, "give a time in seconds");
        }
        match self.settings.method() {
            Method::Rk4 { step } if !(step > 0.0 && step.is_finite()) => {
                return setting("step", step, "give a positive time in seconds");
            }
            Method::Rk4 { step } if 1.0 / rate / step > MOST_STEPS => {
                return setting("step", step, "that is more than a million steps per sample");
            }
            Method::Adaptive { tolerance } if !(tolerance > 1e-15 && tolerance < 1.0) => {
                return setting("tolerance", tolerance, "give a small number, as 1e-9");
            }
            _ => {}
        }
        let robot = self.robot.driven_joints().count();
        let trajectory = self.trajectory.dofs();
        if trajectory != robot {
            return Err(ExperimentError::Dofs { trajectory, robot });
        }
        let model = self.model.driven_joints().count();
        if model != robot {
            return Err(ControlError::Model { model, robot }.into());
        }
        let LogColumns { reference, truth } = self.settings.columns;
        let columns = 1 + robot * (4 + 3 * usize::from(reference) + 4 * usize::from(truth));
        // A duration that is a whole number of samples to rounding is one.
        let samples = (duration * rate * (1.0 + 1e-12)).floor();
        if (samples + 1.0) * columns as f64 > MOST_VALUES {
            let hint = "the log would not fit into two gigabytes; lower `rate` or `duration`";
            return setting("duration", duration, hint);
        }
        Ok(samples as usize)
    }
}
