//! Any bytes as a log: one that can be checked, or a complaint with a hint.

use armlab_log::mapping::Instructions;
use armlab_log::{Input, LiveLog, LogStream, ReadOptions, preflight};

fn read(bytes: Vec<u8>) {
    let options = ReadOptions::default();
    let opened = LogStream::open(&Input::bytes("fuzz", bytes), &options);
    let checked = opened.and_then(|mut log| preflight::check(&mut log, &options.expectation));
    if let Err(error) = checked {
        assert!(!error.file.is_empty() && !error.hint.is_empty(), "{error}");
    }
}

/// The bytes with the beginning that a format is known by.
fn begun(start: &[u8], data: &[u8]) -> Vec<u8> {
    [start, data.get(start.len()..).unwrap_or_default()].concat()
}

/// Text, or packed text.
pub fn text(data: &[u8]) {
    read(data.to_vec());
}

pub fn npz(data: &[u8]) {
    read(begun(b"PK\x03\x04", data));
}

/// Arrays of NumPy in a ZIP file whose checksums are right: sections of `== NAME`.
pub fn npy(data: &[u8]) {
    let mut names = ["t", "q", "qd", "tau"].iter();
    let mut zip = Zip::default();
    for part in data.split(|b| *b == b'|').take(4) {
        // A bar separates arrays; the magic bytes are not worth finding.
        let array = begun(b"\x93NUMPY", part);
        zip.add(&format!("{}.npy", names.next().unwrap_or(&"x")), &array);
    }
    read(zip.finished());
}

pub fn parquet(data: &[u8]) {
    read(begun(b"PAR1", data));
}

pub fn mcap(data: &[u8]) {
    read(begun(b"\x89MCAP0\r\n", data));
}

pub fn mat(data: &[u8]) {
    let mut start = b"MATLAB 5.0 MAT-file".to_vec();
    start.resize(124, b' ');
    start.extend(if data.first() == Some(&b'B') { b"\x01\x00MI" } else { b"\x00\x01IM" });
    read(begun(&start, data));
}

pub fn hdf5(data: &[u8]) {
    read(begun(b"\x89HDF\r\n\x1a\n", data));
}

pub fn db3(data: &[u8]) {
    read(begun(b"SQLite format 3\0", data));
}

pub fn arrow(data: &[u8]) {
    read(begun(b"ARROW1\0\0", data));
}

/// Any text as a mapping: one that reads a log, or a complaint with a hint.
pub fn mapping(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for parsed in [Instructions::parse(&text), Instructions::parse_toml(&text, "fuzz")] {
        let opened = parsed.and_then(|instructions| {
            let options = ReadOptions { instructions, ..ReadOptions::default() };
            LogStream::open(&Input::bytes("fuzz", &b"t,q1,a,b\n0,1,2,3\n1,2,3,4\n"[..]), &options)
        });
        if let Err(error) = opened {
            assert!(!error.hint.is_empty(), "{error}");
        }
    }
}

/// A log that arrives in pieces: however it is cut, the same rows. The first byte is the size of a piece.
pub fn live(data: &[u8]) {
    let Some((&size, text)) = data.split_first() else { return };
    let rows = |size: usize| {
        let mut log = LiveLog::new("fuzz", ReadOptions::default());
        let mut rows = Vec::new();
        let mut take = |blocks: Vec<armlab_log::Block>| {
            for block in &blocks {
                let columns = block.columns().iter();
                rows.push(columns.map(|c| c.iter().map(|x| x.to_bits()).collect()).collect());
            }
        };
        for piece in text.chunks(size) {
            take(log.push(piece).map_err(|e| e.to_string())?);
        }
        take(log.finish().map_err(|e| e.to_string())?);
        Ok::<_, String>((joined(&rows), log.left_out()))
    };
    let whole = rows(text.len().max(1));
    let cut = rows(usize::from(size).max(1));
    // Text that is refused may be refused earlier in pieces, with fewer lines seen.
    if let (Ok(whole), Ok(cut)) = (whole, cut) {
        assert_eq!(whole, cut);
    }
}

/// Blocks as one list of columns.
fn joined(blocks: &[Vec<Vec<u64>>]) -> Vec<Vec<u64>> {
    let mut all: Vec<Vec<u64>> = Vec::new();
    for block in blocks {
        all.resize(block.len(), Vec::new());
        for (to, from) in all.iter_mut().zip(block) {
            to.extend(from);
        }
    }
    all
}

/// A ZIP file of stored entries.
#[derive(Default)]
struct Zip {
    bytes: Vec<u8>,
    directory: Vec<u8>,
    entries: u16,
}

impl Zip {
    fn add(&mut self, name: &str, content: &[u8]) {
        let offset = self.bytes.len() as u32;
        let (sum, size, named) = (checksum(content), content.len() as u32, name.len() as u16);
        // Version, flags, method, time and date, checksum, sizes, lengths of name and extra field.
        let mut head = Vec::new();
        for part in [20_u16, 0, 0, 0, 0] {
            head.extend(part.to_le_bytes());
        }
        for part in [sum, size, size] {
            head.extend(part.to_le_bytes());
        }
        head.extend(named.to_le_bytes());
        head.extend([0, 0]);
        self.bytes.extend(b"PK\x03\x04");
        self.bytes.extend(&head);
        self.bytes.extend(name.as_bytes());
        self.bytes.extend(content);
        self.directory.extend(b"PK\x01\x02\x14\x00");
        self.directory.extend(&head);
        // Comment, disk, attributes.
        self.directory.extend([0; 10]);
        self.directory.extend(offset.to_le_bytes());
        self.directory.extend(name.as_bytes());
        self.entries += 1;
    }

    fn finished(mut self) -> Vec<u8> {
        let at = self.bytes.len() as u32;
        self.bytes.extend(&self.directory);
        self.bytes.extend(b"PK\x05\x06\0\0\0\0");
        self.bytes.extend(self.entries.to_le_bytes());
        self.bytes.extend(self.entries.to_le_bytes());
        self.bytes.extend((self.directory.len() as u32).to_le_bytes());
        self.bytes.extend(at.to_le_bytes());
        self.bytes.extend([0, 0]);
        self.bytes
    }
}

/// CRC-32 of ZIP files.
fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for byte in bytes {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg());
        }
    }
    !sum
}
