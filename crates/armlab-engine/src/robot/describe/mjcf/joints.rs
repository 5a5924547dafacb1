//! `<joint>` and `<freejoint>`.

use super::compiler::Compiler;
use super::values::Values;
use crate::friction::Friction;
use crate::robot::describe::xml::sources::Sources;
use crate::robot::{Joint, JointKind};
use crate::spatial::{Transform, Vec3, vec3};
use armlab_files::FileError;

/// A joint with one coordinate.
pub(super) struct Hinge {
    pub joint: Joint,
    /// The frame at its anchor, in the body's frame.
    pub anchor: Transform<f64>,
    /// Its motion at the coordinate at which the model is drawn.
    pub reference: Transform<f64>,
    /// The name that the model uses for it.
    pub key: String,
    /// Number of its coordinate among MuJoCo's.
    pub address: usize,
    pub at: usize,
    pub notes: Vec<(usize, String)>,
}

/// How a joint moves.
pub(super) enum Motion {
    Hinge(Box<Hinge>),
    /// `free` or `ball`.
    Other(&'static str),
}

/// Reads a joint that stands in `frame` of its body.
pub(super) fn read(
    sources: &Sources,
    compiler: &Compiler,
    values: &Values,
    frame: &Transform<f64>,
    name: &str,
) -> Result<Motion, FileError> {
    let at = values.at;
    let turns = match values.get("type").unwrap_or("hinge") {
        _ if values.tag == "freejoint" => return Ok(Motion::Other("free")),
        "free" => return Ok(Motion::Other("free")),
        "ball" => return Ok(Motion::Other("ball")),
        "hinge" => true,
        "slide" => false,
        other => {
            let message = format!("joint `{name}` is of unknown type `{other}`");
            return Err(sources.error(at, message, "types are hinge, slide, ball and free"));
        }
    };
    let number =
        |name: &str| -> Result<f64, FileError> { Ok(values.number(sources, name)?.unwrap_or(0.0)) };
    let angle = |x: f64| if turns { compiler.angle(x) } else { x };
    let axis = values.vector(sources, "axis")?.map_or(vec3(0.0, 0.0, 1.0), Vec3::from);
    let axis = frame.rotation.apply(axis);
    let length = axis.norm();
    if !(length > 1e-15) {
        let message = format!("joint `{name}` has an axis of length zero");
        return Err(sources.error(at, message, "give it a direction such as 0 0 1"));
    }
    let axis = axis.scale(1.0 / length);
    // A slide is the same wherever it is anchored.
    let anchor = match values.vector(sources, "pos")? {
        Some(pos) if turns => frame.apply(Vec3::from(pos)),
        None if turns => frame.translation,
        _ => Vec3::zero(),
    };
    let anchor = Transform { translation: anchor, ..Transform::identity() };

    let range = values.limits(sources, "range")?.unwrap_or_default();
    let (lower, upper) = match range[..] {
        [lower, upper] => (angle(lower), angle(upper)),
        [] => (0.0, 0.0),
        _ => {
            let message = format!("`range` of joint `{name}` has {} numbers", range.len());
            return Err(sources.error(at, message, "write two, from the lower to the upper"));
        }
    };
    let limited = values.flag("limited").unwrap_or(compiler.autolimits && !range.is_empty());
    let kind = match (turns, limited) {
        (true, true) => JointKind::Revolute,
        (true, false) => JointKind::Continuous,
        (false, _) => JointKind::Prismatic,
    };
    let mut joint = Joint::new(name, kind, Transform::identity(), axis);
    if limited {
        (joint.limits.lower, joint.limits.upper) = (lower, upper);
    }
    let force = values.limits(sources, "actuatorfrcrange")?.unwrap_or_default();
    let forced = values.flag("actuatorfrclimited").unwrap_or(compiler.autolimits);
    if let (true, [lower, upper]) = (forced, &force[..]) {
        joint.limits.effort = lower.abs().max(upper.abs());
    }
    joint.friction = Friction::linear(number("damping")?, number("frictionloss")?, 0.0);
    joint.rotor_inertia = number("armature")?;
    let start = angle(number("ref")?);
    joint.home = start;
    let reference = if turns {
        Transform::rotation(axis, start)
    } else {
        Transform { translation: axis.scale(start), ..Transform::identity() }
    };
    let mut notes = Vec::new();
    if number("stiffness")? != 0.0 {
        notes.push((at, format!("the spring of joint `{name}` (`stiffness`) is ignored")));
    }
    if values.numbers(sources, "springdamper")?.is_some_and(|s| s.iter().all(|x| *x > 0.0)) {
        let message = format!("spring and damper of joint `{name}` (`springdamper`) are ignored");
        notes.push((at, message));
    }
    let key = String::new();
    Ok(Motion::Hinge(Box::new(Hinge { joint, anchor, reference, key, address: 0, at, notes })))
}
