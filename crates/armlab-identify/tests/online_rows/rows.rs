//! Rows of one sample are those that batch estimators see.

use crate::logs::{built_in, parallel, random, scara, state};
use armlab_identify::online::{OnlineEstimator, RowEstimator, Sample, SampleOutcome, SampleRows};
use armlab_identify::{Coupling, FrictionModel, Model, Recording};
use armlab_online::{SquareRootRls, SquareRootSettings};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Rows times random unknowns against the efforts the model predicts for them.
#[track_caller]
fn assert_rows(model: &Model, recording: &Recording, tolerance: f64) {
    let mut draw = ChaCha8Rng::seed_from_u64(1);
    let x: Vec<f64> = (0..model.unknowns()).map(|_| draw.random_range(-1.0..1.0)).collect();
    let predicted = model.predict(recording, &x).unwrap();
    let mut rows = SampleRows::new(model).unwrap();
    for k in 0..recording.samples() {
        let [q, qd, qdd, effort] = state(recording, k);
        let sample = Sample { t: recording.time[k], q: &q, qd: &qd, qdd: &qdd, effort: &effort };
        let (rows, targets) = rows.fill(&sample).unwrap();
        assert_eq!(targets, effort);
        for (j, row) in rows.chunks_exact(x.len()).enumerate() {
            let got: f64 = row.iter().zip(&x).map(|(r, x)| r * x).sum();
            let size: f64 = row.iter().zip(&x).map(|(r, x)| (r * x).abs()).sum();
            let error = (got - predicted[j][k]).abs();
            assert!(error <= tolerance * size.max(1.0), "sample {k}, joint {j}: {error:e}");
        }
    }
}

#[test]
fn rows_of_an_arm_with_every_friction_are_those_of_the_blocks() {
    let robot = built_in("panda");
    let couplings = [Coupling::new(4, 5)];
    for width in [0.0, 0.1] {
        let text = format!("stribeck:stribeck_speed=0.1,width={width}+cubic+offset");
        let model = Model::new(&robot, text.parse().unwrap(), &couplings).unwrap();
        assert!(model.unknowns() > 60, "{}", model.unknowns());
        assert_rows(&model, &random(7, 40, 2), 1e-13);
    }
}

#[test]
fn rows_of_declared_base_parameters_are_those_of_the_blocks() {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    assert_rows(&model, &scara("scara_noisy.csv"), 1e-13);
}

#[test]
fn rows_of_a_machine_with_loops_are_those_of_the_blocks() {
    let robot = built_in("parallel3prr");
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    assert_rows(&model, &parallel(), 1e-9);
}

/// Rows made for several samples at once against those made one by one, to the last bit.
#[track_caller]
fn assert_ahead(model: &Model, recording: &Recording, weights: &[f64]) {
    let mut single = SampleRows::new(model).unwrap().weighted(weights);
    let mut several = SampleRows::new(model).unwrap().weighted(weights);
    for (first, samples) in [(0, 32), (3, 1), (7, 13), (0, 32), (recording.samples() - 5, 5)] {
        assert!(several.look_ahead(recording, first..first + samples));
        for place in 0..samples {
            let [q, qd, qdd, effort] = state(recording, first + place);
            let sample = Sample { t: 0.0, q: &q, qd: &qd, qdd: &qdd, effort: &effort };
            let (rows, targets) = single.fill(&sample).unwrap();
            let (rows_ahead, targets_ahead) = several.ahead(place);
            let bits = |numbers: &[f64]| numbers.iter().map(|x| x.to_bits()).collect::<Vec<_>>();
            assert_eq!(bits(rows), bits(rows_ahead), "sample {}", first + place);
            assert_eq!(bits(targets), bits(targets_ahead), "sample {}", first + place);
        }
    }
}

#[test]
fn rows_do_not_depend_on_how_many_samples_are_looked_at_together() {
    let robot = built_in("panda");
    let couplings = [Coupling::new(4, 5)];
    let text = "stribeck:stribeck_speed=0.1,width=0.1+load+cubic+offset";
    let model = Model::new(&robot, text.parse().unwrap(), &couplings).unwrap();
    let recording = random(7, 40, 2);
    assert_ahead(&model, &recording, &[1.0, 0.3, 1.0, 7.0, 1e-3, 1.0, 20.0]);

    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let mut recording = scara("scara_noisy.csv");
    recording.q[1][4] = f64::NAN;
    recording.effort[2][8] = f64::INFINITY;
    assert_ahead(&model, &recording, &[1.0; 3]);
}

#[test]
fn a_weight_multiplies_a_joint_s_row_and_effort() {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let mut plain = SampleRows::new(&model).unwrap();
    let mut weighted = SampleRows::new(&model).unwrap().weighted(&[2.0, 0.5, 4.0]);
    let recording = scara("scara_noisy.csv");
    let [q, qd, qdd, effort] = state(&recording, 100);
    let sample = Sample { t: 1.0, q: &q, qd: &qd, qdd: &qdd, effort: &effort };
    let (rows, targets) = plain.fill(&sample).unwrap();
    let (weighted, weighted_targets) = weighted.fill(&sample).unwrap();
    let factor = |j: usize| [2.0, 0.5, 4.0][j];
    for (i, (a, b)) in rows.iter().zip(weighted).enumerate() {
        assert_eq!(a * factor(i / model.unknowns()), *b);
    }
    for (j, (a, b)) in targets.iter().zip(weighted_targets).enumerate() {
        assert_eq!(a * factor(j), *b);
    }
}

#[test]
fn samples_that_are_no_numbers_or_out_of_reach_are_skipped_and_counted() {
    let robot = built_in("parallel3prr");
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let learner = SquareRootRls::new(model.unknowns(), SquareRootSettings::default()).unwrap();
    let mut estimator = RowEstimator::new(SampleRows::new(&model).unwrap(), Box::new(learner));
    let recording = parallel();
    let [q, qd, qdd, effort] = state(&recording, 0);
    let good = Sample { t: 0.0, q: &q, qd: &qd, qdd: &qdd, effort: &effort };
    assert_eq!(estimator.update(&good).unwrap(), SampleOutcome::Used);
    let before = estimator.estimate().to_vec();
    let nan = [f64::NAN; 3];
    for bad in [
        Sample { q: &nan, ..good },
        Sample { qd: &nan, ..good },
        Sample { qdd: &nan, ..good },
        Sample { effort: &nan, ..good },
    ] {
        assert_eq!(estimator.update(&bad).unwrap(), SampleOutcome::Skipped);
    }
    assert_eq!(estimator.out_of_reach().0, 0);
    let far = [10.0, -10.0, 10.0];
    assert_eq!(estimator.update(&Sample { q: &far, ..good }).unwrap(), SampleOutcome::Skipped);
    let (count, why) = estimator.out_of_reach();
    assert!(count == 1 && why.is_some());
    assert_eq!(estimator.estimate(), before);
    // And it goes on from where it was.
    assert_eq!(estimator.update(&good).unwrap(), SampleOutcome::Used);
    assert_eq!(estimator.save().numbers["skipped"], [5.0]);
}
