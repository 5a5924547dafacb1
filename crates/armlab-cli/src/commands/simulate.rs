//! `armlab simulate`: a closed-loop experiment, into a log.

pub mod options;

use super::robot_options::RobotOptions;
use crate::arguments::Common;
use crate::failure::{CHECK_FAILED, Failure, Outcome, parse};
use crate::interrupt;
use crate::output::{self, note};
use crate::progress::ProgressLine;
use crate::robot::load;
use armlab::Simulation;
use armlab::log::write::FileFormat;
use armlab::robot::Robot;
use armlab::robot::describe::FixedJoints;
use armlab::simulate::{End, Method};
use clap::{Args, ValueEnum};
use options::ControllerOptions;
use std::path::{Path, PathBuf};

/// Default output folder.
const FOLDER: &str = "out/simulate";

/// Simulate a closed-loop experiment.
#[derive(Args)]
#[command(
    after_help = "Without a trajectory the robot moves from rest to rest within its limits. \
                        Options override the experiment file; --seed 0 keeps the file's seed. \
                        Lists have one number per driven joint, or one for all. The log has t, \
                        q*, qd*, qdd*, tau* and the reference qref*, qdref*, qddref*, in SI units. \
                        docs/simulation.md describes experiment files.\nExit codes: 0 ok, 1 the \
                        simulation stopped early (the log up to there is written), 2 bad input."
)]
pub struct Simulate {
    /// A built-in robot's name, or a .urdf or .toml file
    robot: String,
    #[command(flatten)]
    changes: RobotOptions,
    /// Trajectory file (.toml), or a log whose motion is repeated
    #[arg(long, value_name = "FILE")]
    trajectory: Option<PathBuf>,
    /// Experiment file (.toml): trajectory, controller, rates, effects
    #[arg(long, value_name = "FILE")]
    experiment: Option<PathBuf>,
    /// Coordinates of the trajectory
    #[arg(long, value_name = "WHICH")]
    coordinates: Option<Coordinates>,
    /// Duration, s [default: that of the trajectory]
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
    /// The controller's model of the robot [default: ROBOT]
    #[arg(long, value_name = "ROBOT")]
    model: Option<String>,
    #[command(flatten)]
    controller: ControllerOptions,
    /// White noise on the log by standard deviation (SI): q=1e-4,tau=0.5; one per joint as
    /// q=1e-4/1e-4/1e-5
    #[arg(long, value_name = "Q=S,…")]
    noise: Option<String>,
    /// White noise on the log by signal-to-noise ratio, dB: qdd=20,tau=40
    #[arg(long, value_name = "Q=DB,…", allow_hyphen_values = true)]
    snr: Option<String>,
    /// Also log the noise-free motion: true_q*, …
    #[arg(long)]
    truth: bool,
    /// Simulate bodies that cannot exist, as those of negative mass
    #[arg(long)]
    force: bool,
    /// Format of the log
    #[arg(long, value_name = "FORMAT", default_value = "csv")]
    format: Format,
}

/// Coordinates of a trajectory.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Coordinates {
    /// Of the driven joints
    Joints,
    /// Of the platform of a parallel machine: x,y,θ or x,y,z
    Platform,
}

/// File format of the log.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Text
    Csv,
    /// Apache Parquet
    Parquet,
    /// NumPy archive
    Npz,
    /// MATLAB, version 5
    Mat,
    /// ROS 2 bag with sensor_msgs/JointState
    Mcap,
}

impl Simulate {
    pub fn run(self, common: &Common) -> Outcome {
        let robot = self.changes.apply(load(&self.robot, FixedJoints::Merge, common)?)?;
        let simulation = self.simulation(&robot, common)?;
        interrupt::graceful();
        let result = simulation.run_with_observer(&ProgressLine::new(), interrupt::token())?;
        let _hold = interrupt::hold();
        let folder = common.out.as_deref().unwrap_or(Path::new(FOLDER));
        let files = result.save(folder)?;
        output::print_report(common, result.report(), &files)?;
        match result.end() {
            End::Finished => Ok(()),
            End::Cancelled(_) => Err(Failure::interrupted()),
            End::StoppedEarly(stop) => {
                note(format_args!("the simulation stopped early: {stop}"));
                Err(Failure::silent(CHECK_FAILED))
            }
        }
    }

    /// The experiment file's settings, overridden by the options.
    pub fn simulation<'r>(
        &self,
        robot: &'r Robot,
        common: &Common,
    ) -> Result<Simulation<'r>, Failure> {
        let mut s = Simulation::new(robot);
        if let Some(path) = &self.experiment {
            s = s.experiment(path)?;
        }
        if let Some(path) = &self.trajectory {
            s = s.trajectory_file(path)?;
        }
        if let Some(which) = self.coordinates {
            s = s.platform(which == Coordinates::Platform);
        }
        if let Some(name) = &self.model {
            s = s.model(load(name, FixedJoints::Merge, common)?);
        }
        if let Some(controller) = self.controller.read()? {
            s = s.boxed_controller(controller);
        }
        if let Some(duration) = self.duration {
            s = s.duration(duration);
        }
        if let Some(rate) = self.rate {
            s = s.rate(rate);
        }
        if let Some(tolerance) = self.tolerance {
            s = s.integration(Method::Adaptive { tolerance });
        } else if let Some(step) = self.step {
            s = s.integration(Method::Rk4 { step });
        }
        if let Some(noise) = &self.noise {
            s = s.noise(parse("--noise", noise)?);
        }
        if let Some(snr) = &self.snr {
            s = s.snr(parse("--snr", snr)?);
        }
        if self.truth {
            s = s.truth(true);
        }
        s = s.force(self.force);
        if common.seed != 0 {
            s = s.seed(common.seed);
        }
        Ok(s.log_format(match self.format {
            Format::Csv => FileFormat::Csv,
            Format::Parquet => FileFormat::Parquet,
            Format::Npz => FileFormat::Npz,
            Format::Mat => FileFormat::Mat,
            Format::Mcap => FileFormat::Mcap,
        }))
    }
}
