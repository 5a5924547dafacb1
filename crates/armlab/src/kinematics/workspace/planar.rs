//! The exact workspace of a planar arm of turning and sliding joints, in its
//! plane; slides across the plane are allowed and do not matter.
//!
//! On the boundary no joint can bring the tool further out: there is a normal
//! `n` such that every joint either does not move the tool along `n`, or moves it
//! inwards and is at a limit. Joints of the first kind that are not at a limit
//! are in line: a turning joint's axis lies on the normal's line through the
//! tool, a slide is across it. So every boundary point is on a *critical curve*:
//! the first free joint sweeps its range, the other free joints are lined up
//! with it, the rest are at limits. These curves are arcs and segments, finitely
//! many, and known exactly.
//!
//! Of those, the parts on which the joints at limits all push to one side are
//! kept, cut where they meet, and each part is looked at from outside: it is
//! boundary if the outside cannot be reached. Area, membership and reach of the
//! region are then exact; only the look from outside is a search (damped least
//! squares with restarts).

use super::geometry::{Carrier, Piece, Point, along, dot, minus, norm};
use super::region::Region;
use crate::kinematics::inverse::{Chain, Dls, Problem, Solver, Task};
use crate::spatial::{Mat3, Transform, Vec3};
use std::f64::consts::{PI, TAU};

/// More joints than this have too many combinations of limits.
const MOST_JOINTS: usize = 10;

/// Cuts nearer to each other than this share of the reach are one.
const BLUR: f64 = 1e-6;

/// What a joint does on a critical curve.
#[derive(Clone, Copy, PartialEq)]
enum State {
    At(f64, f64),
    Free,
}

/// A critical curve: part of a carrier, and on which side the outside may be
/// (+1 along the normal, −1 against it).
#[derive(Clone, Copy)]
struct Critical {
    carrier: Carrier,
    from: f64,
    to: f64,
    outside: f64,
}

/// The exact workspace of the frame's position in the plane z = 0 of the base;
/// `None` if the arm is not planar, or not bounded.
pub fn exact_region(chain: &Chain) -> Option<Region> {
    let arm = Arm::of(chain)?;
    let critical = arm.critical_curves();
    let carriers = arm.carriers(&critical);
    let mut dls = Dls::default();
    let mut pieces = Vec::new();
    for (i, (carrier, curves)) in carriers.iter().enumerate() {
        let ends: Vec<f64> = curves.iter().flat_map(|c| [c.from, c.to]).collect();
        let mut crossings = Vec::new();
        for (j, (other, _)) in carriers.iter().enumerate() {
            if i != j {
                let points = carrier.intersections(other, arm.eps);
                crossings.extend(points.into_iter().map(|p| carrier.parameter(p)));
            }
        }
        for [from, to] in intervals(carrier, &ends, &crossings, arm.reach) {
            let middle = 0.5 * (from + to);
            for outside in [1.0, -1.0] {
                let candidate = curves.iter().any(|c| c.outside == outside && c.covers(middle));
                if candidate && arm.is_boundary(&mut dls, carrier, middle, outside) {
                    // The region is on the left: against the normal of a circle
                    // that is run through with growing angle, along that of a line.
                    let forward = carrier.is_circle() == (outside > 0.0);
                    let [from, to] = if forward { [from, to] } else { [to, from] };
                    pieces.push(Piece { carrier: *carrier, from, to });
                }
            }
        }
    }
    let region = Region { pieces: merged(pieces, arm.eps), rounding: arm.eps };
    // Pieces that do not close would make every number wrong.
    region.is_closed(1e-6 * arm.reach).then_some(region)
}

impl Critical {
    fn covers(&self, t: f64) -> bool {
        Piece { carrier: self.carrier, from: self.from, to: self.to }.covers(t)
    }
}

