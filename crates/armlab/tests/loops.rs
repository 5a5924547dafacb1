//! Machines with closed loops: the planar 3PRR in two models against its
//! vectors, and the physics that any looped machine must obey.

use armlab::dynamics::LoopedDynamics;
use armlab::robot::{Direction, Joint, JointKind, Link, Robot, RobotBuilder};
use armlab::spatial::{Inertia, Sym3, Transform, Vec3, vec3};
use serde_json::Value;
use std::path::Path;

const LEGS: [f64; 3] = [0.6, 0.475, 0.604];
const OFFSETS: [f64; 3] = [0.28, 0.0, 0.28];

fn vectors() -> Value {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/3prr.json");
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}
fn numbers(v: &Value) -> Vec<f64> {
    v.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}
fn at(x: f64) -> Transform<f64> {
    Transform::translation(x, 0.0, 0.0)
}
/// A planar body: mass, first moment along x, inertia about z, at the origin.
fn planar(mass: f64, first: f64, izz: f64) -> Inertia<f64> {
    let tensor = Sym3 { zz: izz, xx: izz, yy: izz, ..Sym3::zero() };
    Inertia { mass, first: vec3(first, 0.0, 0.0), tensor }
}
fn gravity(vertical: bool) -> Vec3<f64> {
    if vertical { vec3(0.0, -9.81, 0.0) } else { vec3(0.0, 0.0, -9.81) }
}
fn joint(name: &str, kind: JointKind, axis: Vec3<f64>, home: f64, actuated: bool) -> Joint {
    let mut joint = Joint::new(name, kind, Transform::identity(), axis);
    joint.home = home;
    joint.actuated = actuated;
    joint
}
const X: Vec3<f64> = vec3(1.0, 0.0, 0.0);
const Y: Vec3<f64> = vec3(0.0, 1.0, 0.0);
const Z: Vec3<f64> = vec3(0.0, 0.0, 1.0);
const SLIDERS: [f64; 3] = [-0.2, 0.3099, 0.765];
const ANGLES: [f64; 3] = [0.6435, 2.2815, 2.503];

/// Seven joints and two cut pins.
fn minimal(phi: &Value, vertical: bool) -> Robot {
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
fn as_in_the_paper(phi: &Value, vertical: bool) -> Robot {
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
        // In base axes, as the paper writes them: through a frame that keeps
        // them, which is the slider; its origin is not the pin, so the two
        // frames are a slider-parallel pair and the pin equation is planar.
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

fn close(what: &str, got: f64, expected: f64, tolerance: f64) {
    let error = (got - expected).abs() / expected.abs().max(1.0);
    assert!(error <= tolerance, "{what}: {got} instead of {expected} ({error:.1e})");
}

#[test]
fn both_models_of_the_3prr_give_the_vectors_efforts_and_normals() {
    let v = vectors();
    for vertical in [false, true] {
        let (small, large) = (minimal(&v["phi"], vertical), as_in_the_paper(&v["phi"], vertical));
        let mut small = LoopedDynamics::of(&small).unwrap();
        let mut large = LoopedDynamics::of(&large).unwrap();
        let wanted = if vertical { "vertical" } else { "horizontal" };
        for case in v["cases"].as_array().unwrap().iter().filter(|c| c["orientation"] == wanted) {
            let id = &case["id"];
            let (q, qd, qdd) = (numbers(&case["q"]), numbers(&case["qd"]), numbers(&case["qdd"]));
            let tau = numbers(&case["tau_nofriction"]);
            let normal = numbers(&case["normal_inplane"]);
            for (name, machine) in [("minimal", &mut small), ("paper", &mut large)] {
                machine.go_home();
                let mut got = [0.0; 3];
                machine.inverse(&q[..3], &qd[..3], &qdd[..3], &mut got).unwrap();
                for i in 0..3 {
                    close(&format!("{name} {id} tau{i}"), got[i], tau[i], 1e-9);
                }
                let index = if name == "minimal" { [0, 2, 4] } else { [0, 3, 6] };
                let reactions = machine.reactions();
                for i in 0..3 {
                    // The guide's force on what slides: through the prismatic
                    // joint, or through the closure that holds y.
                    let got = if name == "minimal" {
                        reactions[index[i]].force.y
                    } else {
                        machine.multipliers()[i]
                    };
                    close(&format!("{name} {id} normal{i}"), got, normal[i], 1e-9);
                }
            }
            // Passive coordinates, speeds and accelerations of the large model.
            let order = [0, 3, 6, 1, 4, 7, 2, 5, 8, 9, 10, 11];
            for k in 0..12 {
                close(&format!("{id} q{k}"), large.coordinates()[order[k]], q[k], 1e-9);
                close(&format!("{id} qd{k}"), large.speeds()[order[k]], qd[k], 1e-9);
                close(&format!("{id} qdd{k}"), large.accelerations()[order[k]], qdd[k], 1e-9);
            }
        }
    }
}

#[test]
fn the_pins_multipliers_are_the_papers_turned_into_the_legs_axes() {
    let v = vectors();
    let robot = as_in_the_paper(&v["phi"], true);
    let mut machine = LoopedDynamics::of(&robot).unwrap();
    for case in v["cases"].as_array().unwrap().iter().filter(|c| c["orientation"] == "vertical") {
        let (q, qd, qdd) = (numbers(&case["q"]), numbers(&case["qd"]), numbers(&case["qdd"]));
        let lam = numbers(&case["lam"]);
        machine.go_home();
        machine.move_to(&q[..3], &qd[..3], &qdd[..3]).unwrap();
        let got = machine.multipliers().to_vec();
        for i in 0..3 {
            let (s, c) = q[6 + i].sin_cos();
            let (along, across) = (got[3 + 2 * i], got[4 + 2 * i]);
            close(&format!("pin{i} x"), c * along - s * across, lam[3 + 2 * i], 1e-9);
            close(&format!("pin{i} y"), s * along + c * across, lam[4 + 2 * i], 1e-9);
        }
    }
}
