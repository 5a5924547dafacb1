//! Critical curves of a planar arm: where the boundary of its workspace can be.
//!
//! On the boundary no joint can bring the tool further out: there is a normal
//! `n` such that every joint either does not move the tool along `n`, or moves it
//! inwards and is at a limit. Joints of the first kind that are not at a limit
//! are in line: a turning joint's axis lies on the normal's line through the
//! tool, a slide is across it. So on a *critical curve* the first free joint
//! sweeps its range, the other free joints are lined up with it, and the rest
//! are at limits; of the sweep, those parts count on which the joints at limits
//! all push to one side.

use super::geometry::{Carrier, Piece, Point, dot, minus, norm};
use crate::kinematics::inverse::Chain;
use crate::spatial::{Mat3, Transform, Vec3};
use std::f64::consts::{PI, TAU};

/// More joints than this have too many combinations of limits.
const MOST_JOINTS: usize = 10;

/// What a joint does on a critical curve.
#[derive(Clone, Copy, PartialEq)]
enum State {
    At(f64, f64),
    Free,
}

/// A critical curve: part of a carrier, and on which side the outside may be
/// (+1 along the normal, −1 against it).
#[derive(Clone, Copy)]
pub(super) struct Critical {
    pub carrier: Carrier,
    pub from: f64,
    pub to: f64,
    pub outside: f64,
}

impl Critical {
    pub fn covers(&self, t: f64) -> bool {
        Piece { carrier: self.carrier, from: self.from, to: self.to }.covers(t)
    }
}

/// A planar arm.
pub(super) struct Arm<'c> {
    pub chain: &'c Chain,
    /// Slides across the plane, which do not move the tool in it.
    lifting: Vec<bool>,
    /// Whether each joint's axis points up (1) or down (−1).
    up: Vec<f64>,
    pub reach: f64,
    /// Lengths below this are zero.
    pub eps: f64,
}

/// Where everything is at some configuration.
struct Placed {
    /// Axis or a point of each joint.
    origin: Vec<Point>,
    /// Direction of each slide.
    slide: Vec<Point>,
    tool: Point,
}

impl<'c> Arm<'c> {
    /// The arm, if it is planar and bounded.
    pub fn of(chain: &'c Chain) -> Option<Self> {
        let mut rotation = Mat3::<f64>::identity();
        let (mut lifting, mut up) = (Vec::new(), Vec::new());
        for joint in chain.joints() {
            rotation = rotation.compose(&joint.origin.rotation);
            let upright = rotation.c[2].z.abs();
            let lifts = !joint.turns && upright > 1.0 - 1e-12;
            let flat = if joint.turns { upright > 1.0 - 1e-12 } else { upright < 1e-9 };
            let bounded = joint.turns || (joint.upper - joint.lower).is_finite();
            if !(lifts || flat && bounded) {
                return None;
            }
            lifting.push(lifts);
            up.push(rotation.c[2].z.signum());
        }
        let turning = chain.joints().iter().any(|j| j.turns);
        if chain.joints().len() > MOST_JOINTS || !turning {
            return None;
        }
        let reach = chain.reach();
        Some(Self { chain, lifting, up, reach, eps: 1e-9 * reach })
    }

    /// Where everything is at the chain's coordinates `q`.
    fn place(&self, q: &[f64]) -> Placed {
        let mut pose = Transform::identity();
        let (mut origin, mut slide) = (Vec::new(), Vec::new());
        let flat = |v: Vec3<f64>| [v.x, v.y];
        for (joint, &q) in self.chain.joints().iter().zip(q) {
            pose = pose.compose(&joint.origin);
            origin.push(flat(pose.translation));
            slide.push(flat(pose.rotation.c[2]));
            pose = pose.compose(&if joint.turns {
                Transform::rotation(Vec3 { x: 0.0, y: 0.0, z: 1.0 }, q)
            } else {
                Transform::translation(0.0, 0.0, q)
            });
        }
        Placed { origin, slide, tool: flat(pose.compose(self.chain.tool()).translation) }
    }

    /// How the tool moves with each joint.
    fn velocity(&self, placed: &Placed, i: usize) -> Point {
        if !self.chain.joints()[i].turns {
            return placed.slide[i];
        }
        let [x, y] = minus(placed.tool, placed.origin[i]);
        // Axes may point down as well as up.
        let up = self.up[i];
        [-y * up, x * up]
    }

    /// All critical curves.
    pub fn critical_curves(&self) -> Vec<Critical> {
        let n = self.chain.joints().len();
        let mut found = Vec::new();
        for code in 0..3_usize.pow(n as u32) {
            let mut states = Vec::with_capacity(n);
            let mut rest = code;
            for (joint, &lifts) in self.chain.joints().iter().zip(&self.lifting) {
                states.push(match (rest % 3, joint.is_circular()) {
                    (0, _) if lifts => Some(State::At(0.0, 1.0)),
                    (_, _) if lifts => None,
                    (2, _) => Some(State::Free),
                    (_, true) => None,
                    (0, _) => Some(State::At(joint.lower, 1.0)),
                    _ => Some(State::At(joint.upper, -1.0)),
                });
                rest /= 3;
            }
            let Some(states) = states.into_iter().collect::<Option<Vec<State>>>() else { continue };
            let free: Vec<usize> = (0..n).filter(|&i| states[i] == State::Free).collect();
            if let Some((_, others)) = free.split_first() {
                let q: Vec<f64> = states
                    .iter()
                    .zip(self.chain.joints())
                    .map(|(s, j)| match s {
                        State::At(q, _) => *q,
                        State::Free if j.is_circular() => 0.0,
                        State::Free => j.lower,
                    })
                    .collect();
                self.line_up(&states, &free, others.len(), q, &mut found);
            }
        }
        found
    }

