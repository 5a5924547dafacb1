//! How near links come to each other and to the floor.
//!
//! Links are capsules. Two links that a joint or a loop holds together touch
//! anyway and are not compared; nor are pairs that are too near at nearly all
//! poses, which the capsules are too coarse for: those are listed. The floor is
//! the plane `z = const` of the base frame; ends of capsules whose height never
//! changes do not count.

mod bodies;
mod segment;

pub use bodies::{CapsuleSource, CollisionBody, RADIUS, collision_bodies};
pub use segment::segment_distance;

use crate::kinematics::link_poses;
use crate::robot::{LoopClosure, Robot};
use crate::spatial::{Transform, Vec3, vec3};

/// Part of the poses at which a pair must be too near to be given up.
const ALWAYS: f64 = 0.95;
/// Change of height that is none, m.
const STILL: f64 = 1e-6;

/// What a body may come near to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Other {
    /// Another body, by number.
    Body(usize),
    /// The floor.
    Floor,
}

/// A body and what it may come near to.
#[derive(Clone, Debug, PartialEq)]
struct Pair {
    first: usize,
    second: Other,
}

/// Where a pair is nearest.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nearest {
    /// Distance of the surfaces, m; negative where they overlap.
    pub distance: f64,
    /// From the second to the first, of length one; zero where their lines meet.
    pub direction: Vec3<f64>,
    /// The nearest points of the two lines in the base frame, each with the link
    /// that it moves with.
    pub points: [(Option<usize>, Vec3<f64>); 2],
}

/// Links as capsules, and the pairs that are watched.
#[derive(Clone, Debug, PartialEq)]
pub struct CollisionModel {
    bodies: Vec<CollisionBody>,
    /// Height of the floor in the base frame, m.
    floor: Option<f64>,
    pairs: Vec<Pair>,
    /// For each body the ends of its capsules whose height changes.
    ends: Vec<Vec<(Vec3<f64>, f64)>>,
    left_out: Vec<String>,
}

impl CollisionModel {
    /// The pairs that can be kept `clearance` apart, judged by coordinates that
    /// the robot may have.
    pub fn new(
        robot: &Robot,
        bodies: Vec<CollisionBody>,
        floor: Option<f64>,
        clearance: f64,
        coordinates: &[Vec<f64>],
    ) -> Self {
        let mut model =
            Self { bodies, floor, pairs: Vec::new(), ends: Vec::new(), left_out: Vec::new() };
        let poses: Vec<Vec<Transform<f64>>> =
            coordinates.iter().map(|q| link_poses(robot, q)).collect();
        model.ends = model.bodies.iter().map(|body| moving_ends(body, &poses)).collect();
        for first in 0..model.bodies.len() {
            let others = first + 1..model.bodies.len();
            let apart = |second: &usize| {
                let link = |i: usize| model.bodies[i].link;
                !neighbours(robot, link(first), link(*second))
            };
            let mut found: Vec<Other> = others.filter(apart).map(Other::Body).collect();
            if floor.is_some() && !model.ends[first].is_empty() {
                found.push(Other::Floor);
            }
            for second in found {
                let pair = Pair { first, second };
                let near = poses.iter().filter(|p| model.nearest_of(&pair, p).distance < clearance);
                if !poses.is_empty() && near.count() as f64 >= ALWAYS * poses.len() as f64 {
                    model.left_out.push(model.name_of(&pair));
                } else {
                    model.pairs.push(pair);
                }
            }
        }
        model
    }

