//! Hopfield network: a gradient flow, averaged once it has settled.

use super::{OnlineInput, OnlineMethod, RowMethod, Sampling};
use crate::problem::Model;
use crate::reduced::Reduced;
use armlab_dense::norm;
use armlab_online::{Hopfield, HopfieldSettings, Reach, RowLearner, SettingsError};
use armlab_settings::{Range, method, settings};

settings! {
    /// The network.
    pub struct HopfieldMethod {
        /// Slowness β of the neurons: the larger, the less disturbed by noise.
        slowness: f64 = 10.0, "", Range::POSITIVE;
        /// Implicit steps per sample.
        substeps: usize = 4, "", Range::between(1.0, 1000.0);
        /// Bound of an unknown, as a multiple of its described value.
        bound: f64 = 2.0, "", Range::POSITIVE;
        /// Least bound of an unknown.
        least_bound: f64 = 10.0, "", Range::POSITIVE;
        /// Part of the log that counts as transient and is not averaged.
        settling: f64 = 1.0 / 3.0, "", Range::within(0.0, 1.0);
        /// Time constants of the slowest unknown within the transient.
        time_constants: f64 = 20.0, "", Range::POSITIVE;
        /// Unknowns slower than this part of the fastest are not waited for.
        slowest: f64 = 1e-3, "", Range::between(0.0, 1.0);
    }
}
method!(
    HopfieldMethod,
    "hopfield",
    "Hopfield network: a gradient flow, averaged once it has settled. Best for few unknowns and \
     long logs."
);

impl HopfieldMethod {
    /// Bounds of the unknowns.
    fn bounds(&self, model: &Model) -> Vec<f64> {
        let described = model.base().parameters.iter().map(|p| p.value);
        let all = described.chain(model.friction().iter().map(|_| 0.0));
        all.map(|p| (self.bound * p.abs()).max(self.least_bound)).collect()
    }

    /// Weights with which the flow `ṗ = D (Φᵀy − ΦᵀΦ p)` comes to rest within some
    /// seconds: joints count by their efforts, `w = g/rms`, and the rate of unknown
    /// `k` is `g² (c_k/β) Σ_j mean(φ_jk²)/rms_j²`.
    pub fn flow_weights(&self, model: &Model, reduced: &Reduced, seconds: f64) -> Vec<f64> {
        let squares = reduced.effort_squares(0..reduced.segments());
        let rms: Vec<f64> = squares
            .iter()
            .enumerate()
            .map(|(j, s)| (s / reduced.rows(j).max(1) as f64).sqrt())
            .map(|rms| if rms > 0.0 { rms } else { 1.0 })
            .collect();
        let triangles = reduced.by_joint();
        let rates: Vec<f64> = self
            .bounds(model)
            .iter()
            .enumerate()
            .map(|(k, c)| {
                let joints = triangles.iter().enumerate().map(|(j, t)| {
                    let mean = norm(t.r().column(k)).powi(2) / reduced.rows(j).max(1) as f64;
                    mean / rms[j].powi(2)
                });
                c / self.slowness * joints.sum::<f64>()
            })
            .collect();
        let fastest = rates.iter().fold(0.0_f64, |m, r| m.max(*r));
        let waited = rates.iter().filter(|r| **r > self.slowest * fastest);
        let slowest = waited.fold(f64::INFINITY, |m, r| m.min(*r));
        let gain = self.time_constants / (slowest * seconds.max(f64::MIN_POSITIVE));
        let gain = if gain.is_finite() && gain > 0.0 { gain.sqrt() } else { 1.0 };
        rms.iter().map(|rms| gain / rms).collect()
    }
}

impl RowMethod for HopfieldMethod {
    fn settling(&self) -> f64 {
        self.settling
    }
    fn is_flow(&self) -> bool {
        true
    }
    fn row_weights(&self, model: &Model, reduced: &Reduced, seconds: f64) -> Option<Vec<f64>> {
        Some(self.flow_weights(model, reduced, seconds))
    }
    fn learner(
        &self,
        model: &Model,
        sampling: &Sampling,
    ) -> Result<Box<dyn RowLearner>, SettingsError> {
        let settings = HopfieldSettings {
            reach: Reach::PerUnknown(self.bounds(model)),
            slowness: self.slowness,
            step: sampling.step,
            substeps: self.substeps,
            average_after: Some(sampling.settled),
            start: None,
        };
        Ok(Box::new(Hopfield::new(model.unknowns(), model.joints(), settings)?))
    }
}

impl OnlineMethod for HopfieldMethod {
    fn input(&self) -> OnlineInput<'_> {
        OnlineInput::Rows(self)
    }
}
