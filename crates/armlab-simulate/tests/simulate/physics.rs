//! Experiments obey physics: energy, rest, saturation.

use crate::support::*;
use armlab_log::Quantity;
use armlab_simulate::simulate::controller::{
    GainUnit, Gains, Gravity, OpenLoop, OpenLoopEfforts, Pid,
};
use armlab_simulate::simulate::effects::friction_drift::FrictionDrift;
use armlab_simulate::simulate::effects::ripple::TorqueRipple;
use armlab_simulate::simulate::{
    LogColumns, Method, Saturation, Settings, Start, with_friction_scaled,
};

fn pid(kp: f64, ki: f64, kd: f64, gravity: bool) -> Pid {
    let unit = GainUnit::Radian;
    let gains = Gains::Given { kp: kp.into(), ki: ki.into(), kd: kd.into(), unit };
    let gravity = if gravity { Gravity::Reference } else { Gravity::None };
    Pid { gains, gravity, anti_windup: true }
}

#[test]
fn a_free_arm_without_friction_keeps_its_energy() {
    for (method, tolerance) in
        [(Method::Rk4 { step: 1e-3 }, 1e-8), (Method::Adaptive { tolerance: 1e-11 }, 1e-8)]
    {
        let robot = pendulum("");
        let start = Start::State { q: 0.4.into(), qd: 2.0.into() };
        let settings = Settings { rate: 100.0, method: Some(method), start, ..Settings::default() };
        let run = run(&robot, &still(&[0.0], 10.0), &OpenLoop::free(1), &settings);
        let energy = run.summary.energy;
        println!("{method:?}: {:.1e} J of {:.1} J", energy.stored, energy.kinetic);
        assert_eq!(energy.work, 0.0);
        assert!(energy.stored.abs() < tolerance, "{method:?}: {energy:?}");
    }
}

#[test]
fn work_of_held_efforts_is_the_energy_that_an_arm_without_friction_gains() {
    let run = scara_run(Vec::new(), 0);
    let energy = run.summary.energy;
    assert!(energy.lost().abs() < 1e-9, "{energy:?}");
    assert!(energy.work.abs() > 0.1, "{energy:?}");
}

#[test]
fn planned_efforts_move_the_arm_along_the_plan() {
    // Efforts held for 1 ms instead of continuous: the error falls with the period.
    let robot = built_in("scara");
    let motion = armlab_simulate::simulate::default_motion(&robot).unwrap();
    let error = |rate: f64| {
        let settings = Settings { rate, duration: Some(2.0), ..Settings::default() };
        let run = run(&robot, &motion, &OpenLoop::planned(), &settings);
        run.summary.joints.iter().map(|j| j.max_error).fold(0.0, f64::max)
    };
    let (coarse, fine) = (error(500.0), error(2000.0));
    println!("500 Hz: {coarse:.1e}, 2 kHz: {fine:.1e}");
    assert!(fine < 1e-2 && (coarse / fine - 4.0).abs() < 0.4, "{coarse} {fine}");
}

#[test]
fn recorded_efforts_repeat_the_recorded_motion() {
    let robot = built_in("scara");
    let first = scara_run(Vec::new(), 0).log;
    let efforts = (0..3).map(|j| first.channel(Quantity::Effort, j).unwrap().to_vec()).collect();
    let times = first.time().to_vec();
    let law = OpenLoop { efforts: OpenLoopEfforts::Given { times, efforts } };
    let second = run(&robot, &scara_reference(), &law, &scara_settings(Vec::new())).log;
    for j in 0..3 {
        let of = |log: &armlab_log::Log| log.channel(Quantity::Position, j).unwrap().to_vec();
        assert_eq!(of(&first), of(&second), "joint {j}");
    }
}

