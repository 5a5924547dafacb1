//! Putting a robot together from joints and links, with every mistake named.

use super::build_error::BuildError;
use super::closure::{Direction, LoopClosure};
use super::default_tool::default_tool;
use super::geometry::Geometry;
use super::joint::{Joint, JointKind};
use super::link::{Frame, Link};
use super::mimic;
use super::parameters::Parameters;
use super::tree::Tree;
use super::{BaseParameter, ModelParameter, Robot};
use crate::mesh::Capsule;
use crate::spatial::{Transform, Vec3, vec3};
use armlab_files::nearest_name;
use std::collections::{HashMap, HashSet};

/// Name, unit and terms by name of a declared parameter.
type DeclaredParameter = (String, String, Vec<(String, f64)>);

/// A loop closure whose links are still names.
#[derive(Clone, Debug)]
struct LoopSpec {
    name: String,
    first: (String, Transform<f64>),
    second: (String, Transform<f64>),
    directions: Vec<Direction>,
}

/// Collects joints and links by name and makes a [`Robot`] of them.
#[derive(Clone, Debug)]
pub struct RobotBuilder {
    name: String,
    gravity: Vec3<f64>,
    base: Link,
    parts: Vec<(String, Joint, Link)>,
    frames: Vec<(String, String, Transform<f64>)>,
    tool: Option<String>,
    loops: Vec<LoopSpec>,
    tool_at: Option<(String, String, Transform<f64>)>,
    base_parameters: Vec<DeclaredParameter>,
    model_parameters: Vec<DeclaredParameter>,
}

