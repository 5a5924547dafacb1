//! The numbers of a batch: one or two buffers per column, each packed by itself.

use super::columns::Values;
use super::flat::{List, Table};
use super::{ArrowSource, bad};
use crate::formats::zstd::Frames;
use std::io::{self, Read, Seek, SeekFrom};

/// Largest numbers of a batch, in bytes.
const LARGEST_BATCH: u64 = 1 << 30;

/// Where a buffer is in the body of a message, and how it is packed: 0 LZ4, 1 zstd.
struct Body<'a> {
    start: u64,
    length: u64,
    buffers: List<'a>,
    codec: Option<u64>,
}

impl ArrowSource {
    /// Reads the selected columns of a batch whose body has `length` bytes from `start`.
    pub(super) fn read_batch(&mut self, batch: &Table, start: u64, length: u64) -> io::Result<()> {
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
    let content: Box<dyn Read + '_> = match codec {
        #[cfg(feature = "lz4")]
        0 => Box::new(lz4_flex::frame::FrameDecoder::new(packed)),
        #[cfg(not(feature = "lz4"))]
        0 => return Err(bad("it is packed with LZ4, which this armlab was built without")),
        1 => Box::new(Frames::new(packed)),
        other => return Err(bad(format!("it is packed in an unknown way ({other})"))),
    };
    content.take(most as u64).read_to_end(&mut to)?;
    Ok(to)
}
