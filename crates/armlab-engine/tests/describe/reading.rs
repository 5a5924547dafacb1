//! What good files say is what the robot is.

use super::{KEEP, link_poses, moved, noted, toml, urdf};
use armlab_engine::robot::describe::{Description, read, read_urdf, write_urdf};
use armlab_engine::robot::{JointKind, Limits, Purpose, Robot, Shape};
use armlab_engine::spatial::{Mat3, Transform, vec3};

const ARM: &str = r#"<?xml version="1.0"?>
<robot name="arm" version="1.0">
  <material name="grey"><color rgba=".5 .5 .5 1"/></material>
  <link name="tip"/>
  <link name="upper">
    <inertial>
      <origin xyz="0 0 .5" rpy="0 0 1.5707963267948966"/>
      <mass value="2"/>
      <inertia ixx="1" ixy="0" ixz="0" iyy="2" iyz="0" izz="3"/>
    </inertial>
    <visual>
      <geometry><mesh filename="package://nowhere/upper.stl" scale="1 1 -2"/></geometry>
    </visual>
    <collision>
      <origin xyz="0 0 .5"/><geometry><cylinder radius=".3" length="1.0"/></geometry>
    </collision>
  </link>
  <joint name="flange" type="fixed">
    <parent link="fore"/><child link="tip"/><origin xyz="0 0 .25"/>
  </joint>
  <link name="fore"/>
  <joint name="elbow" type="prismatic">
    <parent link="upper"/><child link="fore"/><origin xyz="0 0 1"/>
    <axis xyz="0 0 -2"/><limit lower="-1" upper="1" effort="5" velocity="6"/>
    <dynamics damping="0.7" friction="0.8"/>
  </joint>
  <link name="ground"/>
  <joint name="shoulder" type="continuous"><parent link="ground"/><child link="upper"/></joint>
</robot>"#;

#[test]
fn a_urdf_becomes_the_robot_it_describes() {
    let Description { robot, notes, .. } = urdf(ARM).unwrap();
    assert_eq!(notes, []);
    assert_eq!(robot.name(), "arm");
    assert_eq!(robot.base().name, "ground");
    assert_eq!(robot.gravity(), vec3(0.0, 0.0, -9.80665));
    let [shoulder, elbow] = robot.joints() else { panic!("{:?}", robot.joints()) };
    assert_eq!((shoulder.name.as_str(), shoulder.kind), ("shoulder", JointKind::Continuous));
    assert_eq!(shoulder.axis, vec3(1.0, 0.0, 0.0), "URDF's default axis is x");
    assert_eq!(shoulder.limits, Limits::default());
    assert_eq!((elbow.name.as_str(), elbow.parent), ("elbow", Some(0)));
    assert_eq!(elbow.axis, vec3(0.0, 0.0, -1.0));
    assert_eq!((elbow.limits.lower, elbow.limits.effort), (-1.0, 5.0));
    assert_eq!(elbow.friction.as_linear(), Some([0.7, 0.8, 0.0]));
    // The inertial frame is turned by a quarter: x and y change places.
    let inertia = robot.links()[0].inertia.unwrap();
    assert_eq!(inertia.center(), Some(vec3(0.0, 0.0, 0.5)));
    let about_center = inertia.tensor_at_center();
    for (found, meant) in [(about_center.xx, 2.0), (about_center.yy, 1.0), (about_center.zz, 3.0)] {
        assert!((found - meant).abs() < 1e-15);
    }
    assert_eq!(robot.links()[1].inertia, None, "no <inertial> is not zero mass");
    // The far rim of the cylinder, 1 m up and 0.3 m out; the mesh says nothing.
    assert_eq!(robot.links()[0].extent, Some(0.3_f64.hypot(1.0)));
    let [drawn, solid] = robot.links()[0].geometry.as_slice() else { panic!() };
    let (file, scale) = ("package://nowhere/upper.stl".into(), vec3(1.0, 1.0, -2.0));
    assert_eq!((drawn.purpose, &drawn.shape), (Purpose::Visual, &Shape::Mesh { file, scale }));
    assert_eq!(solid.purpose, Purpose::Collision);
    assert_eq!(solid.origin, Transform::translation(0.0, 0.0, 0.5));
    assert_eq!(solid.shape, Shape::Cylinder { radius: 0.3, length: 1.0 });
    // The flange is merged; its link stays as a frame, and is the tool.
    assert_eq!(robot.frames().len(), 1);
    assert_eq!((robot.tool().name.as_str(), robot.tool().link), ("tip", Some(1)));
    assert_eq!(robot.tool().pose, Transform::translation(0.0, 0.0, 0.25));
    let kept = read_urdf(ARM, "arm", &KEEP).unwrap().robot;
    assert_eq!((kept.links().len(), kept.frames().len()), (3, 0));
}

