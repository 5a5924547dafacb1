//! A payload and drive gains.

use crate::documents::number;
use crate::identification::IdentificationReport;
use crate::report::html::{Part, Section, Table};
use crate::validation::titles;

/// The sections on drive gains and on a payload, where they were identified.
pub fn sections(document: &IdentificationReport) -> Vec<Section> {
    let mut sections = Vec::new();
    let interval = |low: Option<f64>, high: Option<f64>| match (low, high) {
        (Some(low), Some(high)) => format!("{} … {}", number(low), number(high)),
        _ => String::new(),
    };
    if !document.gains.is_empty() {
        let row = |g: &crate::identification::GainReport| {
            let std = if g.given { "given".into() } else { number(g.std) };
            vec![g.joint.clone(), number(g.value), std, interval(g.lower, g.upper)]
        };
        let table = Table {
            caption: "Gains of the drives, N m/A or N/A.".into(),
            header: titles(["joint", "gain", "±", "95 % interval"]),
            rows: document.gains.iter().map(row).collect(),
            numbers: vec![1, 2],
            marked: None,
        };
        sections.push(Section::new("Drive gains", vec![Part::Table(table)]));
    }
    if let Some(load) = &document.payload {
        let centre = ["x", "y", "z"].into_iter().enumerate().map(|(k, axis)| {
            let shown = |x: Option<f64>| x.map_or("not identified".into(), number);
            let interval = interval(load.centre_lower[k], load.centre_upper[k]);
            let (value, std) = (shown(load.centre[k]), shown(load.centre_std[k]));
            vec![format!("centre {axis}"), value, std, interval, "m".into()]
        });
        let others = load.parameters.iter().map(|p| {
            let std = p.std.map_or("not identified".into(), number);
            let interval = interval(p.lower, p.upper);
            vec![p.name.clone(), number(p.value), std, interval, p.unit.clone()]
        });
        let table = Table {
            caption: format!(
                "The payload on `{}`: prediction error {:.2} % without it, {:.2} % with it.",
                load.link, load.without, load.with
            ),
            header: titles(["payload", "value", "±", "95 % interval", "unit"]),
            rows: centre.chain(others).collect(),
            numbers: vec![1, 2],
            marked: None,
        };
        let parts = vec![Part::Table(table), Part::List(load.notes.clone())];
        sections.push(Section::new("Payload", parts));
    }
    sections
}
