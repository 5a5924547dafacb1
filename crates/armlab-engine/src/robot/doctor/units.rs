//! Lengths and angles that look like millimetres and degrees.

use super::words::{length, number, vector};
use super::{Case, Finding, Severity};
use crate::robot::Joint;
use crate::spatial::Vec3;
use std::f64::consts::TAU;

/// No joint of an arm stands this far from the one before it, in metres.
const FAR: f64 = 20.0;
/// Beyond this not even a crane's does.
const IMPOSSIBLY_FAR: f64 = 100.0;
/// Four turns: more than cables allow, less than usual ranges in degrees.
const MANY_TURNS: f64 = 25.0;
/// Faster than arms turn, in rad/s; a slow speed in degrees per second.
const FAST: f64 = 60.0;
/// Two turns: the largest angle, and the fastest speed, that is usual in degrees.
const MOST_DEGREES: f64 = 720.0;

pub(super) fn check(case: &Case, findings: &mut Vec<Finding>) {
    for joint in case.robot.joints() {
        findings.extend(origin(joint));
        if joint.kind.turns() {
            findings.extend(angle(joint));
            findings.extend(turning_speed(joint));
        } else if joint.kind.moves() {
            findings.extend(stroke(joint));
        }
    }
    for frame in case.robot.frames().iter().chain([case.robot.tool()]) {
        let far = frame.pose.translation;
        findings.extend(far_away(&frame.name, "stands", far));
    }
}

fn origin(joint: &Joint) -> Option<Finding> {
    far_away(&joint.name, "its origin is", joint.origin.translation)
}

fn far_away(subject: &str, what: &str, at: Vec3<f64>) -> Option<Finding> {
    let distance = at.norm();
    if distance <= FAR {
        return None;
    }
    Some(Finding {
        severity: if distance > IMPOSSIBLY_FAR { Severity::Error } else { Severity::Warning },
        subject: subject.into(),
        code: "length-unit",
        message: format!("{what} {} from the frame it hangs on", length(distance)),
        why: "no manipulator is that large; lengths are in metres".into(),
        fix: format!("read as millimetres it is {} m", vector(at.scale(1e-3))),
    })
}

fn stroke(joint: &Joint) -> Option<Finding> {
    let limits = joint.limits;
    let far = farthest_finite(limits.lower, limits.upper);
    // How files say that a base slides over the floor without end.
    let unlimited = far >= IMPOSSIBLY_FAR && far.log10().fract() == 0.0;
    if unlimited && limits.lower == -limits.upper {
        return Some(Finding {
            severity: Severity::Info,
            subject: joint.name.clone(),
            code: "length-unit",
            message: format!("its limits are {} to either side: none", length(far)),
            why: "right for the slides of a mobile base; no manipulator is that large".into(),
            fix: "nothing, if it is meant to have no limits".into(),
        });
    }
    (far > FAR).then(|| Finding {
        severity: if far > IMPOSSIBLY_FAR { Severity::Error } else { Severity::Warning },
        subject: joint.name.clone(),
        code: "length-unit",
        message: format!("its limit is {}", length(far)),
        why: "no manipulator is that large; lengths are in metres".into(),
        fix: format!(
            "read as millimetres its limits are {} and {} m",
            number(limits.lower / 1e3),
            number(limits.upper / 1e3)
        ),
    })
}

fn angle(joint: &Joint) -> Option<Finding> {
    let limits = joint.limits;
    let far = farthest_finite(limits.lower, limits.upper);
    if far <= MANY_TURNS {
        return None;
    }
    let [lower, upper] = [limits.lower, limits.upper].map(|x| number(x.to_radians()));
    Some(Finding {
        severity: Severity::Warning,
        subject: joint.name.clone(),
        code: "angle-unit",
        message: format!("its limit is {} rad, {} revolutions", number(far), number(far / TAU)),
        why: "joints with limits rarely turn more than twice; angles are in radians".into(),
        fix: if far <= MOST_DEGREES {
            format!(
                "read as degrees its limits are {lower} and {upper} rad; without end, make it \
                 continuous"
            )
        } else {
            "make it continuous, without limits".into()
        },
    })
}

/// A speed that reads like degrees. Round powers of ten and speeds beyond all
/// reason are how files say that there is no limit.
fn turning_speed(joint: &Joint) -> Option<Finding> {
    let speed = joint.limits.velocity;
    if speed <= FAST || !speed.is_finite() {
        return None;
    }
    let unlimited = speed > MOST_DEGREES || speed.log10().fract() == 0.0;
    let degrees = format!("read as degrees per second it is {} rad/s", number(speed.to_radians()));
    Some(Finding {
        severity: if unlimited { Severity::Info } else { Severity::Warning },
        subject: joint.name.clone(),
        code: "angle-unit",
        message: format!(
            "its velocity limit is {} rad/s, {} revolutions per second",
            number(speed),
            number(speed / TAU)
        ),
        why: "no arm is that fast; speeds are in radians per second".into(),
        fix: if unlimited { "the drive's speed, or no limit".into() } else { degrees },
    })
}

fn farthest_finite(lower: f64, upper: f64) -> f64 {
    [lower, upper].into_iter().filter(|x| x.is_finite()).map(f64::abs).fold(0.0, f64::max)
}
