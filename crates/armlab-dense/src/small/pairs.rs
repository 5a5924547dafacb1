//! Pairs of points around a middle, in rows that are padded with zeros: how they are drawn from a
//! covariance, and the mean and covariance of what became of them.
//!
//! Around the mean lie pairs `x ± c ℓᵢ`, with `ℓᵢ` the columns of the lower Cholesky factor of
//! `P`. Of the images `Y₀`, `Yᵢ±` only sums and differences matter,
//!
//! ```text
//! fᵢ = (Yᵢ₊ − Yᵢ₋) / 2c     sᵢ = Yᵢ₊ + Yᵢ₋ − 2 Y₀     δ = Σ sᵢ / 2c²
//! mean = Y₀ + δ     covariance = Σ (fᵢ fᵢᵀ + b sᵢ sᵢᵀ) + d δ δᵀ     cov(y, x) = Σ fᵢ ℓᵢᵀ
//! ```
//!
//! The unscented transform and central differences are both of this form and differ in `b` and
//! `d` only. The usual weights of the former are about −100 for the middle point and lose as many
//! digits; here none is negative.

use super::factors::{ROOTS, eliminate};
use super::prediction::{Moved, replace};
use super::products::{ALONE, Factor, accumulate, padded};
use crate::instructions::Instructions;
use crate::simd::{Kernel, Vector, dispatch};

/// The numbers of a rule.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct PairRule {
    /// `c`: how far points lie from the mean, in columns of the factor.
    pub distance: f64,
    /// `b ≥ 0`: weight of squared second differences.
    pub curvature: f64,
    /// `d`: weight of the squared shift of the mean.
    pub shift: f64,
}

/// Draws points around the first of them, which is given, in padded rows: a pair
/// `first ± distance · column` for each column of the lower factor of a covariance. The columns
/// are left one after another, which is the upper factor. False where the covariance is not
/// positive definite; points and columns are then spoilt.
///
/// # Panics
/// If there are not as many padded rows as states ask for.
#[must_use]
pub fn draw_pairs(
    points: &mut [f64],
    covariance: &[f64],
    columns: &mut [f64],
    states: usize,
    distance: f64,
) -> bool {
    check_points(points, columns, states);
    assert!(columns.len() == covariance.len(), "a column for each row");
    let mut positive = true;
    dispatch(Draw { points, covariance, columns, states, distance, positive: &mut positive });
    positive
}

/// The same with the columns of the lower factor given.
///
/// # Panics
/// As above.
pub fn place_pairs(points: &mut [f64], columns: &[f64], states: usize, distance: f64) {
    check_points(points, columns, states);
    dispatch(Place { points, columns, states, distance });
}

fn check_points(points: &[f64], columns: &[f64], states: usize) {
    let stride = padded(states);
    assert!(columns.len() == states * stride, "a padded row for each state");
    assert!(points.len() == stride + 2 * columns.len(), "a padded row, and two for each state");
}

struct Draw<'a> {
    points: &'a mut [f64],
    covariance: &'a [f64],
    columns: &'a mut [f64],
    states: usize,
    distance: f64,
    positive: &'a mut bool,
}

impl Kernel for Draw<'_> {
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<V: Vector>(self) {
        let Self { points, covariance, columns, states, distance, positive } = self;
        let (from, to) = (covariance.as_ptr(), columns.as_mut_ptr());
        let mut i = 0;
        while i < covariance.len() {
            // SAFETY: both have as many numbers, which are whole registers.
            unsafe { V::load(from.add(i)).store(to.add(i)) };
            i += V::LANES;
        }
        // SAFETY: there are as many padded rows.
        *positive = unsafe { eliminate::<V, ROOTS>(to, states, padded(states)) };
        Place { points, columns, states, distance }.run::<V>();
    }
}

struct Place<'a> {
    points: &'a mut [f64],
    columns: &'a [f64],
    states: usize,
    distance: f64,
}

impl Kernel for Place<'_> {
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<V: Vector>(self) {
        let (stride, distance) = (padded(self.states), V::splat(self.distance));
        let (points, columns) = (self.points.as_mut_ptr(), self.columns.as_ptr());
        let mut i = 0;
        while i < stride {
            // SAFETY: registers end within rows of `stride` numbers, of which there are as many
            // as have been counted.
            unsafe {
                let middle = V::load(points.add(i));
                for pair in 0..self.states {
                    let column = V::load(columns.add(pair * stride + i));
                    let at = points.add((2 * pair + 1) * stride + i);
                    column.mul_add(distance, middle).store(at);
                    column.mul_sub_from(distance, middle).store(at.add(stride));
                }
            }
            i += V::LANES;
        }
    }
}

/// What became of points: a first one and then pairs.
#[derive(Debug)]
pub struct Images<'a> {
    /// How many pairs there are.
    pub pairs: usize,
    /// Rows of `stride` numbers, of which the first `shift.len()` count.
    pub rows: &'a [f64],
    /// See above.
    pub stride: usize,
    /// The rule by which the points were drawn.
    pub rule: PairRule,
    /// In the end `fᵢ` of all pairs, then `√b sᵢ`, in rows as long as `shift`.
    pub deviations: &'a mut [f64],
    /// In the end `δ`, padded.
    pub shift: &'a mut [f64],
}

