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

use crate::reproduce::{Paper, ReproduceError, Reproduction, Settings};
use crate::scara::Bench;

/// The paper.
pub const PAPER: Paper = Paper {
    id: "urrea2016",
    citation: "C. Urrea, J. Pascal, Computers and Electrical Engineering (2016), doi:10.1016/j.compeleceng.2016.09.004",
    title: "Design, simulation, comparison and evaluation of parameter identification methods for an industrial robot",
    run,
    errata,
};

fn run(settings: &Settings) -> Result<Reproduction, ReproduceError> {
    let bench = Bench::new()?;
    let excitation = excitation::section(&bench, settings)?;
    let (identified, times) = identify(&bench, settings)?;
    let mut sections = vec![excitation];
    sections.extend(estimates::sections(&identified));
    settings.step("responses with the estimated parameters")?;
    sections.push(validation::section(&bench, &identified)?);
    settings.step("sensitivity to every parameter")?;
    sections.push(sensitivity::section(&bench)?);
    Ok(Reproduction { sections, times })
}
