//! Friction that depends on the reactions, forwards and backwards, and joints
//! that stick.

use crate::models::*;
use armlab_engine::dynamics::Plant;
use armlab_engine::dynamics::frictional::{FrictionalError, Mode};
use armlab_engine::friction::Friction;
use armlab_engine::robot::describe::{ReadOptions, read_toml};
use armlab_engine::robot::{Joint, JointKind, Link, Robot, RobotBuilder, library};
use armlab_engine::spatial::{Inertia, Sym3, Transform, vec3};
use armlab_simulate::simulate::{Method, Simulator};

/// The horizontal 3PRR with another coefficient of friction.
fn with_coefficient(mu: f64) -> Robot {
    let text = library::source("parallel3prr").unwrap();
    let text = text.replace("mu_s = 0.3016, mu_c = 0.1449", &format!("mu_s = {mu}, mu_c = {mu}"));
    read_toml(&text, "rough", &ReadOptions::default()).unwrap().robot
}

#[test]
fn forward_dynamics_undoes_inverse_dynamics_under_load_dependent_friction() {
    let v = vectors();
    for name in ["parallel3prr", "parallel3prr-vertical"] {
        let robot = built_in(name);
        let mut plant = Plant::new(&robot).unwrap();
        for case in v["cases"].as_array().unwrap() {
            let (q, qd, qdd) = (numbers(&case["q"]), numbers(&case["qd"]), numbers(&case["qdd"]));
            let (q, qd, qdd) = (&q[..3], &qd[..3], &qdd[..3]);
            plant.mechanism().go_home();
            let (mut tau, mut friction) = ([0.0; 3], [0.0; 3]);
            plant.inverse(q, qd, qdd, &mut tau, &mut friction).unwrap();
            let effort = [0, 1, 2].map(|i| tau[i] + friction[i]);
            let modes: Vec<Mode> = qd.iter().map(|v| Mode::of_speed(*v)).collect();
            let mut got = [0.0; 3];
            plant.forward(q, qd, &effort, &modes, &[], &mut got).unwrap();
            for i in 0..3 {
                assert!((got[i] - qdd[i]).abs() < 1e-9 * qdd[i].abs().max(1.0), "{}", case["id"]);
            }
        }
    }
}

#[test]
fn coefficients_that_leave_no_or_several_solutions_are_an_error_and_not_a_number() {
    let v = vectors();
    let mut outcomes = [[0; 3]; 2];
    for (row, mu) in [0.3, 1.5].into_iter().enumerate() {
        let robot = with_coefficient(mu);
        let mut plant = Plant::new(&robot).unwrap();
        for case in v["cases"].as_array().unwrap() {
            let (q, qd) = (numbers(&case["q"]), numbers(&case["qd"]));
            // Efforts of another case, so that the motion is any.
            let tau = numbers(&case["tau"]);
            let modes: Vec<Mode> = qd[..3].iter().map(|v| Mode::of_speed(*v)).collect();
            for sign in [1.0, -1.0, 3.0, -3.0] {
                plant.mechanism().go_home();
                let tau: Vec<f64> = tau.iter().map(|t| sign * t).collect();
                let mut qdd = [0.0; 3];
                match plant.forward(&q[..3], &qd[..3], &tau, &modes, &[], &mut qdd) {
                    Ok(()) => outcomes[row][0] += 1,
                    Err(FrictionalError::NoSolution { joints }) => {
                        assert!(joints.contains("`x1`"), "{joints}");
                        outcomes[row][1] += 1;
                    }
                    Err(FrictionalError::SeveralSolutions { count, .. }) => {
                        assert!(count > 1);
                        outcomes[row][2] += 1;
                    }
                    Err(error) => panic!("{error}"),
                }
            }
        }
    }
    println!("one, no, several solutions: mu 0.3 {:?}, mu 1.5 {:?}", outcomes[0], outcomes[1]);
    assert_eq!(outcomes[0][1..], [0, 0]);
    assert!(outcomes[1][1] > 0 && outcomes[1][2] > 0);
}

