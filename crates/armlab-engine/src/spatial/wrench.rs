//! Spatial motions and forces, angular part first (Featherstone 2008, ch. 2).

use super::scalar::Scalar;
use super::transform::Transform;
use super::vec3::Vec3;
use std::ops::{Add, AddAssign, Neg, Sub};

/// A spatial velocity or acceleration: angular part, and linear part of the
/// body point at the frame's origin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Motion<S> {
    /// Angular part.
    pub angular: Vec3<S>,
    /// Linear part at the origin.
    pub linear: Vec3<S>,
}

/// A spatial force (wrench): moment about the frame's origin, and force.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Force<S> {
    /// Moment about the origin.
    pub moment: Vec3<S>,
    /// Force.
    pub force: Vec3<S>,
}

impl<S: Scalar> Motion<S> {
    /// No motion.
    #[inline(always)]
    pub fn zero() -> Self {
        Self { angular: Vec3::zero(), linear: Vec3::zero() }
    }
    /// Power of a force in this motion, or the dual pairing in general.
    #[inline(always)]
    pub fn dot(&self, f: &Force<S>) -> S {
        self.angular.dot_add(f.moment, self.linear.dot(f.force))
    }
    /// `self ×ₘ m`: rate of change of a motion `m` carried along with `self`.
    #[inline(always)]
    pub fn cross(&self, m: &Motion<S>) -> Motion<S> {
        Motion {
            angular: self.angular.cross(m.angular),
            linear: self.angular.cross_add(m.linear, self.linear.cross(m.angular)),
        }
    }
    /// `self ×ₖ f`: rate of change of a force `f` carried along with `self`.
    #[inline(always)]
    pub fn cross_force(&self, f: &Force<S>) -> Force<S> {
        Force {
            moment: self.angular.cross_add(f.moment, self.linear.cross(f.force)),
            force: self.angular.cross(f.force),
        }
    }
    /// `self · k`
    #[inline(always)]
    pub fn scale(&self, k: S) -> Motion<S> {
        Motion { angular: self.angular.scale(k), linear: self.linear.scale(k) }
    }
}

impl<S: Scalar> Force<S> {
    /// No force.
    #[inline(always)]
    pub fn zero() -> Self {
        Self { moment: Vec3::zero(), force: Vec3::zero() }
    }
    /// Moment and force as one array, moment first.
    #[inline(always)]
    pub fn to_array(self) -> [S; 6] {
        let (n, f) = (self.moment, self.force);
        [n.x, n.y, n.z, f.x, f.y, f.z]
    }
}

impl<S: Scalar> Transform<S> {
    /// A motion given in the parent, seen in the child.
    #[inline(always)]
    pub fn motion_to_child(&self, m: &Motion<S>) -> Motion<S> {
        let linear = m.angular.cross_add(self.translation, m.linear);
        Motion {
            angular: self.rotation.apply_transposed(m.angular),
            linear: self.rotation.apply_transposed(linear),
        }
    }
    /// A force given in the child, seen in the parent.
    #[inline(always)]
    pub fn force_to_parent(&self, f: &Force<S>) -> Force<S> {
        let force = self.rotation.apply(f.force);
        let moment = self.rotation.apply(f.moment);
        Force { moment: self.translation.cross_add(force, moment), force }
    }
}

macro_rules! partwise {
    ($type:ident, $a:ident, $b:ident) => {
        impl<S: Scalar> Add for $type<S> {
            type Output = Self;
            #[inline(always)]
            fn add(self, o: Self) -> Self {
                Self { $a: self.$a + o.$a, $b: self.$b + o.$b }
            }
        }
        impl<S: Scalar> Sub for $type<S> {
            type Output = Self;
            #[inline(always)]
            fn sub(self, o: Self) -> Self {
                Self { $a: self.$a - o.$a, $b: self.$b - o.$b }
            }
        }
        impl<S: Scalar> Neg for $type<S> {
            type Output = Self;
            #[inline(always)]
            fn neg(self) -> Self {
                Self { $a: -self.$a, $b: -self.$b }
            }
        }
        impl<S: Scalar> AddAssign for $type<S> {
            #[inline(always)]
            fn add_assign(&mut self, o: Self) {
                *self = *self + o;
            }
        }
    };
}
partwise!(Motion, angular, linear);
partwise!(Force, moment, force);
