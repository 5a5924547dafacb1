//! Columns of anything that speaks the Arrow C stream interface (Polars, pyarrow, DuckDB, …).
//!
//! The structures are those of the Arrow specification, "The Arrow C data interface" and "The
//! Arrow C stream interface". Only flat columns of numbers and times are read; what else there is
//! keeps its name and is told when a log needs it.

use crate::error::error;
use armlab::log::Cells;
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyCapsuleMethods};
use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::{self, NonNull};

#[repr(C)]
struct Schema {
    format: *const c_char,
    name: *const c_char,
    metadata: *const c_char,
    flags: i64,
    n_children: i64,
    children: *mut *mut Schema,
    dictionary: *mut Schema,
    release: Option<unsafe extern "C" fn(*mut Schema)>,
    private_data: *mut c_void,
}

#[repr(C)]
struct Array {
    length: i64,
    null_count: i64,
    offset: i64,
    n_buffers: i64,
    n_children: i64,
    buffers: *const *const c_void,
    children: *mut *mut Array,
    dictionary: *mut Array,
    release: Option<unsafe extern "C" fn(*mut Array)>,
    private_data: *mut c_void,
}

#[repr(C)]
struct Stream {
    get_schema: Option<unsafe extern "C" fn(*mut Stream, *mut Schema) -> c_int>,
    get_next: Option<unsafe extern "C" fn(*mut Stream, *mut Array) -> c_int>,
    get_last_error: Option<unsafe extern "C" fn(*mut Stream) -> *const c_char>,
    release: Option<unsafe extern "C" fn(*mut Stream)>,
    private_data: *mut c_void,
}

macro_rules! released {
    ($($kind:ty),*) => {$(
        impl Drop for $kind {
            fn drop(&mut self) {
                if let Some(release) = self.release {
                    // SAFETY: the producer's own function, on its own structure, once: it
                    // clears `release`.
                    unsafe { release(self) }
                }
            }
        }
    )*};
}
released!(Schema, Array);

/// What the numbers of a column are.
#[derive(Clone, Copy)]
enum Kind {
    I8,
    U8,
    I16,
    U16,
    I32,
    U32,
    I64,
    U64,
    F32,
    F64,
    Bool,
    /// Whole numbers of 64 bits, and how many of them are a second: a point in time.
    Time(f64),
    /// The same: a span of time.
    Span(f64),
}

/// Kind of a column by the format of the specification; else what it holds, in words.
fn kind(format: &str) -> Result<Kind, String> {
    let per_second = |unit: &str| match unit.as_bytes().first() {
        Some(b's') => Some(1.0),
        Some(b'm') => Some(1e3),
        Some(b'u') => Some(1e6),
        Some(b'n') => Some(1e9),
        _ => None,
    };
    let kind = match format {
        "c" => Kind::I8,
        "C" => Kind::U8,
        "s" => Kind::I16,
        "S" => Kind::U16,
        "i" => Kind::I32,
        "I" => Kind::U32,
        "l" => Kind::I64,
        "L" => Kind::U64,
        "f" => Kind::F32,
        "g" => Kind::F64,
        "b" => Kind::Bool,
        "tdm" => Kind::Time(1e3),
        _ => {
            if let Some(per) = format.strip_prefix("ts").and_then(per_second) {
                return Ok(Kind::Time(per));
            }
            if let Some(per) = format.strip_prefix("tD").and_then(per_second) {
                return Ok(Kind::Span(per));
            }
            return Err(match format {
                "u" | "U" | "vu" => "text".into(),
                "n" => "nothing but missing values".into(),
                other if other.starts_with('+') => "lists or structures".into(),
                other => format!("values of the Arrow type `{other}`"),
            });
        }
    };
    Ok(kind)
}

struct Column {
    name: String,
    kind: Result<Kind, String>,
    numbers: Vec<f64>,
    /// The first point in time.
    origin: Option<i64>,
}

/// Reads all columns of an object that has `__arrow_c_stream__`.
pub fn read(object: &Bound<PyAny>) -> PyResult<Vec<(String, Cells)>> {
    let capsule = object.call_method0("__arrow_c_stream__")?;
    let capsule = capsule.cast::<PyCapsule>()?;
    let stream: NonNull<Stream> = capsule.pointer_checked(Some(c"arrow_array_stream"))?.cast();
    // SAFETY: the capsule says what it holds, stays alive until the end, and frees the stream.
    let columns = unsafe { columns(stream.as_ptr()) };
    columns.map_err(|reason| {
        error(format_args!("the Arrow table cannot be read: {reason}"), "give NumPy arrays")
    })
}

