//! Arrow files (Feather of version 2): columns of numbers, batch by batch.
//!
//! Format: Apache Arrow, IPC file format, version V5 (and V4, which differs elsewhere).

mod batch;
mod columns;
mod flat;

use super::MOST_COLUMNS;
use crate::block::{BLOCK_ROWS, Block};
use crate::error::{LogError, Place, shown};
use crate::input::{Input, Opened};
use crate::source::{LogSource, Schema};
use columns::Field;
use flat::{List, Table};
use std::collections::VecDeque;
use std::io::{self, BufReader, Read, Seek, SeekFrom};

/// What a file begins and ends with.
pub const MAGIC: &[u8] = b"ARROW1";
/// Largest footer or description of a batch, in bytes.
const LARGEST_METADATA: u32 = 16 << 20;
const DAMAGED: &str = "the file is damaged or cut short: copy it anew";

/// An Arrow file that is being read.
struct ArrowSource {
    input: Input,
    file: BufReader<Opened>,
    size: u64,
    at: u64,
    /// Offsets of batches that are not read yet.
    batches: VecDeque<u64>,
    fields: Vec<Field>,
    schema: Schema,
    /// For every column of the schema, its field.
    places: Vec<usize>,
    selected: Vec<usize>,
    /// Numbers of the batch, and how many rows of it were given.
    batch: Vec<Vec<f64>>,
    given: usize,
    /// The first point in time of each field.
    origins: Vec<Option<i64>>,
    rows: u64,
    notes: Vec<String>,
}

fn bad(message: impl Into<String>) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, message.into())
}

/// Opens an Arrow file.
pub(super) fn open(input: &Input) -> Result<Box<dyn LogSource>, LogError> {
    let (file, size) = input.open()?;
    let file = BufReader::with_capacity(1 << 16, file);
    let mut source = ArrowSource {
        input: input.clone(),
        file,
        size,
        at: 0,
        batches: VecDeque::new(),
        fields: Vec::new(),
        schema: Schema { format: "Arrow".into(), ..Schema::default() },
        places: Vec::new(),
        selected: Vec::new(),
        batch: Vec::new(),
        given: 0,
        origins: Vec::new(),
        rows: 0,
        notes: Vec::new(),
    };
    source.read_schema().map_err(|e| source.failed(&e))?;
    Ok(Box::new(source))
}

impl ArrowSource {
    fn failed(&self, error: &io::Error) -> LogError {
        let message = format!("it cannot be read as Arrow: {error}");
        LogError::new(self.input.name(), Place::Byte(self.at), message, DAMAGED)
    }

    /// The footer, whose length stands before the last six bytes.
    fn footer(&mut self) -> io::Result<Vec<u8>> {
        const END: u64 = 10;
        let mut tail = [0; END as usize];
        self.at = self.size.saturating_sub(END);
        self.file.seek(SeekFrom::Start(self.at))?;
        self.file.read_exact(&mut tail)?;
        let [a, b, c, d, magic @ ..] = tail;
        let length = u32::from_le_bytes([a, b, c, d]);
        if !MAGIC.starts_with(&magic) || length > LARGEST_METADATA || u64::from(length) > self.at {
            return Err(bad("there is no Arrow footer at its end"));
        }
        let mut bytes = vec![0; length as usize];
        self.file.seek(SeekFrom::Start(self.at - u64::from(length)))?;
        self.file.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    /// The description of the message at `self.at`, which is then where its body begins.
    fn message(&mut self) -> io::Result<Vec<u8>> {
        let mut head = [0; 8];
        self.file.seek(SeekFrom::Start(self.at))?;
        self.file.read_exact(&mut head)?;
        let [mark @ .., a, b, c, d] = head;
        // Before Arrow 0.15 there was no mark before the length.
        let (length, before) = match mark {
            [0xff, 0xff, 0xff, 0xff] => (u32::from_le_bytes([a, b, c, d]), 8),
            length => (u32::from_le_bytes(length), 4),
        };
        self.at += before;
        if length > LARGEST_METADATA || u64::from(length) > self.size.saturating_sub(self.at) {
            return Err(bad(format!("the description of a batch takes {length} bytes")));
        }
        let mut bytes = vec![0; length as usize];
        self.file.seek(SeekFrom::Start(self.at))?;
        self.file.read_exact(&mut bytes)?;
        self.at += u64::from(length);
        Ok(bytes)
    }

    fn read_schema(&mut self) -> io::Result<()> {
        let bytes = self.footer()?;
        let footer = Table::root(&bytes);
        let schema = footer.and_then(|f| f.table(1)).ok_or_else(|| bad("it has no schema"))?;
        if schema.number(0, 2) != 0 {
            return Err(bad("its numbers have the other byte order"));
        }
        let fields = schema.list(1).ok_or_else(|| bad("its schema has no columns"))?;
        if fields.len > MOST_COLUMNS {
            return Err(bad(format!("there are more than {MOST_COLUMNS} columns")));
        }
        for i in 0..fields.len {
            let table = fields.table(i).ok_or_else(|| bad("its schema is cut short"))?;
            self.add_field(i, &table)?;
        }
        // Each batch: offset, length of its description, length of its body.
        let batches = footer.and_then(|f| f.list(3));
        let offsets = |l: List| (0..l.len).map_while(|i| l.number(i, 3, 0)).collect();
        self.batches = batches.map_or(VecDeque::new(), offsets);
        self.selected = (0..self.schema.columns.len()).collect();
        self.origins = vec![None; self.fields.len()];
        Ok(())
    }

    fn add_field(&mut self, index: usize, table: &Table) -> io::Result<()> {
        let (column, field) =
            columns::field(table).ok_or_else(|| bad("a column has a type that is not known"))?;
        if field.values.is_some() {
            self.schema.columns.push(column);
            self.places.push(index);
        } else if self.notes.len() < 100 {
            let name = shown(&column.name);
            self.notes.push(format!("column `{name}` was left out: it does not hold numbers"));
        }
        self.fields.push(field);
        Ok(())
    }

    /// Reads the next batch; false if there is none.
    fn next_batch(&mut self) -> io::Result<bool> {
        let Some(offset) = self.batches.pop_front() else { return Ok(false) };
        self.at = offset;
        let bytes = self.message()?;
        let message = Table::root(&bytes).filter(|m| m.number(1, 1) == 3);
        let message = message.ok_or_else(|| bad("here should be a batch"))?;
        let (start, length) = (self.at, message.number(3, 8));
        if start.checked_add(length).is_none_or(|end| end > self.size) {
            return Err(bad("a batch ends behind the file"));
        }
        let batch = message.table(2).ok_or_else(|| bad("a batch is cut short"))?;
        self.read_batch(&batch, start, length)?;
        Ok(true)
    }
}

impl LogSource for ArrowSource {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn select(&mut self, columns: &[usize]) {
        self.selected = columns.to_vec();
    }

    fn next_block(&mut self, block: &mut Block) -> Result<bool, LogError> {
        block.start(self.selected.len(), self.rows);
        while self.batch.first().is_none_or(|c| self.given >= c.len()) {
            if self.selected.is_empty() || !self.next_batch().map_err(|e| self.failed(&e))? {
                return Ok(false);
            }
        }
        let from = self.given;
        for (to, numbers) in block.columns_mut().iter_mut().zip(&self.batch) {
            let rest = numbers.get(from..).unwrap_or_default();
            to.extend_from_slice(rest.get(..BLOCK_ROWS).unwrap_or(rest));
        }
        self.given += block.rows();
        self.rows += block.rows() as u64;
        Ok(true)
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }
}
