//! Smooth curves through noisy samples with even or uneven stamps.
//!
//! A quintic spline `z` with even knots is fitted to values and, where there are any,
//! slopes, and held smooth by the fourth differences of its coefficients (Eilers &
//! Marx 1996):
//!
//! ```text
//! min  Σ w (xᵢ − z(tᵢ))² + Σ u (sᵢ − z′(tᵢ))² + λ Σ (Δ⁴c)²
//! ```
//!
//! Far from the ends this is a zero-phase low-pass filter of gain `1/(1 + (f/f_c)⁸)`, as
//! a Butterworth filter of order 4 forwards and backwards. At the ends, where a filter
//! would have to invent what came before, only samples count.

use crate::error::{SignalError, check_finite, check_length, check_step};
use std::f64::consts::PI;

const DEGREE: usize = 5;
/// Coefficients that a point depends on.
const WIDTH: usize = DEGREE + 1;
/// Fourth differences.
const PENALTY: [f64; 5] = [1.0, -4.0, 6.0, -4.0, 1.0];
/// Knots per period of the cut-off.
const KNOTS: f64 = 8.0;
/// Weight of first differences, so that two samples are enough; too small to be seen.
const LEVEL: f64 = 1e-7;
/// Most coefficients of a curve.
const MOST: f64 = 1e8;

/// What a curve is fitted to, and how smooth it is.
#[derive(Clone, Copy, Debug)]
pub struct Smoothing<'a> {
    /// Time stamps, s, in any order.
    pub stamps: &'a [f64],
    /// Values.
    pub values: &'a [f64],
    /// Slopes, and the noise of the values over that of the slopes, s.
    pub slopes: Option<(&'a [f64], f64)>,
    /// Cut-off, Hz.
    pub cutoff: f64,
    /// Typical time between samples, s.
    pub step: f64,
    /// Time before the first and after the last stamp that the curve goes on for, s.
    pub beyond: f64,
}

/// A curve with two derivatives.
#[derive(Clone, Debug, PartialEq)]
pub struct SmoothingSpline {
    origin: f64,
    spacing: f64,
    coefficients: Vec<f64>,
}

impl SmoothingSpline {
    /// Fits a curve.
    ///
    /// # Errors
    /// If there is no sample, or something is not finite.
    pub fn fit(samples: &Smoothing) -> Result<Self, SignalError> {
        let Smoothing { stamps, values, slopes, cutoff, step, beyond } = *samples;
        check_step(step)?;
        check_finite("time", stamps)?;
        check_length("the values", values.len(), stamps.len())?;
        check_finite("the values", values)?;
        if let Some((slopes, _)) = slopes {
            check_length("the slopes", slopes.len(), stamps.len())?;
            check_finite("the slopes", slopes)?;
        }
        let setting = |what, value: f64, hint: &str| Err(SignalError::setting(what, value, hint));
        if !(cutoff > 0.0 && cutoff.is_finite()) {
            return setting("the cut-off", cutoff, "give a positive frequency");
        }
        if stamps.is_empty() {
            let (what, hint) = ("a smooth curve".into(), "give some samples");
            return Err(SignalError::TooShort { what, needed: 1, got: 0, hint });
        }
        let spacing = (1.0 / (KNOTS * cutoff)).max(step);
        let first = stamps.iter().copied().fold(f64::INFINITY, f64::min) - beyond.abs();
        let last = stamps.iter().copied().fold(f64::NEG_INFINITY, f64::max) + beyond.abs();
        let intervals = ((last - first) / spacing).floor() + 1.0;
        if !(intervals < MOST) {
            return setting("the cut-off", cutoff, "lower it, or cut the record");
        }
        let mut curve =
            Self { origin: first, spacing, coefficients: vec![0.0; intervals as usize + DEGREE] };
        let ratio = slopes.map_or(0.0, |s| s.1 * s.1);
        let mut system = Banded::new(curve.coefficients.len());
        for (i, &t) in stamps.iter().enumerate() {
            let (k, [value, slope, _]) = curve.basis(t);
            system.add(k, &value, values[i], 1.0);
            if let Some((slopes, _)) = slopes {
                system.add(k, &slope, slopes[i], ratio);
            }
        }
        let angle = 2.0 * PI * cutoff * spacing;
        let rate = 2.0 * PI * cutoff;
        let data = spacing / step * gram(angle) * (1.0 + ratio * rate * rate);
        let weight = data / (2.0 * (0.5 * angle.min(PI)).sin()).powi(8);
        system.smooth(&PENALTY, weight);
        system.smooth(&[-1.0, 1.0], LEVEL * weight.min(data));
        curve.coefficients = system.solve();
        Ok(curve)
    }

