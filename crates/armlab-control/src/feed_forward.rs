//! Efforts that a controller gives ahead of any error.

use crate::error::ControlError;
use armlab_engine::dynamics::Plant;

/// Efforts of a reference with friction, into `tau`: what drives are told beside their own
/// position loop.
pub fn feed_forward(
    plant: &mut Plant,
    q: &[f64],
    qd: &[f64],
    qdd: &[f64],
    tau: &mut [f64],
) -> Result<(), ControlError> {
    let n = plant.dofs();
    ControlError::check("q", q, n)?;
    ControlError::check("qd", qd, n)?;
    ControlError::check("qdd", qdd, n)?;
    let mut friction = vec![0.0; n];
    plant.inverse(q, qd, qdd, tau, &mut friction)?;
    tau.iter_mut().zip(&friction).for_each(|(tau, f)| *tau += f);
    Ok(())
}

/// The weight at the measured pose less damping, into `tau`: the robot stays where it is put.
pub fn gravity_compensation(
    plant: &mut Plant,
    q: &[f64],
    qd: &[f64],
    damping: &[f64],
    tau: &mut [f64],
) -> Result<(), ControlError> {
    let n = plant.dofs();
    ControlError::check("q", q, n)?;
    ControlError::check("qd", qd, n)?;
    ControlError::check("damping", damping, n)?;
    plant.mechanism().gravity(q, tau)?;
    for j in 0..n {
        tau[j] -= damping[j] * qd[j];
    }
    Ok(())
}

/// Computed torque, into `tau`: inverse dynamics of the acceleration that lets the error decay
/// with a natural frequency and a damping ratio, with friction at the reference's speed.
pub fn computed_torque(
    plant: &mut Plant,
    reference: [&[f64]; 3],
    measured: [&[f64]; 2],
    frequency: &[f64],
    damping: &[f64],
    tau: &mut [f64],
) -> Result<(), ControlError> {
    let n = plant.dofs();
    let ([rq, rqd, rqdd], [q, qd]) = (reference, measured);
    let all = [("q", q), ("qd", qd), ("frequency", frequency), ("damping", damping)];
    for (what, x) in all.into_iter().chain([("q", rq), ("qd", rqd), ("qdd", rqdd)]) {
        ControlError::check(what, x, n)?;
    }
    let acceleration: Vec<f64> = (0..n)
        .map(|j| {
            let w = frequency[j];
            rqdd[j] + 2.0 * damping[j] * w * (rqd[j] - qd[j]) + w * w * (rq[j] - q[j])
        })
        .collect();
    let (mut friction, mut unused) = (vec![0.0; n], vec![0.0; n]);
    plant.inverse(rq, rqd, rqdd, &mut unused, &mut friction)?;
    plant.mechanism().inverse(q, qd, &acceleration, tau)?;
    tau.iter_mut().zip(&friction).for_each(|(tau, f)| *tau += f);
    Ok(())
}
