//! Logs that repeat others are left out, and the verdict says so.

use crate::identify::RawRecording;
use crate::log_check::RowPrints;

fn once(copy: &str, of: &str) -> String {
    format!("the log `{copy}` has the same rows as `{of}` and is used once")
}

fn not_counted(log: &str, of: &str) -> String {
    format!(
        "the validation log `{log}` has the same motion as `{of}` and is not counted: validate \
         on another motion"
    )
}

/// A log with the rows by which copies are known.
pub struct Printed<T> {
    pub log: T,
    pub name: String,
    pub prints: RowPrints,
}

/// [`used_once`] of logs that are read in parts.
pub fn parts_used_once<T>(logs: Vec<Printed<T>>, sentences: &mut Vec<String>) -> Vec<Printed<T>> {
    let mut own: Vec<Printed<T>> = Vec::new();
    for log in logs {
        if let Some(first) = own.iter().find(|o| log.prints.is_copy_of(&o.prints)) {
            sentences.push(once(&log.name, &first.name));
            continue;
        }
        own.retain(|part| {
            let copy = part.prints.is_copy_of(&log.prints);
            sentences.extend(copy.then(|| once(&part.name, &log.name)));
            !copy
        });
        own.push(log);
    }
    own
}

/// [`unseen`] where the logs that are learnt from are read in parts.
pub fn unseen_by_parts<V, T>(
    validation: Vec<Printed<V>>,
    own: &[Printed<T>],
    sentences: &mut Vec<String>,
) -> Vec<V> {
    let mut unseen = Vec::new();
    for log in validation {
        match own.iter().find(|o| log.prints.is_known_from(&o.prints)) {
            None => unseen.push(log.log),
            Some(first) => sentences.push(not_counted(&log.name, &first.name)),
        }
    }
    unseen
}

/// Leaves out logs whose rows are those of another one, or of a part of it: used twice, they would
/// narrow every interval for nothing.
pub fn used_once(logs: Vec<RawRecording>, sentences: &mut Vec<String>) -> Vec<RawRecording> {
    let say = |copy: &RawRecording, of: &RawRecording| once(copy.name(), of.name());
    let mut own: Vec<RawRecording> = Vec::new();
    for log in logs {
        if let Some(first) = own.iter().find(|o| log.is_copy_of(o)) {
            sentences.push(say(&log, first));
            continue;
        }
        own.retain(|part| {
            let copy = part.is_copy_of(&log);
            sentences.extend(copy.then(|| say(part, &log)));
            !copy
        });
        own.push(log);
    }
    own
}

/// Leaves out validation logs with the motion of a log that is learnt from: they would only
/// repeat what the fit says.
pub fn unseen(
    mut validation: Vec<RawRecording>,
    own: &[RawRecording],
    sentences: &mut Vec<String>,
) -> Vec<RawRecording> {
    // A period of a motion that repeats is unseen noise, if not unseen motion.
    let same = |log: &RawRecording, o: &RawRecording| {
        log.is_copy_of(o)
            || log.has_positions_of(o)
            || (log.lasts_as_long_as(o) && log.has_motion_of(o))
    };
    validation.retain(|log| match own.iter().find(|o| same(log, o)) {
        None => true,
        Some(first) => {
            sentences.push(not_counted(log.name(), first.name()));
            false
        }
    });
    validation
}
