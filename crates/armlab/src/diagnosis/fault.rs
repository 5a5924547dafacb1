//! Faults that are looked for: what each means, and what undoes it.

use super::change::Change;
use super::names::Names;
use crate::identify::Coupling;
use crate::spatial::Vec3;
use serde::Serialize;
use std::f64::consts::PI;

/// What kind of fault explains a residual.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FaultKind {
    /// Efforts of a joint, or of all, have the opposite sign.
    EffortSign,
    /// Positions of a joint have the opposite sign.
    PositionSign,
    /// Positions and efforts of a joint have the opposite sign: its axis points the other way.
    AxisSign,
    /// The zero of a joint is elsewhere.
    ZeroOffset,
    /// Gravity has another direction: the robot is mounted otherwise.
    Gravity,
    /// Efforts are in another unit.
    EffortUnit,
    /// Positions are in another unit.
    PositionUnit,
    /// Efforts of a joint are a multiple of the true ones.
    DriveGain,
    /// Efforts of all joints are a multiple of the description's.
    EffortScale,
    /// Efforts of two joints are exchanged.
    SwappedEfforts,
    /// Positions of two joints are exchanged.
    SwappedPositions,
    /// Two joints are exchanged.
    SwappedJoints,
    /// The motors of two joints are coupled.
    Coupling,
    /// The robot carries something that the description does not have.
    Payload,
    /// Efforts are logged late, or early.
    Delay,
    /// The residual stands where a joint stands still.
    Standstill,
    /// The inertials of the description are not those of the robot.
    Description,
}

impl FaultKind {
    /// Whether it is a fault of log, mounting or load, and not of the model.
    pub(super) fn is_of_log_or_load(self) -> bool {
        use FaultKind::{Coupling, Description, EffortScale, Standstill};
        !matches!(self, Coupling | Description | EffortScale | Standstill)
    }
}

/// One fault that is tried.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub kind: FaultKind,
    /// Driven joints that it is about; none means all.
    pub joints: Vec<usize>,
    /// Factor, angle, time or mass.
    pub value: f64,
    pub gravity: Option<Vec3<f64>>,
    pub change: Change,
}

impl Fault {
    pub fn new(kind: FaultKind, joints: &[usize], value: f64, change: Change) -> Self {
        Self { kind, joints: joints.to_vec(), value, gravity: change.gravity, change }
    }

    /// Points of percent that a fault must be better than a simpler one by.
    pub fn complexity(&self) -> f64 {
        let right_angle =
            (self.value / (0.5 * PI) - (self.value / (0.5 * PI)).round()).abs() < 1e-9;
        match self.kind {
            FaultKind::EffortSign => 0.0,
            FaultKind::PositionSign | FaultKind::EffortUnit | FaultKind::PositionUnit => 0.2,
            FaultKind::ZeroOffset if right_angle => 0.4,
            FaultKind::Gravity if self.along_an_axis() => 0.6,
            FaultKind::SwappedEfforts | FaultKind::SwappedPositions => 0.6,
            FaultKind::SwappedJoints | FaultKind::AxisSign => 0.8,
            FaultKind::Delay => 1.0,
            FaultKind::ZeroOffset | FaultKind::DriveGain => 2.0,
            FaultKind::Gravity => 2.0,
            FaultKind::Coupling | FaultKind::EffortScale => 3.0,
            FaultKind::Payload => 5.0,
            FaultKind::Standstill => 8.0,
            FaultKind::Description => 25.0,
        }
    }

    /// The fault in words.
    pub fn message(&self, names: &Names) -> String {
        let joint = |i: usize| {
            let name = self.joints.get(i).and_then(|&j| names.joints.get(j));
            name.map_or_else(|| "all joints".into(), |n| format!("joint `{n}`"))
        };
        let value = self.value;
        match self.kind {
            FaultKind::EffortSign => format!("efforts of {} have the opposite sign", joint(0)),
            FaultKind::PositionSign => format!("positions of {} have the opposite sign", joint(0)),
            FaultKind::AxisSign => {
                format!("positions and efforts of {} have the opposite sign", joint(0))
            }
            FaultKind::ZeroOffset => format!(
                "the zero of {} is {:.1}° away from the description's",
                joint(0),
                value.to_degrees()
            ),
            FaultKind::Gravity => {
                format!(
                    "gravity points along ({}) in the base frame: another mounting",
                    self.vector()
                )
            }
            FaultKind::EffortUnit => {
                format!("efforts of {} are in another unit (times {value})", joint(0))
            }
            FaultKind::PositionUnit => {
                format!("positions of {} are in another unit (times {value:.6})", joint(0))
            }
            FaultKind::DriveGain => {
                format!(
                    "efforts of {} must be multiplied by {value:.3}: wrong gain or gear ratio",
                    joint(0)
                )
            }
            FaultKind::EffortScale => format!(
                "all efforts are {:.3} times the description's: wrong gains, or masses off by that",
                1.0 / value
            ),
            FaultKind::SwappedEfforts => {
                format!("efforts of {} and {} are exchanged", joint(0), joint(1))
            }
            FaultKind::SwappedPositions => {
                format!("positions of {} and {} are exchanged", joint(0), joint(1))
            }
            FaultKind::SwappedJoints => format!("{} and {} are exchanged", joint(0), joint(1)),
            FaultKind::Coupling => format!("motors of {} and {} are coupled", joint(0), joint(1)),
            FaultKind::Payload => {
                format!("a payload of {value:.2} kg at the last link is not in the description")
            }
            FaultKind::Delay => {
                let word = if value > 0.0 { "late" } else { "early" };
                format!("efforts are logged {:.1} ms {word}", 1e3 * value.abs())
            }
            FaultKind::Standstill => {
                format!("{:.0} % of the residual of {} is where it stands still", value, joint(0))
            }
            FaultKind::Description => {
                "the inertials of the description are not those of the robot".into()
            }
        }
    }

