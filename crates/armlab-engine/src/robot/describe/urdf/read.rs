//! URDF elements as parts of a robot.

use super::parts::{DYNAMICS_ATTRIBUTES, JointPart, LinkPart, Named, Parts};
use super::transmission;
use crate::friction::Friction;
use crate::robot::describe::source::{Notes, at_most};
use crate::robot::describe::{Base, MOST_PARTS};
use crate::robot::{Geometry, Joint, JointKind, Link, Mimic, Purpose};
use crate::spatial::{Inertia, Sym3, Transform, Vec3, vec3};
use armlab_files::FileError;
use armlab_files::Source;
use armlab_files::quoted;
use roxmltree::Node;
use std::collections::HashMap;

/// Most links: one for every joint and every frame that a robot may have, and
/// the base.
const MOST_LINKS: usize = 2 * MOST_PARTS + 1;
/// Most joints of which each follows the next.
const LONGEST_CHAIN: usize = 100;
/// Shortest axis that still has a direction.
const SHORTEST_AXIS: f64 = 1e-30;

/// Reads elements of one source and notes what it leaves out.
pub struct Reader<'a> {
    pub source: &'a Source<'a>,
    pub notes: Notes<'a>,
    pub base: Base,
}

impl<'a> Reader<'a> {
    /// The `<robot>` element.
    pub fn robot(&mut self, root: Node) -> Result<Parts, FileError> {
        let at = root.range().start;
        if self.tag(root) != "robot" {
            let message = format!("the root element is <{}>, not <robot>", self.tag(root));
            let hint = "URDF is one <robot> element; MJCF has <mujoco>, SDF has <sdf>";
            return Err(self.source.error(at, message, hint));
        }
        self.expect_attributes(root, &["name", "version"]);
        let name = match root.attribute("name") {
            Some(name) if !name.is_empty() => self.name_in(root, "name")?,
            _ => {
                self.notes.add(at, "the robot has no name; it is called `robot`");
                "robot".into()
            }
        };
        let mut parts = Parts { name, at, ..Parts::default() };
        let mut ratios = Vec::new();
        for node in root.children().filter(Node::is_element) {
            let at = node.range().start;
            match self.tag(node) {
                "link" => {
                    parts.links.push(self.link(node)?);
                    at_most(self.source, MOST_LINKS, at, "links", parts.links.len())?;
                }
                "joint" => {
                    parts.joints.push(self.joint(node)?);
                    at_most(self.source, MOST_LINKS, at, "joints", parts.joints.len())?;
                }
                "armlab" => self.robot_extension(node, &mut parts)?,
                "material" => {}
                "transmission" => match transmission::ratio(node) {
                    Some(ratio) => ratios.push(ratio),
                    None => self.ignore(node),
                },
                _ => self.ignore(node),
            }
        }
        transmission::apply(&mut parts.joints, &ratios);
        self.free_followers(&mut parts.joints);
        Ok(parts)
    }

    /// Joints that follow nothing that exists, or each other, move by themselves, as for
    /// every other reader of URDF.
    fn free_followers(&mut self, joints: &mut [JointPart]) {
        let leads: HashMap<String, Option<String>> = joints
            .iter()
            .map(|j| (j.joint.name.clone(), j.joint.mimic.as_ref().map(|m| m.joint.clone())))
            .collect();
        for part in joints {
            let Some(mimic) = &part.joint.mimic else { continue };
            let (mut at, mut steps) = (Some(&mimic.joint), 0);
            let reason = loop {
                match at.and_then(|name| leads.get(name)) {
                    None => break Some("there is no such joint"),
                    Some(None) => break None,
                    Some(Some(_)) if steps > LONGEST_CHAIN => break Some("they follow each other"),
                    Some(next) => (at, steps) = (next.as_ref(), steps + 1),
                }
            };
            if let Some(reason) = reason {
                let (joint, leader) = (&part.joint.name, &mimic.joint);
                let message = format!(
                    "joint `{joint}` mimics `{leader}`, but {reason}; it is read as an independent joint"
                );
                self.notes.add(part.at, message);
                part.joint.mimic = None;
            }
        }
    }

    fn mimic(&mut self, node: Node) -> Result<Mimic, FileError> {
        self.expect_attributes(node, &["joint", "multiplier", "offset"]);
        Ok(Mimic {
            joint: self.name_in(node, "joint")?,
            multiplier: self.number(node, "multiplier")?.unwrap_or(1.0),
            offset: self.number(node, "offset")?.unwrap_or(0.0),
        })
    }

    /// Notes an element that is passed over.
    pub fn ignore(&mut self, node: Node) {
        let tag = self.tag(node);
        let named = ["name", "reference"].into_iter().find_map(|a| node.attribute(a));
        let message = match named {
            Some(name) => format!("<{tag}> `{name}` is ignored"),
            None => format!("<{tag}> is ignored"),
        };
        self.notes.add(node.range().start, message);
    }

