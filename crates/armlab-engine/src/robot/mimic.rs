//! Joints that follow others, each brought to the joint that follows none.

use super::build_error::BuildError;
use super::joint::{Joint, JointKind, Mimic};
use armlab_files::nearest_name;
use std::collections::HashMap;

/// Chains of followers become direct ones (`a` follows `b` follows `c`), followers get the
/// home their leader gives them, and what follows a fixed joint is fixed.
pub(super) fn resolve(joints: &mut [Joint]) -> Result<(), BuildError> {
    if joints.iter().all(|j| j.mimic.is_none()) {
        return Ok(());
    }
    let index: HashMap<String, usize> =
        joints.iter().enumerate().map(|(i, j)| (j.name.clone(), i)).collect();
    for joint in joints.iter_mut().filter(|j| !j.kind.moves()) {
        joint.mimic = None;
    }
    for i in 0..joints.len() {
        let Some((leader, mimic)) = root(joints, &index, i)? else { continue };
        let (home, fixed) = (joints[leader].home, !joints[leader].kind.moves());
        let joint = &mut joints[i];
        joint.actuated = false;
        if fixed {
            joint.origin = joint.origin.compose(&joint.motion(mimic.offset));
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
fn root(
    joints: &[Joint],
    index: &HashMap<String, usize>,
    i: usize,
) -> Result<Option<(usize, Mimic)>, BuildError> {
    let Some(mut total) = joints[i].mimic.clone() else { return Ok(None) };
    for _ in 0..LONGEST_CHAIN {
        let Some(&leader) = index.get(&total.joint) else {
            let known = nearest_name(&total.joint, joints.iter().map(|j| j.name.as_str()));
            let joint = joints[i].name.clone();
            return Err(BuildError::UnknownLeader { joint, leader: total.joint, known });
        };
        match &joints[leader].mimic {
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

/// Most joints of which each follows the next.
const LONGEST_CHAIN: usize = 200;
