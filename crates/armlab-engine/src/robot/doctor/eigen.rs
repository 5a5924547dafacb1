//! Eigenvalues and vectors of a symmetric 3×3 matrix by Jacobi rotations:
//! slower than the closed form, but accurate to rounding also for nearly equal
//! or tiny eigenvalues, which is where inertias are judged.

use crate::spatial::{Mat3, Sym3};
use armlab_dense::small::diagonalise;

/// Eigenvalues from the smallest, and the matrix whose columns are their unit
/// vectors.
pub fn eigen(s: &Sym3<f64>) -> ([f64; 3], Mat3<f64>) {
    let mut a = s.to_mat3().to_rows();
    let mut v = Mat3::identity().to_rows();
    diagonalise(a.as_flattened_mut(), 3, 0.0, Some(v.as_flattened_mut()));
    let mut order = [0, 1, 2];
    order.sort_by(|&i, &j| a[i][i].total_cmp(&a[j][j]));
    let columns = Mat3::from_rows(v).c;
    (order.map(|i| a[i][i]), Mat3 { c: order.map(|i| columns[i]) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn eigenvectors_rebuild_the_matrix() {
        let matrices = [
            [2.0, 0.3, 1.0, -0.4, 0.2, 0.5],
            [1.0, 0.0, 1.0, 0.0, 0.0, 1.0],
            [1e-9, 1e-10, 1e-9, 0.0, 3e-10, 5.0],
            [0.0; 6],
            [1.0, 1.0, 1.0, 1.0, 1.0, 1.0],
        ];
        for m in matrices.map(Sym3::from) {
            let (values, vectors) = eigen(&m);
            assert!(values[0] <= values[1] && values[1] <= values[2]);
            let diagonal = Sym3 { xx: values[0], yy: values[1], zz: values[2], ..Sym3::zero() };
            let back = vectors.congruence(&diagonal).to_array();
            let scale = values[2].abs().max(values[0].abs());
            for (x, y) in back.iter().zip(m.to_array()) {
                assert!((x - y).abs() <= 1e-14 * scale, "{x} {y}");
            }
        }
    }
}
