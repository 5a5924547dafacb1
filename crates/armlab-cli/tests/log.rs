//! `armlab log` as its users meet it.

#[path = "cli/support.rs"]
#[allow(dead_code)]
mod support;

use serde_json::{Value, json};
use support::{armlab, file, scratch};

/// A CSV log of a joint that swings, 100 Hz, 4 s; `scale` spoils the velocity.
fn swing(header: &str, scale: f64) -> Vec<u8> {
    let row = |i: u32| {
        let t = f64::from(i) / 100.0;
        let (q, qd) = ((3.0 * t).sin(), 3.0 * (3.0 * t).cos() * scale);
        format!("{t},{q},{qd},{}\n", 5.0 * q + 0.3 * qd)
    };
    (header.to_string() + "\n" + &(0..400).map(row).collect::<String>()).into_bytes()
}

fn codes(document: &Value) -> Vec<&str> {
    document["findings"].as_array().unwrap().iter().map(|f| f["code"].as_str().unwrap()).collect()
}

#[test]
fn a_good_log_is_shown_with_its_mapping() {
    let log = file("log_good.csv", &swing("t,q1,qd1,tau1", 1.0));
    let words = armlab(&["log", &log]).exits(0).stdout;
    for part in ["400 samples of 1 joint", "100 Hz", "position", "SI assumed", "no problems found"]
    {
        assert!(words.contains(part), "`{part}` is not in:\n{words}");
    }
    let json = armlab(&["log", &log, "--json"]).exits(0).json();
    assert_eq!(
        (&json["ok"], &json["rows"], &json["joints"]),
        (&json!(true), &json!(400), &json!(1))
    );
    assert!((json["rate"].as_f64().unwrap() - 100.0).abs() < 1e-9);
    assert_eq!(json["mapping"][3]["target"], "tau1");
    assert_eq!(json["mapping"][3]["joint"], 1);
    assert_eq!(json["mapping"][3]["given"], false);
}

#[test]
fn a_check_that_finds_an_error_exits_with_1() {
    let log = file("log_sign.csv", &swing("t,q1,qd1,tau1", -1.0));
    let json = armlab(&["log", &log, "--json"]).exits(1).json();
    assert_eq!(codes(&json), ["velocity-sign"]);
    assert_eq!(json["findings"][0]["severity"], "error");
    assert_eq!(json["ok"], false);
    let words = armlab(&["log", &log]).exits(1).stdout;
    assert!(words.contains("error  velocity and position have opposite signs"), "{words}");
}

#[test]
fn a_mapping_is_told_by_option_or_file() {
    let log = file(
        "log_odd.csv",
        &swing("zeit;a;b;c", 1.0)
            .iter()
            .map(|&b| if b == b',' { b';' } else { b })
            .collect::<Vec<u8>>(),
    );
    armlab(&["log", &log]).complains("no column found for q1");
    let json =
        armlab(&["log", &log, "--map", "q1=a [rad],qd1=b", "--map", "tau1=c [Nm]", "--json"])
            .exits(0)
            .json();
    assert_eq!(json["mapping"][3]["unit"], "N m");
    assert_eq!(json["mapping"][3]["given"], true);
    let mapping = b"[columns]\nq1 = 'a'\nqd1 = { column = 'b', scale = -1 }\ntau1 = 'c'\n";
    let mapping = file("log_mapping.toml", mapping);
    let json = armlab(&["log", &log, "--mapping", &mapping, "--json"]).exits(1).json();
    assert_eq!(codes(&json), ["velocity-sign"]);
    let both = ["log", &log, "--mapping", &mapping, "--map", "qd1=b", "--json"];
    assert_eq!(codes(&armlab(&both).exits(0).json()), [""; 0]);
}

#[test]
fn a_robot_s_joints_and_limits_help() {
    let text = "t,d3,theta2,theta1\n".to_string() + &"0,0,0,0\n1,0,0,500\n".repeat(60);
    let log = file("log_scara.csv", text.as_bytes());
    let json = armlab(&["log", &log, "--robot", "scara", "--json"]).exits(1).json();
    assert_eq!(json["joints"], 3);
    assert_eq!(json["mapping"][1]["target"], "q3");
    let one = file("log_one_joint.csv", &swing("t,q1,qd1,tau1", 1.0));
    armlab(&["log", &one, "--robot", "scara"]).complains("no column found for q2, q3");
}

#[test]
fn conversion_keeps_every_bit() {
    let log = file("log_convert.csv", &swing("t [ms],q1 [deg],qd1,tau1", 1.0));
    let out = scratch().join("log_converted");
    let out = out.to_str().unwrap();
    armlab(&["log", &log, "--out", out, "--to", "parquet"]);
    let parquet = format!("{out}/log_convert.parquet");
    armlab(&["log", &parquet, "--out", out, "--to", "csv"]);
    let once = std::fs::read_to_string(format!("{out}/log_convert.csv")).unwrap();
    assert!(once.starts_with("t,q1,qd1,tau1\n"), "{}", &once[..40]);
    let again = format!("{out}/again");
    armlab(&["log", &format!("{out}/log_convert.csv"), "--out", &again, "--to", "csv"]);
    assert_eq!(once, std::fs::read_to_string(format!("{again}/log_convert.csv")).unwrap());
    assert!(std::fs::exists(format!("{again}/log.json")).unwrap());
    let same = ["log", &format!("{out}/log_convert.csv"), "--out", out, "--to", "csv"];
    armlab(&same).complains("overwrite");
}

#[test]
fn bad_input_is_located_and_exits_with_2() {
    let bad = file("log_bad.csv", b"t,q1\n0,1\n1,oops\n");
    armlab(&["log", &bad]).complains("log_bad.csv:3:3: `oops`");
    armlab(&["log", "no_such_file.csv"]).complains("no_such_file.csv: cannot be read");
    armlab(&["log", "."]).complains("folder");
    let good = file("log_fine.csv", &swing("t,q1,qd1,tau1", 1.0));
    armlab(&["log", &good, "--map", "q1"]).complains("mapping:1:1");
    armlab(&["log", &good, "--map", "tau1=load"]).complains("there is no column `load`");
    armlab(&["log", &good, "--rate", "-5"]).exits(2);
    armlab(&["log", &good, "--to", "csv"]).exits(2);
    armlab(&["log"]).exits(2);
}
