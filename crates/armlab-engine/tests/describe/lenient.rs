//! What other programs read although it is not quite right.

use crate::{noted, refused, urdf};
use armlab_engine::robot::describe::{Base, ReadOptions, edit_urdf, read_urdf};

const ARM: &str = r#"<robot name="r"><link name="a"/>
<link name="b"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1"/></inertial></link>
<joint name="j" type="continuous"><parent link="a"/><child link="b"/></joint>"#;

#[test]
fn texts_that_are_not_quite_xml_are_read_with_a_note() {
    let arm = |more: &str| format!("{ARM}{more}</robot>");
    let texts = [
        format!("\n\n<?xml version=\"1.0\"?>\n{}", arm("")),
        arm("<!-- two -- hyphens --->"),
        arm("<gazebo:plugin sensor:type=\"x\"/>"),
        arm("<gazebo a=\"1\" a=\"2\"/>"),
        arm("<gazebo>R & D</gazebo>"),
        format!("{} trailing <b/>", arm("")),
    ];
    for text in texts {
        let read = urdf(&text).unwrap_or_else(|e| panic!("{e}\n{text}"));
        assert_eq!(read.robot.dofs(), 1);
        let first = read.notes.first().map(|n| n.message.clone()).unwrap_or_default();
        assert!(first.contains("not well-formed XML"), "{first}\n{text}");
        // The text is kept byte for byte but for what is replaced.
        let mut values = read.robot.parameter_values();
        values[0] = 2.0;
        let heavier = read.robot.with_parameter_values(&values).unwrap();
        let edited = edit_urdf(&text, &heavier).unwrap().text;
        assert_eq!(urdf(&edited).unwrap().robot.parameter_values()[0], 2.0, "{edited}");
    }
}

#[test]
fn a_prefix_makes_another_element_of_a_joint() {
    for declared in ["xmlns:drake=\"http://drake.mit.edu\"", ""] {
        let text = format!(
            "{}<drake:joint name=\"k\" type=\"ball\"><parent link=\"b\"/></drake:joint></robot>",
            ARM.replace("<robot ", &format!("<robot {declared} "))
        );
        assert_eq!(urdf(&text).unwrap().robot.dofs(), 1);
        let notes = noted(urdf(&text));
        assert!(notes.iter().any(|n| n.contains("joint> `k` is ignored")), "{notes:?}");
    }
}

#[test]
fn what_xacro_left_behind_and_empty_names_are_passed_over() {
    let text = format!("{ARM}<xacro:leftover/></robot>").replace("name=\"r\"", "name=\"\"");
    let read = urdf(&text).unwrap();
    assert_eq!((read.robot.name(), read.robot.dofs()), ("robot", 1));
}

#[test]
fn the_world_need_not_be_declared() {
    let text = format!(
        "{ARM}<joint name=\"w\" type=\"fixed\"><parent link=\"world\"/><child link=\"a\"/>\
         </joint></robot>"
    );
    let robot = urdf(&text).unwrap().robot;
    assert_eq!(robot.base().name, "world");
    assert_eq!(robot.frames()[0].name, "a");
}

#[test]
fn floating_joints_are_refused_by_name_or_welded() {
    let text = format!(
        "{ARM}<link name=\"w\"/><joint name=\"free\" type=\"floating\"><parent link=\"w\"/>\
         <child link=\"a\"/><origin xyz=\"0 0 1\"/></joint></robot>"
    );
    let (error, hint) = refused(urdf(&text));
    assert!(error.contains("joint `free` is floating"), "{error}");
    assert!(hint.contains("--base fixed"), "{hint}");
    let options = ReadOptions { base: Base::Fixed, ..ReadOptions::default() };
    let read = read_urdf(&text, "r", &options).unwrap();
    assert_eq!(read.robot.joints()[0].origin.translation.z, 1.0);
    assert!(read.notes[0].message.contains("joint `free` is welded"), "{:?}", read.notes);
}
