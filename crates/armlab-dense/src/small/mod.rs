//! Small dense matrices without allocation: row after row in slices.
//!
//! Triangles are lower ones. For a few dozen rows at most, where calls of a large
//! library cost more than they save.

mod correction;
mod factors;
mod pairs;
mod prediction;
mod products;
mod second_order;

use crate::matrix::dot;

pub use correction::{Correction, Independent, Seen, correct, correct_one_by_one};
pub use factors::{solve_positive, squared_length};
pub use pairs::{Images, PairRule, compare_pairs, draw_pairs, place_pairs, predict_by_pairs};
pub use prediction::{Moved, predict_by_slopes};
pub use products::{Factor, add_product, padded, product};
pub use second_order::{SecondOrder, step_noise, step_slopes};

/// `y += a x`
#[inline]
pub fn add_scaled(y: &mut [f64], a: f64, x: &[f64]) {
    for (y, x) in y.iter_mut().zip(x) {
        *y += a * x;
    }
}

/// `out = a bᵀ` with rows of `inner` numbers in both.
pub fn product_transposed(a: &[f64], b: &[f64], inner: usize, out: &mut [f64]) {
    let columns = b.len() / inner.max(1);
    for (row, out) in a.chunks_exact(inner).zip(out.chunks_exact_mut(columns)) {
        for (out, b) in out.iter_mut().zip(b.chunks_exact(inner)) {
            *out = dot(row, b);
        }
    }
}

/// The mean of a matrix and its transpose.
pub fn symmetrise(a: &mut [f64], n: usize) {
    for i in 0..n {
        for j in 0..i {
            let mean = 0.5 * (a[i * n + j] + a[j * n + i]);
            a[i * n + j] = mean;
            a[j * n + i] = mean;
        }
    }
}

/// `A = L Lᵀ` in place, zeros above the diagonal. False where `A` is not
/// positive definite; `a` is then spoilt.
#[must_use]
pub fn cholesky(a: &mut [f64], n: usize) -> bool {
    for i in 0..n {
        let (above, rest) = a.split_at_mut(i * n);
        let row = &mut rest[..n];
        for j in 0..i {
            let other = &above[j * n..j * n + n];
            row[j] = (row[j] - dot(&row[..j], &other[..j])) / other[j];
        }
        let pivot = row[i] - dot(&row[..i], &row[..i]);
        if !(pivot > 0.0 && pivot.is_finite()) {
            return false;
        }
        row[i] = pivot.sqrt();
        row[i + 1..].fill(0.0);
    }
    true
}

/// The same of a matrix that may be singular: directions without variance get a
/// column of zeros. False where it is clearly not positive semidefinite.
#[must_use]
pub fn cholesky_semidefinite(a: &mut [f64], n: usize) -> bool {
    // Rounding leaves a few ulps of the diagonal per eliminated row.
    let rounding = 8.0 * n as f64 * f64::EPSILON;
    for i in 0..n {
        let (above, rest) = a.split_at_mut(i * n);
        let row = &mut rest[..n];
        let diagonal = row[i];
        for j in 0..i {
            let other = &above[j * n..j * n + n];
            let entry = row[j] - dot(&row[..j], &other[..j]);
            row[j] = if other[j] > 0.0 { entry / other[j] } else { 0.0 };
        }
        let pivot = diagonal - dot(&row[..i], &row[..i]);
        if !(diagonal.is_finite() && pivot >= -rounding * diagonal.abs()) {
            return false;
        }
        row[i] = if pivot > rounding * diagonal { pivot.sqrt() } else { 0.0 };
        row[i + 1..].fill(0.0);
    }
    true
}

/// `x = L⁻¹ x`
pub fn solve_lower(l: &[f64], n: usize, x: &mut [f64]) {
    for i in 0..n {
        let row = &l[i * n..i * n + i + 1];
        x[i] = (x[i] - dot(&row[..i], &x[..i])) / row[i];
    }
}

/// `B = (L Lᵀ)⁻¹ B` for `n` rows of any length.
pub fn solve_rows(l: &[f64], n: usize, b: &mut [f64]) {
    let columns = b.len() / n.max(1);
    for i in 0..n {
        let (above, rest) = b.split_at_mut(i * columns);
        let row = &mut rest[..columns];
        for k in 0..i {
            add_scaled(row, -l[i * n + k], &above[k * columns..(k + 1) * columns]);
        }
        let inverse = 1.0 / l[i * n + i];
        row.iter_mut().for_each(|x| *x *= inverse);
    }
    for i in (0..n).rev() {
        let (upto, below) = b.split_at_mut((i + 1) * columns);
        let row = &mut upto[i * columns..];
        for k in i + 1..n {
            let other = &below[(k - i - 1) * columns..(k - i) * columns];
            add_scaled(row, -l[k * n + i], other);
        }
        let inverse = 1.0 / l[i * n + i];
        row.iter_mut().for_each(|x| *x *= inverse);
    }
}

