//! Commands for programs: the same options as typed ones, robots and logs handed over instead of
//! named, results returned instead of printed.

mod listed;

pub use crate::commands::identify::Found;
pub use listed::{CommandOption, options};

use crate::arguments::Common;
use crate::commands::check::CheckReport;
use crate::commands::{Arguments, Command};
use crate::failure::Failure;
use armlab::campaign::CampaignResult;
use armlab::diagnosis::Diagnosed;
use armlab::excitation::ExcitationResult;
use armlab::identification::PartsPlan;
use armlab::identify::long::ReducedPart;
use armlab::log::{Input, Log};
use armlab::progress::{CancelToken, Observer, Progress};
use armlab::robot::Robot;
use armlab::robot::describe::{Description, Note};
use armlab::simulation::SimulationResult;
use armlab::validation::Validated;
use clap::Parser;
use serde::Serialize;
use std::ffi::OsString;
use std::path::PathBuf;

/// A command with its options.
pub struct Request {
    command: Command,
    common: Common,
}

/// Logs that are handed over, with the names that stand for them among the words.
pub type HandedOver = Vec<(PathBuf, Input)>;

impl Request {
    /// Reads the words of a command, without the program's name.
    ///
    /// # Errors
    /// If there is no such command or option, or a value does not suit it.
    pub fn parse(
        words: impl IntoIterator<Item = OsString>,
        logs: HandedOver,
    ) -> Result<Self, Failure> {
        let program = std::iter::once(OsString::from("armlab"));
        let parsed = Arguments::try_parse_from(program.chain(words));
        let Arguments { command, mut common } = parsed.map_err(|usage| {
            let text = usage.to_string();
            let text = text.strip_prefix("error: ").unwrap_or(&text);
            let said = text.split("\n\nUsage:").next().unwrap_or(text).trim();
            let (message, tip) = said.split_once("\n\n  tip: ").unwrap_or((said, ""));
            let hint = if tip.is_empty() { "see the command's help" } else { tip };
            Failure::input(message, hint)
        })?;
        common.handed_over.extend(logs);
        Ok(Self { command, common })
    }

    /// Reads the robot that the words of `robots` name.
    pub fn read_robot(&self) -> Result<Description, Failure> {
        let Command::Robots(command) = &self.command else { return Err(other("robots")) };
        command.description(&self.common)
    }

    /// Checks the description that the words name: what `armlab check --json` prints.
    pub fn check(&self) -> Result<impl Serialize + use<>, Failure> {
        let Command::Check(command) = &self.command else { return Err(other("check")) };
        command.report(&self.common)
    }

    /// The robot with what the options change in it, such as its mounting.
    pub fn changed(&self, robot: Robot) -> Result<Robot, Failure> {
        match &self.command {
            Command::Identify(command) => command.changed(robot, &self.common),
            Command::Validate(command) => command.changed(robot, &self.common),
            Command::Diagnose(command) => command.changed(robot, &self.common),
            Command::Excite(command) => command.changed(robot),
            Command::Ik(command) => command.changed(robot),
            _ => Ok(robot),
        }
    }

    /// The robot with the true values, where the options name one.
    pub fn truth(&self) -> Result<Option<Robot>, Failure> {
        match &self.command {
            Command::Identify(command) => command.truth(&self.common),
            _ => Ok(None),
        }
    }

