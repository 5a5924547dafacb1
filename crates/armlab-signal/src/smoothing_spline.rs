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
/// One over the degrees.
const INVERSES: [f64; WIDTH] = [0.0, 1.0, 0.5, 1.0 / 3.0, 0.25, 0.2];
/// Knots per period of the cut-off.
const KNOTS: f64 = 8.0;
/// Weight of first differences, so that two samples are enough; too small to be seen.
const LEVEL: f64 = 1e-7;
/// Most coefficients of a curve.
const MOST: f64 = 1e8;

/// Where curves are sampled, and how smooth they are.
#[derive(Clone, Copy, Debug)]
pub struct Smoothing<'a> {
    /// Time stamps, s, in any order.
    pub stamps: &'a [f64],
    /// Cut-off, Hz.
    pub cutoff: f64,
    /// Typical time between samples, s.
    pub step: f64,
    /// Time before the first and after the last stamp that the curve goes on for, s.
    pub beyond: f64,
}

/// What a curve is fitted to: one number per stamp.
#[derive(Clone, Copy, Debug)]
pub struct Sampled<'a> {
    /// Values.
    pub values: &'a [f64],
    /// Slopes, and the noise of the values over that of the slopes, s.
    pub slopes: Option<(&'a [f64], f64)>,
}

/// Curves with two derivatives, side by side: the weights of a time serve all of them.
#[derive(Clone, Debug, PartialEq)]
pub struct SmoothingSplines {
    origin: f64,
    spacing: f64,
    coefficients: Vec<Vec<f64>>,
}

