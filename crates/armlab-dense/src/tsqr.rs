//! Streaming QR: any number of rows into one triangle, in the memory of a block.
//!
//! Of `[R; B] = Q R'` with `R` the triangle so far and `B` new rows only `R'` is
//! kept (Demmel, Grigori, Hoemmen & Langou 2012, sequential and tree TSQR).
//! The Householder vector of column `j` has an entry at row `j` of `R` and
//! entries in `B`, nothing else (Golub & Van Loan, "Matrix computations", 4th
//! ed., 6.5.3), so the top costs nothing. Vectors are applied in panels,
//! `Qᵀ = I − V Tᵀ Vᵀ` (Schreiber & Van Loan 1989):
//!
//! `W = Tᵀ (R_panel + V_Bᵀ C)`, `R_panel −= W`, `C −= V_B W`.
//!
//! Right-hand sides are further columns: behind the unknowns' triangle stand
//! `Qᵀb` and, in the last corner, a triangle whose column norms are the
//! residual norms.

use crate::block::{Rows, RowsError, Work};
use crate::matrix::Matrix;
use crate::simd::{Kernel, LANES, Vector, add_combinations, dispatch, products};

/// Vectors applied together.
const PANEL: usize = 8;
/// Columns of `C` brought into the first-level cache together.
const STRIP: usize = 3;
/// Rows reduced together: 256 rows of eight columns are half of a 32 KiB cache.
const HEIGHT: usize = 256;

/// A streaming reduction of rows into a triangle.
#[derive(Clone, Debug)]
pub struct Tsqr {
    unknowns: usize,
    width: usize,
    /// Column after column; zero below the diagonal.
    triangle: Vec<f64>,
    work: Work,
    rows: u64,
}

impl Tsqr {
    /// No rows yet, for `unknowns` columns and `targets` right-hand sides.
    pub fn new(unknowns: usize, targets: usize) -> Self {
        Self::with_height(unknowns, targets, HEIGHT)
    }
    /// Reduces `height` rows together; for experiments.
    pub fn with_height(unknowns: usize, targets: usize, height: usize) -> Self {
        let width = unknowns + targets;
        Self {
            unknowns,
            width,
            triangle: vec![0.0; width * width],
            work: Work::new(width, height),
            rows: 0,
        }
    }
    /// Number of unknowns.
    pub fn unknowns(&self) -> usize {
        self.unknowns
    }
    /// Number of right-hand sides.
    pub fn targets(&self) -> usize {
        self.width - self.unknowns
    }
    /// Rows counted so far.
    pub fn rows(&self) -> u64 {
        self.rows
    }
    /// Counts the rows of a column-major block: unknowns, then right-hand sides.
    pub fn push(&mut self, block: &[f64], rows: usize) -> Result<(), RowsError> {
        if block.len() != rows * self.width {
            let found = block.len() / rows.max(1);
            return Err(RowsError::Columns { expected: self.width, found });
        }
        let columns: Vec<&[f64]> = block.chunks_exact(rows.max(1)).collect();
        self.push_rows(&Rows { columns: &columns, rows: 0..rows, first_column: 0, weight: 1.0 })
    }
    /// Counts rows given by columns. Rows wait until a block is full; how they
    /// are cut into calls does not change the result as long as their first
    /// columns agree.
    pub fn push_rows(&mut self, rows: &Rows) -> Result<(), RowsError> {
        rows.check(self.width)?;
        self.rows += rows.rows.len() as u64;
        if self.work.rows > 0 && self.work.first != rows.first_column {
            self.reduce();
        }
        let mut from = rows.rows.start;
        while from < rows.rows.end {
            from += self.work.take(rows, from);
            if self.work.is_full() {
                self.reduce();
            }
        }
        Ok(())
    }
    /// Counts the rows that another reduction has counted. Merging shards of
    /// fixed size in the order of the log gives the same triangle for any number
    /// of threads.
    ///
    /// # Panics
    /// If the two have different columns.
    pub fn merge(&mut self, other: &Tsqr) {
        assert_eq!((self.unknowns, self.width), (other.unknowns, other.width), "the same columns");
        let mut other = other.clone();
        other.reduce();
        self.reduce();
        let columns: Vec<&[f64]> = other.triangle.chunks_exact(self.width.max(1)).collect();
        for start in (0..self.width).step_by(PANEL) {
            let rows = start..(start + PANEL).min(self.width);
            let rows = Rows { columns: &columns, rows, first_column: start, weight: 1.0 };
            let mut from = rows.rows.start;
            while from < rows.rows.end {
                from += self.work.take(&rows, from);
                self.reduce();
            }
        }
        self.rows += other.rows;
    }
    /// The triangle of everything counted: `unknowns + targets` columns.
    pub fn finish(mut self) -> Triangle {
        self.reduce();
        Triangle {
            unknowns: self.unknowns,
            width: self.width,
            data: self.triangle,
            rows: self.rows,
        }
    }
    /// The triangle of everything counted so far, to go on afterwards.
    pub fn snapshot(&self) -> Triangle {
        self.clone().finish()
    }
    fn reduce(&mut self) {
        if self.work.rows > 0 {
            let padded = self.work.pad();
            dispatch(Reduce { triangle: &mut self.triangle, work: &mut self.work, rows: padded });
            self.work.rows = 0;
        }
    }
}

