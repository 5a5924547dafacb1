//! The papers' methods as they are printed, beside the library's.

use crate::urrea2016::GeneticPrinted;
use crate::urrea2020::AnnealingPrinted;
use armlab::identify::estimators::{Estimator, methods};
use armlab::kinematics::inverse::{Solver, solvers};
use armlab::settings::Registry;
use std::sync::LazyLock;

/// The estimators that command line and studio offer.
pub static ESTIMATORS: LazyLock<Registry<dyn Estimator>> = LazyLock::new(estimators);
/// The solvers of inverse kinematics that command line and studio offer.
pub static IK_SOLVERS: LazyLock<Registry<dyn Solver>> = LazyLock::new(ik_solvers);

/// The library's estimators and those of the papers.
pub fn estimators() -> Registry<dyn Estimator> {
    let mut registry = methods();
    registry.register(Box::new(GeneticPrinted::default()));
    registry
}

/// The library's solvers of inverse kinematics and those of the papers.
pub fn ik_solvers() -> Registry<dyn Solver> {
    let mut registry = solvers();
    registry.register(Box::new(AnnealingPrinted::default()));
    registry
}
