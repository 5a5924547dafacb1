//! Compares controllers on the same trajectory: independent PID joints, and computed torque
//! with a model that is 20 % too heavy.

use armlab::prelude::*;
use armlab::simulate::controller::{ComputedTorque, Pid};

fn main() -> Result<()> {
    let robot = Robot::builtin("scara")?;
    let heavy: Vec<f64> = robot.parameter_values().iter().map(|p| 1.2 * p).collect();
    let model = robot.with_parameter_values(&heavy).ok_or(Error::new("no such robot"))?;
    let simulation = Simulation::new(&robot).duration(3.0).rate(500.0);

    let pid = simulation.clone().controller(Pid::default()).run()?;
    let exact = simulation.clone().controller(ComputedTorque::default()).run()?;
    let wrong = simulation.controller(ComputedTorque::default()).model(model).run()?;

    println!("RMS tracking error:");
    for (name, result) in [("PID", pid), ("computed torque", exact), ("wrong model", wrong)] {
        let errors: Vec<f64> = result.statistics().joints.iter().map(|j| j.rms_error).collect();
        println!("  {name:16} {errors:.5?}");
    }
    Ok(())
}
