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

use super::algebra::add_scaled;

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
    /// Puts the points around `x`, with the lower factor `l` of its covariance.
    pub(super) fn draw(&mut self, x: &[f64], l: &[f64], distance: f64) {
        let n = self.n;
        let (middle, pairs) = self.all.split_at_mut(n);
        middle.copy_from_slice(x);
        for (i, pair) in pairs.chunks_exact_mut(2 * n).enumerate() {
            let (plus, minus) = pair.split_at_mut(n);
            for k in 0..n {
                let step = distance * l[k * n + i];
                plus[k] = x[k] + step;
                minus[k] = x[k] - step;
            }
        }
    }
}

/// Sums and differences of images of points: rows of `length` numbers, one per pair.
#[derive(Clone, Debug)]
pub(super) struct Images {
    length: usize,
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
        let rows = vec![0.0; pairs * length];
        Self {
            length,
            differences: rows.clone(),
            curvatures: rows,
            shift: vec![0.0; length],
            mean: vec![0.0; length],
        }
    }
    /// Takes images, of which the first numbers of every `stride` count.
    pub(super) fn take(&mut self, rule: &Rule, images: &[f64], stride: usize) {
        let length = self.length;
        let (middle, pairs) = images.split_at(stride);
        let middle = &middle[..length];
        self.shift.fill(0.0);
        let rows = self.differences.chunks_exact_mut(length);
        let rows = rows.zip(self.curvatures.chunks_exact_mut(length));
        for (pair, (f, s)) in pairs.chunks_exact(2 * stride).zip(rows) {
            let (plus, minus) = pair.split_at(stride);
            for k in 0..length {
                f[k] = plus[k] - minus[k];
                s[k] = (plus[k] - middle[k]) + (minus[k] - middle[k]);
                self.shift[k] += rule.mean * s[k];
            }
        }
        for k in 0..length {
            self.mean[k] = middle[k] + self.shift[k];
        }
    }
    /// Their covariance.
    pub(super) fn covariance(&self, rule: &Rule, out: &mut [f64]) {
        let n = self.length;
        out.fill(0.0);
        let mut add = |weight: f64, row: &[f64]| {
            for (i, &x) in row.iter().enumerate() {
                if x != 0.0 {
                    add_scaled(&mut out[i * n..i * n + i + 1], weight * x, row);
                }
            }
        };
        self.differences.chunks_exact(n).for_each(|f| add(rule.difference, f));
        self.curvatures.chunks_exact(n).for_each(|s| add(rule.curvature, s));
        add(rule.shift, &self.shift);
        for i in 0..n {
            for j in 0..i {
                out[j * n + i] = out[i * n + j];
            }
        }
    }
    /// Their covariance with what the points stood for (`length × n`), given its
    /// lower factor.
    pub(super) fn cross(&self, rule: &Rule, l: &[f64], out: &mut [f64]) {
        let n = l.len().isqrt();
        let weight = rule.mean * rule.distance;
        out.fill(0.0);
        // Σ fᵢ ℓᵢᵀ by entries of ℓ: column i of the factor starts at row i.
        for (i, f) in self.differences.chunks_exact(self.length).enumerate() {
            for (out, &f) in out.chunks_exact_mut(n).zip(f) {
                if f != 0.0 {
                    for k in i..n {
                        out[k] += weight * f * l[k * n + i];
                    }
                }
            }
        }
    }
}
