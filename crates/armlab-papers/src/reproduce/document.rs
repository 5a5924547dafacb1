//! What a program reads of a reproduction.

use super::Paper;
use super::compared::{ComparedTable, Outcome};
use super::erratum::Erratum;
use super::items::{Item, PlainTable, Reproduction};
use serde::Serialize;

/// How many rows ended how.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Rows that meet the published number.
    pub reproduced: usize,
    /// Rows that meet its order, sign or shape.
    pub in_trend: usize,
    /// Rows that cannot.
    pub not_reproducible: usize,
    /// Rows without a published counterpart.
    pub ours: usize,
}

impl Counts {
    /// Of all tables of a reproduction.
    pub fn of(reproduction: &Reproduction) -> Self {
        let mut counts = Self::default();
        for row in compared(reproduction).flat_map(|t| &t.rows) {
            *counts.place(row.outcome) += 1;
        }
        counts
    }
    fn place(&mut self, outcome: Outcome) -> &mut usize {
        match outcome {
            Outcome::Reproduced => &mut self.reproduced,
            Outcome::InTrend => &mut self.in_trend,
            Outcome::NotReproducible => &mut self.not_reproducible,
            Outcome::Ours => &mut self.ours,
        }
    }
    /// In a sentence.
    pub fn words(&self) -> String {
        format!(
            "{} numbers reproduced, {} in trend, {} not reproducible, {} of ours",
            self.reproduced, self.in_trend, self.not_reproducible, self.ours
        )
    }
}

/// The tables of a reproduction that hold published numbers.
pub(super) fn compared(reproduction: &Reproduction) -> impl Iterator<Item = &ComparedTable> {
    reproduction.sections.iter().flat_map(|s| &s.items).filter_map(|item| match item {
        Item::Table(table) => Some(table),
        _ => None,
    })
}

/// The tables of a reproduction that do not.
pub(super) fn plain(reproduction: &Reproduction) -> impl Iterator<Item = &PlainTable> {
    reproduction.sections.iter().flat_map(|s| &s.items).filter_map(|item| match item {
        Item::Plain(table) => Some(table),
        _ => None,
    })
}

/// A paper's document. It holds no times, and nothing that depends on the machine.
#[derive(Clone, Debug, Serialize)]
pub struct PaperDocument {
    /// The paper.
    pub paper: &'static str,
    /// Its citation.
    pub citation: &'static str,
    /// Seed of all random numbers.
    pub seed: u64,
    /// How rows ended.
    pub counts: Counts,
    /// Published tables beside ours.
    pub tables: Vec<ComparedTable>,
    /// Tables of ours.
    pub more: Vec<PlainDocument>,
    /// Names of the figures' files, without ending, and the paper's figures.
    pub figures: Vec<FigureDocument>,
    /// What is printed wrongly.
    pub errata: Vec<Erratum>,
}

/// A table of ours.
#[derive(Clone, Debug, Serialize)]
pub struct PlainDocument {
    name: String,
    caption: String,
    header: Vec<String>,
    rows: Vec<Vec<String>>,
}

/// A figure's files.
#[derive(Clone, Debug, Serialize)]
pub struct FigureDocument {
    name: String,
    paper_figure: String,
}

impl PaperDocument {
    /// Of a paper's reproduction.
    pub fn of(paper: &Paper, seed: u64, reproduction: &Reproduction) -> Self {
        let items = reproduction.sections.iter().flat_map(|s| &s.items);
        let figures = items.filter_map(|item| match item {
            Item::Figure { name, paper_figure, .. } | Item::Picture { name, paper_figure, .. } => {
                Some(FigureDocument { name: name.clone(), paper_figure: paper_figure.clone() })
            }
            _ => None,
        });
        Self {
            paper: paper.id,
            citation: paper.citation,
            seed,
            counts: Counts::of(reproduction),
            tables: compared(reproduction).cloned().collect(),
            more: plain(reproduction).map(PlainDocument::of).collect(),
            figures: figures.collect(),
            errata: (paper.errata)(),
        }
    }
}

impl PlainDocument {
    fn of(table: &PlainTable) -> Self {
        let PlainTable { name, caption, header, rows } = table.clone();
        Self { name, caption, header, rows }
    }
}
