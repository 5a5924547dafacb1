//! Distance between links that are not neighbours, modelled as capsules: the
//! distance of two segments less both radii (Ericson, *Real-Time Collision
//! Detection*, 5.1.9). With the nearest points `a`, `b` and `u = (a − b)/|a − b|`
//! its slope is `u·(∂a − ∂b)`, each point taken as fixed to its link.

use super::{Constraint, LimitLabel, State, Tools};
use crate::excite::coordinates::StateSlopes;
use crate::excite::limits::ExcitationLimits;
use armlab_engine::kinematics::{body_poses, link_poses};
use armlab_engine::robot::{Capsule, Freedom, Robot};
use armlab_engine::spatial::{Transform, Vec3};

/// A distance, m, at which a limit counts as one: violations are divided by it.
const SCALE: f64 = 0.1;

/// Two capsules: the links they belong to (`None` is the base) and their shapes.
#[derive(Clone, Debug)]
struct Pair {
    links: [Option<usize>; 2],
    shapes: [Capsule; 2],
}

/// The limit.
pub struct SelfDistance<'r> {
    robot: &'r Robot,
    clearance: f64,
    pairs: Vec<Pair>,
    labels: Vec<LimitLabel>,
}

impl<'r> SelfDistance<'r> {
    /// All pairs of a robot that can meet.
    pub fn new(robot: &'r Robot, limits: &ExcitationLimits) -> Self {
        let Some(clearance) = limits.clearance else {
            return Self { robot, clearance: 0.0, pairs: Vec::new(), labels: Vec::new() };
        };
        let base = robot.base().capsules.iter().map(|c| (None, *c));
        let links = robot.links().iter().enumerate();
        let links = links.flat_map(|(i, l)| l.capsules.iter().map(move |c| (Some(i), *c)));
        let all: Vec<(Option<usize>, Capsule)> = base.chain(links).collect();
        let name = |link: Option<usize>| match link {
            None => robot.base().name.clone(),
            Some(i) => robot.links()[i].name.clone(),
        };
        let (mut pairs, mut labels) = (Vec::new(), Vec::new());
        for (k, first) in all.iter().enumerate() {
            for second in &all[k + 1..] {
                if first.0 == second.0 || neighbours(robot, first.0, second.0) {
                    continue;
                }
                labels.push(LimitLabel {
                    what: "distance",
                    of: format!("{} to {}", name(first.0), name(second.0)),
                    unit: "m".into(),
                    allowed: (clearance, f64::INFINITY),
                });
                let (links, shapes) = ([first.0, second.0], [first.1, second.1]);
                pairs.push(Pair { links, shapes });
            }
        }
        Self { robot, clearance, pairs, labels }
    }
}

/// Whether a joint or a loop holds two links together, so that they touch anyway.
fn neighbours(robot: &Robot, a: Option<usize>, b: Option<usize>) -> bool {
    let parent = |link: Option<usize>| link.map(|i| robot.joints()[i].parent);
    let looped = |c: &armlab_engine::robot::LoopClosure| {
        let ends = (c.first.link, c.second.link);
        ends == (a, b) || ends == (b, a)
    };
    parent(a) == Some(b) || parent(b) == Some(a) || robot.loops().iter().any(looped)
}

/// Distance of two segments and the points where they are nearest.
pub fn segment_distance(
    [p, p1]: [Vec3<f64>; 2],
    [q, q1]: [Vec3<f64>; 2],
) -> (f64, Vec3<f64>, Vec3<f64>) {
    let (d, e, r) = (p1 - p, q1 - q, p - q);
    let (a, c, b) = (d.dot(d), e.dot(e), d.dot(e));
    let (f, g) = (d.dot(r), e.dot(r));
    let unit = |x: f64| x.clamp(0.0, 1.0);
    let determinant = a * c - b * b;
    // Parallel segments have many nearest points; any will do.
    let mut s = if determinant > 1e-12 * a * c { unit((b * g - c * f) / determinant) } else { 0.0 };
    let mut t = if c > 0.0 { (b * s + g) / c } else { 0.0 };
    if !(0.0..=1.0).contains(&t) || c == 0.0 {
        t = unit(t);
        s = if a > 0.0 { unit((b * t - f) / a) } else { 0.0 };
    }
    let (x, y) = (p + d.scale(s), q + e.scale(t));
    ((x - y).norm(), x, y)
}

