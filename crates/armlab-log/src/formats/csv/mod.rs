//! Text with columns: any delimiter, decimal commas, comments, units in the header.

mod dialect;
mod fields;
mod lines;

use super::MOST_COLUMNS;
use crate::block::{BLOCK_ROWS, Block};
use crate::error::{LogError, Place, shown};
use crate::source::{LogSource, Schema};
use dialect::Dialect;
use fields::{Fields, number};
use lines::{LONGEST_LINE, Lines, Trouble};
use std::io::Read;

const IS_IT: &str = "a log is a text with a line of column names and a line of numbers per sample";

/// A text file that is being read.
pub struct CsvSource<R> {
    file: String,
    lines: Lines<R>,
    dialect: Dialect,
    schema: Schema,
    /// For every column of the file, where its numbers go.
    places: Vec<Option<usize>>,
    selected: usize,
    rows: u64,
    notes: Vec<String>,
}

impl<R: Read> CsvSource<R> {
    /// Reads the beginning of a text and guesses how it is laid out.
    pub fn open(file: &str, input: R) -> Result<Self, LogError> {
        let mut lines = Lines::new(input);
        let beginning = lines.peek().map_err(|e| LogError::reading(file, &e))?;
        let mark: &[u8] = "\u{feff}".as_bytes();
        let skipped = if beginning.starts_with(mark) { mark.len() } else { 0 };
        lines.skip(skipped);
        let beginning = lines.peek().map_err(|e| LogError::reading(file, &e))?;
        let fail = |place, message: &str, hint: &str| LogError::new(file, place, message, hint);
        if beginning.is_empty() {
            return Err(fail(Place::Line(1, 1), "the file is empty", IS_IT));
        }
        if let Some(at) = memchr::memchr(0, beginning) {
            let hint = "CSV, NPZ, Parquet and (where built in) MCAP files are read";
            return Err(fail(Place::Byte(at as u64), "this is not text", hint));
        }
        // A first chunk without any line end is judged line by line below.
        let cut = beginning.len() + 3 >= 1 << 18;
        if cut && memchr::memchr(b'\n', beginning).is_none() {
            // Reading the line tells whether it is too long or merely long.
            if let Err(Trouble::TooLong) = lines.next_line() {
                return Err(too_long(file, 1));
            }
            let message = "the first line is longer than 256 KiB";
            return Err(fail(Place::Line(1, 1), message, IS_IT));
        }
        let Some(dialect) = dialect::guess(beginning, cut) else {
            return Err(fail(Place::Line(1, 1), "there is nothing but comments in it", IS_IT));
        };
        let count = dialect.columns.len();
        if count > MOST_COLUMNS {
            let message = format!("there are more than {MOST_COLUMNS} columns");
            return Err(fail(Place::Line(1, 1), &message, "save only the columns of the joints"));
        }
        while lines.next_number() < dialect.first_data_line {
            match lines.next_line() {
                Ok(Some(_)) => {}
                Ok(None) => break,
                Err(trouble) => return Err(located(file, lines.next_number(), trouble)),
            }
        }
        let mut notes = Vec::new();
        if !dialect.has_header {
            notes.push("the file has no header; its columns are called column1, column2, …".into());
        }
        let comma = if dialect.decimal_comma { ", decimal commas" } else { "" };
        let format = format!("CSV ({}{comma})", dialect.delimiter.name());
        let schema = Schema { columns: dialect.columns.clone(), rows: None, format };
        let places = (0..count).map(Some).collect();
        let file = file.into();
        Ok(Self { file, lines, dialect, schema, places, selected: count, rows: 0, notes })
    }

    /// Goes on with other input, as if it followed what was read so far.
    pub fn go_on(&mut self, input: R) {
        self.lines.go_on(input);
    }
}

fn too_long(file: &str, line: u64) -> LogError {
    let message = format!("this line is longer than {} MiB", LONGEST_LINE >> 20);
    LogError::new(file, Place::Line(line, 1), message, IS_IT)
}

fn located(file: &str, line: u64, trouble: Trouble) -> LogError {
    match trouble {
        Trouble::TooLong => too_long(file, line),
        Trouble::Reading(error) => {
            let mut located = LogError::reading(file, &error);
            located.place = Place::Line(line, 1);
            located
        }
    }
}

