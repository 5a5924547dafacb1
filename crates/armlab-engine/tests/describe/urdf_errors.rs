//! Every mistake in a URDF is named, placed and answered with a hint.

use super::{refused, urdf};

/// A robot of two links, with `joint` in line 3 and `rest` from line 4 on.
fn with(joint: &str, rest: &str) -> String {
    format!("<robot name=\"r\">\n<link name=\"a\"/><link name=\"b\"/>\n{joint}\n{rest}</robot>")
}

const ENDS: &str = r#"<parent link="a"/><child link="b"/>"#;

fn hinge(inside: &str) -> String {
    with(&format!("<joint name=\"j\" type=\"continuous\">{ENDS}{inside}</joint>"), "")
}

#[track_caller]
fn expect(text: &str, error: &str, hint: &str) {
    let (found, found_hint) = refused(urdf(text));
    assert_eq!(found, error);
    assert!(found_hint.contains(hint), "hint: {found_hint}");
}

#[test]
fn numbers_that_are_none_are_placed_to_the_token() {
    expect(
        &hinge("<origin xyz=\"0 zero 0\"/>"),
        "3:85: `xyz` of <origin>: `zero` is not a number",
        "SI units",
    );
    expect(
        &hinge("<origin rpy=\"0 0\"/>"),
        "3:83: `rpy` of <origin> has 2 numbers instead of 3",
        "spaces",
    );
    for word in ["nan", "inf", "1e999", "-1e61"] {
        expect(
            &hinge(&format!("<origin xyz=\"0 0 {word}\"/>")),
            &format!("3:87: `xyz` of <origin>: `{word}` is not a usable number"),
            "SI units",
        );
    }
    expect(
        &hinge("<limit effort=\"nan\" velocity=\"1\"/>"),
        "3:85: `effort` of <limit>: `nan` is not a usable number",
        "SI units",
    );
    expect(
        &with("", "<link name=\"c\"><inertial><mass value=\"heavy\"/></inertial></link>"),
        "4:39: `value` of <mass>: `heavy` is not a number",
        "SI units",
    );
}

#[test]
fn joint_types_that_are_not_supported_say_what_to_write_instead() {
    let typed = |kind: &str| with(&format!("<joint name=\"j\" type=\"{kind}\">{ENDS}</joint>"), "");
    let error =
        |kind: &str| format!("3:23: joint `j` is {kind}, which armlab has no coordinates for");
    expect(&typed("floating"), &error("floating"), "--base fixed welds it");
    expect(&typed("planar"), &error("planar"), "two prismatic joints and a revolute");
    expect(
        &typed("hinge"),
        "3:23: joint `j` is of unknown type `hinge`",
        "revolute, continuous, prismatic and fixed",
    );
    expect(
        &with(&format!("<joint name=\"j\">{ENDS}</joint>"), ""),
        "3:1: <joint> has no attribute `type`",
        "type=",
    );
}

#[test]
fn links_that_do_not_exist_suggest_the_nearest() {
    let text = r#"<robot name="r">
<link name="upper_arm"/><link name="base"/>
<joint name="j" type="continuous"><parent link="base"/>
    <child link="uper_arm"/></joint></robot>"#;
    expect(text, "4:18: there is no link `uper_arm`", "did you mean `upper_arm`?");
}

#[test]
fn trees_that_are_none_are_refused() {
    expect("<robot name=\"r\"></robot>", "1:1: the robot has no links", "<link");
    expect(
        "<robot name=\"r\">\n<link name=\"a\"/></robot>",
        "1:1: robot `r` has no joints; it needs at least one link on the base",
        "add a joint",
    );
    let joint = |name: &str, parent: &str, child: &str| {
        format!(
            "<joint name=\"{name}\" type=\"continuous\"><parent link=\"{parent}\"/>\
             <child link=\"{child}\"/></joint>\n"
        )
    };
    expect(
        &with("<link name=\"c\"/>", &joint("j", "a", "b")),
        "3:1: link `c` hangs on nothing, and so does `a`; a robot has one root",
        "connect `c` by a joint",
    );
    expect(
        &with(&joint("j", "a", "b"), &joint("k", "b", "a")),
        "3:1: the joints form a ring: every link has a parent",
        "the base",
    );
    let ring = joint("j", "b", "c") + &joint("k", "c", "b");
    expect(
        &with("<link name=\"c\"/>", &ring),
        "2:17: link `b` is its own ancestor",
        "may not close on itself",
    );
    expect(
        &with(&joint("j", "a", "b"), &joint("k", "a", "b")),
        "5:66: link `b` already hangs on joint `j` (line 3)",
        "one joint",
    );
}

