//! A column with a row of weights at even places: what a filter of finite length gives.

use crate::Instructions;
use crate::simd::{Aligned, Kernel, LANES, SUMS, Vector, dispatch, products};

/// Places that are computed together: their sums fill eight registers.
const TOGETHER: usize = 8;

/// `Σᵢ weightsᵢ column[k·every + i]` for every `k` at which all weights find a number.
///
/// # Panics
/// If `every` is zero.
pub fn correlate(column: &[f64], weights: &[f64], every: usize) -> Vec<f64> {
    assert!(every > 0, "places lie apart");
    let Some(beyond) = column.len().checked_sub(weights.len()) else { return Vec::new() };
    let mut out = vec![0.0; beyond / every + 1];
    dispatch(Correlate { column, weights, every, out: &mut out });
    out
}

/// The same by several rows of weights of one length at once, of a column of finite numbers: the
/// column is loaded once for all of them.
///
/// # Panics
/// If `every` is zero or the rows of weights differ in length.
pub fn correlate_all<const N: usize>(
    column: &[f64],
    weights: [&[f64]; N],
    every: usize,
) -> [Vec<f64>; N] {
    assert!(every > 0, "places lie apart");
    let length = weights.first().map_or(0, |w| w.len());
    let Some(beyond) = column.len().checked_sub(length) else {
        return [(); N].map(|()| Vec::new());
    };
    // Zeros behind the weights, so that registers are full.
    let stride = length.next_multiple_of(SUMS);
    let mut padded = Aligned::zeros(N * stride);
    for (to, weights) in padded.numbers().chunks_exact_mut(stride.max(1)).zip(weights) {
        to[..length].copy_from_slice(weights);
    }
    let mut out = [(); N].map(|()| vec![0.0; beyond / every + 1]);
    let weights = padded.as_slice();
    dispatch(CorrelateAll { column, weights, stride, every, out: &mut out });
    out
}

struct CorrelateAll<'a, const N: usize> {
    column: &'a [f64],
    /// Row after row, each so long.
    weights: &'a [f64],
    stride: usize,
    every: usize,
    out: &'a mut [Vec<f64>; N],
}

/// Places that share the loads of weights: with three rows of these, twelve sums.
const SHARING: usize = 4;

impl<const N: usize> Kernel for CorrelateAll<'_, N> {
    const MOST: Instructions = Instructions::Avx512;

    #[inline(always)]
    fn run<V: Vector>(self) {
        let Self { column, weights, stride, every, out } = self;
        let places = out.first().map_or(0, Vec::len);
        // Places whose window, as long as the padded weights, ends within the column.
        let whole = column.len().checked_sub(stride).map_or(0, |beyond| beyond / every + 1);
        let whole = whole.min(places) / SHARING * SHARING;
        for first in (0..whole).step_by(SHARING) {
            // SAFETY: the window of the last place ends within the column, and the rows of
            // weights are `stride` apart.
            let sums = unsafe {
                let (x, y) = (weights.as_ptr(), column.as_ptr().add(first * every));
                products::<V, N, SHARING>(x, y, [stride, every], stride)
            };
            for (k, sums) in sums.iter().enumerate() {
                out.iter_mut().zip(sums).for_each(|(out, sum)| out[first + k] = *sum);
            }
        }
        for k in whole..places {
            for (out, weights) in out.iter_mut().zip(weights.chunks_exact(stride.max(1))) {
                let window = &column[k * every..];
                let length = window.len().min(stride);
                out[k] = rest_of(&window[..length], &weights[..length]);
            }
        }
    }
}

/// The product of two columns of one length, in as many sums as registers have it.
#[inline(always)]
fn rest_of(a: &[f64], b: &[f64]) -> f64 {
    let mut sums = [0.0; SUMS];
    for (k, (x, y)) in a.iter().zip(b).enumerate() {
        sums[k % SUMS] += x * y;
    }
    sums.iter().sum()
}

struct Correlate<'a> {
    column: &'a [f64],
    weights: &'a [f64],
    every: usize,
    out: &'a mut [f64],
}

