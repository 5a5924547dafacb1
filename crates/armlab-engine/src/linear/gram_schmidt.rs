//! `A = Q·R` by modified Gram–Schmidt, for small matrices whose columns are
//! independent. No pivoting and no signs to choose, so every lane takes the
//! same path; solving with it is as accurate as Householder's method when the
//! right-hand side is reduced along with the columns (Björck 1967).

use crate::spatial::Scalar;

/// Factors `a` (`rows`×`columns`, row after row): `Q` replaces it, and `R`
/// (`columns`×`columns`, row after row, upper triangle) goes to `r`.
#[inline(always)]
pub fn factor<S: Scalar>(a: &mut [S], rows: usize, columns: usize, r: &mut [S]) {
    for j in 0..columns {
        let mut square = S::zero();
        for i in 0..rows {
            square = a[i * columns + j].times_add(a[i * columns + j], square);
        }
        let length = square.sqrt();
        r[j * columns + j] = length;
        let inverse = S::one() / length;
        for i in 0..rows {
            a[i * columns + j] = a[i * columns + j] * inverse;
        }
        for k in j + 1..columns {
            let mut along = S::zero();
            for i in 0..rows {
                along = a[i * columns + j].times_add(a[i * columns + k], along);
            }
            r[j * columns + k] = along;
            for i in 0..rows {
                let less = (-along).times_add(a[i * columns + j], a[i * columns + k]);
                a[i * columns + k] = less;
            }
        }
    }
}

/// Solves `A x = b` in the least-squares sense. `b` (one entry per row) is
/// used up; the solution goes to `x` (one entry per column).
#[inline(always)]
pub fn solve<S: Scalar>(q: &[S], r: &[S], rows: usize, columns: usize, b: &mut [S], x: &mut [S]) {
    for j in 0..columns {
        let mut along = S::zero();
        for i in 0..rows {
            along = q[i * columns + j].times_add(b[i], along);
        }
        x[j] = along;
        for i in 0..rows {
            b[i] = (-along).times_add(q[i * columns + j], b[i]);
        }
    }
    for j in (0..columns).rev() {
        let mut sum = x[j];
        for k in j + 1..columns {
            sum = (-r[j * columns + k]).times_add(x[k], sum);
        }
        x[j] = sum / r[j * columns + j];
    }
}

/// Solves `Aᵀ x = b`, the shortest solution where there are several. `b` (one
/// entry per column) is used up; the solution goes to `x` (one entry per row).
#[inline(always)]
pub fn solve_transposed<S: Scalar>(
    q: &[S],
    r: &[S],
    rows: usize,
    columns: usize,
    b: &mut [S],
    x: &mut [S],
) {
    for j in 0..columns {
        let mut sum = b[j];
        for k in 0..j {
            sum = (-r[k * columns + j]).times_add(b[k], sum);
        }
        b[j] = sum / r[j * columns + j];
    }
    for i in 0..rows {
        let mut sum = S::zero();
        for j in 0..columns {
            sum = q[i * columns + j].times_add(b[j], sum);
        }
        x[i] = sum;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_systems_are_solved_to_rounding() {
        let n = 5;
        let entry = |i: usize, j: usize| ((3 * i + 7 * j) as f64 * 0.7).sin() + f64::from(i == j);
        let a: Vec<f64> = (0..n * n).map(|k| entry(k / n, k % n)).collect();
        let (mut q, mut r) = (a.clone(), vec![0.0; n * n]);
        factor(&mut q, n, n, &mut r);
        let b: Vec<f64> = (0..n).map(|i| (i as f64).cos()).collect();
        let (mut x, mut y) = (vec![0.0; n], vec![0.0; n]);
        solve(&q, &r, n, n, &mut b.clone(), &mut x);
        solve_transposed(&q, &r, n, n, &mut b.clone(), &mut y);
        for i in 0..n {
            let forward: f64 = (0..n).map(|j| a[i * n + j] * x[j]).sum();
            let backward: f64 = (0..n).map(|j| a[j * n + i] * y[j]).sum();
            assert!((forward - b[i]).abs() < 1e-14 && (backward - b[i]).abs() < 1e-13);
        }
    }
}
