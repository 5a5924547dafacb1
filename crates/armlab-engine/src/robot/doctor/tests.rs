//! What the doctor must see, and what it must leave alone.

use super::*;
use crate::friction::Friction;
use crate::robot::{Joint, Limits, Link, RobotBuilder, library};
use crate::spatial::{Inertia, Sym3, Transform, Vec3, vec3};

/// An arm of two 0.4 m links in a good state of health, to be made ill.
fn arm(change: impl Fn(usize, &mut Joint, &mut Link)) -> Robot {
    arm_under(vec3(0.0, 0.0, -9.81), change)
}

fn arm_under(gravity: Vec3<f64>, change: impl Fn(usize, &mut Joint, &mut Link)) -> Robot {
    let mut builder = RobotBuilder::new("patient").gravity(gravity);
    let mut parent = "base".to_string();
    for i in 0..2 {
        let at = if i == 0 { 0.0 } else { 0.4 };
        let (name, link) = (format!("j{i}"), format!("l{i}"));
        let origin = Transform::translation(at, 0.0, 0.0);
        let mut joint = Joint::new(name, JointKind::Revolute, origin, vec3(0.0, 1.0, 0.0));
        joint.limits = Limits { lower: -2.0, upper: 2.0, velocity: 3.0, ..Limits::default() };
        let mass = 3.0 - i as f64;
        let mut body = Link::new(link.clone(), rod(mass));
        change(i, &mut joint, &mut body);
        builder = builder.joint(parent, joint, body);
        parent = link;
    }
    builder.tool_at("tip", parent, Transform::translation(0.4, 0.0, 0.0)).build().unwrap()
}

fn rod(mass: f64) -> Inertia<f64> {
    let (thin, long) = (mass * 0.001, mass * 0.16 / 12.0);
    body(mass, [thin, long, long])
}

fn body(mass: f64, [xx, yy, zz]: [f64; 3]) -> Inertia<f64> {
    let tensor = Sym3 { xx, yy, zz, ..Sym3::zero() };
    Inertia::from_center(mass, vec3(0.2, 0.0, 0.0), tensor)
}

/// A robot whose second link has this inertial.
fn with_inertia(inertia: Inertia<f64>) -> Robot {
    arm(|i, _, link| {
        if i == 1 {
            link.inertia = Some(inertia);
        }
    })
}

fn with_joint(change: impl Fn(&mut Joint)) -> Robot {
    arm(|i, joint, _| {
        if i == 1 {
            change(joint);
        }
    })
}

#[track_caller]
fn found(robot: &Robot, subject: &str, code: &str) -> Finding {
    let findings = examine(robot);
    let hit = findings.iter().find(|f| f.subject == subject && f.code == code);
    hit.unwrap_or_else(|| panic!("no {code} on {subject} in {findings:#?}")).clone()
}

#[test]
fn a_healthy_arm_has_no_findings() {
    assert_eq!(examine(&arm(|_, _, _| {})), []);
}

#[test]
fn built_in_robots_have_neither_errors_nor_warnings() {
    for name in library::names() {
        let robot = library::load(name).unwrap().unwrap().robot;
        let bad: Vec<_> =
            examine(&robot).into_iter().filter(|f| f.severity > Severity::Info).collect();
        assert_eq!(bad, [], "{name}");
    }
}

#[test]
fn the_planar_arms_printed_inertia_is_read_as_kg_cm2() {
    let robot = library::load("planar6").unwrap().unwrap().robot;
    let mut values = robot.parameter_values();
    let mut link: [f64; 10] = values[..10].try_into().unwrap();
    let center = Inertia::from_array(link).center().unwrap();
    let printed = Sym3 { xx: 2.08, yy: 6.42, zz: 7.46, ..Sym3::zero() };
    link = Inertia::from_center(link[0], center, printed).to_array();
    values[..10].copy_from_slice(&link);
    let robot = robot.with_parameter_values(&values).unwrap();
    let finding = found(&robot, &robot.links()[0].name, "radius-of-gyration");
    assert_eq!(finding.severity, Severity::Error);
    assert!(finding.message.contains("3.93"), "{}", finding.message);
    let reading = "read as kg cm² it is xx 0.000208, yy 0.000642, zz 0.000746 kg m²";
    assert!(finding.fix.contains(reading), "{}", finding.fix);
    let others = examine(&robot);
    assert!(others.iter().all(|f| f.severity == Severity::Info || *f == finding), "{others:#?}");
}

#[test]
fn negative_mass_is_an_error() {
    let robot = with_inertia(body(-2.0, [0.01, 0.02, 0.02]));
    assert_eq!(found(&robot, "l1", "mass-negative").severity, Severity::Error);
}

#[test]
fn a_last_link_without_mass_leaves_its_joint_nothing_to_move() {
    let robot = arm(|i, _, link| {
        if i == 1 {
            link.inertia = None;
        }
    });
    assert_eq!(found(&robot, "l1", "inertial-missing").severity, Severity::Warning);
    assert_eq!(found(&robot, "j1", "joint-moves-nothing").severity, Severity::Error);
}

