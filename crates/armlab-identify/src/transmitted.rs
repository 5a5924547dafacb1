//! Efforts without friction along a recording, for friction that depends on them.

use crate::problem::{Model, ProblemError};
use crate::recording::Recording;
use armlab_engine::dynamics::Mechanism;
use armlab_engine::dynamics::batch::inverse_parallel;

impl Model<'_> {
    /// Efforts without friction by base parameters, one column per joint; none where no
    /// friction depends on them or the parameters are not known.
    pub(crate) fn transmitted(
        &self,
        recording: &Recording,
        base: Option<&[f64]>,
    ) -> Result<Vec<Vec<f64>>, ProblemError> {
        match base {
            Some(base) if self.needs_transmitted() => self.rigid_efforts(recording, base),
            _ => Ok(Vec::new()),
        }
    }

    /// Efforts without friction by base parameters, or unknowns that begin with them.
    pub(crate) fn rigid_efforts(
        &self,
        recording: &Recording,
        base: &[f64],
    ) -> Result<Vec<Vec<f64>>, ProblemError> {
        self.efforts_of_bodies(recording, base, self.carried())
    }

    /// The same of the bodies and a load on a link.
    pub(crate) fn efforts_of_bodies(
        &self,
        recording: &Recording,
        base: &[f64],
        carried: Option<&(usize, [f64; 10])>,
    ) -> Result<Vec<Vec<f64>>, ProblemError> {
        let mut parameters = vec![0.0; self.robot().parameter_count()];
        for (terms, value) in self.columns.iter().zip(base) {
            terms.iter().for_each(|&(k, factor)| parameters[k] += factor * value);
        }
        if let Some((link, load)) = carried {
            parameters[10 * link..].iter_mut().zip(load).for_each(|(p, load)| *p += load);
        }
        let Some(robot) = self.robot().with_parameter_values(&parameters) else {
            return Ok(Vec::new());
        };
        let samples = recording.samples();
        let mut out = vec![vec![0.0; samples]; self.joints()];
        if robot.loops().is_empty() {
            let [q, qd, qdd] = [&recording.q, &recording.qd, &recording.qdd]
                .map(|c| c.iter().map(Vec::as_slice).collect::<Vec<&[f64]>>());
            let mut tau: Vec<&mut [f64]> = out.iter_mut().map(Vec::as_mut_slice).collect();
            inverse_parallel(&robot, &q, &qd, &qdd, &mut tau);
            return Ok(out);
        }
        let mut mechanism = Mechanism::new(&robot)?;
        let n = self.joints();
        let [mut q, mut qd, mut qdd, mut tau] = [(); 4].map(|()| vec![0.0; n]);
        for k in 0..samples {
            for j in 0..n {
                (q[j], qd[j], qdd[j]) =
                    (recording.q[j][k], recording.qd[j][k], recording.qdd[j][k]);
            }
            mechanism.inverse(&q, &qd, &qdd, &mut tau)?;
            out.iter_mut().zip(&tau).for_each(|(out, tau)| out[k] = *tau);
        }
        Ok(out)
    }
}
