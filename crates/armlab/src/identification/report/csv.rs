//! Parameters as a CSV table.

use super::{IdentificationReport, MethodReport};
use std::fmt::Write;

/// All parameters of all methods as CSV.
pub fn parameters_csv(document: &IdentificationReport) -> String {
    let mut text = String::from("method,kind,name,value,std,unit,status,definition\n");
    let mut rows = |m: &MethodReport, kind: &str| {
        let list = if kind == "base" { &m.base } else { &m.parameters };
        for p in list {
            // `{:?}` prints as many digits as bring the same number back.
            let std = p.std.map_or(String::new(), |s| format!("{s:?}"));
            let (name, unit) = (quoted(&p.name), quoted(&p.unit));
            let definition = quoted(p.definition.as_deref().unwrap_or_default());
            let _ = writeln!(
                text,
                "{},{kind},{name},{:?},{std},{unit},{},{definition}",
                m.method, p.value, p.status
            );
        }
    };
    for method in &document.methods {
        rows(method, "base");
        rows(method, "parameter");
    }
    text
}

/// A field of a CSV file. A leading sign that a spreadsheet would take for a
/// formula is kept from being one.
fn quoted(field: &str) -> String {
    let formula = field.starts_with(['=', '@', '+', '-', '\t']);
    let field = if formula { format!("'{field}") } else { field.to_string() };
    if field.contains(['"', ',', '\n', '\r']) {
        format!("\"{}\"", field.replace('"', "\"\""))
    } else {
        field
    }
}
