//! NumPy arrays as states of a robot: float64 of any order and stride, checked before anything
//! is computed.

use crate::error::error;
use numpy::{
    Element, PyArray, PyArrayDescrMethods, PyArrayDyn, PyArrayMethods, PyUntypedArray,
    PyUntypedArrayMethods, npyffi,
};
use pyo3::intern;
use pyo3::prelude::*;
use pyo3::types::{PyList, PyTuple};

/// Numbers in somebody's array, one row per sample and one column per joint.
#[derive(Clone, Copy)]
pub struct View {
    data: *mut f64,
    pub rows: usize,
    pub columns: usize,
    /// Bytes from a row to the next, and from a column to the next.
    steps: [isize; 2],
}

// SAFETY: whoever makes a view keeps its array alive during the call; jobs on other threads read
// it, or write to different rows.
unsafe impl Send for View {}
// SAFETY: as above.
unsafe impl Sync for View {}

impl View {
    /// A view of an array with one axis (one row) or more; axes behind the first are one.
    ///
    /// The caller keeps the array alive.
    fn of(array: &Bound<PyArrayDyn<f64>>) -> Self {
        let (shape, strides) = (array.shape(), array.strides());
        let data = array.data();
        match shape {
            [] => Self { data, rows: 1, columns: 1, steps: [0, 8] },
            [n] => Self { data, rows: 1, columns: *n, steps: [0, strides[0]] },
            [rows, n, ..] => {
                Self { data, rows: *rows, columns: *n, steps: [strides[0], strides[1]] }
            }
        }
    }
    fn at(&self, row: usize, column: usize) -> *mut f64 {
        debug_assert!(row < self.rows && column < self.columns);
        let [down, across] = self.steps;
        // Within the array, whose strides these are.
        self.data.wrapping_byte_offset(row as isize * down + column as isize * across)
    }
    /// Whether neighbours in a column are neighbours in memory.
    pub fn has_columns(&self) -> bool {
        self.steps[0] == 8
    }
    /// A part of a column, where neighbours in a column are neighbours in memory.
    ///
    /// # Safety
    /// The array is alive and nobody writes to it while the slice is used.
    pub unsafe fn column<'a>(&self, column: usize, first: usize, rows: usize) -> &'a [f64] {
        assert!(self.has_columns() && column < self.columns && first + rows <= self.rows);
        // SAFETY: it lies within the array, and 8 bytes apart.
        unsafe { std::slice::from_raw_parts(self.at(first, column), rows) }
    }
    /// Copies a part of a column.
    pub fn read(&self, column: usize, first: usize, to: &mut [f64]) {
        assert!(column < self.columns && first + to.len() <= self.rows);
        for (k, x) in to.iter_mut().enumerate() {
            // SAFETY: within the array, which the caller keeps alive.
            *x = unsafe { *self.at(first + k, column) };
        }
    }
    /// Copies a row.
    pub fn read_row(&self, row: usize, to: &mut [f64]) {
        assert!(row < self.rows && to.len() <= self.columns);
        for (column, x) in to.iter_mut().enumerate() {
            // SAFETY: within the array, which the caller keeps alive.
            *x = unsafe { *self.at(row, column) };
        }
    }
    fn bytes(&self) -> (usize, usize) {
        let ends = |n: usize, step: isize| (n.saturating_sub(1)) as isize * step;
        let (down, across) = (ends(self.rows, self.steps[0]), ends(self.columns, self.steps[1]));
        let start = self.data as isize;
        let low = start + down.min(0) + across.min(0);
        let high = start + down.max(0) + across.max(0) + 8;
        (low as usize, high as usize)
    }
}

/// Where results go: an array of one sample or many, with any number of axes behind.
#[derive(Clone, Copy)]
pub struct Output {
    data: *mut f64,
    samples: usize,
    /// Bytes from a sample to the next.
    step: isize,
    /// Up to two axes behind: lengths and bytes.
    inner: [(usize, isize); 2],
}