/// Turns the rows of `a` (`rows × columns`, at least as many columns as rows)
/// into a lower triangle with the same `A Aᵀ`, by Householder reflections from
/// the right; the diagonal comes out not negative.
pub fn triangularise(a: &mut [f64], rows: usize, columns: usize) {
    for i in 0..rows {
        let (upto, below) = a.split_at_mut((i + 1) * columns);
        let row = &mut upto[i * columns + i..];
        let tail = dot(&row[1..], &row[1..]);
        if tail > 0.0 {
            let length = (row[0] * row[0] + tail).sqrt();
            // The sign that does not cancel.
            let first = if row[0] > 0.0 { row[0] + length } else { row[0] - length };
            let diagonal = row[0] - first;
            row[0] = first;
            let scale = 2.0 / (first * first + tail);
            for other in below.chunks_exact_mut(columns) {
                let other = &mut other[i..];
                let along = scale * dot(row, other);
                add_scaled(other, -along, row);
            }
            row.fill(0.0);
            row[0] = diagonal;
        }
        if row[0] < 0.0 {
            row[0] = -row[0];
            for other in below.chunks_exact_mut(columns) {
                other[i] = -other[i];
            }
        }
    }
}

/// `L Lᵀ − v vᵀ` as a triangle again, in place (Golub & Van Loan 2013, §6.5.4).
/// False where nothing positive is left. `v` is spoilt.
#[must_use]
pub fn downdate(l: &mut [f64], n: usize, v: &mut [f64]) -> bool {
    for k in 0..n {
        let diagonal = l[k * n + k];
        let square = (diagonal - v[k]) * (diagonal + v[k]);
        if !(square > 0.0) {
            return false;
        }
        let new = square.sqrt();
        let (cosine, sine) = (new / diagonal, v[k] / diagonal);
        l[k * n + k] = new;
        for i in k + 1..n {
            let entry = (l[i * n + k] - sine * v[i]) / cosine;
            v[i] = cosine * v[i] - sine * entry;
            l[i * n + k] = entry;
        }
    }
    true
}

/// Diagonal of `L Lᵀ`.
pub fn squares_of_rows(l: &[f64], n: usize, out: &mut [f64]) {
    for (row, out) in l.chunks_exact(n.max(1)).zip(out) {
        *out = dot(row, row);
    }
}