    /// The first coefficient that counts at `t`, and the weights of six of them: of the
    /// value and of two derivatives.
    fn basis(&self, t: f64) -> (usize, [[f64; WIDTH]; 3]) {
        let last = (self.coefficients.len() - WIDTH) as f64;
        let at = (t - self.origin) / self.spacing;
        let k = at.floor().clamp(0.0, last);
        let (value, first, second) = weights(at - k);
        let h = self.spacing;
        (k as usize, [value, first.map(|x| x / h), second.map(|x| x / (h * h))])
    }

    /// Value, first and second derivative at a time.
    pub fn at(&self, t: f64) -> [f64; 3] {
        let (k, weights) = self.basis(t);
        let some = &self.coefficients[k..k + WIDTH];
        weights.map(|w| w.iter().zip(some).map(|(w, c)| w * c).sum())
    }
}

/// The six splines of an interval at `u` between 0 and 1, and their derivatives over `u`.
fn weights(u: f64) -> ([f64; WIDTH], [f64; WIDTH], [f64; WIDTH]) {
    let mut all = [0.0; WIDTH];
    all[0] = 1.0;
    let (mut cubic, mut quartic) = (all, all);
    for degree in 1..=DEGREE {
        let mut saved = 0.0;
        for r in 0..degree {
            let part = all[r] / degree as f64;
            all[r] = saved + (r as f64 + 1.0 - u) * part;
            saved = (u + (degree - r) as f64 - 1.0) * part;
        }
        all[degree] = saved;
        match degree {
            3 => cubic = all,
            4 => quartic = all,
            _ => {}
        }
    }
    let of =
        |list: &[f64; WIDTH], k: usize, back: usize| k.checked_sub(back).map_or(0.0, |i| list[i]);
    let first = |k: usize| of(&quartic, k, 1) - of(&quartic, k, 0);
    let second = |k: usize| of(&cubic, k, 2) - 2.0 * of(&cubic, k, 1) + of(&cubic, k, 0);
    (all, std::array::from_fn(first), std::array::from_fn(second))
}

/// Mean square of a spline whose coefficients turn by `angle` from one to the next.
fn gram(angle: f64) -> f64 {
    const POINTS: usize = 32;
    let square = |p: usize| {
        let (weights, ..) = weights((p as f64 + 0.5) / POINTS as f64);
        let (mut re, mut im) = (0.0, 0.0);
        for (k, w) in weights.iter().enumerate() {
            re += w * (k as f64 * angle).cos();
            im += w * (k as f64 * angle).sin();
        }
        re * re + im * im
    };
    (0..POINTS).map(square).sum::<f64>() / POINTS as f64
}

/// Normal equations whose unknowns touch their neighbours only.
struct Banded {
    /// Diagonal and what is right of it, row by row.
    rows: Vec<[f64; WIDTH]>,
    right: Vec<f64>,
}

impl Banded {
    fn new(unknowns: usize) -> Self {
        Self { rows: vec![[0.0; WIDTH]; unknowns], right: vec![0.0; unknowns] }
    }

    /// A row of the regression: six unknowns from `k` on.
    fn add(&mut self, k: usize, row: &[f64; WIDTH], value: f64, weight: f64) {
        for (i, a) in row.iter().enumerate() {
            self.right[k + i] += weight * a * value;
            for (j, b) in row[i..].iter().enumerate() {
                self.rows[k + i][j] += weight * a * b;
            }
        }
    }

    /// Differences of neighbours, squared.
    fn smooth(&mut self, differences: &[f64], weight: f64) {
        for k in 0..(self.rows.len() + 1).saturating_sub(differences.len()) {
            for (i, a) in differences.iter().enumerate() {
                for (j, b) in differences[i..].iter().enumerate() {
                    self.rows[k + i][j] += weight * a * b;
                }
            }
        }
    }

