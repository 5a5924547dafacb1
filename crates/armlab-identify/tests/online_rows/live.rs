//! A log that is still being written.

use crate::logs::{built_in, scara, state};
use armlab_identify::online::Logged;
use armlab_identify::online::live::{Live, LiveError, LiveSettings, LiveState};
use armlab_identify::online::{ONLINE_METHODS, OnlineMethod};
use armlab_identify::{FrictionModel, Model, Recording, solve};

fn methods(names: &[&str]) -> Vec<&'static dyn OnlineMethod> {
    names.iter().map(|n| ONLINE_METHODS.get(n).unwrap()).collect()
}

/// Takes samples of a recording, with or without what is derived.
fn take(live: &mut Live, recording: &Recording, range: std::ops::Range<usize>, complete: bool) {
    for k in range {
        let [q, qd, qdd, effort] = state(recording, k);
        let (qd, qdd) = (complete.then_some(&qd[..]), complete.then_some(&qdd[..]));
        live.take(&Logged { t: recording.time[k], q: &q, qd, qdd, effort: &effort }).unwrap();
    }
}

#[test]
fn following_to_the_end_is_least_squares_of_the_whole() {
    let (robot, recording) = (built_in("scara"), scara("scara_noisy.csv"));
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let mut live =
        Live::new(&model, &methods(&["rls-sqrt", "rls"]), LiveSettings::default()).unwrap();
    take(&mut live, &recording, 0..recording.samples(), true);
    live.finish().unwrap();
    let weights = live.save().unwrap().noise.weights;
    let reduced = model.reduce(std::slice::from_ref(&recording)).unwrap();
    let prior = vec![0.0; model.unknowns()];
    let batch = solve(&reduced.whole(&weights), &prior).unwrap().x;
    // The textbook form begins with a covariance, which is worth a few more rows.
    for (learner, tolerance) in live.learners().iter().zip([1e-11, 1e-6]) {
        for (a, b) in learner.estimate().iter().zip(&batch) {
            assert!((a - b).abs() < tolerance * b.abs(), "{}: {a} {b}", learner.name());
        }
        assert_eq!(learner.counts(), (recording.samples() as u64, 0));
        assert!(learner.error().unwrap() < 10.0, "{:?}", learner.error());
        assert_eq!(learner.history().times().last(), recording.time.last());
    }
}

#[test]
fn going_on_from_a_saved_state_gives_the_same_bits() {
    let (robot, recording) = (built_in("scara"), scara("scara_noisy.csv"));
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let chosen = methods(&["rls-sqrt", "rls", "adaline", "hopfield", "ekf", "ukf", "srukf"]);
    // Positions alone, so that the window is at work.
    let whole = {
        let mut live = Live::new(&model, &chosen, LiveSettings::default()).unwrap();
        take(&mut live, &recording, 0..900, false);
        live.save().unwrap()
    };
    let mut first = Live::new(&model, &chosen, LiveSettings::default()).unwrap();
    take(&mut first, &recording, 0..431, false);
    let text = serde_json::to_string(&first.save().unwrap()).unwrap();
    let state: LiveState = serde_json::from_str(&text).unwrap();
    let mut second = Live::resume(&model, &chosen, LiveSettings::default(), &state).unwrap();
    take(&mut second, &recording, 431..900, false);
    assert_eq!(second.save().unwrap(), whole);
}

#[test]
fn a_state_of_other_unknowns_or_methods_is_refused() {
    let (robot, recording) = (built_in("scara"), scara("scara_clean.csv"));
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let mut live = Live::new(&model, &methods(&["rls"]), LiveSettings::default()).unwrap();
    take(&mut live, &recording, 0..400, true);
    let state = live.save().unwrap();
    let resume = |model: &Model, names: &[&str]| {
        Live::resume(model, &methods(names), LiveSettings::default(), &state).err()
    };
    let other = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    assert!(matches!(resume(&other, &["rls"]), Some(LiveError::Unknowns { .. })));
    assert!(matches!(resume(&model, &["ekf"]), Some(LiveError::NotSaved("ekf", _))));
    assert!(resume(&model, &["rls"]).is_none());
    // A file that was changed by hand: a weight too many, or none.
    for weights in [vec![], vec![1.0; model.joints() + 1]] {
        for flow in [false, true] {
            let mut changed = state.clone();
            let noise = &mut changed.noise;
            *(if flow { &mut noise.flow } else { &mut noise.weights }) = weights.clone();
            let settings = LiveSettings::default();
            let refused = Live::resume(&model, &methods(&["rls"]), settings, &changed).err();
            assert!(matches!(refused, Some(LiveError::Resume(_))), "{refused:?}");
        }
    }
}

#[test]
fn holes_are_counted_and_a_divergence_leaves_the_history() {
    let (robot, mut recording) = (built_in("scara"), scara("scara_clean.csv"));
    recording.q[0][500] = f64::NAN;
    recording.effort[2][600] = f64::INFINITY;
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let mut live = Live::new(&model, &methods(&["rls", "ekf"]), LiveSettings::default()).unwrap();
    take(&mut live, &recording, 0..1000, true);
    assert_eq!(live.dropped(), (2, 0));
    // A sensor that goes mad.
    for column in &mut recording.q {
        column[1000..].iter_mut().for_each(|q| *q = 1e8);
    }
    take(&mut live, &recording, 1000..1010, true);
    let filter = &live.learners()[1];
    let (t, divergence) = filter.diverged().expect("no filter follows that");
    assert!((10.0..10.1).contains(&t) && !divergence.reason.is_empty(), "{t} {divergence}");
    assert!(filter.history().len() > 400);
    assert!(filter.history().values(filter.history().len() - 1).iter().all(|x| x.is_finite()));
}