struct Arm<'c> {
    chain: &'c Chain,
    /// Slides across the plane, which do not move the tool in it.
    lifting: Vec<bool>,
    reach: f64,
    /// Lengths below this are zero.
    eps: f64,
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
    fn of(chain: &'c Chain) -> Option<Self> {
        let mut rotation = Mat3::<f64>::identity();
        let mut lifting = Vec::new();
        for joint in chain.joints() {
            rotation = rotation.compose(&joint.origin.rotation);
            let upright = rotation.c[2].z.abs();
            let lifts = !joint.turns && upright > 1.0 - 1e-12;
            let flat = if joint.turns { upright > 1.0 - 1e-12 } else { upright < 1e-9 };
            let bounded = joint.turns || (joint.upper - joint.lower).is_finite();
            if !lifts && !(flat && bounded) {
                return None;
            }
            lifting.push(lifts);
        }
        let turning = chain.joints().iter().any(|j| j.turns);
        if chain.joints().len() > MOST_JOINTS || !turning {
            return None;
        }
        let reach = chain.reach();
        Some(Self { chain, lifting, reach, eps: 1e-9 * reach })
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
            pose = pose.compose(&match joint.turns {
                true => Transform::rotation(Vec3 { x: 0.0, y: 0.0, z: 1.0 }, q),
                false => Transform::translation(0.0, 0.0, q),
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
        let up = self.up(i);
        [-y * up, x * up]
    }

    fn up(&self, i: usize) -> f64 {
        let mut rotation = Mat3::<f64>::identity();
        for joint in &self.chain.joints()[..=i] {
            rotation = rotation.compose(&joint.origin.rotation);
        }
        rotation.c[2].z.signum()
    }

    fn critical_curves(&self) -> Vec<Critical> {
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
                choices.push(q[this] + self.up(this) * (wanted + half - now));
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
            if self.up(i) > 0.0 {
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
            let swept = if joint.turns && self.up(i) < 0.0 { 1.0 - swept } else { swept };
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

    /// The curves by what they lie on.
    fn carriers(&self, curves: &[Critical]) -> Vec<(Carrier, Vec<Critical>)> {
        let mut carriers: Vec<(Carrier, Vec<Critical>)> = Vec::new();
        for curve in curves {
            let same = carriers.iter_mut().find(|c| c.0.is_same(&curve.carrier, 10.0 * self.eps));
            match same {
                None => carriers.push((curve.carrier, vec![*curve])),
                Some((carrier, list)) => {
                    let mut curve = *curve;
                    if !carrier.is_circle() {
                        // One line may be run through from any point, either way.
                        let [a, b] = [curve.from, curve.to].map(|t| curve.carrier.at(t));
                        let turned = dot(carrier.normal(0.0), curve.carrier.normal(0.0)) < 0.0;
                        let (s, t) = (carrier.parameter(a), carrier.parameter(b));
                        (curve.from, curve.to) = (s.min(t), s.max(t));
                        curve.outside *= if turned { -1.0 } else { 1.0 };
                    }
                    curve.carrier = *carrier;
                    list.push(curve);
                }
            }
        }
        carriers
    }

    /// True when the outside of a critical curve cannot be reached.
    fn is_boundary(&self, dls: &mut Dls, carrier: &Carrier, t: f64, outside: f64) -> bool {
        let step = 1e-5 * self.reach * outside;
        let [x, y] = along(carrier.at(t), step, carrier.normal(t));
        let target = Transform::translation(x, y, 0.0);
        let reachable = |p: Problem, dls: &mut Dls| {
            dls.solve(&p, &self.chain.home()).is_ok_and(|s| s.reachable)
        };
        match Problem::new(self.chain, Task::PLANAR, target) {
            Ok(problem) => {
                let eps = 1e-7 * self.reach;
                !reachable(problem.tolerance(eps, eps), dls)
            }
            Err(_) => false,
        }
    }
}

/// `q` by whole turns into [lower, upper], or as near as it gets.
fn wrap_into(q: f64, lower: f64, upper: f64) -> f64 {
    let middle = if (lower + upper).is_finite() { 0.5 * (lower + upper) } else { 0.0 };
    q + TAU * ((middle - q) / TAU).round()
}

/// A carrier cut at parameters: the intervals between, all the way round a
/// circle. Where cuts nearly coincide the exact one is taken: the end of a curve
/// rather than a crossing, which is blurred where two curves touch.
fn intervals(carrier: &Carrier, ends: &[f64], crossings: &[f64], reach: f64) -> Vec<[f64; 2]> {
    let (small, turn) = match carrier {
        Carrier::Circle { radius, .. } => (BLUR * reach / radius.max(BLUR * reach), true),
        Carrier::Line { .. } => (BLUR * reach, false),
    };
    let place = |t: &f64| if turn { t.rem_euclid(TAU) } else { *t };
    let near = |a: f64, b: f64| {
        let gap = (a - b).abs();
        gap < small || (turn && TAU - gap < small)
    };
    let mut cuts: Vec<f64> = Vec::new();
    for t in ends.iter().chain(crossings).map(place) {
        if !cuts.iter().any(|&known| near(known, t)) {
            cuts.push(t);
        }
    }
    cuts.sort_by(f64::total_cmp);
    let mut list: Vec<[f64; 2]> = cuts.windows(2).map(|w| [w[0], w[1]]).collect();
    if turn && let (Some(first), Some(last)) = (cuts.first(), cuts.last()) {
        list.push([*last, first + TAU]);
    }
    list
}

/// Pieces that continue each other on one carrier become one.
fn merged(mut pieces: Vec<Piece>, eps: f64) -> Vec<Piece> {
    let mut i = 0;
    while i < pieces.len() {
        let follower = (0..pieces.len()).find(|&j| {
            j != i
                && pieces[j].carrier == pieces[i].carrier
                && (pieces[i].to > pieces[i].from) == (pieces[j].to > pieces[j].from)
                && norm(minus(pieces[i].end(), pieces[j].start())) < 100.0 * eps
        });
        match follower {
            None => i += 1,
            Some(j) => {
                let length = pieces[j].to - pieces[j].from;
                pieces[i].to += length;
                pieces.remove(j);
                i = 0;
            }
        }
    }
    pieces
}

impl Region {
    /// True when every piece ends where another begins.
    fn is_closed(&self, eps: f64) -> bool {
        let full = |p: &Piece| p.carrier.is_circle() && (p.to - p.from).abs() > TAU - 1e-6;
        !self.pieces.is_empty()
            && self.pieces.iter().all(|p| {
                full(p) || self.pieces.iter().any(|o| norm(minus(o.start(), p.end())) < eps)
            })
    }
}
