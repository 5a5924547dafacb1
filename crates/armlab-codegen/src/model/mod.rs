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
        let own = robot.parameters().clone();
        let mut new =
            Self { tree, parameters: own.clone(), whole: own.clone(), offsets, frames: moved };
        new.whole = new.moved(&own);
        new.parameters = new.regrouped(&own);
        new
    }
    /// Parameters in the robot's body frames, in this tree's.
    fn moved(&self, parameters: &Parameters<f64>) -> Parameters<f64> {
        let mut moved = parameters.clone();
        for (moments, frame) in moved.bodies.iter_mut().zip(&self.frames) {
            *moments = moments.to_parent(&frame.inverse());
        }
        moved
    }
    /// The base parameters of parameters in the robot's body frames, as parameters of links in
    /// this tree's frames: a linear function.
    pub fn regrouped(&self, parameters: &Parameters<f64>) -> Parameters<f64> {
        let mut moved = self.moved(parameters);
        regroup::regroup(&self.tree, &mut moved);
        moved
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
