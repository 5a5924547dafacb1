//! Joints that come, go, change places and names.

use super::blank::Blank;
use super::draft::{Draft, Part};
use super::placing::place;
use crate::contract::{DhEntry, MoveJoint, NewJoint};
use crate::failure::{Answer, Failure};
use armlab::robot::{Joint, JointKind, Limits, Link};
use armlab::spatial::{Transform, vec3};

/// Most joints of a robot that is built here.
const MOST_JOINTS: usize = 200;
/// Length of a new link, m.
const NEW_LENGTH: f64 = 0.3;
/// Stroke of a new slide, m.
const NEW_STROKE: f64 = 0.2;
/// Longest name.
const LONGEST_NAME: usize = 60;

/// The kind called so.
pub fn kind(field: &str, name: &str) -> Answer<JointKind> {
    let kinds = [JointKind::Revolute, JointKind::Continuous, JointKind::Prismatic];
    kinds.into_iter().find(|k| k.name() == name).ok_or_else(|| {
        Failure::field(field, "there is no such kind", "take revolute, continuous or prismatic")
    })
}

/// A name that can stand in files and in the names of columns.
pub fn sound_name(field: &str, name: &str) -> Answer<String> {
    let name = name.trim();
    let odd = |c: char| c.is_control() || c.is_whitespace() || "\"'`.,;:/\\=[]{}".contains(c);
    if name.is_empty() || name.chars().count() > LONGEST_NAME || name.contains(odd) {
        let hint = "take letters, digits, - and _, as in shoulder_1";
        return Err(Failure::field(field, "that cannot be a name", hint));
    }
    Ok(name.into())
}

/// Usual limits of a new joint, so that it can be moved and drawn.
pub fn usual_limits(kind: JointKind) -> Limits {
    let (lower, upper) = match kind {
        JointKind::Revolute => (-std::f64::consts::PI, std::f64::consts::PI),
        JointKind::Prismatic => (0.0, NEW_STROKE),
        _ => return Limits::default(),
    };
    Limits { lower, upper, ..Limits::default() }
}

impl Draft {
    fn free_name(&self, stem: &str) -> String {
        let taken = |name: &str| {
            self.joint(name).is_some()
                || self.has_link(name)
                || self.frames.iter().any(|f| f.name == name)
                || self.tool.name == name
        };
        let first = self.parts.len() + 1;
        let mut names = (first..first + 10_000).map(|k| format!("{stem}{k}"));
        names.find(|name| !taken(name)).unwrap_or_else(|| stem.into())
    }

    /// Adds a joint with its link at the end of a link.
    pub fn add_joint(&mut self, new: &NewJoint) -> Answer<()> {
        if self.parts.len() >= MOST_JOINTS {
            let detail = format!("the robot has {MOST_JOINTS} joints already");
            return Err(Failure::field("add_joint", detail, "describe it in a file"));
        }
        let kind = kind("add_joint.kind", &new.kind)?;
        let parent = new.parent.clone().unwrap_or_else(|| self.tool.link.clone());
        if !self.has_link(&parent) {
            let hint = "name a link, or the base";
            return Err(Failure::field("add_joint.parent", "there is no such link", hint));
        }
        let name = match &new.name {
            Some(name) => sound_name("add_joint.name", name)?,
            None => self.free_name("joint"),
        };
        let link = match &new.link {
            Some(name) => sound_name("add_joint.link", name)?,
            None => self.free_name("link"),
        };
        let carries_tool = self.tool.link == parent;
        let by_rows = self.link(&parent).and_then(|i| {
            let row = self.aside.rows.get(&self.parts[i].joint.name)?;
            Some(row.row()?.convention)
        });
        // A link that nothing hangs on ends at the tool, others where their joints are.
        let end = if carries_tool { self.tool.pose } else { self.end_of(&parent) };
        let mut joint = Joint::new(&name, kind, end, vec3(0.0, 0.0, 1.0));
        joint.limits = usual_limits(kind);
        self.parts.push(Part { parent, joint, link: Link::massless(&link) });
        let all = Blank { mass: true, centre: true, inertia: true };
        self.aside.blanks.insert(link.clone(), all);
        let index = self.parts.len() - 1;
        if let Some(convention) = by_rows {
            self.aside.rows.insert(name.clone(), DhEntry::zero(convention));
        }
        if carries_tool {
            let length = self.tool.pose.translation.norm();
            let length = if length > 1e-9 { length } else { NEW_LENGTH };
            let grown = Transform::translation(length, 0.0, 0.0);
            self.tool.link = link;
            self.tool.pose = if by_rows.is_some() { Transform::identity() } else { grown };
        }
        if let Some(wanted) = &new.place {
            place(self, index, wanted, "add_joint.place")?;
        }
        Ok(())
    }

