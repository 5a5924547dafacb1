//! The planar arm of Urrea & Saa 2020 by the default solver.

use crate::support::{chain, configuration, planar_boundary_distance, planar_reaches, random};
use armlab_engine::kinematics::inverse::{Dls, Problem, Solver, Task};
use rand::RngExt;

#[test]
fn all_of_1000_reachable_targets_are_met_to_a_nanometre_from_home_in_10_iterations() {
    let (chain, mut random) = (chain("planar6"), random(1));
    let mut dls = Dls::default();
    let home = chain.home();
    let mut iterations = Vec::new();
    for row in 0..1000 {
        let target = chain.pose(&configuration(&chain, &mut random));
        let problem = Problem::new(&chain, Task::PLANAR, target).unwrap().random(0, row);
        let solution = dls.solve(&problem, &home).unwrap();
        assert!(solution.reachable && solution.error.position <= 1e-9, "{row}: {solution:?}");
        assert!(chain.within_limits(&solution.q));
        let again = chain.pose(&solution.q).translation - target.translation;
        assert!(again.norm() <= 1e-9, "the claim is true by forward kinematics");
        iterations.push(solution.iterations);
    }
    iterations.sort();
    assert!(iterations[500] <= 10, "median {}", iterations[500]);
}

#[test]
fn all_of_300_unreachable_targets_end_within_a_millimetre_of_the_nearest_point() {
    let (chain, mut random) = (chain("planar6"), random(5));
    let mut dls = Dls::default();
    let home = chain.home();
    let (mut row, mut worst) = (0, 0.0_f64);
    while row < 300 {
        let [x, y] = [random.random_range(-0.8..0.8), random.random_range(-0.8..0.8)];
        if planar_reaches(x, y) {
            continue;
        }
        let problem = Problem::from_numbers(&chain, &[x, y]).unwrap().random(0, row);
        let solution = dls.solve(&problem, &home).unwrap();
        assert!(!solution.reachable, "({x}, {y}) is outside");
        assert!(chain.within_limits(&solution.q));
        worst = worst.max(solution.error.position - planar_boundary_distance(x, y));
        row += 1;
    }
    assert!((-1e-9..1e-3).contains(&worst), "worst excess {} mm", 1e3 * worst);
}

#[test]
fn an_unreachable_target_names_the_limits_that_bind() {
    let chain = chain("planar6");
    let problem = Problem::from_numbers(&chain, &[0.9, 0.1]).unwrap();
    let solution = Dls::default().solve(&problem, &chain.home()).unwrap();
    let binding: Vec<_> = solution.binding.iter().map(|b| b.joint.as_str()).collect();
    assert_eq!(binding, ["d1", "d2", "d3"], "stretched: every slide is at its end");
    assert!((solution.error.position - (0.9_f64.hypot(0.1) - 0.6)).abs() < 1e-9);
    let reached = solution.pose.translation;
    assert!((reached.x.hypot(reached.y) - 0.6).abs() < 1e-9);
}

#[test]
fn the_papers_example_is_met() {
    let chain = chain("planar6");
    let problem = Problem::from_numbers(&chain, &[0.35, 0.15]).unwrap();
    let solution = Dls::default().solve(&problem, &chain.home()).unwrap();
    assert!(solution.reachable && solution.error.position < 1e-9);
    assert_eq!(solution.restarts, 0);
}

#[test]
fn a_history_shows_every_iteration_and_ends_at_the_solution() {
    let chain = chain("planar6");
    let problem = Problem::from_numbers(&chain, &[-0.2, 0.3]).unwrap().recorded();
    let solution = Dls::default().solve(&problem, &chain.home()).unwrap();
    let last = solution.history.last().unwrap();
    assert_eq!(last.evaluation, solution.evaluations);
    assert!(last.error.position <= 1e-9);
    let falls = solution
        .history
        .windows(2)
        .all(|w| w[0].start != w[1].start || w[1].error.position < w[0].error.position);
    assert!(falls, "each accepted step is nearer");
}

#[test]
fn the_same_problem_has_the_same_answer() {
    let chain = chain("planar6");
    let problem = Problem::from_numbers(&chain, &[-0.5, 0.3]).unwrap().random(7, 3);
    let mut used = Dls::default();
    for x in [0.1, 0.4, 0.55] {
        used.solve(&Problem::from_numbers(&chain, &[x, 0.2]).unwrap(), &chain.home()).unwrap();
    }
    let [a, b] =
        [&mut used, &mut Dls::default()].map(|s| s.solve(&problem, &chain.home()).unwrap());
    assert_eq!((a.q, a.evaluations), (b.q, b.evaluations));
}
