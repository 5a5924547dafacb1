//! The demonstration in words.

use crate::documents::number;
use crate::documents::table::table;
use crate::identification::{IdentificationReport, MethodReport};
use std::fmt;

/// Methods in the table.
const ROWS: usize = 12;

/// The methods with the smallest validation errors, and the recommended one.
pub fn write(f: &mut fmt::Formatter<'_>, report: &IdentificationReport) -> fmt::Result {
    let error = |m: &MethodReport| m.validation.as_ref().unwrap_or(&m.fit).relative;
    let mut methods: Vec<&MethodReport> = report.methods.iter().collect();
    methods.sort_by(|a, b| error(a).total_cmp(&error(b)));
    writeln!(
        f,
        "{}: {} base parameters, {} friction parameters; errors on the validation log\n",
        report.robot,
        report.base_parameters,
        report.unknowns - report.base_parameters
    )?;
    let rows = methods.iter().take(ROWS).map(|m| {
        let distance = report.reference.as_ref().map(|r| m.distance(&r.values));
        vec![
            m.method.to_string(),
            format!("{:.2}", error(m)),
            distance.map_or(String::new(), number),
            if m.verdict.pass { "pass".into() } else { "fail".into() },
            if m.physical.consistent { "yes".into() } else { "no".into() },
            format!("{:.3}", m.seconds),
        ]
    });
    let header =
        ["method", "error %", "parameter error %", "verdict", "physically consistent", "s"];
    f.write_str(&table(&header, rows.collect(), &[1, 2, 5]))?;
    if methods.len() > ROWS {
        writeln!(f, "  … {} more in the report", methods.len() - ROWS)?;
    }
    if let Some(described) = report.baselines.described {
        writeln!(f, "\nerror of the original description: {described:.1} %")?;
    }
    writeln!(f, "recommended: {}", report.recommendation)?;
    report.reasons.iter().try_for_each(|reason| writeln!(f, "  {reason}"))
}
