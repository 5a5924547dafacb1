//! The little linear algebra the physics tests need.

/// A square matrix, row by row.
pub type Matrix<const N: usize> = [[f64; N]; N];

/// a · b.
pub fn dot<const N: usize>(a: [f64; N], b: [f64; N]) -> f64 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

/// A x.
pub fn multiply<const N: usize>(a: &Matrix<N>, x: [f64; N]) -> [f64; N] {
    std::array::from_fn(|i| dot(a[i], x))
}

/// (A + Aᵀ)/2.
pub fn symmetric_part<const N: usize>(a: &Matrix<N>) -> Matrix<N> {
    std::array::from_fn(|i| std::array::from_fn(|j| 0.5 * (a[i][j] + a[j][i])))
}

/// Whether xᵀ A x > 0 for every x: the pivots of the symmetric part are all positive.
pub fn is_positive_definite<const N: usize>(a: &Matrix<N>) -> bool {
    let mut a = symmetric_part(a);
    for k in 0..N {
        if a[k][k] <= 0.0 {
            return false;
        }
        for i in k + 1..N {
            let factor = a[i][k] / a[k][k];
            for j in k..N {
                a[i][j] -= factor * a[k][j];
            }
        }
    }
    true
}

/// Determinant of a 3 × 3 matrix.
pub fn determinant(a: &Matrix<3>) -> f64 {
    a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1])
        - a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0])
        + a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0])
}

/// Solves A x = b by elimination with row pivoting; A need not be symmetric or definite.
pub fn solve<const N: usize>(mut a: Matrix<N>, mut b: [f64; N]) -> [f64; N] {
    for k in 0..N {
        let pivot = (k..N).max_by(|&i, &j| a[i][k].abs().total_cmp(&a[j][k].abs())).unwrap();
        a.swap(k, pivot);
        b.swap(k, pivot);
        for i in k + 1..N {
            let factor = a[i][k] / a[k][k];
            for j in k..N {
                a[i][j] -= factor * a[k][j];
            }
            b[i] -= factor * b[k];
        }
    }
    for k in (0..N).rev() {
        for j in k + 1..N {
            b[k] -= a[k][j] * b[j];
        }
        b[k] /= a[k][k];
    }
    b
}
