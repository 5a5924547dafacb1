//! A payload for people.

use crate::arguments::Common;
use crate::failure::Outcome;
use crate::output::{self, Folder, Paint, note};
use crate::table::{number, table};
use armlab::identification::{GainReport, PayloadIdentificationReport, PayloadReport};
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
    let interval = format!(" (95 %: {:.4} to {:.4})", load.mass_lower, load.mass_upper);
    let _ = writeln!(
        text,
        "\n{}: {:.4} ± {:.4} kg{} on `{}`; prediction error {:.2} % without it, {:.2} % with it",
        paint.bold("payload"),
        load.mass,
        load.mass_std,
        interval,
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

/// Drive gains that were identified from currents; nothing without any.
pub fn gains(gains: &[GainReport], paint: Paint) -> String {
    if gains.is_empty() {
        return String::new();
    }
    let row = |g: &GainReport| {
        let std = if g.given { "given".into() } else { number(g.std) };
        let end = |x: Option<f64>| x.map_or(String::new(), number);
        vec![g.joint.clone(), number(g.value), std, end(g.lower), end(g.upper)]
    };
    let rows = gains.iter().map(row).collect();
    let header = ["joint", "gain", "±", "95 % from", "to"];
    let title = paint.bold("drive gains");
    format!("\n{title}, N m/A or N/A:\n\n{}", table(&header, rows, &[1, 2, 3, 4]))
}
