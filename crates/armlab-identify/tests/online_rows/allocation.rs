//! A sample becomes rows and is learnt without allocating. Only this thread's
//! allocations are counted, since other tests run beside it.

#[path = "../../../../tests/counting_allocator.rs"]
mod counting_allocator;

use crate::logs::{built_in, parallel, random, state};
use armlab_engine::robot::Robot;
use armlab_identify::online::{ONLINE_METHODS, OnlineEstimator, OnlineInput, Sample, SampleRows};
use armlab_identify::{FrictionModel, Model, Recording};
use counting_allocator::allocations;

fn assert_none(robot: &Robot, recording: &Recording) {
    let model = Model::new(robot, FrictionModel::standard(), &[]).unwrap();
    let samples: Vec<_> = (0..5).map(|k| state(recording, k)).collect();
    for method in ONLINE_METHODS.iter() {
        let OnlineInput::Rows(method) = method.input() else { continue };
        let rows = SampleRows::new(&model).unwrap();
        let mut estimator = method.estimator(rows, recording.step, 0.02).unwrap();
        let mut learn = || {
            for (k, [q, qd, qdd, effort]) in samples.iter().enumerate() {
                let t = recording.time[k];
                let _ = estimator.update(&Sample { t, q, qd, qdd, effort });
            }
        };
        // The engine makes its scratch memory at the first call.
        learn();
        assert_eq!(allocations(&mut learn), 0, "{} on {}", method.name(), robot.name());
    }
}

#[test]
fn a_sample_is_learnt_without_allocating() {
    assert_eq!(allocations(|| drop(std::hint::black_box(vec![1_u8; 3]))), 1);
    assert_none(&built_in("panda"), &random(7, 5, 1));
    assert_none(&built_in("parallel3prr"), &parallel());
}
