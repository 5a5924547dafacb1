//! The same numbers, whichever way a log is read.

use crate::made::{JOINTS, Made, scara};
use armlab_engine::base::base_parameters;
use armlab_engine::robot::Robot;
use armlab_identify::estimators::{Data, METHODS, method};
use armlab_identify::long::{LongProblem, LongRecording};
use armlab_identify::parallel::{RowSet, RowSettings};
use armlab_identify::{
    Decided, FrictionModel, Model, RawRecording, Recording, Reduced, choose, solve,
};
use armlab_log::{Input, Log, ReadOptions};
use armlab_progress::Progress;

fn long(input: &Input) -> LongRecording {
    let options = ReadOptions::default();
    LongRecording::open(input, "made", &options, JOINTS, None, &Progress::none()).unwrap()
}

fn in_memory(input: &Input) -> RawRecording {
    let log = Log::read_with(input, &ReadOptions::default()).unwrap();
    RawRecording::of(&log, "made", JOINTS, None).unwrap()
}

fn assert_near(found: &[f64], expected: &[f64], tolerance: f64, what: &str) {
    assert_eq!(found.len(), expected.len(), "{what}");
    let largest = expected.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
    for (k, (a, b)) in found.iter().zip(expected).enumerate() {
        let error = (a - b).abs() / largest;
        assert!(error <= tolerance, "{what} {k}: {a} instead of {b}, {error:e} apart");
    }
}

fn all(reduced: &Reduced) -> std::ops::Range<usize> {
    0..reduced.segments()
}

/// Rows, efforts, unknowns, covariance and scores agree.
fn assert_same(found: &Reduced, expected: &Reduced, tolerance: f64) {
    for j in 0..JOINTS {
        assert_eq!(found.rows(j), expected.rows(j), "rows of joint {j}");
    }
    let efforts = |r: &Reduced| r.effort_squares(all(r));
    assert_near(&efforts(found), &efforts(expected), 1e-12, "efforts");
    let n = expected.unknowns();
    let [own, other] =
        [found, expected].map(|r| solve(&r.whole(&[1.0; JOINTS]), &vec![0.0; n]).unwrap());
    assert_eq!(own.rank, other.rank);
    for k in 0..n {
        // Against what is known of the unknown, not against the largest one.
        let spread = other.covariance.at(k, k).sqrt();
        let error = (own.x[k] - other.x[k]).abs() / (other.x[k].abs() + spread);
        assert!(error <= tolerance, "unknown {k}: {} instead of {}", own.x[k], other.x[k]);
        let error = (own.covariance.at(k, k) / other.covariance.at(k, k) - 1.0).abs();
        assert!(error <= tolerance, "variance {k}: {error:e}");
    }
    let squares = |r: &Reduced| r.squares(&other.x, all(r));
    assert_near(&squares(found), &squares(expected), tolerance, "squares");
}

fn rows(model: &Model, raw: &[RawRecording], cutoff: f64) -> RowSet {
    RowSet::new(model, raw, &RowSettings { cutoff, delay: None }).unwrap()
}

/// A log gives the same triangles in parts and in memory.
fn compare(made: Made, cutoff: f64) {
    let robot = scara();
    let input = made.input(&robot);
    let (raw, log) = (in_memory(&input), long(&input));
    assert_eq!((log.step(), log.rows()), (raw.step(), made.rows as u64));
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let set = rows(&model, &[raw], cutoff);
    let found = model.reduce_long(&[log], &set, &Progress::none()).unwrap();
    assert_same(&found.reduced, &set.reduce().unwrap(), 1e-9);
}

#[test]
fn a_log_in_parts_gives_what_it_gives_in_memory() {
    // Long enough for neighbouring segments to be merged.
    compare(Made::new(180_003), 12.0);
}

#[test]
fn logged_speeds_are_taken_in_parts_as_well() {
    compare(Made { speeds: true, ..Made::new(50_021) }, 12.0);
}

#[test]
fn a_low_cut_off_reaches_over_several_parts() {
    compare(Made::new(100_003), 0.7);
}

#[test]
fn logged_accelerations_are_taken_in_parts_as_well() {
    compare(Made { speeds: true, accelerations: true, ..Made::new(100_003) }, 12.0);
}

#[test]
fn uneven_stamps_meet_one_grid_over_the_whole_log() {
    let uneven = Made { jitter: 0.6, ..Made::new(100_003) };
    compare(uneven, 12.0);
    compare(Made { pauses: Some(20_000), spoilt: Some(3000), ..uneven }, 12.0);
}

