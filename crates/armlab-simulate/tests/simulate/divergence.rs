//! Runs that cannot go on stop with time and state, and keep what they had.

use crate::scara::scara_with;
use crate::support::*;
use armlab_log::Quantity;
use armlab_progress::{CancelToken, Event, Progress};
use armlab_simulate::simulate::controller::{GainUnit, Gains, Gravity, Pid};
use armlab_simulate::simulate::{EarlyStop, End, Experiment, Run, Settings, StopCause};
use std::sync::Mutex;

/// Estimates that make the mass matrix indefinite: Hopfield (2016), genetic and extended
/// Kalman, and when simulations of other code with them blow up, s.
const INFEASIBLE: [([f64; 4], f64); 3] = [
    ([3.9788, 0.0910, 1.0426, 1.9997], 2.83),
    ([4.3837, 0.0335, 1.4701, 2.0024], 0.62),
    ([4.6792, -0.9285, 1.0965, 1.9965], 5.27),
];

fn infeasible(base: &[f64]) -> (Run, EarlyStop) {
    let (robot, truth) = (scara_with(base), built_in("scara"));
    let (trajectory, law, settings) = (scara_reference(), scara_pid(), scara_settings(Vec::new()));
    let experiment = Experiment {
        robot: &robot,
        model: &truth,
        trajectory: &trajectory,
        law: &law,
        settings: &settings,
    };
    let run = experiment.run().unwrap();
    let End::StoppedEarly(broken) = run.end.clone() else { panic!("{:?}", run.end) };
    println!("{base:?}: {broken}");
    (run, *broken)
}

#[test]
fn infeasible_published_parameters_break_off_with_time_and_state_and_keep_the_log() {
    for (base, _) in INFEASIBLE {
        let (run, broken) = infeasible(&base);
        // Everything up to the last sample before is there, and finite.
        assert_eq!(run.log.rows(), (broken.sampled * 100.0).round() as usize + 1);
        assert!(broken.time - broken.sampled <= 0.01 + 1e-9);
        assert!(run.log.channels().iter().all(|c| c.values.iter().all(|x| x.is_finite())));
        assert!(broken.q.iter().chain(&broken.qd).all(|x| x.is_finite()));
        let words = broken.to_string();
        assert!(words.contains("at t = ") && words.contains("qd = ("), "{words}");
        let notes = &run.log.provenance()[0].notes;
        assert!(notes.iter().any(|n| n.starts_with("stopped early")), "{notes:?}");
    }
}

#[test]
fn infeasible_published_parameters_blow_up_when_other_code_says() {
    for (base, when) in &INFEASIBLE[..2] {
        // Quiet up to the stated sample, absurd at the next: there the mass matrix loses a
        // sign. The run itself ends a few steps later.
        let (run, broken) = infeasible(base);
        let last = (when * 100.0).round() as usize;
        let fastest = |k: usize| {
            let speeds = (0..3).map(|j| run.log.channel(Quantity::Velocity, j).unwrap()[k].abs());
            speeds.fold(0.0, f64::max)
        };
        assert!((0..=last).all(|k| fastest(k) < 5.0), "{}", fastest(last));
        assert!(fastest(last + 1) > 20.0, "{}", fastest(last + 1));
        assert!(broken.time - when < 0.04, "{broken}");
    }
    // A negative inertia is unstable from the start (1000 rad/s after a second); when a
    // chaotic motion meets a singular pose depends on every rounding.
    let (base, when) = INFEASIBLE[2];
    let (_, broken) = infeasible(&base);
    assert!((broken.time - when).abs() < 0.5, "{broken}");
}

#[test]
fn an_unstable_controller_is_told_from_a_stable_one() {
    let robot = pendulum("");
    let gains = |kd: f64| Gains::Given {
        kp: 50.0.into(),
        ki: 0.0.into(),
        kd: kd.into(),
        unit: GainUnit::Radian,
    };
    // Held for 10 ms, a damping above 2 I/T = 66.7 makes the speed alternate and grow.
    let settings = Settings { rate: 100.0, ..Settings::default() };
    let reference = still(&[0.3], 5.0);
    for (kd, stable) in [(20.0, true), (90.0, false)] {
        let law = Pid { gains: gains(kd), gravity: Gravity::None, anti_windup: true };
        let end = run(&robot, &reference, &law, &settings).end;
        match end {
            End::Finished => assert!(stable, "kd {kd}"),
            End::StoppedEarly(broken) => {
                assert!(!stable, "kd {kd}: {broken}");
                assert!(matches!(broken.cause, StopCause::Simulation(_)), "{broken}");
            }
            End::Cancelled(_) => panic!("nobody stopped it"),
        }
    }
}

#[test]
fn a_run_can_be_stopped_and_keeps_its_log() {
    let robot = built_in("scara");
    let (trajectory, law, settings) = (scara_reference(), scara_pid(), scara_settings(Vec::new()));
    let experiment = Experiment {
        robot: &robot,
        model: &robot,
        trajectory: &trajectory,
        law: &law,
        settings: &settings,
    };
    let (token, last) = (CancelToken::new(), Mutex::new(0.0));
    let observer = |event: &Event| {
        let fraction = event.fraction.unwrap();
        *last.lock().unwrap() = fraction;
        if fraction * 15.0 >= 2.0 {
            token.cancel();
        }
    };
    let run = experiment.run_with_progress(&Progress::new(&observer, token.clone())).unwrap();
    let End::Cancelled(time) = run.end else { panic!("{:?}", run.end) };
    assert!((2.0..3.0).contains(&time), "{time}");
    assert_eq!(run.log.rows(), (100.0 * time).round() as usize + 1);
    assert!((*last.lock().unwrap() - time / 15.0).abs() < 1e-12);
}
