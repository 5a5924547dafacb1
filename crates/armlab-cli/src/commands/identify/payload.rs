//! A payload for people.

use crate::arguments::Common;
use crate::failure::Outcome;
use crate::output::{self, Folder, Paint, note};
use crate::table::{number, table};
use armlab::identification::{PayloadIdentificationReport, PayloadReport};
use std::fmt::Write;

/// Writes and prints a payload that was estimated with the arm as described.
pub fn finish(report: &PayloadIdentificationReport, common: &Common) -> Outcome {
    report.choices.iter().for_each(note);
    if let Some(out) = &common.out {
        Folder::open(out)?.write_json("payload.json", report)?;
    }
    if common.json {
        return output::print_json(report);
    }
    output::print(&read_out(&report.payload, Paint::new(common)))
}

/// The read-out.
pub fn read_out(load: &PayloadReport, paint: Paint) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "\n{}: {:.4} ± {:.4} kg on `{}`; prediction error {:.2} % without it, {:.2} % with it",
        paint.bold("payload"),
        load.mass,
        load.mass_std,
        load.link,
        load.without,
        load.with
    );
    for note in &load.notes {
        let _ = writeln!(text, "  {note}");
    }
    let axes = ["x", "y", "z"].iter().zip(load.centre.iter().zip(&load.centre_std));
    let mut rows: Vec<Vec<String>> = axes
        .map(|(axis, (value, std))| {
            let shown = |x: &Option<f64>| x.map_or("not identified".into(), number);
            vec![format!("centre {axis}"), shown(value), shown(std), "m".into()]
        })
        .collect();
    rows.extend(load.parameters.iter().map(|p| {
        let std = p.std.map_or("not identified".into(), number);
        vec![p.name.clone(), number(p.value), std, p.unit.clone()]
    }));
    text.push('\n');
    text.push_str(&table(&["payload", "value", "±", "unit"], rows, &[1, 2]));
    text
}
