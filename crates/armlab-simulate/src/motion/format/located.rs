//! Trajectories and counts from tables, with errors at the key they come from.

use crate::motion::AnyTrajectory;
use crate::motion::error::MotionError;
use armlab_files::FileError;
use armlab_files::toml::TomlTable;
use armlab_signal::SignalError;

pub(super) type Result<T> = std::result::Result<T, FileError>;

/// Most samples, spans or degrees.
const MOST: u64 = 1_000_000_000;

const HINT: &str = "docs/motion.md describes every kind of trajectory";

/// An error of a trajectory with its place: its key, and the entry if it names one.
pub fn located(table: &TomlTable, error: MotionError) -> FileError {
    let message = format!("{}: {error}", table.title());
    match &error {
        MotionError::Dimension { what, .. } | MotionError::Setting { what, .. } => {
            table.error(what, message, HINT)
        }
        MotionError::Signal(SignalError::NotIncreasing { index, .. }) => {
            table.entry_error("times", &[*index], message, HINT)
        }
        MotionError::Signal(_) => table.error("times", message, HINT),
        MotionError::Cell { movement, cell, .. } => {
            let column = ["value", "TI", "TF", "TR"].iter().position(|c| c == cell);
            let place = [movement - 1, column.unwrap_or(0)];
            let hint = "a movement is [value, TI, TF, TR], times in seconds";
            table.entry_error("movements", &place, message, hint)
        }
        MotionError::Paste { .. } => table.error("table", message, HINT),
        _ => table.error("kind", message, HINT),
    }
}

/// The trajectory, or its complaint with its place.
pub(super) fn made<T: Into<AnyTrajectory>>(
    section: &TomlTable,
    result: std::result::Result<T, MotionError>,
) -> Result<AnyTrajectory> {
    result.map(Into::into).map_err(|error| located(section, error))
}

/// A count that fits into memory.
pub(super) fn count(s: &TomlTable, key: &str) -> Result<Option<usize>> {
    match s.count(key)? {
        Some(count) if count > MOST => {
            let message = format!("`{key}` of {} is more than {MOST}", s.title());
            Err(s.error(key, message, "give a smaller one"))
        }
        count => Ok(count.map(|c| c as usize)),
    }
}
