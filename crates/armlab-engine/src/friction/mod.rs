//! Friction laws: the effort that a sliding joint takes, by its speed and by the
//! load on its bearing.
//!
//! A law is one file and one line in [`LAWS`]. The file states everything: parameters
//! with units and permitted values, effort and slopes, which parameters are linear,
//! what it holds at rest, which values to try when friction is selected from data,
//! which words stand for it. Simulation, regression columns, selection, excitation,
//! filters and descriptions read nothing else. A joint has a sum of laws
//! ([`Friction`]); what is identified is a sum of laws with open coefficients
//! ([`FrictionModel`]).
//!
//! At rest friction is not a function of speed but a reaction: whatever holds
//! the joint, up to [`FrictionLaw::holds`]. So laws are evaluated with the side
//! towards which the joint slides ([`Sliding`]), which is the sign of the speed
//! unless the joint is just about to leave its rest.

mod asymmetric;
mod bearing;
mod column;
mod coulomb;
mod coulomb_viscous;
mod cubic;
mod error;
mod formula;
mod gas_spring;
mod harmonics;
mod hysteresis;
mod joint;
mod load;
mod lugre;
mod model;
mod models;
mod offset;
mod parameter;
mod polynomial;
mod registry;
mod ripple;
mod sliding;
mod spring;
mod stribeck;
mod temperature;
mod viscous;
mod warm_up;

pub use column::{JointMotion, LawColumn};
pub use error::FrictionError;
pub use formula::Formula;
pub use joint::{Bearing, Friction, FrictionTerm};
pub use model::{FrictionChoice, FrictionModel};
pub use models::FrictionModels;
pub use parameter::{Dimension, FrictionParameter, Range, Role};
pub use registry::{law, laws, register};
pub use sliding::{Load, MOST_PARAMETERS, Sliding, Slopes};

use std::fmt::Debug;

/// The laws that armlab comes with; [`laws`] has those added with [`register`], too.
/// Selection from data tries them in this order.
pub const LAWS: &[&dyn FrictionLaw] = &[
    &viscous::Viscous,
    &coulomb::Coulomb,
    &offset::Offset,
    &coulomb_viscous::CoulombViscous,
    &cubic::Cubic,
    &stribeck::Stribeck,
    &load::TransmittedLoad,
    &asymmetric::Asymmetric,
    &hysteresis::Hysteresis,
    &polynomial::Polynomial,
    &spring::Spring,
    &harmonics::Harmonics,
    &gas_spring::GasSpring,
    &ripple::Ripple,
    &warm_up::WarmUp,
    &temperature::Temperature,
    &bearing::BearingLoad,
    &lugre::LuGre,
];

/// Whether a law takes energy out of the motion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dissipation {
    /// At every speed, for all permitted values.
    Always,
    /// Not for all permitted values, and why they are permitted.
    NotAlways(&'static str),
}

/// The part of a law that is `viscous·v + coulomb·sign(v) + offset`. It is what
/// `<dynamics>` of URDF can state.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct LinearPart {
    /// Effort per speed.
    pub viscous: f64,
    /// Effort against the motion.
    pub coulomb: f64,
    /// Constant effort.
    pub offset: f64,
    /// True when the law has no other part.
    pub is_all: bool,
}

/// A word for a friction model.
#[derive(Clone, Copy, Debug)]
pub struct ModelName {
    /// The word.
    pub name: &'static str,
    /// The laws it stands for, joined by `+`.
    pub laws: &'static str,
    /// The parameter of the law that is given with the word, as in `stribeck:0.1`.
    pub argument: Option<&'static str>,
    /// One line for lists.
    pub about: &'static str,
}