impl RobotBuilder {
    /// A robot with a base link called `base`, under standard gravity along −z.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            gravity: vec3(0.0, 0.0, -super::Mounting::STANDARD_GRAVITY),
            base: Link::massless("base"),
            parts: Vec::new(),
            frames: Vec::new(),
            tool: None,
            loops: Vec::new(),
            tool_at: None,
            base_parameters: Vec::new(),
            model_parameters: Vec::new(),
        }
    }
    /// Gravity, in the base frame, m/s².
    pub fn gravity(mut self, gravity: Vec3<f64>) -> Self {
        self.gravity = gravity;
        self
    }
    /// The base link.
    pub fn base(mut self, base: Link) -> Self {
        self.base = base;
        self
    }
    /// A joint on the link called `parent`, carrying `link`. `joint.parent` is
    /// filled in by [`build`](Self::build).
    pub fn joint(mut self, parent: impl Into<String>, joint: Joint, link: Link) -> Self {
        self.parts.push((parent.into(), joint, link));
        self
    }
    /// A frame on the link called `link`.
    pub fn frame(
        mut self,
        name: impl Into<String>,
        link: impl Into<String>,
        pose: Transform<f64>,
    ) -> Self {
        self.frames.push((name.into(), link.into(), pose));
        self
    }
    /// Which frame or link is the tool. Without it, a frame that is called so, or the end of
    /// the longest chain of joints.
    pub fn tool(mut self, name: impl Into<String>) -> Self {
        self.tool = Some(name.into());
        self
    }
    /// A tool that is neither a named frame nor a link, at `pose` on the link
    /// called `link`.
    pub fn tool_at(
        mut self,
        name: impl Into<String>,
        link: impl Into<String>,
        pose: Transform<f64>,
    ) -> Self {
        self.tool_at = Some((name.into(), link.into(), pose));
        self
    }
    /// Holds a frame of one link to a frame of another in the given directions.
    pub fn loop_closure(
        mut self,
        name: impl Into<String>,
        first: (impl Into<String>, Transform<f64>),
        second: (impl Into<String>, Transform<f64>),
        directions: Vec<Direction>,
    ) -> Self {
        self.loops.push(LoopSpec {
            name: name.into(),
            first: (first.0.into(), first.1),
            second: (second.0.into(), second.1),
            directions,
        });
        self
    }
    /// Marks joints as passive, by their names.
    pub(in crate::robot) fn passive(mut self, joints: &HashSet<String>) -> Self {
        for (_, joint, _) in &mut self.parts {
            joint.actuated = !joints.contains(&joint.name);
        }
        self
    }
    /// Declares a base parameter as a linear combination of link parameters.
    pub fn base_parameter(
        mut self,
        name: impl Into<String>,
        unit: impl Into<String>,
        combination: Vec<(String, f64)>,
    ) -> Self {
        self.base_parameters.push((name.into(), unit.into(), combination));
        self
    }

    /// Declares an unknown of the model, with the link parameters it moves by
    /// name. With any declared, link parameters that none moves are known.
    pub fn model_parameter(
        mut self,
        name: impl Into<String>,
        unit: impl Into<String>,
        moves: Vec<(String, f64)>,
    ) -> Self {
        self.model_parameters.push((name.into(), unit.into(), moves));
        self
    }
    /// Checks everything and makes the robot. Joints keep the order they were
    /// given in if every parent comes before its children, and are otherwise
    /// numbered depth first.
    pub fn build(self) -> Result<Robot, BuildError> {
        if self.parts.is_empty() {
            return Err(BuildError::NoJoints { name: self.name });
        }
        self.check_names()?;
        self.check_numbers()?;
        let order = self.order()?;

        let mut index_of: HashMap<&str, usize> = HashMap::with_capacity(order.len());
        let mut joints = Vec::with_capacity(order.len());
        let mut links = Vec::with_capacity(order.len());
        for (new, &old) in order.iter().enumerate() {
            let (parent, joint, link) = &self.parts[old];
            let mut joint = joint.clone();
            joint.parent = index_of.get(parent.as_str()).copied();
            joint.axis = match joint.kind {
                JointKind::Fixed => vec3(0.0, 0.0, 1.0),
                _ => unit(joint.axis)
                    .ok_or_else(|| BuildError::ZeroAxis { joint: joint.name.clone() })?,
            };
            index_of.insert(&link.name, new);
            joints.push(joint);
            links.push(link.clone());
        }
        mimic::resolve(&mut joints)?;
        let link_index = |child: &str, link: &str| -> Result<Option<usize>, BuildError> {
            if link == self.base.name {
                return Ok(None);
            }
            match index_of.get(link) {
                Some(&i) => Ok(Some(i)),
                None => Err(self.unknown_link(child, link)),
            }
        };
        for joint in &mut joints {
            let bearing = &mut joint.friction.bearing;
            if let Some(normal) = bearing.normal {
                let across = normal - joint.axis.scale(normal.dot(joint.axis));
                let direction = unit(across).filter(|_| across.norm() > 1e-6 * normal.norm());
                let zero = || BuildError::NoNormal { joint: joint.name.clone() };
                bearing.normal = Some(direction.ok_or_else(zero)?);
            }
            for (link, _) in &bearing.carries {
                link_index(&joint.name, link)?;
            }
        }
        let mut frames = Vec::with_capacity(self.frames.len());
        for (name, link, pose) in &self.frames {
            frames.push(Frame { name: name.clone(), link: link_index(name, link)?, pose: *pose });
        }
        let tool = match (&self.tool_at, &self.tool) {
            (Some((name, link, pose)), _) => {
                Frame { name: name.clone(), link: link_index(name, link)?, pose: *pose }
            }
            (None, None) => default_tool(&joints, &links, &frames),
            (None, Some(name)) => match frames.iter().find(|f| &f.name == name) {
                Some(frame) => frame.clone(),
                None => Frame {
                    name: name.clone(),
                    link: link_index("tool", name)?,
                    pose: Transform::identity(),
                },
            },
        };
        let mut loops = Vec::with_capacity(self.loops.len());
        for spec in &self.loops {
            let end = |(link, pose): &(String, Transform<f64>)| -> Result<Frame, BuildError> {
                Ok(Frame { name: link.clone(), link: link_index(&spec.name, link)?, pose: *pose })
            };
            let (first, second) = (end(&spec.first)?, end(&spec.second)?);
            if first.link == second.link {
                let link = spec.first.0.clone();
                return Err(BuildError::LoopOnOneLink { name: spec.name.clone(), link });
            }
            if spec.directions.is_empty() {
                return Err(BuildError::LoopHoldsNothing { name: spec.name.clone() });
            }
            let mut directions = spec.directions.clone();
            let mut seen = HashSet::new();
            directions.retain(|d| seen.insert(*d));
            loops.push(LoopClosure { name: spec.name.clone(), first, second, directions });
        }
        let tree = Tree::compile(&joints, self.gravity);
        let parameters = Parameters::of(&links, &joints, &tree);
        let mut robot = Robot {
            name: self.name,
            gravity: self.gravity,
            base: self.base,
            links,
            joints,
            frames,
            tool,
            loops,
            couplings: Vec::new(),
            base_parameters: Vec::new(),
            model_parameters: Vec::new(),
            tree,
            parameters,
            source: Default::default(),
        };
        let base = resolve_parameters(&robot, self.base_parameters)?;
        let model = resolve_parameters(&robot, self.model_parameters)?;
        let base = base.into_iter();
        robot.base_parameters = base
            .map(|(name, unit, combination)| BaseParameter { name, unit, combination })
            .collect();
        let model = model.into_iter();
        robot.model_parameters =
            model.map(|(name, unit, moves)| ModelParameter { name, unit, moves }).collect();
        Ok(robot)
    }

    fn check_names(&self) -> Result<(), BuildError> {
        let names = self.parts.iter().map(|(_, joint, _)| &joint.name);
        check_unique("joint", names)?;
        check_unique("loop", self.loops.iter().map(|l| &l.name))?;
        let links = self.parts.iter().map(|(_, _, link)| &link.name);
        let frames = self.frames.iter().map(|(name, _, _)| name);
        check_unique("link or frame", std::iter::once(&self.base.name).chain(links).chain(frames))
    }

    fn check_numbers(&self) -> Result<(), BuildError> {
        let finite = |ok: bool, what: &'static str, name: &String| {
            if ok { Ok(()) } else { Err(BuildError::NotFinite { what, name: name.clone() }) }
        };
        finite(self.gravity.is_finite(), "gravity", &self.name)?;
        for (_, joint, link) in &self.parts {
            finite(joint.origin.is_finite(), "origin", &joint.name)?;
            finite(joint.axis.is_finite(), "axis", &joint.name)?;
            finite(joint.rotor_inertia.is_finite(), "rotor inertia", &joint.name)?;
            finite(joint.gear_ratio.is_finite(), "gear ratio", &joint.name)?;
            finite(joint.home.is_finite(), "home", &joint.name)?;
            let led = joint.mimic.as_ref().is_none_or(|m| (m.multiplier * m.offset).is_finite());
            finite(led, "multiplier or offset", &joint.name)?;
            let values = joint.friction.terms.iter().flat_map(|term| term.values());
            finite(values.clone().all(|v| v.is_finite()), "friction", &joint.name)?;
            let bearing = &joint.friction.bearing;
            finite(bearing.normal.is_none_or(|n| n.is_finite()), "normal", &joint.name)?;
            let mut shares = bearing.carries.iter();
            finite(shares.all(|(_, share)| share.is_finite()), "share", &joint.name)?;
            let limits = joint.limits;
            let sum = limits.velocity + limits.acceleration + limits.effort;
            finite(
                !(limits.lower.is_nan() || limits.upper.is_nan() || sum.is_nan()),
                "limit",
                &joint.name,
            )?;
            finite(link.inertia.is_none_or(|i| i.is_finite()), "inertia", &link.name)?;
            let solid = |c: &Capsule| {
                c.from.is_finite() && c.to.is_finite() && c.radius.is_finite() && c.radius >= 0.0
            };
            finite(link.capsules.iter().all(solid), "capsule", &link.name)?;
            finite(link.geometry.iter().all(Geometry::is_finite), "shape", &link.name)?;
        }
        for (name, _, pose) in self.frames.iter().chain(&self.tool_at) {
            finite(pose.is_finite(), "pose", name)?;
        }
        Ok(())
    }

    fn unknown_link(&self, child: &str, parent: &str) -> BuildError {
        let names = self.parts.iter().map(|(_, _, l)| l.name.as_str());
        let known = nearest_name(parent, names.chain([self.base.name.as_str()]));
        BuildError::UnknownLink { child: child.into(), parent: parent.into(), known }
    }

    /// Order of the parts in which every parent precedes its children.
    fn order(&self) -> Result<Vec<usize>, BuildError> {
        let of_link: HashMap<&str, usize> =
            self.parts.iter().enumerate().map(|(i, (_, _, l))| (l.name.as_str(), i)).collect();
        let mut children: Vec<Vec<usize>> = vec![Vec::new(); self.parts.len()];
        let mut roots = Vec::new();
        let mut as_given = true;
        for (i, (parent, joint, _)) in self.parts.iter().enumerate() {
            if *parent == self.base.name {
                roots.push(i);
            } else if let Some(&p) = of_link.get(parent.as_str()) {
                children[p].push(i);
                as_given &= p < i;
            } else {
                return Err(self.unknown_link(&joint.name, parent));
            }
        }
        if as_given {
            return Ok((0..self.parts.len()).collect());
        }
        let mut order = Vec::with_capacity(self.parts.len());
        let mut stack: Vec<usize> = roots.into_iter().rev().collect();
        while let Some(i) = stack.pop() {
            order.push(i);
            stack.extend(children[i].iter().rev());
        }
        if order.len() < self.parts.len() {
            // Whatever the walk from the base did not reach hangs on a ring.
            let mut reached = vec![false; self.parts.len()];
            order.iter().for_each(|&i| reached[i] = true);
            let lost = reached.iter().position(|r| !r).unwrap_or(0);
            return Err(BuildError::Cycle { link: self.parts[lost].2.name.clone() });
        }
        Ok(order)
    }
}

