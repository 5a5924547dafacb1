//! Every effect does what it says. Random ones are held against their distributions
//! over 20 000 samples with a fixed seed.

use crate::support::*;
use armlab_log::{Log, Quantity};
use armlab_simulate::simulate::controller::OpenLoop;
use armlab_simulate::simulate::effects::backlash::Backlash;
use armlab_simulate::simulate::effects::contamination::{Contamination, WideLaw};
use armlab_simulate::simulate::effects::delay::{Delay, Lag};
use armlab_simulate::simulate::effects::drops::Drops;
use armlab_simulate::simulate::effects::jitter::Jitter;
use armlab_simulate::simulate::effects::outliers::Outliers;
use armlab_simulate::simulate::effects::quantisation::{Quantisation, Resolution};
use armlab_simulate::simulate::effects::white_noise::WhiteNoise;
use armlab_simulate::simulate::effects::{Effect, EffectError};
use armlab_simulate::simulate::{Experiment, ExperimentError, LogColumns, Settings, Sizes};

const SAMPLES: f64 = 20_000.0;

/// A pendulum swings freely for 20 s; what the log says, with the truth beside it.
fn swinging(effects: Vec<Box<dyn Effect>>) -> Log {
    let robot = pendulum("");
    let settings = Settings {
        effects,
        seed: 11,
        columns: LogColumns { reference: false, truth: true },
        ..Settings::default()
    };
    run(&robot, &still(&[0.2], SAMPLES / 1000.0), &OpenLoop::free(1), &settings).log
}

/// Measured less true.
fn errors(log: &Log, quantity: Quantity) -> Vec<f64> {
    let truth = log.named(&format!("true_{}1", quantity.stem())).unwrap();
    log.channel(quantity, 0).unwrap().iter().zip(truth).map(|(x, t)| x - t).collect()
}

fn moments(x: &[f64]) -> [f64; 3] {
    let n = x.len() as f64;
    let mean = x.iter().sum::<f64>() / n;
    let of = |power: i32| x.iter().map(|x| (x - mean).powi(power)).sum::<f64>() / n;
    [mean, of(2).sqrt(), of(4) / of(2).powi(2)]
}

#[test]
fn white_noise_has_the_deviation_that_was_asked_for_and_is_white_and_normal() {
    let sigma = Sizes::default().with(Quantity::Position, 0.01).with(Quantity::Acceleration, 3.0);
    let log = swinging(vec![Box::new(WhiteNoise { sigma, ..WhiteNoise::default() })]);
    for (quantity, sigma) in [(Quantity::Position, 0.01), (Quantity::Acceleration, 3.0)] {
        let e = errors(&log, quantity);
        let [mean, deviation, kurtosis] = moments(&e);
        // Standard errors: 0.7 % of sigma, 0.5 %, and 0.035.
        assert!(mean.abs() < 0.025 * sigma, "{mean}");
        assert!((deviation / sigma - 1.0).abs() < 0.02, "{deviation}");
        assert!((kurtosis - 3.0).abs() < 0.14, "{kurtosis}");
        let lag: f64 = e.windows(2).map(|w| w[0] * w[1]).sum::<f64>() / SAMPLES;
        assert!(lag.abs() < 0.03 * sigma * sigma, "{lag}");
    }
    assert!(errors(&log, Quantity::Velocity).iter().all(|e| *e == 0.0));
}

#[test]
fn a_signal_to_noise_ratio_is_met() {
    let snr = Sizes::default().with(Quantity::Velocity, 30.0).with(Quantity::Position, 12.0);
    let log = swinging(vec![Box::new(WhiteNoise { snr, ..WhiteNoise::default() })]);
    for (quantity, want) in [(Quantity::Velocity, 30.0), (Quantity::Position, 12.0)] {
        let [_, noise, _] = moments(&errors(&log, quantity));
        let [_, signal, _] = moments(log.named(&format!("true_{}1", quantity.stem())).unwrap());
        let got = 20.0 * (signal / noise).log10();
        assert!((got - want).abs() < 0.15, "{quantity:?}: {got} dB");
    }
}

#[test]
fn a_ratio_inside_the_loop_is_refused_with_the_reason() {
    let snr = Sizes::default().with(Quantity::Velocity, 30.0);
    let effect = WhiteNoise { snr, in_loop: true, ..WhiteNoise::default() };
    let settings = Settings { effects: vec![Box::new(effect)], ..Settings::default() };
    let robot = pendulum("");
    let (trajectory, law) = (still(&[0.0], 1.0), OpenLoop::free(1));
    let experiment = Experiment {
        robot: &robot,
        model: &robot,
        trajectory: &trajectory,
        law: &law,
        settings: &settings,
    };
    let error = experiment.run().unwrap_err();
    assert!(matches!(error, ExperimentError::Effect(EffectError::Setting { what: "snr", .. })));
    assert!(error.to_string().contains("give `sigma`"), "{error}");
}

