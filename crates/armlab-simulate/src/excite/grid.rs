//! A basis on a grid of times: positions, velocities and accelerations are
//! products with constant matrices, and slopes go back through their transposes.

use super::bases::DesignBasis;
use armlab_dense::dot;

/// Times, their weights, and the basis there.
#[derive(Clone, Debug)]
pub struct Grid {
    /// Seconds.
    pub times: Vec<f64>,
    /// Information is summed over every so many of the times: it needs fewer of
    /// them than limits do.
    pub stride: usize,
    /// For how many samples of a log each of those stands: the trapezoidal rule,
    /// which for a whole period is as exact as the series converges.
    pub weights: Vec<f64>,
    /// Functions of the basis, their first and second derivatives: a row per time.
    functions: [Vec<f64>; 3],
    count: usize,
}

impl Grid {
    /// `points` even times, both ends included, that stand for a log of `rate`
    /// samples a second; `stride` must divide their intervals.
    pub fn new(basis: &DesignBasis, points: usize, stride: usize, rate: f64) -> Self {
        let (duration, count) = (basis.duration(), basis.len());
        let step = duration / (points - 1) as f64;
        let last = points - 1;
        let times: Vec<f64> =
            (0..points).map(|i| if i == last { duration } else { i as f64 * step }).collect();
        let share = |i| if i == 0 || i == last { 0.5 } else { 1.0 };
        let weight = |i| share(i) * step * stride as f64 * rate;
        let weights = (0..points).step_by(stride).map(weight).collect();
        let functions = [0, 1, 2].map(|order| {
            let mut rows = vec![0.0; points * count];
            for (row, t) in rows.chunks_exact_mut(count).zip(&times) {
                basis.values(*t, order, row);
            }
            rows
        });
        Self { times, stride, weights, functions, count }
    }
    /// Number of times.
    pub fn len(&self) -> usize {
        self.times.len()
    }
    /// True without any.
    pub fn is_empty(&self) -> bool {
        self.times.is_empty()
    }
    /// Largest magnitude of a function or one of its derivatives.
    pub fn peak(&self, function: usize, order: usize) -> f64 {
        let rows = self.functions[order].chunks_exact(self.count);
        rows.fold(0.0, |peak, row| peak.max(row[function].abs()))
    }
    /// Columns of the motion with these coefficients, one row of those per coordinate.
    pub fn sample(&self, coefficients: &[f64], z: &mut [Vec<Vec<f64>>; 3]) {
        for (columns, functions) in z.iter_mut().zip(&self.functions) {
            columns.resize(coefficients.len() / self.count, Vec::new());
            for (column, c) in columns.iter_mut().zip(coefficients.chunks_exact(self.count)) {
                let rows = functions.chunks_exact(self.count);
                column.clear();
                column.extend(rows.map(|row| dot(row, c)));
            }
        }
    }
    /// Adds slopes by the coefficients of a coordinate, from those by its
    /// position, velocity and acceleration at a time.
    pub fn add_slopes(&self, time: usize, by: [f64; 3], out: &mut [f64]) {
        for (slope, functions) in by.into_iter().zip(&self.functions) {
            if slope != 0.0 {
                let row = &functions[time * self.count..(time + 1) * self.count];
                out.iter_mut().zip(row).for_each(|(o, f)| *o += slope * f);
            }
        }
    }
}
