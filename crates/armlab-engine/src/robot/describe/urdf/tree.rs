//! Which link hangs on which: URDF names joints in any order, and the root is
//! the link that no joint carries.

use super::parts::{JointPart, LinkPart, Named, Parts, ToolPart};
use crate::robot::describe::assemble::Places;
use crate::robot::describe::part::Part;
use crate::robot::{Link, RobotBuilder, nearest_name};
use armlab_files::FileError;
use armlab_files::Source;
use std::collections::HashMap;

/// A builder that holds the parts in order, and where each part came from.
pub fn plant(source: &Source, mut parts: Parts) -> Result<(RobotBuilder, Places), FileError> {
    add_world(&mut parts);
    let mut places = Places::new(parts.at);
    for link in &parts.links {
        places.add(source, Part::LinkOrFrame, &link.link.name, link.at)?;
    }
    for joint in &parts.joints {
        places.add(source, Part::Joint, &joint.joint.name, joint.at)?;
    }
    let tree = Tree::of(source, &parts)?;
    let root = tree.root(source, &parts)?;
    let depth_first = tree.depth_first(root);
    tree.all_reached(source, &parts, root, &depth_first)?;

    let mut builder = RobotBuilder::new(parts.name.as_str());
    if let Some(gravity) = parts.gravity {
        builder = builder.gravity(gravity);
    }
    if let Some(base) = parts.links.get(root) {
        builder = builder.base(base.link.clone());
    }
    let order =
        if parts.document_order { (0..parts.joints.len()).collect() } else { depth_first.clone() };
    // Frames keep the order of the file, whatever order the joints have.
    let is_frame: Vec<bool> = (0..parts.joints.len()).map(|j| tree.frame(&parts, j)).collect();
    for (part, _) in parts.joints.iter().zip(&is_frame).filter(|(_, is_frame)| **is_frame) {
        let (frame, link) = (part.child.name.as_str(), part.parent.name.as_str());
        builder = builder.frame(frame, link, part.joint.origin);
    }
    for joint in order.into_iter().filter(|&j| is_frame.get(j) == Some(&false)) {
        let Some(part) = parts.joints.get(joint) else { continue };
        let Some(link) = tree.child(joint).and_then(|c| parts.links.get(c)) else { continue };
        builder = builder.joint(part.parent.name.as_str(), part.joint.clone(), link.link.clone());
    }
    builder = match &parts.tool {
        Some(ToolPart::Called(tool)) => {
            places.tool = Some(tool.at);
            builder.tool(tool.name.as_str())
        }
        Some(ToolPart::At { name, link, pose }) => {
            tree.link(source, &parts, &link.name, link.at)?;
            builder.tool_at(name.as_str(), link.name.as_str(), *pose)
        }
        None => builder,
    };
    for closed in &parts.loops {
        places.add(source, Part::Loop, &closed.name.name, closed.name.at)?;
        for (link, _) in [&closed.first, &closed.second] {
            tree.link(source, &parts, &link.name, link.at)?;
        }
        let end = |(link, pose): &(Named, _)| (link.name.clone(), *pose);
        let (first, second) = (end(&closed.first), end(&closed.second));
        let name = closed.name.name.as_str();
        builder = builder.loop_closure(name, first, second, closed.directions.clone());
    }
    for declared in parts.base_parameters {
        places.add(source, Part::BaseParameter, &declared.name.name, declared.name.at)?;
        builder = builder.base_parameter(declared.name.name, declared.unit, declared.terms);
    }
    for declared in parts.model_parameters {
        places.add(source, Part::ModelParameter, &declared.name.name, declared.name.at)?;
        builder = builder.model_parameter(declared.name.name, declared.unit, declared.terms);
    }
    Ok((builder, places))
}

/// Adds the link `world` where joints hang on it and nobody declared it.
fn add_world(parts: &mut Parts) {
    const WORLD: &str = "world";
    let declared = parts.links.iter().any(|l| l.link.name == WORLD);
    if let (false, Some(joint)) = (declared, parts.joints.iter().find(|j| j.parent.name == WORLD)) {
        let at = joint.parent.at;
        parts.links.insert(0, LinkPart { link: Link::massless(WORLD), at });
    }
}

/// Links and joints by index.
struct Tree<'p> {
    index: HashMap<&'p str, usize>,
    /// Parent and child link of each joint.
    ends: Vec<(usize, usize)>,
    /// Joints that hang on each link, in the order of the file.
    hanging: Vec<Vec<usize>>,
    /// The joint that carries each link.
    carrier: Vec<Option<usize>>,
}

