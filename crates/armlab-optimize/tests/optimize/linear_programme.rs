//! Claims about small linear programmes.

use armlab_dense::{Matrix, dot};
use armlab_optimize::{LinearProgrammeError, Polyhedron};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A box as rows.
fn cube(k: usize, low: f64, high: f64) -> Polyhedron {
    Polyhedron { rows: Matrix::identity(k), lower: vec![low; k], upper: vec![high; k] }
}

#[test]
fn a_box_has_its_optimum_in_a_corner() {
    let found = cube(3, -1.0, 2.0).minimise(&[1.0, -1.0, 2.0]).unwrap();
    assert_eq!(found.z, [-1.0, 2.0, -1.0]);
    assert_eq!(found.value, -5.0);
}

#[test]
fn a_textbook_programme_has_its_known_optimum() {
    // Maximise 3x + 5y, x ≤ 4, 2y ≤ 12, 3x + 2y ≤ 18, x, y ≥ 0: 36 at (2, 6).
    let rows = [[1.0, 0.0], [0.0, 2.0], [3.0, 2.0]];
    let programme = Polyhedron {
        rows: Matrix::from_fn(3, 2, |i, j| rows[i][j]),
        lower: vec![0.0, 0.0, f64::NEG_INFINITY],
        upper: vec![4.0, 12.0, 18.0],
    };
    let found = programme.minimise(&[-3.0, -5.0]).unwrap();
    assert!((found.value + 36.0).abs() < 1e-12, "{found:?}");
    assert!((found.z[0] - 2.0).abs() < 1e-12 && (found.z[1] - 6.0).abs() < 1e-12);
}

#[test]
fn optima_satisfy_their_optimality_conditions() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for case in 0..100 {
        let (k, m) = (1 + case % 8, 12 + case);
        let mut number = || rng.random_range(-1.0..1.0);
        let rows = Matrix::from_columns(m, k, (0..m * k).map(|_| number()).collect());
        let programme =
            Polyhedron { rows: rows.clone(), lower: vec![-1.0; m], upper: vec![0.7; m] };
        let c: Vec<f64> = (0..k).map(|_| number()).collect();
        let found = programme.minimise(&c).unwrap();
        let values = rows.times_vector(&found.z);
        assert!(values.iter().all(|v| *v >= -1.0 - 1e-10 && *v <= 0.7 + 1e-10), "case {case}");
        let mut sum = vec![0.0; k];
        for (row, multiplier) in &found.active {
            let limit = if *multiplier > 0.0 { -1.0 } else { 0.7 };
            assert!((values[*row] - limit).abs() < 1e-10, "case {case}: complementary");
            for (j, s) in sum.iter_mut().enumerate() {
                *s += multiplier * rows.at(*row, j);
            }
        }
        assert!(sum.iter().zip(&c).all(|(s, c)| (s - c).abs() < 1e-10), "case {case}");
    }
}

#[test]
fn equations_are_kept_and_intervals_are_exact() {
    // x + y + z = 3 in the unit-to-two box: each lies between 0 and 2, but here
    // bounds are [0, 2], so x in [0, 2]; with y, z ≤ 0.75 it must be ≥ 1.5.
    let rows =
        [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0], [1.0, 1.0, 1.0], [2.0, 2.0, 2.0]];
    let programme = Polyhedron {
        rows: Matrix::from_fn(5, 3, |i, j| rows[i][j]),
        lower: vec![0.0, 0.0, 0.0, 3.0, 6.0],
        upper: vec![2.0, 0.75, 0.75, 3.0, 6.0],
    };
    let (low, high) = programme.interval(&[1.0, 0.0, 0.0]).unwrap();
    assert!((low - 1.5).abs() < 1e-9 && (high - 2.0).abs() < 1e-9, "{low} {high}");
}

#[test]
fn unseen_directions_within_bounds_have_their_known_intervals() {
    // Values 10 and 4 of which only the sum is known, bounds [8, 12] and [3, 5]:
    // x = (10, 4) + z (1, −1): z between −1 and 1.
    let programme = Polyhedron {
        rows: Matrix::from_columns(2, 1, vec![1.0, -1.0]),
        lower: vec![8.0 - 10.0, 3.0 - 4.0],
        upper: vec![12.0 - 10.0, 5.0 - 4.0],
    };
    assert_eq!(programme.interval(&[1.0]).unwrap(), (-1.0, 1.0));
}

#[test]
fn contradictions_open_ends_and_bad_limits_are_told_apart() {
    let mut twice = cube(1, 0.0, 1.0);
    twice.rows = Matrix::from_columns(2, 1, vec![1.0, 1.0]);
    (twice.lower, twice.upper) = (vec![0.0, 2.0], vec![1.0, 3.0]);
    let error = twice.minimise(&[1.0]).unwrap_err();
    let LinearProgrammeError::Infeasible { by, .. } = error else { panic!("{error}") };
    assert!((by - 0.5).abs() < 1e-9);
    let open = cube(2, 0.0, f64::INFINITY);
    assert_eq!(open.minimise(&[-1.0, 0.0]), Err(LinearProgrammeError::Unbounded));
    assert!(open.minimise(&[1.0, 0.0]).is_ok());
    let reversed = cube(1, 2.0, 1.0);
    assert_eq!(reversed.minimise(&[1.0]), Err(LinearProgrammeError::Input { row: 0 }));
}

