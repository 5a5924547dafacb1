//! A dense matrix, column after column.

use crate::correlate::products_of;
use crate::simd::{Kernel, Vector, dispatch};
use faer::linalg::matmul::matmul;
use faer::{Accum, MatMut, MatRef, Par};

/// A dense matrix, column after column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Matrix {
    rows: usize,
    columns: usize,
    pub(crate) data: Vec<f64>,
}

impl Matrix {
    /// A matrix whose entry `(i, j)` is `entry(i, j)`.
    pub fn from_fn(rows: usize, columns: usize, entry: impl Fn(usize, usize) -> f64) -> Self {
        let mut data = Vec::with_capacity(rows * columns);
        for j in 0..columns {
            data.extend((0..rows).map(|i| entry(i, j)));
        }
        Self { rows, columns, data }
    }
    /// A matrix of the given numbers, column after column.
    ///
    /// # Panics
    /// If there are not `rows · columns` numbers.
    pub fn from_columns(rows: usize, columns: usize, data: Vec<f64>) -> Self {
        assert_eq!(data.len(), rows * columns, "rows times columns numbers");
        Self { rows, columns, data }
    }
    /// A matrix of zeros.
    pub fn zeros(rows: usize, columns: usize) -> Self {
        Self { rows, columns, data: vec![0.0; rows * columns] }
    }
    /// The identity.
    pub fn identity(size: usize) -> Self {
        Self::from_fn(size, size, |i, j| f64::from(u8::from(i == j)))
    }
    /// Number of rows.
    #[inline]
    pub fn rows(&self) -> usize {
        self.rows
    }
    /// Number of columns.
    #[inline]
    pub fn columns(&self) -> usize {
        self.columns
    }
    /// A column.
    ///
    /// # Panics
    /// If there is no column `j`.
    #[inline]
    pub fn column(&self, j: usize) -> &[f64] {
        &self.data[j * self.rows..(j + 1) * self.rows]
    }
    /// A column, to be changed.
    ///
    /// # Panics
    /// If there is no column `j`.
    #[inline]
    pub fn column_mut(&mut self, j: usize) -> &mut [f64] {
        &mut self.data[j * self.rows..(j + 1) * self.rows]
    }
    /// All numbers, column after column.
    pub fn as_slice(&self) -> &[f64] {
        &self.data
    }
    /// All numbers, column after column, to be changed.
    pub fn as_mut_slice(&mut self) -> &mut [f64] {
        &mut self.data
    }
    /// An entry.
    ///
    /// # Panics
    /// If there is no such entry.
    #[inline]
    pub fn at(&self, i: usize, j: usize) -> f64 {
        self.column(j)[i]
    }
    /// Sets an entry.
    ///
    /// # Panics
    /// If there is no such entry.
    #[inline]
    pub fn set(&mut self, i: usize, j: usize, value: f64) {
        self.column_mut(j)[i] = value;
    }
    /// Rows as columns.
    pub fn transposed(&self) -> Self {
        Self::from_fn(self.columns, self.rows, |i, j| self.at(j, i))
    }
    /// The product with another matrix.
    ///
    /// # Panics
    /// If the inner sizes differ.
    pub fn times(&self, other: &Matrix) -> Self {
        assert_eq!(self.columns, other.rows, "inner sizes of a product");
        let mut out = Self::zeros(self.rows, other.columns);
        for j in 0..other.columns {
            self.times_vector_into(other.column(j), out.column_mut(j));
        }
        out
    }
    /// `A B` by blocks: for large products, several times as fast as
    /// [`times`](Self::times), with sums in another order.
    ///
    /// # Panics
    /// If the sizes do not fit.
    pub fn product(&self, other: &Matrix) -> Self {
        assert_eq!(self.columns, other.rows, "inner sizes of a product");
        let mut out = Self::zeros(self.rows, other.columns);
        let (rows, columns) = (out.rows, out.columns);
        let to = MatMut::from_column_major_slice_mut(&mut out.data, rows, columns);
        matmul(to, Accum::Replace, self.view(), other.view(), 1.0, Par::Seq);
        out
    }
    /// `A x`
    ///
    /// # Panics
    /// If `x` has not one entry per column.
    pub fn times_vector(&self, x: &[f64]) -> Vec<f64> {
        let mut out = vec![0.0; self.rows];
        self.times_vector_into(x, &mut out);
        out
    }
    /// `out = A x`
    ///
    /// # Panics
    /// If the sizes do not fit.
    pub fn times_vector_into(&self, x: &[f64], out: &mut [f64]) {
        assert_eq!((x.len(), out.len()), (self.columns, self.rows), "sizes of a product");
        out.fill(0.0);
        for (j, xj) in x.iter().enumerate() {
            for (o, a) in out.iter_mut().zip(self.column(j)) {
                *o += a * xj;
            }
        }
    }
    /// `Aᵀ y`
    ///
    /// # Panics
    /// If `y` has not one entry per row.
    pub fn transpose_times_vector(&self, y: &[f64]) -> Vec<f64> {
        assert_eq!(y.len(), self.rows, "sizes of a product");
        (0..self.columns).map(|j| dot(self.column(j), y)).collect()
    }
    /// `A x` of a symmetric matrix of which only the lower half is read.
    ///
    /// # Panics
    /// If the sizes do not fit.
    pub fn symmetric_times_vector(&self, x: &[f64]) -> Vec<f64> {
        assert!(self.rows == self.columns && x.len() == self.rows, "sizes of a product");
        let mut out = vec![0.0; x.len()];
        for j in 0..x.len() {
            let below = &self.column(j)[j + 1..];
            out[j] += self.at(j, j) * x[j] + dot(below, &x[j + 1..]);
            for (o, a) in out[j + 1..].iter_mut().zip(below) {
                *o += a * x[j];
            }
        }
        out
    }
    /// True if no entry is infinite or not a number.
    pub fn is_finite(&self) -> bool {
        self.data.iter().all(|x| x.is_finite())
    }
    pub(crate) fn view(&self) -> MatRef<'_, f64> {
        MatRef::from_column_major_slice(&self.data, self.rows, self.columns)
    }
    pub(crate) fn of(m: MatRef<'_, f64>) -> Self {
        Self::from_fn(m.nrows(), m.ncols(), |i, j| m[(i, j)])
    }
    /// faer's triangles without what it keeps below the diagonal.
    pub(crate) fn of_upper(m: MatRef<'_, f64>) -> Self {
        Self::from_fn(m.nrows(), m.ncols(), |i, j| if i <= j { m[(i, j)] } else { 0.0 })
    }

    /// The triangle `R` of `A = Q R`, square if there are at least as many rows
    /// as columns: its columns have the lengths of `A`'s and the angles between
    /// them.
    pub fn triangle(&self) -> Matrix {
        Self::of_upper(self.view().qr().thin_R())
    }

    /// `Q` and `R` of `A = Q R`, with as many orthonormal columns as `A` has rows or columns,
    /// whichever are fewer.
    pub fn orthonormal(&self) -> (Matrix, Matrix) {
        let factors = self.view().qr();
        (Self::of(factors.compute_thin_Q().as_ref()), Self::of_upper(factors.thin_R()))
    }
}

