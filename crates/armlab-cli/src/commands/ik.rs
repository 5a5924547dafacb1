//! `armlab ik`: joint coordinates that bring the tool to given targets.

mod convergence;
mod document;
mod path;
pub(crate) mod targets;
mod words;

use crate::arguments::Common;
use crate::failure::{CHECK_FAILED, Failure, Outcome};
use crate::methods::SOLVERS;
use crate::output::{self, Folder, file_name, note};
use crate::robot::{framed, load, with_frame};
use armlab::kinematics::inverse::{
    Chain, Goal, InverseError, Problem, Solution, Solver, improve, solve_batch,
};
use armlab::robot::Robot;
use armlab::robot::describe::FixedJoints;
use clap::{Args, ValueEnum};
use document::IkReport;
use targets::{Components, Row};

/// Find joint coordinates for targets of the tool.
#[derive(Args)]
#[command(
    after_help = "Targets are metres and radians in the base frame; roll, pitch and yaw turn \
                        about its fixed x, y and z. A file of targets has a header with some of \
                        x,y,z,roll,pitch,yaw in any order; each row is answered by itself. A \
                        target that cannot be reached is answered with the nearest pose found, \
                        its distance and the limits that bind; the exit code is then 1."
)]
pub struct Ik {
    /// A built-in robot's name, or a .urdf or .toml file
    robot: String,
    /// Target: x,y or x,y,z or x,y,z,roll,pitch,yaw; repeat it for more
    #[arg(long, value_name = "X,Y[,Z[,R,P,Y]]", allow_hyphen_values = true)]
    #[arg(required_unless_present = "targets")]
    target: Vec<String>,
    /// CSV file of targets; - for standard input
    #[arg(long, value_name = "FILE", conflicts_with = "target")]
    targets: Option<String>,
    /// What the numbers of --target are, e.g. x,z or x,y,yaw; others are left free
    #[arg(long, value_name = "NAMES", conflicts_with = "targets")]
    components: Option<String>,
    /// Joint coordinates to start from (rad, m); zeros, or the nearest limit, if left out
    #[arg(long, value_name = "Q1,Q2,…", allow_hyphen_values = true)]
    start: Option<String>,
    /// How to look for it; see below
    #[arg(long, value_name = "NAME", default_value = SOLVERS.defaults()[0], help = method_help())]
    method: String,
    /// All distinct solutions that the method finds, not only one
    #[arg(long)]
    all: bool,
    /// Among many solutions, prefer one
    #[arg(long, value_name = "GOAL")]
    prefer: Option<Preference>,
    /// Frame or link to bring to the target, instead of the tool
    #[arg(long, value_name = "NAME")]
    frame: Option<String>,
    /// How near is near enough: metres, and radians alike
    #[arg(long, value_name = "EPS")]
    tolerance: Option<f64>,
    /// Put the convergence history into the JSON document, and with --out draw it
    #[arg(long)]
    history: bool,
    /// Follow the targets in order, each from the one before, and report jumps, joints that
    /// are too fast and singularities; column t has the times
    #[arg(long, requires = "targets", conflicts_with_all = ["all", "prefer", "history"])]
    path: bool,
    /// Seconds between targets, for --path without a column t
    #[arg(long, value_name = "SECONDS", requires = "path")]
    period: Option<f64>,
}

/// What a redundant arm should prefer.
#[derive(Clone, Copy, ValueEnum)]
enum Preference {
    /// Near the start
    Start,
    /// Near the middle of the limits
    Centre,
    /// Far from singularities
    Manipulability,
}

fn method_help() -> String {
    let list: Vec<_> = SOLVERS.iter().map(|m| format!("{}: {}", m.name(), m.about())).collect();
    format!("Method: {}", list.join("; "))
}

/// A row of the input with what came of it.
pub struct Answer {
    /// The numbers that were asked for; empty if they could not be read.
    pub target: Vec<f64>,
    /// Which component each number is.
    pub components: Components,
    /// Solutions, or why there are none.
    pub result: Result<Vec<Solution>, String>,
}

impl Ik {
    pub fn run(self, common: &Common) -> Outcome {
        let robot = load(&self.robot, FixedJoints::Merge, common)?;
        let robot = framed(robot, &self.robot, self.frame.as_deref())?;
        let method = self.method()?;
        let chain = self.chain(&robot)?;
        let start = self.start(&chain)?;
        let rows = self.rows()?;
        if self.path {
            let tolerance = self.tolerance.unwrap_or(1e-9);
            return path::run(common, &robot, &chain, &start, &rows, self.period, tolerance);
        }
        let single = self.targets.is_none();
        let answers = self.answers(&chain, method, &start, rows, common.seed);
        if single && let Some(reason) = answers.iter().find_map(|a| a.result.as_ref().err()) {
            return Err(Failure::input(format_args!("--target: {reason}"), HINT));
        }
        let document = IkReport::of(&robot, &chain, method, &answers);
        if let Some(out) = &common.out {
            let folder = Folder::open(out)?;
            let name = file_name(robot.name());
            folder.write_json(&format!("{name}-ik.json"), &document)?;
            folder.write(&format!("{name}-ik.csv"), &document::csv(&robot, &answers))?;
            if self.history {
                let figure = convergence::figure(&robot, method, &answers);
                folder.write(&format!("{name}-ik-history.svg"), &figure.to_svg())?;
            }
        }
        if common.json {
            output::print_json(&document)?;
        } else {
            output::print(&words::describe(&robot, &chain, method, &answers))?;
        }
        let bad: Vec<&String> = answers.iter().filter_map(|a| a.result.as_ref().err()).collect();
        for reason in &bad {
            note(reason);
        }
        let mut solutions = answers.iter().filter_map(|a| a.result.as_ref().ok());
        let missed = solutions.any(|s| !s.iter().any(|s| s.reachable));
        if bad.is_empty() && !missed { Ok(()) } else { Err(Failure::silent(CHECK_FAILED)) }
    }

