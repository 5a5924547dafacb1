//! `armlab simulate` as its users meet it.

#[path = "cli/support.rs"]
#[allow(dead_code)]
mod support;

use support::{armlab, file, numbers, scratch};

/// A folder of a test's own.
fn folder(name: &str) -> String {
    scratch().join(name).to_str().unwrap().into()
}

fn read(folder: &str, name: &str) -> String {
    std::fs::read_to_string(format!("{folder}/{name}")).unwrap()
}

const SCARA: &str = r#"
rate = 100
integration = { method = "rk4", step = 0.001 }
[controller]
kind = "pid"
kp = [0.5, 1, 40]
ki = [0, 0, 50]
kd = [0.37, 0.04, 10]
unit = "deg"
[trajectory]
kind = "beside"
[[trajectory.part]]
kind = "polynomial"
duration = 15
power = [
    [-1.622522864, -1.414071155, 1.499015512, -0.3272749124, 0.02606520006, -0.0006950720011],
    [-1.619283375, -0.6186031583, 0.4261308306, -0.05023057396, 0.001579110749, 3.642679187e-6],
]
[[trajectory.part]]
kind = "fourier"
form = "series"
frequency = 0.3183098861837907
duration = 15
offset = [0.15]
a = [[0.1]]
b = [[0]]
"#;

#[test]
fn a_robot_alone_is_enough() {
    let out = folder("simulate-alone");
    let run = armlab(&["simulate", "scara", "--duration", "2", "--out", &out]).exits(0);
    assert!(run.stdout.contains("theta1") && run.stdout.contains("RMS error"), "{}", run.stdout);
    assert!(run.stderr.contains("log.csv"), "{}", run.stderr);
    let log = read(&out, "log.csv");
    assert!(log.starts_with("t,q1,q2,q3,qd1,qd2,qd3,qdd1,"), "{}", &log[..80]);
    assert_eq!(log.lines().count(), 2002);
    assert!(read(&out, "simulation.svg").contains("</svg>"));
    // What was written is read again without being told how.
    armlab(&["log", &format!("{out}/log.csv"), "--robot", "scara", "--json"]).exits(0);
}

#[test]
fn the_papers_experiment_is_a_file_and_one_command() {
    let (path, out) = (file("scara-experiment.toml", SCARA.as_bytes()), folder("simulate-scara"));
    let run = armlab(&["simulate", "scara", "--experiment", &path, "--out", &out, "--json"]);
    let json = run.exits(0).json();
    assert_eq!((&json["rows"], &json["samples"]), (&1501.into(), &1501.into()));
    assert_eq!(json["end"]["finished"], true);
    assert!(json["joints"][0]["effort_limit"].is_null());
    let vectors = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/vectors/scara_clean.csv");
    let vectors = std::fs::read_to_string(vectors).unwrap();
    let row = |line: &str| -> Vec<f64> { line.split(',').map(|x| x.parse().unwrap()).collect() };
    for (got, want) in read(&out, "log.csv").lines().zip(vectors.lines()).skip(1) {
        // Thirteen columns are the same ones; then come the references.
        for (got, want) in row(got).iter().zip(row(want)).take(16) {
            assert!((got - want).abs() < 1e-9, "{got} {want}");
        }
    }
}

#[test]
fn noise_by_the_command_line_is_seeded() {
    let log = |seed: &str, name: &str| {
        let out = folder(name);
        let noise = ["--noise", "q=1e-3/1e-3/1e-4,tau=0.5", "--snr", "qdd=20"];
        let base = ["simulate", "scara", "--duration", "1", "--rate", "100", "--seed", seed];
        armlab(&[&base[..], &noise, &["--out", &out]].concat()).exits(0);
        read(&out, "log.csv")
    };
    let (a, b, c) = (log("3", "sn-a"), log("3", "sn-b"), log("4", "sn-c"));
    assert!(a == b && a != c);
}

#[test]
fn parquet_truth_and_other_controllers() {
    for controller in ["pid", "computed-torque", "open-loop"] {
        let out = folder(&format!("simulate-{controller}"));
        let run = armlab(&[
            "simulate",
            "panda",
            "--controller",
            controller,
            "--duration",
            "0.5",
            "--truth",
            "--format",
            "parquet",
            "--out",
            &out,
            "--json",
        ]);
        let json = run.exits(0).json();
        assert_eq!(json["controller"], controller);
        let parquet = format!("{out}/log.parquet");
        assert_eq!(json["log"], "log.parquet");
        armlab(&["log", &parquet, "--json"]).exits(0);
    }
}

