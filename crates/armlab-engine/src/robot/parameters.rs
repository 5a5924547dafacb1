//! The numbers that identification looks for: ten per link, one per drive.

use super::Robot;
use crate::friction::Friction;
use crate::spatial::{Inertia, Moments, PARAMETER_NAMES, PARAMETER_UNITS};

/// Inertial parameters of a whole robot in the form the recursions use.
///
/// `P` is `f64` for a robot whose parameters are constants, or the scalar of
/// the computation where they vary by lane or carry derivatives.
#[derive(Clone, Debug)]
pub struct Parameters<P> {
    /// Mass and moments of each body, in body frames.
    pub bodies: Vec<Moments<P>>,
    /// Rotor inertia of each coordinate.
    pub rotors: Vec<P>,
}

impl Robot {
    /// Number of inertial parameters: ten per link and one per coordinate.
    pub fn parameter_count(&self) -> usize {
        10 * self.links.len() + self.dofs()
    }

    /// `link.m, link.mx, …` for every link, then `joint.Ia` for every coordinate.
    pub fn parameter_names(&self) -> Vec<String> {
        let links = self
            .links
            .iter()
            .flat_map(|link| PARAMETER_NAMES.iter().map(move |p| format!("{}.{p}", link.name)));
        links.chain(self.moving_joints().map(|j| format!("{}.Ia", j.name))).collect()
    }

    /// Units, in the order of [`Robot::parameter_names`].
    pub fn parameter_units(&self) -> Vec<&'static str> {
        let links = self.links.iter().flat_map(|_| PARAMETER_UNITS);
        let rotors = self.moving_joints().map(|j| if j.kind.turns() { "kg m²" } else { "kg" });
        links.chain(rotors).collect()
    }

    /// Values, in the order of [`Robot::parameter_names`].
    pub fn parameter_values(&self) -> Vec<f64> {
        let links = self.links.iter().flat_map(|link| link.inertia.unwrap_or_default().to_array());
        links.chain(self.moving_joints().map(|j| j.rotor_inertia)).collect()
    }

    /// The same robot with other parameter values, in the order of
    /// [`Robot::parameter_names`]; `None` when their number is wrong.
    pub fn with_parameter_values(&self, values: &[f64]) -> Option<Robot> {
        if values.len() != self.parameter_count() {
            return None;
        }
        let mut robot = self.clone();
        let (links, rotors) = values.split_at(10 * self.links.len());
        for (link, p) in robot.links.iter_mut().zip(links.chunks_exact(10)) {
            link.inertia = p.try_into().ok().map(Inertia::from_array);
        }
        let moving = robot.joints.iter_mut().filter(|j| j.kind.moves());
        for (joint, &ia) in moving.zip(rotors) {
            joint.rotor_inertia = ia;
        }
        robot.parameters = Parameters::of(&robot.links, &robot.joints, &robot.tree);
        Some(robot)
    }
}

impl Robot {
    /// The same robot with another gravity, m/s², in the base frame: another mounting.
    pub fn with_gravity(&self, gravity: crate::spatial::Vec3<f64>) -> Robot {
        let mut robot = self.clone();
        robot.gravity = gravity;
        robot.tree = super::Tree::compile(&robot.joints, gravity);
        robot.parameters = Parameters::of(&robot.links, &robot.joints, &robot.tree);
        robot
    }
    /// The same robot with other friction at the named joints; `None` if there
    /// is no such joint or a value is not finite.
    pub fn with_friction(&self, friction: &[(String, Friction)]) -> Option<Robot> {
        let mut robot = self.clone();
        for (name, friction) in friction {
            let joint = robot.joints.iter_mut().find(|j| j.name == *name)?;
            let mut values = friction.terms.iter().flat_map(|t| t.values());
            if !values.all(|v| v.is_finite()) {
                return None;
            }
            joint.friction = friction.clone();
        }
        Some(robot)
    }
}

impl Parameters<f64> {
    pub(super) fn of(links: &[super::Link], joints: &[super::Joint], tree: &super::Tree) -> Self {
        let bodies = links.iter().zip(&tree.bodies).map(|(link, body)| {
            body.moments_from_link(link.inertia.unwrap_or_default().to_moments())
        });
        let rotors = joints.iter().filter(|j| j.kind.moves()).map(|j| j.rotor_inertia);
        Self { bodies: bodies.collect(), rotors: rotors.collect() }
    }
}
