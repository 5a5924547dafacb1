//! Blocks kept in a temporary file until all are there, for formats that want whole columns.

use crate::block::Block;
use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};

/// Columns of doubles in a temporary file, block after block, column after column.
pub struct Spool {
    file: BufWriter<File>,
    columns: usize,
    /// Rows of each block.
    blocks: Vec<usize>,
}

/// All blocks, complete.
pub struct Columns {
    file: BufReader<File>,
    columns: usize,
    blocks: Vec<usize>,
}

impl Spool {
    /// Nothing yet, of this many columns.
    pub fn new(columns: usize) -> io::Result<Self> {
        let file = BufWriter::with_capacity(1 << 16, tempfile::tempfile()?);
        Ok(Self { file, columns, blocks: Vec::new() })
    }

    /// Takes the rows of a block.
    pub fn write(&mut self, block: &Block) -> io::Result<()> {
        for column in 0..self.columns {
            for value in block.column(column) {
                self.file.write_all(&value.to_le_bytes())?;
            }
        }
        self.blocks.push(block.rows());
        Ok(())
    }

    /// No more will come.
    pub fn finish(self) -> io::Result<Columns> {
        let file = self.file.into_inner().map_err(|e| e.into_error())?;
        Ok(Columns { file: BufReader::new(file), columns: self.columns, blocks: self.blocks })
    }
}

impl Columns {
    /// Number of rows.
    pub fn rows(&self) -> u64 {
        self.blocks.iter().map(|&n| n as u64).sum()
    }

    /// Hands over some columns, block by block: each as the bytes of doubles, least byte first.
    pub fn for_each(
        &mut self,
        wanted: &[usize],
        mut take: impl FnMut(&[Vec<u8>]) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut start = 0;
        let mut parts = vec![Vec::new(); wanted.len()];
        for &rows in &self.blocks {
            let length = 8 * rows as u64;
            for (column, bytes) in wanted.iter().zip(&mut parts) {
                self.file.seek(SeekFrom::Start(start + *column as u64 * length))?;
                bytes.resize(length as usize, 0);
                self.file.read_exact(bytes)?;
            }
            take(&parts)?;
            start += length * self.columns as u64;
        }
        Ok(())
    }
}
