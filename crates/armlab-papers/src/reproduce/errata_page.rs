//! The page of a paper's errata.

use super::Paper;
use armlab::report::html::{Page, Part, Section, Table};

/// Printed form, correct form, consequence and proof of every erratum.
pub fn errata_page(paper: &Paper) -> Page {
    let errata = (paper.errata)();
    let rows = errata.iter().map(|e| {
        let consequence = if e.consequence.is_empty() { "wording only" } else { e.consequence };
        [e.number, e.place, e.printed, e.correct, consequence, e.test].map(String::from).to_vec()
    });
    let header = ["no.", "where", "printed", "correct", "what follows", "proved by the test"];
    let table = Table {
        caption: "Every difference between the page and the mechanics that we know of.".into(),
        header: header.map(String::from).to_vec(),
        rows: rows.collect(),
        ..Table::default()
    };
    let intro = "Tests are named by file and claim; files are below crates/armlab-papers/tests unless \
                 their path says otherwise.";
    Page {
        title: format!("Errata: {}", paper.title),
        subtitle: paper.citation.into(),
        stamp: None,
        sections: vec![Section::new("Errata", vec![Part::Text(intro.into()), Part::Table(table)])],
    }
}
