//! A robot as URDF.
//!
//! Numbers are the shortest that read back as the same doubles. Angles and
//! centres of mass are computed, so a robot survives the round trip to
//! rounding, not to the bit; the TOML format is the exact one.

use super::friction;
use crate::friction::LinearPart;
use crate::robot::describe::number::shortest;
use crate::robot::describe::xml::text::{escaped, line, vector};
use crate::robot::{Frame, Joint, JointKind, Limits, Link, LoopClosure, Robot};
use crate::spatial::{Inertia, Sym3, Transform, Vec3};
use armlab_files::LARGEST_QUANTITY;
use std::collections::HashSet;
use std::fmt::Write;

/// Stands for a limit that is infinite; `unlimited` of `<armlab>` says which do.
const UNREACHABLE: f64 = 1e9;

/// Writes a robot as URDF. What URDF has no words for goes into `<armlab>`
/// elements; named frames become massless links on fixed joints.
pub fn write_urdf(robot: &Robot) -> String {
    let mut out = String::from("<?xml version=\"1.0\"?>\n");
    line(&mut out, 0, format!("<robot name=\"{}\">", escaped(robot.name())));
    extension(&mut out, robot);
    link(&mut out, robot.base());
    robot.links().iter().for_each(|l| link(&mut out, l));
    for frame in robot.frames() {
        line(&mut out, 1, format!("<link name=\"{}\"/>", escaped(&frame.name)));
    }
    for (j, l) in robot.joints().iter().zip(robot.links()) {
        joint(&mut out, j, link_name(robot, j.parent), &l.name);
    }
    let mut taken: HashSet<String> = robot.joints().iter().map(|j| j.name.clone()).collect();
    for frame in robot.frames() {
        frame_joint(&mut out, robot, frame, &mut taken);
    }
    out.push_str("</robot>\n");
    out
}

fn link_name(robot: &Robot, link: Option<usize>) -> &str {
    link.and_then(|i| robot.links().get(i)).unwrap_or(robot.base()).name.as_str()
}

/// `<armlab>` of the robot.
fn extension(out: &mut String, robot: &Robot) {
    let mut attributes = format!(" gravity=\"{}\"", vector(robot.gravity()));
    let tool = robot.tool();
    let is_frame = robot.frames().contains(tool);
    let is_link = !robot.frames().iter().any(|f| f.name == tool.name)
        && tool.name == link_name(robot, tool.link)
        && tool.pose == Transform::identity();
    if is_frame || is_link {
        let _ = write!(attributes, " tool=\"{}\"", escaped(&tool.name));
    }
    if !is_depth_first(robot) {
        attributes.push_str(" joint_order=\"document\"");
    }
    let named = robot.declared_base_parameters();
    let plain = named.is_empty() && robot.model_parameters().is_empty() && robot.loops().is_empty();
    if (is_frame || is_link) && plain {
        return line(out, 1, format!("<armlab{attributes}/>"));
    }
    line(out, 1, format!("<armlab{attributes}>"));
    if !(is_frame || is_link) {
        let (name, link) = (escaped(&tool.name), escaped(link_name(robot, tool.link)));
        let pose = pose(&tool.pose);
        line(out, 2, format!("<tool name=\"{name}\" link=\"{link}\" {pose}/>"));
    }
    robot.loops().iter().for_each(|closure| write_loop(out, robot, closure));
    let names = if plain { Vec::new() } else { robot.parameter_names() };
    let mut declared = |tag: &str, name: &str, unit: &str, terms: &[(usize, f64)]| {
        line(out, 2, format!("<{tag} name=\"{}\" unit=\"{}\">", escaped(name), escaped(unit)));
        for (index, factor) in terms {
            let term = names.get(*index).map(|n| escaped(n)).unwrap_or_default();
            let factor = shortest(*factor);
            line(out, 3, format!("<term parameter=\"{term}\" factor=\"{factor}\"/>"));
        }
        line(out, 2, format!("</{tag}>"));
    };
    for p in named {
        declared("base_parameter", &p.name, &p.unit, &p.combination);
    }
    for p in robot.model_parameters() {
        declared("parameter", &p.name, &p.unit, &p.moves);
    }
    line(out, 1, "</armlab>");
}

fn write_loop(out: &mut String, robot: &Robot, closure: &LoopClosure) {
    let name = escaped(&closure.name);
    let directions: Vec<&str> = closure.directions.iter().map(|d| d.name()).collect();
    let directions = directions.join(" ");
    line(out, 2, format!("<loop name=\"{name}\" directions=\"{directions}\">"));
    for (tag, end) in [("first", &closure.first), ("second", &closure.second)] {
        let (link, pose) = (escaped(link_name(robot, end.link)), pose(&end.pose));
        line(out, 3, format!("<{tag} link=\"{link}\" {pose}/>"));
    }
    line(out, 2, "</loop>");
}

