//! The pre-flight check: every defect is found, named and located, and a good log has none.

mod blocks;
mod recorded;
mod values;

use armlab_log::preflight::{Report, check_log};
use armlab_log::{Expectation, Log, Quantity};

/// A good log: two joints that move as sines, 200 Hz, 10 s, with a little noise in the efforts.
struct Good {
    time: Vec<f64>,
    q: [Vec<f64>; 2],
    qd: [Vec<f64>; 2],
    tau: [Vec<f64>; 2],
}

fn good() -> Good {
    let time: Vec<f64> = (0..2000).map(|i| i as f64 * 0.005).collect();
    let of = |f: &dyn Fn(f64) -> f64| time.iter().map(|&t| f(t)).collect::<Vec<f64>>();
    let noise = |i: f64| (i * 12_345.678).sin() * 0.01;
    Good {
        q: [of(&|t| 0.8 * (2.0 * t).sin()), of(&|t| 1.2 * (3.0 * t).cos() - 0.3)],
        qd: [of(&|t| 1.6 * (2.0 * t).cos()), of(&|t| -3.6 * (3.0 * t).sin())],
        tau: [
            of(&|t| 40.0 * (2.0 * t).sin() + noise(t)),
            of(&|t| 25.0 * (3.0 * t).cos() + noise(t + 1.0)),
        ],
        time,
    }
}

impl Good {
    fn log(&self) -> Log {
        let mut log = Log::new(self.time.clone());
        for j in 0..2 {
            log.push_channel(Quantity::Position, j, self.q[j].clone());
            log.push_channel(Quantity::Velocity, j, self.qd[j].clone());
            log.push_channel(Quantity::Effort, j, self.tau[j].clone());
        }
        log
    }
    fn check(&self) -> Report {
        check_log(&self.log(), &expectation())
    }
}

fn expectation() -> Expectation {
    Expectation {
        joint_names: vec!["a".into(), "b".into()],
        prismatic: vec![false, false],
        lower: vec![-3.0; 2],
        upper: vec![3.0; 2],
        velocity: vec![5.0; 2],
        effort: vec![100.0; 2],
    }
}

/// The codes of a report, in order, each once.
fn codes(report: &Report) -> Vec<&'static str> {
    let mut codes: Vec<&str> = report.findings.iter().map(|f| f.code).collect();
    codes.dedup();
    codes
}

#[test]
fn a_good_log_has_no_findings() {
    let report = good().check();
    assert_eq!(report.findings, []);
    assert!(report.ok());
    assert_eq!(report.rows, 2000);
    assert!((report.rate() - 200.0).abs() < 1e-9, "{}", report.rate());
    assert!((report.duration - 9.995).abs() < 1e-12);
    assert_eq!(check_log(&good().log(), &Expectation::default()).findings, []);
}
