//! SDF: what is read and what is refused. `peers/test_descriptions.py` compares with an
//! independent reading.

use crate::{KEEP, MERGE, noted, refused};
use armlab_engine::kinematics::frame_pose;
use armlab_engine::robot::describe::{
    Base, Description, FileError, ReadOptions, read_file, read_sdf, write_sdf,
};
use armlab_engine::robot::{JointKind, Robot, library};

fn sdf(text: &str) -> Result<Description, FileError> {
    read_sdf(text, "model.sdf", &MERGE)
}

fn model(inner: &str) -> String {
    format!(
        "<sdf version=\"1.8\" xmlns:drake=\"drake.mit.edu\"><model name=\"m\">{inner}</model></sdf>"
    )
}

fn link(name: &str, pose: &str) -> String {
    format!(
        "<link name=\"{name}\">{pose}<inertial><mass>2</mass><inertia><ixx>1</ixx><iyy>1</iyy>\
         <izz>1</izz></inertia></inertial></link>"
    )
}

fn joint(name: &str, kind: &str, parent: &str, child: &str, more: &str) -> String {
    format!(
        "<joint name=\"{name}\" type=\"{kind}\"><parent>{parent}</parent><child>{child}</child>{more}\
         </joint>"
    )
}

const WORLD: &str =
    "<joint name=\"w\" type=\"fixed\"><parent>world</parent><child>a</child></joint>";

fn read(inner: &str) -> Robot {
    sdf(&model(inner)).unwrap_or_else(|e| panic!("{e}\n{inner}")).robot
}

#[test]
fn poses_are_relative_to_the_model_the_child_or_what_they_say() {
    let robot = read(
        &[
            link("a", "<pose>0 0 1 0 0 0</pose>"),
            // In the model, and the joint in the child.
            link("b", "<pose>1 0 2 0 0 1.5707963267948966</pose>"),
            joint(
                "j",
                "revolute",
                "a",
                "b",
                "<pose>0 0.5 0 0 0 0</pose><axis><xyz>0 1 0</xyz></axis>",
            ),
            link("c", "<pose relative_to=\"k\">0 0 0 0 0 0</pose>"),
            joint(
                "k",
                "prismatic",
                "b",
                "c",
                "<pose relative_to=\"b\">0 0 3 0 0 0</pose>\
              <axis><xyz expressed_in=\"__model__\">1 0 0</xyz></axis>",
            ),
            "<frame name=\"tip\" attached_to=\"c\"><pose>0 0 1 0 0 0</pose></frame>".into(),
            WORLD.into(),
        ]
        .concat(),
    );
    let place = |name: &str, q: &[f64]| {
        frame_pose(&robot, &robot.find_frame(name).unwrap(), q).translation.to_array()
    };
    let near = |a: [f64; 3], b: [f64; 3]| {
        assert!(a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-15), "{a:?} {b:?}");
    };
    near(place("a", &[0.0, 0.0]), [0.0, 0.0, 1.0]);
    // The link stands at its joint, its own frame beside it.
    near(place("b", &[0.0, 0.0]), [0.5, 0.0, 2.0]);
    near(place("b_frame", &[0.0, 0.0]), [1.0, 0.0, 2.0]);
    near(place("tip", &[0.0, 0.25]), [1.25, 0.0, 6.0]);
    assert_eq!(robot.joints()[0].kind, JointKind::Continuous);
}

#[test]
fn a_second_joint_of_a_link_closes_a_loop() {
    let robot = read(
        &[
            link("a", ""),
            link("b", ""),
            link("c", "<pose>1 0 0 0 0 0</pose>"),
            WORLD.into(),
            joint("j", "revolute", "a", "b", "<axis><limit><effort>5</effort></limit></axis>"),
            joint("k", "revolute", "b", "c", "<axis><limit><effort>0</effort></limit></axis>"),
            joint("l", "ball", "a", "c", "<pose>1 0 0 0 0 0</pose>"),
        ]
        .concat(),
    );
    assert_eq!(robot.loops().len(), 1);
    assert_eq!(robot.loops()[0].first.pose.translation.to_array(), [2.0, 0.0, 0.0]);
    assert_eq!(robot.loops()[0].second.pose.translation.to_array(), [1.0, 0.0, 0.0]);
}

#[test]
fn mimic_limits_and_friction_are_read() {
    let axis = "<axis><xyz>0 0 1</xyz><limit><lower>-1</lower><upper>1e16</upper><effort>-1</effort>\
                <velocity>2</velocity></limit><dynamics><damping>0.5</damping><friction>0.25</friction>\
                </dynamics></axis><drake:rotor_inertia>0.01</drake:rotor_inertia>\
                <drake:gear_ratio>10</drake:gear_ratio>";
    let mimic = "<axis><mimic joint=\"j\"><multiplier>-2</multiplier><offset>1</offset>\
                 <reference>0.5</reference></mimic></axis>";
    let robot = read(
        &[
            link("a", ""),
            link("b", ""),
            link("c", ""),
            WORLD.into(),
            joint("j", "revolute", "a", "b", axis),
            joint("k", "revolute", "b", "c", mimic),
        ]
        .concat(),
    );
    let [j, k] = robot.joints() else { panic!() };
    assert_eq!([j.limits.lower, j.limits.upper, j.limits.velocity], [-1.0, f64::INFINITY, 2.0]);
    assert_eq!((j.limits.effort, j.rotor_inertia, j.gear_ratio), (f64::INFINITY, 1.0, 10.0));
    assert_eq!(j.friction.as_linear(), Some([0.5, 0.25, 0.0]));
    let mimic = k.mimic.as_ref().unwrap();
    assert_eq!((mimic.joint.as_str(), mimic.multiplier, mimic.offset), ("j", -2.0, 2.0));
}

