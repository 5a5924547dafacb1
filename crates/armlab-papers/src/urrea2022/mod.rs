//! C. Urrea, R. Agramonte: *Evaluation of Parameter Identification of a Real Manipulator Robot*,
//! Symmetry 14(7), 1446 (2022), <https://doi.org/10.3390/sym14071446>.
//!
//! A simulated SCARA under PID control; its four base parameters by a Hopfield network, the extended
//! and the unscented Kalman filter and least squares. Equations as printed are in [`printed`], the
//! tables in [`published`], what is wrong in [`errata`].

mod errata;
mod estimates;
mod identified;
pub mod printed;
pub mod published;
mod robot;
mod validation;

pub use errata::errata;
pub use identified::{FromGuess, Identified, identify};

use crate::reproduce::{Paper, ReproduceError, Reproduction, Settings};
use crate::scara::Bench;

/// The paper.
pub const PAPER: Paper = Paper {
    id: "urrea2022",
    citation: "C. Urrea, R. Agramonte, Symmetry 14(7), 1446 (2022), doi:10.3390/sym14071446",
    title: "Evaluation of Parameter Identification of a Real Manipulator Robot",
    run,
    errata,
};

fn run(settings: &Settings) -> Result<Reproduction, ReproduceError> {
    let bench = Bench::new()?;
    settings.step("base parameters and the PID loop")?;
    let mut sections = robot::sections(&bench)?;
    let (identified, times) = identify(&bench, settings)?;
    sections.extend(estimates::sections(&identified));
    settings.step("responses with the estimated parameters")?;
    sections.push(validation::section(&bench, &identified)?);
    Ok(Reproduction { sections, times })
}
