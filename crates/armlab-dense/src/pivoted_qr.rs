//! QR with column pivoting: `A P = Q R`, at each step the longest remaining
//! column first (Businger & Golub 1965), so that `|R_kk|` falls and shows the
//! rank.

use crate::matrix::Matrix;

/// A column-pivoted QR factorisation.
#[derive(Clone, Debug, PartialEq)]
pub struct PivotedQr {
    /// The orthonormal factor, thin.
    pub q: Matrix,
    /// The triangle, its diagonal falling in size.
    pub r: Matrix,
    /// `order[k]` is the column of `A` that stands at place `k`.
    pub order: Vec<usize>,
}

impl PivotedQr {
    /// Number of diagonal entries above `tolerance` times the first.
    pub fn rank(&self, tolerance: f64) -> usize {
        let size = self.r.rows().min(self.r.columns());
        let first = if size == 0 { 0.0 } else { self.r.at(0, 0).abs() };
        (0..size).take_while(|k| self.r.at(*k, *k).abs() > tolerance * first).count()
    }
}

impl Matrix {
    /// The column-pivoted QR factorisation.
    pub fn pivoted_qr(&self) -> PivotedQr {
        let qr = self.view().col_piv_qr();
        let r = Matrix::of_upper(qr.thin_R());
        let q = Matrix::of(qr.compute_thin_Q().as_ref());
        let order = qr.P().arrays().0.to_vec();
        PivotedQr { q, r, order }
    }
}
