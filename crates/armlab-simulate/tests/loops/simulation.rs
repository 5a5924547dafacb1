//! Efforts put into forward dynamics give the motion back.

use crate::models::*;
use armlab_engine::dynamics::Plant;
use armlab_engine::robot::Robot;
use armlab_engine::robot::describe::{ReadOptions, read_toml};
use armlab_engine::robot::library;
use armlab_simulate::simulate::{Method, Simulator};

/// The excitation of the vectors: joints from the platform's Fourier series.
fn excitation(t: f64) -> [[f64; 3]; 3] {
    let v = vectors();
    let e = &v["excitation"];
    let w = 2.0 * std::f64::consts::PI * e["f"].as_f64().unwrap();
    let mut motion = [[0.0; 3]; 3];
    for i in 0..3 {
        let (a, b) = (numbers(&e["a"][i]), numbers(&e["b"][i]));
        motion[0][i] = e["q0"][i].as_f64().unwrap();
        for j in 0..a.len() {
            let wj = w * (j + 1) as f64;
            let (s, c) = (wj * t).sin_cos();
            motion[0][i] += a[j] / wj * s - b[j] / wj * c;
            motion[1][i] += a[j] * c + b[j] * s;
            motion[2][i] += wj * (b[j] * c - a[j] * s);
        }
    }
    motion
}

/// Motion of the sliders and the efforts for it, at `t`.
struct Plan<'r> {
    plant: Plant<'r>,
}

impl Plan<'_> {
    fn at(&mut self, t: f64) -> [Vec<f64>; 4] {
        use armlab_engine::spatial::{Motion, Transform, vec3};
        let [x, v, a] = excitation(t);
        let mut pose = Transform::rotation(Z, x[2]);
        pose.translation = vec3(x[0], x[1], 0.0);
        let twist =
            |v: [f64; 3]| Motion { angular: vec3(0.0, 0.0, v[2]), linear: vec3(v[0], v[1], 0.0) };
        let looped = self.plant.mechanism().looped().unwrap();
        looped.move_platform_to(&pose, &twist(v), &twist(a)).unwrap();
        let active = looped.machine().active().to_vec();
        let of = |all: &[f64]| active.iter().map(|&i| all[i]).collect::<Vec<f64>>();
        let motion = [of(looped.coordinates()), of(looped.speeds()), of(looped.accelerations())];
        let (mut tau, mut friction) = (vec![0.0; 3], vec![0.0; 3]);
        self.plant.inverse(&motion[0], &motion[1], &motion[2], &mut tau, &mut friction).unwrap();
        let effort = tau.iter().zip(&friction).map(|(t, f)| t + f).collect();
        let [q, qd, qdd] = motion;
        [q, qd, qdd, effort]
    }
}

/// The horizontal machine with its friction rounded off, as a sharp jump of the
/// efforts would only test how well two jumps coincide.
fn rounded() -> Robot {
    let text = library::source("parallel3prr").unwrap();
    let text = text.replace("stribeck_speed = 0.3281", "stribeck_speed = 0.3281, width = 0.002");
    read_toml(&text, "rounded", &ReadOptions::default()).unwrap().robot
}

#[test]
fn the_horizontal_3prr_follows_its_efforts_for_four_seconds() {
    let robot = rounded();
    let mut plan = Plan { plant: Plant::new(&robot).unwrap() };
    let mut simulator = Simulator::new(&robot).unwrap();
    let [q, qd, ..] = plan.at(0.0);
    let mut state = simulator.state(&q, &qd).unwrap();
    let mut effort = |t: f64, _: &[f64], _: &[f64], tau: &mut [f64]| {
        tau.copy_from_slice(&plan.at(t)[3]);
    };
    let method = Method::Adaptive { tolerance: 1e-9 };
    let mut worst = 0.0_f64;
    for k in 0..8 {
        let t = 0.5 * k as f64;
        simulator.advance(&mut state, t, 0.5, method, &mut effort).unwrap();
        let mut check = Plan { plant: Plant::new(&robot).unwrap() };
        let planned = check.at(t + 0.5);
        for i in 0..3 {
            worst = worst.max((state.q[i] - planned[0][i]).abs());
        }
    }
    println!("largest error of a slider after 4 s: {worst:.1e} m");
    assert!(worst < 1e-6, "{worst}");
}

#[test]
fn loops_stay_closed_for_a_minute() {
    // The delta swings freely under gravity, its friction taken away.
    let text = library::source("delta").unwrap();
    let lines = text.lines().filter(|l| !l.starts_with("friction"));
    let text: String = lines.map(|l| format!("{l}\n")).collect();
    let robot = read_toml(&text, "delta", &ReadOptions::default()).unwrap().robot;
    let mut simulator = Simulator::new(&robot).unwrap();
    let home = simulator.plant().mechanism().home();
    let mut gravity = vec![0.0; 3];
    simulator.plant().mechanism().gravity(&home, &mut gravity).unwrap();
    let mut state = simulator.state(&home, &[0.3, -0.2, 0.1]).unwrap();
    // Springs towards home beside the weight, so that it stays in reach.
    let mut effort = |_: f64, q: &[f64], _: &[f64], tau: &mut [f64]| {
        for i in 0..3 {
            tau[i] = gravity[i] - 2.0 * (q[i] - home[i]);
        }
    };
    let mut drift = 0.0_f64;
    let mut swing = 0.0_f64;
    for k in 0..600 {
        let method = Method::Rk4 { step: 2e-3 };
        simulator.advance(&mut state, 0.1 * k as f64, 0.1, method, &mut effort).unwrap();
        swing = swing.max((state.q[0] - home[0]).abs());
        let looped = simulator.plant().mechanism().looped().unwrap();
        looped.move_to(&state.q, &state.qd, &[0.0; 3]).unwrap();
        drift = drift.max(looped.gap());
    }
    println!("largest gap of a loop in 60 s: {drift:.1e} m");
    assert!(drift < 1e-9, "{drift}");
    assert!(swing > 0.02, "it moved by {swing} rad");
}