impl Images<'_> {
    fn check(&self) {
        let (width, pairs) = (self.shift.len(), self.pairs);
        assert!(width <= self.stride && width.is_multiple_of(8), "padded rows");
        assert!(self.deviations.len() == 2 * pairs * width, "two rows for each pair");
        assert!(self.rows.len() >= (2 * pairs + 1) * self.stride, "a first row and pairs");
    }

    /// # Safety
    /// Sizes have been checked.
    #[inline(always)]
    unsafe fn compare<V: Vector>(&mut self) {
        let (pairs, stride, width) = (self.pairs, self.stride, self.shift.len());
        let PairRule { distance, curvature, .. } = self.rule;
        let (zero, minus_one) = (V::splat(0.0), V::splat(-1.0));
        let (half, root) = (V::splat(0.5 / distance), V::splat(curvature.sqrt()));
        let weight = V::splat(0.5 / (distance * distance));
        let rows = self.rows.as_ptr();
        let (firsts, seconds) = (0, pairs * width);
        let deviations = self.deviations.as_mut_ptr();
        let mut i = 0;
        while i < width {
            // SAFETY: registers end within rows of `stride` and of `width` numbers, of which
            // there are as many as have been counted.
            unsafe {
                let first = V::load(rows.add(i));
                let mut sum = zero;
                for pair in 0..pairs {
                    let at = rows.add((2 * pair + 1) * stride + i);
                    let (plus, minus) = (V::load(at), V::load(at.add(stride)));
                    let difference = minus.mul_add(minus_one, plus);
                    let to = deviations.add(pair * width + i);
                    difference.mul_add(half, zero).store(to.add(firsts));
                    let (above, below) =
                        (first.mul_add(minus_one, plus), first.mul_add(minus_one, minus));
                    let second = above.add(below);
                    second.mul_add(root, zero).store(to.add(seconds));
                    sum = sum.add(second);
                }
                sum.mul_add(weight, zero).store(self.shift.as_mut_ptr().add(i));
            }
            i += V::LANES;
        }
    }

    /// Covariance of the images, and with what the points stood for.
    ///
    /// # Safety
    /// Sizes have been checked.
    #[inline(always)]
    unsafe fn recombine<V: Vector>(
        mut self,
        columns: &[f64],
        length: usize,
        covariance: &mut [f64],
        cross: &mut [f64],
    ) {
        // SAFETY: the caller's promise.
        unsafe { self.compare::<V>() };
        let (pairs, stride, width) = (self.pairs, padded(self.pairs), self.shift.len());
        let deviations = &*self.deviations;
        let transposed = Factor::transposed(deviations, width);
        accumulate::<V, ALONE>(transposed, deviations, [length, 2 * pairs, width], covariance);
        let (shift, to) = (self.shift.as_ptr(), covariance.as_mut_ptr());
        let weight = V::splat(self.rule.shift);
        for i in 0..length {
            let mut j = 0;
            while j < width {
                // SAFETY: there are `length` rows of `width` numbers, which are whole registers and
                // no fewer than rows.
                unsafe {
                    let at = to.add(i * width + j);
                    // In this order entry (j, i) has the bits of (i, j).
                    let own = V::splat(*shift.add(i));
                    let square = V::load(shift.add(j)).mul_add(own, V::splat(0.0));
                    square.mul_add(weight, V::load(at)).store(at);
                }
                j += V::LANES;
            }
        }
        accumulate::<V, ALONE>(transposed, columns, [length, pairs, stride], cross);
    }
}

/// Shift of the mean, covariance of the first `length` numbers of images, and that with what the
/// points stood for, given the columns of the factor of which they were drawn.
///
/// # Panics
/// If a matrix has fewer rows than its sizes ask for.
pub fn compare_pairs(
    images: Images,
    columns: &[f64],
    length: usize,
    covariance: &mut [f64],
    cross: &mut [f64],
) {
    images.check();
    let (stride, width) = (padded(images.pairs), images.shift.len());
    assert!(length <= width && columns.len() == images.pairs * stride, "a column for each pair");
    assert!(covariance.len() == length * width && cross.len() == length * stride, "rows of both");
    dispatch(Compare { images, columns, length, covariance, cross });
}

/// The same of moving states, after which the covariance `p` of all states of which points were
/// drawn is that after a prediction: blocks of the moving ones become those found, and noise is
/// added.
///
/// # Panics
/// If a matrix has fewer rows than its sizes ask for.
pub fn predict_by_pairs(images: Images, columns: &[f64], p: &mut [f64], moved: Moved) {
    images.check();
    let n = images.pairs;
    moved.check(p, n);
    assert!(columns.len() == p.len(), "a column for each pair");
    assert!(images.shift.len() == padded(moved.moving), "the moving states");
    dispatch(Predict { images, columns, p, moved });
}

