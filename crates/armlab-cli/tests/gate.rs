//! What is refused, what fails and what passes, by the exit code; and `armlab diagnose`.

#[path = "cli/support.rs"]
#[allow(dead_code)]
mod support;

use std::fmt::Write;
use support::{armlab, file, scratch};

/// A log of the SCARA arm, with each sample changed before it is written.
fn log(name: &str, change: impl Fn(&mut [f64; 10])) -> String {
    let folder = scratch().join("gate-log");
    let path = folder.join("log.csv");
    if !path.exists() {
        let out = folder.to_str().unwrap();
        let run = ["simulate", "scara", "--duration", "12", "--rate", "100", "--out", out];
        armlab(&run).exits(0);
    }
    let text = std::fs::read_to_string(path).unwrap();
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap().split(',').collect();
    let wanted = ["t", "q1", "q2", "q3", "qd1", "qd2", "qd3", "tau1", "tau2", "tau3"];
    let at = wanted.map(|w| header.iter().position(|h| *h == w).unwrap());
    let mut out = wanted.join(",") + "\n";
    for line in lines {
        let cells: Vec<f64> = line.split(',').map(|c| c.parse().unwrap()).collect();
        let mut row = at.map(|i| cells[i]);
        change(&mut row);
        let row: Vec<String> = row.iter().map(|x| format!("{x:?}")).collect();
        let _ = writeln!(out, "{}", row.join(","));
    }
    file(name, out.as_bytes())
}

#[test]
fn a_log_with_errors_is_refused_with_cause_and_remedy_and_used_with_force() {
    let millimetres = log("gate-nmm.csv", |row| row[7..].iter_mut().for_each(|x| *x *= 1e3));
    for command in ["identify", "validate"] {
        let run = armlab(&[command, "scara", "--log", &millimetres, "--json"]);
        run.complains("N mm instead of N m? [effort-unit]");
        let run = armlab(&[command, "scara", "--log", &millimetres]);
        assert!(run.stderr.contains("--map \"tau1=COLUMN [N mm], …\"; --force"), "{}", run.stderr);
        assert_eq!(run.stderr.matches("effort-unit").count(), 1, "{}", run.stderr);
    }
    // The remedy works.
    let map = "tau1=tau1 [N mm], tau2=tau2 [N mm], tau3=tau3 [mN]";
    armlab(&["identify", "scara", "--log", &millimetres, "--map", map, "--friction", "none"])
        .exits(0);
    // What is overridden is recorded in the verdict and the document.
    let forced = ["identify", "scara", "--log", &millimetres, "--force", "--json"];
    let forced = armlab(&[&forced[..], &["--friction", "none"]].concat()).json();
    assert_eq!(forced["log_checks"][0]["forced"], true);
    let reasons = forced["methods"][0]["verdict"]["reasons"].to_string();
    assert!(reasons.contains("log check overridden"), "{reasons}");
    // `log` says the same.
    let examined = armlab(&["log", &millimetres, "--robot", "scara", "--json"]).exits(1).json();
    assert_eq!(examined["findings"][0]["code"], "effort-unit");
}

#[test]
fn a_model_that_fails_exits_with_one_and_points_to_the_diagnosis() {
    let inverted = log("gate-inverted.csv", |row| row[8] = -row[8]);
    let run = armlab(&["validate", "scara", "--log", &inverted]).exits(1);
    assert!(run.stderr.contains("armlab diagnose scara --log"), "{}", run.stderr);
    let found = armlab(&["diagnose", "scara", "--log", &inverted, "--json"]).exits(1).json();
    let first = &found["explanations"][0];
    assert_eq!((&first["kind"], &first["joint"]), (&"effort_sign".into(), &"theta2".into()));
    assert!(first["removes"].as_f64().unwrap() > 90.0, "{found}");
    // The remedy works: a mapping file with the scale that it names.
    let mapping =
        file("gate-mapping.toml", b"[columns]\ntau2 = { column = \"tau2\", scale = -1 }\n");
    assert!(first["fix"].as_str().unwrap().contains("tau2 = { column = \"tau2\", scale = -1 }"));
    armlab(&["validate", "scara", "--log", &inverted, "--mapping", &mapping]).exits(0);
    let mended = ["diagnose", "scara", "--log", &inverted, "--mapping", &mapping];
    let words = armlab(&mended).exits(0).stdout;
    assert!(words.contains("no fault found"), "{words}");
}

#[test]
fn a_robot_that_is_mounted_otherwise_is_diagnosed_and_mended_by_an_option() {
    let folder = scratch().join("gate-wall");
    let arm = "arm.toml";
    let text = armlab(&["robots", "ur5", "--toml"]);
    let toml = text.stdout.clone();
    assert!(toml.contains("gravity"), "{}{}", toml, text.stderr);
    let line = toml.lines().find(|l| l.starts_with("gravity")).unwrap();
    let wall = file(arm, toml.replace(line, "gravity = [9.81, 0.0, 0.0]").as_bytes());
    let out = folder.to_str().unwrap();
    armlab(&["simulate", &wall, "--duration", "12", "--rate", "100", "--out", out]).exits(0);
    let log = folder.join("log.csv");
    let log = log.to_str().unwrap();
    let found = armlab(&["diagnose", "ur5", "--log", log, "--json"]).exits(1).json();
    assert_eq!(found["explanations"][0]["kind"], "gravity", "{found}");
    armlab(&["validate", "ur5", "--log", log, "--gravity", "9.81,0,0"]).exits(0);
}
