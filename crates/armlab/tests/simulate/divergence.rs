//! Runs that cannot go on stop with time and state, and keep what they had.

use crate::scara::scara_with;
use crate::support::*;
use armlab::simulate::controller::{GainUnit, Gains, Pid};
use armlab::simulate::{End, Experiment, Settings, StopCause};
use std::ops::ControlFlow;

#[test]
fn infeasible_published_parameters_blow_up_when_the_notes_say() {
    // Estimates that make the mass matrix indefinite: Hopfield (2016), genetic, extended
    // Kalman. The times are of other code with a limit of its own, to two decimals.
    let sets = [
        ([3.9788, 0.0910, 1.0426, 1.9997], 2.83),
        ([4.3837, 0.0335, 1.4701, 2.0024], 0.62),
        ([4.6792, -0.9285, 1.0965, 1.9965], 5.27),
    ];
    let truth = built_in("scara");
    for (base, when) in sets {
        let robot = scara_with(&base);
        let (trajectory, law) = (scara_reference(), scara_pid());
        let settings = scara_settings(Vec::new());
        let model = &truth;
        let run = Experiment {
            robot: &robot,
            model,
            trajectory: &trajectory,
            law: &law,
            settings: &settings,
        };
        let run = run.run().unwrap();
        let End::Broken(broken) = &run.end else { panic!("{:?}", run.end) };
        println!("{base:?}: {broken}");
        assert!((broken.time - when).abs() < 0.03, "{broken}");
        // Everything up to the last sample before is there, and finite.
        assert_eq!(run.log.rows(), (broken.sampled * 100.0).round() as usize + 1);
        assert!(broken.time - broken.sampled <= 0.01 + 1e-9);
        assert!(run.log.channels().iter().all(|c| c.values.iter().all(|x| x.is_finite())));
        assert!(broken.q.iter().chain(&broken.qd).all(|x| x.is_finite()));
        let words = broken.to_string();
        assert!(words.contains("qd = (") && words.contains(" s"), "{words}");
        let notes = &run.log.provenance()[0].notes;
        assert!(notes.iter().any(|n| n.starts_with("broke off")), "{notes:?}");
    }
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
        let law = Pid { gains: gains(kd), gravity: false, anti_windup: true };
        let end = run(&robot, &reference, &law, &settings).end;
        match end {
            End::Finished => assert!(stable, "kd {kd}"),
            End::Broken(broken) => {
                assert!(!stable, "kd {kd}: {broken}");
                assert!(matches!(broken.cause, StopCause::Simulation(_)), "{broken}");
            }
            End::Stopped(_) => panic!("nobody stopped it"),
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
    let mut seen = 0;
    let run = experiment.run_with(&mut |progress| {
        seen += 1;
        assert_eq!(progress.duration, 15.0);
        if progress.time >= 2.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    let run = run.unwrap();
    assert_eq!((run.end, run.log.rows(), seen), (End::Stopped(2.0), 201, 201));
}
