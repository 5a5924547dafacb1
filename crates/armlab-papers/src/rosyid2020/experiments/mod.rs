//! The paper's experiments, on a machine that is simulated with the paper's own estimates: the
//! measurements themselves are not published. So what is tried is whether the procedure would have
//! given these numbers back.

mod bench;
mod excitation;
mod figure_4;
mod fits;
mod friction;
mod laws;
mod misprints;
mod ranges;
mod redrawn;
mod solvers;
mod table_1;

use super::errata::errata;
use crate::reproduce::{FirstEdition, Paper, ReproduceError, Reproduction, Settings};
use bench::Bench;

/// The paper.
pub const PAPER: Paper = Paper {
    id: "rosyid2020",
    citation: "A. Rosyid, B. El-Khasawneh, Applied Sciences 10(14), 4820 (2020), doi:10.3390/app10144820",
    title: "Identification of the Dynamic Parameters of a Parallel Kinematics Mechanism with Prismatic Joints by Considering Varying Friction",
    run,
    errata,
    first_edition: FirstEdition {
        counts: [12, 2, 13],
        why: "all of the twelve were put in, eight of them were our combinations; they are given back now, and counted apart. Inertial \
              rows are judged for the machine lying flat. The design's first moments are new",
    },
};

fn run(settings: &Settings) -> Result<Reproduction, ReproduceError> {
    let mut times = Vec::new();
    settings.step("the excitation and the circle, with noise")?;
    let bench = Bench::new(settings.seed)?;
    let mut sections = vec![figure_4::section(&bench), excitation::section(&bench)?];
    settings.step("fits: pattern search, least squares in a box, variable projection")?;
    let fits = fits::Fits::of(&bench, settings, &mut times)?;
    settings.step("fits on other draws of the noise")?;
    let laws = laws::laws(&bench)?;
    let redrawn = redrawn::Redrawn::of(&bench, &laws, settings)?;
    sections.push(table_1::section(&bench, &fits, &redrawn)?);
    sections.push(solvers::section(&fits)?);
    settings.step("friction laws, and the circle")?;
    let laws = laws::fitted(&bench, &laws, settings)?;
    sections.extend(friction::sections(&bench, &fits, &laws, &redrawn));
    settings.step("the page as printed")?;
    sections.push(misprints::section(&bench)?);
    let stiction = |fit: &fits::Fit| fit.estimate.value("mu_s").unwrap_or(f64::NAN);
    let findings = vec![
        "The measurements are not printed. A machine simulated with the published estimates gives friction and nine combinations \
         of the masses back; that shows what such forces contain, not that the estimates are right."
            .into(),
        format!(
            "By the printed procedure, which filters the forces and not the model, μ_s comes back as {:.2} instead of {}; on raw forces of \
             sliders that move as {:.2}.",
            stiction(&fits.printed),
            super::published::FRICTION[2].0,
            stiction(&fits.bounded)
        ),
        "Single masses and inertias are known to a range only, whatever the method: two changes of them show in no force.".into(),
    ];
    Ok(Reproduction { sections, findings, times })
}
