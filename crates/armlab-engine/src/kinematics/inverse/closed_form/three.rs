//! Any three joints that bring a point to a point: Pieper's problem (1968), for
//! every mixture of turning and sliding joints.
//!
//! `E₁(x) E₂(y) E₃(z) a = b`. The third joint moves `a` along a curve, the first,
//! undone, moves `b` along another; the second must take one to the other. If
//! it turns, both points have the same height along its axis and the same
//! distance from it; if it slides, they agree across its direction. Either way
//! two equations with z on one side and x on the other remain ([`pair`]).

use super::pair::{self, Side};
use super::screw::{Curve, Screw};
use crate::spatial::{Vec3, vec3};

/// All coordinates of three joints that take `from` to `to`.
pub fn solve(screws: &[Screw; 3], from: Vec3<f64>, to: Vec3<f64>) -> Vec<[f64; 3]> {
    let [first, second, third] = screws;
    let (inner, outer) = (third.curve(from), first.curve(to));
    let functions = |curve: &Curve| {
        if second.turns {
            [curve.along(second.axis), curve.squared_distance(second.point)]
        } else {
            let [e, f] = across(second.axis);
            [curve.along(e), curve.along(f)]
        }
    };
    let side = |curve: &Curve| Side { turns: curve.turns, functions: functions(curve) };
    pair::solve(&side(&outer), &side(&inner))
        .into_iter()
        .map(|(x, z)| [-x, second.coordinate(inner.at(z), outer.at(x)), z])
        .collect()
}

/// All coordinates of two joints that take `from` to `to`, seen along `normal`.
pub fn solve_planar(
    screws: [&Screw; 2],
    from: Vec3<f64>,
    to: Vec3<f64>,
    normal: Vec3<f64>,
) -> Vec<[f64; 2]> {
    let [e, f] = across(normal);
    let side =
        |curve: Curve| Side { turns: curve.turns, functions: [curve.along(e), curve.along(f)] };
    pair::solve(&side(screws[0].curve(to)), &side(screws[1].curve(from)))
        .into_iter()
        .map(|(x, y)| [-x, y])
        .collect()
}

/// Two unit vectors across a unit vector and each other.
pub fn across(axis: Vec3<f64>) -> [Vec3<f64>; 2] {
    let least = if axis.x.abs() < 0.6 { vec3(1.0, 0.0, 0.0) } else { vec3(0.0, 1.0, 0.0) };
    let e = least - axis.scale(axis.dot(least));
    let e = e.scale(1.0 / e.norm());
    [e, axis.cross(e)]
}