#[test]
fn what_is_left_out_is_noted_with_its_place() {
    let text = r#"<robot name="r" color="red">
  <link name="a"/><link name="b"/><link name="c"/>
  <joint name="j" type="revolute">
    <parent link="a"/><child link="b"/>
    <mimic joint="m" multiplier="2"/>
    <safety_controller k_velocity="1"/>
  </joint>
  <joint name="k" type="prismatic">
    <parent link="b"/><child link="c"/><limit effort="1" velocity="1"/>
  </joint>
  <transmission name="t1"><type>simple</type></transmission>
  <gazebo reference="a"><kp>1</kp></gazebo>
</robot>"#;
    assert_eq!(
        noted(urdf(text)),
        [
            "1:17: attribute `color` of <robot> is ignored",
            "6:5: <safety_controller> of joint `j` is ignored",
            "3:3: revolute joint `j` has no <limit>; it is unlimited",
            "9:40: <limit> of joint `k` has neither `lower` nor `upper`; URDF's rule makes both \
             zero, so the joint cannot leave 0",
            "11:3: <transmission> `t1` is ignored",
            "12:3: <gazebo> `a` is ignored",
            "3:3: joint `j` mimics `m`, but there is no such joint; it is read as an independent \
             joint",
        ]
    );
}

#[test]
fn joints_are_numbered_depth_first_in_the_order_of_the_file() {
    let joint = |name: &str, parent: &str, child: &str| {
        format!(
            "<joint name='{name}' type='continuous'><parent link='{parent}'/>\
             <child link='{child}'/></joint><link name='{child}'/>"
        )
    };
    let parts = [
        joint("4", "base", "d"),
        joint("2", "a", "b"),
        joint("1", "base", "a"),
        joint("3", "a", "c"),
    ];
    let text = format!("<robot name='r'><link name='base'/>{}</robot>", parts.concat());
    let robot = urdf(&text).unwrap().robot;
    let names: Vec<&str> = robot.joints().iter().map(|j| j.name.as_str()).collect();
    assert_eq!(names, ["4", "1", "2", "3"]);
}

#[test]
fn byte_order_marks_and_carriage_returns_are_no_obstacle() {
    let dressed = format!("\u{feff}{}", ARM.replace('\n', "\r\n"));
    assert_eq!(urdf(&dressed).unwrap().robot.joints(), urdf(ARM).unwrap().robot.joints());
    let plain = "name = \"r\"\n[[joint]]\nname = \"j\"\nkind = \"continuous\"\n";
    let dressed = format!("\u{feff}{}", plain.replace('\n', "\r\n"));
    assert_eq!(toml(&dressed).unwrap().robot.joints(), toml(plain).unwrap().robot.joints());
}

fn first_origin(row: &str, kind: &str, convention: &str) -> Transform<f64> {
    let text = format!(
        "name = \"r\"\ndh = \"{convention}\"\n[[joint]]\nname = \"j\"\nkind = \"{kind}\"\n\
         dh = {row}\n[[frame]]\nname = \"end\"\n"
    );
    let robot = toml(&text).unwrap().robot;
    robot.joints()[0].origin.compose(&robot.find_frame("end").unwrap().pose)
}

#[test]
fn dh_rows_multiply_out_to_the_textbook_matrices() {
    let (theta, d, a, alpha): (f64, f64, f64, f64) = (0.3, 0.5, 0.7, -1.1);
    let row = format!("{{ theta = {theta}, d = {d}, a = {a}, alpha = {alpha} }}");
    let (st, ct, sa, ca) = (theta.sin(), theta.cos(), alpha.sin(), alpha.cos());
    let standard = Transform {
        rotation: Mat3::from_rows([
            [ct, -st * ca, st * sa],
            [st, ct * ca, -ct * sa],
            [0.0, sa, ca],
        ]),
        translation: vec3(a * ct, a * st, d),
    };
    let modified = Transform {
        rotation: Mat3::from_rows([
            [ct, -st, 0.0],
            [st * ca, ct * ca, -sa],
            [st * sa, ct * sa, ca],
        ]),
        translation: vec3(a, -d * sa, d * ca),
    };
    for kind in ["revolute", "prismatic", "continuous"] {
        assert!(first_origin(&row, kind, "standard").max_difference(&standard) < 1e-15);
        assert!(first_origin(&row, kind, "modified").max_difference(&modified) < 1e-15);
    }
}

