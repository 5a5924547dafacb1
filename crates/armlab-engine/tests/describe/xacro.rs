//! xacro: what is expanded and what is refused. `peers/test_descriptions.py` compares with the
//! program `xacro` element by element.

use crate::{MERGE, refused};
use armlab_engine::robot::describe::{ReadOptions, read_file, read_text};

fn wrapped(inner: &str) -> String {
    format!("<robot name=\"r\" xmlns:xacro=\"http://www.ros.org/wiki/xacro\">{inner}</robot>")
}

/// A robot whose one joint stands at the value of an expression.
fn at(before: &str, value: &str) -> f64 {
    let text = wrapped(&format!(
        "{before}<link name=\"a\"/><link name=\"b\"/><joint name=\"j\" type=\"continuous\">\
         <parent link=\"a\"/><child link=\"b\"/><origin xyz=\"{value} 0 0\"/></joint>"
    ));
    let read = read_text(&text, "r.xacro", &MERGE).unwrap_or_else(|e| panic!("{e}\n{text}"));
    read.robot.joints()[0].origin.translation.x
}

#[test]
fn expressions_have_the_values_that_python_gives_them() {
    let property =
        |name: &str, value: &str| format!("<xacro:property name=\"{name}\" value=\"{value}\"/>");
    let head = [
        property("w", "0.5"),
        property("twice", "${2*w}"),
        property("list", "${[1, 2.5, 'x']}"),
        property("name", "arm_1"),
    ]
    .concat();
    for (expression, value) in [
        ("${twice}", 1.0),
        ("${1 + 2 * 3 ** 2}", 19.0),
        ("${-2 ** 2}", -4.0),
        ("${7 // 2 - -7 // 2}", 7.0),
        ("${-7 % 3}", 2.0),
        ("${7 / 2}", 3.5),
        ("${pi / 2 - radians(90)}", 0.0),
        ("${sin(pi/6)}", 0.5),
        ("${3 if name == 'arm_1' else 4}", 3.0),
        ("${list[1] + list[-3]}", 3.5),
        ("${len(name) + len(list)}", 8.0),
        ("${1 if 'arm' in name and not w > 1 else 0}", 1.0),
        ("${max(1, 4, 2) + min([3, 5])}", 7.0),
        ("${int(name.split('_')[1]) + 1}", 2.0),
        ("${sum([x * x for x in range(4) if x != 2])}", 10.0),
        ("${math.sqrt(16)}", 4.0),
        ("${1 if 0 &lt; w &lt;= 0.5 else 0}", 1.0),
    ] {
        let got = at(&head, expression);
        assert!((got - value).abs() < 1e-15, "{expression}: {got}");
    }
}

#[test]
fn macros_take_parameters_defaults_and_blocks() {
    let text = wrapped(
        "<xacro:property name=\"side\" value=\"left\"/>\
         <xacro:macro name=\"part\" params=\"n parent:=base *where **more side:=^ z:=^|0.25\">\
         <link name=\"${side}_${n}\"><xacro:insert_block name=\"more\"/></link>\
         <joint name=\"j${n}\" type=\"prismatic\"><parent link=\"${parent}\"/>\
         <child link=\"${side}_${n}\"/><xacro:insert_block name=\"where\"/>\
         <axis xyz=\"0 0 ${z}\"/><limit lower=\"-${n}\" upper=\"${n + 1}\" effort=\"1\" velocity=\"1\"/>\
         </joint></xacro:macro><link name=\"base\"/>\
         <xacro:part n=\"1\"><origin xyz=\"1 0 0\"/><m><inertial><mass value=\"3\"/></inertial></m></xacro:part>\
         <xacro:if value=\"${side == 'left'}\"><xacro:part n=\"2\" parent=\"left_1\" z=\"2\">\
         <origin xyz=\"2 0 0\"/><m/></xacro:part></xacro:if>\
         <xacro:unless value=\"true\"><nonsense/></xacro:unless>",
    );
    let robot = read_text(&text, "r.xacro", &MERGE).unwrap_or_else(|e| panic!("{e}")).robot;
    let names: Vec<&str> = robot.links().iter().map(|l| l.name.as_str()).collect();
    assert_eq!(names, ["left_1", "left_2"]);
    assert_eq!(robot.links()[0].inertia.unwrap().mass, 3.0);
    assert_eq!(robot.joints()[1].origin.translation.x, 2.0);
    assert_eq!([robot.joints()[1].limits.lower, robot.joints()[1].limits.upper], [-2.0, 3.0]);
}