fn check_unique<'a>(
    what: &'static str,
    mut names: impl Iterator<Item = &'a String>,
) -> Result<(), BuildError> {
    let mut seen = HashSet::new();
    match names.find(|name| !seen.insert(name.as_str())) {
        Some(name) => Err(BuildError::DuplicateName { what, name: name.clone() }),
        None => Ok(()),
    }
}

fn unit(axis: Vec3<f64>) -> Option<Vec3<f64>> {
    // Scaled first, so that very long and very short axes survive the square.
    let largest = axis.x.abs().max(axis.y.abs()).max(axis.z.abs());
    if !(largest > 0.0) {
        return None;
    }
    let scaled = axis.scale(1.0 / largest);
    // An axis that is already a unit vector to rounding is kept bit for bit, so
    // that writing and reading a description again changes nothing.
    if (axis.norm_squared() - 1.0).abs() <= 4.0 * f64::EPSILON {
        return Some(axis);
    }
    Some(scaled.scale(1.0 / scaled.norm()))
}

/// Name, unit and terms by index.
type Resolved = (String, String, Vec<(usize, f64)>);

fn resolve_parameters(
    robot: &Robot,
    declared: Vec<DeclaredParameter>,
) -> Result<Vec<Resolved>, BuildError> {
    if declared.is_empty() {
        return Ok(Vec::new());
    }
    let names = robot.parameter_names();
    let index: HashMap<&str, usize> =
        names.iter().enumerate().map(|(i, n)| (n.as_str(), i)).collect();
    declared
        .into_iter()
        .map(|(name, unit, terms)| {
            let combination = terms
                .into_iter()
                .map(|(term, factor)| match index.get(term.as_str()) {
                    Some(&i) => Ok((i, factor)),
                    None => Err(BuildError::UnknownParameter {
                        name: name.clone(),
                        known: nearest_name(&term, names.iter().map(String::as_str)),
                        unknown: term,
                    }),
                })
                .collect::<Result<_, _>>()?;
            Ok((name, unit, combination))
        })
        .collect()
}
