//! The reduction of one block into the triangle, `[R; B] = Q R'`; see
//! [`Tsqr`](crate::Tsqr) for the equations.

use crate::Instructions;
use crate::block::Work;
use crate::simd::{Kernel, SUMS, Vector, add_combinations, dispatch, products};

/// Vectors applied together.
pub(crate) const PANEL: usize = 8;
/// Columns of `C` brought into the first-level cache together.
const STRIP: usize = 3;

/// Reduces the rows waiting in `work`, which holds the last columns without gaps,
/// into the triangle of `width` columns, column after column.
pub(crate) fn reduce(triangle: &mut [f64], width: usize, work: &mut Work) {
    let rows = work.pad();
    dispatch(Reduce { triangle, width, work, rows });
    work.rows = 0;
}

struct Reduce<'a> {
    triangle: &'a mut [f64],
    width: usize,
    work: &'a mut Work,
    rows: usize,
}

impl Kernel for Reduce<'_> {
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<V: Vector>(self) {
        let (stride, rows, count) = (self.work.stride, self.rows, self.work.used.len());
        let (width, first) = (self.width, self.width - count);
        let block = self.work.numbers();
        assert!(self.triangle.len() >= width * width && block.len() >= count * stride);
        assert!(rows <= stride);
        // The block holds the columns from `first` on; seen from there the
        // triangle begins at its row and column `first`.
        let triangle = &mut self.triangle[first * width + first..];
        let mut panel = 0;
        while panel < count {
            let vectors = PANEL.min(count - panel);
            let mut t = [[0.0; PANEL]; PANEL];
            // SAFETY: the block has `count` columns of `stride ≥ rows` numbers;
            // panel + vectors ≤ count, and strips end before `count`.
            unsafe {
                factor_panel::<V>(triangle, block, width, stride, rows, panel, vectors, &mut t);
                if vectors == PANEL {
                    let mut column = panel + PANEL;
                    while column + STRIP <= count {
                        apply::<V, STRIP>(triangle, block, width, stride, rows, panel, column, &t);
                        column += STRIP;
                    }
                    while column < count {
                        apply::<V, 1>(triangle, block, width, stride, rows, panel, column, &t);
                        column += 1;
                    }
                }
            }
            panel += vectors;
        }
    }
}