#[test]
fn contamination_hits_its_part_of_the_samples_with_its_law() {
    let cases = [
        // The law, and the part of its draws beyond twice its scale.
        (WideLaw::Normal, 0.0455),
        (WideLaw::Laplace, (-2.0_f64).exp()),
        // Student t with 3 degrees of freedom: 2 (1 − F(2)).
        (WideLaw::Student(3.0), 0.13933),
    ];
    for (law, beyond) in cases {
        let scale = Sizes::default().with(Quantity::Effort, 5.0);
        let effect = Contamination { fraction: 0.2, law, scale, in_loop: false };
        let e = errors(&swinging(vec![Box::new(effect)]), Quantity::Effort);
        let hit: Vec<f64> = e.iter().copied().filter(|e| *e != 0.0).collect();
        let part = hit.len() as f64 / e.len() as f64;
        assert!((part - 0.2).abs() < 0.012, "{law:?}: {part}");
        let far = hit.iter().filter(|e| e.abs() > 10.0).count() as f64 / hit.len() as f64;
        // Four standard errors of a part of 4000 draws.
        let tolerance = 4.0 * (beyond * (1.0 - beyond) / hit.len() as f64).sqrt();
        assert!((far - beyond).abs() < tolerance, "{law:?}: {far} instead of {beyond}");
        let up = hit.iter().filter(|e| **e > 0.0).count() as f64 / hit.len() as f64;
        assert!((up - 0.5).abs() < 0.035, "{law:?}: {up}");
    }
}

#[test]
fn outliers_are_rare_and_of_their_size() {
    let size = Sizes::default().with(Quantity::Position, 0.5);
    let effect = Outliers { fraction: 0.005, size, in_loop: false };
    let e = errors(&swinging(vec![Box::new(effect)]), Quantity::Position);
    let hit: Vec<f64> = e.iter().copied().filter(|e| *e != 0.0).collect();
    assert!((60..140).contains(&hit.len()), "{}", hit.len());
    assert!(hit.iter().all(|e| (e.abs() - 0.5).abs() < 1e-12));
    assert!(hit.iter().any(|e| *e > 0.0) && hit.iter().any(|e| *e < 0.0));
}

#[test]
fn encoders_step() {
    let step = 1e-3;
    let effect = |difference| Quantisation {
        resolution: Resolution::Step(step.into()),
        difference,
        in_loop: false,
    };
    let log = swinging(vec![Box::new(effect(true))]);
    let q = log.channel(Quantity::Position, 0).unwrap();
    assert!(q.iter().all(|q| (q / step - (q / step).round()).abs() < 1e-9));
    let e = errors(&log, Quantity::Position);
    assert!(e.iter().all(|e| e.abs() <= 0.5 * step + 1e-12));
    // Errors of a signal that crosses many steps are uniform.
    let [_, deviation, _] = moments(&e);
    assert!((deviation / (step / 12f64.sqrt()) - 1.0).abs() < 0.03, "{deviation}");
    let qd = log.channel(Quantity::Velocity, 0).unwrap();
    for k in 1..q.len() {
        assert!((qd[k] - (q[k] - q[k - 1]) / 1e-3).abs() < 1e-9);
    }
    // Without it the velocity is the joint's own; counts are steps of a turn.
    let resolution = Resolution::Counts(4096.0.into());
    let log = swinging(vec![Box::new(Quantisation { resolution, ..effect(false) })]);
    assert!(errors(&log, Quantity::Velocity).iter().all(|e| *e == 0.0));
    let turn = std::f64::consts::TAU / 4096.0;
    let q = log.channel(Quantity::Position, 0).unwrap();
    assert!(q.iter().all(|q| (q / turn - (q / turn).round()).abs() < 1e-9));
}

#[test]
fn backlash_is_a_play() {
    let width = 0.02;
    let log = swinging(vec![Box::new(Backlash { width: width.into(), in_loop: false })]);
    let truth = log.named("true_q1").unwrap();
    let q = log.channel(Quantity::Position, 0).unwrap();
    for k in 1..q.len() {
        assert!((q[k] - truth[k]).abs() <= 0.5 * width + 1e-15);
        // It moves only at an end of its play, and only where it is dragged.
        if q[k] != q[k - 1] {
            assert!((q[k] - truth[k]).abs() > 0.5 * width - 1e-12);
            assert!((q[k] - q[k - 1]) * (truth[k] - truth[k - 1]) > 0.0);
        }
    }
    let stands = q.windows(2).filter(|w| w[0] == w[1]).count();
    assert!(stands > 20, "{stands}");
}

