//! The 3PRR's efforts, normals, multipliers and friction against the vectors.

use crate::close;
use crate::models::*;
use armlab_engine::dynamics::{LoopedDynamics, Plant};
use std::path::Path;

#[test]
fn both_models_of_the_3prr_give_the_vectors_efforts_and_normals() {
    let v = vectors();
    for vertical in [false, true] {
        let (small, large) = (minimal(&v["phi"], vertical), as_in_the_paper(&v["phi"], vertical));
        let mut small = LoopedDynamics::new(&small).unwrap();
        let mut large = LoopedDynamics::new(&large).unwrap();
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
    let mut machine = LoopedDynamics::new(&robot).unwrap();
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

#[test]
fn the_described_machine_is_the_built_one() {
    use armlab_engine::robot::describe::{ReadOptions, read_toml, write_toml};
    let v = vectors();
    for (file, vertical) in [("parallel3prr", false), ("parallel3prr-vertical", true)] {
        let described = built_in(file);
        let again =
            read_toml(&write_toml(&described), file, &ReadOptions::default()).unwrap().robot;
        assert_eq!(described.loops(), again.loops());
        assert_eq!(described.joints(), again.joints());
        let built = minimal(&v["phi"], vertical);
        let mut described = LoopedDynamics::new(&described).unwrap();
        let mut built = LoopedDynamics::new(&built).unwrap();
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

#[test]
fn friction_and_efforts_of_the_library_machines_are_the_vectors() {
    let v = vectors();
    for (name, wanted) in [("parallel3prr", "horizontal"), ("parallel3prr-vertical", "vertical")] {
        let robot = built_in(name);
        let mut plant = Plant::new(&robot).unwrap();
        let mut count = 0;
        for case in v["cases"].as_array().unwrap().iter().filter(|c| c["orientation"] == wanted) {
            let id = &case["id"];
            let (q, qd, qdd) = (numbers(&case["q"]), numbers(&case["qd"]), numbers(&case["qdd"]));
            let expected = numbers(&case["tau"]);
            let varying = numbers(&case["friction_stribeck"]);
            let constant =
                if vertical(wanted) { vec![0.0; 3] } else { numbers(&case["friction_const"]) };
            plant.mechanism().go_home();
            let (mut tau, mut friction) = ([0.0; 3], [0.0; 3]);
            plant.inverse(&q[..3], &qd[..3], &qdd[..3], &mut tau, &mut friction).unwrap();
            for i in 0..3 {
                close(&format!("{id} friction{i}"), friction[i], varying[i] + constant[i], 1e-9);
                close(&format!("{id} effort{i}"), tau[i] + friction[i], expected[i], 1e-9);
            }
            count += 1;
        }
        assert!(count >= 13, "{count} cases of {wanted}");
    }
}

fn vertical(orientation: &str) -> bool {
    orientation == "vertical"
}

#[test]
fn the_clean_logs_efforts_come_out_to_1e_7() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors/3prr_clean.csv");
    let text = std::fs::read_to_string(path).unwrap();
    let robot = built_in("parallel3prr");
    let mut plant = Plant::new(&robot).unwrap();
    let mut worst = 0.0_f64;
    for line in text.lines().skip(1) {
        let row: Vec<f64> = line.split(',').map(|x| x.parse().unwrap()).collect();
        // t, x, y, theta, x1..3, v1..3, a1..3, tau1..3, n1..3
        let (mut tau, mut friction) = ([0.0; 3], [0.0; 3]);
        plant.inverse(&row[4..7], &row[7..10], &row[10..13], &mut tau, &mut friction).unwrap();
        for i in 0..3 {
            let error = (tau[i] + friction[i] - row[13 + i]).abs() / row[13 + i].abs().max(1.0);
            worst = worst.max(error);
        }
    }
    println!("3prr_clean.csv: largest relative error of an effort {worst:.1e}");
    assert!(worst < 1e-7, "{worst}");
}
