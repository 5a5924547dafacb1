//! Controllers: efforts from a reference and a measurement, once per sample.
//!
//! A [`ControlLaw`] holds settings without a robot; [`ControlLaw::build`] makes
//! the [`Controller`] of one run from the *model* of the robot, which may differ from
//! the simulated robot.

pub mod computed_torque;
pub mod feed_forward;
pub mod gravity_compensation;
pub mod open_loop;
pub mod pid;
mod tuning;

pub use computed_torque::{ComputedTorque, ComputedTorqueSettings};
pub use feed_forward::{FeedForward, FeedForwardSettings};
pub use gravity_compensation::{GravityCompensation, GravityCompensationSettings};
pub use open_loop::{OpenLoop, OpenLoopEfforts, OpenLoopSettings};
pub use pid::{GainUnit, Gains, Gravity, Pid, PidSettings};

use super::sizes::{PerJoint, WrongLength};
use armlab_engine::dynamics::frictional::FrictionalError;
use armlab_engine::kinematics::loops::LoopError;
use armlab_engine::robot::Robot;
use armlab_files::FileError;
use armlab_files::toml::TomlTable;
use armlab_settings::{Method, Registry, SettingError, SettingType, Value};
use std::fmt::{Debug, Display};
use std::sync::LazyLock;
use thiserror::Error;

/// Every controller, with default settings.
pub static CONTROLLERS: LazyLock<Registry<dyn ControllerMethod>> = LazyLock::new(controllers);

/// Every controller, as a registry of one's own: to change settings, and to register
/// further controllers. A new one is a file and a line here.
pub fn controllers() -> Registry<dyn ControllerMethod> {
    let mut registry: Registry<dyn ControllerMethod> =
        Registry::new("controller", "controllers", &["computed-torque"]);
    registry.register(Box::new(PidSettings::default()));
    registry.register(Box::new(ComputedTorqueSettings::default()));
    registry.register(Box::new(OpenLoopSettings::default()));
    registry.register(Box::new(FeedForwardSettings::default()));
    registry.register(Box::new(GravityCompensationSettings::default()));
    registry
}

/// What a controller needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ControllerCapabilities {
    /// Uses the measured motion.
    pub feedback: bool,
    /// Always needs a dynamic model of the robot.
    pub needs_model: bool,
}

impl ControllerCapabilities {
    /// Names and values, in a fixed order.
    pub fn entries(&self) -> [(&'static str, bool); 2] {
        [("feedback", self.feedback), ("needs_model", self.needs_model)]
    }
}

/// A controller by name, with its settings.
pub trait ControllerMethod: Method {
    /// What it needs.
    fn capabilities(&self) -> ControllerCapabilities;
    /// The control law with these settings.
    ///
    /// # Errors
    /// If settings contradict each other.
    fn law(&self) -> Result<Box<dyn ControlLaw>, ControlError>;
}

/// Why a controller cannot work.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ControlError {
    /// A value that makes no sense.
    #[error("controller: `{what}` cannot be {value}; {hint}")]
    Setting {
        /// The key.
        what: &'static str,
        /// Its value.
        value: String,
        /// What would be right.
        hint: &'static str,
    },
    /// A list that does not fit the robot.
    #[error("controller: {0}")]
    Length(#[from] WrongLength),
    /// The model has other joints than the robot.
    #[error(
        "the model has {model} driven joints and the robot {robot}; give a model of the same robot"
    )]
    Model {
        /// Of the model.
        model: usize,
        /// Of the robot.
        robot: usize,
    },
    /// The model cannot be at this pose.
    #[error("the controller's model: {0}")]
    Loop(#[from] LoopError),
    /// The model has no efforts there.
    #[error("the controller's model: {0}")]
    Friction(#[from] FrictionalError),
}

impl ControlError {
    fn setting(what: &'static str, value: impl Display, hint: &'static str) -> Self {
        Self::Setting { what, value: value.to_string(), hint }
    }
    fn located(&self, section: &TomlTable) -> FileError {
        match self {
            Self::Setting { what, value, hint } => {
                section.titled_error(what, format!("`{what}` cannot be {value}"), *hint)
            }
            other => {
                section.titled_error("kind", other.to_string(), "give one entry per driven joint")
            }
        }
    }
}

/// Inputs of a controller at a sample.
#[derive(Clone, Copy, Debug)]
pub struct Tick<'a> {
    /// Time, s.
    pub t: f64,
    /// Time until the next sample, s.
    pub dt: f64,
    /// Reference position.
    pub reference_q: &'a [f64],
    /// Reference velocity.
    pub reference_qd: &'a [f64],
    /// Reference acceleration.
    pub reference_qdd: &'a [f64],
    /// Measured position.
    pub q: &'a [f64],
    /// Measured velocity.
    pub qd: &'a [f64],
}

