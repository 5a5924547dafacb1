//! A robot as TOML, exactly: rotations as matrices, inertias about the link's
//! origin, every number the shortest that reads back as the same double.

use super::friction;
use super::text::{quoted, vector};
use crate::robot::describe::number::shortest;
use crate::robot::{
    BaseParameter, Capsule, Frame, Joint, JointKind, Limits, Link, LoopClosure, ModelParameter,
    MotorCoupling, Robot,
};
use crate::spatial::{Inertia, Mat3, Transform, Vec3};

/// Writes a robot as TOML. Reading it again gives the same robot, bit for bit.
pub fn write_toml(robot: &Robot) -> String {
    let mut out = String::new();
    let w = &mut out;
    line(w, format!("name = {}", quoted(robot.name())));
    line(w, format!("gravity = {}", vector(robot.gravity())));
    tool(w, robot);
    base(w, robot.base());
    for (joint, link) in robot.joints().iter().zip(robot.links()) {
        write_joint(w, robot, joint, link);
    }
    for frame in robot.frames() {
        line(w, "\n[[frame]]");
        line(w, format!("name = {}", quoted(&frame.name)));
        line(w, format!("link = {}", quoted(link_name(robot, frame.link))));
        placed(&frame.pose).iter().for_each(|entry| line(w, entry));
    }
    for closure in robot.loops() {
        loop_closure(w, robot, closure);
    }
    for coupling in robot.couplings() {
        write_coupling(w, coupling);
    }
    let names = parameter_names(robot);
    for parameter in robot.declared_base_parameters() {
        let BaseParameter { name, unit, combination } = parameter;
        declared(w, ["base_parameter", "combination"], name, unit, combination, &names);
    }
    for ModelParameter { name, unit, moves } in robot.model_parameters() {
        declared(w, ["parameter", "moves"], name, unit, moves, &names);
    }
    out
}

fn line(out: &mut String, text: impl AsRef<str>) {
    out.push_str(text.as_ref());
    out.push('\n');
}

fn link_name(robot: &Robot, link: Option<usize>) -> &str {
    link.and_then(|i| robot.links().get(i)).unwrap_or(robot.base()).name.as_str()
}

fn parameter_names(robot: &Robot) -> Vec<String> {
    match (robot.declared_base_parameters(), robot.model_parameters()) {
        ([], []) => Vec::new(),
        _ => robot.parameter_names(),
    }
}

fn tool(out: &mut String, robot: &Robot) {
    let tool: &Frame = robot.tool();
    let is_frame = robot.frames().contains(tool);
    let is_link = tool.pose == Transform::identity() && tool.name == link_name(robot, tool.link);
    if is_frame || is_link {
        return line(out, format!("tool = {}", quoted(&tool.name)));
    }
    let (name, link) = (quoted(&tool.name), quoted(link_name(robot, tool.link)));
    let mut entries = vec![format!("name = {name}"), format!("link = {link}")];
    entries.extend(placed(&tool.pose));
    line(out, format!("tool = {{ {} }}", entries.join(", ")));
}

fn base(out: &mut String, base: &Link) {
    if base.name == "base"
        && base.inertia.is_none()
        && base.extent.is_none()
        && base.capsules.is_empty()
    {
        return;
    }
    line(out, "\n[base]");
    link(out, base);
}

fn write_joint(out: &mut String, robot: &Robot, joint: &Joint, carried: &Link) {
    line(out, "\n[[joint]]");
    line(out, format!("name = {}", quoted(&joint.name)));
    line(out, format!("kind = \"{}\"", joint.kind.name()));
    line(out, format!("parent = {}", quoted(link_name(robot, joint.parent))));
    let origin = placed(&joint.origin);
    if !origin.is_empty() {
        line(out, format!("origin = {{ {} }}", origin.join(", ")));
    }
    if joint.kind.moves() {
        line(out, format!("axis = {}", vector(joint.axis)));
    }
    table(out, "limits", &limits(joint.kind, &joint.limits));
    if let Some(friction) = friction::write(&joint.friction) {
        line(out, format!("friction = {friction}"));
    }
    if joint.rotor_inertia != 0.0 {
        line(out, format!("rotor_inertia = {}", shortest(joint.rotor_inertia)));
    }
    if joint.gear_ratio != 0.0 {
        line(out, format!("gear_ratio = {}", shortest(joint.gear_ratio)));
    }
    if let Some(mimic) = &joint.mimic {
        // The leader's home is its home, and no drive moves it.
        let (factor, offset) = (shortest(mimic.multiplier), shortest(mimic.offset));
        let leader = quoted(&mimic.joint);
        let text = format!("joint = {leader}, multiplier = {factor}, offset = {offset}");
        line(out, format!("mimic = {{ {text} }}"));
    } else {
        if !joint.actuated {
            line(out, "actuated = false");
        }
        if joint.home != 0.0 {
            line(out, format!("home = {}", shortest(joint.home)));
        }
    }
    line(out, "[joint.link]");
    link(out, carried);
}

