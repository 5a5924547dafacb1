//! Row learners with settings that suit any robot, by name.
//!
//! The papers' settings are for one arm whose four unknowns are of order one.
//! Here rows are weighted per joint by whoever makes them, Adaline is
//! normalised, and Hopfield's neurons reach twice as far as the description says.

use super::rows::{RowEstimator, SampleRows};
use crate::identify::problem::Model;
use armlab_online::{
    Adaline, AdalineSettings, Hopfield, HopfieldSettings, Rates, Reach, Rls, RlsSettings,
    RowLearner, SettingsError, SquareRootRls, SquareRootSettings,
};

/// A way to learn from rows.
pub struct RowMethod {
    /// Name on the command line.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    /// How often a recording should be gone through.
    pub epochs: usize,
    make: fn(&Model, &Sampling) -> Made,
}

type Made = Result<Box<dyn RowLearner>, SettingsError>;

/// What a learner may want to know of the samples to come.
struct Sampling {
    /// Time between samples, s.
    step: f64,
    /// Samples after which transients have settled.
    settled: u64,
}

impl RowMethod {
    /// The method as an estimator of a robot's unknowns, for samples `step`
    /// seconds apart of which those up to `settle` (s) are transient.
    pub fn estimator<'m, 'r>(
        &self,
        rows: SampleRows<'m, 'r>,
        step: f64,
        settle: f64,
    ) -> Result<RowEstimator<'m, 'r>, SettingsError> {
        let settled = if step > 0.0 { (settle / step).max(0.0).round() as u64 } else { 0 };
        let learner = (self.make)(rows.model(), &Sampling { step, settled })?;
        Ok(RowEstimator::new(rows, learner))
    }
}

/// Every row learner.
pub const ROW_METHODS: &[RowMethod] = &[
    RowMethod {
        name: "rls",
        summary: "recursive least squares as textbooks print it, with a covariance",
        epochs: 1,
        make: |model, _| Ok(Box::new(Rls::new(model.unknowns(), RlsSettings::default())?)),
    },
    RowMethod {
        name: "rls-sqrt",
        summary: "recursive least squares on the rows' triangle: least squares at every sample",
        epochs: 1,
        make: |model, _| {
            let settings = SquareRootSettings::default();
            Ok(Box::new(SquareRootRls::new(model.unknowns(), settings)?))
        },
    },
    RowMethod {
        name: "adaline",
        summary: "adaptive linear neuron: the delta rule with normalised rows",
        epochs: 10,
        make: |model, _| {
            let settings =
                AdalineSettings { rates: Rates::Same(0.02), normalised: Some(1e-6), start: None };
            Ok(Box::new(Adaline::new(model.unknowns(), settings)?))
        },
    },
    RowMethod {
        name: "hopfield",
        summary: "Hopfield network: a gradient flow, averaged once it has settled",
        epochs: 1,
        make: |model, sampling| {
            let described = model.base().parameters.iter().map(|p| p.value);
            let all = described.chain(model.friction().iter().map(|_| 0.0));
            let reach: Vec<f64> = all.map(|p| (2.0 * p.abs()).max(10.0)).collect();
            let settings = HopfieldSettings {
                reach: Reach::PerUnknown(reach),
                step: sampling.step,
                average_after: Some(sampling.settled),
                ..Default::default()
            };
            Ok(Box::new(Hopfield::new(model.unknowns(), model.joints(), settings)?))
        },
    },
];

/// The row learner called `name`.
pub fn row_method(name: &str) -> Option<&'static RowMethod> {
    ROW_METHODS.iter().find(|m| m.name == name)
}