#[test]
fn a_joint_that_friction_holds_is_at_rest_to_the_last_bit() {
    // Sharp Coulomb friction and static friction; the reference stops after a second.
    for friction in [
        "friction = { law = \"coulomb\", coulomb = 0.8 }",
        "friction = { law = \"stribeck\", static = 1.2, coulomb = 0.8, viscous = 0.1, stribeck_speed = 0.1 }",
    ] {
        let robot = pendulum(friction);
        let text = "kind = \"quintic\"\ntimes = [0, 1]\nq = [[0, 0.5]]";
        let read = armlab_simulate::motion::read_trajectory(
            text,
            "m",
            armlab_simulate::motion::ReadFor::dofs(1),
        );
        let settings = Settings { duration: Some(4.0), rate: 500.0, ..Settings::default() };
        let run = run(&robot, &read.unwrap(), &pid(60.0, 0.0, 6.0, true), &settings);
        let qd = run.log.channel(Quantity::Velocity, 0).unwrap();
        let tau = run.log.channel(Quantity::Effort, 0).unwrap();
        assert!(qd.iter().any(|v| v.abs() > 0.3), "it moved");
        // From half a second after the reference's end nothing moves at all.
        assert!(qd[750..].iter().all(|v| *v == 0.0), "{friction}");
        assert!(tau[750..].windows(2).all(|w| w[0] == w[1]), "{friction}");
        let error = run.log.channel(Quantity::Position, 0).unwrap()[2000] - 0.5;
        assert!(error.abs() > 1e-5 && error.abs() <= 1.2 / 60.0 + 1e-6, "{error}");
    }
}

#[test]
fn bristles_do_not_chatter_in_a_closed_loop() {
    let robot = pendulum(
        "friction = { law = \"lugre\", stiffness = 500, damping = 10, static = 1.2, coulomb = 0.8, viscous = 0.1, stribeck_speed = 0.1 }",
    );
    let text = "kind = \"quintic\"\ntimes = [0, 1]\nq = [[0, 0.5]]";
    let read = armlab_simulate::motion::read_trajectory(
        text,
        "m",
        armlab_simulate::motion::ReadFor::dofs(1),
    );
    let settings = Settings { duration: Some(6.0), rate: 500.0, ..Settings::default() };
    let run = run(&robot, &read.unwrap(), &pid(60.0, 0.0, 6.0, true), &settings);
    let qd = run.log.channel(Quantity::Velocity, 0).unwrap();
    assert!(qd.iter().any(|v| v.abs() > 0.3), "it moved");
    // It creeps to rest like a damped spring: no alternation from sample to sample.
    let late = &qd[1500..];
    let turns = late.windows(2).filter(|w| w[0] * w[1] < 0.0 && w[0].abs() > 1e-9).count();
    assert!(turns < 10, "{turns} changes of direction");
    assert!(qd[2900..].iter().all(|v| v.abs() < 1e-5), "{:?}", &qd[2990..]);
}

#[test]
fn efforts_stay_within_what_drives_can_give_and_the_integral_waits() {
    let robot = pendulum("");
    let reference = still(&[1.0], 6.0);
    let start = || Start::State { q: 0.0.into(), qd: 0.0.into() };
    let error = |anti_windup: bool| {
        let settings = Settings {
            rate: 200.0,
            saturation: Saturation::At(6.0.into()),
            start: start(),
            ..Settings::default()
        };
        let law = Pid { anti_windup, ..pid(40.0, 60.0, 6.0, false) };
        let run = run(&robot, &reference, &law, &settings);
        let tau = run.log.channel(Quantity::Effort, 0).unwrap();
        assert!(tau.iter().all(|x| x.abs() <= 6.0));
        assert!(tau.iter().filter(|x| x.abs() == 6.0).count() > 10);
        assert!(run.summary.joints[0].saturated > 0.0);
        let q = run.log.channel(Quantity::Position, 0).unwrap();
        q.iter().copied().fold(0.0, f64::max) - 1.0
    };
    let (with, without) = (error(true), error(false));
    println!("overshoot {with:.3} rad with anti-windup, {without:.3} rad without");
    assert!(with < 0.8 * without, "{with} {without}");
}

#[test]
fn gravity_feed_forward_comes_from_the_model_and_not_from_the_robot() {
    let robot = pendulum("");
    let values: Vec<f64> = robot.parameter_values().iter().map(|p| 0.5 * p).collect();
    let model = robot.with_parameter_values(&values).unwrap();
    let (trajectory, law) = (still(&[0.0], 5.0), pid(100.0, 0.0, 20.0, true));
    let settings = Settings { rate: 500.0, ..Settings::default() };
    let held = |model| {
        let experiment = armlab_simulate::simulate::Experiment {
            robot: &robot,
            model,
            trajectory: &trajectory,
            law: &law,
            settings: &settings,
        };
        let log = experiment.run().unwrap().log;
        *log.channel(Quantity::Position, 0).unwrap().last().unwrap()
    };
    assert!(held(&robot).abs() < 1e-12);
    // The other half of the weight, 0.5·9.81·0.5 N m less by the sag itself, hangs on kp.
    let sag = held(&model);
    let weight = 9.81 * 0.5;
    let left = (weight * sag.cos() - 0.5 * weight) / 100.0;
    assert!((sag - left).abs() < 1e-9 && sag > 0.02, "{sag} {left}");
}

