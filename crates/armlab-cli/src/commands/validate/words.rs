//! A validation for people.

use crate::commands::identify::explanations;
use crate::output::Paint;
use crate::table::{number, table};
use armlab::validation::ValidationReport;
use std::fmt::Write;

pub fn read_out(document: &ValidationReport, paint: Paint) -> String {
    let verdict = &document.verdict;
    let word = paint.level(verdict.status);
    let mut text = format!("{}: {word}\n", paint.bold(&document.robot));
    for reason in verdict.reasons.iter().chain(&verdict.scope).chain(&document.notes) {
        let _ = writeln!(text, "  {reason}");
    }
    text.push_str(&explanations(verdict, "diagnosis"));
    text.push('\n');
    let joints = document.joints.iter().zip(&document.validation.joints);
    let rows = joints.zip(&document.metrics).enumerate().map(|(j, ((name, score), m))| {
        let mean = document.naive.mean.joints.get(j).map_or(f64::NAN, |m| m.relative);
        vec![
            name.clone(),
            format!("{:.2}", score.relative),
            format!("{mean:.2}"),
            number(m.rmse),
            number(m.iae),
            number(m.ise),
            format!("{:.4}", m.rms),
            format!("{:.5}", m.ai),
            format!("{:.4}", m.r2),
        ]
    });
    let header = ["joint", "error %", "mean %", "RMSE", "IAE", "ISE", "RMS", "AI", "R²"];
    text.push_str(&table(&header, rows.collect(), &[1, 2, 3, 4, 5, 6, 7, 8]));
    text
}
