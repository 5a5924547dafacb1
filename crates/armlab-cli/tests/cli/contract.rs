//! The shapes of the JSON documents.

use crate::support::{armlab, armlab_reading, close, file, numbers, scratch};
use serde_json::Value;

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn dynamics_has_the_fields_of_the_contract() {
    let csv = "t,qd3,q1,q2,q3,qd1,qd2,qdd1,qdd2,qdd3,note\n0,0.3,0.1,0.2,0.05,1,2,-1,0.5,0.25,x\n";
    let path = file("contract.csv", csv.as_bytes());
    let run = armlab(&["--json", "dynamics", "scara", "--states", &path]).exits(0);
    assert!(run.stderr.contains("columns not used: note"), "{}", run.stderr);
    let document = run.json();
    assert_eq!(document["robot"], "scara");
    assert_eq!(document["parameters"].as_array().unwrap().len(), 33);
    assert_eq!(document["parameters"][0], "link1.m");
    assert_eq!(document["base_parameters"], serde_json::json!(["IZZ1", "IZZ2", "m_r", "m3"]));
    let state = &document["states"][0];
    let vectors = ["q", "qd", "qdd", "tau", "coriolis", "gravity", "friction", "effort"];
    for name in vectors {
        assert_eq!(numbers(&state[name]).len(), 3, "{name}");
    }
    let shape = |name: &str| {
        let rows = state[name].as_array().unwrap();
        (rows.len(), rows[0].as_array().unwrap().len())
    };
    assert_eq!(shape("mass"), (3, 3));
    assert_eq!(shape("regressor"), (3, 33));
    assert_eq!(shape("base_regressor"), (3, 4));
    assert_eq!(shape("jacobian"), (6, 3));
    assert_eq!(numbers(&state["jacobian_rate"]).len(), 6);
    assert!(state["kinetic"].is_f64() && state["potential"].is_f64());
    assert_eq!(numbers(&state["q"]), [0.1, 0.2, 0.05]);
    assert_eq!(numbers(&state["qd"]), [1.0, 2.0, 0.3]);
    assert!(!keys(state).contains(&"forward"));
}

#[test]
fn the_parts_of_an_effort_add_up_and_the_regressor_gives_it_back() {
    let robot = armlab(&["robots", "panda", "--json"]).exits(0).json();
    let values: Vec<f64> = robot["parameters"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| p["value"].as_f64().unwrap())
        .collect();
    let run = armlab(&[
        "dynamics",
        "panda",
        "--json",
        "--q",
        "0.1,-0.2,0.3,-1.4,0.5,1.6,-0.7",
        "--qd",
        "1,-1,0.5,0.2,-0.3,0.8,1.1",
        "--qdd",
        "-2,1,0.3,0.4,3,-1,2",
    ]);
    let document = run.exits(0).json();
    let state = &document["states"][0];
    let list = |name: &str| numbers(&state[name]);
    let (tau, mass, qdd) = (list("tau"), list("mass"), list("qdd"));
    let sum: Vec<f64> = (0..7)
        .map(|i| {
            let inertia: f64 = (0..7).map(|j| mass[7 * i + j] * qdd[j]).sum();
            inertia + list("coriolis")[i] + list("gravity")[i]
        })
        .collect();
    close(&sum, &tau, 1e-13, "M qdd + C qd + G");
    close(&list("effort"), &tau, 0.0, "no friction");
    let regressor = list("regressor");
    let product: Vec<f64> = regressor
        .chunks_exact(values.len())
        .map(|row| row.iter().zip(&values).map(|(y, p)| y * p).sum())
        .collect();
    close(&product, &tau, 1e-13, "regressor");
    let base: Vec<f64> =
        robot["base"].as_array().unwrap().iter().map(|p| p["value"].as_f64().unwrap()).collect();
    let product: Vec<f64> = list("base_regressor")
        .chunks_exact(base.len())
        .map(|row| row.iter().zip(&base).map(|(y, p)| y * p).sum())
        .collect();
    close(&product, &tau, 1e-11, "base regressor");
}

