//! The equations of the loop closures, their Jacobian and its rate.
//!
//! For a closure of frame 2 to frame 1, held along direction `e` of frame 1:
//!
//! ```text
//! along:  g = e·R₁ᵀd,  d = o₂ − o₁           ġ = e·R₁ᵀ(v₂ − v₁(o₂))
//! about:  g = e·½(R₁ᵀR₂ − R₂ᵀR₁)ᵛ            ġ ≈ e·R₁ᵀ(ω₂ − ω₁), exact where closed
//! ```
//!
//! with `v₁(o₂)` the velocity frame 1 would have at the point `o₂`.

use crate::robot::{Direction, Freedom, LoopClosure, Robot, Tree};
use crate::spatial::{Scalar, Transform, Vec3};

/// One end of a closure: a frame fixed to a body.
#[derive(Clone, Debug)]
struct End {
    body: Option<usize>,
    pose: Transform<f64>,
}

impl End {
    #[inline(always)]
    fn pose<S: Scalar>(&self, poses: &[Transform<S>]) -> Transform<S> {
        match self.body {
            Some(i) => poses[i].compose(&self.pose),
            None => Transform::constant(&self.pose),
        }
    }
}

/// A closure compiled for evaluation.
#[derive(Clone, Debug)]
struct Closure {
    first: End,
    second: End,
    /// Bodies between the two ends, and whether they carry the second one.
    path: Vec<(usize, bool)>,
    directions: Vec<Direction>,
}

/// All equations of a machine's closures.
#[derive(Clone, Debug)]
pub struct Constraints {
    closures: Vec<Closure>,
    rows: usize,
}

/// Motion of a body in base axes; accelerations are those at `q̈ = 0`.
#[derive(Clone, Copy, Debug, Default)]
pub struct BodyMotion<S> {
    /// Angular velocity.
    pub omega: Vec3<S>,
    /// Velocity of the origin.
    pub velocity: Vec3<S>,
    /// Angular acceleration.
    pub alpha: Vec3<S>,
    /// Acceleration of the origin.
    pub acceleration: Vec3<S>,
}

impl<S: Scalar> BodyMotion<S> {
    /// Velocity and acceleration of the point that stands at `arm` from the origin.
    #[inline(always)]
    fn at(&self, arm: Vec3<S>) -> (Vec3<S>, Vec3<S>) {
        let spin = self.omega.cross(arm);
        let velocity = self.velocity + spin;
        let acceleration = self.acceleration + self.alpha.cross(arm) + self.omega.cross(spin);
        (velocity, acceleration)
    }
}

/// Motions of all bodies, from their poses and the speeds.
#[inline(always)]
pub(super) fn body_motions<S: Scalar>(
    tree: &Tree,
    poses: &[Transform<S>],
    qd: &[S],
    motions: &mut [BodyMotion<S>],
) {
    for (i, body) in tree.bodies.iter().enumerate() {
        let mut m = match body.parent {
            None => BodyMotion::default(),
            Some(p) => {
                let arm = poses[i].translation - poses[p].translation;
                let (velocity, acceleration) = motions[p].at(arm);
                BodyMotion { velocity, acceleration, ..motions[p] }
            }
        };
        let z = poses[i].rotation.c[2];
        match body.freedom {
            Freedom::Turn => {
                let turn = z.scale(qd[body.dof]);
                m.alpha += m.omega.cross(turn);
                m.omega += turn;
            }
            Freedom::Slide => {
                let slide = z.scale(qd[body.dof]);
                m.acceleration += m.omega.cross(slide).scale(2.0);
                m.velocity += slide;
            }
            Freedom::None => {}
        }
        motions[i] = m;
    }
}

impl Constraints {
    /// The equations of some closures of `robot`.
    pub(super) fn new(robot: &Robot, closures: &[LoopClosure]) -> Self {
        let tree = robot.tree();
        let end = |link: Option<usize>, pose: Transform<f64>| match link {
            None => End { body: None, pose },
            Some(i) => {
                let turn = tree.bodies[i].to_link.as_ref().map(|t| t.transposed());
                let pose = match turn {
                    None => pose,
                    Some(back) => Transform {
                        rotation: back.compose(&pose.rotation),
                        translation: back.apply(pose.translation),
                    },
                };
                End { body: Some(i), pose }
            }
        };
        let ancestors = |mut body: Option<usize>| {
            let mut chain = Vec::new();
            while let Some(i) = body {
                chain.push(i);
                body = tree.bodies[i].parent;
            }
            chain
        };
        let closures: Vec<Closure> = closures
            .iter()
            .map(|closure| {
                let first = end(closure.first.link, closure.first.pose);
                let second = end(closure.second.link, closure.second.pose);
                let (a, b) = (ancestors(first.body), ancestors(second.body));
                // What carries both ends moves neither against the other.
                let path = (a.iter().filter(|i| !b.contains(i)).map(|&i| (i, false)))
                    .chain(b.iter().filter(|i| !a.contains(i)).map(|&i| (i, true)))
                    .collect();
                Closure { first, second, path, directions: closure.directions.clone() }
            })
            .collect();
        let rows = closures.iter().map(|c| c.directions.len()).sum();
        Self { closures, rows }
    }

