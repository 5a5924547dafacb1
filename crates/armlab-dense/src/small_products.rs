//! Products, solutions and factors of small matrices, in registers of four or eight numbers.
//!
//! Rows of products have any length: the last register of a row overlaps the one before it. Both
//! are loaded before either is stored, so that what lies in both is computed twice and not added
//! twice. Rows that are [`padded`] with zeros are whole registers, which is faster: what one
//! store wrote is what the next load reads. Solutions and factors are of such rows.

use crate::instructions::Instructions;
use crate::simd::{Kernel, Vector, dispatch};

/// Length of rows of `n` numbers with room for whole registers.
pub fn padded(n: usize) -> usize {
    n.next_multiple_of(WIDEST)
}

/// Numbers in the widest register.
const WIDEST: usize = 8;

/// A left factor, or its transpose: entry `(i, k)` is `numbers[i · row + k · step]`.
#[derive(Clone, Copy, Debug)]
pub struct Factor<'a> {
    /// The numbers.
    pub numbers: &'a [f64],
    /// From a row to the next.
    pub row: usize,
    /// From a column to the next.
    pub step: usize,
}

impl<'a> Factor<'a> {
    /// Rows of `columns` numbers.
    pub fn rows(numbers: &'a [f64], columns: usize) -> Self {
        Self { numbers, row: columns, step: 1 }
    }
    /// The transpose of rows of `columns` numbers.
    pub fn transposed(numbers: &'a [f64], columns: usize) -> Self {
        Self { numbers, row: 1, step: columns }
    }
}

/// `out = a b` with `a` of `rows × inner` and `b` of `inner × columns`.
pub fn product(a: &[f64], b: &[f64], inner: usize, columns: usize, out: &mut [f64]) {
    multiply(Factor::rows(a, inner), b, inner, columns, 1.0, false, out);
}

/// `out = weight a b`, for rows of `columns` numbers in `b` and `out`.
///
/// # Panics
/// If a factor has fewer numbers than the product takes.
pub fn weighted_product(
    weight: f64,
    a: Factor,
    b: &[f64],
    inner: usize,
    columns: usize,
    out: &mut [f64],
) {
    multiply(a, b, inner, columns, weight, false, out);
}

/// `out += weight a b`, for rows of `columns` numbers in `b` and `out`.
///
/// # Panics
/// If a factor has fewer numbers than the product takes.
pub fn add_product(
    weight: f64,
    a: Factor,
    b: &[f64],
    inner: usize,
    columns: usize,
    out: &mut [f64],
) {
    multiply(a, b, inner, columns, weight, true, out);
}

/// `B = S⁻¹ B` for a symmetric positive definite `S` of `n` padded rows, of which the upper half
/// is read, and `n` padded rows of any length in `b`. `S = Lᵀ D L` stays: `1/D` on the diagonal,
/// `D L` above it. False where `S` is not positive definite; both are then spoilt.
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
pub fn squared_length(s: &[f64], n: usize, v: &mut [f64]) -> f64 {
    let mut square = 0.0;
    for (k, row) in s.chunks_exact(padded(n).max(1)).take(n).enumerate() {
        let scaled = v[k] * row[k];
        square += v[k] * scaled;
        for i in k + 1..n {
            v[i] -= row[i] * scaled;
        }
    }
    square
}

/// `A = Uᵀ U` in place, zeros below the diagonal: rows of `U` are the columns of the lower
/// factor. Rows are padded. False where `A` is not positive definite; `a` is then spoilt.
///
/// # Panics
/// If there are fewer than `n` padded rows.
#[must_use]
pub fn cholesky_upper(a: &mut [f64], n: usize) -> bool {
    assert!(a.len() >= n * padded(n), "n padded rows");
    let mut positive = true;
    dispatch(Upper { a, n, positive: &mut positive });
    positive
}

fn multiply(
    a: Factor,
    b: &[f64],
    inner: usize,
    columns: usize,
    weight: f64,
    keep: bool,
    out: &mut [f64],
) {
    let rows = out.len() / columns.max(1);
    if rows == 0 {
        return;
    }
    if inner > 0 {
        let last = (rows - 1) * a.row + (inner - 1) * a.step;
        assert!(last < a.numbers.len() && b.len() >= inner * columns, "factors of a product");
    }
    let product = Multiply { a, b, inner, columns, weight, keep, rows, out };
    if columns < WIDEST { dispatch(Narrow(product)) } else { dispatch(product) }
}

/// Rows shorter than the widest register.
struct Narrow<'a>(Multiply<'a>);

impl Kernel for Narrow<'_> {
    #[inline(always)]
    fn run<V: Vector>(self) {
        self.0.run::<V>();
    }
}

/// `out += weight a b` or, unless `keep`, `out = weight a b`; sizes have been checked.
struct Multiply<'a> {
    a: Factor<'a>,
    b: &'a [f64],
    inner: usize,
    columns: usize,
    weight: f64,
    keep: bool,
    rows: usize,
    out: &'a mut [f64],
}