pub(crate) fn is_no_data(line: &[u8]) -> bool {
    line.trim_ascii().is_empty() || dialect::is_comment(line)
}

/// What is wrong with a row, and at which byte.
enum Fault {
    NotANumber { at: usize, column: usize, text: String },
    Fields { at: usize, count: usize },
}

/// Puts the numbers of a line behind those of the lines before.
fn row(
    line: &[u8],
    dialect: &Dialect,
    places: &[Option<usize>],
    columns: &mut [Vec<f64>],
) -> Result<(), Fault> {
    let mut walk = Fields::of(line, dialect.delimiter);
    for (index, place) in places.iter().enumerate() {
        if walk.is_done() {
            return Err(Fault::Fields { at: line.len(), count: index });
        }
        let Some(column) = place.and_then(|p| columns.get_mut(p)) else {
            walk.text();
            continue;
        };
        if let Some(x) = walk.plain_number() {
            column.push(x);
            continue;
        }
        let at = walk.offset();
        let Some(text) = walk.text() else {
            return Err(Fault::Fields { at, count: index });
        };
        match number(text, dialect.decimal_comma) {
            Some(x) => column.push(x),
            None => {
                let text = String::from_utf8_lossy(text.get(..40).unwrap_or(text)).into_owned();
                return Err(Fault::NotANumber { at, column: index, text });
            }
        }
    }
    let at = walk.offset();
    let mut count = places.len();
    let mut empty = true;
    while let Some(text) = walk.text() {
        empty &= text.is_empty();
        count += 1;
    }
    // Some tools end every line with a delimiter.
    if empty { Ok(()) } else { Err(Fault::Fields { at, count }) }
}

impl<R: Read> CsvSource<R> {
    fn complaint(&self, number: u64, fault: Fault, line_start: &[u8]) -> LogError {
        let column = |at: usize| {
            let before = line_start.get(..at).unwrap_or(line_start);
            before.iter().filter(|&&b| b & 0xc0 != 0x80).count() as u64 + 1
        };
        let (at, message, hint) = match fault {
            Fault::NotANumber { at, column, text } => {
                let name = self.schema.columns.get(column).map_or("", |c| c.name.as_str());
                (
                    at,
                    format!("`{}` in column `{}` is not a number", shown(&text), shown(name)),
                    "numbers are written like 0.25 or -1e-3; leave the cell empty where there is \
                     none, or leave the column out of the mapping",
                )
            }
            Fault::Fields { at, count } => (
                at,
                format!("this line has {count} fields, the header {}", self.places.len()),
                "every line has one field per column; is the file damaged here?",
            ),
        };
        LogError::new(&self.file, Place::Line(number, column(at)), message, hint)
    }
}

impl<R: Read> LogSource for CsvSource<R> {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn select(&mut self, columns: &[usize]) {
        self.places.fill(None);
        for (place, &column) in columns.iter().enumerate() {
            if let Some(slot) = self.places.get_mut(column) {
                *slot = Some(place);
            }
        }
        self.selected = columns.len();
    }

    fn next_block(&mut self, block: &mut Block) -> Result<bool, LogError> {
        block.start(self.selected, self.rows);
        let mut rows = 0;
        while rows < BLOCK_ROWS {
            let next = self.lines.next_number();
            let line = match self.lines.next_line() {
                Ok(Some(line)) => line,
                Ok(None) => break,
                Err(trouble) => return Err(located(&self.file, next, trouble)),
            };
            match line.bytes.first() {
                None | Some(b'#' | b'%') => continue,
                Some(b' ' | b'\t') if is_no_data(line.bytes) => continue,
                Some(_) => {}
            }
            if !line.complete {
                let note = "it has no line end, so its last number may be cut; it was left out";
                self.notes.push(format!("line {}: {note}", line.number));
                continue;
            }
            let done = row(line.bytes, &self.dialect, &self.places, block.columns_mut());
            let Err(fault) = done else {
                rows += 1;
                continue;
            };
            block.columns_mut().iter_mut().for_each(|c| c.truncate(rows));
            let (number, start) = (line.number, line.bytes.to_vec());
            // A reader of streams goes on after the complaint.
            self.rows += rows as u64;
            return Err(self.complaint(number, fault, &start));
        }
        self.rows += rows as u64;
        Ok(rows > 0)
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }
}
