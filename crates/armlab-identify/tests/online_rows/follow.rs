//! Following logs: the estimates at the end, the history, and ways to stop.

use crate::logs::{assert_near, built_in, numbers, parallel, random, scara, state, vectors};
use armlab_engine::robot::Robot;
use armlab_identify::online::{
    End, Followed, Following, History, ONLINE_METHODS, OnlineEstimator, OnlineInput, RowEstimator,
    RowMethod, Sample, SampleRows, Step, follow,
};
use armlab_identify::{FrictionModel, Model, Recording, solve};
use armlab_online::{
    Adaline, AdalineSettings, Hopfield, HopfieldSettings, Rates, Rls, RlsSettings, RowLearner,
    SquareRootRls, SquareRootSettings,
};
use std::ops::ControlFlow;

fn run(
    robot: &Robot,
    shape: FrictionModel,
    recordings: &[Recording],
    learner: impl Fn(usize) -> Box<dyn RowLearner>,
    following: Following,
) -> Followed {
    let model = Model::new(robot, shape, &[]).unwrap();
    let rows = SampleRows::new(&model).unwrap();
    let mut estimator = RowEstimator::new(rows, learner(model.unknowns()));
    follow(&mut estimator, recordings, &following, &mut |_| ControlFlow::Continue(()))
}

fn root(unknowns: usize) -> Box<dyn RowLearner> {
    Box::new(SquareRootRls::new(unknowns, SquareRootSettings::default()).unwrap())
}

/// Least squares over all rows at once, as the batch estimator has it.
fn batch(model: &Model, recordings: &[Recording]) -> Vec<f64> {
    let reduced = model.reduce(recordings).unwrap();
    let triangle = reduced.whole(&vec![1.0; model.joints()]);
    solve(&triangle, &vec![0.0; model.unknowns()]).unwrap().x
}

#[test]
fn the_square_root_form_ends_at_least_squares_for_any_robot() {
    for (name, shape, recording) in [
        ("scara", FrictionModel::none(), scara("scara_noisy.csv")),
        ("panda", FrictionModel::standard(), random(7, 500, 3)),
    ] {
        let robot = built_in(name);
        let model = Model::new(&robot, shape.clone(), &[]).unwrap();
        let want = batch(&model, std::slice::from_ref(&recording));
        let followed =
            run(&robot, shape, std::slice::from_ref(&recording), root, Following::default());
        assert_eq!(followed.end, End::Finished);
        let largest = want.iter().fold(1.0_f64, |m, x| m.max(x.abs()));
        assert_near(&followed.estimate, &want, 1e-9 * largest);
    }
}

#[test]
fn a_machine_with_loops_is_followed_as_well() {
    let robot = built_in("parallel3prr");
    let recordings = [parallel()];
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let followed = run(&robot, FrictionModel::none(), &recordings, root, Following::default());
    let (mut error, mut size) = (0.0_f64, 0.0_f64);
    let predicted = model.predict(&recordings[0], &followed.estimate).unwrap();
    let fitted = model.predict(&recordings[0], &batch(&model, &recordings)).unwrap();
    for (p, m) in predicted.iter().flatten().zip(fitted.iter().flatten()) {
        error = error.max((p - m).abs());
        size = size.max(m.abs());
    }
    assert!(error < 1e-7 * size, "{error:e} of {size}");
}

#[test]
fn the_reference_of_adaline_comes_out_of_epochs() {
    let vectors = vectors();
    for case in vectors["adaline_noisy"].as_array().unwrap() {
        let rates = Rates::Same(case["rate"].as_f64().unwrap());
        let epochs = case["epochs"].as_u64().unwrap() as usize;
        let followed = run(
            &built_in("scara"),
            FrictionModel::none(),
            &[scara("scara_noisy.csv")],
            |n| {
                let settings = AdalineSettings { rates: rates.clone(), ..Default::default() };
                Box::new(Adaline::new(n, settings).unwrap())
            },
            Following { epochs, ..Default::default() },
        );
        assert_near(&followed.estimate, &numbers(&case["weights"]), 1e-12);
        assert_eq!(followed.learnt, 1501 * epochs as u64);
        assert!(followed.deviations.is_none());
    }
}

