//! The bias that noisy accelerations cause, predicted and true.

use crate::logs::{built_in, scara};
use crate::motions::{recording, rich, with_efforts};
use armlab_identify::estimators::{Data, method};
use armlab_identify::uncertainty::{
    Dilution, DilutionError, DilutionSettings, MotionNoise, dilution,
};
use armlab_identify::{FrictionModel, Model, RawRecording, Recording};
use armlab_log::{Log, Quantity};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

const WEIGHTS: [f64; 3] = [1.0; 3];
/// Of positions, rad or m.
const NOISE: f64 = 0.0003;

/// Noise that was put into the log of the notes (section 5).
fn of_the_notes() -> MotionNoise {
    let degree = 1f64.to_radians();
    MotionNoise::Independent {
        q: vec![5.0 * degree, 5.0 * degree, 0.02],
        qd: vec![degree, degree, 0.01],
        qdd: vec![0.19, 0.05, 0.02],
    }
}

fn predicted(log: &Recording, noise: MotionNoise) -> Dilution {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let recordings = [log.clone()];
    let reduced = model.reduce(&recordings).unwrap();
    let data = Data::new(&model, &recordings, &reduced).unwrap();
    let estimate = method("ls").unwrap().estimate(&data).unwrap();
    let found =
        dilution(&data, &WEIGHTS, &estimate, &[noise], &DilutionSettings::default()).unwrap();
    for u in &found.unknowns {
        println!(
            "{} {:.4}: bias {:+.3} ± {:.3} %, {:.1} deviations",
            u.name,
            u.value,
            100.0 * u.relative(),
            100.0 * u.bias_error / u.value,
            u.in_deviations()
        );
    }
    found.warnings.iter().for_each(|w| println!("{w}"));
    found
}

#[test]
fn the_bias_of_the_noisy_scara_is_predicted() {
    let log = scara("scara_noisy.csv");
    let known = predicted(&log, of_the_notes());
    let guessed = predicted(&log, MotionNoise::of_logged(&log));
    // Means of 200 logs in the notes: −3.83, −2.98, −6.73, −0.0009 %.
    let expected = [-0.0383, -0.0298, -0.0673, 0.0];
    for (found, tolerance) in [(&known, 0.004), (&guessed, 0.006)] {
        assert!(found.settled);
        for (u, expected) in found.unknowns.iter().zip(expected) {
            let relative = u.relative();
            assert!((relative - expected).abs() < tolerance, "{}: {relative}", u.name);
        }
        // IZZ1 and m_r are off by several deviations, m3 is not.
        assert!(found.warnings.iter().any(|w| w.contains("IZZ1")), "{:?}", found.warnings);
        assert!(found.warnings.iter().any(|w| w.contains("m_r")));
        assert!(!found.warnings.iter().any(|w| w.contains("m3")));
    }
}

#[test]
fn a_log_without_noise_has_no_bias() {
    let found = predicted(&scara("scara_clean.csv"), of_the_notes_without_noise());
    assert!(found.warnings.is_empty());
    assert!(found.unknowns.iter().all(|u| u.bias == 0.0 && u.bias_error == 0.0));
    let log = scara("scara_clean.csv");
    let guessed = predicted(&log, MotionNoise::of_logged(&log));
    assert!(guessed.unknowns.iter().all(|u| u.relative().abs() < 1e-6));
    assert!(guessed.warnings.is_empty());
}

fn of_the_notes_without_noise() -> MotionNoise {
    let none = vec![0.0; 3];
    MotionNoise::Independent { q: none.clone(), qd: none.clone(), qdd: none }
}

/// A log of positions with noise, and efforts.
fn positions(noise: f64, seed: u64) -> (RawRecording, Recording) {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let truth: Vec<f64> = model.base().parameters.iter().map(|p| p.value).collect();
    let clean = with_efforts(&model, recording(&rich(3, 1.0), 60.0, 0.005), &truth);
    let mut random = ChaCha8Rng::seed_from_u64(seed);
    let mut log = Log::new(clean.time.clone());
    for j in 0..3 {
        let mut normal = || {
            let (u, v) = (1.0 - random.random::<f64>(), random.random::<f64>());
            (-2.0 * u.ln()).sqrt() * (std::f64::consts::TAU * v).cos()
        };
        let q = clean.q[j].iter().map(|x| x + noise * normal()).collect();
        log.push_channel(Quantity::Position, j, q);
        log.push_channel(Quantity::Effort, j, clean.effort[j].clone());
    }
    (RawRecording::of(&log, "made", 3, None).unwrap(), clean)
}

#[test]
fn bias_that_a_filter_leaves_is_predicted_from_the_raw_log() {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let truth: Vec<f64> = model.base().parameters.iter().map(|p| p.value).collect();
    // Mean error of many logs against the prediction from one of them.
    let mut mean = vec![0.0; 4];
    let logs = 30;
    let mut prediction = None;
    for seed in 0..logs {
        let (raw, _) = positions(NOISE, seed);
        let recordings = [raw.condition(Some(20.0)).unwrap()];
        let reduced = model.reduce(&recordings).unwrap();
        let data = Data::new(&model, &recordings, &reduced).unwrap();
        let estimate = method("ls").unwrap().estimate(&data).unwrap();
        for k in 0..4 {
            mean[k] += (estimate.unknowns[k].value / truth[k] - 1.0) / logs as f64;
        }
        if seed == 0 {
            let noise = MotionNoise::of(&raw);
            let MotionNoise::BeforeFilter { q, qd: None } = &noise else { panic!("{noise:?}") };
            assert!(q.iter().all(|d| (d / NOISE - 1.0).abs() < 0.05), "{q:?}");
            let settings = DilutionSettings::default();
            prediction = Some(dilution(&data, &WEIGHTS, &estimate, &[noise], &settings).unwrap());
        }
    }
    let prediction = prediction.unwrap();
    for (k, u) in prediction.unknowns.iter().enumerate().take(3) {
        println!("{}: mean {:+.4} predicted {:+.4}", u.name, mean[k], u.relative());
        assert!((u.relative() - mean[k]).abs() < 0.15 * mean[k].abs() + 0.001, "{}", u.name);
    }
    assert!(mean[0] < -0.01, "{mean:?}");
}

#[test]
fn noise_that_does_not_fit_is_refused() {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let recordings = [scara("scara_clean.csv")];
    let reduced = model.reduce(&recordings).unwrap();
    let data = Data::new(&model, &recordings, &reduced).unwrap();
    let estimate = method("ls").unwrap().estimate(&data).unwrap();
    let of = |noise: &[MotionNoise]| {
        dilution(&data, &WEIGHTS, &estimate, noise, &DilutionSettings::default()).unwrap_err()
    };
    assert_eq!(of(&[]), DilutionError::Count { found: 0, recordings: 1 });
    let wrong = MotionNoise::BeforeFilter { q: vec![0.1, -1.0, 0.1], qd: None };
    assert!(matches!(of(&[wrong]), DilutionError::Noise { joints: 3, .. }));
}
