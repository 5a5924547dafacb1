//! Finite Fourier series.
//!
//! With `ω = 2πf`, two published ways to write the same motions:
//! - a series of positions, `q = q₀ + Σ a_k sin(kωt) + b_k cos(kωt)`;
//! - Swevers' form, `q = q₀ + Σ a_k/(kω) sin(kωt) − b_k/(kω) cos(kωt)`, whose
//!   velocity is the plain series `Σ a_k cos(kωt) + b_k sin(kωt)` (Swevers et
//!   al., *IEEE Trans. Robot. Autom.* 13, 1997).

use super::error::MotionError;
use super::linear_basis::{Basis, LinearTrajectory};
use std::f64::consts::TAU;

/// How coefficients are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FourierForm {
    /// `a sin + b cos` of the position.
    Series,
    /// `a/(kω) sin − b/(kω) cos`: coefficients of the velocity.
    Swevers,
}

/// Sines and cosines of the first harmonics: first all `a`, then all `b`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct FourierBasis {
    form: FourierForm,
    harmonics: usize,
    frequency: f64,
    duration: f64,
}

impl FourierBasis {
    /// Harmonics of `frequency` hertz for `duration` seconds.
    pub fn new(
        form: FourierForm,
        harmonics: usize,
        frequency: f64,
        duration: f64,
    ) -> Result<Self, MotionError> {
        MotionError::check_positive("frequency", frequency)?;
        MotionError::check_positive("duration", duration)?;
        let fastest = TAU * frequency * harmonics as f64;
        if !(fastest * fastest).is_finite() || !(fastest * duration).is_finite() {
            let hint = "its highest harmonic has no usable acceleration; write hertz and seconds";
            return Err(MotionError::setting("frequency", frequency, hint));
        }
        Ok(Self { form, harmonics, frequency, duration })
    }

    /// One period.
    pub fn one_period(
        form: FourierForm,
        harmonics: usize,
        frequency: f64,
    ) -> Result<Self, MotionError> {
        Self::new(form, harmonics, frequency, frequency.recip())
    }

    /// How coefficients are meant.
    pub fn form(&self) -> FourierForm {
        self.form
    }
    /// Number of harmonics.
    pub fn harmonics(&self) -> usize {
        self.harmonics
    }
    /// Frequency of the first harmonic, hertz.
    pub fn frequency(&self) -> f64 {
        self.frequency
    }
}

impl Basis for FourierBasis {
    fn len(&self) -> usize {
        2 * self.harmonics
    }
    fn duration(&self) -> f64 {
        self.duration
    }
    fn each_element(&self, t: f64, visit: &mut dyn FnMut(usize, [f64; 3])) {
        for k in 0..self.harmonics {
            let w = TAU * self.frequency * (k + 1) as f64;
            let (sin, cos) = (w * t).sin_cos();
            let (a, b) = match self.form {
                FourierForm::Series => {
                    ([sin, w * cos, -w * w * sin], [cos, -w * sin, -w * w * cos])
                }
                FourierForm::Swevers => ([sin / w, cos, -w * sin], [-cos / w, sin, w * cos]),
            };
            visit(k, a);
            visit(self.harmonics + k, b);
        }
    }
}

/// A series from its coefficients, one row of `a` and of `b` per coordinate.
pub fn fourier(
    form: FourierForm,
    frequency: f64,
    duration: f64,
    offset: &[f64],
    a: &[Vec<f64>],
    b: &[Vec<f64>],
) -> Result<LinearTrajectory<FourierBasis>, MotionError> {
    let n = offset.len();
    MotionError::check_length("a", a.len(), n, "a row for each entry of `offset`")?;
    MotionError::check_length("b", b.len(), n, "a row for each entry of `offset`")?;
    let harmonics = a.first().map_or(0, Vec::len);
    let mut coefficients = Vec::with_capacity(2 * n * harmonics);
    for (a, b) in a.iter().zip(b) {
        MotionError::check_length("a", a.len(), harmonics, "as many as in its first row")?;
        MotionError::check_length("b", b.len(), harmonics, "as many as in `a`")?;
        coefficients.extend_from_slice(a);
        coefficients.extend_from_slice(b);
    }
    let basis = FourierBasis::new(form, harmonics, frequency, duration)?;
    LinearTrajectory::new(basis, offset, &coefficients)
}
