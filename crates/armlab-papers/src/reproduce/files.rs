//! A reproduction as a folder of files.

use super::Paper;
use super::document::PaperDocument;
use super::errata_page::errata_page;
use super::items::{Item, Reproduction};
use super::page::report_page;
use super::summary::{overview, overview_of_all};
use super::summary_page::summary_html;
use super::tables::{compared_csv, plain_csv, times_csv};

/// One file: its name within the paper's folder, and what is in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenFile {
    /// Name.
    pub name: String,
    /// Content.
    pub content: String,
}

/// All files of a paper.
#[derive(Clone, Debug)]
pub struct Files {
    /// What goes on standard output as well.
    pub document: PaperDocument,
    /// Files, the report first.
    pub files: Vec<WrittenFile>,
}

impl Files {
    /// Of a paper's reproduction: `report.html`, `errata.html`, `tables.json`, `summary.svg`, a CSV and a JSON per
    /// table, an SVG per figure, and `times.csv`, the only one beside the report that differs
    /// from run to run.
    pub fn of(paper: &Paper, seed: u64, reproduction: &Reproduction) -> Self {
        let document = PaperDocument::of(paper, seed, reproduction);
        let mut files = Vec::new();
        let mut add = |name: String, content: String| files.push(WrittenFile { name, content });
        add("report.html".into(), report_page(paper, seed, reproduction).to_html());
        add("errata.html".into(), errata_page(paper).to_html());
        add("tables.json".into(), json(&document));
        add("summary.svg".into(), overview(paper, reproduction).to_svg());
        for table in reproduction.compared() {
            add(format!("{}.csv", table.name), compared_csv(table));
            add(format!("{}.json", table.name), json(table));
        }
        for table in reproduction.plain() {
            add(format!("{}.csv", table.name), plain_csv(table));
        }
        for item in reproduction.sections.iter().flat_map(|s| &s.items) {
            match item {
                Item::Figure { name, figure, .. } => add(format!("{name}.svg"), figure.to_svg()),
                Item::Picture { name, svg, .. } => add(format!("{name}.svg"), svg.clone()),
                _ => {}
            }
        }
        if !reproduction.times.is_empty() {
            add("times.csv".into(), times_csv(&reproduction.times));
        }
        Self { document, files }
    }
}

/// The page over several papers and its picture.
pub fn summary_files(seed: u64, papers: &[(&Paper, &Reproduction)]) -> Vec<WrittenFile> {
    let page = summary_html(seed, papers);
    let picture = overview_of_all(papers).to_svg();
    [("summary.html", page), ("summary.svg", picture)]
        .map(|(name, content)| WrittenFile { name: name.into(), content })
        .to_vec()
}

fn json(value: &impl serde::Serialize) -> String {
    // Numbers and text only: there is nothing that JSON cannot hold.
    serde_json::to_string_pretty(value).unwrap_or_default() + "\n"
}
