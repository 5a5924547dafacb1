//! The rows' noise, from what could not be predicted.
//!
//! With `e` the error of the prediction before a row is learnt and `d` its
//! variance in units of the noise, `J ← λ J + e²/d` is the (forgetting) sum of
//! squared residuals of the fit, without a second look at old rows (Young 2011,
//! "Recursive estimation and time-series analysis", ch. 3). Of `N ← λ N + 1`
//! rows as many are used up as there are unknowns.

/// Running sum of squared residuals.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Noise {
    /// `J`
    pub(super) squares: f64,
    /// `N`
    pub(super) rows: f64,
}

impl Noise {
    #[inline]
    pub(super) fn forget(&mut self, factor: f64) {
        self.squares *= factor;
        self.rows *= factor;
    }
    #[inline]
    pub(super) fn count(&mut self, square: f64) {
        self.squares += square;
        self.rows += 1.0;
    }
    /// The noise's variance, once there are more rows than unknowns.
    pub(super) fn variance(&self, unknowns: usize) -> Option<f64> {
        let freedom = self.rows - unknowns as f64;
        (freedom >= 1.0).then(|| self.squares / freedom)
    }
}
