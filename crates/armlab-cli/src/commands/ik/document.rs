//! The JSON document and the CSV file.

use super::Answer;
use armlab::kinematics::inverse::{Chain, Side, Solution, Solver};
use armlab::robot::Robot;
use serde::Serialize;
use std::fmt::Write;

/// What `armlab ik --json` prints.
#[derive(Serialize)]
pub struct IkReport<'a> {
    robot: &'a str,
    frame: &'a str,
    method: &'static str,
    solutions: Vec<Entry<'a>>,
    /// Rows that could not be answered.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    problems: Vec<Problem<'a>>,
}

#[derive(Serialize)]
struct Entry<'a> {
    /// Row of the input, from 1.
    row: usize,
    components: Vec<&'static str>,
    target: &'a [f64],
    q: &'a [f64],
    /// Metres; radians where only orientation was asked for.
    error: f64,
    /// Radians, where orientation was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    orientation_error: Option<f64>,
    reachable: bool,
    /// The nearest pose found, in the target's components.
    #[serde(skip_serializing_if = "Option::is_none")]
    nearest: Option<Vec<f64>>,
    /// Limits that keep the frame from the target.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    binding: Vec<Limit<'a>>,
    iterations: usize,
    evaluations: usize,
    restarts: usize,
    seconds: f64,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    history: Vec<Point>,
}

#[derive(Serialize)]
struct Limit<'a> {
    joint: &'a str,
    limit: &'static str,
}

#[derive(Serialize)]
struct Point {
    evaluation: usize,
    start: usize,
    position: f64,
    angle: f64,
}

#[derive(Serialize)]
struct Problem<'a> {
    row: usize,
    message: &'a str,
}

/// The name of a limit.
pub fn side(side: Side) -> &'static str {
    match side {
        Side::Lower => "lower",
        Side::Upper => "upper",
    }
}

impl<'a> IkReport<'a> {
    pub fn of(
        robot: &'a Robot,
        chain: &'a Chain,
        method: &dyn Solver,
        answers: &'a [Answer],
    ) -> Self {
        let (mut solutions, mut problems) = (Vec::new(), Vec::new());
        for (i, answer) in answers.iter().enumerate() {
            match &answer.result {
                Ok(found) => solutions.extend(found.iter().map(|s| entry(i + 1, answer, s))),
                Err(message) => problems.push(Problem { row: i + 1, message }),
            }
        }
        Self {
            robot: robot.name(),
            frame: chain.name(),
            method: method.name(),
            solutions,
            problems,
        }
    }
}

fn entry<'a>(row: usize, answer: &'a Answer, solution: &'a Solution) -> Entry<'a> {
    let components = &answer.components;
    let point = |step: &armlab::kinematics::inverse::Step| Point {
        evaluation: step.evaluation,
        start: step.start,
        position: step.error.position,
        angle: step.error.angle,
    };
    let limit = |b: &'a armlab::kinematics::inverse::Binding| Limit {
        joint: &b.joint,
        limit: side(b.side),
    };
    Entry {
        row,
        components: components.names(),
        target: &answer.target,
        q: &solution.q,
        error: components.size(&solution.error),
        orientation_error: components.has_orientation().then_some(solution.error.angle),
        reachable: solution.reachable,
        nearest: (!solution.reachable).then(|| components.of_pose(&solution.pose)),
        binding: solution.binding.iter().map(limit).collect(),
        iterations: solution.iterations,
        evaluations: solution.evaluations,
        restarts: solution.restarts,
        seconds: solution.seconds,
        history: solution.history.iter().map(point).collect(),
    }
}

/// One line per solution: row, reachable, errors and coordinates.
pub fn csv(robot: &Robot, answers: &[Answer]) -> String {
    let mut text = String::from("row,reachable,error,orientation_error");
    for i in 1..=robot.driven_joints().count() {
        let _ = write!(text, ",q{i}");
    }
    text.push('\n');
    for (i, answer) in answers.iter().enumerate() {
        for s in answer.result.iter().flatten() {
            let _ = write!(
                text,
                "{},{},{:e},{:e}",
                i + 1,
                s.reachable,
                s.error.position,
                s.error.angle
            );
            for q in &s.q {
                let _ = write!(text, ",{q}");
            }
            text.push('\n');
        }
    }
    text
}
