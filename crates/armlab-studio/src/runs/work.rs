//! What is to be run, checked before it waits.

use super::campaign::Campaign;
use super::excite::Excite;
use super::follow::Follow;
use super::identify::Identify;
use super::options_text::toml;
use super::outcome::Outcome;
use super::simulate::Simulate;
use super::ticket::Ticket;
use super::validate::Validate;
use crate::contract::RunRequest;
use crate::failure::Answer;
use crate::project::{OpenProject, ProjectDocument};

/// A run that makes sense.
pub enum Work {
    /// Moves the robot.
    Simulate(Box<Simulate>),
    /// Looks for a motion.
    Excite(Excite),
    /// Finds parameters.
    Identify(Box<Identify>),
    /// Finds parameters while a log grows.
    Follow(Follow),
    /// Judges a robot.
    Validate(Validate),
    /// Compares methods.
    Campaign(Box<Campaign>),
}

impl Work {
    /// Checks a request against the project as it is now.
    pub fn prepare(project: &OpenProject, request: &RunRequest) -> Answer<Self> {
        Ok(match request {
            RunRequest::Simulate(options) => {
                Self::Simulate(Box::new(Simulate::prepare(project, options)?))
            }
            RunRequest::Excite(options) => Self::Excite(Excite::prepare(project, options)?),
            RunRequest::Identify(options) => {
                Self::Identify(Box::new(Identify::prepare(project, options)?))
            }
            RunRequest::Follow(options) => Self::Follow(Follow::prepare(project, options)?),
            RunRequest::Validate(options) => Self::Validate(Validate::prepare(project, options)?),
            RunRequest::Campaign(options) => {
                Self::Campaign(Box::new(Campaign::prepare(project, options)?))
            }
        })
    }

    /// Its kind.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Simulate(_) => "simulate",
            Self::Excite(_) => "excite",
            Self::Identify(_) => "identify",
            Self::Follow(_) => "follow",
            Self::Validate(_) => "validate",
            Self::Campaign(_) => "campaign",
        }
    }

    /// In a few words.
    pub fn title(&self) -> String {
        match self {
            Self::Simulate(work) => work.title(),
            Self::Excite(work) => work.title(),
            Self::Identify(work) => work.title(),
            Self::Follow(work) => work.title(),
            Self::Validate(work) => work.title(),
            Self::Campaign(work) => work.title(),
        }
    }

    /// Files that the run begins with: with them the command does the same.
    pub fn inputs(&self, document: &ProjectDocument, run: u32) -> Vec<(String, String)> {
        let mut files = match self {
            Self::Simulate(work) => work.inputs(),
            Self::Excite(work) => vec![("options.toml".into(), toml(&work.options()))],
            Self::Identify(work) => vec![("options.toml".into(), toml(&work.options()))],
            Self::Follow(work) => vec![("options.toml".into(), toml(&work.options()))],
            Self::Validate(work) => work.inputs(run),
            Self::Campaign(work) => work.inputs(),
        };
        if !files.iter().any(|(name, _)| name.starts_with("robot.")) {
            files.push((document.robot_file.clone(), document.robot.clone()));
        }
        files
    }

    /// What to type for the same, in the project's folder.
    pub fn command(&self, document: &ProjectDocument, run: u32) -> String {
        let robot = format!("runs/{run}/{}", document.robot_file);
        match self {
            Self::Simulate(work) => work.command(&robot, run),
            Self::Excite(work) => work.command(&robot, run),
            Self::Identify(work) => work.command(&robot),
            Self::Follow(work) => work.command(&robot),
            Self::Validate(work) => work.command(&robot, run),
            Self::Campaign(work) => work.command(&robot, run),
        }
    }

    /// Does it.
    pub fn run(&self, ticket: &Ticket) -> Answer<Outcome> {
        ticket.progress(0.0, "begins");
        match self {
            Self::Simulate(work) => work.run(ticket),
            Self::Excite(work) => work.run(ticket),
            Self::Identify(work) => work.run(ticket),
            Self::Follow(work) => work.run(ticket),
            Self::Validate(work) => work.run(ticket),
            Self::Campaign(work) => work.run(ticket),
        }
    }
}
