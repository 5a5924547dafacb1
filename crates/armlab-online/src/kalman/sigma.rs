//! Points that stand for a mean and a covariance, carried through a function.
//!
//! Around the mean lie pairs `x ± c ℓᵢ`, with `ℓᵢ` the columns of the lower Cholesky
//! factor of `P`. Of the images `Y₀`, `Yᵢ±` only sums and differences matter,
//!
//! ```text
//! fᵢ = Yᵢ₊ − Yᵢ₋     sᵢ = Yᵢ₊ + Yᵢ₋ − 2 Y₀     δ = w Σ sᵢ
//! mean = Y₀ + δ      covariance = Σ (a fᵢ fᵢᵀ + b sᵢ sᵢᵀ) + d δ δᵀ      cov(y, x) = w c Σ fᵢ ℓᵢᵀ
//! ```
//!
//! The unscented transform and central differences are both of this form and
//! differ in `c, w, a, b, d` only. The usual weights of the former are about −100
//! for the middle point and lose as many digits; here none is negative.

use armlab_dense::small::{Factor, add_product, padded, weighted_product};

/// The numbers of a rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Rule {
    /// `c`: how far the points lie from the mean, in columns of the factor.
    pub distance: f64,
    /// `w`: weight of a point in the mean.
    pub mean: f64,
    /// `a`: weight of squared differences.
    pub difference: f64,
    /// `b`: weight of squared second differences.
    pub curvature: f64,
    /// `d`: weight of the squared shift of the mean.
    pub shift: f64,
}

/// Room for the points of `n` states.
#[derive(Clone, Debug)]
pub(super) struct Points {
    n: usize,
    /// The middle, then pairs, one state after another.
    pub(super) all: Vec<f64>,
}

impl Points {
    pub(super) fn new(n: usize) -> Self {
        Self { n, all: vec![0.0; (2 * n + 1) * n] }
    }
    /// Puts the points around `x`, with the columns of the lower factor of its covariance, one
    /// after another in padded rows.
    pub(super) fn draw(&mut self, x: &[f64], columns: &[f64], distance: f64) {
        let n = self.n;
        let (middle, pairs) = self.all.split_at_mut(n);
        middle.copy_from_slice(&x[..n]);
        for (pair, column) in pairs.chunks_exact_mut(2 * n).zip(columns.chunks_exact(padded(n))) {
            let (plus, minus) = pair.split_at_mut(n);
            for (((plus, minus), x), l) in plus.iter_mut().zip(minus).zip(x).zip(column) {
                let step = distance * l;
                *plus = x + step;
                *minus = x - step;
            }
        }
    }
}

/// Sums and differences of images of points: a padded row of `length` numbers for each pair.
#[derive(Clone, Debug)]
pub(super) struct Images {
    pairs: usize,
    /// `fᵢ`
    pub(super) differences: Vec<f64>,
    /// `sᵢ`
    pub(super) curvatures: Vec<f64>,
    /// `δ`
    pub(super) shift: Vec<f64>,
    pub(super) mean: Vec<f64>,
}

impl Images {
    pub(super) fn new(pairs: usize, length: usize) -> Self {
        let rows = vec![0.0; pairs * padded(length)];
        Self {
            pairs,
            differences: rows.clone(),
            curvatures: rows,
            shift: vec![0.0; padded(length)],
            mean: vec![0.0; length],
        }
    }
    /// Takes images, of which the first numbers of every `stride` count.
    pub(super) fn take(&mut self, rule: &Rule, images: &[f64], stride: usize) {
        let length = self.mean.len();
        let (middle, all) = images.split_at(stride);
        let middle = &middle[..length];
        self.shift.fill(0.0);
        let width = padded(length).max(1);
        let rows = self.differences.chunks_exact_mut(width);
        let rows = rows.zip(self.curvatures.chunks_exact_mut(width));
        for (pair, (f, s)) in all.chunks_exact(2 * stride).zip(rows) {
            let (plus, minus) = (&pair[..length], &pair[stride..stride + length]);
            let images = plus.iter().zip(minus).zip(middle);
            let results = f.iter_mut().zip(s).zip(&mut self.shift);
            for (((plus, minus), middle), ((f, s), shift)) in images.zip(results) {
                *f = plus - minus;
                *s = (plus - middle) + (minus - middle);
                *shift += *s;
            }
        }
        for k in 0..length {
            self.shift[k] *= rule.mean;
            self.mean[k] = middle[k] + self.shift[k];
        }
    }
    /// Their covariance, in padded rows.
    pub(super) fn covariance(&self, rule: &Rule, out: &mut [f64]) {
        let (pairs, length) = (self.pairs, padded(self.mean.len()));
        for (weight, rows, first) in
            [(rule.difference, &self.differences, true), (rule.curvature, &self.curvatures, false)]
        {
            let product = if first { weighted_product } else { add_product };
            product(weight, Factor::transposed(rows, length), rows, pairs, length, out);
        }
        add_product(
            rule.shift,
            Factor::transposed(&self.shift, length),
            &self.shift,
            1,
            length,
            out,
        );
    }
    /// Their covariance with what the points stood for (`length × n`), given the columns of its
    /// lower factor; both in padded rows.
    pub(super) fn cross(&self, rule: &Rule, columns: &[f64], out: &mut [f64]) {
        let (n, stride) = (self.pairs, padded(self.pairs));
        let differences = Factor::transposed(&self.differences, padded(self.mean.len()));
        weighted_product(rule.mean * rule.distance, differences, columns, n, stride, out);
    }
}