#[test]
fn a_model_that_nothing_holds_stands_on_its_root_and_several_float() {
    let arm = [link("a", ""), link("b", ""), joint("j", "revolute", "a", "b", "")].concat();
    let notes = noted(sdf(&model(&arm)));
    assert!(notes[0].contains("`a` is taken as the base"), "{notes:?}");
    let two = [arm, link("c", "")].concat();
    let (error, hint) = refused(sdf(&model(&two)));
    assert!(error.contains("links `a`, `c` float"), "{error}");
    assert!(hint.contains("--base fixed"), "{hint}");
    let options = ReadOptions { base: Base::Fixed, ..ReadOptions::default() };
    assert_eq!(read_sdf(&model(&two), "m", &options).unwrap().robot.dofs(), 1);
}

#[test]
fn models_are_included_from_their_folders() {
    let root = std::env::temp_dir().join(format!("armlab-sdf-{}", std::process::id()));
    std::fs::create_dir_all(root.join("gripper")).unwrap();
    let gripper =
        model(&[link("g", ""), link("h", ""), joint("f", "prismatic", "g", "h", "")].concat());
    std::fs::write(root.join("gripper/model.sdf"), gripper).unwrap();
    let main = model(&[
        link("a", ""),
        link("b", "<pose>0 0 1 0 0 0</pose>"),
        WORLD.into(),
        joint("j", "revolute", "a", "b", ""),
        "<include><uri>model://gripper</uri><name>hand</name><pose relative_to=\"b\">0 0 2 0 0 0</pose>\
         </include>"
            .into(),
        joint("hold", "fixed", "b", "hand::g", ""),
    ]
    .concat());
    let path = root.join("arm.sdf");
    std::fs::write(&path, main).unwrap();
    let robot = read_file(&path, &MERGE).unwrap_or_else(|e| panic!("{e}")).robot;
    let names: Vec<&str> = robot.joints().iter().map(|j| j.name.as_str()).collect();
    assert_eq!(names, ["j", "hand::f"]);
    let pose = frame_pose(&robot, &robot.find_frame("hand::h").unwrap(), &[0.0, 0.0]);
    assert_eq!(pose.translation.z, 3.0);
    std::fs::remove_dir_all(&root).unwrap();
}

#[test]
fn mistakes_are_named() {
    for (inner, message) in [
        (String::new(), "the model has no links"),
        ([link("a", ""), joint("j", "revolute", "a", "x", "")].concat(), "there is no link `x`"),
        ([link("a", ""), link("a", "")].concat(), "`a` is declared twice"),
        (
            [
                link("a", "<pose relative_to=\"b\"/>"),
                link("b", "<pose relative_to=\"a\"/>"),
                joint("j", "revolute", "a", "b", ""),
            ]
            .concat(),
            "relative to itself",
        ),
        ([link("a", "<pose>1 2</pose>")].concat(), "<pose> has 2 numbers"),
        ([link("a", ""), link("b", ""), joint("j", "ball", "a", "b", "")].concat(), "ball joint"),
        (
            [
                link("a", ""),
                link("b", ""),
                joint("j", "revolute", "a", "b", "<axis><xyz>0 0 0</xyz></axis>"),
            ]
            .concat(),
            "axis of length zero",
        ),
        ("<include><uri>model://x</uri></include>".into(), "`model://x` is another file"),
    ] {
        let (error, _) = refused(sdf(&model(&inner)));
        assert!(error.contains(message), "{error}");
    }
}

#[test]
fn built_in_trees_survive_sdf() {
    for name in library::names() {
        let robot = library::load(name).unwrap().unwrap().robot;
        if !robot.loops().is_empty() {
            continue;
        }
        let text = write_sdf(&robot).text;
        let again = read_sdf(&text, name, &KEEP).unwrap_or_else(|e| panic!("{e}\n{text}")).robot;
        let again = again.without_fixed_joints().unwrap();
        for (a, b) in again.joints().iter().zip(robot.joints()) {
            assert_eq!((&a.name, a.limits, a.rotor_inertia), (&b.name, b.limits, b.rotor_inertia));
            assert!(a.origin.max_difference(&b.origin) < 1e-14, "{name}");
        }
        for (a, b) in again.parameter_values().iter().zip(robot.parameter_values()) {
            assert!((a - b).abs() <= 1e-14 * b.abs().max(1.0), "{name}: {a} {b}");
        }
        assert_eq!(again.tool().name, robot.tool().name, "{name}");
    }
}

#[test]
fn links_that_are_called_as_joints_are_get_names_of_their_own() {
    let robot = library::load("five-bar").unwrap().unwrap().robot;
    assert!(robot.joints().iter().any(|j| robot.links().iter().any(|l| l.name == j.name)));
    let written = write_sdf(&robot);
    assert!(written.lost.iter().any(|l| l.starts_with("names of links")), "{:?}", written.lost);
    let again = read_sdf(&written.text, "again.sdf", &KEEP);
    let again = again.unwrap_or_else(|e| panic!("{e}\n{}", written.text)).robot;
    let names = |robot: &Robot| robot.joints().iter().map(|j| j.name.clone()).collect::<Vec<_>>();
    assert!(names(&robot).iter().all(|name| names(&again).contains(name)));
    assert!(again.links().iter().any(|l| l.name == "crank1_link"));
}
