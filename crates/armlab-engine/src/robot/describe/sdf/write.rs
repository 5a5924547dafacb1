//! A robot as SDF 1.11.
//!
//! A joint stands in its parent link, a link at its joint. Rotor inertias are written as Drake
//! reads them. A closure becomes one more joint of its second link; its frames must be
//! together where all coordinates are zero, which is where SDF states poses.

use crate::friction::{FrictionTerm, LinearPart};
use crate::robot::describe::number::shortest;
use crate::robot::describe::written::Written;
use crate::robot::describe::xml::text::{escaped, line, vector};
use crate::robot::{Direction, Joint, JointKind, Link, LoopClosure, Robot};
use crate::spatial::{Transform, Vec3};

/// How near the frames of a closure must be, m or rad.
const TOGETHER: f64 = 1e-9;

/// Writes a robot as SDF.
pub fn write_sdf(robot: &Robot) -> Written {
    let mut written = Written::default();
    let mut out = String::from("<?xml version=\"1.0\"?>\n");
    line(&mut out, 0, "<sdf version=\"1.11\" xmlns:drake=\"http://drake.mit.edu\">");
    line(&mut out, 1, format!("<model name=\"{}\">", escaped(robot.name())));
    let base = robot.base();
    if base.name != "world" {
        let name = link_name(robot, None);
        link(&mut out, base, &name, None);
        line(&mut out, 2, format!("<joint name=\"{}\" type=\"fixed\">", unused(robot)));
        line(&mut out, 3, "<parent>world</parent>");
        line(&mut out, 3, format!("<child>{}</child>", escaped(&name)));
        line(&mut out, 2, "</joint>");
    }
    for (i, (j, l)) in robot.joints().iter().zip(robot.links()).enumerate() {
        let name = link_name(robot, Some(i));
        link(&mut out, l, &name, Some(&j.name));
        joint(&mut out, j, &link_name(robot, j.parent), &name);
    }
    frames(&mut out, robot);
    loops(&mut out, robot, &mut written);
    line(&mut out, 1, "</model>");
    out.push_str("</sdf>\n");
    losses(robot, &mut written);
    written.text = out;
    written
}

fn link_name(robot: &Robot, link: Option<usize>) -> String {
    let link = link.and_then(|i| robot.links().get(i)).unwrap_or(robot.base());
    beside_joints(robot, &link.name, "_link")
}

/// A name of its own for a link or frame that is called as a joint is: SDF has one set of names
/// for all of them.
fn beside_joints(robot: &Robot, name: &str, ending: &str) -> String {
    let of_a_joint = |name: &str| {
        let mut joints = robot.joints().iter().map(|j| &j.name);
        joints.any(|j| j == name) || robot.loops().iter().any(|l| l.name == name)
    };
    if !of_a_joint(name) {
        return name.into();
    }
    let taken = |name: &str| {
        let links = robot.links().iter().chain([robot.base()]).map(|l| &l.name);
        let mut others = links.chain(robot.frames().iter().map(|f| &f.name));
        of_a_joint(name) || others.any(|other| other == name)
    };
    let mut own = format!("{name}{ending}");
    while taken(&own) {
        own.push('_');
    }
    own
}

/// A name for the joint between world and base.
fn unused(robot: &Robot) -> String {
    let mut name = String::from("world_joint");
    while robot.joints().iter().any(|j| j.name == name) {
        name.push('_');
    }
    name
}

fn pose(pose: &Transform<f64>) -> String {
    let rpy = Vec3::from(pose.rotation.to_rpy());
    format!("{} {}", vector(pose.translation), vector(rpy))
}

fn link(out: &mut String, link: &Link, name: &str, joint: Option<&str>) {
    line(out, 2, format!("<link name=\"{}\">", escaped(name)));
    if let Some(joint) = joint {
        let joint = escaped(joint);
        line(out, 3, format!("<pose relative_to=\"{joint}\">0 0 0 0 0 0</pose>"));
    }
    line(out, 3, "<inertial>");
    let inertia = link.inertia.unwrap_or_default();
    let center = inertia.center().unwrap_or(Vec3::zero());
    if center != Vec3::zero() {
        line(out, 4, format!("<pose>{} 0 0 0</pose>", vector(center)));
    }
    line(out, 4, format!("<mass>{}</mass>", shortest(inertia.mass)));
    line(out, 4, "<inertia>");
    let values = inertia.tensor_at_center().to_array().map(shortest);
    for (name, value) in ["ixx", "ixy", "iyy", "ixz", "iyz", "izz"].iter().zip(values) {
        line(out, 5, format!("<{name}>{value}</{name}>"));
    }
    line(out, 4, "</inertia>");
    line(out, 3, "</inertial>");
    line(out, 2, "</link>");
}

