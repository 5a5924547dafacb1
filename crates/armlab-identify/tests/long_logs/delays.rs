//! A long log has one delay, which is found on its windows together.

use crate::made::{JOINTS, Made, scara};
use armlab_engine::robot::Robot;
use armlab_identify::long::LongRecording;
use armlab_identify::parallel::{RowSet, RowSettings};
use armlab_identify::{FrictionModel, Model, solve};
use armlab_log::ReadOptions;
use armlab_progress::Progress;

/// Rows of several windows.
const ROWS: usize = 220_000;
/// Steps that the efforts are late.
const LATE: f64 = 1.7;
/// Deviation of the efforts' noise.
const NOISE: f64 = 0.05 * 0.577;

fn open(robot: &Robot, made: Made) -> LongRecording {
    let (input, options) = (made.input(robot), ReadOptions::default());
    LongRecording::open(&input, "made", &options, JOINTS, None, &Progress::none()).unwrap()
}

/// The delay that was given to a log is found on its windows, and its rows are made with it.
fn found(made: Made) {
    let robot = scara();
    let log = open(&robot, made);
    assert!(log.selection().len() > 1, "{} windows", log.selection().len());
    for window in log.selection() {
        assert_eq!(window.step(), log.step());
    }
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let set = |delay| {
        let settings = RowSettings { cutoff: 12.0, delay };
        RowSet::new(&model, log.selection(), &settings).unwrap()
    };
    let own = set(None);
    let [of_log] = &own.report().logs[..] else { panic!("{:?}", own.report().logs) };
    let deviation = of_log.delay_deviation.unwrap();
    let error = (of_log.delay - LATE * made.step) / deviation;
    assert!(error.abs() < 4.0, "{} ± {deviation}", of_log.delay);
    assert!(deviation < 0.05 * made.step, "{deviation}");
    // What is left of the whole log's efforts is their noise, as filtered: as little as with the
    // delay that is true, and more with none.
    let left = |set: &RowSet| {
        let logs = std::slice::from_ref(&log);
        let reduced = model.reduce_long(logs, set, &Progress::none()).unwrap().reduced;
        let n = reduced.unknowns();
        let x = solve(&reduced.whole(&[1.0; JOINTS]), &vec![0.0; n]).unwrap().x;
        let squares = reduced.squares(&x, 0..reduced.segments());
        squares.iter().sum::<f64>()
    };
    let [own, given, none] = [own, set(Some(LATE * made.step)), set(Some(0.0))].map(|s| left(&s));
    assert!(own <= 1.01 * given, "{own} with the delay found, {given} with the true one");
    assert!(none > 1.1 * given, "{none} without a delay, {given} with the true one");
    assert!(given > 0.0 && given.sqrt() < NOISE * (ROWS as f64).sqrt());
}

#[test]
fn the_delay_of_a_long_log_is_found_on_all_windows() {
    found(Made { late: LATE, ..Made::new(ROWS) });
}

#[test]
fn a_window_in_which_the_robot_rests_does_not_decide_on_the_delay() {
    found(Made { late: LATE, rests: Some(30.0), ..Made::new(ROWS) });
}

#[test]
fn the_delay_of_a_long_log_with_uneven_stamps_is_found() {
    found(Made { late: LATE, jitter: 0.6, ..Made::new(ROWS) });
}
