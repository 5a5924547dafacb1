//! Jacobians of any frame of a tree, and their rate times the speeds.
//!
//! Column *i* of the Jacobian is the velocity of the frame when joint *i* moves
//! with unit speed: for a turning joint `(z, z × (o − oᵢ))`, for a sliding one
//! `(0, z)`, angular part first, and zero for joints the frame does not hang
//! on. `J̇ q̇` is the acceleration of the frame at `q̈ = 0`.

use crate::robot::{Frame, Freedom, Robot};
use crate::spatial::{Motion, Scalar, Transform, Vec3};

/// The axes a velocity is written in. Its point is always the frame's origin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ReferenceFrame {
    /// Axes of the base.
    Base,
    /// Axes of the frame itself.
    Own,
}

impl ReferenceFrame {
    fn express<S: Scalar>(self, pose: &Transform<S>, m: Motion<S>) -> Motion<S> {
        match self {
            Self::Base => m,
            Self::Own => Motion {
                angular: pose.rotation.apply_transposed(m.angular),
                linear: pose.rotation.apply_transposed(m.linear),
            },
        }
    }
}

/// Jacobian of `frame`: one spatial velocity per coordinate.
///
/// # Panics
/// If `q` does not have one entry per coordinate.
pub fn frame_jacobian<S: Scalar>(
    robot: &Robot,
    frame: &Frame,
    axes: ReferenceFrame,
    q: &[S],
) -> Vec<Motion<S>> {
    let tree = robot.tree();
    let (poses, pose) = poses_to(robot, frame, q);
    let mut columns = vec![Motion::zero(); tree.dofs];
    let mut next = frame.link;
    while let Some(i) = next {
        let body = &tree.bodies[i];
        let z = poses[i].rotation.c[2];
        let column = match body.freedom {
            Freedom::Turn => {
                let arm = pose.translation - poses[i].translation;
                Some(Motion { angular: z, linear: z.cross(arm) })
            }
            Freedom::Slide => Some(Motion { angular: Vec3::zero(), linear: z }),
            Freedom::None => None,
        };
        if let Some(column) = column {
            columns[body.dof] = axes.express(&pose, column);
        }
        next = body.parent;
    }
    columns
}

/// `J̇ q̇` of `frame`: its acceleration when every `q̈` is zero.
///
/// In the frame's own axes this is the rate of the Jacobian in the base's axes,
/// turned into the frame's axes (what the frame's accelerometer axes see).
///
/// # Panics
/// If `q` and `qd` do not have one entry per coordinate.
pub fn frame_jacobian_rate<S: Scalar>(
    robot: &Robot,
    frame: &Frame,
    axes: ReferenceFrame,
    q: &[S],
    qd: &[S],
) -> Motion<S> {
    assert_eq!(qd.len(), robot.dofs(), "one speed per moving joint");
    let tree = robot.tree();
    let (poses, pose) = poses_to(robot, frame, q);
    let mut chain = Vec::new();
    let mut next = frame.link;
    while let Some(i) = next {
        chain.push(i);
        next = tree.bodies[i].parent;
    }
    // Outwards along the chain, in base axes, following the origins.
    let (mut omega, mut alpha, mut acceleration) = (Vec3::zero(), Vec3::zero(), Vec3::zero());
    let mut origin = Vec3::zero();
    for &i in chain.iter().rev() {
        let body = &tree.bodies[i];
        let arm = poses[i].translation - origin;
        acceleration += alpha.cross(arm) + omega.cross(omega.cross(arm));
        origin = poses[i].translation;
        let z = poses[i].rotation.c[2];
        match body.freedom {
            Freedom::Turn => {
                let turn = z.scale(qd[body.dof]);
                alpha += omega.cross(turn);
                omega += turn;
            }
            Freedom::Slide => {
                let slide = z.scale(qd[body.dof]);
                acceleration += omega.cross(slide).scale(2.0);
            }
            Freedom::None => {}
        }
    }
    let arm = pose.translation - origin;
    acceleration += alpha.cross(arm) + omega.cross(omega.cross(arm));
    axes.express(&pose, Motion { angular: alpha, linear: acceleration })
}

/// Poses of the bodies, and of the frame, in the base.
fn poses_to<S: Scalar>(robot: &Robot, frame: &Frame, q: &[S]) -> (Vec<Transform<S>>, Transform<S>) {
    assert_eq!(q.len(), robot.dofs(), "one coordinate per moving joint");
    let tree = robot.tree();
    let mut poses = vec![Transform::identity(); tree.bodies.len()];
    super::forward::body_poses(tree, q, &mut poses);
    let pose = match frame.link {
        None => Transform::constant(&frame.pose),
        Some(i) => {
            let mut local = frame.pose;
            if let Some(turn) = &tree.bodies[i].to_link {
                let back = turn.transposed();
                local = Transform {
                    rotation: back.compose(&local.rotation),
                    translation: back.apply(local.translation),
                };
            }
            poses[i].compose(&local)
        }
    };
    (poses, pose)
}