// SAFETY: as for a view; jobs write to different samples.
unsafe impl Send for Output {}
// SAFETY: as above.
unsafe impl Sync for Output {}

impl Output {
    /// Of an array whose first axis counts samples if `many`.
    fn of(array: &Bound<PyArrayDyn<f64>>, many: bool) -> Self {
        let axes: Vec<(usize, isize)> =
            array.shape().iter().copied().zip(array.strides().iter().copied()).collect();
        let (samples, inner) = match many {
            true => (axes[0], &axes[1..]),
            false => ((1, 0), &axes[..]),
        };
        let axis = |k: usize| inner.get(k).copied().unwrap_or((1, 0));
        let (samples, step) = samples;
        Self { data: array.data(), samples, step, inner: [axis(0), axis(1)] }
    }
    /// Numbers of a sample.
    pub fn width(&self) -> usize {
        self.inner[0].0 * self.inner[1].0
    }
    /// Writes the numbers of a sample, the last axis fastest.
    pub fn write(&self, sample: usize, numbers: &[f64]) {
        assert!(sample < self.samples && numbers.len() == self.width());
        let [(rows, down), (columns, across)] = self.inner;
        let start = self.data.wrapping_byte_offset(sample as isize * self.step);
        if across == 8 && down == 8 * columns as isize {
            // SAFETY: the numbers lie in one piece within the array, which the caller keeps alive.
            unsafe { std::ptr::copy_nonoverlapping(numbers.as_ptr(), start, numbers.len()) };
            return;
        }
        for i in 0..rows {
            for j in 0..columns {
                let at = start.wrapping_byte_offset(i as isize * down + j as isize * across);
                // SAFETY: within the array, which the caller keeps alive.
                unsafe { *at = numbers[i * columns + j] };
            }
        }
    }
    /// Writes one entry of the last axis but one for consecutive samples.
    pub fn write_entry(&self, first: usize, entry: usize, numbers: &[f64]) {
        assert!(first + numbers.len() <= self.samples && entry < self.width());
        let [(_, down), (columns, across)] = self.inner;
        let (i, j) = (entry / columns, entry % columns);
        let offset = i as isize * down + j as isize * across;
        for (k, x) in numbers.iter().enumerate() {
            let at = self.data.wrapping_byte_offset((first + k) as isize * self.step + offset);
            // SAFETY: within the array, which the caller keeps alive.
            unsafe { *at = *x };
        }
    }
    /// All numbers as one piece, where samples are neighbours in memory and entries follow each
    /// other sample by sample, the first inner axis before the second.
    ///
    /// # Safety
    /// The array is alive and nobody else reads or writes it while the slice is used.
    pub unsafe fn by_columns<'a>(&self) -> Option<&'a mut [f64]> {
        let [(rows, down), (_, across)] = self.inner;
        let samples = self.samples as isize;
        let fits = self.step == 8 && down == 8 * samples && across == 8 * samples * rows as isize;
        let whole = self.samples * self.width();
        // SAFETY: the strides are those of one piece of this length.
        fits.then(|| unsafe { std::slice::from_raw_parts_mut(self.data, whole) })
    }
}

/// Whether arrays hold one state or many, and how many.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Samples {
    pub many: bool,
    pub count: usize,
}