/// A block of 2 kg on a slope of 20° (as gravity that leans), on a slide.
fn block(friction: Friction) -> Robot {
    let body = Inertia::from_center(2.0, vec3(0.0, 0.0, 0.0), Sym3::zero());
    let mut joint = Joint::new("slide", JointKind::Prismatic, Transform::identity(), X);
    joint.friction = friction;
    let slope = 20_f64.to_radians();
    RobotBuilder::new("block")
        .gravity(vec3(9.81 * slope.sin(), 0.0, -9.81 * slope.cos()))
        .joint("base", joint, Link::new("block", body))
        .build()
        .unwrap()
}

fn free(_: f64, _: &[f64], _: &[f64], tau: &mut [f64]) {
    tau.fill(0.0);
}

#[test]
fn a_block_on_a_slope_holds_exactly_when_friction_is_steeper_than_the_slope() {
    let tangent = 20_f64.to_radians().tan();
    for (mu, holds) in [(1.001 * tangent, true), (0.999 * tangent, false)] {
        let stated = [("mu_s", mu), ("mu_c", mu), ("stribeck_speed", 0.1)];
        let robot = block(Friction::of("bearing", &stated).unwrap());
        let mut simulator = Simulator::new(&robot).unwrap();
        let mut state = simulator.state(&[0.0], &[0.0]).unwrap();
        let method = Method::Rk4 { step: 1e-2 };
        simulator.advance(&mut state, 0.0, 5.0, method, &mut free).unwrap();
        if holds {
            // Not a creep, not a flutter: nothing.
            assert_eq!((state.q[0], state.qd[0]), (0.0, 0.0));
        } else {
            let slope = 20_f64.to_radians();
            let acceleration = 9.81 * (slope.sin() - mu * slope.cos());
            let expected = 0.5 * acceleration * 25.0;
            assert!((state.q[0] - expected).abs() < 1e-9 * expected, "{} {expected}", state.q[0]);
        }
    }
}

#[test]
fn a_thrown_block_stops_where_the_textbook_says_and_stays() {
    let slope = 20_f64.to_radians();
    let robot = block(Friction::of("coulomb", &[("coulomb", 10.0)]).unwrap());
    let mut simulator = Simulator::new(&robot).unwrap();
    let mut state = simulator.state(&[0.0], &[-3.0]).unwrap();
    // Up the slope: friction and weight both brake.
    let brake = 9.81 * slope.sin() + 10.0 / 2.0;
    let method = Method::Rk4 { step: 7e-3 };
    let done = simulator.advance(&mut state, 0.0, 3.0, method, &mut free).unwrap();
    let expected = -9.0 / (2.0 * brake);
    assert!((state.q[0] - expected).abs() < 1e-12, "{} {expected}", state.q[0]);
    assert_eq!((state.qd[0], state.modes[0]), (0.0, Mode::Stuck));
    assert_eq!(done.events, 1, "one stop and no chatter");
}