/// Householder vectors of the columns of a panel, and their `T` (`t[j][i]` is
/// row `i`, column `j`). Vectors replace the block's columns.
///
/// One sweep over the panel gives a column's products with all columns: its own
/// norm, what the later columns need and what `T` needs of the earlier ones.
/// A second sweep scales the column to the vector and eliminates.
///
/// # Safety
/// As stated in [`Reduce`].
#[inline(always)]
unsafe fn factor_panel<V: Vector>(
    triangle: &mut [f64],
    block: &mut [f64],
    width: usize,
    stride: usize,
    rows: usize,
    panel: usize,
    vectors: usize,
    t: &mut [[f64; PANEL]; PANEL],
) {
    let base = block.as_mut_ptr();
    let mut dots = [0.0; PANEL];
    // Whether the sweep of the column before has found this one's products.
    let mut found = false;
    for j in 0..vectors {
        let column = panel + j;
        // SAFETY: columns of the block, `rows ≤ stride`; distinct columns do
        // not overlap.
        unsafe {
            let v = base.add(column * stride);
            if vectors == PANEL && !found {
                let all = products::<V, 1, PANEL>(v, base.add(panel * stride), [stride; 2], rows);
                for i in 0..PANEL {
                    dots[i] = all[i][0];
                }
            } else if !found {
                for i in 0..vectors {
                    let other = base.add((panel + i) * stride);
                    dots[i] = products::<V, 1, 1>(v, other, [stride; 2], rows)[0][0];
                }
            }
            found = false;
            let square = dots[j];
            if square == 0.0 {
                // Nothing to eliminate: the identity.
                t[j] = [0.0; PANEL];
                continue;
            }
            let diagonal = &mut triangle[column * width + column];
            let (alpha, norm) = (*diagonal, (*diagonal * *diagonal + square).sqrt());
            let beta = if alpha > 0.0 { -norm } else { norm };
            let (tau, factor) = ((beta - alpha) / beta, 1.0 / (alpha - beta));
            *diagonal = beta;

            // T's column: −τ T (V_earlierᵀ v).
            for i in 0..j {
                let mut sum = 0.0;
                for k in i..j {
                    sum += t[k][i] * (factor * dots[k]);
                }
                t[j][i] = -tau * sum;
            }
            t[j][j] = tau;

            let mut minus = [0.0; PANEL];
            let later = vectors - j - 1;
            for l in 0..later {
                let r = &mut triangle[(column + 1 + l) * width + column];
                let w = tau * (*r + factor * dots[j + 1 + l]);
                *r -= w;
                minus[l] = -w;
            }
            if vectors == PANEL {
                let first = base.add(panel * stride);
                match j {
                    0 => sweep::<V, 0>(first, stride, rows, factor, &minus, &mut dots),
                    1 => sweep::<V, 1>(first, stride, rows, factor, &minus, &mut dots),
                    2 => sweep::<V, 2>(first, stride, rows, factor, &minus, &mut dots),
                    3 => sweep::<V, 3>(first, stride, rows, factor, &minus, &mut dots),
                    4 => sweep::<V, 4>(first, stride, rows, factor, &minus, &mut dots),
                    5 => sweep::<V, 5>(first, stride, rows, factor, &minus, &mut dots),
                    6 => sweep::<V, 6>(first, stride, rows, factor, &minus, &mut dots),
                    _ => eliminate::<V, 0>(v, stride, rows, factor, &minus),
                }
                found = j + 1 < PANEL;
                continue;
            }
            match later {
                7 => eliminate::<V, 7>(v, stride, rows, factor, &minus),
                6 => eliminate::<V, 6>(v, stride, rows, factor, &minus),
                5 => eliminate::<V, 5>(v, stride, rows, factor, &minus),
                4 => eliminate::<V, 4>(v, stride, rows, factor, &minus),
                3 => eliminate::<V, 3>(v, stride, rows, factor, &minus),
                2 => eliminate::<V, 2>(v, stride, rows, factor, &minus),
                1 => eliminate::<V, 1>(v, stride, rows, factor, &minus),
                _ => eliminate::<V, 0>(v, stride, rows, factor, &minus),
            }
        }
    }
}

/// Scales column `v` by `factor` and adds it, times `w[b]`, to the `B` columns
/// that follow it.
///
/// # Safety
/// All columns are valid for `rows` numbers, a multiple of the register's length.
#[inline(always)]
unsafe fn eliminate<V: Vector, const B: usize>(
    v: *mut f64,
    stride: usize,
    rows: usize,
    factor: f64,
    w: &[f64; PANEL],
) {
    let (factor, zero) = (V::splat(factor), V::splat(0.0));
    let mut ws = [zero; B];
    for b in 0..B {
        ws[b] = V::splat(w[b]);
    }
    let mut i = 0;
    while i < rows {
        // SAFETY: i + LANES ≤ rows.
        unsafe {
            let x = V::load(v.add(i)).mul_add(factor, zero);
            x.store(v.add(i));
            for b in 0..B {
                let y = v.add((b + 1) * stride + i);
                x.mul_add(ws[b], V::load(y)).store(y);
            }
        }
        i += V::LANES;
    }
}

