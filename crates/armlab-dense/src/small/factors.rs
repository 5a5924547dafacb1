//! Factors of small positive definite matrices, and solutions with them, in rows that are
//! [`padded`] with zeros.
//!
//! What waits for a pivot is kept short: rows are eliminated with reciprocals of pivots alone, and
//! no row waits for a root.

use super::products::{WIDEST, padded};
use crate::instructions::Instructions;
use crate::simd::{Kernel, Vector, dispatch};

/// `B = S⁻¹ B` for a symmetric positive definite `S` of `n` padded rows, of which the upper half
/// is read, and `n` padded rows of any length in `b`. `S = Lᵀ D L` stays: `1/D` on the diagonal,
/// `D L` above it, `Lᵀ` below. False where `S` is not positive definite; both are then spoilt.
///
/// # Panics
/// If rows are not padded, or fewer than `n`.
#[must_use]
pub fn solve_positive(s: &mut [f64], n: usize, b: &mut [f64]) -> bool {
    let columns = b.len() / n.max(1);
    assert!(s.len() >= n * padded(n) && columns.is_multiple_of(WIDEST), "n padded rows");
    let mut positive = true;
    dispatch(Solve { s, n, b, columns, positive: &mut positive });
    positive
}

/// `vᵀ S⁻¹ v` with what [`solve_positive`] left of `S`; `v` becomes `Lᵀ⁻¹ v`.
#[inline]
pub fn squared_length(s: &[f64], n: usize, v: &mut [f64]) -> f64 {
    let mut square = 0.0;
    let v = &mut v[..n];
    for (k, row) in s.chunks_exact(padded(n).max(1)).take(n).enumerate() {
        let scaled = v[k] * row[k];
        square += v[k] * scaled;
        let below = v[k + 1..].iter_mut().zip(&row[k + 1..n]);
        below.for_each(|(v, factor)| *v -= factor * scaled);
    }
    square
}

/// What [`eliminate`] leaves of a row: its pivot on the diagonal, and below it what is of no use.
const PIVOTS: u8 = 0;
/// Its pivot's root there and zeros below, which makes the rows `U` of `A = Uᵀ U`.
pub(super) const ROOTS: u8 = 1;

/// Eliminates below the diagonal of the upper half of `n` rows of `stride` numbers, and leaves
/// `PIVOTS` or `ROOTS`. False where a pivot is not positive.
///
/// # Safety
/// `a` is valid for `n` rows of `stride` numbers, a multiple of all registers.
#[inline(always)]
pub(super) unsafe fn eliminate<V: Vector, const LEFT: u8>(
    a: *mut f64,
    n: usize,
    stride: usize,
) -> bool {
    // SAFETY: the caller's promise, and the registers that are in a row.
    unsafe {
        if stride == V::LANES {
            eliminate_rows::<V, LEFT, 1>(a, n, stride)
        } else if stride == 2 * V::LANES {
            eliminate_rows::<V, LEFT, 2>(a, n, stride)
        } else {
            eliminate_rows::<V, LEFT, 0>(a, n, stride)
        }
    }
}

/// The same for rows of `C` registers, or of any number for 0.
///
/// # Safety
/// As above.
#[inline(always)]
unsafe fn eliminate_rows<V: Vector, const LEFT: u8, const C: usize>(
    a: *mut f64,
    n: usize,
    stride: usize,
) -> bool {
    let mut positive = true;
    let mut k = 0;
    while k < n {
        // SAFETY: rows k, k + 1 and i are different rows of `stride` numbers.
        unsafe {
            let row = a.add(k * stride);
            let pivot = *row.add(k);
            positive &= pivot > 0.0 && pivot < f64::INFINITY;
            let inverse = 1.0 / pivot;
            if k + 1 == n {
                if LEFT == ROOTS {
                    divide_by_root::<V>(row, pivot, k, stride);
                }
                return positive;
            }
            // Two pivots at a time: rows below are read and written half as often, and the second
            // reciprocal does not wait for the first.
            let second = row.add(stride);
            let (beside, below) = (*row.add(k + 1), *second.add(k + 1));
            let determinant = pivot * below - beside * beside;
            positive &= determinant > 0.0 && determinant < f64::INFINITY;
            let second_inverse = pivot / determinant;
            subtract::<V, 1>(second, [row], [beside * inverse], k + 1, stride);
            let held = [loaded::<V, C>(row), loaded::<V, C>(second)];
            for i in k + 2..n {
                let factors = [*row.add(i) * inverse, *second.add(i) * second_inverse];
                let to = a.add(i * stride);
                if C == 0 {
                    subtract::<V, 2>(to, [row, second], factors, i, stride);
                    continue;
                }
                let [first, other] = factors.map(V::splat);
                for c in 0..C {
                    let at = to.add(c * V::LANES);
                    let new = held[0][c].mul_sub_from(first, V::load(at));
                    held[1][c].mul_sub_from(other, new).store(at);
                }
            }
            // Nothing waits for roots.
            if LEFT == ROOTS {
                divide_by_root::<V>(row, pivot, k, stride);
                divide_by_root::<V>(second, determinant * inverse, k + 1, stride);
            }
        }
        k += 2;
    }
    positive
}

