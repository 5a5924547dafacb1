//! Random searches on the SCARA's rows, against least squares.

use crate::logs::{built_in, random, scara};
use armlab_identify::estimators::{
    AnnealingSearch, CovarianceSearch, Data, DifferentialSearch, Estimator, GeneticSearch,
    PatternSearchMethod, PollDirections, SwarmRecursion, SwarmSearch, methods,
};
use armlab_identify::evolutionary::{
    BOX_MARGIN, Evolved, Options, QuadraticCost, SearchMethod, search, search_box,
};
use armlab_identify::{FrictionModel, Model, residual_square, solve};
use armlab_optimize::{Bounds, Budget, Crossover, Genes, Genetic, Objective, Survival};
use std::ops::ControlFlow;

/// Calls `f` with the SCARA's noisy rows and their least squares.
fn with_scara<T>(f: impl FnOnce(&Data, &[f64]) -> T) -> T {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let recordings = [scara("scara_noisy.csv")];
    let reduced = model.reduce(&recordings).unwrap();
    let data = Data::new(&model, &recordings, &reduced).unwrap();
    let best = solve(&reduced.whole(&[1.0; 3]), &data.prior).unwrap().x;
    f(&data, &best)
}

/// The papers' interval.
fn printed(seed: u64) -> Options {
    Options { seed, bounds: Some(Bounds::cube(4, 0.0, 10.0)), ..Options::default() }
}

/// Largest relative error.
fn error(found: &Evolved, want: &[f64]) -> f64 {
    found.x.iter().zip(want).fold(0.0_f64, |m, (x, w)| m.max((x / w - 1.0).abs()))
}

#[test]
fn the_cost_is_the_mean_squared_residual_of_the_log() {
    let robot = built_in("panda");
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let recordings = [random(7, 300, 5)];
    let reduced = model.reduce(&recordings).unwrap();
    let weights = [1.0, 2.0, 0.5, 1.0, 1.0, 3.0, 1.0];
    let cost = QuadraticCost::of(&reduced, &weights);
    let x: Vec<f64> = (0..model.unknowns()).map(|k| (k as f64).sin()).collect();
    let predicted = model.predict(&recordings[0], &x).unwrap();
    let mut sum = 0.0;
    for (j, weight) in weights.iter().enumerate() {
        let pairs = predicted[j].iter().zip(&recordings[0].effort[j]);
        sum += pairs.map(|(p, m)| (weight * (p - m)).powi(2)).sum::<f64>();
    }
    let want = sum / 2100.0;
    assert!((cost.value(&x) / want - 1.0).abs() < 1e-13);
    let triangle = reduced.whole(&weights);
    assert!((cost.value(&x) * 2100.0 / residual_square(&triangle, &x) - 1.0).abs() < 1e-14);
    let squares: f64 = (0..7)
        .map(|j| recordings[0].effort[j].iter().map(|e| (weights[j] * e).powi(2)).sum::<f64>())
        .sum();
    assert!((cost.target_length() / squares.sqrt() - 1.0).abs() < 1e-13);
    let r = triangle.r();
    for k in [0, 7, model.unknowns() - 1] {
        let length = r.column(k).iter().map(|x| x * x).sum::<f64>().sqrt();
        assert!((cost.column_length(k) / length - 1.0).abs() < 1e-13);
    }
}

#[test]
fn every_search_lands_on_least_squares_by_itself() {
    with_scara(|data, best| {
        let methods: [Box<dyn SearchMethod>; 5] = [
            Box::new(GeneticSearch::default()),
            Box::new(SwarmSearch::default()),
            Box::new(AnnealingSearch::default()),
            Box::new(DifferentialSearch::default()),
            Box::new(CovarianceSearch::default()),
        ];
        for method in methods {
            for seed in 0..3 {
                let options = Options { seed, ..Options::default() };
                let found = method.run(data, &options, &mut |_, _| ControlFlow::Continue(()));
                let error = error(&found, best);
                let most = match method.name() {
                    "annealing" => 1e-3,
                    "ga" => 1e-4,
                    _ => 1e-6,
                };
                assert!(error < most, "{}: {error:e}", method.name());
                assert!(found.on_bounds.is_empty());
                assert!(found.mean_square >= found.least * (1.0 - 1e-12));
                assert!(found.history.windows(2).all(|w| w[1] <= w[0]), "the best stays");
                assert_eq!(found.history.last(), Some(&found.mean_square));
            }
        }
    });
}

