//! NumPy archives: `t`, `q` (samples × joints), `qd`, `tau`, …, not packed.

use super::LogWriter;
use super::arrays::{Group, groups};
use super::spool::{Columns, Spool};
use crate::block::Block;
use flate2::Crc;
use std::io::{self, Write};

/// Numbers from here on do not fit the fields of a plain ZIP file.
const LARGE: u64 = 0xffff_ffff;

/// Writes a log as NPZ. Rows are kept in a temporary file until the end.
pub struct NpzWriter<W: Write> {
    out: W,
    groups: Vec<Group>,
    spool: Spool,
}

/// An entry that was written.
struct Entry {
    name: String,
    sum: u32,
    size: u64,
    offset: u64,
}

impl<W: Write> NpzWriter<W> {
    /// Begins a file with these columns; see [`super::header`].
    pub fn new(out: W, header: &[String]) -> io::Result<Self> {
        Ok(Self { out, groups: groups(header), spool: Spool::new(header.len())? })
    }

    /// Writes all arrays, and gives back what was written to.
    pub fn into_inner(self) -> io::Result<W> {
        let Self { mut out, groups, spool } = self;
        let mut columns = spool.finish()?;
        let (mut entries, mut at) = (Vec::new(), 0);
        for group in &groups {
            let header = npy_header(group, columns.rows());
            let mut sum = Crc::new();
            sum.update(&header);
            rows(&mut columns, group, |bytes| {
                sum.update(bytes);
                Ok(())
            })?;
            let name = format!("{}.npy", group.name.replace(['/', '\\', '\0'], "_"));
            let size = header.len() as u64 + 8 * columns.rows() * group.columns.len() as u64;
            let entry = Entry { name, sum: sum.sum(), size, offset: at };
            let local = entry.local();
            out.write_all(&local)?;
            out.write_all(&header)?;
            rows(&mut columns, group, |bytes| out.write_all(bytes))?;
            at += local.len() as u64 + size;
            entries.push(entry);
        }
        out.write_all(&directory(&entries, at))?;
        out.flush()?;
        Ok(out)
    }
}

impl<W: Write> LogWriter for NpzWriter<W> {
    fn write_block(&mut self, block: &Block) -> io::Result<()> {
        self.spool.write(block)
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.into_inner().map(drop)
    }
}

/// The bytes of an array, a sample's numbers together.
fn rows(
    columns: &mut Columns,
    group: &Group,
    mut take: impl FnMut(&[u8]) -> io::Result<()>,
) -> io::Result<()> {
    let mut together = Vec::new();
    columns.for_each(&group.columns, |parts| {
        if let [only] = parts {
            return take(only);
        }
        together.clear();
        let mut numbers: Vec<_> = parts.iter().map(|p| p.chunks_exact(8)).collect();
        for _ in 0..parts.first().map_or(0, |p| p.len() / 8) {
            for column in &mut numbers {
                together.extend_from_slice(column.next().unwrap_or(&[0; 8]));
            }
        }
        take(&together)
    })
}

/// What stands before the numbers of an array (NumPy Enhancement Proposal 1).
fn npy_header(group: &Group, rows: u64) -> Vec<u8> {
    let shape = if group.single {
        format!("({rows},)")
    } else {
        format!("({rows}, {})", group.columns.len())
    };
    let mut text = format!("{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}");
    while (10 + text.len() + 1) % 64 != 0 {
        text.push(' ');
    }
    text.push('\n');
    let mut header = b"\x93NUMPY\x01\x00".to_vec();
    header.extend((text.len() as u16).to_le_bytes());
    header.extend(text.as_bytes());
    header
}

/// Puts numbers of so many bytes behind each other, least byte first.
fn put(to: &mut Vec<u8>, numbers: &[(u64, usize)]) {
    for (number, bytes) in numbers {
        to.extend(number.to_le_bytes().iter().take(*bytes));
    }
}

impl Entry {
    fn is_large(&self) -> bool {
        self.size >= LARGE
    }

    /// Method, time, checksum, sizes and lengths of name and extra field.
    fn fields(&self, extra: usize) -> Vec<u8> {
        let (size, name) = (self.size.min(LARGE), self.name.len() as u64);
        let mut fields = Vec::new();
        // The first of January 1980: the same log gives the same file.
        put(&mut fields, &[(0x800, 2), (0, 2), (0, 2), (0x21, 2), (self.sum.into(), 4)]);
        put(&mut fields, &[(size, 4), (size, 4), (name, 2), (extra as u64, 2)]);
        fields
    }

    fn local(&self) -> Vec<u8> {
        let mut extra = Vec::new();
        if self.is_large() {
            put(&mut extra, &[(1, 2), (16, 2), (self.size, 8), (self.size, 8)]);
        }
        let version = if self.is_large() { 45 } else { 20 };
        let mut record = b"PK\x03\x04".to_vec();
        put(&mut record, &[(version, 2)]);
        record.extend(self.fields(extra.len()));
        record.extend(self.name.as_bytes());
        record.extend(extra);
        record
    }

    fn central(&self) -> Vec<u8> {
        let mut large = Vec::new();
        if self.is_large() {
            put(&mut large, &[(self.size, 8), (self.size, 8)]);
        }
        if self.offset >= LARGE {
            put(&mut large, &[(self.offset, 8)]);
        }
        let mut extra = Vec::new();
        if !large.is_empty() {
            put(&mut extra, &[(1, 2), (large.len() as u64, 2)]);
            extra.extend(large);
        }
        let mut record = b"PK\x01\x02".to_vec();
        put(&mut record, &[(45, 2), (if extra.is_empty() { 20 } else { 45 }, 2)]);
        record.extend(self.fields(extra.len()));
        put(&mut record, &[(0, 2), (0, 2), (0, 2), (0, 4), (self.offset.min(LARGE), 4)]);
        record.extend(self.name.as_bytes());
        record.extend(extra);
        record
    }
}

/// The directory behind the entries, which begins at `start`.
fn directory(entries: &[Entry], start: u64) -> Vec<u8> {
    let mut all: Vec<u8> = entries.iter().flat_map(Entry::central).collect();
    let (count, length) = (entries.len() as u64, all.len() as u64);
    if start >= LARGE || count >= 0xffff {
        let end = start + length;
        all.extend(b"PK\x06\x06");
        put(&mut all, &[(44, 8), (45, 2), (45, 2), (0, 4), (0, 4), (count, 8), (count, 8)]);
        put(&mut all, &[(length, 8), (start, 8)]);
        all.extend(b"PK\x06\x07");
        put(&mut all, &[(0, 4), (end, 8), (1, 4)]);
    }
    all.extend(b"PK\x05\x06");
    let few = count.min(0xffff);
    put(
        &mut all,
        &[(0, 2), (0, 2), (few, 2), (few, 2), (length, 4), (start.min(LARGE), 4), (0, 2)],
    );
    all
}