#[test]
fn the_reference_of_hopfield_comes_out_of_its_window() {
    let vectors = vectors();
    for case in vectors["hopfield_noisy"].as_array().unwrap() {
        let settings = HopfieldSettings {
            slowness: case["beta"].as_f64().unwrap(),
            average_after: Some(500),
            ..Default::default()
        };
        let followed = run(
            &built_in("scara"),
            FrictionModel::none(),
            &[scara("scara_noisy.csv")],
            |n| Box::new(Hopfield::new(n, 3, settings.clone()).unwrap()),
            Following::default(),
        );
        assert_near(&followed.estimate, &numbers(&case["mean_5_15s"]), 1e-9);
    }
}

/// Methods that learn from rows.
fn row_methods() -> Vec<&'static dyn RowMethod> {
    let rows = ONLINE_METHODS.iter().filter_map(|method| match method.input() {
        OnlineInput::Rows(rows) => Some(rows),
        OnlineInput::Samples(_) => None,
    });
    rows.collect()
}

#[test]
fn every_method_by_name_lands_near_least_squares_on_the_clean_log() {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let recording = scara("scara_clean.csv");
    let truth = [4.968, 0.648, 1.2, 2.0];
    for (method, tolerance) in row_methods().into_iter().zip([1e-7, 1e-12, 1e-3, 0.25]) {
        let rows = SampleRows::new(&model).unwrap();
        let mut estimator = method.estimator(rows, recording.step, 5.0).unwrap();
        assert_eq!(estimator.name(), method.name());
        let following = Following { epochs: method.epochs(), ..Default::default() };
        let recordings = std::slice::from_ref(&recording);
        let watch = &mut |_: &Step| ControlFlow::Continue(());
        let followed = follow(&mut estimator, recordings, &following, watch);
        assert_eq!(followed.end, End::Finished, "{}", method.name());
        for (got, want) in followed.estimate.iter().zip(truth) {
            let error = (got - want).abs();
            assert!(error <= tolerance, "{}: {:?}", method.name(), followed.estimate);
        }
    }
    assert!(ONLINE_METHODS.get("rls").is_ok() && ONLINE_METHODS.get("magic").is_err());
}

#[test]
fn weights_make_recursive_least_squares_the_weighted_ones() {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let recording = scara("scara_noisy.csv");
    let weights = [1.0, 3.0, 0.2];
    let rows = SampleRows::new(&model).unwrap().weighted(&weights);
    let mut estimator = RowEstimator::new(rows, root(4));
    let recordings = std::slice::from_ref(&recording);
    let watch = &mut |_: &Step| ControlFlow::Continue(());
    let followed = follow(&mut estimator, recordings, &Following::default(), watch);
    let reduced = model.reduce(recordings).unwrap();
    let want = solve(&reduced.whole(&weights), &[0.0; 4]).unwrap().x;
    assert_near(&followed.estimate, &want, 1e-12);
}

#[test]
fn a_history_is_even_bounded_and_ends_with_the_estimate() {
    let robot = built_in("scara");
    let recording = scara("scara_noisy.csv");
    for points in [4, 100, 1501, 5000] {
        let following = Following { epochs: 2, points };
        let recordings = std::slice::from_ref(&recording);
        let followed = run(&robot, FrictionModel::none(), recordings, root, following);
        let history: &History = &followed.history;
        assert!(history.len() <= points + 1 && history.len() >= points.min(3002) / 2);
        assert_eq!(history.values(history.len() - 1), followed.estimate);
        let last = history.deviations(history.len() - 1).unwrap();
        assert_eq!(last, followed.deviations.as_deref().unwrap());
        // Nothing is known of the noise before there are more rows than unknowns.
        assert!(history.deviations(0).is_none());
        let times = history.times();
        let step = times[1] - times[0];
        let even = times[..times.len() - 1].windows(2).all(|w| (w[1] - w[0] - step).abs() < 1e-9);
        assert!(even, "{points}");
        assert!((times[times.len() - 1] - 30.01).abs() < 1e-9, "two epochs of 15 s and a step");
        assert_eq!(history.column(2).len(), history.len());
        assert_eq!(history.column(2)[0], history.values(0)[2]);
    }
}

