//! Parallel decimation: the same filter and the same samples kept, for many
//! columns, in blocks.
//!
//! Filtering both sides of `Y θ = τ` leaves `θ` what it is, and keeping every
//! m-th row afterwards loses nothing below the cut-off (Gautier, *Proc. ICRA*
//! 1997). It is only right when regressor columns and efforts pass through
//! exactly the same filter. The filter here has finite length, so a column's
//! memory is one filter length, results do not depend on how the record is cut
//! into blocks, and no start-up value is assumed: the rows that the filter does
//! not cover whole, half its length at either end, are not given.

use crate::dot::dot;
use crate::error::{SignalError, check_finite, check_length};
use crate::fir::LowPassFir;

/// Filters and thins out many columns alike.
#[derive(Clone, Debug)]
pub struct ParallelDecimator {
    filter: LowPassFir,
    factor: usize,
    columns: Vec<Pending>,
}

/// Samples of one column that are still needed.
#[derive(Clone, Debug, Default)]
struct Pending {
    samples: Vec<f64>,
    /// Samples so far, to notice columns that fall behind.
    taken: usize,
}

impl ParallelDecimator {
    /// Keeps every `factor`-th sample of `columns` columns.
    pub fn new(columns: usize, factor: usize) -> Result<Self, SignalError> {
        Self::with_filter(columns, factor, LowPassFir::for_decimation(factor)?)
    }

    /// With a filter of one's own: narrower ones take out more noise.
    pub fn with_filter(
        columns: usize,
        factor: usize,
        filter: LowPassFir,
    ) -> Result<Self, SignalError> {
        let longest = filter.taps().len();
        if factor == 0 || factor > longest {
            let hint = format!("this filter is {longest} samples long; take 1 to {longest}");
            return Err(SignalError::setting("the factor of a decimation", factor, hint));
        }
        Ok(Self { filter, factor, columns: vec![Pending::default(); columns] })
    }

    /// The filter.
    pub fn filter(&self) -> &LowPassFir {
        &self.filter
    }
    /// Which input sample, from 0, output `row` stands for.
    pub fn input_index(&self, row: usize) -> usize {
        self.filter.half() + row * self.factor
    }
    /// Rows that `samples` inputs give altogether.
    pub fn rows(&self, samples: usize) -> usize {
        match samples.checked_sub(self.filter.taps().len()) {
            None => 0,
            Some(beyond) => beyond / self.factor + 1,
        }
    }

    /// Takes the next block of one column and appends what it completes to `out`.
    pub fn push(
        &mut self,
        column: usize,
        block: &[f64],
        out: &mut Vec<f64>,
    ) -> Result<(), SignalError> {
        check_finite(&format!("column {column} (from 0)"), block)?;
        let count = self.columns.len();
        let Some(pending) = self.columns.get_mut(column) else {
            let hint = format!("there are {count} columns, numbered from 0");
            return Err(SignalError::setting("a column's number", column, hint));
        };
        pending.samples.extend_from_slice(block);
        pending.taken += block.len();
        let taps = self.filter.taps();
        let mut start = 0;
        while let Some(window) = pending.samples.get(start..start + taps.len()) {
            out.push(dot(taps, window));
            start += self.factor;
        }
        // Never beyond what has come: a factor is at most the filter's length.
        pending.samples.drain(..start.min(pending.samples.len()));
        Ok(())
    }

    /// Takes the next block of all columns, equally long, and appends to all of `out`.
    pub fn push_all(&mut self, blocks: &[&[f64]], out: &mut [Vec<f64>]) -> Result<(), SignalError> {
        check_length("the list of blocks", blocks.len(), self.columns.len())?;
        check_length("the list of outputs", out.len(), self.columns.len())?;
        let length = blocks.first().map_or(0, |b| b.len());
        for (i, (block, out)) in blocks.iter().zip(out).enumerate() {
            check_length(&format!("block {i} (from 0)"), block.len(), length)?;
            self.push(i, block, out)?;
        }
        Ok(())
    }

    /// Forgets everything: a new record begins.
    pub fn reset(&mut self) {
        for pending in &mut self.columns {
            pending.samples.clear();
            pending.taken = 0;
        }
    }

    /// Fails when columns have not all been given equally many samples.
    pub fn check_in_step(&self) -> Result<(), SignalError> {
        let wanted = self.columns.first().map_or(0, |c| c.taken);
        for (i, column) in self.columns.iter().enumerate() {
            check_length(&format!("column {i} (from 0)"), column.taken, wanted)?;
        }
        Ok(())
    }
}
