//! What an experiment came to, in a few numbers per joint.

/// A joint's share.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct JointSummary {
    /// Its name.
    pub name: String,
    /// Whether it turns.
    pub turns: bool,
    /// Root mean square of reference minus position, rad or m.
    pub rms_error: f64,
    /// Largest magnitude of it.
    pub max_error: f64,
    /// Largest speed.
    pub peak_speed: f64,
    /// Speed that is allowed.
    pub speed_limit: f64,
    /// Largest acceleration.
    pub peak_acceleration: f64,
    /// Largest effort that was held, N m or N.
    pub peak_effort: f64,
    /// Root mean square of it.
    pub rms_effort: f64,
    /// Effort that its drive can give.
    pub effort_limit: f64,
    /// Part of the samples at which the drive was at its limit.
    pub saturated: f64,
    /// Part of the samples at which the position was outside the joint's limits.
    pub out_of_range: f64,
}

/// Work and energy, J.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct EnergySummary {
    /// Work of the commanded efforts, `Σ τ_k·(q_{k+1} − q_k)`: exact for held efforts.
    pub work: f64,
    /// Kinetic and potential energy at the end less that at the start.
    pub stored: f64,
    /// Kinetic energy at the end.
    pub kinetic: f64,
}

impl EnergySummary {
    /// What went into friction, and, where there is ripple, into that.
    pub fn lost(&self) -> f64 {
        self.work - self.stored
    }
}

/// What an experiment came to. Errors and peaks are the robot's own, not what
/// sensors made of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// The joints.
    pub joints: Vec<JointSummary>,
    /// Work and energy.
    pub energy: EnergySummary,
    /// Samples that were simulated.
    pub samples: usize,
    /// Steps of the integration.
    pub steps: usize,
    /// Times a joint stopped, stuck or started.
    pub events: usize,
}

/// A sample as the summary sees it.
pub(super) struct Sample<'a> {
    pub reference: &'a [f64],
    pub q: &'a [f64],
    pub qd: &'a [f64],
    pub qdd: &'a [f64],
    pub asked: &'a [f64],
    pub held: &'a [f64],
    /// Positions that are allowed.
    pub range: &'a [(f64, f64)],
}

impl Summary {
    /// Counts a sample; sums become means in [`finish`](Self::finish).
    pub(super) fn add(&mut self, s: &Sample) {
        self.samples += 1;
        for (j, joint) in self.joints.iter_mut().enumerate() {
            let error = s.reference[j] - s.q[j];
            joint.rms_error += error * error;
            joint.max_error = joint.max_error.max(error.abs());
            joint.peak_speed = joint.peak_speed.max(s.qd[j].abs());
            joint.peak_acceleration = joint.peak_acceleration.max(s.qdd[j].abs());
            joint.peak_effort = joint.peak_effort.max(s.held[j].abs());
            joint.rms_effort += s.held[j] * s.held[j];
            joint.saturated += f64::from(u8::from(s.held[j] != s.asked[j]));
            let (lower, upper) = s.range[j];
            joint.out_of_range += f64::from(u8::from(!(lower..=upper).contains(&s.q[j])));
        }
    }
    pub(super) fn finish(&mut self) {
        let n = self.samples.max(1) as f64;
        for joint in &mut self.joints {
            joint.rms_error = (joint.rms_error / n).sqrt();
            joint.rms_effort = (joint.rms_effort / n).sqrt();
            joint.saturated /= n;
            joint.out_of_range /= n;
        }
    }
}
