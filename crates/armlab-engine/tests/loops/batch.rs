//! Many samples at once: lanes against one sample at a time.

use crate::models::*;
use armlab_engine::dynamics::LoopedDynamics;

#[test]
fn the_regressor_in_lanes_is_that_of_one_sample_at_a_time() {
    for robot in machines() {
        let mut machine = LoopedDynamics::new(&robot).unwrap();
        let home = machine.machine().active_part(machine.machine().home());
        let n = home.len();
        // A number of samples that fills no group of lanes.
        let samples = 53;
        let mut columns = vec![vec![Vec::new(); n]; 3];
        for k in 0..samples {
            for (columns, values) in columns.iter_mut().zip(motion(&home, 0.01 * k as f64)) {
                columns.iter_mut().zip(values).for_each(|(c, v)| c.push(v));
            }
        }
        let slices: Vec<Vec<&[f64]>> =
            columns.iter().map(|c| c.iter().map(Vec::as_slice).collect()).collect();
        let mut block = machine.block(samples - 3);
        machine.regressor_block(&slices[0], &slices[1], &slices[2], 3, &mut block).unwrap();
        machine.go_home();
        let count = robot.parameter_count();
        let mut row = vec![0.0; n * count];
        for k in 3..samples {
            let [q, qd, qdd] = motion(&home, 0.01 * k as f64);
            machine.regressor(&q, &qd, &qdd, &mut row).unwrap();
            let scale = row.iter().fold(1.0_f64, |m, y| m.max(y.abs()));
            for joint in 0..n {
                for p in 0..count {
                    let (a, b) = (block.entry(joint, k - 3, p), row[joint * count + p]);
                    assert!((a - b).abs() < 1e-12 * scale, "{}: {a} {b}", robot.name());
                }
            }
        }
    }
}

#[test]
fn samples_far_apart_are_assembled_one_by_one() {
    let v = vectors();
    let robot = built_in("parallel3prr");
    let mut machine = LoopedDynamics::new(&robot).unwrap();
    let cases = v["cases"].as_array().unwrap();
    let column =
        |key: &str, i: usize| -> Vec<f64> { cases.iter().map(|c| numbers(&c[key])[i]).collect() };
    let columns: Vec<Vec<Vec<f64>>> =
        ["q", "qd", "qdd"].iter().map(|key| (0..3).map(|i| column(key, i)).collect()).collect();
    let slices: Vec<Vec<&[f64]>> =
        columns.iter().map(|c| c.iter().map(Vec::as_slice).collect()).collect();
    let mut block = machine.block(cases.len());
    machine.regressor_block(&slices[0], &slices[1], &slices[2], 0, &mut block).unwrap();
    let parameters = robot.parameter_values();
    for (k, case) in cases.iter().enumerate().filter(|(_, c)| c["orientation"] == "horizontal") {
        for (i, expected) in numbers(&case["tau_nofriction"]).into_iter().enumerate() {
            let effort: f64 =
                parameters.iter().enumerate().map(|(p, x)| block.entry(i, k, p) * x).sum();
            assert!((effort - expected).abs() < 1e-9 * expected.abs().max(1.0), "{}", case["id"]);
        }
    }
}