/// What is left of a tall matrix and its right-hand sides.
#[derive(Clone, Debug, PartialEq)]
pub struct Triangle {
    unknowns: usize,
    width: usize,
    data: Vec<f64>,
    rows: u64,
}

impl Triangle {
    /// Number of unknowns.
    pub fn unknowns(&self) -> usize {
        self.unknowns
    }
    /// Rows that were reduced.
    pub fn rows(&self) -> u64 {
        self.rows
    }
    /// The unknowns' triangle `R`.
    pub fn r(&self) -> Matrix {
        Matrix::from_fn(self.unknowns, self.unknowns, |i, j| self.data[j * self.width + i])
    }
    /// The part of right-hand side `target` that the unknowns can explain, in
    /// the coordinates of `R`: `R x = rhs` is least squares.
    ///
    /// # Panics
    /// If there is no such target.
    pub fn rhs(&self, target: usize) -> &[f64] {
        &self.data[(self.unknowns + target) * self.width..][..self.unknowns]
    }
    /// Norm of the part that no choice of unknowns explains.
    ///
    /// # Panics
    /// If there is no such target.
    pub fn residual_norm(&self, target: usize) -> f64 {
        let column = &self.data[(self.unknowns + target) * self.width..][..self.width];
        column[self.unknowns..].iter().fold(0.0, |sum, x| f64::hypot(sum, *x))
    }
    /// All columns, as they would be pushed.
    pub fn matrix(&self) -> Matrix {
        Matrix::from_columns(self.width, self.width, self.data.clone())
    }
}

struct Reduce<'a> {
    triangle: &'a mut [f64],
    work: &'a mut Work,
    rows: usize,
}

impl Kernel for Reduce<'_> {
    #[inline(always)]
    fn run<V: Vector>(self) {
        let (width, stride, rows, first) =
            (self.work.width, self.work.stride, self.rows, self.work.first);
        let block = self.work.numbers();
        assert!(self.triangle.len() >= width * width && block.len() >= width * stride);
        assert!(rows <= stride);
        let mut panel = first;
        while panel < width {
            let vectors = PANEL.min(width - panel);
            let mut t = [[0.0; PANEL]; PANEL];
            // SAFETY: the block has `width` columns of `stride ≥ rows` numbers,
            // the triangle `width` columns of `width`; panel + vectors ≤ width.
            unsafe {
                factor_panel::<V>(
                    self.triangle,
                    block,
                    width,
                    stride,
                    rows,
                    panel,
                    vectors,
                    &mut t,
                );
                if vectors == PANEL {
                    let mut column = panel + PANEL;
                    while column + STRIP <= width {
                        apply::<V, STRIP>(
                            self.triangle,
                            block,
                            width,
                            stride,
                            rows,
                            panel,
                            column,
                            &t,
                        );
                        column += STRIP;
                    }
                    while column < width {
                        apply::<V, 1>(self.triangle, block, width, stride, rows, panel, column, &t);
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
    for j in 0..vectors {
        let column = panel + j;
        // SAFETY: columns below `width`, `rows ≤ stride`; distinct columns do
        // not overlap.
        unsafe {
            let v = base.add(column * stride);
            let mut dots = [0.0; PANEL];
            if vectors == PANEL {
                let all = products::<V, 1, PANEL>(v, base.add(panel * stride), stride, rows);
                for i in 0..PANEL {
                    dots[i] = all[i][0];
                }
            } else {
                for i in 0..vectors {
                    let other = base.add((panel + i) * stride);
                    dots[i] = products::<V, 1, 1>(v, other, stride, rows)[0][0];
                }
            }
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
/// All columns are valid for `rows` numbers, a multiple of [`LANES`].
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
        i += LANES;
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
        let low = products::<V, S, HALF>(c, v, stride, rows);
        let high = products::<V, S, HALF>(c, v.add(HALF * stride), stride, rows);
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
    use crate::simd::Portable;

    #[test]
    fn portable_instructions_give_the_same_triangle_up_to_rounding() {
        let (rows, width) = (70, 21);
        let columns: Vec<Vec<f64>> = (0..width)
            .map(|j| (0..rows).map(|i| ((3 * i + 7 * j * j) as f64).sin()).collect())
            .collect();
        let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
        let mut best = Tsqr::new(width, 0);
        best.push_rows(&Rows::all(&columns)).unwrap();
        let mut portable = best.clone();
        let padded = portable.work.pad();
        let Tsqr { triangle, work, .. } = &mut portable;
        Reduce { triangle, work, rows: padded }.run::<Portable>();
        portable.work.rows = 0;
        let (best, portable) = (best.finish().matrix(), portable.finish().matrix());
        for (x, y) in best.as_slice().iter().zip(portable.as_slice()) {
            assert!((x - y).abs() < 3e-14, "{x} {y}");
        }
    }
}
