//! `armlab ik --path`: targets followed in order.

use super::targets::Row;
use crate::arguments::Common;
use crate::failure::{CHECK_FAILED, Failure, Outcome};
use crate::output::{self, Folder, file_name};
use crate::table::{number, table};
use armlab::kinematics::inverse::{Chain, JointPath, Tolerance, Waypoint, follow_path};
use armlab::robot::Robot;
use serde::Serialize;
use std::fmt::Write;

/// Most points that are shown.
const MOST_SHOWN: usize = 40;

#[derive(Serialize)]
struct PathReport<'a> {
    robot: &'a str,
    frame: &'a str,
    /// True when every point is reached on one branch and within all speeds.
    clean: bool,
    /// Times the path would have to be slowed down by to keep all speeds.
    slow_down: f64,
    solutions: Vec<Point<'a>>,
}

#[derive(Serialize)]
struct Point<'a> {
    row: usize,
    t: f64,
    target: &'a [f64],
    q: &'a [f64],
    error: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    orientation_error: Option<f64>,
    reachable: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<Vec<f64>>,
    iterations: usize,
    seconds: f64,
    /// True if the branch of the point before does not lead here.
    jump: bool,
    /// Smallest over largest singular value; 0 is singular.
    isotropy: f64,
    near_singular: bool,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    too_fast: Vec<Speed<'a>>,
}

#[derive(Serialize)]
struct Speed<'a> {
    joint: &'a str,
    needed: f64,
    allowed: f64,
}

pub fn run(
    common: &Common,
    robot: &Robot,
    chain: &Chain,
    start: &[f64],
    rows: &[Row],
    period: Option<f64>,
    tolerance: f64,
) -> Outcome {
    let times = times(rows, period)?;
    let mut targets = Vec::with_capacity(rows.len());
    for (row, time) in rows.iter().zip(&times) {
        let numbers = row
            .numbers
            .as_ref()
            .map_err(|reason| Failure::input(reason, "a path needs every one of its points"))?;
        targets.push((*time, row.components.task(numbers)));
    }
    let Some(&(_, (task, _))) = targets.first() else {
        return Err(Failure::input("the path has no points", "give one target per line"));
    };
    let poses: Vec<_> = targets.iter().map(|(time, (_, pose))| (*time, *pose)).collect();
    let both = Tolerance { position: tolerance, angle: tolerance };
    let path = follow_path(chain, task, &poses, both, start)
        .map_err(|e| Failure::input(e, "correct the targets, or leave components out"))?;
    let points = path.points.iter().zip(rows).zip(&times).enumerate();
    let document = PathReport {
        robot: robot.name(),
        frame: chain.name(),
        clean: path.is_clean(),
        slow_down: path.slow_down,
        solutions: points.map(|(i, ((p, row), t))| point(i + 1, *t, row, p)).collect(),
    };
    if let Some(out) = &common.out {
        let name = file_name(robot.name());
        Folder::open(out)?.write_json(&format!("{name}-path.json"), &document)?;
    }
    if common.json {
        output::print_json(&document)?
    } else {
        output::print(&words(robot, &path, &times))?
    }
    if document.clean { Ok(()) } else { Err(Failure::silent(CHECK_FAILED)) }
}

fn times(rows: &[Row], period: Option<f64>) -> Result<Vec<f64>, Failure> {
    let hint = "give a column t in seconds that grows, or --period SECONDS";
    if let Some(period) = period {
        // Not `period <= 0`: a NaN must be refused as well.
        if !(period > 0.0 && period.is_finite()) {
            return Err(Failure::input(format_args!("--period: {period}"), hint));
        }
        return Ok((0..rows.len()).map(|k| k as f64 * period).collect());
    }
    let times: Option<Vec<f64>> = rows
        .iter()
        .map(|row| if row.numbers.is_err() { Some(f64::NAN) } else { row.time })
        .collect();
    let times = times.ok_or_else(|| Failure::input("the path has no times", hint))?;
    match times.windows(2).position(|w| w[1] <= w[0]) {
        Some(i) => {
            let message = format!("time does not grow from row {} to row {}", i + 1, i + 2);
            Err(Failure::input(message, hint))
        }
        None => Ok(times),
    }
}

fn point<'a>(number: usize, t: f64, row: &'a Row, waypoint: &'a Waypoint) -> Point<'a> {
    let solution = &waypoint.solution;
    let speed = |s: &'a armlab::kinematics::inverse::TooFast| Speed {
        joint: &s.joint,
        needed: s.needed,
        allowed: s.allowed,
    };
    Point {
        row: number,
        t,
        target: row.numbers.as_deref().unwrap_or_default(),
        q: &solution.q,
        error: row.components.size(&solution.error),
        orientation_error: row.components.has_orientation().then_some(solution.error.angle),
        reachable: solution.reachable,
        nearest: (!solution.reachable).then(|| row.components.of_pose(&solution.pose)),
        iterations: solution.iterations,
        seconds: solution.seconds,
        jump: waypoint.jump,
        isotropy: waypoint.dexterity.isotropy(),
        near_singular: waypoint.is_near_singular(),
        too_fast: waypoint.too_fast.iter().map(speed).collect(),
    }
}

fn words(robot: &Robot, path: &JointPath, times: &[f64]) -> String {
    let mut text = format!("{}: a path of {} points\n\n", robot.name(), path.points.len());
    let joints: Vec<_> = robot.moving_joints().map(|j| j.name.clone()).collect();
    let mut header = vec!["row", "t (s)", "remarks"];
    header.extend(joints.iter().map(String::as_str));
    let rows = path.points.iter().zip(times).enumerate().take(MOST_SHOWN).map(|(i, (p, t))| {
        let mut cells = vec![(i + 1).to_string(), number(*t), remarks(p)];
        cells.extend(p.solution.q.iter().map(|q| number(*q)));
        cells
    });
    let right: Vec<usize> = (3..header.len()).collect();
    text += &table(&header, rows.collect(), &right);
    if path.points.len() > MOST_SHOWN {
        let rest = path.points.len() - MOST_SHOWN;
        let _ = writeln!(text, " … and {rest} more; --json or --out DIR has them all");
    }
    let count = |f: fn(&Waypoint) -> bool| path.points.iter().filter(|p| f(p)).count();
    let _ = writeln!(
        text,
        "\n{} not reached, {} jumps, {} too fast, {} near a singularity.",
        count(|p| !p.solution.reachable),
        count(|p| p.jump),
        count(|p| !p.too_fast.is_empty()),
        count(Waypoint::is_near_singular),
    );
    if path.slow_down > 1.0 {
        let _ =
            writeln!(text, "Slowed down {} times, no joint is too fast.", number(path.slow_down));
    }
    text
}

fn remarks(point: &Waypoint) -> String {
    let mut remarks = Vec::new();
    if !point.solution.reachable {
        remarks.push(format!("NOT reached ({} m off)", number(point.solution.error.position)));
    }
    if point.jump {
        remarks.push("JUMP".into());
    }
    if !point.too_fast.is_empty() {
        let names: Vec<_> = point.too_fast.iter().map(|s| s.joint.as_str()).collect();
        remarks.push(format!("too fast: {}", names.join(" ")));
    }
    if point.is_near_singular() {
        remarks.push("near-singular".into());
    }
    remarks.join(", ")
}