/// Divides a row by the root of its pivot in column `k`, and clears what is before it.
///
/// # Safety
/// `row` has `stride` numbers, a multiple of all registers.
#[inline(always)]
unsafe fn divide_by_root<V: Vector>(row: *mut f64, pivot: f64, k: usize, stride: usize) {
    let (zero, inverse) = (V::splat(0.0), V::splat(1.0 / pivot.sqrt()));
    let mut j = 0;
    while j < stride {
        // SAFETY: the caller's promise.
        unsafe {
            let at = row.add(j);
            let scaled = V::load(at).mul_add(inverse, zero);
            zero.first_of(k.saturating_sub(j), scaled).store(at);
        }
        j += V::LANES;
    }
}

/// Subtracts rows, times factors, from another, from the register of column `from` on.
///
/// # Safety
/// All are different rows of `stride` numbers, a multiple of all registers.
#[inline(always)]
unsafe fn subtract<V: Vector, const K: usize>(
    to: *mut f64,
    rows: [*mut f64; K],
    factors: [f64; K],
    from: usize,
    stride: usize,
) {
    let mut splat = [V::splat(0.0); K];
    for k in 0..K {
        splat[k] = V::splat(factors[k]);
    }
    let mut j = from / V::LANES * V::LANES;
    while j < stride {
        // SAFETY: the caller's promise.
        unsafe {
            let mut new = V::load(to.add(j));
            for k in 0..K {
                new = V::load(rows[k].add(j)).mul_sub_from(splat[k], new);
            }
            new.store(to.add(j));
        }
        j += V::LANES;
    }
}

/// [`solve_positive`] of `n` rows of `columns` numbers in `b`.
///
/// # Safety
/// `s` is valid for `n` padded rows and `b` for `n` rows of `columns` numbers, a multiple of all
/// registers.
#[inline(always)]
pub(super) unsafe fn solve<V: Vector>(s: *mut f64, n: usize, b: *mut f64, columns: usize) -> bool {
    let stride = padded(n);
    // SAFETY: the caller's promises.
    unsafe {
        if !eliminate::<V, PIVOTS>(s, n, stride) {
            return false;
        }
        for k in 0..n {
            let row = s.add(k * stride);
            let inverse = 1.0 / *row.add(k);
            *row.add(k) = inverse;
            for i in k + 1..n {
                *s.add(i * stride + k) = *row.add(i) * inverse;
            }
        }
        let registers = columns / V::LANES;
        let mut done = 0;
        while done < registers {
            let b = b.add(done * V::LANES);
            match registers - done {
                1 => done += substitute::<V, 1>(s, n, stride, b, columns),
                2 => done += substitute::<V, 2>(s, n, stride, b, columns),
                3 => done += substitute::<V, 3>(s, n, stride, b, columns),
                _ => done += substitute::<V, 4>(s, n, stride, b, columns),
            }
        }
    }
    true
}

/// Solves for `C` registers of the rows of `b`; returns `C`.
///
/// # Safety
/// `s` has factors of `n` rows of `stride` numbers, and `b` is valid for `n` rows of `columns`
/// numbers of which `C` registers are in this strip.
#[inline(always)]
unsafe fn substitute<V: Vector, const C: usize>(
    s: *const f64,
    n: usize,
    stride: usize,
    b: *mut f64,
    columns: usize,
) -> usize {
    // SAFETY: the caller's promises; row i is written, rows before or behind it are read.
    unsafe {
        for i in 0..n {
            let row = b.add(i * columns);
            let mut sums = loaded::<V, C>(row);
            for k in 0..i {
                let factor = V::splat(*s.add(i * stride + k));
                let other = b.add(k * columns);
                for c in 0..C {
                    sums[c] = V::load(other.add(c * V::LANES)).mul_sub_from(factor, sums[c]);
                }
            }
            for c in 0..C {
                sums[c].store(row.add(c * V::LANES));
            }
        }
        for i in (0..n).rev() {
            let row = b.add(i * columns);
            let inverse = V::splat(*s.add(i * stride + i));
            let mut sums = loaded::<V, C>(row);
            for c in 0..C {
                sums[c] = sums[c].mul_add(inverse, V::splat(0.0));
            }
            for k in i + 1..n {
                let factor = V::splat(*s.add(k * stride + i));
                let other = b.add(k * columns);
                for c in 0..C {
                    sums[c] = V::load(other.add(c * V::LANES)).mul_sub_from(factor, sums[c]);
                }
            }
            for c in 0..C {
                sums[c].store(row.add(c * V::LANES));
            }
        }
    }
    C
}

