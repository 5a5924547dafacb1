//! Principal moments and axes of an inertia: Jacobi rotations, each of which makes one entry
//! beside the diagonal zero (Golub & Van Loan, *Matrix Computations*, 8.5).

use super::{Mat3, Sym3};

/// Sweeps; four are usual.
const SWEEPS: usize = 12;

/// Principal moments of a symmetric tensor, and a rotation whose columns are their axes.
pub fn principal_axes(tensor: &Sym3<f64>) -> ([f64; 3], Mat3<f64>) {
    let mut a = tensor.to_mat3().to_rows();
    let mut v = Mat3::identity().to_rows();
    for _ in 0..SWEEPS {
        for (p, q) in [(0, 1), (0, 2), (1, 2)] {
            if a[p][q] == 0.0 {
                continue;
            }
            let theta = (a[q][q] - a[p][p]) / (2.0 * a[p][q]);
            let sign = if theta < 0.0 { -1.0 } else { 1.0 };
            let t = sign / (theta.abs() + theta.hypot(1.0));
            let c = 1.0 / t.hypot(1.0);
            let s = t * c;
            for k in 0..3 {
                (a[k][p], a[k][q]) = (c * a[k][p] - s * a[k][q], s * a[k][p] + c * a[k][q]);
            }
            for k in 0..3 {
                (a[p][k], a[q][k]) = (c * a[p][k] - s * a[q][k], s * a[p][k] + c * a[q][k]);
                (v[k][p], v[k][q]) = (c * v[k][p] - s * v[k][q], s * v[k][p] + c * v[k][q]);
            }
        }
    }
    ([a[0][0], a[1][1], a[2][2]], Mat3::from_rows(v))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_and_moments_give_the_tensor_back() {
        let tensor = Sym3 { xx: 2.0, xy: -0.3, yy: 1.5, xz: 0.2, yz: 0.1, zz: 0.9 };
        let (moments, axes) = principal_axes(&tensor);
        let diagonal =
            Sym3 { xx: moments[0], xy: 0.0, yy: moments[1], xz: 0.0, yz: 0.0, zz: moments[2] };
        let again = axes.congruence(&diagonal).to_array();
        for (x, y) in again.iter().zip(tensor.to_array()) {
            assert!((x - y).abs() < 1e-14, "{again:?}");
        }
        assert!((axes.determinant() - 1.0).abs() < 1e-14);
    }
}
