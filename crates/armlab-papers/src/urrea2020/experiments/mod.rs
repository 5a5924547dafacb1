//! The paper's experiments: geometry and workspace of a redundant planar arm, its dynamics, inverse
//! kinematics by simulated annealing, and a plan of movements.

mod annealing;
mod arm;
mod beyond;
mod dynamics;
mod plan;
mod trials;
mod workspace;

use super::errata::errata;
use crate::reproduce::{FirstEdition, Paper, ReproduceError, Reproduction, Settings};
use arm::Arm;

/// The paper.
pub const PAPER: Paper = Paper {
    id: "urrea2020",
    citation: "C. Urrea, D. Saa, Applied Sciences 10(19), 6770 (2020), doi:10.3390/app10196770",
    title: "Design and Implementation of a Graphic Simulator for Calculating the Inverse Kinematics of a Redundant Planar Manipulator Robot",
    run,
    errata,
    first_edition: FirstEdition {
        counts: [5, 3, 11],
        why: "eight published values were read into a figure that the text does not give, and are ours now; claims in words \
              are judged as claims; annealing begins with the search for a start that the paper announces",
    },
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
    let (section, numbers) = annealing::section(&arm, settings, &mut times)?;
    sections.push(section);
    settings.step("targets beyond reach")?;
    let (section, near) = beyond::section(&arm, settings, &mut times)?;
    sections.push(section);
    let [printed, added] = numbers.iterations;
    let findings = vec![
        "The reaches of 160 and 600 mm are right; behind the base the arm reaches less than 600 mm.".into(),
        format!(
            "Eq 9 multiplies: from home nothing moves, and with a search for the start and the best settings found it takes \
             {printed:.0} iterations on average where {} are published. With steps added it is {added:.0}.",
            super::published::ITERATIONS.0
        ),
        format!(
            "A target out of reach is brought within a millimetre of the nearest point in {near:.0} % of cases, not in all."
        ),
    ];
    Ok(Reproduction { sections, findings, times })
}
