//! What a motion must keep to.

mod apart;
mod file;

pub use apart::{Apart, CLEARANCE, Floor};
pub use file::LimitsFile;

use super::coordinates::{Coordinates, Follower};
use super::error::ExciteError;
use armlab_engine::robot::solids::Solids;
use armlab_engine::robot::{Joint, JointKind, Limits, Robot};
use armlab_engine::spatial::Vec3;
use std::f64::consts::PI;

/// Seconds within which a joint without an acceleration limit reaches its speed.
const SECONDS_TO_SPEED: f64 = 0.5;

/// The limits of a design.
#[derive(Clone, Debug, PartialEq)]
pub struct ExcitationLimits {
    /// For every moving joint, in the order of the robot's.
    pub joints: Vec<Limits>,
    /// The same without a margin.
    pub stated: Vec<Limits>,
    /// For every coordinate of a platform: smallest and largest. Empty if the
    /// coordinates are joints.
    pub platform: Vec<(f64, f64)>,
    /// A box for the tool's origin: two corners, in the base frame.
    pub tool_box: Option<[Vec3<f64>; 2]>,
    /// Links that are kept apart from each other and from the floor. `None`
    /// leaves them alone.
    pub apart: Option<Apart>,
    /// What was assumed because nothing was stated, in words.
    pub assumed: Vec<String>,
}

impl ExcitationLimits {
    /// The limits a robot's description states, with what a file adds or changes.
    pub fn of(
        robot: &Robot,
        coordinates: &Coordinates,
        file: &LimitsFile,
    ) -> Result<Self, ExciteError> {
        let mut assumed = Vec::new();
        let mut joints = Vec::new();
        for joint in robot.moving_joints() {
            let mut limits = joint.limits;
            file.apply(&joint.name, &mut limits);
            let driven = robot.driven_joints().any(|j| j.name == joint.name);
            if driven {
                complete(joint, coordinates, &mut limits, &mut assumed)?;
            }
            if !(limits.lower < limits.upper) {
                let (lower, upper) = (limits.lower, limits.upper);
                let hint = "state them the other way round";
                let of = joint.name.clone();
                return Err(ExciteError::EmptyRange {
                    what: "the position",
                    of,
                    lower,
                    upper,
                    hint,
                });
            }
            for (what, size) in [
                ("velocity", limits.velocity),
                ("acceleration", limits.acceleration),
                ("effort", limits.effort),
            ] {
                if !(size > 0.0) {
                    let hint = "give a positive limit, or none";
                    let of = joint.name.clone();
                    return Err(ExciteError::EmptyRange {
                        what,
                        of,
                        lower: -size,
                        upper: size,
                        hint,
                    });
                }
            }
            joints.push(limits);
        }
        let platform = match coordinates {
            Coordinates::Driven => Vec::new(),
            Coordinates::Platform(axes) => {
                let range = |name: &str| {
                    let range = file.coordinate(name).filter(|(lower, upper)| lower < upper);
                    range.ok_or_else(|| ExciteError::NoLimit {
                        of: name.into(),
                        what: "position",
                        table: "coordinate",
                        example: "lower = -0.1\nupper = 0.1",
                    })
                };
                axes.iter().map(|axis| range(axis.name())).collect::<Result<_, _>>()?
            }
        };
        file.check_names(robot, coordinates)?;
        let (stated, tool_box) = (joints.clone(), file.tool_box());
        let limits = Self { joints, stated, platform, tool_box, apart: None, assumed };
        let has_capsules = robot.links().iter().any(|l| !l.capsules.is_empty());
        match file.clearance.or(has_capsules.then_some(0.0)) {
            None => Ok(limits),
            Some(clearance) => {
                let shapes = Solids::default();
                limits.keeping_apart(robot, coordinates, &shapes, clearance, Floor::None)
            }
        }
    }

    /// The same limits with a part of every joint's left free: of the range of
    /// positions, and of the largest speed, acceleration and effort.
    pub fn with_margin(mut self, part: f64) -> Result<Self, ExciteError> {
        if !(0.0..1.0).contains(&part) {
            let hint = "give a part of the limits, zero or more and less than one (100 %)";
            return Err(ExciteError::setting("margin", part, hint));
        }
        self.joints.clone_from(&self.stated);
        for limits in &mut self.joints {
            if limits.lower.is_finite() && limits.upper.is_finite() {
                let (lower, upper) = (limits.lower, limits.upper);
                let (middle, half) = (0.5 * (lower + upper), 0.5 * (upper - lower) * (1.0 - part));
                (limits.lower, limits.upper) = (middle - half, middle + half);
            }
            for limit in [&mut limits.velocity, &mut limits.acceleration, &mut limits.effort] {
                *limit *= 1.0 - part;
            }
        }
        Ok(self)
    }

    /// Middle and half width of every coordinate's range.
    pub(super) fn ranges(&self, follower: &Follower) -> Vec<(f64, f64)> {
        let halves = |(lower, upper): (f64, f64)| (0.5 * (lower + upper), 0.5 * (upper - lower));
        if !self.platform.is_empty() {
            return self.platform.iter().map(|range| halves(*range)).collect();
        }
        let range = |&dof: &usize| halves((self.joints[dof].lower, self.joints[dof].upper));
        follower.driven().iter().map(range).collect()
    }
}

/// Fills in what a driven joint's description leaves open, or refuses.
fn complete(
    joint: &Joint,
    coordinates: &Coordinates,
    limits: &mut Limits,
    assumed: &mut Vec<String>,
) -> Result<(), ExciteError> {
    let name = &joint.name;
    let table = "joint";
    let missing = |what, example| ExciteError::NoLimit { of: name.clone(), what, table, example };
    if *coordinates == Coordinates::Driven
        && !(limits.lower.is_finite() && limits.upper.is_finite())
    {
        if joint.kind == JointKind::Prismatic {
            return Err(missing("position", "lower = 0\nupper = 0.3"));
        }
        (limits.lower, limits.upper) = (joint.home - PI, joint.home + PI);
        assumed
            .push(format!("{name}: no position limits stated; half a turn to either side of home"));
    }
    if !limits.velocity.is_finite() {
        return Err(missing("velocity", "velocity = 1.5"));
    }
    if !limits.acceleration.is_finite() {
        limits.acceleration = limits.velocity / SECONDS_TO_SPEED;
        assumed.push(format!(
            "{name}: no acceleration limit stated; full speed within {SECONDS_TO_SPEED} s, {} {}/s²",
            armlab_engine::text::significant(limits.acceleration, 4),
            joint.kind.position_unit()
        ));
    }
    if !limits.effort.is_finite() {
        assumed.push(format!("{name}: no effort limit stated; efforts are not limited"));
    }
    Ok(())
}
