//! Efforts that joints would need which a model predicts: positions filtered and
//! differentiated twice, then inverse dynamics. Errors of prediction count twice
//! here, since derivatives magnify what changes from sample to sample.

use super::log::KinematicError;
use armlab::dynamics::Mechanism;
use armlab::robot::Robot;
use armlab::signal::Filter;

/// Rigid-body efforts along joint columns sampled every `step` seconds, one column
/// per joint.
///
/// # Panics
/// If there is not one column per coordinate of the robot, all of one length.
pub fn efforts(
    robot: &Robot,
    joints: &[Vec<f64>],
    step: f64,
    filter: &Filter,
) -> Result<Vec<Vec<f64>>, KinematicError> {
    let mut mechanism = Mechanism::new(robot)?;
    let n = mechanism.dofs();
    assert_eq!(joints.len(), n, "one column per coordinate of the robot");
    let samples = joints.first().map_or(0, Vec::len);
    assert!(joints.iter().all(|c| c.len() == samples), "columns of equal length");
    let mut motion = Vec::with_capacity(n);
    for (j, column) in joints.iter().enumerate() {
        let derivatives = filter.derivatives(column, step);
        motion.push(derivatives.map_err(|source| KinematicError::Signal { joint: j + 1, source })?);
    }
    let mut out = vec![Vec::with_capacity(samples); n];
    let [mut q, mut qd, mut qdd, mut tau] = [(); 4].map(|()| vec![0.0; n]);
    for k in 0..samples {
        for (j, of_joint) in motion.iter().enumerate() {
            (q[j], qd[j], qdd[j]) = (of_joint.value[k], of_joint.first[k], of_joint.second[k]);
        }
        mechanism.inverse(&q, &qd, &qdd, &mut tau)?;
        out.iter_mut().zip(&tau).for_each(|(column, tau)| column.push(*tau));
    }
    Ok(out)
}
