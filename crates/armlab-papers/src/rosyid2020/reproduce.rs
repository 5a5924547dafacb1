//! The paper's experiments.

use crate::reproduce::{Erratum, Paper, ReproduceError, Reproduction, Settings};

/// The paper.
pub const PAPER: Paper = Paper {
    id: "rosyid2020",
    citation: "A. Rosyid, B. El-Khasawneh, Applied Sciences 10(14), 4820 (2020), doi:10.3390/app10144820",
    title: "Identification of the Dynamic Parameters of a Parallel Kinematics Mechanism with Prismatic Joints by Considering Varying Friction",
    run,
    errata,
};

fn run(_settings: &Settings) -> Result<Reproduction, ReproduceError> {
    Ok(Reproduction::default())
}

fn errata() -> Vec<Erratum> {
    Vec::new()
}
