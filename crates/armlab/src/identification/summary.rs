//! An identification in a few lines.

use super::report::IdentificationReport;
use std::fmt::Write;

/// The number of unknowns, the recommended method, its errors and its verdict.
pub fn summary(report: &IdentificationReport) -> String {
    let mut text = format!("{}: {}\n", report.robot, report.counts());
    let Some(best) = report.best() else { return text };
    let _ = writeln!(text, "recommended method: {} ({})", best.method, best.verdict_word());
    for reason in &best.verdict.reasons {
        let _ = writeln!(text, "  {reason}");
    }
    if report.methods.len() > 1 {
        let _ = writeln!(text, "methods by prediction error:");
        for method in report.ranked() {
            let error = method.evaluated().relative;
            let consistent = method.consistent();
            let name = method.method;
            let _ =
                writeln!(text, "  {name:<14} {error:>8.2} %  physically consistent: {consistent}");
        }
    }
    for failed in &report.skipped {
        let _ = writeln!(text, "{failed}");
    }
    text
}
