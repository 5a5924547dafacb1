//! `armlab check` on broken and on healthy descriptions.

use crate::support::{armlab, file, scratch};

/// A one-armed robot in URDF whose second link and joint are given.
fn urdf(inertial: &str, joint: &str) -> String {
    format!(
        r#"<robot name="patient">
  <link name="base"/>
  <link name="upper"><inertial><origin xyz="0.2 0 0"/><mass value="3"/>
    <inertia ixx="0.003" iyy="0.04" izz="0.04" ixy="0" ixz="0" iyz="0"/></inertial></link>
  <link name="fore">{inertial}</link>
  <link name="tip"/>
  <joint name="shoulder" type="revolute"><parent link="base"/><child link="upper"/>
    <axis xyz="0 1 0"/><limit lower="-2" upper="2" velocity="3" effort="100"/></joint>
  <joint name="elbow" type="revolute"><parent link="upper"/><child link="fore"/>{joint}</joint>
  <joint name="hand" type="fixed"><parent link="fore"/><child link="tip"/>
    <origin xyz="0.4 0 0"/></joint>
</robot>"#
    )
}

const INERTIAL: &str = r#"<inertial><origin xyz="0.2 0 0"/><mass value="2"/>
    <inertia ixx="0.002" iyy="0.03" izz="0.03" ixy="0" ixz="0" iyz="0"/></inertial>"#;
const JOINT: &str = r#"<origin xyz="0.4 0 0"/><axis xyz="0 1 0"/>
    <limit lower="-2" upper="2" velocity="3" effort="50"/>"#;

fn inertial(mass: &str, com: &str, [xx, yy, zz]: [&str; 3]) -> String {
    format!(
        r#"<inertial><origin xyz="{com}"/><mass value="{mass}"/>
        <inertia ixx="{xx}" iyy="{yy}" izz="{zz}" ixy="0" ixz="0" iyz="0"/></inertial>"#
    )
}

/// Asserts that `check` finds `code` on `subject`, and fails or passes with it.
#[track_caller]
fn finds(name: &str, urdf: &str, subject: &str, code: &str, exit: i32) {
    let path = file(&format!("check-{name}.urdf"), urdf.as_bytes());
    let document = armlab(&["check", &path, "--json"]).exits(exit).json();
    assert_eq!(document["robot"], "patient");
    assert_eq!(document["ok"], exit == 0);
    let findings = document["findings"].as_array().unwrap();
    let finding = findings.iter().find(|f| f["code"] == code && f["subject"] == subject);
    let finding = finding.unwrap_or_else(|| panic!("no {code} on {subject}: {findings:#?}"));
    for field in ["severity", "message", "why", "fix"] {
        assert!(!finding[field].as_str().unwrap().is_empty(), "{field}");
    }
    let people = armlab(&["check", &path]).exits(exit).stdout;
    assert!(people.contains(code) && people.contains(subject), "{people}");
}

#[test]
fn built_in_robots_are_healthy() {
    let list = armlab(&["robots", "--json"]).json();
    for robot in list["robots"].as_array().unwrap() {
        let name = robot["name"].as_str().unwrap();
        let document = armlab(&["check", name, "--json"]).exits(0).json();
        assert_eq!(document["ok"], true);
        let findings = document["findings"].as_array().unwrap();
        assert!(findings.iter().all(|f| f["severity"] == "info"), "{name}: {findings:#?}");
    }
}

#[test]
fn a_healthy_file_passes_and_says_so() {
    let path = file("check-healthy.urdf", urdf(INERTIAL, JOINT).as_bytes());
    let run = armlab(&["check", &path]).exits(0);
    assert!(run.stdout.contains("patient: healthy"), "{}", run.stdout);
    let document = armlab(&["check", &path, "--json"]).exits(0).json();
    assert_eq!(document["findings"], serde_json::json!([]));
}

#[test]
fn impossible_inertials_fail_the_check() {
    let good = ["0.002", "0.03", "0.03"];
    let with = |mass, com, tensor| urdf(&inertial(mass, com, tensor), JOINT);
    finds("negative", &with("-2", "0.2 0 0", good), "fore", "mass-negative", 1);
    finds("massless", &urdf("", JOINT), "elbow", "joint-moves-nothing", 1);
    finds("missing", &urdf("", JOINT), "fore", "inertial-missing", 1);
    let tensor = ["-0.002", "0.03", "0.03"];
    finds("indefinite", &with("2", "0.2 0 0", tensor), "fore", "inertia-not-positive", 1);
    let tensor = ["0.002", "0.03", "0.06"];
    finds("triangle", &with("2", "0.2 0 0", tensor), "fore", "inertia-triangle", 1);
    finds("far", &with("2", "200 0 0", good), "fore", "center-outside", 1);
    // The planar arm's printed values.
    let printed = ["2.08", "6.42", "7.46"];
    finds("gyration", &with("0.4822", "0.0317 0 0", printed), "fore", "radius-of-gyration", 1);
}