impl SmoothingSplines {
    /// Fits curves to samples at the same stamps.
    ///
    /// # Errors
    /// If there is no sample, or something is not finite.
    pub fn fit(smoothing: &Smoothing, curves: &[Sampled]) -> Result<Self, SignalError> {
        let Smoothing { stamps, cutoff, step, beyond } = *smoothing;
        check_step(step)?;
        check_finite("time", stamps)?;
        for Sampled { values, slopes } in curves {
            check_length("the values", values.len(), stamps.len())?;
            check_finite("the values", values)?;
            if let Some((slopes, _)) = slopes {
                check_length("the slopes", slopes.len(), stamps.len())?;
                check_finite("the slopes", slopes)?;
            }
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
        let unknowns = intervals as usize + DEGREE;
        let mut all =
            Self { origin: first, spacing, coefficients: vec![vec![0.0; unknowns]; curves.len()] };
        let mut of_values = Banded::new(unknowns);
        let any_slopes = curves.iter().any(|c| c.slopes.is_some());
        let mut of_slopes = Banded::new(if any_slopes { unknowns } else { 0 });
        for (i, &t) in stamps.iter().enumerate() {
            let (k, [value, slope, _]) = all.basis(t, unknowns);
            of_values.add(k, &value);
            if any_slopes {
                of_slopes.add(k, &slope);
            }
            for (curve, right) in curves.iter().zip(&mut all.coefficients) {
                let right = &mut right[k..k + WIDTH];
                add_scaled(right, &value, curve.values[i]);
                if let Some((slopes, ratio)) = curve.slopes {
                    add_scaled(right, &slope, ratio * ratio * slopes[i]);
                }
            }
        }
        let angle = 2.0 * PI * cutoff * spacing;
        let rate = 2.0 * PI * cutoff;
        let level = spacing / step * gram(angle);
        let factor_of = |ratio: f64| {
            let mut system = of_values.clone();
            if ratio > 0.0 {
                system.add_times(&of_slopes, ratio);
            }
            let data = level * (1.0 + ratio * rate * rate);
            let weight = data / (2.0 * (0.5 * angle.min(PI)).sin()).powi(8);
            system.smooth(&PENALTY, weight);
            system.smooth(&[-1.0, 1.0], LEVEL * weight.min(data));
            system.factor()
        };
        // Curves without slopes, or with as noisy ones, have one matrix.
        let mut last: Option<(f64, Factor)> = None;
        for (curve, right) in curves.iter().zip(&mut all.coefficients) {
            let ratio = curve.slopes.map_or(0.0, |s| s.1 * s.1);
            let factor = match last.take() {
                Some((same, factor)) if same == ratio => factor,
                _ => factor_of(ratio),
            };
            factor.solve(right);
            last = Some((ratio, factor));
        }
        Ok(all)
    }

    /// The first coefficient that counts at `t`, and the weights of six of them: of the
    /// value and of two derivatives.
    fn basis(&self, t: f64, unknowns: usize) -> (usize, [[f64; WIDTH]; 3]) {
        let at = (t - self.origin) / self.spacing;
        let k = at.floor().clamp(0.0, (unknowns - WIDTH) as f64);
        let (value, first, second) = weights(at - k);
        let h = 1.0 / self.spacing;
        (k as usize, [value, first.map(|x| x * h), second.map(|x| x * (h * h))])
    }

    /// Shows value, first and second derivative of each curve at a time.
    pub fn at(&self, t: f64, mut show: impl FnMut(usize, [f64; 3])) {
        let Some(unknowns) = self.coefficients.first().map(Vec::len) else { return };
        let (k, weights) = self.basis(t, unknowns);
        for (curve, coefficients) in self.coefficients.iter().enumerate() {
            let some = &coefficients[k..k + WIDTH];
            show(curve, weights.map(|w| w.iter().zip(some).map(|(w, c)| w * c).sum()));
        }
    }
}

fn add_scaled(to: &mut [f64], weights: &[f64; WIDTH], factor: f64) {
    to.iter_mut().zip(weights).for_each(|(x, w)| *x += factor * w);
}

/// The six splines of an interval at `u` between 0 and 1, and their derivatives over `u`.
fn weights(u: f64) -> ([f64; WIDTH], [f64; WIDTH], [f64; WIDTH]) {
    let mut all = [0.0; WIDTH];
    all[0] = 1.0;
    let (mut cubic, mut quartic) = (all, all);
    for degree in 1..=DEGREE {
        let mut saved = 0.0;
        for r in 0..degree {
            let part = all[r] * INVERSES[degree];
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

/// A matrix of normal equations whose unknowns touch their neighbours only.
#[derive(Clone)]
struct Banded {
    /// Diagonal and what is right of it, row by row.
    rows: Vec<[f64; WIDTH]>,
}

impl Banded {
    fn new(unknowns: usize) -> Self {
        Self { rows: vec![[0.0; WIDTH]; unknowns] }
    }

    /// A row of the regression: six unknowns from `k` on.
    fn add(&mut self, k: usize, row: &[f64; WIDTH]) {
        for (i, a) in row.iter().enumerate() {
            for (j, b) in row[i..].iter().enumerate() {
                self.rows[k + i][j] += a * b;
            }
        }
    }

    /// Another matrix times a factor.
    fn add_times(&mut self, other: &Self, factor: f64) {
        for (row, other) in self.rows.iter_mut().zip(&other.rows) {
            row.iter_mut().zip(other).for_each(|(a, b)| *a += factor * b);
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

    /// Cholesky's factors `UᵀU`, with one over the diagonal in its place.
    fn factor(self) -> Factor {
        let mut rows = self.rows;
        let n = rows.len();
        for k in 0..n {
            let pivot = 1.0 / rows[k][0].max(f64::MIN_POSITIVE).sqrt();
            rows[k].iter_mut().for_each(|a| *a *= pivot);
            let row = rows[k];
            for i in 1..WIDTH.min(n - k) {
                for j in i..WIDTH {
                    rows[k + i][j - i] -= row[i] * row[j];
                }
            }
            rows[k][0] = pivot;
        }
        Factor { rows }
    }
}

/// A factor of a banded matrix.
struct Factor {
    rows: Vec<[f64; WIDTH]>,
}

impl Factor {
    /// Replaces a right-hand side by the unknowns.
    fn solve(&self, x: &mut [f64]) {
        let n = x.len();
        for (k, row) in self.rows.iter().enumerate() {
            x[k] *= row[0];
            let known = x[k];
            let below = &mut x[k + 1..(k + WIDTH).min(n)];
            below.iter_mut().zip(&row[1..]).for_each(|(x, a)| *x -= a * known);
        }
        for (k, row) in self.rows.iter().enumerate().rev() {
            let right = &x[k + 1..(k + WIDTH).min(n)];
            let known: f64 = right.iter().zip(&row[1..]).map(|(x, a)| a * x).sum();
            x[k] = (x[k] - known) * row[0];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One curve.
    struct Curve(SmoothingSplines);

    impl Curve {
        fn fit(
            stamps: &[f64],
            values: &[f64],
            slopes: Option<(&[f64], f64)>,
            [cutoff, beyond]: [f64; 2],
        ) -> Result<Self, SignalError> {
            let smoothing = Smoothing { stamps, cutoff, step: 0.01, beyond };
            SmoothingSplines::fit(&smoothing, &[Sampled { values, slopes }]).map(Self)
        }
        fn at(&self, t: f64) -> [f64; 3] {
            let mut found = [f64::NAN; 3];
            self.0.at(t, |_, values| found = values);
            found
        }
    }

    #[test]
    fn cubics_are_kept_to_the_last_sample_and_beyond() {
        let cubic = |t: f64| 1.0 - 2.0 * t + 0.5 * t * t + 3.0 * t * t * t;
        let stamps: Vec<f64> = (0..200).map(|i| 0.01 * f64::from(i)).collect();
        let values: Vec<f64> = stamps.iter().map(|t| cubic(*t)).collect();
        let curve = Curve::fit(&stamps, &values, None, [4.0, 0.05]).unwrap();
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
            let curve = Curve::fit(&stamps, &values, None, [cutoff, 0.0]).unwrap();
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
            let curve = Curve::fit(&stamps, &values, slopes, [5.0, 0.0]);
            curve.unwrap().at(2.5)[1] - 2.5_f64.cos()
        };
        assert!(slope(1e-4).abs() < 1e-3);
        assert!((slope(1e3) - 0.5).abs() < 1e-3);
    }

    #[test]
    fn curves_side_by_side_are_those_alone() {
        let stamps: Vec<f64> = (0..300).map(|i| 0.01 * f64::from(i)).collect();
        let [values, slopes] = [1.0, 3.0].map(|w: f64| -> Vec<f64> {
            stamps.iter().map(|t| (w * t).sin() + 0.01 * (70.0 * t).cos()).collect()
        });
        let both = [None, Some((slopes.as_slice(), 0.3)), None];
        let smoothing = Smoothing { stamps: &stamps, cutoff: 6.0, step: 0.01, beyond: 0.0 };
        let curves = both.map(|slopes| Sampled { values: &values, slopes });
        let together = SmoothingSplines::fit(&smoothing, &curves).unwrap();
        for (k, slopes) in both.into_iter().enumerate() {
            let alone = Curve::fit(&stamps, &values, slopes, [6.0, 0.0]).unwrap();
            let mut found = [f64::NAN; 3];
            together.at(1.23, |curve, values| found = if curve == k { values } else { found });
            assert_eq!(found, alone.at(1.23), "{k}");
        }
    }

    #[test]
    fn uneven_stamps_and_few_samples_are_enough() {
        let curve = Curve::fit(&[1.0], &[3.0], None, [5.0, 0.0]).unwrap();
        assert!((curve.at(1.0)[0] - 3.0).abs() < 1e-4 && curve.at(1.0)[1].abs() < 1e-3);
        let curve = Curve::fit(&[0.0, 1.0], &[0.0, 1.0], None, [5.0, 0.0]).unwrap();
        assert!((curve.at(0.5)[0] - 0.5).abs() < 0.05, "{:?}", curve.at(0.5));
        let stamps: Vec<f64> =
            (0..300).map(|i| 0.01 * f64::from(i) + 0.004 * f64::from(i).sin()).collect();
        let values: Vec<f64> = stamps.iter().map(|t| (2.0 * t).sin()).collect();
        let curve = Curve::fit(&stamps, &values, None, [6.0, 0.0]).unwrap();
        for t in [0.1, 1.234, 2.5] {
            assert!((curve.at(t)[2] + 4.0 * (2.0 * t).sin()).abs() < 1e-2, "{t}");
        }
        assert!(Curve::fit(&[], &[], None, [5.0, 0.0]).is_err());
        assert!(Curve::fit(&[0.0], &[f64::NAN], None, [5.0, 0.0]).is_err());
        assert!(Curve::fit(&[0.0, 1e12], &[0.0, 1.0], None, [5.0, 0.0]).is_err());
    }
}