#[test]
fn files_packages_arguments_and_yaml_are_found() {
    let root = std::env::temp_dir().join(format!("armlab-xacro-{}", std::process::id()));
    let folder = root.join("arm_description/urdf");
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::create_dir_all(root.join("arm_description/config")).unwrap();
    let yaml = "# sizes\nlinks:\n  - {length: 0.5, name: a}\n  - length: !degrees 180\n    name: b\n\
                limits: [1, 2.5]\n";
    std::fs::write(root.join("arm_description/config/sizes.yaml"), yaml).unwrap();
    let part = wrapped("<xacro:property name=\"inner\" value=\"$(arg size)\"/>");
    std::fs::write(folder.join("part.xacro"), part).unwrap();
    let main = wrapped(
        "<xacro:arg name=\"size\" default=\"1\"/><xacro:include filename=\"part.xacro\"/>\
         <xacro:include filename=\"part.xacro\" ns=\"space\"/>\
         <xacro:property name=\"file\" value=\"$(find arm_description)/config/sizes.yaml\"/>\
         <xacro:property name=\"c\" value=\"${xacro.load_yaml(file)}\"/>\
         <link name=\"o\"/><link name=\"p\"/><joint name=\"j\" type=\"continuous\"><parent link=\"o\"/>\
         <child link=\"p\"/><origin xyz=\"${inner + space.inner} ${c['links'][0]['length']} \
         ${c.links[1].length}\" rpy=\"${c.limits[1]} 0 0\"/></joint>",
    );
    let path = folder.join("arm.urdf.xacro");
    std::fs::write(&path, main).unwrap();
    let origin = |options: &ReadOptions| {
        let robot = read_file(&path, options).unwrap_or_else(|e| panic!("{e}")).robot;
        robot.joints()[0].origin.translation.to_array()
    };
    assert_eq!(origin(&MERGE), [2.0, 0.5, std::f64::consts::PI]);
    let arguments = vec![("size".to_string(), "4".to_string())];
    assert_eq!(origin(&ReadOptions { arguments, ..ReadOptions::default() })[0], 8.0);
    std::fs::remove_dir_all(&root).unwrap();
}

#[test]
fn what_is_missing_is_named() {
    for (inner, message) in [
        ("<a x=\"${y}\"/><xacro:if value=\"1\"/>", "`y` is not defined"),
        ("<a x=\"$(arg n)\"/><xacro:if value=\"1\"/>", "the argument `n` has no value"),
        (
            "<xacro:include filename=\"$(find no_such_package)/x\"/>",
            "`no_such_package` is not found",
        ),
        ("<xacro:thing/>", "there is no macro `xacro:thing`"),
        (
            "<xacro:property name=\"a\" value=\"${b}\"/><xacro:property name=\"b\" value=\"${a}\"/>\
          <x y=\"${a}\"/>",
            "uses itself",
        ),
        ("<xacro:macro name=\"m\" params=\"p\"/><xacro:m/>", "the call of macro `m` lacks `p`"),
        ("<xacro:macro name=\"m\"><xacro:m/></xacro:macro><xacro:m/>", "nested too deep"),
        ("<xacro:if value=\"maybe\"/>", "neither true nor false"),
        ("<xacro:property name=\"a\" value=\"${1 +}\"/><x y=\"${a}\"/>", "it ends too early"),
    ] {
        let (error, _) = refused(read_text(&wrapped(inner), "r.xacro", &MERGE));
        assert!(error.contains(message), "{error}");
    }
}
