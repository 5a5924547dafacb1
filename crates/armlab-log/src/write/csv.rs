//! CSV with the shortest decimal numbers that are read back exactly.

use super::LogWriter;
use crate::block::Block;
use std::io::{self, Write};

/// Writes a log as CSV.
pub struct CsvWriter<W: Write> {
    out: W,
    text: Vec<u8>,
}

impl<W: Write> CsvWriter<W> {
    /// Writes the header; see [`super::header`].
    pub fn new(mut out: W, header: &[String]) -> io::Result<Self> {
        let quoted: Vec<String> = header.iter().map(|name| quoted(name)).collect();
        writeln!(out, "{}", quoted.join(","))?;
        Ok(Self { out, text: Vec::new() })
    }

    /// Flushes and gives back what was written to.
    pub fn into_inner(mut self) -> io::Result<W> {
        self.out.flush()?;
        Ok(self.out)
    }
}

/// A name as a field: quoted where it would otherwise be taken apart.
fn quoted(name: &str) -> String {
    let name = name.replace(['\n', '\r'], " ");
    if name.contains([',', '"', ';', '\t']) {
        format!("\"{}\"", name.replace('"', "\"\""))
    } else {
        name
    }
}

impl<W: Write> LogWriter for CsvWriter<W> {
    fn write_block(&mut self, block: &Block) -> io::Result<()> {
        self.text.clear();
        for row in 0..block.rows() {
            for (i, column) in block.columns().iter().enumerate() {
                if i > 0 {
                    self.text.push(b',');
                }
                match column.get(row).copied() {
                    Some(x) if !x.is_nan() => number(&mut self.text, x)?,
                    // NaN: an empty cell is read as NaN again. Alone in its line it would be a
                    // blank line, so the first column is spelled out.
                    _ if i == 0 => self.text.extend_from_slice(b"nan"),
                    _ => {}
                }
            }
            self.text.push(b'\n');
        }
        self.out.write_all(&self.text)
    }

    fn finish(self: Box<Self>) -> io::Result<()> {
        self.into_inner().map(drop)
    }
}

/// The shortest digits, with an exponent where zeros would be many.
fn number(text: &mut Vec<u8>, x: f64) -> io::Result<()> {
    let size = x.abs();
    if x == 0.0 || (1e-5..1e16).contains(&size) || !x.is_finite() {
        write!(text, "{x}")
    } else {
        write!(text, "{x:e}")
    }
}
