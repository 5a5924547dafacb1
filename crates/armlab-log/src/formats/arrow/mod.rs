//! Arrow files (Feather of version 2): columns of numbers, batch by batch.
//!
//! Format: Apache Arrow, IPC file format, version V5 (and V4, which differs elsewhere).

mod columns;
mod flat;

use super::MOST_COLUMNS;
use crate::block::{BLOCK_ROWS, Block};
use crate::error::{LogError, Place, shown};
use crate::input::{Input, Opened};
use crate::source::{LogSource, Schema};
use columns::{Field, Values};
use flat::{List, Table};
use std::io::{self, BufReader, Read, Seek, SeekFrom};

/// What a file begins with, with padding.
pub const MAGIC: &[u8] = b"ARROW1\0\0";
/// Largest description of a batch, and largest buffers of a batch, in bytes.
const LARGEST_METADATA: u32 = 16 << 20;
const LARGEST_BATCH: u64 = 1 << 30;
const DAMAGED: &str = "the file is damaged or cut short: copy it anew";

/// An Arrow file that is being read.
struct ArrowSource {
    input: Input,
    file: BufReader<Opened>,
    size: u64,
    at: u64,
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

/// Where a buffer is in the body of a message, and how it is packed: 0 LZ4, 1 zstd.
struct Body<'a> {
    start: u64,
    length: u64,
    buffers: List<'a>,
    codec: Option<u64>,
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
        at: MAGIC.len() as u64,
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

    /// The description of the next message; its body begins at `self.at`.
    fn message(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut head = [0; 8];
        self.file.seek(SeekFrom::Start(self.at))?;
        self.file.read_exact(&mut head)?;
        let [mark @ .., a, b, c, d] = head;
        let length = u32::from_le_bytes([a, b, c, d]);
        if mark != [0xff; 4] {
            return Err(bad("here should be a message"));
        }
        if length == 0 {
            return Ok(None);
        }
        if length > LARGEST_METADATA || u64::from(length) > self.size - self.at {
            return Err(bad(format!("the description of a message takes {length} bytes")));
        }
        let mut bytes = vec![0; length as usize];
        self.file.read_exact(&mut bytes)?;
        self.at += 8 + u64::from(length);
        Ok(Some(bytes))
    }

    fn read_schema(&mut self) -> io::Result<()> {
        let bytes = self.message()?.ok_or_else(|| bad("it has no schema"))?;
        let message = Table::root(&bytes).filter(|m| m.number(1, 1) == 1);
        let schema = message.and_then(|m| m.table(2)).ok_or_else(|| bad("it has no schema"))?;
        if schema.number(0, 2) != 0 {
            return Err(bad("its numbers have the other byte order"));
        }
        let fields = schema.list(1).ok_or_else(|| bad("its schema has no columns"))?;
        if fields.len > MOST_COLUMNS {
            return Err(bad(format!("there are more than {MOST_COLUMNS} columns")));
        }
        for i in 0..fields.len {
            let table = fields.table(i).ok_or_else(|| bad("its schema is cut short"))?;
            let (column, field) = columns::field(&table)
                .ok_or_else(|| bad("a column has a type that is not known"))?;
            if field.values.is_some() {
                self.schema.columns.push(column);
                self.places.push(i);
            } else if self.notes.len() < 100 {
                let name = shown(&column.name);
                self.notes.push(format!("column `{name}` was left out: it does not hold numbers"));
            }
            self.fields.push(field);
        }
        self.selected = (0..self.schema.columns.len()).collect();
        self.origins = vec![None; self.fields.len()];
        Ok(())
    }

    /// Reads the next batch; false if there is none.
    fn next_batch(&mut self) -> io::Result<bool> {
        while let Some(bytes) = self.message()? {
            let message = Table::root(&bytes).ok_or_else(|| bad("a message is cut short"))?;
            let length = message.number(3, 8);
            let (start, end) = (self.at, self.at.checked_add(length));
            let end = end.filter(|end| *end <= self.size);
            self.at = end.ok_or_else(|| bad("a message ends behind the file"))?;
            // Others hold dictionaries.
            if message.number(1, 1) == 3 {
                let batch = message.table(2).ok_or_else(|| bad("a batch is cut short"))?;
                self.read_batch(&batch, start, length)?;
                return Ok(true);
            }
        }
        Ok(false)
    }

    fn read_batch(&mut self, batch: &Table, start: u64, length: u64) -> io::Result<()> {
        let rows = batch.number(0, 8);
        let buffers = batch.list(2).ok_or_else(|| bad("a batch has no buffers"))?;
        let codec = batch.table(3).map(|c| c.number(0, 1));
        let body = Body { start, length, buffers, codec };
        if rows.saturating_mul(8 * self.selected.len().max(1) as u64) > LARGEST_BATCH {
            return Err(bad(format!("a batch of {rows} rows takes too much memory")));
        }
        let firsts = self.first_buffers(batch)?;
        self.given = 0;
        self.batch.clear();
        for column in self.selected.clone() {
            let field = self.places.get(column).copied().unwrap_or(usize::MAX);
            let values = self.fields.get(field).and_then(|f| f.values);
            let (Some(values), Some(&first)) = (values, firsts.get(field)) else {
                return Err(bad("a column is not in the schema"));
            };
            let numbers = self.numbers(&body, field, values, first, rows as usize)?;
            self.batch.push(numbers);
        }
        Ok(())
    }

