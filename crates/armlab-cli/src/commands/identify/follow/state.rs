//! What was learnt, in a file between sessions.

use crate::failure::{Failure, Outcome};
use armlab::identify::online::live::{Live, LiveState};
use std::path::Path;

/// Largest file of a state, in bytes.
const LARGEST: usize = 256 << 20;

/// The state in a file; none if there is no file yet.
pub fn read(path: &Path) -> Result<Option<LiveState>, Failure> {
    let text = armlab_files::read_text_if_exists(path, LARGEST)
        .map_err(|e| e.with_hint("give another --state"))?;
    let Some(text) = text else { return Ok(None) };
    serde_json::from_str(&text).map(Some).map_err(|e| {
        let message = format!("{}: is no saved state: {e}", path.display());
        Failure::input(message, "remove the file to begin anew, or give another --state")
    })
}

/// Replaces the file as a whole, so that it is never half written.
pub fn write(path: &Path, live: &Live) -> Outcome {
    let Some(state) = live.save() else { return Ok(()) };
    let text = serde_json::to_string(&state).map_err(std::io::Error::from)?;
    armlab_files::write(path, text).map_err(|error| Failure::writing(path, &error))
}
