//! The paper's experiments.

use crate::reproduce::{Erratum, Paper, ReproduceError, Reproduction, Settings};

/// The paper.
pub const PAPER: Paper = Paper {
    id: "batista2020",
    citation: "J. Batista, D. Souza, L. dos Reis, A. Barbosa, R. Araújo, Sensors 20(2), 416 (2020), doi:10.3390/s20020416",
    title: "Dynamic Model and Inverse Kinematic Identification of a 3-DOF Manipulator Using RLSPSO",
    run,
    errata,
};

fn run(_settings: &Settings) -> Result<Reproduction, ReproduceError> {
    Ok(Reproduction::default())
}

fn errata() -> Vec<Erratum> {
    Vec::new()
}