impl Kernel for Correlate<'_> {
    #[inline(always)]
    fn run<V: Vector>(self) {
        let Self { column, weights, every, out } = self;
        let mut done = 0;
        if every == 1 {
            // Neighbouring places side by side: each weight is loaded once for all of them.
            let tile = TOGETHER * LANES;
            while done + tile <= out.len() {
                let mut sums = [V::splat(0.0); TOGETHER];
                for (i, &weight) in weights.iter().enumerate() {
                    let weight = V::splat(weight);
                    for (r, sum) in sums.iter_mut().enumerate() {
                        // SAFETY: the last number read is that of the last place of the tile and
                        // of the last weight, which the number of places has it that there is.
                        let x = unsafe { V::load(column.as_ptr().add(done + r * LANES + i)) };
                        *sum = weight.mul_add(x, *sum);
                    }
                }
                for (r, sum) in sums.into_iter().enumerate() {
                    // SAFETY: `done + tile` places are there.
                    unsafe { sum.store(out.as_mut_ptr().add(done + r * LANES)) };
                }
                done += tile;
            }
        }
        for (k, out) in out.iter_mut().enumerate().skip(done) {
            let window = &column[k * every..k * every + weights.len()];
            *out = products_of::<V>(window, weights);
        }
    }
}

/// The product of two columns of one length.
#[inline(always)]
pub(crate) fn products_of<V: Vector>(a: &[f64], b: &[f64]) -> f64 {
    let length = a.len().min(b.len());
    let mut sums = [V::splat(0.0); 4];
    let tile = 4 * LANES;
    let mut i = 0;
    while i + tile <= length {
        for (r, sum) in sums.iter_mut().enumerate() {
            // SAFETY: `i + tile` numbers are in both.
            let (x, y) = unsafe {
                (V::load(a.as_ptr().add(i + r * LANES)), V::load(b.as_ptr().add(i + r * LANES)))
            };
            *sum = x.mul_add(y, *sum);
        }
        i += tile;
    }
    let mut rest = 0.0;
    for k in i..length {
        rest += a[k] * b[k];
    }
    (sums[0].sum() + sums[1].sum()) + (sums[2].sum() + sums[3].sum()) + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_place_has_the_sum_that_loops_give() {
        let column: Vec<f64> = (0..263).map(|i| (0.7 * f64::from(i)).sin()).collect();
        for (length, every) in [(1, 1), (7, 1), (60, 1), (33, 3), (260, 5), (263, 1), (264, 1)] {
            let weights: Vec<f64> = (0..length).map(|i| 1.0 / f64::from(i + 2)).collect();
            let found = correlate(&column, &weights, every);
            let windows = column.windows(weights.len()).step_by(every);
            let expected: Vec<f64> =
                windows.map(|w| w.iter().zip(&weights).map(|(x, w)| x * w).sum()).collect();
            assert_eq!(found.len(), expected.len(), "{length} {every}");
            for (a, b) in found.iter().zip(&expected) {
                assert!((a - b).abs() < 1e-14, "{length} {every}: {a} {b}");
            }
        }
        assert!(correlate(&[], &[1.0], 1).is_empty());
    }

    #[test]
    fn several_rows_of_weights_give_what_each_gives_alone() {
        let column: Vec<f64> = (0..263).map(|i| (0.7 * f64::from(i)).sin()).collect();
        for (length, every) in [(1, 1), (7, 1), (60, 6), (33, 3), (256, 5), (263, 1), (264, 1)] {
            let weights = [2, 3, 5].map(|from| -> Vec<f64> {
                (0..length).map(|i| 1.0 / f64::from(i + from)).collect()
            });
            let found = correlate_all(&column, weights.each_ref().map(Vec::as_slice), every);
            for (found, weights) in found.iter().zip(&weights) {
                let expected = correlate(&column, weights, every);
                assert_eq!(found.len(), expected.len(), "{length} {every}");
                for (a, b) in found.iter().zip(&expected) {
                    assert!((a - b).abs() < 1e-14, "{length} {every}: {a} {b}");
                }
            }
        }
    }
}
