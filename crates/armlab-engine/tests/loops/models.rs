//! The machines the tests move, and how.

use armlab_engine::robot::{Direction, Joint, JointKind, Link, Robot, RobotBuilder, library};
use armlab_engine::spatial::{Inertia, Sym3, Transform, Vec3, vec3};
use serde_json::Value;
use std::path::Path;

pub const LEGS: [f64; 3] = [0.6, 0.475, 0.604];
pub const OFFSETS: [f64; 3] = [0.28, 0.0, 0.28];

pub fn vectors() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/3prr.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}
pub fn numbers(v: &Value) -> Vec<f64> {
    v.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}
pub fn at(x: f64) -> Transform<f64> {
    Transform::translation(x, 0.0, 0.0)
}
/// A planar body: mass, first moment along x, inertia about z, at the origin.
pub fn planar(mass: f64, first: f64, izz: f64) -> Inertia<f64> {
    let tensor = Sym3 { zz: izz, xx: izz, yy: izz, ..Sym3::zero() };
    Inertia { mass, first: vec3(first, 0.0, 0.0), tensor }
}
pub fn gravity(vertical: bool) -> Vec3<f64> {
    if vertical { vec3(0.0, -9.81, 0.0) } else { vec3(0.0, 0.0, -9.81) }
}
pub fn joint(name: &str, kind: JointKind, axis: Vec3<f64>, home: f64, actuated: bool) -> Joint {
    let mut joint = Joint::new(name, kind, Transform::identity(), axis);
    joint.home = home;
    joint.actuated = actuated;
    joint
}
pub const X: Vec3<f64> = vec3(1.0, 0.0, 0.0);
pub const Y: Vec3<f64> = vec3(0.0, 1.0, 0.0);
pub const Z: Vec3<f64> = vec3(0.0, 0.0, 1.0);
pub const SLIDERS: [f64; 3] = [-0.2, 0.3099, 0.765];
pub const ANGLES: [f64; 3] = [0.6435, 2.2815, 2.503];

/// Seven joints and two cut pins.
pub fn minimal(phi: &Value, vertical: bool) -> Robot {
    let p = |name: &str| phi[name].as_f64().unwrap();
    let mut b = RobotBuilder::new("3prr").gravity(gravity(vertical));
    for i in 0..3 {
        let k = i + 1;
        let (slider, leg) = (format!("slider{k}"), format!("leg{k}"));
        let slide = joint(&format!("x{k}"), JointKind::Prismatic, X, SLIDERS[i], true);
        let turn = joint(&format!("a{k}"), JointKind::Continuous, Z, ANGLES[i], false);
        let inertia = planar(p(&format!("m_L{k}")), p(&format!("h_L{k}")), p(&format!("I_L{k}")));
        b = b.joint("base", slide, Link::new(&slider, planar(p("m_s"), 0.0, 0.0))).joint(
            &slider,
            turn,
            Link::new(&leg, inertia),
        );
    }
    let mut pin = joint("platform", JointKind::Continuous, Z, -ANGLES[1], false);
    pin.origin = at(LEGS[1]);
    let platform = Link::new("platform", planar(p("m_p"), p("h_p"), p("I_p")));
    b.joint("leg2", pin, platform)
        .loop_closure(
            "pin1",
            ("platform", at(OFFSETS[0])),
            ("leg1", at(LEGS[0])),
            vec![Direction::X, Direction::Y],
        )
        .loop_closure(
            "pin3",
            ("platform", at(OFFSETS[2])),
            ("leg3", at(LEGS[2])),
            vec![Direction::X, Direction::Y],
        )
        .tool("platform")
        .build()
        .unwrap()
}

