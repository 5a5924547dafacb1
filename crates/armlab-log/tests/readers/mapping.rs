//! Which column is which.

use crate::{read, read_with};
use armlab_log::mapping::Instructions;
use armlab_log::{Expectation, Input, LogStream, Quantity, ReadOptions};

/// The targets of a header's columns in the header's order, `-` for those not used.
#[track_caller]
fn targets(header: &str, options: &ReadOptions) -> String {
    let zeros = vec!["0"; header.split(',').count()].join(",");
    let input = Input::bytes("log.csv", format!("{header}\n{zeros}\n").into_bytes());
    let stream = LogStream::open(&input, options).unwrap_or_else(|e| panic!("{e}"));
    let name = |t: String| if t.is_empty() { "-".to_string() } else { t };
    let columns = stream.mapping().columns.iter();
    columns.map(|c| name(c.target())).collect::<Vec<_>>().join(",")
}

fn told(map: &str) -> ReadOptions {
    ReadOptions { instructions: Instructions::parse(map).unwrap(), ..ReadOptions::default() }
}

fn joints(names: &[&str], prismatic: &[bool]) -> ReadOptions {
    let joint_names = names.iter().map(|n| n.to_string()).collect();
    let expectation =
        Expectation { joint_names, prismatic: prismatic.to_vec(), ..Expectation::default() };
    ReadOptions { expectation, ..ReadOptions::default() }
}

#[test]
fn headers_of_many_tools_are_guessed() {
    for (header, expected) in [
        ("t,q1,q2,qd1,qd2,tau1,tau2", "t,q1,q2,qd1,qd2,tau1,tau2"),
        (
            "timestamp,actual_q_0,actual_q_1,actual_current_0,target_q_0,actual_q_speed",
            "t,q1,q2,i1,qref1,-",
        ),
        ("Time,Joint1Pos,Joint2Pos,Joint1Vel,Joint2Vel", "t,q1,q2,qd1,qd2"),
        ("t,pos[0],pos[1],vel[0],vel[1],eff[0],eff[1]", "t,q1,q2,qd1,qd2,tau1,tau2"),
        ("t,joint_2_position,joint_1_position", "t,q2,q1"),
        ("t,motor_torque_1,q_1,q_2,motor_torque_2", "t,tau1,q1,q2,tau2"),
        ("t,shoulder_pan_position,elbow_position,elbow_effort", "t,q1,q2,tau2"),
        ("t,q1,q2,d3,qd1,qd2,dd3,tau1,tau2,f3", "t,q1,q2,q3,qd1,qd2,qd3,tau1,tau2,tau3"),
        ("t,x1,x2,x3,tau1,tau2,tau3", "t,q1,q2,q3,tau1,tau2,tau3"),
        ("t,q1,tau1,qref,vir", "t,q1,tau1,qref1,-"),
        ("t,q1,i1,id1,td1", "t,q1,i1,iref1,tauref1"),
        ("t,position,velocity,current", "t,q1,qd1,i1"),
        ("time,header_stamp,q1,joint_temperature_1", "t,-,q1,temp1"),
        ("t,q1,q2,temp_1 [K],temp_2 [K]", "t,q1,q2,temp1,temp2"),
        ("t,q1,q2,temperature", "t,q1,q2,temperature"),
        ("t,q1,q2,motor_temperature_0,motor_temperature_1", "t,q1,q2,temp1,temp2"),
        ("t,a_position,b_position,b_temperature", "t,q1,q2,temp2"),
        // No log needs temperatures: what is in doubt is left.
        ("t,q1,q2,motor_temp_1,gear_temp_1,temp_3,cpu_temp_1", "t,q1,q2,-,-,-,-"),
        ("t,q1,temp_1 [V],temp_2 [raw],tool_temperature", "t,q1,-,-,-"),
    ] {
        assert_eq!(targets(header, &ReadOptions::default()), expected, "{header}");
    }
}

#[test]
fn names_of_the_robot_s_joints_are_found_in_any_order() {
    let options = joints(&["waist", "arm_joint_1", "hand"], &[]);
    let header = "t,hand_position,waist_position,arm_joint_1_position,effort.waist,velocity/hand";
    assert_eq!(targets(header, &options), "t,q3,q1,q2,tau1,qd3");
    assert_eq!(targets("t,hand,waist,arm_joint_1", &options), "t,q3,q1,q2");
    let header = "t,hand,waist,arm_joint_1,temp_waist,hand_motor_temperature";
    assert_eq!(targets(header, &options), "t,q3,q1,q2,temp1,temp3");
}

#[test]
fn words_of_sliding_joints_fit_only_joints_that_slide() {
    let options = joints(&["a", "b"], &[false, true]);
    assert_eq!(targets("t,q1,d2,f2", &options), "t,q1,q2,tau2");
    let turning = joints(&["a", "b"], &[false, false]);
    let error = read_with("t,q1,d2\n0,0,0\n", &turning).unwrap_err();
    assert!(error.message.contains("no column found for q2"), "{error}");
}

#[test]
fn what_is_told_beats_what_is_guessed() {
    let options = told("q1=theta_1 [deg], tau1=motor torque, qd1=q1");
    assert_eq!(targets("t,theta_1,motor torque,q1,q_1", &options), "t,q1,tau1,qd1,-");
    let log = read_with("t,theta_1\n0,180\n", &told("q1=theta_1 [deg]")).unwrap();
    assert_eq!(log.channel(Quantity::Position, 0).unwrap(), [std::f64::consts::PI]);
    let log = read_with("t,q1,\"a,b\"\n0,1,2\n", &told("tau1=\"a,b\"")).unwrap();
    assert_eq!(log.channel(Quantity::Effort, 0).unwrap(), [2.0]);
    assert_eq!(targets("t,q1,tau1,extra", &told("ignore=tau1,keep=extra")), "t,q1,-,extra");
}

