//! Points that stand for a mean and a covariance, carried through a function, and their images:
//! the mathematics is that of [`armlab_dense::small`]'s pairs.

use super::system::{Dimensions, System};
use armlab_dense::Aligned;
use armlab_dense::small::{
    Images, Moved, PairRule, compare_pairs, draw_pairs, padded, place_pairs, predict_by_pairs,
};

/// Points around a mean: the middle, then pairs.
#[derive(Clone, Debug)]
pub(super) struct Points {
    sizes: Dimensions,
    distance: f64,
    /// A padded row each.
    pub(super) all: Aligned,
    /// Columns of the lower factor of the covariance, one after another in padded rows.
    pub(super) columns: Aligned,
}

impl Points {
    pub(super) fn new(sizes: Dimensions, rule: PairRule) -> Self {
        let (n, stride) = (sizes.states, padded(sizes.states));
        let (all, columns) = (Aligned::zeros((2 * n + 1) * stride), Aligned::zeros(n * stride));
        Self { sizes, distance: rule.distance, all, columns }
    }
    /// Draws them around `x` by a covariance in padded rows; false where that is not positive
    /// definite.
    #[must_use]
    pub(super) fn draw(&mut self, x: &[f64], covariance: &[f64]) -> bool {
        let n = self.sizes.states;
        self.all[..n].copy_from_slice(&x[..n]);
        draw_pairs(&mut self.all, covariance, &mut self.columns, n, self.distance)
    }
    /// Draws them around `x` by the lower factor of its covariance, row after row.
    pub(super) fn draw_by_root(&mut self, x: &[f64], root: &[f64]) {
        let (n, stride) = (self.sizes.states, padded(self.sizes.states));
        for (i, row) in root.chunks_exact(n).enumerate() {
            let columns = self.columns.chunks_exact_mut(stride);
            columns.zip(row).for_each(|(column, l)| column[i] = *l);
        }
        self.all[..n].copy_from_slice(&x[..n]);
        place_pairs(&mut self.all, &self.columns, n, self.distance);
    }
    /// What a system measures at every point, in padded rows.
    pub(super) fn measure<S: System>(&self, system: &mut S, values: &mut [f64]) {
        let Dimensions { states: n, measurements: m, .. } = self.sizes;
        let rows = self.all.chunks_exact(padded(n)).zip(values.chunks_exact_mut(padded(m).max(1)));
        rows.for_each(|(point, value)| system.measure(&point[..n], &mut value[..m]));
    }
}

/// What is found of the images of points.
#[derive(Clone, Debug)]
pub(super) struct Found {
    rule: PairRule,
    pairs: usize,
    deviations: Aligned,
    /// How far their mean is from the image of the middle, padded.
    pub(super) shift: Aligned,
    pub(super) mean: Vec<f64>,
    /// Their covariance, and that with what the points stood for; both in padded rows.
    pub(super) covariance: Aligned,
    pub(super) cross: Aligned,
}

impl Found {
    /// For images of `length` numbers of which the filter needs all.
    pub(super) fn new(states: usize, length: usize, rule: PairRule) -> Self {
        Self {
            rule,
            pairs: states,
            deviations: Aligned::zeros(2 * states * padded(length)),
            shift: Aligned::zeros(padded(length)),
            mean: vec![0.0; length],
            covariance: Aligned::zeros(length * padded(length)),
            cross: Aligned::zeros(length * padded(states)),
        }
    }
    /// Looks at images in padded rows, of which the first numbers count.
    pub(super) fn compare(&mut self, images: &[f64], columns: &[f64]) {
        let stride = images.len() / (2 * self.pairs + 1);
        let Self { rule, pairs, deviations, shift, covariance, cross, .. } = self;
        let found = Images { pairs: *pairs, rows: images, stride, rule: *rule, deviations, shift };
        compare_pairs(found, columns, self.mean.len(), covariance, cross);
        self.find_mean(images);
    }
    /// The same of the moving states, of which `p` becomes the covariance.
    pub(super) fn predict(&mut self, points: &Points, p: &mut [f64], noise: &[f64]) {
        let stride = padded(self.pairs);
        let Self { rule, pairs, deviations, shift, covariance, cross, .. } = self;
        let rows = &points.all[..];
        let found = Images { pairs: *pairs, rows, stride, rule: *rule, deviations, shift };
        let moved = Moved { moving: self.mean.len(), covariance, cross, noise };
        predict_by_pairs(found, &points.columns, p, moved);
        self.find_mean(&points.all);
    }
    fn find_mean(&mut self, images: &[f64]) {
        let shifted = images.iter().zip(self.shift.iter());
        self.mean
            .iter_mut()
            .zip(shifted)
            .for_each(|(mean, (middle, shift))| *mean = middle + shift);
    }
    /// A row of a matrix whose square is the covariance: deviations, and the shift.
    pub(super) fn fill_row(&self, i: usize, row: &mut [f64]) {
        let width = self.shift.len();
        for (to, from) in row.iter_mut().zip(self.deviations.chunks_exact(width)) {
            *to = from[i];
        }
        row[2 * self.pairs] = self.rule.shift.sqrt() * self.shift[i];
    }
}