#[test]
fn gaussian_mutation_finds_least_squares_to_four_digits() {
    with_scara(|data, best| {
        let genes = Genes::Gaussian(0.01);
        for seed in 0..8 {
            let method = Genetic { genes, seed, ..Genetic::two_chromosomes(Survival::Best) };
            let budget = Budget { iterations: 15_000, ..Budget::default() };
            let watch = &mut |_, _| ControlFlow::Continue(());
            let found = search(data, &method, &budget, &printed(seed), watch);
            for (x, w) in found.x.iter().zip(best) {
                assert!((x - w).abs() < 1.5e-3, "{x} {w}");
            }
        }
    });
}

#[test]
fn plain_binary_genes_mostly_stop_at_the_carries_of_their_code() {
    with_scara(|data, best| {
        let (genes, crossover) = (Genes::Binary(16), Crossover::Uniform);
        let of = |seed: u64| {
            let method =
                Genetic { genes, crossover, mutation_rate: 0.02, seed, ..Genetic::default() };
            let budget = Budget { iterations: 2000, ..Budget::default() };
            let watch = &mut |_, _| ControlFlow::Continue(());
            search(data, &method, &budget, &printed(seed), watch)
        };
        let found: Vec<Evolved> = (0..40).map(of).collect();
        let mut errors: Vec<f64> = found.iter().map(|f| error(f, best)).collect();
        errors.sort_by(f64::total_cmp);
        // A lucky run reaches the resolution of 10/65535; the median one is per cents
        // away although the best always live on.
        assert!(errors[0] < 2.5e-4, "{errors:?}");
        assert!(errors[20] > 0.01, "{errors:?}");
        // 1.25 is an eighth of the interval: to go on down, all lower bits must flip at
        // once.
        let stuck = found.iter().filter(|f| (f.x[2] - 1.25).abs() < 2e-4).count();
        assert!(stuck >= 8, "{stuck}");
    });
}

#[test]
fn weights_move_the_minimum_to_weighted_least_squares() {
    with_scara(|data, _| {
        let weights = vec![1.0, 3.0, 0.2];
        let want = solve(&data.reduced.whole(&weights), &data.prior).unwrap().x;
        let options = Options { weights: Some(weights), ..Options::default() };
        let watch = &mut |_, _| ControlFlow::Continue(());
        let found = CovarianceSearch::default().run(data, &options, watch);
        assert!(error(&found, &want) < 1e-6, "{:?} {want:?}", found.x);
    });
}

#[test]
fn a_box_that_is_too_small_is_reported() {
    with_scara(|data, _| {
        let bounds = Bounds::new(vec![0.0; 4], vec![10.0, 0.5, 10.0, 10.0]).unwrap();
        let options = Options { bounds: Some(bounds), ..Options::default() };
        let watch = &mut |_, _| ControlFlow::Continue(());
        let found = DifferentialSearch::default().run(data, &options, watch);
        assert_eq!(found.on_bounds, [1]);
        assert!((found.x[1] - 0.5).abs() < 1e-9);
    });
}

#[test]
fn the_box_reaches_from_nothing_to_twice_a_described_value() {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let recordings = [scara("scara_noisy.csv")];
    let reduced = model.reduce(&recordings).unwrap();
    let data = Data::new(&model, &recordings, &reduced).unwrap();
    let cost = QuadraticCost::of(&reduced, &[1.0; 3]);
    let bounds = search_box(&data, &cost, BOX_MARGIN);
    let interval = |k: usize| (bounds.lower()[k], bounds.upper()[k]);
    let near =
        |(a, b): (f64, f64), (c, d): (f64, f64)| (a - c).abs() < 1e-9 && (b - d).abs() < 1e-9;
    assert!(near(interval(0), (0.0, 2.0 * 4.968)), "{:?}", interval(0));
    assert!(near(interval(3), (0.0, 4.0)), "{:?}", interval(3));
    for (k, column) in model.friction().iter().enumerate() {
        let (low, high) = interval(4 + k);
        assert!(high > 0.0);
        assert_eq!(low == 0.0, column.not_negative, "{}", column.name);
        // At the bound the friction alone is as large as all efforts.
        let size = high * cost.column_length(4 + k);
        assert!((size / cost.target_length() - 1.0).abs() < 1e-12);
    }
}

