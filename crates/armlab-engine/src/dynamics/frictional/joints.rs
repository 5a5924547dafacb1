//! Joints with friction, ready to be evaluated.

use crate::friction::{Friction, Load};
use crate::robot::Robot;
use crate::spatial::{Force, Vec3};

/// A joint with friction.
#[derive(Clone, Debug)]
pub struct FrictionalJoint<'r> {
    /// Its name.
    pub name: &'r str,
    /// Its coordinate among the tree's.
    pub dof: usize,
    /// Its friction.
    pub friction: &'r Friction,
    /// Whether a drive moves it.
    pub actuated: bool,
    /// The link it carries.
    link: usize,
    axis: Vec3<f64>,
    /// Constant load on its bearing, N.
    constant: f64,
}

impl<'r> FrictionalJoint<'r> {
    /// All joints of a robot that have friction.
    pub fn all(robot: &'r Robot) -> Vec<Self> {
        let g = robot.gravity().norm();
        let mass = |name: &str| {
            let link = robot.links().iter().find(|l| l.name == name);
            link.and_then(|l| l.inertia).map_or(0.0, |i| i.mass)
        };
        let moving = robot.joints().iter().enumerate().filter(|(_, j)| j.kind.moves());
        let joint = |(dof, (link, joint)): (usize, (usize, &'r crate::robot::Joint))| Self {
            name: &joint.name,
            dof,
            friction: &joint.friction,
            actuated: joint.actuated,
            link,
            axis: joint.axis,
            constant: joint.friction.bearing.carries.iter().map(|(l, s)| s * mass(l) * g).sum(),
        };
        moving.enumerate().map(joint).filter(|j| !j.friction.is_none()).collect()
    }

    /// Whether the friction depends on the load of the bearing.
    pub fn needs_load(&self) -> bool {
        self.friction.needs_load()
    }
    /// Number of inner states of its laws.
    pub fn bristles(&self) -> usize {
        self.friction.terms.iter().filter(|t| t.law().bristle().is_some()).count()
    }
    /// The part of the reactions that loads the bearing: one component where the
    /// bearing has a normal, else all that is across the axis.
    pub(super) fn across(&self, reactions: &[Force<f64>]) -> Vec3<f64> {
        let force = reactions[self.link].force;
        match self.friction.bearing.normal {
            Some(normal) => Vec3 { x: normal.dot(force), y: 0.0, z: 0.0 },
            None => force - self.axis.scale(self.axis.dot(force)),
        }
    }
    /// Whether the load has a sign rather than a direction.
    pub(super) fn has_normal(&self) -> bool {
        self.friction.bearing.normal.is_some()
    }
    /// Load on the bearing.
    pub fn load(&self, reactions: &[Force<f64>]) -> Load {
        Load { normal: self.across(reactions).norm(), constant: self.constant }
    }
    pub(super) fn constant_load(&self) -> Load {
        Load { normal: 0.0, constant: self.constant }
    }
}
