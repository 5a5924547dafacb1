//! How far the work is, and whether it should go on.

use super::LongError;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The first reading: rows are counted, stamps looked at.
    Survey,
    /// Cut-off and friction are chosen on a selection; told once, at the beginning.
    Choice,
    /// The second reading: rows are reduced.
    Reduction,
}

/// How far the work is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// What is being done.
    pub stage: Stage,
    /// Rows read so far, of this log.
    pub rows: u64,
    /// Rows of this log, as far as they are known.
    pub of: Option<u64>,
}

/// Who looks on: both are asked after every block of rows, and before a choice.
#[derive(Clone, Copy, Default)]
pub struct Watch<'w> {
    /// Is told how far the work is.
    pub progress: Option<&'w dyn Fn(Progress)>,
    /// Ends the work when it becomes true.
    pub cancel: Option<&'w AtomicBool>,
}

impl Watch<'_> {
    /// Tells how far the work is; fails if it should stop.
    pub(super) fn told(&self, stage: Stage, rows: u64, of: Option<u64>) -> Result<(), LongError> {
        if self.cancel.is_some_and(|cancel| cancel.load(Ordering::Relaxed)) {
            return Err(LongError::Cancelled);
        }
        if let Some(progress) = self.progress {
            progress(Progress { stage, rows, of });
        }
        Ok(())
    }
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { progress, cancel } = self;
        f.debug_struct("Watch")
            .field("progress", &progress.is_some())
            .field("cancel", cancel)
            .finish()
    }
}
