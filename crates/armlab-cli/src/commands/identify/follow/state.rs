//! What was learnt, in a file between sessions.

use crate::failure::{Failure, Outcome};
use armlab::identify::online::live::{Live, LiveState};
use std::path::Path;

/// The state in a file; none if there is no file yet.
pub fn read(path: &Path) -> Result<Option<LiveState>, Failure> {
    let text = match std::fs::read_to_string(path) {
        Ok(text) => text,
        Err(e) if e.kind() == std::io::ErrorKind::NotFound => return Ok(None),
        Err(e) => {
            let message = format!("{}: cannot be read: {e}", path.display());
            return Err(Failure::input(message, "give another --state"));
        }
    };
    serde_json::from_str(&text).map(Some).map_err(|e| {
        let message = format!("{}: is no saved state: {e}", path.display());
        Failure::input(message, "remove the file to begin anew, or give another --state")
    })
}

/// Replaces the file as a whole, so that it is never half written.
pub fn write(path: &Path, live: &Live) -> Outcome {
    let Some(state) = live.save() else { return Ok(()) };
    let text = serde_json::to_string(&state).map_err(std::io::Error::from)?;
    let mut beside = path.as_os_str().to_owned();
    beside.push(".new");
    let written = std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, path));
    written.map_err(|error| Failure::writing(path, &error))
}