    /// Removes a joint with its link; what hangs on the link stays where it is, and joints by
    /// DH rows follow the row before.
    pub fn remove_joint(&mut self, name: &str) -> Answer<()> {
        let index = self.known("remove_joint", name)?;
        if self.parts.len() == 1 {
            let hint = "add another joint first";
            return Err(Failure::field("remove_joint", "a robot needs one joint", hint));
        }
        let Part { parent, joint, link } = self.parts.remove(index);
        for part in self.parts.iter_mut().filter(|p| p.parent == link.name) {
            part.parent.clone_from(&parent);
            part.joint.origin = joint.origin.compose(&part.joint.origin);
        }
        let ends = self.closures.iter_mut().flat_map(|c| [&mut c.first, &mut c.second]);
        for place in self.frames.iter_mut().chain([&mut self.tool]).chain(ends) {
            if place.link == link.name {
                place.link.clone_from(&parent);
                place.pose = joint.origin.compose(&place.pose);
            }
        }
        // A loop between a link and itself holds nothing any more.
        self.closures.retain(|c| c.first.link != c.second.link);
        self.couplings.retain(|c| !c.joints.contains(&joint.name));
        for part in &mut self.parts {
            part.joint.friction.bearing.carries.retain(|(carried, _)| *carried != link.name);
            if part.joint.mimic.as_ref().is_some_and(|m| m.joint == joint.name) {
                part.joint.mimic = None;
            }
        }
        self.aside.rows.remove(&joint.name);
        self.aside.blanks.remove(&link.name);
        self.aside.centres.remove(&link.name);
        Ok(())
    }

    /// Lets a joint with its link change places with its neighbour. Both keep where they stand
    /// relative to what they hang on, as rows of a table do that are swapped.
    pub fn move_joint(&mut self, asked: &MoveJoint) -> Answer<()> {
        let index = self.known("move_joint", &asked.name)?;
        let refuse = |why: &str| Failure::field("move_joint", why, "choose another joint");
        let (upper, lower) = if asked.towards_base {
            let parent = self.link(&self.parts[index].parent);
            (parent.ok_or_else(|| refuse("it hangs on the base"))?, index)
        } else {
            match self.children(&self.parts[index].link.name)[..] {
                [child] => (index, child),
                [] => return Err(refuse("nothing hangs on its link")),
                _ => return Err(refuse("several joints hang on its link")),
            }
        };
        let (first, second) =
            (self.parts[upper].link.name.clone(), self.parts[lower].link.name.clone());
        let above = self.parts[upper].parent.clone();
        for part in &mut self.parts {
            if part.parent == second {
                part.parent.clone_from(&first);
            }
        }
        self.parts[lower].parent = above;
        self.parts[upper].parent.clone_from(&second);
        if self.tool.link == second {
            self.tool.link = first;
        }
        self.parts.swap(upper, lower);
        self.sort();
        Ok(())
    }

    /// Calls a joint by another name.
    pub fn rename_joint(&mut self, index: usize, name: &str, field: &str) -> Answer<()> {
        let (old, new) = (self.parts[index].joint.name.clone(), sound_name(field, name)?);
        if old == new {
            return Ok(());
        }
        if self.joint(&new).is_some() {
            return Err(Failure::field(field, "another joint is called so", "take another name"));
        }
        for mimic in self.parts.iter_mut().filter_map(|p| p.joint.mimic.as_mut()) {
            if mimic.joint == old {
                mimic.joint.clone_from(&new);
            }
        }
        let coupled = self.couplings.iter_mut().flat_map(|c| &mut c.joints);
        coupled.filter(|name| **name == old).for_each(|name| name.clone_from(&new));
        self.aside.rename_joint(&old, &new);
        self.rename_terms(&old, &new);
        self.parts[index].joint.name = new;
        Ok(())
    }

    /// Calls a link by another name.
    pub fn rename_link(&mut self, index: usize, name: &str, field: &str) -> Answer<()> {
        let (old, new) = (self.parts[index].link.name.clone(), sound_name(field, name)?);
        if old == new {
            return Ok(());
        }
        if self.has_link(&new) || self.frames.iter().any(|f| f.name == new) {
            let detail = "another link or frame is called so";
            return Err(Failure::field(field, detail, "take another name"));
        }
        for part in &mut self.parts {
            if part.parent == old {
                part.parent.clone_from(&new);
            }
            for (carried, _) in &mut part.joint.friction.bearing.carries {
                if *carried == old {
                    carried.clone_from(&new);
                }
            }
        }
        let ends = self.closures.iter_mut().flat_map(|c| [&mut c.first, &mut c.second]);
        for place in self.frames.iter_mut().chain([&mut self.tool]).chain(ends) {
            if place.link == old {
                place.link.clone_from(&new);
            }
        }
        self.aside.rename_link(&old, &new);
        self.rename_terms(&old, &new);
        self.parts[index].link.name = new;
        Ok(())
    }

    fn known(&self, field: &str, name: &str) -> Answer<usize> {
        let missing = || Failure::field(field, "there is no such joint", "reload the project");
        self.joint(name).ok_or_else(missing)
    }
}
