//! The options of an identification.

use super::gravity_report::GravityReport;
use super::options::{Bound, CoupledJoints};
use super::problem::ProblemSettings;
use crate::error::{Error, Hint, Result};
use crate::identify::FrictionChoice;
use crate::identify::estimators::{Estimator, Registry, Selection, methods};
use crate::identify::{Knowledge, Prior};
use crate::log::mapping::Instructions;
use crate::recordings::{Gains, IntoLog, LogOptions, LogSource};
use crate::robot::Robot;
use crate::simulate::ExperimentFile;
use crate::validation::{ErrorLimit, ErrorLimits, Level};

/// Most draws of the bootstrap and most sampled robots; more would take days and all memory.
pub(super) const MOST_DRAWS: usize = 100_000;
/// Times that the bootstrap draws, where nothing else is said.
pub const BOOTSTRAP: usize = 200;

/// Identifies a robot's base parameters and friction from logs.
///
/// ```no_run
/// use armlab::prelude::*;
/// # fn main() -> armlab::Result<()> {
/// let robot = Robot::from_file("arm.urdf")?;
/// let found = Identification::new(&robot).log("run.csv")?.validate("other.csv")?.run()?;
/// println!("{}", found.summary());
/// for p in found.best().parameters() { println!("{p}"); }
/// found.best().robot().save("arm-identified.urdf")?;
/// # Ok(())
/// # }
/// ```
///
/// Options that are words have `FromStr`: `.methods("wls,ekf".parse()?)`,
/// `.friction("stribeck:0.05".parse()?)`, `.gains("1.2,0.8,?".parse()?)`.
pub struct Identification<'r> {
    pub(super) robot: &'r Robot,
    pub(super) logs: Vec<LogSource>,
    pub(super) validation: Vec<LogSource>,
    pub(super) payload: PayloadOptions,
    pub(super) log_options: LogOptions,
    pub(super) registry: Registry<dyn Estimator>,
    pub(super) methods: Selection,
    pub(super) friction: FrictionChoice,
    pub(super) cutoff: Option<f64>,
    gear_ratios: Vec<f64>,
    couplings: Vec<CoupledJoints>,
    prior: Option<Prior>,
    bounds: Vec<Bound>,
    pub(super) experiment: Option<ExperimentFile>,
    pub(super) truth: Option<&'r Robot>,
    pub(super) gravity: Option<GravityReport>,
    pub(super) bootstrap: usize,
    pub(super) ranges: Option<f64>,
    pub(super) models: usize,
    pub(super) in_parts: bool,
    pub(super) force: bool,
    pub(super) limits: ErrorLimits,
    pub(super) accepted: Level,
    pub(super) seed: u64,
    pub(super) command: Option<String>,
}

/// What is known about a payload.
#[derive(Clone, Debug, Default)]
pub(super) struct PayloadOptions {
    pub logs: Vec<LogSource>,
    pub mass: Option<f64>,
    pub centre: Option<[f64; 3]>,
    pub link: Option<String>,
}

impl<'r> Identification<'r> {
    /// An identification of this robot, with default options and no log yet.
    pub fn new(robot: &'r Robot) -> Self {
        Self {
            robot,
            logs: Vec::new(),
            validation: Vec::new(),
            payload: PayloadOptions::default(),
            log_options: LogOptions::default(),
            registry: methods(),
            methods: Selection::Default,
            friction: FrictionChoice::Auto,
            cutoff: None,
            gear_ratios: Vec::new(),
            couplings: Vec::new(),
            prior: None,
            bounds: Vec::new(),
            experiment: None,
            truth: None,
            gravity: None,
            bootstrap: BOOTSTRAP,
            ranges: None,
            models: 0,
            in_parts: false,
            force: false,
            limits: ErrorLimits::default(),
            accepted: Level::Limited,
            seed: 0,
            command: None,
        }
    }

