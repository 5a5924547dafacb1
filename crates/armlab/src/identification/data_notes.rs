//! Properties of the data, and which methods suit them.

use super::methods::MethodResult;
use super::problem::IdentificationProblem;
use super::uncertainty::Uncertainty;
use crate::identify::estimators::{Capabilities, METHODS};
use armlab_engine::text::significant;

/// Shift by noise of the motion that is worth a warning, percent.
const SHIFT: f64 = 1.0;
/// Samples per period of the fastest motion that filters need.
const SAMPLES: f64 = 10.0;
/// Unknowns beyond which learners that go downhill are slow.
const MANY: usize = 20;
/// Residuals beyond this many deviations are outliers, and the share of them that
/// normal noise does not have.
const OUTLIER: f64 = 5.0;
const OUTLIERS: f64 = 5e-4;

/// Names of the methods that a capability holds for.
fn named(holds: impl Fn(Capabilities) -> bool) -> String {
    METHODS.names_where(|m| holds(m.capabilities())).join(", ")
}

impl IdentificationProblem<'_> {
    /// Sentences on the data, each with what it means for the choice of a method:
    /// noise of the motion, the controller, the sampling rate, the number of
    /// unknowns, outliers. `controller` says whether it is known.
    pub fn data_notes(
        &self,
        results: &[MethodResult],
        best: usize,
        uncertainty: &Uncertainty,
        controller: bool,
    ) -> Vec<String> {
        let mut sentences = Vec::new();
        sentences.extend(self.motion_noise(results, uncertainty));
        let simulating = named(|c| c.needs_controller);
        sentences.push(if controller {
            format!(
                "controller and reference are known: {simulating} can simulate the closed loop, \
                 which has no measurement noise"
            )
        } else {
            format!("controller and reference are not known: {simulating} cannot be used")
        });
        sentences.extend(self.sampling());
        sentences.push(self.counting());
        sentences.extend(results.get(best).and_then(|best| self.outliers(best)));
        sentences
    }

    fn motion_noise(&self, results: &[MethodResult], uncertainty: &Uncertainty) -> Option<String> {
        let dilution = uncertainty.dilution.as_ref()?;
        let clearly = |u: &&crate::identify::uncertainty::DilutedUnknown| {
            u.deviation.is_some_and(|d| u.value.abs() > d)
        };
        let shifts = dilution.unknowns.iter().filter(clearly);
        let shifts = shifts.map(|u| (u.name.as_str(), 100.0 * u.bias / u.value.abs(), u));
        // A value that is zero but for noise is shifted by any percentage.
        let clear = shifts.filter(|(_, _, u)| u.bias.abs() > u.deviation.unwrap_or(f64::INFINITY));
        let worst = clear.max_by(|a, b| a.1.abs().total_cmp(&b.1.abs()));
        let is_unaffected = |name: &str| {
            METHODS.get(name).is_ok_and(|m| m.capabilities().unaffected_by_motion_noise)
        };
        let unaffected: Vec<&str> =
            results.iter().map(|j| j.estimate.method).filter(|m| is_unaffected(m)).collect();
        Some(match worst {
            Some((name, percent, _)) if percent.abs() >= SHIFT => {
                let who = if unaffected.is_empty() {
                    format!(
                        "not affected are {}; none of them was run",
                        named(|c| c.unaffected_by_motion_noise)
                    )
                } else {
                    format!("{} are not affected", unaffected.join(", "))
                };
                format!(
                    "noise of speeds and accelerations shifts `{name}` by {} % in least squares: \
                     {who}",
                    significant(percent, 2)
                )
            }
            _ => "noise of speeds and accelerations shifts no unknown by more than its deviation \
                  or a percent: least squares are good enough"
                .into(),
        })
    }

    fn sampling(&self) -> Option<String> {
        let step = self.recordings.first()?.step;
        let rate = 1.0 / step;
        let rate_text = significant(rate, 3);
        let Some(cutoff) = self.choice.motion.cutoff else {
            return Some(format!("sampled at {rate_text} Hz, with accelerations in the log"));
        };
        let samples = rate / cutoff;
        let verdict = match samples >= SAMPLES {
            true => "enough for Kalman filters",
            false => "few for Kalman filters; regression is less sensitive to this",
        };
        Some(format!(
            "sampled at {rate_text} Hz, low-pass filter at {} Hz, {} samples per period: {verdict}",
            significant(cutoff, 3),
            significant(samples, 2)
        ))
    }

    fn counting(&self) -> String {
        let (unknowns, rows) = (self.model.unknowns(), self.reduced.rows(0));
        let verdict = if unknowns > MANY {
            format!(
                "gradient-based methods ({}) and searches ({}) may not converge in time; least \
                 squares and filters are not affected",
                named(|c| c.gradient),
                named(|c| c.search)
            )
        } else {
            "few enough for every method".into()
        };
        format!("{unknowns} unknowns from {rows} rows per joint: {verdict}")
    }

    fn outliers(&self, best: &MethodResult) -> Option<String> {
        let (mut beyond, mut all) = (0_u64, 0_u64);
        for (recording, predicted) in self.evaluation_recordings().iter().zip(&best.predicted) {
            for (measured, predicted) in recording.effort.iter().zip(predicted) {
                let residuals: Vec<f64> =
                    measured.iter().zip(predicted).map(|(m, p)| (m - p).abs()).collect();
                let mut sorted = residuals.clone();
                let middle = sorted.len() / 2;
                if sorted.is_empty() {
                    continue;
                }
                let (_, median, _) = sorted.select_nth_unstable_by(middle, f64::total_cmp);
                // The median of |normal| is 0.6745 deviations.
                let limit = OUTLIER * *median / 0.674_489_750_196_081_7;
                beyond += residuals.iter().filter(|r| **r > limit).count() as u64;
                all += residuals.len() as u64;
            }
        }
        let share = beyond as f64 / all.max(1) as f64;
        (share > OUTLIERS).then(|| {
            format!(
                "{} % of the residuals are beyond {OUTLIER} deviations: {} are robust to these",
                significant(100.0 * share, 2),
                named(|c| c.robust_to_outliers)
            )
        })
    }
}
