//! An identification in a few lines.

use super::report::{IdentificationReport, MethodReport};
use std::fmt::Write;

/// The number of unknowns, the recommended method, its errors and its verdict.
pub fn summary(report: &IdentificationReport) -> String {
    let mut text = format!("{}: {}\n", report.robot, counts(report));
    let Some(best) = report.best() else { return text };
    let _ = writeln!(text, "recommended method: {} ({})", best.method, verdict_word(best));
    for reason in &best.verdict.reasons {
        let _ = writeln!(text, "  {reason}");
    }
    if report.methods.len() > 1 {
        let _ = writeln!(text, "methods by prediction error:");
        for method in report.ranked() {
            let error = method.evaluated().relative;
            let consistent = consistent(method);
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

/// `48 base parameters, 21 friction parameters`
pub fn counts(report: &IdentificationReport) -> String {
    let friction = report.unknowns - report.base_parameters;
    format!("{} base parameters, {friction} friction parameters", report.base_parameters)
}

/// `pass` or `fail`
pub fn verdict_word(method: &MethodReport) -> &'static str {
    if method.verdict.pass { "pass" } else { "fail" }
}

/// `yes`, or `no` with the link.
pub fn consistent(method: &MethodReport) -> String {
    let physical = &method.physical;
    if physical.consistent { "yes".into() } else { format!("no ({})", physical.worst_link) }
}
