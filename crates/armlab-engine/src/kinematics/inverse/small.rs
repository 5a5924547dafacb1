//! Cholesky factorisation of the few-by-few matrices of a task, in place.

use crate::spatial::Arithmetic;

/// Solves `A x = b` for a symmetric positive definite `A` whose lower triangle
/// is given and destroyed; false if it is not positive definite.
#[inline(always)]
pub(super) fn solve<A: Arithmetic, const M: usize>(
    a: &mut [[f64; M]; M],
    b: &mut [f64; M],
) -> bool {
    // a becomes L with the inverse of its diagonal: A = L Lᵀ.
    for j in 0..M {
        let mut pivot = a[j][j];
        for k in 0..j {
            pivot = A::mul_add(-a[j][k], a[j][k], pivot);
        }
        // Not `pivot <= 0`: a NaN must be refused as well.
        if !(pivot > 0.0) {
            return false;
        }
        let inverse = 1.0 / pivot.sqrt();
        a[j][j] = inverse;
        for i in j + 1..M {
            let mut x = a[i][j];
            for k in 0..j {
                x = A::mul_add(-a[i][k], a[j][k], x);
            }
            a[i][j] = x * inverse;
        }
    }
    for i in 0..M {
        let mut x = b[i];
        for k in 0..i {
            x = A::mul_add(-a[i][k], b[k], x);
        }
        b[i] = x * a[i][i];
    }
    for i in (0..M).rev() {
        let mut x = b[i];
        for k in i + 1..M {
            x = A::mul_add(-a[k][i], b[k], x);
        }
        b[i] = x * a[i][i];
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spatial::Portable;

    #[test]
    fn solutions_solve_their_equations() {
        let a = [[4.0, 0.0, 0.0], [1.0, 3.0, 0.0], [-1.0, 0.5, 2.0]];
        let mut b = [1.0, -2.0, 0.5];
        assert!(solve::<Portable, 3>(&mut a.clone(), &mut b));
        let full = [[4.0, 1.0, -1.0], [1.0, 3.0, 0.5], [-1.0, 0.5, 2.0]];
        for (row, want) in full.iter().zip([1.0, -2.0, 0.5]) {
            let got: f64 = row.iter().zip(&b).map(|(a, x)| a * x).sum();
            assert!((got - want).abs() < 1e-15);
        }
    }

    #[test]
    fn indefinite_matrices_are_refused() {
        assert!(!solve::<Portable, 2>(&mut [[1.0, 0.0], [2.0, 1.0]], &mut [1.0, 1.0]));
        assert!(!solve::<Portable, 1>(&mut [[f64::NAN]], &mut [1.0]));
    }
}
