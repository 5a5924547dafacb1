//! Arms that move in a plane, possibly with a lift across it: SCARA arms, and
//! planar arms of two joints (for a position) or three (for a position and a
//! heading).

use super::screw::{Screw, turn_about};
use super::three::{across, solve_planar};
use crate::spatial::{Transform, Vec3};

/// A planar arm: which joints move in the plane, which one lifts.
pub struct Planar {
    /// Direction across the plane.
    pub normal: Vec3<f64>,
    /// Joints in the plane.
    pub inside: Vec<usize>,
    /// The joint across it.
    pub lift: Option<usize>,
}

impl Planar {
    /// The plane of an arm that has one.
    pub fn new(screws: &[Screw]) -> Option<Self> {
        let normal = screws.iter().find(|s| s.turns)?.axis;
        let (mut inside, mut lift) = (Vec::new(), None);
        for (i, screw) in screws.iter().enumerate() {
            let parallel = screw.axis.cross(normal).norm() < 1e-9;
            match (screw.turns, parallel) {
                (true, true) => inside.push(i),
                (true, false) => return None,
                (false, true) if lift.is_none() => lift = Some(i),
                (false, true) => return None,
                (false, false) if screw.axis.dot(normal).abs() < 1e-9 => inside.push(i),
                (false, false) => return None,
            }
        }
        Some(Self { normal, inside, lift })
    }

    /// All coordinates that bring `point` to `goal` and, if `heading` is asked
    /// for, make the motion `g` of the tool.
    pub fn solve(
        &self,
        screws: &[Screw],
        point: Vec3<f64>,
        g: &Transform<f64>,
        heading: bool,
    ) -> Vec<Vec<f64>> {
        let goal = g.apply(point);
        let inside = match (&self.inside[..], heading) {
            (&[i, j], false) => solve_planar([&screws[i], &screws[j]], point, goal, self.normal)
                .into_iter()
                .map(|q| q.to_vec())
                .collect(),
            (&[i, j, k], true) => self.triple([&screws[i], &screws[j], &screws[k]], g),
            _ => return Vec::new(),
        };
        let rise = self.lift.map(|i| (i, screws[i].axis.dot(goal - point)));
        inside
            .into_iter()
            .map(|found: Vec<f64>| {
                let mut q = vec![0.0; screws.len()];
                for (&i, x) in self.inside.iter().zip(found) {
                    q[i] = x;
                }
                if let Some((i, rise)) = rise {
                    q[i] = rise;
                }
                q
            })
            .collect()
    }

    /// Position and heading by three joints: a turning joint at either end
    /// leaves its axis where it is, so the other two must bring that axis to
    /// its place; what is left of the heading is the turning joint's.
    fn triple(&self, [a, b, c]: [&Screw; 3], g: &Transform<f64>) -> Vec<Vec<f64>> {
        let [e, _] = across(self.normal);
        let heading = turn_about(self.normal, e, g.rotation.apply(e));
        let turn = |s: &Screw, q: f64| if s.turns { q * s.axis.dot(self.normal) } else { 0.0 };
        if c.turns {
            let pairs = solve_planar([a, b], c.point, g.apply(c.point), self.normal);
            let rest = |x, y| (heading - turn(a, x) - turn(b, y)) * c.axis.dot(self.normal);
            return pairs.into_iter().map(|[x, y]| vec![x, y, rest(x, y)]).collect();
        }
        if a.turns {
            let back = g.inverse();
            let pairs = solve_planar([c, b], a.point, back.apply(a.point), self.normal);
            let rest = |y, z| (heading - turn(b, y) - turn(c, z)) * a.axis.dot(self.normal);
            return pairs.into_iter().map(|[z, y]| vec![rest(-y, -z), -y, -z]).collect();
        }
        if !b.turns {
            return Vec::new();
        }
        // Two slides about a turn: the turn is the heading, the slides follow.
        let y = heading * b.axis.dot(self.normal);
        let turned = b.motion(y);
        let (u, v) = (a.axis, turned.rotation.apply(c.axis));
        let gap = g.translation - turned.translation;
        let determinant = self.normal.dot(u.cross(v));
        if determinant.abs() < 1e-9 {
            return Vec::new();
        }
        let x = self.normal.dot(gap.cross(v)) / determinant;
        let z = self.normal.dot(u.cross(gap)) / determinant;
        vec![vec![x, y, z]]
    }
}
