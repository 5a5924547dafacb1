//! Times of inverse kinematics, pose by pose, as JSON lines
//! `{"us", "q", "reachable", "iterations"}` for `peers/bench/ik.py`.
//!
//! `armlab-bench ik ROBOT FRAME TARGETS METRES RADIANS`: each line of TARGETS is
//! `x,y` or `x,y,z,roll,pitch,yaw` of FRAME, answered from home.

use armlab::kinematics::inverse::{Chain, Dls, Problem, Solver};
use armlab::robot::describe::{ReadOptions, read};
use std::io::Write;
use std::time::Instant;

/// Answers the targets of a file.
pub fn run(robot: &str, frame: &str, targets: &str, tolerance: [&str; 2]) -> Result<(), String> {
    let robot = read(robot, &ReadOptions::default()).map_err(|e| e.to_string())?.robot;
    let frame = robot.find_frame(frame).ok_or_else(|| format!("no frame `{frame}`"))?;
    let chain = Chain::to_frame(&robot, &frame).map_err(|e| e.to_string())?;
    let text = std::fs::read_to_string(targets).map_err(|e| format!("{targets}: {e}"))?;
    let number = |text: &str| text.trim().parse::<f64>().map_err(|e| format!("`{text}`: {e}"));
    let [position, angle] = [number(tolerance[0])?, number(tolerance[1])?];
    let home = chain.home();
    let mut dls = Dls::default();
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    for (row, line) in text.lines().enumerate() {
        let numbers = line.split(',').map(number).collect::<Result<Vec<f64>, _>>()?;
        let problem = Problem::from_numbers(&chain, &numbers)
            .map_err(|e| format!("{targets}:{}: {e}", row + 1))?
            .tolerance(position, angle)
            .random(0, row as u64);
        let before = Instant::now();
        let solution = dls.solve(&problem, &home).map_err(|e| e.to_string())?;
        let micros = 1e6 * before.elapsed().as_secs_f64();
        let (q, reachable, iterations) = (solution.q, solution.reachable, solution.iterations);
        writeln!(
            out,
            "{{\"us\":{micros:.3},\"q\":{q:?},\"reachable\":{reachable},\"iterations\":{iterations}}}"
        )
        .map_err(|e| e.to_string())?;
    }
    out.flush().map_err(|e| e.to_string())
}
