//! Samples of arrays in blocks, gathered into columns and spread over cores.

use crate::arrays::{NotFinite, View, not_finite};
use crate::call::pool;
use rayon::prelude::*;
use std::ops::Range;

/// Samples of a block: their columns fit into the processor's nearest memory.
const BLOCK: usize = 256;
/// Below this many samples times joints one core is enough.
const WORTH_SPREADING: usize = 20_000;

/// Why a sample has no result.
#[derive(Debug)]
pub enum Trouble {
    NotFinite(NotFinite),
    Failed { sample: usize, message: String },
}

impl From<NotFinite> for Trouble {
    fn from(found: NotFinite) -> Self {
        Self::NotFinite(found)
    }
}

impl Trouble {
    fn sample(&self) -> usize {
        match self {
            Self::NotFinite(found) => found.sample,
            Self::Failed { sample, .. } => *sample,
        }
    }
}

/// Does the work on all samples, block by block; `new` makes what a thread keeps between blocks.
/// Of several troubles the first sample's is returned.
pub fn over_blocks<S>(
    samples: usize,
    joints: usize,
    new: impl Fn() -> S + Send + Sync,
    work: impl Fn(&mut S, Range<usize>) -> Result<(), Trouble> + Send + Sync,
) -> Result<(), Trouble> {
    let block = |k: usize| k * BLOCK..((k + 1) * BLOCK).min(samples);
    let blocks = samples.div_ceil(BLOCK);
    if samples * joints < WORTH_SPREADING {
        let mut kept = new();
        return (0..blocks).try_for_each(|k| work(&mut kept, block(k)));
    }
    pool().install(|| {
        let troubles = (0..blocks).into_par_iter().map_init(new, |kept, k| work(kept, block(k)));
        let first = troubles.filter_map(Result::err).min_by_key(Trouble::sample);
        first.map_or(Ok(()), Err)
    })
}

/// A block's samples as columns.
pub struct Columns {
    kept: Vec<f64>,
    joints: usize,
}

impl Columns {
    pub fn new(joints: usize) -> Self {
        Self { kept: vec![0.0; joints * BLOCK], joints }
    }
    /// Gathers a block of an array; zeros if there is none.
    pub fn gather(
        &mut self,
        argument: usize,
        view: Option<&View>,
        rows: &Range<usize>,
    ) -> Result<Vec<&[f64]>, NotFinite> {
        let count = rows.len();
        let Some(view) = view else {
            self.kept.fill(0.0);
            return Ok(self.kept.chunks(BLOCK).map(|c| &c[..count]).collect());
        };
        let columns = self.kept.chunks_mut(BLOCK).take(self.joints);
        let mut slices = Vec::with_capacity(self.joints);
        for (column, to) in columns.enumerate() {
            let slice = match view.has_columns() {
                // SAFETY: the caller of the method keeps the array alive, and nobody writes to it.
                true => unsafe { view.column(column, rows.start, count) },
                false => {
                    view.read(column, rows.start, &mut to[..count]);
                    &to[..count]
                }
            };
            if let Some(k) = slice.iter().position(|x| !x.is_finite()) {
                let (sample, value) = (rows.start + k, slice[k]);
                return Err(NotFinite { argument, sample, column, value });
            }
            slices.push(slice);
        }
        Ok(slices)
    }
}

/// A whole array as columns: its own memory where they are contiguous, else a copy.
pub struct WholeColumns {
    kept: Vec<f64>,
    view: Option<View>,
    samples: usize,
    joints: usize,
}

impl WholeColumns {
    pub fn new(
        argument: usize,
        view: Option<View>,
        samples: usize,
        joints: usize,
    ) -> Result<Self, NotFinite> {
        let direct = view.filter(|v| v.has_columns());
        let kept = if direct.is_some() { Vec::new() } else { vec![0.0; samples * joints] };
        let mut whole = Self { kept, view: direct, samples, joints };
        if let (None, Some(view)) = (direct, view) {
            // In blocks of rows, so that every line of memory is read once.
            for first in (0..samples).step_by(BLOCK) {
                let count = BLOCK.min(samples - first);
                for column in 0..joints {
                    let start = column * samples + first;
                    view.read(column, first, &mut whole.kept[start..start + count]);
                }
            }
        }
        for (column, numbers) in whole.slices().into_iter().enumerate() {
            if let Some(sample) = numbers.iter().position(|x| !x.is_finite()) {
                let value = numbers[sample];
                return Err(NotFinite { argument, sample, column, value });
            }
        }
        Ok(whole)
    }
    pub fn slices(&self) -> Vec<&[f64]> {
        let column = |j: usize| match &self.view {
            // SAFETY: the caller of the method keeps the array alive, and nobody writes to it.
            Some(view) => unsafe { view.column(j, 0, self.samples) },
            None => &self.kept[j * self.samples..(j + 1) * self.samples],
        };
        (0..self.joints).map(column).collect()
    }
}

/// Reads the numbers of one sample; zeros if there is no array.
pub fn read_row(
    argument: usize,
    view: Option<&View>,
    sample: usize,
    to: &mut [f64],
) -> Result<(), NotFinite> {
    match view {
        None => to.fill(0.0),
        Some(view) => {
            view.read_row(sample, to);
            not_finite(argument, sample, to)?;
        }
    }
    Ok(())
}
