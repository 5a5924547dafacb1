//! Friction laws: the effort that a sliding joint takes, by its speed and by the
//! load on its bearing.
//!
//! A law is one file and one line in [`LAWS`]. It names its parameters and knows
//! its own slopes, so that filters and fits need no differences. A joint has a
//! sum of laws ([`Friction`]).
//!
//! At rest friction is not a function of speed but a reaction: whatever holds
//! the joint, up to [`FrictionLaw::holds`]. So laws are evaluated with the side
//! towards which the joint slides ([`Sliding`]), which is the sign of the speed
//! unless the joint is just about to leave its rest.

mod asymmetric;
mod coulomb;
mod coulomb_viscous;
mod joint;
mod load;
mod lugre;
mod offset;
mod parameter;
mod polynomial;
mod sliding;
mod stribeck;
mod viscous;

pub use joint::{Bearing, Friction, FrictionError, FrictionTerm};
pub use parameter::{Dimension, FrictionParameter, Range};
pub use sliding::{Load, MOST_PARAMETERS, Sliding, Slopes};

use std::fmt::Debug;

/// Every law, by name.
pub const LAWS: &[&dyn FrictionLaw] = &[
    &viscous::Viscous,
    &coulomb::Coulomb,
    &offset::Offset,
    &coulomb_viscous::CoulombViscous,
    &stribeck::Stribeck,
    &load::LoadDependent,
    &asymmetric::Asymmetric,
    &polynomial::Polynomial,
    &lugre::LuGre,
];

/// The law called `name`.
pub fn law(name: &str) -> Option<&'static dyn FrictionLaw> {
    LAWS.iter().copied().find(|law| law.name() == name)
}

/// How friction depends on speed and load. Parameters come as a slice in the
/// order of [`parameters`](Self::parameters).
pub trait FrictionLaw: Debug + Sync {
    /// Name in descriptions.
    fn name(&self) -> &'static str;
    /// The equation, for people.
    fn equation(&self) -> &'static str;
    /// Parameters, in the order in which values are given.
    fn parameters(&self) -> &'static [FrictionParameter];
    /// Effort against the motion; with its slopes, if they are asked for. Slopes
    /// add to what is there, so that laws can be summed.
    fn effort(&self, p: &[f64], at: Sliding, slopes: Option<&mut Slopes>) -> f64;
    /// Largest effort with which the law holds a joint at rest against a push
    /// towards `side` (±1).
    fn holds(&self, _p: &[f64], _side: f64, _load: Load) -> f64 {
        0.0
    }
    /// True when the effort depends on the load of the bearing.
    fn needs_load(&self) -> bool {
        false
    }
    /// The law's inner state, if it has one.
    fn bristle(&self) -> Option<&dyn Bristle> {
        None
    }
}

/// A law with a state of its own: the mean deflection `z` of the surfaces'
/// bristles, in the unit of the joint's coordinate.
pub trait Bristle {
    /// `ż`
    fn rate(&self, p: &[f64], speed: f64, z: f64) -> f64;
    /// Effort at a deflection.
    fn effort(&self, p: &[f64], speed: f64, z: f64) -> f64;
}

#[cfg(test)]
mod tests;
