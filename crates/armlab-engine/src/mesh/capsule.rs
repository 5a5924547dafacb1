//! Capsules that hold a surface.
//!
//! About an axis, the radius is that of the circle around the points seen along
//! it, and the segment is the shortest with every point within the radius: a
//! point at height `t` and distance `d` from the axis needs the segment to begin
//! below `t + √(r² − d²)` and to end above `t − √(r² − d²)`. Of several axes the
//! one with the smallest volume is taken. A surface that fills its capsule badly
//! is cut in two, triangle by triangle, so that every triangle is within one
//! capsule as a whole.

use super::Mesh;
use crate::spatial::{Moments, Vec3, principal_axes};
use std::f64::consts::PI;

/// All points within `radius` of a segment: a rod with round ends.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capsule {
    /// One end of the segment, in the link's frame.
    pub from: Vec3<f64>,
    /// The other end.
    pub to: Vec3<f64>,
    /// Radius, m.
    pub radius: f64,
}

impl Capsule {
    /// Its volume.
    pub fn volume(&self) -> f64 {
        let (r, length) = (self.radius, (self.to - self.from).norm());
        PI * r * r * (length + 4.0 / 3.0 * r)
    }
    /// How far a point is outside; negative within.
    pub fn outside(&self, point: Vec3<f64>) -> f64 {
        let along = self.to - self.from;
        let length = along.norm_squared();
        let share = if length > 0.0 { along.dot(point - self.from) / length } else { 0.0 };
        let nearest = self.from + along.scale(share.clamp(0.0, 1.0));
        (point - nearest).norm() - self.radius
    }
}

/// Part of the volume that a cut must save.
const WORTH_A_CUT: f64 = 0.25;
/// Places along an axis at which cuts are tried.
const CUTS: usize = 7;
/// Triangles by which cuts are compared.
const SAMPLE: usize = 400;
/// Steps towards the centre of a circle; its radius comes out a percent large.
const STEPS: usize = 60;

/// At most `most` capsules that hold a mesh; none for an empty one.
pub fn enclosing_capsules(mesh: &Mesh, most: usize) -> Vec<Capsule> {
    let all: Vec<usize> = (0..mesh.triangles.len()).collect();
    let mut parts = vec![all];
    while parts.len() < most.max(1) {
        // The cut that saves most, among all parts.
        let cuts =
            parts.iter().enumerate().filter_map(|(k, part)| Some((k, best_cut(mesh, part)?)));
        let Some((k, cut)) = cuts.max_by(|a, b| a.1.saved.total_cmp(&b.1.saved)) else { break };
        let (low, high) = cut.apply(mesh, &parts[k]);
        parts[k] = low;
        parts.push(high);
    }
    let points = |part: &Vec<usize>| corners(mesh, part);
    parts.iter().filter_map(|part| smallest(&points(part))).collect()
}

fn corners(mesh: &Mesh, part: &[usize]) -> Vec<Vec3<f64>> {
    let mut all: Vec<u32> = part.iter().flat_map(|&t| mesh.triangles[t]).collect();
    all.sort_unstable();
    all.dedup();
    all.iter().map(|&i| mesh.vertices[i as usize]).collect()
}

struct Cut {
    axis: Vec3<f64>,
    at: f64,
    /// Volume that it saves, as part of the volume of all.
    saved: f64,
}

impl Cut {
    fn is_low(&self, mesh: &Mesh, triangle: usize) -> bool {
        let [a, b, c] = mesh.corners(mesh.triangles[triangle]);
        self.axis.dot(a + b + c) < 3.0 * self.at
    }
    fn apply(&self, mesh: &Mesh, part: &[usize]) -> (Vec<usize>, Vec<usize>) {
        part.iter().partition(|&&t| self.is_low(mesh, t))
    }
}

/// The cut of a part that saves most, if it is worth it.
fn best_cut(mesh: &Mesh, part: &[usize]) -> Option<Cut> {
    let step = part.len().div_ceil(SAMPLE).max(1);
    let sample: Vec<usize> = part.iter().copied().step_by(step).collect();
    let points = corners(mesh, &sample);
    let whole = smallest(&points)?.volume();
    let mut best: Option<Cut> = None;
    for axis in axes(&points) {
        let along = points.iter().map(|p| axis.dot(*p));
        let (low, high) =
            along.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), x| (a.min(x), b.max(x)));
        for k in 1..=CUTS {
            let at = low + (high - low) * k as f64 / (CUTS + 1) as f64;
            let mut cut = Cut { axis, at, saved: 0.0 };
            let (low, high) = cut.apply(mesh, &sample);
            if low.is_empty() || high.is_empty() {
                continue;
            }
            let of = |part: &[usize]| smallest(&corners(mesh, part)).map_or(0.0, |c| c.volume());
            cut.saved = 1.0 - (of(&low) + of(&high)) / whole;
            let better = best.as_ref().is_none_or(|b| cut.saved > b.saved);
            if better && cut.saved > WORTH_A_CUT {
                best = Some(cut);
            }
        }
    }
    best
}

