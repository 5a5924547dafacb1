//! Methods that are looked at while they work, and stopped.

use crate::logs::{built_in, scara};
use armlab_identify::estimators::{Data, Glimpse, Known, method};
use armlab_identify::{FrictionModel, Model};
use std::ops::ControlFlow;
use std::sync::Mutex;

#[test]
fn an_onlooker_sees_estimates_grow_and_can_end_them_with_what_they_have() {
    let (robot, recordings) = (built_in("scara"), [scara("scara_noisy.csv")]);
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let reduced = model.reduce(&recordings).unwrap();
    for (name, most) in [("rls-sqrt", 5), ("ekf", 700), ("ga", 40)] {
        let seen: Mutex<Vec<f64>> = Mutex::default();
        let onlooker = |glimpse: &Glimpse| {
            assert_eq!(glimpse.method, name);
            let at = match glimpse.known {
                Known::Estimate { at, values, deviations } => {
                    assert_eq!(values.len(), 4);
                    assert!(deviations.is_some_and(|d| d.len() == 4), "{name}");
                    assert!((0.0..=1.0).contains(&glimpse.done));
                    at
                }
                Known::Cost { at, cost } => {
                    assert!(cost > 0.0 && glimpse.done.is_nan());
                    at
                }
            };
            let mut seen = seen.lock().unwrap();
            seen.push(at);
            match seen.len() < most {
                true => ControlFlow::Continue(()),
                false => ControlFlow::Break(()),
            }
        };
        let mut data = Data::new(&model, &recordings, &reduced).unwrap();
        data.onlooker = Some(&onlooker);
        let estimate = method(name).unwrap().estimate(&data).unwrap();
        let seen = seen.into_inner().unwrap();
        assert_eq!(seen.len(), most, "{name} goes on after it was stopped");
        assert!(seen.windows(2).all(|w| w[0] < w[1]), "{name}");
        assert!(estimate.values().iter().all(|v| v.is_finite()));
        let stopped = |n: &String| n.contains("stopped") || n.contains("broken off");
        assert!(estimate.notes.iter().any(stopped), "{name}: {:?}", estimate.notes);
    }
}
