//! Identifies a robot from log files: `identify [ROBOT.urdf RUN.csv [OTHER.csv]]`.
//! Without arguments, logs of a built-in robot are simulated first.

use armlab::motion::{ReadFor, read_trajectory};
use armlab::prelude::*;
use std::path::Path;

/// Positions of the three joints at four times, and the log that following them gives.
fn simulate(robot: &Robot, positions: &str, seed: u64, folder: &Path) -> armlab::Result<()> {
    let text = format!("kind = \"quintic\"\ntimes = [0, 1, 2.5, 4, 6]\nq = {positions}");
    let motion = read_trajectory(&text, "motion", ReadFor::robot(robot))?;
    let simulation = Simulation::new(robot).trajectory(motion).rate(200.0).seed(seed);
    simulation.noise("q=1e-5,qd=1e-4,tau=0.02".parse()?).run()?.save(folder)?;
    Ok(())
}

fn main() -> armlab::Result<()> {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.is_empty() {
        let folder = std::env::temp_dir().join("armlab-example-identify");
        let robot = Robot::builtin("scara")?;
        let first = "[[0, 1.5, -0.8, 0.9, 0], [0, -1.2, 1, 0.4, 0], [0.1, 0.2, 0.12, 0.25, 0.1]]";
        let second = "[[0, -1, 0.7, -1.4, 0], [0, 1, -0.6, 1.3, 0], [0.1, 0.22, 0.15, 0.2, 0.1]]";
        simulate(&robot, first, 1, &folder.join("run"))?;
        simulate(&robot, second, 2, &folder.join("other"))?;
        robot.save(folder.join("arm.urdf"))?;
        let names = ["arm.urdf", "run/log.csv", "other/log.csv"];
        arguments = names.map(|name| folder.join(name).display().to_string()).into();
    }
    let robot = Robot::from_file(&arguments[0])?;
    let mut identification = Identification::new(&robot);
    if let Some(run) = arguments.get(1) {
        identification = identification.log(run)?;
    }
    if let Some(other) = arguments.get(2) {
        identification = identification.validate(other)?;
    }
    let found = identification.friction("viscous".parse::<FrictionModel>()?).run()?;
    println!("{}", found.summary());
    for parameter in found.best().base_parameters() {
        println!("{parameter}");
    }
    Ok(())
}
