//! Claims about the streaming reductions, against the same matrix in one piece.

use armlab_dense::{
    Information, Matrix, Rows, RowsError, Triangle, Tsqr, dot, least_squares, solve_upper,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Columns of random numbers; row `i` is zero before column `first(i)`.
fn columns(rows: usize, width: usize, first: impl Fn(usize) -> usize) -> Vec<Vec<f64>> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    (0..width)
        .map(|j| {
            let mut number = |i| {
                let x = rng.random_range(-1.0..1.0);
                if j < first(i) { 0.0 } else { x }
            };
            (0..rows).map(&mut number).collect()
        })
        .collect()
}

fn slices(columns: &[Vec<f64>]) -> Vec<&[f64]> {
    columns.iter().map(Vec::as_slice).collect()
}

/// `‖RᵀR − AᵀA‖` entry by entry, relative to the columns' lengths.
fn worst_product_error(triangle: &Triangle, a: &[Vec<f64>]) -> f64 {
    let r = triangle.matrix();
    let mut worst = 0.0_f64;
    for i in 0..a.len() {
        for j in 0..a.len() {
            let scale = (dot(&a[i], &a[i]) * dot(&a[j], &a[j])).sqrt();
            worst = worst.max((dot(r.column(i), r.column(j)) - dot(&a[i], &a[j])).abs() / scale);
        }
    }
    worst
}

#[test]
fn a_streamed_triangle_has_the_products_of_the_columns_for_any_width_and_number_of_rows() {
    for (rows, width) in [(1, 1), (3, 5), (20, 8), (40, 9), (257, 17), (600, 85), (1000, 24)] {
        let a = columns(rows, width, |_| 0);
        let mut tsqr = Tsqr::new(width - 1, 1);
        tsqr.push_rows(&Rows::all(&slices(&a))).unwrap();
        let triangle = tsqr.finish();
        assert!(worst_product_error(&triangle, &a) < 5e-15, "{rows} x {width}");
        let r = triangle.matrix();
        assert!((0..width).all(|j| r.column(j)[j + 1..].iter().all(|x| *x == 0.0)));
        assert_eq!(triangle.rows(), rows as u64);
    }
}

#[test]
fn named_zeros_give_the_same_triangle_up_to_rounding() {
    let (samples, joints, width) = (300, 7, 85);
    let mut a = columns(samples * joints, width, |row| 10 * (row / samples));
    for column in &mut a[70..80] {
        (0..joints)
            .filter(|j| j % 2 == 1)
            .for_each(|j| column[j * samples..(j + 1) * samples].fill(0.0));
    }
    let columns = slices(&a);
    let mut structured = Tsqr::new(width - 1, 1);
    for joint in 0..joints {
        let rows = joint * samples..(joint + 1) * samples;
        // For every other joint there is a gap of zeros.
        let used = [10 * joint..70, if joint % 2 == 0 { 70..85 } else { 80..85 }];
        structured.push_rows(&Rows { columns: &columns, rows, used: &used, weight: 1.0 }).unwrap();
    }
    assert!(worst_product_error(&structured.finish(), &a) < 1e-14);
}

#[test]
fn a_triangle_spread_among_more_unknowns_is_that_of_rows_with_zeros() {
    let (rows, places, unknowns) = (100, [1, 2, 5, 9], 11);
    let a = columns(rows, places.len() + 2, |_| 0);
    let mut tsqr = Tsqr::new(places.len(), 2);
    tsqr.push_rows(&Rows::all(&slices(&a))).unwrap();
    let spread = tsqr.finish().spread(&places, unknowns);
    let mut with_zeros = vec![vec![0.0; rows]; unknowns + 2];
    for (place, column) in places.into_iter().chain([unknowns, unknowns + 1]).zip(&a) {
        with_zeros[place].clone_from(column);
    }
    let (r, nothing) = (spread.matrix(), vec![0.0; unknowns + 2]);
    for j in 0..unknowns + 2 {
        assert!(r.column(j)[j + 1..].iter().all(|x| *x == 0.0), "column {j}");
        let empty = with_zeros[j].iter().all(|x| *x == 0.0);
        assert_eq!(empty, r.column(j) == nothing, "column {j}");
        for i in 0..unknowns + 2 {
            let expected = dot(&with_zeros[i], &with_zeros[j]);
            let found = dot(r.column(i), r.column(j));
            assert!((found - expected).abs() < 1e-13 * rows as f64, "{i}, {j}");
        }
    }
    assert_eq!((spread.unknowns(), spread.rows()), (unknowns, rows as u64));
}

