//! Poses, inverse kinematics, workspaces.

use crate::client::Lab;
use serde_json::{Value, json};

fn numbers(value: &Value) -> Vec<f64> {
    value.as_array().unwrap().iter().map(|x| x.as_f64().unwrap()).collect()
}

#[test]
fn every_solver_reaches_the_papers_point_and_says_how() {
    let lab = Lab::new();
    lab.project("planar6");
    let catalogue = lab.get("/catalogue").json();
    for method in catalogue["ik_methods"].as_array().unwrap() {
        let name = method["name"].as_str().unwrap();
        let request =
            json!({ "target": [0.35, 0.15], "method": name, "history": true, "tolerance": 1e-3 });
        let answer = lab.post("/projects/planar6/ik", &request);
        if name == "closed-form" && answer.status == 422 {
            continue; // A redundant arm need not have one.
        }
        let answer = answer.expect(200).json();
        let best = &answer["solutions"][0];
        assert!(best["distance"].as_f64().unwrap() <= 2e-3 || best["reachable"] == false, "{name}");
        // The pose is where the coordinates bring the tool.
        let poses =
            lab.post("/projects/planar6/poses", &json!({ "q": [best["q"]] })).expect(200).json();
        for (a, b) in numbers(&poses["tool"][0]).iter().zip(numbers(&best["pose"])).take(3) {
            assert!((a - b).abs() < 1e-12, "{name}");
        }
        assert!(answer["command"].as_str().unwrap().starts_with("armlab ik robot.toml"));
    }
    let request = json!({ "target": [0.35, 0.15], "method": "annealing-printed", "seed": 5 });
    let twice = [(); 2].map(|()| {
        let answer = lab.post("/projects/planar6/ik", &request).expect(200).json();
        answer["solutions"][0]["q"].clone()
    });
    assert_eq!(twice[0], twice[1]);
}

#[test]
fn a_point_out_of_reach_is_answered_with_the_nearest_and_its_distance() {
    let lab = Lab::new();
    lab.project("planar6");
    let answer =
        lab.post("/projects/planar6/ik", &json!({ "target": [3.0, 0.0] })).expect(200).json();
    let best = &answer["solutions"][0];
    assert_eq!(best["reachable"], false);
    let x = best["pose"][0].as_f64().unwrap();
    assert!((best["distance"].as_f64().unwrap() - (3.0 - x)).abs() < 1e-6, "{best}");
    let workspace = lab.post("/projects/planar6/workspace", &json!({})).expect(200).json();
    assert_eq!(workspace["exact"], true);
    assert!(!workspace["outline"].as_array().unwrap().is_empty());
    assert!((workspace["upper"][0].as_f64().unwrap() - x).abs() < 1e-6, "{x}");
    for (side, exact) in [("lower", -0.4), ("upper", 0.6)] {
        let found = workspace[side][0].as_f64().unwrap();
        assert!((found - exact).abs() < 1e-9, "{side} {found}");
    }
}

#[test]
fn a_parallel_machine_moves_with_its_loops_closed_and_bears_forces() {
    let lab = Lab::new();
    let project = lab.project("parallel3prr");
    let home = numbers(&project["model"]["home"]);
    let rows: Vec<Vec<f64>> =
        (0..20).map(|k| home.iter().map(|x| x + 0.001 * f64::from(k)).collect()).collect();
    let zeros = vec![vec![0.0; home.len()]; rows.len()];
    let request = json!({ "q": rows, "qd": zeros, "qdd": zeros });
    let poses = lab.post("/projects/parallel3prr/poses", &request).expect(200).json();
    assert_eq!(poses["stopped"], Value::Null);
    assert_eq!(poses["links"].as_array().unwrap().len(), 20);
    assert_eq!(poses["reactions"].as_array().unwrap().len(), 20);
    assert!(poses["q"][0].as_array().unwrap().len() > home.len());
    assert_ne!(poses["links"][0], poses["links"][19]);
    let tool = numbers(&poses["tool"][0]);
    let target = json!({ "target": [tool[0] + 0.01, tool[1] - 0.01] });
    let answer = lab.post("/projects/parallel3prr/ik", &target).expect(200).json();
    assert_eq!(
        (&answer["method"], &answer["solutions"][0]["reachable"]),
        (&json!("platform"), &json!(true))
    );
    let far =
        lab.post("/projects/parallel3prr/ik", &json!({ "target": [9.0, 0.0] })).expect(200).json();
    assert_eq!(far["solutions"][0]["reachable"], false);
    let workspace = lab.post("/projects/parallel3prr/workspace", &json!({ "samples": 500 }));
    assert!(workspace.expect(200).json()["cloud"].as_array().unwrap().len() > 10);
    // A drive that goes where no loop closes ends the sequence with the reason.
    let request = json!({ "q": [home, vec![50.0; home.len()]] });
    let poses = lab.post("/projects/parallel3prr/poses", &request).expect(200).json();
    assert_eq!(poses["stopped"]["sample"], 1);
}