/// `out = A B` of matrices whose columns stand one after another, with so many rows and columns
/// of the result.
///
/// # Panics
/// If the sizes do not fit.
pub fn multiply(a: &[f64], b: &[f64], rows: usize, columns: usize, out: &mut [f64]) {
    let inner = a.len() / rows.max(1);
    let a = MatRef::from_column_major_slice(a, rows, inner);
    let b = MatRef::from_column_major_slice(b, inner, columns);
    let to = MatMut::from_column_major_slice_mut(out, rows, columns);
    matmul(to, Accum::Replace, a, b, 1.0, Par::Seq);
}

/// `out = A Bᵀ`, else as [`multiply`].
///
/// # Panics
/// If the sizes do not fit.
pub fn multiply_transposed(a: &[f64], b: &[f64], rows: usize, columns: usize, out: &mut [f64]) {
    let inner = a.len() / rows.max(1);
    let a = MatRef::from_column_major_slice(a, rows, inner);
    let b = MatRef::from_column_major_slice(b, columns, inner);
    let to = MatMut::from_column_major_slice_mut(out, rows, columns);
    matmul(to, Accum::Replace, a, b.transpose(), 1.0, Par::Seq);
}

/// `a · b` over the shorter of both, in four partial sums.
#[inline]
pub fn dot(a: &[f64], b: &[f64]) -> f64 {
    let length = a.len().min(b.len());
    let (a, b) = (&a[..length], &b[..length]);
    if length >= LONG {
        return long_dot(a, b);
    }
    let (mut sums, whole) = ([0.0; 4], a.len() / 4 * 4);
    for (x, y) in a.chunks_exact(4).zip(b.chunks_exact(4)) {
        for i in 0..4 {
            sums[i] += x[i] * y[i];
        }
    }
    let rest: f64 = a[whole..].iter().zip(&b[whole..]).map(|(x, y)| x * y).sum();
    (sums[0] + sums[2]) + (sums[1] + sums[3]) + rest
}

/// Columns from which on it pays to ask which instructions there are.
const LONG: usize = 32;

#[inline(never)]
fn long_dot(a: &[f64], b: &[f64]) -> f64 {
    let mut product = 0.0;
    dispatch(LongDot { a, b, product: &mut product });
    product
}

struct LongDot<'a> {
    a: &'a [f64],
    b: &'a [f64],
    product: &'a mut f64,
}

impl Kernel for LongDot<'_> {
    #[inline(always)]
    fn run<V: Vector>(self) {
        *self.product = products_of::<V>(self.a, self.b);
    }
}

/// Euclidean length, without overflow in between.
pub fn norm(a: &[f64]) -> f64 {
    let largest = a.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    if largest == 0.0 || !largest.is_finite() {
        return largest;
    }
    largest * a.iter().map(|x| (x / largest).powi(2)).sum::<f64>().sqrt()
}
