//! Claims about bounded linear, nonlinear and separable least squares.

use armlab_dense::{Matrix, norm};
use armlab_optimize::{
    Bounds, Budget, Loss, NonlinearLeastSquares, Residuals, Separable, Side, Slopes, Stop,
    VariableProjection, bounded_least_squares, unwatched,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

#[test]
fn bounded_linear_solutions_satisfy_their_optimality_conditions() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for case in 0..200 {
        let n = 1 + case % 12;
        let rows = if case % 3 == 0 { n } else { 5 * n + 10 };
        let a = Matrix::from_columns(
            rows,
            n,
            (0..rows * n).map(|_| rng.random_range(-1.0..1.0)).collect(),
        );
        let b: Vec<f64> = (0..rows).map(|_| rng.random_range(-1.0..1.0)).collect();
        let bounds = Bounds::cube(n, -0.1, 0.1);
        let solution = bounded_least_squares(&a, &b, &bounds);
        assert!(bounds.contains(&solution.x), "case {case}");
        let residual: Vec<f64> =
            a.times_vector(&solution.x).iter().zip(&b).map(|(p, b)| b - p).collect();
        for (k, w) in a.transpose_times_vector(&residual).iter().enumerate() {
            match solution.active[k] {
                None => assert!(w.abs() < 1e-12 * rows as f64, "case {case}: {w}"),
                Some(Side::Lower) => assert!(*w <= 1e-12 && solution.x[k] == -0.1, "case {case}"),
                Some(Side::Upper) => assert!(*w >= -1e-12 && solution.x[k] == 0.1, "case {case}"),
            }
        }
    }
}

/// `10(y − x²)`, `1 − x`
struct Rosenbrock {
    exact: bool,
}

impl Residuals for Rosenbrock {
    fn unknowns(&self) -> usize {
        2
    }
    fn rows(&self) -> usize {
        2
    }
    fn residuals(&self, x: &[f64], out: &mut [f64]) {
        (out[0], out[1]) = (10.0 * (x[1] - x[0] * x[0]), 1.0 - x[0]);
    }
    fn jacobian(&self, x: &[f64], out: &mut Matrix) -> bool {
        out.as_mut_slice().copy_from_slice(&[-20.0 * x[0], -1.0, 10.0, 0.0]);
        self.exact
    }
}

#[test]
fn the_banana_valley_is_followed_with_and_without_derivatives() {
    for exact in [true, false] {
        let fit = NonlinearLeastSquares::default().minimise(
            &Rosenbrock { exact },
            &Bounds::none(2),
            &[-1.2, 1.0],
            &Budget::default(),
            &mut unwatched,
        );
        assert_eq!(fit.outcome.stop, Stop::Converged);
        assert!(fit.outcome.x.iter().all(|x| (x - 1.0).abs() < 1e-9), "{:?}", fit.outcome);
        assert!(fit.outcome.iterations < 40, "{}", fit.outcome.iterations);
    }
}

#[test]
fn a_bound_in_the_valley_holds_the_solution_and_is_reported() {
    let bounds = Bounds::new(vec![-2.0, -2.0], vec![0.5, 2.0]).unwrap();
    let fit = NonlinearLeastSquares::default().minimise(
        &Rosenbrock { exact: true },
        &bounds,
        &[-1.2, 1.0],
        &Budget::default(),
        &mut unwatched,
    );
    assert_eq!(fit.outcome.x[0], 0.5);
    assert!((fit.outcome.x[1] - 0.25).abs() < 1e-9);
    assert_eq!(fit.active, [Some(Side::Upper), None]);
    assert!((fit.outcome.value - 0.125).abs() < 1e-12);
    assert_eq!(fit.covariance.at(0, 0), 0.0);
}

/// NIST's nonlinear set Misra1a, `b₁(1 − exp(−b₂ x))` (public domain).
struct Misra;

const X: [f64; 14] = [
    77.6, 114.9, 141.1, 190.8, 239.9, 289.0, 332.8, 378.4, 434.8, 477.3, 536.8, 593.1, 689.1, 760.0,
];
const Y: [f64; 14] = [
    10.07, 14.73, 17.94, 23.93, 29.61, 35.18, 40.02, 44.82, 50.76, 55.05, 61.01, 66.40, 75.47,
    81.78,
];
const CERTIFIED: [f64; 2] = [2.3894212918e2, 5.5015643181e-4];
const CERTIFIED_DEVIATIONS: [f64; 2] = [2.7070075241, 7.2668688436e-6];

