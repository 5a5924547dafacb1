//! Apache Parquet: columns of numbers, read page by page.

mod columns;
mod guard;
mod pages;
mod zstd_pages;

use super::MOST_COLUMNS;
use crate::block::{BLOCK_ROWS, Block};
use crate::error::{LogError, Place, shown};
use crate::input::{Input, Opened};
use crate::source::{LogSource, Schema};
use ::parquet::basic::{Compression, LogicalType};
use ::parquet::column::reader::{ColumnReader, get_column_reader};
use ::parquet::errors::ParquetError;
use ::parquet::file::metadata::ColumnChunkMetaData;
use ::parquet::file::reader::{FileReader, SerializedFileReader};
use bytes::Bytes;
use columns::{described, read};
use guard::guarded;
use std::cell::Cell;
use std::io::{Seek, SeekFrom};
use zstd_pages::ZstdPages;

/// Most memory for the pages of all columns that are read at once, in bytes.
const MOST_PAGES: u64 = 1 << 30;
/// Largest footer, in bytes.
const LARGEST_FOOTER: u64 = 64 << 20;

const DAMAGED: &str = "the file is damaged or cut short: copy it anew";

/// A column that is being read within a row group.
struct Open {
    reader: ColumnReader,
    /// Level of a value that is there; others are nulls.
    defined: i16,
    /// True if the values are points in time.
    stamps: bool,
}

/// A Parquet file that is being read.
struct ParquetSource {
    input: Input,
    file: Box<dyn FileReader>,
    schema: Schema,
    /// For every column of the schema, its index in the file.
    leaves: Vec<usize>,
    selected: Vec<usize>,
    group: usize,
    open: Vec<Open>,
    /// Rows left in the group, and rows read of the file.
    left: u64,
    done: u64,
    /// The first point in time of each column: nanoseconds since 1970 have more digits than a
    /// double, those since the first stamp do not.
    origins: Vec<Option<i64>>,
    levels: Vec<i16>,
    notes: Vec<String>,
}

/// Opens a Parquet file.
pub(super) fn open(input: &Input) -> Result<Box<dyn LogSource>, LogError> {
    let whole = |e: ParquetError| located(input, Place::File, &e);
    check_footer(input)?;
    let file: Box<dyn FileReader> = match input.open()?.0 {
        Opened::File(file) => Box::new(guarded(|| SerializedFileReader::new(file)).map_err(whole)?),
        Opened::Bytes(bytes) => {
            let bytes = Bytes::from_owner(bytes.into_inner());
            Box::new(guarded(|| SerializedFileReader::new(bytes)).map_err(whole)?)
        }
    };
    let metadata = file.metadata();
    let mut schema = Schema { format: "Parquet".into(), ..Schema::default() };
    let (mut leaves, mut notes) = (Vec::new(), Vec::new());
    for (leaf, column) in metadata.file_metadata().schema_descr().columns().iter().enumerate() {
        match described(column) {
            Ok(column) => {
                schema.columns.push(column);
                leaves.push(leaf);
            }
            Err(why) => {
                let name = shown(&column.path().string());
                notes.push(format!("column `{name}` was left out: {why}"));
            }
        }
    }
    if schema.columns.len() > MOST_COLUMNS {
        let message = format!("there are more than {MOST_COLUMNS} columns");
        let hint = "save only the columns of the joints";
        return Err(LogError::new(input.name(), Place::File, message, hint));
    }
    notes.truncate(100);
    let rows = metadata.row_groups().iter().map(|g| u64::try_from(g.num_rows()));
    let rows = rows.collect::<Result<Vec<u64>, _>>().ok();
    schema.rows = rows.and_then(|r| r.into_iter().try_fold(0, u64::checked_add));
    if schema.rows.is_none() {
        let message = "its footer states numbers of rows that cannot be";
        return Err(LogError::new(input.name(), Place::File, message, DAMAGED));
    }
    let selected = (0..schema.columns.len()).collect();
    Ok(Box::new(ParquetSource {
        input: input.clone(),
        file,
        schema,
        leaves,
        selected,
        group: 0,
        open: Vec::new(),
        left: 0,
        done: 0,
        origins: Vec::new(),
        levels: Vec::new(),
        notes,
    }))
}

