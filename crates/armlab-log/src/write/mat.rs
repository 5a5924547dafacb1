//! MATLAB files of version 5: `t`, `q` (samples × joints), `qd`, `tau`, …, not packed.
//!
//! Format: MathWorks, MAT-File Format, R2023b, chapter 1, "MAT-File Level 5".

use super::LogWriter;
use super::arrays::{Group, groups};
use super::spool::{Columns, Spool};
use crate::block::Block;
use std::io::{self, Write};

/// Largest array, in bytes.
const LARGEST: u64 = i32::MAX as u64 - 1024;
/// Longest name of a variable.
const LONGEST_NAME: usize = 63;

/// Writes a log for MATLAB. Rows are kept in a temporary file until the end.
pub struct MatWriter<W: Write> {
    out: W,
    groups: Vec<Group>,
    spool: Spool,
}

impl<W: Write> MatWriter<W> {
    /// Begins a file with these columns; see [`super::header`].
    pub fn new(out: W, header: &[String]) -> io::Result<Self> {
        Ok(Self { out, groups: groups(header), spool: Spool::new(header.len())? })
    }

    /// Writes all variables, and gives back what was written to.
    pub fn into_inner(self) -> io::Result<W> {
        let Self { mut out, groups, spool } = self;
        let mut columns = spool.finish()?;
        let mut start = format!("{:124}", "MATLAB 5.0 MAT-file, written by armlab").into_bytes();
        start.extend(b"\x00\x01IM");
        out.write_all(&start)?;
        for group in &groups {
            variable(&mut out, group, &mut columns)?;
        }
        out.flush()?;
        Ok(out)
    }
}

impl<W: Write> LogWriter for MatWriter<W> {
    fn write_block(&mut self, block: &Block) -> io::Result<()> {
        self.spool.write(block)
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.into_inner().map(drop)
    }
}

/// A name that MATLAB accepts.
fn variable_name(name: &str) -> String {
    let clean = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    let mut name: String = name.chars().map(clean).collect();
    if !name.starts_with(|c: char| c.is_ascii_alphabetic()) {
        name.insert(0, 'x');
    }
    name.truncate(LONGEST_NAME);
    name
}

fn element(kind: u32, content: &[u8]) -> Vec<u8> {
    let mut element = kind.to_le_bytes().to_vec();
    element.extend((content.len() as u32).to_le_bytes());
    element.extend(content);
    element.resize(element.len().next_multiple_of(8), 0);
    element
}

/// Writes an array, column after column.
fn variable<W: Write>(out: &mut W, group: &Group, columns: &mut Columns) -> io::Result<()> {
    let (rows, width) = (columns.rows(), group.columns.len() as u64);
    let bytes = rows.saturating_mul(8 * width);
    if bytes > LARGEST {
        let message = format!(
            "`{}` takes {bytes} bytes, and MATLAB files of version 5 hold 2 GiB per array: write .npz or .parquet",
            group.name
        );
        return Err(io::Error::new(io::ErrorKind::InvalidInput, message));
    }
    let shape = [rows as i32, width as i32].map(i32::to_le_bytes).concat();
    // Class 6: doubles.
    let flags = [6_u32, 0].map(u32::to_le_bytes).concat();
    let name = variable_name(&group.name);
    let head = [element(6, &flags), element(5, &shape), element(1, name.as_bytes())].concat();
    let mut tags = Vec::new();
    for (kind, length) in [(14_u32, head.len() as u64 + 8 + bytes), (9, bytes)] {
        tags.push([kind.to_le_bytes(), (length as u32).to_le_bytes()].concat());
    }
    let [matrix, numbers] = tags.as_slice() else { return Ok(()) };
    out.write_all(matrix)?;
    out.write_all(&head)?;
    out.write_all(numbers)?;
    for &column in &group.columns {
        columns.for_each(&[column], |parts| parts.iter().try_for_each(|p| out.write_all(p)))?;
    }
    Ok(())
}