/// Turns a symmetric matrix into the diagonal matrix of its eigenvalues by Jacobi's rotations
/// (Golub & Van Loan 2013, §8.5), until the squares beside the diagonal are at most `tolerance`
/// times those on it; 0 goes on to the last bit. `vectors`, an orthogonal matrix such as the
/// identity, becomes its product with the eigenvectors as columns.
pub fn diagonalise(a: &mut [f64], n: usize, tolerance: f64, mut vectors: Option<&mut [f64]>) {
    const SWEEPS: usize = 30;
    for _ in 0..SWEEPS {
        let (mut off, mut on) = (0.0_f64, 0.0_f64);
        for p in 0..n {
            on += a[p * n + p] * a[p * n + p];
            for q in p + 1..n {
                off += a[p * n + q] * a[p * n + q];
            }
        }
        if !(off > tolerance * on) {
            return;
        }
        for p in 0..n {
            for q in p + 1..n {
                let entry = a[p * n + q];
                if entry == 0.0 {
                    continue;
                }
                let theta = (a[q * n + q] - a[p * n + p]) / (2.0 * entry);
                let tangent = theta.signum() / (theta.abs() + theta.hypot(1.0));
                let cosine = 1.0 / tangent.hypot(1.0);
                let sine = tangent * cosine;
                let turned = |x: f64, y: f64| (cosine * x - sine * y, sine * x + cosine * y);
                for row in a.chunks_exact_mut(n) {
                    (row[p], row[q]) = turned(row[p], row[q]);
                }
                for k in 0..n {
                    (a[p * n + k], a[q * n + k]) = turned(a[p * n + k], a[q * n + k]);
                }
                for row in vectors.iter_mut().flat_map(|v| v.chunks_exact_mut(n)) {
                    (row[p], row[q]) = turned(row[p], row[q]);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{RngExt, SeedableRng};
    use rand_chacha::ChaCha8Rng;

    const N: usize = 9;

    pub(super) fn random(count: usize, seed: u64) -> Vec<f64> {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        (0..count).map(|_| random.random_range(-1.0..1.0)).collect()
    }

    fn square(a: &[f64], rows: usize) -> Vec<f64> {
        let mut out = vec![0.0; rows * rows];
        product_transposed(a, a, a.len() / rows, &mut out);
        out
    }

    pub(super) fn assert_close(found: &[f64], expected: &[f64], context: &str) {
        for (a, b) in found.iter().zip(expected) {
            assert!((a - b).abs() < 1e-12 * (1.0 + b.abs()), "{context}: {a} {b}");
        }
    }

    #[test]
    fn triangles_have_the_square_of_what_they_were_made_from() {
        let wide = random(N * 2 * N, 1);
        let expected = square(&wide, N);
        let mut reflected = wide.clone();
        triangularise(&mut reflected, N, 2 * N);
        let triangle: Vec<f64> =
            reflected.chunks_exact(2 * N).flat_map(|row| row[..N].to_vec()).collect();
        assert_close(&square(&triangle, N), &expected, "reflections");
        let mut factored = expected.clone();
        assert!(cholesky(&mut factored, N));
        // Both have a positive diagonal, so they are one triangle.
        assert_close(&factored, &triangle, "factors");
        let mut shortened = factored.clone();
        let v: Vec<f64> = random(N, 2).iter().map(|x| 0.1 * x).collect();
        assert!(downdate(&mut shortened, N, &mut v.clone()));
        let mut less = expected;
        for i in 0..N {
            add_scaled(&mut less[i * N..(i + 1) * N], -v[i], &v);
        }
        assert_close(&square(&shortened, N), &less, "a downdate");
    }

    #[test]
    fn rotations_give_eigenvalues_and_vectors() {
        let wide = random(N * 2 * N, 5);
        let matrix = square(&wide, N);
        let mut values = matrix.clone();
        let mut vectors = vec![0.0; N * N];
        vectors.iter_mut().step_by(N + 1).for_each(|x| *x = 1.0);
        diagonalise(&mut values, N, 0.0, Some(&mut vectors));
        // V Λ Vᵀ is the matrix, V Vᵀ the identity.
        let mut scaled = vec![0.0; N * N];
        product(&vectors, &values, N, N, &mut scaled);
        let mut again = vec![0.0; N * N];
        product_transposed(&scaled, &vectors, N, &mut again);
        assert_close(&again, &matrix, "the matrix");
        let identity: Vec<f64> =
            (0..N * N).map(|i| f64::from(u8::from(i % (N + 1) == 0))).collect();
        assert_close(&square(&vectors, N), &identity, "vectors");
        let mut rough = matrix;
        diagonalise(&mut rough, N, 1e-28, None);
        let diagonal = |a: &[f64]| (0..N).map(|i| a[i * (N + 1)]).collect::<Vec<f64>>();
        assert_close(&diagonal(&rough), &diagonal(&values), "values");
    }

    #[test]
    fn what_is_not_positive_is_refused() {
        let mut indefinite = vec![1.0, 2.0, 2.0, 1.0];
        assert!(!cholesky(&mut indefinite.clone(), 2));
        assert!(!cholesky_semidefinite(&mut indefinite, 2));
        assert!(!cholesky(&mut [f64::NAN], 1));
        assert!(!cholesky_semidefinite(&mut [f64::NAN], 1));
        assert!(!downdate(&mut [1.0], 1, &mut [2.0]));
    }

    #[test]
    fn directions_without_variance_get_columns_of_zeros() {
        // Rank one: (1, 2, 0).
        let singular = [1.0, 2.0, 0.0, 2.0, 4.0, 0.0, 0.0, 0.0, 0.0];
        let mut factored = singular;
        assert!(cholesky_semidefinite(&mut factored, 3));
        assert_close(&square(&factored, 3), &singular, "a singular matrix");
        assert_eq!(factored[4], 0.0);
    }

    #[test]
    fn solutions_solve() {
        let a = square(&random(N * N, 3), N);
        let mut l = a.clone();
        assert!(cholesky(&mut l, N));
        let b = random(N * 4, 4);
        let mut x = b.clone();
        solve_rows(&l, N, &mut x);
        let mut back = vec![0.0; N * 4];
        product(&a, &x, N, 4, &mut back);
        back.iter().zip(&b).for_each(|(a, b)| assert!((a - b).abs() < 1e-9, "{a} {b}"));
    }
}
