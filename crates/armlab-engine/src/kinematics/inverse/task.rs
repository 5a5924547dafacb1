//! What is asked of the frame: which of its six components matter.

use super::error::InverseError;
use crate::spatial::{Mat3, Transform, Vec3};

/// The axes in which components of an orientation error are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AngularAxes {
    /// Those of the base: leaving out z leaves the heading free.
    #[default]
    Base,
    /// The frame's own: leaving out z leaves the spin about the tool's axis free.
    Own,
}

/// Which components of the frame's pose must meet the target.
///
/// Linear components are those of the position in base axes. Angular ones are
/// components of the rotation vector that turns the frame into the target.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// x, y, z of the position.
    pub linear: [bool; 3],
    /// x, y, z of the rotation vector.
    pub angular: [bool; 3],
    /// In which axes angular components are counted.
    pub angular_axes: AngularAxes,
}

impl Task {
    /// Position in the plane z = 0 of the base.
    pub const PLANAR: Self = Self::components([true, true, false], [false; 3]);
    /// Position in the plane z = 0 of the base, and heading about z.
    pub const PLANAR_POSE: Self = Self::components([true, true, false], [false, false, true]);
    /// Position in space.
    pub const POSITION: Self = Self::components([true; 3], [false; 3]);
    /// Orientation only.
    pub const ORIENTATION: Self = Self::components([false; 3], [true; 3]);
    /// Position and orientation.
    pub const POSE: Self = Self::components([true; 3], [true; 3]);

    /// Chosen components, angular ones in base axes.
    pub const fn components(linear: [bool; 3], angular: [bool; 3]) -> Self {
        Self { linear, angular, angular_axes: AngularAxes::Base }
    }
    /// Number of components asked for.
    pub fn rows(&self) -> usize {
        self.linear.iter().chain(&self.angular).filter(|wanted| **wanted).count()
    }
    /// True if some but not all angular components are asked for.
    pub(super) fn is_partly_angular(&self) -> bool {
        self.angular.contains(&true) && self.angular.contains(&false)
    }
    /// The task that `numbers` state, and its target: `x,y`, `x,y,z`, or
    /// `x,y,z,roll,pitch,yaw` (metres and radians, fixed axes as in URDF).
    pub fn from_numbers(numbers: &[f64]) -> Result<(Self, Transform<f64>), InverseError> {
        const NAMES: [&str; 6] = ["x", "y", "z", "roll", "pitch", "yaw"];
        let task = match numbers.len() {
            2 => Self::PLANAR,
            3 => Self::POSITION,
            6 => Self::POSE,
            got => {
                let wanted = "give x,y or x,y,z or x,y,z,roll,pitch,yaw".into();
                return Err(InverseError::Dimension { what: "the target", got, wanted });
            }
        };
        if let Some(i) = numbers.iter().position(|x| !x.is_finite()) {
            return Err(InverseError::NotFinite { what: format!("{} of the target", NAMES[i]) });
        }
        let at = |i: usize| numbers.get(i).copied().unwrap_or(0.0);
        let target = Transform::from_xyz_rpy([at(0), at(1), at(2)], [at(3), at(4), at(5)]);
        Ok((task, target))
    }
}

/// How near is near enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Tolerance {
    /// Of the position, metres.
    pub position: f64,
    /// Of the orientation, radians.
    pub angle: f64,
}

impl Default for Tolerance {
    fn default() -> Self {
        Self { position: 1e-9, angle: 1e-9 }
    }
}

/// How far a frame is from its target, over the task's components.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TaskError {
    /// Distance, metres.
    pub position: f64,
    /// Angle, radians.
    pub angle: f64,
}

