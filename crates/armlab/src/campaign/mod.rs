//! Monte-Carlo campaigns: one experiment simulated with many noise levels and seeds, and
//! identified by many methods, against known parameters.
//!
//! A campaign is a list of tasks (noise level × seed). A [`TaskRecord`] depends on the
//! plan and the task's number only, so that shards can run anywhere and their records
//! together are those of a single run. Finished tasks are appended to a ledger, so that a
//! campaign that was stopped continues.
//!
//! ```no_run
//! use armlab::prelude::*;
//! # fn main() -> armlab::Result<()> {
//! # let robot = armlab::robot::library::load("scara").unwrap().unwrap().robot;
//! let result = Campaign::new(&robot).levels([0.3, 1.0, 3.0]).seeds(20).run()?;
//! println!("{}", result.summary());
//! # Ok(())
//! # }
//! ```

mod ledger;
mod page;
mod plan;
mod record;
mod report;
mod run;
mod statistics;

pub use plan::{CampaignError, CampaignPlan, NoiseLevels, Shard};
pub use record::{MethodRecord, PlanRecord, TaskRecord};
pub use report::CampaignReport;
pub use statistics::{CampaignStatistics, MethodStatistics, ParameterStatistics, Spread, spread};

use crate::error::{Error, Hint, Result};
use crate::identify::FrictionModel;
use crate::identify::estimators::{Estimator, METHODS};
use crate::progress::{CancelToken, Observer, Progress, Silent};
use crate::report::html::Page;
use crate::robot::Robot;
use crate::saving::{OutputFolder, error, located};
use crate::simulate::controller::{ComputedTorque, ControlLaw};
use crate::simulate::{ExperimentFile, Settings, Sizes, default_motion};
use crate::simulation::{read_experiment_file, refuse_impossible_bodies};
use ledger::Ledger;
use rayon::prelude::*;
use std::collections::HashSet;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Samples per second unless an experiment states them.
const RATE: f64 = 100.0;
/// Noise at level 1, standard deviations in SI units.
const NOISE: &str = "q=1e-4,qd=1e-3,qdd=0.1,tau=0.1";
/// Factors of the noise.
const LEVELS: [f64; 3] = [0.3, 1.0, 3.0];
/// Seeds per level.
const SEEDS: u64 = 20;
/// Methods that are compared.
const COMPARED: [&str; 4] = ["ls", "wls", "iv", "physical"];
/// Factor of the inertial parameters that methods start with.
const INITIAL_SCALE: f64 = 1.2;

/// A campaign to run.
#[derive(Clone)]
pub struct Campaign<'r> {
    robot: &'r Robot,
    experiment: ExperimentFile,
    noise: Sizes,
    levels: Vec<f64>,
    seeds: u64,
    first_seed: u64,
    methods: Vec<&'r dyn Estimator>,
    friction: Option<FrictionModel>,
    accelerations: bool,
    initial_scale: f64,
    shard: Shard,
    ledger: Option<PathBuf>,
}

