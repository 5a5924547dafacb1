//! A stretch of log cut into parts that overlap.
//!
//! A recursive filter remembers the past, and run backwards the future, for as
//! long as its slowest pole rings: after `n` samples `rⁿ` is left, with `r` the
//! pole's radius. A part that is handed out with so many samples on either side
//! that this is below rounding is filtered as if it had not been cut.

use crate::conditioning::{FEWEST, margin_of, widest_margin};
use armlab_signal::Sections;
use std::ops::Range;

/// What may be left of a cut: far below rounding, as it meets signals that have
/// not been looked at.
const LEFT: f64 = 1e-18;
/// Samples on either side where nothing is filtered, for differences.
const NEIGHBOURS: usize = 4;

/// Samples after which a filter has forgotten.
pub(super) fn memory(filter: &Sections) -> f64 {
    let slowest = filter.sections().iter().map(|s| radius(s.denominator)).fold(0.0, f64::max);
    match slowest < 1.0 {
        true => (LEFT.ln() / slowest.ln()).ceil(),
        false => f64::INFINITY,
    }
}

/// The larger modulus of the roots of `z² + a₁z + a₂`.
fn radius([a1, a2]: [f64; 2]) -> f64 {
    let discriminant = a1 * a1 / 4.0 - a2;
    match discriminant < 0.0 {
        true => a2.sqrt(),
        false => a1.abs() / 2.0 + discriminant.sqrt(),
    }
}

/// How a log is cut.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Cutting {
    /// Samples of a part.
    pub(super) part: usize,
    /// Samples that a part needs on either side.
    pub(super) reach: usize,
    /// Step and cut-off by which ends are left out; none if they are kept.
    ends: Option<(f64, Option<f64>)>,
}

impl Cutting {
    /// Without overlap: samples are used as they are.
    pub(super) fn plain(part: usize) -> Self {
        Self { part: part.max(1), reach: 0, ends: None }
    }
    /// For motion filtered and differentiated by a filter that remembers so many
    /// samples.
    pub(super) fn filtered(part: usize, memory: usize, step: f64, cutoff: Option<f64>) -> Self {
        // Margins depend on a stretch's length as long as it is below ten of them.
        let known = widest_margin(step, cutoff).saturating_mul(10);
        let reach = memory.max(known).max(FEWEST).saturating_add(NEIGHBOURS);
        Self { part: part.max(1), reach, ends: Some((step, cutoff)) }
    }
    fn margin(&self, length: usize) -> usize {
        self.ends.map_or(0, |(step, cutoff)| margin_of(length, step, cutoff))
    }
    fn fewest(&self) -> usize {
        self.ends.map_or(1, |_| FEWEST)
    }
}

/// Samples with what surrounds them.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Cut {
    /// Columns of all samples.
    pub(super) columns: Vec<Vec<f64>>,
    /// The samples that belong to the part.
    pub(super) inner: Range<usize>,
}

/// The stretch that is being read.
#[derive(Clone, Debug)]
pub(super) struct Overlap {
    cutting: Cutting,
    columns: Vec<Vec<f64>>,
    /// Where the next part begins; `None` while the stretch's first part is due.
    done: Option<usize>,
}

impl Overlap {
    /// Before the first stretch.
    pub(super) fn new(columns: usize, cutting: Cutting) -> Self {
        Self { cutting, columns: vec![Vec::new(); columns], done: None }
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
        let Cutting { part, reach, .. } = self.cutting;
        let samples = self.samples();
        let start = self.done.unwrap_or_else(|| self.cutting.margin(usize::MAX));
        let end = start.checked_add(part)?;
        let needed = end.checked_add(reach).filter(|needed| *needed <= samples)?;
        let cut = Cut {
            columns: self.columns.iter().map(|c| c[..needed].to_vec()).collect(),
            inner: start..end,
        };
        let front = end.saturating_sub(reach);
        self.columns.iter_mut().for_each(|c| drop(c.drain(..front)));
        self.done = Some(end - front);
        Some(cut)
    }

