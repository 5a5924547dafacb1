//! Named arrays as a log: one-dimensional arrays are columns, two-dimensional ones are a column
//! per joint, whichever way they lie. NumPy, MATLAB and HDF5 files are read through this.

mod element;
mod naming;

pub use element::Element;

use super::MOST_COLUMNS;
use crate::block::{BLOCK_ROWS, Block};
use crate::error::{LogError, Place, shown};
use crate::input::{Input, read_full};
use crate::source::{LogSource, Schema};
use std::io::{self, Read};

/// Most notes on arrays that were left out.
const MOST_NOTES: usize = 100;

/// Where the numbers of an array are.
pub trait Numbers {
    /// Opens them, `skip` bytes behind the first. Opened at 0, the stream fails at its end if a
    /// checksum of the file is not met.
    fn open(&self, skip: u64) -> Result<Box<dyn Read>, LogError>;
    /// Checks all of them, where the file has a checksum; for arrays that are not read in order.
    fn check(&self) -> Result<(), LogError>;
}

/// An array of numbers in a file.
pub struct Array {
    /// Its name; parts of a path are separated by `.` or `/`.
    pub name: String,
    pub shape: Vec<u64>,
    /// True if the first index moves fastest.
    pub fortran: bool,
    pub element: Element,
    pub numbers: Box<dyn Numbers>,
}

/// An array whose rows are samples.
struct Part {
    array: Array,
    /// Columns of the log that it is.
    width: usize,
    /// True if the numbers of one sample lie together.
    by_sample: bool,
    /// Index of its first column in the schema.
    first: usize,
}

/// Numbers of an array that are being read in order.
struct Cursor {
    content: Box<dyn Read>,
    part: usize,
    /// Numbers per sample in this order, and which of them go where.
    width: usize,
    places: Vec<(usize, usize)>,
    /// True if it is read from the first to the last byte.
    whole: bool,
}

/// A file of arrays that is being read.
pub struct ArraySource {
    input: Input,
    parts: Vec<Part>,
    schema: Schema,
    selected: Vec<usize>,
    cursors: Option<Vec<Cursor>>,
    samples: u64,
    done: u64,
    bytes: Vec<u8>,
    notes: Vec<String>,
}

impl ArraySource {
    /// A log of the arrays that have one entry or row per sample; others are noted. `hint` says
    /// how a file with such arrays is made.
    pub fn new(
        input: &Input,
        format: &str,
        arrays: Vec<Array>,
        mut notes: Vec<String>,
        hint: &str,
    ) -> Result<Self, LogError> {
        let mut arrays = with_two_axes(arrays, &mut notes);
        naming::without_common_parts(&mut arrays);
        let Some(samples) = naming::samples(&arrays) else {
            let why = notes.first().cloned().unwrap_or_else(|| "it is empty".into());
            let message = format!("there are no arrays of numbers in it ({why})");
            return Err(LogError::new(input.name(), Place::File, message, hint));
        };
        let mut schema =
            Schema { columns: Vec::new(), rows: Some(samples), format: format.to_string() };
        let mut parts = Vec::new();
        for array in arrays {
            let Some((width, by_sample)) = laid_out(&array, samples) else {
                let name = shown(&array.name);
                notes.push(format!("array `{name}` has no axis of {samples} and was left out"));
                continue;
            };
            if width.saturating_add(schema.columns.len() as u64) > MOST_COLUMNS as u64 {
                let message = format!("there are more than {MOST_COLUMNS} columns");
                let hint = "save only the arrays of the joints";
                return Err(LogError::new(input.name(), Place::Part(array.name), message, hint));
            }
            let (first, width) = (schema.columns.len(), width as usize);
            let single = array.shape.len() == 1 || (array.fortran && width == 1);
            schema.columns.extend(naming::names(&array.name, width, single));
            parts.push(Part { array, width, by_sample, first });
        }
        shorten(&mut notes);
        let selected = (0..schema.columns.len()).collect();
        let (input, bytes) = (input.clone(), Vec::new());
        Ok(Self { input, parts, schema, selected, cursors: None, samples, done: 0, bytes, notes })
    }

