//! A cut-off from the band that the motion itself occupies.
//!
//! Positions `q` and white measurement noise of power `N` per entry have the
//! spectrum `|q(f)|² + N`. `N` is read off the upper half of the axis, where a
//! machine has no motion (its median, over ln 2 for the exponential law of a
//! periodogram); entries that do not rise clearly above it count as noise. Of
//! the rest, the band is where `energy` of the velocity `(2πf)²|q|²` lies: the
//! velocity, because friction and the derivatives taken later live there. The
//! cut-off is a multiple of it, so that the filter leaves the motion alone.

use crate::error::SignalError;
use crate::spectrum::{Spectrum, power_spectrum};

/// An entry counts as motion above this multiple of the noise: white noise
/// exceeds it once in a million entries.
const CLEARLY_ABOVE: f64 = 14.0;
/// Highest cut-off, as a part of half the sampling rate.
const HIGHEST: f64 = 0.8;

/// How the cut-off follows from the band.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CutoffRule {
    /// Part of the velocity's energy that the band holds.
    pub energy: f64,
    /// Cut-off as a multiple of the band.
    pub factor: f64,
}

impl Default for CutoffRule {
    fn default() -> Self {
        Self { energy: 0.999, factor: 5.0 }
    }
}

/// A cut-off and why it was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Cutoff {
    /// The cut-off, hertz.
    pub frequency: f64,
    /// The band of the motion, hertz.
    pub band: f64,
    /// The column that needs the widest band, from 0.
    pub column: usize,
    /// Where that column's spectrum last rises clearly above its noise, hertz.
    pub noise_crossing: f64,
    /// Root mean square of that column's noise, in its unit.
    pub noise: f64,
    /// All of it in words.
    pub reason: String,
}

/// Chooses a cut-off for position columns sampled every `dt` seconds.
pub fn choose_cutoff(columns: &[&[f64]], dt: f64, rule: CutoffRule) -> Result<Cutoff, SignalError> {
    if !(rule.energy > 0.0 && rule.energy < 1.0 && rule.factor >= 1.0 && rule.factor.is_finite()) {
        let hint = "the energy is a part between 0 and 1, the factor at least 1";
        return Err(SignalError::setting("the rule for a cut-off", format_args!("{rule:?}"), hint));
    }
    let mut widest: Option<(Motion, usize)> = None;
    for (i, column) in columns.iter().enumerate() {
        let motion = motion(&power_spectrum(column, dt)?, rule.energy);
        if let Some(motion) = motion
            && widest.as_ref().is_none_or(|(w, _)| motion.band > w.band)
        {
            widest = Some((motion, i));
        }
    }
    let Some((motion, column)) = widest else {
        let hint = "nothing rises above the noise; record a moving machine, or give the cut-off";
        return Err(SignalError::setting(
            "a cut-off",
            "chosen from columns that stand still",
            hint,
        ));
    };
    let highest = HIGHEST * 0.5 / dt;
    let wanted = rule.factor * motion.band;
    let frequency = wanted.min(highest);
    let percent = shown(100.0 * rule.energy);
    let because = if wanted <= highest {
        format!("{} x", shown(rule.factor))
    } else {
        format!(
            "the highest at this sampling rate; {} x would be {} Hz",
            shown(rule.factor),
            shown(wanted)
        )
    };
    let reason = format!(
        "positions carry {percent} % of their velocity's energy below {} Hz (column {}); cut-off {} Hz = {because}",
        shown(motion.band),
        column + 1,
        shown(frequency),
    );
    let Motion { band, noise_crossing, noise } = motion;
    Ok(Cutoff { frequency, band, column, noise_crossing, noise, reason })
}

struct Motion {
    band: f64,
    noise_crossing: f64,
    noise: f64,
}

/// The band of a column's motion; `None` where nothing moves.
fn motion(spectrum: &Spectrum, energy: f64) -> Option<Motion> {
    let power = &spectrum.power;
    let mut upper = power.get(power.len() / 2..).unwrap_or_default().to_vec();
    let middle = upper.len() / 2;
    let (_, median, _) = upper.select_nth_unstable_by(middle, f64::total_cmp);
    let floor = *median / std::f64::consts::LN_2;
    let velocity = |(k, p): (usize, &f64)| {
        if *p > CLEARLY_ABOVE * floor { (k as f64).powi(2) * (p - floor) } else { 0.0 }
    };
    let energies: Vec<f64> = power.iter().enumerate().map(velocity).collect();
    let total: f64 = energies.iter().sum();
    if !(total > 0.0) {
        return None;
    }
    let mut sum = 0.0;
    let mut inside = |e: &f64| {
        sum += e;
        sum < energy * total
    };
    let band = energies.iter().position(|e| !inside(e)).unwrap_or(energies.len() - 1);
    let last = energies.iter().rposition(|e| *e > 0.0).unwrap_or(band);
    Some(Motion {
        // The upper edge of the entry, so that a band is never zero.
        band: (band as f64 + 0.5) * spectrum.step,
        noise_crossing: last as f64 * spectrum.step,
        noise: (floor * power.len() as f64).sqrt(),
    })
}

/// Three significant digits, as people write them.
fn shown(x: f64) -> String {
    let decimals = match x.abs() {
        x if x > 0.0 => (2 - x.log10().floor() as i32).clamp(0, 12) as usize,
        _ => 0,
    };
    let text = format!("{x:.decimals$}");
    if text.contains('.') {
        text.trim_end_matches('0').trim_end_matches('.').to_string()
    } else {
        text
    }
}
