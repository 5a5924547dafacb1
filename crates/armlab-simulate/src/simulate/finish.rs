//! A record becomes a log: what the recorder does to it, and its columns under their names.

use super::effects::ActiveEffect;
use super::record::{MEASURED, Record};
use armlab_log::{Log, Quantity};

/// The quantities of reference columns, in their order.
const REFERENCES: [Quantity; 3] =
    [Quantity::PositionReference, Quantity::VelocityReference, Quantity::AccelerationReference];

/// The record as effects on the log leave it: values first, each effect after the other,
/// then stamps, then rows, so that no effect sees another's gaps.
pub(super) fn finished(mut record: Record, recorder: &mut [Box<dyn ActiveEffect>]) -> Log {
    for effect in recorder.iter_mut() {
        effect.inspect(&record);
        record.each_row(|i, time, row| effect.measure(i, time, row));
    }
    recorder.iter_mut().for_each(|effect| effect.stamp(&mut record.time));
    let mut keep = vec![true; record.rows()];
    recorder.iter_mut().for_each(|effect| effect.keep(&mut keep));
    record.retain(&keep);
    let n = record.joints.max(1);
    let mut log = Log::new(record.time);
    for (i, values) in record.measured.into_iter().enumerate() {
        log.push_channel(MEASURED[i / n], i % n, values);
    }
    for (i, values) in record.reference.into_iter().enumerate() {
        log.push_channel(REFERENCES[i / n], i % n, values);
    }
    for (joint, values) in record.temperature.into_iter().enumerate() {
        log.push_channel(Quantity::Temperature, joint, values);
    }
    for (i, values) in record.truth.into_iter().enumerate() {
        log.push_other(&format!("true_{}{}", MEASURED[i / n].stem(), i % n + 1), values);
    }
    log
}