/// Twelve coordinates and nine equations, in the paper's order and signs:
/// `y_i`, then `x + p cos θ − x_i − l cos a`, `y + …` per leg.
pub fn as_in_the_paper(phi: &Value, vertical: bool) -> Robot {
    let p = |name: &str| phi[name].as_f64().unwrap();
    let mut b = RobotBuilder::new("3prr-12").gravity(gravity(vertical));
    for i in 0..3 {
        let k = i + 1;
        let inertia = planar(p(&format!("m_L{k}")), p(&format!("h_L{k}")), p(&format!("I_L{k}")));
        let slide = joint(&format!("x{k}"), JointKind::Prismatic, X, SLIDERS[i], true);
        let lift = joint(&format!("y{k}"), JointKind::Prismatic, Y, 0.0, false);
        let turn = joint(&format!("a{k}"), JointKind::Continuous, Z, ANGLES[i], false);
        b = b
            .joint("base", slide, Link::massless(format!("rail{k}")))
            .joint(
                format!("rail{k}"),
                lift,
                Link::new(format!("slider{k}"), planar(p("m_s"), 0.0, 0.0)),
            )
            .joint(format!("slider{k}"), turn, Link::new(format!("leg{k}"), inertia));
    }
    let platform = Link::new("platform", planar(p("m_p"), p("h_p"), p("I_p")));
    b = b
        .joint("base", joint("x", JointKind::Prismatic, X, 0.0, false), Link::massless("px"))
        .joint("px", joint("y", JointKind::Prismatic, Y, 0.36, false), Link::massless("py"))
        .joint("py", joint("theta", JointKind::Continuous, Z, 0.0, false), platform);
    for k in 1..=3 {
        // A guide holds the slider at height zero: first frame on the base.
        b = b.loop_closure(
            format!("guide{k}"),
            ("base", Transform::identity()),
            (format!("slider{k}"), Transform::identity()),
            vec![Direction::Y],
        );
    }
    for i in 0..3 {
        // The paper's equation in the axes of the leg instead of the base's.
        let k = i + 1;
        b = b.loop_closure(
            format!("pin{k}"),
            (format!("leg{k}"), at(LEGS[i])),
            ("platform", at(OFFSETS[i])),
            vec![Direction::X, Direction::Y],
        );
    }
    b.tool("platform").build().unwrap()
}

/// A five-bar linkage in a vertical plane: two driven cranks, two couplers that
/// meet in a pin.
pub fn five_bar() -> Robot {
    let bar = |mass: f64, length: f64| {
        let i = mass * length * length / 12.0;
        let tensor = Sym3 { xx: 1e-3, yy: i, zz: i, ..Sym3::zero() };
        Inertia::from_center(mass, vec3(0.5 * length, 0.0, 0.0), tensor)
    };
    let hinge = |name: &str, x: f64, home: f64, actuated: bool| {
        let mut hinge = joint(name, JointKind::Continuous, Z, home, actuated);
        hinge.origin = at(x);
        hinge
    };
    RobotBuilder::new("five-bar")
        .gravity(vec3(0.0, -9.81, 0.0))
        .joint("base", hinge("left", 0.0, 2.2, true), Link::new("crank1", bar(1.0, 0.2)))
        .joint("crank1", hinge("elbow1", 0.2, -1.3, false), Link::new("coupler1", bar(0.7, 0.35)))
        .joint("base", hinge("right", 0.15, 0.9, true), Link::new("crank2", bar(1.1, 0.2)))
        .joint("crank2", hinge("elbow2", 0.2, 1.3, false), Link::new("coupler2", bar(0.8, 0.35)))
        .loop_closure(
            "tip",
            ("coupler1", at(0.35)),
            ("coupler2", at(0.35)),
            Direction::PIN.to_vec(),
        )
        .build()
        .unwrap()
}

pub fn machines() -> Vec<Robot> {
    let v = vectors();
    let phi = &v["phi"];
    let built = [minimal(phi, false), minimal(phi, true), as_in_the_paper(phi, true), five_bar()];
    built.into_iter().chain(["delta", "five-bar", "parallel3prr"].map(built_in)).collect()
}

/// A robot of the library.
pub fn built_in(name: &str) -> Robot {
    library::load(name).unwrap().unwrap().robot
}

/// A smooth motion about home: positions, speeds and accelerations at `t`.
pub fn motion(home: &[f64], t: f64) -> [Vec<f64>; 3] {
    let wave = |k: usize, order: i32| -> f64 {
        let (a, w, phase) = (0.02 + 0.01 * k as f64, 2.0 + 0.7 * k as f64, 0.4 * k as f64);
        let x = w * t + phase;
        match order {
            0 => a * x.sin(),
            1 => a * w * x.cos(),
            _ => -a * w * w * x.sin(),
        }
    };
    let all = |order: i32| (0..home.len()).map(|k| wave(k, order)).collect::<Vec<f64>>();
    [home.iter().zip(all(0)).map(|(h, x)| h + x).collect(), all(1), all(2)]
}
