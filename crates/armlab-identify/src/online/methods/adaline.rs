//! Adaptive linear neuron with normalised rows.

use super::{OnlineInput, OnlineMethod, RowMethod, Sampling};
use crate::problem::Model;
use armlab_online::{Adaline, AdalineSettings, Networks, Rates, RowLearner, SettingsError};
use armlab_settings::{Range, method, settings, words};

/// How many networks learn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AdalineNetworks {
    /// One for all joints.
    #[default]
    Shared,
    /// One for each joint.
    PerJoint,
}
words!(AdalineNetworks { Shared = "shared", PerJoint = "per-joint" });

settings! {
    /// Adaline.
    pub struct AdalineMethod {
        /// Learning rate γ.
        rate: f64 = 0.02, "", Range::within(0.0, 2.0);
        /// Added to the squared length of a row before dividing by it.
        normalisation: f64 = 1e-6, "", Range::POSITIVE;
        /// Passes through the log.
        epochs: usize = 10, "", Range::between(1.0, 100000.0);
        /// One network for all joints, or one for each (Urrea & Pascal 2016, Fig. 6).
        networks: AdalineNetworks = AdalineNetworks::Shared, "", Range::ANY;
        /// Whether rows are divided by their squared length; without, the rate must suit
        /// the longest row.
        normalised: bool = true, "", Range::ANY;
    }
}
method!(
    AdalineMethod,
    "adaline",
    "Adaptive linear neuron: the delta rule with normalised rows. Best where an update must cost \
     next to nothing and unknowns are few."
);

impl RowMethod for AdalineMethod {
    fn epochs(&self) -> usize {
        self.epochs
    }
    fn learner(&self, model: &Model, _: &Sampling) -> Result<Box<dyn RowLearner>, SettingsError> {
        let rates = Rates::Same(self.rate);
        let networks = match self.networks {
            AdalineNetworks::Shared => Networks::Shared,
            AdalineNetworks::PerJoint => Networks::PerOutput,
        };
        let normalised = self.normalised.then_some(self.normalisation);
        let settings = AdalineSettings { rates, normalised, start: None, networks };
        Ok(Box::new(Adaline::new(model.unknowns(), settings)?))
    }
}

impl OnlineMethod for AdalineMethod {
    fn input(&self) -> OnlineInput<'_> {
        OnlineInput::Rows(self)
    }
}
