//! Simulated annealing: the published form with its failures, and the mended one.

use crate::support::{chain, configuration, random};
use armlab_engine::kinematics::inverse::{
    Annealing, AnnealingPrinted, Factor, Problem, Solver, Task,
};

#[test]
fn mended_annealing_meets_every_target_to_a_millimetre_in_400_iterations_on_average() {
    // Ten sets of 1000 targets that no parameter was chosen on. The mean over
    // all is about 380; single sets range from 357 to 407, so one set alone
    // would say little.
    let chain = chain("planar6");
    let home = chain.home();
    let mut annealing = Annealing::default();
    let mut total = 0;
    for seed in 100..110 {
        let mut random = random(seed);
        for row in 0..1000 {
            let target = chain.pose(&configuration(&chain, &mut random));
            let problem = Problem::new(&chain, Task::PLANAR, target).unwrap().random(seed, row);
            let solution = annealing.solve(&problem, &home).unwrap();
            assert!(solution.reachable && solution.error.position <= 1e-3, "{seed} {row}");
            assert!(chain.within_limits(&solution.q));
            total += solution.iterations;
        }
    }
    let mean = total as f64 / 10_000.0;
    println!("mended annealing: mean {mean:.0} iterations");
    assert!(mean <= 400.0, "mean {mean}");
}

#[test]
fn the_papers_example_is_met_by_mended_annealing_with_every_seed() {
    let chain = chain("planar6");
    let mut annealing = Annealing::default();
    let mut total = 0;
    for seed in 0..300 {
        let problem = Problem::from_numbers(&chain, &[0.35, 0.15]).unwrap().random(seed, 0);
        let solution = annealing.solve(&problem, &chain.home()).unwrap();
        assert!(solution.reachable, "seed {seed}");
        total += solution.iterations;
    }
    assert!(total < 450 * 300, "the paper's 450 iterations, on average: {}", total / 300);
}

/// The published search from the given start, without its initial solution.
fn printed(environment: [f64; 3], factor: Factor) -> AnnealingPrinted {
    AnnealingPrinted { environment, factor, initial: 0, ..AnnealingPrinted::default() }
}

#[test]
fn printed_annealing_never_leaves_home() {
    let chain = chain("planar6");
    for factor in [Factor::Scalar, Factor::PerJoint] {
        let mut solver = printed([0.2, 0.1, 0.01], factor);
        let problem = Problem::from_numbers(&chain, &[0.35, 0.15]).unwrap();
        let solution = solver.solve(&problem, &chain.home()).unwrap();
        assert!(!solution.reachable);
        assert_eq!(solution.q, [0.0; 6], "zero times anything is zero");
        assert_eq!(solution.iterations, 450 * 148, "148 temperatures of 450 iterations in vain");
    }
}

#[test]
fn printed_annealing_keeps_the_sign_of_every_joint() {
    // Reached only with a negative angle, from positive angles: not at all.
    let chain = chain("planar6");
    let problem = Problem::from_numbers(&chain, &[0.2, -0.5]).unwrap();
    let mut solver = printed([0.09, 0.03, -0.2], Factor::PerJoint);
    let start = [0.3, 0.02, 0.4, 0.02, 0.5, 0.02];
    let solution = solver.solve(&problem, &start).unwrap();
    assert!(!solution.reachable);
    assert!(solution.q.iter().all(|q| *q > 0.0), "{:?}", solution.q);
    let mended = Annealing::default().solve(&problem, &start).unwrap();
    assert!(mended.reachable && mended.q.iter().any(|q| *q < 0.0));
}

#[test]
fn printed_annealing_with_the_single_random_number_stays_on_a_ray() {
    let chain = chain("planar6");
    let start = [0.3, 0.01, 0.4, 0.012, -0.5, 0.008];
    let problem = Problem::from_numbers(&chain, &[0.35, 0.15]).unwrap();
    let solution = printed([0.09, 0.03, -0.2], Factor::Scalar).solve(&problem, &start).unwrap();
    let ratio = solution.q[0] / start[0];
    for (q, s) in solution.q.iter().zip(start) {
        assert!((q / s - ratio).abs() < 1e-9 * ratio, "{:?}", solution.q);
    }
    assert!(!solution.reachable);
}

#[test]
fn printed_annealing_with_symmetric_looking_factors_fails_mostly() {
    // n₁ = 2 n₂ looks even, but the state shrinks; the notes measured 10 % from
    // random starts.
    let (chain, mut random) = (chain("planar6"), random(4));
    let mut solver = printed([0.2, 0.1, 0.01], Factor::PerJoint);
    let mut reached = 0;
    for row in 0..30 {
        let target = chain.pose(&configuration(&chain, &mut random));
        let start = configuration(&chain, &mut random);
        let problem = Problem::new(&chain, Task::PLANAR, target).unwrap().random(0, row);
        reached += usize::from(solver.solve(&problem, &start).unwrap().reachable);
    }
    assert!(reached <= 10, "{reached} of 30");
}

#[test]
fn printed_annealing_needs_its_initial_search_and_thousands_of_iterations() {
    let (chain, mut random) = (chain("planar6"), random(2));
    let mut solver = AnnealingPrinted::default();
    let (mut reached, mut total) = (0, 0);
    for row in 0..100 {
        let target = chain.pose(&configuration(&chain, &mut random));
        let problem = Problem::new(&chain, Task::PLANAR, target).unwrap().random(0, row);
        let solution = solver.solve(&problem, &chain.home()).unwrap();
        reached += usize::from(solution.reachable);
        total += if solution.reachable { solution.iterations } else { 0 };
    }
    assert!(reached >= 90, "{reached} of 100 with the best parameters known");
    let mean = total / reached;
    assert!((3000..30_000).contains(&mean), "mean {mean}; the paper says 200");
}
