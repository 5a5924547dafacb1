//! The paper's experiments, on a machine that is simulated with the paper's own estimates: the
//! measurements themselves are not published. So what is tried is whether the procedure would have
//! given these numbers back.

mod bench;
mod excitation;
mod fits;
mod friction;
mod misprints;
mod table_1;

use super::errata::errata;
use crate::reproduce::{Paper, ReproduceError, Reproduction, Settings};
use bench::Bench;

/// The paper.
pub const PAPER: Paper = Paper {
    id: "rosyid2020",
    citation: "A. Rosyid, B. El-Khasawneh, Applied Sciences 10(14), 4820 (2020), doi:10.3390/app10144820",
    title: "Identification of the Dynamic Parameters of a Parallel Kinematics Mechanism with Prismatic Joints by Considering Varying Friction",
    run,
    errata,
};

fn run(settings: &Settings) -> Result<Reproduction, ReproduceError> {
    let mut times = Vec::new();
    settings.step("the excitation and the circle, with noise")?;
    let bench = Bench::new(settings.seed)?;
    let mut sections = vec![excitation::section(&bench)?];
    settings.step("fits: pattern search, least squares in a box, variable projection")?;
    let fits = fits::Fits::of(&bench, settings, &mut times)?;
    sections.push(table_1::section(&bench, &fits)?);
    sections.push(fits::section(&fits)?);
    settings.step("friction laws, and the circle")?;
    sections.extend(friction::sections(&bench, &fits)?);
    settings.step("the page as printed")?;
    sections.push(misprints::section(&bench)?);
    Ok(Reproduction { sections, times })
}