impl<'p> Tree<'p> {
    fn of(source: &Source, parts: &'p Parts) -> Result<Self, FileError> {
        let names = parts.links.iter().enumerate();
        let mut tree = Self {
            index: names.map(|(i, l)| (l.link.name.as_str(), i)).collect(),
            ends: Vec::with_capacity(parts.joints.len()),
            hanging: vec![Vec::new(); parts.links.len()],
            carrier: vec![None; parts.links.len()],
        };
        for (i, joint) in parts.joints.iter().enumerate() {
            let parent = tree.link(source, parts, &joint.parent.name, joint.parent.at)?;
            let child = tree.link(source, parts, &joint.child.name, joint.child.at)?;
            tree.ends.push((parent, child));
            if let Some(hanging) = tree.hanging.get_mut(parent) {
                hanging.push(i);
            }
            if let Some(carrier) = tree.carrier.get_mut(child) {
                if let Some(first) = carrier.and_then(|c: usize| parts.joints.get(c)) {
                    return Err(second_parent(source, first, joint));
                }
                *carrier = Some(i);
            }
        }
        Ok(tree)
    }

    fn link(
        &self,
        source: &Source,
        parts: &Parts,
        name: &str,
        at: usize,
    ) -> Result<usize, FileError> {
        self.index.get(name).copied().ok_or_else(|| {
            let names = parts.links.iter().map(|l| l.link.name.as_str());
            let hint = match nearest_name(name, names) {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!("add <link name=\"{name}\"/>"),
            };
            source.error(at, format!("there is no link `{name}`"), hint)
        })
    }

    fn child(&self, joint: usize) -> Option<usize> {
        self.ends.get(joint).map(|&(_, child)| child)
    }

    /// True for a joint that armlab wrote for the sake of a named frame, as
    /// long as nobody hung anything on that frame since.
    fn frame(&self, parts: &Parts, joint: usize) -> bool {
        let marked = parts.joints.get(joint).is_some_and(|j| j.carries_frame);
        let bare = self.child(joint).is_some_and(|child| {
            let massless = parts.links.get(child).is_some_and(|l| l.link.inertia.is_none());
            massless && self.hanging.get(child).is_some_and(Vec::is_empty)
        });
        marked && bare
    }

    fn root(&self, source: &Source, parts: &Parts) -> Result<usize, FileError> {
        let mut roots =
            self.carrier.iter().enumerate().filter(|(_, c)| c.is_none()).map(|(i, _)| i);
        let Some(root) = roots.next() else {
            if parts.links.is_empty() {
                let hint = "add <link name=\"…\"/> elements";
                return Err(source.error(parts.at, "the robot has no links", hint));
            }
            let at = parts.joints.first().map_or(parts.at, |j| j.at);
            let hint = "one link, the base, must be no joint's child";
            return Err(source.error(at, "the joints form a ring: every link has a parent", hint));
        };
        if let (Some(other), Some(root)) =
            (roots.next().and_then(|i| parts.links.get(i)), parts.links.get(root))
        {
            let message = format!(
                "link `{}` hangs on nothing, and so does `{}`; a robot has one root",
                other.link.name, root.link.name
            );
            let hint = format!("connect `{}` by a joint, or delete it", other.link.name);
            return Err(source.error(other.at, message, hint));
        }
        Ok(root)
    }

    /// Joints depth first from the root, children in the order of the file.
    fn depth_first(&self, root: usize) -> Vec<usize> {
        let mut order = Vec::with_capacity(self.ends.len());
        let on = |link: usize| self.hanging.get(link).map_or(&[][..], Vec::as_slice);
        let mut stack: Vec<usize> = on(root).iter().rev().copied().collect();
        while let Some(joint) = stack.pop() {
            order.push(joint);
            if let Some(child) = self.child(joint) {
                stack.extend(on(child).iter().rev());
            }
        }
        order
    }

    /// Every link has at most one parent, so what the walk missed is a ring.
    fn all_reached(
        &self,
        source: &Source,
        parts: &Parts,
        root: usize,
        order: &[usize],
    ) -> Result<(), FileError> {
        let mut reached = vec![false; parts.links.len()];
        for link in order.iter().filter_map(|&j| self.child(j)).chain([root]) {
            if let Some(flag) = reached.get_mut(link) {
                *flag = true;
            }
        }
        let lost = reached.iter().position(|r| !r).and_then(|i| parts.links.get(i));
        match lost {
            None => Ok(()),
            Some(link) => {
                let message = format!("link `{}` is its own ancestor", link.link.name);
                let hint = "a tree may not close on itself; hang one link of the ring elsewhere";
                Err(source.error(link.at, message, hint))
            }
        }
    }
}

fn second_parent(source: &Source, first: &JointPart, second: &JointPart) -> FileError {
    let (line, _) = source.position(first.at);
    let (link, joint) = (&second.child.name, &first.joint.name);
    let message = format!("link `{link}` already hangs on joint `{joint}` (line {line})");
    source.error(second.child.at, message, "a link hangs on one joint; loops are not URDF")
}