fn joint(out: &mut String, joint: &Joint, parent: &str, child: &str) {
    let (name, kind) = (escaped(&joint.name), joint.kind.name());
    let (parent, child) = (escaped(parent), escaped(child));
    line(out, 2, format!("<joint name=\"{name}\" type=\"{kind}\">"));
    line(out, 3, format!("<pose relative_to=\"{parent}\">{}</pose>", pose(&joint.origin)));
    line(out, 3, format!("<parent>{parent}</parent>"));
    line(out, 3, format!("<child>{child}</child>"));
    if joint.kind.moves() {
        axis(out, joint);
    }
    if joint.rotor_inertia != 0.0 {
        let rotor = shortest(joint.rotor_inertia);
        line(out, 3, format!("<drake:rotor_inertia>{rotor}</drake:rotor_inertia>"));
        line(out, 3, "<drake:gear_ratio>1</drake:gear_ratio>");
    }
    line(out, 2, "</joint>");
}

fn axis(out: &mut String, joint: &Joint) {
    line(out, 3, "<axis>");
    line(out, 4, format!("<xyz>{}</xyz>", vector(joint.axis)));
    if let Some(mimic) = &joint.mimic {
        line(out, 4, format!("<mimic joint=\"{}\">", escaped(&mimic.joint)));
        line(out, 5, format!("<multiplier>{}</multiplier>", shortest(mimic.multiplier)));
        line(out, 5, format!("<offset>{}</offset>", shortest(mimic.offset)));
        line(out, 5, "<reference>0</reference>");
        line(out, 4, "</mimic>");
    }
    let limits = joint.limits;
    let ranged = joint.kind != JointKind::Continuous;
    let stated = [
        ("lower", limits.lower, ranged),
        ("upper", limits.upper, ranged),
        ("effort", limits.effort, true),
        ("velocity", limits.velocity, true),
        ("drake:acceleration", limits.acceleration, true),
    ];
    let stated: Vec<_> = stated.into_iter().filter(|(_, x, has)| *has && x.is_finite()).collect();
    if !stated.is_empty() {
        line(out, 4, "<limit>");
        for (name, value, _) in stated {
            line(out, 5, format!("<{name}>{}</{name}>", shortest(value)));
        }
        line(out, 4, "</limit>");
    }
    let LinearPart { viscous, coulomb, .. } = joint.friction.linear_part();
    if viscous != 0.0 || coulomb != 0.0 {
        line(out, 4, "<dynamics>");
        line(out, 5, format!("<damping>{}</damping>", shortest(viscous)));
        line(out, 5, format!("<friction>{}</friction>", shortest(coulomb)));
        line(out, 4, "</dynamics>");
    }
    line(out, 3, "</axis>");
}

fn frames(out: &mut String, robot: &Robot) {
    let tool = robot.tool();
    let known = robot.frames().contains(tool)
        || tool.pose == Transform::identity() && tool.name == link_name(robot, tool.link);
    for frame in robot.frames().iter().chain((!known).then_some(tool)) {
        let name = beside_joints(robot, &frame.name, "_frame");
        let (name, link) = (escaped(&name), link_name(robot, frame.link));
        let link = escaped(&link);
        line(out, 2, format!("<frame name=\"{name}\" attached_to=\"{link}\">"));
        line(out, 3, format!("<pose>{}</pose>", pose(&frame.pose)));
        line(out, 2, "</frame>");
    }
}