/// True when a reader that numbers joints depth first finds them in order.
fn is_depth_first(robot: &Robot) -> bool {
    // Depth first means: each joint hangs on the one before it or on one of
    // that one's ancestors.
    let mut path: Vec<usize> = Vec::new();
    robot.joints().iter().enumerate().all(|(i, joint)| {
        let keep = match joint.parent {
            None => Some(0),
            Some(parent) => path.iter().rposition(|&p| p == parent).map(|at| at + 1),
        };
        path.truncate(keep.unwrap_or(0));
        path.push(i);
        keep.is_some()
    })
}

fn link(out: &mut String, link: &Link) {
    let name = escaped(&link.name);
    if link.inertia.is_none() && link.extent.is_none() {
        return line(out, 1, format!("<link name=\"{name}\"/>"));
    }
    line(out, 1, format!("<link name=\"{name}\">"));
    let mut extra = String::new();
    if let Some(inertia) = &link.inertia {
        line(out, 2, "<inertial>");
        inertial_lines(inertia).iter().for_each(|text| line(out, 3, text));
        line(out, 2, "</inertial>");
        if !is_exact(inertia) {
            let ten = inertia.to_array().map(shortest).join(" ");
            let _ = write!(extra, " inertia=\"{ten}\"");
        }
    }
    if let Some(extent) = link.extent {
        let _ = write!(extra, " extent=\"{}\"", shortest(extent));
    }
    if !extra.is_empty() {
        line(out, 2, format!("<armlab{extra}/>"));
    }
    line(out, 1, "</link>");
}

/// The elements of an `<inertial>`.
pub(super) fn inertial_lines(inertia: &Inertia<f64>) -> [String; 3] {
    let (mass, center, tensor) = at_center(inertia);
    let [xx, xy, yy, xz, yz, zz] = tensor.to_array().map(shortest);
    [
        format!("<origin xyz=\"{}\"/>", vector(center)),
        format!("<mass value=\"{}\"/>", shortest(mass)),
        format!(
            "<inertia ixx=\"{xx}\" ixy=\"{xy}\" ixz=\"{xz}\" iyy=\"{yy}\" iyz=\"{yz}\" izz=\"{zz}\"/>"
        ),
    ]
}

/// Whether an `<inertial>` holds these parameters to a few roundings.
pub(super) fn is_exact(inertia: &Inertia<f64>) -> bool {
    let (mass, center, tensor) = at_center(inertia);
    same(inertia, &Inertia::from_center(mass, center, tensor))
}

/// Mass, centre of mass and tensor about it, corrected until reading them
/// gives back the tensor about the origin as nearly as doubles allow. Where
/// mass is missing or next to nothing, the centre is the origin: such a body
/// is no URDF, and its ten parameters are written beside it.
fn at_center(inertia: &Inertia<f64>) -> (f64, Vec3<f64>, Sym3<f64>) {
    let Inertia { mass, first, tensor } = *inertia;
    let center = Vec3::from(first.to_array().map(|h| h / mass));
    let mut about_center = Sym3::zero();
    for _ in 0..3 {
        about_center += tensor - Inertia::from_center(mass, center, about_center).tensor;
    }
    let [x, y, z] = center.to_array();
    let [a, b, c, d, e, f] = about_center.to_array();
    let numbers = [x, y, z, a, b, c, d, e, f];
    if numbers.iter().all(|n| n.abs() <= LARGEST_QUANTITY) {
        (mass, center, about_center)
    } else {
        (mass, Vec3::zero(), tensor)
    }
}

/// True when two sets of ten parameters agree to a few roundings.
fn same(a: &Inertia<f64>, b: &Inertia<f64>) -> bool {
    let scale =
        |i: &Inertia<f64>| i.tensor.to_array().into_iter().fold(0.0_f64, |m, v| m.max(v.abs()));
    let first = |i: &Inertia<f64>| i.first.norm();
    let close = |a: f64, b: f64, scale: f64| (a - b).abs() <= 4.0 * f64::EPSILON * scale;
    let (p, q) = (a.to_array(), b.to_array());
    p.iter().zip(&q).enumerate().all(|(i, (&x, &y))| match i {
        0 => x == y,
        1..=3 => close(x, y, first(a)),
        _ => close(x, y, scale(a)),
    })
}

