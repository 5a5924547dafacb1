//! How the joints of a tree follow its coordinates, where joints follow others by a factor.

use crate::graph::Expr;
use armlab_engine::robot::{Joint, Robot};

/// `q_joint = multiplier · q_coordinate + offset`
#[derive(Clone, Copy, Debug, PartialEq)]
struct Follows {
    coordinate: usize,
    multiplier: f64,
    offset: f64,
}

/// The coordinates of a robot without loops.
pub struct Coordinates {
    joints: Vec<Follows>,
    /// Number of coordinates.
    pub count: usize,
}

impl Coordinates {
    /// Of a robot without loops.
    pub fn new(robot: &Robot) -> Self {
        let driven: Vec<&str> = robot.driven_joints().map(|j| j.name.as_str()).collect();
        let at = |name: &str| driven.iter().position(|d| *d == name).unwrap_or(0);
        let follows = |joint: &Joint| match &joint.mimic {
            None => Follows { coordinate: at(&joint.name), multiplier: 1.0, offset: 0.0 },
            Some(m) => {
                let (multiplier, offset) = (m.multiplier, m.offset);
                Follows { coordinate: at(&m.joint), multiplier, offset }
            }
        };
        Self { joints: robot.moving_joints().map(follows).collect(), count: driven.len() }
    }
    /// Every moving joint of a robot as a coordinate, for the tree of a machine with loops.
    pub fn every_joint(robot: &Robot) -> Self {
        let joints: Vec<Follows> = (0..robot.dofs())
            .map(|coordinate| Follows { coordinate, multiplier: 1.0, offset: 0.0 })
            .collect();
        Self { count: joints.len(), joints }
    }
    /// Whether every joint is a coordinate.
    pub fn are_joints(&self) -> bool {
        self.joints.len() == self.count
    }
    /// The coordinate that a joint follows, or is.
    pub fn coordinate(&self, joint: usize) -> usize {
        self.joints[joint].coordinate
    }
    /// Positions of all joints.
    pub fn positions(&self, q: &[Expr]) -> Vec<Expr> {
        let at =
            |f: &Follows| q[f.coordinate] * Expr::Constant(f.multiplier) + Expr::Constant(f.offset);
        self.joints.iter().map(at).collect()
    }
    /// Speeds or accelerations of all joints.
    pub fn rates(&self, rates: &[Expr]) -> Vec<Expr> {
        let at = |f: &Follows| rates[f.coordinate] * Expr::Constant(f.multiplier);
        self.joints.iter().map(at).collect()
    }
    /// Efforts of all joints as efforts of the coordinates.
    pub fn efforts(&self, efforts: &[Expr]) -> Vec<Expr> {
        let mut out = vec![Expr::Constant(0.0); self.count];
        for (f, &effort) in self.joints.iter().zip(efforts) {
            out[f.coordinate] += effort * Expr::Constant(f.multiplier);
        }
        out
    }
    /// The same for a matrix with so many columns, row after row.
    pub fn rows(&self, matrix: &[Expr], columns: usize) -> Vec<Expr> {
        let mut out = vec![Expr::Constant(0.0); self.count * columns];
        for (f, row) in self.joints.iter().zip(matrix.chunks(columns.max(1))) {
            for (k, &entry) in row.iter().enumerate() {
                out[f.coordinate * columns + k] += entry * Expr::Constant(f.multiplier);
            }
        }
        out
    }
    /// Mass matrix of the coordinates.
    pub fn masses(&self, mass: &[Expr]) -> Vec<Expr> {
        let n = self.joints.len();
        let mut out = vec![Expr::Constant(0.0); self.count * self.count];
        for (i, a) in self.joints.iter().enumerate() {
            for (j, b) in self.joints.iter().enumerate() {
                let factor = Expr::Constant(a.multiplier * b.multiplier);
                out[a.coordinate * self.count + b.coordinate] += mass[i * n + j] * factor;
            }
        }
        out
    }
}
