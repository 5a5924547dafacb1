//! Deviations and intervals from drawn segments, against the truth over many logs.

use crate::logs::built_in;
use crate::motions::{noisy, recording, rich, with_efforts};
use armlab_identify::estimators::{Data, method};
use armlab_identify::uncertainty::{Bootstrap, BootstrapError, BootstrapSettings, bootstrap};
use armlab_identify::{FrictionModel, Model, Recording};

const NOISE: [f64; 3] = [0.5, 0.5, 0.5];
const WEIGHTS: [f64; 3] = [1.0; 3];

/// What was drawn, and the intervals that the estimate states.
fn found(
    model: &Model,
    log: Recording,
    settings: &BootstrapSettings,
) -> (Bootstrap, Vec<[f64; 2]>) {
    let recordings = [log];
    let reduced = model.reduce(&recordings).unwrap();
    let data = Data::new(model, &recordings, &reduced).unwrap();
    let stated = method("ls").unwrap().estimate(&data).unwrap();
    let found = bootstrap(&data, &WEIGHTS, settings).unwrap();
    for (drawn, own) in found.unknowns.iter().zip(&stated.unknowns) {
        assert!((drawn.value - own.value).abs() < 1e-9 * own.value.abs().max(1e-3));
    }
    (found, stated.unknowns.iter().map(|p| p.interval.unwrap()).collect())
}

/// Over logs with different noise: mean ratio of bootstrap to white deviations,
/// scatter of the estimates over white deviations, and how often 95 % intervals
/// hold the truth: white, drawn and stated.
fn over_seeds(memory: f64, logs: u64) -> [f64; 5] {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let mut truth: Vec<f64> = model.base().parameters.iter().map(|p| p.value).collect();
    truth.extend([2.0, 1.5, 0.3, 1.0, 0.8, -0.2, 5.0, 3.0, 0.5]);
    let clean = with_efforts(&model, recording(&rich(3, 1.0), 40.0, 0.01), &truth);
    let settings = BootstrapSettings { resamples: 400, ..BootstrapSettings::default() };
    let n = truth.len();
    let mut sums = [0.0; 5];
    for seed in 0..logs {
        let (found, stated) = found(&model, noisy(&clean, &NOISE, memory, seed), &settings);
        for k in 0..n {
            let u = &found.unknowns[k];
            sums[0] += u.deviation / u.white_deviation;
            sums[1] += ((u.value - truth[k]) / u.white_deviation).powi(2);
            sums[2] += f64::from((u.value - truth[k]).abs() <= 1.96 * u.white_deviation);
            sums[3] += f64::from((u.lower..=u.upper).contains(&truth[k]));
            sums[4] += f64::from((stated[k][0]..=stated[k][1]).contains(&truth[k]));
        }
    }
    let count = (logs as usize * n) as f64;
    [sums[0] / count, (sums[1] / count).sqrt(), sums[2] / count, sums[3] / count, sums[4] / count]
}

#[test]
fn on_white_noise_all_deviations_are_the_same() {
    let [ratio, scatter, white, drawn, stated] = over_seeds(0.0, 200);
    println!("white noise: ratio {ratio:.3}, scatter {scatter:.3}");
    println!("coverage {white:.3} (white), {drawn:.3} (drawn), {stated:.3} (stated)");
    assert!((scatter - 1.0).abs() < 0.04, "{scatter}");
    assert!((ratio - 1.0).abs() < 0.05, "{ratio}");
    assert!((white - 0.95).abs() < 0.015, "{white}");
    assert!((0.92..0.98).contains(&drawn), "{drawn}");
    assert!((0.93..0.975).contains(&stated), "{stated}");
}

#[test]
fn on_coloured_noise_drawn_and_stated_intervals_hold_the_truth_and_white_ones_do_not() {
    let [ratio, scatter, white, drawn, stated] = over_seeds(0.9, 200);
    println!("coloured noise: ratio {ratio:.3}, scatter {scatter:.3}");
    println!("coverage {white:.3} (white), {drawn:.3} (drawn), {stated:.3} (stated)");
    assert!(scatter > 2.0, "{scatter}");
    assert!((ratio / scatter - 1.0).abs() < 0.15, "{ratio} {scatter}");
    assert!(white < 0.75, "{white}");
    assert!(drawn > 0.9, "{drawn}");
    assert!((0.92..0.98).contains(&stated), "{stated}");
}

#[test]
fn results_depend_on_the_seed_and_not_on_threads() {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let truth: Vec<f64> = model.base().parameters.iter().map(|p| p.value).collect();
    let clean = with_efforts(&model, recording(&rich(3, 1.0), 20.0, 0.01), &truth);
    let log = noisy(&clean, &NOISE, 0.9, 3);
    let with = |threads: usize, seed: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let settings = BootstrapSettings { resamples: 200, seed, ..BootstrapSettings::default() };
        pool.install(|| found(&model, log.clone(), &settings).0)
    };
    let one = with(1, 5);
    assert_eq!(one, with(3, 5));
    assert_ne!(one.unknowns, with(3, 6).unknowns);
    let sentences = one.sentences.join("\n");
    println!("{sentences}");
    assert!(sentences.contains("noise is correlated over time"), "{sentences}");
}

#[test]
fn settings_and_logs_that_cannot_serve_are_refused_with_reasons() {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let truth: Vec<f64> = model.base().parameters.iter().map(|p| p.value).collect();
    let refused = |seconds: f64, settings: BootstrapSettings| {
        let log = recording(&rich(3, 1.0), seconds, 0.01);
        let recordings = [with_efforts(&model, log, &truth)];
        let reduced = model.reduce(&recordings).unwrap();
        let data = Data::new(&model, &recordings, &reduced).unwrap();
        bootstrap(&data, &WEIGHTS, &settings).unwrap_err()
    };
    let usual = BootstrapSettings::default();
    assert_eq!(refused(3.0, usual), BootstrapError::Few { segments: 5 });
    let few = BootstrapSettings { resamples: 3, ..usual };
    assert!(matches!(refused(20.0, few), BootstrapError::Setting { what: "resamples", .. }));
    let level = BootstrapSettings { level: f64::NAN, ..usual };
    assert!(matches!(refused(20.0, level), BootstrapError::Setting { what: "level", .. }));
}

#[test]
fn an_unknown_that_shows_in_one_segment_only_is_noticed() {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let truth: Vec<f64> = model.base().parameters.iter().map(|p| p.value).collect();
    let mut log = recording(&rich(3, 1.0), 20.0, 0.01);
    // Only the first of twenty segments accelerates joint 2 and turns it.
    for k in 100..2000 {
        (log.q[1][k], log.qd[1][k], log.qdd[1][k]) = (0.0, 0.0, 0.0);
        (log.qd[0][k], log.qdd[0][k]) = (0.0, 0.0);
    }
    let log = noisy(&with_efforts(&model, log, &truth), &NOISE, 0.0, 1);
    let recordings = [log];
    let reduced = model.reduce(&recordings).unwrap();
    let data = Data::new(&model, &recordings, &reduced).unwrap();
    match bootstrap(&data, &WEIGHTS, &BootstrapSettings::default()) {
        Ok(found) => {
            // A segment is missed by (1 − 1/20)²⁰ = 36 % of all sets.
            let missed = found.degenerate as f64 / 1000.0;
            assert!((missed - 0.358).abs() < 0.06, "{missed}");
            assert!(found.sentences.iter().any(|s| s.contains("few segments only")));
        }
        Err(error) => panic!("{error}"),
    }
}