struct Compare<'a, 'i> {
    images: Images<'i>,
    columns: &'a [f64],
    length: usize,
    covariance: &'a mut [f64],
    cross: &'a mut [f64],
}

impl Kernel for Compare<'_, '_> {
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<V: Vector>(self) {
        let Self { images, columns, length, covariance, cross } = self;
        // SAFETY: sizes have been checked.
        unsafe { images.recombine::<V>(columns, length, covariance, cross) };
    }
}

struct Predict<'a, 'i, 'm> {
    images: Images<'i>,
    columns: &'a [f64],
    p: &'a mut [f64],
    moved: Moved<'m>,
}

impl Kernel for Predict<'_, '_, '_> {
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<V: Vector>(self) {
        let Self { images, columns, p, moved } = self;
        let n = images.pairs;
        // SAFETY: sizes have been checked.
        unsafe {
            images.recombine::<V>(columns, moved.moving, moved.covariance, moved.cross);
            // Covariances of images are symmetric to the last bit.
            replace::<V>(p, n, moved);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small::correction::tests::covariance;

    const N: usize = 5;
    const STRIDE: usize = 8;

    #[test]
    fn pairs_lie_around_the_first_along_the_columns_of_the_factor() {
        let p = covariance(N);
        let mut points = vec![0.0; (2 * N + 1) * STRIDE];
        let first: Vec<f64> = (0..STRIDE).map(|i| i as f64).collect();
        points[..STRIDE].copy_from_slice(&first);
        let mut columns = vec![0.0; N * STRIDE];
        assert!(draw_pairs(&mut points, &p, &mut columns, N, 0.5));
        let mut placed = points.clone();
        placed[STRIDE..].fill(0.0);
        place_pairs(&mut placed, &columns, N, 0.5);
        assert_eq!(points, placed);
        for i in 0..N {
            for j in 0..N {
                let sum: f64 =
                    (0..N).map(|k| columns[k * STRIDE + i] * columns[k * STRIDE + j]).sum();
                assert!((sum - p[i * STRIDE + j]).abs() < 1e-12);
            }
        }
        for (pair, column) in points[STRIDE..].chunks(2 * STRIDE).zip(columns.chunks(STRIDE)) {
            for i in 0..STRIDE {
                assert!((pair[i] - (first[i] + 0.5 * column[i])).abs() < 1e-12);
                assert!((pair[STRIDE + i] - (first[i] - 0.5 * column[i])).abs() < 1e-12);
            }
        }
    }

    #[test]
    fn means_and_covariances_of_images_are_those_of_weighted_points() {
        // The weights as books print them, for 5 states and a spread of 3.
        let (spread, beta) = (3.0, 2.0);
        let lambda = spread - N as f64;
        let middle = [lambda / spread, lambda / spread + 1.0 - spread / N as f64 + beta];
        let other = 0.5 / spread;
        let rule = PairRule {
            distance: spread.sqrt(),
            curvature: 0.5 * other,
            shift: beta - spread / N as f64,
        };
        let p = covariance(N);
        let mut points = vec![0.0; (2 * N + 1) * STRIDE];
        (0..N).for_each(|i| points[i] = 0.3 * i as f64);
        let mean = points[..N].to_vec();
        let mut columns = vec![0.0; N * STRIDE];
        assert!(draw_pairs(&mut points, &p, &mut columns, N, rule.distance));
        let drawn = points.clone();
        for row in points.chunks_mut(STRIDE) {
            (row[0], row[1]) = ((row[0] + 0.1 * row[3]).sin(), row[1] * row[2]);
        }
        let mut deviations = vec![0.0; 2 * N * 8];
        let (mut shift, mut found, mut cross) = ([0.0; 8], [0.0; 16], [0.0; 16]);
        let (deviations, shift) = (&mut deviations[..], &mut shift[..]);
        let images = Images { pairs: N, rows: &points, stride: STRIDE, rule, deviations, shift };
        compare_pairs(images, &columns, 2, &mut found, &mut cross);
        let weight = |k: usize, which: usize| if k == 0 { middle[which] } else { other };
        let rows: Vec<&[f64]> = points.chunks(STRIDE).collect();
        let mean_of = |i: usize| (0..=2 * N).map(|k| weight(k, 0) * rows[k][i]).sum::<f64>();
        let means = [mean_of(0), mean_of(1)];
        for i in 0..2 {
            assert!((rows[0][i] + shift[i] - means[i]).abs() < 1e-12);
            for j in 0..2 {
                let off = |k: usize, i: usize| rows[k][i] - means[i];
                let sum: f64 = (0..=2 * N).map(|k| weight(k, 1) * off(k, i) * off(k, j)).sum();
                assert!((found[i * 8 + j] - sum).abs() < 1e-12, "{i} {j}");
            }
            for j in 0..N {
                let off = |k: usize| (rows[k][i] - means[i]) * (drawn[k * STRIDE + j] - mean[j]);
                let sum: f64 = (0..=2 * N).map(|k| weight(k, 1) * off(k)).sum();
                assert!((cross[i * 8 + j] - sum).abs() < 1e-12, "{i} {j}");
            }
        }
    }
}
