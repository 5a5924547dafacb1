//! `armlab identify --follow` and `armlab learn-ik` as their users meet them.

#[path = "cli/support.rs"]
#[allow(dead_code)]
mod support;

use serde_json::Value;
use std::fs::OpenOptions;
use std::io::Write;
use std::process::{Command, Stdio};
use std::time::Duration;
use support::{armlab, scratch};

const MAP: &str = "q3=d3,qd3=dd3,qdd3=ddd3,tau3=f3";

fn noisy() -> String {
    let path = format!("{}/../../tests/vectors/scara_noisy.csv", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(path).unwrap()
}

fn binary() -> Command {
    Command::new(env!("CARGO_BIN_EXE_armlab"))
}

fn values(document: &Value, method: usize) -> Vec<f64> {
    let list = document["methods"][method]["values"].as_array().unwrap();
    list.iter().map(|x| x.as_f64().unwrap()).collect()
}

/// Follows a text from standard input.
fn piped(text: &str, further: &[&str]) -> (Vec<u8>, String, i32) {
    let mut child = binary()
        .args(["identify", "scara", "--log", "-", "--follow", "--friction", "none", "--map", MAP])
        .args(further)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut input = child.stdin.take().unwrap();
    let text = text.to_string();
    let writer = std::thread::spawn(move || {
        // Pieces that end anywhere.
        for piece in text.as_bytes().chunks(1009) {
            if input.write_all(piece).is_err() {
                return;
            }
        }
    });
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    (output.stdout, told, output.status.code().unwrap())
}

#[test]
fn a_pipe_is_followed_to_its_end() {
    let (out, _, code) = piped(&noisy(), &["--method", "rls-sqrt,ekf,ukf", "--json"]);
    assert_eq!(code, 0);
    let document: Value = serde_json::from_slice(&out).unwrap();
    assert_eq!(document["samples"], 1501);
    let truth = [4.968, 0.648, 1.2, 2.0];
    for (method, within) in [(0, 0.05), (1, 0.005), (2, 0.005)] {
        for (value, truth) in values(&document, method).iter().zip(truth) {
            assert!((value / truth - 1.0).abs() < within, "{method}: {value} {truth}");
        }
    }
    let lines = piped(&noisy(), &["--method", "rls", "--json-lines", "--every", "5"]).0;
    let lines: Vec<Value> = String::from_utf8(lines)
        .unwrap()
        .lines()
        .map(|l| serde_json::from_str(l).unwrap())
        .collect();
    assert_eq!(lines[0]["unknowns"].as_array().unwrap().len(), 4);
    assert!(lines.len() >= 4 && lines[1]["methods"][0]["error"].is_number());
}

#[test]
fn a_file_that_grows_is_followed_and_gone_on_with() {
    let text = noisy();
    let lines: Vec<&str> = text.lines().collect();
    let path = scratch().join("growing.csv");
    let state = scratch().join("growing.state");
    let _ = std::fs::remove_file(&state);
    let file = |to: usize| lines[..to].join("\n") + "\n";
    std::fs::write(&path, file(500)).unwrap();
    let follow = |idle: &str| {
        binary()
            .args(["identify", "scara", "--follow", "--friction", "none", "--map", MAP, "--json"])
            .args(["--method", "rls-sqrt,ekf", "--idle", idle, "--log"])
            .arg(&path)
            .arg("--state")
            .arg(&state)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap()
    };
    // It grows while it is followed.
    let child = follow("3");
    std::thread::sleep(Duration::from_millis(300));
    let mut end = OpenOptions::new().append(true).open(&path).unwrap();
    end.write_all((lines[500..800].join("\n") + "\n").as_bytes()).unwrap();
    let first = child.wait_with_output().unwrap();
    let first: Value = serde_json::from_slice(&first.stdout).unwrap();
    assert_eq!(first["samples"], 799);
    // And goes on another day, from where it was.
    end.write_all((lines[800..].join("\n") + "\n").as_bytes()).unwrap();
    let second = follow("0.5").wait_with_output().unwrap();
    let second: Value = serde_json::from_slice(&second.stdout).unwrap();
    let whole = piped(&text, &["--method", "rls-sqrt,ekf", "--json"]).0;
    let whole: Value = serde_json::from_slice(&whole).unwrap();
    for method in 0..2 {
        assert_eq!(values(&second, method), values(&whole, method));
    }
    // A state that is none is refused and kept.
    std::fs::write(&state, "{}").unwrap();
    let refused = follow("0.5").wait_with_output().unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert_eq!(std::fs::read_to_string(&state).unwrap(), "{}");
}

#[test]
fn damage_and_holes_are_counted_and_nonsense_is_refused() {
    let text = noisy();
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    lines[700] = "what is this".into();
    lines[800] = lines[800].replacen(|c: char| c.is_ascii_digit(), "x", 1);
    let holed = lines[900].split(',').enumerate();
    lines[900] = holed.map(|(i, c)| if i == 1 { "nan" } else { c }).collect::<Vec<_>>().join(",");
    let (out, told, code) = piped(&(lines.join("\n") + "\n"), &["--method", "rls-sqrt", "--json"]);
    assert_eq!(code, 0, "{told}");
    let document: Value = serde_json::from_slice(&out).unwrap();
    assert_eq!((&document["damaged_lines"], &document["dropped"]), (&2.into(), &1.into()));
    assert!(told.contains(":801:"), "{told}");
    for (input, further) in [
        ("", vec![]),
        ("no log\nat all\nnone\n", vec![]),
        ("t,q1\n0,1\n1,2\n", vec![]),
        (text.as_str(), vec!["--method", "physical"]),
    ] {
        let (_, told, code) = piped(input, &further);
        assert_eq!(code, 2, "{told}");
        assert!(told.contains("hint:"), "{told}");
    }
}

#[test]
fn the_helix_is_learnt_as_the_paper_does() {
    let learn = |further: &[&str]| {
        let mut all = vec!["learn-ik", "cylindrical", "--json"];
        all.extend(further);
        armlab(&all).exits(0).json()
    };
    let document = learn(&["--method", "ls,rls,rlspso"]);
    let mean = |d: &Value, m: usize| d["methods"][m]["mean_r2"].as_f64().unwrap();
    assert_eq!(document["methods"].as_array().unwrap().len(), 3);
    assert!(mean(&document, 0) < 0.99, "a fir does not know an angle");
    // In angle, radius and height the arm is linear.
    let linear = learn(&["--structure", "cylindrical", "--method", "ls"]);
    assert!(mean(&linear, 0) > 1.0 - 1e-9);
    let noisy = learn(&["--structure", "cylindrical", "--method", "ls", "--snr", "20"]);
    assert!((0.98..0.995).contains(&mean(&noisy, 0)), "{}", mean(&noisy, 0));
    // Outliers count with either kind of noise, and both kinds together.
    let r2 = |further: &[&str]| {
        let mut all = vec!["--structure", "cylindrical", "--method", "ls"];
        all.extend(further);
        mean(&learn(&all), 0)
    };
    let (gaussian, outliers) =
        (r2(&["--snr", "10"]), r2(&["--snr", "10", "--contaminated", "0.1,5"]));
    assert!(gaussian != outliers, "the contamination is not ignored");
    assert!((0.85..0.95).contains(&outliers), "{outliers}: ten decibels all the same");
    let both = r2(&["--snr", "10", "--noise", "0.1", "--contaminated", "0.1,5"]);
    assert!(both < outliers, "{both}: more noise");
    let small = ["--method", "rlspso", "--particles", "5", "--iterations", "3", "--runs", "1"];
    let mut swarm = small.to_vec();
    swarm.extend(["--interval", "0.5,2"]);
    let found = learn(&swarm);
    let covariance = found["methods"][0]["covariance"].as_array().unwrap();
    assert!(covariance.iter().all(|v| (0.5..=2.0).contains(&v.as_f64().unwrap())));
    for bad in [
        vec!["--contaminated", "0.1,5"],
        vec!["--interval", "5,1"],
        vec!["--noise", "-1"],
        vec!["--particles", "0"],
        vec!["--structure", "fir:0"],
        vec!["--helix", "1,2"],
        vec!["--method", "magic"],
        vec!["--noise", "0.1", "--contaminated", "2,3"],
    ] {
        let mut all = vec!["learn-ik"];
        all.extend(bad);
        armlab(&all).exits(2);
    }
}

#[test]
fn a_line_without_its_end_and_absurd_numbers_are_not_learnt() {
    let text = noisy();
    let rows: Vec<&str> = text.lines().collect();
    let whole = rows[..900].join("\n") + "\n";
    let method = ["--method", "rls-sqrt,ekf", "--json"];
    let (wanted, _, code) = piped(&whole, &method);
    assert_eq!(code, 0);
    let wanted: Value = serde_json::from_slice(&wanted).unwrap();
    // Half of the next line: its last number would be another one.
    let half = &rows[900][..rows[900].len() - 6];
    let (out, told, code) = piped(&(whole.clone() + half), &method);
    assert_eq!(code, 0);
    assert!(told.contains("no line end"), "{told}");
    let document: Value = serde_json::from_slice(&out).unwrap();
    assert_eq!(document["methods"], wanted["methods"]);
    // A number that no sensor measures.
    let mut damaged: Vec<String> = rows[..900].iter().map(|r| r.to_string()).collect();
    let last = damaged[500].rfind(',').unwrap();
    damaged[500].replace_range(last.., ",1e308");
    let (out, _, code) = piped(&(damaged.join("\n") + "\n"), &method);
    assert_eq!(code, 0);
    let document: Value = serde_json::from_slice(&out).unwrap();
    for (method, found) in document["methods"].as_array().unwrap().iter().enumerate() {
        assert!(found["diverged"].is_null());
        for (a, b) in values(&document, method).iter().zip(values(&wanted, method)) {
            assert!((a - b).abs() < 0.1 * b.abs().max(0.1), "{a} {b}");
        }
    }
}

#[test]
fn a_state_file_has_one_writer() {
    let state = scratch().join("one-writer.json");
    let state = state.to_str().unwrap();
    let lock = format!("{state}.lock");
    for old in [state, &lock] {
        let _ = std::fs::remove_file(old);
    }
    let mut first = binary()
        .args(["identify", "scara", "--log", "-", "--follow", "--map", MAP, "--state", state])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    while !std::fs::read_to_string(&lock).is_ok_and(|t| t.ends_with("\n")) {
        std::thread::sleep(Duration::from_millis(10));
    }
    let (_, told, code) = piped(&noisy(), &["--state", state]);
    assert_eq!(code, 2);
    assert!(told.contains(&format!("process {}", first.id())), "{told}");
    first.kill().unwrap();
    first.wait().unwrap();
    assert_eq!(piped(&noisy(), &["--state", state]).2, 0);
}
