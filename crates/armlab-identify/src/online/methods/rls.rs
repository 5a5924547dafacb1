//! Recursive least squares, with a covariance or on the rows' triangle.

use super::{OnlineInput, OnlineMethod, RowMethod, Sampling};
use crate::problem::Model;
use armlab_online::{
    InitialCovariance, Rls, RlsSettings, RowLearner, SettingsError, SquareRootRls,
    SquareRootSettings, WindUp,
};
use armlab_settings::{Range, method, settings, words};

/// Protection of the covariance against growing while nothing is excited.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum WindUpProtection {
    /// None.
    #[default]
    Off,
    /// Only directions that a row excites are forgotten.
    Directional,
}
words!(WindUpProtection { Off = "off", Directional = "directional" });

settings! {
    /// Recursive least squares as textbooks print it.
    pub struct RlsMethod {
        /// Forgetting factor λ per sample; 1 forgets nothing.
        forgetting: f64 = 1.0, "", Range::FRACTION;
        /// Variance of every unknown before the first sample, in units of the noise.
        initial_covariance: f64 = 1e6, "", Range::POSITIVE;
        /// Protection against wind-up of the covariance.
        wind_up: WindUpProtection = WindUpProtection::Off, "", Range::ANY;
        /// Samples after which the covariance is reset; auto for never.
        reset_every: Option<u64> = None, "", Range::at_least(1.0);
        /// Standard deviation of the weighted rows' noise; auto estimates it from the
        /// residuals.
        noise: Option<f64> = None, "", Range::POSITIVE;
    }
}
method!(
    RlsMethod,
    "rls",
    "Recursive least squares with a covariance, as textbooks print it. Best for a first estimate \
     while the log is being recorded."
);

impl RowMethod for RlsMethod {
    fn learner(&self, model: &Model, _: &Sampling) -> Result<Box<dyn RowLearner>, SettingsError> {
        let settings = RlsSettings {
            forgetting: self.forgetting,
            covariance: InitialCovariance::Scalar(self.initial_covariance),
            wind_up: match self.wind_up {
                WindUpProtection::Off => WindUp::Off,
                WindUpProtection::Directional => WindUp::Directional,
            },
            reset_every: self.reset_every,
            start: None,
            noise: self.noise,
        };
        Ok(Box::new(Rls::new(model.unknowns(), settings)?))
    }
}

settings! {
    /// Recursive least squares in square-root information form.
    pub struct SquareRootRlsMethod {
        /// Forgetting factor λ per sample; 1 forgets nothing.
        forgetting: f64 = 1.0, "", Range::FRACTION;
        /// Variance of every unknown before the first sample, in units of the noise;
        /// auto for no prior.
        initial_covariance: Option<f64> = None, "", Range::POSITIVE;
        /// Whether the prior is fed back as fast as it is forgotten.
        refresh: bool = false, "", Range::ANY;
        /// Standard deviation of the weighted rows' noise; auto estimates it from the
        /// residuals.
        noise: Option<f64> = None, "", Range::POSITIVE;
    }
}
method!(
    SquareRootRlsMethod,
    "rls-sqrt",
    "Recursive least squares on the rows' triangle: equal to least squares at every sample. Best \
     numerically of the recursive forms."
);

impl RowMethod for SquareRootRlsMethod {
    fn learner(&self, model: &Model, _: &Sampling) -> Result<Box<dyn RowLearner>, SettingsError> {
        let settings = SquareRootSettings {
            forgetting: self.forgetting,
            covariance: self.initial_covariance.map(InitialCovariance::Scalar),
            refresh: self.refresh,
            start: None,
            noise: self.noise,
        };
        Ok(Box::new(SquareRootRls::new(model.unknowns(), settings)?))
    }
}

impl OnlineMethod for RlsMethod {
    fn input(&self) -> OnlineInput<'_> {
        OnlineInput::Rows(self)
    }
}
impl OnlineMethod for SquareRootRlsMethod {
    fn input(&self) -> OnlineInput<'_> {
        OnlineInput::Rows(self)
    }
}