    /// What is left of the stretch, which ends here.
    pub(super) fn take_rest(&mut self) -> Option<Cut> {
        let samples = self.samples();
        let (start, end) = match self.done.take() {
            Some(done) => (done, samples - self.cutting.margin(usize::MAX)),
            None => {
                let margin = self.cutting.margin(samples);
                (margin, samples.saturating_sub(margin))
            }
        };
        let empty = vec![Vec::new(); self.columns.len()];
        let columns = std::mem::replace(&mut self.columns, empty);
        let usable = samples >= self.cutting.fewest() && start < end;
        usable.then_some(Cut { columns, inner: start..end })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::conditioning::{low_pass, motion_of};

    #[test]
    fn a_filter_forgets_within_its_memory() {
        for (frequency, step) in [(0.7, 1e-3), (5.0, 1e-3), (40.0, 1e-3), (1.0, 0.1), (4.9, 0.1)] {
            let filter = low_pass(frequency, step).unwrap();
            let memory = memory(&filter) as usize;
            let mut impulse = vec![0.0; 2 * memory];
            impulse[0] = 1.0;
            // The first value is taken to have lasted forever: a step down.
            filter.causal(&mut impulse);
            let left = impulse[memory..].iter().fold(0.0_f64, |m, x| m.max(x.abs()));
            assert!(left < 1e-15, "{frequency} Hz: {left:e} after {memory}");
            let before = impulse[memory / 4].abs();
            assert!(before > 1e-8, "{frequency} Hz: {before:e} is forgotten much earlier");
        }
    }

    #[test]
    fn parts_filtered_alone_are_parts_of_the_whole_filtered() {
        let (step, cutoff) = (1e-3, Some(12.0));
        let q: Vec<f64> = (0..20_011)
            .map(|i| {
                let t = f64::from(i) * step;
                (2.0 * t).sin() + 0.4 * (31.0 * t).cos() + 1e-3 * (f64::from(i * i % 1013)).sin()
            })
            .collect();
        let whole = motion_of(&q, None, step, cutoff).unwrap();
        let margin = margin_of(q.len(), step, cutoff);
        let memory = memory(&low_pass(12.0, step).unwrap()) as usize;
        for part in [97, 1000, 4096, 30_000] {
            let mut overlap = Overlap::new(1, Cutting::filtered(part, memory, step, cutoff));
            let mut cuts = Vec::new();
            for some in q.chunks(611) {
                overlap.columns_mut()[0].extend_from_slice(some);
                cuts.extend(std::iter::from_fn(|| overlap.take_part()));
            }
            cuts.extend(overlap.take_rest());
            let mut at = margin;
            for cut in cuts {
                let motion = motion_of(&cut.columns[0], None, step, cutoff).unwrap();
                for (order, (own, whole)) in motion.iter().zip(&whole).enumerate() {
                    let largest = whole.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
                    for (i, x) in own[cut.inner.clone()].iter().enumerate() {
                        let error = (x - whole[at + i]).abs() / largest;
                        assert!(error < 1e-11, "part {part}, derivative {order}: {error:e}");
                    }
                }
                at += cut.inner.len();
            }
            assert_eq!(at, q.len() - margin, "part {part}");
        }
    }

    #[test]
    fn short_stretches_are_left_out_and_long_ones_lose_their_margins() {
        let cutting = Cutting::filtered(50, 20, 0.01, Some(5.0));
        for samples in [0, 31, 32, 33, 150, 199, 200, 201, 1000] {
            let mut overlap = Overlap::new(1, cutting);
            overlap.columns_mut()[0].extend((0..samples).map(f64::from));
            let mut seen = Vec::new();
            while let Some(cut) = overlap.take_part() {
                seen.extend_from_slice(&cut.columns[0][cut.inner]);
            }
            if let Some(cut) = overlap.take_rest() {
                seen.extend_from_slice(&cut.columns[0][cut.inner]);
            }
            let samples = samples as usize;
            let margin = margin_of(samples, 0.01, Some(5.0));
            let expected: Vec<f64> = match samples < FEWEST {
                true => Vec::new(),
                false => (margin..samples - margin).map(|i| i as f64).collect(),
            };
            assert_eq!(seen, expected, "{samples}");
        }
    }
}
