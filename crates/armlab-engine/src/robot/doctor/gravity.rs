//! Gravity that is not the Earth's.

use super::words::{number, vector};
use super::{Case, Finding, Severity};

/// Standard gravity, m/s².
const STANDARD: f64 = 9.80665;

pub(super) fn check(case: &Case, findings: &mut Vec<Finding>) {
    let gravity = case.robot.gravity();
    let size = gravity.norm();
    // From the equator's mountains to the poles, with room for 9.8 and 10.
    if (9.75..=10.0).contains(&size) {
        return;
    }
    let (severity, why, fix): (_, &str, String) = if size == 0.0 {
        (
            Severity::Info,
            "right for a robot in free fall or a model of motions across gravity only",
            format!("on Earth with z up: 0 0 -{STANDARD}"),
        )
    } else if let Some((unit, scale)) = [("cm/s²", 1e-2), ("mm/s²", 1e-3)]
        .into_iter()
        .find(|(_, scale)| (9.7..=10.1).contains(&(size * scale)))
    {
        (
            Severity::Error,
            "a hundred or a thousand times the Earth's: in another unit than m/s²",
            format!("read as {unit} it is {} m/s²", vector(gravity.scale(scale))),
        )
    } else if (0.9..=1.1).contains(&size) {
        (
            Severity::Warning,
            "looks like a direction, or like units of g",
            format!("{} m/s²", vector(gravity.scale(STANDARD / size))),
        )
    } else {
        (
            Severity::Warning,
            "not the Earth's, which is between 9.76 and 9.84 m/s²",
            format!("{} m/s², unless the robot works elsewhere", {
                vector(gravity.scale(STANDARD / size))
            }),
        )
    };
    findings.push(Finding {
        severity,
        subject: case.robot.name().into(),
        code: "gravity-odd",
        message: format!("gravity is {} m/s², {} m/s² in size", vector(gravity), number(size)),
        why: why.into(),
        fix,
    });
}