#[test]
fn a_platform_is_led_in_its_own_coordinates() {
    let text = "kind = \"quintic\"\ntimes = [0, 1]\nq = [[0, 0.05], [0.36, 0.34], [0, 0.1]]";
    let path = file("platform.toml", text.as_bytes());
    let out = folder("simulate-platform");
    let base = ["simulate", "parallel3prr", "--trajectory", &path, "--coordinates", "platform"];
    let more = ["--controller", "computed-torque", "--rate", "250", "--out", &out, "--json"];
    let json = armlab(&[&base[..], &more].concat()).exits(0).json();
    for joint in json["joints"].as_array().unwrap() {
        assert!(joint["rms_error"].as_f64().unwrap() < 1e-3, "{joint}");
    }
    let text = "kind = \"quintic\"\ntimes = [0, 1]\nq = [[0, 0], [0.36, 1.5], [0, 0]]";
    let path = file("platform-far.toml", text.as_bytes());
    let base = ["simulate", "parallel3prr", "--trajectory", &path, "--coordinates", "platform"];
    armlab(&base).complains("at t = 0.");
}

#[test]
fn a_simulation_that_stops_early_exits_with_1_and_keeps_its_log() {
    let out = folder("simulate-broken");
    // Damping far beyond what a hundred samples per second can carry.
    let gains = ["--kp", "100", "--kd", "2000", "--rate", "100", "--out", &out, "--json"];
    let run = armlab(&[&["simulate", "scara"][..], &gains].concat()).exits(1);
    assert!(run.stderr.contains("stopped early"), "{}", run.stderr);
    let json = run.json();
    assert_eq!(json["end"]["finished"], false);
    assert!(json["end"]["time"].as_f64().unwrap() > 0.0);
    assert_eq!(numbers(&json["end"]["state"]["q"]).len(), 3);
    let rows = json["rows"].as_u64().unwrap() as usize;
    assert_eq!(read(&out, "log.csv").lines().count(), rows + 1);
    assert!(rows > 2);
}

#[test]
fn a_log_is_repeated_as_a_trajectory() {
    let (first, second) = (folder("simulate-first"), folder("simulate-second"));
    let base = ["simulate", "ur5", "--duration", "1", "--rate", "200", "--out"];
    armlab(&[&base[..], &[&first]].concat()).exits(0);
    let log = format!("{first}/log.csv");
    let again = ["--trajectory", &log, "--controller", "computed-torque", "--json"];
    let json = armlab(&[&base[..], &[&second], &again].concat()).exits(0).json();
    assert_eq!(json["rows"], 201);
    assert!(json["joints"][0]["rms_error"].as_f64().unwrap() < 1e-2);
}

#[test]
fn bad_input_is_located_and_exits_with_2() {
    let refused = |arguments: &[&str], what: &str| {
        let out = folder("simulate-refused");
        armlab(&[&["simulate"][..], arguments, &["--out", &out]].concat()).complains(what);
    };
    refused(&["scara", "--controller", "magic"], "`magic`");
    refused(&["scara", "--kp", "1,2"], "`kp` has 2 entries");
    refused(&["scara", "--kp", "x"], "--kp: entry 1 is `x`");
    refused(&["scara", "--noise", "w=1"], "`w=1`");
    refused(&["scara", "--noise", "q=-1"], "cannot be -1");
    refused(&["scara", "--rate", "0"], "`rate` cannot be 0");
    refused(&["scara", "--rate", "nan"], "`rate` cannot be NaN");
    refused(&["scara", "--duration", "1e12"], "two gigabytes");
    refused(&["scara", "--step", "-1"], "`step` cannot be -1");
    refused(&["scara", "--tolerance", "5"], "`tolerance` cannot be 5");
    refused(&["scara", "--model", "panda"], "7 driven joints");
    refused(&["scara", "--trajectory", "nowhere.toml"], "nowhere.toml");
    refused(&["scara", "--trajectory", "nowhere.csv"], "nowhere.csv");
    refused(
        &[
            "scara",
            "--coordinates",
            "platform",
            "--trajectory",
            &file(
                "joints.toml",
                b"kind = \"quintic\"\ntimes = [0, 1]\nq = [[0, 1], [0, 1], [0, 0.1]]",
            ),
        ],
        "has no loops",
    );
    let path =
        file("bad-experiment.toml", b"rate = 100\n[[effect]]\nkind = \"drops\"\nfraction = 2");
    refused(&["scara", "--experiment", &path], "bad-experiment.toml:4:12: ");
    refused(&["scara", "--controller", "open-loop", "--kp", "3"], "--kp does not apply");
}

#[test]
fn a_body_of_negative_mass_is_refused_unless_forced() {
    let described = armlab(&["robots", "scara", "--toml"]).stdout;
    let negative =
        file("negative.toml", described.replacen("mass = 6\n", "mass = -6\n", 1).as_bytes());
    let out = folder("negative");
    let arguments = ["simulate", &negative, "--duration", "0.1", "--out", &out];
    let refused = armlab(&arguments).exits(2);
    assert!(refused.stderr.contains("link2: mass is -6 kg"), "{}", refused.stderr);
    assert!(refused.stderr.contains("--force"), "{}", refused.stderr);
    let forced = armlab(&[&arguments[..], &["--force"]].concat());
    assert_ne!(forced.code, Some(2), "{}", forced.stderr);
}
