//! Claims about the methods that use slopes.

use armlab_optimize::{
    AugmentedLagrangian, Bounds, Budget, Constrained, Differences, Objective, ProjectedBfgs,
    Smooth, Stop, from_fn, unwatched,
};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Rosenbrock's function in many dimensions.
struct Banana(usize);

impl Objective for Banana {
    fn dimension(&self) -> usize {
        self.0
    }
    fn value(&self, x: &[f64]) -> f64 {
        self.gradient(x, &mut vec![0.0; x.len()])
    }
}

impl Smooth for Banana {
    fn gradient(&self, x: &[f64], out: &mut [f64]) -> f64 {
        out.fill(0.0);
        let mut sum = 0.0;
        for k in 0..self.0 - 1 {
            let (a, b) = (x[k + 1] - x[k] * x[k], 1.0 - x[k]);
            sum += 100.0 * a * a + b * b;
            out[k] += -400.0 * a * x[k] - 2.0 * b;
            out[k + 1] += 200.0 * a;
        }
        sum
    }
}

#[test]
fn a_valley_in_thirty_dimensions_is_descended_to_its_end() {
    let start = vec![-0.5; 30];
    let method = ProjectedBfgs::default();
    let found =
        method.minimise(&Banana(30), &Bounds::none(30), &start, &Budget::default(), &mut unwatched);
    assert_eq!(found.stop, Stop::Converged);
    assert!(found.x.iter().all(|x| (x - 1.0).abs() < 1e-6), "{found:?}");
    assert!(found.iterations < 300, "{}", found.iterations);
}

#[test]
fn on_the_faces_of_a_box_the_gradient_pushes_outwards_and_elsewhere_it_is_zero() {
    let bounds = Bounds::cube(20, -0.5, 0.5);
    let start = vec![0.3; 20];
    let method = ProjectedBfgs::default();
    let found = method.minimise(&Banana(20), &bounds, &start, &Budget::default(), &mut unwatched);
    assert_eq!(found.stop, Stop::Converged);
    let mut slope = vec![0.0; 20];
    Banana(20).gradient(&found.x, &mut slope);
    for (x, g) in found.x.iter().zip(&slope) {
        let fine = match *x {
            0.5 => *g <= 0.0,
            -0.5 => *g >= 0.0,
            _ => g.abs() < 1e-7,
        };
        assert!(fine, "{x} {g}");
    }
    assert!(found.x.contains(&0.5), "the bound must matter for the claim");
}

#[test]
fn slopes_by_differences_serve_where_none_are_given() {
    let objective = from_fn(3, |x| (x[0] - 1.0).powi(4) + (x[1] - x[0]).powi(2) + x[2] * x[2]);
    let bounds = Bounds::none(3);
    let smooth = Differences { objective: &objective, bounds: &bounds };
    let start = [3.0, -2.0, 1.0];
    let method = ProjectedBfgs { tolerance: 1e-7 };
    let found = method.minimise(&smooth, &bounds, &start, &Budget::default(), &mut unwatched);
    assert!(found.value < 1e-8, "{found:?}");
}

/// Rosen and Suzuki's problem (Hock & Schittkowski 43): optimum −44 at
/// (0, 1, 2, −1), multipliers 1, 0, 2.
struct RosenSuzuki;

impl Objective for RosenSuzuki {
    fn dimension(&self) -> usize {
        4
    }
    fn value(&self, x: &[f64]) -> f64 {
        x[0] * x[0] + x[1] * x[1] + 2.0 * x[2] * x[2] + x[3] * x[3]
            - 5.0 * x[0]
            - 5.0 * x[1]
            - 21.0 * x[2]
            + 7.0 * x[3]
    }
}

impl Smooth for RosenSuzuki {
    fn gradient(&self, x: &[f64], out: &mut [f64]) -> f64 {
        out.copy_from_slice(&[
            2.0 * x[0] - 5.0,
            2.0 * x[1] - 5.0,
            4.0 * x[2] - 21.0,
            2.0 * x[3] + 7.0,
        ]);
        self.value(x)
    }
}

impl Constrained for RosenSuzuki {
    fn constraints(&self) -> usize {
        3
    }
    fn constraint_values(&self, x: &[f64], out: &mut [f64]) {
        let [a, b, c, d] = [x[0], x[1], x[2], x[3]];
        out[0] = a * a + b * b + c * c + d * d + a - b + c - d - 8.0;
        out[1] = a * a + 2.0 * b * b + c * c + 2.0 * d * d - a - d - 10.0;
        out[2] = 2.0 * a * a + b * b + c * c + 2.0 * a - b - d - 5.0;
    }
    fn add_constraint_slopes(&self, x: &[f64], w: &[f64], out: &mut [f64]) {
        let [a, b, c, d] = [x[0], x[1], x[2], x[3]];
        let slopes = [
            [2.0 * a + 1.0, 2.0 * b - 1.0, 2.0 * c + 1.0, 2.0 * d - 1.0],
            [2.0 * a - 1.0, 4.0 * b, 2.0 * c, 4.0 * d - 1.0],
            [4.0 * a + 2.0, 2.0 * b - 1.0, 2.0 * c, -1.0],
        ];
        for (w, slope) in w.iter().zip(&slopes) {
            for (o, s) in out.iter_mut().zip(slope) {
                *o += w * s;
            }
        }
    }
}

