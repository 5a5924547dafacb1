//! Butterworth filters as second-order sections.
//!
//! The analogue prototype has `|H(jω)|² = 1/(1 + ω²ᴺ)`, poles on the unit circle
//! at `e^{jπ(2k+N+1)/2N}`. Frequencies are pre-warped, `Ω = tan(π f/fs)`, moved
//! by `s → s/Ω` (low-pass), `s → Ω/s` (high-pass) or `s → (s² + Ω₀²)/(B s)`
//! (band-pass), and brought to samples by the bilinear map `s = (z−1)/(z+1)`
//! (Oppenheim & Schafer, *Discrete-Time Signal Processing*, ch. 7). Sections are
//! formed from pole pairs directly, never through a polynomial of high degree.

use crate::error::{SignalError, check_step};
use crate::sections::{Section, Sections};
use std::f64::consts::PI;

/// Highest order that is designed; beyond it rounding would show.
const HIGHEST_ORDER: usize = 24;

/// Which frequencies pass, in hertz.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Band {
    /// Those below.
    LowPass(f64),
    /// Those above.
    HighPass(f64),
    /// Those between.
    BandPass(f64, f64),
}

/// A Butterworth filter before it is known how often the signal is sampled.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Butterworth {
    order: usize,
    band: Band,
}

impl Butterworth {
    /// A filter of an order (a band-pass has twice as many poles).
    pub fn new(order: usize, band: Band) -> Result<Self, SignalError> {
        if order == 0 || order > HIGHEST_ORDER {
            let hint = format!("take 1 to {HIGHEST_ORDER}; 4 is usual");
            return Err(SignalError::setting("the order of a Butterworth filter", order, hint));
        }
        let positive = |f: f64| f.is_finite() && f > 0.0;
        let good = match band {
            Band::LowPass(f) | Band::HighPass(f) => positive(f),
            Band::BandPass(low, high) => positive(low) && positive(high) && low < high,
        };
        if !good {
            let hint = "frequencies are positive numbers of hertz, the lower one first";
            return Err(SignalError::setting("a filter's band", format_args!("{band:?}"), hint));
        }
        Ok(Self { order, band })
    }

    /// The order.
    pub fn order(&self) -> usize {
        self.order
    }
    /// Which frequencies pass.
    pub fn band(&self) -> Band {
        self.band
    }

    /// The filter for a signal sampled every `dt` seconds.
    pub fn design(&self, dt: f64) -> Result<Sections, SignalError> {
        check_step(dt)?;
        let warped = |f: f64| {
            // Not `f·dt >= ½`: rounding must not let the Nyquist frequency itself through.
            if f * dt < 0.5 - 1e-12 {
                return Ok((PI * f * dt).tan());
            }
            let hint = format!("it must lie below half the sampling rate, {} Hz", 0.5 / dt);
            Err(SignalError::setting("a cut-off", format_args!("{f} Hz"), hint))
        };
        match self.band {
            Band::LowPass(f) => Ok(self.single(warped(f)?, false)),
            Band::HighPass(f) => Ok(self.single(warped(f)?, true)),
            Band::BandPass(low, high) => Ok(self.band_pass(warped(low)?, warped(high)?)),
        }
    }

    /// `2 cos θ` of the prototype's pole pairs `s² + 2 cos θ s + 1`.
    fn pairs(&self) -> impl Iterator<Item = f64> + use<> {
        let n = self.order;
        (0..n / 2).map(move |k| 2.0 * (PI * (2 * k + 1) as f64 / (2 * n) as f64).sin())
    }

    fn single(&self, warped: f64, high: bool) -> Sections {
        let w = warped;
        let mut sections: Vec<Section> = Vec::with_capacity(self.order.div_ceil(2));
        if self.order % 2 == 1 {
            let (b0, b1) = if high { (1.0, -1.0) } else { (w, w) };
            let gain = 1.0 / (1.0 + w);
            sections.push(Section {
                numerator: [b0 * gain, b1 * gain, 0.0],
                denominator: [(w - 1.0) * gain, 0.0],
            });
        }
        for damping in self.pairs() {
            let numerator = if high { [1.0, -2.0, 1.0] } else { [w * w, 2.0 * w * w, w * w] };
            sections.push(bilinear(numerator, damping * w, w * w));
        }
        Sections::new(sections, self.order)
    }

    fn band_pass(&self, low: f64, high: f64) -> Sections {
        let (width, middle2) = (high - low, low * high);
        let numerator = [width, 0.0, -width];
        let mut sections = Vec::with_capacity(self.order);
        if self.order % 2 == 1 {
            sections.push(bilinear(numerator, width, middle2));
        }
        for damping in self.pairs() {
            // Roots of s² − p B s + Ω₀² with p = −cos θ + j sin θ: two, each of
            // which makes a section together with its conjugate.
            let (re, im) =
                (-0.25 * damping * width, 0.5 * width * (1.0 - 0.25 * damping * damping).sqrt());
            let (root_re, root_im) = square_root(re * re - im * im - middle2, 2.0 * re * im);
            for sign in [1.0, -1.0] {
                let (x, y) = (re + sign * root_re, im + sign * root_im);
                sections.push(bilinear(numerator, -2.0 * x, x * x + y * y));
            }
        }
        // Every section passes its share of one at the middle of the band.
        let angle = 2.0 * middle2.sqrt().atan();
        for section in &mut sections {
            let gain = Sections::new(vec![*section], 2).gain(angle);
            section.numerator = section.numerator.map(|b| b / gain);
        }
        Sections::new(sections, 2 * self.order)
    }
}

/// The section of `numerator(z)/((z−1)² + c₁(z−1)(z+1) + c₀(z+1)²)`.
fn bilinear(numerator: [f64; 3], c1: f64, c0: f64) -> Section {
    let leading = 1.0 + c1 + c0;
    Section {
        numerator: numerator.map(|b| b / leading),
        denominator: [2.0 * (c0 - 1.0) / leading, (1.0 - c1 + c0) / leading],
    }
}

/// Principal square root of a complex number.
fn square_root(re: f64, im: f64) -> (f64, f64) {
    let size = re.hypot(im);
    // The larger part first, the other from the product: no cancellation.
    if re >= 0.0 {
        let x = (0.5 * (size + re)).sqrt();
        (x, if x > 0.0 { 0.5 * im / x } else { 0.0 })
    } else {
        let y = (0.5 * (size - re)).sqrt().copysign(im);
        (0.5 * im / y, y)
    }
}
