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

use armlab_dense::dot;

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

/// Sums and differences of images of points: rows of one number per pair, one row
/// for each of `length` numbers.
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
        let rows = vec![0.0; pairs * length];
        Self {
            pairs,
            differences: rows.clone(),
            curvatures: rows,
            shift: vec![0.0; length],
            mean: vec![0.0; length],
        }
    }
    /// Takes images, of which the first numbers of every `stride` count.
    pub(super) fn take(&mut self, rule: &Rule, images: &[f64], stride: usize) {
        let (pairs, length) = (self.pairs, self.mean.len());
        let (middle, all) = images.split_at(stride);
        for (i, pair) in all.chunks_exact(2 * stride).enumerate() {
            let (plus, minus) = pair.split_at(stride);
            for k in 0..length {
                self.differences[k * pairs + i] = plus[k] - minus[k];
                self.curvatures[k * pairs + i] = (plus[k] - middle[k]) + (minus[k] - middle[k]);
            }
        }
        for k in 0..length {
            let sum: f64 = self.curvatures[k * pairs..(k + 1) * pairs].iter().sum();
            self.shift[k] = rule.mean * sum;
            self.mean[k] = middle[k] + self.shift[k];
        }
    }
    /// Their covariance.
    pub(super) fn covariance(&self, rule: &Rule, out: &mut [f64]) {
        let (pairs, length) = (self.pairs, self.mean.len());
        for i in 0..length {
            for j in 0..=i {
                let (a, b) = (i * pairs..(i + 1) * pairs, j * pairs..(j + 1) * pairs);
                let steep = dot(&self.differences[a.clone()], &self.differences[b.clone()]);
                let bent = dot(&self.curvatures[a], &self.curvatures[b]);
                let moved = rule.shift * self.shift[i] * self.shift[j];
                let entry = rule.difference * steep + rule.curvature * bent + moved;
                out[i * length + j] = entry;
                out[j * length + i] = entry;
            }
        }
    }
    /// Their covariance with what the points stood for (`length × n`), given its
    /// lower factor.
    pub(super) fn cross(&self, rule: &Rule, l: &[f64], out: &mut [f64]) {
        let n = self.pairs;
        let weight = rule.mean * rule.distance;
        let rows = self.differences.chunks_exact(n).zip(out.chunks_exact_mut(n));
        for (f, out) in rows {
            for k in 0..n {
                // Row k of the factor ends at its diagonal.
                out[k] = weight * dot(&f[..k + 1], &l[k * n..k * n + k + 1]);
            }
        }
    }
}
