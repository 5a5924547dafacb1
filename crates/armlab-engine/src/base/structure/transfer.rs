//! How the ten parameters of a body are seen across its joint.
//!
//! With `A(q)` the ten parameters of a body move from its link's frame to the
//! parent's: `A(q) = A₀ exp(B q)`, where `A₀` belongs to the joint's origin and
//! `B` is the rate at which they change when the body moves along the joint:
//!
//! ```text
//! turning about a:    ṁ = 0,  ḣ = a × h,  İ = [a]× I − I [a]×
//! sliding along a:    ṁ = 0,  ḣ = m a,    İ = 2 (h·a) 1 − (h aᵀ + a hᵀ)
//! ```
//!
//! The powers of `B` repeat after five (turning: eigenvalues 0, ±i, ±2i) or end
//! after three (sliding). A functional `r` of the parameters in the parent is
//! `A(q)ᵀ r` in the child.

use crate::robot::{Joint, JointKind};
use crate::spatial::{Inertia, Mat3, Motion, Sym3, Transform, Vec3};

/// Numbers or factors that belong to the ten parameters of a link.
pub type Ten = [f64; 10];

/// A joint, with lengths in units of the robot's largest.
pub struct Crossing {
    /// How the joint moves.
    kind: JointKind,
    axis: Vec3<f64>,
    origin: Transform<f64>,
    /// `A₀`, column after column.
    to_parent: [Ten; 10],
    /// `B`, column after column.
    rate: [Ten; 10],
}

impl Crossing {
    /// Of a joint, with lengths divided by `length`.
    pub fn new(joint: &Joint, length: f64) -> Self {
        let origin = Transform {
            rotation: joint.origin.rotation,
            translation: joint.origin.translation.scale(1.0 / length),
        };
        let unit = |k: usize| Inertia::from_array(std::array::from_fn(|i| f64::from(i == k)));
        let to_parent = std::array::from_fn(|k| unit(k).to_parent(&origin).to_array());
        let rate = std::array::from_fn(|k| rate(joint.kind, joint.axis, &unit(k)).to_array());
        Self { kind: joint.kind, axis: joint.axis, origin, to_parent, rate }
    }
    /// True for a joint that moves.
    pub fn moves(&self) -> bool {
        self.kind.moves()
    }
    /// The motion of the body along its joint, at unit speed.
    pub fn free_motion(&self) -> [f64; 6] {
        let Vec3 { x, y, z } = self.axis;
        if self.kind.turns() { [x, y, z, 0.0, 0.0, 0.0] } else { [0.0, 0.0, 0.0, x, y, z] }
    }
    /// A motion of the parent, seen in the link's frame at coordinate zero.
    pub fn motion_to_child(&self, motion: &[f64; 6]) -> [f64; 6] {
        array(self.origin.motion_to_child(&of_array(motion)))
    }
    /// Rate of change of a motion seen from the link while the joint moves.
    pub fn motion_rate(&self, motion: &[f64; 6]) -> [f64; 6] {
        array(of_array(&self.free_motion()).cross(&of_array(motion)))
    }
    /// Degree of the minimal polynomial of [`Self::motion_rate`].
    pub fn motion_degree(&self) -> usize {
        if self.kind.turns() { 3 } else { 2 }
    }
    /// `A₀ᵀ r`: a functional of the parent's parameters, of the link's.
    pub fn functional_to_child(&self, r: &Ten) -> Ten {
        std::array::from_fn(|k| dot(&self.to_parent[k], r))
    }
    /// `Bᵀ r`: how a functional changes while the joint moves.
    pub fn functional_rate(&self, r: &Ten) -> Ten {
        std::array::from_fn(|k| dot(&self.rate[k], r))
    }
    /// Degree of the minimal polynomial of [`Self::functional_rate`].
    pub fn functional_degree(&self) -> usize {
        if self.kind.turns() { 5 } else { 3 }
    }
    /// `A₀ π`: parameters of the link, seen in the parent.
    pub fn to_parent(&self, parameters: &Ten) -> Ten {
        let mut sum = [0.0; 10];
        for (column, p) in self.to_parent.iter().zip(parameters) {
            sum.iter_mut().zip(column).for_each(|(s, c)| *s += p * c);
        }
        sum
    }
}

