//! Friction of geared drives: in proportion to what they transmit, and before sliding.

use crate::models::*;
use armlab_engine::dynamics::Plant;
use armlab_engine::dynamics::frictional::Mode;
use armlab_engine::friction::Friction;
use armlab_engine::robot::describe::{ReadOptions, read_toml};
use armlab_engine::robot::{Joint, JointKind, Link, Robot, RobotBuilder, library};
use armlab_engine::spatial::{Inertia, Sym3, Transform, vec3};
use armlab_simulate::simulate::{Method, Simulator};

/// A built-in robot with this friction at every driven joint.
fn with_friction(name: &str, friction: &str) -> Robot {
    let text = library::source(name).unwrap();
    let joints = text.lines().map(|line| match line.starts_with("friction") {
        true => format!("friction = {friction}\n"),
        false => format!("{line}\n"),
    });
    read_toml(&joints.collect::<String>(), "geared", &ReadOptions::default()).unwrap().robot
}

const GEARED: &str = "[{ law = \"coulomb-viscous\", coulomb = 2, viscous = 1.5 }, \
                      { law = \"load\", share = 0.3 }]";

#[test]
fn a_drive_that_rubs_by_what_it_transmits_obeys_forward_and_inverse_dynamics_alike() {
    let v = vectors();
    let robot = with_friction("parallel3prr", GEARED);
    let mut plant = Plant::new(&robot).unwrap();
    for case in v["cases"].as_array().unwrap() {
        let (q, qd, qdd) = (numbers(&case["q"]), numbers(&case["qd"]), numbers(&case["qdd"]));
        let (q, qd, qdd) = (&q[..3], &qd[..3], &qdd[..3]);
        plant.mechanism().go_home();
        let (mut tau, mut friction) = ([0.0; 3], [0.0; 3]);
        plant.inverse(q, qd, qdd, &mut tau, &mut friction).unwrap();
        for i in 0..3 {
            let expected = 2.0 * qd[i].signum() + 1.5 * qd[i] + 0.3 * tau[i].abs() * qd[i].signum();
            assert!((friction[i] - expected).abs() < 1e-11 * (1.0 + expected.abs()));
        }
        assert!(plant.friction_loss() >= 0.0);
        let effort = [0, 1, 2].map(|i| tau[i] + friction[i]);
        let modes: Vec<Mode> = qd.iter().map(|v| Mode::of_speed(*v)).collect();
        let mut got = [0.0; 3];
        plant.forward(q, qd, &effort, &modes, &[], &mut got).unwrap();
        for i in 0..3 {
            assert!((got[i] - qdd[i]).abs() < 1e-9 * qdd[i].abs().max(1.0), "{}", case["id"]);
        }
    }
}

/// A block of 2 kg on a slide, and gravity along it.
fn block(friction: Friction, along: f64) -> Robot {
    let body = Inertia::from_center(2.0, vec3(0.0, 0.0, 0.0), Sym3::zero());
    let mut joint = Joint::new("slide", JointKind::Prismatic, Transform::identity(), X);
    joint.friction = friction;
    RobotBuilder::new("block")
        .gravity(vec3(along, 0.0, 0.0))
        .joint("base", joint, Link::new("block", body))
        .build()
        .unwrap()
}

#[test]
fn a_drive_holds_a_weight_with_less_effort_than_it_takes_to_lift_it() {
    // The weight pulls with 10 N; friction is a fifth of what is transmitted.
    let robot = block(Friction::of("load", &[("share", 0.2)]).unwrap(), -5.0);
    let moved = |effort: f64| {
        let mut simulator = Simulator::new(&robot).unwrap();
        let mut state = simulator.state(&[0.0], &[0.0]).unwrap();
        let method = Method::Rk4 { step: 1e-2 };
        let mut push = |_: f64, _: &[f64], _: &[f64], tau: &mut [f64]| tau.fill(effort);
        simulator.advance(&mut state, 0.0, 1.0, method, &mut push).unwrap();
        state.q[0]
    };
    for effort in [8.01, 9.0, 11.0, 11.99] {
        assert_eq!(moved(effort), 0.0, "{effort} N must hold it");
    }
    // Beyond, it slides: 2 kg a = u − 10 with u = effort ± 0.2 |u|.
    let up = 0.5 * (13.0 / 1.2 - 10.0) / 2.0;
    assert!((moved(13.0) - up).abs() < 1e-9, "{} {up}", moved(13.0));
    let down = 0.5 * (7.0 / 0.8 - 10.0) / 2.0;
    assert!((moved(7.0) - down).abs() < 1e-9, "{} {down}", moved(7.0));
}

#[test]
fn elements_before_sliding_give_back_no_more_than_they_store() {
    let forces = [3.0, 2.0, 1.0];
    let width = 0.02;
    let stated = [("force_1", forces[0]), ("force_2", forces[1]), ("force_3", forces[2])];
    let stated: Vec<(&str, f64)> = stated.into_iter().chain([("width", width)]).collect();
    let robot = block(Friction::of("hysteresis", &stated).unwrap(), 0.0);
    let mut simulator = Simulator::new(&robot).unwrap();
    let mut state = simulator.state(&[0.0], &[0.0]).unwrap();
    let stored = |qd: f64, z: &[f64]| {
        let springs = (0..3).map(|i| 0.5 * forces[i] * width / 4_f64.powi(i as i32) * z[i] * z[i]);
        qd * qd + springs.sum::<f64>()
    };
    let (step, mut lost) = (1e-3, 0.0);
    let (mut slid, mut held) = (0, 0);
    for k in 0..1400 {
        let t = f64::from(k) * step;
        // Below what slides it in the first half, above in the second.
        let size = if k < 700 { 4.0 } else { 9.0 };
        let effort = size * (9.0 * (t + 0.5 * step)).sin();
        let before = (state.q[0], stored(state.qd[0], &state.bristles));
        let mut push = |_: f64, _: &[f64], _: &[f64], tau: &mut [f64]| tau.fill(effort);
        let method = Method::Rk4 { step };
        simulator.advance(&mut state, t, t + step, method, &mut push).unwrap();
        assert!(state.bristles.iter().all(|z| z.abs() <= 1.0));
        let work = effort * (state.q[0] - before.0);
        let loss = work - (stored(state.qd[0], &state.bristles) - before.1);
        assert!(loss > -1e-4, "step {k} gives {loss} J");
        lost += loss;
        let sliding = state.bristles[0].abs() == 1.0;
        if k < 700 { held += usize::from(!sliding) } else { slid += usize::from(sliding) }
    }
    assert!(held == 700 && slid > 100, "held {held}, slid {slid}");
    assert!(lost > 0.1, "{lost} J");
}