#[test]
fn stick_and_slip_follows_the_exact_motion_of_a_dragged_mass() {
    // A spring pulls at speed v: the mass sticks until k v t = f_s, then slips,
    // x'' = (k (v t − x) − f_c)/m, and sticks again when it stops.
    let (m, k, v, fs, fc) = (2.0_f64, 200.0, 0.1, 8.0, 5.0);
    let body = Inertia::from_center(m, vec3(0.0, 0.0, 0.0), Sym3::zero());
    let mut joint = Joint::new("slide", JointKind::Prismatic, Transform::identity(), X);
    // A Stribeck speed so low that friction drops at once.
    let stated = [("static", fs), ("coulomb", fc), ("stribeck_speed", 1e-9)];
    joint.friction = Friction::of("stribeck", &stated).unwrap();
    let robot =
        RobotBuilder::new("dragged").joint("base", joint, Link::new("mass", body)).build().unwrap();
    let mut simulator = Simulator::new(&robot).unwrap();
    let mut state = simulator.state(&[0.0], &[0.0]).unwrap();
    let mut pull = |t: f64, q: &[f64], _: &[f64], tau: &mut [f64]| tau[0] = k * (v * t - q[0]);
    let release = fs / (k * v);
    let step = 1e-4;
    let method = Method::Rk4 { step };
    simulator.advance(&mut state, 0.0, release - step, method, &mut pull).unwrap();
    assert_eq!((state.q[0], state.qd[0]), (0.0, 0.0), "stuck until {release} s");
    // Slip: y = v t − x − f_c/k swings from (f_s − f_c)/k with speed v.
    let mut t = release - step;
    let mut stopped = None;
    for _ in 0..20_000 {
        simulator.advance(&mut state, t, step, method, &mut pull).unwrap();
        t += step;
        if t > release + 0.05 && state.modes[0] == Mode::Stuck {
            stopped = Some(t);
            break;
        }
    }
    // Slip lasts until the speed x' = v − y' returns to zero.
    let w = (k / m).sqrt();
    let phase = ((fs - fc) / k * w / v).atan();
    let duration = (2.0 * std::f64::consts::PI - 2.0 * phase) / w;
    let stopped = stopped.expect("it sticks again");
    assert!((stopped - release - duration).abs() < 3.0 * step, "{stopped} {release} {duration}");
}

#[test]
fn two_blocks_pressed_together_by_loads_share_friction_without_chatter() {
    // Both cranks of the five-bar at rest under their own weight: gravity is more
    // than friction holds, so it moves; held by the drives, it does not.
    let robot = built_in("five-bar");
    let mut simulator = Simulator::new(&robot).unwrap();
    let home = simulator.plant().mechanism().home();
    let mut gravity = vec![0.0; 2];
    simulator.plant().mechanism().gravity(&home, &mut gravity).unwrap();
    let mut state = simulator.state(&home, &[0.0; 2]).unwrap();
    let push = 0.05;
    let mut hold = |_: f64, _: &[f64], _: &[f64], tau: &mut [f64]| {
        tau.copy_from_slice(&[gravity[0] + push, gravity[1] - push]);
    };
    let method = Method::Rk4 { step: 1e-3 };
    simulator.advance(&mut state, 0.0, 1.0, method, &mut hold).unwrap();
    assert_eq!(state.q, home, "friction holds a push of {push} N m");
    let mut fall = |_: f64, _: &[f64], _: &[f64], tau: &mut [f64]| tau.fill(0.0);
    simulator.advance(&mut state, 1.0, 0.1, method, &mut fall).unwrap();
    assert!((state.q[0] - home[0]).abs() > 1e-3, "it falls when let go");
}

#[test]
fn lugre_creeps_before_it_slips() {
    let stated = [
        ("stiffness", 1e5),
        ("damping", 900.0),
        ("static", 8.0),
        ("coulomb", 5.0),
        ("viscous", 0.4),
        ("stribeck_speed", 0.01),
    ];
    let robot = block(Friction::of("lugre", &stated).unwrap());
    let mut simulator = Simulator::new(&robot).unwrap();
    let mut state = simulator.state(&[0.0], &[0.0]).unwrap();
    let weight = 2.0 * 9.81 * 20_f64.to_radians().sin();
    // 6.7 N of weight, 8 N of static friction: a spring's deflection, no slip.
    let method = Method::Rk4 { step: 1e-4 };
    simulator.advance(&mut state, 0.0, 2.0, method, &mut free).unwrap();
    let creep = state.q[0];
    assert!(creep > 0.5 * weight / 1e5 && creep < 20.0 * weight / 1e5, "{creep}");
    assert!(state.qd[0].abs() < 1e-4);
    let mut push = |_: f64, _: &[f64], _: &[f64], tau: &mut [f64]| tau[0] = 3.0;
    simulator.advance(&mut state, 2.0, 1.0, method, &mut push).unwrap();
    assert!(state.q[0] > 0.5, "it slips under 3 N more: {}", state.q[0]);
}
