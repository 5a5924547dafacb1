//! The built-in robots of the papers against vectors computed in 40 to 50
//! digits from symbolic Lagrangians (`tests/vectors/*.json`).

use armlab_engine::dynamics::{Dynamics, coriolis_matrix, energy};
use armlab_engine::kinematics::{ReferenceFrame, frame_jacobian, frame_jacobian_rate, frame_pose};
use armlab_engine::robot::{Robot, library};
use armlab_engine::spatial::Motion;
use serde_json::Value;

fn file(name: &str) -> Value {
    let path = format!("{}/../../tests/vectors/{name}.json", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn built_in(name: &str) -> Robot {
    library::load(name).expect("a built-in name").expect("a valid description").robot
}

fn number(value: &Value) -> f64 {
    value.as_f64().expect("a number")
}

/// All numbers of a vector or, row after row, of a matrix.
fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(entries) => entries.iter().flat_map(numbers).collect(),
        entry => vec![number(entry)],
    }
}

/// Every entry within 1e-13 relative, or 1e-14 absolute near zero: ten times
/// what is met, and ten times less than the vectors promise.
#[track_caller]
fn assert_close(what: &str, got: &[f64], want: &[f64]) {
    assert_eq!(got.len(), want.len(), "{what}");
    for (i, (got, want)) in got.iter().zip(want).enumerate() {
        let tolerance = (1e-13 * want.abs()).max(1e-14);
        assert!((got - want).abs() <= tolerance, "{what}, entry {i}: {got} is not {want}");
    }
}

/// A state of a vector file and what the engine makes of it.
struct Case {
    q: Vec<f64>,
    qd: Vec<f64>,
    qdd: Vec<f64>,
    context: String,
}

impl Case {
    fn read(case: &Value, context: String) -> Self {
        let part = |name: &str| numbers(&case[name]);
        Self { q: part("q"), qd: part("qd"), qdd: part("qdd"), context }
    }
    /// The equations of motion against the vectors' `M`, `C`, `G` and `tau`;
    /// `product` is what they call `C q̇`.
    fn check_dynamics(&self, robot: &Robot, want: &Value, product: &str) {
        let Self { q, qd, qdd, context } = self;
        let n = robot.dofs();
        let mut dynamics = Dynamics::new(robot);
        let (mut tau, mut gravity, mut mass) = (vec![0.0; n], vec![0.0; n], vec![0.0; n * n]);
        dynamics.inverse(q, qd, qdd, &mut tau);
        dynamics.gravity(q, &mut gravity);
        dynamics.mass_matrix(q, &mut mass);
        let coriolis = coriolis_matrix(robot, q, qd);
        let speed_effort: Vec<f64> = coriolis
            .chunks_exact(n)
            .map(|row| row.iter().zip(qd).map(|(c, s)| c * s).sum())
            .collect();
        let weight = match &want["G"] {
            Value::Null => vec![0.0; n],
            stated => numbers(stated),
        };
        assert_close(&format!("{context}, M"), &mass, &numbers(&want["M"]));
        assert_close(&format!("{context}, C"), &coriolis, &numbers(&want["C"]));
        assert_close(&format!("{context}, C qd"), &speed_effort, &numbers(&want[product]));
        assert_close(&format!("{context}, G"), &gravity, &weight);
        assert_close(&format!("{context}, tau"), &tau, &numbers(&want["tau"]));
        let mut back = vec![0.0; n];
        dynamics.forward(q, qd, &numbers(&want["tau"]), &mut back).expect("a regular robot");
        let worst = back.iter().zip(qdd).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
        assert!(worst < 1e-11, "{context}, accelerations: {worst:.1e}");
    }
    /// Velocity of the tool per unit speed of each joint, and its acceleration
    /// at constant speeds, in base axes.
    fn tool_motion(&self, robot: &Robot) -> (Vec<Motion<f64>>, Motion<f64>) {
        let (tool, axes) = (robot.tool(), ReferenceFrame::Base);
        let jacobian = frame_jacobian(robot, tool, axes, &self.q);
        (jacobian, frame_jacobian_rate(robot, tool, axes, &self.q, &self.qd))
    }
    fn kinetic_and_potential(&self, robot: &Robot) -> (f64, f64) {
        energy(robot, &self.q, &self.qd)
    }
}

/// Row after row of a matrix given by columns.
fn rows(columns: &[Motion<f64>], parts: impl Fn(&Motion<f64>) -> Vec<f64>) -> Vec<f64> {
    let columns: Vec<Vec<f64>> = columns.iter().map(parts).collect();
    (0..columns[0].len()).flat_map(|r| columns.iter().map(move |c| c[r])).collect()
}

#[test]
fn the_cylindrical_arm_matches_its_vectors() {
    let (plain, offset) = (built_in("cylindrical"), built_in("cylindrical-offset"));
    let file = file("cylindrical");
    let cases = file["cases"].as_array().expect("cases");
    assert_eq!(cases.len(), 25);
    for value in cases {
        let robot = if number(&value["lateral_offset_e"]) == 0.0 { &plain } else { &offset };
        let case = Case::read(value, format!("case {}", value["id"]));
        let (want, context) = (&value["physical"], &case.context);
        case.check_dynamics(robot, want, "c");
        let pose = frame_pose(robot, robot.tool(), &case.q).to_matrix().concat();
        assert_close(&format!("{context}, T"), &pose, &numbers(&want["T"]));
        let (jacobian, rate) = case.tool_motion(robot);
        let linear_first = |m: &Motion<f64>| [m.linear.to_array(), m.angular.to_array()].concat();
        let jacobian = rows(&jacobian, linear_first);
        assert_close(&format!("{context}, J"), &jacobian, &numbers(&want["J"]));
        let linear = rate.linear.to_array();
        assert_close(&format!("{context}, Jdot qd"), &linear, &numbers(&want["Jdot_qd"]));
        let (kinetic, potential) = case.kinetic_and_potential(robot);
        assert_close(&format!("{context}, K"), &[kinetic], &[number(&want["K"])]);
        assert_close(&format!("{context}, V"), &[potential], &[number(&want["V"])]);
    }
}

