//! Identifies a robot sample by sample, while a log is being written.

use armlab::log::Quantity;
use armlab::prelude::*;

fn main() -> armlab::Result<()> {
    let robot = Robot::builtin("scara")?;
    let simulation = Simulation::new(&robot).rate(200.0).noise("q=1e-5,tau=0.02".parse()?);
    let result = simulation.run()?;
    let log = result.log();
    let joints = robot.dofs();
    let online = OnlineIdentification::new(&robot)
        .methods("rls-sqrt".parse()?)
        .friction("none".parse::<FrictionModel>()?)
        .noise_window(0.5);
    let model = online.model()?;
    let mut session = online.start(&model)?;
    let column = |quantity, joint| log.channel(quantity, joint).unwrap_or_default();
    let at = |quantity, i: usize| -> Vec<f64> {
        (0..joints).filter_map(|j| column(quantity, j).get(i).copied()).collect()
    };
    for (i, t) in log.time().iter().enumerate() {
        let [q, qd] = [Quantity::Position, Quantity::Velocity].map(|quantity| at(quantity, i));
        let effort = at(Quantity::Effort, i);
        session.push(&Sample { t: *t, q: &q, qd: Some(&qd), qdd: None, effort: &effort })?;
        if i % 400 == 399 {
            for method in session.estimates().methods {
                let error = method.error.map_or("–".into(), |e| format!("{e:.2} %"));
                println!("{t:6.2} s  {}: prediction error {error}", method.method);
            }
        }
    }
    session.finish()?;
    let report = session.report();
    for (k, unknown) in report.unknowns.iter().enumerate() {
        let values = report.last.methods.iter().filter_map(|m| m.values.get(k));
        let values: Vec<String> = values.map(|v| format!("{v:.4}")).collect();
        println!("{} = {} {}", unknown.name, values.join(", "), unknown.unit);
    }
    Ok(())
}
