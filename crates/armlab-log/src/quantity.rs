//! What a channel measures.

use crate::unit::Dimension;
use serde::Serialize;

/// What a channel measures, of one joint.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Quantity {
    /// Joint position, rad or m.
    Position,
    /// Joint velocity, rad/s or m/s.
    Velocity,
    /// Joint acceleration, rad/s² or m/s².
    Acceleration,
    /// Joint effort, N m or N.
    Effort,
    /// Motor current, A.
    Current,
    /// Commanded position.
    PositionReference,
    /// Commanded velocity.
    VelocityReference,
    /// Commanded acceleration.
    AccelerationReference,
    /// Commanded effort.
    EffortReference,
    /// Commanded current.
    CurrentReference,
    /// Temperature of the joint's drive, °C.
    Temperature,
    /// Temperature that stands for all drives, °C; it is of no joint and counted as of the first.
    RobotTemperature,
    /// Anything else, found by its name.
    Other,
}

impl Quantity {
    /// The quantities that belong to a joint, in the order they are written.
    pub const OF_JOINTS: [Self; 11] = [
        Self::Position,
        Self::Velocity,
        Self::Acceleration,
        Self::Effort,
        Self::Current,
        Self::PositionReference,
        Self::VelocityReference,
        Self::AccelerationReference,
        Self::EffortReference,
        Self::CurrentReference,
        Self::Temperature,
    ];

    /// How the columns of this quantity begin in armlab's own headers.
    pub fn stem(self) -> &'static str {
        match self {
            Self::Position => "q",
            Self::Velocity => "qd",
            Self::Acceleration => "qdd",
            Self::Effort => "tau",
            Self::Current => "i",
            Self::PositionReference => "qref",
            Self::VelocityReference => "qdref",
            Self::AccelerationReference => "qddref",
            Self::EffortReference => "tauref",
            Self::CurrentReference => "iref",
            Self::Temperature => "temp",
            Self::RobotTemperature => "temperature",
            Self::Other => "",
        }
    }

    /// The name of its column in armlab's own headers, of a joint from 0.
    pub fn column(self, joint: usize) -> String {
        match self {
            Self::RobotTemperature => self.stem().into(),
            of_joint => format!("{}{}", of_joint.stem(), joint + 1),
        }
    }

    /// True for temperatures, which a log may have at some rows only.
    pub fn is_temperature(self) -> bool {
        matches!(self, Self::Temperature | Self::RobotTemperature)
    }

    /// The quantity in words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Position => "position",
            Self::Velocity => "velocity",
            Self::Acceleration => "acceleration",
            Self::Effort => "effort",
            Self::Current => "current",
            Self::PositionReference => "position reference",
            Self::VelocityReference => "velocity reference",
            Self::AccelerationReference => "acceleration reference",
            Self::EffortReference => "effort reference",
            Self::CurrentReference => "current reference",
            Self::Temperature => "temperature",
            Self::RobotTemperature => "temperature of all drives",
            Self::Other => "other",
        }
    }

    /// The commanded value of this quantity.
    pub fn reference(self) -> Self {
        match self {
            Self::Position => Self::PositionReference,
            Self::Velocity => Self::VelocityReference,
            Self::Acceleration => Self::AccelerationReference,
            Self::Effort => Self::EffortReference,
            Self::Current => Self::CurrentReference,
            other => other,
        }
    }

    /// The quantity of a stem.
    pub fn of_stem(stem: &str) -> Option<Self> {
        Self::OF_JOINTS.into_iter().find(|q| q.stem() == stem)
    }

    /// What its unit must measure: of a joint that turns, and of one that slides.
    pub fn dimensions(self) -> Option<[Dimension; 2]> {
        Some(match self {
            Self::Position | Self::PositionReference => [Dimension::Angle, Dimension::Length],
            Self::Velocity | Self::VelocityReference => {
                [Dimension::AngularVelocity, Dimension::LinearVelocity]
            }
            Self::Acceleration | Self::AccelerationReference => {
                [Dimension::AngularAcceleration, Dimension::LinearAcceleration]
            }
            Self::Effort | Self::EffortReference => [Dimension::Torque, Dimension::Force],
            Self::Current | Self::CurrentReference => [Dimension::Current, Dimension::Current],
            Self::Temperature | Self::RobotTemperature => {
                [Dimension::Temperature, Dimension::Temperature]
            }
            Self::Other => return None,
        })
    }
}
