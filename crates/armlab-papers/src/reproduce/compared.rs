//! A published table beside ours.

use armlab::text::significant;
use serde::Serialize;

/// How far a published number was met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Outcome {
    /// The same number, to the digits that matter; the reason says to which.
    Reproduced,
    /// The same order, sign or shape, but not the number.
    InTrend,
    /// Not to be had from what is printed.
    NotReproducible,
    /// Ours; the paper has no such number.
    Ours,
}

impl Outcome {
    /// All of them.
    pub const ALL: [Self; 4] = [Self::Reproduced, Self::InTrend, Self::NotReproducible, Self::Ours];

    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Reproduced => "reproduced",
            Self::InTrend => "in trend",
            Self::NotReproducible => "not reproducible",
            Self::Ours => "ours",
        }
    }

    /// A sign that goes with the words, so that colour is not needed.
    pub fn sign(self) -> &'static str {
        match self {
            Self::Reproduced => "✓",
            Self::InTrend => "≈",
            Self::NotReproducible => "✗",
            Self::Ours => "+",
        }
    }
}

/// One number, four times.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparedRow {
    /// What rows are gathered by: a method, a joint.
    pub group: String,
    /// What it is.
    pub quantity: String,
    /// Its unit; empty where it has none.
    pub unit: &'static str,
    /// As the paper has it.
    pub published: Option<f64>,
    /// Ours, by the equations and settings as they are printed.
    pub printed: Option<f64>,
    /// Ours, by the corrected ones.
    pub corrected: Option<f64>,
    /// What is true, where that is known.
    pub truth: Option<f64>,
    /// How far the published number was met.
    pub outcome: Outcome,
    /// Why, in a sentence.
    pub reason: String,
}

impl ComparedRow {
    /// A row of ours, to which numbers and a judgement are added.
    pub fn new(group: impl Into<String>, quantity: impl Into<String>, unit: &'static str) -> Self {
        Self {
            group: group.into(),
            quantity: quantity.into(),
            unit,
            published: None,
            printed: None,
            corrected: None,
            truth: None,
            outcome: Outcome::Ours,
            reason: String::new(),
        }
    }
    /// With the paper's number.
    pub fn published(mut self, value: f64) -> Self {
        self.published = Some(value);
        self
    }
    /// With the number that the printed form gives.
    pub fn printed(mut self, value: f64) -> Self {
        self.printed = Some(value);
        self
    }
    /// With the number that the corrected form gives.
    pub fn corrected(mut self, value: f64) -> Self {
        self.corrected = Some(value);
        self
    }
    /// With what is true.
    pub fn truth(mut self, value: f64) -> Self {
        self.truth = Some(value);
        self
    }
    /// With a judgement and its reason.
    pub fn judged(mut self, outcome: Outcome, reason: impl Into<String>) -> Self {
        (self.outcome, self.reason) = (outcome, reason.into());
        self
    }
    /// With a judgement of `ours` by its distance from the published number: reproduced within
    /// `tolerance` of it (absolute), otherwise `else_outcome`.
    pub fn judged_within(
        self,
        ours: f64,
        tolerance: f64,
        else_outcome: Outcome,
        else_reason: impl Into<String>,
    ) -> Self {
        match self.published {
            Some(published) if (ours - published).abs() <= tolerance => self.judged(
                Outcome::Reproduced,
                format!("within {} of the published number", significant(tolerance, 1)),
            ),
            _ => self.judged(else_outcome, else_reason),
        }
    }
}

/// A table of such rows.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparedTable {
    /// Stem of its files.
    pub name: String,
    /// Where the paper has it: `Table 3`.
    pub source: String,
    /// What it holds.
    pub caption: String,
    /// Rows.
    pub rows: Vec<ComparedRow>,
}
