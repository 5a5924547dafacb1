//! Looped robots through the command line, as in the contract.

use crate::support::{armlab, close, file, numbers};
use serde_json::Value;

fn vectors() -> Value {
    let path = format!("{}/../../tests/vectors/3prr.json", env!("CARGO_MANIFEST_DIR"));
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn the_3prrs_vectors_come_out_of_dynamics_with_passive_joints_and_reactions() {
    let v = vectors();
    for (robot, orientation) in
        [("parallel3prr", "horizontal"), ("parallel3prr-vertical", "vertical")]
    {
        let cases: Vec<&Value> = v["cases"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|c| c["orientation"] == orientation)
            .collect();
        let mut text = String::from("q1,q2,q3,qd1,qd2,qd3,qdd1,qdd2,qdd3\n");
        for case in &cases {
            let values = ["q", "qd", "qdd"].map(|key| numbers(&case[key])[..3].to_vec()).concat();
            let row: Vec<String> = values.iter().map(|x| format!("{x:?}")).collect();
            text.push_str(&row.join(","));
            text.push('\n');
        }
        let states = file(&format!("loops-{orientation}.csv"), text.as_bytes());
        let document = armlab(&["dynamics", robot, "--states", &states, "--json"]).exits(0).json();
        assert_eq!(document["joints"], serde_json::json!(["x1", "x2", "x3"]));
        assert_eq!(document["passive_joints"], serde_json::json!(["a1", "a2", "a3", "p2"]));
        let got = document["states"].as_array().unwrap();
        assert_eq!(got.len(), cases.len());
        for (state, case) in got.iter().zip(&cases) {
            close(&numbers(&state["tau"]), &numbers(&case["tau_nofriction"]), 1e-9, "tau");
            close(&numbers(&state["effort"]), &numbers(&case["tau"]), 1e-9, "effort");
            let q = numbers(&case["q"]);
            close(&numbers(&state["passive"])[..3], &q[6..9], 1e-9, "leg angles");
            let normals: Vec<f64> =
                [0, 2, 4].iter().map(|&i| numbers(&state["reactions"][i])[4]).collect();
            close(&normals, &numbers(&case["normal_inplane"]), 1e-9, "normals");
        }
    }
}

#[test]
fn a_machine_is_listed_shown_and_examined() {
    let list = armlab(&["robots", "--json"]).exits(0).json();
    let names: Vec<&str> =
        list["robots"].as_array().unwrap().iter().map(|r| r["name"].as_str().unwrap()).collect();
    for name in ["parallel3prr", "parallel3prr-vertical", "five-bar", "delta"] {
        assert!(names.contains(&name), "{name}");
        let check = armlab(&["check", name, "--json"]).exits(0).json();
        assert_eq!(check["ok"], true);
    }
    let robot = armlab(&["robots", "parallel3prr", "--json"]).exits(0).json();
    assert_eq!(robot["base"].as_array().unwrap().len(), 9);
    assert_eq!(robot["unknowns"].as_array().unwrap().len(), 13);
    assert_eq!(robot["null_vectors"].as_array().unwrap().len(), 4);
    assert_eq!(robot["joints"][0]["friction"]["laws"][0]["law"], "bearing");
}

#[test]
fn efforts_of_a_machine_give_its_accelerations_back() {
    let state = ["--q=-0.19,0.32,0.77", "--qd=0.1,-0.2,0.3", "--qdd=1,-2,0.5"];
    let arguments = [&["dynamics", "parallel3prr", "--json"][..], &state[..]].concat();
    let document = armlab(&arguments).exits(0).json();
    let effort = numbers(&document["states"][0]["effort"]);
    let tau = format!("--tau={}", effort.iter().map(f64::to_string).collect::<Vec<_>>().join(","));
    let arguments = [&arguments[..], &[tau.as_str()]].concat();
    let document = armlab(&arguments).exits(0).json();
    close(&numbers(&document["states"][0]["forward"]), &[1.0, -2.0, 0.5], 1e-9, "accelerations");
}

#[test]
fn states_end_at_a_pose_that_cannot_be_assembled_with_its_time() {
    let mut text = String::from("t,q1,q2,q3\n");
    for k in 0..20 {
        text.push_str(&format!(
            "{},{},0.31,0.765\n",
            0.1 * f64::from(k),
            -0.2 - 0.05 * f64::from(k)
        ));
    }
    let states = file("loops-out-of-reach.csv", text.as_bytes());
    let run = armlab(&["dynamics", "parallel3prr", "--states", &states, "--json"]).exits(2);
    let message = &run.stderr;
    assert!(message.contains("t = ") && message.contains("at q = ("), "{message}");
    // What was computed before it is a whole document.
    let computed = run.json()["states"].as_array().unwrap().len();
    assert!(computed > 2 && computed < 20, "{computed}");
    assert!(message.contains(&format!("state {} of 20", computed + 1)), "{message}");
}

#[test]
fn a_machine_with_the_wrong_number_of_drives_is_refused_with_a_joint_to_change() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../armlab-engine/robots/five-bar.toml");
    let toml = std::fs::read_to_string(path).unwrap();
    let idle = toml.replacen(
        "name = \"crank2\"\nkind = \"revolute\"",
        "name = \"crank2\"\nkind = \"revolute\"\nactuated = false",
        1,
    );
    assert_ne!(toml, idle);
    let robot = file("five-bar-idle.toml", idle.as_bytes());
    let document = armlab(&["check", &robot, "--json"]).exits(1).json();
    let findings = document["findings"].as_array().unwrap();
    let finding = findings.iter().find(|f| f["code"] == "loops").unwrap();
    assert!(finding["message"].as_str().unwrap().contains("under-actuated"), "{finding}");
    armlab(&["dynamics", &robot, "--q=2.2"]).exits(2);
}
