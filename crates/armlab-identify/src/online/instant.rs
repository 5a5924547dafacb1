//! One sample of a recording at a time, out of its columns.

use super::Sample;
use crate::recording::Recording;

/// Memory for one sample.
#[derive(Clone, Debug)]
pub(super) struct Instant {
    /// Positions, speeds, accelerations and efforts.
    columns: [Vec<f64>; 4],
}

impl Instant {
    /// Of up to so many driven joints.
    pub(super) fn new(joints: usize) -> Self {
        Self { columns: [(); 4].map(|()| vec![0.0; joints]) }
    }
    /// A sample of a recording.
    pub(super) fn read(&mut self, recording: &Recording, sample: usize) -> Sample<'_> {
        let logged = [&recording.q, &recording.qd, &recording.qdd, &recording.effort];
        for (column, out) in logged.iter().zip(&mut self.columns) {
            out.iter_mut().zip(*column).for_each(|(out, column)| *out = column[sample]);
        }
        let n = recording.q.len();
        let [q, qd, qdd, effort] = &self.columns;
        let t = recording.time[sample];
        Sample { t, q: &q[..n], qd: &qd[..n], qdd: &qdd[..n], effort: &effort[..n] }
    }
}
