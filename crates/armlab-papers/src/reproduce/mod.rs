//! The papers' experiments: run, put beside the published numbers, and written down.
//!
//! A [`Paper`] is one folder of this crate and one line of [`PAPERS`](crate::PAPERS). Its `run` is a short
//! configuration that calls the library; what comes back is a [`Reproduction`]: sections with
//! text, figures and tables in which every published number stands beside what the printed
//! equations give, what the corrected ones give and, where it is known, the truth. [`Files`] turns
//! that into a folder: a report, figures, tables and JSON.
//!
//! Results depend on the seed alone: not on the number of threads, and not on the clock. Times are
//! kept apart ([`MeasuredTime`]) and appear in the report and in `times.csv` only.

mod basis;
mod compared;
mod counts;
mod document;
mod errata_page;
mod erratum;
mod files;
mod held;
mod items;
mod page;
mod published;
mod redraws;
pub mod statistics;
mod summary;
mod summary_page;
mod tables;
pub mod verdict;

pub use basis::Basis;
pub use compared::{ComparedRow, ComparedTable};
pub use counts::Counts;
pub use document::PaperDocument;
pub use erratum::Erratum;
pub use files::{Files, WrittenFile, summary_files};
pub use held::{Held, Spread};
pub use items::{Drawing, Item, MeasuredTime, PlainTable, Reproduction, Section};
pub use published::{Printed, Published, values};
pub use redraws::REDRAWS;
pub use summary::counts_table;
pub use summary_page::FirstEdition;
pub use verdict::Outcome;

use armlab::progress::{EventKind, Progress};
use std::error::Error;
use thiserror::Error;

/// A paper that can be reproduced.
#[derive(Clone, Copy, Debug)]
pub struct Paper {
    /// Its name on the command line and of its folder: `batista2020`.
    pub id: &'static str,
    /// Authors, journal, year, DOI.
    pub citation: &'static str,
    /// Title.
    pub title: &'static str,
    /// Its experiments.
    pub run: fn(&Settings) -> Result<Reproduction, ReproduceError>,
    /// What is printed wrongly.
    pub errata: fn() -> Vec<Erratum>,
    /// How its rows were judged before there was a rule.
    pub first_edition: FirstEdition,
}

/// Settings of a run.
#[derive(Clone)]
pub struct Settings<'a> {
    /// Seed of all random numbers.
    pub seed: u64,
    /// How often everything with chance in it is drawn again: [`REDRAWS`] for a verdict.
    pub redraws: usize,
    /// Where progress goes, and what cancels the run.
    pub progress: Progress<'a>,
}

impl Settings<'static> {
    /// A run without progress.
    pub fn quiet(seed: u64) -> Self {
        Self { seed, redraws: REDRAWS, progress: Progress::none() }
    }
}

impl Settings<'_> {
    /// Reports the next step; a cancelled run ends here.
    pub fn step(&self, what: &str) -> Result<(), ReproduceError> {
        self.check()?;
        self.progress.send(what, EventKind::Started, None);
        Ok(())
    }
}

/// Why a paper was not reproduced.
#[derive(Debug, Error)]
pub enum ReproduceError {
    /// It was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// An experiment failed.
    #[error(
        "{what}: {source}; the experiments are built in, so this is a fault of armlab: please report it"
    )]
    Failed {
        /// Which.
        what: &'static str,
        /// Why.
        source: Box<dyn Error + Send + Sync>,
    },
}

impl ReproduceError {
    /// For `map_err`: says which experiment failed.
    pub fn at<E: Into<Box<dyn Error + Send + Sync>>>(what: &'static str) -> impl Fn(E) -> Self {
        move |source| Self::Failed { what, source: source.into() }
    }
    /// Something that had to be there is not.
    pub fn missing(what: &'static str) -> Self {
        Self::Failed { what, source: "it is not there".into() }
    }
}
