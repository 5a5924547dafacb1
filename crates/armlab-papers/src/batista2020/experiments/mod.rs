//! The paper's experiments: a cylindrical arm follows a helix, and its inverse kinematics are
//! identified by least squares (LS), recursive ones (RLS) and recursive ones whose first covariance
//! a swarm looks for (RLSPSO).

mod arm;
mod covariance;
mod dynamics;
mod features;
mod geometry;
mod identification;
mod motions;

use super::errata::errata;
use crate::reproduce::{Paper, ReproduceError, Reproduction, Settings};
use arm::Arm;

/// The paper.
pub const PAPER: Paper = Paper {
    id: "batista2020",
    citation: "J. Batista, D. Souza, L. dos Reis, A. Barbosa, R. Araújo, Sensors 20(2), 416 (2020), doi:10.3390/s20020416",
    title: "Dynamic Model and Inverse Kinematic Identification of a 3-DOF Manipulator Using RLSPSO",
    run,
    errata,
};

fn run(settings: &Settings) -> Result<Reproduction, ReproduceError> {
    let arm = Arm::load()?;
    let mut times = Vec::new();
    settings.step("kinematics along the helix")?;
    let mut sections = vec![geometry::section(&arm)?];
    settings.step("the initial covariance: grids and swarms")?;
    let (clean, noisy) = (arm.fitted_log()?, arm.noisy_log(settings.seed)?);
    let found = covariance::search(&clean, &noisy, settings, &mut times)?;
    settings.step("Tables 3, 4 and 5")?;
    sections.push(identification::section(&clean, &noisy, &found, &mut times)?);
    sections.push(covariance::section(&clean, &found)?);
    sections.push(identification::operations(&clean)?);
    settings.step("joints, speeds, accelerations and efforts")?;
    sections.push(motions::section(&arm, &clean, &found, motions::Case::Clean)?);
    sections.push(motions::section(&arm, &noisy, &found, motions::Case::Noisy)?);
    settings.step("printed and physical dynamics")?;
    sections.push(dynamics::section(&arm)?);
    settings.step("better features, and noise")?;
    sections.push(features::section(&arm, settings.seed)?);
    Ok(Reproduction { sections, times })
}