    /// Whether gravity points along an axis of the base: a wall or the ceiling.
    fn along_an_axis(&self) -> bool {
        let largest = |g: Vec3<f64>| g.to_array().iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        self.gravity.is_some_and(|g| largest(g) > 0.999 * g.norm())
    }

    /// Whether gravity points along z of the base.
    fn hangs(&self) -> bool {
        self.gravity.is_some_and(|g| g.to_array()[2] > 0.999 * g.norm())
    }

    /// What undoes it.
    pub fn fix(&self, names: &Names) -> String {
        let first = self.joints.first().copied();
        let second = self.joints.get(1).copied();
        let value = self.value;
        match self.kind {
            FaultKind::EffortSign => names.efforts_scaled(first, -1.0),
            FaultKind::PositionSign => names.positions_scaled(first, -1.0),
            FaultKind::AxisSign => format!(
                "reverse the axis of the joint in the description, or {}",
                names.both_scaled(first, -1.0)
            ),
            FaultKind::ZeroOffset => names.position_offset(first, value),
            FaultKind::Gravity => format!(
                "{}--gravity {}; --gravity unknown identifies the direction; in the description: gravity = [{}] (TOML) or <armlab gravity=\"{}\"/> (URDF)",
                if self.hangs() { "--mount ceiling, or " } else { "" },
                self.vector().replace(' ', ""),
                self.vector(),
                self.vector().replace(',', "")
            ),
            FaultKind::EffortUnit if value == 1e-3 => names.efforts_in(first, "N mm"),
            FaultKind::EffortUnit if value == 1e3 => names.efforts_in(first, "kN m"),
            FaultKind::EffortUnit | FaultKind::DriveGain => names.efforts_scaled(first, value),
            FaultKind::PositionUnit if value < 1.0 => names.positions_in(first),
            FaultKind::PositionUnit => names.positions_scaled(first, value),
            FaultKind::EffortScale => {
                "check the drive gains (--gains); if they are right, identify the masses".into()
            }
            FaultKind::SwappedEfforts => names.swapped(first, second, false, true),
            FaultKind::SwappedPositions => names.swapped(first, second, true, false),
            FaultKind::SwappedJoints => names.swapped(first, second, true, true),
            FaultKind::Coupling => {
                let name = |j: Option<usize>| j.and_then(|j| names.joints.get(j)).cloned();
                let pair = [name(first), name(second)].map(Option::unwrap_or_default);
                format!("--coupling {}+{}", pair[0], pair[1])
            }
            FaultKind::Payload => {
                "estimate it with --payload, or add it to the last link of the description".into()
            }
            FaultKind::Delay => {
                "shift the efforts in time; small delays are found by the identification itself".into()
            }
            FaultKind::Standstill => {
                "record a motion without stops, or choose friction with stiction: --friction stribeck".into()
            }
            FaultKind::Description => "identify the robot from this log".into(),
        }
    }

    fn vector(&self) -> String {
        let [x, y, z] = self.gravity.map_or([0.0; 3], |g| g.to_array());
        format!("{:.2}, {:.2}, {:.2}", x + 0.0, y + 0.0, z + 0.0)
    }
}

/// Motors of two neighbours that turn together.
pub(super) fn coupled(joints: usize, first: usize) -> Fault {
    let pair = Coupling::new(first, first + 1);
    let change = Change { coupling: Some(pair), ..Change::none(joints) };
    Fault::new(FaultKind::Coupling, &[first, first + 1], 0.0, change)
}
