//! Dynamics of one state: the efforts of a motion (inverse dynamics), the mass matrix, and
//! the accelerations that given efforts cause (forward dynamics).

use armlab::dynamics::Dynamics;
use armlab::prelude::*;

fn main() -> Result<()> {
    let robot = Robot::builtin("panda")?;
    let n = robot.dofs();
    let mut dynamics = Dynamics::new(&robot);
    let (q, qd, qdd) = (vec![0.3; n], vec![0.1; n], vec![0.5; n]);

    let mut tau = vec![0.0; n];
    dynamics.inverse(&q, &qd, &qdd, &mut tau);
    println!("effort, N m: {tau:.3?}");

    let mut gravity = vec![0.0; n];
    dynamics.gravity(&q, &mut gravity);
    println!("gravity, N m: {gravity:.3?}");

    let mut mass = vec![0.0; n * n];
    dynamics.mass_matrix(&q, &mut mass);
    println!("first row of the mass matrix: {:.4?}", &mass[..n]);

    let mut acceleration = vec![0.0; n];
    dynamics.forward(&q, &qd, &tau, &mut acceleration).map_err(Error::from_source)?;
    println!("acceleration, rad/s²: {acceleration:.3?}");
    let error = acceleration.iter().zip(&qdd).map(|(a, b)| (a - b).abs()).fold(0.0, f64::max);
    assert!(error < 1e-9);
    Ok(())
}
