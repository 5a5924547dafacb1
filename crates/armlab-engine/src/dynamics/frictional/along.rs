//! Efforts of a whole motion.

use super::{FrictionalError, FrictionalJoint, Plant};
use crate::dynamics::batch::{Columns, inverse_parallel};
use crate::friction::Sliding;

/// No effort at a sample of a motion.
#[derive(Clone, Debug, PartialEq)]
pub struct NoEffort {
    /// The sample.
    pub sample: usize,
    /// Why.
    pub source: FrictionalError,
}

impl Plant<'_> {
    /// Efforts of a motion with friction, one column per coordinate: those of
    /// [`inverse_along`](Self::inverse_along) sample by sample. `elapsed` says how long after the
    /// start of the drives a sample is, s, and `temperature` how warm the drive of a coordinate is
    /// at a sample, °C.
    ///
    /// # Errors
    /// If there are none at a sample.
    ///
    /// # Panics
    /// If the columns differ in number or length.
    pub fn efforts_along(
        &mut self,
        q: Columns,
        qd: Columns,
        qdd: Columns,
        elapsed: impl Fn(usize) -> f64,
        temperature: impl Fn(usize, usize) -> f64,
    ) -> Result<Vec<Vec<f64>>, NoEffort> {
        let samples = q.first().map_or(0, |c| c.len());
        let mut out = vec![vec![0.0; samples]; self.dofs()];
        if self.has_samples_of_their_own() {
            let mut columns: Vec<&mut [f64]> = out.iter_mut().map(Vec::as_mut_slice).collect();
            inverse_parallel(self.mechanism.robot(), q, qd, qdd, &mut columns);
            let coordinates = self.mechanism.coordinates();
            for joint in &mut self.joints {
                let own = coordinates.iter().position(|&dof| dof == joint.dof);
                let (q, qd, out) = (q[joint.dof], qd[joint.dof], &mut out[joint.dof]);
                for (k, out) in out.iter_mut().enumerate() {
                    joint.elapsed = elapsed(k);
                    joint.temperature = own.map_or(f64::INFINITY, |i| temperature(i, k));
                    let at = Sliding::loaded(qd[k], joint.constant_load()).from_position(q[k]);
                    *out += joint.remembered(at, None);
                }
            }
            return Ok(out);
        }
        let [mut at_q, mut at_qd, mut at_qdd, mut tau, mut friction] =
            [(); 5].map(|()| vec![0.0; self.dofs()]);
        let mut temperatures = vec![f64::INFINITY; self.dofs()];
        for sample in 0..samples {
            for (coordinate, to) in temperatures.iter_mut().enumerate() {
                *to = temperature(coordinate, sample);
            }
            self.set_temperatures(&temperatures);
            for (to, from) in [(&mut at_q, q), (&mut at_qd, qd), (&mut at_qdd, qdd)] {
                to.iter_mut().zip(from).for_each(|(to, column)| *to = column[sample]);
            }
            self.elapse(elapsed(sample));
            self.inverse_along(&at_q, &at_qd, &at_qdd, &mut tau, &mut friction)
                .map_err(|source| NoEffort { sample, source })?;
            for (out, (t, f)) in out.iter_mut().zip(tau.iter().zip(&friction)) {
                out[sample] = t + f;
            }
        }
        Ok(out)
    }

    /// Whether a sample's efforts follow from its own motion, joint by joint: a tree without
    /// coupled motors whose friction neither remembers nor depends on efforts.
    fn has_samples_of_their_own(&mut self) -> bool {
        let simple =
            |j: &FrictionalJoint| !j.needs_load() && !j.needs_transmitted() && j.bristles() == 0;
        let simple = self.joints.iter().all(simple);
        simple && !self.mechanism.has_coupled_motors() && self.mechanism.tree().is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::robot::library;

    #[test]
    fn a_whole_motion_has_the_bits_of_its_samples() {
        for name in ["scara", "panda", "ur5"] {
            let robot = library::load(name).unwrap().unwrap().robot;
            let n = robot.dofs();
            let wave = |rate: f64| -> Vec<Vec<f64>> {
                let at = |j: usize, k: usize| (rate * k as f64 + 0.7 * j as f64).sin();
                (0..n).map(|j| (0..37).map(|k| at(j, k)).collect()).collect()
            };
            let (q, qd, qdd) = (wave(0.1), wave(0.23), wave(0.31));
            let [q, qd, qdd] =
                [&q, &qd, &qdd].map(|c| -> Vec<&[f64]> { c.iter().map(Vec::as_slice).collect() });
            let mut plant = Plant::new(&robot).unwrap();
            assert!(plant.has_samples_of_their_own(), "{name}");
            let whole = plant
                .efforts_along(&q, &qd, &qdd, |_| f64::INFINITY, |_, _| f64::INFINITY)
                .unwrap();
            let [mut tau, mut friction] = [(); 2].map(|()| vec![0.0; n]);
            for k in 0..37 {
                let [q, qd, qdd] =
                    [&q, &qd, &qdd].map(|c| c.iter().map(|c| c[k]).collect::<Vec<f64>>());
                plant.inverse_along(&q, &qd, &qdd, &mut tau, &mut friction).unwrap();
                for j in 0..n {
                    let one = tau[j] + friction[j];
                    assert_eq!(whole[j][k].to_bits(), one.to_bits(), "{name}, joint {j}");
                }
            }
        }
    }
}
