//! `armlab identify` and `armlab validate` as their users meet them.

#[path = "cli/support.rs"]
#[allow(dead_code)]
mod support;

use serde_json::Value;
use support::{armlab, file, scratch};

fn vectors(name: &str) -> String {
    format!("{}/../../tests/vectors/{name}", env!("CARGO_MANIFEST_DIR"))
}

/// A folder of its own, empty.
fn folder(name: &str) -> String {
    let path = scratch().join(name);
    let _ = std::fs::remove_dir_all(&path);
    path.to_str().unwrap().into()
}

/// The clean log with some columns' values replaced.
fn spoilt(name: &str, columns: &[&str], value: impl Fn(f64) -> f64) -> String {
    let text = std::fs::read_to_string(vectors("scara_clean.csv")).unwrap();
    let mut lines = text.lines();
    let header = lines.next().unwrap();
    let which: Vec<bool> = header.split(',').map(|c| columns.contains(&c)).collect();
    let mut out = header.to_string() + "\n";
    for line in lines {
        let cells = line.split(',').zip(&which).map(|(cell, spoil)| {
            if *spoil { format!("{:?}", value(cell.parse().unwrap())) } else { cell.to_string() }
        });
        out += &(cells.collect::<Vec<_>>().join(",") + "\n");
    }
    file(name, out.as_bytes())
}

fn value<'a>(list: &'a Value, name: &str) -> &'a Value {
    list.as_array().unwrap().iter().find(|p| p["name"] == name).unwrap()
}

#[test]
fn the_document_has_the_contract_s_shape_and_the_true_values() {
    let clean = vectors("scara_clean.csv");
    let document = armlab(&["identify", "scara", "--log", &clean, "--friction", "none", "--json"])
        .exits(0)
        .json();
    assert_eq!(document["robot"], "scara");
    let methods = document["methods"].as_array().unwrap();
    assert_eq!(methods.len(), 2);
    for method in methods {
        for key in ["method", "rank", "condition", "physical", "fit", "verdict", "seconds"] {
            assert!(!method[key].is_null(), "{key}");
        }
        assert!(method["physical"]["consistent"].is_boolean());
        assert!(method["physical"]["worst_link"].is_string());
        for joint in method["fit"]["joints"].as_array().unwrap() {
            assert!(joint["rms"].is_number() && joint["relative"].is_number());
        }
        assert!(method["verdict"]["pass"].is_boolean());
        assert!(!method["verdict"]["reasons"].as_array().unwrap().is_empty());
        assert!(!method["verdict"]["scope"].as_array().unwrap().is_empty());
        assert_eq!(method["metrics"].as_array().unwrap().len(), 3);
        assert_eq!(method["mass_matrix"]["positive"], true);
        assert!(method.get("validation").is_none());
        for p in method["parameters"].as_array().unwrap() {
            assert!(p["name"].is_string() && p["value"].is_number() && p["status"].is_string());
            assert!(p.get("std").is_some());
        }
    }
    assert_eq!(document["naive"]["zero"], 100.0);
    let recommended = &document["recommended"];
    assert!(methods.iter().any(|m| m["method"] == *recommended));
    for (name, truth) in [("IZZ1", 4.968), ("IZZ2", 0.648), ("m_r", 1.2), ("m3", 2.0)] {
        let found = value(&methods[0]["base"], name)["value"].as_f64().unwrap();
        assert!((found - truth).abs() < 1e-6, "{name}: {found}");
    }
}

