//! Parameters as a CSV table.

use super::{IdentificationReport, MethodReport};
use std::fmt::Write;

/// All parameters of all methods as CSV.
pub fn parameters_csv(document: &IdentificationReport) -> String {
    let mut text =
        String::from("method,recommended,kind,name,value,std,lower,upper,unit,status,definition\n");
    let mut rows = |m: &MethodReport, kind: &str| {
        let list = if kind == "base" { &m.base } else { &m.parameters };
        for p in list {
            // `{:?}` prints as many digits as bring the same number back.
            let number = |x: Option<f64>| x.map_or(String::new(), |x| format!("{x:?}"));
            let (std, lower, upper) = (number(p.std), number(p.lower), number(p.upper));
            let (name, unit) = (quoted(&p.name), quoted(&p.unit));
            let definition = quoted(p.definition.as_deref().unwrap_or_default());
            let _ = writeln!(
                text,
                "{},{},{kind},{name},{:?},{std},{lower},{upper},{unit},{},{definition}",
                m.method,
                if m.method == document.recommended { "yes" } else { "no" },
                p.value,
                p.status
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