#[test]
fn a_watcher_can_end_a_search() {
    with_scara(|data, _| {
        let mut seen = 0;
        let method = DifferentialSearch::default();
        let found = method.run(data, &Options::default(), &mut |generation, _| {
            seen = generation;
            if generation < 7 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        });
        assert_eq!((seen, found.history.len()), (7, 7));
    });
}

#[test]
fn friction_of_any_robot_is_found_without_being_described() {
    let robot = built_in("cylindrical");
    // No offset: the lift's rotor and an offset together look like its mass.
    let shape = FrictionModel::without_offset();
    let model = Model::new(&robot, shape, &[]).unwrap();
    let mut recording = random(3, 400, 6);
    // Half as heavy again as described, and with friction.
    let described = model.base().parameters.iter().map(|p| 1.5 * p.value);
    let truth: Vec<f64> =
        described.chain((0..model.friction().len()).map(|k| 0.5 + k as f64)).collect();
    recording.effort = model.predict(&recording, &truth).unwrap();
    let recordings = [recording];
    let reduced = model.reduce(&recordings).unwrap();
    let data = Data::new(&model, &recordings, &reduced).unwrap();
    let watch = &mut |_, _| ControlFlow::Continue(());
    let found = CovarianceSearch::default().run(&data, &Options::default(), watch);
    assert!(found.on_bounds.is_empty(), "{:?}", found.on_bounds);
    for (x, t) in found.x.iter().zip(&truth) {
        assert!((x - t).abs() < 1e-4 * t.abs().max(1.0), "{x} {t}");
    }
}

#[test]
fn pattern_search_finds_least_squares_and_crawls_along_unknowns() {
    with_scara(|data, _| {
        let weights = armlab_identify::estimators::noise_weights(data).unwrap();
        let best = solve(&data.reduced.whole(&weights), &data.prior).unwrap().x;
        let found = |directions| {
            let method = PatternSearchMethod { directions, ..PatternSearchMethod::default() };
            let options = Options { weights: Some(weights.clone()), ..Options::default() };
            method.run(data, &options, &mut |_, _| ControlFlow::Continue(()))
        };
        let (plain, round) = (found(PollDirections::Unknowns), found(PollDirections::Principal));
        assert!(error(&plain, &best) < 1e-3, "{:?} {best:?}", plain.x);
        assert!(error(&round, &best) < 1e-4, "{:?} {best:?}", round.x);
        assert!(
            round.evaluations <= plain.evaluations,
            "{} {}",
            round.evaluations,
            plain.evaluations
        );
    });
}

#[test]
fn a_swarm_s_covariance_gives_recursive_least_squares() {
    with_scara(|data, _| {
        let estimate = SwarmRecursion::default().estimate(data).unwrap();
        let own = methods().take("wls").unwrap().estimate(data).unwrap();
        for (a, b) in estimate.values().iter().zip(own.values()) {
            assert!((a / b - 1.0).abs() < 1e-3, "{a} {b}");
        }
        let note = estimate.notes.last().unwrap();
        assert!(note.contains("unexplained"), "{note}");
        let swapped = SwarmRecursion {
            least_variance: 10.0,
            largest_variance: 1.0,
            ..SwarmRecursion::default()
        };
        assert!(swapped.estimate(data).unwrap_err().to_string().contains("exchange them"));
    });
}

#[test]
fn settings_of_the_papers_can_be_given_to_every_method() {
    let mut registry = methods();
    for (setting, value) in [
        ("pattern-search.mesh", "0.5"),
        ("pattern-search.directions", "principal"),
        ("adaline.networks", "per-joint"),
        ("adaline.normalised", "false"),
        ("hopfield.slowness", "0.01"),
        ("hopfield.least_bound", "10"),
        ("rlspso.particles", "20"),
        ("rlspso.inertia", "1"),
        ("ga.population", "2"),
        ("ekf.first_guess", "5,0.5,1,1.5"),
        ("ekf.initial_variance", "10"),
        ("ekf.initial_state", "1"),
        ("ekf.process_noise", "10"),
        ("ukf.alpha", "0.01"),
    ] {
        registry.set(setting, value).unwrap_or_else(|e| panic!("{setting}: {e}"));
    }
    with_scara(|data, _| {
        let estimate = |networks: &str| {
            let mut registry = methods();
            registry.set("adaline.networks", networks).unwrap();
            registry.get("adaline").unwrap().estimate(data).unwrap().values()
        };
        let (own, shared) = (estimate("per-joint"), estimate("shared"));
        assert!((own[1] - shared[1]).abs() > 0.01, "{own:?} {shared:?}");
    });
}
