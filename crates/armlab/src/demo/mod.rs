//! A demonstration of the workflows: a robot whose description is wrong is moved along
//! designed trajectories, identified by every method, and validated on another motion.

mod robots;
mod summary;

use crate::error::Result;
use crate::excite::{BasisKind, FrictionColumns};
use crate::identification::{
    Identification, IdentificationReport, Identified, MethodTrace, plotted, values_over_time,
};
use crate::identify::FrictionModel;
use crate::identify::estimators::{Estimator, Registry, Selection, methods};
use crate::log::{Log, Quantity};
use crate::motion::{AnyTrajectory, write_trajectory};
use crate::progress::{CancelToken, Observer, Progress, Silent};
use crate::recordings::IntoLog;
use crate::report::EffortPicture;
use crate::robot::Robot;
use crate::saving::{OutputFolder, error};
use crate::simulate::controller::ComputedTorque;
use crate::simulate::effects::white_noise::WhiteNoise;
use crate::simulate::{ExperimentFile, Settings, Sizes};
use crate::{Excitation, Simulation};
use std::fmt;
use std::path::{Path, PathBuf};

/// Duration of each motion, s, and samples per second.
const DURATION: f64 = 10.0;
const RATE: f64 = 200.0;
/// Noise of positions and velocities, and signal-to-noise ratio of efforts, dB.
const POSITION_NOISE: f64 = 1e-4;
const VELOCITY_NOISE: f64 = 1e-3;
const EFFORT_RATIO: f64 = 35.0;
/// Times that the bootstrap draws.
const BOOTSTRAP: usize = 100;
/// Methods whose estimates are plotted over time.
const PLOTTED: [&str; 5] = ["rls-sqrt", "adaline", "hopfield", "ekf", "ukf"];
/// Names of the logs, and harmonics of the motions that they record.
const LOGS: [(&str, usize); 2] = [("log", 5), ("validation", 4)];

/// The demonstration.
pub struct Demo {
    /// The robot with friction: what is simulated.
    truth: Robot,
    /// Its wrong description: what the identification starts with.
    description: Robot,
    registry: Registry<dyn Estimator>,
    seed: u64,
    command: Option<String>,
}

impl Demo {
    /// A demonstration on this robot, which must have masses and inertias.
    pub fn new(robot: &Robot) -> Result<Self> {
        let both = robots::with_friction(robot).zip(robots::too_heavy(robot));
        let (truth, description) = both
            .ok_or_else(|| error("the robot has no masses and inertias", "choose another robot"))?;
        Ok(Self { truth, description, registry: methods(), seed: 0, command: None })
    }
    /// Seed of all random numbers (default 0).
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }
    /// The methods that are run (default: the library's).
    pub fn registry(mut self, registry: Registry<dyn Estimator>) -> Self {
        self.registry = registry;
        self
    }
    /// The command that the report shows.
    pub fn command(mut self, command: impl Into<String>) -> Self {
        self.command = Some(command.into());
        self
    }

    /// Runs it.
    pub fn run(&mut self) -> Result<DemoResult<'_>> {
        self.run_with_observer(&Silent, CancelToken::new())
    }
    /// Runs it with progress.
    pub fn run_with_observer(
        &mut self,
        observer: &dyn Observer,
        cancel: CancelToken,
    ) -> Result<DemoResult<'_>> {
        let progress = Progress::new(observer, cancel);
        let mut runs = Vec::new();
        for (k, (name, harmonics)) in LOGS.into_iter().enumerate() {
            let part = progress.part(0.05 * k as f64..0.05 * (k + 1) as f64);
            let motion = self.motion(harmonics, self.seed + k as u64, &part.part(0.0..0.8))?;
            let log = self.simulated(&motion, &part.part(0.8..1.0))?;
            progress.check()?;
            progress.note("demo", &format!("{name}.csv: trajectory designed and simulated"));
            runs.push((name, motion, log));
        }
        let registry = std::mem::replace(&mut self.registry, methods());
        let experiment = ExperimentFile {
            settings: settings(self.seed),
            law: Some(Box::new(ComputedTorque::default())),
            trajectory: Some(runs[0].1.clone()),
            platform: false,
            seeded: true,
        };
        // A friction offset on a vertical slide is hard to distinguish from its weight.
        let friction = FrictionModel::without_offset();
        let mut identification = Identification::new(&self.description)
            .log(runs[0].2.clone().into_log()?.named("log.csv"))?
            .validate(runs[1].2.clone().into_log()?.named("validation.csv"))?
            .registry(registry)
            .methods(Selection::All)
            .friction(friction)
            .experiment(experiment)
            .truth(&self.truth)
            .bootstrap(BOOTSTRAP)
            .seed(self.seed);
        if let Some(command) = &self.command {
            identification = identification.command(command.clone());
        }
        let identified = identification.run_with(&progress.part(0.1..1.0), &())?;
        progress.check()?;
        Ok(DemoResult { robot: &self.truth, runs, identified })
    }

    /// An excitation trajectory of the description.
    fn motion(&self, harmonics: usize, seed: u64, progress: &Progress) -> Result<AnyTrajectory> {
        let excitation = Excitation::new(&self.description)
            .basis(BasisKind::Fourier { harmonics })
            .duration(DURATION)
            .rate(50.0)
            .friction(FrictionColumns::per_joint())
            .starts(2)
            .iterations(60)
            .seed(seed);
        Ok(excitation.run_with_progress(progress)?.trajectory().clone())
    }

    /// The log of a motion: positions, velocities and efforts.
    fn simulated(&self, motion: &AnyTrajectory, progress: &Progress) -> Result<Log> {
        let file = ExperimentFile { settings: settings(self.seed), ..ExperimentFile::default() };
        let result = Simulation::new(&self.truth)
            .experiment_settings(file)
            .model(self.description.clone())
            .trajectory(motion.clone())
            .run_with_progress(progress)?;
        let mut log = Log::new(result.log().time().to_vec());
        for quantity in [Quantity::Position, Quantity::Velocity, Quantity::Effort] {
            for joint in 0..self.truth.driven_joints().count() {
                if let Some(channel) = result.log().channel(quantity, joint) {
                    log.push_channel(quantity, joint, channel.to_vec());
                }
            }
        }
        Ok(log)
    }
}

