//! Loop closures: two frames of a tree that are held together, which makes a
//! parallel machine of it.

use super::link::Frame;

/// A direction in which two frames may not move against each other, in the
/// axes of the first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// Along x.
    X,
    /// Along y.
    Y,
    /// Along z.
    Z,
    /// About x.
    TurnX,
    /// About y.
    TurnY,
    /// About z.
    TurnZ,
}

impl Direction {
    /// All six.
    pub const ALL: [Self; 6] = [Self::X, Self::Y, Self::Z, Self::TurnX, Self::TurnY, Self::TurnZ];
    /// What a point contact that can turn freely (a ball joint) holds.
    pub const POINT: [Self; 3] = [Self::X, Self::Y, Self::Z];
    /// What a hinge about z holds.
    pub const PIN: [Self; 5] = [Self::X, Self::Y, Self::Z, Self::TurnX, Self::TurnY];

    /// The name used in TOML and messages.
    pub fn name(self) -> &'static str {
        match self {
            Self::X => "x",
            Self::Y => "y",
            Self::Z => "z",
            Self::TurnX => "rx",
            Self::TurnY => "ry",
            Self::TurnZ => "rz",
        }
    }
    /// Index of its axis: 0, 1 or 2.
    #[inline(always)]
    pub fn axis(self) -> usize {
        match self {
            Self::X | Self::TurnX => 0,
            Self::Y | Self::TurnY => 1,
            Self::Z | Self::TurnZ => 2,
        }
    }
    /// True for directions of turning.
    #[inline(always)]
    pub fn turns(self) -> bool {
        matches!(self, Self::TurnX | Self::TurnY | Self::TurnZ)
    }
}

/// Two frames held together.
#[derive(Clone, Debug, PartialEq)]
pub struct LoopClosure {
    /// Name, unique among closures.
    pub name: String,
    /// The frame in whose axes the directions are; its `name` is that of its link.
    pub first: Frame,
    /// The frame that is held to it; its `name` is that of its link.
    pub second: Frame,
    /// What is held.
    pub directions: Vec<Direction>,
}