/// `π ↦ φᵀ I(π) v` as a functional of the ten parameters.
pub fn momentum_along(along: &[f64; 6], motion: &[f64; 6]) -> Ten {
    let (along, motion) = (of_array(along), of_array(motion));
    std::array::from_fn(|k| {
        let unit = Inertia::from_array(std::array::from_fn(|i| f64::from(i == k)));
        along.dot(&unit.apply(&motion))
    })
}

fn rate(kind: JointKind, axis: Vec3<f64>, body: &Inertia<f64>) -> Inertia<f64> {
    let zero = Inertia::zero();
    if kind.turns() {
        // [a]× I − I [a]× is [a]× I and its transpose.
        let half = Mat3::skew(axis).compose(&body.tensor.to_mat3());
        let [a, b, c] = half.to_rows();
        let tensor = Sym3 {
            xx: 2.0 * a[0],
            xy: a[1] + b[0],
            yy: 2.0 * b[1],
            xz: a[2] + c[0],
            yz: b[2] + c[1],
            zz: 2.0 * c[2],
        };
        return Inertia { mass: 0.0, first: axis.cross(body.first), tensor };
    }
    if kind.moves() {
        let tensor = Sym3::outer_pair(body.first, axis).trace_minus();
        return Inertia { mass: 0.0, first: axis.scale(body.mass), tensor };
    }
    zero
}

fn of_array(m: &[f64; 6]) -> Motion<f64> {
    Motion {
        angular: Vec3 { x: m[0], y: m[1], z: m[2] },
        linear: Vec3 { x: m[3], y: m[4], z: m[5] },
    }
}

fn array(m: Motion<f64>) -> [f64; 6] {
    let (w, v) = (m.angular, m.linear);
    [w.x, w.y, w.z, v.x, v.y, v.z]
}

fn dot(a: &Ten, b: &Ten) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::vec3;

    fn body() -> Ten {
        [2.5, 0.3, -0.2, 0.4, 0.5, 0.02, 0.6, -0.03, 0.04, 0.7]
    }

    #[test]
    fn rates_are_the_slopes_of_moved_bodies() {
        let axis = vec3(0.48, 0.6, 0.64);
        for kind in [JointKind::Revolute, JointKind::Prismatic] {
            let joint = Joint::new("j", kind, Transform::identity(), axis);
            let crossing = Crossing::new(&joint, 1.0);
            let step = 1e-4;
            let moved = |q: f64| {
                let pose = if kind.turns() {
                    Transform::rotation(axis, q)
                } else {
                    Transform::translation(axis.x * q, axis.y * q, axis.z * q)
                };
                Inertia::from_array(body()).to_parent(&pose).to_array()
            };
            let (plus, minus) = (moved(step), moved(-step));
            for k in 0..10 {
                let slope = (plus[k] - minus[k]) / (2.0 * step);
                let exact: f64 = (0..10).map(|i| crossing.rate[i][k] * body()[i]).sum();
                assert!((slope - exact).abs() < 1e-7, "{kind:?} {k}: {slope} {exact}");
            }
        }
    }

    #[test]
    fn powers_of_the_rates_repeat_or_end_where_the_degrees_say() {
        for (kind, degree) in [(JointKind::Revolute, 5), (JointKind::Prismatic, 3)] {
            let joint = Joint::new("j", kind, Transform::identity(), vec3(0.48, 0.6, 0.64));
            let crossing = Crossing::new(&joint, 1.0);
            assert_eq!(crossing.functional_degree(), degree);
            let mut powers = vec![body()];
            for _ in 0..degree {
                powers.push(crossing.functional_rate(powers.last().unwrap()));
            }
            // x (x² + 1) (x² + 4), or x³.
            let last = powers[degree];
            for k in 0..10 {
                let zero = if kind.turns() {
                    last[k] + 5.0 * powers[3][k] + 4.0 * powers[1][k]
                } else {
                    last[k]
                };
                assert!(zero.abs() < 1e-13, "{kind:?} {k}: {zero}");
            }
        }
    }
}