#[test]
fn everything_promised_is_written_and_can_be_read_again() {
    let (noisy, clean) = (vectors("scara_noisy.csv"), vectors("scara_clean.csv"));
    let out = folder("identify_out");
    let run = armlab(&[
        "identify",
        "scara",
        "--log",
        &noisy,
        "--validate",
        &clean,
        "--friction",
        "none",
        "--method",
        "physical",
        "--out",
        &out,
        "--json",
    ]);
    let document = run.exits(0).json();
    assert!(document["methods"][0]["validation"]["relative"].is_number());
    let files = document["export"]["files"].as_array().unwrap();
    assert_eq!(files.len(), 2, "{}", document["export"]);
    for written in files {
        assert!(written["inertial"].as_f64().unwrap() <= 1e-9, "{written}");
        // The nearest consistent robot differs by far less than the estimate is certain.
        assert!(written["efforts"].as_f64().unwrap() <= 1e-2, "{written}");
        let path = format!("{out}/{}", written["file"].as_str().unwrap());
        armlab(&["robots", &path, "--json"]).exits(0);
        // What was identified on one log passes on the other.
        let judged = armlab(&["validate", &path, "--log", &clean, "--json"]).exits(0).json();
        let [mine, theirs] = [&judged, &document["methods"][0]]
            .map(|d| d["validation"]["relative"].as_f64().unwrap());
        assert!((mine / theirs - 1.0).abs() < 1e-2, "{mine} instead of {theirs}");
    }
    assert!(!document["export"]["changes"].as_array().unwrap().is_empty());
    let saved = std::fs::read_to_string(format!("{out}/estimate.json")).unwrap();
    assert_eq!(serde_json::from_str::<Value>(&saved).unwrap(), document);
    let csv = std::fs::read_to_string(format!("{out}/parameters.csv")).unwrap();
    let mut lines = csv.lines();
    assert_eq!(
        lines.next(),
        Some("method,recommended,kind,name,value,std,lower,upper,unit,status,definition")
    );
    let m3 = lines.find(|l| l.starts_with("physical,yes,base,m3,")).unwrap();
    let from_csv: f64 = m3.split(',').nth(4).unwrap().parse().unwrap();
    let from_json = value(&document["methods"][0]["base"], "m3")["value"].as_f64().unwrap();
    assert_eq!(from_csv.to_bits(), from_json.to_bits());
}

#[test]
fn the_report_is_one_small_file_that_fetches_nothing() {
    let out = folder("identify_report");
    let noisy = vectors("scara_noisy.csv");
    armlab(&["identify", "scara", "--log", &noisy, "--method", "all", "--out", &out]).exits(0);
    let html = std::fs::read_to_string(format!("{out}/report.html")).unwrap();
    assert!(html.len() < 2_000_000, "{}", html.len());
    for part in [
        "Verdict",
        "Methods",
        "Residual effort",
        "Parameter uncertainty",
        "Structural identifiability",
        "armlab identify",
    ] {
        assert!(html.contains(part), "{part}");
    }
    for fetched in ["src=", "<link ", "@import", "url(http"] {
        assert!(!html.contains(fetched), "{fetched}");
    }
    // One script, our own, at the end; nothing of the page is behind it but its end.
    assert_eq!(html.matches("<script").count(), 1);
    let (page, script) = html.split_once("<script>").unwrap();
    assert!(script.ends_with("</script>\n</body>\n</html>\n"));
    assert!(!page.contains("NaN"), "numbers that are none");
}

#[test]
fn a_description_of_bodies_that_cannot_exist_is_refused_with_the_reason() {
    // The first drive pushes the other way: a negative inertia explains it.
    let log = spoilt("identify_reversed.csv", &["tau1"], |x| -x);
    let out = folder("identify_refused");
    let run = armlab(&[
        "identify",
        "scara",
        "--log",
        &log,
        "--friction",
        "none",
        "--method",
        "ls",
        "--out",
        &out,
        "--json",
    ]);
    let document = run.exits(1).json();
    assert_eq!(document["methods"][0]["physical"]["consistent"], false);
    let why = document["export"]["refused"].as_str().unwrap();
    assert!(why.contains("no physically consistent robot"), "{why}");
    for extension in ["urdf", "toml"] {
        assert!(!std::fs::exists(format!("{out}/scara-identified.{extension}")).unwrap());
    }
    assert!(
        std::fs::read_to_string(format!("{out}/report.html"))
            .unwrap()
            .contains("physically consistent")
    );
}

