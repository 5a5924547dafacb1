//! Cascades of second-order sections, forwards and forwards-backwards.
//!
//! A section is `H(z) = (b₀ + b₁z⁻¹ + b₂z⁻²)/(1 + a₁z⁻¹ + a₂z⁻²)`, run in the
//! transposed direct form II. Running a cascade over the signal and again over
//! the result reversed gives `|H|²` and no phase (Gustafsson, *IEEE Trans.
//! Signal Process.* 44, 1996, on the ends). As usual the signal is extended at
//! both ends by its point reflection, `2x₀ − x_k`, and the states start as if
//! the first value had lasted forever.

use crate::error::{SignalError, check_finite};

/// One section.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Section {
    /// b₀, b₁, b₂.
    pub numerator: [f64; 3],
    /// a₁, a₂; a₀ is one.
    pub denominator: [f64; 2],
}

impl Section {
    /// State that an input of ones, lasting forever, leaves behind, and the
    /// output it gives.
    fn settled(&self) -> ([f64; 2], f64) {
        let [b0, b1, b2] = self.numerator;
        let [a1, a2] = self.denominator;
        let gain = (b0 + b1 + b2) / (1.0 + a1 + a2);
        let second = b2 - a2 * gain;
        ([b1 - a1 * gain + second, second], gain)
    }

    /// Filters in place from a state, and leaves the state behind.
    #[inline]
    fn run(&self, signal: &mut [f64], state: &mut [f64; 2]) {
        let [b0, b1, b2] = self.numerator;
        let [a1, a2] = self.denominator;
        let [mut s1, mut s2] = *state;
        for x in signal {
            let y = b0 * *x + s1;
            s1 = b1 * *x - a1 * y + s2;
            s2 = b2 * *x - a2 * y;
            *x = y;
        }
        *state = [s1, s2];
    }
}

/// A cascade of sections.
#[derive(Clone, Debug, PartialEq)]
pub struct Sections {
    sections: Vec<Section>,
    /// Poles of the whole cascade.
    degree: usize,
}

impl Sections {
    /// A cascade with `degree` poles altogether.
    pub fn new(sections: Vec<Section>, degree: usize) -> Self {
        Self { sections, degree }
    }
    /// The sections.
    pub fn sections(&self) -> &[Section] {
        &self.sections
    }
    /// Number of poles.
    pub fn degree(&self) -> usize {
        self.degree
    }
    /// Samples by which [`zero_phase`](Self::zero_phase) extends either end.
    pub fn padding(&self) -> usize {
        3 * (self.degree + 1)
    }

    /// Gain at an angle per sample, radians: 0 is standstill, π the Nyquist frequency.
    pub fn gain(&self, angle: f64) -> f64 {
        let (s1, c1) = angle.sin_cos();
        let (s2, c2) = (2.0 * angle).sin_cos();
        let size = |[p0, p1, p2]: [f64; 3]| (p0 + p1 * c1 + p2 * c2).hypot(p1 * s1 + p2 * s2);
        let of = |s: &Section| size(s.numerator) / size([1.0, s.denominator[0], s.denominator[1]]);
        self.sections.iter().map(of).product()
    }

    /// Filters in place as a signal comes in: the past counts, the future does
    /// not, and the result lags. The first value is taken to have lasted forever.
    pub fn causal(&self, signal: &mut [f64]) {
        let mut level = signal.first().copied().unwrap_or(0.0);
        for section in &self.sections {
            let (settled, gain) = section.settled();
            let mut state = settled.map(|s| s * level);
            section.run(signal, &mut state);
            level *= gain;
        }
    }

    /// Filters forwards and backwards, so that nothing is shifted in time.
    pub fn zero_phase(&self, signal: &[f64]) -> Result<Vec<f64>, SignalError> {
        check_finite("the signal", signal)?;
        let padding = self.padding();
        let n = signal.len();
        if n <= padding {
            let what = format!("a zero-phase filter with {} poles", self.degree);
            let hint = "lower the filter's order or record longer";
            return Err(SignalError::TooShort { what, needed: padding + 1, got: n, hint });
        }
        let (first, last) = (signal[0], signal[n - 1]);
        let mut work = Vec::with_capacity(n + 2 * padding);
        work.extend((1..=padding).rev().map(|k| 2.0 * first - signal[k]));
        work.extend_from_slice(signal);
        work.extend((1..=padding).map(|k| 2.0 * last - signal[n - 1 - k]));
        self.causal(&mut work);
        work.reverse();
        self.causal(&mut work);
        work.reverse();
        work.truncate(padding + n);
        work.drain(..padding);
        Ok(work)
    }
}
