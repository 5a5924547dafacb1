//! Entries of the rows that base parameters have, as sums over the full regressor of one state.

use crate::problem::Model;

/// Which sums of the regressor's entries make the columns of the base parameters.
#[derive(Clone, Debug)]
pub(super) struct Entries {
    /// Where an entry stands in the rows, and where its terms end.
    entries: Vec<(usize, usize)>,
    /// Where in the full regressor, and the factor.
    terms: Vec<(usize, f64)>,
}

impl Entries {
    /// Of rows of `width` numbers, in which the base parameters come from `first` on.
    pub(super) fn of(model: &Model, width: usize, first: usize) -> Self {
        let parameters = model.robot().parameter_count();
        let (mut entries, mut terms) = (Vec::new(), Vec::new());
        for j in 0..model.joints() {
            for (k, columns) in model.columns.iter().enumerate() {
                if model.shows(j, k) {
                    terms.extend(columns.iter().map(|t| (j * parameters + t.0, t.1)));
                    entries.push((j * width + first + k, terms.len()));
                }
            }
        }
        Self { entries, terms }
    }
    /// Writes the entries that are not zero by structure into rows, given the regressor in all
    /// parameters, row after row.
    pub(super) fn write(&self, full: &[f64], rows: &mut [f64]) {
        let mut from = 0;
        for &(to, end) in &self.entries {
            let terms = self.terms[from..end].iter();
            rows[to] = terms.map(|&(at, factor)| factor * full[at]).sum();
            from = end;
        }
    }
}
