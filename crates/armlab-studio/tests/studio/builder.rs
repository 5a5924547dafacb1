//! Robots that are built over the API, joint by joint.

use crate::client::Lab;
use armlab::dynamics::Mechanism;
use armlab::robot::describe::{FixedJoints, ReadOptions, read_toml};
use armlab::robot::{Robot, library};

use serde_json::{Value, json};
use std::f64::consts::FRAC_PI_2;

struct Builder<'l> {
    lab: &'l Lab,
    project: Value,
}

impl<'l> Builder<'l> {
    fn new(lab: &'l Lab) -> Self {
        let project = lab.post("/projects", &json!({ "new": true })).expect(201).json();
        Self { lab, project }
    }
    fn path(&self, rest: &str) -> String {
        format!("/projects/{}{rest}", self.project["id"].as_str().unwrap())
    }
    fn change(&mut self, patch: &Value) {
        let (path, revision) = (self.path("/model"), self.project["revision"].clone());
        self.project = self.lab.change("PATCH", &path, &revision, patch).expect(200).json();
    }
    fn refuse(&self, patch: &Value) -> Value {
        let (path, revision) = (self.path("/model"), self.project["revision"].clone());
        self.lab.change("PATCH", &path, &revision, patch).problem(422)
    }
    fn robot(&self) -> Robot {
        let text = self.lab.get(&self.path("/model.toml")).expect(200).text();
        read_toml(&text, "robot.toml", &ReadOptions::new(FixedJoints::Merge)).unwrap().robot
    }
    fn joints(&self) -> Vec<String> {
        let joints = self.project["model"]["joints"].as_array().unwrap();
        joints.iter().map(|j| j["name"].as_str().unwrap().into()).collect()
    }
}

fn efforts(robot: &Robot, q: &[f64], qd: &[f64], qdd: &[f64]) -> Vec<f64> {
    let mut mechanism = Mechanism::new(robot).unwrap();
    mechanism.move_to(q, qd, qdd).unwrap();
    let mut tau = vec![0.0; q.len()];
    mechanism.inverse(q, qd, qdd, &mut tau).unwrap();
    tau
}

#[test]
fn the_papers_arm_built_by_dh_rows_has_the_dynamics_of_the_built_in_one() {
    let lab = Lab::new();
    let mut builder = Builder::new(&lab);
    let original = library::load("planar6").unwrap().unwrap().robot;
    builder.change(&json!({ "joints": { "joint1": { "rename": "t1" } } }));
    for name in ["d1", "t2", "d2", "t3", "d3"] {
        let kind = if name.starts_with('t') { "revolute" } else { "prismatic" };
        builder.change(&json!({ "add_joint": { "kind": kind, "name": name } }));
    }
    assert_eq!(builder.joints(), ["t1", "d1", "t2", "d2", "t3", "d3"]);
    let rows = [
        ("t1", json!({ "convention": "standard", "alpha": -FRAC_PI_2, "theta": -FRAC_PI_2 })),
        ("d1", json!({ "convention": "standard", "alpha": FRAC_PI_2, "d": 0.16 })),
        ("t2", json!({ "convention": "standard", "alpha": -FRAC_PI_2 })),
        ("d2", json!({ "convention": "standard", "alpha": FRAC_PI_2, "d": 0.16 })),
        ("t3", json!({ "convention": "standard", "alpha": -FRAC_PI_2 })),
        ("d3", json!({ "convention": "standard", "d": 0.16 })),
    ];
    // Rows may come in any order: what hangs on a row follows it.
    for (name, row) in rows.iter().rev() {
        builder.change(&json!({ "joints": { *name: { "place": { "by": "dh", "row": row } } } }));
    }
    builder.change(&json!({ "tool": { "link": "link6", "xyz": [0, 0, 0] } }));
    for (link, own) in original.links().iter().enumerate() {
        let inertia = own.inertia.unwrap();
        let name = format!("link{}", link + 1);
        builder.change(&json!({ "links": { name: {
            "mass": inertia.mass,
            "centre": inertia.center().unwrap().to_array(),
            "inertia": inertia.tensor_at_center().to_array(),
        } } }));
    }
    let built = builder.robot();
    let q = [0.3, 0.01, -0.5, 0.02, 0.7, 0.03];
    let (qd, qdd) = ([0.4, -0.1, 0.3, 0.2, -0.6, 0.1], [1.0, 0.5, -0.7, 0.2, 0.9, -0.4]);
    let (a, b) = (efforts(&built, &q, &qd, &qdd), efforts(&original, &q, &qd, &qdd));
    for (a, b) in a.iter().zip(&b) {
        assert!((a - b).abs() < 1e-13 * (1.0 + b.abs()), "{a} {b}");
    }
    // All of it can be undone.
    for _ in 0..3 {
        lab.post(&builder.path("/undo"), &json!({})).expect(200);
    }
}

