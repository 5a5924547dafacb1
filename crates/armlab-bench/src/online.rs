//! Times of estimators that learn sample by sample and of the genetic search, as
//! JSON lines `{"op", "us", "answer"}` for `peers/bench/online.py`.
//!
//! `armlab-bench online LOG ROUNDS`: LOG is the SCARA's, with accelerations. Each
//! time is the least of ROUNDS. An answer is what was estimated, so that a peer can
//! show that it did the same.

use armlab::identify::estimators::Data;
use armlab::identify::evolutionary::{Options, generations, search};
use armlab::identify::online::{End, Followed, Following, RowEstimator, SampleRows, Step, follow};
use armlab::identify::{FrictionModel, Model, RawRecording, Recording};
use armlab::log::{Log, Quantity};
use armlab::online::{
    Adaline, AdalineSettings, Hopfield, HopfieldSettings, InitialCovariance, Rls, RlsSettings,
    RowLearner, SquareRootRls, SquareRootSettings,
};
use armlab::optimize::{Bounds, Genetic, Survival};
use armlab::robot::library;
use armlab_random::Random;
use std::hint::black_box;
use std::ops::ControlFlow;
use std::time::Instant;

/// Unknowns and rows of the recursive least squares.
const UNKNOWNS: usize = 60;
const ROWS: usize = 2000;

/// Prints all times.
pub fn run(log: &str, rounds: &str) -> Result<(), String> {
    let rounds: usize = rounds.parse().map_err(|_| format!("`{rounds}` is no number of rounds"))?;
    recursions(rounds)?;
    let robot = match library::load("scara") {
        Some(Ok(description)) => description.robot,
        _ => return Err("the built-in SCARA cannot be read".into()),
    };
    let model = Model::new(&robot, FrictionModel::none(), &[]).map_err(|e| e.to_string())?;
    let recordings = [recording(log)?];
    networks(&model, &recordings, rounds)?;
    let reduced = model.reduce(&recordings).map_err(|e| e.to_string())?;
    let data = Data::new(&model, &recordings, &reduced).map_err(|e| e.to_string())?;
    let options = Options { bounds: Some(Bounds::cube(4, 0.0, 10.0)), ..Options::default() };
    let (mut best, mut answer) = (f64::INFINITY, Vec::new());
    for _ in 0..rounds {
        let start = Instant::now();
        let method = Genetic::two_chromosomes(Survival::Best);
        let watch = &mut |_: usize, _: f64| ControlFlow::Continue(());
        let found = search(&data, &method, &generations(15_000), &options, watch);
        best = best.min(start.elapsed().as_secs_f64());
        answer = found.x;
    }
    print("ga_15000", 1e6 * best, &answer);
    Ok(())
}

fn print(operation: &str, micros: f64, answer: &[f64]) {
    println!("{{\"op\":\"{operation}\",\"us\":{micros:.3},\"answer\":{answer:?}}}");
}

/// Time of one row's update.
fn recursions(rounds: usize) -> Result<(), String> {
    let mut random = Random::new(1);
    let rows: Vec<f64> = (0..ROWS * UNKNOWNS).map(|_| random.between(-1.0, 1.0)).collect();
    // All unknowns are 1, and nothing disturbs them.
    let targets: Vec<f64> = rows.chunks_exact(UNKNOWNS).map(|r| r.iter().sum()).collect();
    let covariance = InitialCovariance::Scalar(1e6);
    let settings = RlsSettings { covariance, forgetting: 0.999, ..RlsSettings::default() };
    let forgetful = SquareRootSettings { forgetting: 0.999, ..SquareRootSettings::default() };
    let textbook = Rls::new(UNKNOWNS, settings).map_err(|e| e.to_string())?;
    let root = SquareRootRls::new(UNKNOWNS, forgetful).map_err(|e| e.to_string())?;
    let (mut times, mut answers) = ([f64::INFINITY; 2], [0.0; 2]);
    for _ in 0..rounds {
        let learners: [Box<dyn RowLearner>; 2] =
            [Box::new(textbook.clone()), Box::new(root.clone())];
        for (k, mut learner) in learners.into_iter().enumerate() {
            let start = Instant::now();
            for (row, target) in rows.chunks_exact(UNKNOWNS).zip(&targets) {
                let learnt = learner.learn(row, std::slice::from_ref(target));
                learnt.map_err(|e| e.to_string())?;
            }
            times[k] = times[k].min(start.elapsed().as_secs_f64() * 1e6 / ROWS as f64);
            answers[k] = learner.estimate()[0];
        }
    }
    print("rls_60_update", times[0], &answers[..1]);
    print("rls_sqrt_60_update", times[1], &answers[1..]);
    Ok(())
}

