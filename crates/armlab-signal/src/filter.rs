//! A filter in a few words, so that model and measurement get the same one.
//!
//! | text | filter |
//! |---|---|
//! | `none` | the signal as it is |
//! | `butter:4:6Hz` | Butterworth low-pass of order 4 at 6 Hz, zero-phase |
//! | `butter:4:>6Hz` | high-pass |
//! | `butter:2:1-6Hz` | band-pass |
//! | `sg:21:5` | Savitzky–Golay, window 21, order 5 |

use crate::butterworth::{Band, Butterworth};
use crate::difference::{first_difference, second_difference};
use crate::error::{SignalError, check_finite, check_step};
use crate::savitzky_golay::SavitzkyGolay;
use std::fmt;
use std::str::FromStr;

/// A filter that shifts nothing in time.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum Filter {
    /// The signal as it is.
    #[default]
    None,
    /// Butterworth, forwards and backwards; the gain at the cut-off is ½.
    Butterworth(Butterworth),
    /// A local polynomial fit.
    SavitzkyGolay(SavitzkyGolay),
}

/// A signal with its first two derivatives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Derivatives {
    /// The signal, filtered.
    pub value: Vec<f64>,
    /// Its first derivative.
    pub first: Vec<f64>,
    /// Its second derivative.
    pub second: Vec<f64>,
}

impl Filter {
    /// What must precede keeping every `factor`-th sample of a signal sampled
    /// every `dt` seconds: a Butterworth low-pass of order 8 at four fifths of
    /// half the new rate.
    pub fn against_aliasing(dt: f64, factor: usize) -> Result<Self, SignalError> {
        check_step(dt)?;
        if factor < 2 {
            return Ok(Self::None);
        }
        let frequency = 0.4 / (dt * factor as f64);
        Ok(Self::Butterworth(Butterworth::new(8, Band::LowPass(frequency))?))
    }

    /// The signal, sampled every `dt` seconds, filtered.
    pub fn apply(&self, samples: &[f64], dt: f64) -> Result<Vec<f64>, SignalError> {
        match self {
            Self::None => {
                check_finite("the signal", samples)?;
                Ok(samples.to_vec())
            }
            Self::Butterworth(filter) => filter.design(dt)?.zero_phase(samples),
            Self::SavitzkyGolay(filter) => filter.smooth(samples),
        }
    }

    /// Many columns, all alike.
    pub fn apply_columns(&self, columns: &[&[f64]], dt: f64) -> Result<Vec<Vec<f64>>, SignalError> {
        columns.iter().map(|column| self.apply(column, dt)).collect()
    }

    /// The signal filtered and its derivatives: those of the fitted polynomials
    /// for Savitzky–Golay, otherwise central differences of the filtered signal.
    pub fn derivatives(&self, samples: &[f64], dt: f64) -> Result<Derivatives, SignalError> {
        if let Self::SavitzkyGolay(filter) = self {
            let of = |d| filter.derivative(samples, dt, d);
            return Ok(Derivatives { value: of(0)?, first: of(1)?, second: of(2)? });
        }
        let value = self.apply(samples, dt)?;
        let (first, second) = (first_difference(&value, dt)?, second_difference(&value, dt)?);
        Ok(Derivatives { value, first, second })
    }

    /// Samples on either side that a jump in the signal is smeared over, for
    /// masking; for Butterworth the time in which its step response settles.
    pub fn half_width(&self, dt: f64) -> usize {
        match self {
            Self::None => 0,
            Self::SavitzkyGolay(filter) => filter.window() / 2,
            Self::Butterworth(filter) => {
                let slowest = match filter.band() {
                    Band::LowPass(f) | Band::HighPass(f) => f,
                    Band::BandPass(low, high) => (high - low).min(low),
                };
                // Poles decay with ω sin(π/2N); three time constants leave a twentieth.
                let damping = (0.5 * std::f64::consts::PI / filter.order() as f64).sin();
                let seconds = 3.0 / (std::f64::consts::TAU * slowest * damping);
                (seconds / dt).ceil().clamp(0.0, 1e9) as usize
            }
        }
    }
}

impl fmt::Display for Filter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::None => write!(f, "none"),
            Self::Butterworth(b) => match b.band() {
                Band::LowPass(c) => write!(f, "butter:{}:{c}Hz", b.order()),
                Band::HighPass(c) => write!(f, "butter:{}:>{c}Hz", b.order()),
                Band::BandPass(low, high) => write!(f, "butter:{}:{low}-{high}Hz", b.order()),
            },
            Self::SavitzkyGolay(s) => write!(f, "sg:{}:{}", s.window(), s.order()),
        }
    }
}

impl FromStr for Filter {
    type Err = SignalError;

    fn from_str(text: &str) -> Result<Self, SignalError> {
        let parts: Vec<&str> = text.trim().split(':').map(str::trim).collect();
        match parts[..] {
            ["none"] => Ok(Self::None),
            ["sg", window, order] => {
                let filter = SavitzkyGolay::new(whole(text, window)?, whole(text, order)?)?;
                Ok(Self::SavitzkyGolay(filter))
            }
            ["butter", order, band] => {
                let order = whole(text, order)?;
                Ok(Self::Butterworth(Butterworth::new(order, parse_band(text, band)?)?))
            }
            _ => Err(unknown(text)),
        }
    }
}

fn parse_band(text: &str, band: &str) -> Result<Band, SignalError> {
    let lower = band.to_ascii_lowercase();
    let plain = lower.strip_suffix("hz").unwrap_or(&lower).trim();
    let number = |part: &str| part.trim().parse::<f64>().map_err(|_| unknown(text));
    if let Some(above) = plain.strip_prefix('>') {
        return Ok(Band::HighPass(number(above)?));
    }
    // A hyphen after the first character separates; one in an exponent does not.
    let cut = plain.char_indices().skip(1).find(|(i, c)| *c == '-' && !plain[..*i].ends_with('e'));
    match cut {
        Some((i, _)) => Ok(Band::BandPass(number(&plain[..i])?, number(&plain[i + 1..])?)),
        None => Ok(Band::LowPass(number(plain)?)),
    }
}

fn whole(text: &str, part: &str) -> Result<usize, SignalError> {
    part.parse().map_err(|_| unknown(text))
}

fn unknown(text: &str) -> SignalError {
    let short: String = text.chars().take(40).collect();
    let hint = "write none, sg:WINDOW:ORDER such as sg:21:5, or butter:ORDER:FREQUENCY such as butter:4:6Hz, butter:4:>6Hz, butter:2:1-6Hz";
    SignalError::setting("a filter", format_args!("`{short}`"), hint)
}
