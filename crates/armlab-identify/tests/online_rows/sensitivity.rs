//! What a change of an unknown does, and what a description says of unknowns.

use crate::logs::{built_in, numbers, scara, vectors};
use armlab_identify::estimators::{Data, method};
use armlab_identify::{CHANGE, FrictionModel, Model, sensitivity};

#[test]
fn a_fifth_of_each_unknown_changes_the_efforts_as_in_the_reference() {
    let (robot, recording) = (built_in("scara"), scara("scara_clean.csv"));
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let reduced = model.reduce(&[recording]).unwrap();
    let truth = model.values_of(&robot).unwrap();
    let found = sensitivity(&reduced, &truth);
    for entry in vectors()["sensitivity"].as_array().unwrap() {
        let name = entry["param"].as_str().unwrap();
        let k = model.names().iter().position(|n| n == name).unwrap();
        for (j, expected) in numbers(&entry["torque_RMS"]).iter().enumerate() {
            let got = CHANGE * found[k].joints[j];
            assert!((got - expected).abs() < 1e-9, "{name} joint {j}: {got} {expected}");
        }
        // Around the truth a change is all that is left.
        let [smaller, exact, larger] = found[k].left;
        assert!(exact < 1e-9 && (smaller - larger).abs() < 1e-9);
        assert!((smaller - 100.0 * CHANGE * found[k].overall).abs() < 1e-9);
    }
}

#[test]
fn link_values_give_the_estimate_back_even_where_base_parameters_share_terms() {
    let recording = scara("scara_noisy.csv");
    for name in ["scara", "ur5"] {
        let robot = built_in(name);
        let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
        if name == "scara" {
            let recordings = [recording.clone()];
            let reduced = model.reduce(&recordings).unwrap();
            let data = Data::new(&model, &recordings, &reduced).unwrap();
            let estimate = method("ls").unwrap().estimate(&data).unwrap();
            let again = robot.with_parameter_values(&estimate.link_values).unwrap();
            let values = model.values_of(&again).unwrap();
            for (a, b) in values.iter().zip(estimate.values()) {
                assert!((a - b).abs() < 1e-12 * b.abs().max(1.0), "{a} {b}");
            }
        }
        let own = model.values_of(&robot).unwrap();
        for (a, p) in own.iter().zip(&model.base().parameters) {
            assert!((a - p.value).abs() < 1e-12 * p.value.abs().max(1.0), "{name} {}", p.name);
        }
    }
}