#[test]
fn implausible_values_are_warned_of() {
    let good = ["0.002", "0.03", "0.03"];
    let with = |mass, com, tensor| urdf(&inertial(mass, com, tensor), JOINT);
    finds("grams", &with("2000", "0.2 0 0", good), "fore", "density-impossible", 0);
    finds("zero", &with("2", "0.2 0 0", ["0", "0", "0"]), "fore", "inertia-zero", 0);
}

#[test]
fn bad_joints_are_found() {
    let with = |joint: &str| urdf(INERTIAL, joint);
    let limit = |l: &str| with(&format!(r#"<origin xyz="0.4 0 0"/><axis xyz="0 1 0"/>{l}"#));
    let reversed = r#"<limit lower="2" upper="-2" velocity="3" effort="50"/>"#;
    finds("reversed", &limit(reversed), "elbow", "limits-reversed", 1);
    let degrees = r#"<limit lower="-180" upper="180" velocity="3" effort="50"/>"#;
    finds("degrees", &limit(degrees), "elbow", "angle-unit", 0);
    let powerless = r#"<limit lower="-2" upper="2" velocity="0" effort="-5"/>"#;
    finds("powerless", &limit(powerless), "elbow", "effort-limit", 1);
    finds("slow", &limit(powerless), "elbow", "velocity-limit", 1);
    let far = JOINT.replace("0.4 0 0", "400 0 0");
    finds("millimetres", &with(&far), "elbow", "length-unit", 1);
    let sliding = format!(r#"{JOINT}<dynamics damping="-1"/>"#);
    finds("driven", &with(&sliding), "elbow", "friction-negative", 1);
}

#[test]
fn the_planar_arms_printed_inertia_is_caught_in_its_own_description() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../armlab-engine/robots/planar6.toml");
    let toml = std::fs::read_to_string(path).unwrap();
    let corrected = "xx = 0.000746, yy = 0.000208, zz = 0.000642";
    let printed = toml.replacen(corrected, "xx = 7.46, yy = 2.08, zz = 6.42", 1);
    assert_ne!(toml, printed);
    let path = file("check-planar6.toml", printed.as_bytes());
    let document = armlab(&["check", &path, "--json"]).exits(1).json();
    let findings = document["findings"].as_array().unwrap();
    let finding = findings.iter().find(|f| f["severity"] == "error").unwrap();
    assert_eq!(finding["subject"], "link1");
    assert_eq!(finding["code"], "radius-of-gyration");
    let fix = finding["fix"].as_str().unwrap();
    assert!(fix.contains("kg cm²") && fix.contains("0.000746"), "{fix}");
}

#[test]
fn what_the_reader_left_out_is_noted_with_its_place() {
    let text = urdf(INERTIAL, &format!("{JOINT}\n<brake/>"));
    let path = file("check-brake.urdf", text.as_bytes());
    let document = armlab(&["check", &path, "--json"]).json();
    let notes = document["notes"].as_array().unwrap();
    let note = notes.iter().find(|n| n["message"].as_str().unwrap().contains("<brake>")).unwrap();
    assert!(note["line"].as_u64().unwrap() > 1 && note["column"].as_u64().unwrap() >= 1);
}

#[test]
fn a_file_that_is_no_robot_is_bad_input_with_a_place() {
    for (name, text) in [
        ("empty.urdf", ""),
        ("broken.urdf", "<robot name='x'><link></robot>"),
        ("axis.urdf", &urdf(INERTIAL, r#"<axis xyz="0 0 0"/>"#)),
        ("number.urdf", &urdf(INERTIAL, r#"<origin xyz="0 zero 0"/>"#)),
        ("empty.toml", ""),
        ("broken.toml", "name = \"x\"\n[[joint]\n"),
        ("text.txt", "once upon a time"),
    ] {
        let path = file(&format!("check-bad-{name}"), text.as_bytes());
        let run = armlab(&["check", &path, "--json"]);
        let place = run.stderr.split(&format!("{path}:")).nth(1).unwrap_or_default().to_string();
        let mut numbers = place.split(':');
        let place: Vec<Option<u32>> =
            (0..2).map(|_| numbers.next().and_then(|n| n.parse().ok())).collect();
        assert!(place.iter().all(Option::is_some), "{name}: {}", run.stderr);
        run.complains("error: ");
    }
}

#[test]
fn out_leaves_the_document() {
    let out = scratch().join("check-out");
    armlab(&["check", "scara", "--out", out.to_str().unwrap()]).exits(0);
    let text = std::fs::read_to_string(out.join("check.json")).unwrap();
    let document: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!(document["ok"], true);
}
