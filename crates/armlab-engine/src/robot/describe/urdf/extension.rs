//! `<armlab>` elements: what URDF has no words for.

use super::parts::{BaseParameterPart, LoopPart, Named, Parts, ToolPart};
use super::read::{Reader, vec3_of};
use crate::friction::Friction;
use crate::robot::describe::MOST_PARTS;
use crate::robot::describe::source::at_most;
use crate::robot::{Direction, Joint};
use crate::spatial::Transform;
use armlab_files::FileError;
use armlab_files::quoted;
use roxmltree::Node;

const JOINT_ATTRIBUTES: [&str; 10] = [
    "acceleration",
    "rotor_inertia",
    "gear_ratio",
    "friction_offset",
    "lower",
    "upper",
    "home",
    "actuated",
    "frame",
    "unlimited",
];

impl<'a> Reader<'a> {
    /// `<armlab>` in a joint; true if the joint only carries a frame.
    pub fn joint_extension(&mut self, node: Node, joint: &mut Joint) -> Result<bool, FileError> {
        self.expect_attributes(node, &JOINT_ATTRIBUTES);
        let limits = &mut joint.limits;
        limits.acceleration = self.limit(node, "acceleration")?.unwrap_or(limits.acceleration);
        limits.lower = self.limit(node, "lower")?.unwrap_or(limits.lower);
        limits.upper = self.limit(node, "upper")?.unwrap_or(limits.upper);
        for name in node.attribute("unlimited").unwrap_or_default().split_ascii_whitespace() {
            match name {
                "lower" => limits.lower = f64::NEG_INFINITY,
                "upper" => limits.upper = f64::INFINITY,
                "velocity" => limits.velocity = f64::INFINITY,
                "effort" => limits.effort = f64::INFINITY,
                _ => self.ignore(node),
            }
        }
        self.drive(node, joint)?;
        joint.gear_ratio = self.number(node, "gear_ratio")?.map_or(joint.gear_ratio, f64::abs);
        joint.home = self.number(node, "home")?.unwrap_or(0.0);
        joint.actuated = node.attribute("actuated") != Some("false");
        Ok(node.attribute("frame") == Some("true"))
    }

    /// Rotor inertia, friction offset and laws of friction, where they are stated.
    pub fn drive(&mut self, node: Node, joint: &mut Joint) -> Result<(), FileError> {
        joint.rotor_inertia = self.number(node, "rotor_inertia")?.unwrap_or(joint.rotor_inertia);
        if let Some(offset) = self.number(node, "friction_offset")? {
            let [viscous, coulomb, _] = joint.friction.as_linear().unwrap_or_default();
            joint.friction = Friction::linear(viscous, coulomb, offset);
        }
        self.friction_laws(node, &mut joint.friction)
    }

    /// `<armlab>` in the robot.
    pub fn robot_extension(&mut self, node: Node, parts: &mut Parts) -> Result<(), FileError> {
        self.expect_attributes(node, &["gravity", "tool", "joint_order"]);
        if node.has_attribute("gravity") {
            parts.gravity = Some(vec3_of(self.vector(node, "gravity", [0.0; 3])?));
        }
        if node.has_attribute("tool") {
            let at = self.value_at(node, "tool");
            parts.tool = Some(ToolPart::Called(Named { name: self.name_in(node, "tool")?, at }));
        }
        parts.document_order = node.attribute("joint_order") == Some("document");
        for child in node.children().filter(Node::is_element) {
            match self.tag(child) {
                "tool" => {
                    self.expect_attributes(child, &["name", "link", "xyz", "rpy"]);
                    let at = self.value_at(child, "link");
                    let link = Named { name: self.name_in(child, "link")?, at };
                    let (name, pose) = (self.name_in(child, "name")?, self.pose(child)?);
                    parts.tool = Some(ToolPart::At { name, link, pose });
                }
                "base_parameter" => {
                    parts.base_parameters.push(self.base_parameter(child)?);
                    let count = parts.base_parameters.len();
                    let at = child.range().start;
                    at_most(self.source, MOST_PARTS, at, "base parameters", count)?;
                }
                "parameter" => {
                    parts.model_parameters.push(self.base_parameter(child)?);
                    let (at, count) = (child.range().start, parts.model_parameters.len());
                    at_most(self.source, MOST_PARTS, at, "parameters", count)?;
                }
                "loop" => {
                    parts.loops.push(self.closure(child)?);
                    let (at, count) = (child.range().start, parts.loops.len());
                    at_most(self.source, MOST_PARTS, at, "loops", count)?;
                }
                _ => self.ignore(child),
            }
        }
        Ok(())
    }

    fn closure(&mut self, node: Node) -> Result<LoopPart, FileError> {
        self.expect_attributes(node, &["name", "directions"]);
        let name = Named { name: self.name_in(node, "name")?, at: node.range().start };
        let mut directions = Vec::new();
        for word in self.required(node, "directions")?.split_ascii_whitespace() {
            let known = Direction::ALL.into_iter().find(|d| d.name() == word);
            directions.push(known.ok_or_else(|| {
                let message = format!("a loop cannot hold {}", quoted(word));
                let hint = "directions are x, y, z, rx, ry and rz";
                self.source.error(self.value_at(node, "directions"), message, hint)
            })?);
        }
        let (first, second) = (self.loop_end(node, "first")?, self.loop_end(node, "second")?);
        Ok(LoopPart { name, first, second, directions })
    }

    fn loop_end(&mut self, node: Node, tag: &str) -> Result<(Named, Transform<f64>), FileError> {
        let Some(end) = node.children().find(|c| c.has_tag_name(tag)) else {
            let message = format!("the loop has no <{tag}>");
            let hint = format!("add <{tag} link=\"…\" xyz=\"0 0 0\"/>");
            return Err(self.source.error(node.range().start, message, hint));
        };
        self.expect_attributes(end, &["link", "xyz", "rpy"]);
        let link = Named { name: self.name_in(end, "link")?, at: self.value_at(end, "link") };
        Ok((link, self.pose(end)?))
    }

    fn base_parameter(&mut self, node: Node) -> Result<BaseParameterPart, FileError> {
        self.expect_attributes(node, &["name", "unit"]);
        let name = Named { name: self.name_in(node, "name")?, at: node.range().start };
        let unit = node.attribute("unit").unwrap_or_default().to_string();
        let mut terms = Vec::new();
        for child in node.children().filter(Node::is_element) {
            if !child.has_tag_name("term") {
                self.ignore(child);
                continue;
            }
            self.expect_attributes(child, &["parameter", "factor"]);
            let parameter = self.required(child, "parameter")?.to_string();
            terms.push((parameter, self.required_number(child, "factor")?));
        }
        Ok(BaseParameterPart { name, unit, terms })
    }
}
