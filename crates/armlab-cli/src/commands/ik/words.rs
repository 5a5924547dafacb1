//! Solutions for people.

use super::Answer;
use super::document::side;
use crate::table::{number, numbers, table};
use armlab::kinematics::inverse::{Chain, Solution, Solver};
use armlab::robot::Robot;
use std::fmt::Write;

/// Most solutions that are shown in full.
const MOST_SHOWN: usize = 50;

pub fn describe(robot: &Robot, chain: &Chain, method: &dyn Solver, answers: &[Answer]) -> String {
    let mut text = format!(
        "{}: {} to targets by {} ({})\n\n",
        robot.name(),
        chain.name(),
        method.name(),
        method.about()
    );
    let joints: Vec<_> =
        robot.moving_joints().map(|j| format!("{} ({})", j.name, j.kind.position_unit())).collect();
    let mut header = vec!["row", "target", "reached", "error"];
    header.extend(joints.iter().map(String::as_str));
    header.extend(["iterations", "time"]);
    let all = || {
        answers
            .iter()
            .enumerate()
            .flat_map(|(i, a)| a.result.iter().flatten().map(move |s| (i, a, s)))
    };
    let rows =
        all().take(MOST_SHOWN).map(|(i, answer, solution)| row(i, answer, solution)).collect();
    let right: Vec<usize> = (3..header.len()).collect();
    text += &table(&header, rows, &right);
    let total = all().count();
    if total > MOST_SHOWN {
        let _ =
            writeln!(text, " … and {} more; --json or --out DIR has them all", total - MOST_SHOWN);
    }
    for (i, answer, solution) in all().filter(|(_, _, s)| !s.reachable).take(MOST_SHOWN) {
        let _ = writeln!(text, "\n{}", unreached(i, answer, solution));
    }
    let reached = all().filter(|(_, _, s)| s.reachable).count();
    let _ = writeln!(text, "\n{reached} of {total} reached.");
    text
}

fn row(i: usize, answer: &Answer, solution: &Solution) -> Vec<String> {
    let mut cells = vec![
        (i + 1).to_string(),
        numbers(answer.target.iter().copied()),
        if solution.reachable { "yes".into() } else { "NO".into() },
        error(answer, solution),
    ];
    cells.extend(solution.q.iter().map(|q| number(*q)));
    cells.push(solution.iterations.to_string());
    cells.push(format!("{} µs", number(solution.seconds * 1e6)));
    cells
}

fn error(answer: &Answer, solution: &Solution) -> String {
    let (position, angle) = (solution.error.position, solution.error.angle);
    match (answer.components.has_position(), answer.components.has_orientation()) {
        (true, false) => format!("{position:.1e} m"),
        (false, _) => format!("{angle:.1e} rad"),
        (true, true) => format!("{position:.1e} m, {angle:.1e} rad"),
    }
}

fn unreached(i: usize, answer: &Answer, solution: &Solution) -> String {
    let nearest = numbers(answer.components.of_pose(&solution.pose));
    let mut text = format!(
        "Row {} was not reached. Nearest found: {nearest}; off by {}.",
        i + 1,
        error(answer, solution)
    );
    if !solution.binding.is_empty() {
        let limits: Vec<_> =
            solution.binding.iter().map(|b| format!("{} ({})", b.joint, side(b.side))).collect();
        let _ = write!(text, " Limits that bind: {}.", limits.join(", "));
    }
    text
}
