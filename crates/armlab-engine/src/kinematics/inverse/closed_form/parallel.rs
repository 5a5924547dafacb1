//! Six turning joints of which the second to fourth are parallel and the last
//! two meet, as in arms with an offset wrist (Universal Robots and their kind).
//!
//! `E₁ (E₂E₃E₄) E₅E₆ = g`. The parallel joints make a motion in the plane across
//! their direction `a`: they leave `a`, and the height of every point along it.
//! The height of the point `w` where the last axes meet gives the first joint,
//! `a · E₁⁻¹ g w = a · w`; the direction gives the last two, `a = R₅R₆ b` with
//! `b = Rᵀ R₁ a`; and what remains is a planar triple.

use super::planar::Planar;
use super::roots::of_function;
use super::screw::{Screw, turn_about};
use crate::spatial::{Mat3, Transform, Vec3};

/// The point where the last two axes meet, if the arm has this structure.
pub fn meeting(screws: &[Screw; 6], reach: f64) -> Option<Vec3<f64>> {
    let [_, b, c, d, e, f] = screws;
    let parallel = |s: &Screw| s.axis.cross(b.axis).norm() < 1e-9;
    let turning = screws.iter().all(|s| s.turns);
    let normal = e.axis.cross(f.axis);
    if !turning || !parallel(c) || !parallel(d) || normal.norm() < 1e-6 {
        return None;
    }
    let away = f.point - e.point;
    let along = away.cross(f.axis).dot(normal) / normal.norm_squared();
    let point = e.point + e.axis.scale(along);
    let off = f.axis.cross(point - f.point).norm();
    (off < 1e-9 * reach).then_some(point)
}

/// All coordinates of six joints that make the motion `g` of the tool.
pub fn solve(screws: &[Screw; 6], meeting: Vec3<f64>, g: &Transform<f64>) -> Vec<[f64; 6]> {
    let [first, b, c, d, e, f] = screws;
    let a = b.axis;
    let plane = Planar { normal: a, inside: vec![0, 1, 2], lift: None };
    let triple = [*b, *c, *d];
    let mut found = Vec::new();
    // E₁⁻¹ turns the wrong way round: its curve runs with −q₁.
    let [height, cos, sin] = first.curve(g.apply(meeting)).along(a);
    for q1 in of_function(true, [height - a.dot(meeting), cos, sin]).into_iter().map(|x| -x) {
        let undone = first.motion(q1).inverse().compose(g);
        let goal = undone.rotation.transposed().apply(a);
        let along = f.axis.scale(f.axis.dot(goal));
        let across = goal - along;
        let function = [
            e.axis.dot(along) - e.axis.dot(a),
            e.axis.dot(across),
            e.axis.dot(f.axis.cross(across)),
        ];
        for q6 in of_function(true, function) {
            let turned = Mat3::rotation(f.axis, q6).apply(goal);
            let q5 = turn_about(e.axis, turned, a);
            let rest = undone.compose(&e.motion(q5).compose(&f.motion(q6)).inverse());
            for q in plane.solve(&triple, b.point, &rest, true) {
                found.push([q1, q[0], q[1], q[2], q5, q6]);
            }
        }
    }
    found
}
