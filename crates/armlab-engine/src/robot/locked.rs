//! Joints held at a value: a robot that moves with fewer of them, and the way back.

use super::{JointKind, Mimic, Robot};
use crate::friction::Friction;
use crate::spatial::{Inertia, Transform};
use std::sync::Arc;
use thiserror::Error;

/// Why joints cannot be locked.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum LockError {
    /// There is no such joint.
    #[error("there is no moving joint `{joint}`")]
    Unknown {
        /// The name.
        joint: String,
        /// Joints that can be locked.
        joints: Vec<String>,
    },
    /// A value that is not a number.
    #[error("joint `{joint}` cannot be locked at {value}")]
    Value {
        /// The joint.
        joint: String,
        /// The value.
        value: f64,
    },
    /// A machine with closed loops.
    #[error("joints of a machine with closed loops cannot be locked")]
    Loops,
    /// Nothing is left to move.
    #[error("all joints are locked")]
    All,
}

/// What a robot with locked joints was made from.
#[derive(Clone)]
pub(super) struct Locked {
    robot: Robot,
    joints: Vec<(String, f64)>,
}

impl Robot {
    /// The robot with some joints held at a value (rad or m): what hangs on them belongs to
    /// the link that carries them.
    ///
    /// # Errors
    /// If there is no such joint, nothing is left to move, or the robot has closed loops.
    pub fn with_locked(&self, joints: &[(String, f64)]) -> Result<Robot, LockError> {
        if joints.is_empty() {
            return Ok(self.clone());
        }
        if !self.loops.is_empty() {
            return Err(LockError::Loops);
        }
        let mut robot = self.clone();
        let joints = &self.with_followers(joints);
        for (name, value) in joints {
            let known = self.moving_joints().map(|j| j.name.clone());
            let Some(joint) = robot.joints.iter_mut().find(|j| j.name == *name && j.kind.moves())
            else {
                return Err(LockError::Unknown { joint: name.clone(), joints: known.collect() });
            };
            if !value.is_finite() {
                return Err(LockError::Value { joint: name.clone(), value: *value });
            }
            joint.origin = joint.origin.compose(&joint.motion(*value));
            joint.kind = JointKind::Fixed;
            joint.mimic = None;
        }
        let mut reduced = robot.without_fixed_joints().ok_or(LockError::All)?;
        let mut all = self.locked_joints().to_vec();
        all.extend_from_slice(joints);
        let origin = self.source.locked.as_ref().map_or(self, |l| &l.robot);
        reduced.source.locked = Some(Arc::new(Locked { robot: origin.clone(), joints: all }));
        Ok(reduced)
    }

    /// Joints, and those that follow them.
    fn with_followers(&self, joints: &[(String, f64)]) -> Vec<(String, f64)> {
        let mut all = joints.to_vec();
        for joint in &self.joints {
            let leads = |m: &Mimic| joints.iter().find(|(name, _)| *name == m.joint);
            let Some(mimic) = &joint.mimic else { continue };
            let named = joints.iter().any(|(name, _)| *name == joint.name);
            if let Some((_, value)) = leads(mimic).filter(|_| !named) {
                all.push((joint.name.clone(), mimic.multiplier * value + mimic.offset));
            }
        }
        all
    }

    /// Joints that are locked, with their values.
    pub fn locked_joints(&self) -> &[(String, f64)] {
        self.source.locked.as_ref().map_or(&[], |l| &l.joints)
    }

    /// The robot with all its joints, and the inertias, drives, friction and gravity of this
    /// one, which has some of them locked. Links on locked joints keep their inertias; the
    /// link that carries them gets what remains. `None` if nothing is locked.
    pub fn unlocked(&self) -> Option<Robot> {
        let Locked { robot, joints } = self.source.locked.as_deref()?;
        let mut full = robot.with_gravity(self.gravity);
        let value = |name: &str| joints.iter().find(|(n, _)| n == name).map(|(_, v)| *v);
        // Where each link is carried: a link of this robot, and the pose there.
        let mut host: Vec<(Option<usize>, Transform<f64>)> = Vec::new();
        let mut carried = vec![[0.0; 10]; self.links.len()];
        for (link, joint) in robot.links.iter().zip(&robot.joints) {
            let own = self.link_index(&link.name);
            let (carrier, pose) = joint.parent.map_or((None, Transform::identity()), |p| host[p]);
            let place = match value(&joint.name) {
                Some(v) => (carrier, pose.compose(&joint.origin).compose(&joint.motion(v))),
                None => (own, Transform::identity()),
            };
            if let (None, (Some(on), pose), Some(inertia)) = (own, place, link.inertia) {
                let moved = inertia.to_parent(&pose).to_array();
                carried[on].iter_mut().zip(moved).for_each(|(sum, m)| *sum += m);
            }
            host.push(place);
        }
        for (link, others) in self.links.iter().zip(carried) {
            let into = full.links.iter_mut().find(|l| l.name == link.name)?;
            into.inertia = link.inertia.map(|inertia| {
                let mut rest = inertia.to_array();
                rest.iter_mut().zip(others).for_each(|(r, o)| *r -= o);
                Inertia::from_array(rest)
            });
        }
        let friction: Vec<(String, Friction)> =
            self.moving_joints().map(|j| (j.name.clone(), j.friction.clone())).collect();
        for joint in self.moving_joints() {
            let into = full.joints.iter_mut().find(|j| j.name == joint.name)?;
            into.rotor_inertia = joint.rotor_inertia;
        }
        // Couplings of locked joints are as they were.
        full.couplings.retain(|c| self.remaining_couplings(std::slice::from_ref(c)).is_empty());
        full.couplings.extend_from_slice(&self.couplings);
        full.with_parameter_values(&full.parameter_values())?.with_friction(&friction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robot::library;

    #[test]
    fn joints_that_do_not_exist_and_all_of_them_are_refused() {
        let robot = library::load("scara").unwrap().unwrap().robot;
        let all: Vec<(String, f64)> =
            robot.joints().iter().map(|j| (j.name.clone(), 0.0)).collect();
        assert_eq!(robot.with_locked(&all).unwrap_err(), LockError::All);
        let none = [("elbow".to_string(), 0.0)];
        assert!(matches!(robot.with_locked(&none), Err(LockError::Unknown { .. })));
        let nan = [(all[0].0.clone(), f64::NAN)];
        assert!(matches!(robot.with_locked(&nan), Err(LockError::Value { .. })));
        let machine = library::load("five-bar").unwrap().unwrap().robot;
        assert_eq!(machine.with_locked(&none).unwrap_err(), LockError::Loops);
    }
}
