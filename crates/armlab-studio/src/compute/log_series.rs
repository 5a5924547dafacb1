//! A log's columns over time, raw and as identification sees them.

use super::log::Source;
use super::table::{Part, Table, joint_column};
use crate::contract::{Filtered, SeriesInfo};
use crate::failure::{Answer, Failure};
use armlab::identify::{RawRecording, Recording};
use armlab::robot::{JointKind, Robot};
use armlab_log::{Log, Quantity};

/// Unit of a quantity of a joint.
fn unit(quantity: Quantity, kind: JointKind) -> String {
    let position = kind.position_unit();
    match quantity {
        Quantity::Position | Quantity::PositionReference => position.into(),
        Quantity::Velocity | Quantity::VelocityReference => format!("{position}/s"),
        Quantity::Acceleration | Quantity::AccelerationReference => format!("{position}/s²"),
        Quantity::Effort | Quantity::EffortReference => kind.effort_unit().into(),
        Quantity::Current | Quantity::CurrentReference => "A".into(),
        Quantity::Temperature | Quantity::RobotTemperature => "°C".into(),
        Quantity::Other => String::new(),
    }
}

/// Plots with the same quantity share an axis, references included.
fn group(quantity: Quantity) -> &'static str {
    match quantity {
        Quantity::Position | Quantity::PositionReference => "q",
        Quantity::Velocity | Quantity::VelocityReference => "qd",
        Quantity::Acceleration | Quantity::AccelerationReference => "qdd",
        Quantity::Effort | Quantity::EffortReference => "tau",
        Quantity::Current | Quantity::CurrentReference => "i",
        Quantity::Temperature | Quantity::RobotTemperature => "temp",
        Quantity::Other => "other",
    }
}

/// All columns of a log. Rows whose time is no number or falls back are left out.
pub fn table(log: &Log, robot: &Robot) -> Table {
    let joints: Vec<_> = robot.driven_joints().collect();
    let (log, _) = log.usable_rows();
    let mut table = Table { t: log.time().to_vec(), columns: Vec::new() };
    for channel in log.channels() {
        let joint = joints.get(channel.joint).filter(|_| channel.quantity != Quantity::Other);
        let info = match joint {
            Some(joint) => joint_column(
                channel.quantity.column(channel.joint),
                format!("{} {}", joint.name, channel.quantity.name()),
                &unit(channel.quantity, joint.kind),
                group(channel.quantity),
                channel.joint,
            ),
            None => SeriesInfo {
                name: plain(&channel.name),
                label: channel.name.clone(),
                unit: String::new(),
                group: "other".into(),
                joint: None,
                method: None,
            },
        };
        table.push(info, channel.values.clone());
    }
    table
}

/// A name that can stand in a list and in CSV.
fn plain(name: &str) -> String {
    let usual = |c: char| if c == ',' || c == '"' || c.is_control() { '_' } else { c };
    name.chars().take(80).map(usual).collect()
}

/// Columns of a recording that identification uses.
pub fn recording_table(recording: &Recording, robot: &Robot) -> Table {
    let mut table = Table { t: recording.time.clone(), columns: Vec::new() };
    let parts = [
        (Quantity::Position, &recording.q),
        (Quantity::Velocity, &recording.qd),
        (Quantity::Acceleration, &recording.qdd),
        (Quantity::Effort, &recording.effort),
    ];
    for (quantity, columns) in parts {
        for (j, (joint, values)) in robot.driven_joints().zip(columns).enumerate() {
            let name = format!("{}{}", quantity.stem(), j + 1);
            let label = format!("{} {}, filtered", joint.name, quantity.name());
            let info = joint_column(name, label, &unit(quantity, joint.kind), group(quantity), j);
            table.push(info, values.clone());
        }
    }
    table
}

/// A log, and the recording that identification would use.
pub fn condition(source: &Source, robot: &Robot, cutoff: Option<f64>) -> Answer<(Log, Recording)> {
    if cutoff.is_some_and(|c| !(c > 0.0 && c.is_finite())) {
        return Err(Failure::field("cutoff", "it must be above zero", "give Hz, or leave it out"));
    }
    let hint = "look at the log's findings, and map its columns";
    let log = source.read(robot)?;
    let joints = robot.driven_joints().count();
    let raw = RawRecording::of(&log, &source.name, joints, None)
        .or_else(|_| {
            // Currents are shown as they are where no gains are given.
            RawRecording::of(&log, &source.name, joints, Some(&vec![1.0; joints]))
        })
        .map_err(|e| Failure::wrong(&e, hint))?;
    let cutoff = match cutoff {
        Some(cutoff) => Some(cutoff),
        None if raw.is_complete() => None,
        None => Some(raw.cutoff().map_err(|e| Failure::wrong(&e, hint))?.frequency),
    };
    let recording = raw.condition(cutoff).map_err(|e| Failure::wrong(&e, hint))?;
    Ok((log, recording))
}

/// The log as it is and as identification would see it.
pub fn filtered(
    source: &Source,
    robot: &Robot,
    cutoff: Option<f64>,
    part: &Part,
) -> Answer<Filtered> {
    let (log, recording) = condition(source, robot, cutoff)?;
    Ok(Filtered {
        cutoff: recording.cutoff,
        notes: recording.notes.clone(),
        raw: table(&log, robot).series(part)?,
        filtered: recording_table(&recording, robot).series(part)?,
    })
}
