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

use super::system::{Dimensions, System};
use armlab_dense::Aligned;
use armlab_dense::small::{
    Factor, add_product, compare_pairs, draw_pairs, padded, weighted_product,
};

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

/// Room for the points of a system's states.
#[derive(Clone, Debug)]
pub(super) struct Points {
    sizes: Dimensions,
    /// The middle, then pairs, a padded row each.
    pub(super) all: Aligned,
}

impl Points {
    pub(super) fn new(sizes: Dimensions) -> Self {
        let n = sizes.states;
        Self { sizes, all: Aligned::zeros((2 * n + 1) * padded(n)) }
    }
    /// Puts the points around `x`, with the columns of the lower factor of its covariance, one
    /// after another in padded rows.
    pub(super) fn draw(&mut self, x: &[f64], columns: &[f64], distance: f64) {
        let n = self.sizes.states;
        self.all[..n].copy_from_slice(&x[..n]);
        draw_pairs(&mut self.all, columns, padded(n), distance);
    }
    /// What a system measures at every point, in padded rows.
    pub(super) fn measure<S: System>(&self, system: &mut S, values: &mut [f64]) {
        let Dimensions { states: n, measurements: m, .. } = self.sizes;
        let rows = self.all.chunks_exact(padded(n)).zip(values.chunks_exact_mut(padded(m).max(1)));
        rows.for_each(|(point, value)| system.measure(&point[..n], &mut value[..m]));
    }
}

/// Sums and differences of images of points: a padded row of `length` numbers for each pair.
#[derive(Clone, Debug)]
pub(super) struct Images {
    pairs: usize,
    /// `fᵢ`
    pub(super) differences: Aligned,
    /// `sᵢ`
    pub(super) curvatures: Aligned,
    /// `δ`
    pub(super) shift: Aligned,
    pub(super) mean: Vec<f64>,
}

impl Images {
    pub(super) fn new(pairs: usize, length: usize) -> Self {
        let rows = Aligned::zeros(pairs * padded(length));
        Self {
            pairs,
            differences: rows.clone(),
            curvatures: rows,
            shift: Aligned::zeros(padded(length)),
            mean: vec![0.0; length],
        }
    }
    /// Takes images in padded rows, of which the first numbers count.
    pub(super) fn take(&mut self, rule: &Rule, images: &[f64]) {
        let stride = images.len() / (2 * self.pairs + 1);
        let Self { differences, curvatures, shift, .. } = self;
        compare_pairs(images, stride, differences, curvatures, shift);
        for ((mean, shift), middle) in self.mean.iter_mut().zip(shift.iter_mut()).zip(images) {
            *shift *= rule.mean;
            *mean = middle + *shift;
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
