//! Long logs to triangles, while the next part is being read.

use super::LongError;
use super::parts::{Part, Parts};
use super::recording::LongRecording;
use super::segments::Segments;
use super::summary::{JointSummary, Summary};
use crate::parallel::{Repeating, RowSet, RowStream, StreamRows};
use crate::problem::{Model, ProblemError};
use crate::recording::RecordingError;
use crate::reduced::Reduced;
use crate::selection::SelectionError;
use armlab_progress::Progress;

/// Long logs, reduced.
#[derive(Clone, Debug)]
pub struct LongReduced {
    /// Their rows as triangles, log after log.
    pub reduced: Reduced,
    /// What else is known of each log.
    pub summaries: Vec<Summary>,
}

impl Model<'_> {
    /// Reduces logs of any length to triangles: those of [`RowSet::reduce`] up to
    /// rounding and the number of segments, with delays as they were
    /// settled for each log, by its name, on windows of it. Memory does not depend on
    /// the logs' length, and results not on the number of threads.
    pub fn reduce_long(
        &self,
        logs: &[LongRecording],
        set: &RowSet,
        progress: &Progress,
    ) -> Result<LongReduced, LongError> {
        let mut all = LongReduced { reduced: self.nothing_reduced(), summaries: Vec::new() };
        for log in logs {
            let (found, joints) = (log.joints(), self.joints());
            if found != joints {
                return Err(ProblemError::Joints { log: log.name().into(), found, joints }.into());
            }
            let own = set.report().logs.iter().position(|l| l.name == log.name());
            let repeats = log.period.map(|period| Repeating { start: log.start, period });
            let mut stream = RowStream::new(set, self, own.unwrap_or(0), repeats);
            let mut parts = Parts::new(log, set.report().cutoff, stream.reach())?;
            let mut summary = self.summary(log);
            summary.cutoff = Some(set.report().cutoff);
            let mut segments = Segments::new(repeats.is_some());
            let mut due: Option<Part> = None;
            loop {
                // The log is read on this thread while the others reduce what was read.
                let mut done = Ok(());
                let next = rayon::in_place_scope(|scope| {
                    if let Some(part) = due.take() {
                        let (stream, summary) = (&mut stream, &mut summary);
                        let (segments, done) = (&mut segments, &mut done);
                        scope.spawn(move |_| *done = push(part, stream, summary, segments));
                    }
                    parts.next().transpose()
                });
                done?;
                due = next?;
                progress.check()?;
                progress.advance(log.name(), parts.rows_read() as f64 / log.rows().max(1) as f64);
                if due.is_none() {
                    break;
                }
            }
            if let Some(last) = stream.finish().map_err(SelectionError::from)? {
                segments.push(last);
            }
            let segments = segments.finish();
            if segments.is_empty() {
                return Err(RecordingError::Short { log: log.name().into(), rows: 0 }.into());
            }
            summary.notes = parts.notes();
            all.reduced.append(segments);
            all.summaries.push(summary);
        }
        Ok(all)
    }

    /// The summary of no sample yet.
    fn summary(&self, log: &LongRecording) -> Summary {
        Summary {
            name: log.name().into(),
            rows: log.rows(),
            samples: 0,
            step: log.step(),
            cutoff: None,
            joints: vec![JointSummary::NONE; self.joints()],
            notes: Vec::new(),
        }
    }
}

/// Adds a part's rows.
fn push(
    part: Part,
    stream: &mut RowStream,
    summary: &mut Summary,
    segments: &mut Segments,
) -> Result<(), LongError> {
    let rows = stream.push(part.raw()).map_err(SelectionError::from)?;
    if let Some(StreamRows { reduced, motion, own, samples, effort_sums }) = rows {
        summary.add(&motion, own, samples, &effort_sums);
        reduced.into_iter().for_each(|more| segments.push(more));
    }
    Ok(())
}
