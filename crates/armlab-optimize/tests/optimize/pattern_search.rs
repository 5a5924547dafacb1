//! Claims about pattern search.

use armlab_dense::Matrix;
use armlab_optimize::{
    Bounds, Budget, Minimiser, PatternSearch, Problem, Stop, from_fn, unwatched,
};
use std::ops::ControlFlow;

/// A valley along (1, 1, …): curvature 1 along it, `stiff` across it.
fn valley(n: usize, stiff: f64) -> impl Fn(&[f64]) -> f64 + Sync {
    move |x: &[f64]| {
        let mean = x.iter().sum::<f64>() / n as f64;
        let across: f64 = x.iter().map(|x| (x - mean).powi(2)).sum();
        n as f64 * (mean - 1.0).powi(2) + stiff * across
    }
}

#[test]
fn a_bowl_is_descended_to_the_mesh_tolerance_with_either_poll() {
    for complete_poll in [false, true] {
        let bowl = from_fn(3, |x| x.iter().enumerate().map(|(k, x)| (x - k as f64).powi(2)).sum());
        let bounds = Bounds::cube(3, -10.0, 10.0);
        let problem = Problem { objective: &bowl, bounds: &bounds, start: Some(&[7.3, -4.1, 0.2]) };
        let method = PatternSearch { complete_poll, ..Default::default() };
        let found = method.minimise(&problem, &Budget::default(), &mut unwatched);
        assert_eq!(found.stop, Stop::Converged);
        assert!(found.x.iter().enumerate().all(|(k, x)| (x - k as f64).abs() < 1e-5), "{found:?}");
    }
}

#[test]
fn a_minimum_outside_the_box_is_met_on_its_face() {
    let bowl = from_fn(2, |x| (x[0] - 9.0).powi(2) + (x[1] + 2.0).powi(2));
    let bounds = Bounds::cube(2, -5.0, 5.0);
    let problem = Problem { objective: &bowl, bounds: &bounds, start: None };
    let found = PatternSearch::default().minimise(&problem, &Budget::default(), &mut unwatched);
    assert_eq!(found.x[0], 5.0);
    assert!((found.x[1] + 2.0).abs() < 1e-5);
}

#[test]
fn coordinates_crawl_along_a_correlated_valley_and_whitened_directions_do_not() {
    let n = 6;
    let objective = from_fn(n, valley(n, 1e4));
    let bounds = Bounds::cube(n, -10.0, 10.0);
    let start = [-3.1, -2.9, -3.0, -3.05, -2.95, -3.0];
    let problem = Problem { objective: &objective, bounds: &bounds, start: Some(&start) };
    let budget = Budget { evaluations: 4000, target: 1e-8, ..Default::default() };
    let plain = PatternSearch::default().minimise(&problem, &budget, &mut unwatched);
    // Singular vectors of the curvature, each divided by its singular value.
    let curvature = Matrix::from_fn(n, n, |i, j| {
        let common = 1.0 / n as f64;
        let identity = f64::from(u8::from(i == j));
        common + 1e2 * (identity - common)
    });
    let svd = curvature.svd().unwrap();
    let white = Matrix::from_fn(n, n, |i, j| svd.v.at(i, j) / svd.values[j]);
    let method = PatternSearch { directions: Some(white), ..Default::default() };
    let whitened = method.minimise(&problem, &budget, &mut unwatched);
    assert_eq!(whitened.stop, Stop::Target);
    assert!(whitened.evaluations < 1000, "{}", whitened.evaluations);
    assert_eq!(plain.stop, Stop::Evaluations);
    assert!(plain.value > 0.1, "{}", plain.value);
}

#[test]
fn scaling_by_powers_of_two_suits_unknowns_of_very_different_size() {
    let objective = from_fn(2, |x| (x[0] / 1e-6 - 3.0).powi(2) + (x[1] / 1e6 - 2.0).powi(2));
    let bounds = Bounds::none(2);
    let problem = Problem { objective: &objective, bounds: &bounds, start: Some(&[1e-6, 1e6]) };
    let budget = Budget { evaluations: 1000, ..Default::default() };
    let run = |scaled| {
        PatternSearch { scaled, ..Default::default() }.minimise(&problem, &budget, &mut unwatched)
    };
    assert!(run(true).value < 1e-10);
    assert!(run(false).value > 1e-3, "{}", run(false).value);
}

#[test]
fn budgets_targets_and_watchers_end_a_run_with_the_best_so_far() {
    let objective = from_fn(2, |x| x[0] * x[0] + x[1] * x[1]);
    let bounds = Bounds::cube(2, -10.0, 10.0);
    let problem = Problem { objective: &objective, bounds: &bounds, start: Some(&[8.0, 7.0]) };
    let method = PatternSearch::default();
    let few = Budget { evaluations: 10, ..Default::default() };
    let found = method.minimise(&problem, &few, &mut unwatched);
    assert_eq!((found.stop, found.evaluations), (Stop::Evaluations, 10));
    let once = Budget { iterations: 1, ..Default::default() };
    assert_eq!(method.minimise(&problem, &once, &mut unwatched).stop, Stop::Iterations);
    let enough = Budget { target: 20.0, ..Default::default() };
    let found = method.minimise(&problem, &enough, &mut unwatched);
    assert!(found.stop == Stop::Target && found.value <= 20.0);
    let mut seen = Vec::new();
    let found = method.minimise(&problem, &Budget::default(), &mut |step| {
        seen.push(step.value);
        if step.iteration == 5 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((found.stop, found.iterations, seen.len()), (Stop::Asked, 5, 5));
    assert!(seen.windows(2).all(|w| w[1] <= w[0]) && seen[4] == found.value);
    assert!(found.history.windows(2).all(|w| w[0].0 < w[1].0 && w[0].1 > w[1].1));
}
