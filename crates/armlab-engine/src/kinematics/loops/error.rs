//! What can be wrong with a machine that has loops, and at a pose of it.

use thiserror::Error;

/// Why a machine with loops cannot be computed.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum LoopError {
    /// The loops do not close near the given pose.
    #[error("the loops cannot be closed: `{closure}` stays open by {gap:.3e} {unit} along {direction}; {}",
        if *.at_home { "change the home coordinates or the lengths so that the machine can be assembled" }
        else { "the actuated joints ask for a pose outside the machine's reach" })]
    NotAssembled {
        /// The closure with the largest gap.
        closure: String,
        /// Its direction.
        direction: &'static str,
        /// How far it stays open.
        gap: f64,
        /// Unit of the gap.
        unit: &'static str,
        /// True when even the home pose cannot be assembled.
        at_home: bool,
    },
    /// More freedoms than drives.
    #[error("the mechanism is under-actuated: {freedoms} degrees of freedom and {actuated} actuated joints; mark {} more passive joint(s) as actuated, e.g. `{candidate}`", freedoms - actuated)]
    UnderActuated {
        /// Freedoms the closures leave.
        freedoms: usize,
        /// Actuated joints.
        actuated: usize,
        /// A passive joint whose drive would help.
        candidate: String,
    },
    /// More drives than freedoms.
    #[error("the mechanism is over-actuated: {freedoms} degrees of freedom and {actuated} actuated joints, so efforts are not determined by the motion; set `actuated = false` on {} joint(s), e.g. `{candidate}`", actuated - freedoms)]
    OverActuated {
        /// Freedoms the closures leave.
        freedoms: usize,
        /// Actuated joints.
        actuated: usize,
        /// An actuated joint that follows the others.
        candidate: String,
    },
    /// A pose where the drives lose control of the passive joints.
    #[error(
        "the mechanism is at a parallel singularity (σ_min/σ_max = {ratio:.1e}): the actuated joints do not determine `{joint}` there; avoid this pose"
    )]
    Singular {
        /// Smallest over largest singular value of the passive Jacobian.
        ratio: f64,
        /// The joint that moves most freely.
        joint: String,
    },
    /// A singular pose on the way from the last pose to this one.
    #[error(
        "between the last pose and this one the mechanism passes a parallel singularity (`{joint}` turns over), beyond which its branch is not determined; keep the motion on one side of it"
    )]
    Crossing {
        /// The joint that the drives do not hold there.
        joint: String,
    },
    /// The tool cannot stand where it was asked to.
    #[error(
        "the platform stays {distance:.3e} m and {angle:.3e} rad away from the pose asked for; it is out of reach, or needs a motion that the mechanism cannot make"
    )]
    OutOfReach {
        /// Distance that remains.
        distance: f64,
        /// Angle that remains.
        angle: f64,
    },
    /// The robot has no loops.
    #[error("robot `{robot}` has no loops; use the functions for trees")]
    NoLoops {
        /// The robot.
        robot: String,
    },
}

/// A motion that a machine with loops cannot follow, and where.
#[derive(Clone, Debug, Error, PartialEq)]
#[error("at sample {sample} (actuated joints at {}): {source}", coordinates(.q))]
pub struct MotionError {
    /// Number of the sample, from 0.
    pub sample: usize,
    /// Actuated coordinates there.
    pub q: Vec<f64>,
    /// What is wrong.
    pub source: LoopError,
}

fn coordinates(q: &[f64]) -> String {
    q.iter().map(|x| crate::text::significant(*x, 6)).collect::<Vec<_>>().join(", ")
}