#[test]
fn the_two_dh_conventions_can_describe_the_same_arm() {
    // Two parallel axes 0.4 m apart, then a quarter turn; the tool 0.3 m on.
    let standard = r#"
name = "r"
dh = "standard"
inertia_frame = "dh"
[[joint]]
name = "a"
kind = "revolute"
dh = { a = 0.4, d = 0.1 }
link = { mass = 1, center = [-0.4, 0, 0.2], inertia = { xx = 1, yy = 1, zz = 1 } }
[[joint]]
name = "b"
kind = "revolute"
dh = { alpha = 1.5707963267948966, d = 0.3, offset = 0.5 }
"#;
    let modified = r#"
name = "r"
dh = "modified"
[[joint]]
name = "a"
kind = "revolute"
dh = { d = 0.1 }
link = { mass = 1, center = [0, 0, 0.2], inertia = { xx = 1, yy = 1, zz = 1 } }
[[joint]]
name = "b"
kind = "revolute"
offset = 0.5
dh = { a = 0.4, d = 0.3 }
[[frame]]
name = "end"
rpy = [1.5707963267948966, 0, 0]
"#;
    let [a, b] = [standard, modified].map(|text| toml(text).unwrap().robot);
    let end_of = |robot: &armlab_engine::robot::Robot, q: [f64; 2]| {
        let end = robot.find_frame("end").unwrap_or(robot.tool().clone());
        link_poses(robot, &q)[1].compose(&end.pose)
    };
    for q in [[0.0, 0.0], [0.4, -1.3], [3.0, 2.0]] {
        assert!(end_of(&a, q).max_difference(&end_of(&b, q)) < 1e-15);
    }
    // Both centres stand 0.3 m up the first axis: 0.1 + 0.2 from its DH frame.
    let center = |r: &armlab_engine::robot::Robot| {
        r.joints()[0].origin.apply(r.links()[0].inertia.unwrap().center().unwrap())
    };
    assert!((center(&a) - vec3(0.0, 0.0, 0.3)).norm() < 1e-15);
    assert!((center(&b) - vec3(0.0, 0.0, 0.3)).norm() < 1e-15);
}

#[test]
fn inertial_values_mean_the_same_in_every_form() {
    let forms = [
        "mass = 2, center = [0.1, 0.2, 0.3], inertia = { xx = 1, xy = 0.1, yy = 2, zz = 3 }",
        "mass = 2, first_moment = [0.2, 0.4, 0.6], inertia = { xx = 1, xy = 0.1, yy = 2, zz = 3 }",
        "mass = 2, center = [0.1, 0.2, 0.3], inertia_at_origin = { xx = 1.26, xy = 0.06, \
         yy = 2.2, xz = -0.06, yz = -0.12, zz = 3.1 }",
    ];
    let [a, b, c] = forms.map(|form| {
        let text = format!("name='r'\n[[joint]]\nname='j'\nkind='revolute'\nlink = {{ {form} }}");
        toml(&text).unwrap().robot.links()[0].inertia.unwrap().to_array()
    });
    for i in 0..10 {
        assert!((a[i] - b[i]).abs() < 1e-15 && (a[i] - c[i]).abs() < 1e-15, "{i}");
    }
}

#[test]
fn an_offset_is_what_the_joint_variable_is_at_zero() {
    let joint = |kind: &str, extra: &str| {
        let text = format!(
            "name = 'r'\n[[joint]]\nname = 'j'\nkind = '{kind}'\naxis = [0, 2, 0]\n\
             origin = {{ xyz = [1, 0, 0], rpy = [0, 0, 1] }}\n{extra}"
        );
        toml(&text).unwrap().robot.joints()[0].clone()
    };
    for kind in ["revolute", "prismatic"] {
        let (offset, plain) = (joint(kind, "offset = 0.4"), joint(kind, ""));
        assert!(moved(&offset, 0.3).max_difference(&moved(&plain, 0.7)) < 1e-15, "{kind}");
    }
}

