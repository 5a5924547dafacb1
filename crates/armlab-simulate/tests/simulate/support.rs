//! Robots, vectors and experiments of the tests.

use armlab_engine::robot::describe::{ReadOptions, read_toml};
use armlab_engine::robot::{Robot, library};
use armlab_simulate::motion::{AnyTrajectory, FourierForm, Trajectory, fourier};
use armlab_simulate::simulate::controller::{ControlLaw, GainUnit, Gains, Gravity, Pid};
use armlab_simulate::simulate::effects::Effect;
use armlab_simulate::simulate::{Experiment, Method, Run, Settings};
use serde_json::Value;

pub fn text(name: &str) -> String {
    let path = format!("{}/../../tests/vectors/{name}", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"))
}

pub fn vectors(name: &str) -> Value {
    serde_json::from_str(&text(name)).unwrap()
}

/// The rows of a CSV file below its header.
pub fn table(name: &str) -> Vec<Vec<f64>> {
    let text = text(name);
    text.lines().skip(1).map(|l| l.split(',').map(|x| x.parse().unwrap()).collect()).collect()
}

pub fn numbers(value: &Value) -> Vec<f64> {
    match value {
        Value::Array(entries) => entries.iter().flat_map(numbers).collect(),
        entry => vec![entry.as_f64().expect("a number")],
    }
}

pub fn built_in(name: &str) -> Robot {
    library::load(name).expect("a built-in name").expect("a valid description").robot
}

/// The controller of the SCARA's experiment: gains per degree as the papers print
/// them, with gravity.
pub fn scara_pid() -> Pid {
    Pid {
        gains: Gains::Given {
            kp: vec![0.5, 1.0, 40.0].into(),
            ki: vec![0.0, 0.0, 50.0].into(),
            kd: vec![0.37, 0.04, 10.0].into(),
            unit: GainUnit::Degree,
        },
        gravity: Gravity::Reference,
        anti_windup: true,
    }
}

/// 100 samples per second, ten steps each.
pub fn scara_settings(effects: Vec<Box<dyn Effect>>) -> Settings {
    let method = Some(Method::Rk4 { step: 1e-3 });
    Settings { rate: 100.0, method, effects, ..Settings::default() }
}

/// The reference of the SCARA's experiment: two quintics and a sine.
pub fn scara_reference() -> AnyTrajectory {
    use armlab_simulate::motion::{Beside, polynomial_from_powers};
    let e = &vectors("scara.json")["experiment"];
    let powers: Vec<Vec<f64>> =
        ["ref_joint1_power_coeffs", "ref_joint2_power_coeffs"].map(|k| numbers(&e[k])).into();
    let seconds = e["T"].as_f64().unwrap();
    let quintics = polynomial_from_powers(&powers, seconds).unwrap();
    let d3 = &e["ref_joint3"];
    let of = |key: &str| d3[key].as_f64().unwrap();
    let frequency = of("omega") / std::f64::consts::TAU;
    let sine = fourier(
        FourierForm::Series,
        frequency,
        seconds,
        &[of("offset")],
        &[vec![of("amplitude")]],
        &[vec![0.0]],
    );
    Beside::new(vec![quintics.into(), sine.unwrap().into()]).unwrap().into()
}

pub fn run(
    robot: &Robot,
    trajectory: &dyn Trajectory,
    law: &dyn ControlLaw,
    settings: &Settings,
) -> Run {
    Experiment { robot, model: robot, trajectory, law, settings }.run().expect("an experiment")
}

/// The SCARA's experiment with effects.
pub fn scara_run(effects: Vec<Box<dyn Effect>>, seed: u64) -> Run {
    let settings = Settings { seed, ..scara_settings(effects) };
    run(&built_in("scara"), &scara_reference(), &scara_pid(), &settings)
}

/// A joint about a horizontal axis, a rod of 1 kg and 1 m: inertia 1/3 about it.
pub fn pendulum(friction: &str) -> Robot {
    let text = format!(
        r#"
name = "pendulum"
gravity = [0, 0, -9.81]
[[joint]]
name = "swing"
kind = "continuous"
axis = [0, 1, 0]
{friction}
[joint.link]
name = "rod"
mass = 1
center = [0.5, 0, 0]
inertia = {{ xx = 1e-4, yy = 0.08333333333333333, zz = 0.08333333333333333 }}
"#
    );
    read_toml(&text, "pendulum", &ReadOptions::default()).expect("a robot").robot
}

/// A reference that stays where it is.
pub fn still(q: &[f64], seconds: f64) -> AnyTrajectory {
    let none = vec![vec![0.0]; q.len()];
    fourier(FourierForm::Series, 1.0, seconds, q, &none, &none).unwrap().into()
}

pub fn rms(values: impl Iterator<Item = f64>) -> f64 {
    let (mut sum, mut n) = (0.0, 0.0);
    for x in values {
        sum += x * x;
        n += 1.0;
    }
    (sum / f64::max(n, 1.0)).sqrt()
}