#[test]
fn how_rows_are_cut_into_calls_does_not_change_a_bit() {
    let a = columns(1000, 20, |_| 0);
    let columns = slices(&a);
    let mut whole = Tsqr::new(19, 1);
    whole.push_rows(&Rows::all(&columns)).unwrap();
    let mut cut = Tsqr::new(19, 1);
    for start in (0..1000).step_by(7) {
        let rows = start..(start + 7).min(1000);
        cut.push_rows(&Rows { columns: &columns, rows, used: &[], weight: 1.0 }).unwrap();
    }
    assert_eq!(whole.finish(), cut.finish());
}

/// Shards of a fixed number of rows, reduced by `threads` threads and merged in
/// the order of the rows.
fn by_shards(columns: &[&[f64]], threads: usize) -> Triangle {
    let rows = columns[0].len();
    let starts: Vec<usize> = (0..rows).step_by(300).collect();
    let mut shards: Vec<Option<Tsqr>> = vec![None; starts.len()];
    std::thread::scope(|scope| {
        let share = shards.len().div_ceil(threads);
        for (shards, starts) in shards.chunks_mut(share).zip(starts.chunks(share)) {
            scope.spawn(move || {
                for (shard, start) in shards.iter_mut().zip(starts) {
                    let mut tsqr = Tsqr::new(columns.len() - 1, 1);
                    let rows = *start..(start + 300).min(rows);
                    let rows = Rows { columns, rows, used: &[], weight: 1.0 };
                    tsqr.push_rows(&rows).unwrap();
                    *shard = Some(tsqr);
                }
            });
        }
    });
    let mut all = Tsqr::new(columns.len() - 1, 1);
    for shard in shards.iter().flatten() {
        all.merge(shard);
    }
    all.finish()
}

#[test]
fn merged_shards_do_not_depend_on_the_number_of_threads_and_equal_one_pass() {
    let a = columns(2500, 30, |_| 0);
    let columns = slices(&a);
    let one = by_shards(&columns, 1);
    assert_eq!(one, by_shards(&columns, 3));
    assert_eq!(one, by_shards(&columns, 9));
    assert!(worst_product_error(&one, &a) < 5e-15);
    assert_eq!(one.rows(), 2500);
}

#[test]
fn a_streamed_solution_and_its_residual_are_those_of_least_squares() {
    let a = columns(500, 13, |_| 0);
    let mut tsqr = Tsqr::new(12, 1);
    tsqr.push(&a.concat(), 500).unwrap();
    let triangle = tsqr.snapshot();
    let mut x = triangle.rhs(0).to_vec();
    solve_upper(&triangle.r(), &mut x).unwrap();
    let matrix = Matrix::from_fn(500, 12, |i, j| a[j][i]);
    let fit = least_squares(&matrix, &a[12]).unwrap();
    for (streamed, whole) in x.iter().zip(&fit.x) {
        assert!((streamed - whole).abs() < 1e-15);
    }
    let deviation = triangle.residual_norm(0) / (488_f64).sqrt();
    assert!((deviation / fit.residual_deviation - 1.0).abs() < 1e-14);
}

#[test]
fn weights_count_as_factors_of_rows() {
    let a = columns(64, 6, |_| 0);
    let heavy: Vec<Vec<f64>> = a.iter().map(|c| c.iter().map(|x| 0.25 * x).collect()).collect();
    let mut weighted = Tsqr::new(5, 1);
    weighted.push_rows(&Rows { weight: 0.25, ..Rows::all(&slices(&a)) }).unwrap();
    let mut scaled = Tsqr::new(5, 1);
    scaled.push_rows(&Rows::all(&slices(&heavy))).unwrap();
    assert_eq!(weighted.finish(), scaled.finish());
}

