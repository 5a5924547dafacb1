//! Friction and rotors that would drive the joint instead of holding it back.

use super::words::number;
use super::{Case, Finding, Severity};

pub(super) fn check(case: &Case, findings: &mut Vec<Finding>) {
    for joint in case.robot.joints() {
        let effort = joint.kind.effort_unit();
        let (per_speed, inertia) =
            if joint.kind.turns() { ("N m s/rad", "kg m²") } else { ("N s/m", "kg") };
        let feeds = "friction would add energy to the motion instead of dissipating it";
        let quantities = [
            (
                "viscous friction",
                joint.friction.total("viscous"),
                per_speed,
                "friction-negative",
                feeds,
            ),
            (
                "Coulomb friction",
                joint.friction.total("coulomb"),
                effort,
                "friction-negative",
                feeds,
            ),
            (
                "rotor inertia",
                joint.rotor_inertia,
                inertia,
                "rotor-negative",
                "kinetic energy would be negative",
            ),
        ];
        for (what, value, unit, code, why) in quantities.into_iter().filter(|q| q.1 < 0.0) {
            findings.push(Finding {
                severity: Severity::Error,
                subject: joint.name.clone(),
                code,
                message: format!("{what} is {} {unit}", number(value)),
                why: why.into(),
                fix: format!("zero or more, perhaps {} {unit}", number(-value)),
            });
        }
    }
}
