//! Simulating a closed-loop experiment: robot, controller, trajectory, sensors and noise,
//! into a log.
//!
//! ```
//! use armlab::prelude::*;
//! # fn main() -> armlab::Result<()> {
//! let robot = armlab::robot::library::load("scara").unwrap().unwrap().robot;
//! let result = Simulation::new(&robot).duration(1.0).rate(200.0).run()?;
//! println!("{}", result.summary());
//! assert_eq!(result.log().rows(), 201);
//! # Ok(())
//! # }
//! ```

mod energy;
mod figure;
mod files;
mod report;

pub use energy::Energies;
pub use files::{is_log, read_experiment_file, read_motion};
pub use report::{EndReport, EnergyReport, JointReport, SimulationReport, StateReport};

use crate::error::{Error, Hint, Result};
use crate::log::Log;
use crate::log::write::FileFormat;
use crate::motion::AnyTrajectory;
use crate::progress::{CancelToken, Observer, Progress, Silent};
use crate::report::Figure;
use crate::robot::Robot;
use crate::saving::{OutputFolder, error, located};
use crate::simulate::controller::{ComputedTorque, ControlLaw};
use crate::simulate::effects::Effect;
use crate::simulate::effects::white_noise::WhiteNoise;
use crate::simulate::{
    End, Experiment, ExperimentFile, Method, ParseError, Run, Settings, Sizes, Start,
    default_motion, platform_motion,
};
use std::fmt;
use std::path::{Path, PathBuf};

/// A closed-loop experiment to simulate.
///
/// Without a trajectory the robot moves from rest to rest within its limits; without a
/// controller computed torque is used, with the robot itself as the model.
#[derive(Clone, Debug)]
pub struct Simulation<'r> {
    robot: &'r Robot,
    model: Option<Robot>,
    controller: Option<Box<dyn ControlLaw>>,
    trajectory: Option<AnyTrajectory>,
    platform: bool,
    settings: Settings,
    noise: WhiteNoise,
    format: FileFormat,
    force: bool,
}

impl<'r> Simulation<'r> {
    /// An experiment with the default settings.
    pub fn new(robot: &'r Robot) -> Self {
        Self {
            robot,
            model: None,
            controller: None,
            trajectory: None,
            platform: false,
            settings: Settings::default(),
            noise: WhiteNoise::default(),
            format: FileFormat::Csv,
            force: false,
        }
    }

    /// Reads an experiment file. It replaces what was set before; what is set after it
    /// overrides the file.
    pub fn experiment(self, path: impl AsRef<Path>) -> Result<Self> {
        let file = read_experiment_file(path.as_ref(), self.robot)?;
        Ok(self.experiment_settings(file))
    }
    /// The same for an experiment that was read already.
    pub fn experiment_settings(mut self, file: ExperimentFile) -> Self {
        self.settings = file.settings;
        self.controller = file.law;
        self.trajectory = file.trajectory;
        self.platform = file.platform;
        self
    }
    /// Reads the trajectory: a trajectory file, or a log whose motion is repeated.
    pub fn trajectory_file(self, path: impl AsRef<Path>) -> Result<Self> {
        let motion = read_motion(path.as_ref(), self.robot)?;
        Ok(self.trajectory(motion))
    }
    /// The trajectory.
    pub fn trajectory(mut self, trajectory: impl Into<AnyTrajectory>) -> Self {
        self.trajectory = Some(trajectory.into());
        self
    }
    /// Whether the trajectory's coordinates are the platform's (of a parallel machine)
    /// instead of the driven joints'.
    pub fn platform(mut self, platform: bool) -> Self {
        self.platform = platform;
        self
    }
    /// The controller's model, where it differs from the robot.
    pub fn model(mut self, model: Robot) -> Self {
        self.model = Some(model);
        self
    }
    /// The controller.
    pub fn controller(mut self, controller: impl ControlLaw + 'static) -> Self {
        self.controller = Some(Box::new(controller));
        self
    }
    /// The same, behind its trait.
    pub fn boxed_controller(mut self, controller: Box<dyn ControlLaw>) -> Self {
        self.controller = Some(controller);
        self
    }
    /// Samples of controller and log per second (default 1000).
    pub fn rate(mut self, rate: f64) -> Self {
        self.settings.rate = rate;
        self
    }
    /// Duration in seconds (default: that of the trajectory).
    pub fn duration(mut self, duration: f64) -> Self {
        self.settings.duration = Some(duration);
        self
    }
    /// Integration method between samples.
    pub fn integration(mut self, method: Method) -> Self {
        self.settings.method = Some(method);
        self
    }
    /// Initial state (default: at the reference position, at rest).
    pub fn start(mut self, start: Start) -> Self {
        self.settings.start = start;
        self
    }
    /// Adds an effect of sensors, drives or recorder.
    pub fn effect(mut self, effect: impl Effect + 'static) -> Self {
        self.settings.effects.push(Box::new(effect));
        self
    }
    /// White noise on the log by standard deviation, SI units: `"q=1e-4,tau=0.5".parse()?`.
    pub fn noise(mut self, sigma: Sizes) -> Self {
        self.noise.sigma = sigma;
        self
    }
    /// White noise on the log by signal-to-noise ratio, dB: `"qdd=20,tau=40".parse()?`.
    pub fn snr(mut self, snr: Sizes) -> Self {
        self.noise.snr = snr;
        self
    }
    /// Whether the log also has the noise-free motion: `true_q*`, …
    pub fn truth(mut self, truth: bool) -> Self {
        self.settings.columns.truth = truth;
        self
    }
    /// Seed of all random numbers (default 0).
    pub fn seed(mut self, seed: u64) -> Self {
        self.settings.seed = seed;
        self
    }
    /// Format in which [`SimulationResult::save`] writes the log (default CSV).
    pub fn log_format(mut self, format: FileFormat) -> Self {
        self.format = format;
        self
    }

