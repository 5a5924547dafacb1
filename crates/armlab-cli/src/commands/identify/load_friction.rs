//! Load-dependent friction for people.

use super::wrote;
use crate::arguments::Common;
use crate::failure::{CHECK_FAILED, Failure, Outcome};
use crate::output::{self, Paint, note};
use crate::table::{number, table};
use armlab::identification::LoadFrictionReport;
use std::fmt::Write;

/// Writes and prints what was identified.
pub fn finish(report: &LoadFrictionReport, common: &Common) -> Outcome {
    if let Some(out) = &common.out {
        wrote(&report.save(out)?);
        if report.corrected.is_none() {
            note("no corrected description: it could not be stated, see the verdict");
        }
    }
    if common.json {
        output::print_json(report)?;
    } else {
        output::print(&read_out(report, Paint::new(common)))?;
    }
    if report.accepted { Ok(()) } else { Err(Failure::silent(CHECK_FAILED)) }
}

fn read_out(document: &LoadFrictionReport, paint: Paint) -> String {
    let mut text = String::new();
    let _ =
        writeln!(text, "{}: {} samples in motion\n", paint.bold(&document.robot), document.rows);
    for note in &document.notes {
        let _ = writeln!(text, "  {note}");
    }
    for method in &document.methods {
        let _ = writeln!(
            text,
            "\n{}: residual {} RMS, {} of {} unknowns identified, {} evaluations{}",
            paint.bold(method.method),
            number(method.rms),
            method.rank,
            method.unknowns,
            method.evaluations,
            if method.converged { "" } else { ", not converged" }
        );
        let rows = method.parameters.iter().map(|p| {
            let percent = p.std.map(|s| 100.0 * s / p.value.abs().max(1e-300));
            let mut remark: Vec<&str> = Vec::new();
            if p.status != "identified" {
                remark.push(p.status);
            }
            if p.on_bound {
                remark.push("on a bound");
            }
            remark.extend(p.shared.as_deref());
            vec![
                p.name.clone(),
                number(p.value),
                p.std.map_or(String::new(), number),
                p.unit.clone(),
                percent.map_or(String::new(), |p| format!("{p:.1}")),
                remark.join(", "),
            ]
        });
        let header = ["parameter", "value", "±", "unit", "±%", ""];
        text.push_str(&table(&header, rows.collect(), &[1, 2, 4]));
    }
    let _ = writeln!(text, "\nverdict: {}", paint.level(document.verdict.status));
    for reason in document.verdict.reasons.iter().chain(&document.verdict.scope) {
        let _ = writeln!(text, "  {reason}");
    }
    if let Some(method) = document.methods.first().filter(|m| !m.hidden.is_empty()) {
        text.push_str("\ncombinations that change no effort:\n");
        for hidden in &method.hidden {
            let _ = writeln!(text, "  {hidden}");
        }
    }
    text
}
