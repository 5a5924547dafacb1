//! The estimate for people: methods side by side, then the recommended one.

use super::{payload, uncertainty};
use crate::output::Paint;
use crate::table::{number, table};
use armlab::identification::{
    Change, IdentificationReport, MethodReport, ParameterReport, capped, change_cells,
};
use std::fmt::Write;

/// Rows of parameters that a terminal has patience for.
const ROWS: usize = 80;

pub fn read_out(document: &IdentificationReport, joints: &[&str], paint: Paint) -> String {
    let mut text = String::new();
    let _ = writeln!(
        text,
        "{}: {} base parameters and {} of friction\n",
        paint.bold(&document.robot),
        document.base_parameters,
        document.unknowns - document.base_parameters
    );
    for note in &document.notes {
        let _ = writeln!(text, "  {note}");
    }
    text.push('\n');
    text.push_str(&methods(document, joints));
    let best = document.methods.iter().find(|m| m.method == document.recommended);
    let Some(best) = best else { return text };
    let word = if best.verdict.pass { paint.green("pass") } else { paint.red("fail") };
    let _ = writeln!(text, "\nrecommended: {}, {word}", paint.bold(best.method));
    let _ = writeln!(text, "  {}", document.recommendation);
    for reason in &document.reasons {
        let _ = writeln!(text, "  {reason}");
    }
    let verdict = &best.verdict;
    for reason in verdict.reasons.iter().chain(&verdict.scope).chain(&best.notes) {
        let _ = writeln!(text, "  {reason}");
    }
    text.push('\n');
    let header = ["base parameter", "value", "±", "unit", "±%", ""];
    let rows = best.base.iter().take(ROWS).map(row).collect();
    text.push_str(&table(&header, rows, &[1, 2, 4]));
    if best.base.len() > ROWS {
        let _ = writeln!(text, " … {} more; --json has all of them", best.base.len() - ROWS);
    }
    if let Some(trust) = &document.trust {
        text.push_str(&uncertainty::read_out(trust));
    }
    if let Some(payload) = &document.payload {
        text.push_str(&payload::read_out(payload, paint));
    }
    if let Some(export) = document.export.as_ref().filter(|e| !e.changes.is_empty()) {
        text.push_str("\nwhat changes in the description:\n\n");
        text.push_str(&changes_table(&export.changes, ROWS));
    }
    text
}

fn methods(document: &IdentificationReport, joints: &[&str]) -> String {
    let proved = document.methods.iter().any(|m| m.validation.is_some());
    let mut header = vec!["method", "error %", "rank", "cond", "bodies", "s"];
    if proved {
        header.insert(2, "unseen %");
    }
    header.extend(joints);
    let rows = document.methods.iter().map(|m: &MethodReport| {
        let judged = m.validation.as_ref().unwrap_or(&m.fit);
        let mut row = vec![m.method.to_string(), format!("{:.2}", m.fit.relative)];
        if proved {
            row.push(m.validation.as_ref().map_or(String::new(), |v| format!("{:.2}", v.relative)));
        }
        row.push(m.rank.to_string());
        row.push(number(m.scaled_condition));
        row.push(if m.physical.consistent {
            "possible".into()
        } else {
            format!("not {}", m.physical.worst_link)
        });
        row.push(format!("{:.3}", m.seconds));
        row.extend(judged.joints.iter().map(|j| format!("{:.1}", j.relative)));
        row
    });
    let right: Vec<usize> = (1..header.len()).collect();
    table(&header, rows.collect(), &right)
}

fn row(p: &ParameterReport) -> Vec<String> {
    let percent = p.std.map_or(String::new(), |s| capped(100.0 * s / p.value.abs().max(1e-300)));
    let status = if p.status == "identified" { String::new() } else { p.status.to_string() };
    vec![
        p.name.clone(),
        number(p.value),
        p.std.map_or(String::new(), number),
        p.unit.clone(),
        percent,
        status,
    ]
}

/// Old and new values side by side.
fn changes_table(changes: &[Change], most: usize) -> String {
    let rows = changes.iter().take(most).map(|c| change_cells(c).to_vec()).collect();
    let mut text = table(&["description", "was", "is", "unit", "%"], rows, &[1, 2, 4]);
    if changes.len() > most {
        let _ = writeln!(text, " … {} more; estimate.json has all of them", changes.len() - most);
    }
    text
}
