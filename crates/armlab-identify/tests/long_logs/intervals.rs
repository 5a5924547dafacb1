//! Intervals from long logs hold the truth as often as they say.

use crate::made::{JOINTS, Made, scara};
use armlab_engine::base::base_parameters;
use armlab_identify::estimators::{Data, method};
use armlab_identify::long::{LongProblem, LongRecording};
use armlab_identify::{Decided, FrictionModel};
use armlab_log::ReadOptions;
use armlab_progress::Progress;

/// Intervals that hold the truth, and all, of logs in parts.
fn held(made: impl Fn(u64) -> Made) -> (usize, usize) {
    let robot = scara();
    let base = base_parameters(&robot).unwrap();
    let (mut held, mut all) = (0, 0);
    for seed in 1..=4 {
        let input = made(seed).input(&robot);
        let (options, none) = (ReadOptions::default(), Progress::none());
        let log = LongRecording::open(&input, "made", &options, JOINTS, None, &none).unwrap();
        let decided = Decided { shape: Some(FrictionModel::standard()), ..Decided::default() };
        let problem = LongProblem::of(&robot, base.clone(), &[], &[log], decided, &none).unwrap();
        let data = Data::new(&problem.model, &[], &problem.reduced).unwrap();
        let estimate = method("wls").unwrap().estimate(&data).unwrap();
        let truth = base.parameters.iter().map(|b| Some(b.value)).chain(std::iter::repeat(None));
        for (unknown, truth) in estimate.unknowns.iter().zip(truth) {
            let truth = truth.unwrap_or(match unknown.name.rsplit('.').next() {
                Some("fv") => 0.4,
                Some("fc") => 0.3,
                _ => 0.0,
            });
            let [lower, upper] = unknown.interval.unwrap();
            held += usize::from((lower..=upper).contains(&truth));
            all += 1;
        }
    }
    (held, all)
}

#[test]
fn intervals_hold_the_truth_however_often_a_motion_repeats() {
    let (held, all) = held(|seed| Made { seed, apart: 0.0, ..Made::new(400_003) });
    assert!(all >= 40 && held * 100 >= 85 * all, "{held} of {all}");
}

#[test]
fn intervals_hold_the_truth_where_no_motion_repeats() {
    let (held, all) = held(|seed| Made { seed, ..Made::new(200_003) });
    assert!(all >= 40 && held * 100 >= 85 * all, "{held} of {all}");
}
