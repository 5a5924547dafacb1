//! Every mistake in a TOML description is named, placed and answered.

use super::{refused, toml};

const HEAD: &str = "name = \"r\"\n[[joint]]\nname = \"j\"\nkind = \"revolute\"\n";

#[track_caller]
fn expect(text: &str, error: &str, hint: &str) {
    let (found, found_hint) = refused(toml(text));
    assert_eq!(found, error);
    assert!(found_hint.contains(hint), "hint: {found_hint}");
}

/// A good joint with one more line, line 5.
#[track_caller]
fn expect_in_joint(line: &str, error: &str, hint: &str) {
    expect(&format!("{HEAD}{line}\n"), error, hint);
}

#[test]
fn unknown_keys_suggest_the_nearest_known_one() {
    expect_in_joint("axes = [0, 0, 1]", "5:1: unknown key `axes` in joint `j`", "`axis`?");
    expect_in_joint(
        "limits = { lower = 0, uper = 1 }",
        "5:23: unknown key `uper` in the limits of joint `j`",
        "`upper`?",
    );
    expect_in_joint(
        "[joint.link]\nmas = 1",
        "6:1: unknown key `mas` in the link of joint `j`",
        "`mass`?",
    );
    expect("nam = \"r\"", "1:1: unknown key `nam` in the robot", "`name`?");
    expect(
        "name = \"r\"\n[[motor]]\nlink = \"x\"",
        "2:3: unknown key `motor` in the robot",
        "name, description",
    );
    expect_in_joint(
        "link = { mass = 1, inertia = { xx = 1, yy = 1, zz = 1, moment = 1 } }",
        "5:56: unknown key `moment` in `inertia`",
        "known keys: xx, xy",
    );
}

#[test]
fn wrong_types_say_what_they_must_be() {
    expect_in_joint(
        "axis = \"z\"",
        "5:8: `axis` of joint `j` must be an array, not string",
        "array",
    );
    expect_in_joint(
        "axis = [0, 1]",
        "5:8: `axis` of joint `j` has 2 entries instead of 3",
        "give 3",
    );
    expect_in_joint(
        "axis = [0, 0, true]",
        "5:15: `axis` of joint `j` must be a number, not boolean",
        "number",
    );
    expect_in_joint("link = 1", "5:8: `link` of joint `j` must be a table, not integer", "table");
    expect("name = 3", "1:8: `name` of the robot must be a string, not integer", "string");
    expect(
        "name = \"r\"\njoint = 3",
        "2:9: `joint` of the robot must be an array of tables: [[joint]], not integer",
        "[[joint]]",
    );
    expect(
        "name = \"r\"\njoint = [3]",
        "2:10: `joint` of the robot must be an array of tables: [[joint]], not integer",
        "[[joint]]",
    );
}

#[test]
fn numbers_must_be_finite_where_infinity_makes_no_sense() {
    for word in ["nan", "inf", "1e999", "-1e61"] {
        expect_in_joint(
            &format!("rotor_inertia = {word}"),
            &format!("5:17: `rotor_inertia` of joint `j`: `{word}` is not a usable number"),
            "finite",
        );
    }
    expect_in_joint(
        "limits = { lower = nan }",
        "5:20: `lower` of the limits of joint `j`: `nan` is not a usable number",
        "finite",
    );
    let unlimited = toml(&format!("{HEAD}limits = {{ lower = -inf, upper = inf }}")).unwrap();
    assert_eq!(unlimited.robot.joints()[0].limits.upper, f64::INFINITY);
}

#[test]
fn what_is_missing_is_named() {
    expect("", "1:1: the robot has no `name`", "add `name`");
    expect(
        "name = \"r\"",
        "1:1: robot `r` has no joints; it needs at least one link on the base",
        "add a joint",
    );
    expect("name = \"r\"\n[[joint]]\n", "2:1: joint 1 has no `name`", "add `name`");
    expect(
        "name = \"r\"\n[[joint]]\nname = \"j\"",
        "2:1: joint `j` has no `kind`",
        "revolute, continuous",
    );
    expect_in_joint(
        "link = { center = [0, 0, 0] }",
        "5:8: the link of joint `j` has no `mass`",
        "a number",
    );
    expect_in_joint(
        "dh = { a = 1 }",
        "5:6: the row does not say which convention it follows",
        "dh = ",
    );
}

