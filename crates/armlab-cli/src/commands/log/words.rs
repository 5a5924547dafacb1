//! A log's examination in words.

use super::document::{Column, Document};
use crate::output::Paint;
use crate::table::{number, table};
use armlab_log::preflight::{Finding, Severity};
use std::fmt::Write;

/// Most columns of a finding that are named.
const MOST_NAMED: usize = 8;

pub fn read_out(document: &Document, paint: Paint) -> String {
    let mut text = String::new();
    let Document { file, format, rows, joints, .. } = document;
    let _ = writeln!(
        text,
        "{}: {format}, {} bytes\n{rows} samples of {joints} joint{}, {} s at {} Hz\n",
        paint.bold(file),
        document.size,
        if *joints == 1 { "" } else { "s" },
        number(document.duration),
        number(document.rate),
    );
    let _ = writeln!(text, "{}", paint.bold("mapping"));
    text += &mapping(&document.mapping);
    let unused: Vec<&str> =
        document.mapping.iter().filter(|c| c.target.is_none()).map(|c| c.column.as_str()).collect();
    if !unused.is_empty() {
        let _ = writeln!(text, " not used: {} (keep with --map \"keep=NAME\")", few(&unused));
    }
    text.push('\n');
    for note in &document.notes {
        let _ = writeln!(text, "{} {note}", paint.cyan("note"));
    }
    if document.findings.is_empty() {
        let _ = writeln!(text, "{}", paint.green("no problems found"));
    }
    for finding in &document.findings {
        text += &finding_text(finding, paint);
    }
    if let Some(path) = &document.written {
        let _ = writeln!(text, "wrote {}", path.display());
    }
    text
}

/// The columns that are used, in a table a person can check.
fn mapping(columns: &[Column]) -> String {
    let used = columns.iter().filter_map(|c| Some((c, c.target.clone()?)));
    let rows = used.map(|(c, target)| {
        vec![
            target,
            c.column.clone(),
            c.quantity.unwrap_or_default().into(),
            c.unit.unwrap_or("SI assumed").into(),
            c.conversion.clone(),
            c.why.clone(),
        ]
    });
    table(&["", "column", "quantity", "unit", "conversion", "how"], rows.collect(), &[])
}

fn finding_text(finding: &Finding, paint: Paint) -> String {
    let word = finding.severity.name();
    let word = match finding.severity {
        Severity::Error => paint.red(word),
        Severity::Warning => paint.yellow(word),
        Severity::Info => paint.cyan(word),
    };
    let mut text = format!("{word}  {} [{}]\n", finding.message, finding.code);
    if !finding.columns.is_empty() {
        let names: Vec<&str> = finding.columns.iter().map(String::as_str).collect();
        let _ = writeln!(text, "    columns  {}", few(&names));
    }
    if finding.rows.count > 0 {
        let _ = writeln!(text, "    rows     {}", finding.rows.words());
    }
    let _ = writeln!(text, "    action   {}", super::as_option(&finding.action));
    text
}

fn few(names: &[&str]) -> String {
    let clean = |name: &&str| name.replace(char::is_control, " ");
    let mut list: Vec<String> = names.iter().take(MOST_NAMED).map(clean).collect();
    if names.len() > MOST_NAMED {
        list.push(format!("and {} more", names.len() - MOST_NAMED));
    }
    list.join(", ")
}
