//! Recursive least squares against least squares over all rows at once.

use crate::scara::{assert_near, numbers, rows, vectors};
use armlab_dense::{Matrix, least_squares};
use armlab_online::{
    InitialCovariance, Rls, RlsSettings, RowLearner, SquareRootRls, SquareRootSettings,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Rows, targets, and the answer of an orthogonal factorisation of all of them.
struct Batch {
    unknowns: usize,
    rows: Vec<f64>,
    targets: Vec<f64>,
    x: Vec<f64>,
    covariance: Matrix,
}

/// Random rows whose columns span `decades` orders of size and lean on each other
/// by `lean` (0: not at all; near 1: almost the same direction).
fn batch(unknowns: usize, count: usize, decades: f64, lean: f64, seed: u64) -> Batch {
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut rows = Vec::with_capacity(count * unknowns);
    let mut targets = Vec::with_capacity(count);
    for _ in 0..count {
        let common = random.random_range(-1.0..1.0);
        for k in 0..unknowns {
            let size = 10f64.powf(decades * (k as f64 / (unknowns - 1) as f64 - 0.5));
            let own: f64 = random.random_range(-1.0..1.0);
            rows.push(size * (lean * common + (1.0 - lean) * own));
        }
        let row = &rows[rows.len() - unknowns..];
        let noise = 0.01 * random.random_range(-1.0..1.0);
        targets.push(row.iter().sum::<f64>() + noise);
    }
    let matrix = Matrix::from_fn(count, unknowns, |i, j| rows[i * unknowns + j]);
    let solution = least_squares(&matrix, &targets).unwrap();
    Batch { unknowns, rows, targets, x: solution.x, covariance: solution.covariance }
}

impl Batch {
    fn teach(&self, learner: &mut dyn RowLearner) {
        for (row, target) in self.rows.chunks_exact(self.unknowns).zip(&self.targets) {
            learner.learn(row, std::slice::from_ref(target)).unwrap();
        }
    }
    /// Largest error relative to the largest unknown.
    fn error(&self, learner: &dyn RowLearner) -> f64 {
        let largest = self.x.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let pairs = self.x.iter().zip(learner.estimate());
        pairs.fold(0.0_f64, |m, (a, b)| m.max((a - b).abs() / largest))
    }
}

fn square_root(unknowns: usize) -> SquareRootRls {
    SquareRootRls::new(unknowns, SquareRootSettings::default()).unwrap()
}

fn textbook(unknowns: usize, variance: f64) -> Rls {
    let covariance = InitialCovariance::Scalar(variance);
    Rls::new(unknowns, RlsSettings { covariance, ..Default::default() }).unwrap()
}

#[test]
fn the_square_root_form_ends_where_all_rows_at_once_do() {
    for (unknowns, seed) in [(4, 1), (64, 2), (90, 3)] {
        let batch = batch(unknowns, 1500, 0.0, 0.0, seed);
        let mut learner = square_root(unknowns);
        batch.teach(&mut learner);
        assert!(batch.error(&learner) < 1e-12, "{unknowns}: {:e}", batch.error(&learner));
        let mut covariance = vec![0.0; unknowns * unknowns];
        assert!(learner.covariance(&mut covariance));
        let mut variances = vec![0.0; unknowns];
        assert!(learner.variances(&mut variances));
        for i in 0..unknowns {
            let scale = batch.covariance.at(i, i);
            assert!((variances[i] / scale - 1.0).abs() < 1e-9);
            for j in 0..unknowns {
                let error = covariance[i * unknowns + j] - batch.covariance.at(i, j);
                assert!(error.abs() < 1e-9 * scale, "{i} {j}: {error:e} of {scale:e}");
                assert_eq!(covariance[i * unknowns + j], covariance[j * unknowns + i]);
            }
        }
    }
}

#[test]
fn ill_conditioned_rows_cost_the_textbook_its_digits_and_the_square_root_none() {
    // Columns over two orders that share all but a hundredth.
    let batch = batch(64, 2000, 2.0, 0.99, 4);
    let matrix = Matrix::from_fn(2000, 64, |i, j| batch.rows[i * 64 + j]);
    let condition = matrix.condition().unwrap();
    let mut root = square_root(64);
    batch.teach(&mut root);
    assert!(condition > 1e4 && condition < 1e5, "{condition:e}");
    assert!(batch.error(&root) < 1e-11, "{:e}", batch.error(&root));
    // A small first covariance pulls the estimate, a large one costs digits; none
    // does both well.
    let errors = [1e4, 1e6, 1e8, 1e10, 1e12].map(|variance| {
        let mut textbook = textbook(64, variance);
        batch.teach(&mut textbook);
        batch.error(&textbook)
    });
    assert!(errors.iter().all(|e| *e > 1e-6), "{errors:?}");
    assert!(errors[0] > errors[2] && errors[4] > errors[3], "{errors:?}");
}

#[test]
fn rows_that_are_almost_the_same_break_the_textbook_and_not_the_square_root() {
    // Columns over four orders that share all but a ten-thousandth: the covariance
    // has the square of the rows' condition number, which no number can hold.
    let batch = batch(64, 2000, 4.0, 0.9999, 4);
    let matrix = Matrix::from_fn(2000, 64, |i, j| batch.rows[i * 64 + j]);
    let condition = matrix.condition().unwrap();
    assert!(condition > 1e8, "{condition:e}");
    let mut root = square_root(64);
    batch.teach(&mut root);
    assert!(batch.error(&root) < 1e-9, "{:e}", batch.error(&root));
    let mut textbook = textbook(64, 1e12);
    let samples = batch.rows.chunks_exact(64).zip(&batch.targets);
    let end = samples.map(|(r, t)| textbook.learn(r, std::slice::from_ref(t)));
    let end = end.filter_map(Result::err).next().unwrap();
    assert!(end.reason.contains("no longer positive definite"), "{end}");
}

#[test]
fn the_textbook_form_is_the_regularised_batch() {
    // θ minimises Σ(y − φᵀθ)² + (θ − θ₀)ᵀP₀⁻¹(θ − θ₀), whose rows are the data and
    // those of a root of P₀⁻¹.
    let batch = batch(12, 300, 0.0, 0.3, 5);
    let start: Vec<f64> = (0..12).map(|k| 0.1 * k as f64).collect();
    let variances: Vec<f64> = (0..12).map(|k| 0.5 + k as f64).collect();
    let settings = RlsSettings {
        covariance: InitialCovariance::Diagonal(variances.clone()),
        start: Some(start.clone()),
        ..Default::default()
    };
    let mut textbook = Rls::new(12, settings).unwrap();
    let settings = SquareRootSettings {
        covariance: Some(InitialCovariance::Diagonal(variances.clone())),
        start: Some(start.clone()),
        ..Default::default()
    };
    let mut root = SquareRootRls::new(12, settings).unwrap();
    batch.teach(&mut textbook);
    batch.teach(&mut root);
    let matrix = Matrix::from_fn(312, 12, |i, j| match i.checked_sub(300) {
        None => batch.rows[i * 12 + j],
        Some(k) if k == j => 1.0 / variances[k].sqrt(),
        Some(_) => 0.0,
    });
    let prior = start.iter().zip(&variances).map(|(s, v)| s / v.sqrt());
    let targets: Vec<f64> = batch.targets.iter().copied().chain(prior).collect();
    let want = least_squares(&matrix, &targets).unwrap().x;
    assert_near(textbook.estimate(), &want, 1e-12);
    assert_near(root.estimate(), &want, 1e-13);
}

#[test]
fn a_full_covariance_means_the_same_to_both_forms() {
    let batch = batch(5, 40, 0.0, 0.2, 6);
    // A covariance that couples neighbours.
    let full: Vec<f64> = (0..25)
        .map(|at| match (at / 5_usize).abs_diff(at % 5) {
            0 => 2.0,
            1 => 0.7,
            _ => 0.0,
        })
        .collect();
    let covariance = InitialCovariance::Full(full);
    let mut textbook =
        Rls::new(5, RlsSettings { covariance: covariance.clone(), ..Default::default() }).unwrap();
    let settings = SquareRootSettings { covariance: Some(covariance), ..Default::default() };
    let mut root = SquareRootRls::new(5, settings).unwrap();
    batch.teach(&mut textbook);
    batch.teach(&mut root);
    assert_near(textbook.estimate(), root.estimate(), 1e-13);
    let (mut a, mut b) = (vec![0.0; 25], vec![0.0; 25]);
    assert!(textbook.covariance(&mut a) && root.covariance(&mut b));
    assert_near(&a, &b, 1e-16);
}

#[test]
fn least_squares_of_the_noisy_log_come_out_sample_by_sample() {
    let log = rows("scara_noisy.csv");
    let reference = &vectors()["ls_noisy"];
    let mut root = square_root(4);
    // P₀ pulls by θ/(P₀ΣΦ²) = 3e-9; a larger one would cost digits instead.
    let mut textbook = textbook(4, 1e6);
    for (row, target) in log.regressors.iter().zip(&log.targets) {
        root.learn(row, target).unwrap();
        textbook.learn(row, target).unwrap();
    }
    let want = numbers(&reference["estimate_lstsq"]);
    assert_near(root.estimate(), &want, 1e-13);
    assert_near(textbook.estimate(), &want, 5e-9);
    let mut variances = [0.0; 4];
    let deviations = numbers(&reference["std_errors"]);
    for learner in [&root as &dyn RowLearner, &textbook] {
        assert!(learner.variances(&mut variances));
        assert_near(&variances.map(f64::sqrt), &deviations, 1e-9);
    }
    let square = reference["residual_sum_squares"].as_f64().unwrap();
    assert!((root.residual_norm().powi(2) / square - 1.0).abs() < 1e-12);
}

#[test]
fn unknowns_that_no_row_has_shown_stay_at_their_start() {
    let settings = SquareRootSettings { start: Some(vec![7.0, 8.0, 9.0]), ..Default::default() };
    let mut root = SquareRootRls::new(3, settings).unwrap();
    root.learn(&[2.0, 0.0, 0.0], &[4.0]).unwrap();
    assert_eq!(root.estimate(), [2.0, 8.0, 9.0]);
    assert!(!root.variances(&mut [0.0; 3]), "nothing is known of two of them");
}

#[test]
fn rows_of_one_instant_are_worth_the_same_as_one_by_one() {
    let log = rows("scara_noisy.csv");
    let (mut together, mut apart) = (square_root(4), square_root(4));
    for (row, target) in log.regressors.iter().zip(&log.targets).take(50) {
        together.learn(row, target).unwrap();
        for (row, target) in row.chunks_exact(4).zip(target) {
            apart.learn(row, std::slice::from_ref(target)).unwrap();
        }
    }
    assert_eq!(together.estimate(), apart.estimate());
}
