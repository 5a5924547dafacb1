//! Rows that go into a streaming reduction, copied into a padded work block.
//!
//! Rows are given as columns, one slice per column, as logs and regressors hold
//! them. Columns that are zero by structure (in a serial arm the effort of joint
//! `j` depends on the links from `j` on, and on its own friction) are named, not
//! searched for, and are neither read nor, as far as possible, computed with.

use crate::simd::{Aligned, Kernel, ROW_TILE, Vector, dispatch};
use std::ops::Range;
use thiserror::Error;

/// Larger entries could overflow when squared and summed.
pub const LARGEST_ENTRY: f64 = 1e150;

/// Some rows of a block that is given by columns.
#[derive(Clone, Debug)]
pub struct Rows<'a> {
    /// The block's columns: unknowns, then right-hand sides.
    pub columns: &'a [&'a [f64]],
    /// Which rows of the columns are meant.
    pub rows: Range<usize>,
    /// Columns that may hold something else than zero in these rows, ascending;
    /// the others are not read. Empty means all columns.
    pub used: &'a [Range<usize>],
    /// Every row counts as if multiplied by this.
    pub weight: f64,
}

impl<'a> Rows<'a> {
    /// All rows of a block, with weight one.
    pub fn all(columns: &'a [&'a [f64]]) -> Self {
        let rows = 0..columns.first().map_or(0, |c| c.len());
        Self { columns, rows, used: &[], weight: 1.0 }
    }
}

/// Why rows were refused. Nothing of them has been counted.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum RowsError {
    /// Wrong number of columns.
    #[error("the rows have {found} columns, but {expected} are reduced")]
    Columns {
        /// Columns of the reduction.
        expected: usize,
        /// Columns given.
        found: usize,
    },
    /// The ranges of used columns are not ascending or go beyond the columns.
    #[error("the used columns {used:?} are not ascending ranges within {columns} columns")]
    Used {
        /// The ranges.
        used: Vec<Range<usize>>,
        /// Columns of the reduction.
        columns: usize,
    },
    /// A column is too short.
    #[error("column {column} has {length} rows, but rows up to {end} are asked for")]
    Length {
        /// The column.
        column: usize,
        /// Its length.
        length: usize,
        /// One past the last row.
        end: usize,
    },
    /// A number cannot be reduced.
    #[error(
        "row {row}, column {column} is {value}: numbers must be finite and below 1e150; \
         remove the row or correct the log"
    )]
    Value {
        /// Row in the given columns.
        row: usize,
        /// Column.
        column: usize,
        /// The number.
        value: f64,
    },
    /// The weight is not a finite, non-negative number.
    #[error("a row's weight is {0}; weights must be finite and not negative")]
    Weight(f64),
}

impl Rows<'_> {
    /// Indices of the columns that are read.
    pub(crate) fn used_columns(&self) -> impl Iterator<Item = usize> {
        let all = if self.used.is_empty() { 0..self.columns.len() } else { 0..0 };
        all.chain(self.used.iter().cloned().flatten())
    }
    /// Checks shape and numbers against a reduction of `width` columns.
    pub(crate) fn check(&self, width: usize) -> Result<(), RowsError> {
        if self.columns.len() != width {
            return Err(RowsError::Columns { expected: width, found: self.columns.len() });
        }
        if !(self.weight >= 0.0 && self.weight <= LARGEST_ENTRY) {
            return Err(RowsError::Weight(self.weight));
        }
        let mut end = 0;
        for range in self.used {
            if range.start < end || range.end < range.start || range.end > width {
                return Err(RowsError::Used { used: self.used.to_vec(), columns: width });
            }
            end = range.end;
        }
        let largest = LARGEST_ENTRY / self.weight.max(1.0);
        for j in self.used_columns() {
            let column = self.columns[j];
            let Some(numbers) = column.get(self.rows.clone()) else {
                return Err(RowsError::Length {
                    column: j,
                    length: column.len(),
                    end: self.rows.end,
                });
            };
            let mut fine = true;
            dispatch(Within { numbers, largest, fine: &mut fine });
            if !fine {
                let at = numbers.iter().position(|x| !(x.abs() <= largest)).unwrap_or(0);
                let value = numbers.get(at).copied().unwrap_or(f64::NAN);
                return Err(RowsError::Value { row: self.rows.start + at, column: j, value });
            }
        }
        Ok(())
    }
}

