//! Readers and writers: what comes in, what goes out, and that nothing is lost between.

mod csv;
mod foreign;
mod mapping;
mod memory;
mod refused;
mod round_trip;

use armlab_log::{Input, Log, LogError, ReadOptions};

/// Reads a text as a log.
fn read(text: &str) -> Result<Log, LogError> {
    read_with(text, &ReadOptions::default())
}

fn read_with(text: &str, options: &ReadOptions) -> Result<Log, LogError> {
    Log::read_with(&Input::bytes("log.csv", text.as_bytes()), options)
}
