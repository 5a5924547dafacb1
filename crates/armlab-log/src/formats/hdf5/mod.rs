//! HDF5 files and MATLAB's of version 7.3: datasets in groups, as arrays.
//!
//! The crate `hdf5-pure` reads them; its version is fixed, sizes are compared with the file's
//! before it takes memory, and a panic in it becomes an error.

mod numbers;

use super::arrays::{Array, ArraySource};
use super::guard::guarded;
use crate::error::{LogError, Place, shown};
use crate::input::{Input, Opened};
use crate::source::LogSource;
use hdf5_pure::{DType, Dataset, File, FormatError, Group, Layout, Object, Source};
use numbers::{Located, element};
use std::io::{Read, Seek, SeekFrom};
use std::sync::Mutex;

const MATLAB: &[u8] = b"MATLAB 7.3";
/// Deepest groups, and most datasets.
const DEEPEST: usize = 8;
const MOST_DATASETS: usize = 8192;
/// Most cells of a MATLAB array.
const MOST_CELLS: u64 = 1024;
/// Largest part of a dataset that is read at once, in bytes.
const LARGEST_PART: u64 = 256 << 20;
/// How much smaller packed bytes can be than what they hold.
const MOST_PACKED: u64 = 1100;

const HINT: &str = "save one dataset per quantity: f['t'] = t; f['q'] = q; f['tau'] = tau \
                    (in MATLAB: save('log.mat', 't', 'q', 'tau') with plain arrays)";
const NEWER: &str = "the file is damaged, or written by a newer HDF5: save it anew with \
                     h5py.File(name, 'w', libver=('earliest', 'v114')), or as NPZ or Parquet";
const DAMAGED: &str = "the file is damaged or cut short: copy it anew";

/// Bytes of the file at any place.
struct Bytes {
    file: Mutex<Opened>,
    size: u64,
}

impl Source for Bytes {
    fn len(&self) -> u64 {
        self.size
    }

    fn read_at(&self, offset: u64, buffer: &mut [u8]) -> Result<(), FormatError> {
        let fail = |e: &dyn std::fmt::Display| FormatError::Source(e.to_string());
        let mut file = self.file.lock().map_err(|e| fail(&e))?;
        file.seek(SeekFrom::Start(offset)).map_err(|e| fail(&e))?;
        file.read_exact(buffer).map_err(|e| fail(&e))
    }
}

/// Opens an HDF5 file.
pub(super) fn open(input: &Input) -> Result<Box<dyn LogSource>, LogError> {
    let start = super::beginning(input)?;
    let (file, size) = input.open()?;
    let matlab = start.starts_with(MATLAB);
    let fail = |why: String| {
        let hint =
            if why.contains("version") || why.contains("nsupported") { NEWER } else { DAMAGED };
        let message = format!("it cannot be read as HDF5: {why}");
        LogError::new(input.name(), Place::File, message, hint)
    };
    let file =
        caught(|| File::from_source(Bytes { file: Mutex::new(file), size })).map_err(fail)?;
    let mut walk = Walk { input, size, matlab, visited: 0, arrays: Vec::new(), notes: Vec::new() };
    walk.group(&file.root(), "", 0).map_err(fail)?;
    let format = if matlab { "MATLAB 7.3" } else { "HDF5" };
    Ok(Box::new(ArraySource::new(input, format, walk.arrays, walk.notes, HINT)?))
}

/// A call into the crate; a panic and an error are a text.
fn caught<T>(f: impl FnOnce() -> Result<T, hdf5_pure::Error>) -> Result<T, String> {
    guarded(f)?.map_err(|e| e.to_string())
}

struct Walk<'a> {
    input: &'a Input,
    size: u64,
    matlab: bool,
    visited: usize,
    arrays: Vec<Array>,
    notes: Vec<String>,
}

