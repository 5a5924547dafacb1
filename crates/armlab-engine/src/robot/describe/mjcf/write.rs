//! A robot as MJCF.
//!
//! A link becomes a body with one joint, frames become sites, closures and followers
//! equalities, actuated joints motors. MuJoCo refuses moving bodies without mass, so a link
//! without mass that carries one joint is merged with what that joint carries: the body then
//! has both joints.

use super::write_equality::equalities;
use super::write_place::placed;
use crate::friction::{FrictionTerm, LinearPart};
use crate::robot::describe::number::shortest;
use crate::robot::describe::written::Written;
use crate::robot::describe::xml::text::{escaped, line, vector};
use crate::robot::{Joint, JointKind, Link, Robot};
use crate::spatial::{Inertia, Transform, Vec3, principal_axes};

/// Mass, and moments of inertia, of a body that has none: far below what efforts show.
const NEXT_TO_NOTHING: f64 = 1e-12;
/// Stands for a limit that is infinite where the other one is not.
const UNREACHABLE: f64 = 1e9;

/// Writes a robot as MJCF.
pub fn write_mjcf(robot: &Robot) -> Written {
    let mut written = Written::default();
    let mut out = String::new();
    line(&mut out, 0, format!("<mujoco model=\"{}\">", escaped(robot.name())));
    line(&mut out, 1, "<compiler angle=\"radian\" autolimits=\"true\" inertiafromgeom=\"false\"/>");
    line(&mut out, 1, format!("<option gravity=\"{}\"/>", vector(robot.gravity())));
    line(&mut out, 1, "<custom>");
    let tool = escaped(&robot.tool().name);
    line(&mut out, 2, format!("<text name=\"armlab_tool\" data=\"{tool}\"/>"));
    line(&mut out, 1, "</custom>");
    line(&mut out, 1, "<worldbody>");
    let order = Bodies::of(robot).write(&mut out, &mut written);
    line(&mut out, 1, "</worldbody>");
    equalities(&mut out, robot, &mut written);
    actuators(&mut out, robot);
    home(&mut out, robot, &order);
    out.push_str("</mujoco>\n");
    losses(robot, &mut written);
    written.text = out;
    written
}

/// A step of the walk through the tree.
enum Step {
    /// Open the body of a link, with joints of massless links before it.
    Open {
        link: usize,
        before: Vec<usize>,
        depth: usize,
    },
    Close {
        depth: usize,
    },
}

struct Bodies<'r> {
    robot: &'r Robot,
    children: Vec<Vec<usize>>,
    roots: Vec<usize>,
}

impl<'r> Bodies<'r> {
    fn of(robot: &'r Robot) -> Self {
        let mut bodies =
            Self { robot, children: vec![Vec::new(); robot.links().len()], roots: Vec::new() };
        for (i, joint) in robot.joints().iter().enumerate() {
            match joint.parent {
                Some(parent) => bodies.children[parent].push(i),
                None => bodies.roots.push(i),
            }
        }
        bodies
    }

    /// Writes all bodies; the joints in the order in which they stand in the file.
    fn write(&self, out: &mut String, written: &mut Written) -> Vec<usize> {
        let mut order = Vec::new();
        let base = self.robot.base();
        let is_world = base.name == "world";
        let depth = if is_world { 2 } else { 3 };
        if !is_world {
            line(out, 2, format!("<body name=\"{}\">", escaped(&base.name)));
            if let Some(inertia) = base.inertia.filter(|i| i.mass > 0.0) {
                inertial(out, 3, &inertia);
            }
        }
        self.sites(out, None, depth);
        capsules(out, base, depth);
        let mut empty = Vec::new();
        let mut impossible = Vec::new();
        let open = |link: &usize, depth| Step::Open { link: *link, before: Vec::new(), depth };
        let mut steps: Vec<Step> = self.roots.iter().rev().map(|i| open(i, depth)).collect();
        while let Some(step) = steps.pop() {
            match step {
                Step::Close { depth } => line(out, depth, "</body>"),
                Step::Open { link, mut before, depth } => {
                    if let Some(next) = self.merged_with(link) {
                        before.push(link);
                        steps.push(Step::Open { link: next, before, depth });
                        continue;
                    }
                    order.extend(before.iter().chain([&link]));
                    self.open(out, link, before, depth);
                    let name = self.robot.links()[link].name.as_str();
                    match self.robot.links()[link].inertia.filter(|i| i.mass > 0.0) {
                        Some(inertia) => {
                            inertial(out, depth + 1, &inertia);
                            if !is_possible(&inertia) {
                                impossible.push(name);
                            }
                        }
                        None if self.robot.joints()[link].kind.moves() => {
                            let (m, i) = (NEXT_TO_NOTHING, NEXT_TO_NOTHING);
                            let text = format!(
                                "<inertial pos=\"0 0 0\" mass=\"{m:e}\" diaginertia=\"{i:e} {i:e} {i:e}\"/>"
                            );
                            line(out, depth + 1, text);
                            empty.push(name);
                        }
                        None => {}
                    }
                    self.sites(out, Some(link), depth + 1);
                    capsules(out, &self.robot.links()[link], depth + 1);
                    steps.push(Step::Close { depth });
                    steps.extend(self.children[link].iter().rev().map(|i| open(i, depth + 1)));
                }
            }
        }
        if !is_world {
            line(out, 2, "</body>");
        }
        written.lose_at("links without mass got 1e-12 kg, which MuJoCo needs", &empty);
        written.lose_at("inertias that no body can have, which MuJoCo may refuse", &impossible);
        if !order.is_sorted() {
            written.lose("the order of the joints: MuJoCo numbers them depth first");
        }
        order
    }