/// Whether all numbers are finite and at most `largest`, which is positive.
struct Within<'a> {
    numbers: &'a [f64],
    largest: f64,
    fine: &'a mut bool,
}

impl Kernel for Within<'_> {
    #[inline(always)]
    fn run<V: Vector>(self) {
        // Magnitudes have the order of their bits, those of what is no number come last.
        // Without an early exit, so that the loop is vectorised.
        let largest = self.largest.to_bits() as i64;
        let mut beyond = 0_i64;
        for x in self.numbers {
            beyond |= i64::from((x.to_bits() & (u64::MAX >> 1)) as i64 > largest);
        }
        *self.fine = beyond == 0;
    }
}

/// A work block of at most `height` rows, columns a fixed stride apart. Holds
/// the used columns one after another; all its rows use the same ones.
#[derive(Clone, Debug)]
pub(crate) struct Work {
    data: Aligned,
    pub height: usize,
    pub stride: usize,
    /// Rows in use.
    pub rows: usize,
    /// The columns held, ascending.
    pub used: Vec<usize>,
}

impl Work {
    /// Room for `width` columns.
    pub fn new(width: usize, height: usize) -> Self {
        let height = height.max(1).next_multiple_of(ROW_TILE);
        // One cache line more than the height: columns must not all begin in
        // the same set of the cache.
        let stride = height + 8;
        let data = Aligned::zeros(stride * width);
        Self { data, height, stride, rows: 0, used: Vec::with_capacity(width) }
    }
    pub fn is_full(&self) -> bool {
        self.rows == self.height
    }
    pub fn numbers(&mut self) -> &mut [f64] {
        self.data.numbers()
    }
    /// True if these columns can join the rows that wait.
    pub fn accepts(&self, used: impl Iterator<Item = usize>) -> bool {
        self.rows == 0 || used.eq(self.used.iter().copied())
    }
    /// Takes as many of the (checked) rows from `from` on as there is room for,
    /// of the given columns; returns how many. Columns that the rows do not use
    /// are taken as zero.
    pub fn take(
        &mut self,
        rows: &Rows,
        from: usize,
        columns: impl Iterator<Item = usize>,
    ) -> usize {
        let count = (rows.rows.end - from).min(self.height - self.rows);
        let (stride, at) = (self.stride, self.rows);
        if at == 0 {
            self.used.clear();
            self.used.extend(columns);
        }
        let data = self.data.numbers();
        let mut present = rows.used_columns().peekable();
        for (place, j) in self.used.iter().enumerate() {
            let target = &mut data[place * stride + at..][..count];
            while present.next_if(|p| p < j).is_some() {}
            if present.next_if_eq(j).is_none() {
                target.fill(0.0);
                continue;
            }
            let source = &rows.columns[*j][from..from + count];
            if rows.weight == 1.0 {
                target.copy_from_slice(source);
            } else {
                for (t, s) in target.iter_mut().zip(source) {
                    *t = rows.weight * s;
                }
            }
        }
        self.rows += count;
        count
    }
    /// Fills up with zero rows to a multiple of [`ROW_TILE`]; returns that height.
    pub fn pad(&mut self) -> usize {
        let (stride, at, padded) = (self.stride, self.rows, self.rows.next_multiple_of(ROW_TILE));
        if padded > at {
            let columns = self.used.len();
            let data = self.data.numbers();
            for place in 0..columns {
                data[place * stride + at..place * stride + padded].fill(0.0);
            }
        }
        padded
    }
}
