//! Symmetric matrices of a few rows, row after row in a slice: what the blocks
//! of a semidefinite programme need, without memory of its own.

use armlab_dense::small;

/// `a = l lᵀ`; false if `a` is not positive definite. Only the lower half of
/// `a` is read; above the diagonal `l` is zero.
pub(super) fn cholesky(a: &[f64], d: usize, l: &mut [f64]) -> bool {
    l[..d * d].copy_from_slice(&a[..d * d]);
    small::cholesky(l, d)
}

/// `(l lᵀ)⁻¹`
pub(super) fn inverse(l: &[f64], d: usize, out: &mut [f64]) {
    for column in 0..d {
        // l y = e, then lᵀ x = y, in place in a row of the symmetric result.
        let x = &mut out[column * d..(column + 1) * d];
        x.fill(0.0);
        x[column] = 1.0;
        for i in column..d {
            let mut sum = x[i];
            for k in column..i {
                sum -= l[i * d + k] * x[k];
            }
            x[i] = sum / l[i * d + i];
        }
        for i in (0..d).rev() {
            let mut sum = x[i];
            for k in i + 1..d {
                sum -= l[k * d + i] * x[k];
            }
            x[i] = sum / l[i * d + i];
        }
    }
}

/// `l⁻¹ a l⁻ᵀ` in place.
pub(super) fn congruence(l: &[f64], d: usize, a: &mut [f64]) {
    for column in 0..d {
        for i in 0..d {
            let mut sum = a[i * d + column];
            for k in 0..i {
                sum -= l[i * d + k] * a[k * d + column];
            }
            a[i * d + column] = sum / l[i * d + i];
        }
    }
    for row in 0..d {
        for i in 0..d {
            let mut sum = a[row * d + i];
            for k in 0..i {
                sum -= l[i * d + k] * a[row * d + k];
            }
            a[row * d + i] = sum / l[i * d + i];
        }
    }
}

/// The smallest eigenvalue of a symmetric matrix; destroys the matrix.
pub(super) fn smallest_eigenvalue(a: &mut [f64], d: usize) -> f64 {
    small::diagonalise(a, d, 1e-28, None);
    (0..d).fold(f64::INFINITY, |least, i| least.min(a[i * d + i]))
}

/// `out = sym(a b c)`, all symmetric but the product.
pub(super) fn symmetric_product(a: &[f64], b: &[f64], c: &[f64], d: usize, out: &mut [f64]) {
    for i in 0..d {
        for j in 0..d {
            out[i * d + j] = 0.0;
        }
        for k in 0..d {
            let mut ab = 0.0;
            for m in 0..d {
                ab += a[i * d + m] * b[m * d + k];
            }
            for j in 0..d {
                out[i * d + j] += ab * c[k * d + j];
            }
        }
    }
    for i in 0..d {
        for j in 0..i {
            let mean = 0.5 * (out[i * d + j] + out[j * d + i]);
            out[i * d + j] = mean;
            out[j * d + i] = mean;
        }
    }
}

/// `tr(a b)` of symmetric matrices.
pub(super) fn trace_product(a: &[f64], b: &[f64]) -> f64 {
    a.iter().zip(b).map(|(x, y)| x * y).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    const A: [f64; 9] = [4.0, 1.0, 0.5, 1.0, 3.0, -0.25, 0.5, -0.25, 2.0];

    #[test]
    fn a_factor_inverts_and_normalises() {
        let (mut l, mut inverse_of_a) = ([0.0; 9], [0.0; 9]);
        assert!(cholesky(&A, 3, &mut l));
        inverse(&l, 3, &mut inverse_of_a);
        for i in 0..3 {
            for j in 0..3 {
                let entry: f64 = (0..3).map(|k| A[i * 3 + k] * inverse_of_a[k * 3 + j]).sum();
                assert!((entry - f64::from(u8::from(i == j))).abs() < 1e-15);
            }
        }
        let mut identity = A;
        congruence(&l, 3, &mut identity);
        assert!((smallest_eigenvalue(&mut identity, 3) - 1.0).abs() < 1e-15);
    }

    #[test]
    fn the_smallest_eigenvalue_is_found_and_indefinite_matrices_have_no_factor() {
        let mut ones = [1.0; 16];
        assert!(smallest_eigenvalue(&mut ones, 4).abs() < 1e-15);
        let mut swap = [0.0, 2.0, 2.0, 0.0];
        assert!(!cholesky(&swap, 2, &mut [0.0; 4]));
        assert!((smallest_eigenvalue(&mut swap, 2) + 2.0).abs() < 1e-15);
    }
}
