//! `armlab excite` as its users meet it.

#[path = "cli/support.rs"]
#[allow(dead_code)]
mod support;

use support::{armlab, file, scratch};

/// Small designs: what is tested here is the command, not the designs.
const SMALL: [&str; 6] = ["--starts", "1", "--iterations", "40", "--duration", "6"];

fn excite(arguments: &[&str]) -> support::Run {
    armlab(&[&["excite"], arguments, &SMALL].concat())
}

#[test]
fn a_design_is_a_document_and_three_files() {
    let out = scratch().join("excite-files");
    let out = out.to_str().unwrap();
    let json = excite(&["scara", "--out", out, "--json"]).exits(0).json();
    assert_eq!(json["robot"], "scara");
    assert_eq!(json["objective"], "balanced");
    assert_eq!(json["coordinates"], serde_json::json!(["theta1", "theta2", "d3"]));
    let number = |value: &serde_json::Value| value.as_f64().unwrap();
    assert!(number(&json["quality"]["sigma_min"]) > number(&json["random"]["sigma_min"]));
    assert!(number(&json["quality"]["condition"]) >= 1.0);
    for limit in json["limits"].as_array().unwrap() {
        assert!(number(&limit["share"]) <= 1.0, "{limit}");
    }
    let read = |name: &str| std::fs::read_to_string(format!("{out}/{name}")).unwrap();
    assert!(read("scara-excitation.toml").contains("kind = \"fourier\""));
    let csv = read("scara-excitation.csv");
    assert!(csv.starts_with("t,q1,q2,q3,qd1,qd2,qd3,qdd1,qdd2,qdd3\n0.0,"));
    assert_eq!(csv.lines().count(), 602);
    assert!(read("scara-excitation.svg").starts_with("<svg"));
    // What is written can be computed with.
    let states = format!("{out}/scara-excitation.csv");
    armlab(&["dynamics", "scara", "--states", &states, "--json"]).exits(0);
}

#[test]
fn words_say_what_limits_are_used_and_what_is_seen_least() {
    let words = excite(&["scara", "--color", "never"]).exits(0).stdout;
    for part in [
        "much information at a small condition number",
        "velocity of theta1",
        "least precise parameters",
        "more motion of",
        "ten times finer",
        "theta1: no effort limit stated",
    ] {
        assert!(words.contains(part), "`{part}` is not in:\n{words}");
    }
}

#[test]
fn parameters_bases_and_earlier_logs_are_options() {
    let out = scratch().join("excite-earlier");
    let out = out.to_str().unwrap();
    excite(&["scara", "--out", out]).exits(0);
    let log = format!("{out}/scara-excitation.csv");
    let json = excite(&[
        "scara",
        "--basis",
        "spline",
        "--objective",
        "sigma-min",
        "--parameters",
        "IZZ2,friction",
        "--friction",
        "--after",
        &log,
        "--json",
    ]);
    let json = json.exits(0).json();
    let names = &json["parameters"];
    assert_eq!(names[0], "IZZ2");
    assert_eq!(names.as_array().unwrap().len(), 7, "{names}");
}

#[test]
fn a_parallel_machine_moves_its_platform_within_limits_from_a_file() {
    let limits = file(
        "platform-limits.toml",
        b"[[coordinate]]\nname = \"x\"\nlower = -0.15\nupper = 0.15\n\
         [[coordinate]]\nname = \"y\"\nlower = 0.28\nupper = 0.43\n\
         [[coordinate]]\nname = \"rz\"\nlower = -0.35\nupper = 0.4\n",
    );
    let json = excite(&[
        "parallel3prr",
        "--platform",
        "x,y,rz",
        "--limits",
        &limits,
        "--harmonics",
        "3",
        "--json",
    ]);
    let json = json.exits(0).json();
    assert_eq!(json["coordinates"], serde_json::json!(["x", "y", "rz"]));
    assert!(json["given_up"].is_u64());
}

#[test]
fn what_cannot_be_designed_is_said_with_a_way_out() {
    excite(&["cylindrical"]).complains("no velocity limit");
    excite(&["scara", "--objective", "magic"]).complains("sigma-min");
    excite(&["scara", "--parameters", "mass"]).complains("there is no parameter `mass`");
    excite(&["scara", "--limits", "missing.toml"]).complains("missing.toml");
    excite(&["scara", "--platform", "x,y,q"]).complains("platform cannot be `q`");
    armlab(&["excite", "scara", "--frequency=-1"]).complains("duration");
    excite(&["scara", "--time-limit=-1"]).complains("time-limit");
    excite(&["scara", "--after", "missing.csv"]).complains("missing.csv");
    let limits = file("impossible.toml", b"[box]\nlower = [5, 5, 5]\nupper = [6, 6, 6]\n");
    excite(&["scara", "--limits", &limits]).complains("widen");
}

#[test]
fn a_time_limit_ends_a_design_with_the_best_so_far() {
    let json = armlab(&["excite", "panda", "--time-limit", "0", "--starts", "2", "--json"]);
    let json = json.exits(0).json();
    assert_eq!(json["stopped"], true);
    for limit in json["limits"].as_array().unwrap() {
        assert!(limit["share"].as_f64().unwrap() <= 1.0, "{limit}");
    }
}
