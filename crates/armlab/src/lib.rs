//! Identification of robot dynamics.
//!
//! The workflows are builders: [`Identification`],
//! [`Validation`], [`Simulation`], [`Excitation`] and
//! [`Campaign`], [`Diagnosis`]; `use armlab::prelude::*` brings them in. Below them, re-exported under
//! short names: robots, kinematics and dynamics (`armlab-engine`), trajectories and
//! simulation (`armlab-simulate`), estimators (`armlab-identify`), filters
//! (`armlab-signal`), optimisers (`armlab-optimize`), logs (`armlab-log`) and recursive
//! estimators (`armlab-online`).

pub use armlab_codegen as codegen;
pub use armlab_control as control;
pub use armlab_engine::{
    base, collision, dynamics, friction, kinematics, linear, mesh, robot, spatial, text,
};
pub use armlab_identify as identify;
pub use armlab_log as log;
pub use armlab_online as online;
pub use armlab_optimize as optimize;
pub use armlab_progress as progress;
pub use armlab_settings as settings;
pub use armlab_signal as signal;
pub use armlab_simulate::{excite, motion, simulate};

pub mod campaign;
pub mod data_sets;
pub mod demo;
pub mod diagnosis;
pub mod documents;
pub mod error;
pub mod evaluation;
pub mod excitation;
pub mod export;
pub mod identification;
pub mod log_check;
pub mod margin;
pub mod observation;
pub mod online_identification;
pub mod prelude;
pub mod recordings;
pub mod report;
mod saving;
pub mod simulation;
pub mod uncertain_model;
pub mod validation;

pub use campaign::Campaign;
pub use diagnosis::Diagnosis;
pub use error::{Error, Hint, Result};
pub use excitation::Excitation;
pub use export::Export;
pub use identification::Identification;
pub use margin::Margin;
pub use observation::Observation;
pub use simulation::Simulation;
pub use validation::Validation;

/// The Rust code of the README is compiled and run as a test.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