#[test]
fn many_short_stretches_are_the_same_in_parts() {
    compare(Made { pauses: Some(600), ..Made::new(30_011) }, 40.0);
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let robot = scara();
    let input = Made::new(180_001).input(&robot);
    let log = long(&input);
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let set = rows(&model, &[in_memory(&input)], 12.0);
    let reduce = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let logs = [log.clone()];
        let reduced = pool.install(|| model.reduce_long(&logs, &set, &Progress::none()));
        let reduced = reduced.unwrap().reduced;
        let each = all(&reduced).map(|s| reduced.combine(&[1.0; JOINTS], std::iter::once(s)));
        each.collect::<Vec<_>>()
    };
    let one = reduce(1);
    assert!((5..=40).contains(&one.len()), "{} segments", one.len());
    assert_eq!(one, reduce(2));
    assert_eq!(one, reduce(3));
}

#[test]
fn choices_are_made_on_windows_spread_over_the_log() {
    let robot = scara();
    let seconds = 220.0;
    let log = long(&Made::new(220_000).input(&robot));
    let windows: Vec<Recording> =
        log.selection().iter().map(|w| w.condition(Some(12.0)).unwrap()).collect();
    assert_eq!(windows.len(), 4, "{} windows", windows.len());
    let samples: usize = windows.iter().map(Recording::samples).sum();
    assert!((50_000..=65_536).contains(&samples), "{samples} samples");
    assert!(windows[0].time[0] < 0.5);
    assert!(windows.last().unwrap().time[0] > 0.8 * seconds);
    // A log that is no longer than all windows is taken whole.
    let log = long(&Made::new(65_536).input(&robot));
    assert_eq!(log.selection().len(), 1);
    let whole = log.selection()[0].condition(None).unwrap();
    assert!(whole.samples() > 65_000);
}

#[test]
fn a_long_log_in_memory_is_chosen_on_the_same_windows_as_one_in_parts() {
    let robot = scara();
    let input = Made::new(150_000).input(&robot);
    let (base, watch) = (base_parameters(&robot).unwrap(), Progress::none());
    let choose =
        |raw: &[RawRecording]| choose(&robot, &base, &[], raw, Decided::default(), &watch).unwrap();
    let (of_log, rows) = choose(&[in_memory(&input)]);
    let (of_parts, windows) = choose(long(&input).selection());
    assert_eq!((of_log.cutoff, &of_log.shape), (of_parts.cutoff, &of_parts.shape));
    let told = "choices were made on 49152 of 150000 samples, in windows spread over the logs";
    assert!(of_log.reasons.iter().any(|r| r == told), "{:?}", of_log.reasons);
    assert!(!of_parts.reasons.iter().any(|r| r == told));
    // All rows count all the same.
    let reduced = [rows, windows].map(|set| set.reduce().unwrap());
    let [all, some] = reduced.each_ref().map(|r| r.rows(0));
    assert!(2 * some < all, "{some} rows of windows, {all} in all");
}

#[test]
fn intervals_of_a_motion_that_repeats_do_not_shrink_with_every_period_in_parts() {
    let robot = scara();
    // Without friction a model is wrong in the same way in every period.
    let model = Model::new(&robot, FrictionModel::none(), &[]).unwrap();
    let deviations = |reduced: &Reduced| -> Vec<f64> {
        let data = Data::new(&model, &[], reduced).unwrap();
        let estimate = method("wls").unwrap().estimate(&data).unwrap();
        estimate.unknowns.iter().map(|u| u.deviation.unwrap()).collect()
    };
    let both = |made: Made| {
        let input = made.input(&robot);
        let set = rows(&model, &[in_memory(&input)], 4.0);
        let found = model.reduce_long(&[long(&input)], &set, &Progress::none()).unwrap();
        let in_memory = set.reduce().unwrap();
        assert_same(&found.reduced, &in_memory, 1e-9);
        (set.report().logs[0].period, found, in_memory)
    };
    let repeats = Made { apart: 0.0, ..Made::new(200_003) };
    let (period, found, in_memory) = both(repeats);
    let period = period.unwrap();
    assert!((period - 1.0 / 0.13).abs() < 1e-3, "{period} s");
    assert_eq!(found.reduced.segments(), in_memory.segments());
    let notes = &found.summaries[0].notes;
    assert!(notes.iter().any(|n| n.starts_with("the motion repeats every 7.692 s")), "{notes:?}");
    let few = both(Made { rows: 40_003, ..repeats }).1;
    for (k, deviation) in deviations(&found.reduced).into_iter().enumerate() {
        let known = deviations(&in_memory)[k];
        assert!((0.7..1.4).contains(&(deviation / known)), "{k}: {deviation} and {known}");
        // Five times as many periods tell nothing new about what is wrong.
        let few = deviations(&few.reduced)[k];
        assert!(deviation > 0.7 * few, "{k}: {deviation} after {few}");
    }
    // A motion that does not repeat has segments that follow each other.
    let (period, found, _) = both(Made::new(100_003));
    assert!(period.is_none() && !found.summaries[0].notes.iter().any(|n| n.contains("repeats")));
}