#[test]
fn names_are_unique_present_and_short() {
    expect(
        "<robot name=\"r\">\n<link name=\"a\"/>\n<link name=\"a\"/></robot>",
        "3:1: link or frame `a` is declared twice, first in line 2",
        "name of its own",
    );
    let joint = format!("<joint name=\"j\" type=\"continuous\">{ENDS}</joint>");
    expect(
        &with(&joint, &joint),
        "4:1: joint `j` is declared twice, first in line 3",
        "name of its own",
    );
    expect("<robot name=\"r\"><link/></robot>", "1:17: <link> has no attribute `name`", "name=");
    expect(
        "<robot name=\"r\"><link name=\"\"/>\n<link name=\"\"/></robot>",
        "2:1: link or frame `unnamed` is declared twice, first in line 1",
        "of its own",
    );
    let long = format!("<robot name=\"r\"><link name=\"{}\"/></robot>", "x".repeat(300));
    expect(&long, "1:29: a link has a name of 300 bytes", "255");
}

#[test]
fn joints_need_both_ends_and_an_axis() {
    expect(
        &with("<joint name=\"j\" type=\"fixed\"><parent link=\"a\"/></joint>", ""),
        "3:1: joint `j` has no <child>",
        "<child link=",
    );
    expect(&hinge("<axis xyz=\"0 0 0\"/>"), "3:81: joint `j` has an axis of length zero", "0 0 1");
    expect(
        &hinge("<axis xyz=\"0 0 1e-320\"/>"),
        "3:81: joint `j` has an axis of length zero",
        "0 0 1",
    );
}

#[test]
fn inertials_need_a_mass() {
    expect(
        &with("", "<link name=\"c\"><inertial/></link>"),
        "4:16: <inertial> has no <mass>",
        "kilograms",
    );
}

#[test]
fn what_is_not_urdf_at_all_is_recognised() {
    expect("<mujoco/>", "1:1: the root element is <mujoco>, not <robot>", "URDF");
    let (error, _) = refused(urdf("<robot name=\"r\">\n<link></robot>"));
    assert!(error.starts_with("2:7: this is not well-formed XML: expected 'link' tag"), "{error}");
    let (error, hint) = refused(urdf("<robot name=\"r\">\n<link name=\"a\"/>\n"));
    assert!(error.starts_with("3:1: this is not well-formed XML"), "{error}");
    assert!(hint.contains("complete"));
    assert!(refused(urdf("")).0.starts_with("1:1: this is not well-formed XML"));
    expect(
        "<!DOCTYPE robot><robot name='r'/>",
        "1:1: document type declarations are not read",
        "DOCTYPE",
    );
}

#[test]
fn the_tool_and_base_parameters_of_the_extension_are_checked() {
    let joint = format!("<joint name=\"j\" type=\"continuous\">{ENDS}</joint>");
    expect(
        &with(&joint, "<armlab tool=\"hand\"/>"),
        "4:15: the parent link `hand` of `tool` does not exist",
        "letter by letter",
    );
    let parameter = "<armlab><base_parameter name=\"p\">\
                     <term parameter=\"b.Izx\" factor=\"1\"/></base_parameter></armlab>";
    let (error, _) = refused(urdf(&with(&joint, parameter)));
    assert_eq!(
        error,
        "4:9: parameter `p` uses `b.Izx`, which is not a parameter of this robot; \
         did you mean `b.Ixx`?"
    );
}

#[test]
fn an_error_reads_like_a_compilers() {
    let error = urdf("<mujoco/>").unwrap_err();
    assert_eq!(
        error.to_string(),
        "robot.urdf:1:1: the root element is <mujoco>, not <robot>\n\
         hint: URDF is one <robot> element; MJCF has <mujoco>, SDF has <sdf>"
    );
}

#[test]
fn columns_count_characters_not_bytes() {
    let text = "<robot name=\"漢字\"><link name=\"é\"/><link/></robot>";
    expect(text, "1:34: <link> has no attribute `name`", "name=");
}