#[test]
fn a_four_bar_closed_by_a_pin_moves_as_the_law_of_cosines_says() {
    let lab = Lab::new();
    let mut builder = Builder::new(&lab);
    // Crank 0.1, coupler 0.3, rocker 0.25, ground 0.3 m.
    builder.change(&json!({
        "joints": { "joint1": { "rename": "crank", "home": 1.0 } },
        "tool": { "link": "link1", "xyz": [0.1, 0, 0] },
    }));
    builder.change(&json!({ "add_joint": { "kind": "revolute", "name": "coupler" } }));
    builder.change(&json!({ "tool": { "link": "link2", "xyz": [0.3, 0, 0] } }));
    builder.change(&json!({ "add_joint": {
        "kind": "revolute", "name": "rocker", "parent": "base",
        "place": { "by": "frame", "xyz": [0.3, 0, 0], "rpy": [0, 0, 0] },
    } }));
    builder.change(&json!({
        "joints": {
            "coupler": { "driven": false, "home": -0.6 },
            "rocker": { "driven": false, "home": 2.0 },
        },
        "loops": [{
            "name": "pin",
            "first": { "link": "link2", "xyz": [0.3, 0, 0] },
            "second": { "link": "link3", "xyz": [0.25, 0, 0] },
            "directions": ["x", "y", "z", "rx", "ry"],
        }],
    }));
    assert_eq!(builder.project["model"]["stuck"], Value::Null);
    let robot = builder.robot();
    let mut mechanism = Mechanism::new(&robot).unwrap();
    for angle in [0.5_f64, 1.0, 1.5, 2.0] {
        mechanism.move_to(&[angle], &[0.0], &[0.0]).unwrap();
        let rocker = mechanism.motion().0[2];
        // Distance of the crank's pin to the rocker's foot, and the angles of the triangle there.
        let (x, y) = (0.1 * angle.cos(), 0.1 * angle.sin());
        let f = (x - 0.3_f64).hypot(y);
        let cosine = (0.25_f64.powi(2) + f * f - 0.3_f64.powi(2)) / (2.0 * 0.25 * f);
        let expected = y.atan2(x - 0.3) - cosine.acos();
        assert!((rocker - expected).abs() < 1e-9, "{angle}: {rocker} {expected}");
    }
}

#[test]
fn joints_are_renamed_reordered_and_removed_and_nothing_is_left_hanging() {
    let lab = Lab::new();
    let mut builder = Builder::new(&lab);
    for kind in ["prismatic", "revolute", "revolute"] {
        builder.change(&json!({ "add_joint": { "kind": kind } }));
    }
    assert_eq!(builder.joints(), ["joint1", "joint2", "joint3", "joint4"]);
    builder.change(&json!({ "move_joint": { "name": "joint3", "towards_base": true } }));
    assert_eq!(builder.joints(), ["joint1", "joint3", "joint2", "joint4"]);
    builder.change(&json!({ "links": { "link3": { "rename": "upper_arm" } } }));
    builder.change(&json!({ "remove_joint": "joint2" }));
    assert_eq!(builder.joints(), ["joint1", "joint3", "joint4"]);
    let model = &builder.project["model"];
    assert_eq!(model["links"][1]["name"], "upper_arm");
    assert_eq!(model["joints"][2]["parent"], 1);
    // Every link of a new robot has the inertials of a rod, as long as the link is.
    for link in model["links"].as_array().unwrap() {
        assert!(link["mass"]["value"].as_f64().unwrap() > 0.0, "{link}");
        assert_eq!(link["mass"]["is_default"], true);
    }
    for (patch, field) in [
        (json!({ "add_joint": { "kind": "spherical" } }), "add_joint.kind"),
        (json!({ "add_joint": { "kind": "revolute", "parent": "none" } }), "add_joint.parent"),
        (json!({ "add_joint": { "kind": "revolute", "name": "a b" } }), "add_joint.name"),
        (json!({ "remove_joint": "none" }), "remove_joint"),
        (json!({ "joints": { "joint1": { "axis": [0, 0, 0] } } }), "joints.joint1.axis"),
        (json!({ "joints": { "joint1": { "rename": "joint3" } } }), "joints.joint1.rename"),
        (
            json!({ "joints": { "joint1": { "place": { "by": "dh", "row": { "convention": "x" } } } } }),
            "joints.joint1.place",
        ),
    ] {
        assert_eq!(builder.refuse(&patch)["field"], field);
    }
    // A joint on its own link is a ring.
    builder.refuse(&json!({ "joints": { "joint1": { "parent": "link1" } } }));
}

