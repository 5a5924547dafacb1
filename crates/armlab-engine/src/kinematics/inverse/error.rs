//! What can be wrong with a question before anybody looks for an answer.

use thiserror::Error;

/// Why inverse kinematics cannot start. An unreachable target is not an error:
/// it is answered with the nearest reachable one.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum InverseError {
    /// A number that is infinite or NaN.
    #[error("{what} is not a finite number")]
    NotFinite {
        /// Which number.
        what: String,
    },
    /// A list of the wrong length.
    #[error("{what} has {got} numbers; {wanted}")]
    Dimension {
        /// Which list.
        what: &'static str,
        /// Its length.
        got: usize,
        /// What would be right.
        wanted: String,
    },
    /// A joint that cannot move, or whose limits are the wrong way round.
    #[error(
        "joint `{joint}` has no room to move: its limits are {lower} and {upper}; widen them, or make the joint fixed"
    )]
    EmptyRange {
        /// The joint.
        joint: String,
        /// Its lower limit.
        lower: f64,
        /// Its upper limit.
        upper: f64,
    },
    /// A frame that no joint moves.
    #[error("frame `{frame}` does not move: there is no moving joint between it and the base")]
    NoJoints {
        /// The frame.
        frame: String,
    },
    /// A machine whose joints depend on each other.
    #[error(
        "`{robot}` has closed loops; inverse kinematics here is for trees, whose joints move freely"
    )]
    ClosedLoops {
        /// The robot.
        robot: String,
    },
    /// A frame behind a joint that follows another.
    #[error(
        "frame `{frame}` moves with joint `{joint}`, which follows `{leader}`; inverse kinematics needs a frame whose joints move by themselves"
    )]
    Follower {
        /// The frame.
        frame: String,
        /// The joint that follows.
        joint: String,
        /// The joint that leads.
        leader: String,
    },
    /// A task that asks for nothing.
    #[error("the task has no component; choose at least one of position and orientation")]
    EmptyTask,
    /// A matrix that is not a rotation.
    #[error(
        "the target's orientation is not a rotation: its axes are off by {error:.1e} from orthonormal"
    )]
    NotARotation {
        /// Largest deviation of `RᵀR` from the identity, or of the determinant from one.
        error: f64,
    },
    /// An orientation that the structure of the arm excludes, wherever it stands.
    #[error(
        "the target's orientation contradicts the arm: {reason}; it is off by {degrees:.3} degrees, whatever the joints do (leave the orientation out, or correct it)"
    )]
    Contradiction {
        /// What the arm's structure allows.
        reason: String,
        /// Smallest angle between the target's orientation and those the arm has.
        degrees: f64,
    },
    /// An arm without a closed form for the task.
    #[error("no closed form for this arm and task: {reason}; use another method, e.g. dls")]
    NoClosedForm {
        /// What structure was found, and what is missing.
        reason: String,
    },
}
