//! A corrected URDF is the user's file with other inertials and friction, and nothing else.

use super::MERGE;
use armlab_engine::friction::Friction;
use armlab_engine::robot::Robot;
use armlab_engine::robot::describe::{edit_urdf, read_urdf, updated_urdf, write_urdf};

/// An arm with everything that identification does not touch.
const ARM: &str = r#"<?xml version="1.0"?>
<!-- made by hand -->
<robot name="arm" xmlns:custom="http://example.org">
  <material name="grey"><color rgba="0.5 0.5 0.5 1"/></material>
  <link name="world"/>
  <link name="shoulder">
    <visual><geometry><mesh filename="package://arm/shoulder.dae" scale="0.001 0.001 0.001"/></geometry></visual>
    <inertial>
	<!-- from CAD -->
        <mass value="4.0"/>
        <origin rpy="0.3 0 0" xyz="0 0 0.1"/>
        <inertia ixx="0.04" ixy="0" ixz="0" iyy="0.05" iyz="0" izz="0.02"/>
    </inertial>
    <collision><geometry><cylinder radius="0.06" length="0.3"/></geometry></collision>
  </link>
  <link name="elbow"><inertial><mass value="2"/><inertia ixx="0.02" ixy="0" ixz="0" iyy="0.02" iyz="0" izz="0.01"/></inertial></link>
  <link name="wrist">
    <visual>
      <geometry><box size="0.1 0.1 0.1"/></geometry>
    </visual>
  </link>
  <link name='flange' />
  <link name="tool">
    <inertial>
      <mass value="0.5"/>
      <inertia ixx="0.001" ixy="0" ixz="0" iyy="0.001" iyz="0" izz="0.001"/>
    </inertial>
  </link>
  <joint name="j0" type="fixed"><parent link="world"/><child link="base"/></joint>
  <link name="base"/>
  <joint name="j1" type="revolute">
    <parent link="base"/><child link="shoulder"/>
    <axis xyz="0 0 1"/>
    <limit lower="-3" upper="3" effort="100" velocity="2"/>
    <dynamics damping="0.7" friction="0.0" custom:spring="3"/>
    <safety_controller soft_lower_limit="-2.9" k_velocity="10"/>
  </joint>
  <joint name="j2" type="revolute">
    <parent link="shoulder"/><child link="elbow"/>
    <origin xyz="0 0 0.3" rpy="1.5707963 0 0"/>
    <axis xyz="0 0 1"/>
    <limit lower="-2" upper="2" effort="60" velocity="2"/>
  </joint>
  <joint name="j3" type="continuous"><parent link="elbow"/><child link="wrist"/><origin xyz="0.4 0 0"/><axis xyz="0 1 0"/></joint>
  <joint name="j4" type="fixed"><parent link="wrist"/><child link="flange"/><origin xyz="0 0 0.1"/></joint>
  <joint name="j5" type="fixed"><parent link="flange"/><child link="tool"/><origin xyz="0 0 0.05" rpy="0 0 0.5"/></joint>
  <transmission name="t1"><type>transmission_interface/SimpleTransmission</type>
    <joint name="j1"><hardwareInterface>EffortJointInterface</hardwareInterface></joint>
  </transmission>
  <gazebo reference="elbow"><mu1>0.2</mu1></gazebo>
</robot>
"#;

fn read(text: &str) -> Robot {
    read_urdf(text, "arm", &MERGE).unwrap_or_else(|e| panic!("{e}\n{text}")).robot
}

/// The text without `<inertial>` and `<dynamics>` elements and the white space before them.
fn without_edited(text: &str) -> String {
    let mut out = text.to_string();
    for tag in ["inertial", "dynamics"] {
        while let Some(start) = out.find(&format!("<{tag}")) {
            let rest = &out[start..];
            let closed = format!("</{tag}>");
            let empty = rest.find('>').filter(|&i| rest[..i].ends_with('/'));
            let end = empty.map_or_else(|| rest.find(&closed).unwrap() + closed.len(), |i| i + 1);
            let from = out[..start].trim_end().len();
            out.replace_range(from..start + end, "");
        }
    }
    out
}

