//! Controllers: efforts from a reference and a measurement, once per sample.
//!
//! A [`ControlLaw`] holds settings without a robot; [`ControlLaw::build`] makes
//! the [`Controller`] of one run from the *model* of the robot, which may differ from
//! the simulated robot.

pub mod computed_torque;
pub mod open_loop;
pub mod pid;
mod tuning;

pub use computed_torque::ComputedTorque;
pub use open_loop::{OpenLoop, OpenLoopEfforts};
pub use pid::{GainUnit, Gains, Gravity, Pid};

use super::format::Section;
use super::sizes::{PerJoint, WrongLength};
use crate::motion::FormatError;
use armlab_engine::dynamics::frictional::FrictionalError;
use armlab_engine::kinematics::loops::LoopError;
use armlab_engine::robot::Robot;
use std::fmt::{Debug, Display};
use thiserror::Error;

/// Every kind of controller. A new one is a file and a line here.
pub const CONTROLLERS: &[&ControllerKind] = &[&pid::KIND, &computed_torque::KIND, &open_loop::KIND];

/// A kind of controller.
#[derive(Debug)]
pub struct ControllerKind {
    /// Its name in experiment files.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// Its keys in experiment files.
    pub keys: &'static [&'static str],
    /// Reads one from its table.
    pub read: fn(&Section) -> Result<Box<dyn ControlLaw>, FormatError>,
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
    fn located(&self, section: &Section) -> FormatError {
        match self {
            Self::Setting { what, value, hint } => {
                section.error(what, format!("`{what}` cannot be {value}"), *hint)
            }
            other => section.error("kind", other.to_string(), "give one entry per driven joint"),
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
    /// Its kind.
    fn kind(&self) -> &'static ControllerKind;
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

/// Reads the controller of a table.
pub(super) fn read(section: &Section) -> Result<Box<dyn ControlLaw>, FormatError> {
    let words: Vec<_> = CONTROLLERS.iter().map(|k| (k.name, *k)).collect();
    let Some(kind) = section.word("kind", &words)? else {
        let names: Vec<&str> = CONTROLLERS.iter().map(|k| k.name).collect();
        return Err(section.missing("kind", &format!("one of: {}", names.join(", "))));
    };
    let known: Vec<&str> = std::iter::once("kind").chain(kind.keys.iter().copied()).collect();
    section.only(&known)?;
    let law = (kind.read)(section)?;
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
