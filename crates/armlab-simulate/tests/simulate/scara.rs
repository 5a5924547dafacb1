//! The SCARA's experiment, rebuilt from what the papers tell (PID gains, quintics,
//! 15 s at 100 Hz): `tests/vectors/scara_clean.csv` was computed by other code.

use crate::support::*;
use armlab_log::Quantity;
use armlab_simulate::simulate::End;
use armlab_simulate::simulate::effects::white_noise::WhiteNoise;
use armlab_simulate::simulate::{PerJoint, Sizes};

#[test]
fn the_whole_clean_log_is_met_to_1e_9() {
    let run = scara_run(Vec::new(), 0);
    assert_eq!(run.end, End::Finished);
    let rows = table("scara_clean.csv");
    assert_eq!((run.log.rows(), rows.len()), (1501, 1501));
    let mut worst = 0.0_f64;
    for (k, row) in rows.iter().enumerate() {
        assert!((run.log.time()[k] - row[0]).abs() < 1e-12);
        let quantities = [
            Quantity::Position,
            Quantity::Velocity,
            Quantity::Acceleration,
            Quantity::Effort,
            Quantity::PositionReference,
        ];
        for (i, quantity) in quantities.into_iter().enumerate() {
            for j in 0..3 {
                let got = run.log.channel(quantity, j).expect("a channel")[k];
                let want = row[1 + 3 * i + j];
                worst = worst.max((got - want).abs());
                assert!((got - want).abs() < 1e-9, "row {k}, {quantity:?} {j}: {got} {want}");
            }
        }
    }
    println!("largest difference to the clean log: {worst:.1e}");
}

#[test]
fn peaks_and_errors_are_those_of_the_notes() {
    let summary = scara_run(Vec::new(), 0).summary;
    let want = [
        // peak acceleration, peak effort, largest error, rms error
        [6.65, 30.0, 0.263, 0.1275],
        [5.65, 5.2, 0.085, 0.0285],
        [1.0, 21.0, 0.030, 0.0180],
    ];
    for (joint, want) in summary.joints.iter().zip(want) {
        let got = [joint.peak_acceleration, joint.peak_effort, joint.max_error, joint.rms_error];
        for (got, want) in got.iter().zip(want) {
            // The notes give two to four digits.
            assert!((got - want).abs() < 0.012 * want, "{}: {got} {want}", joint.name);
        }
    }
}

#[test]
fn tracking_indexes_of_every_published_parameter_set_are_reproduced() {
    // Root mean square errors with the plant of the published estimates, computed by
    // other code to all digits.
    let indexes = &vectors("scara.json")["indexes"];
    let mut checked = 0;
    for (name, entry) in indexes.as_object().unwrap() {
        if entry["feasible"] != true {
            continue;
        }
        let robot = scara_with(&numbers(&entry["params"]));
        // The controller keeps the weight of the true robot.
        let truth = built_in("scara");
        let (trajectory, law) = (scara_reference(), scara_pid());
        let settings = scara_settings(Vec::new());
        let experiment = armlab_simulate::simulate::Experiment {
            robot: &robot,
            model: &truth,
            trajectory: &trajectory,
            law: &law,
            settings: &settings,
        };
        let run = experiment.run().unwrap();
        for (joint, want) in run.summary.joints.iter().zip(numbers(&entry["RMSE"])) {
            let got = joint.rms_error;
            assert!((got - want).abs() < 1e-9, "{name}, {}: {got} {want}", joint.name);
        }
        checked += 1;
    }
    assert!(checked >= 5, "{checked}");
}

#[test]
fn the_noisy_log_has_the_noise_of_its_standard_deviations() {
    // Other random numbers than the stored ones: compared by size only.
    let e = &vectors("scara.json")["experiment"]["noise"];
    let quantities =
        [Quantity::Position, Quantity::Velocity, Quantity::Acceleration, Quantity::Effort];
    let mut sigma = Sizes::default();
    for (quantity, key) in quantities.into_iter().zip(["sd_q", "sd_qd", "sd_qdd", "sd_tau"]) {
        sigma.set(quantity, PerJoint::Each(numbers(&e[key])));
    }
    let noisy = scara_run(vec![Box::new(WhiteNoise { sigma, ..WhiteNoise::default() })], 184).log;
    let (clean, stored) = (table("scara_clean.csv"), table("scara_noisy.csv"));
    for (i, quantity) in quantities.into_iter().enumerate() {
        for j in 0..3 {
            let column = 1 + 3 * i + j;
            let ours = noisy.channel(quantity, j).unwrap().iter().zip(&clean);
            let ours = rms(ours.map(|(x, row)| x - row[column]));
            let theirs = rms(stored.iter().zip(&clean).map(|(a, b)| a[column] - b[column]));
            // 1501 samples: one standard deviation of a standard deviation is 1.8 %.
            assert!((ours / theirs - 1.0).abs() < 0.1, "{quantity:?} {j}: {ours} {theirs}");
        }
    }
}

/// The SCARA with given base parameters IZZ1, IZZ2, m_r, m3, whether it could exist or not.
pub fn scara_with(base: &[f64]) -> armlab_engine::robot::Robot {
    let robot = built_in("scara");
    let names = robot.parameter_names();
    let mut values = robot.parameter_values();
    let place = |name: &str| names.iter().position(|n| n == name).unwrap();
    let value = |values: &[f64], parameter: usize| -> f64 {
        let combination = &robot.declared_base_parameters()[parameter].combination;
        combination.iter().map(|(i, f)| f * values[*i]).sum()
    };
    values[place("link3.m")] = base[3];
    let moment = value(&values, 2);
    values[place("link2.mx")] += (base[2] - moment) / 0.6;
    let inner = value(&values, 1);
    values[place("link2.Izz")] += base[1] - inner;
    let outer = value(&values, 0);
    values[place("link1.Izz")] += base[0] - outer;
    robot.with_parameter_values(&values).unwrap()
}
