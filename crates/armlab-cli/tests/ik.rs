//! `armlab ik` and `armlab workspace` as their users meet them.

#[path = "cli/support.rs"]
#[allow(dead_code)]
mod support;

use support::{armlab, armlab_reading, file, scratch};

#[test]
fn a_target_is_answered_with_joints_that_reach_it() {
    let json = armlab(&["ik", "planar6", "--target", "0.35,0.15", "--json"]).exits(0).json();
    let solution = &json["solutions"][0];
    assert_eq!(solution["target"], serde_json::json!([0.35, 0.15]));
    assert_eq!(solution["reachable"], true);
    assert!(solution["error"].as_f64().unwrap() < 1e-9);
    assert!(solution["seconds"].as_f64().unwrap() > 0.0);
    assert!(solution["iterations"].as_u64().unwrap() > 0);
    assert!(solution.get("nearest").is_none());
    let q: Vec<f64> =
        solution["q"].as_array().unwrap().iter().map(|q| q.as_f64().unwrap()).collect();
    let [a, b, c] = [q[0], q[0] + q[2], q[0] + q[2] + q[4]];
    let lengths = [0.16 + q[1], 0.16 + q[3], 0.16 + q[5]];
    let x = lengths[0] * a.cos() + lengths[1] * b.cos() + lengths[2] * c.cos();
    let y = lengths[0] * a.sin() + lengths[1] * b.sin() + lengths[2] * c.sin();
    assert!((x - 0.35).abs() < 1e-9 && (y - 0.15).abs() < 1e-9, "{x} {y}");
}

#[test]
fn an_unreachable_target_is_answered_with_the_nearest_point_and_what_binds() {
    let json = armlab(&["ik", "planar6", "--target", "0.9,0", "--json"]).exits(1).json();
    let solution = &json["solutions"][0];
    assert_eq!(solution["reachable"], false);
    assert!((solution["nearest"][0].as_f64().unwrap() - 0.6).abs() < 1e-9);
    assert!((solution["error"].as_f64().unwrap() - 0.3).abs() < 1e-9);
    assert_eq!(solution["binding"][0]["joint"], "d1");
    assert_eq!(solution["binding"][0]["limit"], "upper");
    let words = armlab(&["ik", "planar6", "--target", "0.9,0"]).exits(1).stdout;
    assert!(words.contains("not reached") && words.contains("d1 (upper)"), "{words}");
}

#[test]
fn every_method_answers_and_an_unknown_one_is_named() {
    for method in ["dls", "quasi-newton", "annealing", "annealing-printed"] {
        let run = armlab(&["ik", "planar6", "--target", "0.35,0.15", "--method", method, "--json"]);
        let json = run.exits(0).json();
        assert!(json["solutions"][0]["error"].as_f64().unwrap() < 1e-3, "{method}");
        assert_eq!(json["method"], method);
    }
    armlab(&["ik", "planar6", "--target", "0.35,0.15", "--method", "magic"]).complains("magic");
    armlab(&["ik", "planar6", "--target", "0.35,0.15", "--method", "closed-form"])
        .complains("no closed form");
}

#[test]
fn all_solutions_are_listed() {
    let arguments = ["ik", "scara", "--target", "0.6,0.4,0.4", "--all", "--json"];
    for method in ["dls", "closed-form"] {
        let json = armlab(&[&arguments[..], &["--method", method]].concat()).exits(0).json();
        assert_eq!(json["solutions"].as_array().unwrap().len(), 2, "{method}");
    }
}

#[test]
fn rows_of_a_file_stand_for_themselves() {
    let path = file("ik-rows.csv", b"x,y\n0.3,0.2\nnan,1\n0.5\n0.1,abc\n-0.5,0\n");
    let run = armlab(&["ik", "planar6", "--targets", &path, "--json"]).exits(1);
    let json = run.json();
    let solutions = json["solutions"].as_array().unwrap();
    let rows: Vec<_> = solutions.iter().map(|s| s["row"].as_u64().unwrap()).collect();
    assert_eq!(rows, [1, 5]);
    let problems = json["problems"].as_array().unwrap();
    for (problem, place) in problems.iter().zip([":3:1: ", ":4:1: ", ":5:5: "]) {
        assert!(problem["message"].as_str().unwrap().contains(place), "{problem}");
    }
    assert_eq!(problems.len(), 3);
}

#[test]
fn targets_come_in_any_order_of_columns_and_from_standard_input() {
    let run = armlab_reading(
        &["ik", "ur5", "--targets", "-", "--json"],
        b"yaw,z,x,y,pitch,roll\n0,0.4,0.3,0.2,1,0\n",
    );
    let json = run.exits(0).json();
    let solution = &json["solutions"][0];
    assert_eq!(solution["reachable"], true);
    assert!(solution["orientation_error"].as_f64().unwrap() < 1e-9);
}

