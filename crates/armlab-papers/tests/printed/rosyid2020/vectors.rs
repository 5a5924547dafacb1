//! The corrected equations against the stored vectors: 26 states in twelve coordinates, computed
//! with 40 digits, and the log of the excitation.

use super::samples::{file, forces, numbers};
use armlab_papers::rosyid2020::closed_form::slider_forces;
use armlab_papers::rosyid2020::kinematics::DEFAULT_SIDES;
use armlab_papers::rosyid2020::printed::{
    Errata, Terms, input_forces, multipliers, out_of_plane_normals,
};
use armlab_papers::rosyid2020::{Friction, Geometry, Inertial, Machine, Motion, Mounting, NAMES};
use serde_json::Value;

/// Relative to the larger of one and the value.
#[track_caller]
fn assert_close(what: &str, got: &[f64], want: &[f64], tolerance: f64) {
    assert_eq!(got.len(), want.len(), "{what}");
    for (i, (got, want)) in got.iter().zip(want).enumerate() {
        let error = (got - want).abs() / want.abs().max(1.0);
        assert!(error <= tolerance, "{what}[{i}]: {got} is not {want} ({error:.1e})");
    }
}

fn machine(case: &Value) -> Machine {
    match case["orientation"].as_str().unwrap() {
        "horizontal" => Machine::published(Mounting::Horizontal),
        "vertical" => Machine::published(Mounting::Vertical),
        other => panic!("orientation {other}"),
    }
}

#[test]
fn the_published_numbers_are_those_of_the_vectors() {
    let file = file();
    let estimate = Inertial::estimate().to_array();
    for (name, value) in NAMES.iter().zip(estimate) {
        assert_eq!(file["phi"][name].as_f64(), Some(value), "{name}");
    }
    let geometry = Geometry::published();
    assert_eq!(geometry.leg, numbers(&file["geometry"]["L"]));
    assert_eq!(geometry.offset, numbers(&file["geometry"]["joint_offset"]));
    assert_eq!(DEFAULT_SIDES, numbers(&file["geometry"]["branch"]));
    let law = Friction::estimate();
    let stored = |name: &str| file["friction"][name].as_f64().unwrap();
    assert_eq!(law.coulomb, stored("mu_c"));
    assert_eq!(law.viscous, stored("f_v"));
    assert_eq!(law.stiction, stored("mu_s"));
    assert_eq!(law.stribeck_speed, stored("v_s"));
}

#[test]
fn corrected_equations_match_the_vectors_in_twelve_coordinates() {
    let file = file();
    let cases = file["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 26);
    let law = Friction::estimate();
    for case in cases {
        let machine = machine(case);
        let [pose, velocity, acceleration] = ["pose", "vel", "acc"].map(|k| numbers(&case[k]));
        let motion =
            Motion::of_platform(&machine.geometry, pose, velocity, acceleration, DEFAULT_SIDES)
                .unwrap();
        assert_close("q", &motion.q, &numbers::<12>(&case["q"]), 1e-13);
        assert_close("qd", &motion.qd, &numbers::<12>(&case["qd"]), 1e-13);
        assert_close("qdd", &motion.qdd, &numbers::<12>(&case["qdd"]), 1e-12);

        let terms = Terms::of(&machine, &motion, Errata::NONE).unwrap();
        let mut mass = [[0.0; 12]; 12];
        for entry in case["M_upper"].as_array().unwrap() {
            let [i, j, value] = numbers(entry);
            mass[i as usize][j as usize] = value;
            mass[j as usize][i as usize] = value;
        }
        assert_close("M", terms.mass.as_flattened(), mass.as_flattened(), 1e-13);
        assert_close("N", &terms.bias, &numbers::<12>(&case["N"]), 1e-13);
        let mut jacobian = [[0.0; 12]; 9];
        for entry in case["B_nonzero"].as_array().unwrap() {
            let [i, j, value] = numbers(entry);
            jacobian[i as usize][j as usize] = value;
        }
        assert_close("B", terms.jacobian.as_flattened(), jacobian.as_flattened(), 1e-13);
        assert_close("Ḃq̇", &terms.jacobian_rate, &numbers::<9>(&case["Bdot_qd"]), 1e-13);

        let lambda = multipliers(&terms, motion.qdd, Errata::NONE);
        assert_close("λ", &lambda, &numbers::<9>(&case["lam"]), 1e-11);
        let forces = input_forces(&machine, &law, &motion, Errata::NONE).unwrap();
        assert_close("effort", &forces.rigid, &numbers::<3>(&case["tau_nofriction"]), 1e-11);
        assert_close("normal", &forces.normal, &numbers::<3>(&case["normal_inplane"]), 1e-11);
        let weight = out_of_plane_normals(&machine);
        assert_close("weight", &weight, &numbers::<3>(&case["normal_outofplane"]), 1e-13);
        assert_close("varying", &forces.varying, &numbers::<3>(&case["friction_stribeck"]), 1e-11);
        assert_close("constant", &forces.constant, &numbers::<3>(&case["friction_const"]), 1e-13);
        assert_close("total", &forces.total, &numbers::<3>(&case["tau"]), 1e-11);

        let closed = slider_forces(&machine, &motion).unwrap();
        assert_close(
            "closed effort",
            &closed.effort,
            &numbers::<3>(&case["tau_nofriction"]),
            1e-11,
        );
        assert_close(
            "closed normal",
            &closed.normal,
            &numbers::<3>(&case["normal_inplane"]),
            1e-11,
        );
    }
}

#[test]
fn corrected_forces_match_the_stored_log() {
    let path = format!("{}/../../tests/vectors/3prr_clean.csv", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    let forces = forces(Mounting::Horizontal, Errata::NONE);
    let rows: Vec<&str> = text.lines().skip(1).collect();
    assert_eq!(rows.len(), forces.len());
    for (row, forces) in rows.iter().zip(&forces) {
        let columns: Vec<f64> = row.split(',').map(|x| x.parse().unwrap()).collect();
        assert_close("tau", &forces.total, &columns[13..16], 1e-7);
        assert_close("n", &forces.normal, &columns[16..19], 1e-7);
    }
}
