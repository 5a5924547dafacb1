//! What every learner promises: bad numbers are left out and counted, and a
//! learner that is saved and resumed goes on to the last bit.

use crate::scara::rows;
use armlab_online::{
    Adaline, AdalineSettings, Hopfield, HopfieldSettings, InitialCovariance, ResumeError, Rls,
    RlsSettings, RowLearner, SampleOutcome, Saved, SquareRootRls, SquareRootSettings, WindUp,
};

fn learners() -> Vec<Box<dyn RowLearner>> {
    let rls = RlsSettings { forgetting: 0.99, wind_up: WindUp::Directional, ..Default::default() };
    let root = SquareRootSettings {
        forgetting: 0.99,
        covariance: Some(InitialCovariance::Scalar(1e4)),
        refresh: true,
        ..Default::default()
    };
    let hopfield = HopfieldSettings { average_after: Some(300), ..Default::default() };
    vec![
        Box::new(Rls::new(4, rls).unwrap()),
        Box::new(SquareRootRls::new(4, root).unwrap()),
        Box::new(Adaline::new(4, AdalineSettings::default()).unwrap()),
        Box::new(Hopfield::new(4, 3, hopfield).unwrap()),
    ]
}

#[test]
fn bad_samples_change_nothing_and_are_counted() {
    let log = rows("scara_noisy.csv");
    for (mut learner, mut spoilt) in learners().into_iter().zip(learners()) {
        for (k, (row, target)) in log.regressors.iter().zip(&log.targets).take(600).enumerate() {
            assert_eq!(learner.learn(row, target).unwrap(), SampleOutcome::Used);
            assert_eq!(spoilt.learn(row, target).unwrap(), SampleOutcome::Used);
            let (mut bad_row, mut bad_target) = (*row, *target);
            match k % 3 {
                0 => bad_row[k % 12] = f64::NAN,
                1 => bad_row[k % 12] = f64::INFINITY,
                _ => bad_target[k % 3] = f64::NAN,
            }
            if k % 50 == 7 {
                assert_eq!(spoilt.learn(&bad_row, &bad_target).unwrap(), SampleOutcome::Skipped);
            }
        }
        assert_eq!(learner.estimate(), spoilt.estimate(), "{}", learner.name());
        let (clean, spoilt) = (learner.save(), spoilt.save());
        assert_eq!((clean.samples, spoilt.samples), (600, 612));
        assert_eq!((clean.numbers["skipped"][0], spoilt.numbers["skipped"][0]), (0.0, 12.0));
    }
}

#[test]
fn a_learner_goes_on_to_the_last_bit_after_a_journey_through_a_file() {
    let log = rows("scara_noisy.csv");
    for (mut straight, mut resumed) in learners().into_iter().zip(learners()) {
        let mut first = learners().into_iter().find(|l| l.name() == straight.name()).unwrap();
        for (k, (row, target)) in log.regressors.iter().zip(&log.targets).enumerate() {
            straight.learn(row, target).unwrap();
            if k < 701 {
                first.learn(row, target).unwrap();
                if k == 700 {
                    let file = serde_json::to_string(&first.save()).unwrap();
                    let saved: Saved = serde_json::from_str(&file).unwrap();
                    resumed.resume(&saved).unwrap();
                }
            } else {
                resumed.learn(row, target).unwrap();
            }
        }
        assert_eq!(straight.save(), resumed.save(), "{}", straight.name());
        assert_eq!(straight.estimate(), resumed.estimate());
        let (mut a, mut b) = ([0.0; 16], [0.0; 16]);
        assert_eq!(straight.covariance(&mut a), resumed.covariance(&mut b));
        assert_eq!(a, b);
    }
}

#[test]
fn a_saved_state_that_does_not_fit_is_refused_and_leaves_the_learner_alone() {
    let log = rows("scara_noisy.csv");
    for mut learner in learners() {
        for (row, target) in log.regressors.iter().zip(&log.targets).take(20) {
            learner.learn(row, target).unwrap();
        }
        let good = learner.save();
        let mut other = good.clone();
        other.method = "kalman".into();
        assert!(matches!(learner.resume(&other), Err(ResumeError::Method { .. })));
        for name in good.numbers.keys() {
            let mut short = good.clone();
            short.numbers.get_mut(name).unwrap().pop();
            assert!(matches!(learner.resume(&short), Err(ResumeError::Length { .. })), "{name}");
            let mut missing = good.clone();
            missing.numbers.remove(name);
            assert!(matches!(learner.resume(&missing), Err(ResumeError::Length { .. })));
            let mut wild = good.clone();
            wild.numbers.get_mut(name).unwrap()[0] = f64::NAN;
            assert!(matches!(learner.resume(&wild), Err(ResumeError::NotFinite { .. })));
        }
        assert_eq!(learner.save(), good);
    }
}

#[test]
fn numbers_beyond_reason_end_in_a_divergence_or_a_finite_estimate() {
    for mut learner in learners() {
        let mut diverged = false;
        for k in 0..50 {
            let row = [1e300, -1e300, 1e-300, 0.0, 0.0, 1e200, 0.0, 0.0, 1.0, 0.0, 0.0, 1e308];
            match learner.learn(&row, &[1e308, -1e308, 1e-308]) {
                Ok(_) => assert!(learner.estimate().iter().all(|x| x.is_finite()), "{k}"),
                Err(end) => {
                    assert_eq!(end.method, learner.name());
                    assert_eq!(end.sample, k);
                    assert!(end.reason.len() > 20);
                    diverged = true;
                    break;
                }
            }
        }
        assert!(diverged, "{}", learner.name());
    }
}

#[test]
fn samples_without_rows_and_learners_without_unknowns_are_harmless() {
    for mut learner in learners() {
        let before = learner.estimate().to_vec();
        learner.learn(&[], &[]).unwrap();
        assert_eq!(learner.estimate(), before);
    }
    let mut none = Rls::new(0, RlsSettings::default()).unwrap();
    none.learn(&[], &[1.0]).unwrap();
    let mut none = SquareRootRls::new(0, SquareRootSettings::default()).unwrap();
    none.learn(&[], &[1.0]).unwrap();
    let mut none = Adaline::new(0, AdalineSettings::default()).unwrap();
    none.learn(&[], &[1.0]).unwrap();
    let mut none = Hopfield::new(0, 1, HopfieldSettings::default()).unwrap();
    none.learn(&[], &[1.0]).unwrap();
}