/// The footer's length stands before the last four bytes.
fn check_footer(input: &Input) -> Result<(), LogError> {
    let (mut file, size) = input.open()?;
    let mut tail = [0; 8];
    let fail = |e| LogError::reading(input.name(), &e);
    file.seek(SeekFrom::Start(size.saturating_sub(8))).map_err(fail)?;
    crate::input::read_full(&mut file, &mut tail).map_err(fail)?;
    let [a, b, c, d, magic @ ..] = tail;
    let length = u64::from(u32::from_le_bytes([a, b, c, d]));
    if magic != *b"PAR1" || length.saturating_add(12) > size {
        let message = "there is no Parquet footer at its end";
        return Err(LogError::new(input.name(), Place::Byte(size), message, DAMAGED));
    }
    if length > LARGEST_FOOTER {
        let message = format!("its footer takes {length} bytes");
        return Err(LogError::new(input.name(), Place::Byte(size), message, DAMAGED));
    }
    Ok(())
}

fn located(input: &Input, place: Place, error: &ParquetError) -> LogError {
    let text = error.to_string();
    let packed = text.contains("not support") || text.contains("Disabled feature");
    let hint = if packed { "save it with the compression `snappy` or `zstd`" } else { DAMAGED };
    LogError::new(input.name(), place, format!("it cannot be read as Parquet: {text}"), hint)
}

impl ParquetSource {
    fn name(&self, place: usize) -> String {
        let column = self.selected.get(place).and_then(|&i| self.schema.columns.get(i));
        column.map(|c| c.name.clone()).unwrap_or_default()
    }

    /// Opens the selected columns of the next row group; false if there is none.
    fn next_group(&mut self) -> Result<bool, LogError> {
        if self.group >= self.file.num_row_groups() {
            return Ok(false);
        }
        let whole = |e: ParquetError| located(&self.input, Place::File, &e);
        let group = guarded(|| self.file.get_row_group(self.group)).map_err(whole)?;
        let mut memory = 0_u64;
        let mut open = Vec::new();
        for (place, &column) in self.selected.iter().enumerate() {
            let Some(&leaf) = self.leaves.get(column) else { continue };
            let name = self.name(place);
            let metadata = group.metadata().columns().get(leaf).ok_or_else(|| {
                let message = "its footer has fewer columns than its schema";
                LogError::new(self.input.name(), Place::Part(name.clone()), message, DAMAGED)
            })?;
            memory = memory.saturating_add(self.page_memory(&name, metadata)?);
            if memory > MOST_PAGES {
                let message = format!("its pages would take more than {} MiB", MOST_PAGES >> 20);
                let hint = "write it with smaller pages or row groups";
                return Err(LogError::new(self.input.name(), Place::Part(name), message, hint));
            }
            let defined = metadata.column_descr().max_def_level();
            let logical = metadata.column_descr().logical_type_ref();
            let stamps = matches!(logical, Some(LogicalType::Timestamp(_)));
            let reader = match metadata.compression() {
                Compression::ZSTD(_) => self.zstd_reader(metadata),
                _ => guarded(|| group.get_column_reader(leaf)),
            };
            let reader = reader.map_err(|e| located(&self.input, Place::Part(name), &e))?;
            open.push(Open { reader, defined, stamps });
        }
        self.left = group.metadata().num_rows().try_into().unwrap_or(0);
        self.open = open;
        self.group += 1;
        Ok(true)
    }

    fn zstd_reader(&self, column: &ColumnChunkMetaData) -> Result<ColumnReader, ParquetError> {
        let (file, _) = self.input.open().map_err(|e| ParquetError::General(e.message))?;
        let (start, length) = guarded(|| Ok(column.byte_range()))?;
        let pages = Box::new(ZstdPages::new(file, start, length)?);
        guarded(|| Ok(get_column_reader(column.column_descr_ptr(), pages)))
    }

