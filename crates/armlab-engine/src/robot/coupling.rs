//! Motors that turn with two joints.

use super::Robot;
use thiserror::Error;

/// Two joints of which one motor sees the sum of both speeds, as in wrists where a motor sits
/// behind another joint, or their difference. Its inertia and friction show in both joints:
///
/// ```text
/// first:   I·q̈₂ + v·q̇₂ + c·s(q̇₁ ± q̇₂)        second:   I·q̈₁ + v·q̇₁ ± c·s(q̇₁ ± q̇₂)
/// ```
///
/// with `s(x) = tanh(x/width)`. What the motor does to the joint alone belongs to the joint's own
/// rotor inertia and friction.
#[derive(Clone, Debug, PartialEq)]
pub struct MotorCoupling {
    /// The two joints, by name.
    pub joints: [String; 2],
    /// Whether the motor sees the difference of the speeds.
    pub opposed: bool,
    /// Inertia `I`, kg m²; negative where the difference is seen.
    pub inertia: f64,
    /// Viscous friction `v`, N m s/rad; negative where the difference is seen.
    pub viscous: f64,
    /// Coulomb friction `c`, N m.
    pub coulomb: f64,
    /// Speed over which Coulomb friction is rounded off, rad/s.
    pub width: f64,
}

impl MotorCoupling {
    /// Speed over which Coulomb friction is rounded off if nothing is said, rad/s.
    pub const WIDTH: f64 = 0.01;
}

/// Why motors cannot be coupled so.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum CouplingError {
    /// No driven joint of that name.
    #[error("joint `{joint}` of a coupling is not a driven joint of the robot")]
    Unknown {
        /// The name.
        joint: String,
    },
    /// One joint twice.
    #[error("a coupling needs two joints, but both are `{joint}`")]
    Same {
        /// The name.
        joint: String,
    },
    /// A number that is none, or friction that drives.
    #[error(
        "the coupling of `{}` and `{}` has values that cannot be: all must be finite, Coulomb friction not negative and the width positive", .joints[0], .joints[1]
    )]
    Value {
        /// The joints.
        joints: [String; 2],
    },
    /// More inertia than motors and links have.
    #[error(
        "the coupling of `{}` and `{}` has more inertia ({inertia} kg m²) than rotors and links of these joints: the mass matrix would not be positive; what the motor does to each joint alone belongs to its `rotor_inertia`", .joints[0], .joints[1]
    )]
    Inertia {
        /// The joints.
        joints: [String; 2],
        /// The coupling's inertia, kg m².
        inertia: f64,
    },
}

impl Robot {
    /// Motors that turn with two joints.
    pub fn couplings(&self) -> &[MotorCoupling] {
        &self.couplings
    }

    /// The same robot with these couplings and no others.
    ///
    /// # Errors
    /// If a joint is not a driven one, a value cannot be, or the mass matrix would not be
    /// positive.
    pub fn with_couplings(mut self, couplings: Vec<MotorCoupling>) -> Result<Robot, CouplingError> {
        for MotorCoupling { joints, inertia, viscous, coulomb, width, .. } in &couplings {
            for joint in joints {
                if !self.driven_joints().any(|j| j.name == *joint) {
                    return Err(CouplingError::Unknown { joint: joint.clone() });
                }
            }
            if joints[0] == joints[1] {
                return Err(CouplingError::Same { joint: joints[0].clone() });
            }
            let finite = [inertia, viscous, coulomb, width].iter().all(|x| x.is_finite());
            if !(finite && *coulomb >= 0.0 && *width > 0.0) {
                return Err(CouplingError::Value { joints: joints.clone() });
            }
        }
        if let Some(k) = (0..couplings.len()).find(|k| self.is_spoilt_by(&couplings[..=*k])) {
            let MotorCoupling { joints, inertia, .. } = couplings[k].clone();
            return Err(CouplingError::Inertia { joints, inertia });
        }
        self.couplings = couplings;
        Ok(self)
    }

    /// Couplings of which both joints are still driven.
    pub(super) fn remaining_couplings(&self, of: &[MotorCoupling]) -> Vec<MotorCoupling> {
        let driven = |name: &String| self.driven_joints().any(|j| j.name == *name);
        of.iter().filter(|c| c.joints.iter().all(driven)).cloned().collect()
    }
}