    fn link(&mut self, node: Node) -> Result<LinkPart, FileError> {
        self.expect_attributes(node, &["name"]);
        let mut link = Link::massless(self.name_in(node, "name")?);
        let mut stated_extent = None;
        let mut exact = None;
        for child in node.children().filter(Node::is_element) {
            match self.tag(child) {
                "inertial" if link.inertia.is_none() => {
                    link.inertia = Some(self.inertial(child)?);
                }
                "visual" => link.geometry.extend(self.shapes(child, Purpose::Visual)),
                "collision" => link.geometry.extend(self.shapes(child, Purpose::Collision)),
                "armlab" => {
                    self.expect_attributes(child, &["extent", "inertia"]);
                    stated_extent = self.number(child, "extent")?;
                    if child.has_attribute("inertia") {
                        let ten = self.vector(child, "inertia", [0.0; 10])?;
                        exact = Some(Inertia::from_array(ten));
                    }
                }
                _ => self.ignore(child),
            }
        }
        link.inertia = exact.or(link.inertia);
        let reach = link.geometry.iter().filter_map(Geometry::extent).reduce(f64::max);
        link.extent = stated_extent.or(reach);
        Ok(LinkPart { link, at: node.range().start })
    }

    fn inertial(&mut self, node: Node) -> Result<Inertia<f64>, FileError> {
        self.expect_attributes(node, &[]);
        let (mut origin, mut mass, mut tensor) = (Transform::identity(), None, None);
        for child in node.children().filter(Node::is_element) {
            match self.tag(child) {
                "origin" => origin = self.pose(child)?,
                "mass" => {
                    self.expect_attributes(child, &["value"]);
                    mass = Some(self.required_number(child, "value")?);
                }
                "inertia" => tensor = Some(self.tensor(child)?),
                _ => self.ignore(child),
            }
        }
        let at = node.range().start;
        let mass = mass.ok_or_else(|| {
            let hint = "add <mass value=\"…\"/> in kilograms";
            self.source.error(at, "<inertial> has no <mass>", hint)
        })?;
        let tensor = tensor.unwrap_or_else(|| {
            self.notes.add(at, "<inertial> has no <inertia>; the mass is taken as a point");
            Sym3::zero()
        });
        Ok(Inertia::from_center(mass, origin.translation, origin.rotation.congruence(&tensor)))
    }

    fn tensor(&mut self, node: Node) -> Result<Sym3<f64>, FileError> {
        self.expect_attributes(node, &["ixx", "ixy", "ixz", "iyy", "iyz", "izz"]);
        let off_diagonal =
            |name| -> Result<f64, FileError> { Ok(self.number(node, name)?.unwrap_or(0.0)) };
        Ok(Sym3 {
            xx: self.required_number(node, "ixx")?,
            xy: off_diagonal("ixy")?,
            yy: self.required_number(node, "iyy")?,
            xz: off_diagonal("ixz")?,
            yz: off_diagonal("iyz")?,
            zz: self.required_number(node, "izz")?,
        })
    }

    /// An `<origin>`.
    pub fn pose(&self, node: Node) -> Result<Transform<f64>, FileError> {
        let xyz = self.vector(node, "xyz", [0.0; 3])?;
        let rpy = self.vector(node, "rpy", [0.0; 3])?;
        Ok(Transform::from_xyz_rpy(xyz, rpy))
    }

    fn joint(&mut self, node: Node) -> Result<JointPart, FileError> {
        self.expect_attributes(node, &["name", "type"]);
        let at = node.range().start;
        let name = self.name_in(node, "name")?;
        let kind = self.kind(node, &name)?;
        let mut joint = Joint::new(name, kind, Transform::identity(), vec3(1.0, 0.0, 0.0));
        let (mut parent, mut child, mut limited) = (None, None, false);
        let (mut carries_frame, mut dynamics) = (false, None);
        for part in node.children().filter(Node::is_element) {
            match self.tag(part) {
                "origin" => {
                    self.expect_attributes(part, &["xyz", "rpy"]);
                    joint.origin = self.pose(part)?;
                }
                "parent" => parent = Some(self.end(part)?),
                "child" => child = Some(self.end(part)?),
                "axis" => self.axis(part, &mut joint)?,
                "limit" => {
                    limited = true;
                    self.limits(part, &mut joint)?;
                }
                "dynamics" => {
                    self.expect_attributes(part, &DYNAMICS_ATTRIBUTES);
                    dynamics = Some(part);
                    let viscous = self.number(part, "damping")?.unwrap_or(0.0);
                    let coulomb = self.number(part, "friction")?.unwrap_or(0.0);
                    // Laws in <armlab> say more, wherever they stand.
                    if let Some([.., offset]) = joint.friction.as_linear() {
                        joint.friction = Friction::linear(viscous, coulomb, offset);
                    }
                }
                "mimic" => joint.mimic = Some(self.mimic(part)?),
                "armlab" => carries_frame |= self.joint_extension(part, &mut joint)?,
                _ => {
                    let tag = self.tag(part);
                    let message = format!("<{tag}> of joint `{}` is ignored", joint.name);
                    self.notes.add(part.range().start, message);
                }
            }
        }
        // What <dynamics> says beyond URDF counts more than <armlab>, wherever that stands.
        if let Some(dynamics) = dynamics {
            self.drive(dynamics, &mut joint)?;
        }
        if kind == JointKind::Revolute && !limited {
            let message =
                format!("revolute joint `{}` has no <limit>; it is unlimited", joint.name);
            self.notes.add(at, message);
        }
        let end = |end: Option<Named>, tag: &str| {
            end.ok_or_else(|| {
                let message = format!("joint `{}` has no <{tag}>", joint.name);
                self.source.error(at, message, format!("add <{tag} link=\"…\"/>"))
            })
        };
        let (parent, child) = (end(parent, "parent")?, end(child, "child")?);
        let carries_frame = carries_frame && kind == JointKind::Fixed;
        Ok(JointPart { joint, parent, child, at, carries_frame })
    }

