//! Claims about the random methods: known optima, and the same result on any
//! number of threads.

use armlab_optimize::{
    Annealing, Bounds, Budget, CmaEs, Crossover, DifferentialEvolution, Genes, Genetic, Minimiser,
    Outcome, ParticleSwarm, Problem, Selection, Stop, Survival, from_fn, unwatched,
};
use std::f64::consts::TAU;
use std::sync::Mutex;

fn sphere(x: &[f64]) -> f64 {
    x.iter().enumerate().map(|(k, x)| (x - 0.3 * k as f64).powi(2)).sum()
}

/// Many local minima, the least of them zero at 0.5.
fn rastrigin(x: &[f64]) -> f64 {
    x.iter().map(|x| x - 0.5).map(|x| 10.0 + x * x - 10.0 * (TAU * x).cos()).sum()
}

/// A valley along (1, 1, …), ten thousand times as stiff across.
fn valley(x: &[f64]) -> f64 {
    let mean = x.iter().sum::<f64>() / x.len() as f64;
    let across: f64 = x.iter().map(|x| (x - mean).powi(2)).sum();
    (mean - 1.0).powi(2) + 1e4 * across
}

fn rosenbrock(x: &[f64]) -> f64 {
    let term = |w: &[f64]| 100.0 * (w[1] - w[0] * w[0]).powi(2) + (1.0 - w[0]).powi(2);
    x.windows(2).map(term).sum()
}

fn run(method: &dyn Minimiser, function: fn(&[f64]) -> f64, n: usize, budget: &Budget) -> Outcome {
    let objective = from_fn(n, function);
    let bounds = Bounds::cube(n, -5.0, 5.0);
    let problem = Problem { objective: &objective, bounds: &bounds, start: None };
    method.minimise(&problem, budget, &mut unwatched)
}

#[test]
fn every_method_finds_the_bottom_of_a_bowl() {
    let budget = Budget { evaluations: 40_000, target: 1e-8, ..Default::default() };
    let methods: [(&str, &dyn Minimiser); 5] = [
        ("particle swarm", &ParticleSwarm::default()),
        ("genetic", &Genetic { genes: Genes::Gaussian(0.01), ..Default::default() }),
        ("annealing", &Annealing { moves: 100, ..Default::default() }),
        ("differential evolution", &DifferentialEvolution::default()),
        ("covariance adaptation", &CmaEs::default()),
    ];
    for (name, method) in methods {
        let found = run(method, sphere, 5, &budget);
        assert!(found.value < 1e-4, "{name}: {found:?}");
    }
}

#[test]
fn swarm_evolution_and_adaptation_reach_seven_digits() {
    let budget = Budget { evaluations: 60_000, target: 1e-14, ..Default::default() };
    for method in [
        &ParticleSwarm::default() as &dyn Minimiser,
        &DifferentialEvolution::default(),
        &CmaEs::default(),
    ] {
        let found = run(method, sphere, 5, &budget);
        assert!(found.value <= 1e-14 && found.stop == Stop::Target, "{found:?}");
    }
}

#[test]
fn local_minima_do_not_hold_evolution_or_annealing() {
    let budget = Budget { evaluations: 60_000, target: 1e-6, ..Default::default() };
    let evolution = DifferentialEvolution { crossover: 0.2, factor: 0.5, ..Default::default() };
    assert_eq!(run(&evolution, rastrigin, 5, &budget).stop, Stop::Target);
    let found = run(&Annealing { moves: 100, ..Default::default() }, rastrigin, 3, &budget);
    assert!(found.value < 1e-3, "{found:?}");
}

#[test]
fn adaptation_follows_a_correlated_valley() {
    let budget = Budget { evaluations: 20_000, target: 1e-10, ..Default::default() };
    let found = run(&CmaEs::default(), valley, 6, &budget);
    assert!(found.value <= 1e-10, "{found:?}");
    assert!(found.evaluations < 5000, "{}", found.evaluations);
}

#[test]
fn a_minimum_on_a_face_is_met_there() {
    let objective = from_fn(3, |x| (x[0] - 9.0).powi(2) + x[1] * x[1] + (x[2] + 7.0).powi(2));
    let bounds = Bounds::cube(3, -5.0, 5.0);
    let problem = Problem { objective: &objective, bounds: &bounds, start: None };
    let budget = Budget { evaluations: 20_000, ..Default::default() };
    for method in [
        &ParticleSwarm::default() as &dyn Minimiser,
        &DifferentialEvolution::default(),
        &CmaEs::default(),
    ] {
        let found = method.minimise(&problem, &budget, &mut unwatched);
        assert!(bounds.contains(&found.x));
        assert!((found.x[0] - 5.0).abs() < 1e-6 && (found.x[2] + 5.0).abs() < 1e-6, "{found:?}");
        assert!(found.x[1].abs() < 1e-4, "{found:?}");
    }
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let budget = Budget { evaluations: 3000, ..Default::default() };
    let all = || {
        let methods: [&dyn Minimiser; 5] = [
            &ParticleSwarm { seed: 7, ..Default::default() },
            &Genetic { seed: 7, ..Default::default() },
            &Annealing { seed: 7, ..Default::default() },
            &DifferentialEvolution { seed: 7, ..Default::default() },
            &CmaEs { seed: 7, ..Default::default() },
        ];
        methods.map(|method| run(method, rosenbrock, 4, &budget))
    };
    let with = |threads| {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(all)
    };
    let one = with(1);
    assert_eq!(one, with(2));
    assert_eq!(one, with(5));
    assert!(one.iter().all(|o| o.evaluations <= 3000));
}