/// What a controller is built with.
#[derive(Clone, Copy, Debug)]
pub struct BuildContext<'a> {
    /// Time between samples, s.
    pub period: f64,
    /// Where the motion begins.
    pub start: &'a [f64],
}

/// Copies a control law behind its trait.
pub trait CloneControlLaw {
    /// A copy.
    fn clone_box(&self) -> Box<dyn ControlLaw>;
}

impl<T: ControlLaw + Clone + 'static> CloneControlLaw for T {
    fn clone_box(&self) -> Box<dyn ControlLaw> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn ControlLaw> {
    fn clone(&self) -> Self {
        self.as_ref().clone_box()
    }
}

/// Settings of a controller.
pub trait ControlLaw: Debug + Send + Sync + CloneControlLaw {
    /// Its name.
    fn name(&self) -> &'static str;
    /// Fails where a setting makes no sense, whatever the robot.
    fn check(&self) -> Result<(), ControlError>;
    /// The controller of a run.
    fn build<'r>(
        &self,
        model: &'r Robot,
        context: BuildContext,
    ) -> Result<Box<dyn Controller + 'r>, ControlError>;
}

/// A controller during a run.
pub trait Controller {
    /// Its settings in words, with units.
    fn describe(&self) -> String;
    /// Efforts for one sample.
    fn effort(&mut self, tick: &Tick, tau: &mut [f64]) -> Result<(), ControlError>;
    /// Called with the efforts asked for and those within the drives' limits.
    fn given(&mut self, _tick: &Tick, _asked: &[f64], _given: &[f64]) {}
}

impl SettingType for PerJoint {
    const KIND: &'static str = "number, or one per joint";
    fn from_value(value: &Value) -> Option<Self> {
        match value {
            Value::Number(x) => Some(Self::All(*x)),
            Value::List(numbers) => Some(Self::Each(numbers.clone())),
            _ => None,
        }
    }
    fn to_value(&self) -> Value {
        match self {
            Self::All(x) => Value::Number(*x),
            Self::Each(numbers) => Value::List(numbers.clone()),
        }
    }
}

/// Reads the controller of a table.
pub(super) fn read(section: &TomlTable) -> Result<Box<dyn ControlLaw>, FileError> {
    let mut registry = controllers();
    let names: Vec<(&str, &str)> = registry.names().into_iter().map(|n| (n, n)).collect();
    let Some(name) = section.word("kind", &names)? else {
        let wanted = format!("one of: {}", registry.names().join(", "));
        return Err(section.missing("kind", &wanted));
    };
    let refused = |key: &str, e: SettingError| section.titled_error(key, e.to_string(), e.hint());
    let method = registry.get_mut(name).map_err(|e| refused("kind", e))?;
    let settings: Vec<&str> = method.settings().list().iter().map(|s| s.name).collect();
    let known: Vec<&str> = std::iter::once("kind").chain(settings.iter().copied()).collect();
    section.only(&known)?;
    for key in settings {
        if let Some(value) = section.value(key)? {
            method.settings_mut().set(key, &value.into()).map_err(|e| refused(key, e))?;
        }
    }
    let law = method.law().map_err(|error| error.located(section))?;
    law.check().map_err(|error| error.located(section))?;
    Ok(law)
}

/// Fails unless all numbers are finite and positive.
fn check_positive(what: &'static str, numbers: &PerJoint) -> Result<(), ControlError> {
    match numbers.given().iter().find(|x| !(**x > 0.0 && x.is_finite())) {
        None => Ok(()),
        Some(x) => Err(ControlError::setting(what, x, "give positive numbers")),
    }
}
