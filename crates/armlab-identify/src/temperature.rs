//! Temperatures of drives in a log: of each joint, or one that stands for all.
//!
//! They change slowly and are often logged at some rows only; between these a straight line is
//! taken, and the nearest value before the first and behind the last.

use super::recording::{RawRecording, RecordingError};
use armlab_engine::friction::{FrictionLaw, FrictionModel};
use armlab_engine::robot::Robot;
use armlab_log::{Log, Quantity};

/// Temperatures of the driven joints at all rows of a log, °C; those that are not logged without
/// values, and nothing if none is.
pub(super) fn temperatures_of(log: &Log, joints: usize) -> Vec<Vec<f64>> {
    let common = log.channel(Quantity::RobotTemperature, 0);
    let of = |j: usize| log.channel(Quantity::Temperature, j).or(common);
    let all: Vec<Vec<f64>> =
        (0..joints).map(|j| of(j).map(|c| bridged(log.time(), c)).unwrap_or_default()).collect();
    if all.iter().all(Vec::is_empty) { Vec::new() } else { all }
}

/// A column with values where it has none; nothing if it has none anywhere.
fn bridged(time: &[f64], values: &[f64]) -> Vec<f64> {
    let known: Vec<usize> =
        (0..values.len()).filter(|&i| values[i].is_finite() && time[i].is_finite()).collect();
    let (Some(&first), Some(&last)) = (known.first(), known.last()) else { return Vec::new() };
    let mut out = values.to_vec();
    out[..first].fill(values[first]);
    out[last + 1..].fill(values[last]);
    for pair in known.windows(2) {
        let (a, b) = (pair[0], pair[1]);
        let length = time[b] - time[a];
        for i in a + 1..b {
            let part = ((time[i] - time[a]) / length).clamp(0.0, 1.0);
            let part = if part.is_finite() { part } else { 0.0 };
            out[i] = values[a] + part * (values[b] - values[a]);
        }
    }
    out
}

/// The friction that is asked for, with the reference temperature found where it is left to the
/// logs: their mean in whole degrees.
///
/// # Errors
/// If it depends on temperatures that a log does not have.
pub(super) fn at_reference(
    model: FrictionModel,
    robot: &Robot,
    logs: &[RawRecording],
) -> Result<FrictionModel, RecordingError> {
    let needs = |law: &dyn FrictionLaw| law.needs_temperature();
    if !model.terms().iter().any(|t| needs(t.law())) {
        return Ok(model);
    }
    let joints: Vec<usize> = (0..robot.driven_joints().count()).collect();
    check_temperatures(robot, logs, &joints)?;
    let mut found = model;
    for law in found.open_laws().into_iter().filter(|law| needs(*law)) {
        let Some(shape) = law.found_shape() else { continue };
        found = found.with_value(law.name(), shape, reference(logs)).unwrap_or(found);
    }
    Ok(found)
}

/// The mean temperature of logs in whole degrees, °C.
pub(super) fn reference(logs: &[RawRecording]) -> f64 {
    let all = || logs.iter().flat_map(|log| log.temperatures()).filter(|c| !c.is_empty());
    let mean = |c: &Vec<f64>| c.iter().sum::<f64>() / c.len() as f64;
    let sum: f64 = all().map(mean).sum();
    let mean = (sum / all().count().max(1) as f64).round();
    // Zero stands for a reference that is not given.
    if mean == 0.0 { 1.0 } else { mean }
}

/// Fails unless every log has the temperatures of these joints.
///
/// # Errors
/// Which log lacks that of which joint.
pub fn check_temperatures(
    robot: &Robot,
    logs: &[RawRecording],
    joints: &[usize],
) -> Result<(), RecordingError> {
    let names: Vec<&str> = robot.driven_joints().map(|j| j.name.as_str()).collect();
    for log in logs {
        if let Some(&j) = joints.iter().find(|&&j| !log.has_temperature(j)) {
            let joint = names.get(j).copied().unwrap_or_default().to_string();
            return Err(RecordingError::Temperature { log: log.name().into(), joint });
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn temperatures_are_bridged_between_the_rows_that_have_them() {
        let (nan, time) = (f64::NAN, [0.0, 1.0, 2.0, 4.0, 5.0, f64::NAN, 6.0]);
        let values = [nan, 20.0, nan, 26.0, nan, nan, nan];
        let bridged = bridged(&time, &values);
        assert_eq!(bridged, [20.0, 20.0, 22.0, 26.0, 26.0, 26.0, 26.0]);
        assert!(super::bridged(&time, &[nan; 7]).is_empty());
    }

    #[test]
    fn one_column_stands_for_all_drives_that_have_none() {
        let both = [("temperature", vec![20.0, 21.0]), ("temp2", vec![40.0, 41.0])];
        let log = Log::from_columns(vec![0.0, 1.0], both).unwrap();
        assert_eq!(temperatures_of(&log, 2), [[20.0, 21.0], [40.0, 41.0]]);
        let log = Log::from_columns(vec![0.0], [("temp2", vec![40.0])]).unwrap();
        assert_eq!(temperatures_of(&log, 2), [vec![], vec![40.0]]);
        assert!(temperatures_of(&Log::new(vec![0.0]), 2).is_empty());
    }
}