#[test]
fn efforts_given_come_back_as_accelerations() {
    let urdf = include_str!("../fixtures/friction.urdf");
    let robot = file("contract-friction.urdf", urdf.as_bytes());
    let state = ["--q", "0.3,-0.4", "--qd", "1,-2", "--qdd", "0.7,1.9"];
    let first = [&["dynamics", &robot, "--json"][..], &state].concat();
    let document = armlab(&first).exits(0).json();
    let effort = numbers(&document["states"][0]["effort"]);
    let friction = numbers(&document["states"][0]["friction"]);
    // 0.2 N m s/rad and 0.5 N m at 1 rad/s, on the first joint only.
    close(&friction, &[0.7, 0.0], 1e-15, "friction");
    let tau = effort.iter().map(|e| format!("{e:?}")).collect::<Vec<_>>().join(",");
    let second = [&first[..], &["--tau", &tau]].concat();
    let document = armlab(&second).exits(0).json();
    close(&numbers(&document["states"][0]["forward"]), &[0.7, 1.9], 1e-12, "forward");
}

#[test]
fn states_may_come_from_standard_input_and_name_joints() {
    let csv = "q.theta2,q.theta1,q.d3\n0.2,0.1,0.05\n\n0.3,0.2,0.06\n";
    let run = armlab_reading(&["dynamics", "scara", "--states", "-", "--json"], csv.as_bytes());
    let document = run.exits(0).json();
    assert_eq!(document["states"].as_array().unwrap().len(), 2);
    assert_eq!(numbers(&document["states"][1]["q"]), [0.2, 0.3, 0.06]);
    assert_eq!(numbers(&document["states"][1]["qdd"]), [0.0; 3]);
}

#[test]
fn spreadsheet_files_are_read_with_their_marks_and_line_ends() {
    let csv = "\u{feff}\"q1\", q2 ,q3\r\n 0.1,0.2 , \"0.3\"\r\n";
    let run = armlab_reading(&["dynamics", "scara", "--states", "-", "--json"], csv.as_bytes());
    assert_eq!(numbers(&run.exits(0).json()["states"][0]["q"]), [0.1, 0.2, 0.3]);
}

#[test]
fn numbers_keep_every_digit() {
    let q = "0.1234567890123456,-1.0000000000000002,1e-17";
    let run = armlab(&["dynamics", "scara", "--json", "--q", q]).exits(0);
    let got = numbers(&run.json()["states"][0]["q"]);
    assert_eq!(got, [0.1234567890123456, -1.0000000000000002, 1e-17]);
}

#[test]
fn regressors_come_unasked_up_to_a_thousand_states() {
    let rows = |n: usize| format!("q1,q2,q3\n{}", "0.1,0.2,0.3\n".repeat(n));
    let has = |n: usize, more: &[&str]| {
        let arguments = [&["dynamics", "scara", "--states", "-", "--json"][..], more].concat();
        let document = armlab_reading(&arguments, rows(n).as_bytes()).exits(0).json();
        let state = &document["states"][n - 1];
        (state.get("regressor").is_some(), state.get("base_regressor").is_some())
    };
    assert_eq!(has(1, &[]), (true, true));
    assert_eq!(has(1, &["--no-regressor"]), (false, false));
    assert_eq!(has(1001, &[]), (false, false));
    assert_eq!(has(1001, &["--base-regressor"]), (false, true));
    assert_eq!(has(1001, &["--regressor"]), (true, true));
}

#[test]
fn numbers_too_large_to_compute_with_are_null_and_said() {
    let run = armlab(&["dynamics", "scara", "--json", "--q", "0,0.5,0", "--qd", "1e300,1e300,0"]);
    let run = run.exits(0);
    assert!(run.stderr.contains("too large"), "{}", run.stderr);
    assert!(run.json()["states"][0]["effort"][0].is_null());
}

#[test]
fn out_leaves_a_table_that_reads_back_and_a_picture() {
    let out = scratch().join("contract-out");
    let out = out.to_str().unwrap();
    let csv = "t,q1,q2,q3,qd1,qd2,qd3\n0,0.1,0.2,0.3,1,1,1\n0.1,0.2,0.3,0.3,1,1,1\n";
    let arguments = ["dynamics", "scara", "--states", "-", "--json", "--out", out];
    let document = armlab_reading(&arguments, csv.as_bytes()).exits(0).json();
    let table = std::fs::read_to_string(format!("{out}/scara-efforts.csv")).unwrap();
    let mut lines = table.lines();
    assert!(lines.next().unwrap().starts_with("t,tau1,tau2,tau3,inertia1,"));
    let first: Vec<f64> = lines.next().unwrap().split(',').map(|x| x.parse().unwrap()).collect();
    assert_eq!(first[1..4], numbers(&document["states"][0]["effort"]));
    let picture = std::fs::read_to_string(format!("{out}/scara-efforts.svg")).unwrap();
    assert!(picture.contains("time (s)") && picture.contains("force (N)"));
}
