//! The demo for people.

use crate::output::Paint;
use crate::table::{number, table};
use armlab::identification::{IdentificationReport, MethodReport};
use std::fmt::Write;
use std::path::Path;

/// Methods in the table.
const ROWS: usize = 12;

pub fn read_out(document: &IdentificationReport, report: &Path, paint: Paint) -> String {
    let judged = |m: &MethodReport| m.validation.as_ref().unwrap_or(&m.fit).relative;
    let mut methods: Vec<&MethodReport> = document.methods.iter().collect();
    methods.sort_by(|a, b| judged(a).total_cmp(&judged(b)));
    let mut text = format!(
        "\n{}: {} base parameters and {} of friction; errors on a motion that no method has seen\n\n",
        paint.bold(&document.robot),
        document.base_parameters,
        document.unknowns - document.base_parameters
    );
    let rows = methods.iter().take(ROWS).map(|m| {
        let distance = document.reference.as_ref().map(|r| m.distance(&r.values));
        vec![
            m.method.to_string(),
            format!("{:.2}", judged(m)),
            distance.map_or(String::new(), number),
            if m.verdict.pass { paint.green("pass") } else { paint.red("fail") },
            if m.physical.consistent { "possible".into() } else { "impossible".into() },
            format!("{:.3}", m.seconds),
        ]
    });
    let header = ["method", "error %", "from truth %", "verdict", "bodies", "s"];
    text.push_str(&table(&header, rows.collect(), &[1, 2, 5]));
    if methods.len() > ROWS {
        let _ = writeln!(text, " … {} more in the report", methods.len() - ROWS);
    }
    if let Some(described) = document.baselines.described {
        let _ = writeln!(text, "\nthe description as it was given leaves {described:.1} %");
    }
    let _ = writeln!(text, "recommended: {}", paint.bold(&document.recommendation));
    for reason in &document.reasons {
        let _ = writeln!(text, "  {reason}");
    }
    let _ = writeln!(text, "\nreport: {}\n", paint.bold(&report.display().to_string()));
    text.push_str(
        "next:\n  armlab identify my-robot.urdf --log my-log.csv --out out/mine   your own robot and log\n  \
         armlab studio                                                   all of it in the browser\n  \
         armlab reproduce all                                            five papers, ours beside theirs\n",
    );
    text
}
