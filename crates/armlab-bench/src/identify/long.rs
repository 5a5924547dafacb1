//! A log of any length, from the file to the estimate, in parts; and the most
//! memory that this process ever had.

use super::MODEL;
use armlab::base::base_parameters;
use armlab::identify::Decided;
use armlab::identify::estimators::{Data, method};
use armlab::identify::long::{LongProblem, LongRecording};
use armlab::log::{Input, ReadOptions};
use std::time::Instant;

/// Prints seconds of each stage and the peak of memory.
pub fn run(file: &str) -> Result<(), String> {
    let robot = super::robot()?;
    let (options, watch) = (ReadOptions::default(), armlab::progress::Progress::none());
    let start = Instant::now();
    let log = LongRecording::open(&Input::path(file), MODEL, &options, robot.dofs(), None, &watch)
        .map_err(|e| e.to_string())?;
    let survey = start.elapsed().as_secs_f64();
    let rows = log.rows();
    let base = base_parameters(&robot).map_err(|e| e.to_string())?;
    let problem = LongProblem::of(&robot, base, &[], &[log], Decided::default(), &watch)
        .map_err(|e| e.to_string())?;
    let prepared = start.elapsed().as_secs_f64();
    let data = Data::new(&problem.model, &[], &problem.reduced).map_err(|e| e.to_string())?;
    let weighted = method("wls").map_err(|e| e.to_string())?;
    let estimate = weighted.estimate(&data).map_err(|e| e.to_string())?;
    let all = start.elapsed().as_secs_f64();
    let reduced = &problem.reduced;
    let sum = |squares: Vec<f64>| squares.iter().sum::<f64>();
    let missed = sum(reduced.squares(&estimate.values(), 0..reduced.segments()));
    let efforts = sum(reduced.effort_squares(0..reduced.segments()));
    println!(
        "{{\"engine\":\"armlab\",\"op\":\"long\",\"rows\":{rows},\"survey\":{survey:.3},\
         \"choice_and_reduction\":{:.3},\"seconds\":{all:.3},\"segments\":{},\
         \"relative\":{:.6},\"peak_kilobytes\":{}}}",
        prepared - survey,
        reduced.segments(),
        100.0 * (missed / efforts).sqrt(),
        peak().map_or("null".into(), |kb| kb.to_string()),
    );
    Ok(())
}

/// Largest resident memory so far, where the system tells it.
fn peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|l| l.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse().ok()
}
