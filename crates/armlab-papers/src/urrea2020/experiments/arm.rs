//! The arm, and targets for it.

use crate::reproduce::ReproduceError;
use armlab::kinematics::inverse::Chain;
use armlab::kinematics::workspace::{Region, exact_region};
use armlab::robot::{Robot, library};
use armlab_random::Random;

/// Half the width of the square from which targets beyond reach are drawn, m.
const SQUARE: f64 = 0.8;

/// The planar arm.
pub struct Arm {
    /// The robot.
    pub robot: Robot,
    /// Its chain to the tool.
    pub chain: Chain,
    /// Where the tool can be, exactly.
    pub region: Region,
}

impl Arm {
    /// The built-in arm.
    pub fn load() -> Result<Self, ReproduceError> {
        let what = "the robot `planar6`";
        let robot = library::load("planar6").ok_or_else(|| ReproduceError::missing(what))?;
        let robot = robot.map_err(ReproduceError::at(what))?.robot;
        let chain = Chain::to_tool(&robot).map_err(ReproduceError::at(what))?;
        let region = exact_region(&chain).ok_or_else(|| ReproduceError::missing("its region"))?;
        Ok(Self { robot, chain, region })
    }

    /// Configurations, uniform within the limits; a stream of the seed for each use.
    pub fn configurations(&self, count: usize, seed: u64, stream: u64) -> Vec<Vec<f64>> {
        let mut random = Random::with_stream(seed, stream);
        let mut draw = || {
            let mut q = self.chain.home();
            for joint in self.chain.joints() {
                q[joint.dof] = joint.lower + (joint.upper - joint.lower) * random.unit();
            }
            q
        };
        (0..count).map(|_| draw()).collect()
    }

    /// Places of the tool at such configurations, m.
    pub fn targets(&self, count: usize, seed: u64) -> Vec<[f64; 2]> {
        let place = |q: Vec<f64>| {
            let at = self.chain.pose(&q).translation;
            [at.x, at.y]
        };
        self.configurations(count, seed, 1).into_iter().map(place).collect()
    }

    /// Points of a square of 1.6 m that the tool cannot reach, m.
    pub fn beyond(&self, count: usize, seed: u64) -> Vec<[f64; 2]> {
        let mut random = Random::with_stream(seed, 3);
        let mut out = Vec::with_capacity(count);
        while out.len() < count {
            let point = [(); 2].map(|()| SQUARE * (2.0 * random.unit() - 1.0));
            if !self.region.contains(point) {
                out.push(point);
            }
        }
        out
    }
}