#[test]
fn ripple_reaches_the_joint_and_is_logged_only_if_it_is_measured() {
    let ripple = |measured| TorqueRipple {
        amplitude: 0.5.into(),
        order: 7.0.into(),
        phase: 0.3.into(),
        measured,
    };
    let robot = pendulum("");
    let text = "kind = \"quintic\"\ntimes = [0, 2]\nq = [[0, 3]]";
    let read = armlab_simulate::motion::read_trajectory(
        text,
        "m",
        armlab_simulate::motion::ReadFor::dofs(1),
    );
    let trajectory = read.unwrap();
    for measured in [false, true] {
        let settings = Settings {
            rate: 500.0,
            effects: vec![Box::new(ripple(measured))],
            columns: LogColumns { reference: false, truth: true },
            ..Settings::default()
        };
        let log = run(&robot, &trajectory, &pid(60.0, 0.0, 6.0, true), &settings).log;
        let of = |name: &str| log.named(name).unwrap().to_vec();
        let (q, tau) = (of("true_q1"), log.channel(Quantity::Effort, 0).unwrap());
        let (applied, qdd) = (of("true_tau1"), of("true_qdd1"));
        for k in 0..log.rows() {
            let wave = 0.5 * (7.0 * q[k] + 0.3).sin();
            let logged = if measured { wave } else { 0.0 };
            assert!((applied[k] - tau[k] - (wave - logged)).abs() < 1e-12);
            // I q̈ = τ + m g l cos q about the y axis.
            let inertia = 1.0 / 12.0 + 0.25;
            let balance = inertia * qdd[k] - applied[k] - 9.81 * 0.5 * q[k].cos();
            assert!(balance.abs() < 1e-9, "{balance}");
        }
    }
}

#[test]
fn friction_drifts_towards_its_multiple_with_its_time_constant() {
    // Viscous friction against a constant effort: the steady speed is τ/f.
    let robot = pendulum("friction = { law = \"viscous\", viscous = 2 }");
    let text = armlab_engine::robot::describe::write_toml(&robot).replace("-9.81", "0");
    let read = armlab_engine::robot::describe::read_toml(&text, "flat", &Default::default());
    let robot = read.unwrap().robot;
    let law =
        OpenLoop { efforts: OpenLoopEfforts::Given { times: vec![0.0], efforts: vec![vec![1.0]] } };
    let drift = FrictionDrift { to: 0.5, time_constant: 10.0 };
    let settings = Settings { rate: 100.0, effects: vec![Box::new(drift)], ..Settings::default() };
    let log = run(&robot, &still(&[0.0], 40.0), &law, &settings).log;
    let qd = log.channel(Quantity::Velocity, 0).unwrap();
    for k in [500, 1000, 2000, 4000] {
        let t = k as f64 / 100.0;
        // The speed lags by I/f, 0.17 to 0.33 s, behind the friction of the moment.
        let friction = |t: f64| 2.0 * (1.0 - 0.5 * (1.0 - (-t / 10.0_f64).exp()));
        let lag = (1.0 / 3.0) / friction(t);
        let want = 1.0 / friction(t - lag);
        assert!((qd[k] / want - 1.0).abs() < 3e-3, "t = {t}: {} {want}", qd[k]);
    }
}

#[test]
fn scaled_friction_scales_efforts_and_what_is_held_and_leaves_the_rest() {
    for name in armlab_engine::robot::library::names() {
        let robot = built_in(name);
        let scaled = with_friction_scaled(&robot, 0.7).unwrap();
        assert_eq!(scaled.parameter_values(), robot.parameter_values(), "{name}");
        assert_eq!(scaled.tool(), robot.tool(), "{name}");
        assert_eq!(scaled.loops(), robot.loops(), "{name}");
        for (a, b) in scaled.joints().iter().zip(robot.joints()) {
            assert_eq!((&a.name, a.limits, a.home), (&b.name, b.limits, b.home), "{name}");
            for speed in [-0.7, 0.02, 1.3] {
                let at = armlab_engine::friction::Sliding::at(speed);
                let (got, want) = (a.friction.effort(at), 0.7 * b.friction.effort(at));
                assert!((got - want).abs() <= 1e-14 * want.abs(), "{name} {}", a.name);
            }
        }
    }
}
