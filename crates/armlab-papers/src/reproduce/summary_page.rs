//! One page over all papers, to be printed.

use super::Paper;
use super::counts::Counts;
use super::items::Reproduction;
use super::summary::{counts_table, overview_of_all, rule};
use armlab::report::html::{Page, Part, Section};

/// How rows of a paper were judged in the first edition, by hand: reproduced, in trend, not reproducible. And what
/// the difference is.
#[derive(Clone, Copy, Debug)]
pub struct FirstEdition {
    /// Reproduced, in trend, not reproducible.
    pub counts: [usize; 3],
    /// Why the rule counts otherwise.
    pub why: &'static str,
}

/// On paper everything fits on one sheet: small type, the words in two columns.
const SHEET: &str = "@media print{@page{size:A4;margin:9mm}body{font-size:7.2pt;line-height:1.18}\n\
h1{font-size:13pt}h2{font-size:9pt;margin:.45rem 0 .15rem;padding-top:.2rem}\n\
p,ul{max-width:none;margin:.12rem 0}ul{padding-left:1.1rem}li{margin:0}\n\
table{font-size:7pt}th,td{padding:.06rem .35rem}.wide{margin:.2rem 0}\n\
figure{margin:.2rem 0}figure svg{max-height:88mm;margin:0 auto}figcaption{padding:.1rem 0;font-size:7pt}\n\
#s2{columns:2;column-gap:6mm}#s2 h2{column-span:all}}\n";

/// The page as an HTML file.
pub fn summary_html(seed: u64, papers: &[(&Paper, &Reproduction)]) -> String {
    let html = summary_page(seed, papers).to_html();
    html.replacen("</style>", &format!("{SHEET}</style>"), 1)
}

fn summary_page(seed: u64, papers: &[(&Paper, &Reproduction)]) -> Page {
    let counts: Vec<(&str, Counts)> = papers.iter().map(|(p, r)| (p.id, Counts::of(r))).collect();
    let mut sections = vec![Section::new(
        "Published numbers beside ours",
        vec![
            Part::Table(counts_table(&counts)),
            Part::Picture {
                svg: overview_of_all(papers).to_svg(),
                caption: "Dots are medians of our redraws, lines what a further draw would meet in 19 of 20 cases, \
                          arrows what lies outside; the band is half to twice the published number. Names are in the papers' own reports."
                    .into(),
            },
        ],
    )];
    let findings = papers.iter().flat_map(|(paper, reproduction)| {
        let first = Part::Text(format!("{}: {}", paper.id, paper.title));
        [first, Part::List(reproduction.findings.clone())]
    });
    sections.push(Section::new("What came of each", findings.collect()));
    sections.push(Section::new("How a row is judged", rule()));
    Page {
        title: "Five papers, reproduced".into(),
        subtitle: format!("armlab reproduce all --seed {seed}"),
        stamp: None,
        sections,
    }
}
