//! Joints and tool along a path.

use armlab::kinematics::loops::LoopError;
use armlab::motion::{CartesianPath, MotionError, Trajectory};
use armlab::online::{Divergence, SettingsError};
use armlab::robot::{BuildError, Limits, Robot, RobotBuilder};
use armlab::signal::SignalError;
use armlab_dense::NoConvergence;
use thiserror::Error;

/// Why there is nothing to identify.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum KinematicError {
    /// The path.
    #[error(transparent)]
    Path(#[from] MotionError),
    /// The robot without its limits.
    #[error(transparent)]
    Robot(#[from] BuildError),
    /// A structure for other joints.
    #[error("the structure `{structure}` has models of {found} joints, the robot {joints}")]
    Joints {
        /// The structure.
        structure: String,
        /// Its models.
        found: usize,
        /// The robot's joints.
        joints: usize,
    },
    /// Least squares.
    #[error("features of joint {joint}: {source}")]
    Singular {
        /// The joint, from 1.
        joint: usize,
        /// Why.
        source: NoConvergence,
    },
    /// Settings of recursive least squares.
    #[error(transparent)]
    Settings(#[from] SettingsError),
    /// Recursive least squares broke down.
    #[error("joint {joint}: {source}")]
    Diverged {
        /// The joint, from 1.
        joint: usize,
        /// Why.
        source: Divergence,
    },
    /// Derivatives of joints.
    #[error("joint {joint}: {source}")]
    Signal {
        /// The joint, from 1.
        joint: usize,
        /// Why.
        source: SignalError,
    },
    /// A machine with loops.
    #[error(transparent)]
    Loop(#[from] LoopError),
    /// The search was cancelled.
    #[error("cancelled")]
    Cancelled,
    /// Nothing to search among.
    #[error("the search has no candidates; give it {what}")]
    NoCandidates {
        /// What is missing.
        what: &'static str,
    },
}

/// Where the tool was, and the joints, sample by sample.
#[derive(Clone, Debug, PartialEq)]
pub struct KinematicLog {
    /// Time, s.
    pub time: Vec<f64>,
    /// Positions of the tool, m.
    pub points: Vec<[f64; 3]>,
    /// Joints as they are, one column each.
    pub exact: Vec<Vec<f64>>,
    /// Joints as they are measured.
    pub measured: Vec<Vec<f64>>,
}

impl KinematicLog {
    /// What a robot's joints do while its tool follows a path, at the path's own
    /// samples.
    pub fn along(robot: &Robot, path: &CartesianPath) -> Result<Self, KinematicError> {
        let motion = path.clone().solve(robot)?;
        let (samples, joints) = (path.samples, motion.dofs());
        let step = path.duration / (samples - 1) as f64;
        let time: Vec<f64> = (0..samples).map(|k| k as f64 * step).collect();
        let mut exact = vec![Vec::with_capacity(samples); joints];
        let [mut q, mut qd, mut qdd] = [(); 3].map(|()| vec![0.0; joints]);
        for &t in &time {
            motion.sample(t.min(path.duration), &mut q, &mut qd, &mut qdd);
            exact.iter_mut().zip(&q).for_each(|(column, q)| column.push(*q));
        }
        let points = time.iter().map(|t| path.point(*t)).collect();
        Ok(Self { time, points, measured: exact.clone(), exact })
    }
    /// Number of samples.
    pub fn samples(&self) -> usize {
        self.points.len()
    }
    /// Number of joints.
    pub fn joints(&self) -> usize {
        self.exact.len()
    }
    /// Time between samples, s.
    pub fn step(&self) -> f64 {
        let n = self.time.len();
        match (self.time.first(), self.time.last()) {
            (Some(first), Some(last)) if n > 1 => (last - first) / (n - 1) as f64,
            _ => 0.0,
        }
    }
}

/// The robot with joints that go as far as one likes: a path that is only looked
/// at need not respect a stroke that the paper does not print. Frames other than
/// the tool, loops and declared parameters are left out.
pub fn without_limits(robot: &Robot) -> Result<Robot, KinematicError> {
    let name = |link: Option<usize>| match link {
        None => robot.base().name.clone(),
        Some(i) => robot.links()[i].name.clone(),
    };
    let mut builder =
        RobotBuilder::new(robot.name()).gravity(robot.gravity()).base(robot.base().clone());
    for (joint, link) in robot.joints().iter().zip(robot.links()) {
        let mut free = joint.clone();
        free.limits = Limits::default();
        builder = builder.joint(name(joint.parent), free, link.clone());
    }
    let tool = robot.tool();
    Ok(builder.tool_at(tool.name.clone(), name(tool.link), tool.pose).build()?)
}
