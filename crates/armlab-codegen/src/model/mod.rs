//! A robot as the generated code sees it: frames and parameters with as many zeros as
//! possible, and the same efforts.

mod coordinates;
mod frames;
mod regroup;

use armlab_engine::robot::{Parameters, Robot, Tree};
use armlab_engine::spatial::{Force, Moments, Scalar, Transform, Vec3};

pub use coordinates::Coordinates;
pub use frames::without_rounding;

/// A tree with the same efforts as a robot's.
pub struct CompactTree {
    /// The tree.
    pub tree: Tree,
    /// Its base parameters, as parameters of links.
    pub parameters: Parameters<f64>,
    /// The robot's own parameters, from which reactions in the joints follow.
    pub whole: Parameters<f64>,
    /// What is added to each coordinate.
    pub offsets: Vec<f64>,
    /// Each body's frame in the robot's body frame.
    frames: Vec<Transform<f64>>,
}

impl CompactTree {
    /// Of a robot.
    pub fn new(robot: &Robot) -> Self {
        let frames::Frames { tree, offsets, moved } = frames::choose(robot.tree());
        let mut whole = robot.parameters().clone();
        for (moments, frame) in whole.bodies.iter_mut().zip(&moved) {
            *moments = moments.to_parent(&frame.inverse());
        }
        let mut parameters = whole.clone();
        regroup::regroup(&tree, &mut parameters);
        Self { tree, parameters, whole, offsets, frames: moved }
    }
    /// A constant vector of the robot's body frame, in this tree's.
    pub fn vector_from_robot(&self, body: usize, v: Vec3<f64>) -> Vec3<f64> {
        self.frames[body].rotation.apply_transposed(v)
    }
    /// A wrench on a body at the origin and in the axes of the robot's body frame, in
    /// this tree's.
    pub fn wrench_from_robot<S: Scalar>(&self, body: usize, w: &Force<S>) -> Force<S> {
        Transform::constant(&self.frames[body].inverse()).force_to_parent(w)
    }
    /// Number of inertial constants that are not zero.
    pub fn constants(&self) -> usize {
        let of_body = |m: &Moments<f64>| {
            let s = m.second;
            let all = [m.mass, m.first.x, m.first.y, m.first.z];
            let second = [s.xx, s.xy, s.yy, s.xz, s.yz, s.zz];
            all.iter().chain(&second).filter(|x| **x != 0.0).count()
        };
        let rotors = self.parameters.rotors.iter().filter(|x| **x != 0.0).count();
        self.parameters.bodies.iter().map(of_body).sum::<usize>() + rotors
    }
}
