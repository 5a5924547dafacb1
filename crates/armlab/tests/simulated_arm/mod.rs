//! A simulated arm of three links, its logs, and what is identified from them.

use armlab::Simulation;
use armlab::base::base_parameters;
use armlab::identification::{Identification, Identified};
use armlab::identify::{Decided, ModelShape, RawRecording, choose};
use armlab::log::Log;
use armlab::motion::{AnyTrajectory, FourierForm, fourier};
use armlab::prelude::FrictionModel;
use armlab::progress::Progress;
use armlab::robot::Robot;
use armlab::robot::describe::{ReadOptions, read_toml};
use armlab::simulate::controller::ComputedTorque;
use armlab_random::Random;

/// An arm of three links that works against gravity, with friction at each joint.
pub fn arm(friction: [&str; 3]) -> Robot {
    let joint = |k: usize, axis: &str, origin: &str| {
        let parent = if k == 0 { String::new() } else { format!("parent = \"link{k}\"") };
        format!(
            r#"
[[joint]]
name = "joint{n}"
kind = "revolute"
axis = {axis}
{parent}
origin = {{ xyz = {origin} }}
limits = {{ lower = -3, upper = 3, velocity = 8, effort = 500 }}
friction = {friction}
[joint.link]
name = "link{n}"
mass = {mass}
center = [0.25, 0.03, 0.02]
inertia = {{ xx = 0.03, yy = 0.08, zz = 0.07 }}
"#,
            n = k + 1,
            friction = friction[k],
            mass = 6 - k,
        )
    };
    let text = format!(
        "name = \"arm\"\ngravity = [0, 0, -9.81]\n{}{}{}",
        joint(0, "[0, 0, 1]", "[0, 0, 0.3]"),
        joint(1, "[0, 1, 0]", "[0, 0, 0.2]"),
        joint(2, "[0, 1, 0]", "[0.5, 0, 0]")
    );
    read_toml(&text, "arm.toml", &ReadOptions::default()).unwrap_or_else(|e| panic!("{e}")).robot
}

/// A series whose coefficients are drawn.
fn motion(seed: u64) -> AnyTrajectory {
    let mut random = Random::new(seed);
    let mut row = |size: f64| -> Vec<f64> {
        (1..=5).map(|k| size * random.normal() / f64::from(k).sqrt()).collect()
    };
    let a: Vec<Vec<f64>> = (0..3).map(|_| row(0.25)).collect();
    let b: Vec<Vec<f64>> = (0..3).map(|_| row(0.25)).collect();
    fourier(FourierForm::Series, 0.1, 30.0, &[0.0, 0.3, -0.4], &a, &b).unwrap().into()
}

/// A log of a random motion.
pub fn log(robot: &Robot, seed: u64) -> Log {
    recorded(experiment(robot, seed))
}

/// A random motion under control.
pub fn experiment(robot: &Robot, seed: u64) -> Simulation<'_> {
    Simulation::new(robot)
        .trajectory(motion(seed))
        .controller(ComputedTorque::default())
        .rate(200.0)
        .noise("q=1e-5,tau=0.1".parse().unwrap())
        .seed(seed)
}

/// The log of an experiment.
pub fn recorded(experiment: Simulation) -> Log {
    let run = experiment.run().unwrap();
    assert!(run.is_complete(), "{:?}", run.end());
    run.into_log()
}

/// Friction without anything special.
pub const PLAIN: &str = "{ viscous = 4, coulomb = 3 }";
/// What is identified from a log with this friction, or with a chosen one.
pub fn identified<'r>(described: &'r Robot, log: Log, friction: Option<&str>) -> Identified<'r> {
    let asked = Identification::new(described).log(log).unwrap().method("wls").bootstrap(0);
    let asked = match friction {
        Some(text) => asked.friction(text.parse::<FrictionModel>().unwrap()),
        None => asked,
    };
    asked.run().unwrap_or_else(|e| panic!("{e}"))
}

/// The model that is chosen.
pub fn chosen(described: &Robot, log: &Log) -> ModelShape {
    let raw = [RawRecording::of(log, "simulated", 3, None).unwrap()];
    let base = base_parameters(described).unwrap();
    let none = Progress::none();
    choose(described, &base, &[], &raw, Decided::default(), &none).unwrap().0.shape
}
