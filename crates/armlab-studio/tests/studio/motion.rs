//! Motions: tables, curves, mistakes by the name of their cell.

use crate::client::Lab;
use serde_json::{Value, json};

fn table(interpolation: &str, second: f64) -> Value {
    let joint = |unit: &str, value: f64| {
        json!({ "unit": unit, "movements": [
            { "value": value, "ti": 0.5, "tf": 1.5, "tr": 2.0 },
            { "value": 0.0, "ti": second, "tf": 3.5, "tr": 4.0 },
        ] })
    };
    let joints = json!([joint("deg", 30.0), joint("deg", -20.0), joint("mm", 40.0)]);
    json!({ "kind": "movements", "interpolation": interpolation, "joints": joints })
}

#[test]
fn every_interpolation_meets_the_table_and_only_some_jump() {
    let lab = Lab::new();
    lab.project("scara");
    for name in ["pchip", "spline", "quintic", "trapezoid", "linear"] {
        let request = json!({ "motion": table(name, 2.5), "samples": 401 });
        let preview = lab.post("/projects/scara/motion/preview", &request).expect(200).json();
        assert_eq!(preview["duration"], 4.0, "{name}: {}", preview["problems"]);
        // At 1.5 s, sample 150 of 401.
        let q = preview["q"][0][150].as_f64().unwrap();
        assert!((q - 30_f64.to_radians()).abs() < 1e-9, "{name}: {q}");
        let slide = preview["q"][2][150].as_f64().unwrap();
        assert!((slide - 0.04).abs() < 1e-9, "{name}: {slide}");
        let qdd: Vec<f64> = serde_json::from_value(preview["qdd"][0].clone()).unwrap();
        let jump = (qdd[51] - qdd[49]).abs();
        match name {
            "pchip" => assert!(jump > 1.0, "{jump}"),
            "quintic" => assert!(jump < 0.5, "{jump}"),
            _ => {}
        }
    }
}

#[test]
fn an_overlap_is_refused_by_its_cell_and_the_motion_stays() {
    let lab = Lab::new();
    let project = lab.project("scara");
    let preview = json!({ "motion": table("pchip", 1.8) });
    let preview = lab.post("/projects/scara/motion/preview", &preview).expect(200).json();
    let problems = preview["problems"].as_array().unwrap();
    assert_eq!(problems.len(), 3, "each joint tells its own: {problems:?}");
    assert_eq!(problems[1]["joint"], 1);
    assert_eq!((&problems[1]["movement"], &problems[1]["cell"]), (&json!(1), &json!("TI")));
    let set = |motion: Value, revision: &Value| {
        lab.change("PUT", "/projects/scara/motion", revision, &json!({ "motion": motion }))
    };
    let problem = set(table("pchip", 1.8), &project["revision"]).problem(422);
    assert_eq!(problem["field"], "joints[0].movements[1].TI");
    let changed = set(table("spline", 2.5), &project["revision"]).expect(200).json();
    assert_eq!(changed["motion"]["interpolation"], "spline");
    let file = std::fs::read_to_string(lab.folder.join("scara/motion.toml")).unwrap();
    assert_eq!(lab.get("/projects/scara/motion.toml").expect(200).text(), file);
    let undone = lab.post("/projects/scara/undo", &json!({})).expect(200).json();
    assert_eq!(undone["motion"], json!({ "kind": "usual" }));
}

#[test]
fn tables_can_be_pasted_and_files_dropped() {
    let lab = Lab::new();
    lab.project("scara");
    let request = json!({ "text": "90 1 2 3\t40 1 2.5 3\t-\n45 4 5 6\t-\t10 4 5 5", "units": ["deg", "deg", "mm"] });
    let pasted = lab.post("/projects/scara/motion/paste", &request).expect(200).json();
    assert_eq!(pasted["joints"][0]["movements"][1]["value"], 45.0);
    assert_eq!(pasted["joints"][2]["movements"][0]["tf"], 5.0);
    let file = b"kind = \"quintic\"\ntimes = [0, 2]\nq = [[0, 1], [0, 0.5], [0, 0.05]]\n";
    let report = lab.import("/projects/scara/import", "m.toml", file).expect(200).json();
    assert_eq!((&report["ok"], &report["kind"]), (&json!(true), &json!("motion")), "{report}");
    let file = b"kind = \"quintic\"\ntimes = [0, 2]\nq = [[0, 1]]\n";
    let report = lab.import("/projects/scara/import", "m.toml", file).expect(200).json();
    assert_eq!(report["ok"], false);
    let fourier = json!({ "motion": { "kind": "fourier", "frequency": 0.25, "offset": [0.1, 0.2, 0.05],
        "a": [[0.2, -0.2], [0.1, -0.1], [0.0, 0.0]], "b": [[0.0, 0.0], [0.0, 0.0], [0.01, -0.005]] } });
    let preview = lab.post("/projects/scara/motion/preview", &fourier).expect(200).json();
    assert_eq!(preview["duration"], 4.0, "{}", preview["problems"]);
}