impl<'r> Campaign<'r> {
    /// A campaign with the default options; the robot's parameters are the truth.
    pub fn new(robot: &'r Robot) -> Self {
        let settings = Settings { rate: RATE, ..Settings::default() };
        Self {
            robot,
            experiment: ExperimentFile { settings, ..ExperimentFile::default() },
            noise: NOISE.parse().unwrap_or_default(),
            levels: LEVELS.to_vec(),
            seeds: SEEDS,
            first_seed: 0,
            methods: COMPARED.iter().filter_map(|name| METHODS.get(name).ok()).collect(),
            friction: None,
            accelerations: false,
            initial_scale: INITIAL_SCALE,
            shard: Shard::WHOLE,
            ledger: None,
        }
    }
    /// Reads the experiment: trajectory, controller, rate, effects.
    pub fn experiment(mut self, path: impl AsRef<Path>) -> Result<Self> {
        self.experiment = read_experiment_file(path.as_ref(), self.robot)?;
        Ok(self)
    }
    /// The same for an experiment that was read already.
    pub fn experiment_settings(mut self, experiment: ExperimentFile) -> Self {
        self.experiment = experiment;
        self
    }
    /// Noise at level 1, standard deviations in SI units: `"q=1e-4,tau=0.5".parse()?`.
    pub fn noise(mut self, noise: Sizes) -> Self {
        self.noise = noise;
        self
    }
    /// Factors of the noise (default 0.3, 1, 3).
    pub fn levels(mut self, levels: impl Into<NoiseLevels>) -> Self {
        self.levels = levels.into().0;
        self
    }
    /// Seeds per level (default 20).
    pub fn seeds(mut self, seeds: u64) -> Self {
        self.seeds = seeds;
        self
    }
    /// The first seed (default 0).
    pub fn seed(mut self, seed: u64) -> Self {
        self.first_seed = seed;
        self
    }
    /// Methods that are compared (default ls, wls, iv, physical).
    pub fn methods(mut self, methods: impl IntoIterator<Item = &'r dyn Estimator>) -> Self {
        self.methods = methods.into_iter().collect();
        self
    }
    /// Friction that is identified (default: Coulomb and viscous if the robot has friction).
    pub fn friction(mut self, friction: FrictionModel) -> Self {
        self.friction = Some(friction);
        self
    }
    /// Whether logs have accelerations (default: no, as those of most robots).
    pub fn accelerations(mut self, logged: bool) -> Self {
        self.accelerations = logged;
        self
    }
    /// Factor of the inertial parameters that methods start with (default 1.2).
    pub fn initial_scale(mut self, factor: f64) -> Self {
        self.initial_scale = factor;
        self
    }
    /// Runs a part of the tasks only; `"2/8".parse()?` is the second of eight parts.
    pub fn shard(mut self, shard: Shard) -> Self {
        self.shard = shard;
        self
    }
    /// Keeps finished tasks in this folder; a campaign that was stopped continues there.
    pub fn ledger(mut self, folder: impl AsRef<Path>) -> Self {
        self.ledger = Some(folder.as_ref().into());
        self
    }

    /// Runs all tasks of the shard that are not finished yet.
    pub fn run(&self) -> Result<CampaignResult> {
        self.run_with_observer(&Silent, CancelToken::new())
    }
    /// The same with progress. A cancelled campaign is an error; its finished tasks stay in
    /// the ledger.
    pub fn run_with_observer(
        &self,
        observer: &dyn Observer,
        cancel: CancelToken,
    ) -> Result<CampaignResult> {
        // A task reports nothing of its own; it only stops when it is asked to.
        let task_progress = Progress::new(&Silent, cancel.clone());
        let progress = Progress::new(observer, cancel);
        progress.start("preparing");
        let default = ComputedTorque::default();
        let law: &dyn ControlLaw = self.experiment.law.as_deref().unwrap_or(&default);
        let motion = match &self.experiment.trajectory {
            Some(_) if self.experiment.platform => {
                let message = "the trajectory of a campaign is in joint coordinates";
                return Err(error(message, "give one number per driven joint"));
            }
            Some(motion) => motion.clone(),
            None => default_motion(self.robot).map_err(located)?,
        };
        refuse_impossible_bodies(self.robot)
            .map_err(|e| Error::new(e.message()).hint(Hint::CheckRobot))?;
        let initial = self.initial()?;
        let plan = CampaignPlan {
            robot: self.robot,
            initial: &initial,
            trajectory: &motion,
            law,
            settings: &self.experiment.settings,
            noise: self.noise.clone(),
            levels: self.levels.clone(),
            seeds: self.seeds,
            first_seed: self.first_seed,
            shape: self.friction_model(),
            accelerations: self.accelerations,
            methods: self.methods.clone(),
        };
        let tasks = plan.tasks().map_err(located)?;
        let record = plan.record().map_err(located)?;
        let (ledger, done) = match &self.ledger {
            None => (None, Vec::new()),
            Some(folder) => {
                let (ledger, done) = Ledger::open(folder, &record, self.shard)?;
                (Some(ledger), done)
            }
        };
        let known: HashSet<u64> = done.iter().map(|r| r.task).collect();
        let wanted = |t: &u64| self.shard.has(*t) && !known.contains(t);
        let wanted: Vec<u64> = (0..tasks).filter(wanted).collect();
        if !done.is_empty() {
            let (done, left) = (done.len(), wanted.len());
            progress.note("campaign", &format!("{done} tasks are finished; {left} to do"));
        }
        let clean = plan.clean(&task_progress);
        progress.check()?;
        let clean = clean.map_err(located)?;
        let count = AtomicUsize::new(0);
        let one = |&task: &u64| -> Result<TaskRecord> {
            progress.check()?;
            let record = plan.run_task(task, &clean, &task_progress);
            // What was cut short is no record.
            progress.check()?;
            let record =
                record.map_err(|e| error(format_args!("task {task}: {e}"), "lower the noise"))?;
            if let Some(ledger) = &ledger {
                ledger.append(&record)?;
            }
            let (count, all) = (count.fetch_add(1, Ordering::Relaxed) + 1, wanted.len());
            let task = format!("{count} of {all} tasks");
            progress.advance(&task, count as f64 / all as f64);
            Ok(record)
        };
        let new: Vec<TaskRecord> = wanted.par_iter().map(one).collect::<Result<_>>()?;
        let records = in_order(done.into_iter().chain(new).collect());
        if let Some(ledger) = ledger {
            ledger.finish(&records)?;
        }
        Ok(CampaignResult::new(record, records))
    }

