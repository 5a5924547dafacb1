//! Joints that follow others, each brought to the joint that follows none.

use super::builder::BuildError;
use super::joint::{Joint, JointKind, Mimic};
use crate::spatial::Transform;
use armlab_files::nearest_name;

/// Chains of followers become direct ones (`a` follows `b` follows `c`), followers get the
/// home their leader gives them, and what follows a fixed joint is fixed.
pub(super) fn resolve(joints: &mut [Joint]) -> Result<(), BuildError> {
    if joints.iter().all(|j| j.mimic.is_none()) {
        return Ok(());
    }
    for i in 0..joints.len() {
        if joints[i].kind == JointKind::Fixed {
            joints[i].mimic = None;
        }
        let Some((leader, mimic)) = root(joints, i)? else { continue };
        let (home, fixed) = (joints[leader].home, joints[leader].kind == JointKind::Fixed);
        let joint = &mut joints[i];
        joint.actuated = false;
        if fixed {
            joint.origin = joint.origin.compose(&displaced(joint, mimic.offset));
            joint.kind = JointKind::Fixed;
            joint.mimic = None;
        } else {
            joint.home = mimic.multiplier * home + mimic.offset;
            joint.mimic = Some(mimic);
        }
    }
    Ok(())
}

/// The joint at the end of the chain that joint `i` follows, and how.
fn root(joints: &[Joint], i: usize) -> Result<Option<(usize, Mimic)>, BuildError> {
    let Some(mut total) = joints[i].mimic.clone() else { return Ok(None) };
    for _ in 0..joints.len() {
        let Some(leader) = joints.iter().position(|j| j.name == total.joint) else {
            let known = nearest_name(&total.joint, joints.iter().map(|j| j.name.as_str()));
            let joint = joints[i].name.clone();
            return Err(BuildError::UnknownLeader { joint, leader: total.joint, known });
        };
        match joints[leader].mimic.as_ref().filter(|_| joints[leader].kind.moves()) {
            None => return Ok(Some((leader, total))),
            Some(next) => {
                total.joint.clone_from(&next.joint);
                total.offset += total.multiplier * next.offset;
                total.multiplier *= next.multiplier;
            }
        }
    }
    Err(BuildError::FollowsItself { joint: joints[i].name.clone() })
}

/// The motion of a joint at a coordinate.
fn displaced(joint: &Joint, q: f64) -> Transform<f64> {
    match joint.kind {
        JointKind::Prismatic => {
            Transform { translation: joint.axis.scale(q), ..Transform::identity() }
        }
        _ => Transform::rotation(joint.axis, q),
    }
}