#[test]
fn the_planar_arm_matches_its_vectors() {
    let robot = built_in("planar6");
    let file = file("planar6");
    let cases = file["cases"].as_array().expect("cases");
    assert_eq!(cases.len(), 25);
    for value in cases {
        let case = Case::read(value, format!("case {}", value["id"]));
        let (want, context) = (&value["physical"], &case.context);
        case.check_dynamics(&robot, want, "c");
        let pose = frame_pose(&robot, robot.tool(), &case.q);
        // The tool's z axis points along the last segment, at the angle phi.
        let along = pose.rotation.c[2];
        let position = pose.translation;
        let [x, y, phi] = numbers(&want["pose"])[..] else { panic!("{context}: pose") };
        let got = [position.x, position.y, along.x, along.y];
        assert_close(&format!("{context}, pose"), &got, &[x, y, phi.cos(), phi.sin()]);
        let planar = |m: &Motion<f64>| vec![m.linear.x, m.linear.y, m.angular.z];
        let (jacobian, rate) = case.tool_motion(&robot);
        let jacobian = rows(&jacobian, planar);
        assert_close(&format!("{context}, J"), &jacobian, &numbers(&want["J"]));
        assert_close(&format!("{context}, Jdot qd"), &planar(&rate), &numbers(&want["Jdot_qd"]));
        let (kinetic, _) = case.kinetic_and_potential(&robot);
        assert_close(&format!("{context}, K"), &[kinetic], &[number(&want["K"])]);
    }
}

#[test]
fn the_scara_matches_its_vectors() {
    let robot = built_in("scara");
    let file = file("scara");
    let cases = file["vectors"].as_array().expect("vectors");
    assert_eq!(cases.len(), 25);
    for (i, value) in cases.iter().enumerate() {
        let case = Case::read(value, format!("vector {i}"));
        case.check_dynamics(&robot, value, "Cqd");
        let (kinetic, _) = case.kinetic_and_potential(&robot);
        let want = number(&value["kinetic_energy"]);
        assert_close(&format!("vector {i}, K"), &[kinetic], &[want]);
    }
}

#[test]
fn the_scaras_regressor_is_that_of_its_four_base_parameters() {
    let robot = built_in("scara");
    let file = file("scara");
    let declared = robot.declared_base_parameters();
    let names: Vec<&str> = declared.iter().map(|p| p.name.as_str()).collect();
    let order: Vec<&str> =
        file["meta"]["params_order"].as_array().unwrap().iter().filter_map(Value::as_str).collect();
    assert_eq!(names, order);

    // Row b: what base parameter b is made of.
    let (columns, values) = (robot.parameter_count(), robot.parameter_values());
    let mut combination = vec![vec![0.0; columns]; declared.len()];
    for (row, parameter) in combination.iter_mut().zip(declared) {
        for &(column, factor) in &parameter.combination {
            row[column] = factor;
        }
    }
    let base: Vec<f64> =
        combination.iter().map(|row| row.iter().zip(&values).map(|(f, v)| f * v).sum()).collect();
    assert_close("base parameters", &base, &[4.968, 0.648, 1.2, 2.0]);
    assert_close("base parameters", &base, &numbers(&file["meta"]["params"]));

    let mentioned: Vec<usize> =
        (0..columns).filter(|&k| combination.iter().any(|row| row[k] != 0.0)).collect();
    assert!(mentioned.len() > declared.len());
    let n = robot.dofs();
    let mut regressor = vec![0.0; n * columns];
    let mut dynamics = Dynamics::new(&robot);
    for (i, value) in file["vectors"].as_array().expect("vectors").iter().enumerate() {
        let Case { q, qd, qdd, .. } = Case::read(value, String::new());
        dynamics.regressor(&q, &qd, &qdd, &mut regressor);
        let phi = numbers(&value["regressor"]);
        for joint in 0..n {
            let phi = &phi[joint * declared.len()..(joint + 1) * declared.len()];
            // Y = Φ P on every parameter that a base parameter is made of,
            let got: Vec<f64> = mentioned.iter().map(|k| regressor[joint * columns + k]).collect();
            let want: Vec<f64> = mentioned
                .iter()
                .map(|&k| phi.iter().zip(&combination).map(|(f, row)| f * row[k]).sum())
                .collect();
            assert_close(&format!("vector {i}, joint {joint}, regressor"), &got, &want);
            // and the others add nothing, so that the effort is Φ times the base.
            let all = regressor[joint * columns..].iter().zip(&values);
            let effort: f64 = all.map(|(y, p)| y * p).sum();
            let short: f64 = phi.iter().zip(&base).map(|(f, b)| f * b).sum();
            assert_close(&format!("vector {i}, joint {joint}, effort"), &[effort], &[short]);
        }
    }
}
