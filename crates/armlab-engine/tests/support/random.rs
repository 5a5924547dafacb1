//! Random robots and states from fixed seeds.

use armlab_engine::robot::{Joint, JointKind, Link, Robot, RobotBuilder};
use armlab_engine::spatial::{Force, Inertia, Mat3, Moments, Sym3, Transform, Vec3, vec3};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A generator of everything the tests draw.
pub struct Random(ChaCha8Rng);

/// Which axes a random robot's joints have.
#[derive(Clone, Copy, PartialEq)]
pub enum Axes {
    /// Along z only, the case without a turned body frame.
    Z,
    /// Coordinate axes in both directions and arbitrary ones.
    Any,
}

/// A motion: position, speed and acceleration of every coordinate.
#[derive(Clone, Debug)]
pub struct State {
    pub q: Vec<f64>,
    pub qd: Vec<f64>,
    pub qdd: Vec<f64>,
}

impl Random {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self(ChaCha8Rng::seed_from_u64(seed))
    }
    /// A number between `−size` and `size`.
    pub fn symmetric(&mut self, size: f64) -> f64 {
        self.0.random_range(-size..size)
    }
    /// A number between `low` and `high`.
    pub fn between(&mut self, low: f64, high: f64) -> f64 {
        self.0.random_range(low..high)
    }
    /// An index below `n`.
    pub fn below(&mut self, n: usize) -> usize {
        self.0.random_range(0..n)
    }
    /// True with the given probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        self.0.random_bool(probability)
    }
    /// `n` numbers between `−size` and `size`.
    pub fn numbers(&mut self, n: usize, size: f64) -> Vec<f64> {
        (0..n).map(|_| self.symmetric(size)).collect()
    }
    /// A vector with components between `−size` and `size`.
    pub fn vector(&mut self, size: f64) -> Vec3<f64> {
        vec3(self.symmetric(size), self.symmetric(size), self.symmetric(size))
    }
    /// A unit vector.
    pub fn direction(&mut self) -> Vec3<f64> {
        loop {
            let v = self.vector(1.0);
            if (0.1..1.0).contains(&v.norm()) {
                return v.scale(1.0 / v.norm());
            }
        }
    }
    /// A rotation about an arbitrary axis.
    pub fn rotation(&mut self) -> Mat3<f64> {
        Mat3::rotation(self.direction(), self.between(-3.0, 3.0))
    }
    /// A pose up to half a metre away, turned arbitrarily.
    pub fn pose(&mut self) -> Transform<f64> {
        Transform { rotation: self.rotation(), translation: self.vector(0.5) }
    }
    /// A wrench of some tens of newton and newton metre.
    pub fn wrench(&mut self) -> Force<f64> {
        Force { moment: self.vector(20.0), force: self.vector(50.0) }
    }
    /// A body made of eight point masses, so that one can exist.
    pub fn inertia(&mut self) -> Inertia<f64> {
        let center = self.vector(0.2);
        let mut sum = Moments::default();
        for _ in 0..8 {
            let (m, r) = (self.between(0.05, 0.5), center + self.vector(0.15));
            sum.mass += m;
            sum.first += r.scale(m);
            sum.second += Sym3::outer(r).scale(m);
        }
        sum.to_inertia()
    }
    fn axis(&mut self, axes: Axes) -> Vec3<f64> {
        match (axes, self.below(6)) {
            (Axes::Z, _) | (_, 0) => vec3(0.0, 0.0, 1.0),
            (_, 1) => vec3(0.0, 0.0, -1.0),
            (_, 2) => vec3(1.0, 0.0, 0.0),
            (_, 3) => vec3(0.0, -1.0, 0.0),
            _ => self.direction(),
        }
    }
    fn kind(&mut self) -> JointKind {
        match self.below(8) {
            0..=3 => JointKind::Revolute,
            4 => JointKind::Continuous,
            5..=6 => JointKind::Prismatic,
            _ => JointKind::Fixed,
        }
    }

    /// A tree of `joints` joints of all kinds: mostly a chain, with branches,
    /// rotor inertias on some joints, gravity in any direction, and a tool
    /// frame somewhere on the last link.
    pub fn tree(&mut self, joints: usize, axes: Axes) -> Robot {
        let gravity = self.direction().scale(9.81);
        let mut robot = RobotBuilder::new("random").gravity(gravity);
        for i in 0..joints {
            let parent = match i {
                0 => "base".to_string(),
                _ if self.chance(0.05) => "base".to_string(),
                _ if self.chance(0.25) => format!("link{}", self.below(i)),
                _ => format!("link{}", i - 1),
            };
            // The first joint moves, so that no robot stands still.
            let kind = if i == 0 { JointKind::Revolute } else { self.kind() };
            let (origin, axis) = (self.pose(), self.axis(axes));
            let mut joint = Joint::new(format!("joint{i}"), kind, origin, axis);
            if kind.moves() && self.chance(0.5) {
                joint.rotor_inertia = self.between(0.01, 0.5);
            }
            robot = robot.joint(parent, joint, Link::new(format!("link{i}"), self.inertia()));
        }
        let tool = self.pose();
        robot.tool_at("tool", format!("link{}", joints - 1), tool).build().expect("a valid tree")
    }

    /// A motion of moderate size: a few radians, tenths of a metre.
    pub fn state(&mut self, robot: &Robot) -> State {
        let q = robot
            .moving_joints()
            .map(|j| if j.kind.turns() { self.symmetric(3.0) } else { self.symmetric(0.4) })
            .collect();
        let n = robot.dofs();
        State { q, qd: self.numbers(n, 2.0), qdd: self.numbers(n, 5.0) }
    }
}

/// Calls `check` with three random trees of each of ten sizes from 1 to 40
/// joints, four states of each, and a line that says which.
pub fn on_random_trees(mut check: impl FnMut(&Robot, &State, &mut Random, &str)) {
    for (size, joints) in [1, 2, 3, 5, 7, 10, 15, 22, 30, 40].into_iter().enumerate() {
        for round in 0..3 {
            let seed = (10 * round + size) as u64;
            let mut random = Random::new(seed);
            let robot = random.tree(joints, if round == 0 { Axes::Z } else { Axes::Any });
            for sample in 0..4 {
                let state = random.state(&robot);
                let context = format!("tree of {joints} joints, seed {seed}, state {sample}");
                check(&robot, &state, &mut random, &context);
            }
        }
    }
}
