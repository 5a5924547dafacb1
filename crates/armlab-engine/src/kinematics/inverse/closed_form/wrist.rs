//! Six joints of which the last three turn about axes through one point, as in
//! most industrial arms: the first three bring the point to its place, the
//! last three turn the hand.

use super::screw::{Screw, turn_about};
use super::three;
use crate::spatial::{Mat3, Transform, Vec3};

/// The point where the axes meet; `None` if they do not, to rounding of `reach`.
pub fn centre(axes: &[Screw; 3], reach: f64) -> Option<Vec3<f64>> {
    if axes.iter().any(|s| !s.turns) {
        return None;
    }
    let [a, b, c] = axes;
    let normal = a.axis.cross(b.axis);
    if normal.norm() < 1e-6 || b.axis.cross(c.axis).norm() < 1e-6 {
        return None;
    }
    // The point on b nearest to a, which must be on all three.
    let away = a.point - b.point;
    let along = away.cross(a.axis).dot(normal) / normal.norm_squared();
    let point = b.point + b.axis.scale(along);
    let off = |s: &Screw| s.axis.cross(point - s.point).norm();
    axes.iter().all(|s| off(s) < 1e-9 * reach).then_some(point)
}

/// All coordinates of six joints that make the motion `g` of the tool.
pub fn solve(screws: &[Screw; 6], centre: Vec3<f64>, g: &Transform<f64>) -> Vec<[f64; 6]> {
    let [a, b, c, d, e, f] = *screws;
    let mut found = Vec::new();
    for [x, y, z] in three::solve(&[a, b, c], centre, g.apply(centre)) {
        let carried = a.motion(x).compose(&b.motion(y)).compose(&c.motion(z));
        let rest = carried.rotation.transposed().compose(&g.rotation);
        for [u, v, w] in turns([d.axis, e.axis, f.axis], &rest) {
            found.push([x, y, z, u, v, w]);
        }
    }
    found
}

/// All angles with `Rot(a, u) Rot(b, v) Rot(c, w) = r`.
fn turns([a, b, c]: [Vec3<f64>; 3], r: &Mat3<f64>) -> Vec<[f64; 3]> {
    // r c is where the last axis goes; its angle to the first is the second joint's doing.
    let goal = r.apply(c);
    let along = b.scale(b.dot(c));
    let across = c - along;
    let function = [a.dot(along) - a.dot(goal), a.dot(across), a.dot(b.cross(across))];
    let side = c - b.scale(b.dot(c));
    let helper = super::three::across(c)[0];
    super::roots::of_function(true, function)
        .into_iter()
        .map(|v| {
            let turned = Mat3::rotation(b, v).apply(c);
            // At a singular wrist the first axis is the last: any u will do.
            let singular = a.cross(turned).norm() < 1e-9 || side.norm() < 1e-12;
            let u = if singular { 0.0 } else { turn_about(a, turned, goal) };
            let last = Mat3::rotation(a, u).compose(&Mat3::rotation(b, v)).transposed().compose(r);
            [u, v, turn_about(c, helper, last.apply(helper))]
        })
        .collect()
}
