//! `<joint>` of SDF.

use super::scope::{Scene, joined};
use super::values;
use crate::friction::Friction;
use crate::robot::describe::xml::element::Element;
use crate::robot::describe::xml::sources::Sources;
use crate::robot::{Direction, Joint, JointKind, Mimic};
use crate::spatial::{Mat3, Transform, Vec3, vec3};
use armlab_files::FileError;

/// A joint with one coordinate at most.
pub(super) struct Hinge {
    pub joint: Joint,
    pub at: usize,
}

/// The joints that a `<joint>` stands for: one, or two for a universal joint.
pub(super) fn read(
    sources: &Sources,
    scene: &mut Scene,
    number: usize,
) -> Result<Vec<Hinge>, FileError> {
    let (name, scope, element) = {
        let part = &scene.joints[number];
        (part.name.clone(), part.scope.clone(), part.element.clone())
    };
    let at = element.at;
    let stated = element.attribute("type").unwrap_or_default();
    let kind = match stated {
        "revolute" | "continuous" | "universal" | "revolute2" | "gearbox" => JointKind::Revolute,
        "prismatic" => JointKind::Prismatic,
        "fixed" => JointKind::Fixed,
        "ball" | "screw" => {
            let message =
                format!("joint `{name}` is a {stated} joint, which armlab has no coordinates for");
            return Err(sources.error(at, message, "write it as revolute joints in a row"));
        }
        other => {
            let message = format!("joint `{name}` is of unknown type `{other}`");
            let hint = "types are revolute, continuous, prismatic, universal and fixed";
            return Err(sources.error(at, message, hint));
        }
    };
    if kind == JointKind::Fixed {
        let joint = Joint::new(name, kind, Transform::identity(), vec3(0.0, 0.0, 1.0));
        return Ok(vec![Hinge { joint, at }]);
    }
    let mut chain = Vec::new();
    let two = matches!(stated, "universal" | "revolute2");
    for tag in if two { &["axis", "axis2"][..] } else { &["axis"] } {
        let own = if two && *tag == "axis2" { format!("{name}_2") } else { name.clone() };
        let mut joint = Joint::new(own, kind, Transform::identity(), vec3(0.0, 0.0, 1.0));
        if let Some(axis) = element.first(tag) {
            joint.axis = direction(sources, scene, number, axis)?;
            read_axis(sources, scene, &scope, axis, &mut joint)?;
        }
        let endless =
            joint.limits.lower == f64::NEG_INFINITY && joint.limits.upper == f64::INFINITY;
        if stated == "continuous" || joint.kind == JointKind::Revolute && endless {
            joint.kind = JointKind::Continuous;
            joint.limits.lower = f64::NEG_INFINITY;
            joint.limits.upper = f64::INFINITY;
        }
        chain.push(Hinge { joint, at });
    }
    if let (Some(rotor), Some(hinge)) =
        (values::number(sources, &element, "drake:rotor_inertia")?, chain.last_mut())
    {
        let ratio = values::number(sources, &element, "drake:gear_ratio")?.unwrap_or(1.0);
        hinge.joint.rotor_inertia = rotor * ratio * ratio;
        hinge.joint.gear_ratio = stated_ratio(ratio);
    }
    if stated == "gearbox" {
        scene.notes.push((at, format!("the gears of joint `{name}` are ignored")));
    }
    Ok(chain)
}

/// A gear's ratio where it says something: one is what files have that know none.
fn stated_ratio(ratio: f64) -> f64 {
    if ratio.abs() == 1.0 || !ratio.is_finite() { 0.0 } else { ratio.abs() }
}

/// Direction of an axis in the joint's frame.
fn direction(
    sources: &Sources,
    scene: &mut Scene,
    number: usize,
    axis: &Element,
) -> Result<Vec3<f64>, FileError> {
    let (name, scope) = (scene.joints[number].name.clone(), scene.joints[number].scope.clone());
    let Some(xyz) = axis.first("xyz") else { return Ok(vec3(0.0, 0.0, 1.0)) };
    let stated = values::vector(sources, xyz)?;
    if !(stated.norm() > 1e-30) {
        let message = format!("joint `{name}` has an axis of length zero");
        return Err(sources.error(xyz.at, message, "give it a direction such as 0 0 1"));
    }
    let in_model = values::text(axis, "use_parent_model_frame");
    let in_model = matches!(in_model.as_deref(), Some("1" | "true")) || scene.version < (1, 5);
    let frame = match xyz.attribute("expressed_in").filter(|f| !f.is_empty()) {
        Some("__model__") => joined(&scope, "__model__"),
        Some(frame) => joined(&scope, frame),
        None if in_model => joined(&scope, "__model__"),
        None => return Ok(stated),
    };
    let seen = scene.pose(sources, &frame, xyz.at)?.rotation;
    let own = scene.pose(sources, &name, xyz.at)?.rotation;
    Ok(own.transposed().compose(&seen).apply(stated))
}