#[test]
fn a_textbook_problem_with_curved_constraints_has_its_optimum_and_multipliers() {
    let found = AugmentedLagrangian::default().minimise(
        &RosenSuzuki,
        &Bounds::cube(4, -10.0, 10.0),
        &[0.0; 4],
        &Budget::default(),
        &mut unwatched,
    );
    assert_eq!(found.outcome.stop, Stop::Converged, "{found:?}");
    assert!((found.outcome.value + 44.0).abs() < 1e-6, "{found:?}");
    for (x, truth) in found.outcome.x.iter().zip([0.0, 1.0, 2.0, -1.0]) {
        assert!((x - truth).abs() < 1e-5);
    }
    for (m, truth) in found.multipliers.iter().zip([1.0, 0.0, 2.0]) {
        assert!((m - truth).abs() < 1e-4, "{:?}", found.multipliers);
    }
    assert!(found.violation <= 1e-8);
}

/// A trajectory of sines whose size is maximised within limits at many instants:
/// `min −log det`-like of amplitudes, `|Σ a_k sin(k t_i)| ≤ 1`.
struct Amplitudes {
    n: usize,
    instants: usize,
    waves: Vec<f64>,
}

impl Amplitudes {
    fn new(n: usize, instants: usize) -> Self {
        let wave = |i: usize, k: usize| ((k + 1) as f64 * 2.0 * i as f64 / instants as f64).sin();
        let waves = (0..instants * n).map(|at| wave(at / n, at % n)).collect();
        Self { n, instants, waves }
    }
}

impl Objective for Amplitudes {
    fn dimension(&self) -> usize {
        self.n
    }
    fn value(&self, x: &[f64]) -> f64 {
        -x.iter().map(|a| (0.01 + a * a).ln()).sum::<f64>()
    }
}

impl Smooth for Amplitudes {
    fn gradient(&self, x: &[f64], out: &mut [f64]) -> f64 {
        for (o, a) in out.iter_mut().zip(x) {
            *o = -2.0 * a / (0.01 + a * a);
        }
        self.value(x)
    }
}

impl Constrained for Amplitudes {
    fn constraints(&self) -> usize {
        2 * self.instants
    }
    fn constraint_values(&self, x: &[f64], out: &mut [f64]) {
        for i in 0..self.instants {
            let wave = &self.waves[i * self.n..(i + 1) * self.n];
            let sum: f64 = wave.iter().zip(x).map(|(w, a)| w * a).sum();
            (out[2 * i], out[2 * i + 1]) = (sum - 1.0, -sum - 1.0);
        }
    }
    fn add_constraint_slopes(&self, _x: &[f64], w: &[f64], out: &mut [f64]) {
        for i in 0..self.instants {
            let weight = w[2 * i] - w[2 * i + 1];
            if weight != 0.0 {
                for (o, s) in out.iter_mut().zip(&self.waves[i * self.n..(i + 1) * self.n]) {
                    *o += weight * s;
                }
            }
        }
    }
}

#[test]
fn forty_unknowns_under_hundreds_of_limits_end_feasible_and_stationary() {
    let problem = Amplitudes::new(40, 200);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let start: Vec<f64> = (0..40).map(|_| rng.random_range(-0.5..0.5)).collect();
    let found = AugmentedLagrangian::default().minimise(
        &problem,
        &Bounds::cube(40, -2.0, 2.0),
        &start,
        &Budget::default(),
        &mut unwatched,
    );
    println!("{} evaluations, {} iterations", found.outcome.evaluations, found.outcome.iterations);
    assert_eq!(found.outcome.stop, Stop::Converged, "{found:?}");
    assert!(found.violation <= 1e-8, "{}", found.violation);
    assert!(found.stationarity <= 1e-6);
    let mut g = vec![0.0; 400];
    problem.constraint_values(&found.outcome.x, &mut g);
    for (g, m) in g.iter().zip(&found.multipliers) {
        assert!(*m >= 0.0 && (m * g).abs() < 1e-5, "complementarity: {m} {g}");
    }
    assert!(found.multipliers.iter().filter(|m| **m > 1e-6).count() >= 5);
}