#[test]
fn deviations_shrink_as_samples_come_in() {
    let robot = built_in("scara");
    let followed = run(
        &robot,
        FrictionModel::none(),
        &[scara("scara_noisy.csv")],
        |n| Box::new(Rls::new(n, RlsSettings::default()).unwrap()),
        Following::default(),
    );
    let history = &followed.history;
    let (early, late) = (history.deviations(100).unwrap(), history.deviations(1400).unwrap());
    assert!(early.iter().zip(late).all(|(a, b)| a > b));
}

#[test]
fn a_watcher_can_end_it_and_what_was_learnt_remains() {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let mut estimator = RowEstimator::new(SampleRows::new(&model).unwrap(), root(4));
    let mut seen = Vec::new();
    let recording = scara("scara_noisy.csv");
    let followed = follow(
        &mut estimator,
        std::slice::from_ref(&recording),
        &Following::default(),
        &mut |step| {
            seen.push((step.samples, step.of));
            if step.samples >= 512 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    assert_eq!(seen, [(256, 1501), (512, 1501)]);
    assert_eq!((followed.end, followed.learnt), (End::Asked, 512));
    assert_eq!(followed.history.values(followed.history.len() - 1), followed.estimate);
}

#[test]
fn divergence_ends_it_with_when_and_why() {
    let followed = run(
        &built_in("scara"),
        FrictionModel::none(),
        &[scara("scara_noisy.csv")],
        |n| {
            let settings = AdalineSettings { rates: Rates::Same(0.05), ..Default::default() };
            Box::new(Adaline::new(n, settings).unwrap())
        },
        Following::default(),
    );
    let End::Diverged(divergence) = followed.end else { panic!("it should diverge") };
    assert_eq!(divergence.sample, followed.learnt);
    assert!(divergence.sample < 100 && divergence.reason.contains("rate"), "{divergence}");
}

#[test]
fn following_goes_on_after_saving_to_the_last_bit() {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let recording = scara("scara_noisy.csv");
    let cut = |from: usize, to: usize| {
        let columns = |c: &Vec<Vec<f64>>| c.iter().map(|c| c[from..to].to_vec()).collect();
        Recording {
            time: recording.time[from..to].to_vec(),
            q: columns(&recording.q),
            qd: columns(&recording.qd),
            qdd: columns(&recording.qdd),
            effort: columns(&recording.effort),
            ..recording.clone()
        }
    };
    for method in row_methods() {
        let make = || {
            let rows = SampleRows::new(&model).unwrap();
            method.estimator(rows, recording.step, 5.0).unwrap()
        };
        let go = |estimator: &mut RowEstimator, recording: Recording| {
            let watch = &mut |_: &Step| ControlFlow::Continue(());
            follow(estimator, &[recording], &Following::default(), watch);
        };
        let (mut straight, mut first, mut second) = (make(), make(), make());
        go(&mut straight, cut(0, 1501));
        go(&mut first, cut(0, 800));
        second.resume(&first.save()).unwrap();
        go(&mut second, cut(800, 1501));
        assert_eq!(straight.save(), second.save(), "{}", method.name());
    }
}

#[test]
fn a_log_that_is_followed_gives_the_bits_of_its_samples_one_by_one() {
    let robot = built_in("scara");
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let mut recording = scara("scara_noisy.csv");
    recording.qd[0][40] = f64::NAN;
    for method in row_methods() {
        let rows = || SampleRows::new(&model).unwrap().weighted(&[1.0, 2.0, 0.1]);
        let mut followed = method.estimator(rows(), recording.step, 5.0).unwrap();
        let mut updated = method.estimator(rows(), recording.step, 5.0).unwrap();
        let watch = &mut |_: &Step| ControlFlow::Continue(());
        let log = std::slice::from_ref(&recording);
        let seen = follow(&mut followed, log, &Following::default(), watch);
        assert_eq!((seen.learnt, seen.skipped), (1500, 1));
        for k in 0..recording.samples() {
            let [q, qd, qdd, effort] = state(&recording, k);
            let t = recording.time[k];
            updated.update(&Sample { t, q: &q, qd: &qd, qdd: &qdd, effort: &effort }).unwrap();
        }
        assert_eq!(followed.save(), updated.save(), "{}", method.name());
    }
}