    /// The link that shares its body with a link without mass.
    fn merged_with(&self, link: usize) -> Option<usize> {
        let own = &self.robot.links()[link];
        let massless = own.inertia.is_none_or(|i| i.to_array() == [0.0; 10]);
        let [child] = self.children[link][..] else { return None };
        let both_move = [link, child].iter().all(|&i| self.robot.joints()[i].kind.moves());
        let here = |end: Option<usize>| end == Some(link);
        let used = self.robot.frames().iter().chain([self.robot.tool()]).any(|f| here(f.link))
            || self.robot.loops().iter().any(|l| here(l.first.link) || here(l.second.link));
        (massless && both_move && own.capsules.is_empty() && !used).then_some(child)
    }

    /// The start of a body and its joints.
    fn open(&self, out: &mut String, link: usize, before: Vec<usize>, depth: usize) {
        let joints = self.robot.joints();
        let mut frames = Vec::new();
        let mut pose = Transform::identity();
        for &i in before.iter().chain([&link]) {
            pose = pose.compose(&joints[i].origin);
            frames.push((i, pose));
        }
        let name = escaped(&self.robot.links()[link].name);
        line(out, depth, format!("<body name=\"{name}\"{}>", placed(&pose)));
        for (i, frame) in frames.into_iter().filter(|(i, _)| joints[*i].kind.moves()) {
            let seen =
                if i == link { Transform::identity() } else { pose.inverse().compose(&frame) };
            joint(out, &joints[i], &seen, depth + 1);
        }
    }

    fn sites(&self, out: &mut String, link: Option<usize>, depth: usize) {
        let robot = self.robot;
        let tool = robot.tool();
        let own = tool.link.and_then(|i| robot.links().get(i)).unwrap_or(robot.base());
        let known = robot.frames().contains(tool)
            || tool.name == own.name && tool.pose == Transform::identity();
        let tool = (!known).then_some(tool);
        for frame in robot.frames().iter().chain(tool).filter(|f| f.link == link) {
            let (name, pose) = (escaped(&frame.name), placed(&frame.pose));
            line(out, depth, format!("<site name=\"{name}\"{pose}/>"));
        }
        super::write_equality::sites(out, robot, link, depth);
    }
}

fn joint(out: &mut String, joint: &Joint, frame: &Transform<f64>, depth: usize) {
    let kind = if joint.kind == JointKind::Prismatic { "slide" } else { "hinge" };
    let mut text = format!("<joint name=\"{}\" type=\"{kind}\"", escaped(&joint.name));
    if frame.translation != Vec3::zero() {
        text.push_str(&format!(" pos=\"{}\"", vector(frame.translation)));
    }
    text.push_str(&format!(" axis=\"{}\"", vector(frame.rotation.apply(joint.axis))));
    let limits = joint.limits;
    let limited = joint.kind != JointKind::Continuous
        && (limits.lower.is_finite() || limits.upper.is_finite());
    if limited {
        let bound = |x: f64| shortest(x.clamp(-UNREACHABLE, UNREACHABLE));
        text.push_str(&format!(" range=\"{} {}\"", bound(limits.lower), bound(limits.upper)));
    }
    let LinearPart { viscous, coulomb, .. } = joint.friction.linear_part();
    let values =
        [("damping", viscous), ("frictionloss", coulomb), ("armature", joint.rotor_inertia)];
    for (name, value) in values.into_iter().filter(|(_, v)| *v != 0.0) {
        text.push_str(&format!(" {name}=\"{}\"", shortest(value)));
    }
    line(out, depth, format!("{text}/>"));
}

