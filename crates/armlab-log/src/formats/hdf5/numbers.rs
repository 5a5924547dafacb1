//! The numbers of a dataset, a few rows at a time.

use super::caught;
use crate::error::{LogError, Place, shown};
use crate::formats::arrays::{Element, Numbers};
use crate::input::Input;
use hdf5_pure::{DType, Dataset, Datatype, DatatypeByteOrder};
use std::io::{self, BufReader, Read, Seek, SeekFrom};

/// Bytes that are read at once where rows are short.
const READ: u64 = 1 << 18;

/// The type of numbers that a dataset holds; none if it holds something else.
pub fn element(datatype: &Datatype, dtype: &DType) -> Option<Element> {
    let (kind, size) = match dtype {
        DType::F32 => (b'f', 4),
        DType::F64 => (b'f', 8),
        DType::I8 => (b'i', 1),
        DType::I16 => (b'i', 2),
        DType::I32 => (b'i', 4),
        DType::I64 => (b'i', 8),
        DType::U8 => (b'u', 1),
        DType::U16 => (b'u', 2),
        DType::U32 => (b'u', 4),
        DType::U64 => (b'u', 8),
        // NumPy's truth values.
        DType::Enum(_) if datatype.type_size() == 1 => (b'u', 1),
        _ => return None,
    };
    let order = match datatype {
        Datatype::FixedPoint { byte_order, .. } | Datatype::FloatingPoint { byte_order, .. } => {
            byte_order
        }
        _ => &DatatypeByteOrder::LittleEndian,
    };
    match order {
        DatatypeByteOrder::LittleEndian => Element::new(kind, size, false),
        DatatypeByteOrder::BigEndian => Element::new(kind, size, true),
        _ => None,
    }
}

/// A dataset whose numbers are read.
pub struct Located {
    pub input: Input,
    pub path: String,
    pub dataset: Dataset,
    /// Number of rows, and bytes of each.
    pub rows: u64,
    pub row: u64,
    /// Where the numbers begin in the file, if they stand there as they are.
    pub address: Option<u64>,
}

impl Numbers for Located {
    fn open(&self, skip: u64) -> Result<Box<dyn Read>, LogError> {
        let fail = |e: io::Error| {
            let mut error = LogError::reading(self.input.name(), &e);
            error.place = Place::Part(shown(&self.path));
            error
        };
        if let Some(address) = self.address {
            let left = self.rows.saturating_mul(self.row).saturating_sub(skip);
            let (mut file, _) = self.input.open()?;
            file.seek(SeekFrom::Start(address.saturating_add(skip))).map_err(fail)?;
            return Ok(Box::new(BufReader::with_capacity(1 << 16, file).take(left)));
        }
        let (row, within) = match self.row {
            0 => (0, 0),
            row => (skip / row, skip % row),
        };
        let dataset = self.dataset.clone();
        let mut rows =
            Rows { dataset, next: row, rows: self.rows, row: self.row, bytes: Vec::new(), at: 0 };
        io::copy(&mut (&mut rows).take(within), &mut io::sink()).map_err(fail)?;
        Ok(Box::new(rows))
    }

    fn check(&self) -> Result<(), LogError> {
        // Chunks with a checksum (Fletcher-32) are compared with it when they are read.
        Ok(())
    }
}

/// The bytes of a dataset, a few rows at a time.
struct Rows {
    dataset: Dataset,
    next: u64,
    rows: u64,
    row: u64,
    bytes: Vec<u8>,
    at: usize,
}

impl Read for Rows {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        if self.at == self.bytes.len() {
            let count = (READ / self.row.max(1)).max(1).min(self.rows.saturating_sub(self.next));
            if count == 0 {
                return Ok(0);
            }
            let read = caught(|| self.dataset.read_raw_rows(self.next, count));
            self.bytes = read.map_err(|e| io::Error::new(io::ErrorKind::InvalidData, e))?;
            self.at = 0;
            self.next += count;
        }
        let rest = self.bytes.get(self.at..).unwrap_or_default();
        let n = rest.len().min(buffer.len());
        if let (Some(to), Some(from)) = (buffer.get_mut(..n), rest.get(..n)) {
            to.copy_from_slice(from);
        }
        self.at += n;
        Ok(n)
    }
}
