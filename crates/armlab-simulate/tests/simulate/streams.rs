//! The same seed gives the same numbers, and one effect never changes another's.

use crate::support::*;
use armlab_log::{Log, Quantity};
use armlab_simulate::simulate::Sizes;
use armlab_simulate::simulate::effects::contamination::{Contamination, WideLaw};
use armlab_simulate::simulate::effects::drops::Drops;
use armlab_simulate::simulate::effects::jitter::Jitter;
use armlab_simulate::simulate::effects::outliers::Outliers;
use armlab_simulate::simulate::effects::white_noise::WhiteNoise;
use armlab_simulate::simulate::effects::{EFFECTS, Effect};

fn noise() -> Box<dyn Effect> {
    let sigma = Sizes::default().with(Quantity::Position, 0.01).with(Quantity::Effort, 0.2);
    Box::new(WhiteNoise { sigma, ..WhiteNoise::default() })
}

fn others() -> Vec<Box<dyn Effect>> {
    let size = |x: f64| Sizes::default().with(Quantity::Velocity, x);
    vec![
        Box::new(Contamination {
            fraction: 0.1,
            law: WideLaw::Student(3.0),
            scale: size(0.5),
            in_loop: false,
        }),
        Box::new(Outliers { fraction: 0.01, size: size(2.0), in_loop: false }),
        Box::new(Jitter { sigma: 1e-4 }),
    ]
}

fn columns(log: &Log, quantity: Quantity) -> Vec<Vec<f64>> {
    (0..3).map(|j| log.channel(quantity, j).unwrap().to_vec()).collect()
}

#[test]
fn a_seed_determines_everything_and_another_seed_changes_it() {
    let all = |seed| {
        let mut effects = others();
        effects.push(noise());
        effects.push(Box::new(Drops { fraction: 0.1, burst: None }));
        scara_run(effects, seed).log
    };
    let (a, b, c) = (all(5), all(5), all(6));
    assert_eq!(a.time(), b.time());
    assert_eq!(a.channels(), b.channels());
    assert_ne!(a.rows(), c.rows());
    let of = |log: &Log| columns(log, Quantity::Position);
    assert!(of(&a)[0].iter().zip(&of(&c)[0]).all(|(x, y)| x != y));
}

#[test]
fn switching_effects_on_leaves_the_numbers_of_others_alone() {
    let alone = scara_run(vec![noise()], 7).log;
    let mut effects = others();
    effects.push(noise());
    let together = scara_run(effects, 7).log;
    for quantity in [Quantity::Position, Quantity::Effort] {
        assert_eq!(columns(&alone, quantity), columns(&together, quantity), "{quantity:?}");
    }
    assert_ne!(columns(&alone, Quantity::Velocity), columns(&together, Quantity::Velocity));
    // Dropped rows take their noise along, even where they are listed first.
    let drops = Box::new(Drops { fraction: 0.3, burst: Some(4.0) });
    let fewer = scara_run(vec![drops, noise()], 7).log;
    let mut k = 0;
    for (t, x) in fewer.time().iter().zip(&columns(&fewer, Quantity::Effort)[1]) {
        k += alone.time()[k..].iter().position(|s| s == t).unwrap();
        assert_eq!(*x, columns(&alone, Quantity::Effort)[1][k], "t = {t}");
    }
}

#[test]
fn two_noises_of_one_kind_and_two_channels_differ() {
    let clean = scara_run(Vec::new(), 7).log;
    let once = scara_run(vec![noise()], 7).log;
    let twice = scara_run(vec![noise(), noise()], 7).log;
    let of = |log: &Log, j: usize| columns(log, Quantity::Effort)[j].clone();
    let difference = |a: &Log, b: &Log, j: usize| -> Vec<f64> {
        of(a, j).iter().zip(of(b, j)).map(|(x, y)| x - y).collect()
    };
    let first = difference(&once, &clean, 0);
    let second = difference(&twice, &once, 0);
    let neighbour = difference(&once, &clean, 1);
    for other in [&second, &neighbour] {
        let product: f64 = first.iter().zip(other).map(|(x, y)| x * y).sum();
        let correlation = product / (first.len() as f64 * 0.04);
        // 1501 independent pairs: standard deviation 0.026.
        assert!(correlation.abs() < 0.1, "{correlation}");
    }
}

#[test]
fn noise_on_the_log_leaves_the_motion_alone_and_noise_in_the_loop_does_not() {
    let truth = |in_loop: bool| {
        let sigma = Sizes::default().with(Quantity::Velocity, 0.05);
        let effect = WhiteNoise { sigma, in_loop, ..WhiteNoise::default() };
        let mut settings = scara_settings(vec![Box::new(effect)]);
        settings.columns.truth = true;
        let log = run(&built_in("scara"), &scara_reference(), &scara_pid(), &settings).log;
        (log.named("true_q1").unwrap().to_vec(), log)
    };
    let clean = scara_run(Vec::new(), 0).log;
    let (quiet, _) = truth(false);
    assert_eq!(&quiet, clean.channel(Quantity::Position, 0).unwrap());
    let (disturbed, log) = truth(true);
    assert_ne!(quiet, disturbed);
    // The controller and the log read one sensor: the effort is that of the logged
    // velocity.
    let column = |q| log.channel(q, 1).unwrap();
    let [q, qd, tau] = [Quantity::Position, Quantity::Velocity, Quantity::Effort].map(column);
    let [rq, rqd] = [Quantity::PositionReference, Quantity::VelocityReference].map(column);
    for k in 0..log.rows() {
        let want = 1f64.to_degrees() * (rq[k] - q[k]) + 0.04f64.to_degrees() * (rqd[k] - qd[k]);
        assert!((tau[k] - want).abs() < 1e-12, "{} {want}", tau[k]);
    }
}

#[test]
fn provenance_lists_every_setting_and_the_seed() {
    let mut effects = others();
    effects.push(noise());
    let log = scara_run(effects, 42).log;
    let [provenance] = log.provenance() else { panic!("one entry") };
    assert_eq!(provenance.origin, "simulation of `scara`");
    for wanted in [
        "100 samples per second for 15 s",
        "RK4 in steps of at most 0.001 s",
        "N m/rad",
        "the model's weight at the reference",
        "contamination, on the log only: part 0.1, Student t, 3 degrees",
        "jitter",
        "white-noise, on the log only: standard deviation q 0.01, tau 0.2 (SI)",
        "seed 42",
        "ran to its end",
    ] {
        assert!(provenance.notes.iter().any(|n| n.contains(wanted)), "{wanted}: {provenance:?}");
    }
    assert_eq!(log.joint_names(), ["theta1", "theta2", "d3"]);
    assert_eq!(EFFECTS.len(), 12);
}
