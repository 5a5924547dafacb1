//! Names, counts and notes of a description, with their place in the file.

use super::note::Note;
use super::xml::sources::Locate;
use armlab_files::FileError;

/// Notes kept of one file; the rest is counted. A note costs a scan of the
/// file for its line, so a file of nothing but strange tags must not earn
/// a million of them.
const MOST_NOTES: usize = 200;
/// Longest name of a robot, link, joint or frame, in bytes.
const LONGEST_NAME: usize = 255;

/// A name that is not empty and not too long, or an error at `byte`.
pub(super) fn checked_name(
    source: &dyn Locate,
    byte: usize,
    what: &str,
    name: &str,
) -> Result<String, FileError> {
    if name.is_empty() {
        let message = format!("a {what} has an empty name");
        return Err(source.error(byte, message, "give it a name of its own"));
    }
    if name.len() > LONGEST_NAME {
        let message = format!("a {what} has a name of {} bytes", name.len());
        return Err(source.error(byte, message, format!("{LONGEST_NAME} bytes are the most")));
    }
    Ok(name.to_string())
}

/// Fails at `byte` when there are more than `most` of something.
pub(super) fn at_most(
    source: &dyn Locate,
    most: usize,
    byte: usize,
    what: &str,
    count: usize,
) -> Result<(), FileError> {
    if count > most {
        let message = format!("more than {most} {what}");
        return Err(source.error(byte, message, "split the description"));
    }
    Ok(())
}

/// Notes on one source, in the order they were taken.
pub(super) struct Notes<'a> {
    source: &'a dyn Locate,
    taken: Vec<Note>,
    dropped: usize,
}

impl<'a> Notes<'a> {
    pub fn on(source: &'a dyn Locate) -> Self {
        Self { source, taken: Vec::new(), dropped: 0 }
    }
    pub fn add(&mut self, byte: usize, message: impl Into<String>) {
        if self.taken.len() == MOST_NOTES {
            self.dropped += 1;
            return;
        }
        let FileError { file, line, column, message, .. } = self.source.error(byte, message, "");
        self.taken.push(Note { message, file, line, column });
    }
    pub fn finish(mut self) -> Vec<Note> {
        if let (true, Some(last)) = (self.dropped > 0, self.taken.last()) {
            let message = format!("and {} more notes like these", self.dropped);
            self.taken.push(Note { message, ..last.clone() });
        }
        self.taken
    }
}
