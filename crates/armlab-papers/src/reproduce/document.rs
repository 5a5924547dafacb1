//! What a program reads of a reproduction.

use super::Paper;
use super::compared::ComparedTable;
use super::counts::Counts;
use super::erratum::Erratum;
use super::items::{Item, PlainTable, Reproduction};
use serde::Serialize;

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
    /// What came of it, in sentences.
    pub findings: Vec<String>,
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
            findings: reproduction.findings.clone(),
            tables: reproduction.compared().cloned().collect(),
            more: reproduction.plain().map(PlainDocument::of).collect(),
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
