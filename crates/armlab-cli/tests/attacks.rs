//! What once broke the program: every reproduction is answered with a message and an exit code, in bounded memory.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output, Stdio};
use std::time::{Duration, Instant};

const MAP: &str = "q3=d3,qd3=dd3,qdd3=ddd3,tau3=f3";

/// A folder of a test, removed at its end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("armlab-attack-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, text).unwrap();
        path.display().to_string()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn log() -> String {
    format!("{}/../../tests/vectors/scara_noisy.csv", env!("CARGO_MANIFEST_DIR"))
}

fn armlab(folder: &Folder, words: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_armlab"));
    command.args(words).current_dir(&folder.0).stdin(Stdio::null()).output().unwrap()
}

/// Refused as bad input, with a hint.
#[track_caller]
fn refused(folder: &Folder, words: &[&str]) -> String {
    let done = armlab(folder, words);
    let said = String::from_utf8_lossy(&done.stderr).into_owned();
    assert_eq!(done.status.code(), Some(2), "{words:?}: {said}");
    assert!(said.contains("hint: ") || said.contains("--help"), "{words:?}: {said}");
    said
}

#[test]
fn a_joint_number_beyond_the_columns_takes_no_memory() {
    let folder = Folder::new("joints");
    for number in ["1000000000", "4000000000", "99999999999999999999"] {
        let log = folder.file("a.csv", &format!("t,q1,q{number},tau1\n0,1,2,3\n1,2,3,4\n"));
        let done = armlab(&folder, &["log", &log]);
        assert!(matches!(done.status.code(), Some(1 | 2)), "{number}: {done:?}");
    }
}

#[cfg(unix)]
#[test]
fn files_without_an_end_are_refused() {
    let folder = Folder::new("zero");
    let (zero, log) = ("/dev/zero", log());
    for words in [
        &["simulate", "scara", "--trajectory", zero][..],
        &["simulate", "scara", "--experiment", zero],
        &["excite", "scara", "--limits", zero],
        &["identify", "scara", "--log", &log, "--mapping", zero],
        &[
            "identify", "scara", "--log", &log, "--map", MAP, "--follow", "--idle", "0.05",
            "--state", zero,
        ],
        &["dynamics", "scara", "--states", zero],
        &["ik", "scara", "--targets", zero],
        &["check", zero],
        &["log", zero],
    ] {
        refused(&folder, words);
    }
}

#[test]
fn numbers_beyond_sense_are_refused() {
    let folder = Folder::new("numbers");
    let log = log();
    let said = refused(
        &folder,
        &["identify", "scara", "--log", &log, "--map", MAP, "--bootstrap", "1000000000"],
    );
    assert!(said.contains("bootstrap"), "{said}");
    let limits = folder.file("limits.toml", "[all]\neffort = 1e-9\n");
    refused(&folder, &["excite", "scara", "--limits", &limits, "--time-limit", "4"]);
    let endless = "integration = { method = \"adaptive\", tolerance = 1e-300 }\n";
    let endless = folder.file("endless.toml", endless);
    refused(&folder, &["simulate", "scara", "--experiment", &endless]);
}

#[test]
fn a_design_ends_in_time_however_narrow_a_limit_is() {
    let folder = Folder::new("narrow");
    // At rest the first two joints of this arm need no effort: every motion has to be tried.
    let limits = |effort: &str| {
        let joint = |name: &str| format!("[[joint]]\nname = \"{name}\"\neffort = {effort}\n");
        format!("[all]\nvelocity = 1\n{}{}", joint("theta1"), joint("theta2"))
    };
    for effort in ["1e-9", "1e-300"] {
        let limits = folder.file("limits.toml", &limits(effort));
        let began = Instant::now();
        let said =
            refused(&folder, &["excite", "scara", "--limits", &limits, "--time-limit", "0.3"]);
        assert!(said.contains("the effort of theta"), "{said}");
        assert!(began.elapsed() < Duration::from_secs(20), "{:?}", began.elapsed());
    }
    let limits = folder.file("limits.toml", "[all]\neffort = 1e-300\n");
    let said = refused(&folder, &["excite", "scara", "--limits", &limits, "--time-limit", "0.3"]);
    assert!(said.contains("the effort of"), "{said}");
}

#[test]
fn a_joint_that_cannot_move_is_exported() {
    let folder = Folder::new("still");
    let robot = "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='1'/>\
        <inertia ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link>\
        <joint name='j' type='prismatic'><parent link='a'/><child link='b'/><axis xyz='0 0 1'/>\
        <limit lower='LOW' upper='HIGH' effort='1' velocity='1'/></joint></robot>";
    for (low, high) in [("4294967296", "4294967296"), ("2", "1"), ("-1e308", "1e308")] {
        let robot = robot.replace("LOW", low).replace("HIGH", high);
        let robot = folder.file("r.urdf", &robot);
        let done = armlab(&folder, &["export", &robot, "--to", "rust", "--out", "x"]);
        assert!(matches!(done.status.code(), Some(0..=2)), "{low} to {high}: {done:?}");
    }
}