#[test]
fn another_seed_gives_another_run() {
    let budget = Budget { evaluations: 500, ..Default::default() };
    let at = |seed| run(&ParticleSwarm { seed, ..Default::default() }, rosenbrock, 4, &budget);
    assert_ne!(at(1).x, at(2).x);
    assert_eq!(at(1), at(1));
}

/// The swarm with printed coefficients on an objective that falls towards the
/// upper corner of [0.01, 50]⁴: best point and largest entry ever tried.
fn textbook_swarm(clamp_positions: bool, seed: u64) -> (Outcome, f64) {
    let largest = Mutex::new(0.0_f64);
    let objective = from_fn(4, |x| {
        let mut largest = largest.lock().unwrap();
        *largest = x.iter().fold(*largest, |m, x| m.max(x.abs()));
        if x.iter().any(|x| *x <= 0.0) { f64::INFINITY } else { x.iter().map(|x| 1.0 / x).sum() }
    });
    let bounds = Bounds::cube(4, 0.01, 50.0);
    let problem = Problem { objective: &objective, bounds: &bounds, start: None };
    let method = ParticleSwarm { clamp_positions, seed, ..ParticleSwarm::textbook() };
    let budget = Budget { iterations: 10, ..Default::default() };
    let found = method.minimise(&problem, &budget, &mut unwatched);
    let largest = *largest.lock().unwrap();
    (found, largest)
}

#[test]
fn the_printed_swarm_diverges_without_a_clamp_and_sits_in_the_corner_with_one() {
    for seed in 0..5 {
        let (free, largest) = textbook_swarm(false, seed);
        assert!(largest > 1e4, "seed {seed}: {largest}");
        assert!(free.x.iter().any(|x| *x > 50.0), "seed {seed}: the best lies outside the box");
        assert_eq!((free.iterations, free.evaluations), (10, 600));
        let (clamped, largest) = textbook_swarm(true, seed);
        assert_eq!(largest, 50.0);
        assert_eq!(clamped.x, [50.0; 4], "seed {seed}");
    }
}

/// Squared distance in a metric that correlates the unknowns.
fn normal_equations(x: &[f64]) -> f64 {
    let d = [x[0] - 4.79, x[1] - 0.63, x[2] - 1.13, x[3] - 2.0];
    d.iter().map(|d| d * d).sum::<f64>() + 1.5 * d[1] * d[2] + 0.5 * d[0] * d[2]
}

#[test]
fn two_chromosomes_find_the_minimum_with_elitism_and_wander_without() {
    let objective = from_fn(4, normal_equations);
    let bounds = Bounds::cube(4, 0.0, 10.0);
    let problem = Problem { objective: &objective, bounds: &bounds, start: None };
    let budget = Budget { iterations: 15_000, ..Default::default() };
    let errors = |survival| {
        let mut errors: Vec<f64> = (0..8)
            .map(|seed| {
                let method = Genetic { seed, ..Genetic::two_chromosomes(survival) };
                method.minimise(&problem, &budget, &mut unwatched).value.sqrt()
            })
            .collect();
        errors.sort_by(f64::total_cmp);
        errors
    };
    let (elitist, wandering) = (errors(Survival::Best), errors(Survival::Children(0)));
    assert!(elitist[7] < 0.03, "{elitist:?}");
    assert!(wandering[3] > 10.0 * elitist[3], "{wandering:?} {elitist:?}");
}

#[test]
fn binary_genes_roulette_and_uniform_crossover_reach_the_resolution() {
    let method = Genetic {
        genes: Genes::Binary(16),
        selection: Selection::AdjustedFitness,
        crossover: Crossover::Uniform,
        mutation_rate: 0.02,
        survival: Survival::Children(2),
        ..Default::default()
    };
    let budget = Budget { iterations: 400, ..Default::default() };
    let found = run(&method, sphere, 3, &budget);
    assert!(found.value < 1e-3, "{found:?}");
}

#[test]
fn a_start_is_among_the_first_points() {
    let objective = from_fn(3, sphere);
    let bounds = Bounds::cube(3, -5.0, 5.0);
    let start = [0.0, 0.3, 0.6];
    let problem = Problem { objective: &objective, bounds: &bounds, start: Some(&start) };
    let budget = Budget { evaluations: 100, ..Default::default() };
    let methods: [&dyn Minimiser; 4] = [
        &ParticleSwarm::default(),
        &Genetic::default(),
        &Annealing::default(),
        &DifferentialEvolution::default(),
    ];
    for method in methods {
        assert_eq!(method.minimise(&problem, &budget, &mut unwatched).value, 0.0);
    }
}