    fn kind(&mut self, node: Node, joint: &str) -> Result<JointKind, FileError> {
        let text = self.required(node, "type")?;
        let known =
            [JointKind::Revolute, JointKind::Continuous, JointKind::Prismatic, JointKind::Fixed];
        if let Some(kind) = known.into_iter().find(|k| k.name() == text) {
            return Ok(kind);
        }
        let at = self.value_at(node, "type");
        let alternative = match text {
            "floating" => "",
            "planar" => ", or write it as two prismatic joints and a revolute one in a row",
            "spherical" | "ball" => ", or write it as three revolute joints in a row",
            _ => {
                let message = format!("joint `{joint}` is of unknown type {}", quoted(text));
                let hint = "types are revolute, continuous, prismatic and fixed";
                return Err(self.source.error(at, message, hint));
            }
        };
        if self.base == Base::Fixed {
            self.notes.add(at, format!("{text} joint `{joint}` is welded where it stands"));
            return Ok(JointKind::Fixed);
        }
        let message = format!("joint `{joint}` is {text}, which armlab has no coordinates for");
        let hint = format!("--base fixed welds it where it stands{alternative}");
        Err(self.source.error(at, message, hint))
    }

    fn end(&mut self, node: Node) -> Result<Named, FileError> {
        self.expect_attributes(node, &["link"]);
        Ok(Named { name: self.name_in(node, "link")?, at: self.value_at(node, "link") })
    }

    fn axis(&mut self, node: Node, joint: &mut Joint) -> Result<(), FileError> {
        self.expect_attributes(node, &["xyz"]);
        let axis = vec3_of(self.vector(node, "xyz", [1.0, 0.0, 0.0])?);
        if joint.kind.moves() && axis.norm() < SHORTEST_AXIS {
            let message = format!("joint `{}` has an axis of length zero", joint.name);
            let hint = "give it a direction such as xyz=\"0 0 1\"";
            return Err(self.source.error(self.value_at(node, "xyz"), message, hint));
        }
        joint.axis = axis;
        Ok(())
    }

    fn limits(&mut self, node: Node, joint: &mut Joint) -> Result<(), FileError> {
        self.expect_attributes(node, &["lower", "upper", "velocity", "effort"]);
        let limits = &mut joint.limits;
        limits.velocity = self.limit(node, "velocity")?.unwrap_or(limits.velocity);
        limits.effort = self.limit(node, "effort")?.unwrap_or(limits.effort);
        let (lower, upper) = (self.limit(node, "lower")?, self.limit(node, "upper")?);
        match joint.kind {
            JointKind::Revolute | JointKind::Prismatic => {
                if lower.is_none() && upper.is_none() {
                    let message = format!(
                        "<limit> of joint `{}` has neither `lower` nor `upper`; \
                         URDF's rule makes both zero, so the joint cannot leave 0",
                        joint.name
                    );
                    self.notes.add(node.range().start, message);
                }
                limits.lower = lower.unwrap_or(0.0);
                limits.upper = upper.unwrap_or(0.0);
            }
            JointKind::Continuous | JointKind::Fixed => {
                if lower.or(upper).is_some() {
                    let kind = joint.kind.name();
                    let message =
                        format!("`lower` and `upper` of {kind} joint `{}` are ignored", joint.name);
                    self.notes.add(node.range().start, message);
                }
            }
        }
        Ok(())
    }
}

pub fn vec3_of([x, y, z]: [f64; 3]) -> Vec3<f64> {
    vec3(x, y, z)
}
