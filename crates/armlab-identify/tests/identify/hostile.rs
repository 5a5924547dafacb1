//! Logs that no robot made: an answer or a reason, never a panic.

use crate::logs::built_in;
use armlab::identification::{IdentificationProblem, ProblemSettings};
use armlab::progress::Progress;
use armlab_identify::RawRecording;
use armlab_identify::estimators::{Estimator, METHODS};
use armlab_log::{Log, Quantity};
use proptest::prelude::*;

/// How one column is made.
#[derive(Clone, Debug)]
enum Column {
    Still(f64),
    Wave(f64),
    Noise(f64),
    Holes(f64),
    Huge,
}

fn column() -> impl Strategy<Value = Column> {
    prop_oneof![
        (-2.0..2.0).prop_map(Column::Still),
        (0.01..3.0).prop_map(Column::Wave),
        (1e-12..1e6).prop_map(Column::Noise),
        (0.01..3.0).prop_map(Column::Holes),
        Just(Column::Huge),
        Just(Column::Still(0.0)),
    ]
}

fn filled(column: &Column, rows: usize) -> Vec<f64> {
    let noise = |k: usize| ((k * 7919 % 1009) as f64 / 504.5) - 1.0;
    (0..rows)
        .map(|k| match *column {
            Column::Still(x) => x,
            Column::Wave(x) => x * (0.05 * k as f64 * x).sin(),
            Column::Noise(x) => x * noise(k),
            Column::Holes(_) if k % 11 == 3 => f64::NAN,
            Column::Holes(x) => x * (0.1 * k as f64).cos(),
            Column::Huge => 1e200 * noise(k),
        })
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]
    #[test]
    fn no_log_makes_identification_panic(
        columns in prop::collection::vec(column(), 12),
        rows in 1_usize..400,
        step in prop_oneof![Just(0.01), Just(0.0), Just(-0.01), Just(1e-300), Just(1e300)],
        given in 2_usize..4,
    ) {
        let robot = built_in("scara");
        let mut log = Log::new((0..rows).map(|k| k as f64 * step).collect());
        let quantities =
            [Quantity::Position, Quantity::Effort, Quantity::Velocity, Quantity::Acceleration];
        for (k, quantity) in quantities.into_iter().enumerate().take(given) {
            for joint in 0..3 {
                log.push_channel(quantity, joint, filled(&columns[3 * k + joint], rows));
            }
        }
        let Ok(raw) = RawRecording::of(&log, "hostile", 3, None) else { return Ok(()) };
        let Ok(study) = IdentificationProblem::prepare(&robot, &[raw], &[], ProblemSettings::default(), &Progress::none()) else {
            return Ok(());
        };
        let methods: Vec<&dyn Estimator> = METHODS.iter().collect();
        if let Ok(results) = study.run(&methods, None, &Progress::none(), &|_| {}) {
            for judged in results.complete {
                let finite = judged.estimate.values().iter().all(|x| x.is_finite());
                prop_assert!(finite, "{}", judged.estimate.method);
            }
        }
    }
}
