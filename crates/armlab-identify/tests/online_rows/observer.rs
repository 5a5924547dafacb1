//! Methods that are observed while they work, and cancelled.

use crate::logs::{built_in, scara};
use armlab_identify::estimators::{Data, method};
use armlab_identify::{FrictionModel, Model};
use armlab_progress::{CancelToken, Event, EventKind, Observer, Progress};
use std::sync::Mutex;

/// Cancels a method after some events.
struct Limited {
    method: &'static str,
    most: usize,
    seen: Mutex<Vec<f64>>,
}

impl Observer for Limited {
    fn event(&self, event: &Event) {
        assert_eq!(event.task, self.method);
        let at = match event.kind {
            EventKind::Estimate { time, values, deviations } => {
                assert_eq!(values.len(), 4);
                assert!(deviations.is_some_and(|d| d.len() == 4), "{}", self.method);
                assert!(event.fraction.is_some_and(|f| (0.0..=1.0).contains(&f)));
                time
            }
            EventKind::Cost { iteration, cost } => {
                assert!(cost > 0.0 && event.fraction.is_none());
                iteration
            }
            other => panic!("{other:?}"),
        };
        self.seen.lock().unwrap().push(at);
    }
    fn cancels(&self, _: &str) -> bool {
        self.seen.lock().unwrap().len() >= self.most
    }
}

#[test]
fn an_observer_receives_intermediate_estimates_and_can_end_a_method_with_what_it_has() {
    let (robot, recordings) = (built_in("scara"), [scara("scara_noisy.csv")]);
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let reduced = model.reduce(&recordings).unwrap();
    for (name, most) in [("rls-sqrt", 5), ("ekf", 700), ("ga", 40)] {
        let observer = Limited { method: name, most, seen: Mutex::default() };
        let mut data = Data::new(&model, &recordings, &reduced).unwrap();
        data.progress = Progress::new(&observer, CancelToken::new());
        let estimate = method(name).unwrap().estimate(&data).unwrap();
        let seen = observer.seen.lock().unwrap();
        assert_eq!(seen.len(), most, "{name} goes on after it was cancelled");
        assert!(seen.windows(2).all(|w| w[0] < w[1]), "{name}");
        assert!(estimate.values().iter().all(|v| v.is_finite()));
        let stopped = |n: &String| n.contains("stopped") || n.contains("broken off");
        assert!(estimate.notes.iter().any(stopped), "{name}: {:?}", estimate.notes);
    }
}

/// Cancels a method when it is asked for the nth time whether to.
struct Impatient {
    asked: std::sync::atomic::AtomicUsize,
    most: usize,
}

impl Observer for Impatient {
    fn event(&self, _: &Event) {}
    fn cancels(&self, _: &str) -> bool {
        self.asked.fetch_add(1, std::sync::atomic::Ordering::Relaxed) >= self.most
    }
}

#[test]
fn a_filter_asks_after_every_sample_whether_it_is_cancelled() {
    // More samples than points of the history.
    let (robot, log) = (built_in("scara"), scara("scara_noisy.csv"));
    let recordings = [log.clone(), log.clone(), log];
    let samples: usize = recordings.iter().map(|r| r.samples()).sum();
    assert!(samples > 4000, "{samples}");
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let reduced = model.reduce(&recordings).unwrap();
    let observer = Impatient { asked: Default::default(), most: 31 };
    let mut data = Data::new(&model, &recordings, &reduced).unwrap();
    data.progress = Progress::new(&observer, CancelToken::new());
    let estimate = method("ekf").unwrap().estimate(&data).unwrap();
    let stopped = estimate.notes.iter().any(|n| n.contains("stopped after 32 samples"));
    assert!(stopped, "{:?}", estimate.notes);
}
