//! Shapes of links as descriptions state them: what is drawn, and what
//! collisions are computed with. Meshes are named here, not loaded.

use crate::spatial::{Transform, Vec3, vec3};

/// What a shape is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To be drawn.
    Visual,
    /// To compute collisions with.
    Collision,
}

/// A shape about its own origin, lengths in metres.
#[derive(Clone, Debug, PartialEq)]
pub enum Shape {
    /// A box with these sides along x, y and z.
    Box {
        /// Lengths of the sides.
        size: Vec3<f64>,
    },
    /// A ball.
    Sphere {
        /// Radius.
        radius: f64,
    },
    /// A cylinder about z.
    Cylinder {
        /// Radius.
        radius: f64,
        /// Length along z.
        length: f64,
    },
    /// A cylinder about z with half a ball at either end.
    Capsule {
        /// Radius.
        radius: f64,
        /// Length along z without the balls.
        length: f64,
    },
    /// An ellipsoid.
    Ellipsoid {
        /// Half axes along x, y and z.
        radii: Vec3<f64>,
    },
    /// A mesh in a file.
    Mesh {
        /// The file as the description names it: a path or `package://…`.
        file: String,
        /// Factors along x, y and z.
        scale: Vec3<f64>,
    },
}

/// A shape of a link.
#[derive(Clone, Debug, PartialEq)]
pub struct Geometry {
    /// What it is for.
    pub purpose: Purpose,
    /// The shape's frame in the link's frame.
    pub origin: Transform<f64>,
    /// The shape.
    pub shape: Shape,
}

impl Geometry {
    /// Distance from the link's origin to the farthest point of the shape;
    /// `None` for a mesh.
    pub fn extent(&self) -> Option<f64> {
        // The link's origin seen from the shape's.
        let seen = self.origin.inverse().translation;
        let rim = |radius: f64, half: f64| {
            let across = seen.x.hypot(seen.y) + radius.abs();
            across.hypot(seen.z.abs() + half)
        };
        match self.shape {
            Shape::Box { size } => {
                let far = |p: f64, side: f64| p.abs() + side.abs() / 2.0;
                Some(vec3(far(seen.x, size.x), far(seen.y, size.y), far(seen.z, size.z)).norm())
            }
            Shape::Sphere { radius } => Some(seen.norm() + radius.abs()),
            Shape::Cylinder { radius, length } => Some(rim(radius, length.abs() / 2.0)),
            Shape::Capsule { radius, length } => {
                Some(rim(radius, length.abs() / 2.0 + radius.abs()))
            }
            Shape::Ellipsoid { radii } => {
                Some(seen.norm() + radii.to_array().into_iter().fold(0.0, |m, r| r.abs().max(m)))
            }
            Shape::Mesh { .. } => None,
        }
    }

    /// The same shape on a link to which the shape's link is fixed at `pose`.
    pub(super) fn on_parent(&self, pose: &Transform<f64>) -> Self {
        Self { origin: pose.compose(&self.origin), ..self.clone() }
    }

    /// False when a number is not finite.
    pub(super) fn is_finite(&self) -> bool {
        let numbers = match &self.shape {
            Shape::Box { size } => size.to_array(),
            Shape::Sphere { radius } => [*radius; 3],
            Shape::Cylinder { radius, length } | Shape::Capsule { radius, length } => {
                [*radius, *length, 0.0]
            }
            Shape::Ellipsoid { radii } => radii.to_array(),
            Shape::Mesh { scale, .. } => scale.to_array(),
        };
        let at = self.origin.translation.to_array();
        let turned = self.origin.rotation.to_rows();
        numbers.iter().chain(&at).chain(turned.as_flattened()).all(|x| x.is_finite())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Farthest of many points of a shape's surface from the link's origin.
    fn farthest(origin: &Transform<f64>, point: impl Fn(f64, f64) -> Vec3<f64>) -> f64 {
        let mut most = 0.0_f64;
        for i in 0..=400 {
            for j in 0..=400 {
                let (u, v) = (i as f64 / 400.0, j as f64 / 400.0);
                most = most.max(origin.apply(point(u, v)).norm());
            }
        }
        most
    }

    #[test]
    fn a_shape_reaches_as_far_as_its_farthest_point() {
        use std::f64::consts::PI;
        let origin = Transform::from_xyz_rpy([0.3, -0.2, 0.5], [0.4, 0.7, -1.1]);
        let of = |shape| Geometry { purpose: Purpose::Visual, origin, shape }.extent().unwrap();
        let cylinder = farthest(&origin, |u, v| {
            let (s, c) = (2.0 * PI * u).sin_cos();
            vec3(0.1 * c, 0.1 * s, 0.6 * (v - 0.5))
        });
        assert!((of(Shape::Cylinder { radius: 0.1, length: 0.6 }) - cylinder).abs() < 1e-4);
        let ball = farthest(&origin, |u, v| {
            let ((s, c), (t, d)) = ((2.0 * PI * u).sin_cos(), (PI * v).sin_cos());
            vec3(0.2 * c * t, 0.2 * s * t, 0.2 * d)
        });
        assert!((of(Shape::Sphere { radius: 0.2 }) - ball).abs() < 1e-4);
        let corners = farthest(&origin, |u, v| {
            vec3(0.2 * (u - 0.5).signum(), 0.1 * (v - 0.5).signum(), 0.05)
        })
        .max(farthest(&origin, |u, v| {
            vec3(0.2 * (u - 0.5).signum(), 0.1 * (v - 0.5).signum(), -0.05)
        }));
        assert!((of(Shape::Box { size: vec3(0.4, 0.2, 0.1) }) - corners).abs() < 1e-12);
    }
}
