//! What is known of a log besides its triangles: how far its joints moved, how
//! large their efforts are on average.

use crate::recording::Recording;
use std::ops::Range;

/// What one joint did.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct JointSummary {
    /// Smallest and largest position.
    pub position: [f64; 2],
    /// Largest speed.
    pub speed: f64,
    /// Largest acceleration.
    pub acceleration: f64,
    /// Sum of the efforts.
    pub effort_sum: f64,
}

/// A log, in numbers.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The log's name.
    pub name: String,
    /// Rows of the log.
    pub rows: u64,
    /// Samples that were reduced.
    pub samples: u64,
    /// Sampling interval, s.
    pub step: f64,
    /// Cut-off of the motion's filter, Hz; `None` if nothing was filtered.
    pub cutoff: Option<f64>,
    /// Joint by joint.
    pub joints: Vec<JointSummary>,
    /// What was done, for people.
    pub notes: Vec<String>,
}

impl Summary {
    /// Counts the samples of a part, by some of its motion and the sums of its efforts.
    pub(super) fn add(
        &mut self,
        part: &Recording,
        own: Range<usize>,
        samples: usize,
        effort_sums: &[f64],
    ) {
        self.samples += samples as u64;
        let largest = |column: &[f64]| {
            let [least, most] = range(column);
            least.abs().max(most.abs())
        };
        for (j, joint) in self.joints.iter_mut().enumerate() {
            let ([least, most], [from, to]) = (range(&part.q[j][own.clone()]), joint.position);
            joint.position = [from.min(least), to.max(most)];
            if !own.is_empty() {
                joint.speed = joint.speed.max(largest(&part.qd[j][own.clone()]));
                joint.acceleration = joint.acceleration.max(largest(&part.qdd[j][own.clone()]));
            }
            joint.effort_sum += effort_sums[j];
        }
    }
    /// Mean effort of each joint.
    pub fn mean_efforts(&self) -> Vec<f64> {
        self.joints.iter().map(|j| j.effort_sum / self.samples.max(1) as f64).collect()
    }
    /// Time that the samples cover, s.
    pub fn seconds(&self) -> f64 {
        self.samples as f64 * self.step
    }
}

impl JointSummary {
    /// Of no sample.
    pub(super) const NONE: Self = Self {
        position: [f64::INFINITY, f64::NEG_INFINITY],
        speed: 0.0,
        acceleration: 0.0,
        effort_sum: 0.0,
    };
}

/// Smallest and largest number of a column of finite ones, in several runs side by side.
fn range(column: &[f64]) -> [f64; 2] {
    const RUNS: usize = 8;
    let (mut least, mut most) = ([f64::INFINITY; RUNS], [f64::NEG_INFINITY; RUNS]);
    let whole = column.chunks_exact(RUNS);
    let rest = whole.remainder();
    let mut take = |k: usize, x: f64| {
        least[k] = if x < least[k] { x } else { least[k] };
        most[k] = if x > most[k] { x } else { most[k] };
    };
    for some in whole {
        some.iter().enumerate().for_each(|(k, x)| take(k, *x));
    }
    rest.iter().enumerate().for_each(|(k, x)| take(k, *x));
    let least = least.into_iter().fold(f64::INFINITY, f64::min);
    [least, most.into_iter().fold(f64::NEG_INFINITY, f64::max)]
}
