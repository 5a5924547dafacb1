//! Friction that a description can state. A joint without friction is estimated
//! at a little more or less than none, and less than none is no friction: it
//! would put energy into the motion. What is negative but cannot be told from
//! zero becomes zero; what can be told stays, and the description is refused.

use crate::friction::{Friction, FrictionTerm};
use crate::identify::Estimate;
use crate::robot::Robot;

/// Standard deviations within which a value cannot be told from zero.
const DEVIATIONS: f64 = 2.0;
/// Values below this are rounding, N m, N or per unit of speed.
const ROUNDING: f64 = 1e-9;

/// The robot with friction that is noise set to zero, and what was done.
pub fn without_noise(robot: &Robot, estimate: &Estimate) -> Option<(Robot, Vec<String>)> {
    let mut notes = Vec::new();
    let mut repaired: Vec<(String, Friction)> = Vec::new();
    for joint in robot.driven_joints() {
        let prefix = format!("{}.", joint.name);
        let mut friction = joint.friction.clone();
        for term in &mut friction.terms {
            let mut values = term.values().to_vec();
            for (value, parameter) in values.iter_mut().zip(term.law().parameters()) {
                let range = parameter.range;
                if range.contains(*value) || !range.contains(0.0) {
                    continue;
                }
                // The unknown it came from has the very same value.
                let of_joint = estimate.unknowns.iter().filter(|u| u.name.starts_with(&prefix));
                let deviation =
                    of_joint.filter(|u| u.value == *value).find_map(|u| u.deviation).unwrap_or(0.0);
                if value.abs() <= (DEVIATIONS * deviation).max(ROUNDING) {
                    if value.abs() > ROUNDING {
                        notes.push(format!(
                            "{} friction of `{}` is {value:.2e} ± {deviation:.2e}, which cannot \
                             be told from zero: the description has zero",
                            parameter.name, joint.name
                        ));
                    }
                    *value = 0.0;
                }
            }
            *term = FrictionTerm::with_values(term.law(), values)?;
        }
        repaired.push((joint.name.clone(), friction));
    }
    Some((robot.with_friction(&repaired)?, notes))
}
