//! Joints as motions of the base frame, and the curves that points follow.
//!
//! At coordinates zero joint *i* turns about (or slides along) a line of the
//! base; with `Eᵢ(q)` that motion, the tool's pose is `E₁(q₁) … Eₙ(qₙ) T₀`
//! (product of exponentials, Brockett 1984).

use super::super::chain::Chain;
use crate::spatial::{Mat3, Transform, Vec3};

/// The line about which a joint turns, or along which it slides.
#[derive(Clone, Copy, Debug)]
pub struct Screw {
    /// Unit direction.
    pub axis: Vec3<f64>,
    /// A point on the line.
    pub point: Vec3<f64>,
    /// True if it turns.
    pub turns: bool,
}

impl Screw {
    /// The joint's motion at coordinate `q`.
    pub fn motion(&self, q: f64) -> Transform<f64> {
        if !self.turns {
            return Transform { rotation: Mat3::identity(), translation: self.axis.scale(q) };
        }
        let rotation = Mat3::rotation(self.axis, q);
        Transform { rotation, translation: self.point - rotation.apply(self.point) }
    }
    /// The curve of a point under the joint's motion.
    pub fn curve(&self, point: Vec3<f64>) -> Curve {
        if !self.turns {
            return Curve { turns: false, k: point, u: self.axis, v: Vec3::zero() };
        }
        let arm = point - self.point;
        let along = self.axis.scale(self.axis.dot(arm));
        let u = arm - along;
        Curve { turns: true, k: self.point + along, u, v: self.axis.cross(u) }
    }
    /// The coordinate that takes `from` to `to`; for a turn, seen along the axis.
    pub fn coordinate(&self, from: Vec3<f64>, to: Vec3<f64>) -> f64 {
        if !self.turns {
            return self.axis.dot(to - from);
        }
        turn_about(self.axis, from - self.point, to - self.point)
    }
}

/// Angle about `axis` from vector `a` to vector `b`.
pub fn turn_about(axis: Vec3<f64>, a: Vec3<f64>, b: Vec3<f64>) -> f64 {
    let (a, b) = (a - axis.scale(axis.dot(a)), b - axis.scale(axis.dot(b)));
    axis.dot(a.cross(b)).atan2(a.dot(b))
}

/// `k + u cos x + v sin x` (a circle), or `k + u x` (a line).
#[derive(Clone, Copy, Debug)]
pub struct Curve {
    /// True for a circle.
    pub turns: bool,
    k: Vec3<f64>,
    u: Vec3<f64>,
    v: Vec3<f64>,
}

/// A function along a curve by its coefficients on (1, cos x, sin x), or on
/// (1, x, x²) for a line.
pub type Function = [f64; 3];

impl Curve {
    /// The point at `x`.
    pub fn at(&self, x: f64) -> Vec3<f64> {
        if self.turns {
            self.k + self.u.scale(x.cos()) + self.v.scale(x.sin())
        } else {
            self.k + self.u.scale(x)
        }
    }
    /// `f · c(x)`
    pub fn along(&self, f: Vec3<f64>) -> Function {
        [f.dot(self.k), f.dot(self.u), f.dot(self.v)]
    }
    /// `|c(x) − o|²`
    pub fn squared_distance(&self, o: Vec3<f64>) -> Function {
        let away = self.k - o;
        let constant = away.norm_squared();
        if self.turns {
            [constant + self.u.norm_squared(), 2.0 * away.dot(self.u), 2.0 * away.dot(self.v)]
        } else {
            [constant, 2.0 * away.dot(self.u), 1.0]
        }
    }
}

/// The joints of a chain as screws at coordinates zero, and the tool there.
pub fn screws(chain: &Chain) -> (Vec<Screw>, Transform<f64>) {
    let mut pose = Transform::identity();
    let mut screws = Vec::with_capacity(chain.joints().len());
    for joint in chain.joints() {
        pose = pose.compose(&joint.origin);
        let (axis, point) = (pose.rotation.c[2], pose.translation);
        screws.push(Screw { axis, point, turns: joint.turns });
    }
    (screws, pose.compose(chain.tool()))
}
