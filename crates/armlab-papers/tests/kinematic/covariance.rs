//! The search for the first covariance of recursive least squares: its cost falls
//! all the way, so every search ends at the edge of where it may look.

use crate::helix::log;
use armlab::optimize::ParticleSwarm;
use armlab::progress::Progress;
use armlab_papers::batista2020::published::{DIAGONALS, SCALARS};
use armlab_papers::kinematic::helix::{Configuration, baseline, fitted};
use armlab_papers::kinematic::{
    CovarianceSearch, KinematicLog, Recursion, Structure, covariance_cost, exhaustive,
    search_covariance,
};
use armlab_papers::reproduce::values;

/// The corner of the printed box.
const CORNER: [f64; 4] = [50.0; 4];

fn cost(log: &KinematicLog, configuration: &Configuration, diagonal: &[f64]) -> f64 {
    let Configuration { structure, recursion, .. } = configuration;
    covariance_cost(log, structure, recursion, diagonal).unwrap()
}

fn affine() -> Configuration {
    Configuration { structure: Structure::affine(3), ..baseline() }
}

#[test]
fn the_cost_falls_with_the_covariance_and_has_the_reconstruction_s_values() {
    let variances = [0.01, 1.0, 4.999, 8.999, 50.0, 1e6];
    // Values and half a unit of their last digits.
    let table = [
        (fitted(), [5.73, 0.408, 0.218, 0.186, 0.151, 0.145], 6e-3),
        (baseline(), [1.10, 0.159, 0.138, 0.136, 0.1325, 0.1320], 6e-3),
        (affine(), [1.48, 0.151, 0.0509, 0.0378, 0.0237, 0.0204], 6e-3),
    ];
    for (configuration, want, first) in table {
        let log = log(&configuration);
        let costs = variances.map(|p| cost(&log, &configuration, &[p]));
        assert!(costs.windows(2).all(|w| w[1] < w[0]), "{costs:?}");
        for (k, (got, want)) in costs.iter().zip(want).enumerate() {
            let tolerance = if k == 0 { first } else { 5.1e-4 };
            assert!((got - want).abs() < tolerance, "{}: {got} {want}", variances[k]);
        }
    }
}

#[test]
fn the_printed_diagonal_is_not_the_best_of_its_own_box() {
    let configuration = fitted();
    let log = log(&configuration);
    let (printed, corner) =
        (cost(&log, &configuration, &values(&DIAGONALS[0])), cost(&log, &configuration, &CORNER));
    assert!((printed - 0.1689).abs() < 1e-4, "{printed}");
    assert!((corner - 0.1506).abs() < 1e-4, "{corner}");
}

#[test]
fn the_exhaustive_search_returns_the_end_of_its_grid() {
    let configuration = fitted();
    let log = log(&configuration);
    for end in values(&SCALARS) {
        let steps = (end * 1000.0_f64).round() as usize;
        let grid: Vec<f64> = (1..=steps).map(|k| 0.001 * k as f64).collect();
        let Configuration { structure, recursion, .. } = &configuration;
        let found = exhaustive(&log, structure, recursion, &grid).unwrap();
        assert!((found.variance - end).abs() < 1e-12);
        assert_eq!(found.costs.len(), steps);
        assert!(found.costs.windows(2).all(|w| w[1] < w[0]), "every step is better");
    }
}

#[test]
fn a_clamped_swarm_sits_in_the_corner_after_a_few_iterations() {
    // The fitted helix is stated to four digits, which moves the cost by 5e-6.
    for (configuration, want, digits) in [(fitted(), 0.150606, 1e-5), (affine(), 0.023674, 1e-6)] {
        let log = log(&configuration);
        let Configuration { structure, recursion, .. } = &configuration;
        let searches = [
            (CovarianceSearch::printed(), 5),
            (CovarianceSearch::default(), 9),
            (velocity(0.5), 6),
        ];
        for (search, iterations) in searches {
            let found =
                search_covariance(&log, structure, recursion, &search, &Progress::none()).unwrap();
            assert_eq!(found.diagonal, CORNER);
            assert!((found.cost - want).abs() < digits, "{} {want}", found.cost);
            assert_eq!((found.evaluations, found.largest, found.refused), (6000, 50.0, 0));
            assert_eq!(found.histories.len(), 10);
            for history in &found.histories {
                assert_eq!(history.len(), 10);
                assert!(history.windows(2).all(|w| w[1] <= w[0]));
                assert!(history[iterations - 1] - found.cost < 1e-9, "{history:?}");
            }
        }
    }
}

