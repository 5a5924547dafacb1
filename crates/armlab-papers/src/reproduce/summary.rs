//! What the pages of all papers share: counts, the rule in words, ours over published on one axis.

use super::Paper;
use super::compared::{ComparedRow, ComparedTable};
use super::counts::Counts;
use super::items::Reproduction;
use super::published::Published;
use super::verdict::{FACTOR, Outcome};
use armlab::report::html::{Part, Table};
use armlab::report::{IntervalFigure, IntervalGroup, IntervalRow, Mark};
use armlab::text::significant;

/// Ends of the axis of ours over published.
const AXIS: [f64; 2] = [-0.5, 2.5];

/// Counts of papers, one a row.
pub fn counts_table(papers: &[(&str, Counts)]) -> Table {
    let header = [
        "paper",
        "✓ reproduced",
        "≈ in trend",
        "✗ not reproduced",
        "? cannot tell",
        "of these tuned",
        "↺ given back",
        "not given back",
        "not counted",
        "ours",
    ];
    let row = |name: &str, c: &Counts| {
        let numbers = [
            c.reproduced,
            c.in_trend,
            c.not_reproduced,
            c.cannot_tell,
            c.tuned,
            c.given_back,
            c.not_given_back,
            c.not_counted,
            c.ours,
        ];
        let mut cells = vec![name.to_string()];
        cells.extend(numbers.map(|n| n.to_string()));
        cells
    };
    let mut rows: Vec<Vec<String>> = papers.iter().map(|(name, c)| row(name, c)).collect();
    if papers.len() > 1 {
        let mut all = Counts::default();
        papers.iter().for_each(|(_, c)| all += *c);
        rows.push(row("all", &all));
    }
    Table {
        header: header.map(String::from).to_vec(),
        numbers: (1..header.len()).collect(),
        rows,
        ..Table::default()
    }
}

/// The rule and what is not counted, for people.
pub fn rule() -> Vec<Part> {
    let items = [
        "✓ reproduced: the published number, to its printed digits, lies between the ends of our redraws (of 39 the least \
         and the most: a further draw lies there with a probability of 95 %); where nothing is drawn, ours is the same \
         number to the printed digits.",
        "? cannot tell: it does, but our redraws scatter by more than a quarter of it to either side, or clearly other inputs \
         would give it as well.",
        "≈ in trend: another number, with an error to the same side and at most twice as large or half as large.",
        "✗ not reproduced: everything else. Claims in words hold, fail, or hold in some redraws only.",
        "Tuned: a setting that is not printed was chosen with an eye on the published number. Given back: the published \
         number was put in and came out again, which shows that the procedure can find it and nothing about the paper's data. \
         Not counted: settings, rows that follow from others, times on the authors' machine.",
    ];
    vec![Part::List(items.map(String::from).to_vec())]
}

/// Ours over published of a row that has a place on that axis.
fn ratio(row: &ComparedRow, name: String) -> Option<IntervalRow> {
    let Some(Published::Number { value, .. }) = row.published else { return None };
    if value == 0.0 {
        return None;
    }
    let spread = row.held.as_ref()?.spread();
    let over = |x: f64| x / value;
    let (a, b) = (over(spread.low), over(spread.high));
    let outcome = row.outcome();
    Some(IntervalRow {
        name,
        value: over(spread.median),
        ends: [a.min(b), a.max(b)],
        mark: match outcome {
            Outcome::Reproduced => Mark::Met,
            Outcome::InTrend => Mark::Near,
            Outcome::NotReproduced | Outcome::Ours => Mark::Missed,
            Outcome::CannotTell => Mark::Open,
        },
        label: format!("{} {}", outcome.sign(), significant(over(spread.median), 3)),
    })
}

fn shown(row: &ComparedRow) -> bool {
    row.basis.counts() || row.basis == super::Basis::GivenBack
}

fn rows_of(table: &ComparedTable) -> Vec<IntervalRow> {
    let name = |row: &ComparedRow| match row.group.as_str() {
        "" => row.quantity.clone(),
        group => format!("{group}, {}", row.quantity),
    };
    table.rows.iter().filter(|r| shown(r)).filter_map(|r| ratio(r, name(r))).collect()
}

fn figure(title: String, groups: Vec<IntervalGroup>, compact: bool) -> IntervalFigure {
    let mark = |m: Mark, words: &str| (m, words.to_string());
    IntervalFigure {
        title,
        label: "ours / published".into(),
        axis: AXIS,
        target: 1.0,
        band: [1.0 / FACTOR, FACTOR],
        meaning: vec![
            mark(Mark::Met, "reproduced"),
            mark(Mark::Near, "in trend"),
            mark(Mark::Missed, "not reproduced"),
            mark(Mark::Open, "cannot tell"),
        ],
        groups,
        compact,
    }
}

/// All counted rows of a paper on one axis.
pub fn overview(paper: &Paper, reproduction: &Reproduction) -> IntervalFigure {
    let groups = reproduction.compared().filter_map(|table| {
        let rows = rows_of(table);
        (!rows.is_empty()).then(|| IntervalGroup { title: table.source.clone(), rows })
    });
    figure(format!("{}: ours over published", paper.id), groups.collect(), false)
}

/// All counted rows of several papers on one axis, without names.
pub fn overview_of_all(papers: &[(&Paper, &Reproduction)]) -> IntervalFigure {
    let group = |(paper, reproduction): &(&Paper, &Reproduction)| {
        let rows = reproduction.compared().flat_map(rows_of).collect();
        IntervalGroup { title: paper.id.into(), rows }
    };
    let title = "All papers: ours over published, one line a number".into();
    figure(title, papers.iter().map(group).collect(), true)
}