    /// Adds a log to identify from: a path, or a [`Log`](crate::log::Log) in memory.
    ///
    /// # Errors
    /// If there is no such file.
    pub fn log(mut self, log: impl IntoLog) -> Result<Self> {
        self.logs.push(log.into_log()?);
        Ok(self)
    }
    /// Adds several logs to identify from.
    ///
    /// # Errors
    /// If there is no such file.
    pub fn logs<L: IntoLog>(self, logs: impl IntoIterator<Item = L>) -> Result<Self> {
        logs.into_iter().try_fold(self, Self::log)
    }
    /// Adds a validation log, which estimates are evaluated on and never fitted to.
    ///
    /// # Errors
    /// If there is no such file.
    pub fn validate(mut self, log: impl IntoLog) -> Result<Self> {
        self.validation.push(log.into_log()?);
        Ok(self)
    }
    /// Adds a log of the robot with a payload, whose mass and centre are then estimated.
    ///
    /// # Errors
    /// If there is no such file.
    pub fn payload(mut self, log: impl IntoLog) -> Result<Self> {
        self.payload.logs.push(log.into_log()?);
        Ok(self)
    }
    /// The payload's mass, kg, where it is known.
    pub fn payload_mass(mut self, mass: f64) -> Self {
        self.payload.mass = Some(mass);
        self
    }
    /// The payload's centre of mass in the frame of the link that holds it, m.
    pub fn payload_centre(mut self, centre: [f64; 3]) -> Self {
        self.payload.centre = Some(centre);
        self
    }
    /// The link that holds the payload; the last one by default.
    pub fn payload_link(mut self, link: impl Into<String>) -> Self {
        self.payload.link = Some(link.into());
        self
    }
    /// How logs are read: gains, columns, rate and topic at once.
    pub fn log_options(mut self, options: LogOptions) -> Self {
        self.log_options = options;
        self
    }
    /// Sampling rate of logs without time stamps, Hz.
    pub fn rate(mut self, hertz: f64) -> Self {
        self.log_options.rate = Some(hertz);
        self
    }
    /// Drive gains, for logs of currents; unknown ones are identified from logs with
    /// and without a payload of known mass.
    pub fn gains(mut self, gains: impl Into<Gains>) -> Self {
        self.log_options.gains = Some(gains.into());
        self
    }
    /// Which column of the logs is which, where names do not say.
    pub fn columns(mut self, columns: Instructions) -> Self {
        self.log_options.columns = columns;
        self
    }
    /// Whether a method was asked for by its name.
    pub(super) fn names_method(&self, name: &str) -> bool {
        matches!(&self.methods, Selection::Named(names) if names.iter().any(|n| n == name))
    }
    /// The methods that are run: `"wls,ekf".parse()?` or [`Selection::All`].
    pub fn methods(mut self, methods: Selection) -> Self {
        self.methods = methods;
        self
    }
    /// Runs one method.
    pub fn method(self, name: impl Into<String>) -> Self {
        self.methods(Selection::Named(vec![name.into()]))
    }
    /// Changes a setting of a method: `.set("ekf.process_noise", "1e-4")?`.
    ///
    /// # Errors
    /// If there is no such method or setting, or the value does not suit it.
    pub fn set(mut self, setting: &str, value: &str) -> Result<Self> {
        self.registry.set(setting, value)?;
        Ok(self)
    }
    /// Methods with settings of one's own, or further methods.
    pub fn registry(mut self, registry: Registry<dyn Estimator>) -> Self {
        self.registry = registry;
        self
    }
    /// Whether the friction that is asked for depends on the loads of bearings, so that
    /// [`run_load_friction`](Self::run_load_friction) identifies it.
    pub fn needs_load_friction(&self) -> bool {
        self.friction.is_described(self.robot.driven_joints().map(|j| &j.friction))
    }
    /// The friction that is identified; chosen by cross-validation by default.
    pub fn friction(mut self, friction: impl Into<FrictionChoice>) -> Self {
        self.friction = friction.into();
        self
    }
    /// Turns of the motors for one turn of the joints, one per driven joint, 0 where it is not
    /// known: torque ripple is looked for at whole multiples of it. Those of the description by
    /// default.
    pub fn gear_ratios(mut self, ratios: impl Into<Vec<f64>>) -> Self {
        self.gear_ratios = ratios.into();
        self
    }
    /// Cut-off frequency of the zero-phase low-pass filter of the motion, Hz; chosen
    /// by cross-validation by default.
    pub fn cutoff(mut self, frequency: f64) -> Self {
        self.cutoff = Some(frequency);
        self
    }
    /// Two joints whose motors are coupled.
    pub fn coupling(mut self, joints: CoupledJoints) -> Self {
        self.couplings.push(joints);
        self
    }
    /// The description as a prior, for methods that take one.
    pub fn prior(mut self, prior: Prior) -> Self {
        self.prior = Some(prior);
        self
    }
    /// A bound on a link's mass or centre of mass, for methods that take them.
    pub fn bound(mut self, bound: Bound) -> Self {
        self.bounds.push(bound);
        self
    }
    /// The experiment that made the logs: methods that simulate the closed loop need
    /// its controller and reference.
    pub fn experiment(mut self, experiment: ExperimentFile) -> Self {
        self.experiment = Some(experiment);
        self
    }
    /// The robot as it really is, where that is known, to compare with.
    pub fn truth(mut self, truth: &'r Robot) -> Self {
        self.truth = Some(truth);
        self
    }
    /// How the robot's gravity was identified, for the report.
    pub fn identified_gravity(mut self, gravity: GravityReport) -> Self {
        self.gravity = Some(gravity);
        self
    }
    /// Draws of the block bootstrap; 0 for none.
    pub fn bootstrap(mut self, draws: usize) -> Self {
        self.bootstrap = draws;
        self
    }
    /// Computes ranges of single link parameters that give the same efforts, with
    /// centres of mass within this distance of the links' frames, m.
    pub fn ranges(mut self, distance: f64) -> Self {
        self.ranges = Some(distance);
        self
    }
    /// Draws this number of robots from the estimate's uncertainty.
    pub fn models(mut self, number: usize) -> Self {
        self.models = number;
        self
    }
    /// Reads logs in parts, in bounded memory; large files are read so in any case.
    pub fn in_parts(mut self, yes: bool) -> Self {
        self.in_parts = yes;
        self
    }
    /// Uses logs in spite of errors that the log check finds; the report says so.
    pub fn force(mut self, yes: bool) -> Self {
        self.force = yes;
        self
    }
    /// A limit of the prediction error, beyond which results fail: `"5".parse()?` of all
    /// joints, `"joint2=8".parse()?` of one, percent.
    pub fn max_error(mut self, limit: ErrorLimit) -> Self {
        self.limits.add(limit);
        self
    }
    /// The worst verdict that [`Identified::is_accepted`](super::Identified::is_accepted)
    /// takes; limited by default.
    pub fn accept(mut self, worst: Level) -> Self {
        self.accepted = worst;
        self
    }
    /// Seed of all random numbers.
    pub fn seed(mut self, seed: u64) -> Self {
        self.seed = seed;
        self
    }
    /// The command that the report names to reproduce it.
    pub fn command(mut self, command: impl Into<String>) -> Self {
        self.command = Some(command.into());
        self
    }

