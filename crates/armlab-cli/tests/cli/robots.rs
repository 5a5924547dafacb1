//! `armlab robots`.

use crate::support::{armlab, close, file, numbers, scratch};

#[test]
fn the_list_names_every_built_in_robot() {
    let document = armlab(&["robots", "--json"]).exits(0).json();
    let list = document["robots"].as_array().unwrap();
    let scara = list.iter().find(|r| r["name"] == "scara").unwrap();
    assert_eq!((&scara["joints"], &scara["dofs"]), (&"RRP".into(), &3.into()));
    assert!(scara["summary"].as_str().unwrap().contains("SCARA"));
    let people = armlab(&["robots"]).exits(0).stdout;
    for robot in list {
        let name = robot["name"].as_str().unwrap();
        assert!(people.contains(name), "{name}");
        armlab(&["robots", name]).exits(0);
    }
}

#[test]
fn one_robot_is_described_in_full() {
    let robot = armlab(&["robots", "scara", "--json"]).exits(0).json();
    assert_eq!(robot["name"], "scara");
    assert_eq!(numbers(&robot["gravity"]), [0.0, 0.0, -9.81]);
    let joint = &robot["joints"][2];
    assert_eq!(joint["kind"], "prismatic");
    assert_eq!((&joint["parent"], &joint["child"]), (&"link2".into(), &"link3".into()));
    assert_eq!(joint["limits"]["upper"], 0.3);
    assert!(joint["limits"]["effort"].is_null());
    assert_eq!(numbers(&joint["origin"]["xyz"]), [0.4, 0.0, 0.0]);
    let link = &robot["links"][0];
    assert_eq!(link["mass"], 12.0);
    close(&numbers(&link["inertia"]["zz"]), &[0.36], 1e-14, "inertia");
    assert_eq!(numbers(&link["parameters"]).len(), 10);
    assert_eq!(robot["parameters"].as_array().unwrap().len(), 33);
    let base = robot["base"].as_array().unwrap();
    assert_eq!(base.len(), 4);
    assert_eq!(
        base[3],
        serde_json::json!({
            "name": "m3", "value": 2.0, "unit": "kg", "combination": [["link3.m", 1.0]]
        })
    );
    assert_eq!(robot["loops"], serde_json::json!([]));
}

#[test]
fn people_read_degrees() {
    let text = armlab(&["robots", "planar6"]).exits(0).stdout;
    assert!(text.contains("-90") && text.contains('°') && text.contains("0.04"), "{text}");
}

#[test]
fn a_robot_printed_as_urdf_or_toml_is_the_same_robot() {
    let of = |robot: &str| {
        let run = armlab(&["dynamics", robot, "--json", "--q", "0.3,0.4,0.1", "--qd", "1,2,0.5"]);
        numbers(&run.exits(0).json()["states"][0]["tau"])
    };
    let expected = of("scara");
    for format in ["urdf", "toml"] {
        let text = armlab(&["robots", "scara", &format!("--{format}")]).exits(0).stdout;
        let path = file(&format!("robots-scara.{format}"), text.as_bytes());
        for (x, y) in of(&path).iter().zip(&expected) {
            assert!((x - y).abs() < 1e-13, "{format}: {x} {y}");
        }
    }
}

#[test]
fn out_leaves_the_description_in_every_format() {
    let out = scratch().join("robots-out");
    armlab(&["robots", "scara", "--out", out.to_str().unwrap()]).exits(0);
    for format in ["json", "urdf", "toml"] {
        assert!(out.join(format!("scara.{format}")).exists(), "{format}");
    }
}

#[test]
fn fixed_joints_are_merged_or_kept_as_asked() {
    let urdf = include_str!("../fixtures/friction.urdf");
    let path = file("robots-fixed.urdf", urdf.as_bytes());
    let links = |arguments: &[&str]| {
        let all = [&["robots", &path, "--json"], arguments].concat();
        armlab(&all).exits(0).json()["links"].as_array().unwrap().len()
    };
    assert_eq!(links(&[]), 2);
    assert_eq!(links(&["--keep-fixed"]), 3);
}

#[test]
fn public_data_sets_are_listed_by_name_and_page() {
    let list = armlab(&["data", "--json"]).exits(0).json();
    let sets = list["data_sets"].as_array().unwrap();
    assert!(sets.len() >= 7);
    let pages = sets.iter().map(|s| s["page"].as_str().unwrap());
    assert!(pages.into_iter().all(|page| page.starts_with("https://")));
    let one = armlab(&["data", "ur10e"]).exits(0).stdout;
    assert!(one.contains("currents: give --gains"), "{one}");
    armlab(&["data", "ur10x"]).complains("did you mean `ur10`?");
}