    /// Puts the finished tasks of several folders together, which must be of one campaign.
    pub fn merge<P: AsRef<Path>>(folders: impl IntoIterator<Item = P>) -> Result<CampaignResult> {
        let (plan, records) = ledger::merged(folders)?;
        Ok(CampaignResult::new(plan, records))
    }

    fn friction_model(&self) -> FrictionModel {
        self.friction.clone().unwrap_or_else(|| {
            let none = self.robot.driven_joints().all(|j| j.friction.is_none());
            if none { FrictionModel::none() } else { FrictionModel::standard() }
        })
    }

    /// The robot that methods start with.
    fn initial(&self) -> Result<Robot> {
        let scale = self.initial_scale;
        let values: Vec<f64> = self.robot.parameter_values().iter().map(|v| v * scale).collect();
        let robot = self.robot.with_parameter_values(&values).filter(|_| scale > 0.0);
        robot.ok_or_else(|| {
            let message = format_args!("the initial scale cannot be {scale}").to_string();
            error(message, "give a positive factor, such as 1.2")
        })
    }
}

/// Every task once, in order.
fn in_order(mut records: Vec<TaskRecord>) -> Vec<TaskRecord> {
    records.sort_by_key(|r| r.task);
    records.dedup_by_key(|r| r.task);
    records
}

/// The results of a campaign.
#[derive(Clone, Debug)]
pub struct CampaignResult {
    records: Vec<TaskRecord>,
    report: CampaignReport,
}

impl CampaignResult {
    fn new(plan: PlanRecord, records: Vec<TaskRecord>) -> Self {
        let summary = CampaignStatistics::new(&plan, &records);
        Self { records, report: CampaignReport { plan, summary } }
    }
    /// The plan.
    pub fn plan(&self) -> &PlanRecord {
        &self.report.plan
    }
    /// The finished tasks, in order.
    pub fn records(&self) -> &[TaskRecord] {
        &self.records
    }
    /// Bias, deviation, validation error and time of each method and noise level.
    pub fn statistics(&self) -> &CampaignStatistics {
        &self.report.summary
    }
    /// Plan and statistics, as a serialisable document.
    pub fn report(&self) -> &CampaignReport {
        &self.report
    }
    /// The same in words.
    pub fn summary(&self) -> String {
        self.report.to_string()
    }
    /// The report as a page; `command` is shown as the way to reproduce it.
    pub fn page(&self, command: Option<&str>) -> Page {
        page::page(&self.report, command)
    }
    /// Writes `summary.json` and `report.html`; `command` is shown as the way to reproduce it.
    pub fn save_with_command(
        &self,
        folder: impl AsRef<Path>,
        command: Option<&str>,
    ) -> Result<Vec<PathBuf>> {
        let mut folder = OutputFolder::open(folder)?;
        folder.write_json("summary.json", &self.report)?;
        folder.write("report.html", self.page(command).to_html())?;
        Ok(folder.written)
    }
    /// Writes `summary.json` and `report.html`.
    pub fn save(&self, folder: impl AsRef<Path>) -> Result<Vec<PathBuf>> {
        self.save_with_command(folder, None)
    }
    /// Writes plan and tasks, so that the folder can be merged or continued.
    pub fn save_ledger(&self, folder: impl AsRef<Path>) -> Result<()> {
        ledger::write(folder.as_ref(), self.plan(), &self.records)
    }
}

impl fmt::Display for CampaignResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.report.fmt(f)
    }
}

impl From<CampaignError> for Error {
    fn from(error: CampaignError) -> Self {
        located(error)
    }
}