#[test]
fn friction_that_is_noise_does_not_keep_a_description_from_being_written() {
    let clean = vectors("scara_clean.csv");
    for (friction, method) in [("coulomb-viscous", "wls"), ("smooth:0.02", "wls"), ("cubic", "ls")]
    {
        let out = folder("identify_friction");
        let arguments = ["--friction", friction, "--method", method, "--out", &out, "--json"];
        let run = armlab(&[&["identify", "scara", "--log", &clean], &arguments[..]].concat());
        let export = &run.exits(0).json()["export"];
        assert!(export.get("refused").is_none(), "{friction}: {export}");
        let files = export["files"].as_array().unwrap();
        assert_eq!(files.len(), 2);
        for file in files {
            assert!(file["friction"].as_f64().unwrap() <= 1e-9, "{friction}: {file}");
        }
    }
}

#[test]
fn a_right_model_passes_and_a_wrong_one_fails() {
    let clean = vectors("scara_clean.csv");
    let out = folder("validate_out");
    let right = armlab(&["validate", "scara", "--log", &clean, "--json", "--out", &out]).exits(0);
    let document = right.json();
    assert_eq!(document["verdict"]["pass"], true);
    assert!(document["validation"]["relative"].as_f64().unwrap() < 1e-6, "{document}");
    assert_eq!(document["metrics"][0]["ai"].as_f64().unwrap(), 1.0);
    assert!(std::fs::exists(format!("{out}/report.html")).unwrap());
    assert!(std::fs::exists(format!("{out}/validation.json")).unwrap());
    let reversed = spoilt("validate_reversed.csv", &["tau1", "tau2", "f3"], |x| -x);
    armlab(&["validate", "scara", "--log", &reversed]).complains("[gravity-sign]");
    let wrong = armlab(&["validate", "scara", "--log", &reversed, "--force", "--json"]).exits(1);
    let document = wrong.json();
    assert_eq!(document["verdict"]["pass"], false);
    assert!((document["validation"]["relative"].as_f64().unwrap() - 200.0).abs() < 1e-3);
    let words = armlab(&["validate", "scara", "--log", &reversed, "--force"]).exits(1).stdout;
    assert!(words.contains("scara: fail") && words.contains("fails because"), "{words}");
}

#[test]
fn hostile_logs_are_refused_or_judged_but_never_break_anything() {
    let clean = vectors("scara_clean.csv");
    for command in ["identify", "validate"] {
        armlab(&[command, "scara", "--log", "no_such.csv"]).complains("cannot be read");
        armlab(&[command, "scara"]).exits(2);
        armlab(&[command, "scara", "--log", &clean, "--gains", "1,x,3"]).complains("not a number");
        armlab(&[command, "scara", "--log", &clean, "--gains", "1,2"]).complains("2 gains");
        let few = file(&format!("{command}_few.csv"), b"t,q1,q2,tau1,tau2\n0,0,0,0,0\n1,0,0,0,0\n");
        armlab(&[command, "scara", "--log", &few]).exits(2);
        let motion = "t,q1,q2,d3\n".to_string()
            + &(0..99).map(|i| format!("{i},0,0,0\n")).collect::<String>();
        let no_effort = file(&format!("{command}_no_effort.csv"), motion.as_bytes());
        armlab(&[command, "scara", "--log", &no_effort]).complains("has no efforts");
        let short = file(
            &format!("{command}_short.csv"),
            b"t,q1,q2,d3,tau1,tau2,f3\n0,0,0,0,1,1,1\n0.1,0,0,0,1,1,1\n",
        );
        armlab(&[command, "scara", "--log", &short]).complains("few-samples");
        let forced = [command, "scara", "--log", &short, "--force"];
        armlab(&forced).complains("rows");
    }
    let zero = spoilt("validate_zero.csv", &["tau1", "tau2", "f3"], |_| 0.0);
    armlab(&["validate", "scara", "--log", &zero]).complains("constant-effort");
    let run = armlab(&["validate", "scara", "--log", &zero, "--force", "--json"]).exits(1);
    assert_eq!(run.json()["verdict"]["pass"], false);
    let run = armlab(&["identify", "scara", "--log", &zero, "--friction", "none", "--json"]);
    assert!(matches!(run.code, Some(0..=2)), "{}", run.stderr);
}

