//! The ten inertial parameters of a body, in three equivalent forms.
//!
//! - [`Inertia`]: mass, first moments `h = m·c` and the inertia tensor about
//!   the frame's origin: the ten numbers in armlab's order
//!   `m, mx, my, mz, Ixx, Ixy, Iyy, Ixz, Iyz, Izz`.
//! - [`Moments`]: mass, first and second moments `Σ = ∫ r rᵀ dm`; the form the
//!   recursions use, since the Newton–Euler moment is the skew part of `U·Σ`.
//! - the pseudo-inertia `J = [[Σ, h], [hᵀ, m]]` (Wensing, Kim & Slotine 2018):
//!   a body can exist exactly when `J` is positive semidefinite.

use super::mat3::{Mat3, Sym3};
use super::scalar::{Scalar, Times};
use super::transform::Transform;
use super::vec3::{Vec3, vec3};
use super::wrench::{Force, Motion};

/// Names of the ten parameters, in order.
pub const PARAMETER_NAMES: [&str; 10] =
    ["m", "mx", "my", "mz", "Ixx", "Ixy", "Iyy", "Ixz", "Iyz", "Izz"];
/// Units of the ten parameters, in order.
pub const PARAMETER_UNITS: [&str; 10] =
    ["kg", "kg m", "kg m", "kg m", "kg m²", "kg m²", "kg m²", "kg m²", "kg m²", "kg m²"];

/// Mass, first moments and inertia tensor about the frame's origin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Inertia<S> {
    /// Mass.
    pub mass: S,
    /// First moments `m·c`.
    pub first: Vec3<S>,
    /// Inertia tensor about the origin.
    pub tensor: Sym3<S>,
}

/// Mass, first moments and second moments `∫ r rᵀ dm` about the origin.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Moments<S> {
    /// Mass.
    pub mass: S,
    /// First moments `m·c`.
    pub first: Vec3<S>,
    /// Second moments.
    pub second: Sym3<S>,
}

impl<S: Scalar> Inertia<S> {
    /// A massless body.
    #[inline(always)]
    pub fn zero() -> Self {
        Self { mass: S::zero(), first: Vec3::zero(), tensor: Sym3::zero() }
    }
    /// The ten parameters, in armlab's order.
    #[inline(always)]
    pub fn to_array(self) -> [S; 10] {
        let t = self.tensor;
        let h = self.first;
        [self.mass, h.x, h.y, h.z, t.xx, t.xy, t.yy, t.xz, t.yz, t.zz]
    }
    /// From the ten parameters, in armlab's order.
    #[inline(always)]
    pub fn from_array(p: [S; 10]) -> Self {
        let [mass, hx, hy, hz, xx, xy, yy, xz, yz, zz] = p;
        Self { mass, first: vec3(hx, hy, hz), tensor: Sym3 { xx, xy, yy, xz, yz, zz } }
    }
    /// Second moments: `Σ = ½ tr(I)·1 − I`.
    #[inline(always)]
    pub fn to_moments(self) -> Moments<S> {
        let t = self.tensor;
        let half = (t.xx + t.yy + t.zz).times(0.5);
        Moments {
            mass: self.mass,
            first: self.first,
            second: Sym3 {
                xx: half - t.xx,
                xy: -t.xy,
                yy: half - t.yy,
                xz: -t.xz,
                yz: -t.yz,
                zz: half - t.zz,
            },
        }
    }
    /// Momentum of a body moving with `m`: `I·m`.
    #[inline(always)]
    pub fn apply(&self, m: &Motion<S>) -> Force<S> {
        Force {
            moment: self.first.cross_add(m.linear, self.tensor.apply(m.angular)),
            force: m.angular.cross_add(self.first, m.linear.scale(self.mass)),
        }
    }
    /// The same body in the parent frame of `t`.
    #[inline(always)]
    pub fn to_parent(&self, t: &Transform<S>) -> Self {
        self.to_moments().to_parent(t).to_inertia()
    }
}