#[test]
fn code_for_a_robot_of_many_joints_is_refused_before_it_takes_all_memory() {
    let folder = Folder::new("many");
    let mut robot = String::from("<robot name='r'><link name='l0'/>");
    for k in 1..=700 {
        let last = k - 1;
        robot += &format!(
            "<link name='l{k}'/><joint name='j{k}' type='revolute'><parent link='l{last}'/>\
             <child link='l{k}'/><limit lower='-1' upper='1' effort='1' velocity='1'/></joint>"
        );
    }
    let robot = folder.file("r.urdf", &(robot + "</robot>"));
    let said = refused(&folder, &["export", &robot, "--to", "c", "--out", "x"]);
    assert!(said.contains("too many for one function"), "{said}");
}

#[test]
fn a_campaign_of_bodies_that_cannot_exist_is_refused() {
    let folder = Folder::new("impossible");
    armlab(&folder, &["convert", "scara", "scara.toml"]);
    let text = fs::read_to_string(folder.0.join("scara.toml")).unwrap();
    let robot = folder.file("negative.toml", &text.replace("mass = 2\n", "mass = -2\n"));
    let words = ["campaign", &robot, "--seeds", "1", "--levels", "1", "--method", "ls"];
    let said = refused(&folder, &words);
    assert!(said.contains("mass is -2 kg"), "{said}");
}

#[test]
fn settings_count_when_a_log_is_followed() {
    let folder = Folder::new("settings");
    let log = log();
    let words = ["identify", "scara", "--log", &log, "--map", MAP, "--follow", "--idle", "0.05"];
    let with = |more: &[&str]| armlab(&folder, &[&words[..], more].concat());
    let said = with(&["--method", "rls", "--set", "rls.nonsense=1"]);
    assert_eq!(said.status.code(), Some(2), "{said:?}");
    let plain = with(&["--method", "rls", "--json"]).stdout;
    let other = with(&["--method", "rls", "--set", "rls.forgetting=0.99", "--json"]).stdout;
    assert!(!plain.is_empty() && !other.is_empty() && plain != other);
}

#[test]
fn a_gain_that_is_nearly_no_number_is_drawn() {
    let folder = Folder::new("gain");
    let done = armlab(&folder, &["simulate", "scara", "--kp=5e-324", "--rate", "50", "--out", "x"]);
    assert!(matches!(done.status.code(), Some(0 | 1)), "{done:?}");
}

#[test]
fn tasks_of_another_campaign_are_not_merged() {
    let folder = Folder::new("merge");
    let plan = |parameters: &str, truth: &str| {
        format!(
            "{{\"robot\":\"r\",\"names\":[{parameters}],\"truth\":[{truth}],\"methods\":[\"ls\"],\
             \"levels\":[1.0],\"seeds\":1,\"first_seed\":0,\"settings\":[]}}"
        )
    };
    let task = "{\"task\":0,\"level\":1.0,\"seed\":0,\"methods\":[{\"method\":\"ls\",\"values\":[1.0,2.0],\"seconds\":0.0}]}\n";
    folder.file("good/plan.json", &plan("\"a\",\"b\"", "1.0,2.0"));
    folder.file("good/tasks-1-of-1.jsonl", task);
    folder.file("bad/plan.json", &plan("\"a\"", "1.0"));
    folder.file("bad/tasks-1-of-1.jsonl", task);
    assert_eq!(armlab(&folder, &["campaign", "scara", "--merge", "good"]).status.code(), Some(0));
    let said = refused(&folder, &["campaign", "scara", "--merge", "bad"]);
    assert!(said.contains("other parameters"), "{said}");
    folder.file("good/tasks-2-of-2.jsonl", &task.replace("\"task\":0", "\"task\":7"));
    let said = refused(&folder, &["campaign", "scara", "--merge", "good"]);
    assert!(said.contains("is no task"), "{said}");
}

#[cfg(unix)]
#[test]
fn words_that_cannot_be_written_end_it_with_a_code() {
    let folder = Folder::new("full");
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    let run = |words: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_armlab"));
        command.args(words).current_dir(&folder.0).stdout(full()).stderr(full());
        command.status().unwrap().code()
    };
    assert_eq!(run(&["robots"]), Some(2));
    assert_eq!(run(&["check", "nothing.urdf"]), Some(2));
    assert_eq!(run(&["simulate"]), Some(2));
}
