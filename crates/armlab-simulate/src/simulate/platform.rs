//! A motion of a machine's platform as one of its drives.
//!
//! Platform coordinates are those of the tool in the base: `x, y, θ` for a machine
//! whose platform turns in the x–y plane, `x, y, z` for one whose platform only
//! shifts; what is not among them stays as at the home pose. The machine is solved
//! at every sample, each from the one before, so that its branch is kept; positions,
//! velocities and accelerations of the drives are exact there, and quintic pieces
//! join them.

use crate::motion::{MotionError, RecordedTrajectory, Trajectory};
use armlab_engine::dynamics::LoopedDynamics;
use armlab_engine::kinematics::loops::LoopError;
use armlab_engine::kinematics::{ReferenceFrame, frame_jacobian, frame_pose};
use armlab_engine::robot::Robot;
use armlab_engine::spatial::{Motion, Transform, Vec3, vec3};
use thiserror::Error;

/// Parts of a unit motion below this are rounding.
const NO_PART: f64 = 1e-9;
/// Most samples that are solved.
const MOST_SAMPLES: f64 = 1e7;

/// Why a motion of a platform is none of its drives.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum PlatformError {
    /// The machine cannot be at a pose, or is singular there.
    #[error("at t = {time} s the platform at ({x}, {y}, {third}): {source}",
        x = .at[0], y = .at[1], third = .at[2])]
    Pose {
        /// When, s.
        time: f64,
        /// The coordinates asked for.
        at: [f64; 3],
        /// Why not.
        source: LoopError,
    },
    /// The machine itself is no machine with loops.
    #[error(transparent)]
    Loop(#[from] LoopError),
    /// The platform moves in other ways.
    #[error(
        "the platform of `{robot}` has neither the coordinates x, y, θ nor x, y, z alone; give the motion of its drives"
    )]
    Coordinates {
        /// The machine.
        robot: String,
    },
    /// The motion has another number of coordinates.
    #[error("a motion of the platform has 3 coordinates, this one {got}")]
    Dofs {
        /// Its number.
        got: usize,
    },
    /// The rate makes no sense.
    #[error(
        "the platform cannot be solved {rate} times per second for {duration} s; give a rate that is bearable"
    )]
    Rate {
        /// Samples per second.
        rate: f64,
        /// Seconds.
        duration: f64,
    },
    /// What came out is no motion.
    #[error(transparent)]
    Motion(#[from] MotionError),
}

/// How coordinates make a pose.
enum Kind {
    /// x, y, θ.
    Planar,
    /// x, y, z.
    Shift,
}

/// Solves a motion of the platform for the drives, `rate` times per second.
pub fn platform_motion(
    robot: &Robot,
    motion: &dyn Trajectory,
    rate: f64,
) -> Result<RecordedTrajectory, PlatformError> {
    if motion.dofs() != 3 {
        return Err(PlatformError::Dofs { got: motion.dofs() });
    }
    let duration = motion.duration();
    let pieces = (duration * rate - 1e-9).ceil();
    if !(1.0..=MOST_SAMPLES).contains(&pieces) {
        return Err(PlatformError::Rate { rate, duration });
    }
    let mut machine = LoopedDynamics::new(robot)?;
    let home = frame_pose(robot, robot.tool(), machine.coordinates());
    let kind = kind(robot, &mut machine)?;
    let active = machine.machine().active().to_vec();
    let mut columns = [(); 3].map(|()| vec![Vec::new(); active.len()]);
    let mut times = Vec::new();
    let [mut x, mut v, mut a] = [[0.0; 3]; 3];
    for k in 0..=pieces as usize {
        let time = (k as f64 / rate).min(duration);
        motion.sample(time, &mut x, &mut v, &mut a);
        let (pose, twist) = (kind.pose(&home, x), |v| kind.twist(v));
        let moved = machine.move_platform_to(&pose, &twist(v), &twist(a));
        moved.map_err(|source| PlatformError::Pose { time, at: x, source })?;
        times.push(time);
        let motion = [machine.coordinates(), machine.speeds(), machine.accelerations()];
        for (columns, values) in columns.iter_mut().zip(motion) {
            columns.iter_mut().zip(&active).for_each(|(column, &i)| column.push(values[i]));
        }
    }
    let [q, qd, qdd] =
        columns.each_ref().map(|c| c.iter().map(Vec::as_slice).collect::<Vec<&[f64]>>());
    Ok(RecordedTrajectory::new(&times, &q, Some(&qd), Some(&qdd))?)
}

impl Kind {
    /// The tool at given coordinates, otherwise as at home.
    fn pose(&self, home: &Transform<f64>, x: [f64; 3]) -> Transform<f64> {
        match self {
            Self::Shift => Transform { translation: vec3(x[0], x[1], x[2]), ..*home },
            Self::Planar => {
                let along = home.rotation.c[0];
                let angle = x[2] - along.y.atan2(along.x);
                let turned = Transform::rotation(vec3(0.0, 0.0, 1.0), angle);
                Transform {
                    rotation: turned.rotation.compose(&home.rotation),
                    translation: vec3(x[0], x[1], home.translation.z),
                }
            }
        }
    }
    /// Rates of coordinates as a motion of the tool in base axes; accelerations alike,
    /// since the axis of turning stands still.
    fn twist(&self, v: [f64; 3]) -> Motion<f64> {
        match self {
            Self::Shift => Motion { angular: Vec3::zero(), linear: vec3(v[0], v[1], v[2]) },
            Self::Planar => Motion { angular: vec3(0.0, 0.0, v[2]), linear: vec3(v[0], v[1], 0.0) },
        }
    }
}

/// How the platform moves when the drives do, one by one, at the home pose.
fn kind(robot: &Robot, machine: &mut LoopedDynamics) -> Result<Kind, PlatformError> {
    let n = machine.dofs();
    let home = machine.machine().active_part(machine.machine().home());
    let (mut turns, mut tilts, mut rises) = (false, false, false);
    for j in 0..n {
        let mut speed = vec![0.0; n];
        speed[j] = 1.0;
        machine.move_to(&home, &speed, &vec![0.0; n])?;
        let q = machine.coordinates();
        let jacobian = frame_jacobian(robot, robot.tool(), ReferenceFrame::Base, q);
        let moved = jacobian.iter().zip(machine.speeds());
        let sum = |part: fn(&Motion<f64>) -> f64| -> f64 {
            moved.clone().map(|(column, speed)| part(column) * speed).sum()
        };
        turns |= sum(|m| m.angular.z).abs() > NO_PART;
        tilts |= sum(|m| m.angular.x).abs() + sum(|m| m.angular.y).abs() > NO_PART;
        rises |= sum(|m| m.linear.z).abs() > NO_PART;
    }
    machine.go_home();
    match (n, turns, tilts, rises) {
        (3, true, false, false) => Ok(Kind::Planar),
        (3, false, false, _) => Ok(Kind::Shift),
        _ => Err(PlatformError::Coordinates { robot: robot.name().into() }),
    }
}
