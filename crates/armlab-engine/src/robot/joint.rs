//! Joints: how a link may move against its parent, and within what limits.

use crate::friction::Friction;
use crate::spatial::{Transform, Vec3};

/// How a joint moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum JointKind {
    /// Turns about its axis between limits.
    Revolute,
    /// Turns about its axis without end.
    Continuous,
    /// Slides along its axis.
    Prismatic,
    /// Does not move.
    Fixed,
}

impl JointKind {
    /// The name used in URDF and TOML.
    pub fn name(self) -> &'static str {
        match self {
            Self::Revolute => "revolute",
            Self::Continuous => "continuous",
            Self::Prismatic => "prismatic",
            Self::Fixed => "fixed",
        }
    }
    /// True for joints that turn.
    pub fn turns(self) -> bool {
        matches!(self, Self::Revolute | Self::Continuous)
    }
    /// True for joints that have a coordinate.
    pub fn moves(self) -> bool {
        self != Self::Fixed
    }
    /// Unit of the joint's coordinate.
    pub fn position_unit(self) -> &'static str {
        if self.turns() { "rad" } else { "m" }
    }
    /// Unit of the joint's effort.
    pub fn effort_unit(self) -> &'static str {
        if self.turns() { "N m" } else { "N" }
    }
}

/// Limits of a joint, in SI units. Infinite where none is stated.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Limits {
    /// Smallest coordinate.
    pub lower: f64,
    /// Largest coordinate.
    pub upper: f64,
    /// Largest speed.
    pub velocity: f64,
    /// Largest acceleration.
    pub acceleration: f64,
    /// Largest effort.
    pub effort: f64,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            lower: f64::NEG_INFINITY,
            upper: f64::INFINITY,
            velocity: f64::INFINITY,
            acceleration: f64::INFINITY,
            effort: f64::INFINITY,
        }
    }
}

/// The joint that a joint follows: `q = multiplier · q_leader + offset`, as the
/// second finger of a gripper does.
#[derive(Clone, Debug, PartialEq)]
pub struct Mimic {
    /// Name of the leading joint.
    pub joint: String,
    /// Factor of its coordinate.
    pub multiplier: f64,
    /// Coordinate at the leader's zero.
    pub offset: f64,
}

/// A joint, and where its link stands in the parent link.
#[derive(Clone, Debug, PartialEq)]
pub struct Joint {
    /// Name, unique among joints.
    pub name: String,
    /// How it moves.
    pub kind: JointKind,
    /// Index of the parent link; `None` is the base.
    pub parent: Option<usize>,
    /// The link's frame in the parent's at coordinate zero.
    pub origin: Transform<f64>,
    /// Unit axis of motion, in the link's frame.
    pub axis: Vec3<f64>,
    /// Limits.
    pub limits: Limits,
    /// Friction.
    pub friction: Friction,
    /// Inertia of the drive, reflected to the joint's side: kg m², or kg for a
    /// prismatic joint.
    pub rotor_inertia: f64,
    /// Turns of the motor for one turn of the joint; zero where it is not known.
    pub gear_ratio: f64,
    /// False for a joint that no drive moves, as most joints of a parallel machine.
    pub actuated: bool,
    /// Coordinate of the home pose; it also chooses the branch on which the
    /// loops of a parallel machine are assembled.
    pub home: f64,
    /// The joint that it follows; such a joint has no coordinate of its own.
    pub mimic: Option<Mimic>,
}

impl Joint {
    /// A joint at `origin` along `axis`, without limits, friction or rotor.
    pub fn new(
        name: impl Into<String>,
        kind: JointKind,
        origin: Transform<f64>,
        axis: Vec3<f64>,
    ) -> Self {
        Self {
            name: name.into(),
            kind,
            parent: None,
            origin,
            axis,
            limits: Limits::default(),
            friction: Friction::default(),
            rotor_inertia: 0.0,
            gear_ratio: 0.0,
            actuated: true,
            home: 0.0,
            mimic: None,
        }
    }

    /// How far the link moves from its origin at a coordinate.
    pub fn motion(&self, value: f64) -> Transform<f64> {
        match self.kind {
            JointKind::Fixed => Transform::identity(),
            JointKind::Prismatic => {
                let [x, y, z] = self.axis.to_array();
                Transform::translation(value * x, value * y, value * z)
            }
            JointKind::Revolute | JointKind::Continuous => Transform::rotation(self.axis, value),
        }
    }
}
