//! Products of small matrices, in registers of four or eight numbers.
//!
//! Rows have any length: the last register of a row overlaps the one before it. Both are loaded
//! before either is stored, so that what lies in both is computed twice and not added twice. Rows
//! that are [`padded`] with zeros are whole registers, which is faster: what one store wrote is
//! what the next load reads.

use crate::instructions::Instructions;
use crate::simd::{Kernel, Vector, dispatch};

/// Length of rows of `n` numbers with room for whole registers.
pub fn padded(n: usize) -> usize {
    n.next_multiple_of(WIDEST)
}

/// Numbers in the widest register.
pub(super) const WIDEST: usize = 8;

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
    if let Some(product) = Multiply::new(a, b, [rows, inner, columns], weight, keep, out) {
        if columns < WIDEST { dispatch(Narrow(product)) } else { dispatch(product) }
    }
}

/// Rows shorter than the widest register.
struct Narrow<'a>(Multiply<'a>);

impl Kernel for Narrow<'_> {
    #[inline(always)]
    fn run<V: Vector>(self) {
        self.0.run::<V>();
    }
}

/// `out += weight a b` or, unless `keep`, `out = weight a b`; made by `new` only.
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

/// What a tile of a product becomes: its weight times it with what was there, or without weight
/// the product alone, or what was there with it or without it.
const WEIGHTED: u8 = 0;
pub(super) const ALONE: u8 = 3;
pub(super) const ADDED: u8 = 1;
pub(super) const SUBTRACTED: u8 = 2;

/// A product that is `ADDED` to `out`, `SUBTRACTED` from it or there `ALONE`, in rows of whole
/// registers and with instructions that have been chosen already; sizes are `rows`, `inner` and
/// `columns`.
///
/// # Panics
/// If a factor has fewer numbers than the product takes.
#[inline(always)]
pub(super) fn accumulate<V: Vector, const RESULT: u8>(
    a: Factor,
    b: &[f64],
    [rows, inner, columns]: [usize; 3],
    out: &mut [f64],
) {
    if let Some(mut product) = Multiply::new(a, b, [rows, inner, columns], 1.0, true, out) {
        product.strips::<V, RESULT>();
    }
}

impl Kernel for Multiply<'_> {
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<V: Vector>(mut self) {
        if self.columns < V::LANES {
            return self.narrow();
        }
        match (self.keep, self.weight) {
            (true, 1.0) => self.strips::<V, ADDED>(),
            (true, -1.0) => self.strips::<V, SUBTRACTED>(),
            (false, 1.0) => self.strips::<V, ALONE>(),
            _ => self.strips::<V, WEIGHTED>(),
        }
    }
}

impl<'a> Multiply<'a> {
    /// Nothing where there is nothing to compute.
    ///
    /// # Panics
    /// If a factor has fewer numbers than the product takes.
    #[inline(always)]
    fn new(
        a: Factor<'a>,
        b: &'a [f64],
        [rows, inner, columns]: [usize; 3],
        weight: f64,
        keep: bool,
        out: &'a mut [f64],
    ) -> Option<Self> {
        if rows == 0 || columns == 0 {
            return None;
        }
        assert!(out.len() >= rows * columns, "rows of a product");
        if inner > 0 {
            let last = (rows - 1) * a.row + (inner - 1) * a.step;
            assert!(last < a.numbers.len() && b.len() >= inner * columns, "factors of a product");
        }
        Some(Self { a, b, inner, columns, weight, keep, rows, out })
    }
    /// Rows of a register or more.
    #[inline(always)]
    fn strips<V: Vector, const RESULT: u8>(&mut self) {
        let registers = self.columns.div_ceil(V::LANES);
        let mut done = 0;
        while done < registers {
            // The last two registers, which may overlap, are in one strip.
            match registers - done {
                1 => done += self.strip::<V, 1, RESULT>(done),
                2 | 4 => done += self.strip::<V, 2, RESULT>(done),
                _ => done += self.strip::<V, 3, RESULT>(done),
            }
        }
    }
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
    fn strip<V: Vector, const C: usize, const RESULT: u8>(&mut self, first: usize) -> usize {
        let mut starts = [0; C];
        for c in 0..C {
            starts[c] = (V::LANES * (first + c)).min(self.columns - V::LANES);
        }
        let mut r = 0;
        if C == 1 {
            // Sums of one register are many rows: each waits for itself.
            while r + 6 <= self.rows {
                self.tile::<V, 6, C, RESULT>(r, &starts);
                r += 6;
            }
        }
        while r + 4 <= self.rows {
            self.tile::<V, 4, C, RESULT>(r, &starts);
            r += 4;
        }
        if r + 2 <= self.rows {
            self.tile::<V, 2, C, RESULT>(r, &starts);
            r += 2;
        }
        if r < self.rows {
            self.tile::<V, 1, C, RESULT>(r, &starts);
        }
        C
    }
    #[inline(always)]
    fn tile<V: Vector, const R: usize, const C: usize, const RESULT: u8>(
        &mut self,
        row: usize,
        starts: &[usize; C],
    ) {
        let mut sums = [[V::splat(0.0); C]; R];
        // SAFETY: registers end within the columns; rows of both factors have been checked.
        unsafe {
            // There may be no numbers where nothing is summed up.
            let mut a = self.a.numbers.as_ptr().wrapping_add(row * self.a.row);
            let mut b = self.b.as_ptr();
            let out = self.out.as_mut_ptr().add(row * self.columns);
            if RESULT == ADDED || RESULT == SUBTRACTED {
                for r in 0..R {
                    for c in 0..C {
                        sums[r][c] = V::load(out.add(r * self.columns + starts[c]));
                    }
                }
            }
            for _ in 0..self.inner {
                let mut bs = [V::splat(0.0); C];
                for c in 0..C {
                    bs[c] = V::load(b.add(starts[c]));
                }
                for r in 0..R {
                    let factor = V::splat(*a.add(r * self.a.row));
                    for c in 0..C {
                        sums[r][c] = match RESULT {
                            SUBTRACTED => bs[c].mul_sub_from(factor, sums[r][c]),
                            _ => bs[c].mul_add(factor, sums[r][c]),
                        };
                    }
                }
                (a, b) = (a.wrapping_add(self.a.step), b.wrapping_add(self.columns));
            }
            if RESULT == WEIGHTED {
                let weight = V::splat(self.weight);
                for r in 0..R {
                    for c in 0..C {
                        let at = out.add(r * self.columns + starts[c]);
                        let old = if self.keep { V::load(at) } else { V::splat(0.0) };
                        sums[r][c] = weight.mul_add(sums[r][c], old);
                    }
                }
            }
            for r in 0..R {
                for c in 0..C {
                    sums[r][c].store(out.add(r * self.columns + starts[c]));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::small::tests::{assert_close, random};

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
}
