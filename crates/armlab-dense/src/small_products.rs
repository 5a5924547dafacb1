//! Products, solutions and factors of small matrices, in registers of four numbers.
//!
//! Rows have any length: the last register of a row overlaps the one before it. Both are loaded
//! before either is stored, so that what lies in both is computed twice and not added twice.

use crate::simd::{Kernel, LANES, Vector, dispatch};

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

/// `B = S⁻¹ B` for a symmetric positive definite `S` of `n` rows, of which the upper half is
/// read, and `n` rows of any length in `b`. `S = Lᵀ D L` stays: `1/D` on the diagonal, `D L`
/// above it. False where `S` is not positive definite; both are then spoilt.
///
/// # Panics
/// If there are fewer than `n` rows.
#[must_use]
pub fn solve_positive(s: &mut [f64], n: usize, b: &mut [f64]) -> bool {
    let columns = b.len() / n.max(1);
    assert!(s.len() >= n * n && b.len() >= n * columns, "n rows");
    let mut positive = true;
    dispatch(Solve { s, n, b, columns, positive: &mut positive });
    positive
}

/// `vᵀ S⁻¹ v` with what [`solve_positive`] left of `S`; `v` becomes `Lᵀ⁻¹ v`.
pub fn squared_length(s: &[f64], n: usize, v: &mut [f64]) -> f64 {
    let mut square = 0.0;
    for k in 0..n {
        let inverse = s[k * n + k];
        let scaled = v[k] * inverse;
        square += v[k] * scaled;
        for i in k + 1..n {
            v[i] -= s[k * n + i] * scaled;
        }
    }
    square
}

/// `A = Uᵀ U` in place, zeros below the diagonal: rows of `U` are the columns of the lower
/// factor. False where `A` is not positive definite; `a` is then spoilt.
///
/// # Panics
/// If there are fewer than `n` rows.
#[must_use]
pub fn cholesky_upper(a: &mut [f64], n: usize) -> bool {
    assert!(a.len() >= n * n, "n rows");
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
    dispatch(Multiply { a, b, inner, columns, weight, keep, rows, out });
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
    #[inline(always)]
    fn run<V: Vector>(mut self) {
        if self.columns < LANES {
            return self.narrow();
        }
        let registers = self.columns.div_ceil(LANES);
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
            starts[c] = (LANES * (first + c)).min(self.columns - LANES);
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

/// `y += factor x` over `length` numbers.
///
/// # Safety
/// Both are valid for `length` numbers and do not overlap.
#[inline(always)]
unsafe fn add_row<V: Vector>(y: *mut f64, factor: f64, x: *const f64, length: usize) {
    // SAFETY: registers end within `length`.
    unsafe {
        if length < LANES {
            for i in 0..length {
                *y.add(i) += factor * *x.add(i);
            }
            return;
        }
        let (factor, last) = (V::splat(factor), length - LANES);
        let mut i = 0;
        // The last two registers may overlap.
        while i + LANES < last {
            V::load(x.add(i)).mul_add(factor, V::load(y.add(i))).store(y.add(i));
            i += LANES;
        }
        let end = V::load(x.add(last)).mul_add(factor, V::load(y.add(last)));
        if i < last {
            V::load(x.add(i)).mul_add(factor, V::load(y.add(i))).store(y.add(i));
        }
        end.store(y.add(last));
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
    #[inline(always)]
    fn run<V: Vector>(self) {
        let (n, columns) = (self.n, self.columns);
        let b = self.b.as_mut_ptr();
        for k in 0..n {
            let pivot = self.s[k * n + k];
            if !(pivot > 0.0 && pivot.is_finite()) {
                *self.positive = false;
                return;
            }
            let inverse = 1.0 / pivot;
            self.s[k * n + k] = inverse;
            let s = self.s.as_mut_ptr();
            for i in k + 1..n {
                // SAFETY: rows k and i are different, and among the n rows of each.
                unsafe {
                    let factor = -(*s.add(k * n + i) * inverse);
                    let from = (k + 1).min(n.saturating_sub(LANES));
                    add_row::<V>(s.add(i * n + from), factor, s.add(k * n + from), n - from);
                    add_row::<V>(b.add(i * columns), factor, b.add(k * columns), columns);
                }
            }
        }
        for k in (0..n).rev() {
            let inverse = self.s[k * n + k];
            for x in &mut self.b[k * columns..(k + 1) * columns] {
                *x *= inverse;
            }
            let b = self.b.as_mut_ptr();
            for i in 0..k {
                let factor = -self.s[i * n + k];
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
    #[inline(always)]
    fn run<V: Vector>(self) {
        let n = self.n;
        for k in 0..n {
            let pivot = self.a[k * n + k];
            if !(pivot > 0.0 && pivot.is_finite()) {
                *self.positive = false;
                return;
            }
            let root = pivot.sqrt();
            let inverse = 1.0 / root;
            let row = &mut self.a[k * n..(k + 1) * n];
            row[..k].fill(0.0);
            for x in &mut row[k + 1..] {
                *x *= inverse;
            }
            row[k] = root;
            let a = self.a.as_mut_ptr();
            for i in k + 1..n {
                // SAFETY: rows k and i are different rows of `n` numbers. Numbers below the
                // diagonal are spoilt, and not read.
                unsafe {
                    let from = i.min(n.saturating_sub(LANES));
                    let factor = -*a.add(k * n + i);
                    add_row::<V>(a.add(i * n + from), factor, a.add(k * n + from), n - from);
                }
            }
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
            let mut upper = s.clone();
            assert!(cholesky_upper(&mut upper, n));
            let mut again = vec![0.0; n * n];
            add_product(1.0, Factor::transposed(&upper, n), &upper, n, n, &mut again);
            assert_close(&again, &s, &context);
            assert!((0..n).all(|i| upper[i * n..i * n + i].iter().all(|x| *x == 0.0)));
            for columns in [1, 3, 4, 7, 11] {
                let b = random(n * columns, 7);
                let (mut factored, mut x) = (s.clone(), b.clone());
                assert!(solve_positive(&mut factored, n, &mut x));
                let mut back = vec![0.0; n * columns];
                product(&s, &x, n, columns, &mut back);
                for (a, b) in back.iter().zip(&b) {
                    assert!((a - b).abs() < 1e-8, "{context}: {a} {b}");
                }
                let v: Vec<f64> = (0..n).map(|i| b[i * columns]).collect();
                let direct: f64 = (0..n).map(|i| v[i] * x[i * columns]).sum();
                let length = squared_length(&factored, n, &mut v.clone());
                assert!((length - direct).abs() < 1e-8 * (1.0 + direct), "{length} {direct}");
            }
        }
        assert!(!cholesky_upper(&mut [1.0, 2.0, 2.0, 1.0], 2));
        assert!(!solve_positive(&mut [1.0, 2.0, 2.0, 1.0], 2, &mut [0.0; 4]));
        assert!(!solve_positive(&mut [f64::NAN], 1, &mut [0.0]));
    }
}
