//! Samples of waves in the position beside the rows of a set.

use super::set::RowSet;
use super::wide::{WaveSums, WideRows};

impl RowSet {
    /// Adds what samples of a log say about a joint's wave with two unknowns; `noise` is the
    /// deviation of these samples' residuals. Windows go to the row that is nearest in time.
    pub(crate) fn widen(
        &mut self,
        joint: usize,
        places: [usize; 2],
        log: &str,
        windows: &[WaveSums],
        noise: f64,
        x: &[f64],
    ) {
        let own = self.residuals(x).swap_remove(joint);
        let square: f64 = own.iter().map(|e| e * e).sum();
        let scale = square / own.len().max(1) as f64 / (noise * noise);
        if !(scale > 0.0 && scale.is_finite()) {
            return;
        }
        for sequence in &mut self.sequences {
            if self.report.logs[sequence.log].name != log {
                continue;
            }
            let (Some(&first), Some(&last)) = (sequence.times.first(), sequence.times.last())
            else {
                continue;
            };
            let mut within = windows.iter().filter(|w| (first..=last).contains(&w.time)).peekable();
            if within.peek().is_none() {
                continue;
            }
            let mut rows = vec![WaveSums::default(); sequence.times.len()];
            for window in within {
                let next = sequence.times.partition_point(|t| *t < window.time);
                let row = &mut rows[next.min(sequence.times.len() - 1)];
                let mut scaled = *window;
                scaled.columns.iter_mut().for_each(|x| *x *= scale);
                scaled.effort.iter_mut().for_each(|x| *x *= scale);
                *row = row.plus(&scaled);
            }
            sequence.joints[joint].wide = Some(WideRows { places, rows });
        }
    }
}
