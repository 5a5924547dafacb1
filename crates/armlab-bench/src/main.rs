//! Times of armlab's hot calls on one core, as JSON lines
//! `{"engine", "model", "op", "ns"}`, to be held against a peer's by
//! `peers/bench/run.py`.
//!
//! The clock is the wall clock over short batches of calls, and the number is
//! the minimum over many batches: on a shared machine everything else measures
//! the neighbours. `--callgrind OP MODEL N` only makes the calls, for counting
//! instructions.

mod csv;
mod excite;
mod filters;
mod identify;
mod ik;
mod loops;
mod meshes;
mod online;
mod rates;
mod semidefinite;
mod signal;
mod streaming;
mod whole;

use armlab::dynamics::batch::RegressorBlock;
use armlab::dynamics::{Dynamics, InverseDerivatives};
use armlab::robot::Robot;
use armlab::robot::describe::{ReadOptions, read};
use armlab_random::Random;
use std::hint::black_box;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

/// Distinct states that the calls go through in turn.
const STATES: usize = 256;
/// Samples of a batch; the per-sample time is over all of them.
const BATCH: usize = 10_000;
/// Samples of one regressor block.
const BLOCK: usize = 16;
/// Time spent on each operation and round.
const BUDGET: Duration = Duration::from_millis(400);

const OPERATIONS: [(&str, &str); 8] = [
    ("arm7", "inverse"),
    ("arm7", "inverse_batch"),
    ("arm7", "regressor_batch"),
    ("arm7", "mass_matrix_batch"),
    ("arm7", "forward_batch"),
    ("arm7", "forward"),
    ("arm7", "inverse_derivatives"),
    ("tree30", "inverse"),
];

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["--callgrind", operation, model, count] => match count.parse() {
            Ok(count) => repeat(model, operation, count),
            Err(_) => Err(format!("`{count}` is not a number of calls")),
        },
        ["--rounds", rounds] => match rounds.parse() {
            Ok(rounds) => measure(rounds),
            Err(_) => Err(format!("`{rounds}` is not a number of rounds")),
        },
        ["ik", robot, frame, targets, metres, radians] => {
            ik::run(robot, frame, targets, [metres, radians])
        }
        ["loops"] => loops::run(),
        ["identify", ref rest @ ..] => identify::run(rest),
        ["filters", log, rounds] => filters::run(log, rounds, None),
        ["filters", log, rounds, name] => filters::run(log, rounds, Some(name)),
        ["online", log, rounds] => online::run(log, rounds),
        ["rates", rounds] => rates::run(rounds),
        ["excite", ref rest @ ..] => excite::run(rest),
        ["meshes", ref files @ ..] => meshes::run(files),
        ["streaming"] => streaming::run(),
        ["whole", model, samples] => whole::run(model, samples),
        ["csv", ref rest @ ..] => csv::run(rest).map_err(|e| e.to_string()),
        ["semidefinite"] => semidefinite::run().map_err(|e| e.to_string()),
        ["signal"] => signal::run().map_err(|e| e.to_string()),
        [] => measure(1),
        _ => Err("usage: armlab-bench [--rounds N | --callgrind OP MODEL N | \
                  ik ROBOT FRAME TARGETS METRES RADIANS | loops | identify … | \
                  filters LOG ROUNDS [FILTER] | online LOG ROUNDS | rates ROUNDS | \
                  excite [ROBOT] [KEY=VALUE …] | meshes FILE … | streaming | whole MODEL SAMPLES | \
                  csv [MEGABYTES [MODE [FOLDER]]] | \
                  semidefinite < PROBLEM | signal < QUESTIONS]"
            .into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("armlab-bench: {message}");
            ExitCode::from(2)
        }
    }
}

fn measure(rounds: usize) -> Result<(), String> {
    for (model, operation) in OPERATIONS {
        let robot = load(model)?;
        let mut bench = Bench::new(&robot);
        let mut best = f64::INFINITY;
        for _ in 0..rounds {
            let start = Instant::now();
            while start.elapsed() < BUDGET {
                let before = Instant::now();
                let calls = bench.run(operation, 1)?;
                best = best.min(before.elapsed().as_secs_f64() * 1e9 / calls as f64);
            }
        }
        println!(
            "{{\"engine\":\"armlab\",\"model\":\"{model}\",\"op\":\"{operation}\",\"ns\":{best:.2}}}"
        );
    }
    Ok(())
}

fn repeat(model: &str, operation: &str, count: usize) -> Result<(), String> {
    let robot = load(model)?;
    let mut bench = Bench::new(&robot);
    bench.batch = STATES;
    let mut done = 0;
    while done < count {
        done += bench.run(operation, 1)?;
    }
    Ok(())
}

fn load(model: &str) -> Result<Robot, String> {
    let path = Path::new("peers/bench/models").join(format!("{model}.urdf"));
    let path = path.to_string_lossy();
    read(&path, &ReadOptions::default()).map(|d| d.robot).map_err(|e| e.to_string())
}

