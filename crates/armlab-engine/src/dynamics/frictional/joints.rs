//! Joints with friction, ready to be evaluated.

use crate::friction::{Bristle, Friction, FrictionTerm, Load, Sliding};
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
    /// Time since its drive was started, s.
    pub(super) elapsed: f64,
    /// Temperature of its drive, °C.
    pub(super) temperature: f64,
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
            elapsed: f64::INFINITY,
            temperature: f64::INFINITY,
        };
        moving.enumerate().map(joint).filter(|j| !j.friction.is_none()).collect()
    }

    /// Whether the friction depends on the load of the bearing.
    pub fn needs_load(&self) -> bool {
        self.friction.needs_load()
    }
    /// Whether the friction depends on the effort that the drive transmits.
    pub fn needs_transmitted(&self) -> bool {
        self.actuated && self.friction.terms.iter().any(|t| t.law().needs_transmitted())
    }
    /// Number of inner states of its laws.
    pub fn bristles(&self) -> usize {
        let states = |t: &FrictionTerm| t.law().bristle().map_or(0, Bristle::states);
        self.friction.terms.iter().map(states).sum()
    }
    /// Its laws with inner states.
    pub(super) fn bristled(&self) -> impl Iterator<Item = (&'r dyn Bristle, &'r FrictionTerm)> {
        self.friction.terms.iter().filter_map(|t| t.law().bristle().map(|law| (law, t)))
    }
    /// Friction without what depends on the transmitted effort; laws with inner states
    /// at these where they are known, and as at a steady speed where not.
    pub(super) fn remembered(&self, at: Sliding, states: Option<&[f64]>) -> f64 {
        let at = at.transmitting(0.0);
        let (mut sum, mut next) = (0.0, 0);
        for term in &self.friction.terms {
            let law = term.law().bristle();
            let count = law.map_or(0, Bristle::states);
            sum += match (law, states) {
                (Some(law), Some(states)) if law.follows_position() => {
                    law.effort(term.values(), at.speed, &states[next..next + count])
                }
                _ => term.effort(at, None),
            };
            next += count;
        }
        sum
    }
    /// Friction that depends on the transmitted effort.
    pub(super) fn share(&self, at: Sliding) -> f64 {
        let terms = self.friction.terms.iter().filter(|t| t.law().needs_transmitted());
        terms.map(|t| t.effort(at, None)).sum()
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
        Load { normal: self.across(reactions).norm(), ..self.constant_load() }
    }
    pub(super) fn constant_load(&self) -> Load {
        let Self { constant, elapsed, temperature, .. } = *self;
        Load { constant, elapsed, temperature, ..Load::default() }
    }
}