impl Kernel for Multiply<'_> {
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<V: Vector>(mut self) {
        if self.columns < V::LANES {
            return self.narrow();
        }
        let registers = self.columns.div_ceil(V::LANES);
        let mut done = 0;
        while done < registers {
            // The last two registers, which may overlap, are in one strip.
            match registers - done {
                1 => done += self.strip::<V, 1>(done),
                2 | 4 => done += self.strip::<V, 2>(done),
                _ => done += self.strip::<V, 3>(done),
            }
        }
    }
}

impl Multiply<'_> {
    /// Rows shorter than a register.
    #[inline(always)]
    fn narrow(&mut self) {
        for r in 0..self.rows {
            for c in 0..self.columns {
                let mut sum = 0.0;
                for k in 0..self.inner {
                    let factor = self.a.numbers[r * self.a.row + k * self.a.step];
                    sum += factor * self.b[k * self.columns + c];
                }
                let out = &mut self.out[r * self.columns + c];
                *out = self.weight * sum + if self.keep { *out } else { 0.0 };
            }
        }
    }
    /// `C` registers of every row from register `first` on; returns `C`.
    #[inline(always)]
    fn strip<V: Vector, const C: usize>(&mut self, first: usize) -> usize {
        let mut starts = [0; C];
        for c in 0..C {
            starts[c] = (V::LANES * (first + c)).min(self.columns - V::LANES);
        }
        let mut r = 0;
        while r + 4 <= self.rows {
            self.tile::<V, 4, C>(r, &starts);
            r += 4;
        }
        if r + 2 <= self.rows {
            self.tile::<V, 2, C>(r, &starts);
            r += 2;
        }
        if r < self.rows {
            self.tile::<V, 1, C>(r, &starts);
        }
        C
    }
    #[inline(always)]
    fn tile<V: Vector, const R: usize, const C: usize>(&mut self, row: usize, starts: &[usize; C]) {
        let (a, b) = (self.a.numbers.as_ptr(), self.b.as_ptr());
        let mut sums = [[V::splat(0.0); C]; R];
        for k in 0..self.inner {
            // SAFETY: registers end within the columns; rows of both factors have been checked.
            unsafe {
                let mut bs = [V::splat(0.0); C];
                for c in 0..C {
                    bs[c] = V::load(b.add(k * self.columns + starts[c]));
                }
                for r in 0..R {
                    let at = (row + r) * self.a.row + k * self.a.step;
                    let factor = V::splat(*a.add(at));
                    for c in 0..C {
                        sums[r][c] = bs[c].mul_add(factor, sums[r][c]);
                    }
                }
            }
        }
        let (weight, out) = (V::splat(self.weight), self.out.as_mut_ptr());
        for r in 0..R {
            // SAFETY: as above, of a row of `out`.
            unsafe {
                let at = out.add((row + r) * self.columns);
                let mut new = [V::splat(0.0); C];
                for c in 0..C {
                    let old = if self.keep { V::load(at.add(starts[c])) } else { V::splat(0.0) };
                    new[c] = weight.mul_add(sums[r][c], old);
                }
                for c in 0..C {
                    new[c].store(at.add(starts[c]));
                }
            }
        }
    }
}

/// `y += factor x` over `length` numbers, which are whole registers.
///
/// # Safety
/// Both are valid for `length` numbers and do not overlap.
#[inline(always)]
unsafe fn add_row<V: Vector>(y: *mut f64, factor: f64, x: *const f64, length: usize) {
    let factor = V::splat(factor);
    let mut i = 0;
    while i < length {
        // SAFETY: registers end within `length`, which is a multiple of all of them.
        unsafe { V::load(x.add(i)).mul_add(factor, V::load(y.add(i))).store(y.add(i)) };
        i += V::LANES;
    }
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
        let (n, columns, stride) = (self.n, self.columns, padded(self.n));
        let (s, b) = (self.s.as_mut_ptr(), self.b.as_mut_ptr());
        for k in 0..n {
            let pivot = self.s[k * stride + k];
            if !(pivot > 0.0 && pivot.is_finite()) {
                *self.positive = false;
                return;
            }
            let inverse = 1.0 / pivot;
            for i in k + 1..n {
                // SAFETY: rows k and i are different, and among the n rows of each. Numbers
                // below the diagonal are spoilt, and not read.
                unsafe {
                    let factor = -(*s.add(k * stride + i) * inverse);
                    add_row::<V>(s.add(i * stride), factor, s.add(k * stride), stride);
                    add_row::<V>(b.add(i * columns), factor, b.add(k * columns), columns);
                }
            }
            self.s[k * stride + k] = inverse;
        }
        for k in (0..n).rev() {
            let inverse = V::splat(self.s[k * stride + k]);
            let mut i = 0;
            while i < columns {
                // SAFETY: whole registers of row k.
                unsafe {
                    let at = b.add(k * columns + i);
                    V::load(at).mul_add(inverse, V::splat(0.0)).store(at);
                }
                i += V::LANES;
            }
            for i in 0..k {
                let factor = -self.s[i * stride + k];
                // SAFETY: as above.
                unsafe { add_row::<V>(b.add(i * columns), factor, b.add(k * columns), columns) };
            }
        }
    }
}

