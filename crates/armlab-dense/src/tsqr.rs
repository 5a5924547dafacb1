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
use crate::householder::{PANEL, reduce};
use crate::matrix::Matrix;

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
    /// Goes on with a triangle.
    pub fn of(triangle: Triangle) -> Self {
        let Triangle { unknowns, width, data, rows } = triangle;
        Self { unknowns, width, triangle: data, work: Work::new(width, HEIGHT), rows }
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
        self.push_rows(&Rows { columns: &columns, rows: 0..rows, used: &[], weight: 1.0 })
    }
    /// Counts rows given by columns. Rows wait until a block is full; how they
    /// are cut into calls does not change the result as long as their first
    /// columns agree.
    pub fn push_rows(&mut self, rows: &Rows) -> Result<(), RowsError> {
        rows.check(self.width)?;
        self.rows += rows.rows.len() as u64;
        // Elimination fills every column behind the first one in use.
        let first = rows.used_columns().next().unwrap_or(self.width);
        if !self.work.accepts(first..self.width) {
            self.reduce();
        }
        let mut from = rows.rows.start;
        while from < rows.rows.end {
            from += self.work.take(rows, from, first..self.width);
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
            let used = start..self.width;
            let rows =
                Rows { columns: &columns, rows, used: std::slice::from_ref(&used), weight: 1.0 };
            let mut from = rows.rows.start;
            while from < rows.rows.end {
                from += self.work.take(&rows, from, start..self.width);
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
            reduce(&mut self.triangle, self.width, &mut self.work);
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
        let mut r = Matrix::zeros(self.unknowns, self.unknowns);
        for j in 0..self.unknowns {
            let column = &self.data[j * self.width..][..self.unknowns];
            r.column_mut(j).copy_from_slice(column);
        }
        r
    }
    /// The part of right-hand side `target` that the unknowns can explain, in
    /// the coordinates of `R`: `R x = rhs` is least squares.
    ///
    /// # Panics
    /// If there is no such target.
    pub fn rhs(&self, target: usize) -> &[f64] {
        &self.data[(self.unknowns + target) * self.width..][..self.unknowns]
    }
    /// A column of `R`: as long as the rows' column, with the same angles to the others.
    ///
    /// # Panics
    /// If there is no such unknown.
    pub fn column(&self, unknown: usize) -> &[f64] {
        &self.data[unknown * self.width..][..self.unknowns]
    }
    /// `R x` minus the right-hand side `target`.
    ///
    /// # Panics
    /// If there is not one value per unknown, or no such target.
    pub fn residual(&self, x: &[f64], target: usize) -> Vec<f64> {
        assert_eq!(x.len(), self.unknowns, "one value per unknown");
        let mut out: Vec<f64> = self.rhs(target).iter().map(|b| -b).collect();
        for (j, xj) in x.iter().enumerate().filter(|(_, x)| **x != 0.0) {
            let column = &self.data[j * self.width..][..=j];
            out.iter_mut().zip(column).for_each(|(o, a)| *o += a * xj);
        }
        out
    }
    /// Norm of the part that no choice of unknowns explains.
    ///
    /// # Panics
    /// If there is no such target.
    pub fn residual_norm(&self, target: usize) -> f64 {
        let column = &self.data[(self.unknowns + target) * self.width..][..self.width];
        column[self.unknowns..].iter().fold(0.0, |sum, x| f64::hypot(sum, *x))
    }
    /// The same among more unknowns, those of this triangle at `places`, ascending:
    /// what is left of the rows had they had zeros in all other columns. Right-hand
    /// sides stay behind.
    ///
    /// # Panics
    /// If there is not one place below `unknowns` for every unknown, or they do
    /// not ascend.
    pub fn spread(&self, places: &[usize], unknowns: usize) -> Self {
        assert_eq!(places.len(), self.unknowns, "one place per unknown");
        assert!(places.is_sorted_by(|a, b| a < b), "ascending places");
        assert!(places.last().is_none_or(|p| *p < unknowns), "places among the unknowns");
        let width = unknowns + self.width - self.unknowns;
        let mut data = vec![0.0; width * width];
        let place = |k: usize| match places.get(k) {
            Some(&place) => place,
            None => unknowns + k - self.unknowns,
        };
        for (k, column) in self.data.chunks_exact(self.width.max(1)).enumerate() {
            // Row i of the triangle goes where its diagonal does, so that it
            // stays above the diagonal.
            for (i, x) in column.iter().take(k + 1).enumerate() {
                data[place(k) * width + place(i)] = *x;
            }
        }
        Self { unknowns, width, data, rows: self.rows }
    }
    /// How many numbers a triangle of so many unknowns and right-hand sides is.
    pub fn number_of(unknowns: usize, targets: usize) -> usize {
        (unknowns + targets) * (unknowns + targets + 1) / 2
    }
    /// Its numbers: columns down to the diagonal, one after the other.
    pub fn numbers(&self) -> Vec<f64> {
        let columns = self.data.chunks_exact(self.width.max(1)).enumerate();
        columns.flat_map(|(k, column)| column[..=k].iter().copied()).collect()
    }
    /// The triangle of such numbers; none if they are too few, too many, or not finite.
    pub fn from_numbers(
        unknowns: usize,
        targets: usize,
        rows: u64,
        numbers: &[f64],
    ) -> Option<Self> {
        let width = unknowns + targets;
        let all = numbers.len() == Self::number_of(unknowns, targets);
        if !all || !numbers.iter().all(|x| x.is_finite()) {
            return None;
        }
        let (mut data, mut left) = (vec![0.0; width * width], numbers);
        for (k, column) in data.chunks_exact_mut(width.max(1)).enumerate() {
            let (own, rest) = left.split_at(k + 1);
            column[..=k].copy_from_slice(own);
            left = rest;
        }
        Some(Self { unknowns, width, data, rows })
    }
    /// All columns, as they would be pushed.
    pub fn matrix(&self) -> Matrix {
        Matrix::from_columns(self.width, self.width, self.data.clone())
    }
}
