//! Forward kinematics: poses in the base frame, `Tᵢ = Tλ(ᵢ) · Xᵢ(qᵢ)`.

use crate::robot::{Frame, Freedom, Robot, Tree};
use crate::spatial::{Scalar, Transform};

/// Poses of all bodies in the base frame, into `poses`.
#[inline(always)]
pub fn body_poses<S: Scalar>(tree: &Tree, q: &[S], poses: &mut [Transform<S>]) {
    for (i, body) in tree.bodies.iter().enumerate() {
        let local = match body.freedom {
            Freedom::None => Transform::constant(&body.origin),
            _ => body.pose(q[body.dof]),
        };
        poses[i] = match body.parent {
            Some(p) => poses[p].compose(&local),
            None => local,
        };
    }
}

/// Poses of all link frames in the base frame.
///
/// # Panics
/// If `q` does not have one entry per coordinate.
pub fn link_poses<S: Scalar>(robot: &Robot, q: &[S]) -> Vec<Transform<S>> {
    assert_eq!(q.len(), robot.dofs(), "one coordinate per moving joint");
    let tree = robot.tree();
    let mut poses = vec![Transform::identity(); tree.bodies.len()];
    body_poses(tree, q, &mut poses);
    for (pose, body) in poses.iter_mut().zip(&tree.bodies) {
        if let Some(turn) = &body.to_link {
            // The link frame in the body frame is the inverse turn.
            pose.rotation = pose.rotation.compose(&turn.transposed());
        }
    }
    poses
}

/// Pose of any frame of the robot in the base frame.
///
/// # Panics
/// If `q` does not have one entry per coordinate.
pub fn frame_pose<S: Scalar>(robot: &Robot, frame: &Frame, q: &[S]) -> Transform<S> {
    match frame.link {
        None => Transform::constant(&frame.pose),
        Some(link) => link_poses(robot, q)[link].compose(&frame.pose),
    }
}
