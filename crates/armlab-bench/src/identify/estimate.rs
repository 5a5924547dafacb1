//! From a log's columns in memory to base parameters with covariance, on one
//! core; and what the estimate predicts, to be compared.

use super::clock::least;
use super::friction;
use armlab::identify::estimators::{Data, method};
use armlab::identify::{Estimate, Model, RawRecording, Recording};
use armlab::log::{Input, Log, ReadOptions};
use armlab::robot::Robot;
use std::time::{Duration, Instant};

/// Time spent repeating.
const BUDGET: Duration = Duration::from_secs(4);
/// Samples whose predicted efforts, and their deviations, are printed.
const SHOWN: usize = 200;

/// Prints seconds, and predictions for the first samples.
pub fn run(file: &str) -> Result<(), String> {
    let robot = super::robot()?;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(|e| e.to_string())?;
    pool.install(|| timed(file, &robot))
}

fn timed(file: &str, robot: &Robot) -> Result<(), String> {
    let start = Instant::now();
    let log =
        Log::read_with(&Input::path(file), &ReadOptions::default()).map_err(|e| e.to_string())?;
    let reading = start.elapsed().as_secs_f64();
    let mut found = Err("not run".into());
    let times = least(BUDGET, || found = identified(robot, &log));
    let (model, recording, estimate) = found?;
    let values = estimate.values();
    let first = Recording {
        time: recording.time[..SHOWN].to_vec(),
        q: beginning(&recording.q),
        qd: beginning(&recording.qd),
        qdd: beginning(&recording.qdd),
        effort: beginning(&recording.effort),
        ..recording
    };
    let predict = |x: &[f64]| model.predict(&first, x).map_err(|e| e.to_string());
    let predicted = predict(&values)?.concat();
    // Rows of the regressor, column by column.
    let columns = (0..values.len()).map(|k| {
        let unit: Vec<f64> = (0..values.len()).map(|i| f64::from(u8::from(i == k))).collect();
        Ok(predict(&unit)?.concat())
    });
    let columns = columns.collect::<Result<Vec<Vec<f64>>, String>>()?;
    let deviation = |row: usize| {
        let y: Vec<f64> = columns.iter().map(|c| c[row]).collect();
        let spread = estimate.covariance.times_vector(&y);
        y.iter().zip(&spread).map(|(a, b)| a * b).sum::<f64>().sqrt()
    };
    let deviations: Vec<f64> = (0..predicted.len()).map(deviation).collect();
    println!(
        "{{\"engine\":\"armlab\",\"op\":\"estimate\",\"samples\":{},\"seconds\":{:.6},\
         \"wall_seconds\":{:.6},\"reading_seconds\":{reading:.6},\"unknowns\":{},\"rank\":{},\"shown\":{SHOWN},\
         \"predicted\":{predicted:?},\"deviations\":{deviations:?}}}",
        log.rows(),
        times.processor.unwrap_or(times.wall),
        times.wall,
        values.len(),
        estimate.rank,
    );
    Ok(())
}

fn beginning(columns: &[Vec<f64>]) -> Vec<Vec<f64>> {
    columns.iter().map(|c| c[..SHOWN].to_vec()).collect()
}

fn identified<'r>(robot: &'r Robot, log: &Log) -> Result<(Model<'r>, Recording, Estimate), String> {
    let raw = RawRecording::of(log, "log", robot.dofs(), None).map_err(|e| e.to_string())?;
    let recordings = [raw.condition(None).map_err(|e| e.to_string())?];
    let model = Model::new(robot, friction(), &[]).map_err(|e| e.to_string())?;
    let reduced = model.reduce(&recordings).map_err(|e| e.to_string())?;
    let data = Data::new(&model, &recordings, &reduced).map_err(|e| e.to_string())?;
    let ordinary = method("ls").map_err(|e| e.to_string())?;
    let estimate = ordinary.estimate(&data).map_err(|e| e.to_string())?;
    let [recording] = recordings;
    Ok((model, recording, estimate))
}