impl Inertia<f64> {
    /// From mass, centre of mass and the tensor about the centre of mass in
    /// axes parallel to the frame.
    pub fn from_center(mass: f64, center: Vec3<f64>, tensor: Sym3<f64>) -> Self {
        let shift = Sym3::outer(center).scale(mass).trace_minus();
        Self { mass, first: center.scale(mass), tensor: tensor + shift }
    }
    /// Centre of mass; `None` for a massless body.
    pub fn center(&self) -> Option<Vec3<f64>> {
        (self.mass != 0.0).then(|| self.first.scale(1.0 / self.mass))
    }
    /// Tensor about the centre of mass (about the origin for a massless body).
    pub fn tensor_at_center(&self) -> Sym3<f64> {
        match self.center() {
            Some(c) => self.tensor - Sym3::outer(c).scale(self.mass).trace_minus(),
            None => self.tensor,
        }
    }
    /// The 4×4 pseudo-inertia, by rows.
    pub fn to_pseudo(&self) -> [[f64; 4]; 4] {
        let Moments { mass, first: h, second: s } = self.to_moments();
        [
            [s.xx, s.xy, s.xz, h.x],
            [s.xy, s.yy, s.yz, h.y],
            [s.xz, s.yz, s.zz, h.z],
            [h.x, h.y, h.z, mass],
        ]
    }
    /// From a 4×4 pseudo-inertia; only its upper triangle is read.
    pub fn from_pseudo(j: &[[f64; 4]; 4]) -> Self {
        Moments {
            mass: j[3][3],
            first: vec3(j[0][3], j[1][3], j[2][3]),
            second: Sym3 {
                xx: j[0][0],
                xy: j[0][1],
                yy: j[1][1],
                xz: j[0][2],
                yz: j[1][2],
                zz: j[2][2],
            },
        }
        .to_inertia()
    }
    /// True when no parameter is infinite or NaN.
    pub fn is_finite(&self) -> bool {
        self.to_array().iter().all(|p| p.is_finite())
    }
}

impl<S: Scalar> Moments<S> {
    /// Inertia tensor form: `I = tr(Σ)·1 − Σ`.
    #[inline(always)]
    pub fn to_inertia(self) -> Inertia<S> {
        Inertia { mass: self.mass, first: self.first, tensor: self.second.trace_minus() }
    }
    /// The same body in the parent frame of `t`:
    /// `h' = R h + m p`, `Σ' = R Σ Rᵀ + (R h) pᵀ + p (R h)ᵀ + m p pᵀ`.
    #[inline(always)]
    pub fn to_parent(&self, t: &Transform<S>) -> Self {
        Self {
            mass: self.mass,
            first: t.rotation.apply(self.first),
            second: t.rotation.congruence(&self.second),
        }
        .shifted(t.translation)
    }
    /// The same body about a point from which the old origin stands at `p`.
    #[inline(always)]
    pub fn shifted(&self, p: Vec3<S>) -> Self {
        let moved = p.scale_add(self.mass, self.first);
        // (R h) pᵀ + p (R h)ᵀ + m p pᵀ = ½ of the pair (h + h') with p.
        let half = (self.first + moved).scale(0.5);
        Self { mass: self.mass, first: moved, second: self.second + Sym3::outer_pair(half, p) }
    }
}

/// `U = [α]× + [ω]×²`: the acceleration of the point `r` of a body that turns
/// with `ω` and `α` is that of the origin plus `U·r`.
#[inline(always)]
pub fn acceleration_gradient<S: Scalar>(omega: Vec3<S>, alpha: Vec3<S>) -> Mat3<S> {
    let w = Sym3::outer(omega);
    Mat3 {
        c: [
            vec3(-(w.yy + w.zz), w.xy + alpha.z, w.xz - alpha.y),
            vec3(w.xy - alpha.z, -(w.xx + w.zz), w.yz + alpha.x),
            vec3(w.xz + alpha.y, w.yz - alpha.x, -(w.xx + w.yy)),
        ],
    }
}

