//! Savitzky–Golay smoothing and derivatives of evenly sampled signals.
//!
//! The value of sample *i* becomes that of the polynomial of degree `order`
//! fitted by least squares to the `window` samples around it (Savitzky & Golay,
//! *Anal. Chem.* 36, 1964); a derivative becomes that of the polynomial. Inside
//! this is one convolution. Within half a window of the ends there is no
//! symmetric window: [`Edge`] says what happens there.

use crate::dot::dot;
use crate::error::{SignalError, check_finite, check_step};
use crate::orthogonal::OrthonormalPolynomials;

/// What is done within half a window of the ends.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Edge {
    /// The polynomial of the first or last whole window is read off there
    /// (SciPy's `interp`): no sample is invented.
    #[default]
    Polynomial,
    /// The signal is mirrored about its first and last sample.
    Mirror,
    /// The first and last sample are repeated.
    Nearest,
    /// The signal is taken as periodic.
    Periodic,
}

/// A window and a polynomial order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SavitzkyGolay {
    window: usize,
    order: usize,
    edge: Edge,
}

impl SavitzkyGolay {
    /// A window of an odd number of samples and a polynomial of lower degree.
    ///
    /// An even window has its middle between two samples and would shift the
    /// signal in time by half of one, so it is refused.
    pub fn new(window: usize, order: usize) -> Result<Self, SignalError> {
        if window.is_multiple_of(2) {
            let hint = match window {
                0 => "take an odd number, such as 21".to_string(),
                w => format!(
                    "an even window shifts time by half a sample; take {} or {}",
                    w - 1,
                    w + 1
                ),
            };
            return Err(SignalError::setting("the Savitzky–Golay window", window, hint));
        }
        if order >= window {
            let hint = format!("a window of {window} samples holds at most order {}", window - 1);
            return Err(SignalError::setting("the Savitzky–Golay order", order, hint));
        }
        Ok(Self { window, order, edge: Edge::default() })
    }

    /// With another treatment of the ends.
    pub fn edge(mut self, edge: Edge) -> Self {
        self.edge = edge;
        self
    }
    /// Samples in the window.
    pub fn window(&self) -> usize {
        self.window
    }
    /// Degree of the polynomial.
    pub fn order(&self) -> usize {
        self.order
    }

    /// The signal smoothed.
    pub fn smooth(&self, samples: &[f64]) -> Result<Vec<f64>, SignalError> {
        self.derivative(samples, 1.0, 0)
    }

    /// The `derivative`-th derivative of a signal sampled every `dt` seconds.
    pub fn derivative(
        &self,
        samples: &[f64],
        dt: f64,
        derivative: usize,
    ) -> Result<Vec<f64>, SignalError> {
        check_step(dt)?;
        check_finite("the signal", samples)?;
        let (n, window, half) = (samples.len(), self.window, self.window / 2);
        // A mirror or a period reaches back by no more than the signal's own length.
        let needed = match self.edge {
            Edge::Polynomial => window,
            Edge::Mirror | Edge::Periodic => half + 1,
            Edge::Nearest => 1,
        };
        if n < needed {
            let what = format!("a Savitzky–Golay window of {window}");
            let hint = "take a shorter window or a longer record";
            return Err(SignalError::TooShort { what, needed, got: n, hint });
        }
        // In samples, not seconds: the fit then has the same rounding at every rate.
        let points: Vec<f64> = (0..window).map(|i| i as f64 - half as f64).collect();
        let mut fit = OrthonormalPolynomials::on(&points, self.order)?;
        let mut weights = vec![0.0; window];
        let rate = dt.recip().powi(derivative as i32);
        fit.weights(0.0, derivative, &mut weights);
        let mut out = vec![0.0; n];
        let inside = samples.windows(window).zip(out.iter_mut().skip(half));
        for (around, out) in inside {
            *out = rate * dot(&weights, around);
        }
        let ends = (0..n.min(half)).chain(n.saturating_sub(half).max(half)..n);
        if self.edge == Edge::Polynomial {
            let (first, last) = (&samples[..window], &samples[n - window..]);
            for i in ends {
                let from_left = i < half;
                let at = if from_left { i as f64 } else { (i + window - n) as f64 };
                fit.weights(at - half as f64, derivative, &mut weights);
                out[i] = rate * dot(&weights, if from_left { first } else { last });
            }
            return Ok(out);
        }
        for i in ends {
            let around =
                (0..window).map(|k| self.beyond(samples, (i + k) as isize - half as isize));
            out[i] = rate * weights.iter().zip(around).map(|(w, x)| w * x).sum::<f64>();
        }
        Ok(out)
    }

    /// The sample at `i`, which may lie before the first or after the last.
    fn beyond(&self, samples: &[f64], i: isize) -> f64 {
        let n = samples.len() as isize;
        let i = match self.edge {
            Edge::Mirror if i < 0 => -i,
            Edge::Mirror if i >= n => 2 * (n - 1) - i,
            Edge::Periodic => i.rem_euclid(n),
            _ => i.clamp(0, n - 1),
        };
        samples[i as usize]
    }
}
