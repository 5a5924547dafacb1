//! Why joints and links are no robot.

use thiserror::Error;

/// Why a set of joints and links is not a robot.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum BuildError {
    /// Two things of the same name.
    #[error("{what} `{name}` is declared twice; every {what} needs a name of its own")]
    DuplicateName {
        /// Kind of thing.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A joint or frame hangs on a link that does not exist.
    #[error("the parent link `{parent}` of `{child}` does not exist{}", did_you_mean(.known))]
    UnknownLink {
        /// The joint or frame.
        child: String,
        /// The missing link.
        parent: String,
        /// The nearest name that does exist.
        known: Option<String>,
    },
    /// Joints that hang on each other in a ring.
    #[error(
        "link `{link}` is its own ancestor; a tree may not close on itself (use a loop closure for a parallel machine)"
    )]
    Cycle {
        /// A link of the ring.
        link: String,
    },
    /// An axis without direction.
    #[error("joint `{joint}` has an axis of length zero; give it a direction such as 0 0 1")]
    ZeroAxis {
        /// The joint.
        joint: String,
    },
    /// A bearing's normal that is none.
    #[error(
        "the normal of joint `{joint}`'s bearing is zero or along its axis; give a direction at right angles to the axis, or leave it out"
    )]
    NoNormal {
        /// The joint.
        joint: String,
    },
    /// A number that is infinite or NaN where it must be finite.
    #[error("{what} of `{name}` is not a finite number")]
    NotFinite {
        /// Which quantity.
        what: &'static str,
        /// The link, joint or frame.
        name: String,
    },
    /// No joint at all.
    #[error("robot `{name}` has no joints; it needs at least one link on the base")]
    NoJoints {
        /// The robot.
        name: String,
    },
    /// A loop that holds a link to itself.
    #[error("loop `{name}` holds link `{link}` to itself; a loop closes between two links")]
    LoopOnOneLink {
        /// The loop.
        name: String,
        /// The link.
        link: String,
    },
    /// A loop without directions.
    #[error(
        "loop `{name}` holds no direction; give it a kind (pin, point, full) or directions such as x, y"
    )]
    LoopHoldsNothing {
        /// The loop.
        name: String,
    },
    /// A joint follows one that does not exist.
    #[error("joint `{joint}` follows joint `{leader}`, which does not exist{}", did_you_mean(.known))]
    UnknownLeader {
        /// The joint that follows.
        joint: String,
        /// The missing joint.
        leader: String,
        /// The nearest name that does exist.
        known: Option<String>,
    },
    /// Joints that follow each other in a ring.
    #[error("joint `{joint}` follows itself; one joint of a group must follow no other")]
    FollowsItself {
        /// A joint of the ring.
        joint: String,
    },
    /// A declared base parameter names a parameter the robot does not have.
    #[error("parameter `{name}` uses `{unknown}`, which is not a parameter of this robot{}", did_you_mean(.known))]
    UnknownParameter {
        /// The base parameter.
        name: String,
        /// The name it uses.
        unknown: String,
        /// The nearest name that does exist.
        known: Option<String>,
    },
}

fn did_you_mean(known: &Option<String>) -> String {
    known.as_ref().map(|k| format!("; did you mean `{k}`?")).unwrap_or_default()
}
