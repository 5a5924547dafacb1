//! Long logs to triangles, while the next part is being read.

use super::LongError;
use super::growing::{Growing, SHORTEST};
use super::parts::{Part, Parts};
use super::recording::LongRecording;
use super::summary::{JointSummary, Summary};
use crate::problem::{Model, ProblemError};
use crate::recording::{Recording, RecordingError};
use crate::reduced::{Reduced, Segment};
use armlab_progress::Progress;
use rayon::prelude::*;

/// Samples that are reduced together, at least, unless the log ends.
const TOGETHER: usize = 1 << 14;

/// Long logs, reduced.
#[derive(Clone, Debug)]
pub struct LongReduced {
    /// Their rows as triangles, log after log.
    pub reduced: Reduced,
    /// What else is known of each log.
    pub summaries: Vec<Summary>,
}

impl Model<'_> {
    /// Reduces logs of any length to triangles: [`Model::reduce`] of the logs
    /// conditioned with this cut-off, up to rounding. Memory does not depend on
    /// the logs' length, and results not on the number of threads.
    pub fn reduce_long(
        &self,
        logs: &[LongRecording],
        cutoff: Option<f64>,
        progress: &Progress,
    ) -> Result<LongReduced, LongError> {
        let mut all = LongReduced { reduced: self.nothing_reduced(), summaries: Vec::new() };
        for log in logs {
            let (found, joints) = (log.joints(), self.joints());
            if found != joints {
                return Err(ProblemError::Joints { log: log.name().into(), found, joints }.into());
            }
            let (segments, summary) = self.reduce_parts(log, log.parts(cutoff)?, progress)?;
            all.reduced.append(segments);
            all.summaries.push(summary);
        }
        Ok(all)
    }

    /// Reduces a log that comes in parts.
    fn reduce_parts(
        &self,
        log: &LongRecording,
        mut parts: Parts,
        progress: &Progress,
    ) -> Result<(Vec<Segment>, Summary), LongError> {
        let mut summary = Summary {
            name: log.name().into(),
            rows: log.rows(),
            samples: 0,
            step: log.step(),
            cutoff: None,
            joints: vec![JointSummary::NONE; self.joints()],
            notes: Vec::new(),
        };
        let mut growing = Growing::new();
        let mut due: Vec<Part> = Vec::new();
        loop {
            // The log is read on this thread while the others reduce what was read.
            let mut done = Ok(None);
            let next = rayon::in_place_scope(|scope| {
                let (due, done) = (&due, &mut done);
                scope.spawn(move |_| *done = self.reduce_together(due));
                some_parts(&mut parts)
            });
            if let Some((recording, segments)) = done? {
                summary.cutoff = recording.cutoff;
                summary.add(&recording);
                segments.into_iter().for_each(|(segment, samples)| growing.push(segment, samples));
            }
            due = next?;
            progress.check()?;
            progress.advance(log.name(), parts.rows_read() as f64 / log.rows().max(1) as f64);
            if due.is_empty() {
                break;
            }
        }
        if summary.samples == 0 {
            return Err(RecordingError::Short { log: log.name().into(), rows: 0 }.into());
        }
        summary.notes = parts.notes();
        Ok((growing.finish(), summary))
    }

    /// Parts as one recording, and its segments with their samples.
    fn reduce_together(&self, parts: &[Part]) -> Result<Option<Done>, LongError> {
        let mut whole: Option<Recording> = None;
        for part in parts {
            let part = part.condition()?;
            match &mut whole {
                None => whole = Some(part),
                Some(whole) => whole.append(part),
            }
        }
        let Some(recording) = whole else { return Ok(None) };
        let samples = recording.samples();
        let starts: Vec<usize> = (0..samples).step_by(SHORTEST as usize).collect();
        let segments = starts
            .into_par_iter()
            .map(|start| {
                let rows = start..(start + SHORTEST as usize).min(samples);
                let count = rows.len() as u64;
                Ok((self.segment(&recording, rows, None)?, count))
            })
            .collect::<Result<Vec<_>, ProblemError>>()?;
        Ok(Some((recording, segments)))
    }
}

type Done = (Recording, Vec<(Segment, u64)>);

/// The next parts, none at the end. Stretches may be short, and a few samples
/// are not worth the work around them.
fn some_parts<'l>(parts: &mut Parts<'l>) -> Result<Vec<Part<'l>>, LongError> {
    let (mut some, mut samples) = (Vec::new(), 0);
    while samples < TOGETHER
        && let Some(part) = parts.next().transpose()?
    {
        samples += part.samples();
        some.push(part);
    }
    Ok(some)
}