/// A float64 array: the object itself, or one made of a list.
pub fn numbers<'py>(
    name: &str,
    value: &Bound<'py, PyAny>,
) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    if let Ok(array) = value.cast::<PyArrayDyn<f64>>() {
        if is_aligned(array) {
            return Ok(array.clone());
        }
        return converted(array.as_any());
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        return converted(value).map_err(|e| {
            let reason = e.value(value.py()).to_string();
            error(
                format_args!("{name} is no array of numbers: {reason}"),
                format_args!("give a float64 array: numpy.array({name}, dtype=float)"),
            )
        });
    }
    let numpy = value.py().import(intern!(value.py(), "numpy"))?;
    let array = match value.cast::<PyUntypedArray>() {
        Ok(array) => array.clone(),
        Err(_) => {
            let array = numpy.call_method1(intern!(value.py(), "asarray"), (value,))?;
            array.cast_into::<PyUntypedArray>().map_err(PyErr::from)?
        }
    };
    if let Ok(array) = array.cast::<PyArrayDyn<f64>>() {
        return converted(array.as_any());
    }
    let dtype = array.dtype();
    if dtype.kind() == b'O' {
        let kind = value.get_type().name()?.to_string();
        let what = if value.is_instance_of::<PyUntypedArray>() { "array".into() } else { kind };
        return Err(error(
            format_args!("{name} is of dtype object ({what}); float64 is needed"),
            format_args!("give numbers: numpy.array({name}, dtype=float)"),
        ));
    }
    Err(error(
        format_args!("{name} has dtype {dtype}; float64 is needed"),
        format_args!("convert it: {name}.astype(numpy.float64)"),
    ))
}

/// A float64 copy in C order.
fn converted<'py>(value: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyArrayDyn<f64>>> {
    let py = value.py();
    let numpy = py.import(intern!(py, "numpy"))?;
    let dtype = <f64 as Element>::get_dtype(py);
    let array = numpy.call_method1(intern!(py, "array"), (value, dtype))?;
    array.cast_into::<PyArrayDyn<f64>>().map_err(PyErr::from)
}

fn flags(array: &Bound<PyArrayDyn<f64>>) -> i32 {
    // SAFETY: it is an array, and Python is attached.
    unsafe { (*array.as_array_ptr()).fields.flags }
}

fn is_aligned(array: &Bound<PyArrayDyn<f64>>) -> bool {
    flags(array) & npyffi::NPY_ARRAY_ALIGNED != 0
}

/// How a robot's joints are called, for complaints.
pub struct Joints<'a> {
    pub robot: &'a str,
    pub names: &'a [String],
}

/// One state or many: the shape of a first array, which the others must have, too.
pub fn samples(name: &str, array: &Bound<PyArrayDyn<f64>>, joints: &Joints) -> PyResult<Samples> {
    let n = joints.names.len();
    match array.shape() {
        [columns] if *columns == n => Ok(Samples { many: false, count: 1 }),
        [rows, columns] if *columns == n => Ok(Samples { many: true, count: *rows }),
        shape => {
            let hint = match shape {
                [rows, _] if *rows == n => format!("transpose it: {name}.T"),
                _ => format!("one column per joint: {}", listed(joints.names)),
            };
            Err(error(
                format_args!(
                    "{name} has shape {}; `{}` moves {n} joints: ({n},) or (samples, {n}) is needed",
                    shown(shape),
                    joints.robot
                ),
                hint,
            ))
        }
    }
}

fn listed(names: &[String]) -> String {
    let first: Vec<&str> = names.iter().take(8).map(String::as_str).collect();
    let more = if names.len() > first.len() { ", …" } else { "" };
    format!("{}{more}", first.join(", "))
}

/// `(3, 7)` or `(7,)`.
pub fn shown(shape: &[usize]) -> String {
    let numbers: Vec<String> = shape.iter().map(ToString::to_string).collect();
    if shape.len() == 1 {
        format!("({},)", numbers[0])
    } else {
        format!("({})", numbers.join(", "))
    }
}

/// The view of an array that must have the shape of the first.
pub fn same_shape(
    name: &str,
    array: &Bound<PyArrayDyn<f64>>,
    first: (&str, &Bound<PyArrayDyn<f64>>),
) -> PyResult<View> {
    if array.shape() != first.1.shape() {
        return Err(error(
            format_args!(
                "{name} has shape {}, {} has {}",
                shown(array.shape()),
                first.0,
                shown(first.1.shape())
            ),
            "give arrays of one shape",
        ));
    }
    Ok(View::of(array))
}