impl Residuals for Misra {
    fn unknowns(&self) -> usize {
        2
    }
    fn rows(&self) -> usize {
        14
    }
    fn residuals(&self, b: &[f64], out: &mut [f64]) {
        for i in 0..14 {
            out[i] = b[0] * (1.0 - (-b[1] * X[i]).exp()) - Y[i];
        }
    }
}

impl Separable for Misra {
    fn nonlinear(&self) -> usize {
        1
    }
    fn coefficients(&self) -> usize {
        1
    }
    fn rows(&self) -> usize {
        14
    }
    fn basis(&self, alpha: &[f64], phi: &mut Matrix, target: &mut [f64]) {
        for i in 0..14 {
            phi.set(i, 0, 1.0 - (-alpha[0] * X[i]).exp());
        }
        target.copy_from_slice(&Y);
    }
}

#[test]
fn a_reference_fit_comes_out_with_its_standard_deviations() {
    let method = NonlinearLeastSquares { slopes: Slopes::Central, ..Default::default() };
    let budget = Budget::default();
    let fit = method.minimise(&Misra, &Bounds::none(2), &[500.0, 1e-4], &budget, &mut unwatched);
    for k in 0..2 {
        assert!((fit.outcome.x[k] / CERTIFIED[k] - 1.0).abs() < 1e-7, "{:?}", fit.outcome.x);
        let deviation = fit.covariance.at(k, k).sqrt();
        assert!((deviation / CERTIFIED_DEVIATIONS[k] - 1.0).abs() < 1e-5, "{deviation}");
    }
    assert!((2.0 * fit.outcome.value / 1.2455138894e-1 - 1.0).abs() < 1e-9);
    assert_eq!(fit.rank, 2);
}

#[test]
fn projecting_the_linear_coefficient_out_gives_the_same_fit_in_fewer_steps() {
    let method = NonlinearLeastSquares { slopes: Slopes::Central, ..Default::default() };
    let model = VariableProjection { model: &Misra, beliefs: Vec::new(), coefficient_bounds: None };
    let budget = Budget::default();
    let bounds = Bounds::cube(1, 1e-6, 1.0);
    let fit = model.minimise(&method, &bounds, &[1e-4], &budget, &mut unwatched);
    assert!((fit.fit.outcome.x[0] / CERTIFIED[1] - 1.0).abs() < 1e-6);
    assert!((fit.coefficients[0] / CERTIFIED[0] - 1.0).abs() < 1e-6);
    assert!((fit.covariance.at(1, 1).sqrt() / CERTIFIED_DEVIATIONS[0] - 1.0).abs() < 1e-4);
    assert!((fit.covariance.at(0, 0).sqrt() / CERTIFIED_DEVIATIONS[1] - 1.0).abs() < 1e-4);
    let joint = method.minimise(&Misra, &Bounds::none(2), &[500.0, 1e-4], &budget, &mut unwatched);
    assert!(fit.fit.outcome.iterations < joint.outcome.iterations);
}

/// Friction falling from `c₁ + c₃` to `c₁` with speed, and viscous:
/// `c₁ sgn v + c₂ v + c₃ sgn v exp(−(v/α)²)`.
struct Stribeck {
    speeds: Vec<f64>,
    efforts: Vec<f64>,
}

impl Stribeck {
    fn new(noise: f64) -> Self {
        let mut rng = ChaCha8Rng::seed_from_u64(2);
        let speeds: Vec<f64> = (0..400).map(|_| rng.random_range(-1.0..1.0)).collect();
        let effort = |v: &f64| {
            let fall = (-(v / 0.3_f64).powi(2)).exp();
            v.signum() * (0.15 + 0.12 * fall) + 0.8 * v + noise * rng.random_range(-1.0..1.0)
        };
        let efforts = speeds.iter().map(effort).collect();
        Self { speeds, efforts }
    }
}

impl Separable for Stribeck {
    fn nonlinear(&self) -> usize {
        1
    }
    fn coefficients(&self) -> usize {
        3
    }
    fn rows(&self) -> usize {
        self.speeds.len()
    }
    fn basis(&self, alpha: &[f64], phi: &mut Matrix, target: &mut [f64]) {
        for (i, v) in self.speeds.iter().enumerate() {
            phi.set(i, 0, v.signum());
            phi.set(i, 1, *v);
            phi.set(i, 2, v.signum() * (-(v / alpha[0]).powi(2)).exp());
        }
        target.copy_from_slice(&self.efforts);
    }
}

