//! The exact workspace of a planar arm of turning and sliding joints, in its
//! plane; slides across the plane are allowed and do not matter.
//!
//! Every boundary point is on a [critical curve](super::critical). The curves
//! are arcs and segments, finitely many, and known exactly. They are cut where
//! they meet, and each part is looked at from outside: it is boundary if the
//! outside cannot be reached. Area, membership and reach of the region are then
//! exact; only the look from outside is a search (damped least squares with
//! restarts).

use super::critical::{Arm, Critical};
use super::geometry::{Carrier, Piece, along, dot, minus, norm};
use super::region::Region;
use crate::kinematics::inverse::{Chain, Dls, Problem, Solver, Task};
use crate::spatial::Transform;
use std::f64::consts::TAU;

/// Cuts nearer to each other than this share of the reach are one.
const BLUR: f64 = 1e-6;

/// The exact workspace of the frame's position in the plane z = 0 of the base;
/// `None` if the arm is not planar, or not bounded.
pub fn exact_region(chain: &Chain) -> Option<Region> {
    let arm = Arm::of(chain)?;
    let critical = arm.critical_curves();
    let carriers = by_carrier(&critical, arm.eps);
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
                if candidate && is_boundary(&arm, &mut dls, carrier, middle, outside) {
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

/// The curves by what they lie on.
fn by_carrier(curves: &[Critical], eps: f64) -> Vec<(Carrier, Vec<Critical>)> {
    let mut carriers: Vec<(Carrier, Vec<Critical>)> = Vec::new();
    for curve in curves {
        let same = carriers.iter_mut().find(|c| c.0.is_same(&curve.carrier, 10.0 * eps));
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
fn is_boundary(arm: &Arm, dls: &mut Dls, carrier: &Carrier, t: f64, outside: f64) -> bool {
    let step = 1e-5 * arm.reach * outside;
    let [x, y] = along(carrier.at(t), step, carrier.normal(t));
    let target = Transform::translation(x, y, 0.0);
    let reachable =
        |p: Problem, dls: &mut Dls| dls.solve(&p, &arm.chain.home()).is_ok_and(|s| s.reachable);
    match Problem::new(arm.chain, Task::PLANAR, target) {
        Ok(problem) => {
            let eps = 1e-7 * arm.reach;
            !reachable(problem.tolerance(eps, eps), dls)
        }
        Err(_) => false,
    }
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