fn joint(out: &mut String, joint: &Joint, parent: &str, child: &str) {
    let (name, kind) = (escaped(&joint.name), joint.kind.name());
    line(out, 1, format!("<joint name=\"{name}\" type=\"{kind}\">"));
    line(out, 2, format!("<parent link=\"{}\"/>", escaped(parent)));
    line(out, 2, format!("<child link=\"{}\"/>", escaped(child)));
    line(out, 2, format!("<origin {}/>", pose(&joint.origin)));
    if joint.kind.moves() {
        line(out, 2, format!("<axis xyz=\"{}\"/>", vector(joint.axis)));
    }
    let mut extra = limits(out, joint);
    let LinearPart { viscous, coulomb, offset, .. } = joint.friction.linear_part();
    if viscous != 0.0 || coulomb != 0.0 {
        let (damping, dry) = (shortest(viscous), shortest(coulomb));
        line(out, 2, format!("<dynamics damping=\"{damping}\" friction=\"{dry}\"/>"));
    }
    if let Some(mimic) = &joint.mimic {
        let (leader, factor) = (escaped(&mimic.joint), shortest(mimic.multiplier));
        let offset = shortest(mimic.offset);
        let text = format!("joint=\"{leader}\" multiplier=\"{factor}\" offset=\"{offset}\"");
        line(out, 2, format!("<mimic {text}/>"));
    }
    let mut add = |name: &str, value: f64, usual: f64| {
        if value != usual {
            let _ = write!(extra, " {name}=\"{}\"", bound(value));
        }
    };
    add("acceleration", joint.limits.acceleration, f64::INFINITY);
    add("rotor_inertia", joint.rotor_inertia, 0.0);
    add("gear_ratio", joint.gear_ratio, 0.0);
    let plain = friction::is_plain(&joint.friction);
    add("friction_offset", if plain { offset } else { 0.0 }, 0.0);
    let leads = joint.mimic.is_none();
    add("home", if leads { joint.home } else { 0.0 }, 0.0);
    if leads && !joint.actuated {
        extra.push_str(" actuated=\"false\"");
    }
    if !plain {
        line(out, 2, format!("<armlab{extra}>"));
        friction::write(out, &joint.friction);
        line(out, 2, "</armlab>");
    } else if !extra.is_empty() {
        line(out, 2, format!("<armlab{extra}/>"));
    }
    line(out, 1, "</joint>");
}

/// Writes `<limit>` and returns what it cannot hold, for `<armlab>`.
fn limits(out: &mut String, joint: &Joint) -> String {
    let Limits { lower, upper, velocity, effort, .. } = joint.limits;
    let ranged = matches!(joint.kind, JointKind::Revolute | JointKind::Prismatic);
    let speed = format!("effort=\"{}\" velocity=\"{}\"", bound(effort), bound(velocity));
    let mut extra = String::new();
    let mut unlimited = Vec::new();
    if ranged || velocity.is_finite() || effort.is_finite() {
        unlimited.extend([("velocity", velocity), ("effort", effort)]);
    }
    if ranged {
        let range = format!("lower=\"{}\" upper=\"{}\"", bound(lower), bound(upper));
        line(out, 2, format!("<limit {range} {speed}/>"));
        unlimited.extend([("lower", lower), ("upper", upper)]);
    } else {
        if velocity.is_finite() || effort.is_finite() {
            line(out, 2, format!("<limit {speed}/>"));
        }
        if lower != f64::NEG_INFINITY {
            let _ = write!(extra, " lower=\"{}\"", bound(lower));
        }
        if upper != f64::INFINITY {
            let _ = write!(extra, " upper=\"{}\"", bound(upper));
        }
    }
    let names: Vec<&str> =
        unlimited.into_iter().filter(|(_, v)| v.is_infinite()).map(|(name, _)| name).collect();
    if !names.is_empty() {
        let _ = write!(extra, " unlimited=\"{}\"", names.join(" "));
    }
    extra
}

/// A limit; a number that no robot reaches stands for infinity, which URDF cannot say.
fn bound(value: f64) -> String {
    if value.is_infinite() { shortest(UNREACHABLE.copysign(value)) } else { shortest(value) }
}

fn frame_joint(out: &mut String, robot: &Robot, frame: &Frame, taken: &mut HashSet<String>) {
    let mut name = format!("{}_frame", frame.name);
    while !taken.insert(name.clone()) {
        name.push('_');
    }
    line(out, 1, format!("<joint name=\"{}\" type=\"fixed\">", escaped(&name)));
    line(out, 2, format!("<parent link=\"{}\"/>", escaped(link_name(robot, frame.link))));
    line(out, 2, format!("<child link=\"{}\"/>", escaped(&frame.name)));
    line(out, 2, format!("<origin {}/>", pose(&frame.pose)));
    line(out, 2, "<armlab frame=\"true\"/>");
    line(out, 1, "</joint>");
}

fn pose(pose: &Transform<f64>) -> String {
    let rpy = Vec3::from(pose.rotation.to_rpy());
    format!("xyz=\"{}\" rpy=\"{}\"", vector(pose.translation), vector(rpy))
}