    /// What the pages of a column may take, after it was seen that they are in the file.
    fn page_memory(&self, name: &str, column: &ColumnChunkMetaData) -> Result<u64, LogError> {
        let fail = |message: &str| {
            LogError::new(self.input.name(), Place::Part(name.into()), message, DAMAGED)
        };
        let (file, size) = self.input.open()?;
        let offsets = [Some(column.data_page_offset()), column.dictionary_page_offset()];
        let start = match offsets {
            [Some(data), None] => data,
            [_, Some(dictionary)] => dictionary,
            [None, None] => 0,
        };
        let place = u64::try_from(start).ok().zip(u64::try_from(column.compressed_size()).ok());
        let inside = |&(start, length): &(u64, u64)| {
            start.checked_add(length).is_some_and(|end| end <= size) && column.num_values() >= 0
        };
        let (start, length) =
            place.filter(inside).ok_or_else(|| fail("its footer points outside of the file"))?;
        pages::largest_page(file, start, length)
            .map_err(|e| fail(&format!("its pages cannot be read: {e}")))
    }
}

impl LogSource for ParquetSource {
    fn schema(&self) -> &Schema {
        &self.schema
    }

    fn select(&mut self, columns: &[usize]) {
        self.selected = columns.to_vec();
    }

    fn next_block(&mut self, block: &mut Block) -> Result<bool, LogError> {
        block.start(self.selected.len(), self.done);
        while self.left == 0 {
            if !self.next_group()? {
                return Ok(false);
            }
        }
        let rows = self.left.min(BLOCK_ROWS as u64) as usize;
        let levels = &mut self.levels;
        self.origins.resize(self.selected.len(), None);
        let mut failed = None;
        for (place, (open, column)) in self.open.iter_mut().zip(block.columns_mut()).enumerate() {
            let d = open.defined;
            let done = guarded(|| match &mut open.reader {
                ColumnReader::BoolColumnReader(r) => {
                    read(r, rows, d, levels, column, |&x| f64::from(u8::from(x)))
                }
                ColumnReader::Int32ColumnReader(r) => {
                    read(r, rows, d, levels, column, |&x| f64::from(x))
                }
                ColumnReader::Int64ColumnReader(r) if open.stamps => {
                    let origin = Cell::new(self.origins[place]);
                    let done = read(r, rows, d, levels, column, |&x| {
                        let first = origin.get().unwrap_or(x);
                        origin.set(Some(first));
                        (i128::from(x) - i128::from(first)) as f64
                    });
                    if let (None, Some(first)) = (self.origins[place], origin.get()) {
                        self.notes
                            .push(format!("points in time are counted from the first, {first}"));
                    }
                    self.origins[place] = origin.get();
                    done
                }
                ColumnReader::Int64ColumnReader(r) => {
                    read(r, rows, d, levels, column, |&x| x as f64)
                }
                ColumnReader::FloatColumnReader(r) => {
                    read(r, rows, d, levels, column, |&x| f64::from(x))
                }
                ColumnReader::DoubleColumnReader(r) => read(r, rows, d, levels, column, |&x| x),
                _ => Err(ParquetError::General("the column does not hold numbers".into())),
            });
            if let Err(error) = done {
                failed = Some((place, error.to_string()));
                break;
            }
            if column.len() != rows {
                let message = format!("it has {} values where {rows} are due", column.len());
                failed = Some((place, message));
                break;
            }
        }
        if let Some((place, message)) = failed {
            let place = Place::Row(self.done + 1, self.name(place));
            return Err(LogError::new(self.input.name(), place, message, DAMAGED));
        }
        self.left -= rows as u64;
        self.done += rows as u64;
        Ok(true)
    }

    fn notes(&self) -> &[String] {
        &self.notes
    }
}
