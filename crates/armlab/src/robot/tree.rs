//! A robot compiled for the recursions: constants only, parents before
//! children, and nothing that a hot loop does not read.

use super::joint::{Joint, JointKind};
use crate::spatial::{Mat3, Scalar, Transform, Vec3};

/// What a body's joint does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freedom {
    /// Turns about its axis.
    Turn,
    /// Slides along its axis.
    Slide,
    /// Is fixed.
    None,
}

/// One moving (or fixed) body and the constants of its joint.
#[derive(Clone, Debug)]
pub struct Body {
    /// Index of the parent body, always smaller than this body's; `None` is the base.
    pub parent: Option<usize>,
    /// What the joint does.
    pub freedom: Freedom,
    /// Index of its coordinate in `q`; meaningless for a fixed joint.
    pub dof: usize,
    /// Unit axis in the body's frame.
    pub axis: Vec3<f64>,
    /// Pose in the parent at coordinate zero.
    pub origin: Transform<f64>,
    /// Rotation of a turning joint: `still + sine·sin q + cosine·cos q`.
    still: Mat3<f64>,
    sine: Mat3<f64>,
    cosine: Mat3<f64>,
    /// The axis in the parent's frame: direction of a sliding joint.
    slide: Vec3<f64>,
}

impl Body {
    /// Pose in the parent at coordinate `q`.
    #[inline(always)]
    pub fn pose<S: Scalar>(&self, q: S) -> Transform<S> {
        match self.freedom {
            Freedom::Turn => Transform {
                rotation: self.turned(q),
                translation: Vec3::constant(self.origin.translation),
            },
            Freedom::Slide => Transform {
                rotation: Mat3::constant(self.origin.rotation),
                translation: self.slid(q),
            },
            Freedom::None => Transform::constant(&self.origin),
        }
    }
    /// Rotation of a turning joint at `q` (Rodrigues' formula, expanded once).
    #[inline(always)]
    pub fn turned<S: Scalar>(&self, q: S) -> Mat3<S> {
        let (sin, cos) = q.sin_cos();
        Mat3 {
            c: std::array::from_fn(|j| {
                let still = Vec3::constant(self.still.c[j]);
                self.sine.c[j].along_add(sin, self.cosine.c[j].along_add(cos, still))
            }),
        }
    }
    /// Origin of a sliding joint at `q`, in the parent.
    #[inline(always)]
    pub fn slid<S: Scalar>(&self, q: S) -> Vec3<S> {
        self.slide.along_add(q, Vec3::constant(self.origin.translation))
    }
}

/// The compiled tree.
#[derive(Clone, Debug)]
pub struct Tree {
    /// Bodies, parents first.
    pub bodies: Vec<Body>,
    /// Number of coordinates.
    pub dofs: usize,
    /// Body of each coordinate.
    pub body_of_dof: Vec<usize>,
    /// Gravity, in the base frame.
    pub gravity: Vec3<f64>,
}

impl Tree {
    pub(super) fn compile(joints: &[Joint], gravity: Vec3<f64>) -> Self {
        let mut body_of_dof = Vec::new();
        let bodies = joints
            .iter()
            .enumerate()
            .map(|(i, joint)| {
                let freedom = match joint.kind {
                    JointKind::Revolute | JointKind::Continuous => Freedom::Turn,
                    JointKind::Prismatic => Freedom::Slide,
                    JointKind::Fixed => Freedom::None,
                };
                let dof = body_of_dof.len();
                if freedom != Freedom::None {
                    body_of_dof.push(i);
                }
                let (r, a) = (joint.origin.rotation, joint.axis);
                let along = Mat3 { c: [a.scale(a.x), a.scale(a.y), a.scale(a.z)] };
                Body {
                    parent: joint.parent,
                    freedom,
                    dof,
                    axis: a,
                    origin: joint.origin,
                    still: r.compose(&along),
                    sine: r.compose(&Mat3::skew(a)),
                    cosine: r.compose(&(Mat3::identity() - along)),
                    slide: r.apply(a),
                }
            })
            .collect();
        Self { bodies, dofs: body_of_dof.len(), body_of_dof, gravity }
    }
}