    /// Simulates bodies that cannot exist, as those of negative mass, instead of
    /// refusing them.
    pub fn force(mut self, force: bool) -> Self {
        self.force = force;
        self
    }

    /// Simulates.
    pub fn run(&self) -> Result<SimulationResult> {
        self.run_with_observer(&Silent, CancelToken::new())
    }
    /// Simulates with progress. When it is cancelled the result ends early.
    pub fn run_with_observer(
        &self,
        observer: &dyn Observer,
        cancel: CancelToken,
    ) -> Result<SimulationResult> {
        self.run_with_progress(&Progress::new(observer, cancel))
    }
    /// The same as a part of longer work.
    pub fn run_with_progress(&self, progress: &Progress) -> Result<SimulationResult> {
        progress.start("simulating");
        if !self.force {
            refuse_impossible_bodies(self.robot)?;
        }
        let trajectory = self.reference()?;
        let mut settings = self.settings.clone();
        if !(self.noise.sigma.is_empty() && self.noise.snr.is_empty()) {
            self.noise.check().map_err(located)?;
            settings.effects.push(Box::new(self.noise.clone()));
        }
        let default = ComputedTorque::default();
        let experiment = Experiment {
            robot: self.robot,
            model: self.model.as_ref().unwrap_or(self.robot),
            trajectory: &trajectory,
            law: self.controller.as_deref().unwrap_or(&default),
            settings: &settings,
        };
        let run = experiment.run_with_progress(progress).map_err(located)?;
        let report = SimulationReport::new(&experiment, &run, self.format);
        let robot = self.robot.clone();
        Ok(SimulationResult { robot, trajectory, run, report, format: self.format })
    }

    /// The trajectory in the coordinates of the driven joints.
    fn reference(&self) -> Result<AnyTrajectory> {
        match &self.trajectory {
            Some(motion) if self.platform => {
                let motion = platform_motion(self.robot, motion, self.settings.rate);
                let hint = "change the motion, or give it in joint coordinates";
                motion.map(AnyTrajectory::from).map_err(|e| error(e, hint))
            }
            Some(motion) => Ok(motion.clone()),
            None => default_motion(self.robot).map_err(|e| error(e, "give a trajectory")),
        }
    }
}

/// What would give a body negative kinetic energy, as the description's check calls it.
const IMPOSSIBLE: [&str; 4] =
    ["mass-negative", "moment-without-mass", "inertia-not-positive", "inertia-wrong-point"];

/// A body of negative mass or inertia accelerates against the effort on it: its motion is
/// numbers without meaning.
pub(crate) fn refuse_impossible_bodies(robot: &Robot) -> Result<()> {
    let findings = crate::robot::doctor::examine(robot);
    match findings.iter().find(|f| IMPOSSIBLE.contains(&f.code)) {
        Some(found) => {
            let message = format!("{}: {}: {}", robot.name(), found.subject, found.message);
            Err(Error::new(message).hint(Hint::FixRobot(found.fix.clone())))
        }
        None => Ok(()),
    }
}

/// A simulated experiment.
#[derive(Clone, Debug)]
pub struct SimulationResult {
    robot: Robot,
    trajectory: AnyTrajectory,
    run: Run,
    report: SimulationReport,
    format: FileFormat,
}

impl SimulationResult {
    /// The log.
    pub fn log(&self) -> &Log {
        &self.run.log
    }
    /// The log alone.
    pub fn into_log(self) -> Log {
        self.run.log
    }
    /// The reference, in the coordinates of the driven joints.
    pub fn trajectory(&self) -> &AnyTrajectory {
        &self.trajectory
    }
    /// How it ended.
    pub fn end(&self) -> &End {
        &self.run.end
    }
    /// Whether it ran to its end.
    pub fn is_complete(&self) -> bool {
        self.run.end == End::Finished
    }
    /// Errors, peaks and energies of the simulated motion.
    pub fn statistics(&self) -> &crate::simulate::Summary {
        &self.run.summary
    }
    /// Kinetic and potential energy along the log.
    pub fn energies(&self) -> Option<Energies> {
        Energies::along(&self.robot, &self.run.log)
    }
    /// Everything that is known of it, as a serialisable document.
    pub fn report(&self) -> &SimulationReport {
        &self.report
    }
    /// The same in words.
    pub fn summary(&self) -> String {
        self.report.to_string()
    }
    /// Positions, references and efforts over time.
    pub fn figure(&self) -> Figure {
        figure::figure(&self.robot, &self.run)
    }
    /// Writes `log.csv` (or another format), `simulation.svg` and `simulation.json`.
    pub fn save(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>> {
        let mut folder = OutputFolder::open(folder)?;
        folder.write_with(&log_name(self.format), |path| self.run.log.save(path))?;
        folder.write(report::FIGURE, self.figure().to_svg())?;
        folder.write_json("simulation.json", &self.report)?;
        Ok(folder.written)
    }
}

impl fmt::Display for SimulationResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.report.fmt(f)
    }
}

/// Name of the log's file.
fn log_name(format: FileFormat) -> String {
    format!("log.{}", format.extension())
}

impl From<ParseError> for Error {
    fn from(error: ParseError) -> Self {
        located(error)
    }
}