#[test]
fn contradictions_are_refused() {
    expect_in_joint(
        "dh = {}\norigin = {}",
        "6:10: joint `j` has both `dh` and `origin`",
        "one of the two",
    );
    expect_in_joint(
        "origin = { rpy = [0, 0, 0], rotation = [[1, 0, 0], [0, 1, 0], [0, 0, 1]] }",
        "5:40: the origin of joint `j` has both `rpy` and `rotation`",
        "one of the two",
    );
    expect_in_joint(
        "offset = 1\ndh = { convention = \"standard\", offset = 1 }",
        "5:10: joint `j` has an `offset`, and so has its DH row",
        "one of the two",
    );
    expect_in_joint(
        "axis = [0, 0, 1]\ndh = { convention = \"modified\" }",
        "5:8: joint `j` has a DH row, whose axis is always z",
        "delete `axis`",
    );
    expect(
        &HEAD.replace("revolute", "fixed").replace("kind", "offset = 1\nkind"),
        "4:10: joint `j` is fixed and has no variable to offset",
        "origin",
    );
    expect(
        &format!("{}limits = {{ upper = 1 }}", HEAD.replace("revolute", "continuous")),
        "5:20: joint `j` turns without end and cannot have `upper`",
        "revolute",
    );
    expect_in_joint(
        "link = { mass = 0, first_moment = [1, 0, 0], inertia = { xx = 1, yy = 1, zz = 1 } }",
        "5:35: without mass, a first moment has no centre of mass",
        "inertia_at_origin",
    );
}

#[test]
fn matrices_that_are_not_rotations_are_refused() {
    for matrix in ["[[1, 0, 0], [0, 1, 0], [0, 0, -1]]", "[[1, 0, 0], [0, 0.99, 0], [0, 0, 1]]"] {
        expect_in_joint(
            &format!("origin = {{ rotation = {matrix} }}"),
            "5:23: `rotation` of the origin of joint `j` is not a rotation matrix",
            "rpy",
        );
    }
    expect_in_joint(
        "origin = { rotation = [[1, 0, 0]] }",
        "5:23: `rotation` of the origin of joint `j` must have three rows of three",
        "[[",
    );
}

#[test]
fn words_are_chosen_from_a_list() {
    expect(
        "name = \"r\"\n[[joint]]\nname = \"j\"\nkind = \"hinge\"",
        "4:8: `kind` of joint `j` cannot be `hinge`",
        "revolute, continuous, prismatic, fixed",
    );
    expect("name = \"r\"\ndh = \"craig\"", "2:6: `dh` of the robot cannot be `craig`", "modified");
}

#[test]
fn links_are_described_before_what_hangs_on_them() {
    expect_in_joint(
        "parent = \"link2\"",
        "5:10: there is no link `link2` above this place",
        "before what hangs on it",
    );
    let frame =
        format!("{HEAD}link = {{ name = \"hand\" }}\n[[frame]]\nname = \"f\"\nlink = \"band\"");
    expect(&frame, "8:8: there is no link `band` above this place", "did you mean `hand`?");
}

#[test]
fn names_are_unique() {
    let twice = format!("{HEAD}{}", HEAD.replace("name = \"r\"\n", ""));
    expect(&twice, "6:8: joint `j` is declared twice, first in line 3", "of its own");
    expect_in_joint(
        "link = { name = \"base\" }",
        "5:17: link or frame `base` is declared twice, first in line 1",
        "of its own",
    );
    let frame = format!("{HEAD}[[frame]]\nname = \"link1\"\n");
    expect(&frame, "6:8: link or frame `link1` is declared twice, first in line 2", "of its own");
}

#[test]
fn tools_and_base_parameters_are_checked() {
    let text = format!("tool = \"hand\"\n{HEAD}");
    expect(&text, "1:8: the parent link `hand` of `tool` does not exist", "letter by letter");
    let text =
        format!("{HEAD}[[base_parameter]]\nname = \"p\"\ncombination = {{ \"link1.izz\" = 1 }}");
    let (error, _) = refused(toml(&text));
    assert_eq!(
        error,
        "6:8: parameter `p` uses `link1.izz`, which is not a parameter of this robot; \
         did you mean `link1.Izz`?"
    );
}

#[test]
fn syntax_errors_are_placed() {
    let (error, hint) = refused(toml("name = \"r\"\naxis = [0, 0\n"));
    assert!(error.starts_with("2:13: this is not well-formed TOML: unclosed array"), "{error}");
    assert!(hint.contains("robot-format.md"));
    let (error, _) = refused(toml("name = \"r\"\nname = \"s\"\n"));
    assert!(error.starts_with("2:1: this is not well-formed TOML: duplicate key"), "{error}");
}
