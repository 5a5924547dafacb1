//! Comparing numbers: one claim, one tolerance, the worst error met on the way.

use std::fmt::Display;

/// Largest absolute value.
pub fn largest(values: &[f64]) -> f64 {
    values.iter().fold(0.0, |worst, x| worst.max(x.abs()))
}

/// `rows × columns` matrix (row after row) times a vector.
pub fn times(matrix: &[f64], x: &[f64]) -> Vec<f64> {
    matrix.chunks_exact(x.len()).map(|row| dot(row, x)).collect()
}

/// `a · b`
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// A statement that two computations agree to a tolerance, relative to the
/// natural size of the quantity. Shows the worst error met when it is dropped
/// (`cargo test -- --nocapture`), so that a tolerance can be judged.
pub struct Claim {
    name: &'static str,
    tolerance: f64,
    worst: f64,
    comparisons: usize,
}

impl Claim {
    /// A claim with its relative tolerance.
    pub fn new(name: &'static str, tolerance: f64) -> Self {
        Self { name, tolerance, worst: 0.0, comparisons: 0 }
    }

    /// Every entry of `got` is that of `want`, relative to the largest of `want`.
    #[track_caller]
    pub fn check(&mut self, got: &[f64], want: &[f64], context: impl Display) {
        self.check_scaled(got, want, largest(want), context);
    }

    /// Every entry of `got` is that of `want`, relative to `scale`.
    #[track_caller]
    pub fn check_scaled(&mut self, got: &[f64], want: &[f64], scale: f64, context: impl Display) {
        assert_eq!(got.len(), want.len(), "{}, {context}", self.name);
        for (i, (got, want)) in got.iter().zip(want).enumerate() {
            let error = if got == want { 0.0 } else { (got - want).abs() / scale };
            // Not `error > tolerance`: a NaN must fail as well.
            assert!(
                error <= self.tolerance,
                "{}, {context}, entry {i}: {got} is not {want} (error {error:.1e} of {scale:.3}, \
                 tolerance {:.1e})",
                self.name,
                self.tolerance,
            );
            self.worst = self.worst.max(error);
            self.comparisons += 1;
        }
    }
}

impl Drop for Claim {
    fn drop(&mut self) {
        if !std::thread::panicking() {
            assert!(self.comparisons > 0, "{}: nothing was compared", self.name);
            let Self { name, tolerance, worst, comparisons } = self;
            println!("{name}: worst {worst:.1e} of {tolerance:.0e} allowed, {comparisons} numbers");
        }
    }
}
