//! Estimators: one a file, one line in [`methods`].

mod didim;
mod essential;
mod filters;
mod instrumental;
mod maximum_likelihood;
mod moments;
mod online;
mod ordinary;
mod pattern_search;
mod physical;
mod recursive_swarm;
mod ridge;
mod robust;
mod searches;
mod simulated_motion;
mod total;
mod weighted;

pub use crate::closed_loop::{ClosedLoop, ClosedLoopError, ClosedLoops, Controller};
pub use crate::data::{Data, noise_weights};
pub use crate::error::EstimationError;
pub use crate::experiment_loops::ExperimentLoops;
pub use crate::method::{Capabilities, Estimator};
pub use armlab_settings::{Method, Registry, Selection, SettingError};
pub use didim::Didim;
pub use essential::Essential;
pub use instrumental::{Instrumental, SimulatedInstruments};
pub use maximum_likelihood::MaximumLikelihood;
pub use ordinary::Ordinary;
pub use pattern_search::{PatternSearchMethod, PollDirections};
pub use physical::Physical;
pub use recursive_swarm::SwarmRecursion;
pub use ridge::Ridge;
pub use robust::{Huber, Tukey};
pub use searches::{
    AnnealingSearch, CovarianceSearch, DifferentialSearch, GeneticSearch, SEARCH, SwarmSearch,
};
pub use total::Total;
pub use weighted::Weighted;

use crate::online::{
    AdalineMethod, AdaptiveEkf, AdaptiveUkf, CentralDifference, Ekf, HopfieldMethod, Particle,
    RlsMethod, SquareRootEkf, SquareRootRlsMethod, SquareRootUkf, Ukf,
};
use std::str::FromStr;
use std::sync::LazyLock;

/// Methods that are run where none are named.
const DEFAULTS: &[&str] = &["wls", "physical"];

/// Every estimator, with default settings.
pub static METHODS: LazyLock<Registry<dyn Estimator>> = LazyLock::new(methods);

/// Every estimator, as a registry of one's own: to change settings, and to register
/// further methods.
pub fn methods() -> Registry<dyn Estimator> {
    Registry::new("method", "methods", DEFAULTS).with(vec![
        Box::new(Ordinary::default()),
        Box::new(Weighted::default()),
        Box::new(Huber::default()),
        Box::new(Tukey::default()),
        Box::new(Ridge::default()),
        Box::new(Total::default()),
        Box::new(Essential::default()),
        Box::new(Instrumental::default()),
        Box::new(SimulatedInstruments::default()),
        Box::new(Didim::default()),
        Box::new(MaximumLikelihood::default()),
        Box::new(Physical::default()),
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
        Box::new(GeneticSearch::default()),
        Box::new(SwarmSearch::default()),
        Box::new(AnnealingSearch::default()),
        Box::new(DifferentialSearch::default()),
        Box::new(CovarianceSearch::default()),
        Box::new(PatternSearchMethod::default()),
        Box::new(SwarmRecursion::default()),
    ])
}

/// The estimator called `name`, with default settings.
///
/// # Errors
/// If there is none.
pub fn method(name: &str) -> Result<&'static dyn Estimator, SettingError> {
    METHODS.get(name)
}

/// One of the library's estimators by its name, with default settings.
impl FromStr for Box<dyn Estimator> {
    type Err = SettingError;
    fn from_str(name: &str) -> Result<Self, SettingError> {
        methods().take(name.trim())
    }
}