/// How friction depends on speed, position and load. Parameters come as a slice in
/// the order of [`parameters`](Self::parameters).
pub trait FrictionLaw: Debug + Sync {
    /// Name in descriptions.
    fn name(&self) -> &'static str;
    /// What it describes, in a few words.
    fn about(&self) -> &'static str;
    /// The equation, for people.
    fn equation(&self) -> &'static str;
    /// Parameters, in the order in which values are given.
    fn parameters(&self) -> &'static [FrictionParameter];
    /// Effort against the motion; with its slopes, if they are asked for. Slopes
    /// add to what is there, so that laws can be summed.
    fn effort(&self, p: &[f64], at: Sliding, slopes: Option<&mut Slopes>) -> f64;
    /// The same effort as a formula; without one, no code is generated for the law.
    fn formula(&self, _p: &[f64]) -> Option<Formula> {
        None
    }
    /// Whether it takes energy out of the motion.
    fn dissipation(&self) -> Dissipation;
    /// Largest effort with which the law holds a joint at rest against a push
    /// towards `side` (±1).
    fn holds(&self, _p: &[f64], _side: f64, _load: Load) -> f64 {
        0.0
    }
    /// Half-width of the speeds around rest at which the effort is uncertain when
    /// the speed has noise of this standard deviation.
    fn uncertain_speed(&self, _p: &[f64], _noise: f64) -> f64 {
        0.0
    }
    /// Its viscous, Coulomb and constant part.
    fn linear_part(&self, _p: &[f64]) -> LinearPart {
        LinearPart::default()
    }
    /// True when the effort depends on the load of the bearing.
    fn needs_load(&self) -> bool {
        false
    }
    /// True when the effort depends on the effort that the drive transmits. It must be
    /// in proportion to its size, with a factor below one.
    fn needs_transmitted(&self) -> bool {
        false
    }
    /// True when the effort depends on the time since the drive was started.
    fn needs_elapsed(&self) -> bool {
        false
    }
    /// True when the effort depends on the temperature of the drive.
    fn needs_temperature(&self) -> bool {
        false
    }
    /// The law's inner state, if it has one.
    fn bristle(&self) -> Option<&dyn Bristle> {
        None
    }
    /// True when the effort is the sum of its linear parameters times columns that
    /// follow from the recorded motion, so that linear regression finds them.
    fn has_columns(&self) -> bool {
        !self.needs_load() && self.bristle().is_none()
    }
    /// The regression column of linear parameter `k` in some samples of a recording;
    /// the other samples are there for laws with a history. By default the slope of
    /// the effort.
    fn column(
        &self,
        k: usize,
        p: &[f64],
        motion: &JointMotion,
        samples: std::ops::Range<usize>,
        out: &mut [f64],
    ) {
        // One loop for each parameter, so that the other slopes are not computed.
        match k {
            0 => column::slopes::<Self, 0>(self, p, motion, samples, out),
            1 => column::slopes::<Self, 1>(self, p, motion, samples, out),
            2 => column::slopes::<Self, 2>(self, p, motion, samples, out),
            3 => column::slopes::<Self, 3>(self, p, motion, samples, out),
            4 => column::slopes::<Self, 4>(self, p, motion, samples, out),
            5 => column::slopes::<Self, 5>(self, p, motion, samples, out),
            6 => column::slopes::<Self, 6>(self, p, motion, samples, out),
            _ => column::slopes::<Self, 7>(self, p, motion, samples, out),
        }
    }
    /// The columns of all its linear parameters in some samples, one after the other in `out`. By
    /// default each for itself; laws whose columns share an expensive function evaluate it once.
    fn linear_columns(
        &self,
        p: &[f64],
        motion: &JointMotion,
        samples: std::ops::Range<usize>,
        out: &mut [Vec<f64>],
    ) {
        let linear = self.parameters().iter().enumerate().filter(|(_, p)| p.is_linear());
        for ((k, _), out) in linear.zip(out) {
            self.column(k, p, motion, samples.clone(), out);
        }
    }
    /// Words for models with this law. Without any, the law's name stands for the
    /// law and an offset.
    fn models(&self) -> &'static [ModelName] {
        &[]
    }
    /// Names of laws that are special cases of this one, which it replaces in a model.
    fn generalises(&self) -> &'static [&'static str] {
        &[]
    }
    /// True for what is no friction but acts on a joint alike, as a spring or a weight:
    /// selection takes it only where it explains much, since errors of the bodies could
    /// look like it.
    fn is_element(&self) -> bool {
        false
    }
    /// True for what has a geometry that a description states: identification keeps it at the
    /// joints that have it there; its linear parameters are unknown unless they are zero there.
    fn is_described(&self) -> bool {
        false
    }
    /// The shape parameter that identification finds where a model does not state it; the
    /// law is then taken only at joints where the data show it.
    fn found_shape(&self) -> Option<&'static str> {
        None
    }
    /// True when selection from data tries it.
    fn is_selectable(&self) -> bool {
        false
    }
}

/// A law with states of its own: deflections `z` of the surfaces' bristles.
pub trait Bristle {
    /// How many.
    fn states(&self) -> usize {
        1
    }
    /// `ż`
    fn rates(&self, p: &[f64], speed: f64, z: &[f64], rates: &mut [f64]);
    /// Effort at deflections.
    fn effort(&self, p: &[f64], speed: f64, z: &[f64]) -> f64;
    /// Puts deflections that a step of integration has moved too far back to where
    /// they can be.
    fn limit(&self, _z: &mut [f64]) {}
    /// Whether deflections depend on the way only and not on the speed.
    fn follows_position(&self) -> bool {
        false
    }
    /// Deflections after the joint has moved by so much, if they follow the position.
    fn follow(&self, _p: &[f64], _moved: f64, _z: &mut [f64]) {}
}

#[cfg(test)]
mod tests;