    /// Identifies; `said` is how the caller asked for it, for the report.
    pub fn identify<'r>(
        &self,
        robot: &'r Robot,
        truth: Option<&'r Robot>,
        said: &str,
        observer: &dyn Observer,
        cancel: CancelToken,
    ) -> Result<Found<'r>, Failure> {
        let Command::Identify(command) = &self.command else { return Err(other("identify")) };
        let identification = command.identification(robot, truth, &self.common)?.command(said);
        command.run_with_observer(&identification, observer, cancel)
    }

    /// What the parts of an identification have in common, settled on some of its logs.
    pub fn plan_parts(
        &self,
        robot: &Robot,
        observer: &dyn Observer,
        cancel: CancelToken,
    ) -> Result<PartsPlan, Failure> {
        let Command::Identify(command) = &self.command else { return Err(other("identify")) };
        let identification = command.identification(robot, None, &self.common)?;
        Ok(identification.plan_parts(&Progress::new(observer, cancel))?)
    }

    /// Reduces the log that the words name, number `number` of the plan.
    pub fn reduce_part(
        &self,
        robot: &Robot,
        plan: &PartsPlan,
        number: usize,
        observer: &dyn Observer,
        cancel: CancelToken,
    ) -> Result<ReducedPart, Failure> {
        let Command::Identify(command) = &self.command else { return Err(other("identify")) };
        let identification = command.identification(robot, None, &self.common)?;
        let [log] = &command.log[..] else {
            return Err(Failure::input("one log is reduced at a time", "give --log once"));
        };
        let (log, progress) = (self.common.log(log)?, Progress::new(observer, cancel));
        Ok(identification.reduce_part(plan, number, log, &progress)?)
    }

    /// Identifies from merged parts.
    pub fn identify_parts<'r>(
        &self,
        robot: &'r Robot,
        truth: Option<&'r Robot>,
        (plan, part): (&PartsPlan, ReducedPart),
        said: &str,
        observer: &dyn Observer,
        cancel: CancelToken,
    ) -> Result<Found<'r>, Failure> {
        let Command::Identify(command) = &self.command else { return Err(other("identify")) };
        let identification = command.identification(robot, truth, &self.common)?.command(said);
        let progress = Progress::new(observer, cancel);
        Ok(Found::Robot(Box::new(identification.run_with_parts(plan, part, &progress)?)))
    }

    /// Validates.
    pub fn validate<'r>(
        &self,
        robot: &'r Robot,
        said: &str,
        observer: &dyn Observer,
        cancel: CancelToken,
    ) -> Result<Validated<'r>, Failure> {
        let Command::Validate(command) = &self.command else { return Err(other("validate")) };
        let validation = command.validation(robot, &self.common)?.command(said);
        Ok(validation.run_with_observer(observer, cancel)?)
    }

    /// Diagnoses.
    pub fn diagnose(
        &self,
        robot: &Robot,
        observer: &dyn Observer,
        cancel: CancelToken,
    ) -> Result<Diagnosed, Failure> {
        let Command::Diagnose(command) = &self.command else { return Err(other("diagnose")) };
        Ok(command.diagnosis(robot, &self.common)?.run_with_observer(observer, cancel)?)
    }

    /// Designs a motion.
    pub fn excite(
        &self,
        robot: &Robot,
        observer: &dyn Observer,
        cancel: CancelToken,
    ) -> Result<ExcitationResult, Failure> {
        let Command::Excite(command) = &self.command else { return Err(other("excite")) };
        let excitation = command.excitation(robot, self.common.seed)?;
        Ok(excitation.run_with_observer(observer, cancel)?)
    }

    /// Simulates.
    pub fn simulate(
        &self,
        robot: &Robot,
        observer: &dyn Observer,
        cancel: CancelToken,
    ) -> Result<SimulationResult, Failure> {
        let Command::Simulate(command) = &self.command else { return Err(other("simulate")) };
        Ok(command.simulation(robot, &self.common)?.run_with_observer(observer, cancel)?)
    }

    /// Runs a campaign or merges its parts. With `--out` finished tasks are kept there, and a
    /// campaign that was stopped continues.
    pub fn campaign(
        &self,
        robot: &Robot,
        observer: &dyn Observer,
        cancel: CancelToken,
    ) -> Result<CampaignResult, Failure> {
        let Command::Campaign(command) = &self.command else { return Err(other("campaign")) };
        if !command.merged().is_empty() {
            return Ok(armlab::Campaign::merge(command.merged())?);
        }
        let mut campaign = command.campaign(robot, &self.common)?;
        if let Some(out) = &self.common.out {
            campaign = campaign.ledger(out);
        }
        Ok(campaign.run_with_observer(observer, cancel)?)
    }

    /// Finds joint coordinates for targets: what `armlab ik --json` prints.
    pub fn ik(&self, robot: &Robot) -> Result<String, Failure> {
        let Command::Ik(command) = &self.command else { return Err(other("ik")) };
        command.document(robot, self.common.seed)
    }

    /// Reads a log, with what `armlab log --json` prints of it.
    pub fn log(
        &self,
        input: &Input,
        robot: Option<&Robot>,
    ) -> Result<(Log, impl Serialize + use<>), Failure> {
        let Command::Log(command) = &self.command else { return Err(other("log")) };
        command.examined(input, robot)
    }
}

/// What `armlab check --json` prints of a robot and the notes of its reader.
pub fn check(robot: &Robot, notes: Vec<Note>) -> impl Serialize + use<> {
    CheckReport::of(robot, notes)
}

/// What `armlab robots ROBOT --json` prints of a robot.
pub fn describe(robot: &Robot) -> impl Serialize + use<> {
    crate::commands::robots::document::RobotDocument::of(robot)
}

/// Reads a file of states, as `armlab dynamics --states` does; how many there are.
pub fn count_states(path: &str, robot: &Robot) -> Result<usize, Failure> {
    crate::states::read(path, robot).map(|states| states.len())
}

/// Reads a file of targets, as `armlab ik --targets` does; how many are targets, and how many
/// lines are not.
pub fn count_targets(path: &str) -> Result<[usize; 2], Failure> {
    let rows = crate::commands::ik::targets::read(path)?;
    let good = rows.iter().filter(|row| row.numbers.is_ok()).count();
    Ok([good, rows.len() - good])
}

fn other(command: &str) -> Failure {
    Failure::internal(format_args!("the words are not those of `{command}`"))
}
