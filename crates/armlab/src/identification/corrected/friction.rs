//! Friction that a description can state. A joint without friction is estimated
//! at a little more or less than none, and less than none is not friction: it would
//! put energy into the motion. Values that are not permitted but not significantly
//! different from zero become zero; others are a reason to refuse.

use crate::friction::Friction;
use crate::identify::Estimate;
use crate::robot::Robot;

/// Standard deviations within which a value is not significantly different from zero.
const DEVIATIONS: f64 = 2.0;
/// Values below this are rounding, N m, N or per unit of speed.
const ROUNDING: f64 = 1e-9;

/// The robot with friction that a description can state, and what was changed for it;
/// or why there is none.
pub fn permitted(robot: &Robot, estimate: &Estimate) -> Result<(Robot, Vec<String>), String> {
    let mut notes = Vec::new();
    let mut repaired: Vec<(String, Friction)> = Vec::new();
    for joint in robot.driven_joints() {
        let prefix = format!("{}.", joint.name);
        let mut friction = joint.friction.clone();
        for term in &mut friction.terms {
            let mut values = term.values().to_vec();
            for (value, parameter) in values.iter_mut().zip(term.law().parameters()) {
                if parameter.range.contains(*value) {
                    continue;
                }
                // The unknown it came from has the very same value.
                let of_joint = estimate.unknowns.iter().filter(|u| u.name.starts_with(&prefix));
                let found = of_joint.filter(|u| u.value == *value).find_map(|u| u.deviation);
                let deviation = found.unwrap_or(0.0);
                let what = format!(
                    "`{}` of the friction of joint `{}` is {value:.2e} ± {deviation:.2e} {}",
                    parameter.name,
                    joint.name,
                    parameter.dimension.unit(joint.kind.turns())
                );
                let zero = parameter.range.contains(0.0) && value.is_finite();
                if !zero || value.abs() > (DEVIATIONS * deviation).max(ROUNDING) {
                    return Err(format!("{what}; it must be {}", parameter.range.words()));
                }
                if value.abs() > ROUNDING {
                    notes.push(format!(
                        "{what}, not significantly different from zero: written as zero"
                    ));
                }
                *value = 0.0;
            }
            term.set_values(&values);
        }
        repaired.push((joint.name.clone(), friction.simplified()));
    }
    match robot.with_friction(&repaired) {
        Some(robot) => Ok((robot, notes)),
        None => Err("a friction value is not a finite number".into()),
    }
}
