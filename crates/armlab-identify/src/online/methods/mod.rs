//! Methods that estimate sample by sample, with settings that suit any robot.
//!
//! The papers' settings are for one arm whose four unknowns are of order one.
//! Here rows are weighted per joint, Adaline is normalised, and Hopfield's neurons
//! are bounded by twice the description's values.

mod adaline;
mod filters;
mod hopfield;
mod rls;

pub use adaline::{AdalineMethod, AdalineNetworks};
pub use filters::{
    AdaptiveEkf, AdaptiveUkf, CentralDifference, Ekf, FilterMethod, Particle, SquareRootEkf,
    SquareRootUkf, Ukf,
};
pub use hopfield::HopfieldMethod;
pub use rls::{RlsMethod, SquareRootRlsMethod};

use super::rows::{RowEstimator, SampleRows};
use crate::problem::Model;
use crate::reduced::Reduced;
use armlab_online::{RowLearner, SettingsError};
use armlab_settings::{Method, Registry};
use std::sync::LazyLock;

/// A method that can follow a log.
pub trait OnlineMethod: Method {
    /// What it estimates from.
    fn input(&self) -> OnlineInput<'_>;
}

/// What an online method estimates from.
pub enum OnlineInput<'s> {
    /// Rows of the regressor along smoothed motion.
    Rows(&'s dyn RowMethod),
    /// Positions, velocities and efforts as they are logged.
    Samples(&'s dyn FilterMethod),
}

/// Sampling of the log that a row learner works on.
pub struct Sampling {
    /// Time between samples, s.
    pub step: f64,
    /// Samples after which transients have settled.
    pub settled: u64,
}

/// A method that learns from rows of the regressor.
pub trait RowMethod: Method {
    /// Passes through a recording.
    fn epochs(&self) -> usize {
        1
    }
    /// Part of a recording that counts as transient.
    fn settling(&self) -> f64 {
        0.0
    }
    /// Whether it is a gradient flow, which has row weights of its own.
    fn is_flow(&self) -> bool {
        false
    }
    /// Weights of the joints' rows, for transients of `seconds`, where they are not
    /// weighted by their noise.
    fn row_weights(&self, _model: &Model, _reduced: &Reduced, _seconds: f64) -> Option<Vec<f64>> {
        None
    }
    /// The learner of a model's unknowns.
    ///
    /// # Errors
    /// If its settings do not suit the model.
    fn learner(
        &self,
        model: &Model,
        sampling: &Sampling,
    ) -> Result<Box<dyn RowLearner>, SettingsError>;
    /// The method as an estimator of a robot's unknowns, for samples `step`
    /// seconds apart of which those up to `settle` (s) are transient.
    ///
    /// # Errors
    /// If its settings do not suit the model.
    fn estimator<'m, 'r>(
        &self,
        rows: SampleRows<'m, 'r>,
        step: f64,
        settle: f64,
    ) -> Result<RowEstimator<'m, 'r>, SettingsError> {
        let settled = if step > 0.0 { (settle / step).max(0.0).round() as u64 } else { 0 };
        let learner = self.learner(rows.model(), &Sampling { step, settled })?;
        Ok(RowEstimator::new(rows, learner))
    }
}

/// Every method that can follow a log, with default settings.
pub static ONLINE_METHODS: LazyLock<Registry<dyn OnlineMethod>> = LazyLock::new(online_methods);

/// Every method that can follow a log.
pub fn online_methods() -> Registry<dyn OnlineMethod> {
    Registry::new("online method", "methods", &["rls-sqrt", "ekf"]).with(vec![
        Box::new(RlsMethod::default()),
        Box::new(SquareRootRlsMethod::default()),
        Box::new(AdalineMethod::default()),
        Box::new(HopfieldMethod::default()),
        Box::new(Ekf::default()),
        Box::new(Ukf::default()),
        Box::new(SquareRootEkf::default()),
        Box::new(SquareRootUkf::default()),
        Box::new(CentralDifference::default()),
        Box::new(AdaptiveEkf::default()),
        Box::new(AdaptiveUkf::default()),
        Box::new(Particle::default()),
    ])
}