#[test]
fn endpoints_put_both_ends_of_a_link_where_they_are_wanted() {
    let lab = Lab::new();
    let mut builder = Builder::new(&lab);
    builder.change(&json!({ "add_joint": { "kind": "revolute" } }));
    let place = json!({ "by": "endpoints", "from": [0.1, 0.2, 0.3], "to": [0.4, 0.2, 0.7] });
    builder.change(&json!({ "joints": { "joint1": { "place": place, "home": 0.5 } } }));
    builder.change(&json!({ "joints": { "joint1": { "place": place } } }));
    let joints = &builder.project["model"]["joints"];
    for k in 0..3 {
        let at = |value: &Value| value[k].as_f64().unwrap();
        assert!((at(&joints[0]["from"]) - at(&place["from"])).abs() < 1e-15);
        assert!((at(&joints[0]["to"]) - at(&place["to"])).abs() < 1e-15);
        assert!((at(&joints[1]["from"]) - at(&place["to"])).abs() < 1e-15);
    }
}

#[test]
fn a_mass_that_is_zero_for_a_while_keeps_the_centre() {
    let lab = Lab::new();
    let project = lab.project("scara");
    let name = project["model"]["links"][0]["name"].as_str().unwrap();
    let path = "/projects/scara/model";
    let mut revision = project["revision"].clone();
    let mut set = |patch: Value| {
        let patch = json!({ "links": { name: patch } });
        let project = lab.change("PATCH", path, &revision, &patch).expect(200).json();
        revision = project["revision"].clone();
        project["model"]["links"][0].clone()
    };
    set(json!({ "mass": 12.0, "centre": [0.3, 0.0, 0.0] }));
    let massless = set(json!({ "mass": 0.0 }));
    let x = |link: &Value| link["centre"]["value"][0].as_f64().unwrap();
    assert!((x(&massless) - 0.3).abs() < 1e-15);
    let again = set(json!({ "mass": 12.0 }));
    assert!((x(&again) - 0.3).abs() < 1e-15);
    // Blank means the built-in robot's value.
    let blank = set(json!({ "mass": null }));
    let own = library::load("scara").unwrap().unwrap().robot.links()[0].inertia.unwrap().mass;
    assert_eq!(blank["mass"]["value"].as_f64().unwrap(), own);
}

#[test]
fn a_deleted_project_comes_back_and_an_archive_is_the_project() {
    let lab = Lab::new();
    let project = lab.project("scara");
    let archive = lab.get("/projects/scara/archive.tar").expect(200);
    let deleted = lab.send("DELETE", "/projects/scara", "", b"").expect(200).json();
    lab.get("/projects/scara").problem(404);
    let path = format!("/trash/{}/restore", deleted["deleted"].as_str().unwrap());
    let back = lab.post(&path, &json!({})).expect(200).json();
    assert_eq!(back["model"]["links"], project["model"]["links"]);
    lab.post(&path, &json!({})).problem(404);
    let report = lab.import("/import", "copy.tar", &archive.body).expect(200).json();
    assert_eq!(report["project"]["id"], "copy", "{report}");
    assert_eq!(report["project"]["model"]["links"], project["model"]["links"]);
    let copy = lab.post("/projects", &json!({ "copy_of": "scara" })).expect(201).json();
    assert_eq!(copy["name"], "scara copy");
    assert_eq!(lab.get("/projects").expect(200).json().as_array().unwrap().len(), 3);
}

#[test]
fn coupled_motors_are_added_renamed_refused_undone_and_go_with_their_joint() {
    let lab = Lab::new();
    let mut builder = Builder::new(&lab);
    builder.change(&json!({ "add_joint": { "kind": "revolute", "name": "b" } }));
    builder.change(&json!({ "joints": { "joint1": { "rename": "a", "rotor_inertia": 0.1 },
        "b": { "rotor_inertia": 0.1 } } }));
    let coupling = |joints: [&str; 2], inertia: f64| {
        json!({ "couplings": [{ "joints": joints, "opposed": true, "inertia": inertia,
            "viscous": -0.3, "coulomb": 0.5, "width": 0.02 }] })
    };
    builder.change(&coupling(["a", "b"], -2e-3));
    let shown = &builder.project["model"]["couplings"][0];
    assert_eq!(shown["joints"], json!(["a", "b"]));
    assert_eq!(builder.robot().couplings()[0].inertia, -2e-3);
    // Every other change keeps it, by the new name of the joint.
    builder.change(&json!({ "gravity": [0, 0, -1.62] }));
    builder.change(&json!({ "joints": { "b": { "rename": "c" } } }));
    let robot = builder.robot();
    let [first] = robot.couplings() else { panic!("it is lost") };
    assert_eq!((first.joints.clone(), first.width), (["a".into(), "c".into()], 0.02));
    for wrong in
        [coupling(["a", "a"], 0.0), coupling(["a", "nobody"], 0.0), coupling(["a", "c"], 1e3)]
    {
        assert_eq!(builder.refuse(&wrong)["field"], "couplings", "{wrong}");
    }
    builder.change(&json!({ "remove_joint": "c" }));
    assert!(builder.robot().couplings().is_empty());
    lab.post(&builder.path("/undo"), &json!({})).expect(200);
    assert_eq!(builder.robot().couplings().len(), 1);
}
