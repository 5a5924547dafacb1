//! The same reduction on one core and on two, in one run.

use super::motion::Motion;
use super::{MODEL, friction};
use armlab::identify::{Model, RawRecording};
use std::hint::black_box;
use std::time::{Duration, Instant};

/// Samples of the log: few enough to be done between two interruptions on a
/// shared machine.
const SAMPLES: usize = 20_000;
/// How often the two alternate.
const ROUNDS: usize = 100;
/// A rest before each, after which the system owes us its cores.
const REST: Duration = Duration::from_millis(10);

/// Prints least seconds on one and on two threads.
pub fn run() -> Result<(), String> {
    let robot = super::robot()?;
    let log = Motion::of(&robot).log(SAMPLES);
    let raw = RawRecording::of(&log, MODEL, robot.dofs(), None).map_err(|e| e.to_string())?;
    let recordings = [raw.condition(None).map_err(|e| e.to_string())?];
    let model = Model::new(&robot, friction(), &[]).map_err(|e| e.to_string())?;
    let pool = |threads| rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let pools = [pool(1).map_err(|e| e.to_string())?, pool(2).map_err(|e| e.to_string())?];
    let mut best = [f64::INFINITY; 2];
    for _ in 0..ROUNDS {
        for (pool, best) in pools.iter().zip(&mut best) {
            std::thread::sleep(REST);
            let start = Instant::now();
            black_box(pool.install(|| model.reduce(&recordings)).map_err(|e| e.to_string())?);
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    println!(
        "{{\"engine\":\"armlab\",\"op\":\"cores\",\"samples\":{SAMPLES},\"one\":{:.6},\"two\":{:.6}}}",
        best[0], best[1]
    );
    Ok(())
}
