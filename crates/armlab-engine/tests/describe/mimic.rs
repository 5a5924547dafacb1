//! Joints that follow others.

use crate::{KEEP, MERGE, refused, toml, urdf};
use armlab_engine::dynamics::{Dynamics, Mechanism};
use armlab_engine::robot::describe::{read_toml, read_urdf, write_toml, write_urdf};
use armlab_engine::robot::{JointKind, Robot};

/// Three joints in a row, of which the second and third follow.
fn gripper() -> Robot {
    let link = |name: &str, m: f64| {
        format!(
            "<link name=\"{name}\"><inertial><origin xyz=\"0.1 0.02 -0.05\"/><mass value=\"{m}\"/>\
             <inertia ixx=\"0.02\" iyy=\"0.03\" izz=\"0.04\" ixy=\"0.001\"/></inertial></link>"
        )
    };
    let joint = |name: &str, kind: &str, parent: &str, child: &str, more: &str| {
        format!(
            "<joint name=\"{name}\" type=\"{kind}\"><parent link=\"{parent}\"/>\
             <child link=\"{child}\"/><origin xyz=\"0.3 0 0.1\" rpy=\"0.2 0.1 0\"/>\
             <axis xyz=\"0 1 0.3\"/>{more}</joint>"
        )
    };
    let text = format!(
        "<robot name=\"g\"><link name=\"o\"/>{}{}{}{}{}{}{}</robot>",
        link("a", 2.0),
        link("b", 1.5),
        link("c", 1.0),
        link("d", 0.5),
        joint("q1", "continuous", "o", "a", ""),
        // Named before the joint that it follows, and through another follower.
        joint(
            "q2",
            "prismatic",
            "a",
            "b",
            "<mimic joint=\"q3\" multiplier=\"-2\" offset=\"0.1\"/><limit lower=\"-1\" upper=\"1\" \
             effort=\"1\" velocity=\"1\"/>"
        ),
        joint("q3", "continuous", "b", "c", "<mimic joint=\"q4\" multiplier=\"0.5\"/>")
            + &joint("q4", "continuous", "c", "d", ""),
    );
    urdf(&text).unwrap_or_else(|e| panic!("{e}")).robot
}

#[test]
fn a_follower_has_no_coordinate_and_is_led_through_others() {
    let robot = gripper();
    let driven: Vec<&str> = robot.driven_joints().map(|j| j.name.as_str()).collect();
    assert_eq!(driven, ["q1", "q4"]);
    assert!(!robot.is_tree());
    let mimic = |name: &str| robot.joints().iter().find(|j| j.name == name).unwrap().mimic.clone();
    let followed = mimic("q2").unwrap();
    assert_eq!((followed.joint.as_str(), followed.multiplier, followed.offset), ("q4", -1.0, 0.1));
    let mut mechanism = Mechanism::new(&robot).unwrap();
    mechanism.move_to(&[0.3, 0.8], &[1.0, -2.0], &[0.5, 4.0]).unwrap();
    let (q, qd, qdd) = mechanism.motion();
    let near = |a: &[f64], b: [f64; 4]| a.iter().zip(b).all(|(a, b)| (a - b).abs() < 1e-15);
    assert!(near(q, [0.3, -0.7, 0.4, 0.8]), "{q:?}");
    assert_eq!(qd, [1.0, 2.0, -1.0, -2.0]);
    assert_eq!(qdd, [0.5, -4.0, 2.0, 4.0]);
}

#[test]
fn efforts_masses_and_regressors_are_projections_of_the_trees() {
    let robot = gripper();
    let (q, qd, qdd) = ([0.3, 0.8], [1.0, -2.0], [0.5, 4.0]);
    let mut mechanism = Mechanism::new(&robot).unwrap();
    let (mut tau, mut mass) = ([0.0; 2], [0.0; 4]);
    let columns = robot.parameter_count();
    let mut regressor = vec![0.0; 2 * columns];
    mechanism.inverse(&q, &qd, &qdd, &mut tau).unwrap();
    mechanism.mass_matrix(&q, &mut mass).unwrap();
    mechanism.regressor(&q, &qd, &qdd, &mut regressor).unwrap();
    // q_all = G q + offset
    let g = [[1.0, 0.0], [0.0, -1.0], [0.0, 0.5], [0.0, 1.0]];
    let (all, speeds, rates) =
        ([0.3, -0.7, 0.4, 0.8], [1.0, 2.0, -1.0, -2.0], [0.5, -4.0, 2.0, 4.0]);
    let mut tree = Dynamics::new(&robot);
    let (mut efforts, mut full) = ([0.0; 4], [0.0; 16]);
    tree.inverse(&all, &speeds, &rates, &mut efforts);
    tree.mass_matrix(&all, &mut full);
    let values = robot.parameter_values();
    for i in 0..2 {
        let effort: f64 = (0..4).map(|r| g[r][i] * efforts[r]).sum();
        assert!((tau[i] - effort).abs() < 1e-13, "{tau:?}");
        let by_regressor: f64 =
            regressor[i * columns..(i + 1) * columns].iter().zip(&values).map(|(y, p)| y * p).sum();
        assert!((by_regressor - effort).abs() < 1e-12);
        for j in 0..2 {
            let entry: f64 = (0..16).map(|k| g[k / 4][i] * full[k] * g[k % 4][j]).sum();
            assert!((mass[2 * i + j] - entry).abs() < 1e-14);
        }
    }
    let mut again = [0.0; 2];
    mechanism.forward(&q, &qd, &tau, &mut again).unwrap();
    assert!((again[0] - qdd[0]).abs() < 1e-10 && (again[1] - qdd[1]).abs() < 1e-10, "{again:?}");
}

#[test]
fn followers_survive_both_formats() {
    let robot = gripper();
    let again = read_toml(&write_toml(&robot), "g", &KEEP).unwrap().robot;
    assert_eq!(again.joints(), robot.joints());
    let again = read_urdf(&write_urdf(&robot), "g", &MERGE).unwrap().robot;
    for (a, b) in again.joints().iter().zip(robot.joints()) {
        assert_eq!((&a.mimic, a.home, a.actuated), (&b.mimic, b.home, b.actuated));
    }
}

#[test]
fn leaders_must_exist_and_what_follows_a_fixed_joint_is_fixed() {
    let head = "name = 'r'\n[[joint]]\nname = 'a'\nkind = 'revolute'\n";
    let second = |kind: &str, mimic: &str| {
        format!("{head}[[joint]]\nname = 'b'\nkind = '{kind}'\nmimic = {{ {mimic} }}\n")
    };
    let (error, _) = refused(toml(&second("revolute", "joint = 'aa'")));
    assert!(
        error.contains("follows joint `aa`, which does not exist; did you mean `a`?"),
        "{error}"
    );
    let (error, _) = refused(toml(&second("revolute", "joint = 'b'")));
    assert!(error.contains("joint `b` follows itself"), "{error}");
    let fixed = second("revolute", "joint = 'a', offset = 0.5").replacen("revolute", "fixed", 1);
    let robot = read_toml(&(fixed + "[[joint]]\nname = 'c'\nkind = 'revolute'\n"), "r", &KEEP);
    let robot = robot.unwrap().robot;
    assert_eq!(robot.joints()[1].kind, JointKind::Fixed);
    assert!((robot.joints()[1].origin.rotation.c[0].y - 0.5_f64.sin()).abs() < 1e-15);
}