#[test]
fn files_are_told_apart_by_name_or_by_their_first_character() {
    let folder = std::env::temp_dir().join(format!("armlab-describe-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let plain = "name = \"t\"\n[[joint]]\nname = \"j\"\nkind = \"continuous\"\n";
    let files = [("a.urdf", ARM), ("b.XML", ARM), ("c.toml", plain), ("d", ARM), ("e.txt", plain)];
    for (name, text) in files {
        let path = folder.join(name);
        std::fs::write(&path, text).unwrap();
        let read = read(path.to_str().unwrap(), &KEEP).unwrap();
        assert_eq!(read.robot.name(), if text == ARM { "arm" } else { "t" }, "{name}");
    }
    let latin = folder.join("latin.toml");
    std::fs::write(&latin, b"name = \"r\"\n# caf\xe9\n").unwrap();
    let error = read(latin.to_str().unwrap(), &KEEP).unwrap_err();
    assert_eq!((error.line, error.column), (2, 6));
    assert_eq!(error.message, "byte 0xe9 is not UTF-8 text");
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_name_that_is_nothing_suggests_the_nearest_built_in_robot() {
    let error = read("scra", &KEEP).unwrap_err();
    assert_eq!(
        error.to_string().lines().next(),
        Some("scra: is neither a built-in robot nor a file that exists")
    );
    assert!(error.hint.starts_with("did you mean `scara`? built-in robots: cylindrical, "));
    let folder = read(".", &KEEP).unwrap_err();
    assert!(folder.message.starts_with("cannot be read: "), "{folder}");
}

/// Name of the tool of a URDF of links and joints `kind parent child`.
fn tool_of(joints: &[&str]) -> String {
    let mut text = String::from("<robot name=\"r\">");
    let mut links: Vec<&str> = joints.iter().flat_map(|j| j.split(' ').skip(1)).collect();
    links.sort_unstable();
    links.dedup();
    links.iter().for_each(|l| text += &format!("<link name=\"{l}\"/>"));
    for joint in joints {
        let [kind, parent, child] = joint.split(' ').collect::<Vec<_>>()[..] else { panic!() };
        text += &format!(
            "<joint name=\"to_{child}\" type=\"{kind}\"><parent link=\"{parent}\"/>\
             <child link=\"{child}\"/></joint>"
        );
    }
    urdf(&(text + "</robot>")).unwrap().robot.tool().name.clone()
}

#[test]
fn the_tool_is_on_the_last_moving_link_whatever_is_written_last() {
    let arm = ["continuous o a", "continuous a b", "continuous b c"];
    assert_eq!(tool_of(&[&arm[..], &["fixed o base"]].concat()), "c");
    assert_eq!(tool_of(&[&arm[..], &["fixed c tool0", "fixed c camera"]].concat()), "tool0");
    assert_eq!(tool_of(&[&arm[..], &["fixed c left_tcp", "fixed c flange"]].concat()), "left_tcp");
    assert_eq!(tool_of(&[&arm[..], &["fixed c plate", "fixed plate tip"]].concat()), "tip");
    // Fingers are no tool, and neither is a frame on the base that is called so.
    let fingers = ["prismatic c left", "prismatic c right", "fixed o tool"];
    assert_eq!(tool_of(&[&arm[..], &fingers].concat()), "c");
    // Of two arms the longer one.
    assert_eq!(tool_of(&["continuous o x", "continuous o a", "continuous a b"]), "b");
}

#[test]
fn gear_ratios_are_read_from_transmissions_and_written_as_armlab_s() {
    let joint = |name: &str, parent: &str, child: &str, more: &str| {
        format!(
            "<joint name=\"{name}\" type=\"continuous\"><parent link=\"{parent}\"/>\
             <child link=\"{child}\"/>{more}</joint>"
        )
    };
    let transmission = |joint: &str, inside: &str| {
        format!(
            "<transmission name=\"of {joint}\"><joint name=\"{joint}\">{inside}</joint>\
             <actuator name=\"m\"><mechanicalReduction>50</mechanicalReduction></actuator>\
             </transmission>"
        )
    };
    let text = [
        "<robot name=\"r\"><link name=\"a\"/><link name=\"b\"/><link name=\"c\"/><link name=\"d\"/>"
            .to_string(),
        joint("j", "a", "b", ""),
        joint("k", "b", "c", ""),
        joint("l", "c", "d", "<armlab gear_ratio=\"160\"/>"),
        transmission("j", ""),
        transmission("k", "<mechanical_reduction>-2</mechanical_reduction>"),
        transmission("l", ""),
        "<transmission><joint name=\"j\"/><mechanicalReduction>1</mechanicalReduction></transmission>"
            .into(),
        "</robot>".into(),
    ]
    .concat();
    let robot = urdf(&text).unwrap().robot;
    let ratios = |robot: &Robot| robot.joints().iter().map(|j| j.gear_ratio).collect::<Vec<_>>();
    assert_eq!(ratios(&robot), [50.0, 100.0, 160.0]);
    let again = urdf(&write_urdf(&robot)).unwrap().robot;
    assert_eq!(ratios(&again), ratios(&robot));
}
