//! 3×3 matrices: general (by columns) and symmetric (six numbers).

use super::scalar::{Scalar, Times};
use super::vec3::{Vec3, vec3};
use std::ops::{Add, AddAssign, Mul, Sub};

/// A 3×3 matrix, stored by columns.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Mat3<S> {
    /// The three columns.
    pub c: [Vec3<S>; 3],
}

impl<S: Scalar> Mat3<S> {
    /// The zero matrix.
    #[inline(always)]
    pub fn zero() -> Self {
        Self { c: [Vec3::zero(); 3] }
    }
    /// The identity matrix.
    #[inline(always)]
    pub fn identity() -> Self {
        Self::constant(Mat3::from_rows([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]]))
    }
    /// A constant matrix as a matrix of scalars.
    #[inline(always)]
    pub fn constant(m: Mat3<f64>) -> Self {
        Self { c: [Vec3::constant(m.c[0]), Vec3::constant(m.c[1]), Vec3::constant(m.c[2])] }
    }
    /// The matrix `[v]×` with `[v]× u = v × u`.
    #[inline(always)]
    pub fn skew(v: Vec3<S>) -> Self {
        let o = S::zero();
        Self { c: [vec3(o, v.z, -v.y), vec3(-v.z, o, v.x), vec3(v.y, -v.x, o)] }
    }
    /// `self · v`
    #[inline(always)]
    pub fn apply<P: Copy>(&self, v: Vec3<P>) -> Vec3<S>
    where
        S: Times<P>,
    {
        self.c[2].scale_add(v.z, self.c[1].scale_add(v.y, self.c[0].scale(v.x)))
    }
    /// `self · v + c`
    #[inline(always)]
    pub fn apply_add<P: Copy>(&self, v: Vec3<P>, c: Vec3<S>) -> Vec3<S>
    where
        S: Times<P>,
    {
        self.c[2].scale_add(v.z, self.c[1].scale_add(v.y, self.c[0].scale_add(v.x, c)))
    }
    /// `selfᵀ · v`
    #[inline(always)]
    pub fn apply_transposed(&self, v: Vec3<S>) -> Vec3<S> {
        vec3(self.c[0].dot(v), self.c[1].dot(v), self.c[2].dot(v))
    }
    /// `selfᵀ · v + c`
    #[inline(always)]
    pub fn apply_transposed_add(&self, v: Vec3<S>, c: Vec3<S>) -> Vec3<S> {
        vec3(self.c[0].dot_add(v, c.x), self.c[1].dot_add(v, c.y), self.c[2].dot_add(v, c.z))
    }
    /// `self · k`
    #[inline(always)]
    pub fn scaled<P: Copy>(&self, k: P) -> Self
    where
        S: Times<P>,
    {
        Self { c: [self.c[0].scale(k), self.c[1].scale(k), self.c[2].scale(k)] }
    }
    /// The transposed matrix.
    #[inline(always)]
    pub fn transposed(&self) -> Self {
        let [a, b, c] = self.c;
        Self { c: [vec3(a.x, b.x, c.x), vec3(a.y, b.y, c.y), vec3(a.z, b.z, c.z)] }
    }
    /// `self · o`
    #[inline(always)]
    pub fn compose<P: Copy>(&self, o: &Mat3<P>) -> Self
    where
        S: Times<P>,
    {
        Self { c: [self.apply(o.c[0]), self.apply(o.c[1]), self.apply(o.c[2])] }
    }
    /// `self · o · selfᵀ` for a rotation `self` and a symmetric `o`.
    #[inline(always)]
    pub fn congruence<P: Copy>(&self, o: &Sym3<P>) -> Sym3<S>
    where
        S: Times<P>,
    {
        let [a, b, c] = [
            self.apply(vec3(o.xx, o.xy, o.xz)),
            self.apply(vec3(o.xy, o.yy, o.yz)),
            self.apply(vec3(o.xz, o.yz, o.zz)),
        ];
        let [r, s, t] = self.c;
        Sym3 {
            xx: t.x.times_add(c.x, s.x.times_add(b.x, r.x.times(a.x))),
            xy: t.y.times_add(c.x, s.y.times_add(b.x, r.y.times(a.x))),
            yy: t.y.times_add(c.y, s.y.times_add(b.y, r.y.times(a.y))),
            xz: t.z.times_add(c.x, s.z.times_add(b.x, r.z.times(a.x))),
            yz: t.z.times_add(c.y, s.z.times_add(b.y, r.z.times(a.y))),
            zz: t.z.times_add(c.z, s.z.times_add(b.z, r.z.times(a.z))),
        }
    }
}

