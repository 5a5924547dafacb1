//! The paper's experiments.

use crate::reproduce::{Erratum, Paper, ReproduceError, Reproduction, Settings};

/// The paper.
pub const PAPER: Paper = Paper {
    id: "urrea2020",
    citation: "C. Urrea, D. Saa, Applied Sciences 10(19), 6770 (2020), doi:10.3390/app10196770",
    title: "Design and Implementation of a Graphic Simulator for Calculating the Inverse Kinematics of a Redundant Planar Manipulator Robot",
    run,
    errata,
};

fn run(_settings: &Settings) -> Result<Reproduction, ReproduceError> {
    Ok(Reproduction::default())
}

fn errata() -> Vec<Erratum> {
    Vec::new()
}