/// Principal axes of points.
fn axes(points: &[Vec3<f64>]) -> [Vec3<f64>; 3] {
    let mut sum = Moments::<f64>::default();
    let middle = points.iter().fold(Vec3::zero(), |s, p| s + *p).scale(1.0 / points.len() as f64);
    for p in points {
        let point = Moments { mass: 1.0, ..Moments::default() }.shifted(*p - middle);
        sum.mass += point.mass;
        sum.second += point.second;
    }
    principal_axes(&sum.second).1.c
}

/// The smallest capsule about one of the points' principal axes or of the
/// frame's.
fn smallest(points: &[Vec3<f64>]) -> Option<Capsule> {
    if points.is_empty() {
        return None;
    }
    let frame = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]].map(Vec3::from);
    let all = axes(points).into_iter().chain(frame).map(|axis| about(points, axis));
    all.min_by(|a, b| a.volume().total_cmp(&b.volume()))
}

/// The capsule about an axis with this direction that holds all points.
fn about(points: &[Vec3<f64>], axis: Vec3<f64>) -> Capsule {
    let flat = |p: Vec3<f64>| p - axis.scale(axis.dot(p));
    let count = points.len() as f64;
    let mut centre = points.iter().fold(Vec3::zero(), |s, p| s + flat(*p)).scale(count.recip());
    let farthest = |centre: Vec3<f64>| {
        let far = |p: &Vec3<f64>| (flat(*p) - centre).norm_squared();
        let most = points.iter().map(|p| (far(p), *p)).max_by(|a, b| a.0.total_cmp(&b.0));
        most.unwrap_or((0.0, centre))
    };
    // Towards the farthest point, ever less (Bădoiu & Clarkson 2003).
    let mut best = (f64::INFINITY, centre);
    for step in 0..STEPS {
        let (squared, far) = farthest(centre);
        if squared < best.0 {
            best = (squared, centre);
        }
        centre += (flat(far) - centre).scale(1.0 / (step as f64 + 2.0));
    }
    let (squared, centre) = best;
    let radius = squared.sqrt();
    let (mut begin, mut end) = (f64::INFINITY, f64::NEG_INFINITY);
    for p in points {
        let (t, d) = (axis.dot(*p), (flat(*p) - centre).norm_squared());
        let room = (squared - d).max(0.0).sqrt();
        begin = begin.min(t + room);
        end = end.max(t - room);
    }
    if begin > end {
        // One ball holds all.
        (begin, end) = (0.5 * (begin + end), 0.5 * (begin + end));
    }
    Capsule { from: centre + axis.scale(begin), to: centre + axis.scale(end), radius }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mesh::{box_mesh, cylinder_mesh};
    use crate::spatial::{Transform, vec3};

    fn assert_holds(mesh: &Mesh, capsules: &[Capsule]) {
        for &t in &mesh.triangles {
            let corners = mesh.corners(t);
            let held = |c: &Capsule| corners.iter().all(|p| c.outside(*p) < 1e-12);
            assert!(capsules.iter().any(held));
        }
    }

    #[test]
    fn a_tube_is_held_by_a_capsule_of_its_size() {
        let pose = Transform::from_xyz_rpy([0.3, 0.1, -0.4], [0.5, 1.0, 0.2]);
        let tube = cylinder_mesh(0.05, 0.6).placed(&pose);
        let [capsule] = enclosing_capsules(&tube, 3)[..] else { panic!() };
        assert_holds(&tube, &[capsule]);
        let length = (capsule.to - capsule.from).norm();
        assert!(capsule.radius < 0.053 && length <= 0.6, "{capsule:?}");
    }

    #[test]
    fn an_angle_is_held_by_two_capsules_tighter_than_by_one() {
        let mut angle = box_mesh(vec3(0.06, 0.06, 0.6));
        let arm = box_mesh(vec3(0.4, 0.06, 0.06)).placed(&Transform::translation(0.2, 0.0, 0.3));
        angle.append(&arm, &crate::spatial::Mat3::identity(), Vec3::zero());
        let one = enclosing_capsules(&angle, 1);
        let two = enclosing_capsules(&angle, 3);
        assert_holds(&angle, &one);
        assert_holds(&angle, &two);
        let volume = |all: &[Capsule]| all.iter().map(Capsule::volume).sum::<f64>();
        assert!(two.len() >= 2 && volume(&two) < 0.35 * volume(&one));
    }

    #[test]
    fn capsules_of_nothing_or_of_a_point_are_none_or_a_point() {
        assert_eq!(enclosing_capsules(&Mesh::default(), 3), []);
        let point = Mesh { vertices: vec![vec3(1.0, 2.0, 3.0)], triangles: vec![[0, 0, 0]] };
        let [capsule] = enclosing_capsules(&point, 3)[..] else { panic!() };
        assert!(capsule.outside(vec3(1.0, 2.0, 3.0)) <= 1e-12 && capsule.radius < 1e-12);
    }
}
