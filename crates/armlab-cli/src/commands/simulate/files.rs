//! Files that an experiment reads and writes.

use super::Format;
use crate::failure::Failure;
use armlab::log::{Input, Log, Quantity, ReadOptions};
use armlab::motion::{AnyTrajectory, ReadFor, RecordedTrajectory, read_trajectory};
use armlab::robot::Robot;
use armlab::simulate::{ExperimentFile, read_experiment};
use armlab_files::read_text;
use std::path::{Path, PathBuf};

/// Largest trajectory or experiment file, in bytes.
const LARGEST: usize = 64 << 20;

/// Reads an experiment; trajectory files that it names are beside it.
pub fn experiment(path: &Path, robot: &Robot) -> Result<ExperimentFile, Failure> {
    let name = path.display().to_string();
    let hint = "give an experiment file; docs/simulation.md describes it";
    let text = read_text(path, LARGEST).map_err(|e| e.with_hint(hint))?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut load = |name: &str| read_text(folder.join(name), LARGEST).map_err(|e| e.message);
    Ok(read_experiment(&text, &name, robot, &mut load)?)
}

/// Reads a trajectory file, or the motion of a log.
pub fn trajectory(path: &Path, robot: &Robot) -> Result<AnyTrajectory, Failure> {
    let name = path.display().to_string();
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    if ["csv", "gz", "parquet", "npz", "mcap"].contains(&ending.as_str()) {
        return recorded(path, robot);
    }
    let hint = "give a trajectory file (docs/motion.md), or a log (.csv, .parquet, …)";
    let text = read_text(path, LARGEST).map_err(|e| e.with_hint(hint))?;
    Ok(read_trajectory(&text, &name, ReadFor::robot(robot))?)
}

/// The motion that a log holds.
fn recorded(path: &Path, robot: &Robot) -> Result<AnyTrajectory, Failure> {
    let log = Log::read(&Input::path(path), &ReadOptions::default()).map_err(|e| {
        Failure::input(format_args!("{}{}: {}", e.file, e.place, e.message), e.hint)
    })?;
    let (log, _) = log.usable_rows();
    let joints = robot.driven_joints().count();
    let columns = |quantity| {
        let all = (0..joints).map(|j| log.channel(quantity, j));
        all.collect::<Option<Vec<&[f64]>>>()
    };
    let name = path.display();
    let Some(q) = columns(Quantity::Position) else {
        return Err(Failure::input(
            format_args!("{name}: it has no positions of all {joints} driven joints"),
            format_args!("give columns t and q1 … q{joints}; `armlab log` shows what was found"),
        ));
    };
    let qd = columns(Quantity::Velocity);
    let qdd = columns(Quantity::Acceleration).filter(|_| qd.is_some());
    RecordedTrajectory::new(log.time(), &q, qd.as_deref(), qdd.as_deref())
        .map(AnyTrajectory::from)
        .map_err(|e| Failure::input(format_args!("{name}: {e}"), "see `armlab log`"))
}

/// Writes a log. The file gets its name when it is whole.
pub fn write_log(folder: &Path, log: &Log, format: Format) -> Result<PathBuf, Failure> {
    write_log_as(folder, "log", log, format)
}

/// The same under another name.
pub fn write_log_as(
    folder: &Path,
    name: &str,
    log: &Log,
    format: Format,
) -> Result<PathBuf, Failure> {
    let ending = match format {
        Format::Csv => "csv",
        Format::Parquet => "parquet",
    };
    let path = folder.join(format!("{name}.{ending}"));
    log.save(&path).map_err(|error| Failure::writing(&path, &error))?;
    Ok(path)
}
