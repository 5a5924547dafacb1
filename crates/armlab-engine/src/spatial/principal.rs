//! Principal moments and axes of an inertia.

use super::{Mat3, Sym3};
use armlab_dense::small::diagonalise;

/// Principal moments of a symmetric tensor, and a rotation whose columns are their axes.
pub fn principal_axes(tensor: &Sym3<f64>) -> ([f64; 3], Mat3<f64>) {
    let mut a = tensor.to_mat3().to_rows();
    let mut v = Mat3::identity().to_rows();
    diagonalise(a.as_flattened_mut(), 3, 0.0, Some(v.as_flattened_mut()));
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
