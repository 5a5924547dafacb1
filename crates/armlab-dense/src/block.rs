//! Rows that go into a streaming reduction, copied into a padded work block.
//!
//! Rows are given as columns, one slice per column, as logs and regressors hold
//! them. Leading columns that are zero by structure (in a serial arm the effort
//! of joint `j` depends on the links from `j` on) are named, not searched for,
//! and cost nothing.

use crate::simd::{Aligned, ROW_TILE};
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
    /// The columns before this one are zero in these rows and are not read.
    pub first_column: usize,
    /// Every row counts as if multiplied by this.
    pub weight: f64,
}

impl<'a> Rows<'a> {
    /// All rows of a block, with weight one.
    pub fn all(columns: &'a [&'a [f64]]) -> Self {
        Self {
            columns,
            rows: 0..columns.first().map_or(0, |c| c.len()),
            first_column: 0,
            weight: 1.0,
        }
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
    /// Checks shape and numbers against a reduction of `width` columns.
    pub(crate) fn check(&self, width: usize) -> Result<(), RowsError> {
        if self.columns.len() != width {
            return Err(RowsError::Columns { expected: width, found: self.columns.len() });
        }
        if !(self.weight >= 0.0 && self.weight <= LARGEST_ENTRY) {
            return Err(RowsError::Weight(self.weight));
        }
        let largest = LARGEST_ENTRY / self.weight.max(1.0);
        for (j, column) in self.columns.iter().enumerate().skip(self.first_column) {
            let Some(numbers) = column.get(self.rows.clone()) else {
                return Err(RowsError::Length {
                    column: j,
                    length: column.len(),
                    end: self.rows.end,
                });
            };
            // Without an early exit, so that the loop is vectorised.
            let mut fine = true;
            for x in numbers {
                fine &= x.abs() <= largest;
            }
            if !fine {
                let at = numbers.iter().position(|x| !(x.abs() <= largest)).unwrap_or(0);
                let value = numbers.get(at).copied().unwrap_or(f64::NAN);
                return Err(RowsError::Value { row: self.rows.start + at, column: j, value });
            }
        }
        Ok(())
    }
}

/// A work block of at most `height` rows, columns a fixed stride apart.
#[derive(Clone, Debug)]
pub(crate) struct Work {
    data: Aligned,
    pub width: usize,
    pub height: usize,
    pub stride: usize,
    /// Rows in use.
    pub rows: usize,
    /// Columns before this one are zero in all rows and are not stored.
    pub first: usize,
}

impl Work {
    pub fn new(width: usize, height: usize) -> Self {
        let height = height.max(1).next_multiple_of(ROW_TILE);
        // One cache line more than the height: columns must not all begin in
        // the same set of the cache.
        let stride = height + 8;
        Self { data: Aligned::zeros(stride * width), width, height, stride, rows: 0, first: 0 }
    }
    pub fn is_full(&self) -> bool {
        self.rows == self.height
    }
    pub fn numbers(&mut self) -> &mut [f64] {
        self.data.numbers()
    }
    /// Takes as many of the (checked) rows from `from` on as there is room for;
    /// returns how many.
    pub fn take(&mut self, rows: &Rows, from: usize) -> usize {
        let count = (rows.rows.end - from).min(self.height - self.rows);
        let (stride, at) = (self.stride, self.rows);
        if at == 0 {
            self.first = rows.first_column;
        }
        let first = self.first;
        let data = self.data.numbers();
        for (j, column) in rows.columns.iter().enumerate().skip(first) {
            let target = &mut data[j * stride + at..][..count];
            let source = &column[from..from + count];
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
            let (first, width) = (self.first, self.width);
            let data = self.data.numbers();
            for j in first..width {
                data[j * stride + at..j * stride + padded].fill(0.0);
            }
        }
        padded
    }
}
