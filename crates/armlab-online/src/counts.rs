//! What every row learner does first: look at the rows, count the sample.

use crate::{Divergence, ResumeError, Saved};

/// Samples given, and those among them that could not be used.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Counts {
    pub(crate) samples: u64,
    pub(crate) skipped: u64,
}

impl Counts {
    /// Counts a sample; true if all its numbers are finite.
    ///
    /// # Panics
    /// If `rows` is not one row of `unknowns` numbers per target.
    pub(crate) fn admit(&mut self, unknowns: usize, rows: &[f64], targets: &[f64]) -> bool {
        assert_eq!(rows.len(), targets.len() * unknowns, "one regressor row per target");
        self.samples += 1;
        let finite = |numbers: &[f64]| numbers.iter().all(|x| x.is_finite());
        let usable = finite(rows) && finite(targets);
        if !usable {
            self.skipped += 1;
        }
        usable
    }
    /// Samples that were learnt. What happens every so many samples goes by these,
    /// so that a bad sample changes nothing.
    pub(crate) fn learnt(&self) -> u64 {
        self.samples.saturating_sub(self.skipped)
    }
    /// A divergence at the sample that is being learnt.
    pub(crate) fn diverged(&self, method: &'static str, reason: String) -> Divergence {
        Divergence { method, sample: self.samples.saturating_sub(1), reason }
    }
    pub(crate) fn save(&self, method: &str) -> Saved {
        Saved::new(method, self.samples).with("skipped", &[self.skipped as f64])
    }
    pub(crate) fn restore(saved: &Saved) -> Result<Self, ResumeError> {
        let mut skipped = [0.0];
        saved.restore("skipped", &mut skipped)?;
        Ok(Self { samples: saved.samples, skipped: skipped[0] as u64 })
    }
}