/// The robot with all inertials and frictions changed.
fn changed(robot: &Robot) -> Robot {
    let links = 10 * robot.links().len();
    let mut values = robot.parameter_values();
    for (k, link) in values[..links].chunks_mut(10).enumerate() {
        let grown = 1.1 + 0.1 * k as f64;
        link.iter_mut().for_each(|x| *x *= grown);
        if link[0] == 0.0 {
            link.copy_from_slice(&[1.0, 0.1, 0.0, 0.0, 0.05, 0.0, 0.06, 0.0, 0.0, 0.07]);
        }
    }
    values[links..].copy_from_slice(&[0.1, 0.0, 0.02]);
    let friction = [("j1", 1.0, 2.0, 0.0), ("j2", 0.5, 0.0, 0.0), ("j3", 0.0, 0.3, -0.1)]
        .map(|(name, v, c, o)| (name.to_string(), Friction::linear(v, c, o)));
    robot.with_parameter_values(&values).unwrap().with_friction(&friction).unwrap()
}

fn largest_difference(a: &Robot, b: &Robot) -> f64 {
    let pairs = a.parameter_values().into_iter().zip(b.parameter_values());
    pairs.map(|(x, y)| (x - y).abs()).fold(0.0, f64::max)
}

#[test]
fn only_inertials_and_dynamics_differ_and_the_file_reads_as_the_same_robot() {
    let robot = changed(&read(ARM));
    let edited = updated_urdf(&robot);
    assert_eq!(without_edited(&edited.text), without_edited(ARM), "{}", edited.text);
    let again = read(&edited.text);
    assert!(largest_difference(&robot, &again) < 1e-14, "{}", edited.text);
    for (a, b) in robot.joints().iter().zip(again.joints()) {
        assert_eq!((&a.name, a.limits, &a.friction), (&b.name, b.limits, &b.friction));
    }
    assert!(
        edited.notes.iter().any(|n| n.contains("rotor inertia (j1, j3)")),
        "{:?}",
        edited.notes
    );
    assert!(edited.text.contains("custom:spring=\"3\""));
}

#[test]
fn a_robot_that_did_not_change_gives_back_the_file_byte_for_byte() {
    assert_eq!(updated_urdf(&read(ARM)).text, ARM);
    let windows = ARM.replace('\n', "\r\n");
    assert_eq!(updated_urdf(&read(&windows)).text, windows);
    let edited = updated_urdf(&changed(&read(&windows))).text;
    assert!(!edited.replace("\r\n", "").contains('\n'), "line ends are kept");
}

#[test]
fn merged_links_that_would_be_impossible_give_up_their_inertials() {
    let robot = read(ARM);
    let (links, mut values) = (10 * robot.links().len(), robot.parameter_values());
    // The wrist group weighs less than the tool that the file hangs on it.
    let light = [0.2, 0.0, 0.0, 0.03, 0.006, 0.0, 0.006, 0.0, 0.0, 0.0004];
    values[links - 10..links].copy_from_slice(&light);
    let heavier = ARM.replace(
        "<visual>\n      <geometry><box",
        "<inertial><mass value=\"1\"/><inertia ixx=\"0.1\" ixy=\"0\" ixz=\"0\" iyy=\"0.1\" iyz=\"0\" izz=\"0.1\"/></inertial>\n    <visual>\n      <geometry><box",
    );
    let robot = read(&heavier).with_parameter_values(&values).unwrap();
    let edited = edit_urdf(&heavier, &robot).unwrap().text;
    assert!(largest_difference(&robot, &read(&edited)) < 1e-14);
    assert!(!edited.contains("<mass value=\"0.5\"/>"), "{edited}");
}

#[test]
fn no_written_file_has_a_number_that_stands_for_infinity_and_is_none() {
    for name in armlab_engine::robot::library::names() {
        let robot = Robot::builtin(name).unwrap();
        let text = write_urdf(&robot);
        assert!(!text.contains("e308"), "{name}");
        let again = read(&text);
        for (a, b) in robot.joints().iter().zip(again.joints()) {
            assert_eq!(a.limits, b.limits, "{name}");
        }
    }
}

#[test]
fn laws_that_urdf_has_no_words_for_are_kept_and_named() {
    let robot = read(ARM);
    let law =
        Friction::of("stribeck", &[("coulomb", 1.0), ("static", 2.0), ("stribeck_speed", 0.1)]);
    let robot = robot.with_friction(&[("j2".into(), law.unwrap())]).unwrap();
    let edited = updated_urdf(&robot);
    assert_eq!(read(&edited.text).joints()[1].friction, robot.joints()[1].friction);
    assert!(edited.notes[0].contains("`stribeck`") && edited.notes[0].contains("TOML"));
    // Edited again, the laws give way to plain friction.
    let plain = read(&edited.text).with_friction(&[("j2".into(), Friction::linear(1.0, 0.0, 0.0))]);
    let plain = plain.unwrap();
    assert_eq!(read(&updated_urdf(&plain).text).joints()[1].friction, plain.joints()[1].friction);
}
