//! Rows of which some unknowns are known.

use super::sequence::JointSequence;
use super::set::RowSet;

impl RowSet {
    /// The same rows, as they are, with the first unknowns known: their part is taken from the
    /// efforts, and the others are left.
    pub(crate) fn with_known(&self, x: &[f64]) -> Self {
        let mut set = self.plain();
        set.unknowns -= x.len();
        for joint in set.sequences.iter_mut().flat_map(|s| &mut s.joints) {
            let JointSequence { rows, efforts, wide } = joint;
            *wide = wide.as_ref().and_then(|w| w.behind(x.len()));
            let known = rows.places.iter().take_while(|p| **p < x.len()).count();
            for (&place, column) in rows.places.iter().zip(&rows.columns).take(known) {
                let present = efforts.iter_mut().zip(column);
                present.for_each(|(e, y)| e.iter_mut().for_each(|e| e[0] -= x[place] * y));
            }
            rows.columns.drain(..known);
            rows.places.drain(..known);
            rows.places.iter_mut().for_each(|p| *p -= x.len());
        }
        set
    }
}
