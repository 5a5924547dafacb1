//! Uncertainty of the recommended estimate, for people.

use crate::table::table;
use armlab::identification::UncertaintyReport;
use std::fmt::Write;

/// Rows of a terminal's table.
const ROWS: usize = 40;

/// The read-out.
pub fn read_out(trust: &UncertaintyReport) -> String {
    let mut text = String::new();
    let mut list = |title: &str, sentences: &[String]| {
        if !sentences.is_empty() {
            let _ = writeln!(text, "\n{title}:");
            for sentence in sentences {
                let _ = writeln!(text, "  {sentence}");
            }
        }
    };
    list("bias by noise of the motion", &trust.bias_warnings);
    list("further motion that would reduce the uncertainty", &trust.advice);
    if let Some(bootstrap) = &trust.bootstrap {
        list("block bootstrap", &bootstrap.notes);
    }
    list("not available", &trust.open);
    let rows = trust.range_rows();
    if !rows.is_empty() {
        text.push_str("\nranges of link parameters with the same efforts:\n\n");
        let more = rows.len().saturating_sub(ROWS);
        let rows = rows.into_iter().take(ROWS).collect();
        let header = ["parameter", "minimum", "estimate", "maximum", "unit"];
        text.push_str(&table(&header, rows, &[1, 2, 3]));
        if more > 0 {
            let _ = writeln!(text, " … {more} more; --json has all of them");
        }
    }
    text
}
