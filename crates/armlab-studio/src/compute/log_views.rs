//! A log over other axes than time: spectra, and efforts over speeds.

use super::log::Source;
use super::log_series::{condition, table};
use crate::contract::{Spectra, SpeedEffort, SpeedEffortJoint};
use crate::failure::{Answer, Failure};
use armlab::evaluation::{EvaluationOptions, State, StateEvaluator};
use armlab::identify::Recording;
use armlab::robot::Robot;
use armlab::signal::power_spectrum;

/// Most points of a curve.
const MOST: usize = 2000;

/// Amplitudes of the log's columns over frequency; columns with gaps are left out.
pub fn spectra(source: &Source, robot: &Robot) -> Answer<Spectra> {
    let table = table(&source.read(robot)?, robot);
    let n = table.t.len();
    let hint = "record longer, at an even rate";
    let span = table.t.last().zip(table.t.first()).map_or(0.0, |(last, first)| last - first);
    if n < 8 || span <= 0.0 {
        return Err(Failure::wrong("the log is too short for a spectrum", hint));
    }
    let dt = span / (n - 1) as f64;
    let mut found =
        Spectra { frequencies: Vec::new(), columns: Vec::new(), amplitudes: Vec::new() };
    for (info, values) in &table.columns {
        if info.joint.is_none() || values.iter().any(|x| !x.is_finite()) {
            continue;
        }
        let spectrum = power_spectrum(values, dt).map_err(|e| Failure::wrong(&e, hint))?;
        let entries = spectrum.power.len();
        let stride = entries.div_ceil(MOST);
        // The largest of each stretch, so that no peak is lost.
        let largest = |k: usize| {
            let stretch = &spectrum.power[k..(k + stride).min(entries)];
            let most = stretch.iter().copied().fold(0.0, f64::max);
            (2.0 * most).sqrt()
        };
        let starts = (0..entries).step_by(stride);
        if found.frequencies.is_empty() {
            found.frequencies = starts.clone().map(|k| k as f64 * spectrum.step).collect();
        }
        found.columns.push(info.clone());
        found.amplitudes.push(starts.map(largest).collect());
    }
    Ok(found)
}

/// Efforts over speeds, as identification sees them.
pub fn speed_effort(source: &Source, robot: &Robot, cutoff: Option<f64>) -> Answer<SpeedEffort> {
    let (_, recording) = condition(source, robot, cutoff)?;
    let kept: Vec<usize> =
        (0..recording.samples()).step_by(recording.samples().div_ceil(MOST).max(1)).collect();
    let pick = |column: &[f64]| kept.iter().map(|&k| column[k]).collect::<Vec<f64>>();
    let rest = rest(robot, &recording, &kept);
    let joints = robot.driven_joints().enumerate().map(|(j, joint)| SpeedEffortJoint {
        joint: joint.name.clone(),
        speed_unit: format!("{}/s", joint.kind.position_unit()),
        effort_unit: joint.kind.effort_unit().into(),
        speed: recording.qd.get(j).map(|c| pick(c)).unwrap_or_default(),
        effort: recording.effort.get(j).map(|c| pick(c)).unwrap_or_default(),
        rest: rest.get(j).cloned().unwrap_or_default(),
    });
    Ok(SpeedEffort { cutoff: recording.cutoff, joints: joints.collect() })
}

/// Efforts without the model's rigid-body efforts; none if they cannot be computed.
fn rest(robot: &Robot, recording: &Recording, rows: &[usize]) -> Vec<Vec<f64>> {
    let options = EvaluationOptions::default();
    let Ok(mut evaluator) = StateEvaluator::new(robot, None, options, true) else {
        return Vec::new();
    };
    let mut columns = vec![Vec::with_capacity(rows.len()); recording.effort.len()];
    for &k in rows {
        let row = |columns: &[Vec<f64>]| columns.iter().map(|c| c[k]).collect::<Vec<f64>>();
        let (q, qd, qdd) = (row(&recording.q), row(&recording.qd), row(&recording.qdd));
        let state = State { q: &q, qd: &qd, qdd: &qdd, tau: None };
        let Ok(found) = evaluator.at(&state) else { return Vec::new() };
        let measured = recording.effort.iter().map(|c| c[k]);
        for ((column, effort), rigid) in columns.iter_mut().zip(measured).zip(&found.tau) {
            column.push(effort - rigid);
        }
    }
    columns
}
