//! Readers, one folder each, found by what a file begins with (never by its name).

mod arrays;
mod arrow;
pub mod csv;
#[cfg(feature = "db3")]
mod db3;
#[cfg(any(feature = "mcap", feature = "db3"))]
mod folder;
#[cfg(any(feature = "parquet", feature = "hdf5"))]
mod guard;
#[cfg(feature = "hdf5")]
mod hdf5;
mod mat;
#[cfg(feature = "mcap")]
pub mod mcap;
pub mod npz;
#[cfg(feature = "parquet")]
pub mod parquet;
mod refused;
#[cfg(any(feature = "mcap", feature = "db3"))]
pub(crate) mod ros;
mod table;
mod zstd;

use crate::error::{LogError, Place};
use crate::input::{Input, read_full};
use crate::source::LogSource;
use flate2::read::MultiGzDecoder;
use std::io::{BufReader, Cursor, Read, Seek, SeekFrom};

/// Most columns of a log: a hundred joints with everything one can log of them.
pub const MOST_COLUMNS: usize = 4096;

/// Bytes by which formats are told apart: HDF5 may begin behind 512 bytes of something else.
const START: usize = 520;

const MCAP: &[u8] = b"\x89MCAP0\r\n";
const SQLITE: &[u8] = b"SQLite format 3\0";
const HDF5: &[u8] = b"\x89HDF\r\n\x1a\n";
const GZIP: &[u8] = b"\x1f\x8b";

type Open = fn(&Input, &Choice) -> Result<Box<dyn LogSource>, LogError>;

/// A format: its name, how its files begin, and its reader.
struct Format {
    name: &'static str,
    begins: fn(&[u8]) -> bool,
    open: Open,
}

/// What a reader must be told when a file holds more than one log.
#[derive(Clone, Debug, Default)]
pub struct Choice {
    /// Topic of a bag.
    pub topic: Option<String>,
}

/// Every binary format; text is what is left. A new reader is one line here.
const FORMATS: &[Format] = &[
    #[cfg(feature = "parquet")]
    Format {
        name: "Parquet",
        begins: |start| start.starts_with(b"PAR1"),
        open: |input, _| parquet::open(input),
    },
    Format {
        name: "NPZ",
        begins: |start| start.starts_with(b"PK"),
        open: |input, _| npz::open(input),
    },
    Format {
        name: "Arrow",
        begins: |start| start.starts_with(arrow::MAGIC),
        open: |input, _| arrow::open(input),
    },
    Format { name: "MATLAB 5", begins: is_matlab_5, open: |input, _| mat::open(input) },
    #[cfg(feature = "mcap")]
    Format { name: "MCAP", begins: |start| start.starts_with(MCAP), open: mcap::open },
    #[cfg(feature = "db3")]
    Format { name: "SQLite", begins: |start| start.starts_with(SQLITE), open: db3::open },
    #[cfg(feature = "hdf5")]
    Format { name: "HDF5", begins: is_hdf5, open: |input, _| hdf5::open(input) },
];

/// A version and a mark of byte order stand behind a text of 124 bytes.
fn is_matlab_5(start: &[u8]) -> bool {
    let marks: [&[u8]; 2] = [b"\x00\x01IM", b"\x01\x00MI"];
    start.starts_with(b"MATLAB 5.0") || start.get(124..128).is_some_and(|m| marks.contains(&m))
}

/// HDF5 itself, or MATLAB 7.3, which puts 512 bytes before it.
#[cfg(feature = "hdf5")]
fn is_hdf5(start: &[u8]) -> bool {
    start.starts_with(HDF5)
        || start.starts_with(b"MATLAB 7.3")
        || start.get(512..).is_some_and(|s| s.starts_with(HDF5))
}

/// Opens a file or a bag's folder with the reader its content asks for.
pub fn open(input: &Input, choice: &Choice) -> Result<Box<dyn LogSource>, LogError> {
    #[cfg(any(feature = "mcap", feature = "db3"))]
    if let Some(path) = input.folder() {
        return folder::open(input, path, choice);
    }
    if let Some(table) = input.columns() {
        return table::open(input.name(), table);
    }
    let start = beginning(input)?;
    if start.is_empty() {
        let hint = "was the recording stopped properly?";
        return Err(LogError::new(input.name(), Place::File, "the file is empty", hint));
    }
    if let Some(format) = FORMATS.iter().find(|f| (f.begins)(&start)) {
        return (format.open)(input, choice);
    }
    refused::check(input, &start)?;
    let mut bytes = input.open()?.0;
    bytes.seek(SeekFrom::Start(0)).map_err(|e| LogError::reading(input.name(), &e))?;
    let buffered = BufReader::with_capacity(1 << 16, bytes);
    if start.starts_with(GZIP) {
        return packed(input, "gzip", MultiGzDecoder::new(buffered));
    }
    if start.starts_with(&zstd::MAGIC) {
        return packed(input, "zstd", zstd::Frames::new(buffered));
    }
    Ok(Box::new(csv::CsvSource::open(input.name(), buffered)?))
}

/// A text that is unpacked while it is read.
fn packed(
    input: &Input,
    packer: &str,
    mut inside: impl Read + 'static,
) -> Result<Box<dyn LogSource>, LogError> {
    let start = start(input, &mut inside)?;
    if let Some(format) = FORMATS.iter().find(|f| (f.begins)(&start)) {
        let message = format!("there is a {} file in this {packer} file", format.name);
        let hint = format!("only text is read from {packer}: unpack it first");
        return Err(LogError::new(input.name(), Place::File, message, hint));
    }
    refused::check(input, &start)?;
    let all = Cursor::new(start).chain(inside);
    Ok(Box::new(csv::CsvSource::open(input.name(), all)?))
}

/// What a file begins with.
fn beginning(input: &Input) -> Result<Vec<u8>, LogError> {
    start(input, &mut input.open()?.0)
}

fn start(input: &Input, bytes: &mut impl Read) -> Result<Vec<u8>, LogError> {
    let mut start = [0; START];
    let n = read_full(bytes, &mut start).map_err(|e| LogError::reading(input.name(), &e))?;
    Ok(start.get(..n).unwrap_or_default().to_vec())
}
