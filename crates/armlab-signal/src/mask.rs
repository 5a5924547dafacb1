//! Leaving out samples around reversals, where friction jumps.
//!
//! Coulomb friction changes sign within one sample, which a filter smears over
//! its window and no model follows. Samples with `|v|` below a dead band are
//! dropped, and with a filtered effort also half a window to either side.

use crate::error::{SignalError, check_finite};

/// Which samples are left out.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Reversals {
    /// Speeds below this are slow, in the unit of the speed.
    pub dead_band: f64,
    /// Samples left out to either side of every slow one and every reversal:
    /// half the window of the filter that was applied.
    pub margin: usize,
}

/// True for samples to keep. A change of sign between two fast samples counts as
/// a reversal as well.
pub fn mask_slow(velocity: &[f64], rule: Reversals) -> Result<Vec<bool>, SignalError> {
    if !(rule.dead_band >= 0.0 && rule.dead_band.is_finite()) {
        let hint = "give a speed of zero or more";
        return Err(SignalError::setting("the dead band", rule.dead_band, hint));
    }
    check_finite("the velocity", velocity)?;
    let n = velocity.len();
    let mut keep = vec![true; n];
    let mut drop = |from: usize, to: usize| {
        let (start, end) =
            (from.saturating_sub(rule.margin), to.saturating_add(rule.margin).min(n));
        if let Some(part) = keep.get_mut(start..end) {
            part.fill(false);
        }
    };
    for (i, v) in velocity.iter().enumerate() {
        if v.abs() < rule.dead_band || *v == 0.0 {
            drop(i, i + 1);
        }
    }
    if rule.margin > 0 {
        for (i, w) in velocity.windows(2).enumerate() {
            if w[0] * w[1] < 0.0 {
                // The reversal lies between the two: as many samples on each side.
                drop(i + 1, i + 1);
            }
        }
    }
    Ok(keep)
}
