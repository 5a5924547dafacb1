//! Reading and writing of armlab's own files.
//!
//! * [`write()`] and [`AtomicFile`] replace a file as a whole: readers see the old content or the
//!   new one, never a part.
//! * [`Lock`] keeps a folder or a file for one process.
//! * [`read_text`] and [`read_bytes`] read files of bounded size.
//! * [`toml`] gives typed access to TOML files, with located errors.
//! * [`FileError`] is the error of everything that reads a file: file, line, column, message, hint.

mod error;
mod lock;
mod nearest;
mod number;
mod read;
mod source;
pub mod toml;
mod write;

pub use error::{FileError, quoted};
pub use lock::{Lock, LockError};
pub use nearest::nearest_name;
pub use number::{LARGEST_QUANTITY, parse_limit, parse_quantity};
pub use read::{read_bytes, read_text, read_text_if_exists};
pub use source::Source;
pub use write::{
    ABANDONED, AtomicFile, create_private_folder, remove_unfinished, write, write_private,
};