/// [`eliminate`] for column `J` of a whole panel that begins at `first`, and the products of
/// the next column with all columns of the panel while they are in registers: the columns go
/// through the processor once instead of twice.
///
/// # Safety
/// As stated in [`Reduce`]; `J + 1` is a column of the panel.
#[inline(always)]
unsafe fn sweep<V: Vector, const J: usize>(
    first: *mut f64,
    stride: usize,
    rows: usize,
    factor: f64,
    w: &[f64; PANEL],
    dots: &mut [f64; PANEL],
) {
    let (factor, zero) = (V::splat(factor), V::splat(0.0));
    let mut ws = [zero; PANEL];
    for b in 0..PANEL - 1 - J {
        ws[b] = V::splat(w[b]);
    }
    let mut whole = [zero; PANEL];
    let mut part = 0;
    while part < SUMS {
        let mut sums = [zero; PANEL];
        let mut i = part;
        while i < rows {
            // SAFETY: i + LANES ≤ rows, in each of the panel's columns.
            unsafe {
                let at = first.add(i);
                let x = V::load(at.add(J * stride)).mul_add(factor, zero);
                x.store(at.add(J * stride));
                let next = x.mul_add(ws[0], V::load(at.add((J + 1) * stride)));
                next.store(at.add((J + 1) * stride));
                for e in 0..J {
                    sums[e] = next.mul_add(V::load(at.add(e * stride)), sums[e]);
                }
                sums[J] = next.mul_add(x, sums[J]);
                sums[J + 1] = next.mul_add(next, sums[J + 1]);
                for b in 1..PANEL - 1 - J {
                    let y = at.add((J + 1 + b) * stride);
                    let new = x.mul_add(ws[b], V::load(y));
                    new.store(y);
                    sums[J + 1 + b] = next.mul_add(new, sums[J + 1 + b]);
                }
            }
            i += SUMS;
        }
        for (whole, sum) in whole.iter_mut().zip(sums) {
            *whole = whole.add(sum);
        }
        part += V::LANES;
    }
    for (dot, sum) in dots.iter_mut().zip(whole) {
        *dot = sum.sum();
    }
}

/// Applies a whole panel to `S` columns from `column` on.
///
/// # Safety
/// As stated in [`Reduce`]; the panel is full and ends before `column`.
#[inline(always)]
unsafe fn apply<V: Vector, const S: usize>(
    triangle: &mut [f64],
    block: &mut [f64],
    width: usize,
    stride: usize,
    rows: usize,
    panel: usize,
    column: usize,
    t: &[[f64; PANEL]; PANEL],
) {
    const HALF: usize = PANEL / 2;
    let base = block.as_mut_ptr();
    // SAFETY: see above.
    unsafe {
        let v = base.add(panel * stride).cast_const();
        let c = base.add(column * stride);
        let low = products::<V, S, HALF>(c, v, [stride; 2], rows);
        let high = products::<V, S, HALF>(c, v.add(HALF * stride), [stride; 2], rows);
        let mut minus = [[0.0; PANEL]; S];
        for s in 0..S {
            let r = &mut triangle[(column + s) * width + panel..][..PANEL];
            let mut w = [0.0; PANEL];
            for a in 0..HALF {
                w[a] = r[a] + low[a][s];
                w[a + HALF] = r[a + HALF] + high[a][s];
            }
            for j in 0..PANEL {
                let mut sum = 0.0;
                for i in 0..=j {
                    sum += t[j][i] * w[i];
                }
                r[j] -= sum;
                minus[s][j] = -sum;
            }
        }
        add_combinations::<V, PANEL, S>(v, c, stride, rows, &minus);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::block::Rows;
    use crate::simd::Portable;

    #[test]
    fn portable_instructions_give_the_same_triangle_up_to_rounding() {
        let (rows, width) = (70, 21);
        let columns: Vec<Vec<f64>> = (0..width)
            .map(|j| (0..rows).map(|i| ((3 * i + 7 * j * j) as f64).sin()).collect())
            .collect();
        let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
        let mut work = Work::new(width, 80);
        work.take(&Rows::all(&columns), 0, 0..width);
        let mut other = work.clone();
        let (mut best, mut portable) = (vec![0.0; width * width], vec![0.0; width * width]);
        reduce(&mut best, width, &mut work);
        let padded = other.pad();
        Reduce { triangle: &mut portable, width, work: &mut other, rows: padded }.run::<Portable>();
        assert!(best.iter().any(|x| *x != 0.0));
        for (x, y) in best.iter().zip(&portable) {
            assert!((x - y).abs() < 3e-14, "{x} {y}");
        }
    }
}