impl TaskError {
    /// True when both parts are within tolerance.
    #[inline(always)]
    pub fn within(&self, tolerance: &Tolerance) -> bool {
        self.position <= tolerance.position && self.angle <= tolerance.angle
    }
    /// Error of `pose` against `target` over the components of `task`.
    pub fn new(task: &Task, target: &Transform<f64>, pose: &Transform<f64>) -> Self {
        let masked = |v: Vec3<f64>, mask: [bool; 3]| {
            let [x, y, z] = v.to_array();
            let part = |x: f64, wanted: bool| if wanted { x * x } else { 0.0 };
            (part(x, mask[0]) + part(y, mask[1]) + part(z, mask[2])).sqrt()
        };
        let turn = match task.angular {
            [false, false, false] => Vec3::zero(),
            _ => turn_between(task, target, pose),
        };
        Self {
            position: masked(target.translation - pose.translation, task.linear),
            angle: masked(turn, task.angular),
        }
    }
}

/// The rotation vector that turns `pose` into `target`, in the task's axes.
#[inline(always)]
pub(super) fn turn_between(
    task: &Task,
    target: &Transform<f64>,
    pose: &Transform<f64>,
) -> Vec3<f64> {
    match task.angular_axes {
        AngularAxes::Base => rotation_vector(&compose_transposed(&target.rotation, &pose.rotation)),
        AngularAxes::Own => rotation_vector(&pose.rotation.transposed().compose(&target.rotation)),
    }
}

/// `a · bᵀ`
#[inline(always)]
fn compose_transposed(a: &Mat3<f64>, b: &Mat3<f64>) -> Mat3<f64> {
    a.compose(&b.transposed())
}

/// Axis times angle of a rotation, angle in [0, π].
///
/// Through the unit quaternion (Shepperd 1978), which is exact near 0 and near
/// π where the matrix' antisymmetric part vanishes.
#[inline(always)]
pub fn rotation_vector(r: &Mat3<f64>) -> Vec3<f64> {
    let [a, b, c] = r.c;
    let (xx, yy, zz) = (a.x, b.y, c.z);
    let trace = xx + yy + zz;
    let (w, v);
    if trace > 0.0 {
        // 4w², and the antisymmetric part is 4wv.
        w = 1.0 + trace;
        v = Vec3 { x: b.z - c.y, y: c.x - a.z, z: a.y - b.x };
    } else if xx >= yy && xx >= zz {
        w = b.z - c.y;
        v = Vec3 { x: 1.0 + xx - yy - zz, y: b.x + a.y, z: c.x + a.z };
    } else if yy >= zz {
        w = c.x - a.z;
        v = Vec3 { x: b.x + a.y, y: 1.0 + yy - xx - zz, z: c.y + b.z };
    } else {
        w = a.y - b.x;
        v = Vec3 { x: c.x + a.z, y: c.y + b.z, z: 1.0 + zz - xx - yy };
    }
    // Of the two quaternions of a rotation, the one with the shorter way.
    let (w, v) = if w < 0.0 { (-w, -v) } else { (w, v) };
    let length = v.norm_squared().sqrt();
    if length < 1e-8 * w {
        return v.scale(2.0 / w);
    }
    v.scale(2.0 * length.atan2(w) / length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::f64::consts::PI;

    #[test]
    fn rotation_vectors_rebuild_their_rotation_at_every_angle() {
        let axes = [[1.0, 0.0, 0.0], [0.0, -1.0, 0.0], [0.0, 0.0, 1.0], [0.48, 0.6, -0.64]];
        for axis in axes {
            for angle in [0.0, 1e-12, 1e-7, 1e-3, 1.0, 2.0, 3.0, PI - 1e-7, PI - 1e-12] {
                let v = rotation_vector(&Mat3::rotation(axis.into(), angle));
                let error = (v - Vec3::from(axis).scale(angle)).norm();
                assert!(error < 1e-15 + 4e-16 * angle.max(1.0), "{axis:?} {angle}: {error:e}");
            }
        }
    }

    #[test]
    fn half_turns_have_an_axis_of_either_sign() {
        for axis in [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [0.6, 0.0, -0.8]] {
            let v = rotation_vector(&Mat3::rotation(axis.into(), PI));
            let along = v.dot(Vec3::from(axis)).abs();
            assert!((along - PI).abs() < 1e-14 && (v.norm() - PI).abs() < 1e-14);
        }
    }
}
