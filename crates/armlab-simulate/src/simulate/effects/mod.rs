//! What sensors, drives and recorders do to an experiment, one effect a file.
//!
//! An [`Effect`] is a setting; [`Effect::begin`] makes what acts during one run.
//! Where it acts is fixed by its kind, or chosen where both make sense:
//!
//! - [`Place::Plant`]: the robot itself changes (friction drift, temperatures).
//! - [`Place::Drive`]: the effort that reaches the joint is not the one that was
//!   commanded (torque ripple).
//! - [`Place::Sensor`]: it changes what the controller reads and what is logged.
//! - [`Place::Log`]: it changes the log only; the motion is as without it.
//!
//! Within a place effects act in the order in which they are listed. Time stamps
//! are changed and rows dropped last, so that the numbers of one effect never
//! depend on another.

pub mod backlash;
pub mod contamination;
pub mod delay;
pub mod drops;
pub mod friction_drift;
pub mod jitter;
pub mod outliers;
pub mod push;
pub mod quantisation;
pub mod ripple;
pub mod temperature;
pub mod white_noise;

use super::random::{StreamId, random_stream};
use super::record::{MEASURED, Record, Row};
use super::sizes::{PerJoint, Sizes, WrongLength};
use armlab_engine::robot::Robot;
use armlab_files::FileError;
use armlab_files::toml::TomlTable;
use armlab_log::Quantity;
use armlab_random::Random;
use std::fmt::{Debug, Display};
use thiserror::Error;

/// Every kind of effect. A new one is a file and a line here.
pub const EFFECTS: &[&EffectKind] = &[
    &white_noise::KIND,
    &contamination::KIND,
    &outliers::KIND,
    &quantisation::KIND,
    &backlash::KIND,
    &delay::KIND,
    &jitter::KIND,
    &drops::KIND,
    &ripple::KIND,
    &friction_drift::KIND,
    &push::KIND,
    &temperature::KIND,
];

/// A kind of effect.
#[derive(Debug)]
pub struct EffectKind {
    /// Its name in experiment files.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// Its keys in experiment files.
    pub keys: &'static [&'static str],
    /// Number of its random streams, unique among kinds, never changed: the same
    /// seed gives the same noise in every version.
    pub stream: u8,
    /// Reads one from its table.
    pub read: fn(&TomlTable) -> Result<Box<dyn Effect>, FileError>,
}

/// Where an effect acts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// On the robot itself.
    Plant,
    /// Between the commanded effort and the joint.
    Drive,
    /// On what controller and log see.
    Sensor,
    /// On what the log sees.
    Log,
}

impl Place {
    /// Of a sensor inside the loop, or of one that only the log has.
    pub(super) fn of_sensor(in_loop: bool) -> Self {
        if in_loop { Self::Sensor } else { Self::Log }
    }
    /// In words.
    pub fn describe(self) -> &'static str {
        match self {
            Self::Plant => "on the robot",
            Self::Drive => "on the drives",
            Self::Sensor => "in the loop and the log",
            Self::Log => "on the log only",
        }
    }
}

/// Why an effect cannot be as stated.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum EffectError {
    /// A value that makes no sense.
    #[error("{effect}: `{what}` cannot be {value}; {hint}")]
    Setting {
        /// The kind of effect.
        effect: &'static str,
        /// The key.
        what: &'static str,
        /// Its value.
        value: String,
        /// What would be right.
        hint: &'static str,
    },
    /// A list that does not fit the robot.
    #[error("{effect}: {source}")]
    Length {
        /// The kind of effect.
        effect: &'static str,
        /// The list.
        source: WrongLength,
    },
}

impl EffectError {
    fn setting(
        kind: &EffectKind,
        what: &'static str,
        value: impl Display,
        hint: &'static str,
    ) -> Self {
        Self::Setting { effect: kind.name, what, value: value.to_string(), hint }
    }
    /// The complaint, at its key in a file.
    fn located(&self, section: &TomlTable) -> FileError {
        match self {
            Self::Setting { what, value, hint, .. } => {
                section.titled_error(what, format!("`{what}` cannot be {value}"), *hint)
            }
            Self::Length { .. } => {
                section.titled_error("kind", self.to_string(), "give one entry per driven joint")
            }
        }
    }
}

/// What an effect is started with.
#[derive(Clone, Copy, Debug)]
pub struct Setup<'a> {
    /// The simulated robot.
    pub robot: &'a Robot,
    /// For every joint, whether it turns.
    pub turns: &'a [bool],
    /// Time between samples, s.
    pub period: f64,
    /// Seed of all random numbers.
    pub seed: u64,
    /// Index among the effects of its kind, from 0.
    pub occurrence: u16,
}

