//! Why no code can be generated.

use armlab_engine::base::BaseError;
use armlab_engine::kinematics::loops::LoopError;
use thiserror::Error;

/// Why no code can be generated.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum CodegenError {
    /// A friction law without a formula.
    #[error(
        "joint `{joint}` has the friction law `{law}`, which gives no formula to generate code from; implement `FrictionLaw::formula` for it, or export the robot with another law"
    )]
    Law {
        /// The joint.
        joint: String,
        /// The law.
        law: String,
    },
    /// Friction in proportion to what a drive transmits, in a machine with loops.
    #[error(
        "joint `{joint}` has friction in proportion to what its drive transmits, for which code is generated only for robots without loops; export the robot with another law"
    )]
    Transmitted {
        /// The joint.
        joint: String,
    },
    /// Motors that turn with two joints.
    #[error(
        "the motors of `{}` and `{}` are coupled, for which no code is generated; export the robot without the coupling", .joints[0], .joints[1]
    )]
    Coupled {
        /// The joints.
        joints: [String; 2],
    },
    /// No joint moves.
    #[error("the robot `{robot}` has no moving joint: there is nothing to compute")]
    NoJoints {
        /// The robot.
        robot: String,
    },
    /// A function that no compiler takes in a reasonable time.
    #[error(
        "`{function}` of this robot takes more than {most} operations, too many for one function; export a robot with fewer joints, or leave out the regressor"
    )]
    TooLarge {
        /// The function.
        function: &'static str,
        /// Most operations of a function.
        most: usize,
    },
    /// The loops cannot be assembled.
    #[error(transparent)]
    Loop(#[from] LoopError),
    /// There are no base parameters to be had.
    #[error(transparent)]
    Base(#[from] BaseError),
    /// A setting that makes no sense.
    #[error("{what} cannot be {value}; {hint}")]
    Setting {
        /// The setting.
        what: &'static str,
        /// Its value.
        value: String,
        /// What would be right.
        hint: &'static str,
    },
}
