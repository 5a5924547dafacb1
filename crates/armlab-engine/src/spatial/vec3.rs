//! Vectors of three components.

use super::scalar::{Scalar, Times};
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

/// A vector of three components.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec3<S> {
    /// First component.
    pub x: S,
    /// Second component.
    pub y: S,
    /// Third component.
    pub z: S,
}

/// The vector `(x, y, z)`.
#[inline(always)]
pub const fn vec3<S>(x: S, y: S, z: S) -> Vec3<S> {
    Vec3 { x, y, z }
}

impl<S: Scalar> Vec3<S> {
    /// The zero vector.
    #[inline(always)]
    pub fn zero() -> Self {
        vec3(S::zero(), S::zero(), S::zero())
    }
    /// A constant vector as a vector of scalars.
    #[inline(always)]
    pub fn constant(v: Vec3<f64>) -> Self {
        vec3(S::constant(v.x), S::constant(v.y), S::constant(v.z))
    }
    /// `self · o`
    #[inline(always)]
    pub fn dot<P>(self, o: Vec3<P>) -> S
    where
        S: Times<P>,
    {
        self.z.times_add(o.z, self.y.times_add(o.y, self.x.times(o.x)))
    }
    /// `self · o + c`
    #[inline(always)]
    pub fn dot_add<P>(self, o: Vec3<P>, c: S) -> S
    where
        S: Times<P>,
    {
        self.z.times_add(o.z, self.y.times_add(o.y, self.x.times_add(o.x, c)))
    }
    /// `self × o`
    #[inline(always)]
    pub fn cross<P: Copy>(self, o: Vec3<P>) -> Self
    where
        S: Times<P>,
    {
        vec3(
            self.y.times_add(o.z, -self.z.times(o.y)),
            self.z.times_add(o.x, -self.x.times(o.z)),
            self.x.times_add(o.y, -self.y.times(o.x)),
        )
    }
    /// `self × o + c`
    #[inline(always)]
    pub fn cross_add<P: Copy>(self, o: Vec3<P>, c: Self) -> Self
    where
        S: Times<P>,
    {
        vec3(
            self.y.times_add(o.z, (-self.z).times_add(o.y, c.x)),
            self.z.times_add(o.x, (-self.x).times_add(o.z, c.y)),
            self.x.times_add(o.y, (-self.y).times_add(o.x, c.z)),
        )
    }
    /// `self · k`
    #[inline(always)]
    pub fn scale<P: Copy>(self, k: P) -> Self
    where
        S: Times<P>,
    {
        vec3(self.x.times(k), self.y.times(k), self.z.times(k))
    }
    /// `self · k + c`
    #[inline(always)]
    pub fn scale_add<P: Copy>(self, k: P, c: Self) -> Self
    where
        S: Times<P>,
    {
        vec3(self.x.times_add(k, c.x), self.y.times_add(k, c.y), self.z.times_add(k, c.z))
    }
    /// Squared length.
    #[inline(always)]
    pub fn norm_squared(self) -> S {
        self.dot(self)
    }
    /// The components as an array.
    #[inline(always)]
    pub fn to_array(self) -> [S; 3] {
        [self.x, self.y, self.z]
    }
}

impl Vec3<f64> {
    /// `self · k` for a constant vector and a scalar of any kind.
    #[inline(always)]
    pub fn along<S: Scalar>(self, k: S) -> Vec3<S> {
        vec3(k.times(self.x), k.times(self.y), k.times(self.z))
    }
    /// `self · k + c` for a constant vector and a scalar of any kind.
    #[inline(always)]
    pub fn along_add<S: Scalar>(self, k: S, c: Vec3<S>) -> Vec3<S> {
        vec3(k.times_add(self.x, c.x), k.times_add(self.y, c.y), k.times_add(self.z, c.z))
    }
    /// Length.
    pub fn norm(self) -> f64 {
        self.norm_squared().sqrt()
    }
    /// True when no component is infinite or NaN.
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite() && self.z.is_finite()
    }
}

impl<S> From<[S; 3]> for Vec3<S> {
    #[inline(always)]
    fn from([x, y, z]: [S; 3]) -> Self {
        vec3(x, y, z)
    }
}

impl<S: Scalar> Add for Vec3<S> {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        vec3(self.x + o.x, self.y + o.y, self.z + o.z)
    }
}
impl<S: Scalar> Sub for Vec3<S> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        vec3(self.x - o.x, self.y - o.y, self.z - o.z)
    }
}
impl<S: Scalar> Neg for Vec3<S> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        vec3(-self.x, -self.y, -self.z)
    }
}
impl<S: Scalar> AddAssign for Vec3<S> {
    #[inline(always)]
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}
impl<S: Scalar> SubAssign for Vec3<S> {
    #[inline(always)]
    fn sub_assign(&mut self, o: Self) {
        *self = *self - o;
    }
}