    /// Lines up free joint number `k` with the one before it, then the rest;
    /// with all in line, adds the sweep of the first.
    fn line_up(
        &self,
        states: &[State],
        free: &[usize],
        k: usize,
        q: Vec<f64>,
        found: &mut Vec<Critical>,
    ) {
        if k == 0 {
            return self.sweep(states, free[0], &q, found);
        }
        let (this, before) = (free[k], free[k - 1]);
        let joints = self.chain.joints();
        let placed = self.place(&q);
        let Some(normal) = self.normal(&placed, free) else { return };
        let mut choices = Vec::new();
        if joints[this].turns {
            // Turn the normal's line about this joint into line, either way round.
            let wanted = if joints[before].turns {
                let gap = minus(placed.origin[this], placed.origin[before]);
                if norm(gap) < self.eps {
                    return;
                }
                gap[1].atan2(gap[0])
            } else {
                let [x, y] = placed.slide[before];
                x.atan2(-y)
            };
            let now = normal[1].atan2(normal[0]);
            for half in [0.0, PI] {
                choices.push(q[this] + self.up[this] * (wanted + half - now));
            }
        } else if joints[before].turns {
            let gap = minus(placed.origin[before], placed.tool);
            choices.push(q[this] + dot(gap, placed.slide[this]));
        } else {
            return;
        }
        for choice in choices {
            let joint = &joints[this];
            let value =
                if joint.turns { wrap_into(choice, joint.lower, joint.upper) } else { choice };
            let slack = if joint.turns { 1e-9 } else { self.eps };
            if value < joint.lower - slack || value > joint.upper + slack {
                continue;
            }
            let mut q = q.clone();
            q[this] = value.clamp(joint.lower, joint.upper);
            self.line_up(states, free, k - 1, q, found);
        }
    }

    /// Unit normal of the tool's motion by the last free joint.
    fn normal(&self, placed: &Placed, free: &[usize]) -> Option<Point> {
        let [x, y] = self.velocity(placed, *free.last()?);
        let size = x.hypot(y);
        (size > self.eps).then_some([y / size, -x / size])
    }

    /// The sweep of joint `i`, in the parts where the joints at limits agree on
    /// a side.
    fn sweep(&self, states: &[State], i: usize, q: &[f64], found: &mut Vec<Critical>) {
        let joint = &self.chain.joints()[i];
        let mut q = q.to_vec();
        q[i] = if joint.is_circular() { 0.0 } else { joint.lower };
        let placed = self.place(&q);
        let (carrier, from, to) = if joint.turns {
            let arm = minus(placed.tool, placed.origin[i]);
            if norm(arm) < self.eps {
                return;
            }
            let range = joint.range(self.reach);
            let start = arm[1].atan2(arm[0]);
            let carrier = Carrier::Circle { centre: placed.origin[i], radius: norm(arm) };
            if self.up[i] > 0.0 {
                (carrier, start, start + range)
            } else {
                (carrier, start - range, start)
            }
        } else {
            let carrier = Carrier::Line { point: placed.tool, direction: placed.slide[i] };
            (carrier, 0.0, joint.upper - joint.lower)
        };
        // Where a joint before this one stops pushing: its axis is on the
        // normal's line, or its slide across it.
        let mut cuts = vec![from, to];
        for k in 0..i {
            let angles = match (carrier, self.chain.joints()[k].turns) {
                (Carrier::Circle { centre, .. }, true) => {
                    let gap = minus(placed.origin[k], centre);
                    if norm(gap) < self.eps { continue } else { gap[1].atan2(gap[0]) }
                }
                (Carrier::Circle { .. }, false) => placed.slide[k][0].atan2(-placed.slide[k][1]),
                (Carrier::Line { .. }, true) => {
                    cuts.push(carrier.parameter(placed.origin[k]));
                    continue;
                }
                (Carrier::Line { .. }, false) => continue,
            };
            for half in [0.0, PI] {
                let t = from + (angles + half - from).rem_euclid(TAU);
                cuts.push(t);
            }
        }
        cuts.retain(|t| *t >= from && *t <= to);
        cuts.sort_by(f64::total_cmp);
        for pair in cuts.windows(2) {
            let middle = 0.5 * (pair[0] + pair[1]);
            if pair[1] - pair[0] < 1e-12 {
                continue;
            }
            let swept = (middle - from) / (to - from);
            let swept = if joint.turns && self.up[i] < 0.0 { 1.0 - swept } else { swept };
            q[i] = if joint.is_circular() {
                swept * TAU
            } else {
                joint.lower + swept * (joint.upper - joint.lower)
            };
            let placed = self.place(&q);
            let normal = carrier.normal(middle);
            for outside in [1.0, -1.0] {
                let pushes = |(k, state): (usize, &State)| match state {
                    State::Free => true,
                    // Inward motion from a lower limit is positive.
                    State::At(_, inward) => {
                        let push = inward * outside * dot(normal, self.velocity(&placed, k));
                        push <= 1e-9 * self.reach.max(1.0)
                    }
                };
                if states.iter().enumerate().all(pushes) {
                    found.push(Critical { carrier, from: pair[0], to: pair[1], outside });
                }
            }
        }
    }
}

/// `q` by whole turns into [lower, upper], or as near as it gets.
fn wrap_into(q: f64, lower: f64, upper: f64) -> f64 {
    let middle = if (lower + upper).is_finite() { 0.5 * (lower + upper) } else { 0.0 };
    q + TAU * ((middle - q) / TAU).round()
}
