//! NumPy archives: one-dimensional arrays are columns, two-dimensional ones are a
//! column per joint, whichever way they lie.

mod npy;
mod zip;

use super::MOST_COLUMNS;
use crate::block::{BLOCK_ROWS, Block};
use crate::error::{LogError, Place};
use crate::input::{Input, read_full};
use crate::names::with_unit;
use crate::source::{Column, LogSource, Schema};
use npy::Header;
use std::collections::BTreeMap;
use zip::{Content, Entry};

/// An array whose rows are samples.
struct Array {
    entry: Entry,
    header: Header,
    /// Columns of the log that it is.
    width: usize,
    /// True if the numbers of one sample lie together.
    by_sample: bool,
    /// Index of its first column in the schema.
    first: usize,
}

/// Numbers of an array that are being read in order.
struct Cursor {
    content: Content,
    array: usize,
    /// Numbers per sample in this order, and which of them go where.
    width: usize,
    places: Vec<(usize, usize)>,
}

/// An NPZ file that is being read.
struct NpzSource {
    input: Input,
    arrays: Vec<Array>,
    schema: Schema,
    selected: Vec<usize>,
    cursors: Option<Vec<Cursor>>,
    samples: u64,
    done: u64,
    bytes: Vec<u8>,
    notes: Vec<String>,
}

/// Opens an NPZ file.
pub(super) fn open(input: &Input) -> Result<Box<dyn LogSource>, LogError> {
    let mut notes = Vec::new();
    let mut readable = Vec::new();
    for entry in zip::entries(input)? {
        let name = entry.name.strip_suffix(".npy").unwrap_or(&entry.name).to_string();
        let name = name.trim_start_matches('/').to_string();
        let mut content = entry.open(input, 0)?;
        match npy::read_header(&mut content) {
            Ok(header) if matches!(header.shape.len(), 1 | 2) => {
                readable.push((name, entry, header));
            }
            Ok(header) => {
                let axes = header.shape.len();
                notes.push(format!("array `{name}` has {axes} axes and was left out"));
            }
            Err(why) => notes.push(format!("array `{name}` was left out: {why}")),
        }
    }
    let Some(samples) = samples(&readable) else {
        let why = notes.first().cloned().unwrap_or_else(|| "it is empty".into());
        let hint = "save named arrays: np.savez('log.npz', t=t, q=q, qd=qd, tau=tau)";
        let message = format!("there are no arrays of numbers in it ({why})");
        return Err(LogError::new(input.name(), Place::File, message, hint));
    };
    let mut schema = Schema { columns: Vec::new(), rows: Some(samples), format: "NPZ".into() };
    let mut arrays = Vec::new();
    for (name, entry, header) in readable {
        let (width, by_sample) = match *header.shape.as_slice() {
            [n] if n == samples => (1, true),
            [n, width] if n == samples => (width, !header.fortran),
            [width, n] if n == samples => (width, header.fortran),
            _ => {
                notes.push(format!("array `{name}` has no axis of {samples} and was left out"));
                continue;
            }
        };
        if width + schema.columns.len() as u64 > MOST_COLUMNS as u64 {
            let message = format!("there are more than {MOST_COLUMNS} columns");
            let hint = "save only the arrays of the joints";
            return Err(LogError::new(input.name(), Place::Part(name), message, hint));
        }
        let (first, width) = (schema.columns.len(), width as usize);
        schema.columns.extend(names(&name, width, header.shape.len() == 1));
        arrays.push(Array { entry, header, width, by_sample, first });
    }
    let selected = (0..schema.columns.len()).collect();
    Ok(Box::new(NpzSource {
        input: input.clone(),
        arrays,
        schema,
        selected,
        cursors: None,
        samples,
        done: 0,
        bytes: Vec::new(),
        notes,
    }))
}