/// # Safety
/// The stream is one of the C stream interface and not released.
unsafe fn columns(stream: *mut Stream) -> Result<Vec<(String, Cells)>, String> {
    // SAFETY: as above; structures that the producer fills begin as released ones.
    unsafe {
        let failed = |what: &str| {
            let text = (*stream).get_last_error.map_or(ptr::null(), |last| last(stream));
            let text = (!text.is_null()).then(|| CStr::from_ptr(text).to_string_lossy());
            text.map_or(what.to_string(), |text| format!("{what}: {text}"))
        };
        let mut schema: Schema = std::mem::zeroed();
        let get_schema = (*stream).get_schema.ok_or("its stream was read before")?;
        if get_schema(stream, &mut schema) != 0 {
            return Err(failed("it has no schema"));
        }
        let mut columns = described(&schema)?;
        let get_next = (*stream).get_next.ok_or("its stream was read before")?;
        loop {
            let mut batch: Array = std::mem::zeroed();
            if get_next(stream, &mut batch) != 0 {
                return Err(failed("a part of it cannot be had"));
            }
            if batch.release.is_none() {
                break;
            }
            append(&mut columns, &batch)?;
        }
        Ok(columns.into_iter().map(finished).collect())
    }
}

fn finished(column: Column) -> (String, Cells) {
    let cells = match column.kind {
        Ok(_) => Cells::Numbers(column.numbers),
        Err(what) => Cells::Other { what, hint: "convert the column to numbers".into() },
    };
    (column.name, cells)
}

/// # Safety
/// The schema was filled by a producer.
unsafe fn described(schema: &Schema) -> Result<Vec<Column>, String> {
    // SAFETY: names, formats and children are those of the specification.
    unsafe {
        let text = |p: *const c_char| {
            (!p.is_null()).then(|| CStr::from_ptr(p).to_string_lossy().into_owned())
        };
        if text(schema.format).as_deref() != Some("+s") {
            return Err("it is no table".into());
        }
        let children = (0..schema.n_children.max(0) as usize).map(|k| {
            let child = &**schema.children.add(k);
            let kind = match child.dictionary.is_null() {
                true => kind(&text(child.format).unwrap_or_default()),
                false => Err("categories".into()),
            };
            let name = text(child.name).unwrap_or_default();
            Column { name, kind, numbers: Vec::new(), origin: None }
        });
        Ok(children.collect())
    }
}

/// # Safety
/// The batch was filled by the producer of the schema that the columns are of.
unsafe fn append(columns: &mut [Column], batch: &Array) -> Result<(), String> {
    if batch.n_children as usize != columns.len() {
        return Err("a part of it has other columns".into());
    }
    for (k, column) in columns.iter_mut().enumerate() {
        let Ok(kind) = column.kind else { continue };
        // SAFETY: a child has one buffer of validity and one of values, both from the offset on
        // at least as long as the batch.
        unsafe {
            let child = &**batch.children.add(k);
            let first = (batch.offset + child.offset).max(0) as usize;
            let count = batch.length.max(0) as usize;
            if child.n_buffers < 2 || first + count > (child.offset + child.length).max(0) as usize
            {
                return Err(format!("the column `{}` is cut short", column.name));
            }
            let valid = (*child.buffers).cast::<u8>();
            let values = *child.buffers.add(1);
            let start = column.numbers.len();
            column.numbers.reserve(count);
            let bit = |bits: *const u8, i: usize| *bits.add(i / 8) >> (i % 8) & 1 == 1;
            macro_rules! plain {
                ($type:ty) => {{
                    let values = values.cast::<$type>().add(first);
                    column.numbers.extend((0..count).map(|i| *values.add(i) as f64));
                }};
            }
            match kind {
                Kind::I8 => plain!(i8),
                Kind::U8 => plain!(u8),
                Kind::I16 => plain!(i16),
                Kind::U16 => plain!(u16),
                Kind::I32 => plain!(i32),
                Kind::U32 => plain!(u32),
                Kind::I64 => plain!(i64),
                Kind::U64 => plain!(u64),
                Kind::F32 => plain!(f32),
                Kind::F64 => plain!(f64),
                Kind::Bool => {
                    let bits = values.cast::<u8>();
                    let number = |i| f64::from(u8::from(bit(bits, first + i)));
                    column.numbers.extend((0..count).map(number));
                }
                Kind::Time(per) | Kind::Span(per) => {
                    let values = values.cast::<i64>().add(first);
                    let present = |i: usize| valid.is_null() || bit(valid, first + i);
                    let first = || (0..count).find(|&i| present(i)).map(|i| *values.add(i));
                    // Counted from the first stamp, so that no digit is lost.
                    let origin = match kind {
                        Kind::Span(_) => 0,
                        _ => {
                            column.origin = column.origin.or_else(first);
                            column.origin.unwrap_or(0)
                        }
                    };
                    let second = |i: usize| (*values.add(i)).wrapping_sub(origin) as f64 / per;
                    column.numbers.extend((0..count).map(second));
                }
            }
            if !valid.is_null() && child.null_count != 0 {
                let missing = (0..count).filter(|&i| !bit(valid, first + i));
                missing.for_each(|i| column.numbers[start + i] = f64::NAN);
            }
        }
    }
    Ok(())
}
