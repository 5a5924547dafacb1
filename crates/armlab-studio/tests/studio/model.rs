//! Projects and their robots: made, looked at, changed, undone.

use crate::client::Lab;
use serde_json::{Value, json};

#[test]
fn every_built_in_robot_opens_and_can_be_drawn() {
    let lab = Lab::new();
    let robots = lab.get("/robots").expect(200).json();
    assert!(robots.as_array().unwrap().len() >= 6);
    for robot in robots.as_array().unwrap() {
        let name = robot["name"].as_str().unwrap();
        assert!(
            robot["frames"].as_array().unwrap().len() >= robot["driven"].as_u64().unwrap() as usize
        );
        let project = lab.project(name);
        let id = project["id"].as_str().unwrap();
        assert_eq!(project["model"]["stuck"], Value::Null, "{name}");
        let geometry = lab.get(&format!("/projects/{id}/geometry")).expect(200).json();
        let links = geometry["links"].as_array().unwrap();
        assert_eq!(links.len(), project["model"]["links"].as_array().unwrap().len());
        let shapes: usize = links.iter().map(|l| l["shapes"].as_array().unwrap().len()).sum();
        assert!(shapes > 0, "{name}");
        let home = &geometry["home"]["links"][0];
        assert_eq!(home.as_array().unwrap().len(), 7 * links.len(), "{name}");
        for format in ["urdf", "toml"] {
            lab.get(&format!("/projects/{id}/model.{format}")).expect(200);
        }
    }
    let cards = lab.get("/projects").expect(200).json();
    assert_eq!(cards.as_array().unwrap().len(), robots.as_array().unwrap().len());
    let catalogue = lab.get("/catalogue").expect(200).json();
    for list in ["ik_methods", "estimators", "controllers", "effects", "friction_laws"] {
        assert!(!catalogue[list].as_array().unwrap().is_empty(), "{list}");
    }
}

fn link(project: &Value, index: usize) -> &Value {
    &project["model"]["links"][index]
}

#[test]
fn an_edit_is_undone_and_redone_to_the_last_bit_and_blank_means_default() {
    let lab = Lab::new();
    let first = lab.project("planar6");
    let name = link(&first, 0)["name"].as_str().unwrap();
    let patch = json!({ "links": { name: { "mass": 0.8, "inertia": null } }, "label": "heavier" });
    let path = "/projects/planar6/model";
    let second = lab.change("PATCH", path, &first["revision"], &patch).expect(200).json();
    assert_eq!(link(&second, 0)["mass"]["value"], 0.8);
    assert_eq!(link(&second, 0)["mass"]["is_default"], false);
    assert_eq!(link(&second, 0)["inertia"]["is_default"], true);
    for k in 0..6 {
        let used = link(&second, 0)["inertia"]["value"][k].as_f64().unwrap();
        let usual = link(&second, 0)["defaults"]["inertia"][k].as_f64().unwrap();
        assert!((used - usual).abs() < 1e-16, "{used} {usual}");
    }
    assert_eq!(second["undo"], "heavier");
    let undone = lab.post("/projects/planar6/undo", &json!({})).expect(200).json();
    assert_eq!(undone["model"]["links"], first["model"]["links"]);
    assert_eq!(undone["redo"], "heavier");
    let redone = lab.post("/projects/planar6/redo", &json!({})).expect(200).json();
    assert_eq!(redone["model"]["links"], second["model"]["links"]);
    lab.post("/projects/planar6/redo", &json!({})).problem(409);
    // The file is what a person and the command line read.
    let file = std::fs::read_to_string(lab.folder.join("planar6/robot.toml")).unwrap();
    assert!(file.contains("mass = 0.8") || file.contains("0.8"), "{file}");
}

#[test]
fn of_two_writers_the_second_is_told_what_the_first_did() {
    let lab = Lab::new();
    let project = lab.project("scara");
    let name = link(&project, 0)["name"].as_str().unwrap();
    let patch = |mass: f64| json!({ "links": { name: { "mass": mass } } });
    let path = "/projects/scara/model";
    lab.change("PATCH", path, &project["revision"], &patch(2.0)).expect(200);
    let problem = lab.change("PATCH", path, &project["revision"], &patch(3.0)).problem(409);
    assert_eq!(problem["mine"]["links"][name]["mass"], 3.0);
    assert_eq!(link(&problem["theirs"], 0)["mass"]["value"], 2.0);
    lab.with_json("PATCH", path, "", &patch(3.0)).problem(428);
    lab.with_json("PATCH", path, "If-Match: \"x\"\r\n", &patch(3.0)).problem(400);
}

