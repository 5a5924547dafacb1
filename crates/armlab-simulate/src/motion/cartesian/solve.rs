//! A path of the tool as a motion of the joints.

use super::{CartesianPath, Held, TimeLaw};
use crate::motion::Trajectory;
use crate::motion::cubic::{CubicKind, CubicTrajectory, SplineEnds};
use crate::motion::error::MotionError;
use armlab_engine::kinematics::inverse::{Chain, JointPath, Task, Tolerance, follow_path};
use armlab_engine::robot::Robot;
use armlab_engine::spatial::Transform;

/// How near a point must be met, metres per metre of reach, and radians. A
/// spline's acceleration magnifies what is left by twelve over the step squared,
/// so it is next to rounding.
const TOLERANCE: f64 = 1e-12;

/// A path that a robot can follow.
#[derive(Clone, Debug, PartialEq)]
pub struct CartesianTrajectory {
    path: CartesianPath,
    joints: CubicTrajectory,
}

impl CartesianPath {
    /// Follows the path with the tool of a robot; says when and where it is out
    /// of reach.
    pub fn solve(self, robot: &Robot) -> Result<CartesianTrajectory, MotionError> {
        self.solve_chain(&Chain::to_tool(robot)?)
    }

    /// Follows the path with the end of a chain.
    pub fn solve_chain(self, chain: &Chain) -> Result<CartesianTrajectory, MotionError> {
        self.check()?;
        let start = match &self.start {
            Some(start) => start.clone(),
            None => chain.home(),
        };
        let why = "one per coordinate of the robot";
        MotionError::check_length("start", start.len(), chain.dofs(), why)?;
        let task = match self.held {
            Held::Planar => Task::PLANAR,
            Held::Position => Task::POSITION,
            Held::Pose => Task::POSE,
        };
        let at_start = chain.pose(&start).rotation;
        let step = self.duration / (self.samples - 1) as f64;
        let time = |i: usize| if i + 1 == self.samples { self.duration } else { i as f64 * step };
        let targets: Vec<_> =
            (0..self.samples).map(|i| (time(i), self.pose(time(i), &at_start))).collect();
        let tolerance =
            Tolerance { position: TOLERANCE * chain.reach().max(1.0), angle: TOLERANCE };
        let path = follow_path(chain, task, &targets, tolerance, &start)?;
        check_reach(&path, &targets)?;
        let times = targets.iter().map(|(t, _)| *t).collect();
        let column = |j| path.points.iter().map(|p| p.solution.q[j]).collect();
        let columns: Vec<Vec<f64>> = (0..chain.dofs()).map(column).collect();
        let joints = match self.law {
            TimeLaw::Quintic => CubicTrajectory::spline_at_rest(times, columns)?,
            TimeLaw::Even => {
                CubicTrajectory::new(CubicKind::Spline(SplineEnds::NotAKnot), times, columns)?
            }
        };
        Ok(CartesianTrajectory { path: self, joints })
    }
}

fn check_reach(path: &JointPath, targets: &[(f64, Transform<f64>)]) -> Result<(), MotionError> {
    let missed: Vec<usize> =
        (0..targets.len()).filter(|i| !path.points[*i].solution.reachable).collect();
    if let Some(&first) = missed.first() {
        let (time, target) = &targets[first];
        return Err(MotionError::Unreachable {
            time: *time,
            point: target.translation.to_array(),
            distance: path.points[first].solution.error.position,
            angle: path.points[first].solution.error.angle,
            count: missed.len(),
            points: targets.len(),
        });
    }
    match path.points.iter().position(|p| p.jump) {
        None => Ok(()),
        Some(i) => {
            let (time, target) = &targets[i];
            Err(MotionError::Jump { time: *time, point: target.translation.to_array() })
        }
    }
}

impl CartesianTrajectory {
    /// The path.
    pub fn path(&self) -> &CartesianPath {
        &self.path
    }
    /// The motion of the joints.
    pub fn joints(&self) -> &CubicTrajectory {
        &self.joints
    }
}

impl Trajectory for CartesianTrajectory {
    fn dofs(&self) -> usize {
        self.joints.dofs()
    }
    fn duration(&self) -> f64 {
        self.joints.duration()
    }
    fn sample(&self, t: f64, q: &mut [f64], qd: &mut [f64], qdd: &mut [f64]) {
        self.joints.sample(t, q, qd, qdd);
    }
}