struct Upper<'a> {
    a: &'a mut [f64],
    n: usize,
    positive: &'a mut bool,
}

impl Kernel for Upper<'_> {
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<V: Vector>(self) {
        let (n, stride) = (self.n, padded(self.n));
        let a = self.a.as_mut_ptr();
        for k in 0..n {
            let pivot = self.a[k * stride + k];
            if !(pivot > 0.0 && pivot.is_finite()) {
                *self.positive = false;
                return;
            }
            let root = pivot.sqrt();
            let inverse = V::splat(1.0 / root);
            let mut i = k / V::LANES * V::LANES;
            while i < stride {
                // SAFETY: whole registers of row k.
                unsafe {
                    let at = a.add(k * stride + i);
                    V::load(at).mul_add(inverse, V::splat(0.0)).store(at);
                }
                i += V::LANES;
            }
            for i in k + 1..n {
                // SAFETY: rows k and i are different rows of `stride` numbers. Numbers below the
                // diagonal are spoilt, and not read.
                unsafe {
                    let from = i / V::LANES * V::LANES;
                    let factor = -*a.add(k * stride + i);
                    let (to, row) = (a.add(i * stride + from), a.add(k * stride + from));
                    add_row::<V>(to, factor, row, stride - from);
                }
            }
            let row = &mut self.a[k * stride..(k + 1) * stride];
            row[..k].fill(0.0);
            row[k] = root;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    fn random(count: usize, seed: u64) -> Vec<f64> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        (0..count).map(|_| random.random_range(-1.0..1.0)).collect()
    }

    fn assert_close(found: &[f64], expected: &[f64], context: &str) {
        for (a, b) in found.iter().zip(expected) {
            assert!((a - b).abs() < 1e-12 * (1.0 + b.abs()), "{context}: {a} {b}");
        }
    }

    #[test]
    fn products_of_any_size_are_those_of_loops() {
        for (rows, inner, columns) in
            [(1, 1, 1), (2, 3, 3), (5, 10, 4), (6, 10, 10), (3, 2, 17), (9, 0, 5), (7, 8, 30)]
        {
            let (a, b) = (random(rows * inner, 1), random(inner * columns, 2));
            let turned: Vec<f64> =
                (0..inner * rows).map(|i| a[(i % rows) * inner + i / rows]).collect();
            let start = random(rows * columns, 3);
            let expected: Vec<f64> = (0..rows * columns)
                .map(|i| {
                    let (r, c) = (i / columns, i % columns);
                    (0..inner).map(|k| a[r * inner + k] * b[k * columns + c]).sum::<f64>()
                })
                .collect();
            let context = format!("{rows} {inner} {columns}");
            let mut out = start.clone();
            product(&a, &b, inner, columns, &mut out);
            assert_close(&out, &expected, &context);
            let added: Vec<f64> = start.iter().zip(&expected).map(|(s, e)| s - 0.5 * e).collect();
            for factor in [Factor::rows(&a, inner), Factor::transposed(&turned, rows)] {
                let mut out = start.clone();
                add_product(-0.5, factor, &b, inner, columns, &mut out);
                assert_close(&out, &added, &context);
            }
        }
    }

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
            let mut upper = s.clone();
            assert!(cholesky_upper(&mut upper, n));
            let mut again = vec![0.0; n * stride];
            add_product(1.0, Factor::transposed(&upper, stride), &upper, n, stride, &mut again);
            assert_close(&again, &s, &context);
            assert!((0..n).all(|i| upper[i * stride..i * stride + i].iter().all(|x| *x == 0.0)));
            for columns in [8, 16, 24] {
                let b = random(n * columns, 7);
                let (mut factored, mut x) = (s.clone(), b.clone());
                assert!(solve_positive(&mut factored, n, &mut x));
                let mut back = vec![0.0; n * columns];
                weighted_product(1.0, Factor::rows(&s, stride), &x, n, columns, &mut back);
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
        assert!(!cholesky_upper(&mut indefinite.clone(), 2));
        assert!(!solve_positive(&mut indefinite.clone(), 2, &mut [0.0; 16]));
        assert!(!solve_positive(&mut [f64::NAN; 8], 1, &mut [0.0; 8]));
    }

    fn with_zeros(row: &[f64], length: usize) -> Vec<f64> {
        let mut padded = row.to_vec();
        padded.resize(length, 0.0);
        padded
    }
}
