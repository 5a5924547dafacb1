
/// Effort by which friction may be off where its sign is not known, N m or N.
pub const STANDSTILL_EFFORT: [Real; JOINTS] = [@standstill@];

/// Gravity compensation: the weight at the measured pose less damping.
pub fn gravity_compensation(
    @pose_argument@q: &[Real; JOINTS],
    qd: &[Real; JOINTS],
    damping: &[Real; JOINTS],
) -> Result<[Real; JOINTS], Error> {
    all_within(qd, Real::MAX)?;
    all_within(damping, Real::MAX)?;
    let mut tau = gravity(@pose@q)?;
    for j in 0..JOINTS {
        tau[j] -= damping[j] * qd[j];
    }
    Ok(tau)
}

/// Feed-forward: efforts of a reference with friction.
pub fn feed_forward(
    @pose_argument@q: &[Real; JOINTS],
    qd: &[Real; JOINTS],
    qdd: &[Real; JOINTS],
) -> Result<[Real; JOINTS], Error> {
    let lost = friction(@pose@q, qd, qdd)?;
    let mut tau = inverse_dynamics(@pose@q, qd, qdd)?;
    for j in 0..JOINTS {
        tau[j] += lost[j];
    }
    Ok(tau)
}

/// Computed torque: efforts that let the error of `measured` (positions, velocities) against
/// `reference` (positions, velocities, accelerations) decay with a natural frequency (rad/s)
/// and a damping ratio; friction is taken at the reference's speed.
pub fn computed_torque(
    @pose_argument@reference: [&[Real; JOINTS]; 3],
    measured: [&[Real; JOINTS]; 2],
    frequency: &[Real; JOINTS],
    damping: &[Real; JOINTS],
) -> Result<[Real; JOINTS], Error> {
    let lost = friction(@pose@reference[0], reference[1], reference[2])?;
    let mut qdd = *reference[2];
    for j in 0..JOINTS {
        let w = frequency[j];
        qdd[j] += 2.0 * damping[j] * w * (reference[1][j] - measured[1][j])
            + w * w * (reference[0][j] - measured[0][j]);
    }
    let mut tau = inverse_dynamics(@pose@measured[0], measured[1], &qdd)?;
    for j in 0..JOINTS {
        tau[j] += lost[j];
    }
    Ok(tau)
}

/// Efforts from outside, by the momentum observer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Observer {
    /// The efforts, N m or N.
    pub external: [Real; JOINTS],
    last: Option<([Real; JOINTS], [Real; JOINTS])>,
}

impl Observer {
    /// An observer that has seen nothing.
    pub const fn new() -> Self {
        Self { external: [0.0; JOINTS], last: None }
    }
    /// Takes a sample: the efforts of the drives (mean since the last sample), the time since
    /// the last sample (s) and the rate of the filter (1/s). The first sample only starts it.
    pub fn update(
        &mut self,
        @pose_argument@q: &[Real; JOINTS],
        qd: &[Real; JOINTS],
        tau: &[Real; JOINTS],
        dt: Real,
        rate: Real,
    ) -> Result<(), Error> {
        let good = |x: Real| x > 0.0 && x <= Real::MAX;
        if self.last.is_some() && !(good(dt) && good(rate)) {
            return Err(Error::NotFinite);
        }
        all_within(tau, Real::MAX)?;
        let (p, mut free) = momentum(@pose@q, qd)?;
        let lost = friction(@pose@q, qd, &[0.0; JOINTS])?;
        for j in 0..JOINTS {
            free[j] -= lost[j];
        }
        if let Some((last_p, last_free)) = &self.last {
            let keep = elementary::exp(-(rate * dt));
            for j in 0..JOINTS {
                let mean = 0.5 * (free[j] + last_free[j]);
                let left = (p[j] - last_p[j]) / dt - tau[j] - mean;
                self.external[j] = keep * self.external[j] + (1.0 - keep) * left;
            }
        }
        self.last = Some((p, free));
        Ok(())
    }
}

/// Limits of the efforts from outside near standstill.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Detector {
    standstill: [Real; JOINTS],
    /// The limits at the last sample.
    pub limit: [Real; JOINTS],
}

impl Detector {
    /// A detector that has seen nothing.
    pub const fn new() -> Self {
        Self { standstill: [0.0; JOINTS], limit: [0.0; JOINTS] }
    }
    /// Whether something touches the robot: the joint whose effort is farthest beyond its
    /// limit, from 0. Limits away from standstill are given (`armlab observe` prints them);
    /// below the standstill speeds friction adds to them.
    pub fn collision(
        &mut self,
        observer: &Observer,
        qd: &[Real; JOINTS],
        limit: &[Real; JOINTS],
        standstill_speed: &[Real; JOINTS],
        dt: Real,
        rate: Real,
    ) -> Option<usize> {
        let keep = if dt > 0.0 { elementary::exp(-(rate * dt)) } else { 1.0 };
        let mut worst = 1.0;
        let mut joint = None;
        for j in 0..JOINTS {
            let r = observer.external[j];
            let size = if r < 0.0 { -r } else { r };
            let still = qd[j] <= standstill_speed[j] && qd[j] >= -standstill_speed[j];
            let now = if still { STANDSTILL_EFFORT[j] } else { 0.0 };
            self.standstill[j] = keep * self.standstill[j] + (1.0 - keep) * now;
            self.limit[j] = limit[j] + self.standstill[j];
            let excess = if self.limit[j] > 0.0 { size / self.limit[j] } else { 2.0 };
            // Written so that what is no number is a collision.
            if !(excess <= worst) {
                worst = excess;
                joint = Some(j);
            }
        }
        joint
    }
}
