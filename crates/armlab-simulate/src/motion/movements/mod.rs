//! Movement tables: for each joint, where to go, when, and how long to rest.
//!
//! A movement is a value, the time TI at which the joint leaves, TF at which it
//! arrives, and TR until which it rests (Urrea & Saa 2020, Fig. 8). Joints have
//! their own times and any number of movements. A table is kept as it was
//! written, in degrees and millimetres if need be; only the motion is in SI.

mod curve;
mod paste;
mod unit;

use super::Trajectory;
use super::error::MotionError;
use curve::JointCurve;
pub(super) use curve::quintic;
pub use paste::parse_movements;
pub use unit::Unit;

/// One movement of one joint.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Movement {
    /// Where to, in the joint's unit.
    pub value: f64,
    /// TI: when it leaves, seconds.
    pub start: f64,
    /// TF: when it arrives, seconds.
    pub end: f64,
    /// TR: until when it rests, seconds.
    pub rest: f64,
}

/// All movements of one joint.
#[derive(Clone, Debug, PartialEq)]
pub struct JointMovements {
    /// In which values are given.
    pub unit: Unit,
    /// Where the joint stands at time 0.
    pub home: f64,
    /// In the order of time.
    pub movements: Vec<Movement>,
}

/// How a joint moves between its values.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Interpolation {
    /// Shape-preserving cubic through all times of the table, as in the paper.
    /// A movement from rest to rest is `3s² − 2s³`; acceleration jumps at its
    /// ends. A joint that goes on the same way without a rest keeps a velocity
    /// there; at its first and last time it is at rest, also where plain pchip
    /// would not be.
    #[default]
    Pchip,
    /// `10s³ − 15s⁴ + 6s⁵`: at rest, without acceleration, at both ends of every movement.
    Quintic,
    /// A third of the time accelerating, a third cruising, a third braking.
    Trapezoid,
    /// Straight lines.
    Linear,
}

/// A table of movements.
#[derive(Clone, Debug, PartialEq)]
pub struct MovementTable {
    /// How joints move between their values.
    pub interpolation: Interpolation,
    /// The joints.
    pub joints: Vec<JointMovements>,
}

/// A table that makes sense, as a motion.
#[derive(Clone, Debug, PartialEq)]
pub struct MovementTrajectory {
    table: MovementTable,
    curves: Vec<JointCurve>,
    duration: f64,
}

impl MovementTable {
    /// Checks every cell and makes the motion.
    pub fn into_trajectory(self) -> Result<MovementTrajectory, MotionError> {
        if self.joints.is_empty() {
            let wanted = "a table has one joint or more".into();
            return Err(MotionError::Dimension { what: "joint", got: 0, wanted });
        }
        for (j, joint) in self.joints.iter().enumerate() {
            joint.check(j + 1)?;
        }
        let lasts = self.joints.iter().filter_map(|j| j.movements.last());
        let duration = lasts.map(|m| m.rest).fold(0.0, f64::max);
        if !(duration > 0.0) {
            let wanted = "no joint moves; give one movement or more".into();
            return Err(MotionError::Dimension { what: "movements", got: 0, wanted });
        }
        let curve = |joint| JointCurve::new(joint, self.interpolation, duration);
        let curves = self.joints.iter().map(curve).collect::<Result<_, _>>()?;
        Ok(MovementTrajectory { table: self, curves, duration })
    }
}

impl JointMovements {
    /// Fails at the first cell that makes no sense; `joint` counts from 1.
    fn check(&self, joint: usize) -> Result<(), MotionError> {
        let cell = |movement: usize, cell: &'static str, problem: String| MotionError::Cell {
            joint,
            movement,
            cell,
            problem,
        };
        MotionError::check_finite("home", &[self.home])?;
        let mut before: Option<&Movement> = None;
        for (i, movement) in self.movements.iter().enumerate() {
            let Movement { value, start, end, rest } = *movement;
            let i = i + 1;
            for (name, number) in [("value", value), ("TI", start), ("TF", end), ("TR", rest)] {
                if !number.is_finite() {
                    return Err(cell(i, name, format!("{number} is not a finite number")));
                }
            }
            if start < 0.0 {
                let problem = format!("starts at {start:?} s; the table begins at 0 s");
                return Err(cell(i, "TI", problem));
            }
            if let Some(before) = before
                && start < before.rest
            {
                let problem = if start < before.end {
                    format!(
                        "starts at {start:?} s before movement {} has ended at {:?} s",
                        i - 1,
                        before.end
                    )
                } else {
                    format!(
                        "starts at {start:?} s before the rest of movement {} has ended at {:?} s",
                        i - 1,
                        before.rest
                    )
                };
                return Err(cell(i, "TI", problem));
            }
            if end <= start {
                let problem = format!("ends at {end:?} s, not after its start at {start:?} s");
                return Err(cell(i, "TF", problem));
            }
            if rest < end {
                let problem =
                    format!("rests until {rest:?} s, before the movement ends at {end:?} s");
                return Err(cell(i, "TR", problem));
            }
            before = Some(movement);
        }
        Ok(())
    }
}

impl MovementTrajectory {
    /// The table as it was given.
    pub fn table(&self) -> &MovementTable {
        &self.table
    }
}

impl Trajectory for MovementTrajectory {
    fn dofs(&self) -> usize {
        self.curves.len()
    }
    fn duration(&self) -> f64 {
        self.duration
    }
    fn sample(&self, t: f64, q: &mut [f64], qd: &mut [f64], qdd: &mut [f64]) {
        let (clamped, inside) = super::clamped(t, self.duration);
        for (j, curve) in self.curves.iter().enumerate() {
            [q[j], qd[j], qdd[j]] = curve.at(clamped);
        }
        let n = self.curves.len();
        super::at_rest_unless(inside, &mut qd[..n], &mut qdd[..n]);
    }
}