/// Newton–Euler: the wrench that makes a body with moments `body` accelerate
/// with origin acceleration `a` and gradient `u`:
/// `F = m a + U h`, `N = ∫ r × (a + U r) dm = h × a + 2·skew(U Σ)`.
#[inline(always)]
pub fn newton_euler<S: Scalar + Times<P>, P: Copy>(
    body: &Moments<P>,
    a: Vec3<S>,
    u: &Mat3<S>,
) -> Force<S> {
    let Moments { mass, first: h, second: s } = *body;
    let force = u.apply_add(h, a.scale(mass));
    let [u0, u1, u2] = u.c;
    let row = |x: S, y: S, z: S, k: Vec3<P>, c: S| {
        z.times_add(k.z, y.times_add(k.y, x.times_add(k.x, c)))
    };
    // Columns of Σ.
    let (sx, sy, sz) = (vec3(s.xx, s.xy, s.xz), vec3(s.xy, s.yy, s.yz), vec3(s.xz, s.yz, s.zz));
    // h × a, with the constant h on the right.
    let o = a.cross(h);
    let moment = vec3(
        row(u0.z, u1.z, u2.z, sy, -row(u0.y, u1.y, u2.y, sz, o.x)),
        row(u0.x, u1.x, u2.x, sz, -row(u0.z, u1.z, u2.z, sx, o.y)),
        row(u0.y, u1.y, u2.y, sx, -row(u0.x, u1.x, u2.x, sy, o.z)),
    );
    Force { moment, force }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn body() -> Inertia<f64> {
        Inertia::from_center(
            2.5,
            vec3(0.1, -0.2, 0.3),
            Sym3 { xx: 0.04, xy: 0.002, yy: 0.05, xz: -0.003, yz: 0.001, zz: 0.03 },
        )
    }
    fn close(a: [f64; 10], b: [f64; 10], tolerance: f64) {
        for i in 0..10 {
            assert!(
                (a[i] - b[i]).abs() <= tolerance,
                "{}: {} vs {}",
                PARAMETER_NAMES[i],
                a[i],
                b[i]
            );
        }
    }

    #[test]
    fn the_three_forms_are_the_same_body() {
        let b = body();
        close(Inertia::from_array(b.to_array()).to_array(), b.to_array(), 0.0);
        close(Inertia::from_pseudo(&b.to_pseudo()).to_array(), b.to_array(), 1e-16);
        close(b.to_moments().to_inertia().to_array(), b.to_array(), 1e-16);
        let back = Inertia::from_center(b.mass, b.center().unwrap(), b.tensor_at_center());
        close(back.to_array(), b.to_array(), 1e-15);
    }

    #[test]
    fn moving_a_body_to_another_frame_keeps_its_kinetic_energy() {
        let b = body();
        let t = Transform::from_xyz_rpy([0.4, -0.5, 0.6], [0.3, -0.7, 1.1]);
        let m = Motion { angular: vec3(0.3, -0.2, 0.5), linear: vec3(1.0, 2.0, -0.7) };
        let in_child = t.motion_to_child(&m);
        let energy = |i: &Inertia<f64>, m: &Motion<f64>| 0.5 * m.dot(&i.apply(m));
        let (a, b) = (energy(&b.to_parent(&t), &m), energy(&b, &in_child));
        assert!((a - b).abs() < 1e-14 * a, "{a} {b}");
    }

    #[test]
    fn newton_euler_is_the_spatial_equation_of_motion() {
        let b = body();
        let (omega, alpha, a) = (vec3(0.3, -1.2, 0.5), vec3(1.0, 0.2, -0.7), vec3(0.1, 9.8, 2.0));
        let got = newton_euler(&b.to_moments(), a, &acceleration_gradient(omega, alpha));
        // With the origin momentarily at rest: I·A + ω × (I ω) in moment, m a + … in force.
        let spin = Motion { angular: omega, linear: Vec3::zero() };
        let rate = Motion { angular: alpha, linear: a };
        let expected = b.apply(&rate) + spin.cross_force(&b.apply(&spin));
        for (x, y) in got.to_array().iter().zip(expected.to_array()) {
            assert!((x - y).abs() < 1e-14, "{x} {y}");
        }
    }
}
