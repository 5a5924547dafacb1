//! Normal equations by streaming: `AᵀA`, `Aᵀb`, `bᵀb`.
//!
//! Half the work of a triangle, or a third where columns are known to be zero
//! (nothing fills in), but the condition number is squared: of the
//! sixteen digits of a number about `2 log₁₀ cond` are lost, so that a
//! direction whose singular value is below `1e-8` of the largest cannot be told
//! from none. Use it for a first look or well-conditioned problems;
//! [`crate::Tsqr`] is the way to an estimate.

use crate::Instructions;
use crate::block::{Rows, RowsError, Work};
use crate::matrix::Matrix;
use crate::simd::{Kernel, Vector, dispatch, products};

/// Rows multiplied together.
const HEIGHT: usize = 256;

/// A streaming sum of products of columns.
#[derive(Clone, Debug)]
pub struct Information {
    unknowns: usize,
    width: usize,
    /// Upper triangle, column after column, with a margin for tiles that reach
    /// beyond the last column.
    sums: Vec<f64>,
    pitch: usize,
    places: Vec<usize>,
    work: Work,
    rows: u64,
}

impl Information {
    /// No rows yet, for `unknowns` columns and `targets` right-hand sides.
    pub fn new(unknowns: usize, targets: usize) -> Self {
        Self::with_height(unknowns, targets, HEIGHT)
    }
    /// Multiplies `height` rows together; for experiments.
    pub fn with_height(unknowns: usize, targets: usize, height: usize) -> Self {
        let width = unknowns + targets;
        let pitch = width + TALL;
        Self {
            unknowns,
            width,
            sums: vec![0.0; pitch * pitch],
            pitch,
            places: Vec::with_capacity(pitch),
            work: Work::new(pitch, height),
            rows: 0,
        }
    }
    /// Number of unknowns.
    pub fn unknowns(&self) -> usize {
        self.unknowns
    }
    /// Rows counted so far.
    pub fn rows(&self) -> u64 {
        self.rows
    }
    /// Counts rows given by columns.
    pub fn push_rows(&mut self, rows: &Rows) -> Result<(), RowsError> {
        rows.check(self.width)?;
        self.rows += rows.rows.len() as u64;
        if !self.work.accepts(rows.used_columns()) {
            self.add();
        }
        let mut from = rows.rows.start;
        while from < rows.rows.end {
            from += self.work.take(rows, from, rows.used_columns());
            if self.work.is_full() {
                self.add();
            }
        }
        Ok(())
    }
    /// Counts the rows that another sum has counted.
    ///
    /// # Panics
    /// If the two have different columns.
    pub fn merge(&mut self, other: &Information) {
        assert_eq!((self.unknowns, self.width), (other.unknowns, other.width), "the same columns");
        let mut other = other.clone();
        other.add();
        self.add();
        for (sum, more) in self.sums.iter_mut().zip(&other.sums) {
            *sum += more;
        }
        self.rows += other.rows;
    }
    /// `[A b]ᵀ[A b]` of everything counted so far.
    pub fn matrix(&self) -> Matrix {
        let mut all = self.clone();
        all.add();
        let width = self.width;
        Matrix::from_fn(width, width, |i, j| all.sums[i.max(j) * self.pitch + i.min(j)])
    }
    fn add(&mut self) {
        if self.work.rows > 0 {
            let rows = self.work.pad();
            // Tiles that reach beyond the used columns write into the margin.
            self.places.clear();
            self.places.extend_from_slice(&self.work.used);
            self.places.resize(self.work.used.len() + TALL, self.width);
            let (sums, places, pitch) = (&mut self.sums[..], &self.places[..], self.pitch);
            dispatch(Add { sums, places, pitch, work: &mut self.work, rows });
            self.work.rows = 0;
        }
    }
}

struct Add<'a> {
    sums: &'a mut [f64],
    /// Where the products of the work block's columns belong.
    places: &'a [usize],
    pitch: usize,
    work: &'a mut Work,
    rows: usize,
}

/// Columns of one side of a tile, and of the other.
const TALL: usize = 4;
const BROAD: usize = 3;

impl Kernel for Add<'_> {
    const MOST: Instructions = Instructions::Avx512;
    #[inline(always)]
    fn run<V: Vector>(self) {
        let (pitch, stride, rows) = (self.pitch, self.work.stride, self.rows);
        let count = self.work.used.len();
        let block = self.work.numbers();
        assert!(self.places.len() >= count + TALL && block.len() >= (count + TALL) * stride);
        assert!(rows <= stride);
        let base = block.as_ptr();
        // Tiles of BROAD columns j against all columns i ≤ j in fours; what a
        // tile computes below the diagonal or beyond the columns is not used.
        let mut j = 0;
        while j < count {
            let mut i = 0;
            while i < (j + BROAD).min(count) {
                // SAFETY: i and j are below `count`, so that the tile ends
                // within the block; columns are `stride ≥ rows` apart.
                let sums = unsafe {
                    let (x, y) = (base.add(i * stride), base.add(j * stride));
                    products::<V, BROAD, TALL>(y, x, [stride; 2], rows)
                };
                for b in 0..BROAD {
                    let column = &mut self.sums[self.places[j + b] * pitch..][..pitch];
                    for a in 0..TALL {
                        column[self.places[i + a]] += sums[a][b];
                    }
                }
                i += TALL;
            }
            j += BROAD;
        }
    }
}

impl Matrix {
    /// `AᵀA`
    pub fn gram(&self) -> Self {
        let mut sums = Information::new(self.columns(), 0);
        let columns: Vec<&[f64]> = (0..self.columns()).map(|j| self.column(j)).collect();
        match sums.push_rows(&Rows::all(&columns)) {
            Ok(()) => sums.matrix(),
            // Entries that are not finite or whose squares may not be.
            Err(_) => self.transposed().times(self),
        }
    }
}