fn link(out: &mut String, link: &Link) {
    line(out, format!("name = {}", quoted(&link.name)));
    if let Some(inertia) = &link.inertia {
        let Inertia { mass, first, tensor } = inertia;
        let center = Vec3::from(first.to_array().map(|h| h / mass));
        if center.is_finite() {
            line(out, format!("# centre of mass: {}", vector(center)));
        }
        let [xx, xy, yy, xz, yz, zz] = tensor.to_array().map(shortest);
        line(out, format!("mass = {}", shortest(*mass)));
        line(out, format!("first_moment = {}", vector(*first)));
        line(
            out,
            format!(
                "inertia_at_origin = {{ xx = {xx}, xy = {xy}, yy = {yy}, xz = {xz}, yz = {yz}, zz = {zz} }}"
            ),
        );
    }
    if let Some(extent) = link.extent {
        line(out, format!("extent = {}", shortest(extent)));
    }
    if !link.capsules.is_empty() {
        line(out, "capsules = [");
        for Capsule { from, to, radius } in &link.capsules {
            let (from, to, radius) = (vector(*from), vector(*to), shortest(*radius));
            line(out, format!("    {{ from = {from}, to = {to}, radius = {radius} }},"));
        }
        line(out, "]");
    }
}

fn loop_closure(out: &mut String, robot: &Robot, closure: &LoopClosure) {
    line(out, "\n[[loop]]");
    line(out, format!("name = {}", quoted(&closure.name)));
    let directions: Vec<_> = closure.directions.iter().map(|d| quoted(d.name())).collect();
    line(out, format!("directions = [{}]", directions.join(", ")));
    for (key, end) in [("first", &closure.first), ("second", &closure.second)] {
        let mut entries = vec![format!("link = {}", quoted(link_name(robot, end.link)))];
        entries.extend(placed(&end.pose));
        line(out, format!("{key} = {{ {} }}", entries.join(", ")));
    }
}

fn write_coupling(out: &mut String, coupling: &MotorCoupling) {
    let MotorCoupling { joints: [first, second], opposed, inertia, viscous, coulomb, width } =
        coupling;
    line(out, "\n[[coupling]]");
    line(out, format!("joints = [{}, {}]", quoted(first), quoted(second)));
    if *opposed {
        line(out, "opposed = true");
    }
    let numbers =
        [("inertia", inertia), ("viscous", viscous), ("coulomb", coulomb), ("width", width)];
    numbers.iter().for_each(|(key, value)| line(out, format!("{key} = {}", shortest(**value))));
}

fn declared(
    out: &mut String,
    [kind, key]: [&str; 2],
    name: &str,
    unit: &str,
    entries: &[(usize, f64)],
    names: &[String],
) {
    line(out, format!("\n[[{kind}]]"));
    line(out, format!("name = {}", quoted(name)));
    line(out, format!("unit = {}", quoted(unit)));
    let mut terms: Vec<(usize, f64)> = Vec::new();
    for &(index, factor) in entries {
        match terms.iter_mut().find(|(i, _)| *i == index) {
            Some((_, sum)) => *sum += factor,
            None => terms.push((index, factor)),
        }
    }
    let term = |(index, factor): &(usize, f64)| {
        let name = names.get(*index).map(String::as_str).unwrap_or_default();
        format!("{} = {}", quoted(name), shortest(*factor))
    };
    let terms: Vec<String> = terms.iter().map(term).collect();
    line(out, format!("{key} = {{ {} }}", terms.join(", ")));
}

fn table(out: &mut String, key: &str, entries: &[String]) {
    if !entries.is_empty() {
        line(out, format!("{key} = {{ {} }}", entries.join(", ")));
    }
}

fn limits(kind: JointKind, limits: &Limits) -> Vec<String> {
    let usual = Limits::default();
    let ranged = kind != JointKind::Continuous;
    [
        ("lower", limits.lower, usual.lower, ranged),
        ("upper", limits.upper, usual.upper, ranged),
        ("velocity", limits.velocity, usual.velocity, true),
        ("acceleration", limits.acceleration, usual.acceleration, true),
        ("effort", limits.effort, usual.effort, true),
    ]
    .into_iter()
    .filter(|(_, value, usual, written)| *written && value != usual)
    .map(|(key, value, ..)| format!("{key} = {}", shortest(value)))
    .collect()
}

/// `xyz` and `rotation` of a place, as far as they are not the usual ones.
fn placed(pose: &Transform<f64>) -> Vec<String> {
    let mut entries = Vec::new();
    if pose.translation != Vec3::zero() {
        entries.push(format!("xyz = {}", vector(pose.translation)));
    }
    if pose.rotation != Mat3::identity() {
        let rows = pose.rotation.to_rows().map(|row| vector(row.into()));
        entries.push(format!("rotation = [{}]", rows.join(", ")));
    }
    entries
}
