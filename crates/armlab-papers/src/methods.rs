//! The papers' methods as they are printed, beside the library's.

use crate::urrea2016::GeneticPrinted;
use crate::urrea2020::AnnealingPrinted;
use armlab::identify::estimators::{Estimator, methods};
use armlab::kinematics::inverse::{Solver, solvers};
use armlab::settings::Registry;

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
