//! Method comparison: estimates, and reference values.

use crate::documents::number;
use crate::identification::report::{IdentificationReport, MethodReport};
use crate::report::html::{Part, Table};
use crate::report::{Bar, BarFigure, Grade};
use crate::validation::{cells, titles};

/// Methods that a table has room for, the best first.
const COLUMNS: usize = 8;
/// Unknowns on a page.
const ROWS: usize = 100;
/// Errors in percent up to which an estimate is good, and fair.
const GOOD: f64 = 2.0;
const FAIR: f64 = 10.0;

/// The section's parts.
pub fn comparison(document: &IdentificationReport) -> Vec<Part> {
    let mut methods: Vec<&MethodReport> = document.methods.iter().collect();
    methods.sort_by(|a, b| error(a).total_cmp(&error(b)));
    let mut parts = Vec::new();
    if let Some(reference) = &document.reference {
        let bars = methods.iter().map(|m| {
            let percent = m.distance(&reference.values);
            let grade = match percent {
                p if p <= GOOD => Grade::Good,
                p if p <= FAIR => Grade::Fair,
                _ => Grade::Poor,
            };
            let label = format!("{} %", number(percent));
            Bar { name: m.method.into(), value: percent, label, grade }
        });
        let figure = BarFigure {
            title: format!("Distance from the {}", reference.kind),
            label: "distance (%), logarithmic".into(),
            meaning: [format!("up to {GOOD} %"), format!("up to {FAIR} %"), "more".into()],
            bars: bars.collect(),
        };
        let caption = format!(
            "Root of the summed squares of all unknowns' distances from the {}, each counted as \
             the efforts it makes, in percent of the efforts.",
            reference.kind
        );
        parts.push(Part::Picture { svg: figure.to_svg(), caption });
    }
    let shown = methods.len().min(COLUMNS);
    parts.push(Part::Table(estimates(document, &methods[..shown])));
    parts
}

fn error(m: &MethodReport) -> f64 {
    m.validation.as_ref().unwrap_or(&m.fit).relative
}

fn estimates(document: &IdentificationReport, methods: &[&MethodReport]) -> Table {
    let reference = document.reference.as_ref();
    let mut header = titles(["parameter", "unit"]);
    header.extend(reference.map(|r| r.kind.to_string()));
    header.extend(methods.iter().map(|m| m.method.to_string()));
    let count = methods.first().map_or(0, |m| m.base.len());
    let rows = (0..count.min(ROWS)).map(|k| {
        let of = &methods[0].base[k];
        let truth = reference.and_then(|r| r.values.get(k)).copied();
        let mut row = cells([of.name.clone(), of.unit.clone()]);
        if reference.is_some() {
            row.push(truth.map_or(String::new(), number));
        }
        row.extend(methods.iter().map(|m| {
            let value = m.base[k].value;
            match truth.filter(|t| *t != 0.0) {
                Some(truth) => {
                    format!("{} ({:+.2} %)", number(value), 100.0 * (value - truth) / truth.abs())
                }
                None => number(value),
            }
        }));
        row
    });
    let more = match count > ROWS {
        true => format!(" {} more are in estimate.json.", count - ROWS),
        false => String::new(),
    };
    Table {
        caption: format!(
            "Estimates of the methods that predict best, the best first{}.{more}",
            reference.map_or(String::new(), |r| format!(
                ", and their distance from the {} in percent",
                r.kind
            ))
        ),
        header,
        rows: rows.collect(),
        numbers: (2..2 + methods.len() + usize::from(reference.is_some())).collect(),
        marked: None,
    }
}

/// What a change of each unknown does to the efforts.
pub fn sensitivity(document: &IdentificationReport, joints: &[String]) -> Vec<Part> {
    let mut order: Vec<usize> = (0..document.sensitivity.len()).collect();
    let all = &document.sensitivity;
    order.sort_by(|&a, &b| all[b].overall.total_cmp(&all[a].overall));
    let rows = order.iter().take(ROWS).map(|&k| {
        let s = &all[k];
        let mut row = cells([s.name.clone(), number(s.overall)]);
        row.extend(s.joints.iter().map(|x| number(*x)));
        row.extend([s.left_smaller, s.left_larger].map(|x| format!("{x:.2}")));
        row
    });
    let mut header = titles(["parameter", "all joints"]);
    header.extend(joints.iter().cloned());
    header.extend(titles(["error at −20 %", "error at +20 %"]));
    let numbers = (1..header.len()).collect();
    let table = Table {
        caption: "Local derivative d(effort)/d(ln p), relative: by how many percent efforts \
                  change per percent of the unknown, over all joints and each; and the \
                  error (%) with the parameter a fifth smaller and larger. Parameters \
                  with little effect on the efforts have a large uncertainty."
            .into(),
        header,
        rows: rows.collect(),
        numbers,
        marked: None,
    };
    vec![Part::Table(table)]
}