#[test]
fn degenerate_corners_do_not_cycle() {
    // Many rows through one corner.
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    for _ in 0..50 {
        let (k, m) = (4, 40);
        let numbers: Vec<f64> =
            (0..m * k).map(|_| f64::from(rng.random_range(-2_i32..3))).collect();
        let rows = Matrix::from_columns(m, k, numbers);
        let mut lower = vec![f64::NEG_INFINITY; m];
        let mut upper = vec![0.0; m];
        // A box keeps it bounded.
        let all = Matrix::from_fn(m + k, k, |i, j| {
            if i < m { rows.at(i, j) } else { f64::from(u8::from(i - m == j)) }
        });
        lower.extend([-1.0; 4]);
        upper.extend([1.0; 4]);
        let c: Vec<f64> = (0..k).map(|_| f64::from(rng.random_range(-3_i32..4))).collect();
        let found = Polyhedron { rows: all, lower, upper }.minimise(&c).unwrap();
        assert!(found.value <= 1e-12 && (found.value - dot(&c, &found.z)).abs() < 1e-12);
    }
}

#[test]
fn nearly_parallel_rows_give_the_known_optimum() {
    // max y under x ± ε y ≤ 1: the corner is (1, 0) for y ≥ 0 without further limits,
    // and with x ≥ 1 − δ it is y = δ/ε, however small ε is.
    for epsilon in [1e-2, 1e-4, 1e-6] {
        let delta = 0.5 * epsilon;
        let programme = Polyhedron {
            rows: Matrix::from_columns(3, 2, vec![1.0, 1.0, 1.0, epsilon, -epsilon, 0.0]),
            lower: vec![f64::NEG_INFINITY, f64::NEG_INFINITY, 1.0 - delta],
            upper: vec![1.0, 1.0, f64::INFINITY],
        };
        let (low, high) = programme.interval(&[0.0, 1.0]).unwrap();
        assert!((low + 0.5).abs() < 1e-7 && (high - 0.5).abs() < 1e-7, "{epsilon}: {low} {high}");
    }
}

#[test]
fn many_programmes_of_mixed_size_satisfy_optimality_without_help() {
    // Rows of six orders of magnitude, a third of them nearly parallel to others: the
    // optimum is proved by its multipliers alone.
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    for case in 0..300 {
        let (k, m) = (2 + case % 30, 40 + case % 50);
        let mut rows = Matrix::zeros(m, k);
        let size = |rng: &mut ChaCha8Rng| 10_f64.powf(rng.random_range(-3.0..3.0));
        for i in 0..m {
            let scale = size(&mut rng);
            for j in 0..k {
                let entry = if i % 3 == 2 {
                    rows.at(i - 1, j) * (1.0 + 1e-7 * rng.random_range(-1.0..1.0))
                } else {
                    scale * rng.random_range(-1.0..1.0)
                };
                rows.set(i, j, entry);
            }
        }
        let length = |i: usize| (0..k).map(|j| rows.at(i, j).powi(2)).sum::<f64>().sqrt();
        let lower: Vec<f64> = (0..m).map(|i| -length(i)).collect();
        let upper: Vec<f64> = (0..m).map(|i| 0.3 * length(i)).collect();
        let c: Vec<f64> = (0..k).map(|_| rng.random_range(-1.0..1.0)).collect();
        let programme = Polyhedron { rows: rows.clone(), lower, upper };
        let found = programme.minimise(&c).unwrap();
        let values = rows.times_vector(&found.z);
        let mut bound = 0.0;
        let mut sum = vec![0.0; k];
        for (row, multiplier) in &found.active {
            let limit = if *multiplier > 0.0 { -1.0 } else { 0.3 };
            bound += multiplier * limit * length(*row);
            (0..k).for_each(|j| sum[j] += multiplier * rows.at(*row, j));
        }
        for (i, v) in values.iter().enumerate() {
            let relative = v / length(i);
            assert!((-1.0 - 1e-7..=0.3 + 1e-7).contains(&relative), "case {case}: {relative}");
        }
        let missed = sum.iter().zip(&c).map(|(s, c)| (s - c).abs()).fold(0.0, f64::max);
        let gap = (found.value - bound).abs() / (1.0 + found.value.abs());
        assert!(missed < 1e-7 && gap < 1e-7, "case {case}: {missed:.1e} {gap:.1e}");
    }
}

#[test]
fn rows_that_are_equal_but_for_rounding_hold_the_same_optimum() {
    // As ranges of parameters have them: two parameters that show in one combination, and an
    // objective along a row.
    for seed in 0..300 {
        let mut random = ChaCha8Rng::seed_from_u64(seed);
        let (k, m) = (4, 9);
        let entries: Vec<f64> = (0..k * m).map(|_| random.random_range(-1.0..1.0)).collect();
        let shaken: Vec<f64> =
            entries.iter().map(|x| x + 1e-12 * random.random_range(-1.0..1.0)).collect();
        let (lower, upper): (Vec<f64>, Vec<f64>) = (0..m)
            .map(|_| (-random.random_range(0.05..1.0), random.random_range(0.05..1.0)))
            .unzip();
        let plain = Polyhedron {
            rows: Matrix::from_fn(m, k, |i, j| entries[i * k + j]),
            lower: lower.clone(),
            upper: upper.clone(),
        };
        let twice = Polyhedron {
            rows: Matrix::from_fn(2 * m, k, |i, j| {
                if i < m { entries[i * k + j] } else { shaken[(i - m) * k + j] }
            }),
            lower: [lower.clone(), lower].concat(),
            upper: [upper.clone(), upper].concat(),
        };
        let c = &entries[..k];
        let (expected, found) = (plain.minimise(c).unwrap(), twice.minimise(c));
        let found = found.unwrap_or_else(|error| panic!("seed {seed}: {error}"));
        assert!((found.value - expected.value).abs() < 1e-9, "seed {seed}");
    }
}
