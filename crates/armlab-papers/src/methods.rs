//! The papers' methods as they are printed, beside the library's.

use crate::urrea2016::GeneticPrinted;
use armlab::identify::estimators::{Estimator, Registry, methods};

/// The library's estimators and those of the papers.
pub fn estimators() -> Registry<dyn Estimator> {
    let mut registry = methods();
    registry.register(Box::new(GeneticPrinted::default()));
    registry
}
