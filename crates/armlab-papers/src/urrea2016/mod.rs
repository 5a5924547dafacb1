//! C. Urrea, J. Pascal: *Design, simulation, comparison and evaluation of parameter identification
//! methods for an industrial robot*, Computers and Electrical Engineering (2016),
//! <https://doi.org/10.1016/j.compeleceng.2016.09.004>.
//!
//! The SCARA of the [2022 paper](crate::urrea2022), excited by polynomials of degree five; its four base
//! parameters by least squares, Adaline, a Hopfield network, the extended Kalman filter and a
//! genetic algorithm. Equations as printed are in [`printed`], the tables in [`published`], what
//! is wrong in [`errata`].

mod errata;
mod estimates;
mod excitation;
mod genetic_printed;
mod identified;
pub mod printed;
pub mod published;
mod sensitivity;
mod validation;

pub use errata::errata;
pub use excitation::{Designed, design_all, executed};
pub use genetic_printed::{GeneticPrinted, PrintedSurvival, genetic, two_chromosomes};
pub use identified::{Identified, identify};
pub use sensitivity::{Sensitivity, sensitivities};

use crate::reproduce::{FirstEdition, Paper, ReproduceError, Reproduction, Settings};
use crate::scara::Bench;

/// The paper.
pub const PAPER: Paper = Paper {
    id: "urrea2016",
    citation: "C. Urrea, J. Pascal, Computers and Electrical Engineering (2016), doi:10.1016/j.compeleceng.2016.09.004",
    title: "Design, simulation, comparison and evaluation of parameter identification methods for an industrial robot",
    run,
    errata,
    first_edition: FirstEdition {
        counts: [50, 15, 12],
        why: "Tables 5 and 8 follow from Table 4 and Table 7 repeats settings: 39 rows are not counted. Adaline has a network per output, the Hopfield network the printed β; validation has a motion of its own",
    },
};

fn run(settings: &Settings) -> Result<Reproduction, ReproduceError> {
    let bench = Bench::new()?;
    let excitation = excitation::section(&bench, settings)?;
    let (identified, times) = identify(&bench, settings)?;
    let mut sections = vec![excitation];
    sections.extend(estimates::sections(&identified));
    settings.step("responses with the estimated parameters")?;
    sections.push(validation::section(&bench, &identified, settings)?);
    settings.step("sensitivity to every parameter")?;
    sections.push(sensitivity::section(&bench)?);
    let [own, shared] = identified.rates.get(3).copied().unwrap_or([[f64::NAN; 4]; 2]);
    let findings = vec![
        format!(
            "Least squares come back on noise that was tuned to them. With one network per output, as Fig. 6 has it, Adaline's IZZ2 is {:.3} (published {}), with one for \
             all it is {:.3}.",
            own[1],
            published::ESTIMATES[1][1].0,
            shared[1]
        ),
        "The row of Adaline in Table 6 does not belong to Table 4: its errors are larger than those of least squares, all to the \
         same side, so its response cannot be nearer."
            .into(),
        "Methods for which the paper prints NA are exactly those whose estimates no robot can have: IZZ2 (IZZ1 − IZZ2) ≤ m_r². The least condition \
         number is a poor aim for an excitation: a motion that hardly accelerates has it."
            .into(),
    ];
    Ok(Reproduction { sections, findings, times })
}
