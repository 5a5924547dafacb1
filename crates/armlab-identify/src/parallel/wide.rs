//! What rows lose of waves in the position: sums over samples as they were logged, beside the
//! filtered rows of a joint.
//!
//! A gear's torque ripple has so many waves a turn that the rows' filter takes it out. Windows of
//! a joint's residual `e` and of the columns `z = (sin nq, cos nq)`, straight lines taken from
//! both, keep it: `Σ z zᵀ` and `Σ z e` of every window say as much about the two amplitudes as
//! its samples do. In a segment these sums become two rows, scaled to the noise of the others.

use armlab_dense::Tsqr;
use std::ops::Range;

/// Sums of a window: `Σ s²`, `Σ s c`, `Σ c²`, `Σ s e`, `Σ c e`, with its middle, s.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct WaveSums {
    pub time: f64,
    pub columns: [f64; 3],
    pub effort: [f64; 2],
}

impl WaveSums {
    /// The two sums together.
    pub fn plus(self, other: &Self) -> Self {
        let mut sum = self;
        sum.columns.iter_mut().zip(other.columns).for_each(|(a, b)| *a += b);
        sum.effort.iter_mut().zip(other.effort).for_each(|(a, b)| *a += b);
        sum
    }
    /// The amplitudes that fit best.
    pub fn amplitudes(&self) -> Option<[f64; 2]> {
        let ([a, b, c], [s, t]) = (self.columns, self.effort);
        let determinant = a * c - b * b;
        let sound = determinant > 1e-9 * a * c && determinant.is_finite();
        sound.then(|| [(c * s - b * t) / determinant, (a * t - b * s) / determinant])
    }
    /// By how much squared residuals fall with some amplitudes.
    pub fn gain(&self, [x, y]: [f64; 2]) -> f64 {
        let ([a, b, c], [s, t]) = (self.columns, self.effort);
        2.0 * (s * x + t * y) - (a * x * x + 2.0 * b * x * y + c * y * y)
    }
}

/// Sums of windows of one joint, by the row that is nearest.
#[derive(Clone, Debug)]
pub(super) struct WideRows {
    /// Unknowns of the sine and the cosine.
    pub places: [usize; 2],
    pub rows: Vec<WaveSums>,
}

impl WideRows {
    /// The same with the first unknowns known.
    pub fn behind(&self, known: usize) -> Option<Self> {
        let [s, c] = self.places;
        let places = [s.checked_sub(known)?, c.checked_sub(known)?];
        Some(Self { places, rows: self.rows.clone() })
    }

    /// Adds two rows of all rows within some ranges, whose columns belong to these unknowns.
    pub fn push(&self, places: &[usize], width: usize, ranges: &[Range<usize>], into: &mut Tsqr) {
        let at = |p: usize| places.iter().position(|q| *q == p);
        let (Some(sine), Some(cosine)) = (at(self.places[0]), at(self.places[1])) else { return };
        let rows = ranges.iter().flat_map(Clone::clone).filter_map(|k| self.rows.get(k));
        let sum = rows.fold(WaveSums::default(), |sum, row| sum.plus(row));
        let ([a, b, c], [s, t]) = (sum.columns, sum.effort);
        if !(a > 0.0 && a * c - b * b > 1e-9 * a * c) {
            return;
        }
        // The triangle of `Σ z zᵀ`, and of `Σ z e` what belongs to it.
        let first = [a.sqrt(), b / a.sqrt()];
        let second = (c - first[1] * first[1]).sqrt();
        let effort = [s / first[0], (t - first[1] * s / first[0]) / second];
        let mut columns = vec![[0.0; 2]; width];
        columns[sine] = [first[0], 0.0];
        columns[cosine] = [first[1], second];
        columns[width - 1] = effort;
        let slices: Vec<&[f64]> = columns.iter().map(|c| c.as_slice()).collect();
        // Sums of finite numbers.
        let _ = into.push_rows(&armlab_dense::Rows::all(&slices));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_rows_hold_what_the_samples_say() {
        let samples: Vec<[f64; 3]> = (0..50)
            .map(|k| {
                let angle = 0.7 * f64::from(k);
                let noise = (3.3 * f64::from(k)).sin();
                [angle.sin(), angle.cos(), 0.4 * angle.sin() - 0.3 * angle.cos() + 0.1 * noise]
            })
            .collect();
        let row = |[s, c, e]: [f64; 3]| WaveSums {
            time: 0.0,
            columns: [s * s, s * c, c * c],
            effort: [s * e, c * e],
        };
        let rows: Vec<WaveSums> = samples.iter().map(|s| row(*s)).collect();
        let sum = rows.iter().fold(WaveSums::default(), |sum, row| sum.plus(row));
        let expected = sum.amplitudes().unwrap();
        assert!((expected[0] - 0.4).abs() < 0.03 && (expected[1] + 0.3).abs() < 0.03);
        let wide = WideRows { places: [4, 5], rows };
        // Columns of the unknowns 2, 4 and 5, the rate and the effort.
        let mut sum = Tsqr::new(4, 1);
        let all = std::iter::once(0..50).collect::<Vec<_>>();
        wide.push(&[2, 4, 5], 5, &all, &mut sum);
        let triangle = sum.finish();
        let left = triangle.residual(&[0.0, expected[0], expected[1], 0.0], 0);
        assert!(left.iter().all(|e| e.abs() < 1e-12), "{left:?}");
        let other = triangle.residual(&[0.0, expected[0] + 0.1, expected[1], 0.0], 0);
        let square: f64 = other.iter().map(|e| e * e).sum();
        let all = wide.rows.iter().map(|r| r.columns[0]).sum::<f64>();
        assert!((square - 0.01 * all).abs() < 1e-9, "{square}");
    }
}
