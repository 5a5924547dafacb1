//! The fits on other draws of the noise.

use super::bench::Bench;
use super::fits::{on_printed_forces, on_raw_forces};
use super::laws::{COULOMB_VARYING, Law, STRIBECK_CONSTANT};
use crate::reproduce::{ReproduceError, Settings};
use armlab::identify::nonlinear::NonlinearEstimate;

/// What every redraw found.
pub struct Redrawn {
    /// Least squares on filtered forces, all samples.
    pub filtered: Vec<NonlinearEstimate>,
    /// Least squares on raw forces of sliders that move.
    pub raw: Vec<NonlinearEstimate>,
    /// By how much the RMS of Coulomb–viscous friction exceeds that of Stribeck friction along the excitation, and
    /// that of constant friction the varying one's along the circle, N.
    pub gains: Vec<[f64; 2]>,
}

impl Redrawn {
    /// All redraws.
    pub fn of(bench: &Bench, laws: &[Law], settings: &Settings) -> Result<Self, ReproduceError> {
        let law = |k: usize| laws.get(k).ok_or_else(|| ReproduceError::missing("a friction law"));
        let (coulomb, constant) = (law(COULOMB_VARYING)?, law(STRIBECK_CONSTANT)?);
        let all = settings.redraw(|seed| {
            let recording = bench.excitation.measured_again("redrawn", seed)?;
            let filtered = on_printed_forces(bench, &recording)?.estimate;
            let raw = on_raw_forces(bench, &recording)?;
            let coulomb = coulomb.fit(bench, &recording)?;
            let constant = constant.fit(bench, &recording)?;
            let gains = [
                coulomb.estimate.rms - raw.estimate.rms,
                constant.against_truth[1] - raw.against_truth[1],
            ];
            Ok((filtered, raw.estimate, gains))
        })?;
        let mut out = Self { filtered: Vec::new(), raw: Vec::new(), gains: Vec::new() };
        for (filtered, raw, gains) in all {
            out.filtered.push(filtered);
            out.raw.push(raw);
            out.gains.push(gains);
        }
        Ok(out)
    }
}

/// A parameter of every redraw.
pub fn drawn(estimates: &[NonlinearEstimate], name: &str) -> Vec<f64> {
    estimates.iter().map(|e| e.value(name).unwrap_or(f64::NAN)).collect()
}
