//! The regressor of many samples as one matrix on one core: what the Python package returns.

use armlab::dynamics::batch::regressor_parallel;
use armlab::robot::describe::{ReadOptions, read};
use armlab_random::Random;
use std::hint::black_box;
use std::time::Instant;

/// Prints seconds in new memory and in memory that is used again, the least of some rounds.
pub fn run(model: &str, samples: &str) -> Result<(), String> {
    let samples: usize = samples.parse().map_err(|_| format!("`{samples}` is not a number"))?;
    let robot = read(model, &ReadOptions::default()).map_err(|e| e.to_string())?.robot;
    let mut random = Random::new(1);
    let mut column = || -> Vec<f64> { (0..samples).map(|_| random.between(-1.0, 1.0)).collect() };
    let columns: Vec<Vec<f64>> = (0..3 * robot.dofs()).map(|_| column()).collect();
    let slices: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
    let (q, rest) = slices.split_at(robot.dofs());
    let (qd, qdd) = rest.split_at(robot.dofs());
    let entries = robot.dofs() * robot.parameter_count() * samples;
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().map_err(|e| e.to_string())?;
    let [mut fresh, mut again] = [f64::INFINITY; 2];
    let mut kept = vec![0.0; entries];
    pool.install(|| {
        for _ in 0..5 {
            let began = Instant::now();
            let mut new = vec![0.0; entries];
            regressor_parallel(&robot, q, qd, qdd, &mut new, true);
            black_box(&new);
            fresh = fresh.min(began.elapsed().as_secs_f64());
            drop(new);
            let began = Instant::now();
            regressor_parallel(&robot, q, qd, qdd, &mut kept, false);
            black_box(&kept);
            again = again.min(began.elapsed().as_secs_f64());
        }
    });
    println!("{{\"fresh\":{fresh},\"again\":{again}}}");
    Ok(())
}
