//! A robot taken apart into parts that are found by name, and put together again.

use super::aside::Aside;
use armlab::robot::{
    BuildError, DhPlace, Direction, Frame, Joint, Link, MotorCoupling, Robot, RobotBuilder,
};
use armlab::spatial::{Transform, Vec3};
use std::collections::HashSet;

/// A joint with its link, on the link called `parent`.
#[derive(Clone, Debug)]
pub struct Part {
    /// Name of the link that it hangs on.
    pub parent: String,
    /// The joint.
    pub joint: Joint,
    /// What it carries.
    pub link: Link,
}

/// A frame on the link called `link`.
#[derive(Clone, Debug)]
pub struct Place {
    /// Its name.
    pub name: String,
    /// Name of its link.
    pub link: String,
    /// Where it is in the link.
    pub pose: Transform<f64>,
}

/// A loop closure.
#[derive(Clone, Debug)]
pub struct Closure {
    /// Its name.
    pub name: String,
    /// The frame in whose axes directions are.
    pub first: Place,
    /// The frame that is held to it.
    pub second: Place,
    /// What is held.
    pub directions: Vec<Direction>,
}

/// Name, unit and terms of a declared parameter.
type Declared = (String, String, Vec<(String, f64)>);

/// A robot in parts.
#[derive(Clone, Debug)]
pub struct Draft {
    /// Name of the robot.
    pub name: String,
    /// Gravity, m/s².
    pub gravity: Vec3<f64>,
    /// What does not move.
    pub base: Link,
    /// Joints with their links, parents first.
    pub parts: Vec<Part>,
    /// Named frames.
    pub frames: Vec<Place>,
    /// The tool.
    pub tool: Place,
    /// Loops.
    pub closures: Vec<Closure>,
    /// Motors that turn with two joints.
    pub couplings: Vec<MotorCoupling>,
    base_parameters: Vec<Declared>,
    model_parameters: Vec<Declared>,
    /// What the project keeps beside the description.
    pub aside: Aside,
}

impl Draft {
    /// The parts of a robot.
    pub fn of(robot: &Robot, aside: &Aside) -> Self {
        let name = |link: Option<usize>| match link.and_then(|l| robot.links().get(l)) {
            Some(link) => link.name.clone(),
            None => robot.base().name.clone(),
        };
        let place = |f: &Frame| Place { name: f.name.clone(), link: name(f.link), pose: f.pose };
        let names = robot.parameter_names();
        let named = |terms: &[(usize, f64)]| -> Vec<(String, f64)> {
            terms.iter().filter_map(|&(i, k)| Some((names.get(i)?.clone(), k))).collect()
        };
        let part = |(joint, link): (&Joint, &Link)| Part {
            parent: name(joint.parent),
            joint: joint.clone(),
            link: link.clone(),
        };
        Self {
            name: robot.name().into(),
            gravity: robot.gravity(),
            base: robot.base().clone(),
            parts: robot.joints().iter().zip(robot.links()).map(part).collect(),
            frames: robot.frames().iter().map(place).collect(),
            tool: place(robot.tool()),
            closures: robot
                .loops()
                .iter()
                .map(|l| Closure {
                    name: l.name.clone(),
                    first: place(&l.first),
                    second: place(&l.second),
                    directions: l.directions.clone(),
                })
                .collect(),
            couplings: robot.couplings().to_vec(),
            base_parameters: robot
                .declared_base_parameters()
                .iter()
                .map(|p| (p.name.clone(), p.unit.clone(), named(&p.combination)))
                .collect(),
            model_parameters: robot
                .model_parameters()
                .iter()
                .map(|p| (p.name.clone(), p.unit.clone(), named(&p.moves)))
                .collect(),
            aside: aside.clone(),
        }
    }

    /// Index of the part of a joint.
    pub fn joint(&self, name: &str) -> Option<usize> {
        self.parts.iter().position(|p| p.joint.name == name)
    }

    /// Index of the part of a link.
    pub fn link(&self, name: &str) -> Option<usize> {
        self.parts.iter().position(|p| p.link.name == name)
    }

