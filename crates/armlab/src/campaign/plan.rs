//! What is to be done, and by whom.

use super::record::PlanRecord;
use crate::identify::estimators::{EstimationError, Estimator};
use crate::identify::{FrictionModel, Model, RecordingError};
use crate::motion::Trajectory;
use crate::simulate::controller::ControlLaw;
use crate::simulate::{ExperimentError, Settings, Sizes};
use crate::study::StudyError;
use armlab_engine::robot::Robot;
use thiserror::Error;

/// Most tasks of a campaign.
pub const MOST_TASKS: u64 = 10_000_000;

/// Why a task could not be done.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum CampaignError {
    /// The experiment.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// The motion broke off.
    #[error("the simulated motion broke off: {0}")]
    Broken(String),
    /// The log.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// The study.
    #[error(transparent)]
    Study(#[from] StudyError),
    /// The rows.
    #[error(transparent)]
    Estimation(#[from] EstimationError),
    /// A description whose friction the unknowns cannot hold.
    #[error("the truth cannot be compared: {0}")]
    Truth(String),
    /// No tasks, or too many.
    #[error("{0} tasks; give between 1 and {MOST_TASKS}")]
    Tasks(u64),
}

/// A campaign.
pub struct Campaign<'a> {
    /// The robot, whose parameters are the truth.
    pub robot: &'a Robot,
    /// The robot as methods are told it is: their prior and first guess.
    pub believed: &'a Robot,
    /// The reference.
    pub trajectory: &'a (dyn Trajectory + Sync),
    /// The controller.
    pub law: &'a dyn ControlLaw,
    /// Everything else of the experiment; its effects act at every level.
    pub settings: &'a Settings,
    /// Noise at level one.
    pub noise: Sizes,
    /// Factors of it.
    pub levels: Vec<f64>,
    /// Seeds per level.
    pub seeds: u64,
    /// The first seed.
    pub first_seed: u64,
    /// Friction that is looked for.
    pub shape: FrictionModel,
    /// Methods.
    pub methods: Vec<&'static dyn Estimator>,
}

impl Campaign<'_> {
    /// Number of tasks.
    pub fn tasks(&self) -> Result<u64, CampaignError> {
        let tasks = (self.levels.len() as u64).saturating_mul(self.seeds);
        match (1..=MOST_TASKS).contains(&tasks) {
            true => Ok(tasks),
            false => Err(CampaignError::Tasks(tasks)),
        }
    }

    /// What is written down of the plan.
    pub fn record(&self) -> Result<PlanRecord, CampaignError> {
        let model = Model::new(self.robot, self.shape.clone(), &[]).map_err(StudyError::from)?;
        Ok(PlanRecord {
            robot: self.robot.name().into(),
            names: model.names(),
            truth: self.truth(&model)?,
            methods: self.methods.iter().map(|m| m.name().to_string()).collect(),
            levels: self.levels.clone(),
            seeds: self.seeds,
            first_seed: self.first_seed,
            settings: vec![
                format!("controller: {}", self.law.name()),
                format!("noise at level 1: {}", self.noise),
                format!("friction: {}", self.shape.words()),
                format!("{} samples per second", self.settings.rate),
                format!("{} s", self.settings.duration.unwrap_or(self.trajectory.duration())),
                format!("believed: {:?}", self.believed.parameter_values()),
            ],
        })
    }

    /// True values of the unknowns: the base parameters', and the description's
    /// friction where the unknowns can hold it.
    pub fn truth(&self, model: &Model) -> Result<Vec<f64>, CampaignError> {
        let other = "the robot's joints differ from those of the model";
        model.values_of(self.robot).ok_or(CampaignError::Truth(other.into()))
    }
}

/// A part of the tasks: every `of`-th, beginning with the `index`-th (from 1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which.
    pub index: u64,
    /// Of how many.
    pub of: u64,
}

impl Shard {
    /// All tasks.
    pub const WHOLE: Self = Self { index: 1, of: 1 };

    /// From `i/n`.
    pub fn parse(text: &str) -> Option<Self> {
        let (index, of) = text.split_once('/')?;
        let (index, of) = (index.trim().parse().ok()?, of.trim().parse().ok()?);
        (index >= 1 && index <= of).then_some(Self { index, of })
    }
    /// Whether a task is its.
    pub fn has(self, task: u64) -> bool {
        task % self.of == self.index - 1
    }
}
