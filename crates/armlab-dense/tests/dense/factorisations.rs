//! Claims about the factorisations and solves.

use armlab_dense::{
    Cholesky, Extended, LeastSquaresError, Matrix, NoConvergence, NotPositiveDefinite, Singular,
    Svd, covariance, inverse_upper, least_squares, norm, power_of_two, solve_lower,
    solve_lower_transposed, solve_upper, solve_upper_transposed,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

fn random(rows: usize, columns: usize, seed: u64) -> Matrix {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let data = (0..rows * columns).map(|_| rng.random_range(-1.0..1.0)).collect();
    Matrix::from_columns(rows, columns, data)
}

fn distance(a: &Matrix, b: &Matrix) -> f64 {
    a.as_slice().iter().zip(b.as_slice()).fold(0.0, |m, (x, y)| f64::max(m, (x - y).abs()))
}

#[test]
fn the_triangle_keeps_lengths_and_angles() {
    let a = random(7, 3, 1);
    let r = a.triangle();
    assert!(distance(&a.transposed().times(&a), &r.transposed().times(&r)) < 2e-15);
    assert_eq!((r.at(1, 0), r.at(2, 1)), (0.0, 0.0));
}

#[test]
fn singular_values_of_all_ones_are_right_also_where_the_rank_is_one() {
    let ones = Matrix::from_fn(3, 5, |_, _| 1.0);
    let values = ones.singular_values().unwrap();
    assert!((values[0] - 15_f64.sqrt()).abs() < 1e-14 && values[1..].iter().all(|v| *v < 1e-14));
}

#[test]
fn entries_that_are_not_finite_are_refused() {
    let nan = Matrix::from_fn(2, 2, |i, _| if i == 0 { f64::NAN } else { 1.0 });
    assert_eq!(nan.singular_values(), Err(NoConvergence));
    assert_eq!(nan.svd(), Err(NoConvergence));
    assert_eq!(nan.symmetric_eigen(), Err(NoConvergence));
    assert_eq!(least_squares(&nan, &[0.0; 2]), Err(LeastSquaresError::NotFinite));
}

#[test]
fn a_decomposition_multiplies_back_and_its_vectors_are_orthonormal() {
    let a = random(9, 5, 2);
    let svd = a.svd().unwrap();
    let scaled = Matrix::from_fn(9, 5, |i, j| svd.u.at(i, j) * svd.values[j]);
    assert!(distance(&scaled.times(&svd.v.transposed()), &a) < 3e-15);
    for m in [&svd.u, &svd.v] {
        assert!(distance(&m.transposed().times(m), &Matrix::identity(5)) < 2e-15);
    }
    assert!((svd.condition() / a.condition().unwrap() - 1.0).abs() < 1e-13);
}

#[test]
fn the_minimum_norm_solution_is_orthogonal_to_what_the_rows_do_not_see() {
    // Third column = first + second.
    let two = random(8, 2, 3);
    let a = Matrix::from_fn(
        8,
        3,
        |i, j| if j < 2 { two.at(i, j) } else { two.at(i, 0) + two.at(i, 1) },
    );
    let svd = a.svd().unwrap();
    let tolerance = Svd::rounding(8, 3);
    assert_eq!(svd.rank(tolerance), 2);
    let b = random(8, 1, 4);
    let x = svd.minimum_norm(b.as_slice(), tolerance);
    assert!((x[0] + x[1] - x[2]).abs() < 1e-15);
    let residual: Vec<f64> =
        a.times_vector(&x).iter().zip(b.as_slice()).map(|(p, b)| b - p).collect();
    assert!(a.transpose_times_vector(&residual).iter().all(|g| g.abs() < 3e-15));
}

#[test]
fn eigenvectors_of_a_symmetric_matrix_are_stretched_by_their_values() {
    let a = random(6, 6, 5);
    let a = Matrix::from_fn(6, 6, |i, j| a.at(i, j) + a.at(j, i));
    let eigen = a.symmetric_eigen().unwrap();
    assert!(eigen.values.windows(2).all(|w| w[0] <= w[1]));
    let stretched = Matrix::from_fn(6, 6, |i, j| eigen.vectors.at(i, j) * eigen.values[j]);
    assert!(distance(&a.times(&eigen.vectors), &stretched) < 5e-15);
}

#[test]
fn pivoting_orders_by_remaining_length_and_reveals_the_rank() {
    let two = random(20, 2, 6);
    let a = Matrix::from_fn(20, 4, |i, j| match j {
        0 | 1 => two.at(i, j),
        2 => 3.0 * two.at(i, 0),
        _ => two.at(i, 0) - two.at(i, 1),
    });
    let qr = a.pivoted_qr();
    assert_eq!(qr.order[0], 2);
    assert_eq!(qr.rank(1e-12), 2);
    let permuted = Matrix::from_fn(20, 4, |i, j| a.at(i, qr.order[j]));
    assert!(distance(&qr.q.times(&qr.r), &permuted) < 5e-15);
}

#[test]
fn a_cholesky_factor_multiplies_back_solves_and_names_the_first_bad_row() {
    for n in [1, 5, 84] {
        let r = random(n + 3, n, 7);
        let a = r.transposed().times(&r);
        let factor = Cholesky::new(&a).unwrap();
        let l = Matrix::from_fn(n, n, |i, j| if i >= j { factor.lower().at(i, j) } else { 0.0 });
        assert!(distance(&l.times(&l.transposed()), &a) < 1e-13);
        let x: Vec<f64> = (0..n).map(|k| k as f64 - 2.5).collect();
        let mut b = a.times_vector(&x);
        factor.solve(&mut b);
        let error = b.iter().zip(&x).fold(0.0, |m: f64, (p, q)| m.max((p - q).abs()));
        assert!(error < 1e-9, "{n}: {error}");
    }
    let bad = Matrix::from_fn(40, 40, |i, j| match (i, j) {
        (17, 17) => -1.0,
        _ if i == j => 2.0,
        _ => 0.0,
    });
    assert_eq!(Cholesky::new(&bad).err(), Some(NotPositiveDefinite { row: 17 }));
    let four = Matrix::from_fn(2, 2, |i, j| if i == j { 4.0 } else { 0.0 });
    assert!((Cholesky::new(&four).unwrap().log_determinant() - 16_f64.ln()).abs() < 1e-15);
}

#[test]
fn triangles_solve_from_both_sides_and_name_the_missing_pivot() {
    let r = Matrix::from_fn(6, 6, |i, j| {
        if i == j {
            2.0
        } else if i < j {
            (i + 2 * j) as f64 * 0.1
        } else {
            0.0
        }
    });
    let x: Vec<f64> = (0..6).map(|k| 1.0 + k as f64).collect();
    let l = r.transposed();
    let check =
        |b: Vec<f64>, solve: fn(&Matrix, &mut [f64]) -> Result<(), Singular>, m: &Matrix| {
            let mut b = b;
            solve(m, &mut b).unwrap();
            assert!(b.iter().zip(&x).all(|(p, q)| (p - q).abs() < 1e-14));
        };
    check(r.times_vector(&x), solve_upper, &r);
    check(l.times_vector(&x), solve_upper_transposed, &r);
    check(l.times_vector(&x), solve_lower, &l);
    check(r.times_vector(&x), solve_lower_transposed, &l);
    let inverse = inverse_upper(&r).unwrap();
    assert!(distance(&inverse.times(&r), &Matrix::identity(6)) < 1e-15);
    let spread = covariance(&r, 4.0).unwrap();
    let identity = Matrix::from_fn(6, 6, |i, j| if i == j { 4.0 } else { 0.0 });
    assert!(distance(&spread.times(&l.times(&r)), &identity) < 1e-13);
    let mut hole = r.clone();
    hole.set(3, 3, 0.0);
    assert_eq!(solve_upper(&hole, &mut [1.0; 6]), Err(Singular { column: 3 }));
}

#[test]
fn extended_sums_keep_what_cancels() {
    let mut sum = Extended::new(3.0);
    sum.add_product(1.0 + f64::EPSILON, 1.0 - f64::EPSILON);
    sum.add(-4.0);
    assert_eq!(sum.value(), -f64::EPSILON * f64::EPSILON);
}

#[test]
fn refinement_reaches_full_precision_at_a_condition_of_1e10() {
    // Powers of small integers: entries, right-hand side and solution are exact.
    let a = Matrix::from_fn(12, 8, |i, j| ((i + 1) as f64).powi(j as i32));
    let b = a.times_vector(&[1.0; 8]);
    let fit = least_squares(&a, &b).unwrap();
    assert!(fit.condition > 1e9);
    assert!(fit.x.iter().all(|x| (x - 1.0).abs() < 1e-14), "{:?}", fit.x);
}

#[test]
fn scales_are_exact_and_shapes_are_checked() {
    assert_eq!((power_of_two(5.0), power_of_two(0.1), power_of_two(0.0)), (0.25, 16.0, 1.0));
    assert!(matches!(
        least_squares(&Matrix::zeros(1, 2), &[0.0]),
        Err(LeastSquaresError::TooFewRows { rows: 1, unknowns: 2 })
    ));
    let twice = Matrix::from_fn(3, 2, |i, _| i as f64);
    let dependent = least_squares(&twice, &[1.0, 0.0, 2.0]);
    // Rounding may leave a tiny pivot instead of none; then the condition tells.
    assert!(dependent.map_or(true, |fit| fit.scaled_condition > 1e15));
    assert!((norm(&[3e200, 4e200]) / 5e200 - 1.0).abs() < 3e-16);
}
