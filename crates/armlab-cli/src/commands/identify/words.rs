//! The estimate for people: methods side by side, then the recommended one.

use super::{payload, uncertainty};
use crate::output::Paint;
use crate::table::{number, table};
use armlab::identification::{
    Change, IdentificationReport, MethodReport, ParameterReport, capped, change_cells,
};
use armlab::validation::Verdict;
use std::fmt::Write;

/// Most explanations.
const EXPLANATIONS: usize = 3;
/// Most rows of parameters.
const ROWS: usize = 80;
/// Columns of a terminal.
const WIDTH: usize = 80;
/// Columns that a method's row takes without errors of single joints.
const USED: usize = 62;

pub fn read_out(document: &IdentificationReport, joints: &[String], paint: Paint) -> String {
    let mut text = String::new();
    let _ = writeln!(text, "{}: {}\n", paint.bold(&document.robot), document.counts());
    for note in &document.notes {
        let _ = writeln!(text, "  {note}");
    }
    text.push('\n');
    text.push_str(&methods(document, joints));
    let Some(best) = document.best() else { return text };
    let word = paint.level(best.verdict.status);
    let _ = writeln!(text, "\nrecommended: {}, {word}", paint.bold(best.method));
    let _ = writeln!(text, "  {}", document.recommendation);
    for reason in &document.reasons {
        let _ = writeln!(text, "  {reason}");
    }
    let verdict = &best.verdict;
    for reason in verdict.reasons.iter().chain(&verdict.scope).chain(&best.notes) {
        let _ = writeln!(text, "  {reason}");
    }
    // Of a model that passes, what is left to explain is the description's error.
    let about = if verdict.pass { "before identification" } else { "diagnosis" };
    text.push_str(&explanations(verdict, about));
    text.push('\n');
    let header = ["parameter", "value", "±", "unit", "± %", ""];
    let rows = best.base.iter().take(ROWS).map(row).collect();
    text.push_str(&table(&header, rows, &[1, 2, 4]));
    if best.base.len() > ROWS {
        let _ = writeln!(text, " … {} more; --json has all of them", best.base.len() - ROWS);
    }
    if best.legend().next().is_some() {
        text.push('\n');
        for (name, definition) in best.legend().take(ROWS) {
            text.push_str(&wrapped(&format!("{name} = {definition}"), 4));
        }
    }
    if let Some(trust) = &document.trust {
        text.push_str(&uncertainty::read_out(trust));
    }
    text.push_str(&payload::gains(&document.gains, paint));
    if let Some(payload) = &document.payload {
        text.push_str(&payload::read_out(payload, paint));
    }
    if let Some(export) = document.export.as_ref().filter(|e| !e.changes.is_empty()) {
        text.push_str("\nchanges of the description:\n\n");
        text.push_str(&changes_table(&export.changes, ROWS));
    }
    text
}

/// What may be wrong with log or description.
pub fn explanations(verdict: &Verdict, about: &str) -> String {
    let lines = verdict.diagnosis.iter().take(EXPLANATIONS).map(|e| {
        format!("  {about}: {} (removes {:.0} %)\n      fix: {}\n", e.message, e.removes, e.fix)
    });
    lines.collect()
}

fn methods(document: &IdentificationReport, joints: &[String]) -> String {
    let validated = document.methods.iter().any(|m| m.validation.is_some());
    let mut header = vec!["method", "fit %", "rank", "cond", "consistent", "s"];
    if validated {
        header.insert(2, "valid. %");
    }
    let room = joints.iter().map(|j| j.len().max(4) + 3).sum::<usize>() <= WIDTH - USED;
    header.extend(joints.iter().map(String::as_str).filter(|_| room));
    let rows = document.methods.iter().map(|m: &MethodReport| {
        let judged = m.validation.as_ref().unwrap_or(&m.fit);
        let mut row = vec![m.method.to_string(), format!("{:.2}", m.fit.relative)];
        if validated {
            row.push(m.validation.as_ref().map_or(String::new(), |v| format!("{:.2}", v.relative)));
        }
        row.push(m.rank.to_string());
        row.push(number(m.scaled_condition));
        row.push(m.consistent());
        row.push(format!("{:.3}", m.seconds));
        row.extend(judged.joints.iter().filter(|_| room).map(|j| format!("{:.1}", j.relative)));
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
    let mut text = table(&["parameter", "before", "after", "unit", "%"], rows, &[1, 2, 4]);
    if changes.len() > most {
        let _ = writeln!(text, " … {} more; estimate.json has all of them", changes.len() - most);
    }
    text
}

/// A line broken at spaces so that it fits a terminal, later lines indented.
fn wrapped(text: &str, indent: usize) -> String {
    let mut out = String::new();
    let mut line = String::from(" ");
    for word in text.split(' ') {
        if line.chars().count() + 1 + word.chars().count() > WIDTH && !line.trim().is_empty() {
            out.push_str(line.trim_end());
            out.push('\n');
            line = " ".repeat(indent);
        }
        line.push(' ');
        line.push_str(word);
    }
    out + line.trim_end() + "\n"
}