    /// The robot with what the options change in it.
    pub fn changed(&self, robot: Robot) -> Result<Robot, Failure> {
        with_frame(robot, &self.robot, self.frame.as_deref())
    }

    /// The document of `--json`, for targets that were given as options.
    pub fn document(&self, robot: &Robot, seed: u64) -> Result<String, Failure> {
        let (method, chain) = (self.method()?, self.chain(robot)?);
        let start = self.start(&chain)?;
        let answers = self.answers(&chain, method, &start, self.rows()?, seed);
        let document = IkReport::of(robot, &chain, method, &answers);
        Ok(serde_json::to_string_pretty(&document).map_err(std::io::Error::from)?)
    }

    fn method(&self) -> Result<&'static dyn Solver, Failure> {
        SOLVERS.get(&self.method).map_err(Failure::from)
    }

    fn chain(&self, robot: &Robot) -> Result<Chain, Failure> {
        Chain::to_tool(robot).map_err(|e| {
            Failure::input(
                format_args!("{}: {e}", self.robot),
                "choose a frame that moves with --frame NAME; joints need room to move",
            )
        })
    }

    fn start(&self, chain: &Chain) -> Result<Vec<f64>, Failure> {
        match &self.start {
            None => Ok(chain.home()),
            Some(text) => {
                let start = targets::numbers("--start", text)?;
                if start.len() == chain.dofs() {
                    return Ok(start);
                }
                let (got, wanted) = (start.len(), chain.dofs());
                Err(Failure::input(
                    format_args!("--start has {got} entries; the robot has {wanted} coordinates"),
                    "give one number per moving joint",
                ))
            }
        }
    }

    fn rows(&self) -> Result<Vec<Row>, Failure> {
        if let Some(path) = &self.targets {
            return targets::read(path);
        }
        let named = self.components.as_deref().map(Components::parse).transpose()?;
        self.target
            .iter()
            .map(|text| {
                let numbers = targets::numbers("--target", text)?;
                let components = match &named {
                    Some(named) => named.clone().fitting(&numbers),
                    None => Components::of_count(numbers.len()),
                };
                let components = components
                    .map_err(|reason| Failure::input(format_args!("--target: {reason}"), HINT))?;
                Ok(Row { components, numbers: Ok(numbers), time: None })
            })
            .collect()
    }

    fn answers(
        &self,
        chain: &Chain,
        method: &dyn Solver,
        start: &[f64],
        rows: Vec<Row>,
        seed: u64,
    ) -> Vec<Answer> {
        let problem = |row: &Row| -> Result<Problem, String> {
            let numbers = row.numbers.as_ref().map_err(Clone::clone)?;
            let (task, target) = row.components.task(numbers);
            let mut problem = Problem::new(chain, task, target).map_err(|e| e.to_string())?;
            problem.seed = seed;
            problem.record = self.history;
            if let Some(eps) = self.tolerance {
                problem = problem.tolerance(eps, eps);
            }
            Ok(problem)
        };
        let found: Vec<Result<Vec<Solution>, String>> = if self.all || self.prefer.is_some() {
            let mut solver = method.boxed();
            rows.iter()
                .enumerate()
                .map(|(i, row)| {
                    let mut problem = problem(row)?;
                    problem.stream = i as u64;
                    let found = if self.all {
                        solver.solve_all(&problem, start)
                    } else {
                        solver.solve(&problem, start).map(|s| vec![s])
                    };
                    found
                        .and_then(|all| self.preferred(&problem, start, all))
                        .map_err(|e| e.to_string())
                })
                .collect()
        } else {
            // Errors keep their words on the way through the batch.
            let stated: Vec<Result<Problem, String>> = rows.iter().map(problem).collect();
            let asked = stated.iter().map(|p| match p {
                Ok(problem) => Ok(problem.clone()),
                Err(_) => Err(InverseError::EmptyTask),
            });
            let solved = solve_batch(method, asked.collect(), start);
            let paired = stated.into_iter().zip(solved);
            let merge = |(stated, solved): (Result<Problem, String>, Result<_, InverseError>)| {
                stated.and(solved.map(|s| vec![s]).map_err(|e| e.to_string()))
            };
            paired.map(merge).collect()
        };
        rows.into_iter()
            .zip(found)
            .map(|(row, result)| Answer {
                components: row.components,
                target: row.numbers.unwrap_or_default(),
                result,
            })
            .collect()
    }

    fn preferred(
        &self,
        problem: &Problem,
        start: &[f64],
        solutions: Vec<Solution>,
    ) -> Result<Vec<Solution>, InverseError> {
        let goal = match self.prefer {
            None => return Ok(solutions),
            Some(Preference::Start) => Goal::Posture(start.to_vec()),
            Some(Preference::Centre) => Goal::LimitCentre,
            Some(Preference::Manipulability) => Goal::Manipulability,
        };
        solutions.into_iter().map(|s| improve(problem, &goal, s)).collect()
    }
}

const HINT: &str = "write x,y or x,y,z or x,y,z,roll,pitch,yaw, e.g. --target 0.35,0.15";
