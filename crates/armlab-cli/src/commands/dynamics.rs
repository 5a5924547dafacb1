//! `armlab dynamics`: efforts and their parts, at given states.

mod document;
mod words;

use super::robot_options::RobotOptions;
use crate::arguments::Common;
use crate::failure::{Failure, Outcome};
use crate::output::{self, Folder, file_name, note};
use crate::robot::{framed, load};
use crate::states::{self, States};
use armlab::base::{BaseParameters, base_parameters};
use armlab::evaluation::{Efforts, EvaluationOptions, StateEvaluator};
use armlab::robot::Robot;
use armlab::robot::describe::FixedJoints;
use armlab::text::significant;
use clap::Args;
use document::Stream;

/// Largest mass matrix that is printed.
const MOST_COORDINATES: usize = 1000;
/// Regressors are included for up to so many states, of at most so many entries each.
const STATES_WITH_REGRESSOR: usize = 1000;
const ENTRIES_WITH_REGRESSOR: usize = 200_000;

/// Compute the dynamics at given states.
#[derive(Args)]
#[command(
    after_help = "The file's header names its columns in any order: q1 … qn, and optionally \
                        qd*, qdd* (zero by default), tau* (efforts, for which the accelerations \
                        are computed too) and t; q.NAME names a joint instead of numbering it."
)]
pub struct Dynamics {
    /// A built-in robot's name, or a .urdf or .toml file
    robot: String,
    #[command(flatten)]
    changes: RobotOptions,
    /// CSV file of states; - for standard input
    #[arg(long, value_name = "FILE", required_unless_present = "q", conflicts_with = "q")]
    states: Option<String>,
    /// One state: positions, with commas between (rad, m)
    #[arg(long, value_name = "Q1,Q2,…", allow_hyphen_values = true)]
    q: Option<String>,
    /// Its velocities; zero by default
    #[arg(long, value_name = "QD1,…", allow_hyphen_values = true, requires = "q")]
    qd: Option<String>,
    /// Its accelerations; zero by default
    #[arg(long, value_name = "QDD1,…", allow_hyphen_values = true, requires = "q")]
    qdd: Option<String>,
    /// Its efforts, to compute the accelerations they cause
    #[arg(long, value_name = "TAU1,…", allow_hyphen_values = true, requires = "q")]
    tau: Option<String>,
    /// Put both regressors into the JSON document (the default for up to 1000 states)
    #[arg(long)]
    regressor: bool,
    /// Put the regressor of the base parameters into the JSON document
    #[arg(long)]
    base_regressor: bool,
    /// Leave both regressors out
    #[arg(long, conflicts_with_all = ["regressor", "base_regressor"])]
    no_regressor: bool,
    /// Frame or link whose pose and Jacobian are in the JSON document, instead of the tool
    #[arg(long, value_name = "NAME")]
    frame: Option<String>,
    /// Keep links on fixed joints as links of their own, instead of merging them
    #[arg(long)]
    keep_fixed: bool,
}

