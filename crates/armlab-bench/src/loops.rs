//! A long motion of a machine with loops: its regressor, streamed in blocks.

use armlab::dynamics::LoopedDynamics;
use armlab::robot::library;
use std::f64::consts::TAU;
use std::hint::black_box;
use std::time::Instant;

/// Samples of the motion, at 250 Hz.
const SAMPLES: usize = 100_000;
/// Samples of one block.
const BLOCK: usize = 64;

/// Prints the time per sample of the 3PRR's regressor, as JSON.
pub fn run() -> Result<(), String> {
    let robot = match library::load("parallel3prr") {
        Some(Ok(description)) => description.robot,
        _ => return Err("the built-in machine cannot be read".into()),
    };
    let mut machine = LoopedDynamics::new(&robot).map_err(|e| e.to_string())?;
    let home = machine.machine().active_part(machine.machine().home());
    let columns = motion(&home);
    let [q, qd, qdd] = columns.each_ref().map(|c| c.iter().map(Vec::as_slice).collect::<Vec<_>>());
    let mut block = machine.block(BLOCK);
    let (mut streamed, mut single) = (f64::INFINITY, f64::INFINITY);
    let mut row = vec![0.0; home.len() * robot.parameter_count()];
    for _ in 0..5 {
        machine.go_home();
        let start = Instant::now();
        for first in (0..SAMPLES).step_by(BLOCK).take_while(|first| first + BLOCK <= SAMPLES) {
            let done = machine.regressor_block(&q, &qd, &qdd, first, &mut block);
            done.map_err(|e| e.to_string())?;
            black_box(block.column(0));
        }
        streamed = streamed.min(start.elapsed().as_secs_f64() * 1e6 / SAMPLES as f64);
        machine.go_home();
        let some = SAMPLES / 20;
        let start = Instant::now();
        for k in 0..some {
            let [q, qd, qdd] = [&q, &qd, &qdd].map(|c| [c[0][k], c[1][k], c[2][k]]);
            machine.regressor(&q, &qd, &qdd, &mut row).map_err(|e| e.to_string())?;
            black_box(&row);
        }
        single = single.min(start.elapsed().as_secs_f64() * 1e6 / some as f64);
    }
    println!(
        "{{\"robot\":\"parallel3prr\",\"samples\":{SAMPLES},\"regressor_us_per_sample\":{streamed:.3},\
         \"one_at_a_time_us\":{single:.3},\"ratio\":{:.3}}}",
        streamed / single
    );
    Ok(())
}

/// Sliders about home: positions, speeds and accelerations by columns.
fn motion(home: &[f64]) -> [Vec<Vec<f64>>; 3] {
    let wave = |j: usize, order: i32| -> Vec<f64> {
        let (a, w, phase) = (0.06, TAU * (0.25 + 0.1 * j as f64), j as f64);
        let at = |k: usize| {
            let x = w * k as f64 * 0.004 + phase;
            match order {
                0 => home[j] + a * x.sin(),
                1 => a * w * x.cos(),
                _ => -a * w * w * x.sin(),
            }
        };
        (0..SAMPLES).map(at).collect()
    };
    [0, 1, 2].map(|order| (0..home.len()).map(|j| wave(j, order)).collect())
}
