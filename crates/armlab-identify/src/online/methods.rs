//! Row learners with settings that suit any robot, by name.
//!
//! The papers' settings are for one arm whose four unknowns are of order one.
//! Here rows are weighted per joint ([`Weighting`]), Adaline is normalised, and
//! Hopfield's neurons reach twice as far as the description says.

use super::rows::{RowEstimator, SampleRows};
use crate::problem::Model;
use crate::reduced::Reduced;
use armlab_dense::norm;
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
    /// How joints are weighed against each other.
    pub weighting: Weighting,
    make: fn(&Model, &Sampling) -> Made,
}

type Made = Result<Box<dyn RowLearner>, SettingsError>;

/// How joints' rows are weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Weighting {
    /// By their noise, as in weighted least squares.
    Noise,
    /// By their efforts, and so much that a gradient flow comes to rest in time.
    Flow,
}

/// Time constants of the slowest unknown that a flow is given.
const CONSTANTS: f64 = 20.0;
/// Unknowns that move slower than this part of the fastest are not waited for.
const SLOW: f64 = 1e-3;

/// Weights with which the flow `ṗ = D (Φᵀy − ΦᵀΦ p)` comes to rest within some
/// seconds: joints count by their efforts, `w = g/rms`, and the rate of unknown
/// `k` is `g² (c_k/β) Σ_j mean(φ_jk²)/rms_j²`.
pub fn flow_weights(model: &Model, reduced: &Reduced, seconds: f64) -> Vec<f64> {
    let squares = reduced.effort_squares(0..reduced.segments());
    let rms: Vec<f64> = squares
        .iter()
        .enumerate()
        .map(|(j, s)| (s / reduced.rows(j).max(1) as f64).sqrt())
        .map(|rms| if rms > 0.0 { rms } else { 1.0 })
        .collect();
    let triangles = reduced.by_joint();
    let beta = HopfieldSettings::default().slowness;
    let rates: Vec<f64> = reach(model)
        .iter()
        .enumerate()
        .map(|(k, c)| {
            let joints = triangles.iter().enumerate().map(|(j, t)| {
                let mean = norm(t.r().column(k)).powi(2) / reduced.rows(j).max(1) as f64;
                mean / rms[j].powi(2)
            });
            c / beta * joints.sum::<f64>()
        })
        .collect();
    let fastest = rates.iter().fold(0.0_f64, |m, r| m.max(*r));
    let waited = rates.iter().filter(|r| **r > SLOW * fastest);
    let slowest = waited.fold(f64::INFINITY, |m, r| m.min(*r));
    let gain = CONSTANTS / (slowest * seconds.max(f64::MIN_POSITIVE));
    let gain = if gain.is_finite() && gain > 0.0 { gain.sqrt() } else { 1.0 };
    rms.iter().map(|rms| gain / rms).collect()
}

/// How far each unknown may go.
fn reach(model: &Model) -> Vec<f64> {
    let described = model.base().parameters.iter().map(|p| p.value);
    let all = described.chain(model.friction().iter().map(|_| 0.0));
    all.map(|p| (2.0 * p.abs()).max(10.0)).collect()
}

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
        weighting: Weighting::Noise,
        make: |model, _| Ok(Box::new(Rls::new(model.unknowns(), RlsSettings::default())?)),
    },
    RowMethod {
        name: "rls-sqrt",
        summary: "recursive least squares on the rows' triangle: least squares at every sample",
        epochs: 1,
        weighting: Weighting::Noise,
        make: |model, _| {
            let settings = SquareRootSettings::default();
            Ok(Box::new(SquareRootRls::new(model.unknowns(), settings)?))
        },
    },
    RowMethod {
        name: "adaline",
        summary: "adaptive linear neuron: the delta rule with normalised rows",
        epochs: 10,
        weighting: Weighting::Noise,
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
        weighting: Weighting::Flow,
        make: |model, sampling| {
            let settings = HopfieldSettings {
                reach: Reach::PerUnknown(reach(model)),
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