fn read_axis(
    sources: &Sources,
    scene: &mut Scene,
    scope: &str,
    axis: &Element,
    joint: &mut Joint,
) -> Result<(), FileError> {
    if let Some(limit) = axis.first("limit") {
        let limits = &mut joint.limits;
        limits.lower = values::limit(sources, limit, "lower")?.unwrap_or(f64::NEG_INFINITY);
        limits.upper = values::limit(sources, limit, "upper")?.unwrap_or(f64::INFINITY);
        // Below zero stands for none.
        let positive = |x: Option<f64>| x.filter(|x| *x >= 0.0).unwrap_or(f64::INFINITY);
        limits.effort = positive(values::limit(sources, limit, "effort")?);
        limits.velocity = positive(values::limit(sources, limit, "velocity")?);
        limits.acceleration = positive(values::limit(sources, limit, "drake:acceleration")?);
    }
    if let Some(dynamics) = axis.first("dynamics") {
        let number =
            |tag| Ok::<f64, FileError>(values::number(sources, dynamics, tag)?.unwrap_or(0.0));
        joint.friction = Friction::linear(number("damping")?, number("friction")?, 0.0);
        if number("spring_stiffness")? != 0.0 {
            let message = format!("the spring of joint `{}` is ignored", joint.name);
            scene.notes.push((dynamics.at, message));
        }
    }
    if let Some(mimic) = axis.first("mimic") {
        let number = |tag, usual| {
            Ok::<f64, FileError>(values::number(sources, mimic, tag)?.unwrap_or(usual))
        };
        let multiplier = number("multiplier", 1.0)?;
        let offset = number("offset", 0.0)? - multiplier * number("reference", 0.0)?;
        let leader = joined(scope, mimic.attribute("joint").unwrap_or_default());
        if scene.joints.iter().any(|j| j.name == leader) {
            joint.mimic = Some(Mimic { joint: leader, multiplier, offset });
        } else {
            let message = format!("joint `{}` mimics `{leader}`, which does not exist", joint.name);
            scene.notes.push((mimic.at, message));
        }
    }
    Ok(())
}

/// Axes of a closure in its joint's frame, and the directions that it holds.
type Held = (Mat3<f64>, Vec<Direction>);

/// What a joint that closes a loop holds, in its frame turned so that z is its axis; none for
/// joints that hold nothing armlab knows.
pub(super) fn closure(
    sources: &Sources,
    scene: &mut Scene,
    number: usize,
) -> Result<Option<Held>, FileError> {
    let (name, element) = {
        let part = &scene.joints[number];
        (part.name.clone(), part.element.clone())
    };
    let turned = |scene: &mut Scene| -> Result<Mat3<f64>, FileError> {
        let axis = match element.first("axis") {
            Some(axis) => direction(sources, scene, number, axis)?,
            None => vec3(0.0, 0.0, 1.0),
        };
        Ok(z_to(axis.scale(1.0 / axis.norm())))
    };
    Ok(match element.attribute("type").unwrap_or_default() {
        "fixed" => Some((Mat3::identity(), Direction::ALL.to_vec())),
        "ball" => Some((Mat3::identity(), Direction::POINT.to_vec())),
        "revolute" | "continuous" => Some((turned(scene)?, Direction::PIN.to_vec())),
        "prismatic" => {
            use Direction::{TurnX, TurnY, TurnZ, X, Y};
            Some((turned(scene)?, vec![X, Y, TurnX, TurnY, TurnZ]))
        }
        other => {
            let message =
                format!("joint `{name}` of type `{other}` would close a loop; it is ignored");
            scene.notes.push((element.at, message));
            None
        }
    })
}

/// A rotation that brings z to a unit direction.
fn z_to(z: Vec3<f64>) -> Mat3<f64> {
    let helper = if z.x.abs() < 0.6 { vec3(1.0, 0.0, 0.0) } else { vec3(0.0, 1.0, 0.0) };
    let y = z.cross(helper);
    let y = y.scale(1.0 / y.norm());
    Mat3 { c: [y.cross(z), y, z] }
}
