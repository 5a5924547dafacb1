//! MJCF: what is read and what is refused. Numbers are compared with MuJoCo by
//! `peers/test_descriptions.py`.

use crate::{KEEP, MERGE, noted, refused};
use armlab_engine::robot::describe::{
    Base, Description, FileError, ReadOptions, read_file, read_mjcf, write_mjcf,
};
use armlab_engine::robot::{Direction, JointKind, Robot, library};

fn mjcf(text: &str) -> Result<Description, FileError> {
    read_mjcf(text, "model.xml", &MERGE)
}

fn read(text: &str) -> Robot {
    mjcf(text).unwrap_or_else(|e| panic!("{e}\n{text}")).robot
}

fn world(inner: &str) -> String {
    format!("<mujoco model=\"m\"><worldbody>{inner}</worldbody></mujoco>")
}

const BODY: &str = "<inertial pos=\"0 0 0\" mass=\"1\" diaginertia=\"1 1 1\"/>";

#[test]
fn a_body_with_several_joints_is_a_chain_of_links_of_which_the_last_has_mass() {
    let robot = read(&world(&format!(
        "<body name=\"b\" pos=\"0 0 1\"><joint name=\"x\" type=\"slide\" axis=\"2 0 0\"/>\
         <joint name=\"y\" axis=\"0 1 0\" pos=\"0.1 0 0\" range=\"-90 90\" ref=\"30\"/>{BODY}\
         <site name=\"tip\" pos=\"0 0 0.5\"/></body>"
    )));
    let names: Vec<&str> = robot.links().iter().map(|l| l.name.as_str()).collect();
    assert_eq!(names, ["b_x", "b"]);
    assert!(robot.links()[0].inertia.is_none());
    let [x, y] = robot.joints() else { panic!() };
    assert_eq!((x.kind, y.kind), (JointKind::Prismatic, JointKind::Revolute));
    assert_eq!(x.axis.to_array(), [1.0, 0.0, 0.0]);
    assert!((y.limits.upper - std::f64::consts::FRAC_PI_2).abs() < 1e-15);
    assert!((y.home - 30_f64.to_radians()).abs() < 1e-15);
    // The link stands at its joint, the body beside it.
    assert_eq!(robot.find_frame("b_frame").unwrap().pose.translation.x, -0.1);
    assert_eq!(robot.find_frame("tip").unwrap().pose.translation.to_array(), [-0.1, 0.0, 0.5]);
}

#[test]
fn classes_give_attributes_to_what_is_in_them() {
    let robot = read(&format!(
        "<mujoco><compiler angle=\"radian\"/><default><joint armature=\"1\"/>\
         <default class=\"c\"><joint damping=\"2\"/><default class=\"d\"><joint armature=\"3\"/>\
         </default></default></default><worldbody><body childclass=\"c\"><joint name=\"a\"/>{BODY}\
         <body><joint name=\"b\" class=\"d\" damping=\"5\"/>{BODY}<body childclass=\"d\">\
         <joint name=\"c\"/>{BODY}</body></body></body><body><joint name=\"d\"/>{BODY}</body>\
         </worldbody></mujoco>"
    ));
    let found: Vec<(f64, f64)> =
        robot.joints().iter().map(|j| (j.rotor_inertia, j.friction.total("viscous"))).collect();
    assert_eq!(found, [(1.0, 2.0), (3.0, 5.0), (3.0, 2.0), (1.0, 0.0)]);
}

#[test]
fn what_floats_is_refused_by_name_or_welded() {
    let text = world(&format!(
        "<body name=\"drone\" pos=\"0 0 2\"><freejoint/>{BODY}<body name=\"arm\"><joint/>{BODY}\
         </body></body>"
    ));
    let (error, hint) = refused(mjcf(&text));
    assert!(error.contains("body `drone` floats"), "{error}");
    assert!(hint.contains("--base fixed"), "{hint}");
    let options = ReadOptions { base: Base::Fixed, ..ReadOptions::default() };
    let robot = read_mjcf(&text, "m", &options).unwrap().robot;
    assert_eq!((robot.dofs(), robot.joints()[0].origin.translation.z), (1, 2.0));
    let ball = world(&format!("<body name=\"b\"><joint type=\"ball\"/>{BODY}</body>"));
    assert!(refused(mjcf(&ball)).0.contains("body `b` turns in a ball joint"));
}

