//! Evaluates a description on a log: `validate [ROBOT.urdf LOG.csv]`. Without
//! arguments, a robot whose masses are 5 % too large, on a simulated log.

use armlab::prelude::*;

fn main() -> armlab::Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let checked = if let [robot, log] = &arguments[..] {
        let robot = Robot::from_file(robot)?;
        Validation::new(&robot).log(log)?.run()?.into_report()
    } else {
        let truth = Robot::builtin("scara")?;
        let simulation = Simulation::new(&truth).rate(200.0).noise("tau=0.05".parse()?);
        let log = simulation.run()?.log().clone();
        let heavier: Vec<f64> = truth.parameter_values().iter().map(|v| 1.05 * v).collect();
        let robot = truth.with_parameter_values(&heavier).unwrap_or(truth);
        Validation::new(&robot).log(log)?.run()?.into_report()
    };
    println!("{}: {}", checked.robot, checked.verdict.status.name());
    for reason in &checked.verdict.reasons {
        println!("  {reason}");
    }
    for (joint, score) in checked.joints.iter().zip(&checked.validation.joints) {
        println!("  {joint}: {:.2} % of the measured effort", score.relative);
    }
    Ok(())
}