#[test]
fn a_falling_friction_curve_is_found_exactly_without_noise() {
    let model = Stribeck::new(0.0);
    let separable =
        VariableProjection { model: &model, beliefs: Vec::new(), coefficient_bounds: None };
    let method = NonlinearLeastSquares::default();
    let bounds = Bounds::cube(1, 0.01, 2.0);
    let fit = separable.minimise(&method, &bounds, &[0.1], &Budget::default(), &mut unwatched);
    assert!((fit.fit.outcome.x[0] - 0.3).abs() < 1e-8, "{:?}", fit.fit.outcome);
    for (c, truth) in fit.coefficients.iter().zip([0.15, 0.8, 0.12]) {
        assert!((c - truth).abs() < 1e-8);
    }
}

#[test]
fn bounds_and_beliefs_on_coefficients_are_kept() {
    let model = Stribeck::new(0.02);
    let method = NonlinearLeastSquares::default();
    let bounds = Bounds::cube(1, 0.01, 2.0);
    let run = |separable: VariableProjection| {
        separable.minimise(&method, &bounds, &[1.0], &Budget::default(), &mut unwatched)
    };
    let tight = Bounds::cube(3, 0.0, 0.1);
    let fit = run(VariableProjection {
        model: &model,
        beliefs: Vec::new(),
        coefficient_bounds: Some(tight),
    });
    assert!(fit.coefficients.iter().all(|c| (0.0..=0.1).contains(c)));
    assert_eq!(fit.covariance.at(1, 1), 0.0, "a coefficient on its bound has no spread");
    let sure = vec![(1, 0.5, 1e-9)];
    let fit = run(VariableProjection { model: &model, beliefs: sure, coefficient_bounds: None });
    assert!((fit.coefficients[1] - 0.5).abs() < 1e-9);
}

/// A line through points of which every tenth is far off.
struct Line;

impl Line {
    fn y(i: usize) -> f64 {
        let t = i as f64 / 50.0;
        2.0 + 3.0 * t
            + 0.01 * (i as f64 * 1.7).sin()
            + if i.is_multiple_of(10) { 25.0 } else { 0.0 }
    }
}

impl Residuals for Line {
    fn unknowns(&self) -> usize {
        2
    }
    fn rows(&self) -> usize {
        100
    }
    fn residuals(&self, x: &[f64], out: &mut [f64]) {
        for i in 0..100 {
            out[i] = x[0] + x[1] * (i as f64 / 50.0) - Line::y(i);
        }
    }
}

#[test]
fn robust_losses_shrug_off_outliers_that_drag_plain_squares_away() {
    let error = |loss| {
        let method = NonlinearLeastSquares { loss, ..Default::default() };
        let start = [0.0, 0.0];
        let fit =
            method.minimise(&Line, &Bounds::none(2), &start, &Budget::default(), &mut unwatched);
        (fit.outcome.x[0] - 2.0).abs().max((fit.outcome.x[1] - 3.0).abs())
    };
    assert!(error(Loss::Squares) > 1.0);
    assert!(error(Loss::Huber(0.02)) < 0.01, "{}", error(Loss::Huber(0.02)));
    assert!(error(Loss::Soft(0.02)) < 0.01, "{}", error(Loss::Soft(0.02)));
    assert!(error(Loss::Cauchy(0.02)) < 0.002, "{}", error(Loss::Cauchy(0.02)));
}

/// Only the sum of the unknowns matters.
struct Blind;

impl Residuals for Blind {
    fn unknowns(&self) -> usize {
        2
    }
    fn rows(&self) -> usize {
        5
    }
    fn residuals(&self, x: &[f64], out: &mut [f64]) {
        for i in 0..5 {
            out[i] = (x[0] + x[1]) * i as f64 - 3.0 * i as f64 + 0.1 * (i as f64).cos();
        }
    }
}

#[test]
fn an_unseen_direction_is_left_alone_and_shows_in_the_rank() {
    let start = [5.0, 1.0];
    let fit = NonlinearLeastSquares::default().minimise(
        &Blind,
        &Bounds::none(2),
        &start,
        &Budget::default(),
        &mut unwatched,
    );
    assert_eq!(fit.rank, 1);
    assert!((fit.outcome.x[0] - fit.outcome.x[1] - 4.0).abs() < 1e-3, "{:?}", fit.outcome.x);
    assert!(norm(&fit.residuals) < 0.2);
}

#[test]
fn a_start_without_a_finite_cost_is_reported_instead_of_searched() {
    struct Bad;
    impl Residuals for Bad {
        fn unknowns(&self) -> usize {
            1
        }
        fn rows(&self) -> usize {
            1
        }
        fn residuals(&self, x: &[f64], out: &mut [f64]) {
            out[0] = x[0].ln();
        }
    }
    let fit = NonlinearLeastSquares::default().minimise(
        &Bad,
        &Bounds::none(1),
        &[-1.0],
        &Budget::default(),
        &mut unwatched,
    );
    assert_eq!(fit.outcome.stop, Stop::NotFinite);
}
