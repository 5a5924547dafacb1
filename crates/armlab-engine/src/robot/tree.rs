//! A robot compiled for the recursions: constants only, parents before
//! children, and nothing that a hot loop does not read.
//!
//! Every joint moves along or about the **z axis of its body frame**. A link
//! whose described axis is another one gets a body frame that is turned
//! against the link frame by a constant rotation ([`Body::to_link`]), so the
//! recursions need no general axis; results that are vectors are turned back
//! when they are handed out.

use super::joint::{Joint, JointKind};
use std::hash::{DefaultHasher, Hash, Hasher};

use crate::spatial::{Mat3, Moments, Scalar, Sym3, Times, Transform, Vec3, vec3};

/// What a body's joint does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Freedom {
    /// Turns about z.
    Turn,
    /// Slides along z.
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
    /// Pose in the parent body at coordinate zero.
    pub origin: Transform<f64>,
    /// Turns vectors of the body frame into the link frame; `None` where the
    /// two are the same.
    pub to_link: Option<Mat3<f64>>,
}

impl Body {
    /// Pose in the parent body at coordinate `q`.
    #[inline(always)]
    pub fn pose<S: Scalar>(&self, q: S) -> Transform<S> {
        match self.freedom {
            Freedom::Turn => {
                let (sin, cos) = q.sin_cos();
                Transform {
                    rotation: self.turned(sin, cos),
                    translation: Vec3::constant(self.origin.translation),
                }
            }
            Freedom::Slide => Transform {
                rotation: Mat3::constant(self.origin.rotation),
                translation: self.slid(q),
            },
            Freedom::None => Transform::constant(&self.origin),
        }
    }
    /// Orientation of a turning body: `R₀·Rz(q)`, from the sine and cosine of q.
    #[inline(always)]
    pub fn turned<S: Scalar>(&self, sin: S, cos: S) -> Mat3<S> {
        let [x, y, z] = self.origin.rotation.c;
        Mat3 {
            c: [x.along_add(cos, y.along(sin)), y.along_add(cos, x.along(-sin)), Vec3::constant(z)],
        }
    }
    /// Origin of a sliding body at `q`, in the parent.
    #[inline(always)]
    pub fn slid<S: Scalar>(&self, q: S) -> Vec3<S> {
        let along = self.origin.rotation.c[2];
        along.along_add(q, Vec3::constant(self.origin.translation))
    }
    /// Moments given in the link frame, in the body frame.
    pub fn moments_from_link<P: Scalar + Times<f64>>(&self, link: Moments<P>) -> Moments<P> {
        match &self.to_link {
            None => link,
            Some(q) => {
                let r = Mat3::<P>::constant(q.transposed());
                Moments {
                    mass: link.mass,
                    first: r.apply(link.first),
                    second: r.congruence(&link.second),
                }
            }
        }
    }
    /// A vector of the body frame, in the link frame.
    #[inline(always)]
    pub fn vector_to_link<S: Scalar>(&self, v: Vec3<S>) -> Vec3<S> {
        match &self.to_link {
            None => v,
            Some(q) => Mat3::constant(*q).apply(v),
        }
    }
    /// A vector of the link frame, in the body frame.
    #[inline(always)]
    pub fn vector_from_link<S: Scalar>(&self, v: Vec3<S>) -> Vec3<S> {
        match &self.to_link {
            None => v,
            Some(q) => Mat3::constant(*q).apply_transposed(v),
        }
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
    /// Equal for trees whose joints are of the same kinds and hang the same way,
    /// and which therefore have the same zeros in their matrices.
    pub structure: u64,
}

impl Tree {
    pub(super) fn compile(joints: &[Joint], gravity: Vec3<f64>) -> Self {
        let mut body_of_dof = Vec::new();
        let mut bodies: Vec<Body> = Vec::with_capacity(joints.len());
        for (i, joint) in joints.iter().enumerate() {
            let freedom = match joint.kind {
                JointKind::Revolute | JointKind::Continuous => Freedom::Turn,
                JointKind::Prismatic => Freedom::Slide,
                JointKind::Fixed => Freedom::None,
            };
            let dof = body_of_dof.len();
            if freedom != Freedom::None {
                body_of_dof.push(i);
            }
            let to_link = turn_z_to(joint.axis);
            // body in link, link in parent link, parent link in parent body
            let mut origin = joint.origin;
            if let Some(turn) = &to_link {
                origin.rotation = origin.rotation.compose(turn);
            }
            if let Some(turn) = joint.parent.and_then(|p| bodies[p].to_link.as_ref()) {
                let back = turn.transposed();
                origin = Transform {
                    rotation: back.compose(&origin.rotation),
                    translation: back.apply(origin.translation),
                };
            }
            bodies.push(Body { parent: joint.parent, freedom, dof, origin, to_link });
        }
        let structure = structure_of(&bodies);
        Self { bodies, dofs: body_of_dof.len(), body_of_dof, gravity, structure }
    }
}

fn structure_of(bodies: &[Body]) -> u64 {
    let mut hasher = DefaultHasher::new();
    for body in bodies {
        (body.parent, body.freedom as u8).hash(&mut hasher);
    }
    hasher.finish()
}

/// The shortest rotation that takes z to `axis`; `None` when it is z already.
fn turn_z_to(axis: Vec3<f64>) -> Option<Mat3<f64>> {
    if axis == vec3(0.0, 0.0, 1.0) {
        return None;
    }
    if axis.z < -0.5 {
        // Half a turn about x first, so that the divisor below stays away from zero.
        let flip = Mat3::from_rows([[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, -1.0]]);
        let rest = turn_z_to(flip.apply(axis));
        return Some(rest.map_or(flip, |r| flip.compose(&r)));
    }
    // 1 + [v]× + [v]×² / (1 + cos), with v = z × axis.
    let v = vec3(-axis.y, axis.x, 0.0);
    let square = Sym3::outer(v).to_mat3() - Mat3::identity().scaled(v.norm_squared());
    Some(Mat3::identity() + Mat3::skew(v) + square.scaled(1.0 / (1.0 + axis.z)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_axis_is_reached_by_a_rotation_from_z() {
        let axes = [
            vec3(1.0, 0.0, 0.0),
            vec3(0.0, -1.0, 0.0),
            vec3(0.0, 0.0, -1.0),
            vec3(0.6, 0.0, -0.8),
            vec3(0.48, 0.6, 0.64),
            vec3(-1e-9, 1e-9, -1.0),
        ];
        for axis in axes {
            let r = turn_z_to(axis).unwrap();
            assert!((r.c[2] - axis).norm() < 1e-15, "{axis:?}: {:?}", r.c[2]);
            assert!((r.determinant() - 1.0).abs() < 1e-14);
            let unit = r.transposed().compose(&r) - Mat3::identity();
            assert!(unit.c.iter().all(|c| c.norm() < 1e-14));
        }
    }
}
