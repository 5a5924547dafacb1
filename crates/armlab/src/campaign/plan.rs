//! The plan of a campaign, and its parts.

use super::record::PlanRecord;
use crate::identification::PreparationError;
use crate::identify::estimators::{EstimationError, Estimator};
use crate::identify::{FrictionModel, Model, RecordingError};
use crate::motion::Trajectory;
use crate::simulate::controller::ControlLaw;
use crate::simulate::{ExperimentError, Settings, Sizes};
use armlab_engine::robot::Robot;
use std::str::FromStr;
use thiserror::Error;

/// Most tasks of a campaign.
pub const MOST_TASKS: u64 = 10_000_000;

/// Why a task could not be done.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum CampaignError {
    /// The experiment.
    #[error(transparent)]
    Experiment(#[from] ExperimentError),
    /// The simulation stopped early.
    #[error("the simulation stopped early: {0}")]
    StoppedEarly(String),
    /// The log.
    #[error(transparent)]
    Recording(#[from] RecordingError),
    /// The study.
    #[error(transparent)]
    IdentificationProblem(#[from] PreparationError),
    /// The rows.
    #[error(transparent)]
    Estimation(#[from] EstimationError),
    /// A description whose friction the unknowns cannot hold.
    #[error("the truth cannot be compared: {0}")]
    Truth(String),
    /// A word that cannot be read.
    #[error("`{text}` is no {what}; {hint}")]
    Word {
        /// The word.
        text: String,
        /// What it should be.
        what: &'static str,
        /// How to write it.
        hint: &'static str,
    },
    /// A noise level that is no factor.
    #[error("the noise level cannot be {0}; give factors that are not negative, as 0.3,1,3")]
    Level(f64),
    /// No tasks, or too many.
    #[error("{0} tasks; give between 1 and {MOST_TASKS}")]
    Tasks(u64),
}

/// What the tasks of a campaign have in common.
pub struct CampaignPlan<'a> {
    /// The robot, whose parameters are the truth.
    pub robot: &'a Robot,
    /// The robot that methods start with: their prior and initial parameters.
    pub initial: &'a Robot,
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
    /// Friction that is identified.
    pub shape: FrictionModel,
    /// Whether logs have accelerations.
    pub accelerations: bool,
    /// Methods.
    pub methods: Vec<&'a dyn Estimator>,
}

impl CampaignPlan<'_> {
    /// Number of tasks.
    pub fn tasks(&self) -> Result<u64, CampaignError> {
        let tasks = (self.levels.len() as u64).saturating_mul(self.seeds);
        if let Some(level) = self.levels.iter().find(|l| !(**l >= 0.0 && l.is_finite())) {
            return Err(CampaignError::Level(*level));
        }
        if !(1..=MOST_TASKS).contains(&tasks) {
            return Err(CampaignError::Tasks(tasks));
        }
        Ok(tasks)
    }

    /// The plan as it is written.
    pub fn record(&self) -> Result<PlanRecord, CampaignError> {
        let model =
            Model::new(self.robot, self.shape.clone(), &[]).map_err(PreparationError::from)?;
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
                format!("friction identified: {}", self.shape.words()),
                format!("{} samples per second", self.settings.rate),
                format!("accelerations logged: {}", if self.accelerations { "yes" } else { "no" }),
                format!("{} s", self.settings.duration.unwrap_or(self.trajectory.duration())),
                format!("initial parameters: {:?}", self.initial.parameter_values()),
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

    /// Whether it contains a task.
    pub fn has(self, task: u64) -> bool {
        task % self.of == self.index - 1
    }
}

/// `2/8`: the second of eight parts.
impl FromStr for Shard {
    type Err = CampaignError;
    fn from_str(text: &str) -> Result<Self, CampaignError> {
        let parsed = text.split_once('/').and_then(|(index, of)| {
            let (index, of) = (index.trim().parse().ok()?, of.trim().parse().ok()?);
            (index >= 1 && index <= of).then_some(Self { index, of })
        });
        parsed.ok_or_else(|| CampaignError::Word {
            text: text.chars().take(40).collect(),
            what: "shard",
            hint: "write I/N, as 2/8 for the second of eight",
        })
    }
}

/// Factors of the noise.
#[derive(Clone, Debug, PartialEq)]
pub struct NoiseLevels(pub Vec<f64>);

/// `0.3,1,3`.
impl FromStr for NoiseLevels {
    type Err = CampaignError;
    fn from_str(text: &str) -> Result<Self, CampaignError> {
        let one = |text: &str| {
            let level = text.trim().parse::<f64>().ok();
            level.filter(|x| *x >= 0.0 && x.is_finite()).ok_or_else(|| CampaignError::Word {
                text: text.trim().chars().take(40).collect(),
                what: "noise level",
                hint: "give factors with commas between, as 0.3,1,3",
            })
        };
        text.split(',').map(one).collect::<Result<_, _>>().map(Self)
    }
}

impl<const N: usize> From<[f64; N]> for NoiseLevels {
    fn from(levels: [f64; N]) -> Self {
        Self(levels.into())
    }
}

impl From<Vec<f64>> for NoiseLevels {
    fn from(levels: Vec<f64>) -> Self {
        Self(levels)
    }
}