    /// By Cholesky's factors `UᵀU`.
    fn solve(self) -> Vec<f64> {
        let Self { mut rows, right: mut x } = self;
        let n = rows.len();
        for k in 0..n {
            let pivot = rows[k][0].max(f64::MIN_POSITIVE).sqrt();
            rows[k].iter_mut().for_each(|a| *a /= pivot);
            let row = rows[k];
            x[k] /= pivot;
            for i in 1..WIDTH.min(n - k) {
                x[k + i] -= row[i] * x[k];
                for j in i..WIDTH {
                    rows[k + i][j - i] -= row[i] * row[j];
                }
            }
        }
        for k in (0..n).rev() {
            let known: f64 = (1..WIDTH.min(n - k)).map(|i| rows[k][i] * x[k + i]).sum();
            x[k] = (x[k] - known) / rows[k][0];
        }
        x
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn samples<'a>(stamps: &'a [f64], values: &'a [f64], cutoff: f64) -> Smoothing<'a> {
        Smoothing { stamps, values, slopes: None, cutoff, step: 0.01, beyond: 0.0 }
    }

    #[test]
    fn cubics_are_kept_to_the_last_sample_and_beyond() {
        let cubic = |t: f64| 1.0 - 2.0 * t + 0.5 * t * t + 3.0 * t * t * t;
        let stamps: Vec<f64> = (0..200).map(|i| 0.01 * f64::from(i)).collect();
        let values: Vec<f64> = stamps.iter().map(|t| cubic(*t)).collect();
        let curve =
            SmoothingSpline::fit(&Smoothing { beyond: 0.05, ..samples(&stamps, &values, 4.0) });
        let curve = curve.unwrap();
        for t in [-0.05, 0.0, 0.3333, 1.0, 1.99, 2.04] {
            let [z, first, second] = curve.at(t);
            assert!((z - cubic(t)).abs() < 1e-5, "{t}: {z}");
            assert!((first - (-2.0 + t + 9.0 * t * t)).abs() < 1e-3, "{t}: {first}");
            assert!((second - (1.0 + 18.0 * t)).abs() < 0.1, "{t}: {second}");
        }
    }

    #[test]
    fn the_gain_is_one_half_at_the_cut_off_and_that_of_a_butterworth_filter_beside_it() {
        let stamps: Vec<f64> = (0..4000).map(|i| 0.01 * f64::from(i)).collect();
        for (cutoff, ratio) in [(3.0, 1.0), (3.0, 0.7), (3.0, 1.4), (12.0, 1.0), (30.0, 1.0)] {
            let rate = 2.0 * PI * cutoff * ratio;
            let values: Vec<f64> = stamps.iter().map(|t| (rate * t).sin()).collect();
            let curve = SmoothingSpline::fit(&samples(&stamps, &values, cutoff)).unwrap();
            let middle = &stamps[1000..3000];
            let dot = |f: &dyn Fn(f64) -> f64| middle.iter().map(|t| f(*t)).sum::<f64>();
            let gain =
                dot(&|t| curve.at(t)[0] * (rate * t).sin()) / dot(&|t| (rate * t).sin().powi(2));
            let right = 1.0 / (1.0 + f64::powi(ratio, 8));
            assert!((gain - right).abs() < 0.03, "{cutoff} Hz times {ratio}: {gain}, not {right}");
        }
    }

    #[test]
    fn slopes_count_as_the_noise_of_both_says() {
        let stamps: Vec<f64> = (0..500).map(|i| 0.01 * f64::from(i)).collect();
        let values: Vec<f64> = stamps.iter().map(|t| t.sin()).collect();
        let wrong: Vec<f64> = stamps.iter().map(|t| t.cos() + 0.5).collect();
        let slope = |ratio: f64| {
            let slopes = Some((wrong.as_slice(), ratio));
            let curve =
                SmoothingSpline::fit(&Smoothing { slopes, ..samples(&stamps, &values, 5.0) });
            curve.unwrap().at(2.5)[1] - 2.5_f64.cos()
        };
        assert!(slope(1e-4).abs() < 1e-3);
        assert!((slope(1e3) - 0.5).abs() < 1e-3);
    }

    #[test]
    fn uneven_stamps_and_few_samples_are_enough() {
        let curve = SmoothingSpline::fit(&samples(&[1.0], &[3.0], 5.0)).unwrap();
        assert!((curve.at(1.0)[0] - 3.0).abs() < 1e-4 && curve.at(1.0)[1].abs() < 1e-3);
        let curve = SmoothingSpline::fit(&samples(&[0.0, 1.0], &[0.0, 1.0], 5.0)).unwrap();
        assert!((curve.at(0.5)[0] - 0.5).abs() < 0.05, "{:?}", curve.at(0.5));
        let stamps: Vec<f64> =
            (0..300).map(|i| 0.01 * f64::from(i) + 0.004 * f64::from(i).sin()).collect();
        let values: Vec<f64> = stamps.iter().map(|t| (2.0 * t).sin()).collect();
        let curve = SmoothingSpline::fit(&samples(&stamps, &values, 6.0)).unwrap();
        for t in [0.1, 1.234, 2.5] {
            assert!((curve.at(t)[2] + 4.0 * (2.0 * t).sin()).abs() < 1e-2, "{t}");
        }
        assert!(SmoothingSpline::fit(&samples(&[], &[], 5.0)).is_err());
        assert!(SmoothingSpline::fit(&samples(&[0.0], &[f64::NAN], 5.0)).is_err());
        assert!(SmoothingSpline::fit(&samples(&[0.0, 1e12], &[0.0, 1.0], 5.0)).is_err());
    }
}