impl Mat3<f64> {
    /// From rows, as a matrix is written on paper.
    pub const fn from_rows(r: [[f64; 3]; 3]) -> Self {
        let [[a, b, c], [d, e, f], [g, h, i]] = r;
        Self { c: [vec3(a, d, g), vec3(b, e, h), vec3(c, f, i)] }
    }
    /// The rows, as a matrix is written on paper.
    pub fn to_rows(&self) -> [[f64; 3]; 3] {
        self.transposed().c.map(Vec3::to_array)
    }
    /// Rotation by `angle` about a unit `axis` (Rodrigues).
    pub fn rotation(axis: Vec3<f64>, angle: f64) -> Self {
        let (s, c) = angle.sin_cos();
        let skew = Self::skew(axis);
        let outer = Self { c: [axis.scale(axis.x), axis.scale(axis.y), axis.scale(axis.z)] };
        let one = Self::identity();
        Self {
            c: std::array::from_fn(|j| {
                skew.c[j].scale(s) + one.c[j].scale(c) + outer.c[j].scale(1.0 - c)
            }),
        }
    }
    /// Rotation from roll, pitch and yaw about the fixed axes x, y, z, in that
    /// order (URDF's convention): `Rz(yaw) · Ry(pitch) · Rx(roll)`.
    pub fn from_rpy([roll, pitch, yaw]: [f64; 3]) -> Self {
        let (sr, cr) = roll.sin_cos();
        let (sp, cp) = pitch.sin_cos();
        let (sy, cy) = yaw.sin_cos();
        Self::from_rows([
            [cy * cp, cy * sp * sr - sy * cr, cy * sp * cr + sy * sr],
            [sy * cp, sy * sp * sr + cy * cr, sy * sp * cr - cy * sr],
            [-sp, cp * sr, cp * cr],
        ])
    }
    /// Roll, pitch and yaw of a rotation. Roll is taken relative to the chosen
    /// yaw, so that the three angles rebuild the matrix to rounding also at
    /// pitch ±90°, where yaw alone is arbitrary.
    pub fn to_rpy(&self) -> [f64; 3] {
        let [[r00, r01, r02], [r10, r11, r12], [r20, _, _]] = self.to_rows();
        let pitch = (-r20).atan2(r00.hypot(r10));
        let yaw = r10.atan2(r00);
        let (sy, cy) = yaw.sin_cos();
        let roll = (sy * r02 - cy * r12).atan2(cy * r11 - sy * r01);
        [roll, pitch, yaw]
    }
    /// Determinant.
    pub fn determinant(&self) -> f64 {
        self.c[0].dot(self.c[1].cross(self.c[2]))
    }
}

impl<S: Scalar> Add for Mat3<S> {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Self { c: [self.c[0] + o.c[0], self.c[1] + o.c[1], self.c[2] + o.c[2]] }
    }
}
impl<S: Scalar> Sub for Mat3<S> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        Self { c: [self.c[0] - o.c[0], self.c[1] - o.c[1], self.c[2] - o.c[2]] }
    }
}
impl<S: Scalar> Mul for Mat3<S> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, o: Self) -> Self {
        self.compose(&o)
    }
}

/// A symmetric 3×3 matrix, in the order armlab writes inertias.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Sym3<S> {
    /// Entry (x, x).
    pub xx: S,
    /// Entry (x, y) and (y, x).
    pub xy: S,
    /// Entry (y, y).
    pub yy: S,
    /// Entry (x, z) and (z, x).
    pub xz: S,
    /// Entry (y, z) and (z, y).
    pub yz: S,
    /// Entry (z, z).
    pub zz: S,
}