/// The view of a first array.
pub fn view(array: &Bound<PyArrayDyn<f64>>) -> View {
    View::of(array)
}

/// A number that is none, and where.
#[derive(Clone, Copy, Debug)]
pub struct NotFinite {
    pub argument: usize,
    pub sample: usize,
    pub column: usize,
    pub value: f64,
}

impl NotFinite {
    /// The error.
    pub fn raised(self, names: &[&str], samples: Samples) -> PyErr {
        let name = names[self.argument];
        let place = match samples.many {
            true => format!("{name}[{}, {}]", self.sample, self.column),
            false => format!("{name}[{}]", self.column),
        };
        error(
            format_args!(
                "{place} is {}",
                if self.value.is_nan() { "NaN".into() } else { self.value.to_string() }
            ),
            format_args!("leave such samples out: numpy.isfinite({name}) finds them"),
        )
    }
}

/// The first number that is not finite.
pub fn not_finite(argument: usize, sample: usize, row: &[f64]) -> Result<(), NotFinite> {
    match row.iter().position(|x| !x.is_finite()) {
        None => Ok(()),
        Some(column) => Err(NotFinite { argument, sample, column, value: row[column] }),
    }
}

/// The array that results go to: the one that was given, or a new one.
pub struct Target<'py> {
    pub array: Bound<'py, PyArrayDyn<f64>>,
    pub output: Output,
    /// Whether it is new and full of zeros.
    pub zeroed: bool,
}

/// An array for results with `inner` axes per sample; `by_columns` for one whose samples are
/// neighbours in memory.
pub fn target<'py>(
    py: Python<'py>,
    out: Option<&Bound<'py, PyAny>>,
    samples: Samples,
    inner: &[usize],
    by_columns: bool,
    inputs: &[(&str, View)],
) -> PyResult<Target<'py>> {
    let first = samples.many.then_some(samples.count);
    let shape: Vec<usize> = first.into_iter().chain(inner.iter().copied()).collect();
    let Some(out) = out else {
        let array = PyArray::<f64, _>::zeros(py, &shape[..], by_columns);
        let output = Output::of(&array, samples.many);
        return Ok(Target { array, output, zeroed: true });
    };
    let wanted = format!("numpy.empty({})", shown(&shape));
    let Ok(array) = out.cast::<PyArrayDyn<f64>>() else {
        let what = match out.cast::<PyUntypedArray>() {
            Ok(array) => format!("an array of dtype {}", array.dtype()),
            Err(_) => format!("a {}", out.get_type().name()?),
        };
        return Err(error(
            format_args!("out is {what}; a float64 array is needed"),
            format_args!("give {wanted}"),
        ));
    };
    if array.shape() != shape {
        return Err(error(
            format_args!("out has shape {}; {} is needed", shown(array.shape()), shown(&shape)),
            format_args!("give {wanted}"),
        ));
    }
    let flags = flags(array);
    if flags & npyffi::NPY_ARRAY_WRITEABLE == 0 {
        return Err(error("out is read-only", format_args!("give {wanted}, or out.copy()")));
    }
    if flags & npyffi::NPY_ARRAY_ALIGNED == 0 {
        return Err(error("out is not aligned in memory", format_args!("give {wanted}")));
    }
    // Bounds of everything that is written; a single axis is enough for states.
    let start = array.data() as usize;
    let (mut low, mut high) = (start as isize, start as isize + 8);
    for (&n, &step) in array.shape().iter().zip(array.strides()) {
        let reach = n.saturating_sub(1) as isize * step;
        low += reach.min(0);
        high += reach.max(0);
    }
    for (name, input) in inputs {
        let (from, to) = input.bytes();
        if (low as usize) < to && from < high as usize {
            return Err(error(
                format_args!("out and {name} share memory"),
                format_args!("give {wanted}"),
            ));
        }
    }
    let output = Output::of(array, samples.many);
    Ok(Target { array: array.clone(), output, zeroed: false })
}