#[test]
fn late_measurements_are_those_of_before() {
    let of = vec![Quantity::Position, Quantity::Velocity];
    let delay = |lag| Box::new(Delay { lag, of: of.clone(), in_loop: false });
    for (lag, samples) in [(Lag::Samples(3.0), 3.0_f64), (Lag::Seconds(0.0155), 15.5)] {
        let log = swinging(vec![delay(lag)]);
        let truth = log.named("true_q1").unwrap();
        let q = log.channel(Quantity::Position, 0).unwrap();
        let whole = samples as usize;
        for k in 0..q.len() {
            let ago = |n: usize| truth[k.saturating_sub(n)];
            let want = ago(whole) + (samples - samples.floor()) * (ago(whole + 1) - ago(whole));
            assert!((q[k] - want).abs() < 1e-15, "{k}");
        }
        assert!(errors(&log, Quantity::Acceleration).iter().all(|e| *e == 0.0));
    }
}

#[test]
fn a_delay_in_the_loop_destabilises_it() {
    // ω² = 300, damped: a delay of 40 ms turns the damping round.
    let (robot, trajectory) = (pendulum(""), still(&[0.5], 5.0));
    let law = armlab_simulate::simulate::controller::ComputedTorque {
        frequency: 17.0.into(),
        ..Default::default()
    };
    let peak = |lag: f64| {
        let of = vec![Quantity::Position, Quantity::Velocity];
        let effect = Delay { lag: Lag::Seconds(lag), of, in_loop: true };
        let settings = Settings {
            effects: vec![Box::new(effect)],
            start: armlab_simulate::simulate::Start::State { q: 0.4.into(), qd: 0.0.into() },
            ..Settings::default()
        };
        let run = run(&robot, &trajectory, &law, &settings);
        let q = run.log.channel(Quantity::Position, 0).unwrap();
        q[q.len() / 2..].iter().fold(0.0_f64, |a, q| a.max((q - 0.5).abs()))
    };
    assert!(peak(0.0) < 1e-9, "{}", peak(0.0));
    assert!(peak(0.005) < 1e-6, "{}", peak(0.005));
    assert!(peak(0.1) > 0.1, "{}", peak(0.1));
}

#[test]
fn stamps_jitter_and_stay_in_order() {
    let log = swinging(vec![Box::new(Jitter { sigma: 1e-4 })]);
    let off: Vec<f64> = log.time().iter().enumerate().map(|(k, t)| t - k as f64 / 1000.0).collect();
    let [mean, deviation, _] = moments(&off);
    assert!(mean.abs() < 3e-6 && (deviation / 1e-4 - 1.0).abs() < 0.02, "{mean} {deviation}");
    assert!(errors(&log, Quantity::Position).iter().all(|e| *e == 0.0));
    // However large it is.
    let log = swinging(vec![Box::new(Jitter { sigma: 1.0 })]);
    assert!(log.time().windows(2).all(|w| w[0] < w[1]));
}

#[test]
fn rows_are_dropped_one_by_one_or_in_bursts() {
    for (burst, mean) in [(None, 1.0 / 0.8), (Some(5.0), 5.0)] {
        let log = swinging(vec![Box::new(Drops { fraction: 0.2, burst })]);
        let kept = log.rows() as f64 / (SAMPLES + 1.0);
        assert!((kept - 0.8).abs() < 0.02, "{burst:?}: {kept}");
        let gaps: Vec<f64> = log
            .time()
            .windows(2)
            .map(|w| ((w[1] - w[0]) * 1000.0).round() - 1.0)
            .filter(|gap| *gap > 0.0)
            .collect();
        let length = gaps.iter().sum::<f64>() / gaps.len() as f64;
        assert!((length / mean - 1.0).abs() < 0.1, "{burst:?}: {length}");
        // What is left is what was there.
        assert!(errors(&log, Quantity::Position).iter().all(|e| *e == 0.0));
    }
}

#[test]
fn lists_that_do_not_fit_and_values_that_make_no_sense_are_named() {
    let robot = built_in("scara");
    let refused = |effect: Box<dyn Effect>| {
        let settings = scara_settings(vec![effect]);
        let (trajectory, law) = (scara_reference(), scara_pid());
        let experiment = Experiment {
            robot: &robot,
            model: &robot,
            trajectory: &trajectory,
            law: &law,
            settings: &settings,
        };
        experiment.run().unwrap_err().to_string()
    };
    let sigma = Sizes::default().with(Quantity::Position, vec![0.1, 0.2]);
    let words = refused(Box::new(WhiteNoise { sigma, ..WhiteNoise::default() }));
    assert!(words.contains("`q` has 2 entries") && words.contains("3, one per joint"), "{words}");
    let sigma = Sizes::default().with(Quantity::Position, f64::NAN);
    let words = refused(Box::new(WhiteNoise { sigma, ..WhiteNoise::default() }));
    assert!(words.contains("white-noise: `sigma` cannot be NaN"), "{words}");
    let words = refused(Box::new(Drops { fraction: 1.0, burst: None }));
    assert!(words.contains("drops: `fraction` cannot be 1"), "{words}");
    let resolution = Resolution::Counts(4096.0.into());
    let words = refused(Box::new(Quantisation { resolution, difference: false, in_loop: false }));
    assert!(words.contains("joint 3, which slides"), "{words}");
}
