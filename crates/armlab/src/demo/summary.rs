//! The demonstration in words.

use crate::documents::number;
use crate::documents::table::table;
use crate::identification::{IdentificationReport, MethodReport};
use armlab_engine::text::significant;
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
            m.verdict_word().into(),
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
    report.reasons.iter().try_for_each(|reason| writeln!(f, "  {reason}"))?;
    write_intervals(f, report)
}

/// True values beside the recommended method's estimates and their intervals.
fn write_intervals(f: &mut fmt::Formatter<'_>, report: &IdentificationReport) -> fmt::Result {
    let method = report.methods.iter().find(|m| m.method == report.recommended);
    let (Some(method), Some(truth)) = (method, &report.reference) else { return Ok(()) };
    let rows = method.base.iter().zip(&truth.values).map(|(p, truth)| {
        let interval = p.lower.zip(p.upper);
        let held = interval.map(|(lower, upper)| (lower..=upper).contains(truth));
        vec![
            p.name.clone(),
            significant(*truth, 5),
            significant(p.value, 5),
            interval.map_or(String::new(), |(a, b)| {
                format!("{} … {}", significant(a, 5), significant(b, 5))
            }),
            held.map_or(String::new(), |held| if held { "yes" } else { "no" }.into()),
            p.unit.clone(),
        ]
    });
    let header = ["parameter", "truth", "estimate", "95 % interval", "holds the truth", "unit"];
    writeln!(f, "\n{}: truth, estimate, interval\n", method.method)?;
    f.write_str(&table(&header, rows.collect(), &[1, 2]))
}
