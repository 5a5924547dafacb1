//! Pairs of points around a middle, in rows that are padded with zeros: how they are drawn, and
//! how what became of them differs.

use crate::instructions::Instructions;
use crate::simd::{Kernel, Vector, dispatch};

/// Rows of `stride` numbers: the first, which is given, then a pair for each row of `columns`,
/// `first ± distance · column`.
///
/// # Panics
/// If `points` has not a row and two for each of `columns`, or rows are not padded.
pub fn draw_pairs(points: &mut [f64], columns: &[f64], stride: usize, distance: f64) {
    assert!(points.len() == stride + 2 * columns.len() && stride.is_multiple_of(8), "padded rows");
    assert!(columns.len().is_multiple_of(stride.max(1)), "whole columns");
    dispatch(Draw { points, columns, stride, distance });
}

struct Draw<'a> {
    points: &'a mut [f64],
    columns: &'a [f64],
    stride: usize,
    distance: f64,
}

impl Kernel for Draw<'_> {
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<V: Vector>(self) {
        let (stride, distance) = (self.stride, V::splat(self.distance));
        let (points, columns) = (self.points.as_mut_ptr(), self.columns.as_ptr());
        let mut i = 0;
        while i < stride {
            // SAFETY: registers end within rows of `stride` numbers, of which there are as many
            // as have been counted.
            unsafe {
                let middle = V::load(points.add(i));
                for pair in 0..self.columns.len() / stride {
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

/// Differences `plus − minus` and second differences `plus + minus − 2 first` of rows that are a
/// first one and then pairs, `stride` numbers apart, and the sum of the second differences; as
/// many numbers of every row as `sum` has.
///
/// # Panics
/// If there are not as many pairs as rows in the results, or rows are not padded.
pub fn compare_pairs(
    rows: &[f64],
    stride: usize,
    differences: &mut [f64],
    seconds: &mut [f64],
    sum: &mut [f64],
) {
    let width = sum.len();
    assert!(width <= stride && width.is_multiple_of(8), "padded rows");
    let pairs = differences.len() / width.max(1);
    assert!(differences.len() == pairs * width && seconds.len() == pairs * width, "rows of pairs");
    assert!(rows.len() >= (2 * pairs + 1) * stride, "a first row and pairs");
    dispatch(Compare { rows, stride, pairs, differences, seconds, sum });
}

struct Compare<'a> {
    rows: &'a [f64],
    stride: usize,
    pairs: usize,
    differences: &'a mut [f64],
    seconds: &'a mut [f64],
    sum: &'a mut [f64],
}

impl Kernel for Compare<'_> {
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<V: Vector>(self) {
        let (stride, width, minus_one) = (self.stride, self.sum.len(), V::splat(-1.0));
        let rows = self.rows.as_ptr();
        let (differences, seconds) = (self.differences.as_mut_ptr(), self.seconds.as_mut_ptr());
        let mut i = 0;
        while i < width {
            // SAFETY: registers end within rows of `stride` and of `width` numbers, of which
            // there are as many as have been counted.
            unsafe {
                let first = V::load(rows.add(i));
                let mut sum = V::splat(0.0);
                for pair in 0..self.pairs {
                    let at = rows.add((2 * pair + 1) * stride + i);
                    let (plus, minus) = (V::load(at), V::load(at.add(stride)));
                    minus.mul_add(minus_one, plus).store(differences.add(pair * width + i));
                    let (above, below) =
                        (first.mul_add(minus_one, plus), first.mul_add(minus_one, minus));
                    let second = above.add(below);
                    second.store(seconds.add(pair * width + i));
                    sum = sum.add(second);
                }
                sum.store(self.sum.as_mut_ptr().add(i));
            }
            i += V::LANES;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_lie_around_the_first_and_differ_as_they_were_drawn() {
        const STRIDE: usize = 16;
        let columns: Vec<f64> = (0..5 * STRIDE).map(|i| (i as f64 * 0.7).sin()).collect();
        let first: Vec<f64> = (0..STRIDE).map(|i| i as f64).collect();
        let mut points = vec![0.0; 11 * STRIDE];
        points[..STRIDE].copy_from_slice(&first);
        draw_pairs(&mut points, &columns, STRIDE, 0.5);
        for (pair, column) in points[STRIDE..].chunks(2 * STRIDE).zip(columns.chunks(STRIDE)) {
            for i in 0..STRIDE {
                assert!((pair[i] - (first[i] + 0.5 * column[i])).abs() < 1e-12);
                assert!((pair[STRIDE + i] - (first[i] - 0.5 * column[i])).abs() < 1e-12);
            }
        }
        // What is bent has second differences.
        points.iter_mut().for_each(|x| *x *= *x);
        let (mut differences, mut seconds) = (vec![0.0; 40], vec![0.0; 40]);
        let mut sum = [0.0; 8];
        compare_pairs(&points, STRIDE, &mut differences, &mut seconds, &mut sum);
        let mut expected = [0.0; 8];
        for pair in 0..5 {
            for i in 0..8 {
                let column = columns[pair * STRIDE + i];
                assert!((differences[pair * 8 + i] - 2.0 * first[i] * column).abs() < 1e-12);
                assert!((seconds[pair * 8 + i] - 0.5 * column * column).abs() < 1e-12);
                expected[i] += 0.5 * column * column;
            }
        }
        sum.iter().zip(expected).for_each(|(a, b)| assert!((a - b).abs() < 1e-12));
    }
}
