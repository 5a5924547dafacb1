//! The equations of the loop closures, their Jacobian and its rate.
//!
//! For a closure of frame 2 to frame 1, held along direction `e` of frame 1:
//!
//! ```text
//! along:  g = e·R₁ᵀd,  d = o₂ − o₁           ġ = e·R₁ᵀ(v₂ − v₁(o₂))
//! about:  g = e·½(R₁ᵀR₂ − R₂ᵀR₁)ᵛ            ġ ≈ e·R₁ᵀ(ω₂ − ω₁), exact where closed
//! ```
//!
//! with `v₁(o₂)` the velocity frame 1 would have at the point `o₂`. A joint that follows
//! another adds `g = q − multiplier·q_leader − offset`.

use crate::robot::{Direction, Freedom, LoopClosure, Robot, Tree};
use crate::spatial::{Scalar, Transform, Vec3};
use std::collections::HashMap;

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

/// A coordinate that follows another.
#[derive(Clone, Copy, Debug)]
struct Coupling {
    follower: usize,
    leader: usize,
    multiplier: f64,
    offset: f64,
}

/// What an equation holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// A direction of a closure, by its number.
    Closure(usize, Direction),
    /// A joint to the one it follows, by its coordinate.
    Follower(usize),
}

impl Held {
    /// Its name in messages: `closure.direction` or the joint.
    pub fn name(self, robot: &Robot) -> String {
        match self {
            Self::Closure(i, direction) => {
                format!("{}.{}", robot.loops()[i].name, direction.name())
            }
            Self::Follower(dof) => {
                robot.moving_joints().nth(dof).map(|j| j.name.clone()).unwrap_or_default()
            }
        }
    }
}

/// All equations of a machine: its closures', then those of joints that follow others.
#[derive(Clone, Debug)]
pub struct Constraints {
    closures: Vec<Closure>,
    couplings: Vec<Coupling>,
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
pub fn body_motions<S: Scalar>(
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
    /// The equations of `robot`.
    pub(super) fn new(robot: &Robot) -> Self {
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
        let closures: Vec<Closure> = robot
            .loops()
            .iter()
            .map(|closure: &LoopClosure| {
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
        let dofs: HashMap<&str, usize> =
            robot.moving_joints().enumerate().map(|(i, j)| (j.name.as_str(), i)).collect();
        let couplings: Vec<Coupling> = robot
            .moving_joints()
            .enumerate()
            .filter_map(|(follower, joint)| {
                let mimic = joint.mimic.as_ref()?;
                let (multiplier, offset) = (mimic.multiplier, mimic.offset);
                let leader = *dofs.get(mimic.joint.as_str())?;
                Some(Coupling { follower, leader, multiplier, offset })
            })
            .collect();
        let directions: usize = closures.iter().map(|c| c.directions.len()).sum();
        let rows = directions + couplings.len();
        Self { closures, couplings, rows }
    }

    /// Number of equations.
    #[inline(always)]
    pub fn rows(&self) -> usize {
        self.rows
    }

    /// Whether joints only follow others, and nothing needs to be assembled.
    #[inline(always)]
    pub fn are_explicit(&self) -> bool {
        self.closures.is_empty()
    }

    /// What every equation holds.
    pub fn labels(&self) -> Vec<Held> {
        let of = |(i, c): (usize, &Closure)| {
            c.directions.iter().map(move |&d| Held::Closure(i, d)).collect::<Vec<_>>()
        };
        let followers = self.couplings.iter().map(|c| Held::Follower(c.follower));
        self.closures.iter().enumerate().flat_map(of).chain(followers).collect()
    }

    /// Puts joints that follow others where they belong.
    #[inline(always)]
    pub(super) fn lead<S: Scalar>(&self, q: &mut [S]) {
        for c in &self.couplings {
            q[c.follower] = q[c.leader].times_add(c.multiplier, S::constant(c.offset));
        }
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
        kept.couplings.retain(|_| {
            row += 1;
            !rows.contains(&(row - 1))
        });
        kept.rows -= rows.len();
        kept
    }

    /// Residuals `g` at the coordinates `q` and their body poses.
    #[inline(always)]
    pub fn residuals<S: Scalar>(&self, q: &[S], poses: &[Transform<S>], g: &mut [S]) {
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
        for c in &self.couplings {
            let led = q[c.leader].times_add(c.multiplier, S::constant(c.offset));
            g[row] = q[c.follower] - led;
            row += 1;
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
        for c in &self.couplings {
            b[first_row * n + c.leader] = S::constant(-c.multiplier);
            b[first_row * n + c.follower] = S::constant(1.0);
            first_row += 1;
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
        for _ in &self.couplings {
            out[row] = S::zero();
            row += 1;
        }
    }

    /// Wrenches that the multipliers `lambda` exert: for every closure the body
    /// of each end with the force and moment on it, in base axes at the point
    /// where the second frame stands. What leads a joint acts along its axis only.
    pub fn wrenches<S: Scalar>(
        &self,
        poses: &[Transform<S>],
        lambda: &[S],
        mut on_body: impl FnMut(usize, Vec3<S>, Vec3<S>, Vec3<S>),
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
