//! Answers about descriptions, for `peers/test_descriptions.py`: every line of standard input is
//! a request `{"file", "fixed_base"?, "arguments"?, "packages"?, "keep_fixed"?, "states"?}`, every
//! line of standard output its answer, `{"error"}` or the robot with its dynamics at random states.

use armlab_engine::dynamics::{Dynamics, Mechanism};
use armlab_engine::kinematics::{body_poses, frame_pose};
use armlab_engine::robot::Robot;
use armlab_engine::robot::describe::{Base, FixedJoints, Format, ReadOptions, read_file};
use armlab_engine::spatial::Transform;
use serde_json::{Value, json};
use std::io::{BufRead, Write};
use std::path::Path;

fn main() -> std::io::Result<()> {
    let mut out = std::io::stdout().lock();
    for line in std::io::stdin().lock().lines() {
        let request: Value = serde_json::from_str(&line?)?;
        let answer = answer(&request).unwrap_or_else(|error| json!({ "error": error }));
        writeln!(out, "{answer}")?;
        out.flush()?;
    }
    Ok(())
}

fn answer(request: &Value) -> Result<Value, String> {
    let file = request["file"].as_str().ok_or("no file")?;
    let fixed = if request["keep_fixed"] == true { FixedJoints::Keep } else { FixedJoints::Merge };
    let mut options = ReadOptions::new(fixed);
    if request["fixed_base"] == true {
        options.base = Base::Fixed;
    }
    let pairs = |key: &str| -> Vec<(String, String)> {
        let map = request[key].as_object().into_iter().flatten();
        map.map(|(k, v)| (k.clone(), v.as_str().unwrap_or_default().to_string())).collect()
    };
    options.arguments = pairs("arguments");
    options.packages = pairs("packages").into_iter().map(|(k, v)| (k, v.into())).collect();
    let description = read_file(Path::new(file), &options).map_err(|e| e.to_string())?;
    let robot = description.robot;
    if let Some(path) = request["write"].as_str() {
        let format = Format::of_path(Path::new(path)).ok_or("no format")?;
        std::fs::write(path, format.write(&robot).text).map_err(|e| e.to_string())?;
    }
    let notes: Vec<String> = description.notes.iter().map(|n| n.to_string()).collect();
    let names = |joints: Vec<&armlab_engine::robot::Joint>| -> Vec<String> {
        joints.into_iter().map(|j| j.name.clone()).collect()
    };
    let states = request["states"].as_u64().unwrap_or(2);
    Ok(json!({
        "name": robot.name(),
        "joints": names(robot.moving_joints().collect()),
        "driven": names(robot.driven_joints().collect()),
        "kinds": robot.moving_joints().map(|j| j.kind.name()).collect::<Vec<_>>(),
        "limits": robot.moving_joints().map(|j| {
            [j.limits.lower, j.limits.upper, j.limits.velocity, j.limits.effort].map(finite)
        }).collect::<Vec<_>>(),
        "damping": robot.moving_joints().map(|j| j.friction.linear_part().viscous).collect::<Vec<_>>(),
        "frictionloss": robot.moving_joints().map(|j| j.friction.linear_part().coulomb).collect::<Vec<_>>(),
        "rotors": robot.moving_joints().map(|j| j.rotor_inertia).collect::<Vec<_>>(),
        "loops": robot.loops().len(),
        "gravity": robot.gravity().to_array(),
        "tool": robot.tool().name,
        "notes": notes,
        "links": robot.links().iter().map(|l| l.name.clone()).collect::<Vec<_>>(),
        "masses": robot.links().iter().map(|l| l.inertia.map_or(0.0, |i| i.mass)).collect::<Vec<_>>(),
        "states": (0..states).map(|k| state(&robot, k)).collect::<Vec<_>>(),
    }))
}

fn finite(x: f64) -> Value {
    if x.is_finite() { json!(x) } else { Value::Null }
}

/// Dynamics at a state that depends on its number only.
fn state(robot: &Robot, number: u64) -> Value {
    let mut seed = 0x9e37_79b9_7f4a_7c15_u64.wrapping_mul(number + 1);
    let mut draw = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 11) as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0
    };
    let mut mechanism = match Mechanism::new(robot) {
        Ok(mechanism) => mechanism,
        Err(error) => return json!({ "error": error.to_string() }),
    };
    let n = mechanism.dofs();
    // Loops close near home only.
    let reach = if robot.loops().is_empty() { 1.0 } else { 0.02 };
    let home = mechanism.home();
    let q: Vec<f64> = home.iter().map(|h| h + reach * draw()).collect();
    let [qd, qdd] = [(); 2].map(|()| (0..n).map(|_| draw()).collect::<Vec<f64>>());
    let mut tau = vec![0.0; n];
    if let Err(error) = mechanism.inverse(&q, &qd, &qdd, &mut tau) {
        return json!({ "error": error.to_string() });
    }
    let (all_q, all_qd, all_qdd) = mechanism.motion();
    let (all_q, all_qd, all_qdd) = (all_q.to_vec(), all_qd.to_vec(), all_qdd.to_vec());
    let rows: Vec<Vec<f64>> = (0..robot.dofs())
        .map(|dof| {
            let mut row = vec![0.0; n];
            mechanism.velocity_row(dof, &mut row);
            row
        })
        .collect();
    let mut mass = vec![0.0; n * n];
    let mut regressor = vec![0.0; n * robot.parameter_count()];
    let _ = mechanism.mass_matrix(&q, &mut mass);
    let _ = mechanism.regressor(&q, &qd, &qdd, &mut regressor);
    let values = robot.parameter_values();
    let by_regressor: Vec<f64> = regressor
        .chunks(robot.parameter_count())
        .map(|row| row.iter().zip(&values).map(|(a, b)| a * b).sum())
        .collect();
    let dofs = robot.dofs();
    let mut dynamics = Dynamics::new(robot);
    let [mut tree_tau, mut tree_mass] = [vec![0.0; dofs], vec![0.0; dofs * dofs]];
    dynamics.inverse(&all_q, &all_qd, &all_qdd, &mut tree_tau);
    dynamics.mass_matrix(&all_q, &mut tree_mass);
    let mut poses = vec![Transform::identity(); robot.links().len()];
    body_poses(robot.tree(), &all_q, &mut poses);
    let matrix = |m: &[f64], n: usize| -> Vec<Vec<f64>> {
        if n == 0 { Vec::new() } else { m.chunks(n).map(<[f64]>::to_vec).collect() }
    };
    json!({
        "q": all_q, "qd": all_qd, "qdd": all_qdd, "tree_tau": tree_tau,
        "tree_mass": matrix(&tree_mass, dofs), "tau": tau, "mass": matrix(&mass, n),
        "by_regressor": by_regressor, "rows": rows,
        "tool": frame_pose(robot, robot.tool(), &all_q).to_matrix(),
        "frames": robot.frames().iter().map(|f| {
            (f.name.clone(), json!(frame_pose(robot, f, &all_q).to_matrix()))
        }).collect::<serde_json::Map<String, Value>>(),
    })
}
