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

/// A five-bar linkage in a vertical plane: two driven cranks, two couplers that
/// meet in a pin.
fn five_bar() -> Robot {
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

fn machines() -> Vec<Robot> {
    let v = vectors();
    let phi = &v["phi"];
    vec![minimal(phi, false), minimal(phi, true), as_in_the_paper(phi, true), five_bar()]
}

/// A smooth motion about home: positions, speeds and accelerations at `t`.
fn motion(home: &[f64], t: f64) -> [Vec<f64>; 3] {
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

#[test]
fn actuator_power_is_the_rate_of_energy() {
    for robot in machines() {
        let mut machine = LoopedDynamics::of(&robot).unwrap();
        let home = machine.machine().active_part(machine.machine().home());
        for k in 0..40 {
            let t = 0.1 * k as f64;
            let mut energy = |t: f64| {
                let [q, qd, qdd] = motion(&home, t);
                machine.move_to(&q, &qd, &qdd).unwrap();
                let (kinetic, potential) = machine.energy();
                kinetic + potential
            };
            // Sixth-order central difference.
            let h = 2e-3;
            let pair = |k: f64, e: &mut dyn FnMut(f64) -> f64| e(t + k * h) - e(t - k * h);
            let rate = (45.0 * pair(1.0, &mut energy) - 9.0 * pair(2.0, &mut energy)
                + pair(3.0, &mut energy))
                / (60.0 * h);
            let [q, qd, qdd] = motion(&home, t);
            let mut tau = vec![0.0; q.len()];
            machine.inverse(&q, &qd, &qdd, &mut tau).unwrap();
            let power: f64 = tau.iter().zip(&qd).map(|(t, v)| t * v).sum();
            assert!((power - rate).abs() < 1e-8, "{}: {power} {rate}", robot.name());
        }
    }
}

#[test]
fn accelerations_regressor_mass_and_reactions_agree_with_the_efforts() {
    for robot in machines() {
        let mut machine = LoopedDynamics::of(&robot).unwrap();
        let home = machine.machine().active_part(machine.machine().home());
        let n = home.len();
        let [q, qd, qdd] = motion(&home, 0.7);
        let mut tau = vec![0.0; n];
        machine.inverse(&q, &qd, &qdd, &mut tau).unwrap();
        let scale = tau.iter().fold(1.0_f64, |m, t| m.max(t.abs()));
        // The tree's joints transmit the efforts, and nothing through passive ones.
        let reactions = machine.reactions();
        for (i, joint) in robot.joints().iter().enumerate() {
            let f = reactions[i];
            let (moment, force) = (f.moment.dot(joint.axis), f.force.dot(joint.axis));
            let along = if joint.kind.turns() { moment } else { force };
            let position = machine.machine().active().iter().position(|&a| a == i);
            let expected = position.map_or(0.0, |k| tau[k]);
            assert!((along - expected).abs() < 1e-11 * scale, "{}: {}", robot.name(), joint.name);
        }
        let mut forward = vec![0.0; n];
        machine.forward(&q, &qd, &tau, &mut forward).unwrap();
        for k in 0..n {
            assert!((forward[k] - qdd[k]).abs() < 1e-10, "{}", robot.name());
        }
        let parameters = robot.parameter_values();
        let mut regressor = vec![0.0; n * parameters.len()];
        machine.regressor(&q, &qd, &qdd, &mut regressor).unwrap();
        for k in 0..n {
            let row = &regressor[k * parameters.len()..(k + 1) * parameters.len()];
            let sum: f64 = row.iter().zip(&parameters).map(|(y, p)| y * p).sum();
            assert!((sum - tau[k]).abs() < 1e-12 * scale, "{}", robot.name());
        }
        let linear = machine.reaction_regressor(&q, &qd, &qdd).unwrap();
        for (reaction, columns) in reactions.iter().zip(&linear.columns) {
            let sum = columns.iter().zip(&parameters).fold([0.0; 6], |mut sum, (column, p)| {
                sum.iter_mut().zip(column.to_array()).for_each(|(s, c)| *s += c * p);
                sum
            });
            for (got, expected) in sum.iter().zip(reaction.to_array()) {
                assert!((got - expected).abs() < 1e-11 * scale, "{}", robot.name());
            }
        }
    }
}

#[test]
fn a_pin_in_a_plane_is_redundant_out_of_it_and_says_so() {
    let robot = five_bar();
    let machine = LoopedDynamics::of(&robot).unwrap();
    assert_eq!(machine.machine().redundant(), ["tip.z", "tip.rx", "tip.ry"]);
}

#[test]
fn machines_that_cannot_work_are_refused_with_what_to_change() {
    let rebuilt = |change: &dyn Fn(&mut Joint)| {
        let robot = five_bar();
        let mut b = RobotBuilder::new("five-bar").gravity(robot.gravity());
        for (joint, link) in robot.joints().iter().zip(robot.links()) {
            let parent = joint.parent.map_or("base".into(), |p| robot.links()[p].name.clone());
            let mut joint = joint.clone();
            change(&mut joint);
            b = b.joint(parent, joint, link.clone());
        }
        let tip = vec![Direction::X, Direction::Y];
        b.loop_closure("tip", ("coupler1", at(0.35)), ("coupler2", at(0.35)), tip).build().unwrap()
    };
    let message = |robot: &Robot| match LoopedDynamics::of(robot) {
        Ok(_) => panic!("accepted"),
        Err(error) => error.to_string(),
    };
    let idle = rebuilt(&|j| j.actuated &= j.name != "right");
    assert!(message(&idle).contains("under-actuated: 2 freedoms and 1 actuated"));
    let busy = rebuilt(&|j| j.actuated |= j.name == "elbow1");
    assert!(message(&busy).contains("over-actuated: 2 freedoms and 3 actuated"));
    let apart = rebuilt(&|j| {
        if j.name == "right" {
            j.origin = at(2.0);
        }
    });
    assert!(message(&apart).contains("`tip` stays open by"), "{}", message(&apart));
}

#[test]
fn an_actuated_pose_out_of_reach_is_an_error_and_the_next_one_still_works() {
    let robot = minimal(&vectors()["phi"], false);
    let mut machine = LoopedDynamics::of(&robot).unwrap();
    let home = machine.machine().active_part(machine.machine().home());
    let still = [0.0; 3];
    // Sliders 1 and 3 farther apart than their legs are long together.
    let error = machine.move_to(&[-0.8, 0.31, 0.77], &still, &still).unwrap_err();
    assert!(error.to_string().contains("the loops cannot be closed"), "{error}");
    machine.go_home();
    machine.move_to(&home, &still, &still).unwrap();
}

#[test]
fn the_described_machine_is_the_built_one() {
    use armlab::robot::describe::{ReadOptions, read_toml, write_toml};
    let v = vectors();
    for (file, vertical) in [("parallel3prr", false), ("parallel3prr-vertical", true)] {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("robots/{file}.toml"));
        let text = std::fs::read_to_string(path).unwrap();
        let described = read_toml(&text, file, &ReadOptions::default()).unwrap().robot;
        let again =
            read_toml(&write_toml(&described), file, &ReadOptions::default()).unwrap().robot;
        assert_eq!(described.loops(), again.loops());
        assert_eq!(described.joints(), again.joints());
        let built = minimal(&v["phi"], vertical);
        let mut described = LoopedDynamics::of(&described).unwrap();
        let mut built = LoopedDynamics::of(&built).unwrap();
        let home = described.machine().active_part(described.machine().home());
        let [q, qd, qdd] = motion(&home, 0.3);
        let (mut a, mut b) = ([0.0; 3], [0.0; 3]);
        described.inverse(&q, &qd, &qdd, &mut a).unwrap();
        built.inverse(&q, &qd, &qdd, &mut b).unwrap();
        for k in 0..3 {
            assert!((a[k] - b[k]).abs() < 1e-11, "{file}: {} {}", a[k], b[k]);
        }
    }
}
