//! Parameters and their uncertainty.

use crate::documents::number;
use crate::identification::report::{MethodReport, ParameterReport, ReferenceReport};
use crate::report::html::{Part, Table};
use crate::report::{Bar, BarFigure, Grade};
use crate::text::significant;
use crate::validation::{cells, titles};

/// Bars and rows on a page.
const MOST_ROWS: usize = 150;
/// Relative standard deviations in percent up to which a number is well known,
/// and roughly known.
const WELL: f64 = 10.0;
const ROUGHLY: f64 = 50.0;
/// Percentages beyond this are not worth a number.
const LARGEST: f64 = 1000.0;

fn percent(p: &ParameterReport) -> Option<f64> {
    let std = p.std?;
    Some(100.0 * std / p.value.abs()).filter(|x| x.is_finite())
}

/// Titles of [`parameter_rows`], where the reference is of this kind.
pub fn parameter_titles(reference: Option<&ReferenceReport>) -> Vec<String> {
    let kind = reference.map_or("description", |r| r.kind);
    titles(["parameter", "value", "95 % interval", "unit", kind, "change %", "status"])
}

/// Base parameters and friction with their intervals beside the description's (or the true)
/// values.
pub fn parameter_rows(
    best: &MethodReport,
    reference: Option<&ReferenceReport>,
) -> Vec<Vec<String>> {
    let row = |(k, p): (usize, &ParameterReport)| {
        let interval = p.lower.zip(p.upper).map(|(l, u)| format!("{} … {}", number(l), number(u)));
        let before = reference.and_then(|r| r.values.get(k)).copied();
        let change = before.filter(|b| *b != 0.0).map(|b| 100.0 * (p.value - b) / b.abs());
        let change =
            change.map(|c| if c.abs() > LARGEST { "–".into() } else { format!("{c:+.1}") });
        cells([
            p.name.clone(),
            number(p.value),
            interval.unwrap_or_default(),
            p.unit.clone(),
            before.map_or(String::new(), number),
            change.unwrap_or_default(),
            p.status.to_string(),
        ])
    };
    best.base.iter().enumerate().map(row).collect()
}

/// The first section: what was found.
pub fn parameters(best: &MethodReport, reference: Option<&ReferenceReport>) -> Vec<Part> {
    let mut rows = parameter_rows(best, reference);
    let more = match rows.len() {
        n if n > MOST_ROWS => format!(" {} more are in parameters.csv.", n - MOST_ROWS),
        _ => String::new(),
    };
    rows.truncate(MOST_ROWS);
    let table = Table {
        caption: format!(
            "Base parameters and friction: what the efforts determine. Combinations of link \
             parameters (b1, b2, …) are defined below.{more}"
        ),
        header: parameter_titles(reference),
        rows,
        numbers: vec![1, 2, 4, 5],
        marked: None,
    };
    let mut parts = vec![Part::Table(table)];
    parts.extend(definitions(best));
    parts
}

/// What combinations of link parameters are called.
fn definitions(best: &MethodReport) -> Option<Part> {
    let rows: Vec<Vec<String>> =
        best.legend().map(|(name, text)| cells([name.into(), text.into()])).collect();
    (!rows.is_empty()).then(|| {
        Part::Table(Table {
            caption: "Base parameters that are combinations of link parameters.".into(),
            header: titles(["name", "definition"]),
            rows,
            numbers: Vec::new(),
            marked: None,
        })
    })
}

pub fn identifiability(best: &MethodReport) -> Vec<Part> {
    let bars = best.base.iter().take(MOST_ROWS).map(|p| {
        let value = percent(p).filter(|_| p.status == "identified");
        let grade = match value {
            Some(v) if v <= WELL => Grade::Good,
            Some(v) if v <= ROUGHLY => Grade::Fair,
            _ => Grade::Poor,
        };
        Bar {
            name: p.name.clone(),
            value: value.map_or(f64::NAN, |v| v.min(LARGEST)),
            label: value.map_or(p.status.to_string(), |v| format!("{} %", capped(v))),
            grade,
        }
    });
    let figure = BarFigure {
        title: "Relative standard deviations".into(),
        label: "relative standard deviation (%), logarithmic".into(),
        meaning: [
            format!("up to {WELL} %"),
            format!("up to {ROUGHLY} %"),
            "more, or not excited".into(),
        ],
        bars: bars.collect(),
    };
    let caption = "Standard deviation of each base parameter and friction value, in percent of \
                   its value. A value near zero has a long bar even if its absolute deviation is small.";
    vec![Part::Picture { svg: figure.to_svg(), caption: caption.into() }]
}

/// A percentage. Of a value that is zero but for rounding there is none.
pub fn capped(percent: f64) -> String {
    if percent > LARGEST { format!("> {LARGEST}") } else { significant(percent, 2) }
}

fn parameter_table(list: &[ParameterReport], caption: &str) -> Table {
    let rows = list.iter().take(MOST_ROWS).map(|p| {
        let band = p.lower.zip(p.upper).map(|(l, u)| format!("{} … {}", number(l), number(u)));
        cells([
            p.name.clone(),
            number(p.value),
            p.std.map_or(String::new(), number),
            band.unwrap_or_default(),
            p.unit.clone(),
            percent(p).map_or(String::new(), capped),
            p.status.to_string(),
        ])
    });
    let more = match list.len() {
        n if n > MOST_ROWS => format!(" {} more are in estimate.json.", n - MOST_ROWS),
        _ => String::new(),
    };
    Table {
        caption: format!("{caption}{more}"),
        header: titles(["name", "value", "±", "95 % interval", "unit", "± %", "status"]),
        rows: rows.collect(),
        numbers: vec![1, 2, 3, 5],
        marked: None,
    }
}

pub fn link_parameters(best: &MethodReport) -> Vec<Part> {
    let note = "Parameters that are identifiable only in combination are kept near the description: \
                other values give the same efforts. Those marked prior only have no effect on \
                any effort.";
    vec![Part::Text(note.into()), Part::Table(parameter_table(&best.parameters, ""))]
}