#[test]
fn equalities_are_closures_and_followers() {
    let text = format!(
        "<mujoco><worldbody><body name=\"a\"><joint name=\"qa\"/>{BODY}<body name=\"b\" pos=\"1 0 0\">\
         <joint name=\"qb\"/>{BODY}</body></body><body name=\"c\" pos=\"0 1 0\"><joint name=\"qc\"/>{BODY}\
         </body><body name=\"d\"><joint name=\"qd\"/>{BODY}</body></worldbody><equality>\
         <connect body1=\"b\" body2=\"c\" anchor=\"0 1 0\"/>\
         <joint joint1=\"qd\" joint2=\"qa\" polycoef=\"0.1 2 0 0 0\"/>\
         <weld body1=\"a\" body2=\"c\" active=\"false\"/></equality>\
         <actuator><motor joint=\"qa\" gear=\"10\" ctrlrange=\"-2 3\"/></actuator></mujoco>"
    );
    let robot = read(&text);
    assert_eq!(robot.loops().len(), 1);
    assert_eq!(robot.loops()[0].directions, Direction::POINT);
    // The second frame is where the first is in the drawing.
    assert_eq!(robot.loops()[0].second.pose.translation.to_array(), [1.0, 0.0, 0.0]);
    let driven: Vec<&str> = robot.driven_joints().map(|j| j.name.as_str()).collect();
    assert_eq!(driven, ["qa"]);
    let follower = robot.joints().iter().find(|j| j.name == "qd").unwrap();
    let mimic = follower.mimic.as_ref().unwrap();
    assert_eq!((mimic.joint.as_str(), mimic.multiplier, mimic.offset), ("qa", 2.0, 0.1));
    assert_eq!(robot.joints()[0].limits.effort, 30.0);
}

#[test]
fn masses_come_from_geoms_where_no_inertial_states_them() {
    let robot = read(&world(
        "<body name=\"b\"><joint/><geom type=\"box\" size=\"0.5 1 1.5\" density=\"2\"/>\
         <geom size=\"0.1\" mass=\"3\" pos=\"0 0 2\"/><geom type=\"plane\" size=\"1 1 1\"/></body>",
    ));
    let inertia = robot.links()[0].inertia.unwrap();
    assert!((inertia.mass - 15.0).abs() < 1e-14);
    assert!((inertia.first.z - 6.0).abs() < 1e-14);
    let zz = 12.0 / 12.0 * (1.0 + 4.0) + 0.4 * 3.0 * 0.01;
    assert!((inertia.tensor.zz - zz).abs() < 1e-13);
    assert_eq!(robot.links()[0].geometry.len(), 2);
}

#[test]
fn springs_and_unknown_elements_are_noted() {
    let notes = noted(mjcf(&world(&format!(
        "<body name=\"b\">\n<joint name=\"j\" stiffness=\"3\"/>{BODY}<flexcomp/></body>"
    ))));
    assert_eq!(
        notes,
        ["2:84: <flexcomp> is ignored", "2:1: the spring of joint `j` (`stiffness`) is ignored",]
    );
}

#[test]
fn mistakes_are_placed() {
    for (text, place) in [
        (world("<body><joint axis=\"0 0\"/></body>"), "`axis` of <joint> has 2 numbers"),
        (world("<body><joint axis=\"0 0 0\"/></body>"), "axis of length zero"),
        (world("<body><joint type=\"screw\"/></body>"), "unknown type `screw`"),
        (world("<body><joint class=\"x\"/></body>"), "no default class `x`"),
        (world("<body><joint/><inertial/></body>"), "<inertial> has no `mass`"),
        (world("<body pos=\"a b c\"/>"), "`a` is not a number"),
        (world("<include file=\"x.xml\"/>"), "`x.xml` is another file"),
        ("<mujoco/>".into(), "has no joints"),
    ] {
        let (error, _) = refused(mjcf(&text));
        assert!(error.contains(place), "{error}");
    }
}

#[test]
fn files_that_are_included_are_read_and_errors_name_them() {
    let folder = std::env::temp_dir().join(format!("armlab-mjcf-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let main = folder.join("main.xml");
    let part =
        format!("<mujocoinclude><body name=\"b\"><joint name=\"j\"/>{BODY}</body></mujocoinclude>");
    std::fs::write(folder.join("part.xml"), part).unwrap();
    std::fs::write(&main, world("<include file=\"part.xml\"/>")).unwrap();
    assert_eq!(read_file(&main, &MERGE).unwrap().robot.joints()[0].name, "j");
    std::fs::write(folder.join("part.xml"), "<x><body pos=\"?\"/></x>").unwrap();
    let error = read_file(&main, &MERGE).unwrap_err();
    assert!(error.file.ends_with("part.xml"), "{error}");
    std::fs::write(folder.join("part.xml"), "<x><include file=\"part.xml\"/></x>").unwrap();
    assert!(read_file(&main, &MERGE).unwrap_err().message.contains("too many files"));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn built_in_robots_survive_mjcf() {
    for name in library::names() {
        let robot = library::load(name).unwrap().unwrap().robot;
        let text = write_mjcf(&robot).text;
        let again = read_mjcf(&text, name, &KEEP).unwrap_or_else(|e| panic!("{e}\n{text}")).robot;
        assert_eq!(again.gravity(), robot.gravity(), "{name}");
        assert_eq!(again.tool().name, robot.tool().name, "{name}");
        // MuJoCo numbers joints depth first.
        assert_eq!(again.dofs(), robot.dofs(), "{name}");
        for a in robot.moving_joints() {
            let b = again.joints().iter().find(|j| j.name == a.name).unwrap();
            assert_eq!([a.limits.lower, a.limits.upper], [b.limits.lower, b.limits.upper]);
            assert_eq!((a.rotor_inertia, a.axis), (b.rotor_inertia, b.axis), "{name}");
            assert_eq!(a.home, b.home, "{name}");
        }
        let driven = |r: &Robot| r.driven_joints().count();
        assert_eq!(driven(&again), driven(&robot), "{name}");
    }
}