impl Dynamics {
    pub fn run(self, common: &Common) -> Outcome {
        let fixed = if self.keep_fixed { FixedJoints::Keep } else { FixedJoints::Merge };
        let robot = self.changes.apply(load(&self.robot, fixed, common)?)?;
        let robot = if common.json || self.frame.is_some() {
            framed(robot, &self.robot, self.frame.as_deref())?
        } else {
            robot
        };
        if robot.dofs() > MOST_COORDINATES {
            return Err(Failure::input(
                format_args!("`{}` has {} coordinates", robot.name(), robot.dofs()),
                format_args!("this command prints matrices of up to {MOST_COORDINATES}"),
            ));
        }
        let states = self.read_states(&robot)?;
        let (options, base) = self.options(&robot, states.len(), common.json);
        let mut efforts = Efforts::new(&robot);
        let keeps_efforts = !common.json || common.out.is_some();
        let evaluator = StateEvaluator::new(&robot, base.as_ref(), options, states.time.is_some());
        let mut evaluator = evaluator.map_err(|error| {
            Failure::input(format_args!("{}: {error}", robot.name()), "change the description")
        })?;
        let begin = || Stream::begin(output::stdout(), &robot, base.as_ref());
        let mut stream = common.json.then(begin).transpose()?;
        let mut first = Vec::new();
        let mut stopped = None;
        for (number, state) in states.iter().enumerate() {
            let evaluation = match evaluator.at(&state) {
                Ok(evaluation) => evaluation,
                Err(error) => {
                    stopped = Some(stop(&states, number, &error));
                    break;
                }
            };
            if keeps_efforts {
                efforts.push(&evaluation);
            }
            match &mut stream {
                Some(stream) => stream.state(&state, &evaluation)?,
                None if first.len() < words::STATES_SHOWN => first.push(evaluation),
                None => {}
            }
        }
        if let Some(stream) = stream {
            stream.end()?;
        }
        evaluator.remarks().for_each(note);
        if let Some(stopped) = stopped {
            return Err(stopped);
        }
        if let Some(out) = &common.out {
            write_files(&Folder::open(out)?, &robot, &states, &efforts)?;
        }
        if common.json {
            return Ok(());
        }
        if self.regressor || self.base_regressor {
            note("regressors are part of the JSON document only; add --json");
        }
        output::print(&words::describe(&robot, &states, &first, &efforts))
    }

    fn read_states(&self, robot: &Robot) -> Result<States, Failure> {
        match (&self.q, &self.states) {
            (Some(q), _) => {
                let [qd, qdd, tau] = [&self.qd, &self.qdd, &self.tau].map(|o| o.as_deref());
                states::typed(robot.driven_joints().count(), q, qd, qdd, tau)
            }
            (None, Some(path)) => states::read(path, robot),
            (None, None) => Err(Failure::input("no states", "give --states FILE or --q")),
        }
    }

    /// What to compute beside the efforts, and the base parameters if need be.
    fn options(
        &self,
        robot: &Robot,
        states: usize,
        json: bool,
    ) -> (EvaluationOptions, Option<BaseParameters>) {
        let entries = robot.dofs() * robot.parameter_count();
        let few = states <= STATES_WITH_REGRESSOR && entries <= ENTRIES_WITH_REGRESSOR;
        let by_default = few && !self.no_regressor;
        let regressor = json && (self.regressor || by_default);
        let base_regressor = json && (self.regressor || self.base_regressor || by_default);
        let base = match base_regressor.then(|| base_parameters(robot)) {
            Some(Ok(base)) => Some(base),
            Some(Err(error)) => {
                note(format_args!("no base regressor: {error}"));
                None
            }
            None => None,
        };
        (EvaluationOptions { regressor, kinematics: json }, base)
    }
}

/// The states end where the machine cannot follow them; those before stand.
fn stop(states: &States, number: usize, error: &str) -> Failure {
    let time = states.time.as_ref().map(|t| format!(", t = {} s", t[number])).unwrap_or_default();
    let q: Vec<String> = states.get(number).q.iter().map(|x| significant(*x, 6)).collect();
    let place = format!("state {} of {}{time}", number + 1, states.len());
    Failure::input(
        format_args!("{place}, at q = ({}): {error}", q.join(", ")),
        "states before it were computed; change this one, or leave it out",
    )
}

fn write_files(folder: &Folder, robot: &Robot, states: &States, efforts: &Efforts) -> Outcome {
    let name = file_name(robot.name());
    let title = format!("Efforts of {}", robot.name());
    let figure = match &states.time {
        Some(time) => efforts.figure(title, time.clone(), "time (s)"),
        None => {
            let number = (0..states.len()).map(|i| i as f64).collect();
            efforts.figure(title, number, "state")
        }
    };
    folder.write(&format!("{name}-efforts.csv"), &efforts.to_csv(states.time.as_deref()))?;
    folder.write(&format!("{name}-efforts.svg"), &figure.to_svg())?;
    Ok(())
}
