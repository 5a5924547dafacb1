//! Readers, one folder each, found by what a file begins with (never by its name).

pub mod csv;
#[cfg(feature = "mcap")]
pub mod mcap;
pub mod npz;
#[cfg(feature = "parquet")]
pub mod parquet;

use crate::error::{LogError, Place};
use crate::input::{Input, Opened, read_full};
use crate::source::LogSource;
use flate2::read::MultiGzDecoder;
use std::io::{Read, Seek, SeekFrom};

/// Most columns of a log: a hundred joints with everything one can log of them.
pub const MOST_COLUMNS: usize = 4096;

type Open = fn(&Input, &Choice) -> Result<Box<dyn LogSource>, LogError>;

/// A format: its name, the bytes its files begin with, and its reader.
struct Format {
    name: &'static str,
    magic: &'static [u8],
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
    Format { name: "Parquet", magic: b"PAR1", open: |input, _| parquet::open(input) },
    Format { name: "NPZ", magic: b"PK", open: |input, _| npz::open(input) },
    #[cfg(feature = "mcap")]
    Format { name: "MCAP", magic: b"\x89MCAP0\r\n", open: mcap::open },
];

/// Formats that are recognised but not read, and what to do with them.
const UNREADABLE: &[(&[u8], &str, &str)] = &[
    #[cfg(not(feature = "parquet"))]
    (
        b"PAR1",
        "a Parquet file",
        "this armlab was built without Parquet: build it with the feature `parquet`, or save CSV",
    ),
    #[cfg(not(feature = "mcap"))]
    (
        b"\x89MCAP0\r\n",
        "a ROS 2 bag (MCAP)",
        "this armlab was built without bags: build it with the feature `mcap`, or save CSV",
    ),
    (
        b"\x93NUMPY",
        "a single NumPy array",
        "save named arrays: np.savez('log.npz', t=t, q=q, qd=qd, tau=tau)",
    ),
    (
        b"MATLAB 5.0",
        "a MATLAB file",
        "in MATLAB: writetable(array2table([t q qd tau]), 'log.csv') with named variables; in Python: np.savez('log.npz', **{k: v for k, v in scipy.io.loadmat('log.mat').items() if k[0] != '_'})",
    ),
    (b"\x89HDF", "an HDF5 or MATLAB 7.3 file", "save its arrays as NPZ, Parquet or CSV"),
    (
        b"SQLite format 3",
        "a ROS 2 bag in SQLite",
        "convert it: ros2 bag convert, with storage_id mcap",
    ),
    (b"#ROSBAG V", "a ROS 1 bag", "convert it: mcap convert log.bag log.mcap"),
    (b"ULog", "a PX4 log", "convert it to CSV with ulog2csv"),
    (b"\xff\xfe", "text in UTF-16", "save it in UTF-8"),
    (b"\xfe\xff", "text in UTF-16", "save it in UTF-8"),
    (b"\x28\xb5\x2f\xfd", "packed with zstd", "unpack it first: unzstd"),
    (b"BZh", "packed with bzip2", "unpack it first: bunzip2"),
    (b"\xfd7zXZ", "packed with xz", "unpack it first: unxz"),
];

/// Opens a file with the reader its content asks for.
pub fn open(input: &Input, choice: &Choice) -> Result<Box<dyn LogSource>, LogError> {
    let (mut bytes, size) = input.open()?;
    let start = start(input, &mut bytes)?;
    if size == 0 && start.is_empty() {
        return Err(complaint(input, "the file is empty", "was the recording stopped properly?"));
    }
    if let Some(format) = FORMATS.iter().find(|f| start.starts_with(f.magic)) {
        return (format.open)(input, choice);
    }
    refuse(input, &start)?;
    bytes.seek(SeekFrom::Start(0)).map_err(|e| LogError::reading(input.name(), &e))?;
    if start.starts_with(&[0x1f, 0x8b]) {
        return unpacked(input, bytes);
    }
    Ok(Box::new(csv::CsvSource::open(input.name(), bytes)?))
}

/// A text file in a gzip file, unpacked while it is read.
fn unpacked(input: &Input, bytes: Opened) -> Result<Box<dyn LogSource>, LogError> {
    let mut inside = MultiGzDecoder::new(std::io::BufReader::with_capacity(1 << 16, bytes));
    let start = start(input, &mut inside)?;
    if let Some(format) = FORMATS.iter().find(|f| start.starts_with(f.magic)) {
        let message = format!("there is a {} file in this gzip file", format.name);
        return Err(complaint(input, message, "only text is read from gzip: unpack it first"));
    }
    refuse(input, &start)?;
    let all = std::io::Cursor::new(start).chain(inside);
    Ok(Box::new(csv::CsvSource::open(input.name(), all)?))
}

fn start(input: &Input, bytes: &mut impl Read) -> Result<Vec<u8>, LogError> {
    let mut start = [0; 32];
    let n = read_full(bytes, &mut start).map_err(|e| LogError::reading(input.name(), &e))?;
    Ok(start.get(..n).unwrap_or_default().to_vec())
}

/// Complains about formats that are not read.
fn refuse(input: &Input, start: &[u8]) -> Result<(), LogError> {
    match UNREADABLE.iter().find(|(magic, ..)| start.starts_with(magic)) {
        None => Ok(()),
        Some((_, what, hint)) => Err(complaint(input, format!("this is {what}"), *hint)),
    }
}

fn complaint(input: &Input, message: impl Into<String>, hint: impl Into<String>) -> LogError {
    LogError::new(input.name(), Place::File, message, hint)
}