#[test]
fn several_logs_are_one_problem() {
    let robot = scara();
    let inputs = [1, 2].map(|seed| Made { seed, ..Made::new(40_000) }.input(&robot));
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    // Both are called the same, so they share a delay.
    let set = rows(&model, &inputs.each_ref().map(in_memory), 12.0);
    let logs = inputs.each_ref().map(long);
    let found = model.reduce_long(&logs, &set, &Progress::none()).unwrap();
    assert_same(&found.reduced, &set.reduce().unwrap(), 1e-9);
}

/// Choices and estimates of a log that fits into the selection whole.
fn prepared<'r>(robot: &'r Robot, input: &Input) -> (LongProblem<'r>, Reduced) {
    let base = base_parameters(robot).unwrap();
    let raw = [in_memory(input)];
    let (choice, _) =
        choose(robot, &base, &[], &raw, Decided::default(), &Progress::none()).unwrap();
    let watch = Progress::none();
    let problem = LongProblem::of(robot, base, &[], &[long(input)], Decided::default(), &watch);
    let problem = problem.unwrap();
    assert_eq!(problem.choice.reasons, choice.reasons);
    assert_eq!(problem.choice.shape, choice.shape);
    let reduced = rows(&problem.model, &raw, choice.cutoff).reduce().unwrap();
    (problem, reduced)
}

#[test]
fn estimators_that_rest_on_triangles_give_the_same_estimates() {
    let robot = scara();
    let (problem, reduced) = prepared(&robot, &Made::new(20_000).input(&robot));
    let whole = Data::new(&problem.model, &[], &reduced).unwrap();
    let parts = Data::new(&problem.model, &[], &problem.reduced).unwrap();
    let mut compared = 0;
    for method in METHODS.iter().filter(|m| m.capabilities().streams) {
        let tolerance = match method.name() {
            // Chooses its strength by left-out segments, which are cut differently.
            "ridge" => continue,
            // Stops at a tolerance of its own.
            "physical" => 1e-5,
            // Searches end near the minimum, not at it.
            "ga" | "ga-printed" | "pso" | "annealing" | "de" | "cma-es" => continue,
            _ => 1e-9,
        };
        let [own, other] = [&parts, &whole].map(|data| method.estimate(data).unwrap());
        assert_near(&own.values(), &other.values(), tolerance, method.name());
        assert_near(&own.noise, &other.noise, tolerance, method.name());
        compared += 1;
    }
    assert!(compared >= 5, "{compared} estimators");
}

#[test]
fn the_summary_covers_the_log_but_for_the_ends_that_the_filter_does_not_cover() {
    let robot = scara();
    let input = Made::new(60_000).input(&robot);
    let raw = in_memory(&input);
    let recording = raw.condition(Some(60.0)).unwrap();
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let set = rows(&model, &[raw], 12.0);
    let found = model.reduce_long(&[long(&input)], &set, &Progress::none()).unwrap();
    let summary = &found.summaries[0];
    assert_eq!(summary.rows, 60_000);
    assert!((59_900..60_000).contains(&summary.samples), "{}", summary.samples);
    assert_eq!(summary.cutoff, Some(12.0));
    let means: Vec<f64> =
        recording.effort.iter().map(|c| c.iter().sum::<f64>() / c.len() as f64).collect();
    assert_near(&summary.mean_efforts(), &means, 1e-2, "mean effort");
    for (j, joint) in summary.joints.iter().enumerate() {
        let largest = |c: &[f64]| c.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let low = recording.q[j].iter().copied().fold(f64::INFINITY, f64::min);
        assert_near(&[joint.position[0]], &[low], 1e-2, "lowest position");
        assert_near(&[joint.speed], &[largest(&recording.qd[j])], 0.1, "speed");
    }
}