    /// Whether a link or the base is called so.
    pub fn has_link(&self, name: &str) -> bool {
        name == self.base.name || self.link(name).is_some()
    }

    /// Indexes of the parts that hang on a link.
    pub fn children(&self, link: &str) -> Vec<usize> {
        (0..self.parts.len()).filter(|&i| self.parts[i].parent == link).collect()
    }

    /// The row's place of a joint that stands by a DH row.
    pub fn row_place(&self, index: usize) -> Option<DhPlace> {
        let joint = &self.parts.get(index)?.joint;
        self.aside.rows.get(&joint.name).and_then(|r| r.row()).map(|r| r.place(joint.kind))
    }

    /// Where in a link everything stands that hangs on it: the frame of its DH row.
    pub fn end_of(&self, link: &str) -> Transform<f64> {
        let place = self.link(link).and_then(|i| self.row_place(i));
        place.map_or_else(Transform::identity, |p| p.rest)
    }

    /// Puts parents before children, in the order given otherwise.
    pub fn sort(&mut self) {
        let mut placed: HashSet<String> = HashSet::from([self.base.name.clone()]);
        let mut rest = std::mem::take(&mut self.parts);
        while !rest.is_empty() {
            let Some(next) = rest.iter().position(|p| placed.contains(&p.parent)) else { break };
            let part = rest.remove(next);
            placed.insert(part.link.name.clone());
            self.parts.push(part);
        }
        // Rings are left as they are, for the builder to name them.
        self.parts.append(&mut rest);
    }

    /// The robot, without its couplings.
    pub fn build(&self) -> Result<Robot, BuildError> {
        let mut builder =
            RobotBuilder::new(&self.name).gravity(self.gravity).base(self.base.clone());
        for Part { parent, joint, link } in &self.parts {
            builder = builder.joint(parent, joint.clone(), link.clone());
        }
        for Place { name, link, pose } in &self.frames {
            builder = builder.frame(name, link, *pose);
        }
        let tool = &self.tool;
        builder = if self.frames.iter().any(|f| f.name == tool.name) {
            builder.tool(&tool.name)
        } else {
            builder.tool_at(&tool.name, &tool.link, tool.pose)
        };
        for Closure { name, first, second, directions } in &self.closures {
            let end = |p: &Place| (p.link.clone(), p.pose);
            builder = builder.loop_closure(name, end(first), end(second), directions.clone());
        }
        for (name, unit, terms) in self.base_parameters.iter().filter(|p| self.knows(p)) {
            builder = builder.base_parameter(name, unit, terms.clone());
        }
        for (name, unit, terms) in self.model_parameters.iter().filter(|p| self.knows(p)) {
            builder = builder.model_parameter(name, unit, terms.clone());
        }
        builder.build()
    }

    /// Whether all links and joints that a declared parameter names are still there.
    fn knows(&self, (_, _, terms): &Declared) -> bool {
        terms.iter().all(|(term, _)| {
            let owner = term.rsplit_once('.').map_or(term.as_str(), |(owner, _)| owner);
            self.has_link(owner) || self.joint(owner).is_some()
        })
    }

    /// Calls the terms of declared parameters by a new name of their link or joint.
    pub fn rename_terms(&mut self, old: &str, new: &str) {
        let all = self.base_parameters.iter_mut().chain(&mut self.model_parameters);
        for (term, _) in all.flat_map(|(_, _, terms)| terms) {
            if let Some((owner, part)) = term.rsplit_once('.')
                && owner == old
            {
                *term = format!("{new}.{part}");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use armlab::robot::describe::write_toml;
    use armlab::robot::library;

    #[test]
    fn a_robot_that_is_taken_apart_and_put_together_is_the_same_to_the_last_bit() {
        for name in library::names() {
            let robot = library::load(name).unwrap().unwrap().robot;
            let draft = Draft::of(&robot, &Aside::default());
            let again = draft.build().unwrap().with_couplings(draft.couplings).unwrap();
            assert_eq!(write_toml(&again), write_toml(&robot), "{name}");
        }
    }
}