#[test]
fn methods_are_listed_with_what_they_do() {
    let run = armlab(&["methods"]).exits(0);
    for name in ["ls", "wls", "physical", "didim", "iv-simulated"] {
        assert!(run.stdout.contains(name), "{}", run.stdout);
    }
}

/// A quintic there and back with noisy accelerations, under the experiment's PID.
const EXPERIMENT: &str = r#"
rate = 200
seed = 5
[controller]
kind = "pid"
kp = [400, 120, 900]
ki = [40, 20, 100]
kd = [90, 25, 120]
gravity = true
[trajectory]
kind = "quintic"
times = [0, 2, 4, 6]
q = [[0, 1.2, -0.5, 0], [0, -1, 0.8, 0], [0.1, 0.2, 0.12, 0.1]]
[[effect]]
kind = "white-noise"
sigma = { qdd = [0.1, 0.1, 0.1], tau = [0.1, 0.1, 0.1] }
"#;

#[test]
fn methods_that_simulate_take_controller_and_reference_from_the_experiment() {
    let experiment = file("identify-experiment.toml", EXPERIMENT.as_bytes());
    let out = folder("identify-experiment");
    armlab(&["simulate", "scara", "--experiment", &experiment, "--out", &out]).exits(0);
    let log = format!("{out}/log.csv");
    let common = ["identify", "scara", "--log", &log, "--friction", "none", "--json"];
    let names = ["--method", "ls,didim,iv-simulated"];
    let without = armlab(&[&common[..], &names].concat()).exits(0);
    assert_eq!(without.json()["methods"].as_array().unwrap().len(), 1);
    assert!(without.stderr.contains("didim failed: the controller and the reference"));
    let with = armlab(&[&common[..], &names, &["--experiment", &experiment]].concat()).exits(0);
    let document = with.json();
    let methods = document["methods"].as_array().unwrap();
    assert_eq!(methods.len(), 3, "{}", with.stderr);
    for (method, off) in methods[1..].iter().zip([0.02, 0.06]) {
        for (name, truth) in [("IZZ1", 4.968), ("IZZ2", 0.648), ("m_r", 1.2), ("m3", 2.0)] {
            let found = value(&method["base"], name)["value"].as_f64().unwrap();
            assert!((found / truth - 1.0).abs() < off, "{} {name}: {found}", method["method"]);
        }
    }
}

#[test]
fn an_empty_hand_weighs_nothing() {
    let clean = vectors("scara_clean.csv");
    let run = armlab(&["identify", "scara", "--log", &clean, "--payload", "--json"]).exits(0);
    let payload = &run.json()["payload"];
    assert!(payload["mass"].as_f64().unwrap().abs() < 1e-6, "{payload}");
    assert!(payload["mass_std"].as_f64().unwrap() < 1e-6);
    assert_eq!(payload["parameters"].as_array().unwrap().len(), 10);
    let log = ["--log", &clean, "--friction", "none"];
    let file = ["identify", "scara", "--payload", &clean, "--json"];
    let both = armlab(&[&file[..], &log].concat()).exits(0).json();
    assert!(both["payload"]["mass"].as_f64().unwrap().abs() < 1e-6);
    assert!(both["methods"].as_array().unwrap().len() == 2);
}

#[test]
fn gains_and_bounds_that_make_no_sense_are_refused() {
    let clean = vectors("scara_clean.csv");
    let with =
        |more: &[&str]| armlab(&[&["identify", "scara", "--log", &clean][..], more].concat());
    with(&["--gains", "unknown"]).complains("holds efforts");
    with(&["--gains", "1,x,3"]).complains("`x` is not a number");
    with(&["--mass", "link1=3..2"]).complains("link1");
    with(&["--mass", "nothing=1..2"]).complains("there is no link `nothing`");
    with(&["--prior", "magic"]).complains("`magic` is not a prior");
    with(&["--payload", "--payload-link", "nothing"]).complains("there is no link `nothing`");
    with(&["--friction", "stribeck:-1"]).complains("is not a friction model");
}