    /// The first buffer of each field.
    fn first_buffers(&self, batch: &Table) -> io::Result<Vec<usize>> {
        let further = batch.list(4);
        let (mut next, mut views) = (0_usize, 0);
        let mut firsts = Vec::new();
        for field in &self.fields {
            firsts.push(next);
            next = next.saturating_add(field.extent.buffers);
            for _ in 0..field.extent.views {
                let count = further.and_then(|l| l.number(views, 1, 0)).unwrap_or(0);
                next = next.saturating_add(count as usize);
                views += 1;
            }
        }
        Ok(firsts)
    }

    /// The numbers of a column; those that are missing are NaN.
    fn numbers(
        &mut self,
        body: &Body,
        field: usize,
        values: Values,
        first: usize,
        rows: usize,
    ) -> io::Result<Vec<f64>> {
        let bits = rows.div_ceil(8);
        let valid = self.buffer(body, first, bits)?;
        if !valid.is_empty() && valid.len() < bits {
            return Err(bad("the marks of missing values are cut short"));
        }
        let size = match values {
            Values::Bits => bits,
            Values::Numbers(e) | Values::Stamps(e) => rows * e.size,
        };
        let bytes = self.buffer(body, first + 1, size)?;
        let bytes = bytes.get(..size).ok_or_else(|| bad("a column is cut short"))?;
        let bit = |bytes: &[u8], i: usize| bytes.get(i / 8).is_some_and(|b| b >> (i % 8) & 1 == 1);
        let mut numbers: Vec<f64> = match values {
            Values::Bits => (0..rows).map(|i| f64::from(u8::from(bit(bytes, i)))).collect(),
            Values::Numbers(e) => bytes.chunks_exact(e.size).map(|n| e.number(n)).collect(),
            Values::Stamps(_) => self.stamps(field, bytes),
        };
        if !valid.is_empty() {
            let missing = numbers.iter_mut().enumerate().filter(|(i, _)| !bit(&valid, *i));
            missing.for_each(|(_, number)| *number = f64::NAN);
        }
        Ok(numbers)
    }

    /// Points in time since the first of all: since 1970 they have more digits than a double.
    fn stamps(&mut self, field: usize, bytes: &[u8]) -> Vec<f64> {
        let stamp = |n: &[u8]| n.iter().rev().fold(0_u64, |x, &b| x << 8 | u64::from(b)) as i64;
        let mut stamps = bytes.chunks_exact(8).map(stamp).peekable();
        let known = self.origins.get(field).copied().flatten();
        let origin = known.or_else(|| stamps.peek().copied()).unwrap_or(0);
        if known.is_none() {
            self.notes.push(format!("points in time are counted from the first, {origin}"));
        }
        if let Some(place) = self.origins.get_mut(field) {
            *place = Some(origin);
        }
        stamps.map(|x| (i128::from(x) - i128::from(origin)) as f64).collect()
    }

    /// A buffer of a batch, of about `expected` bytes when it is unpacked.
    fn buffer(&mut self, body: &Body, index: usize, expected: usize) -> io::Result<Vec<u8>> {
        let part = |k| body.buffers.number(index, 2, k).ok_or_else(|| bad("a batch lacks buffers"));
        let (offset, length) = (part(0)?, part(1)?);
        if offset.checked_add(length).is_none_or(|end| end > body.length) {
            return Err(bad("a buffer ends behind its batch"));
        }
        self.file.seek(SeekFrom::Start(body.start + offset))?;
        let mut bytes = vec![0; length as usize];
        self.file.read_exact(&mut bytes)?;
        let (Some(codec), Some((size, packed))) = (body.codec, bytes.split_at_checked(8)) else {
            return Ok(bytes);
        };
        // The size before packing; -1 if this buffer is not packed.
        if size == [0xff; 8] {
            return Ok(packed.to_vec());
        }
        unpack(codec, packed, expected + 64)
    }
}

fn unpack(codec: u64, packed: &[u8], most: usize) -> io::Result<Vec<u8>> {
    let mut to = Vec::new();
    match codec {
        #[cfg(feature = "lz4")]
        0 => drop(
            lz4_flex::frame::FrameDecoder::new(packed).take(most as u64).read_to_end(&mut to)?,
        ),
        #[cfg(not(feature = "lz4"))]
        0 => return Err(bad("it is packed with LZ4, which this armlab was built without")),
        1 => drop(super::zstd::Frames::new(packed).take(most as u64).read_to_end(&mut to)?),
        other => return Err(bad(format!("it is packed in an unknown way ({other})"))),
    }
    Ok(to)
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
