//! Body frames in which a robot's constants have the most zeros.
//!
//! A body frame may be turned about and moved along its joint's axis without changing any
//! effort. As in Denavit and Hartenberg's convention (in the form of Khalil & Kleinfinger
//! 1986), x is laid along the common normal to the axis of the next joint, so that the
//! pose of that joint is `Rx(α)·Rz(q + δ)` and a translation of few components. The
//! constant δ is added to the coordinate unless it is a quarter turn, which only
//! exchanges sine and cosine.

use armlab_engine::robot::{Body, Freedom, Tree};
use armlab_engine::spatial::{Mat3, Transform, Vec3, vec3};

/// Entries of rotations this far from 0 or ±1 are the rounding of what was computed.
const ROUNDING: f64 = 2e-15;
/// Axes at a smaller angle count as parallel: their common normal is far away.
const PARALLEL: f64 = 1e-3;
/// Frames are not moved farther than this many times the distance of the joints.
const FARTHEST: f64 = 10.0;

/// The tree in other body frames.
pub struct Frames {
    /// The tree.
    pub tree: Tree,
    /// What is added to each coordinate.
    pub offsets: Vec<f64>,
    /// Each body's new frame in its old one.
    pub moved: Vec<Transform<f64>>,
}

/// Chooses frames for a tree.
pub fn choose(old: &Tree) -> Frames {
    let bodies = &old.bodies;
    let mut moved = vec![Transform::identity(); bodies.len()];
    for i in 0..bodies.len() {
        moved[i] = match bodies[i].freedom {
            // On the parent's frame, so that its joint disappears.
            Freedom::None => {
                let parent = bodies[i].parent.map_or(Transform::identity(), |p| moved[p]);
                bodies[i].origin.inverse().compose(&parent)
            }
            _ => match main_child(bodies, i) {
                Some((child, pose)) => facing(&pose, &bodies[child]),
                None => last(bodies[i].parent.map(|p| &moved[p]), &bodies[i].origin),
            },
        };
    }
    let mut tree = old.clone();
    let mut offsets = vec![0.0; old.dofs];
    for (i, body) in tree.bodies.iter_mut().enumerate() {
        let parent = body.parent.map_or(Transform::identity(), |p| moved[p].inverse());
        body.origin = parent.compose(&body.origin).compose(&moved[i]);
        body.to_link = None;
        if body.freedom == Freedom::Turn
            && let Some(angle) = turn_at_end(&body.origin.rotation)
        {
            let back = Mat3::rotation(vec3(0.0, 0.0, 1.0), -angle);
            body.origin.rotation = body.origin.rotation.compose(&back);
            offsets[body.dof] = angle;
        }
    }
    Frames { tree: without_rounding(&tree), offsets, moved }
}

/// The tree as it is, without what rounding left of zeros.
pub fn without_rounding(tree: &Tree) -> Tree {
    let mut tree = tree.clone();
    let size = tree.bodies.iter().map(|b| b.origin.translation.norm()).fold(0.0, f64::max);
    for body in &mut tree.bodies {
        body.origin.rotation.c = body.origin.rotation.c.map(rounded);
        body.origin.translation = negligible(body.origin.translation, ROUNDING * size);
        if let Some(turn) = &mut body.to_link {
            turn.c = turn.c.map(rounded);
        }
    }
    tree
}

/// The first moving body that `body` carries, and the pose of its frame at zero.
fn main_child(bodies: &[Body], body: usize) -> Option<(usize, Transform<f64>)> {
    (body + 1..bodies.len()).filter(|&i| bodies[i].freedom != Freedom::None).find_map(|i| {
        let mut pose = bodies[i].origin;
        let mut at = bodies[i].parent;
        while let Some(p) = at.filter(|&p| p != body && bodies[p].freedom == Freedom::None) {
            pose = bodies[p].origin.compose(&pose);
            at = bodies[p].parent;
        }
        (at == Some(body)).then_some((i, pose))
    })
}

/// The frame on the z axis that faces a joint at `pose`.
fn facing(pose: &Transform<f64>, child: &Body) -> Transform<f64> {
    let (o, z) = (pose.translation, pose.rotation.c[2]);
    let sine = z.x.hypot(z.y);
    if sine > PARALLEL {
        let angle = f64::atan2(z.x, -z.y);
        // A slide's axis has a direction only, so its origin stays.
        let height = if child.freedom == Freedom::Slide { o.z } else { o.z + along(o, z) * z.z };
        if height.abs() <= FARTHEST * o.norm() {
            return on_axis(angle, height);
        }
        return on_axis(angle, o.z);
    }
    let angle = if o.x.hypot(o.y) > ROUNDING { f64::atan2(o.y, o.x) } else { 0.0 };
    on_axis(angle, o.z)
}

/// Way along the axis `z` through `o` to where it passes the z axis.
fn along(o: Vec3<f64>, z: Vec3<f64>) -> f64 {
    -(o.x * z.x + o.y * z.y) / (z.x * z.x + z.y * z.y)
}

/// The frame of a body that carries none: turned and moved to its parent's.
fn last(parent: Option<&Transform<f64>>, origin: &Transform<f64>) -> Transform<f64> {
    let pose = match parent {
        Some(p) => p.inverse().compose(origin),
        None => *origin,
    };
    let (o, z) = (pose.translation, pose.rotation.c[2]);
    let height = if z.x.hypot(z.y) > PARALLEL { along(o, z) } else { -o.z * z.z };
    let height = if height.abs() <= FARTHEST * o.norm() { height } else { 0.0 };
    on_axis(-turn(&pose.rotation), height)
}

fn on_axis(angle: f64, height: f64) -> Transform<f64> {
    let rotation = Mat3::rotation(vec3(0.0, 0.0, 1.0), angle);
    Transform { rotation, translation: vec3(0.0, 0.0, height) }
}

/// δ of a rotation `Rz(γ)·Rx(α)·Rz(δ)`.
fn turn(rotation: &Mat3<f64>) -> f64 {
    let [x, y, _] = rotation.c;
    if x.z.hypot(y.z) > 1e-9 { f64::atan2(x.z, y.z) } else { f64::atan2(x.y, x.x) }
}

/// The same, unless it is a quarter turn.
fn turn_at_end(rotation: &Mat3<f64>) -> Option<f64> {
    let angle = turn(rotation);
    let (sine, cosine) = angle.sin_cos();
    (sine.abs() > ROUNDING && cosine.abs() > ROUNDING).then_some(angle)
}

fn rounded(v: Vec3<f64>) -> Vec3<f64> {
    let one = |x: f64| match x {
        _ if x.abs() <= ROUNDING => 0.0,
        _ if (x.abs() - 1.0).abs() <= ROUNDING => x.signum(),
        _ => x,
    };
    vec3(one(v.x), one(v.y), one(v.z))
}

fn negligible(v: Vec3<f64>, limit: f64) -> Vec3<f64> {
    let one = |x: f64| if x.abs() <= limit { 0.0 } else { x };
    vec3(one(v.x), one(v.y), one(v.z))
}