#[test]
fn a_joint_with_a_rotor_moves_something() {
    let robot = arm(|i, joint, link| {
        if i == 1 {
            link.inertia = None;
            joint.rotor_inertia = 0.1;
        }
    });
    assert!(examine(&robot).iter().all(|f| f.code != "joint-moves-nothing"));
}

#[test]
fn a_point_mass_on_its_own_axis_moves_nothing() {
    let robot = with_inertia(Inertia::from_center(2.0, vec3(0.0, 0.1, 0.0), Sym3::zero()));
    found(&robot, "j1", "joint-moves-nothing");
    found(&robot, "l1", "inertia-zero");
}

#[test]
fn mass_zero_with_inertia_is_seen() {
    let tensor = Sym3 { xx: 0.01, yy: 0.01, zz: 0.01, ..Sym3::zero() };
    let robot = with_inertia(Inertia { tensor, ..Inertia::zero() });
    assert_eq!(found(&robot, "l1", "inertia-without-mass").severity, Severity::Warning);
}

#[test]
fn an_indefinite_inertia_is_an_error_with_the_nearest_valid_one() {
    let finding =
        found(&with_inertia(body(2.0, [-0.01, 0.02, 0.02])), "l1", "inertia-not-positive");
    assert_eq!(finding.severity, Severity::Error);
    assert!(finding.fix.contains("nearest inertia"), "{}", finding.fix);
}

#[test]
fn a_broken_triangle_inequality_is_an_error() {
    let finding = found(&with_inertia(body(2.0, [0.01, 0.02, 0.05])), "l1", "inertia-triangle");
    assert_eq!(finding.severity, Severity::Error);
    assert!(finding.message.contains("0.05 > 0.01 + 0.02"), "{}", finding.message);
}

#[test]
fn a_triangle_inequality_broken_by_rounding_is_not() {
    let robot = with_inertia(body(2.0, [0.01, 0.02, 0.03000000002]));
    assert!(examine(&robot).iter().all(|f| f.code != "inertia-triangle"));
}

#[test]
fn an_inertia_stated_about_the_center_but_read_about_the_origin_is_recognised() {
    let tensor = Sym3 { xx: 0.002, yy: 0.03, zz: 0.03, ..Sym3::zero() };
    let robot = with_inertia(Inertia { mass: 2.0, first: vec3(0.4, 0.0, 0.0), tensor });
    let finding = found(&robot, "l1", "inertia-wrong-point");
    // 0.03 + 2 kg · (0.2 m)²
    assert!(finding.fix.contains("yy 0.11, zz 0.11"), "{}", finding.fix);
}

#[test]
fn a_center_of_mass_in_millimetres_is_recognised() {
    let tensor = Sym3 { xx: 0.002, yy: 0.03, zz: 0.03, ..Sym3::zero() };
    let robot = with_inertia(Inertia::from_center(2.0, vec3(200.0, 0.0, 0.0), tensor));
    let finding = found(&robot, "l1", "center-outside");
    assert_eq!(finding.severity, Severity::Error);
    assert!(finding.fix.contains("(0.2, 0, 0) m"), "{}", finding.fix);
}

#[test]
fn a_stated_shape_bounds_the_radius_of_gyration() {
    let robot = arm(|i, _, link| {
        if i == 1 {
            link.extent = Some(0.1);
            link.inertia = Some(Inertia::from_center(2.0, vec3(0.05, 0.0, 0.0), {
                Sym3 { xx: 2.0, yy: 2.0, zz: 2.0, ..Sym3::zero() }
            }));
        }
    });
    // The tip 0.4 m away is on the link too.
    let finding = found(&robot, "l1", "radius-of-gyration");
    assert!(finding.why.contains("stated shape, 0.4 m"), "{}", finding.why);
}

#[test]
fn a_mass_in_grams_is_recognised_by_its_density() {
    let finding =
        found(&with_inertia(body(2000.0, [0.002, 0.03, 0.03])), "l1", "density-impossible");
    assert!(finding.fix.contains("read as grams, the mass is 2 kg"), "{}", finding.fix);
}

#[test]
fn mass_and_inertia_in_grams_are_recognised_together() {
    let robot = with_inertia(body(2000.0, [2.0, 30.0, 30.0]));
    let finding = found(&robot, "l1", "density-impossible");
    assert!(finding.fix.contains("the mass is 2 kg and the inertia xx 0.002"), "{}", finding.fix);
}

#[test]
fn a_massless_link_within_a_universal_joint_is_only_mentioned() {
    let mut builder = RobotBuilder::new("universal").gravity(vec3(0.0, 0.0, -9.81));
    let here = Transform::identity();
    let joint = |name, axis| Joint::new(name, JointKind::Continuous, here, axis);
    builder = builder.joint("base", joint("x", vec3(1.0, 0.0, 0.0)), Link::massless("cross"));
    let arm = Link::new("arm", body(2.0, [0.01, 0.02, 0.02]));
    let robot = builder.joint("cross", joint("y", vec3(0.0, 1.0, 0.0)), arm).build().unwrap();
    assert_eq!(found(&robot, "cross", "inertial-missing").severity, Severity::Info);
}

