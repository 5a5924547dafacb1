//! What keeps a forgetting covariance from growing where nothing is learnt.
//!
//! Dividing `P` by `λ < 1` at every sample makes it grow without bound in
//! directions that the rows do not show; the next row that shows them then throws
//! the estimate about (estimator wind-up, Åström & Wittenmark, "Adaptive
//! control", 2nd ed., 11.5).

/// Protection against wind-up.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum WindUp {
    /// None, as textbooks print it.
    #[default]
    Off,
    /// `P` is scaled down whenever its trace exceeds this.
    TraceBound(f64),
    /// `P ← c₁ P/tr P + c₂ I` after every sample, so that the trace is `trace` and
    /// no variance is below `floor` (Åström & Wittenmark, eq. 11.33). Nothing is
    /// ever learnt for good: the estimate keeps following.
    ConstantTrace {
        /// The trace.
        trace: f64,
        /// Least variance of any direction.
        floor: f64,
    },
    /// Only what a row renews is forgotten (Kulhavý & Kárný 1984):
    /// `P⁻¹ ← P⁻¹ + β φφᵀ`, `β = λ − (1 − λ)/ξ`, `ξ = φᵀPφ`.
    Directional,
}

impl WindUp {
    /// Bounds the covariance after a sample.
    #[inline]
    pub(super) fn bound(self, covariance: &mut [f64], unknowns: usize) {
        let trace = |p: &[f64]| p.iter().step_by(unknowns + 1).sum::<f64>();
        match self {
            Self::Off | Self::Directional => {}
            Self::TraceBound(bound) => {
                let trace = trace(covariance);
                if trace > bound {
                    covariance.iter_mut().for_each(|p| *p *= bound / trace);
                }
            }
            Self::ConstantTrace { trace: wanted, floor } => {
                let factor = (wanted - floor * unknowns as f64) / trace(covariance);
                covariance.iter_mut().for_each(|p| *p *= factor);
                covariance.iter_mut().step_by(unknowns + 1).for_each(|p| *p += floor);
            }
        }
    }
}