impl Setup<'_> {
    /// Number of joints.
    pub fn joints(&self) -> usize {
        self.turns.len()
    }
    /// The random numbers of a kind of effect for a channel.
    pub fn draws(&self, kind: &EffectKind, quantity: Quantity, joint: usize) -> Random {
        let (kind, occurrence, joint) = (kind.stream, self.occurrence, joint as u32);
        random_stream(self.seed, StreamId { kind, occurrence, quantity, joint })
    }
    /// The random numbers for every measured column.
    fn draws_of_columns(&self, kind: &EffectKind) -> Vec<Random> {
        let joints = 0..self.joints();
        let columns = MEASURED.iter().flat_map(|q| joints.clone().map(move |j| (*q, j)));
        columns.map(|(quantity, joint)| self.draws(kind, quantity, joint)).collect()
    }
    fn per_joint(
        &self,
        kind: &EffectKind,
        what: &str,
        list: &PerJoint,
    ) -> Result<Vec<f64>, EffectError> {
        let effect = kind.name;
        list.for_joints(what, self.joints())
            .map_err(|source| EffectError::Length { effect, source })
    }
    fn columns(&self, kind: &EffectKind, sizes: &Sizes) -> Result<Vec<Option<f64>>, EffectError> {
        let effect = kind.name;
        sizes.columns(self.joints()).map_err(|source| EffectError::Length { effect, source })
    }
}

/// Copies an effect behind its trait.
pub trait CloneEffect {
    /// A copy.
    fn clone_box(&self) -> Box<dyn Effect>;
}

impl<T: Effect + Clone + 'static> CloneEffect for T {
    fn clone_box(&self) -> Box<dyn Effect> {
        Box::new(self.clone())
    }
}

impl Clone for Box<dyn Effect> {
    fn clone(&self) -> Self {
        self.as_ref().clone_box()
    }
}

/// Settings of an effect.
pub trait Effect: Debug + Send + Sync + CloneEffect {
    /// Its kind.
    fn kind(&self) -> &'static EffectKind;
    /// Where it acts.
    fn place(&self) -> Place;
    /// Its settings in words, with units.
    fn describe(&self) -> String;
    /// Fails where a setting makes no sense, whatever the robot.
    fn check(&self) -> Result<(), EffectError>;
    /// What acts during a run.
    fn begin(&self, setup: &Setup) -> Result<Box<dyn ActiveEffect>, EffectError>;
}

/// An effect during a run. Each kind does one of these things.
pub trait ActiveEffect {
    /// Changes measured values at sample number `sample`. A sensor in the loop is
    /// called twice per sample: for what the controller reads, then for the rest.
    fn measure(&mut self, _sample: usize, _time: f64, _row: &mut Row) {}
    /// Adds to the efforts of the drives, at any instant.
    fn drive(&self, _time: f64, _q: &[f64], _tau: &mut [f64]) {}
    /// Whether what [`drive`](Self::drive) adds is in the measured effort.
    fn is_measured(&self) -> bool {
        false
    }
    /// Factor on friction.
    fn friction(&self, _time: f64) -> f64 {
        1.0
    }
    /// Temperatures of the drives, °C, if it tells them.
    fn temperatures(&self, _time: f64, _out: &mut [f64]) {}
    /// Whether it tells temperatures of the drives.
    fn has_temperatures(&self) -> bool {
        false
    }
    /// Reads the whole record before rows are changed.
    fn inspect(&mut self, _record: &Record) {}
    /// Changes time stamps.
    fn stamp(&mut self, _time: &mut [f64]) {}
    /// Unmarks rows to be dropped.
    fn keep(&mut self, _keep: &mut [bool]) {}
}

/// Reads the effect of a table.
pub(super) fn read(section: &TomlTable) -> Result<Box<dyn Effect>, FileError> {
    let words: Vec<(&str, &'static EffectKind)> = EFFECTS.iter().map(|k| (k.name, *k)).collect();
    let Some(kind) = section.word("kind", &words)? else {
        let names: Vec<&str> = EFFECTS.iter().map(|k| k.name).collect();
        return Err(section.missing("kind", &format!("one of: {}", names.join(", "))));
    };
    let known: Vec<&str> = std::iter::once("kind").chain(kind.keys.iter().copied()).collect();
    section.only(&known)?;
    let effect = (kind.read)(section)?;
    effect.check().map_err(|error| error.located(section))?;
    Ok(effect)
}

/// Fails unless all numbers are finite and none is negative.
fn check_not_negative(
    kind: &EffectKind,
    what: &'static str,
    numbers: impl IntoIterator<Item = f64>,
) -> Result<(), EffectError> {
    match numbers.into_iter().find(|x| !(*x >= 0.0 && x.is_finite())) {
        None => Ok(()),
        Some(x) => Err(EffectError::setting(kind, what, x, "give numbers that are not negative")),
    }
}

/// Fails unless a number is a fraction between 0 and 1.
fn check_fraction(kind: &EffectKind, what: &'static str, x: f64) -> Result<(), EffectError> {
    if (0.0..=1.0).contains(&x) {
        return Ok(());
    }
    Err(EffectError::setting(kind, what, x, "give a fraction between 0 and 1"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_two_kinds_share_a_name_or_a_stream() {
        for (i, a) in EFFECTS.iter().enumerate() {
            for b in &EFFECTS[..i] {
                assert!(a.name != b.name && a.stream != b.stream, "{} {}", a.name, b.name);
            }
        }
    }
}