    /// Number of equations.
    #[inline(always)]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Closure and direction of every equation.
    pub fn labels(&self) -> Vec<(usize, Direction)> {
        let of = |(i, c): (usize, &Closure)| {
            c.directions.iter().map(move |&d| (i, d)).collect::<Vec<_>>()
        };
        self.closures.iter().enumerate().flat_map(of).collect()
    }

    /// The same equations less those at the given rows.
    pub(super) fn without(&self, rows: &[usize]) -> Self {
        let mut kept = self.clone();
        let mut row = 0;
        for closure in &mut kept.closures {
            closure.directions.retain(|_| {
                row += 1;
                !rows.contains(&(row - 1))
            });
        }
        kept.rows = kept.closures.iter().map(|c| c.directions.len()).sum();
        kept
    }

    /// Residuals `g` at the given body poses.
    #[inline(always)]
    pub fn residuals<S: Scalar>(&self, poses: &[Transform<S>], g: &mut [S]) {
        let mut row = 0;
        for closure in &self.closures {
            let (a, b) = (closure.first.pose(poses), closure.second.pose(poses));
            let d = b.translation - a.translation;
            for &direction in &closure.directions {
                let k = direction.axis();
                g[row] = if direction.turns() {
                    let (i, j) = ((k + 1) % 3, (k + 2) % 3);
                    let (a, b) = (&a.rotation.c, &b.rotation.c);
                    (a[j].dot(b[i]) - a[i].dot(b[j])).times(0.5)
                } else {
                    a.rotation.c[k].dot(d)
                };
                row += 1;
            }
        }
    }

    /// Jacobian `B`, row after row, one column per coordinate.
    #[inline(always)]
    pub fn jacobian<S: Scalar>(&self, tree: &Tree, poses: &[Transform<S>], b: &mut [S]) {
        let n = tree.dofs;
        for entry in b[..self.rows * n].iter_mut() {
            *entry = S::zero();
        }
        let mut first_row = 0;
        for closure in &self.closures {
            let axes = closure.first.pose(poses).rotation;
            let point = closure.second.pose(poses).translation;
            for &(i, on_second) in &closure.path {
                let body = &tree.bodies[i];
                if body.freedom == Freedom::None {
                    continue;
                }
                let z = poses[i].rotation.c[2];
                let z = if on_second { z } else { -z };
                let (angular, linear) = if body.freedom == Freedom::Turn {
                    (z, z.cross(point - poses[i].translation))
                } else {
                    (Vec3::zero(), z)
                };
                for (k, direction) in closure.directions.iter().enumerate() {
                    let e = axes.c[direction.axis()];
                    let along = if direction.turns() { angular } else { linear };
                    b[(first_row + k) * n + body.dof] = e.dot(along);
                }
            }
            first_row += closure.directions.len();
        }
    }

    /// `Ḃ q̇`: what the closures' equations accelerate by at `q̈ = 0`.
    #[inline(always)]
    pub fn bias<S: Scalar>(
        &self,
        poses: &[Transform<S>],
        motions: &[BodyMotion<S>],
        out: &mut [S],
    ) {
        let mut row = 0;
        for closure in &self.closures {
            let axes = closure.first.pose(poses).rotation;
            let point = closure.second.pose(poses).translation;
            let (first, va, aa) = motion_at(&closure.first, poses, motions, point);
            let (second, vb, ab) = motion_at(&closure.second, poses, motions, point);
            let slide = first.omega.cross(vb - va).scale(2.0);
            let linear = ab - aa - slide;
            let angular = second.alpha - first.alpha - first.omega.cross(second.omega);
            for direction in &closure.directions {
                let e = axes.c[direction.axis()];
                out[row] = e.dot(if direction.turns() { angular } else { linear });
                row += 1;
            }
        }
    }

    /// Wrenches that the multipliers `lambda` exert: for every closure the body
    /// of each end with the force and moment on it, in base axes at the point
    /// where the second frame stands.
    pub fn wrenches(
        &self,
        poses: &[Transform<f64>],
        lambda: &[f64],
        mut on_body: impl FnMut(usize, Vec3<f64>, Vec3<f64>, Vec3<f64>),
    ) {
        let mut row = 0;
        for closure in &self.closures {
            let axes = closure.first.pose(poses).rotation;
            let point = closure.second.pose(poses).translation;
            let (mut force, mut moment) = (Vec3::zero(), Vec3::zero());
            for direction in &closure.directions {
                let part = axes.c[direction.axis()].scale(lambda[row]);
                if direction.turns() {
                    moment += part
                } else {
                    force += part
                }
                row += 1;
            }
            if let Some(i) = closure.second.body {
                on_body(i, point, force, moment);
            }
            if let Some(i) = closure.first.body {
                on_body(i, point, -force, -moment);
            }
        }
    }
}

/// Motion of the body of an end, and velocity and acceleration of its point at
/// `point`.
#[inline(always)]
fn motion_at<S: Scalar>(
    end: &End,
    poses: &[Transform<S>],
    motions: &[BodyMotion<S>],
    point: Vec3<S>,
) -> (BodyMotion<S>, Vec3<S>, Vec3<S>) {
    match end.body {
        None => (BodyMotion::default(), Vec3::zero(), Vec3::zero()),
        Some(i) => {
            let (v, a) = motions[i].at(point - poses[i].translation);
            (motions[i], v, a)
        }
    }
}