#[test]
fn summed_products_are_those_of_the_columns() {
    for (rows, width) in [(1, 1), (5, 2), (50, 4), (700, 85)] {
        let mut a = columns(rows, width, |i| if i < rows / 2 { 0 } else { width / 3 });
        let gap = width / 2..width / 2 + width / 4;
        a[gap.clone()].iter_mut().for_each(|column| column[rows / 2..].fill(0.0));
        let columns = slices(&a);
        let mut sums = Information::new(width, 0);
        let top = Rows { rows: 0..rows / 2, ..Rows::all(&columns) };
        let used = [width / 3..gap.start, gap.end..width];
        let bottom = Rows { rows: rows / 2..rows, used: &used, ..top.clone() };
        sums.push_rows(&top).unwrap();
        sums.push_rows(&bottom).unwrap();
        let gram = sums.matrix();
        for i in 0..width {
            for j in 0..width {
                let error = (gram.at(i, j) - dot(&a[i], &a[j])).abs();
                assert!(error < 1e-15 * rows as f64, "{rows} x {width} at {i}, {j}: {error}");
            }
        }
        let mut twice = sums.clone();
        twice.merge(&sums);
        assert_eq!(twice.matrix().at(0, 0), 2.0 * gram.at(0, 0));
    }
}

#[test]
fn a_triangle_keeps_what_normal_equations_lose() {
    // Two columns that differ by 1e-9: the difference is below the rounding of
    // their squares, yet the triangle has it to seven digits.
    let (n, step) = (1000, 1e-9);
    let mut a = columns(n, 2, |_| 0);
    let other = a[1].clone();
    a[1] = a[0].iter().zip(&other).map(|(x, y)| x + step * y).collect();
    let columns = slices(&a);
    let mut tsqr = Tsqr::new(2, 0);
    tsqr.push_rows(&Rows::all(&columns)).unwrap();
    let independent = {
        let along = dot(&a[0], &other) / dot(&a[0], &a[0]);
        let rest: Vec<f64> = other.iter().zip(&a[0]).map(|(y, x)| y - along * x).collect();
        step * dot(&rest, &rest).sqrt()
    };
    let pivot = tsqr.finish().r().at(1, 1).abs();
    assert!((pivot / independent - 1.0).abs() < 1e-6, "{pivot} {independent}");
    let mut sums = Information::new(2, 0);
    sums.push_rows(&Rows::all(&columns)).unwrap();
    let g = sums.matrix();
    let schur = g.at(1, 1) - g.at(0, 1) * g.at(0, 1) / g.at(0, 0);
    let lost = schur <= 0.0 || (schur.sqrt() / independent - 1.0).abs() > 0.1;
    assert!(lost, "the square keeps {schur}");
}

#[test]
fn rows_that_cannot_be_counted_are_refused_whole_and_located() {
    let mut a = columns(600, 3, |_| 0);
    a[2][500] = f64::NAN;
    let columns = slices(&a);
    let mut tsqr = Tsqr::new(2, 1);
    let error = tsqr.push_rows(&Rows::all(&columns)).unwrap_err();
    assert!(matches!(error, RowsError::Value { row: 500, column: 2, .. }), "{error}");
    assert!(error.to_string().contains("row 500, column 2"));
    assert_eq!(tsqr.rows(), 0);
    assert_eq!(tsqr.finish().matrix(), Matrix::zeros(3, 3));
    let mut tsqr = Tsqr::new(2, 1);
    assert!(matches!(
        tsqr.push_rows(&Rows::all(&columns[..2])),
        Err(RowsError::Columns { expected: 3, found: 2 })
    ));
    let late = Rows { rows: 0..601, ..Rows::all(&columns[..3]) };
    assert!(matches!(tsqr.push_rows(&late), Err(RowsError::Length { .. })));
    let wrong = Rows { used: &[0..2, 2..4], ..Rows::all(&columns[..3]) };
    assert!(matches!(tsqr.push_rows(&wrong), Err(RowsError::Used { .. })));
    let heavy = Rows { weight: f64::NAN, ..Rows::all(&columns[..3]) };
    assert!(matches!(tsqr.push_rows(&heavy), Err(RowsError::Weight(_))));
}
