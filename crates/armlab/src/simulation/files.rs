//! Experiment and trajectory files.

use crate::error::{Error, Hint, Result};
use crate::log::{Log, Quantity};
use crate::motion::{AnyTrajectory, ReadFor, RecordedTrajectory, read_trajectory};
use crate::robot::Robot;
use crate::saving::{error, located};
use crate::simulate::{ExperimentFile, read_experiment};
use armlab_files::read_text;
use std::path::Path;

/// Largest trajectory or experiment file, in bytes.
const LARGEST: usize = 64 << 20;
/// Endings of files that are read as logs.
const LOGS: [&str; 5] = ["csv", "gz", "parquet", "npz", "mcap"];

/// Reads an experiment; trajectory files that it names are beside it.
pub fn read_experiment_file(path: &Path, robot: &Robot) -> Result<ExperimentFile> {
    let text = read_text(path, LARGEST).map_err(located)?;
    let folder = path.parent().unwrap_or(Path::new(""));
    let mut load = |name: &str| read_text(folder.join(name), LARGEST).map_err(|e| e.message);
    let name = path.display().to_string();
    read_experiment(&text, &name, robot, &mut load).map_err(located)
}

/// Whether a file is read as a log.
pub fn is_log(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_string_lossy().to_lowercase();
    LOGS.contains(&ending.as_str())
}

/// Reads a trajectory file, or the motion of a log.
pub fn read_motion(path: &Path, robot: &Robot) -> Result<AnyTrajectory> {
    if is_log(path) {
        return recorded(path, robot);
    }
    let text = read_text(path, LARGEST).map_err(located)?;
    let name = path.display().to_string();
    read_trajectory(&text, &name, ReadFor::robot(robot)).map_err(located)
}

/// The motion that a log holds.
fn recorded(path: &Path, robot: &Robot) -> Result<AnyTrajectory> {
    let log = Log::read(path)
        .map_err(|e| error(format_args!("{}{}: {}", e.file, e.place, e.message), e.hint))?;
    let (log, _) = log.usable_rows();
    let joints = robot.driven_joints().count();
    let columns = |quantity| {
        let all = (0..joints).map(|j| log.channel(quantity, j));
        all.collect::<Option<Vec<&[f64]>>>()
    };
    let name = path.display();
    let Some(q) = columns(Quantity::Position) else {
        let message = format_args!("{name}: it has no positions of all {joints} driven joints");
        return Err(Error::new(message).hint(Hint::MapColumns));
    };
    let qd = columns(Quantity::Velocity);
    let qdd = columns(Quantity::Acceleration).filter(|_| qd.is_some());
    RecordedTrajectory::new(log.time(), &q, qd.as_deref(), qdd.as_deref())
        .map(AnyTrajectory::from)
        .map_err(|e| Error::new(format_args!("{name}: {e}")).hint(Hint::CheckLog))
}
