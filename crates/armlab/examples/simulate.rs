//! Simulates an experiment with noisy sensors and lost samples, and saves the log, as a robot would have
//! recorded it.

use armlab::prelude::*;
use armlab::simulate::effects::drops::Drops;

fn main() -> Result<()> {
    let robot = Robot::builtin("cylindrical")?;
    let result = Simulation::new(&robot)
        .duration(2.0)
        .rate(500.0)
        .noise("qd=1e-3,tau=0.2".parse()?)
        .effect(Drops { fraction: 0.01, burst: None })
        .seed(7)
        .run()?;
    println!("{result}");
    assert!(result.is_complete());
    for joint in &result.statistics().joints {
        println!("{}: RMS tracking error {:.2e}", joint.name, joint.rms_error);
    }
    let folder = std::env::temp_dir().join("armlab-example-simulate");
    result.save(&folder)?;
    println!("log: {} rows in {}", result.log().rows(), folder.join("log.csv").display());
    Ok(())
}