#[test]
fn a_speed_of_a_power_of_ten_is_no_limit_rather_than_degrees() {
    let robot = with_joint(|j| j.limits.velocity = 1000.0);
    assert_eq!(found(&robot, "j1", "angle-unit").severity, Severity::Info);
}

#[test]
fn limits_that_are_all_zero_are_one_finding() {
    let zero = Limits { lower: 0.0, upper: 0.0, velocity: 0.0, acceleration: 0.0, effort: 0.0 };
    let findings = examine(&with_joint(|j| j.limits = zero));
    assert_eq!(findings.iter().map(|f| f.code).collect::<Vec<_>>(), ["limits-empty"]);
}

#[test]
fn origins_in_millimetres_are_recognised() {
    let robot = with_joint(|j| j.origin = Transform::translation(400.0, 0.0, 0.0));
    let finding = found(&robot, "j1", "length-unit");
    assert_eq!(finding.severity, Severity::Error);
    assert!(finding.fix.contains("(0.4, 0, 0) m"), "{}", finding.fix);
}

#[test]
fn angles_in_degrees_are_recognised() {
    let robot = with_joint(|j| (j.limits.lower, j.limits.upper) = (-180.0, 180.0));
    assert!(found(&robot, "j1", "angle-unit").fix.contains("-3.142 and 3.142 rad"));
    let robot = with_joint(|j| j.limits.velocity = 180.0);
    assert!(found(&robot, "j1", "angle-unit").fix.contains("3.142 rad/s"));
}

#[test]
fn reversed_limits_are_an_error_and_swapped_by_the_fix() {
    let robot = with_joint(|j| (j.limits.lower, j.limits.upper) = (1.0, -1.5));
    let finding = found(&robot, "j1", "limits-reversed");
    assert_eq!(finding.severity, Severity::Error);
    assert_eq!(finding.fix, "lower -1.5 and upper 1 rad");
}

#[test]
fn limits_without_room_or_power_are_seen() {
    found(&with_joint(|j| (j.limits.lower, j.limits.upper) = (0.0, 0.0)), "j1", "limits-empty");
    let of = |change: fn(&mut Limits), code| {
        found(&with_joint(|j| change(&mut j.limits)), "j1", code).severity
    };
    assert_eq!(of(|l| l.velocity = 0.0, "velocity-limit"), Severity::Warning);
    assert_eq!(of(|l| l.effort = -10.0, "effort-limit"), Severity::Error);
    assert_eq!(of(|l| l.acceleration = -1.0, "acceleration-limit"), Severity::Error);
}

#[test]
fn friction_and_rotors_that_feed_energy_are_errors() {
    found(
        &with_joint(|j| j.friction = Friction::linear(-0.1, 0.0, 0.0)),
        "j1",
        "friction-negative",
    );
    found(
        &with_joint(|j| j.friction = Friction::linear(0.0, -0.1, 0.0)),
        "j1",
        "friction-negative",
    );
    found(&with_joint(|j| j.rotor_inertia = -1e-3), "j1", "rotor-negative");
}

#[test]
fn copied_inertials_are_mentioned_once() {
    let robot = arm(|_, _, link| link.inertia = Some(rod(2.0)));
    let copied: Vec<_> =
        examine(&robot).into_iter().filter(|f| f.code == "inertial-copied").collect();
    assert_eq!(copied.len(), 1);
    assert_eq!((copied[0].severity, copied[0].subject.as_str()), (Severity::Info, "l0"));
    assert!(copied[0].message.contains("`l1`"));
}

#[test]
fn gravity_in_another_unit_is_recognised() {
    let under = |z: f64| arm_under(vec3(0.0, 0.0, z), |_, _, _| {});
    assert!(found(&under(-9810.0), "patient", "gravity-odd").fix.contains("(0, 0, -9.81)"));
    assert!(found(&under(-981.0), "patient", "gravity-odd").fix.contains("cm/s²"));
    assert_eq!(found(&under(0.0), "patient", "gravity-odd").severity, Severity::Info);
    assert_eq!(found(&under(-1.0), "patient", "gravity-odd").severity, Severity::Warning);
}

#[test]
fn any_finite_robot_is_examined_without_panic() {
    for value in [0.0, -0.0, 1e-300, -1e-300, 1e300, -1e300, f64::MIN_POSITIVE] {
        let robot = arm(|_, joint, link| {
            let all = Sym3::from([value; 6]);
            link.inertia =
                Some(Inertia { mass: value, first: vec3(value, 1.0, value), tensor: all });
            link.extent = Some(value);
            joint.origin = Transform::translation(value, value, 0.0);
            joint.rotor_inertia = value;
        });
        examine(&robot);
    }
}