/// Times from the log's columns to the estimate, the robot's rows included.
fn networks(model: &Model, recordings: &[Recording], rounds: usize) -> Result<(), String> {
    let hopfield = HopfieldSettings { average_after: Some(500), ..HopfieldSettings::default() };
    let hopfield = Hopfield::new(4, 3, hopfield).map_err(|e| e.to_string())?;
    let adaline = Adaline::new(4, AdalineSettings::default()).map_err(|e| e.to_string())?;
    for (operation, epochs) in [("hopfield_scara", 1), ("adaline_scara_2_epochs", 2)] {
        let (mut best, mut answer) = (f64::INFINITY, Vec::new());
        for _ in 0..rounds {
            let learner: Box<dyn RowLearner> = match epochs {
                1 => Box::new(hopfield.clone()),
                _ => Box::new(adaline.clone()),
            };
            let start = Instant::now();
            let rows = SampleRows::new(model).map_err(|e| e.to_string())?;
            let mut estimator = RowEstimator::new(rows, learner);
            let following = Following { epochs, ..Following::default() };
            let watch = &mut |_: &Step| ControlFlow::Continue(());
            let Followed { estimate, end, .. } =
                black_box(follow(&mut estimator, recordings, &following, watch));
            best = best.min(start.elapsed().as_secs_f64());
            if let End::Diverged(divergence) = end {
                return Err(divergence.to_string());
            }
            answer = estimate;
        }
        print(operation, 1e6 * best, &answer);
    }
    Ok(())
}

/// The SCARA's log, with accelerations as logged.
fn recording(path: &str) -> Result<Recording, String> {
    let text = std::fs::read_to_string(path).map_err(|e| format!("{path}: {e}"))?;
    let mut lines = text.lines();
    let header: Vec<&str> = lines.next().unwrap_or_default().split(',').collect();
    let mut columns = vec![Vec::new(); header.len()];
    for (k, line) in lines.enumerate() {
        let fields: Vec<&str> = line.split(',').collect();
        if fields.len() != header.len() {
            return Err(format!(
                "{path}:{}: {} fields, {} named",
                k + 2,
                fields.len(),
                header.len()
            ));
        }
        for (column, field) in columns.iter_mut().zip(fields) {
            let number: f64 =
                field.parse().map_err(|_| format!("{path}:{}: `{field}` is no number", k + 2))?;
            column.push(number);
        }
    }
    let column = |name: &str| -> Result<Vec<f64>, String> {
        let k = header.iter().position(|h| *h == name);
        k.map(|k| columns[k].clone()).ok_or_else(|| format!("{path}:1: no column `{name}`"))
    };
    let mut log = Log::new(column("t")?);
    for (quantity, names) in [
        (Quantity::Position, ["q1", "q2", "d3"]),
        (Quantity::Velocity, ["qd1", "qd2", "dd3"]),
        (Quantity::Acceleration, ["qdd1", "qdd2", "ddd3"]),
        (Quantity::Effort, ["tau1", "tau2", "f3"]),
    ] {
        for (joint, name) in names.into_iter().enumerate() {
            log.push_channel(quantity, joint, column(name)?);
        }
    }
    let raw = RawRecording::of(&log, path, 3, None).map_err(|e| e.to_string())?;
    raw.condition(None).map_err(|e| e.to_string())
}