/// The number of samples: the length of most axes, the longer one if in doubt.
fn samples(arrays: &[(String, Entry, Header)]) -> Option<u64> {
    let mut votes: BTreeMap<u64, usize> = BTreeMap::new();
    for (_, _, header) in arrays {
        let mut axes = header.shape.clone();
        axes.dedup();
        for axis in axes {
            *votes.entry(axis).or_default() += 1;
        }
    }
    votes.into_iter().max_by_key(|&(axis, votes)| (votes, axis)).map(|v| v.0)
}

/// `q` of three columns becomes `q1, q2, q3`; `q0` becomes `q0_1, q0_2, q0_3`.
fn names(name: &str, width: usize, single: bool) -> Vec<Column> {
    let column = with_unit(name);
    let gap = if column.name.ends_with(|c: char| c.is_ascii_digit()) { "_" } else { "" };
    let named = |k: usize| {
        if single {
            column.clone()
        } else {
            Column { name: format!("{}{gap}{}", column.name, k + 1), ..column.clone() }
        }
    };
    (0..width).map(named).collect()
}

impl NpzSource {
    /// Opens a stream for each array that is read by sample, and one for each column
    /// of those that are not.
    fn cursors(&self) -> Result<Vec<Cursor>, LogError> {
        let mut cursors = Vec::new();
        for (index, array) in self.arrays.iter().enumerate() {
            let mine = self.selected.iter().enumerate().filter_map(|(place, column)| {
                let k = column.checked_sub(array.first)?;
                (k < array.width).then_some((k, place))
            });
            let mine: Vec<(usize, usize)> = mine.collect();
            if mine.is_empty() {
                continue;
            }
            let start = array.header.length;
            if array.by_sample {
                let content = array.entry.open(&self.input, start)?;
                cursors.push(Cursor { content, array: index, width: array.width, places: mine });
                continue;
            }
            for (k, place) in mine {
                let column = self.samples.checked_mul(array.header.element.size as u64);
                let skip = column.and_then(|c| c.checked_mul(k as u64)?.checked_add(start));
                let content = array.entry.open(&self.input, skip.unwrap_or(u64::MAX))?;
                cursors.push(Cursor { content, array: index, width: 1, places: vec![(0, place)] });
            }
        }
        Ok(cursors)
    }
}

impl LogSource for NpzSource {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn select(&mut self, columns: &[usize]) {
        self.selected = columns.to_vec();
        self.cursors = None;
    }

    fn next_block(&mut self, block: &mut Block) -> Result<bool, LogError> {
        block.start(self.selected.len(), self.done);
        let rows = (self.samples - self.done).min(BLOCK_ROWS as u64) as usize;
        if rows == 0 {
            return Ok(false);
        }
        let mut cursors = match self.cursors.take() {
            Some(cursors) => cursors,
            None => self.cursors()?,
        };
        for cursor in &mut cursors {
            let Some(array) = self.arrays.get(cursor.array) else { continue };
            let element = array.header.element;
            let stride = cursor.width * element.size;
            self.bytes.resize(rows * stride, 0);
            let n = read_full(&mut cursor.content, &mut self.bytes);
            let n = n.map_err(|e| LogError::reading(self.input.name(), &e))?;
            if n < self.bytes.len() {
                let row = self.done + (n / stride) as u64 + 1;
                let message = format!("it ends here, and its header promises {}", self.samples);
                let place = Place::Row(row, array.entry.name.clone());
                let hint = "the file is damaged or cut short: copy it anew";
                return Err(LogError::new(self.input.name(), place, message, hint));
            }
            for &(k, place) in &cursor.places {
                let at = k * element.size..(k + 1) * element.size;
                let samples = self.bytes.chunks_exact(stride).filter_map(|s| s.get(at.clone()));
                if let Some(column) = block.columns_mut().get_mut(place) {
                    column.extend(samples.map(|s| element.number(s)));
                }
            }
        }
        self.cursors = Some(cursors);
        self.done += rows as u64;
        Ok(true)
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }
}