/// # Safety
/// `row` is valid for reading `C` registers.
#[inline(always)]
pub(super) unsafe fn loaded<V: Vector, const C: usize>(row: *const f64) -> [V; C] {
    let mut out = [V::splat(0.0); C];
    for c in 0..C {
        // SAFETY: the caller's promise.
        out[c] = unsafe { V::load(row.add(c * V::LANES)) };
    }
    out
}

/// A number of a row of few registers, in all places.
#[inline(always)]
pub(super) fn spread<V: Vector, const C: usize>(row: &[V; C], place: usize) -> V {
    let mut register = row[0];
    for c in 1..C {
        if place >= c * V::LANES {
            register = row[c];
        }
    }
    register.spread(place % V::LANES)
}

struct Solve<'a> {
    s: &'a mut [f64],
    n: usize,
    b: &'a mut [f64],
    columns: usize,
    positive: &'a mut bool,
}

impl Kernel for Solve<'_> {
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<V: Vector>(self) {
        let (s, b) = (self.s.as_mut_ptr(), self.b.as_mut_ptr());
        // SAFETY: sizes have been checked.
        *self.positive = unsafe { solve::<V>(s, self.n, b, self.columns) };
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small::tests::{assert_close, random};
    use crate::small::{Factor, add_product, draw_pairs, product};

    #[test]
    fn solutions_and_factors_give_back_the_matrix() {
        for n in [1, 2, 3, 4, 5, 6, 10, 13, 30] {
            let wide = random(n * 2 * n, n as u64);
            let mut s = vec![0.0; n * n];
            let turned: Vec<f64> = (0..wide.len()).map(|i| wide[(i % n) * 2 * n + i / n]).collect();
            product(&wide, &turned, 2 * n, n, &mut s);
            let context = format!("{n} rows");
            let stride = padded(n);
            let s: Vec<f64> = s.chunks_exact(n).flat_map(|row| with_zeros(row, stride)).collect();
            let mut upper = vec![1.0; n * stride];
            let mut points = vec![0.0; (2 * n + 1) * stride];
            assert!(draw_pairs(&mut points, &s, &mut upper, n, 1.0));
            let mut again = vec![0.0; n * stride];
            add_product(1.0, Factor::transposed(&upper, stride), &upper, n, stride, &mut again);
            assert_close(&again, &s, &context);
            assert!((0..n).all(|i| upper[i * stride..i * stride + i].iter().all(|x| *x == 0.0)));
            for columns in [8, 16, 24] {
                let b = random(n * columns, 7);
                let (mut factored, mut x) = (s.clone(), b.clone());
                assert!(solve_positive(&mut factored, n, &mut x));
                let mut back = vec![0.0; n * columns];
                add_product(1.0, Factor::rows(&s, stride), &x, n, columns, &mut back);
                for (a, b) in back.iter().zip(&b) {
                    assert!((a - b).abs() < 1e-8, "{context}: {a} {b}");
                }
                let v: Vec<f64> = (0..n).map(|i| b[i * columns]).collect();
                let direct: f64 = (0..n).map(|i| v[i] * x[i * columns]).sum();
                let length = squared_length(&factored, n, &mut v.clone());
                assert!((length - direct).abs() < 1e-8 * (1.0 + direct), "{length} {direct}");
            }
        }
        let indefinite: Vec<f64> =
            [[1.0, 2.0], [2.0, 1.0]].iter().flat_map(|row| with_zeros(row, 8)).collect();
        assert!(!draw_pairs(&mut [0.0; 40], &indefinite, &mut [0.0; 16], 2, 1.0));
        assert!(!solve_positive(&mut indefinite.clone(), 2, &mut [0.0; 16]));
        assert!(!solve_positive(&mut [f64::NAN; 8], 1, &mut [0.0; 8]));
    }

    fn with_zeros(row: &[f64], length: usize) -> Vec<f64> {
        let mut padded = row.to_vec();
        padded.resize(length, 0.0);
        padded
    }
}
