//! Inverse kinematics: joint coordinates that bring the tool to a point, and the nearest
//! ones for a target that is out of reach.

use armlab::kinematics::inverse::{Chain, Problem, Solver, Task};
use armlab::prelude::*;
use armlab::spatial::{Transform, vec3};

fn main() -> Result<()> {
    let robot = Robot::builtin("scara")?;
    let chain = Chain::to_tool(&robot).map_err(Error::from_source)?;
    let mut solver: Box<dyn Solver> = "dls".parse().map_err(Error::from_source)?;
    let start = vec![0.1; robot.dofs()];

    for point in [[0.25, 0.2, 0.05], [2.0, 0.0, 0.05]] {
        let [x, y, z] = point;
        let target = Transform { translation: vec3(x, y, z), ..Transform::identity() };
        let problem = Problem::new(&chain, Task::POSITION, target).map_err(Error::from_source)?;
        let solution = solver.solve(&problem, &start).map_err(Error::from_source)?;
        println!(
            "{point:?}: q = {:.4?}, {} within {:.1e} m, {} iterations",
            solution.q,
            if solution.reachable { "reached" } else { "nearest pose" },
            solution.error.position,
            solution.iterations
        );
    }
    Ok(())
}
