//! Joints that a log does not have: held at a value.

use super::{LogOptions, LogSource};
use crate::error::{Error, Hint, Result};
use crate::log::{Log, LogStream, NamedJoint, Quantity};
use crate::robot::{LockError, Robot};
use crate::text::significant;
use std::str::FromStr;

/// A joint whose positions vary less than this stands still, rad or m.
const STILL: f64 = 0.01;

/// A joint that is held at a value: `head=0.1`, rad or m.
#[derive(Clone, Debug, PartialEq)]
pub struct Lock {
    /// The joint.
    pub joint: String,
    /// Its position, rad or m.
    pub value: f64,
}

impl FromStr for Lock {
    type Err = Error;
    fn from_str(text: &str) -> Result<Self> {
        let parts = text.rsplit_once('=');
        let value = parts.and_then(|p| p.1.trim().parse::<f64>().ok()).filter(|v| v.is_finite());
        match (parts, value) {
            (Some((joint, _)), Some(value)) if !joint.trim().is_empty() => {
                Ok(Self { joint: joint.trim().into(), value })
            }
            _ => {
                let hint = "write a joint's name and its position in rad or m, as head=0.1";
                Err(Error::new(format_args!("`{text}` does not lock a joint"))
                    .hint(Hint::Text(hint.into())))
            }
        }
    }
}

impl From<LockError> for Error {
    fn from(error: LockError) -> Self {
        let hint = match &error {
            LockError::Unknown { joints, .. } => Hint::OneOf(joints.clone()),
            _ => Hint::CheckRobot,
        };
        Self::from_source(error).hint(hint)
    }
}

/// The robot with those joints locked that logs do not have, where they name the others:
/// at zero, or at the limit next to it; a joint without efforts that stands still is locked
/// where it stands. Notes say so.
///
/// # Errors
/// If a log cannot be opened.
pub fn locked_to_logs(
    robot: &Robot,
    logs: &[LogSource],
    options: &LogOptions,
) -> Result<(Robot, Vec<String>)> {
    let same = || Ok((robot.clone(), Vec::new()));
    let Some(source) = logs.first().filter(|_| robot.loops().is_empty()) else { return same() };
    let Some(input) = source.input() else { return same() };
    let read = options.read_options(robot);
    let named = LogStream::named_joints(input, &read)?;
    let by_name = named.iter().filter(|j| j.position.is_some() && j.by_name).count();
    let some_effort = named.iter().any(|j| j.effort);
    if by_name == 0 {
        return same();
    }
    let mut locks: Vec<(String, f64)> = Vec::new();
    let mut still: Vec<String> = Vec::new();
    for (joint, column) in robot.driven_joints().zip(&named) {
        let NamedJoint { position, effort, .. } = column;
        if position.is_none() {
            let value = 0.0_f64.max(joint.limits.lower).min(joint.limits.upper);
            locks.push((joint.name.clone(), value));
        } else if some_effort && !effort {
            still.push(joint.name.clone());
        }
    }
    let mut notes = Vec::new();
    if !locks.is_empty() {
        let shown: Vec<String> =
            locks.iter().map(|(j, v)| format!("{j} = {}", significant(*v, 4))).collect();
        notes.push(format!(
            "joints that are not in the log are held still: {} (lock them at another value if they \
             stood elsewhere)",
            shown.join(", ")
        ));
    }
    if !still.is_empty() {
        let whole = robot.with_locked(&locks)?;
        let log = Log::read_with(input, &options.read_options(&whole))?;
        for (j, joint) in whole.driven_joints().enumerate() {
            let positions = log.channel(Quantity::Position, j).unwrap_or_default();
            let Some(value) = standing(positions).filter(|_| still.contains(&joint.name)) else {
                continue;
            };
            notes.push(format!(
                "joint `{}` has no efforts and stands still: held at {}",
                joint.name,
                significant(value, 4)
            ));
            locks.push((joint.name.clone(), value));
        }
    }
    Ok((robot.with_locked(&locks)?, notes))
}

/// Where a joint stands, if it stands still.
fn standing(positions: &[f64]) -> Option<f64> {
    let finite = || positions.iter().copied().filter(|q| q.is_finite());
    let (low, high) = finite()
        .fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), q| (low.min(q), high.max(q)));
    (high - low < STILL).then(|| finite().sum::<f64>() / finite().count().max(1) as f64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::log::Input;
    use crate::recordings::IntoLog;

    #[test]
    fn locks_are_read() {
        let lock: Lock = "head=0.1".parse().unwrap();
        assert_eq!(lock, Lock { joint: "head".into(), value: 0.1 });
        for wrong in ["head", "head=", "=1", "head=x", "head=inf"] {
            assert!(wrong.parse::<Lock>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn joints_that_a_log_does_not_name_are_locked() {
        let robot = Robot::builtin("ur5").unwrap();
        let names: Vec<String> = robot.joints().iter().map(|j| j.name.clone()).collect();
        let log = |columns: &[String]| -> LogSource {
            let header = format!("t,{}\n", columns.join(","));
            let row = |k: usize| {
                let rest = ",0.5".repeat(columns.len());
                format!("{}{rest}\n", 0.01 * k as f64)
            };
            let text = header + &(0..20).map(row).collect::<String>();
            Input::bytes("log.csv", text.into_bytes()).into_log().unwrap()
        };
        let of = |some: &[usize], what: &str| -> Vec<String> {
            some.iter().map(|&j| format!("{}_{what}", names[j])).collect()
        };
        let options = LogOptions::default();
        let all = [of(&[0, 1, 2], "position"), of(&[0, 1, 2], "effort")].concat();
        let (locked, notes) = locked_to_logs(&robot, &[log(&all)], &options).unwrap();
        assert_eq!((locked.dofs(), notes.len()), (3, 1), "{notes:?}");
        // Without efforts, where it stands.
        let all = [of(&[0, 1, 2, 3, 4, 5], "position"), of(&[0, 1, 2, 3, 4], "effort")].concat();
        let (locked, notes) = locked_to_logs(&robot, &[log(&all)], &options).unwrap();
        assert_eq!(locked.locked_joints(), [(names[5].clone(), 0.5)], "{notes:?}");
        // Numbers tell nothing.
        let numbered: Vec<String> = (1..4).map(|j| format!("q{j}")).collect();
        let (same, notes) = locked_to_logs(&robot, &[log(&numbered)], &options).unwrap();
        assert_eq!((same.dofs(), notes.len()), (6, 0));
    }
}
