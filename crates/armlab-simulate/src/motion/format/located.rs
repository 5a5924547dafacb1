//! Errors of trajectories, at the key they come from.

use crate::motion::error::MotionError;
use armlab_files::FileError;
use armlab_files::toml::TomlTable;
use armlab_signal::SignalError;

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
