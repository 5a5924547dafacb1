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
mod searches;

use super::errata::errata;
use crate::reproduce::{FirstEdition, Paper, ReproduceError, Reproduction, Settings};
use arm::Arm;

/// The paper.
pub const PAPER: Paper = Paper {
    id: "batista2020",
    citation: "J. Batista, D. Souza, L. dos Reis, A. Barbosa, R. Araújo, Sensors 20(2), 416 (2020), doi:10.3390/s20020416",
    title: "Dynamic Model and Inverse Kinematic Identification of a 3-DOF Manipulator Using RLSPSO",
    run,
    errata,
    first_edition: FirstEdition {
        counts: [3, 21, 23],
        why: "six times, costs that are our combinations and settings left the count; the noise has outliers and is drawn \
              39 times; operations are counted as the equations stand",
    },
};

fn run(settings: &Settings) -> Result<Reproduction, ReproduceError> {
    let arm = Arm::load()?;
    let mut times = Vec::new();
    settings.step("kinematics along the helix")?;
    let mut sections = vec![geometry::section(&arm)?];
    settings.step("the initial covariance: grids and swarms")?;
    let (clean, noisy) = (arm.fitted_log()?, arm.noisy_logs(settings)?);
    let first = noisy.first().ok_or_else(|| ReproduceError::missing("a noisy log"))?;
    let found = searches::search(&clean, &noisy, settings, &mut times)?;
    settings.step("Tables 3, 4 and 5")?;
    sections.push(identification::section(&clean, &noisy, &found, settings, &mut times)?);
    sections.push(covariance::section(&clean, &found)?);
    sections.push(identification::operations(&clean)?);
    settings.step("joints, speeds, accelerations and efforts")?;
    sections.push(motions::section(&arm, &clean, &found, motions::Case::Clean)?);
    sections.push(motions::section(&arm, first, &found, motions::Case::Noisy)?);
    settings.step("printed and physical dynamics")?;
    sections.push(dynamics::section(&arm)?);
    settings.step("better features, and noise")?;
    sections.push(features::section(&arm, settings)?);
    let findings = findings(&found);
    Ok(Reproduction { sections, findings, times })
}

fn findings(found: &searches::Found) -> Vec<String> {
    let [a, b, c, d] =
        [0, 1, 2, 3].map(|i| found.swarm[0].diagonal.get(i).copied().unwrap_or(f64::NAN));
    vec![
        "R² of Table 3 come back only roughly, on a helix that was chosen by them; helix, samples, features and λ are not \
         printed."
            .into(),
        format!(
            "The swarm's P₀ is not the best of its own box: the cost falls with every entry, and our swarm ends at \
             diag({a:.0}, {b:.0}, {c:.0}, {d:.0}), the corner."
        ),
        "The printed dynamics have negative masses in half of the poses; three printed forms contradict one another.".into(),
    ]
}
