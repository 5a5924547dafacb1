//! What was answered is there after the server ends, however it ends.

use crate::client::Lab;
use armlab_studio::{Options, StartError, start};
use serde_json::json;
use std::fs;

#[test]
fn a_new_start_finds_everything_with_undo_and_the_same_token() {
    let mut lab = Lab::new();
    let project = lab.project("scara");
    let name = project["model"]["links"][0]["name"].as_str().unwrap();
    let patch = json!({ "links": { name: { "mass": 3.25 } } });
    let changed = lab
        .change("PATCH", "/projects/scara/model", &project["revision"], &patch)
        .expect(200)
        .json();
    let simulate = json!({ "kind": "simulate", "options": { "experiment": { "rate": 50 } } });
    lab.run("scara", &simulate);
    let long = json!({ "kind": "excite", "options": { "starts": 50, "iterations": 50_000 } });
    lab.post("/projects/scara/runs", &long).expect(202);
    let (folder, token) = (lab.folder.clone(), lab.token.clone());
    lab.stop();
    let lab = Lab::at(folder);
    assert_eq!(lab.token, token);
    let again = lab.get("/projects/scara").expect(200).json();
    assert_eq!(again["model"], changed["model"]);
    assert_eq!(again["undo"], changed["undo"]);
    let states: Vec<&str> =
        again["runs"].as_array().unwrap().iter().map(|r| r["state"].as_str().unwrap()).collect();
    assert_eq!(states, ["done", "cancelled"]);
    lab.get("/projects/scara/runs/1/series?names=q1").expect(200);
    let undone = lab.post("/projects/scara/undo", &json!({})).expect(200).json();
    assert_eq!(undone["model"]["links"], project["model"]["links"]);
}

#[test]
fn a_second_studio_on_one_folder_is_refused_and_names_the_first() {
    let lab = Lab::new();
    let options = Options { folder: Some(lab.folder.clone()), port: Some(0), path: None };
    let Err(StartError::Busy { why, address, .. }) = start(&options) else {
        panic!("two servers write into one folder");
    };
    assert!(why.to_string().contains(&std::process::id().to_string()), "{why}");
    let code = address.unwrap();
    assert!(code.starts_with(&format!("http://{}/?code=", lab.host)), "{code}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        lab.project("scara");
        for folder in [lab.folder.clone(), lab.folder.join("scara"), lab.folder.join("scara/logs")]
        {
            let mode = fs::metadata(&folder).unwrap().permissions().mode() & 0o777;
            assert_eq!(mode, 0o700, "{}", folder.display());
        }
    }
}

#[test]
fn a_step_that_was_cut_off_before_its_answer_is_taken_back() {
    let mut lab = Lab::new();
    let project = lab.project("scara");
    let folder = lab.folder.join("scara");
    let kept = |name: &str| fs::read(folder.join(name)).unwrap();
    let index = kept("project.toml");
    let link = project["model"]["links"][0]["name"].as_str().unwrap();
    let patch = json!({ "links": { link: { "mass": 9.0 } } });
    lab.change("PATCH", "/projects/scara/model", &project["revision"], &patch).expect(200);
    let all = lab.folder.clone();
    lab.stop();
    // As a kill between the robot's file and project.toml would leave it.
    fs::write(folder.join("project.toml"), index).unwrap();
    let lab = Lab::at(all);
    let again = lab.get("/projects/scara").expect(200).json();
    assert_eq!(again["model"]["links"], project["model"]["links"]);
    assert_eq!(again["revision"], project["revision"]);
}

#[test]
fn a_robot_that_was_edited_by_hand_becomes_a_step_that_can_be_undone() {
    let mut lab = Lab::new();
    let project = lab.project("scara");
    let file = lab.folder.join("scara/robot.toml");
    let folder = lab.folder.clone();
    lab.stop();
    let text = fs::read_to_string(&file).unwrap();
    fs::write(&file, format!("{text}\n# edited\n")).unwrap();
    let mut lab = Lab::at(folder.clone());
    let again = lab.get("/projects/scara").expect(200).json();
    assert_eq!(again["undo"], "edited outside the studio");
    lab.post("/projects/scara/undo", &json!({})).expect(200);
    assert_eq!(fs::read_to_string(&file).unwrap(), text);
    lab.stop();
    // A file that cannot be read is put back.
    fs::write(&file, "[[[").unwrap();
    let lab = Lab::at(folder);
    let again = lab.get("/projects/scara").expect(200).json();
    assert_eq!(again["model"]["links"], project["model"]["links"]);
}

#[test]
fn a_broken_project_is_listed_with_its_reason_and_hurts_no_other() {
    let lab = Lab::new();
    lab.project("scara");
    fs::create_dir_all(lab.folder.join("odd")).unwrap();
    fs::write(lab.folder.join("odd/project.toml"), "name = 3").unwrap();
    let cards = lab.get("/projects").expect(200).json();
    let odd = cards.as_array().unwrap().iter().find(|c| c["id"] == "odd").unwrap();
    assert!(odd["broken"].as_str().is_some_and(|b| !b.is_empty()), "{odd}");
    assert!((400..500).contains(&lab.get("/projects/odd").status));
    lab.get("/projects/scara").expect(200);
}
