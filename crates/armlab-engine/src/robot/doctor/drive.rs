//! Friction and rotors that would drive the joint instead of holding it back.

use super::words::number;
use super::{Case, Finding, Severity};
use crate::friction::Range;

pub(super) fn check(case: &Case, findings: &mut Vec<Finding>) {
    for joint in case.robot.joints() {
        let turns = joint.kind.turns();
        let mut quantities = vec![(
            "rotor inertia".to_string(),
            joint.rotor_inertia,
            if turns { "kg m²" } else { "kg" },
            "rotor-negative",
            "kinetic energy would be negative",
        )];
        for term in &joint.friction.terms {
            let all = term.law().parameters().iter().zip(term.values());
            quantities.extend(all.filter(|(p, _)| p.range != Range::Any).map(|(p, &value)| {
                let feeds = "friction would add energy to the motion instead of dissipating it";
                let what = format!("`{}` of friction law `{}`", p.name, term.law().name());
                (what, value, p.dimension.unit(turns), "friction-negative", feeds)
            }));
        }
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