/// A robot with states to compute on and room for the answers.
struct Bench<'r> {
    dynamics: Dynamics<'r>,
    n: usize,
    batch: usize,
    /// State after state.
    q: Vec<f64>,
    qd: Vec<f64>,
    qdd: Vec<f64>,
    /// Column after column.
    columns: [Vec<Vec<f64>>; 3],
    tau: Vec<f64>,
    out: Vec<Vec<f64>>,
    mass: Vec<f64>,
    block: RegressorBlock,
    slopes: InverseDerivatives,
}

impl<'r> Bench<'r> {
    fn new(robot: &'r Robot) -> Self {
        let n = robot.dofs();
        let mut random = Random::new(7);
        let mut draw =
            |count: usize| -> Vec<f64> { (0..count).map(|_| random.between(-2.0, 2.0)).collect() };
        let (q, qd, qdd) = (draw(n * STATES), draw(n * STATES), draw(n * STATES));
        let mut columns = || (0..n).map(|_| draw(BATCH)).collect();
        Self {
            dynamics: Dynamics::new(robot),
            n,
            batch: BATCH,
            q,
            qd,
            qdd,
            columns: [columns(), columns(), columns()],
            tau: vec![0.0; n],
            out: vec![vec![0.0; BATCH]; n],
            mass: vec![0.0; n * n * STATES],
            block: RegressorBlock::new(robot, BLOCK),
            slopes: InverseDerivatives::default(),
        }
    }

    /// Runs an operation over all states or samples; how many calls that was.
    fn run(&mut self, operation: &str, times: usize) -> Result<usize, String> {
        let mut calls = 0;
        for _ in 0..times {
            calls += match operation {
                "inverse" => self.over_states(|d, q, qd, qdd, tau, _| d.inverse(q, qd, qdd, tau)),
                "forward" => self.over_states(|d, q, qd, tau, qdd, _| {
                    // Singular only for massless robots, which these are not.
                    black_box(d.forward(q, qd, tau, qdd).is_ok());
                }),
                "inverse_derivatives" => self.over_states(|d, q, qd, qdd, _, slopes| {
                    d.inverse_derivatives(q, qd, qdd, slopes);
                }),
                "inverse_batch" => self.inverse_batch(),
                "forward_batch" => self.forward_batch(),
                "mass_matrix_batch" => self.mass_matrix_batch(),
                "regressor_batch" => self.regressor_batch(),
                other => return Err(format!("no operation `{other}`")),
            };
        }
        Ok(calls)
    }

    fn over_states(
        &mut self,
        call: impl Fn(&mut Dynamics, &[f64], &[f64], &[f64], &mut [f64], &mut InverseDerivatives),
    ) -> usize {
        for k in 0..STATES {
            let at = k * self.n..(k + 1) * self.n;
            let (q, qd, qdd) = (&self.q[at.clone()], &self.qd[at.clone()], &self.qdd[at]);
            call(&mut self.dynamics, q, qd, qdd, &mut self.tau, &mut self.slopes);
            black_box(&self.tau);
        }
        STATES
    }

    fn inverse_batch(&mut self) -> usize {
        let [q, qd, qdd] = self.columns.each_ref().map(|c| views(c, self.batch));
        let mut out: Vec<&mut [f64]> = self.out.iter_mut().map(|c| &mut c[..self.batch]).collect();
        self.dynamics.inverse_batch(&q, &qd, &qdd, &mut out);
        self.batch
    }

    fn forward_batch(&mut self) -> usize {
        let [q, qd, tau] = self.columns.each_ref().map(|c| views(c, self.batch));
        let mut out: Vec<&mut [f64]> = self.out.iter_mut().map(|c| &mut c[..self.batch]).collect();
        self.dynamics.forward_batch(&q, &qd, &tau, &mut out);
        self.batch
    }

    fn mass_matrix_batch(&mut self) -> usize {
        // In blocks, so that the answers stay in the cache and memory is not what is timed.
        let mut done = 0;
        while done + STATES <= self.batch {
            let q: Vec<&[f64]> = self.columns[0].iter().map(|c| &c[done..done + STATES]).collect();
            self.dynamics.mass_matrix_batch(&q, &mut self.mass);
            done += STATES;
        }
        done
    }

    fn regressor_batch(&mut self) -> usize {
        let [q, qd, qdd] = self.columns.each_ref().map(|c| views(c, self.batch));
        let mut done = 0;
        while done + BLOCK <= self.batch {
            self.dynamics.regressor_block(&q, &qd, &qdd, done, &mut self.block);
            black_box(self.block.column(0));
            done += BLOCK;
        }
        done
    }
}

fn views(columns: &[Vec<f64>], samples: usize) -> Vec<&[f64]> {
    columns.iter().map(|c| &c[..samples]).collect()
}