impl Walk<'_> {
    fn group(&mut self, group: &Group, path: &str, depth: usize) -> Result<(), String> {
        if depth > DEEPEST {
            return Err("groups are nested too deeply".into());
        }
        let join =
            |name: &str| if path.is_empty() { name.into() } else { format!("{path}/{name}") };
        for name in caught(|| group.datasets())? {
            let dataset = caught(|| group.dataset(&name))?;
            self.dataset(dataset, &join(&name), depth)?;
        }
        for name in caught(|| group.groups())? {
            // Where MATLAB keeps what cells and objects refer to.
            if self.matlab && name.starts_with('#') {
                continue;
            }
            let inner = caught(|| group.group(&name))?;
            self.group(&inner, &join(&name), depth + 1)?;
        }
        Ok(())
    }

    fn dataset(&mut self, dataset: Dataset, path: &str, depth: usize) -> Result<(), String> {
        self.visited += 1;
        if self.visited > MOST_DATASETS || depth > DEEPEST {
            return Err(format!(
                "there are more than {MOST_DATASETS} datasets, or they are nested too deeply"
            ));
        }
        let located = |why: String| format!("`{}`: {why}", shown(path));
        let is_cell = caught(|| dataset.dtype()).map_err(located)? == DType::ObjectReference;
        if is_cell && self.matlab {
            return self.cells(&dataset, path, depth).map_err(located);
        }
        match self.array(path, dataset).map_err(located)? {
            Ok(array) => self.arrays.push(array),
            Err(why) => self.notes.push(format!("`{}` was left out: {why}", shown(path))),
        }
        Ok(())
    }

    /// What the cells of a MATLAB array refer to.
    fn cells(&mut self, cells: &Dataset, path: &str, depth: usize) -> Result<(), String> {
        let shape = caught(|| cells.shape())?;
        let count = shape.iter().try_fold(1_u64, |n, &axis| n.checked_mul(axis));
        if count.is_none_or(|n| n > MOST_CELLS) {
            self.notes.push(format!("`{}` was left out: it has too many cells", shown(path)));
            return Ok(());
        }
        for (k, object) in caught(|| cells.dereference())?.into_iter().enumerate() {
            let path = format!("{path}{}", k + 1);
            match object {
                Object::Dataset(dataset) => self.dataset(*dataset, &path, depth + 1)?,
                Object::Group(group) => self.group(&group, &path, depth + 1)?,
                _ => {}
            }
        }
        Ok(())
    }

    /// A dataset as an array; within the result, why it is none.
    fn array(&self, path: &str, dataset: Dataset) -> Result<Result<Array, &'static str>, String> {
        if self.matlab {
            let attributes = caught(|| dataset.attrs()).unwrap_or_default();
            let class = attributes.get("MATLAB_class").map(|c| format!("{c:?}"));
            if class.is_some_and(|c| c.contains("char")) {
                return Ok(Err("it is text"));
            }
            if attributes.contains_key("MATLAB_empty") {
                return Ok(Err("it is empty"));
            }
            if attributes.contains_key("MATLAB_object_decode") {
                return Ok(Err(
                    "it is an object (table, timetable, string, …): save a structure of plain arrays",
                ));
            }
        }
        let dtype = caught(|| dataset.dtype())?;
        let datatype = caught(|| dataset.datatype())?;
        let Some(element) = element(&datatype, &dtype) else {
            return Ok(Err("it does not hold numbers"));
        };
        let mut shape = caught(|| dataset.shape())?;
        if shape.is_empty() {
            return Ok(Err("it is a single number"));
        }
        let rows = shape.first().copied().unwrap_or(0);
        let row = self.row_bytes(&dataset, &shape, element.size as u64)?;
        if self.matlab && shape.len() == 2 && shape.contains(&1) {
            shape.retain(|&n| n != 1);
        }
        let address = match caught(|| dataset.layout())? {
            Layout::Contiguous { address, size } if size == rows.saturating_mul(row) => address,
            _ => None,
        };
        let (input, path) = (self.input.clone(), path.to_string());
        let numbers = Box::new(Located { input, path: path.clone(), dataset, rows, row, address });
        Ok(Ok(Array { name: path, shape, fortran: false, element, numbers }))
    }

    /// Bytes of a row, after it was seen that the file can hold what the dataset claims.
    fn row_bytes(&self, dataset: &Dataset, shape: &[u64], size: u64) -> Result<u64, String> {
        let bytes = |shape: &[u64]| shape.iter().try_fold(size, |n, &axis| n.checked_mul(axis));
        let possible = self.size.saturating_mul(MOST_PACKED).saturating_add(1 << 20);
        bytes(shape)
            .filter(|n| *n <= possible)
            .ok_or("it claims more numbers than the file can hold")?;
        let row = bytes(shape.get(1..).unwrap_or_default()).unwrap_or(u64::MAX);
        let chunk = caught(|| dataset.chunk_shape())?;
        let chunk = chunk.map_or(Some(0), |c| bytes(&c)).unwrap_or(u64::MAX);
        if row > LARGEST_PART || chunk > LARGEST_PART {
            let limit = LARGEST_PART >> 20;
            return Err(format!(
                "a row or a chunk of it takes more than {limit} MiB; save it in smaller chunks"
            ));
        }
        self.check_chunks(dataset)?;
        Ok(row)
    }

    /// The crate takes the memory that a chunk claims before it looks whether the file has it.
    fn check_chunks(&self, dataset: &Dataset) -> Result<(), String> {
        if !dataset.is_chunked() {
            return Ok(());
        }
        let inside = |c: &hdf5_pure::Chunk| {
            c.storage_size <= self.size && c.address <= self.size - c.storage_size
        };
        match caught(|| dataset.chunks())?.iter().find(|c| !inside(c)) {
            Some(chunk) => {
                Err(format!("its chunk of {} bytes ends behind the file", chunk.storage_size))
            }
            None => Ok(()),
        }
    }
}