impl<S: Scalar> Sym3<S> {
    /// The zero matrix.
    #[inline(always)]
    pub fn zero() -> Self {
        Self::from([S::zero(); 6])
    }
    /// `self · v`
    #[inline(always)]
    pub fn apply(&self, v: Vec3<S>) -> Vec3<S> {
        vec3(
            self.xz.times_add(v.z, self.xy.times_add(v.y, self.xx * v.x)),
            self.yz.times_add(v.z, self.yy.times_add(v.y, self.xy * v.x)),
            self.zz.times_add(v.z, self.yz.times_add(v.y, self.xz * v.x)),
        )
    }
    /// `v vᵀ`
    #[inline(always)]
    pub fn outer(v: Vec3<S>) -> Self {
        Self {
            xx: v.x * v.x,
            xy: v.x * v.y,
            yy: v.y * v.y,
            xz: v.x * v.z,
            yz: v.y * v.z,
            zz: v.z * v.z,
        }
    }
    /// `a bᵀ + b aᵀ`
    #[inline(always)]
    pub fn outer_pair(a: Vec3<S>, b: Vec3<S>) -> Self {
        let twice = |x: S| x + x;
        Self {
            xx: twice(a.x * b.x),
            xy: a.x.times_add(b.y, a.y * b.x),
            yy: twice(a.y * b.y),
            xz: a.x.times_add(b.z, a.z * b.x),
            yz: a.y.times_add(b.z, a.z * b.y),
            zz: twice(a.z * b.z),
        }
    }
    /// `tr(self)·1 − self`: turns second moments into an inertia tensor.
    #[inline(always)]
    pub fn trace_minus(&self) -> Self {
        Self {
            xx: self.yy + self.zz,
            xy: -self.xy,
            yy: self.xx + self.zz,
            xz: -self.xz,
            yz: -self.yz,
            zz: self.xx + self.yy,
        }
    }
    /// `self · k`
    #[inline(always)]
    pub fn scale<P: Copy>(self, k: P) -> Self
    where
        S: Times<P>,
    {
        Self {
            xx: self.xx.times(k),
            xy: self.xy.times(k),
            yy: self.yy.times(k),
            xz: self.xz.times(k),
            yz: self.yz.times(k),
            zz: self.zz.times(k),
        }
    }
    /// The six numbers in storage order.
    #[inline(always)]
    pub fn to_array(self) -> [S; 6] {
        [self.xx, self.xy, self.yy, self.xz, self.yz, self.zz]
    }
    /// As a general matrix.
    #[inline(always)]
    pub fn to_mat3(&self) -> Mat3<S> {
        Mat3 {
            c: [
                vec3(self.xx, self.xy, self.xz),
                vec3(self.xy, self.yy, self.yz),
                vec3(self.xz, self.yz, self.zz),
            ],
        }
    }
}

impl<S> From<[S; 6]> for Sym3<S> {
    #[inline(always)]
    fn from([xx, xy, yy, xz, yz, zz]: [S; 6]) -> Self {
        Self { xx, xy, yy, xz, yz, zz }
    }
}
impl<S: Scalar> Add for Sym3<S> {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Self {
            xx: self.xx + o.xx,
            xy: self.xy + o.xy,
            yy: self.yy + o.yy,
            xz: self.xz + o.xz,
            yz: self.yz + o.yz,
            zz: self.zz + o.zz,
        }
    }
}
impl<S: Scalar> Sub for Sym3<S> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        Self {
            xx: self.xx - o.xx,
            xy: self.xy - o.xy,
            yy: self.yy - o.yy,
            xz: self.xz - o.xz,
            yz: self.yz - o.yz,
            zz: self.zz - o.zz,
        }
    }
}
impl<S: Scalar> AddAssign for Sym3<S> {
    #[inline(always)]
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}