/// Rate and noise of the experiments.
fn settings(seed: u64) -> Settings {
    let sigma = Sizes::default()
        .with(Quantity::Position, POSITION_NOISE)
        .with(Quantity::Velocity, VELOCITY_NOISE);
    let snr = Sizes::default().with(Quantity::Effort, EFFORT_RATIO);
    let noise = WhiteNoise { sigma, snr, ..WhiteNoise::default() };
    Settings { rate: RATE, effects: vec![Box::new(noise)], seed, ..Settings::default() }
}

/// The results of the demonstration.
pub struct DemoResult<'d> {
    robot: &'d Robot,
    /// Name, trajectory and log of each experiment.
    runs: Vec<(&'static str, AnyTrajectory, Log)>,
    identified: Identified<'d>,
}

impl<'d> DemoResult<'d> {
    /// The identification.
    pub fn identified(&self) -> &Identified<'d> {
        &self.identified
    }
    /// The report of the identification.
    pub fn report(&self) -> &IdentificationReport {
        self.identified.report()
    }
    /// The methods with the smallest validation errors, in words.
    pub fn summary(&self) -> String {
        self.to_string()
    }
    /// Writes logs, trajectories, and everything of the identification.
    pub fn save(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>> {
        let mut output = OutputFolder::open(folder.as_ref())?;
        for (name, motion, log) in &self.runs {
            output.write_with(&format!("{name}.csv"), |path| log.save(path))?;
            output.write(&format!("{name}-trajectory.toml"), write_trajectory(motion))?;
        }
        output.written.extend(self.identified.save(folder.as_ref())?);
        let joints: Vec<(String, &'static str)> =
            self.robot.driven_joints().map(|j| (j.name.clone(), j.kind.effort_unit())).collect();
        let recordings = self.identified.problem().evaluation_recordings();
        let predictions = &self.identified.best().result().predicted;
        if let Some((recording, predicted)) = recordings.first().zip(predictions.first()) {
            let picture = EffortPicture {
                log: "the validation log",
                joints: &joints,
                time: &recording.time,
                measured: &recording.effort,
                predicted,
            };
            output.write("efforts.svg", picture.efforts(1).to_svg())?;
        }
        let report = self.report();
        let traces: Vec<MethodTrace> = report
            .methods
            .iter()
            .filter(|m| PLOTTED.contains(&m.method))
            .filter_map(|m| m.trace.as_ref().map(|trace| MethodTrace { method: m.method, trace }))
            .collect();
        output.write("convergence.svg", values_over_time(&traces, &plotted(report)).to_svg())?;
        Ok(output.written)
    }
}

impl fmt::Display for DemoResult<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        summary::write(f, self.report())
    }
}
