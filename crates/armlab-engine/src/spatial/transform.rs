//! Where one frame stands in another.

use super::mat3::Mat3;
use super::scalar::{Scalar, Times};
use super::vec3::Vec3;

/// A child frame in its parent: `x_parent = rotation · x_child + translation`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Transform<S> {
    /// Axes of the child, in the parent.
    pub rotation: Mat3<S>,
    /// Origin of the child, in the parent.
    pub translation: Vec3<S>,
}

impl<S: Scalar> Default for Transform<S> {
    fn default() -> Self {
        Self::identity()
    }
}

impl<S: Scalar> Transform<S> {
    /// The same frame.
    #[inline(always)]
    pub fn identity() -> Self {
        Self { rotation: Mat3::identity(), translation: Vec3::zero() }
    }
    /// A constant transform as a transform of scalars.
    #[inline(always)]
    pub fn constant(t: &Transform<f64>) -> Self {
        Self { rotation: Mat3::constant(t.rotation), translation: Vec3::constant(t.translation) }
    }
    /// `self · o`: the frame `o` of the child, in the parent.
    #[inline(always)]
    pub fn compose<P: Copy>(&self, o: &Transform<P>) -> Self
    where
        S: Times<P>,
    {
        Self {
            rotation: self.rotation.compose(&o.rotation),
            translation: self.rotation.apply_add(o.translation, self.translation),
        }
    }
    /// A point of the child, in the parent.
    #[inline(always)]
    pub fn apply<P: Copy>(&self, point: Vec3<P>) -> Vec3<S>
    where
        S: Times<P>,
    {
        self.rotation.apply_add(point, self.translation)
    }
    /// The parent in the child.
    #[inline(always)]
    pub fn inverse(&self) -> Self {
        let rotation = self.rotation.transposed();
        Self { rotation, translation: -rotation.apply(self.translation) }
    }
}

impl Transform<f64> {
    /// A pure translation.
    pub fn translation(x: f64, y: f64, z: f64) -> Self {
        Self { rotation: Mat3::identity(), translation: Vec3 { x, y, z } }
    }
    /// A pure rotation.
    pub fn rotation(axis: Vec3<f64>, angle: f64) -> Self {
        Self { rotation: Mat3::rotation(axis, angle), translation: Vec3::zero() }
    }
    /// Translation and roll-pitch-yaw, as a URDF origin.
    pub fn from_xyz_rpy(xyz: [f64; 3], rpy: [f64; 3]) -> Self {
        Self { rotation: Mat3::from_rpy(rpy), translation: xyz.into() }
    }
    /// The 4×4 homogeneous matrix, by rows.
    pub fn to_matrix(&self) -> [[f64; 4]; 4] {
        let [a, b, c] = self.rotation.to_rows();
        let t = self.translation;
        [
            [a[0], a[1], a[2], t.x],
            [b[0], b[1], b[2], t.y],
            [c[0], c[1], c[2], t.z],
            [0.0, 0.0, 0.0, 1.0],
        ]
    }
    /// Largest difference of any entry.
    pub fn max_difference(&self, o: &Self) -> f64 {
        let (a, b) = (self.to_matrix(), o.to_matrix());
        let mut worst = 0.0_f64;
        for i in 0..4 {
            for j in 0..4 {
                worst = worst.max((a[i][j] - b[i][j]).abs());
            }
        }
        worst
    }
    /// True when no entry is infinite or NaN.
    pub fn is_finite(&self) -> bool {
        self.translation.is_finite() && self.rotation.c.iter().all(|c| c.is_finite())
    }
}
