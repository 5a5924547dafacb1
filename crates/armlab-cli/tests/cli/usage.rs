//! Exit codes, help, and surroundings that do not cooperate.

use crate::support::{armlab, command, file, scratch};
use std::io::Read;
use std::process::Stdio;

#[test]
fn help_and_version_are_not_errors() {
    let help = armlab(&["--help"]).exits(0);
    for command in ["demo", "robots", "check", "dynamics", "completions"] {
        assert!(help.stdout.contains(command), "{command}");
        assert!(armlab(&[command, "--help"]).exits(0).stdout.contains("--json"));
    }
    armlab(&["--version"]).exits(0);
}

#[test]
fn bad_usage_exits_with_2() {
    for arguments in [
        &[][..],
        &["frobnicate"],
        &["robots", "--frobnicate"],
        &["dynamics"],
        &["dynamics", "scara"],
        &["dynamics", "scara", "--q", "0,0,0", "--states", "x.csv"],
        &["dynamics", "scara", "--qd", "0,0,0"],
        &["robots", "scara", "--urdf", "--toml"],
        &["robots", "--urdf"],
        &["check"],
        &["check", "scara", "--color", "blue"],
        &["check", "scara", "--seed", "many"],
        &["completions", "no-such-shell"],
    ] {
        let run = armlab(arguments).exits(2);
        assert_eq!(run.stdout, "", "{arguments:?}");
        assert!(!run.stderr.is_empty(), "{arguments:?}");
    }
}

#[test]
fn an_unknown_robot_is_told_the_near_names() {
    for command in ["robots", "check"] {
        armlab(&[command, "scarra"]).complains("did you mean `scara`?");
    }
    armlab(&["dynamics", "plannar6", "--q", "0"]).complains("did you mean `planar6`?");
    armlab(&["check", "no/such/file.urdf"]).complains("no/such/file.urdf: ");
}

#[test]
fn a_folder_is_not_a_robot_and_not_a_file_of_states() {
    armlab(&["check", "."]).complains("cannot be read");
    armlab(&["dynamics", "scara", "--states", "."]).complains("cannot be read");
}

#[test]
fn a_reader_that_leaves_early_is_no_error() {
    let rows: String = (0..20_000).map(|_| "0.1,0.2,0.3\n").collect();
    let path = file("usage-pipe.csv", format!("q1,q2,q3\n{rows}").as_bytes());
    let mut child = command(&["dynamics", "scara", "--states", &path, "--json"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut start = [0; 10];
    child.stdout.take().unwrap().read_exact(&mut start).unwrap();
    // The pipe is closed here, long before the document ends.
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(0));
    let words = String::from_utf8_lossy(&output.stderr);
    assert!(words.lines().all(|line| line.starts_with("note: ")), "{words}");
}

#[test]
fn a_folder_that_cannot_be_made_is_named() {
    let occupied = file("usage-occupied", b"");
    armlab(&["demo", "--out", &occupied]).complains("usage-occupied: cannot be written");
    armlab(&["check", "scara", "--out", &occupied]).exits(2);
}

#[test]
fn colour_is_only_where_it_is_wanted() {
    assert!(!armlab(&["check", "scara"]).exits(0).stdout.contains('\x1b'));
    assert!(armlab(&["check", "scara", "--color", "always"]).exits(0).stdout.contains('\x1b'));
    let json = armlab(&["check", "scara", "--color", "always", "--json"]).exits(0);
    assert!(!json.stdout.contains('\x1b'));
}

#[test]
fn completions_come_for_the_common_shells() {
    for shell in ["bash", "zsh", "fish"] {
        assert!(armlab(&["completions", shell]).exits(0).stdout.contains("dynamics"));
    }
}

#[test]
fn the_demo_goes_from_nothing_to_a_judged_model() {
    let out = scratch().join("usage-demo");
    let out = out.to_str().unwrap();
    let json = armlab(&["demo", "--out", out, "--json"]).exits(0).json();
    assert_eq!(json["robot"], "scara");
    let methods = json["methods"].as_array().unwrap();
    assert!(methods.len() >= 28, "{}", methods.len());
    let best = methods.iter().find(|m| m["method"] == json["recommended"]).unwrap();
    assert_eq!(best["verdict"]["pass"], true);
    // Noise of the efforts is 1.8 % of them.
    let left = best["validation"]["relative"].as_f64().unwrap();
    assert!(left < 3.0, "{left}");
    assert!(json["baselines"]["described"].as_f64().unwrap() > 15.0);
    for name in ["log.csv", "validation.csv", "report.html", "scara-identified.urdf", "efforts.svg"]
    {
        assert!(std::path::Path::new(out).join(name).exists(), "{name}");
    }
}

#[test]
#[cfg(unix)]
fn an_interrupted_demo_exits_with_130_without_a_result() {
    let out = scratch().join("usage-demo-interrupted");
    let child = command(&["demo", "--out", out.to_str().unwrap()])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    std::thread::sleep(std::time::Duration::from_millis(700));
    let pid = child.id().to_string();
    let sent = std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(sent.success());
    let output = child.wait_with_output().unwrap();
    assert_eq!(output.status.code(), Some(130));
    assert!(output.stdout.is_empty());
    // It has reported what it does by then, although nobody sees a terminal.
    assert!(String::from_utf8_lossy(&output.stderr).contains("note: "));
    assert!(!out.join("report.html").exists());
}

#[test]
#[cfg(unix)]
fn an_interrupted_command_exits_with_130() {
    // It waits for states on its standard input until it is interrupted.
    let mut child = command(&["dynamics", "scara", "--states", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .spawn()
        .unwrap();
    // Held open until the end: waiting for a child would close it, and the end
    // of its input would race with the signal.
    let _input = child.stdin.take();
    std::thread::sleep(std::time::Duration::from_millis(300));
    let pid = child.id().to_string();
    let sent = std::process::Command::new("kill").args(["-INT", &pid]).status().unwrap();
    assert!(sent.success());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_told_apart_from_a_closed_pipe() {
    let full = std::fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    let output = command(&["robots", "--json"]).stdout(full).output().unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("cannot be written"));
}
