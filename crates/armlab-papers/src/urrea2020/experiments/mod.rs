//! The paper's experiments: geometry and workspace of a redundant planar arm, its dynamics, inverse
//! kinematics by simulated annealing, and a plan of movements.

mod annealing;
mod arm;
mod beyond;
mod dynamics;
mod plan;
mod workspace;

use super::errata::errata;
use crate::reproduce::{Paper, ReproduceError, Reproduction, Settings};
use arm::Arm;

/// The paper.
pub const PAPER: Paper = Paper {
    id: "urrea2020",
    citation: "C. Urrea, D. Saa, Applied Sciences 10(19), 6770 (2020), doi:10.3390/app10196770",
    title: "Design and Implementation of a Graphic Simulator for Calculating the Inverse Kinematics of a Redundant Planar Manipulator Robot",
    run,
    errata,
};

fn run(settings: &Settings) -> Result<Reproduction, ReproduceError> {
    let arm = Arm::load()?;
    let mut times = Vec::new();
    settings.step("kinematics and workspace")?;
    let mut sections = vec![workspace::section(&arm, settings.seed)?];
    settings.step("dynamics along the plan of Figure 8")?;
    sections.push(dynamics::section(&arm)?);
    sections.push(plan::section()?);
    settings.step("simulated annealing: a thousand targets")?;
    sections.push(annealing::section(&arm, settings, &mut times)?);
    settings.step("targets beyond reach")?;
    sections.push(beyond::section(&arm, settings, &mut times)?);
    Ok(Reproduction { sections, times })
}
