//! Limits that leave no room, or no power, to move.

use super::words::number;
use super::{Case, Finding, Severity};
use crate::robot::{Joint, JointKind};

pub(super) fn check(case: &Case, findings: &mut Vec<Finding>) {
    for joint in case.robot.joints().iter().filter(|j| j.kind.moves()) {
        range(joint, findings);
        most(joint, findings);
    }
}

fn range(joint: &Joint, findings: &mut Vec<Finding>) {
    let (lower, upper) = (joint.limits.lower, joint.limits.upper);
    let unit = joint.kind.position_unit();
    let mut add = |severity, code, message: String, why: &str, fix: String| {
        let (subject, why) = (joint.name.clone(), why.into());
        findings.push(Finding { severity, subject, code, message, why, fix });
    };
    if lower > upper {
        add(
            Severity::Error,
            "limits-reversed",
            format!(
                "lower limit {} {unit} is above the upper, {} {unit}",
                { number(lower) },
                number(upper)
            ),
            "no coordinate satisfies both",
            format!("lower {} and upper {} {unit}", number(upper), number(lower)),
        );
    } else if lower == upper && joint.kind != JointKind::Continuous {
        add(
            Severity::Warning,
            "limits-empty",
            format!("both limits are {} {unit}", number(lower)),
            "the joint cannot move; URDF takes limits that are left out as zero",
            "state its range, or make the joint fixed (or continuous, if it has no limits)".into(),
        );
    } else if lower > 0.0 || upper < 0.0 {
        add(
            Severity::Info,
            "zero-outside-limits",
            format!("zero is outside its limits, {} to {} {unit}", number(lower), number(upper)),
            "right for some arms; a pose of all zeros, which many tools start from, is then not one \
             of the robot's",
            "nothing, if the joint is built that way".into(),
        );
    }
}

fn most(joint: &Joint, findings: &mut Vec<Finding>) {
    let all_left_out = joint.limits.lower == joint.limits.upper;
    let (per_second, per_second_squared) =
        if joint.kind.turns() { ("rad/s", "rad/s²") } else { ("m/s", "m/s²") };
    let limits = joint.limits;
    let quantities = [
        ("velocity", limits.velocity, per_second, "velocity-limit"),
        ("acceleration", limits.acceleration, per_second_squared, "acceleration-limit"),
        ("effort", limits.effort, joint.kind.effort_unit(), "effort-limit"),
    ];
    for (what, value, unit, code) in quantities.into_iter().filter(|q| q.1 <= 0.0) {
        let negative = value < 0.0;
        if all_left_out && !negative {
            // One finding on the missing limits is enough.
            continue;
        }
        findings.push(Finding {
            severity: if negative { Severity::Error } else { Severity::Warning },
            subject: joint.name.clone(),
            code,
            message: format!("its {what} limit is {} {unit}", number(value)),
            why: if negative {
                "a limit is on the absolute value, which is never negative".into()
            } else {
                "the joint could not move at all".into()
            },
            fix: if negative {
                format!("{} {unit}", number(-value))
            } else {
                format!("the drive's {what} in {unit}, or no limit where it is unknown")
            },
        });
    }
}