fn inertial(out: &mut String, depth: usize, inertia: &Inertia<f64>) {
    let center = vector(inertia.center().unwrap_or(Vec3::zero()));
    let mass = shortest(inertia.mass);
    let tensor = inertia.tensor_at_center();
    let (moments, axes) = principal_axes(&tensor);
    let text = if moments.iter().all(|m| *m >= NEXT_TO_NOTHING) {
        let [xx, xy, yy, xz, yz, zz] = tensor.to_array().map(shortest);
        format!("fullinertia=\"{xx} {yy} {zz} {xy} {xz} {yz}\"")
    } else {
        // MuJoCo takes no moments of zero or below.
        let axes = Transform { rotation: axes, translation: Vec3::zero() };
        let moments = moments.map(|m| shortest(m.max(NEXT_TO_NOTHING))).join(" ");
        format!("diaginertia=\"{moments}\"{}", placed(&axes))
    };
    line(out, depth, format!("<inertial pos=\"{center}\" mass=\"{mass}\" {text}/>"));
}

/// Whether a body can have an inertia: no moment below zero or above the sum of the others.
fn is_possible(inertia: &Inertia<f64>) -> bool {
    let (moments, _) = principal_axes(&inertia.tensor_at_center());
    let sum: f64 = moments.iter().sum();
    moments.iter().all(|m| *m >= 0.0 && 2.0 * m <= sum * (1.0 + 1e-12))
}

fn capsules(out: &mut String, link: &Link, depth: usize) {
    for c in &link.capsules {
        let (from, to, radius) = (vector(c.from), vector(c.to), shortest(c.radius));
        let shape = if c.from == c.to {
            format!("type=\"sphere\" pos=\"{from}\"")
        } else {
            format!("type=\"capsule\" fromto=\"{from} {to}\"")
        };
        let apart = "contype=\"0\" conaffinity=\"0\"";
        line(out, depth, format!("<geom {shape} size=\"{radius}\" {apart}/>"));
    }
}

fn actuators(out: &mut String, robot: &Robot) {
    let driven: Vec<&Joint> = robot.driven_joints().filter(|j| j.actuated).collect();
    if driven.is_empty() {
        return;
    }
    line(out, 1, "<actuator>");
    for joint in driven {
        let name = escaped(&joint.name);
        let mut text = format!("<motor name=\"{name}\" joint=\"{name}\"");
        let effort = joint.limits.effort;
        if effort.is_finite() && effort > 0.0 {
            let range = format!("-{0} {0}", shortest(effort));
            text.push_str(&format!(" ctrlrange=\"{range}\" forcerange=\"{range}\""));
        }
        line(out, 2, format!("{text}/>"));
    }
    line(out, 1, "</actuator>");
}

fn home(out: &mut String, robot: &Robot, order: &[usize]) {
    let moving = order.iter().map(|&i| &robot.joints()[i]).filter(|j| j.kind.moves());
    let home: Vec<f64> = moving.map(|j| j.home).collect();
    if home.iter().any(|q| *q != 0.0) {
        let q: Vec<String> = home.into_iter().map(shortest).collect();
        line(out, 1, "<keyframe>");
        line(out, 2, format!("<key name=\"home\" qpos=\"{}\"/>", q.join(" ")));
        line(out, 1, "</keyframe>");
    }
}

/// What MJCF has no words for.
fn losses(robot: &Robot, written: &mut Written) {
    let named = |has: &dyn Fn(&Joint) -> bool| -> Vec<&str> {
        robot.moving_joints().filter(|j| has(j)).map(|j| j.name.as_str()).collect()
    };
    written.lose_at("velocity limits", &named(&|j| j.limits.velocity.is_finite()));
    written.lose_at("gear ratios", &named(&|j| j.gear_ratio != 0.0));
    written.lose_at("acceleration limits", &named(&|j| j.limits.acceleration.is_finite()));
    written.lose_at("friction offsets", &named(&|j| j.friction.linear_part().offset != 0.0));
    let further = |t: &FrictionTerm| !t.law().linear_part(t.values()).is_all;
    written.lose_at(
        "friction laws other than viscous and Coulomb friction",
        &named(&|j| j.friction.terms.iter().any(further)),
    );
    if !robot.declared_base_parameters().is_empty() || !robot.model_parameters().is_empty() {
        written.lose("declared parameters");
    }
}
