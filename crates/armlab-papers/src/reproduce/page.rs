//! The report of a paper.

use super::Paper;
use super::compared::{ComparedTable, Outcome};
use super::document::Counts;
use super::items::{Item, MeasuredTime, PlainTable, Reproduction};
use armlab::report::html::{Page, Part, Section, Table};
use armlab::text::significant;

/// Digits of a number in the report; files have them all.
const DIGITS: usize = 5;

/// The report, as a page.
pub fn report_page(paper: &Paper, seed: u64, reproduction: &Reproduction) -> Page {
    let mut sections = vec![summary(reproduction)];
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

fn summary(reproduction: &Reproduction) -> Section {
    let counts = Counts::of(reproduction);
    let meaning = [
        (
            Outcome::Reproduced,
            counts.reproduced,
            "the published number, to the digits the row names",
        ),
        (Outcome::InTrend, counts.in_trend, "the same order, sign or shape, but another number"),
        (Outcome::NotReproducible, counts.not_reproducible, "not to be had from what is printed"),
        (Outcome::Ours, counts.ours, "a number of ours that the paper does not have"),
    ];
    let rows = meaning.map(|(outcome, count, meaning)| {
        vec![format!("{} {}", outcome.sign(), outcome.words()), count.to_string(), meaning.into()]
    });
    let table = Table {
        header: ["outcome", "rows", "meaning"].map(String::from).to_vec(),
        rows: rows.to_vec(),
        numbers: vec![1],
        ..Table::default()
    };
    let words = "Every published number stands beside what the printed equations give, what the \
                 corrected ones give and, where it is known, the truth. Nothing under “ours” is typed \
                 in: it is computed by the command that wrote this page.";
    Section::new("How it ended", vec![Part::Text(words.into()), Part::Table(table)])
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

fn compared(table: &ComparedTable) -> Table {
    let number = |value: Option<f64>| value.map_or_else(|| "–".into(), |v| significant(v, DIGITS));
    let has = |of: fn(&super::ComparedRow) -> bool| table.rows.iter().any(of);
    // A column that no row fills would only take room.
    let groups = usize::from(has(|r| !r.group.is_empty()));
    let header = [
        "",
        "quantity",
        "published",
        "ours as printed",
        "ours corrected",
        "truth",
        "outcome",
        "reason",
    ];
    let (mut last_group, mut last_reason) = (None, None);
    let rows = table.rows.iter().map(|row| {
        // A group is named where it begins, and a reason where it changes.
        let new = last_group.replace(&row.group) != Some(&row.group);
        let again = last_reason.replace(&row.reason) == Some(&row.reason) && !row.reason.is_empty();
        let mut cells = vec![if new { row.group.clone() } else { String::new() }];
        cells.push(match row.unit {
            "" => row.quantity.clone(),
            unit => format!("{} ({unit})", row.quantity),
        });
        cells.extend([row.published, row.printed, row.corrected, row.truth].map(number));
        cells.push(format!("{} {}", row.outcome.sign(), row.outcome.words()));
        cells.push(if again && !new { "as above".into() } else { row.reason.clone() });
        cells.split_off(1 - groups)
    });
    let rows = rows.collect();
    Table {
        caption: format!("{}. {} (all digits in {}.csv)", table.source, table.caption, table.name),
        header: header.into_iter().skip(1 - groups).map(String::from).collect(),
        rows,
        numbers: (1 + groups..5 + groups).collect(),
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