#[test]
fn a_mapping_file_scales_and_shifts() {
    let text = "keep = ['spare']\n[columns]\nq1 = {column = 'a', unit = 'deg', scale = -1, offset = 0.5}\n";
    let instructions = Instructions::parse_toml(text, "map.toml").unwrap();
    let options = ReadOptions { instructions, ..ReadOptions::default() };
    let log = read_with("t,a,spare\n0,180,7\n", &options).unwrap();
    let q = log.channel(Quantity::Position, 0).unwrap()[0];
    assert!((q - (0.5 - std::f64::consts::PI)).abs() < 1e-15, "{q}");
    assert_eq!(log.named("spare").unwrap(), [7.0]);
    for (text, place) in [
        ("[columns]\nq1 = 5\n", ":2:"),
        ("nonsense = 1\n", ":1:1"),
        ("[columns]\nq1 = {colunm = 'a'}\n", ":2:"),
    ] {
        let error = Instructions::parse_toml(text, "map.toml").unwrap_err().to_string();
        assert!(error.starts_with(&format!("map.toml{place}")), "{error}");
    }
}

#[test]
fn missing_columns_are_answered_with_the_headers_and_the_nearest_name() {
    let error = read_with("t,theta_1,load\n0,0,0\n", &told("tau1=laod")).unwrap_err();
    assert!(error.message.contains("t, theta_1, load"), "{error}");
    assert!(error.hint.contains("`load`"), "{error}");
    let error = read("tiem,q1\n0,0\n").unwrap_err();
    assert!(error.message.contains("tiem, q1") && error.hint.contains("tiem"), "{error}");
    let error = read("t,q1,q3\n0,0,0\n").unwrap_err();
    assert!(error.message.contains("no column found for q2"), "{error}");
    let error = read_with("t,q1,q2\n0,0,0\n", &joints(&["a"], &[])).unwrap_err();
    assert!(error.message.contains("2 joints, the robot has 1"), "{error}");
}

#[test]
fn what_could_be_two_things_is_not_chosen() {
    for (header, names) in [
        ("t,left_q1,right_q1", ["left_q1", "right_q1"]),
        ("t,q1,actual_q1", ["q1", "actual_q1"]),
        ("time,zeit,q1", ["time", "zeit"]),
    ] {
        let error = read(&format!("{header}\n0,0,0\n")).unwrap_err();
        assert!(names.iter().all(|n| error.message.contains(n)), "{error}");
        assert!(error.hint.contains("in the mapping: "), "{error}");
    }
    let error = read("t,q1,q1\n0,0,0\n").unwrap_err();
    assert!(error.message.contains("two columns are named `q1`"), "{error}");
    assert!(read("t,q1,spare,spare\n0,0,0,0\n").is_ok());
    assert!(read_with("t,q1,spare,spare\n0,0,0,0\n", &told("tau1=spare")).is_err());
}

#[test]
fn units_must_be_known_and_fit() {
    let error = read("t,q1 [furlong]\n0,0\n").unwrap_err().to_string();
    assert!(error.contains("`q1`: unknown unit `furlong`"), "{error}");
    let error = read("t,tau1 [deg],q1\n0,0,0\n").unwrap_err().to_string();
    assert!(error.contains("does not fit tau1"), "{error}");
    let slides = joints(&["a"], &[true]);
    let error = read_with("t,q1 [deg]\n0,0\n", &slides).unwrap_err().to_string();
    assert!(error.contains("does not fit q1"), "{error}");
    assert!(read_with("t,q1 [mm]\n0,0\n", &slides).is_ok());
}

#[test]
fn nonsense_after_map_is_located() {
    for (map, what) in [("q1", "has no `=`"), ("q1=", "has no name"), ("t=a, =b", "has no name")] {
        let error = Instructions::parse(map).unwrap_err().to_string();
        assert!(error.starts_with("mapping:1:") && error.contains(what), "{error}");
    }
    for map in ["speed=a", "q0=a", "q=a", "q1=a,q1=b", "q1=a,q2=a", "q1=a [furlong]", "q.x=a"] {
        assert!(read_with("t,a,b\n0,0,0\n", &told(map)).is_err(), "{map}");
    }
}

#[test]
fn provenance_says_what_became_of_columns() {
    let log = read("t [ms],theta1 [deg]\n0,0\n").unwrap();
    let expected = ["t ← t [ms] × 0.001", "q1 ← theta1 [deg] × 0.017453292519943295"];
    assert_eq!(log.provenance()[0].mapping, expected);
}

#[test]
fn a_joint_number_beyond_the_number_of_columns_is_refused() {
    for header in ["t,q1,q1000000000", "t,q1,q4000000000", "t,q1,tau4294967295", "t,q1,qd5"] {
        let error = read(&format!("{header}\n0,0,0\n")).unwrap_err();
        assert!(error.message.contains("but the file has 3 columns"), "{header}: {error}");
    }
    let error = read_with("t,q1,a\n0,0,0\n", &told("tau4000=a")).unwrap_err();
    assert!(error.message.contains("joint 4000, but the file has 3 columns"), "{error}");
    let seven = joints(&["a", "b", "c", "d", "e", "f", "g"], &[]);
    let error = read_with("t,q1,q7\n0,0,0\n", &seven).unwrap_err();
    assert!(error.message.contains("no column found for q2, q3"), "{error}");
}