    /// Opens a stream for each array that is read by sample, and one for each column
    /// of those that are not.
    fn cursors(&self) -> Result<Vec<Cursor>, LogError> {
        let mut cursors = Vec::new();
        for (index, part) in self.parts.iter().enumerate() {
            let mine = self.selected.iter().enumerate().filter_map(|(place, column)| {
                let k = column.checked_sub(part.first)?;
                (k < part.width).then_some((k, place))
            });
            let mine: Vec<(usize, usize)> = mine.collect();
            if mine.is_empty() {
                continue;
            }
            if part.by_sample || part.width == 1 {
                let content = part.array.numbers.open(0)?;
                let (width, places) = (part.width, mine);
                cursors.push(Cursor { content, part: index, width, places, whole: true });
                continue;
            }
            part.array.numbers.check()?;
            for (k, place) in mine {
                let column = self.samples.checked_mul(part.array.element.size as u64);
                let skip = column.and_then(|c| c.checked_mul(k as u64)).unwrap_or(u64::MAX);
                let (content, places) = (part.array.numbers.open(skip)?, vec![(0, place)]);
                cursors.push(Cursor { content, part: index, width: 1, places, whole: false });
            }
        }
        Ok(cursors)
    }

    /// Reads `rows` samples of a cursor into the block.
    fn read(
        &mut self,
        cursor: &mut Cursor,
        rows: usize,
        block: &mut Block,
    ) -> Result<(), LogError> {
        let Some(part) = self.parts.get(cursor.part) else { return Ok(()) };
        let element = part.array.element;
        let stride = cursor.width * element.size;
        self.bytes.resize(rows * stride, 0);
        let n = read_full(&mut cursor.content, &mut self.bytes);
        let n = n.map_err(|e| self.failed(&part.array, &e))?;
        if n < self.bytes.len() {
            let row = self.done + (n / stride.max(1)) as u64 + 1;
            let message = format!("it ends here, and its header promises {}", self.samples);
            let place = Place::Row(row, part.array.name.clone());
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
        Ok(())
    }

    /// Reads past the last number, where streams compare their checksum.
    fn finish(&self, cursor: &mut Cursor) -> Result<(), LogError> {
        let Some(part) = self.parts.get(cursor.part).filter(|_| cursor.whole) else {
            return Ok(());
        };
        let rest = io::copy(&mut (&mut cursor.content).take(1 << 20), &mut io::sink());
        rest.map(drop).map_err(|e| self.failed(&part.array, &e))
    }

    fn failed(&self, array: &Array, error: &io::Error) -> LogError {
        let mut error = LogError::reading(self.input.name(), error);
        error.place = Place::Part(shown(&array.name));
        error
    }
}

/// Arrays without axes of length 1 beyond the second; those with more axes are noted.
fn with_two_axes(arrays: Vec<Array>, notes: &mut Vec<String>) -> Vec<Array> {
    let mut kept = Vec::new();
    for mut array in arrays {
        let name = shown(&array.name);
        match naming::squeezed(&array.shape).filter(|axes| !axes.is_empty()) {
            Some(shape) => {
                array.shape = shape;
                kept.push(array);
            }
            None if array.shape.is_empty() => {
                notes.push(format!("`{name}` is a single number and was left out"));
            }
            None => {
                let axes = array.shape.len();
                notes.push(format!("array `{name}` has {axes} axes and was left out"));
            }
        }
    }
    kept
}

/// Columns of an array, and whether the numbers of a sample lie together.
fn laid_out(array: &Array, samples: u64) -> Option<(u64, bool)> {
    match *array.shape.as_slice() {
        [n] if n == samples => Some((1, true)),
        [n, width] if n == samples => Some((width, !array.fortran)),
        [width, n] if n == samples => Some((width, array.fortran)),
        _ => None,
    }
}

fn shorten(notes: &mut Vec<String>) {
    if notes.len() > MOST_NOTES {
        let more = notes.len() - MOST_NOTES;
        notes.truncate(MOST_NOTES);
        notes.push(format!("{more} more arrays were left out"));
    }
}

impl LogSource for ArraySource {
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
        let last = self.done + rows as u64 == self.samples;
        for cursor in &mut cursors {
            self.read(cursor, rows, block)?;
            if last {
                self.finish(cursor)?;
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