/// The printed swarm with positions and velocities clamped.
fn velocity(share: f64) -> CovarianceSearch {
    let swarm =
        ParticleSwarm { largest_velocity: Some(share), ..CovarianceSearch::printed().swarm };
    CovarianceSearch { swarm, ..CovarianceSearch::printed() }
}

#[test]
fn without_a_clamp_the_printed_swarm_leaves_its_box_for_good() {
    for configuration in [fitted(), affine()] {
        let log = log(&configuration);
        let Configuration { structure, recursion, .. } = &configuration;
        for seed in 0..5 {
            let mut search = CovarianceSearch { runs: 1, ..CovarianceSearch::unclamped() };
            search.swarm.seed = seed;
            let found =
                search_covariance(&log, structure, recursion, &search, &Progress::none()).unwrap();
            assert!(found.largest > 1e4, "seed {seed}: {}", found.largest);
            assert!(found.diagonal.iter().all(|p| *p > 0.0), "no covariance else");
            assert!(found.diagonal.iter().any(|p| *p > 50.0));
            assert!(found.cost < cost(&log, &configuration, &CORNER));
        }
    }
}

#[test]
fn the_noisy_settings_run_and_find_the_corner_too() {
    let configuration = fitted();
    let noisy = armlab_papers::kinematic::JointNoise::snr(10.0).add(&log(&configuration), 1);
    let search = CovarianceSearch { runs: 1, ..CovarianceSearch::printed_with_noise() };
    let Configuration { structure, recursion, .. } = &configuration;
    let found =
        search_covariance(&noisy, structure, recursion, &search, &Progress::none()).unwrap();
    assert_eq!((found.evaluations, found.histories[0].len()), (9000, 45));
    // Under noise some entry may prefer to be small, so the corner only bounds it.
    assert!(found.cost <= cost(&noisy, &configuration, &CORNER) + 1e-12);
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let configuration = fitted();
    let log = log(&configuration);
    let Configuration { structure, recursion, .. } = &configuration;
    let all = || {
        let search = CovarianceSearch { runs: 2, ..CovarianceSearch::default() };
        search_covariance(&log, structure, recursion, &search, &Progress::none()).unwrap()
    };
    let with = |threads| {
        rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap().install(all)
    };
    assert_eq!(with(1), with(3));
}

#[test]
fn searches_without_candidates_are_refused() {
    let log = log(&baseline());
    let Configuration { structure, recursion, .. } = &baseline();
    assert!(exhaustive(&log, structure, recursion, &[]).is_err());
    for search in [
        CovarianceSearch { runs: 0, ..CovarianceSearch::default() },
        CovarianceSearch { interval: [0.0, 50.0], ..CovarianceSearch::default() },
        CovarianceSearch { interval: [5.0, 1.0], ..CovarianceSearch::default() },
        CovarianceSearch { interval: [5.0, f64::NAN], ..CovarianceSearch::default() },
    ] {
        assert!(search_covariance(&log, structure, recursion, &search, &Progress::none()).is_err());
    }
    let found = exhaustive(&log, structure, &Recursion::default(), &[-1.0, 2.0, f64::NAN]);
    assert_eq!(found.unwrap().variance, 2.0);
}

#[test]
fn equation_27_as_printed_pulls_no_particle_towards_the_best() {
    // Its last factor is ŷ − x̂, both of the best particle, where Algorithm 1 has g − x.
    let (best, particles) = (3.0, [0.5, 2.0, 7.0]);
    for x in particles {
        let printed: f64 = 3.9 * (best - best);
        let algorithm = 3.9 * (best - x);
        assert_eq!(printed, 0.0);
        assert!(algorithm * (best - x) > 0.0);
    }
    // And w, which eq 27 leaves out, is 1 in the paper's settings: there is no other difference.
    assert_eq!(CovarianceSearch::printed().swarm.inertia, 1.0);
}
