//! The SCARA's noisy log, whose accelerations are so noisy that least squares
//! are drawn towards zero (notes on the papers, sections 5 and 6).

use crate::logs::{built_in, scara};
use armlab_identify::estimators::{
    ClosedLoop, ClosedLoopError, ClosedLoops, Controller, Data, method,
};
use armlab_identify::{FrictionModel, Model, Recording};

/// IZZ1, IZZ2, m_r, m3.
const TRUTH: [f64; 4] = [4.968, 0.648, 1.2, 2.0];

/// Estimates and relative errors of a method on a log.
fn errors(log: &str, name: &str) -> [f64; 4] {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let recordings = [scara(log)];
    let reduced = model.reduce(&recordings).unwrap();
    let data = Data::new(&model, &recordings, &reduced).unwrap();
    let estimate = method(name).unwrap().estimate(&data).unwrap();
    let mut errors = [0.0; 4];
    for (k, parameter) in estimate.unknowns.iter().enumerate() {
        errors[k] = parameter.value / TRUTH[k] - 1.0;
        println!(
            "{log} {name}: {} {:.5} ± {:.5} ({:+.3} %)",
            parameter.name,
            parameter.value,
            parameter.deviation.unwrap_or(f64::NAN),
            100.0 * errors[k]
        );
    }
    estimate.notes.iter().for_each(|n| println!("  {n}"));
    errors
}

#[test]
fn instruments_bring_all_four_parameters_within_one_and_a_half_percent() {
    let errors = errors("scara_noisy.csv", "iv");
    assert!(errors.iter().all(|e| e.abs() <= 0.015), "{errors:?}");
}

#[test]
fn least_squares_miss_by_what_the_notes_say() {
    let errors = errors("scara_noisy.csv", "ls");
    let expected = [4.787399879436207, 0.6280963086766602, 1.1252000397976847, 1.9998593725498648];
    for k in 0..4 {
        let got = TRUTH[k] * (1.0 + errors[k]);
        assert!((got - expected[k]).abs() < 1e-9, "{got} {}", expected[k]);
    }
}

#[test]
fn without_noise_instruments_and_likelihood_give_the_truth() {
    for name in ["iv", "ml"] {
        let errors = errors("scara_clean.csv", name);
        assert!(errors.iter().all(|e| e.abs() < 1e-8), "{name}: {errors:?}");
    }
}

#[test]
fn likelihood_comes_nearer_than_least_squares_but_keeps_a_bias() {
    // It weighs the noise of efforts and does not know of that in the regressor.
    let (likely, least) = (errors("scara_noisy.csv", "ml"), errors("scara_noisy.csv", "ls"));
    for k in 0..3 {
        assert!(likely[k].abs() < 0.7 * least[k].abs(), "{likely:?} {least:?}");
    }
    assert!(likely[0] < -0.015, "{likely:?}");
}

/// The papers' PID controllers with gains per radian and gravity fed forward, on
/// the reference of the notes' experiment (section 5).
struct Pid {
    integral: [f64; 3],
    reference: [Vec<f64>; 3],
}

impl Pid {
    const STEP: f64 = 0.01;
    const GAINS: [[f64; 3]; 3] = [
        [28.64788975654116, 0.0, 21.199438419840458],
        [57.29577951308232, 0.0, 2.291831180523293],
        [40.0, 50.0, 10.0],
    ];
    const JOINT_1: [f64; 6] =
        [-1.622522864, -1.414071155, 1.499015512, -0.3272749124, 0.02606520006, -0.0006950720011];
    const JOINT_2: [f64; 6] =
        [-1.619283375, -0.6186031583, 0.4261308306, -0.05023057396, 0.001579110749, 3.642679187e-6];

    fn new() -> Self {
        let column = crate::logs::columns("scara_clean.csv");
        Self { integral: [0.0; 3], reference: ["r1", "r2", "r3"].map(column) }
    }
    fn speeds(t: f64) -> [f64; 3] {
        let slope = |c: &[f64; 6]| (1..6).map(|k| k as f64 * c[k] * t.powi(k as i32 - 1)).sum();
        [slope(&Self::JOINT_1), slope(&Self::JOINT_2), 0.2 * (2.0 * t).cos()]
    }
}

impl Controller for Pid {
    fn restart(&mut self) {
        self.integral = [0.0; 3];
    }
    fn effort(&mut self, sample: usize, q: &[f64], qd: &[f64], effort: &mut [f64]) {
        let speeds = Self::speeds(Self::STEP * sample as f64);
        for j in 0..3 {
            let [p, i, d] = Self::GAINS[j];
            let error = self.reference[j][sample] - q[j];
            effort[j] = p * error + i * self.integral[j] + d * (speeds[j] - qd[j]);
            self.integral[j] += error * Self::STEP;
        }
        effort[2] -= 2.0 * 9.81;
    }
}

struct PidLoops;

impl ClosedLoops for PidLoops {
    fn begin(&self, recordings: &[Recording]) -> Result<Vec<ClosedLoop<'_>>, ClosedLoopError> {
        let start = vec![-1.622522864, -1.619283375, 0.15];
        let one = |_| ClosedLoop {
            controller: Box::new(Pid::new()),
            lead: 0,
            q: start.clone(),
            qd: vec![0.0; 3],
        };
        Ok(recordings.iter().map(one).collect())
    }
}

/// Errors of a method that simulates the closed loop.
fn simulated(log: &str, name: &str) -> [f64; 4] {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let recordings = [scara(log)];
    let reduced = model.reduce(&recordings).unwrap();
    let mut data = Data::new(&model, &recordings, &reduced).unwrap();
    data.loops = Some(&PidLoops);
    let estimate = method(name).unwrap().estimate(&data).unwrap();
    let mut errors = [0.0; 4];
    for (k, p) in estimate.unknowns.iter().enumerate() {
        errors[k] = p.value / TRUTH[k] - 1.0;
        let deviation = p.deviation.unwrap_or(f64::NAN);
        let percent = 100.0 * errors[k];
        println!(
            "{log} {}: {} {:.5} ± {deviation:.5} ({percent:+.3} %)",
            estimate.method, p.name, p.value
        );
    }
    estimate.notes.iter().for_each(|n| println!("  {n}"));
    errors
}

#[test]
fn the_controller_and_the_true_model_make_the_clean_log() {
    let robot = built_in("scara");
    let clean = scara("scara_clean.csv");
    let mut closed = PidLoops.begin(std::slice::from_ref(&clean)).unwrap().remove(0);
    let motion = closed.motion(&robot, &clean, 10).unwrap();
    for j in 0..3 {
        for k in 0..clean.samples() {
            assert!((motion.q[j][k] - clean.q[j][k]).abs() < 1e-9, "{j} {k}");
            assert!((motion.qdd[j][k] - clean.qdd[j][k]).abs() < 1e-8, "{j} {k}");
        }
    }
}

#[test]
fn simulated_instruments_bring_all_four_within_one_and_a_half_percent() {
    let errors = simulated("scara_noisy.csv", "iv-simulated");
    assert!(errors.iter().all(|e| e.abs() <= 0.015), "{errors:?}");
}

#[test]
fn output_error_on_the_efforts_brings_all_four_within_half_a_percent() {
    let errors = simulated("scara_noisy.csv", "didim");
    assert!(errors.iter().all(|e| e.abs() <= 0.005), "{errors:?}");
}