#[test]
fn wrong_values_are_refused_by_the_name_of_their_field() {
    let lab = Lab::new();
    let project = lab.project("scara");
    let link = link(&project, 0)["name"].as_str().unwrap();
    let joint = project["model"]["joints"][0]["name"].as_str().unwrap();
    for (patch, field) in [
        (json!({ "links": { link: { "mass": -1.0 } } }), format!("links.{link}.mass")),
        (json!({ "links": { "none": { "mass": 1.0 } } }), "links.none".into()),
        (json!({ "joints": { joint: { "velocity": 0.0 } } }), format!("joints.{joint}.velocity")),
        (
            json!({ "joints": { joint: { "lower": 9.0, "upper": 1.0 } } }),
            format!("joints.{joint}.lower"),
        ),
        (
            json!({ "joints": { joint: { "friction": [{ "law": "magic", "values": {} }] } } }),
            format!("joints.{joint}.friction"),
        ),
    ] {
        let answer = lab.change("PATCH", "/projects/scara/model", &project["revision"], &patch);
        let problem = answer.problem(422);
        assert!(problem["field"].as_str().unwrap().starts_with(&field), "{problem}");
    }
    let friction = json!({ "joints": { joint: {
        "friction": [{ "law": "coulomb-viscous", "values": { "viscous": 0.2, "coulomb": 0.3 } }],
        "effort": 12.5, "velocity": null,
    } } });
    let changed = lab.change("PATCH", "/projects/scara/model", &project["revision"], &friction);
    if changed.status == 200 {
        let joint = &changed.json()["model"]["joints"][0];
        assert_eq!(joint["limits"]["effort"], 12.5);
        assert_eq!(joint["limits"]["velocity"], Value::Null);
        assert_eq!(joint["friction"][0]["law"], "coulomb-viscous");
    } else {
        panic!("{}", changed.text());
    }
}

#[test]
fn an_implausible_inertia_is_kept_and_found_by_the_doctor() {
    let lab = Lab::new();
    let project = lab.project("planar6");
    let name = link(&project, 0)["name"].as_str().unwrap();
    let patch = json!({ "links": { name: {
        "mass": 0.48, "inertia": [2.08, 0.0, 6.42, 0.0, 0.0, 7.46],
    } } });
    let path = "/projects/planar6/model";
    let changed = lab.change("PATCH", path, &project["revision"], &patch).expect(200).json();
    let findings = changed["model"]["findings"].as_array().unwrap();
    let about = |f: &&Value| f["subject"] == name && f["severity"] != "info";
    assert!(findings.iter().any(|f| about(&f)), "{findings:?}");
    assert!(link(&changed, 0)["gyration"][2].as_f64().unwrap() > 2.0);
}

#[test]
fn a_dropped_urdf_makes_a_project_and_names_its_missing_meshes() {
    let lab = Lab::new();
    let urdf = br#"<robot name="two">
  <link name="base"/>
  <link name="arm">
    <inertial><mass value="1"/><inertia ixx="0.1" ixy="0" ixz="0" iyy="0.1" iyz="0" izz="0.1"/></inertial>
    <visual><origin xyz="0 0 0.1"/><geometry><mesh filename="package://two/meshes/arm.stl"/></geometry></visual>
    <visual><geometry><box size="0.1 0.2 0.3"/></geometry></visual>
  </link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="arm"/><axis xyz="0 0 1"/>
    <limit lower="-1" upper="1" velocity="2" effort="3"/></joint>
</robot>"#;
    let report = lab.import("/import", "two.urdf", urdf).expect(200).json();
    assert_eq!(report["ok"], true, "{report}");
    assert_eq!(report["missing"], json!(["arm.stl"]));
    let id = report["project"]["id"].as_str().unwrap();
    let report =
        lab.import(&format!("/projects/{id}/import"), "arm.stl", b"solid a\nendsolid").json();
    assert_eq!((&report["ok"], &report["missing"]), (&json!(true), &json!([])));
    let geometry = lab.get(&format!("/projects/{id}/geometry")).json();
    let shapes = geometry["links"][0]["shapes"].as_array().unwrap();
    let mesh = shapes.iter().find(|s| s["kind"] == "mesh").unwrap();
    let url = mesh["url"].as_str().unwrap().strip_prefix("/api/v1").unwrap();
    assert_eq!(lab.get(url).expect(200).text(), "solid a\nendsolid");
    // An edit turns the file into TOML and keeps the shapes; undo brings the URDF back.
    let project = lab.get(&format!("/projects/{id}")).json();
    let patch = json!({ "links": { "arm": { "mass": 2.0 } } });
    let path = format!("/projects/{id}/model");
    lab.change("PATCH", &path, &project["revision"], &patch).expect(200);
    assert!(!lab.folder.join(id).join("robot.urdf").exists());
    let again = lab.get(&format!("/projects/{id}/geometry")).json();
    assert_eq!(again["links"][0]["shapes"], geometry["links"][0]["shapes"]);
    lab.post(&format!("/projects/{id}/undo"), &json!({})).expect(200);
    let file = std::fs::read(lab.folder.join(id).join("robot.urdf")).unwrap();
    assert_eq!(file, urdf);
}

#[test]
fn a_project_that_is_deleted_goes_to_the_trash() {
    let lab = Lab::new();
    lab.project("scara");
    lab.send("DELETE", "/projects/scara", "", b"").expect(200);
    lab.get("/projects/scara").problem(404);
    assert_eq!(std::fs::read_dir(lab.folder.join(".trash")).unwrap().count(), 1);
}