    /// What estimates rest on besides the data, checked against the robot.
    pub(super) fn settings(&self) -> Result<ProblemSettings> {
        if let Some(cutoff) = self.cutoff.filter(|c| !(*c > 0.0 && c.is_finite())) {
            let message = format_args!("a cut-off must be above zero, not {cutoff} Hz").to_string();
            let hint = "give a frequency, Hz, or none to have it chosen";
            return Err(Error::new(message).hint(Hint::Text(hint.into())));
        }
        let (ratios, joints) = (&self.gear_ratios, self.robot.driven_joints().count());
        if !(ratios.is_empty() || ratios.len() == joints) {
            let message = format!("{} gear ratios for {joints} driven joints", ratios.len());
            let hint = Hint::Text("give one for each, 0 where it is not known".into());
            return Err(Error::new(message).hint(hint));
        }
        if let Some(ratio) = ratios.iter().find(|r| !(**r >= 0.0 && r.is_finite())) {
            let message = format_args!("a gear ratio must be above zero, not {ratio}").to_string();
            let hint = "give 0 where it is not known";
            return Err(Error::new(message).hint(Hint::Text(hint.into())));
        }
        let bounds = self.bounds.iter().map(|b| b.resolve(self.robot));
        let knowledge =
            Knowledge { prior: self.prior, bounds: bounds.collect::<Result<Vec<_>>>()? };
        knowledge.check(self.robot)?;
        self.limits.check(self.robot)?;
        let described = self.robot.couplings().iter();
        let described =
            described.filter_map(|c| crate::identify::Coupling::described(self.robot, c));
        let given = self.couplings.iter().map(|c| c.resolve(self.robot));
        let given = given.collect::<Result<Vec<_>>>()?;
        let couplings = if given.is_empty() { described.collect() } else { given };
        Ok(ProblemSettings {
            cutoff: self.cutoff,
            shape: self.friction.model().cloned(),
            gear_ratios: if ratios.is_empty() {
                self.robot.driven_joints().map(|j| j.gear_ratio).collect()
            } else {
                ratios.clone()
            },
            couplings,
            knowledge,
            limits: self.limits.clone(),
            seed: self.seed,
        })
    }
}