fn loops(out: &mut String, robot: &Robot, written: &mut Written) {
    let zero = poses_at_zero(robot);
    let place = |end: &crate::robot::Frame| match end.link.and_then(|i| zero.get(i)) {
        Some(pose) => pose.compose(&end.pose),
        None => end.pose,
    };
    let (mut apart, mut unsaid) = (Vec::new(), Vec::new());
    for closure in robot.loops() {
        let Some(kind) = joint_kind(closure) else {
            unsaid.push(closure.name.as_str());
            continue;
        };
        let between = place(&closure.first).inverse().compose(&place(&closure.second));
        let turned = kind == "fixed" && between.max_difference(&Transform::identity()) > TOGETHER;
        let tilted = kind == "revolute" && (between.rotation.c[2].z - 1.0).abs() > TOGETHER;
        if turned || tilted || between.translation.norm() > TOGETHER {
            apart.push(closure.name.as_str());
            continue;
        }
        line(out, 2, format!("<joint name=\"{}\" type=\"{kind}\">", escaped(&closure.name)));
        let (first, second) = (&closure.first, &closure.second);
        let (parent, child) = (link_name(robot, first.link), link_name(robot, second.link));
        let (parent, child) = (escaped(&parent), escaped(&child));
        line(out, 3, format!("<pose relative_to=\"{parent}\">{}</pose>", pose(&first.pose)));
        line(out, 3, format!("<parent>{parent}</parent>"));
        line(out, 3, format!("<child>{child}</child>"));
        if kind == "revolute" {
            line(out, 3, "<axis><xyz>0 0 1</xyz></axis>");
        }
        line(out, 2, "</joint>");
    }
    written.lose_at("closures that are not together where all coordinates are zero", &apart);
    written.lose_at("closures that are no ball, hinge or fixed joint", &unsaid);
}

/// The joint that holds a closure's directions.
fn joint_kind(closure: &LoopClosure) -> Option<&'static str> {
    let same = |all: &[Direction]| {
        all.len() == closure.directions.len() && all.iter().all(|d| closure.directions.contains(d))
    };
    let kinds: [(&str, &[Direction]); 3] =
        [("ball", &Direction::POINT), ("revolute", &Direction::PIN), ("fixed", &Direction::ALL)];
    kinds.into_iter().find(|(_, all)| same(all)).map(|(name, _)| name)
}

/// Poses of the links in the base where all coordinates are zero.
fn poses_at_zero(robot: &Robot) -> Vec<Transform<f64>> {
    let mut poses: Vec<Transform<f64>> = Vec::with_capacity(robot.links().len());
    for joint in robot.joints() {
        let parent = joint.parent.map_or(Transform::identity(), |i| poses[i]);
        poses.push(parent.compose(&joint.origin));
    }
    poses
}

/// What SDF has no words for.
fn losses(robot: &Robot, written: &mut Written) {
    let links = robot.links().iter().chain([robot.base()]);
    let renamed = links.filter(|l| beside_joints(robot, &l.name, "_link") != l.name);
    let renamed: Vec<&str> = renamed.map(|l| l.name.as_str()).collect();
    written.lose_at("names of links that joints have, too", &renamed);
    let named = |has: &dyn Fn(&Joint) -> bool| -> Vec<&str> {
        robot.moving_joints().filter(|j| has(j)).map(|j| j.name.as_str()).collect()
    };
    if robot.gravity() != crate::spatial::vec3(0.0, 0.0, -9.80665) {
        written.lose("gravity, which SDF states in the world and not in the model");
    }
    let rotors = named(&|j| j.rotor_inertia != 0.0);
    written.lose_at("rotor inertias, which only Drake reads", &rotors);
    let ratios = named(&|j| j.gear_ratio != 0.0);
    written.lose_at("gear ratios: rotor inertias are written as the joints feel them", &ratios);
    let accelerations = named(&|j| j.limits.acceleration.is_finite());
    written.lose_at("acceleration limits, which only Drake reads", &accelerations);
    written.lose_at("friction offsets", &named(&|j| j.friction.linear_part().offset != 0.0));
    let further = |t: &FrictionTerm| !t.law().linear_part(t.values()).is_all;
    written.lose_at(
        "friction laws other than viscous and Coulomb friction",
        &named(&|j| j.friction.terms.iter().any(further)),
    );
    written.lose_at("home coordinates", &named(&|j| j.mimic.is_none() && j.home != 0.0));
    if robot.links().iter().any(|l| !l.capsules.is_empty()) {
        written.lose("capsules");
    }
    if !robot.declared_base_parameters().is_empty() || !robot.model_parameters().is_empty() {
        written.lose("declared parameters");
    }
}
