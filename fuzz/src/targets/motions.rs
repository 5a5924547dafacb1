//! Any text as a file about motions: trajectories, tables, experiments, limits, settings.

use armlab::excite::LimitsFile;
use armlab::identify::online::online_methods;
use armlab::motion::movements::{Unit, parse_movements};
use armlab::motion::{AnyTrajectory, ReadFor, Trajectory, read_trajectory, write_trajectory};
use armlab::robot::{Robot, library};
use armlab::simulate::read_experiment;
use armlab_files::FileError;
use std::sync::LazyLock;

static SCARA: LazyLock<Robot> =
    LazyLock::new(|| library::load("scara").expect("built in").expect("sound").robot);

fn located(error: &FileError) {
    assert!(error.line >= 1 && error.column >= 1 && !error.hint.is_empty(), "{error}");
}

fn sampled(motion: &AnyTrajectory) {
    let n = motion.dofs();
    let (mut q, mut qd, mut qdd) = (vec![0.0; n], vec![0.0; n], vec![0.0; n]);
    for t in [-1.0, 0.0, 0.3, motion.duration(), 1e300, f64::NAN] {
        motion.sample(t, &mut q, &mut qd, &mut qdd);
    }
}

/// A trajectory that can be sampled and written, or a located error.
pub fn trajectory(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    for wanted in [ReadFor::anything(), ReadFor::robot(&SCARA)] {
        match read_trajectory(&text, "fuzz", wanted) {
            Err(error) => located(&error),
            Ok(motion) => {
                sampled(&motion);
                let written = write_trajectory(&motion);
                let again = read_trajectory(&written, "again", ReadFor::anything());
                let again = again.unwrap_or_else(|e| panic!("{e}\n{written}"));
                assert_eq!(again.dofs(), motion.dofs());
            }
        }
    }
}

/// A pasted table.
pub fn movements(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let _ = parse_movements(&text, &[Unit::Degree, Unit::Metre]);
}

/// An experiment, whose trajectory may be in another file: here always the same.
pub fn experiment(data: &[u8]) {
    let text = String::from_utf8_lossy(data);
    let mut load = |_: &str| {
        Ok("kind = \"fourier\"\nform = \"series\"\nfrequency = 0.3\nduration = 1\n\
            a = [[0.1], [0.2], [0.01]]\nb = [[0.1], [0.1], [0.0]]\n"
            .to_string())
    };
    match read_experiment(&text, "fuzz", &SCARA, &mut load) {
        Err(error) => located(&error),
        Ok(experiment) => {
            if let Some(motion) = &experiment.trajectory {
                sampled(motion);
            }
        }
    }
}

pub fn limits(data: &[u8]) {
    if let Err(error) = LimitsFile::read(&String::from_utf8_lossy(data), "fuzz") {
        located(&error);
    }
}

/// Settings of methods.
pub fn settings(data: &[u8]) {
    let mut methods = online_methods();
    if let Err(error) = methods.set_from_toml(&String::from_utf8_lossy(data), "fuzz") {
        located(&error);
    }
    let mut controllers = armlab::simulate::controller::controllers();
    if let Err(error) = controllers.set_from_toml(&String::from_utf8_lossy(data), "fuzz") {
        located(&error);
    }
}
