//! The reference vectors (computed with 40 and 50 digits from symbolic
//! Lagrangians), through the command line.

use crate::support::{armlab_reading, close, numbers};
use serde_json::Value;

const TOLERANCE: f64 = 1e-12;

fn vectors(name: &str) -> Value {
    let path = format!("{}/../../tests/vectors/{name}.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

/// What `armlab dynamics` says of the cases' states.
fn states(robot: &str, cases: &[&Value]) -> Vec<Value> {
    let n = numbers(&cases[0]["q"]).len();
    let header: Vec<String> = ["q", "qd", "qdd"]
        .iter()
        .flat_map(|name| (1..=n).map(move |i| format!("{name}{i}")))
        .collect();
    let mut csv = header.join(",") + "\n";
    for case in cases {
        let row = ["q", "qd", "qdd"].iter().flat_map(|name| numbers(&case[*name]));
        csv += &(row.map(|x| format!("{x:?}")).collect::<Vec<_>>().join(",") + "\n");
    }
    let run = armlab_reading(&["dynamics", robot, "--states", "-", "--json"], csv.as_bytes());
    let document = run.exits(0).json();
    document["states"].as_array().unwrap().clone()
}

#[track_caller]
fn agree(state: &Value, field: &str, expected: &Value) {
    close(&numbers(&state[field]), &numbers(expected), TOLERANCE, field);
}

/// Rows of the tool's Jacobian, and entries of its rate: 0–2 angular, 3–5 linear.
fn rows(state: &Value, rows: &[usize]) -> (Vec<f64>, Vec<f64>) {
    let jacobian = rows.iter().flat_map(|&r| numbers(&state["jacobian"][r]));
    let rate = numbers(&state["jacobian_rate"]);
    (jacobian.collect(), rows.iter().map(|&r| rate[r]).collect())
}

#[test]
fn scara() {
    let file = vectors("scara");
    let cases: Vec<&Value> = file["vectors"].as_array().unwrap().iter().collect();
    for (case, state) in cases.iter().zip(states("scara", &cases)) {
        agree(&state, "mass", &case["M"]);
        agree(&state, "coriolis", &case["Cqd"]);
        agree(&state, "gravity", &case["G"]);
        agree(&state, "tau", &case["tau"]);
        agree(&state, "effort", &case["tau"]);
        agree(&state, "base_regressor", &case["regressor"]);
        agree(&state, "kinetic", &case["kinetic_energy"]);
    }
}

#[test]
fn cylindrical_with_and_without_its_offset() {
    let file = vectors("cylindrical");
    for (robot, offset) in [("cylindrical", 0.0), ("cylindrical-offset", 0.11)] {
        let all = file["cases"].as_array().unwrap().iter();
        let cases: Vec<&Value> = all.filter(|c| c["lateral_offset_e"] == offset).collect();
        assert!(!cases.is_empty());
        for (case, state) in cases.iter().zip(states(robot, &cases)) {
            let expected = &case["physical"];
            agree(&state, "mass", &expected["M"]);
            agree(&state, "coriolis", &expected["c"]);
            agree(&state, "gravity", &expected["G"]);
            agree(&state, "tau", &expected["tau"]);
            agree(&state, "kinetic", &expected["K"]);
            agree(&state, "potential", &expected["V"]);
            let (jacobian, rate) = rows(&state, &[3, 4, 5, 0, 1, 2]);
            close(&jacobian, &numbers(&expected["J"]), TOLERANCE, "J");
            close(&rate[..3], &numbers(&expected["Jdot_qd"]), TOLERANCE, "Jdot qd");
            let pose: Vec<Vec<f64>> =
                expected["T"].as_array().unwrap().iter().map(numbers).collect();
            let position: Vec<f64> = pose[..3].iter().map(|row| row[3]).collect();
            let rotation: Vec<f64> = pose[..3].iter().flat_map(|row| row[..3].to_vec()).collect();
            agree(&state["tool"], "position", &position.into());
            agree(&state["tool"], "rotation", &rotation.into());
        }
    }
}

#[test]
fn planar6() {
    let file = vectors("planar6");
    let cases: Vec<&Value> = file["cases"].as_array().unwrap().iter().collect();
    for (case, state) in cases.iter().zip(states("planar6", &cases)) {
        let expected = &case["physical"];
        agree(&state, "mass", &expected["M"]);
        agree(&state, "coriolis", &expected["c"]);
        agree(&state, "tau", &expected["tau"]);
        agree(&state, "kinetic", &expected["K"]);
        // The pose is x, y and the angle about z.
        let (jacobian, rate) = rows(&state, &[3, 4, 2]);
        close(&jacobian, &numbers(&expected["J"]), TOLERANCE, "J");
        close(&rate, &numbers(&expected["Jdot_qd"]), TOLERANCE, "Jdot qd");
        let position = numbers(&state["tool"]["position"]);
        close(&position[..2], &numbers(&expected["pose"])[..2], TOLERANCE, "pose");
    }
}
