//! Reading and writing of armlab's own files.
//!
//! * [`write`] and [`AtomicFile`] replace a file as a whole: readers see the old content or the
//!   new one, never a part.
//! * [`read_text`] reads a text file of bounded size.
//! * [`FileError`] is the error of everything that reads a file: file, line, column, message, hint.

mod error;
mod read;
mod write;

pub use error::{FileError, quoted};
pub use read::{read_text, read_text_if_exists};
pub use write::{ABANDONED, AtomicFile, remove_unfinished, write, write_private};