fn placed(pair: &Pair, poses: &[Transform<f64>]) -> [[Vec3<f64>; 2]; 2] {
    [0, 1].map(|k| {
        let Capsule { from, to, .. } = pair.shapes[k];
        match pair.links[k] {
            None => [from, to],
            Some(link) => [poses[link].apply(from), poses[link].apply(to)],
        }
    })
}

impl Constraint for SelfDistance<'_> {
    fn labels(&self) -> &[LimitLabel] {
        &self.labels
    }
    fn values(&self, tools: &mut Tools, state: &State, out: &mut [f64]) {
        self.measure(tools, state, out);
        out.iter_mut().for_each(|out| *out = (self.clearance - *out) / SCALE);
    }
    fn add_slopes(&self, _: &mut Tools, state: &State, weights: &[f64], out: &mut StateSlopes) {
        if weights.iter().all(|w| *w == 0.0) {
            return;
        }
        let (robot, tree) = (self.robot, self.robot.tree());
        let poses = link_poses(robot, state.q[0]);
        let mut bodies = vec![Transform::identity(); tree.bodies.len()];
        body_poses(tree, state.q[0], &mut bodies);
        for (pair, weight) in self.pairs.iter().zip(weights).filter(|(_, w)| **w != 0.0) {
            let [first, second] = placed(pair, &poses);
            let (distance, a, b) = segment_distance(first, second);
            if !(distance > 0.0) {
                continue;
            }
            let u = (a - b).scale(1.0 / distance);
            for (link, point, side) in [(pair.links[0], a, 1.0), (pair.links[1], b, -1.0)] {
                let mut next = link;
                while let Some(i) = next {
                    let body = &tree.bodies[i];
                    let z = bodies[i].rotation.c[2];
                    let moved = match body.freedom {
                        Freedom::Turn => Some(z.cross(point - bodies[i].translation)),
                        Freedom::Slide => Some(z),
                        Freedom::None => None,
                    };
                    if let Some(moved) = moved {
                        out.q[0][body.dof] -= weight * side * u.dot(moved) / SCALE;
                    }
                    next = body.parent;
                }
            }
        }
    }
    fn measure(&self, _: &mut Tools, state: &State, out: &mut [f64]) {
        let poses = link_poses(self.robot, state.q[0]);
        for (pair, out) in self.pairs.iter().zip(out) {
            let [first, second] = placed(pair, &poses);
            let radii = pair.shapes[0].radius + pair.shapes[1].radius;
            *out = segment_distance(first, second).0 - radii;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use armlab_engine::spatial::vec3;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    #[test]
    fn no_two_points_of_segments_are_nearer_than_their_distance() {
        let mut rng = ChaCha8Rng::seed_from_u64(1);
        for round in 0..300 {
            let mut point = || {
                let [x, y, z] = [(); 3].map(|()| rng.random_range(-1.0..1.0));
                vec3(x, y, z)
            };
            let (p, mut q) = ([point(), point()], [point(), point()]);
            match round % 4 {
                // Parallel ones, and points.
                1 => q[1] = q[0] + (p[1] - p[0]).scale(0.7),
                2 => q[1] = q[0],
                _ => {}
            }
            let (distance, a, b) = segment_distance(p, q);
            assert!(((a - b).norm() - distance).abs() < 1e-15);
            let between = |s: [Vec3<f64>; 2], t: f64| s[0] + (s[1] - s[0]).scale(t);
            let mut least = f64::INFINITY;
            for i in 0..=100 {
                for j in 0..=100 {
                    let (x, y) = (between(p, 0.01 * i as f64), between(q, 0.01 * j as f64));
                    least = least.min((x - y).norm());
                }
            }
            assert!(distance <= least + 1e-12 && least < distance + 0.03, "{distance} {least}");
        }
    }
}
