//! Logs that repeat others are left out, and the verdict says so.

use crate::identify::RawRecording;

/// Leaves out logs whose rows are those of another one, or of a part of it: used twice, they would
/// narrow every interval for nothing.
pub fn used_once(logs: Vec<RawRecording>, sentences: &mut Vec<String>) -> Vec<RawRecording> {
    let say = |copy: &RawRecording, of: &RawRecording| {
        format!("the log `{}` has the same rows as `{}` and is used once", copy.name(), of.name())
    };
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
            sentences.push(format!(
                "the validation log `{}` has the same motion as `{}` and is not counted: validate \
                 on another motion",
                log.name(),
                first.name()
            ));
            false
        }
    });
    validation
}
