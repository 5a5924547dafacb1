//! Entries of the rows that base parameters have, as sums over the full regressor.

use crate::problem::Model;
use armlab_engine::dynamics::batch::RegressorBlock;

/// Which sums of the regressor's entries make the columns of the base parameters.
#[derive(Clone, Debug)]
pub(super) struct Entries {
    parameters: usize,
    entries: Vec<Entry>,
    /// Which column of the full regressor, and the factor.
    terms: Vec<(usize, f64)>,
}

#[derive(Clone, Copy, Debug)]
struct Entry {
    joint: usize,
    /// Where it stands in the rows, and where its terms end.
    to: usize,
    end: usize,
}

impl Entries {
    /// Of rows of `width` numbers, in which the base parameters come from `first` on.
    pub(super) fn of(model: &Model, width: usize, first: usize) -> Self {
        let parameters = model.robot().parameter_count();
        let (mut entries, mut terms) = (Vec::new(), Vec::new());
        for joint in 0..model.joints() {
            for (k, columns) in model.columns.iter().enumerate() {
                if model.shows(joint, k) {
                    terms.extend_from_slice(columns);
                    entries.push(Entry { joint, to: joint * width + first + k, end: terms.len() });
                }
            }
        }
        Self { parameters, entries, terms }
    }
    /// Writes the entries that are not zero by structure into rows, given the regressor in all
    /// parameters, row after row.
    pub(super) fn write(&self, full: &[f64], rows: &mut [f64]) {
        let mut from = 0;
        for &Entry { joint, to, end } in &self.entries {
            let own = &full[joint * self.parameters..(joint + 1) * self.parameters];
            rows[to] = self.terms[from..end].iter().map(|&(at, factor)| factor * own[at]).sum();
            from = end;
        }
    }
    /// The same for all samples of a block, whose rows stand one sample after another, `size`
    /// numbers each. Sums have the same order and so the same bits. `sums` is scratch, one number
    /// per sample.
    pub(super) fn write_block(
        &self,
        block: &RegressorBlock,
        sums: &mut [f64],
        rows: &mut [f64],
        size: usize,
    ) {
        let samples = block.samples();
        let mut from = 0;
        for &Entry { joint, to, end } in &self.entries {
            let column = |at: usize| &block.column(at)[joint * samples..(joint + 1) * samples];
            let Some((&(at, factor), further)) = self.terms[from..end].split_first() else {
                continue;
            };
            sums.iter_mut().zip(column(at)).for_each(|(sum, y)| *sum = factor * y);
            for &(at, factor) in further {
                sums.iter_mut().zip(column(at)).for_each(|(sum, y)| *sum += factor * y);
            }
            for (row, sum) in rows.chunks_exact_mut(size).zip(&*sums) {
                row[to] = *sum;
            }
            from = end;
        }
    }
}
