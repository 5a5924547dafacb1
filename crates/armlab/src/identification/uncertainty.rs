//! Uncertainty of an estimate: bootstrap, bias, ranges, advice.

use super::problem::IdentificationProblem;
use crate::identify::estimators::{METHODS, noise_weights};
use crate::identify::uncertainty::{
    AdviceSettings, Bootstrap, BootstrapSettings, Conditions, Dilution, DilutionSettings,
    Intervals, MotionAdvice, bootstrap, intervals, motion_advice, row_dilution,
};
use crate::identify::{Estimate, RawRecording};
use crate::progress::Progress;

/// Deviations that base parameters are allowed when single link parameters are
/// asked for.
const DEVIATIONS: f64 = 2.0;
/// Samples of a recording whose noise is followed into the rows.
const SAMPLES: usize = 4000;

/// Which questions are asked.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct UncertaintySettings {
    /// Sets of segments that are plotted; 0 for none.
    pub resamples: usize,
    /// Whether ranges of single link parameters are asked for, with centres of
    /// mass within this many metres of the links' frames.
    pub ranges: Option<f64>,
}

/// The answers.
#[derive(Clone, Debug, Default)]
pub struct Uncertainty {
    /// Deviations and intervals that hold for coloured noise.
    pub bootstrap: Option<Bootstrap>,
    /// Bias of least squares by noise of the motion.
    pub dilution: Option<Dilution>,
    /// Whether the estimate's method has that bias.
    pub diluted: bool,
    /// What to record next.
    pub advice: Option<MotionAdvice>,
    /// Ranges of link parameters with the same efforts.
    pub intervals: Option<Intervals>,
    /// Questions that have no answer, and why.
    pub open: Vec<String>,
}

impl IdentificationProblem<'_> {
    /// Asks how far an estimate can be trusted. `raw` are the logs that the
    /// recordings were made of, in their order.
    pub fn uncertainty(
        &self,
        estimate: &Estimate,
        raw: &[RawRecording],
        settings: &UncertaintySettings,
        progress: &Progress,
    ) -> Uncertainty {
        let unaffected =
            METHODS.get(estimate.method).is_ok_and(|m| m.capabilities().unaffected_by_motion_noise);
        let mut found = Uncertainty { diluted: !unaffected, ..Uncertainty::default() };
        let weights = self.data(None).and_then(|data| Ok((noise_weights(&data)?, data)));
        let (weights, mut data) = match weights {
            Ok(both) => both,
            Err(error) => {
                found.open.push(error.to_string());
                return found;
            }
        };
        data.progress = progress.clone();
        let seed = self.decisions.seed;
        if settings.resamples > 0 {
            let own =
                BootstrapSettings { resamples: settings.resamples, seed, ..Default::default() };
            match bootstrap(&data, &weights, &own) {
                Ok(answer) => found.bootstrap = Some(answer),
                Err(error) => found.open.push(format!("bootstrap: {error}")),
            }
        }
        let own = DilutionSettings { samples: SAMPLES, draws: 4, seed };
        if let Some(rows) = self.rows.as_ref().filter(|_| !raw.is_empty()) {
            match row_dilution(&data, rows, raw, &weights, estimate, &own) {
                Ok(answer) => found.dilution = Some(answer),
                Err(error) => found.open.push(format!("bias by noise of the motion: {error}")),
            }
        }
        match motion_advice(&data, estimate, &AdviceSettings::default()) {
            Ok(answer) => found.advice = Some(answer),
            Err(error) => found.open.push(format!("advice: {error}")),
        }
        if let Some(distance) = settings.ranges {
            let base = self.model.base();
            let conditions = Conditions::new()
                .bodies(self.robot, base)
                .centres_within(self.robot, base, distance);
            let ranges = conditions.map_err(|e| e.to_string()).and_then(|conditions| {
                let own = intervals(&self.model, estimate, &conditions, DEVIATIONS, progress);
                own.map_err(|e| e.to_string())
            });
            match ranges {
                Ok(answer) => found.intervals = Some(answer),
                Err(error) => found.open.push(format!("ranges of link parameters: {error}")),
            }
        }
        found
    }
}
