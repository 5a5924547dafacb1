//! A stretch of log cut into parts that overlap: a filter of finite length gives in a
//! part, with as many samples on either side as it reaches, what it gives in the
//! whole.

use std::ops::Range;

/// How a log is cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cutting {
    /// Samples of a part.
    pub(super) part: usize,
    /// Samples that a part needs on either side.
    pub(super) reach: usize,
}

/// Samples with what surrounds them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cut {
    /// Columns of all samples.
    pub(super) columns: Vec<Vec<f64>>,
    /// The samples that belong to the part.
    pub(super) inner: Range<usize>,
    /// Number of the first sample in its stretch.
    pub(super) offset: usize,
}

/// The stretch that is being read.
#[derive(Clone, Debug)]
pub(super) struct Overlap {
    cutting: Cutting,
    columns: Vec<Vec<f64>>,
    /// Where the next part begins; `None` while the stretch's first part is due.
    done: Option<usize>,
    /// Number of the first sample that is held, in the stretch.
    offset: usize,
}

impl Overlap {
    /// Before the first stretch.
    pub(super) fn new(columns: usize, cutting: Cutting) -> Self {
        Self { cutting, columns: vec![Vec::new(); columns], done: None, offset: 0 }
    }
    /// The columns, for adding samples behind; all must end with the same length.
    pub(super) fn columns_mut(&mut self) -> &mut [Vec<f64>] {
        &mut self.columns
    }
    fn samples(&self) -> usize {
        self.columns.first().map_or(0, Vec::len)
    }

    /// A part, once it and what it needs behind it are there.
    pub(super) fn take_part(&mut self) -> Option<Cut> {
        let Cutting { part, reach } = self.cutting;
        let samples = self.samples();
        let start = self.done.unwrap_or(0);
        let end = start.checked_add(part)?;
        let needed = end.checked_add(reach).filter(|needed| *needed <= samples)?;
        let cut = Cut {
            columns: self.columns.iter().map(|c| c[..needed].to_vec()).collect(),
            inner: start..end,
            offset: self.offset,
        };
        let front = end.saturating_sub(reach);
        self.columns.iter_mut().for_each(|c| drop(c.drain(..front)));
        self.offset += front;
        self.done = Some(end - front);
        Some(cut)
    }

    /// What is left of the stretch, which ends here.
    pub(super) fn take_rest(&mut self) -> Option<Cut> {
        let samples = self.samples();
        let start = self.done.take().unwrap_or(0);
        let empty = vec![Vec::new(); self.columns.len()];
        let columns = std::mem::replace(&mut self.columns, empty);
        let offset = std::mem::take(&mut self.offset);
        (start < samples).then_some(Cut { columns, inner: start..samples, offset })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_cover_a_stretch_once_and_bring_what_surrounds_them() {
        for (part, reach, samples) in [(50, 7, 1000), (50, 7, 40), (97, 0, 400), (30, 60, 333)] {
            let mut overlap = Overlap::new(1, Cutting { part, reach });
            let mut cuts = Vec::new();
            for some in (0..samples).collect::<Vec<_>>().chunks(61) {
                overlap.columns_mut()[0].extend(some.iter().map(|&i| f64::from(i)));
                cuts.extend(std::iter::from_fn(|| overlap.take_part()));
            }
            cuts.extend(overlap.take_rest());
            let mut next = 0;
            for Cut { columns, inner, offset } in cuts {
                assert_eq!(offset + inner.start, next, "{part} {reach} {samples}");
                let first = columns[0][0] as usize;
                assert_eq!(first, offset);
                let before = (offset + inner.start).min(reach);
                let after = (samples as usize - offset - inner.end).min(reach);
                assert!(inner.start >= before && columns[0].len() - inner.end >= after);
                next = offset + inner.end;
            }
            assert_eq!(next, samples as usize);
            assert_eq!(overlap.take_rest(), None);
        }
    }
}
