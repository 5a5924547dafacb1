//! What is done to a log before regression, in pieces that serve a recording in
//! memory and one that is read in parts alike.

use super::recording::RecordingError;
use armlab_log::Quantity;
use armlab_signal::{
    Band, Butterworth, Sections, SignalError, first_difference, second_difference,
};

/// Stamps that differ from even ones by less than this part of a step are even.
pub(super) const EVEN: f64 = 1e-3;
/// Order of the low-pass filter.
const ORDER: usize = 4;
/// Fewest samples of a stretch of log that is used.
pub(super) const FEWEST: usize = 32;

/// The middle one of some numbers; NaN of none.
pub(super) fn median(mut numbers: Vec<f64>) -> f64 {
    let middle = numbers.len() / 2;
    if numbers.is_empty() {
        return f64::NAN;
    }
    *numbers.select_nth_unstable_by(middle, f64::total_cmp).1
}

/// Positions, speeds, accelerations and efforts: what a log has of them for
/// every joint.
type Groups<T> = [Option<Vec<T>>; 4];

/// Positions, speeds, accelerations and efforts of the driven joints, wherever
/// `find` has them, and what efforts are to be multiplied by: gains, where they
/// are currents.
pub(super) fn groups<T>(
    name: &str,
    joints: usize,
    gains: Option<&[f64]>,
    find: impl Fn(Quantity, usize) -> Option<T>,
) -> Result<(Groups<T>, Vec<f64>), RecordingError> {
    if let Some(gains) = gains
        && gains.len() != joints
    {
        return Err(RecordingError::GainCount { found: gains.len(), joints });
    }
    let columns =
        |quantity: Quantity| -> Option<Vec<T>> { (0..joints).map(|j| find(quantity, j)).collect() };
    let missing = |quantity: Quantity, what| {
        let joint = (0..joints).find(|&j| find(quantity, j).is_none()).unwrap_or(0);
        RecordingError::Missing { log: name.into(), what, joint: joint + 1, joints }
    };
    let q = columns(Quantity::Position).ok_or_else(|| missing(Quantity::Position, "positions"))?;
    let (effort, factors) = match (columns(Quantity::Effort), columns(Quantity::Current), gains) {
        (Some(effort), ..) => (effort, vec![1.0; joints]),
        (None, Some(currents), Some(gains)) => (currents, gains.to_vec()),
        (None, Some(_), None) => return Err(RecordingError::Gains { log: name.into() }),
        (None, None, _) => return Err(missing(Quantity::Effort, "efforts")),
    };
    let (qd, qdd) = (columns(Quantity::Velocity), columns(Quantity::Acceleration));
    Ok(([Some(q), qd, qdd, Some(effort)], factors))
}

/// Position, speed and acceleration of a joint on an even grid: low-passed, and
/// differentiated once from logged speeds or twice from positions.
pub(super) fn motion_of(
    q: &[f64],
    qd: Option<&[f64]>,
    step: f64,
    cutoff: Option<f64>,
) -> Result<[Vec<f64>; 3], SignalError> {
    let low_pass = |signal: &[f64]| match cutoff {
        None => Ok(signal.to_vec()),
        Some(frequency) => low_pass(frequency, step)?.zero_phase(signal),
    };
    let q = low_pass(q)?;
    let (qd, qdd) = match qd {
        Some(qd) => {
            let qd = low_pass(qd)?;
            let qdd = first_difference(&qd, step)?;
            (qd, qdd)
        }
        None => (first_difference(&q, step)?, second_difference(&q, step)?),
    };
    Ok([q, qd, qdd])
}

/// The filter of the motion.
pub(super) fn low_pass(frequency: f64, step: f64) -> Result<Sections, SignalError> {
    Butterworth::new(ORDER, Band::LowPass(frequency))?.design(step)
}

/// Samples that are left out at either end of a stretch: the filter does not
/// know what was before the first sample.
pub(super) fn margin_of(length: usize, step: f64, cutoff: Option<f64>) -> usize {
    widest_margin(step, cutoff).min(length / 10).max(2)
}

/// The same of a stretch that is long enough.
pub(super) fn widest_margin(step: f64, cutoff: Option<f64>) -> usize {
    cutoff.map_or(2, |f| (1.0 / (f * step)).ceil() as usize)
}

/// Said of a log that is taken at its word.
pub(super) const COMPLETE: &str = "using logged accelerations: no filter";

pub(super) fn note_on_dropped(rows: u64) -> Option<String> {
    (rows > 0).then(|| format!("{rows} rows with unusable stamps or values were left out"))
}

pub(super) fn notes_on_grid(step: f64, gaps: u64) -> impl Iterator<Item = String> {
    let grid =
        format!("stamps are uneven; put on a grid of {:.3} ms by linear interpolation", 1e3 * step);
    let gaps = (gaps > 0).then(|| format!("{gaps} gaps in the recording are left out"));
    std::iter::once(grid).chain(gaps)
}

pub(super) fn note_on_filter(cutoff: Option<f64>, logged_speeds: bool) -> String {
    let source = match logged_speeds {
        true => "using logged velocities",
        false => "velocities by differentiating positions",
    };
    match cutoff {
        Some(f) => format!("zero-phase low-pass filter at {f:.3} Hz (order {ORDER}); {source}"),
        None => format!("no filter; {source}"),
    }
}