    /// The links as capsules.
    pub fn bodies(&self) -> &[CollisionBody] {
        &self.bodies
    }
    /// Height of the floor; `None` where no link is kept above it.
    pub fn floor(&self) -> Option<f64> {
        self.floor.filter(|_| self.pairs.iter().any(|p| p.second == Other::Floor))
    }
    /// Number of pairs that are watched.
    pub fn len(&self) -> usize {
        self.pairs.len()
    }
    /// True without any.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_empty()
    }
    /// Pairs that are too near at nearly all poses.
    pub fn left_out(&self) -> &[String] {
        &self.left_out
    }
    /// A pair's name.
    pub fn name(&self, pair: usize) -> String {
        self.name_of(&self.pairs[pair])
    }
    /// Whether a pair is of a link and the floor.
    pub fn is_with_floor(&self, pair: usize) -> bool {
        self.pairs[pair].second == Other::Floor
    }
    /// Where a pair is nearest, with the links at these poses.
    pub fn nearest(&self, pair: usize, poses: &[Transform<f64>]) -> Nearest {
        self.nearest_of(&self.pairs[pair], poses)
    }

    fn name_of(&self, pair: &Pair) -> String {
        let first = &self.bodies[pair.first].name;
        match pair.second {
            Other::Body(i) => format!("{first} to {}", self.bodies[i].name),
            Other::Floor => format!("{first} to the floor"),
        }
    }

    fn nearest_of(&self, pair: &Pair, poses: &[Transform<f64>]) -> Nearest {
        match pair.second {
            Other::Body(second) => self.between(pair.first, second, poses),
            Other::Floor => self.above(pair.first, poses),
        }
    }

    fn between(&self, first: usize, second: usize, poses: &[Transform<f64>]) -> Nearest {
        let (a, b) = (&self.bodies[first], &self.bodies[second]);
        let none = (None, Vec3::zero());
        let mut nearest =
            Nearest { distance: f64::INFINITY, direction: Vec3::zero(), points: [none, none] };
        for one in &a.capsules {
            let line = [one.from, one.to].map(|p| placed(a.link, p, poses));
            for other in &b.capsules {
                let other_line = [other.from, other.to].map(|p| placed(b.link, p, poses));
                let (between, x, y) = segment_distance(line, other_line);
                let distance = between - one.radius - other.radius;
                if distance < nearest.distance {
                    let direction =
                        if between > 0.0 { (x - y).scale(between.recip()) } else { Vec3::zero() };
                    nearest = Nearest { distance, direction, points: [(a.link, x), (b.link, y)] };
                }
            }
        }
        nearest
    }

    fn above(&self, body: usize, poses: &[Transform<f64>]) -> Nearest {
        let (link, floor) = (self.bodies[body].link, self.floor.unwrap_or(f64::NEG_INFINITY));
        let (mut distance, mut point) = (f64::INFINITY, Vec3::zero());
        for (end, radius) in &self.ends[body] {
            let at = placed(link, *end, poses);
            if at.z - radius - floor < distance {
                (distance, point) = (at.z - radius - floor, at);
            }
        }
        let below = vec3(point.x, point.y, floor);
        Nearest { distance, direction: vec3(0.0, 0.0, 1.0), points: [(link, point), (None, below)] }
    }
}

fn placed(link: Option<usize>, point: Vec3<f64>, poses: &[Transform<f64>]) -> Vec3<f64> {
    link.map_or(point, |i| poses[i].apply(point))
}

/// Ends of a body's capsules whose height is not the same at all poses.
fn moving_ends(body: &CollisionBody, poses: &[Vec<Transform<f64>>]) -> Vec<(Vec3<f64>, f64)> {
    let ends = body.capsules.iter().flat_map(|c| [(c.from, c.radius), (c.to, c.radius)]);
    let moves = |(end, _): &(Vec3<f64>, f64)| {
        let heights = poses.iter().map(|p| placed(body.link, *end, p).z);
        let (least, most) =
            heights.fold((f64::INFINITY, f64::NEG_INFINITY), |(a, b), z| (a.min(z), b.max(z)));
        most - least > STILL
    };
    ends.filter(moves).collect()
}

/// Whether a joint or a loop holds two links together, so that they touch anyway.
fn neighbours(robot: &Robot, a: Option<usize>, b: Option<usize>) -> bool {
    let parent = |link: Option<usize>| link.map(|i| robot.joints()[i].parent);
    let looped = |c: &LoopClosure| {
        let ends = (c.first.link, c.second.link);
        ends == (a, b) || ends == (b, a)
    };
    a == b || parent(a) == Some(b) || parent(b) == Some(a) || robot.loops().iter().any(looped)
}
