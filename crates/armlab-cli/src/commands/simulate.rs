//! `armlab simulate`: a closed-loop experiment, into a log.

mod figure;
pub mod files;
pub mod options;
mod words;

use crate::arguments::Common;
use crate::failure::{CHECK_FAILED, Failure, Outcome};
use crate::output::{self, Folder, Paint, note};
use crate::robot::load;
use armlab::documents::simulation::Document;
use armlab::motion::AnyTrajectory;
use armlab::robot::Robot;
use armlab::robot::describe::FixedJoints;
use armlab::simulate::controller::{ComputedTorque, ControlLaw};
use armlab::simulate::{
    End, Experiment, ExperimentFile, Run, Settings, default_motion, platform_motion,
};
use clap::{Args, ValueEnum};
use options::{LawOptions, NoiseOptions};
use std::path::{Path, PathBuf};

/// Where files go if nobody says.
const FOLDER: &str = "out/simulate";

/// Simulate a closed-loop experiment.
#[derive(Args)]
#[command(
    after_help = "Without a trajectory the robot moves from rest to rest within its limits. \
                        What is typed beats the experiment file; --seed 0 leaves the file's seed. \
                        Lists have one number per driven joint, or one for all. The log has t, \
                        q*, qd*, qdd*, tau* and the reference qref*, qdref*, qddref*, in SI units. \
                        docs/simulation.md describes experiment files.\nExit codes: 0 ok, 1 the \
                        motion broke off (the log up to there is kept), 2 bad input."
)]
pub struct Simulate {
    /// A built-in robot's name, or a .urdf or .toml file
    robot: String,
    /// Trajectory file (.toml), or a log whose motion is repeated
    #[arg(long, value_name = "FILE")]
    trajectory: Option<PathBuf>,
    /// Experiment file (.toml): trajectory, controller, rates, effects
    #[arg(long, value_name = "FILE")]
    experiment: Option<PathBuf>,
    /// Coordinates of the trajectory
    #[arg(long, value_name = "WHICH")]
    coordinates: Option<Coordinates>,
    /// How long, s [default: as long as the trajectory]
    #[arg(long, allow_hyphen_values = true, value_name = "SECONDS")]
    duration: Option<f64>,
    /// Samples of controller and log per second [default: 1000]
    #[arg(long, allow_hyphen_values = true, value_name = "HZ")]
    rate: Option<f64>,
    /// Step of the integration (RK4), s [default: 0.001, or a sample]
    #[arg(long, allow_hyphen_values = true, value_name = "SECONDS")]
    step: Option<f64>,
    /// Integrate adaptively (Dormand–Prince) with this error per step instead
    #[arg(long, allow_hyphen_values = true, value_name = "EPS", conflicts_with = "step")]
    tolerance: Option<f64>,
    /// The robot as the controller believes it to be [default: ROBOT]
    #[arg(long, value_name = "ROBOT")]
    model: Option<String>,
    #[command(flatten)]
    law: LawOptions,
    #[command(flatten)]
    noise: NoiseOptions,
    /// Put the motion without sensors into the log, too: true_q*, …
    #[arg(long)]
    truth: bool,
    /// Format of the log
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    format: Format,
}

/// What a trajectory's numbers are.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Coordinates {
    /// Of the driven joints
    Joints,
    /// Of the platform of a parallel machine: x,y,θ or x,y,z
    Platform,
}

/// What a log is written as.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text
    Csv,
    /// Apache Parquet
    Parquet,
}

impl Simulate {
    pub fn run(self, common: &Common) -> Outcome {
        let robot = load(&self.robot, FixedJoints::Merge)?;
        let model = match &self.model {
            None => robot.clone(),
            Some(name) => load(name, FixedJoints::Merge)?,
        };
        let file = match &self.experiment {
            None => ExperimentFile {
                settings: Settings::default(),
                law: None,
                trajectory: None,
                platform: false,
                seeded: false,
            },
            Some(path) => files::experiment(path, &robot)?,
        };
        let settings = self.settings(file.settings, common)?;
        let law = match self.law.read()? {
            Some(law) => law,
            None => file.law.unwrap_or_else(|| Box::new(ComputedTorque::default())),
        };
        let platform = match self.coordinates {
            Some(which) => which == Coordinates::Platform,
            None => file.platform,
        };
        let trajectory = self.trajectory(&robot, file.trajectory, platform, settings.rate)?;
        let (run, experiment) = simulate(&robot, &model, &trajectory, law.as_ref(), &settings)?;

        let folder_path = common.out.as_deref().unwrap_or(Path::new(FOLDER));
        let folder = Folder::open(folder_path)?;
        let log = files::write_log(folder_path, &run.log, self.format)?;
        note(format_args!("wrote {}", log.display()));
        let picture = figure::of(&robot, &run).to_svg();
        let picture = folder.write("simulation.svg", &picture)?;
        let document = Document::of(&experiment, &run, log, Some(picture));
        folder.write_json("simulation.json", &document)?;
        match common.json {
            true => output::print_json(&document)?,
            false => output::print(&words::describe(&document, Paint::new(common)))?,
        }
        match &run.end {
            End::StoppedEarly(broken) => {
                note(format_args!("the motion broke off: {broken}"));
                Err(Failure::silent(CHECK_FAILED))
            }
            End::Finished | End::Cancelled(_) => Ok(()),
        }
    }

    /// The file's settings, with what was typed.
    fn settings(&self, mut settings: Settings, common: &Common) -> Result<Settings, Failure> {
        settings.rate = self.rate.unwrap_or(settings.rate);
        settings.duration = self.duration.or(settings.duration);
        settings.method = options::method(self.step, self.tolerance).or(settings.method);
        settings.kept.truth |= self.truth;
        if common.seed != 0 {
            settings.seed = common.seed;
        }
        settings.effects.extend(self.noise.read()?);
        Ok(settings)
    }

    fn trajectory(
        &self,
        robot: &Robot,
        stated: Option<AnyTrajectory>,
        platform: bool,
        rate: f64,
    ) -> Result<AnyTrajectory, Failure> {
        let stated = match &self.trajectory {
            Some(path) => Some(files::trajectory(path, robot)?),
            None => stated,
        };
        let bad = |e: &dyn std::fmt::Display, hint: &str| Failure::input(e, hint);
        match stated {
            Some(motion) if platform => platform_motion(robot, &motion, rate)
                .map(AnyTrajectory::from)
                .map_err(|e| bad(&e, "change the motion, or give it in --coordinates joints")),
            Some(motion) => Ok(motion),
            None => {
                let hint = "give a trajectory with --trajectory";
                default_motion(robot).map_err(|e| bad(&e, hint))
            }
        }
    }
}

/// Runs the experiment.
fn simulate<'a>(
    robot: &'a Robot,
    model: &'a Robot,
    trajectory: &'a AnyTrajectory,
    law: &'a dyn ControlLaw,
    settings: &'a Settings,
) -> Result<(Run, Experiment<'a>), Failure> {
    let experiment = Experiment { robot, model, trajectory, law, settings };
    let run = experiment.run().map_err(|e| {
        Failure::input(e, "`armlab simulate --help` and docs/simulation.md list the settings")
    })?;
    Ok((run, experiment))
}