#[test]
fn bad_input_is_located() {
    armlab(&["ik", "planar6", "--target", "nan,0"]).complains("entry 1");
    armlab(&["ik", "planar6", "--target", "0.1,inf"]).complains("entry 2");
    armlab(&["ik", "planar6", "--target", "1,2,3,4"]).complains("4 numbers");
    armlab(&["ik", "planar6", "--target", ""]).complains("entry 1");
    armlab(&["ik", "scara", "--target", "0.6,0.2,0.4,1,0,0"]).complains("contradicts");
    armlab(&["ik", "planar6", "--target", "0.3,0.1", "--start", "0,0"]).complains("6 coordinates");
    armlab(&["ik", "planar6", "--target", "0.3,0.1", "--frame", "nowhere"]).complains("nowhere");
    armlab(&["ik", "planar6", "--target", "0.3", "--components", "w"]).complains("`w`");
    armlab(&["ik", "planar6", "--targets", "no-such-file.csv"]).complains("no-such-file.csv");
    let empty = file("ik-empty.csv", b"");
    armlab(&["ik", "planar6", "--targets", &empty]).complains(":1:1: the file is empty");
    let header = file("ik-header.csv", b"x,y\n");
    armlab(&["ik", "planar6", "--targets", &header]).complains("no targets");
    let unknown = file("ik-unknown.csv", b"x,why\n1,2\n");
    armlab(&["ik", "planar6", "--targets", &unknown]).complains("`why`");
    let binary = file("ik-binary.csv", b"x,y\n\xff\xfe\n");
    armlab(&["ik", "planar6", "--targets", &binary]).complains(":2:1: ");
    armlab(&["ik", "planar6"]).exits(2);
    armlab(&["workspace", "planar6", "--point", "1"]).complains("1 numbers");
    armlab(&["workspace", "planar6", "--samples", "0"]).complains("--samples");
}

#[test]
fn a_joint_without_room_is_named() {
    let robot = file(
        "ik-stuck.urdf",
        br#"<robot name="stuck"><link name="a"/><link name="b"/><joint name="jammed" type="revolute">
            <parent link="a"/><child link="b"/><axis xyz="0 0 1"/>
            <limit lower="0" upper="0" effort="1" velocity="1"/></joint></robot>"#,
    );
    armlab(&["ik", &robot, "--target", "0.3,0.1"]).complains("jammed");
}

#[test]
fn the_same_seed_gives_the_same_answer() {
    let run = |seed: &str| {
        let arguments =
            ["ik", "planar6", "--target", "-0.5,0.3", "--method", "annealing", "--json"];
        // Annealing comes near, and no nearer: the exit code says so.
        armlab(&[&arguments[..], &["--seed", seed]].concat()).exits(1).json()["solutions"][0]["q"]
            .clone()
    };
    assert_eq!(run("3"), run("3"));
    assert_ne!(run("3"), run("4"));
}

#[test]
fn files_are_written_where_asked() {
    let out = scratch().join("ik-out");
    let folder = out.to_str().unwrap();
    armlab(&["ik", "planar6", "--target", "0.35,0.15", "--history", "--out", folder]).exits(0);
    let csv = std::fs::read_to_string(out.join("planar6-ik.csv")).unwrap();
    assert!(
        csv.starts_with("row,reachable,error,orientation_error,q1") && csv.lines().count() == 2
    );
    let json = std::fs::read_to_string(out.join("planar6-ik.json")).unwrap();
    assert!(json.contains("\"history\""));
    assert!(out.join("planar6-ik-history.svg").exists());
    armlab(&["workspace", "planar6", "--out", folder, "--samples", "2000"]).exits(0);
    let svg = std::fs::read_to_string(out.join("planar6-workspace.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.trim_end().ends_with("</svg>"));
}

#[test]
fn the_workspace_of_the_planar_arm_is_exact() {
    let arguments = [
        "workspace",
        "planar6",
        "--point",
        "0.35,0.15",
        "--point",
        "-0.5,0",
        "--samples",
        "2000",
        "--json",
    ];
    let json = armlab(&arguments).exits(0).json();
    assert_eq!(json["exact"], true);
    assert!((json["area"].as_f64().unwrap() - 0.888_681).abs() < 1e-6);
    assert_eq!(json["points"][0]["reachable"], true);
    assert_eq!(json["points"][1]["reachable"], false);
    let behind = json["reach"].as_array().unwrap().last().unwrap();
    assert!((behind["distance"].as_f64().unwrap() - 0.32).abs() < 1e-6, "{behind}");
}

#[test]
fn the_workspace_of_a_spatial_arm_is_sampled() {
    let arguments = [
        "workspace",
        "ur5",
        "--samples",
        "5000",
        "--step",
        "90",
        "--point",
        "0.4,0.2,0.3",
        "--json",
    ];
    let json = armlab(&arguments).exits(0).json();
    assert_eq!(json["exact"], false);
    assert!(json["volume"].as_f64().unwrap() > 0.5);
    assert_eq!(json["points"][0]["reachable"], true);
    assert!(json["points"][0]["directions"].as_f64().unwrap() > 0.5);
}

#[test]
fn a_path_is_followed_and_judged() {
    let mut rows = String::from("t,x,y\n");
    for k in 0..=20 {
        rows += &format!("{},{},{}\n", 0.1 * f64::from(k), 0.45, 0.01 * f64::from(k));
    }
    let path = file("ik-path.csv", rows.as_bytes());
    let json = armlab(&["ik", "planar6", "--targets", &path, "--path", "--json"]).exits(0).json();
    assert_eq!(json["clean"], true);
    assert_eq!(json["solutions"].as_array().unwrap().len(), 21);
    let out = file("ik-path-out.csv", b"x,y\n0.5,0\n0.58,0\n0.7,0\n");
    armlab(&["ik", "planar6", "--targets", &out, "--path"]).complains("no times");
    let run = armlab(&["ik", "planar6", "--targets", &out, "--path", "--period", "1", "--json"]);
    let json = run.exits(1).json();
    let reached = json["solutions"].as_array().unwrap().iter().map(|s| s["reachable"].clone());
    assert_eq!(reached.collect::<Vec<_>>(), [true, true, false]);
}
