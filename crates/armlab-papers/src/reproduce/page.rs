//! The report of a paper.

use super::Paper;
use super::compared::{ComparedRow, ComparedTable};
use super::counts::Counts;
use super::items::{Item, MeasuredTime, PlainTable, Reproduction};
use super::summary::{counts_table, overview, rule};
use super::verdict::in_words;
use armlab::report::html::{Page, Part, Section, Table};
use armlab::text::significant;

/// Digits of a number in the report; files have them all.
const DIGITS: usize = 5;

/// The report, as a page.
pub fn report_page(paper: &Paper, seed: u64, reproduction: &Reproduction) -> Page {
    let mut sections = vec![ending(paper, reproduction)];
    sections.extend(reproduction.sections.iter().map(|section| {
        let what = Part::Text(section.what.clone());
        let parts = section.items.iter().map(part);
        Section::new(section.title.clone(), std::iter::once(what).chain(parts).collect())
    }));
    if !reproduction.times.is_empty() {
        sections.push(times(&reproduction.times));
    }
    sections.push(errata(paper));
    Page {
        title: paper.title.into(),
        subtitle: format!("{} · reproduced with seed {seed}", paper.citation),
        stamp: None,
        sections,
    }
}

fn ending(paper: &Paper, reproduction: &Reproduction) -> Section {
    let words = "Every published number stands beside what the printed equations give, what the \
                 corrected ones give and, where it is known, the truth. Nothing under “ours” is typed \
                 in, and no verdict is: one rule makes it from the numbers, the same for all papers.";
    let counts = [(paper.id, Counts::of(reproduction))];
    let mut parts = vec![
        Part::Text(words.into()),
        Part::List(reproduction.findings.clone()),
        Part::Table(counts_table(&counts)),
    ];
    parts.extend(rule());
    parts.push(Part::Picture {
        svg: overview(paper, reproduction).to_svg(),
        caption: "Ours over published, row by row: the dot is the median of our redraws, the line what a further draw \
                  would meet in 19 of 20 cases, arrows point to what lies outside. Rows with a published zero and \
                  claims in words have no place on this axis."
            .into(),
    });
    Section::new("How it ended", parts)
}

fn part(item: &Item) -> Part {
    match item {
        Item::Text(text) => Part::Text(text.clone()),
        Item::Table(table) => Part::Table(compared(table)),
        Item::Plain(table) => Part::Table(plain(table)),
        Item::Figure { figure, caption, paper_figure, .. } => {
            Part::Picture { svg: figure.to_svg(), caption: captioned(paper_figure, caption) }
        }
        Item::Picture { svg, caption, paper_figure, .. } => {
            Part::Picture { svg: svg.clone(), caption: captioned(paper_figure, caption) }
        }
    }
}

fn captioned(paper_figure: &str, caption: &str) -> String {
    if paper_figure.is_empty() {
        caption.into()
    } else {
        format!("{paper_figure} of the paper, ours. {caption}")
    }
}

/// What is held, in a cell.
fn held(row: &ComparedRow) -> String {
    let Some(held) = &row.held else { return "–".into() };
    let spread = held.spread();
    if spread.draws == 0 { "no number".into() } else { in_words(&spread) }
}

fn compared(table: &ComparedTable) -> Table {
    let number = |value: Option<f64>| value.map_or_else(|| "–".into(), |v| significant(v, DIGITS));
    let has = |of: &dyn Fn(&ComparedRow) -> bool| table.rows.iter().any(of);
    // A column that no row fills would only take room.
    type Column<'a> = (&'a str, bool, &'a dyn Fn(&ComparedRow) -> String);
    let quantity = |row: &ComparedRow| match row.unit {
        "" => row.quantity.clone(),
        unit => format!("{} ({unit})", row.quantity),
    };
    let published = |row: &ComparedRow| match row.published {
        Some(published) => match published.number() {
            Some(value) => number(Some(value)),
            None => "in words".into(),
        },
        None => "–".into(),
    };
    let columns: [Column; 7] = [
        ("quantity", true, &quantity),
        ("published", has(&|r| r.published.is_some()), &published),
        ("ours as printed", has(&|r| r.printed.is_some()), &|r| number(r.printed)),
        ("ours corrected", has(&|r| r.corrected.is_some()), &|r| number(r.corrected)),
        ("truth", has(&|r| r.truth.is_some()), &|r| number(r.truth)),
        ("held against the published", has(&|r| r.held.is_some()), &held),
        ("verdict", true, &ComparedRow::ending),
    ];
    let columns: Vec<Column> = columns.into_iter().filter(|(_, shown, _)| *shown).collect();
    let groups = has(&|r| !r.group.is_empty());
    let mut header: Vec<String> = columns.iter().map(|(title, _, _)| (*title).into()).collect();
    if groups {
        header.insert(0, String::new());
    }
    header.push("why".into());
    let (mut last_group, mut last_reason) = (None, None);
    let rows = table.rows.iter().map(|row| {
        // A group is named where it begins, and a reason where it changes.
        let new = last_group.replace(&row.group) != Some(&row.group);
        let reason = row.reason();
        let again =
            last_reason.replace(reason.clone()).as_ref() == Some(&reason) && !reason.is_empty();
        let mut cells: Vec<String> = columns.iter().map(|(_, _, cell)| cell(row)).collect();
        if groups {
            cells.insert(0, if new { row.group.clone() } else { String::new() });
        }
        cells.push(if again && !new { "as above".into() } else { reason });
        cells
    });
    let rows = rows.collect();
    let first = usize::from(groups) + 1;
    let numbers = columns.iter().enumerate().filter(|(_, (title, _, _))| {
        title.starts_with("ours") || *title == "published" || *title == "truth"
    });
    Table {
        caption: format!("{}. {} (all digits in {}.csv)", table.source, table.caption, table.name),
        numbers: numbers.map(|(k, _)| k + first - 1).collect(),
        header,
        rows,
        ..Table::default()
    }
}

fn plain(table: &PlainTable) -> Table {
    let numeric = |k: usize| {
        let cells = || table.rows.iter().filter_map(|r| r.get(k));
        let number = |c: &String| c.trim_end_matches(" %").replace('−', "-").parse::<f64>().is_ok();
        cells().any(number) && cells().all(|c| number(c) || c.is_empty() || c == "–")
    };
    let columns = || 0..table.header.len();
    Table {
        caption: format!("{} (also in {}.csv)", table.caption, table.name),
        header: table.header.clone(),
        rows: table.rows.clone(),
        numbers: columns().filter(|k| numeric(*k)).collect(),
        ..Table::default()
    }
}

fn times(times: &[MeasuredTime]) -> Section {
    let rows = times.iter().map(|t| {
        let published = t.published.map_or_else(|| "–".into(), |v| significant(v, 3));
        vec![t.what.clone(), significant(t.seconds, 3), published]
    });
    let table = Table {
        caption:
            "Seconds on the machine that wrote this page, with whatever else it was doing. They \
                  differ from run to run, so they are in no JSON (times.csv has them)."
                .into(),
        header: ["what", "ours (s)", "published (s)"].map(String::from).to_vec(),
        rows: rows.collect(),
        numbers: vec![1, 2],
        ..Table::default()
    };
    Section::new("Times", vec![Part::Table(table)])
}

fn errata(paper: &Paper) -> Section {
    let errata = (paper.errata)();
    let words = format!(
        "{} errata are known: errata.html beside this page has the printed form, the correct form, \
         what follows from it, and the test that proves it.",
        errata.len()
    );
    Section::new("Errata", vec![Part::Text(words)])
}
