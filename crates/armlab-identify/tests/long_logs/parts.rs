//! Logs reduced one by one with a plan, sent as bytes, and merged.

use crate::made::{JOINTS, Made, scara};
use armlab_engine::robot::Robot;
use armlab_identify::long::{LongRecording, NoPart, ReducedPart};
use armlab_identify::parallel::{RowPlan, RowSet, RowSettings};
use armlab_identify::{FrictionModel, Model, Reduced, solve};
use armlab_log::ReadOptions;
use armlab_progress::Progress;

fn open(robot: &Robot, made: Made) -> LongRecording {
    let (input, options) = (made.input(robot), ReadOptions::default());
    LongRecording::open(&input, "made", &options, JOINTS, None, &Progress::none()).unwrap()
}

fn settled(model: &Model, log: &LongRecording) -> (RowSet, RowPlan) {
    let settings = RowSettings { cutoff: 12.0, delay: None };
    let set = RowSet::new(model, log.selection(), &settings).unwrap();
    let plan = set.settled();
    (set, plan)
}

fn squares(reduced: &Reduced) -> Vec<f64> {
    reduced.effort_squares(0..reduced.segments())
}

#[test]
fn a_log_reduced_with_the_plan_it_settled_gives_the_same_bits() {
    let robot = scara();
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let log = open(&robot, Made::new(60_003));
    let (set, plan) = settled(&model, &log);
    let text = serde_json::to_string(&plan).unwrap();
    let sent: RowPlan = serde_json::from_str(&text).unwrap();
    assert_eq!(sent, plan);
    let part = model.reduce_part(&log, &sent, 0, &Progress::none()).unwrap();
    let whole = model.reduce_long(std::slice::from_ref(&log), &set, &Progress::none()).unwrap();
    let bytes = part.to_bytes();
    let again = ReducedPart::from_bytes(&bytes).unwrap();
    assert_eq!(again.to_bytes(), bytes);
    assert_eq!((again.logs(), again.rows()), (1, 60_003));
    assert_eq!(squares(&again.into_reduced()), squares(&whole.reduced));
}

#[test]
fn merged_parts_count_every_row_once_and_stay_small() {
    let robot = scara();
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let log = open(&robot, Made::new(20_003));
    let (_, plan) = settled(&model, &log);
    let part = model.reduce_part(&log, &plan, 0, &Progress::none()).unwrap();
    let rows = part.clone().into_reduced().rows(0);
    let solved = |part: &ReducedPart| {
        let reduced = part.clone().into_reduced();
        let n = reduced.unknowns();
        solve(&reduced.whole(&[1.0; JOINTS]), &vec![0.0; n]).unwrap()
    };
    let alone = solved(&part);
    let five = ReducedPart::merged(vec![part.clone(); 5]).unwrap();
    let all = ReducedPart::merged(vec![five; 4]).unwrap();
    assert_eq!((all.logs(), all.rows()), (20, 20 * 20_003));
    let reduced = all.clone().into_reduced();
    assert_eq!(reduced.rows(0), 20 * rows);
    assert!((20..=40).contains(&reduced.segments()), "{} segments", reduced.segments());
    // Twenty times the same rows: the same unknowns.
    for (a, b) in solved(&all).x.iter().zip(&alone.x) {
        assert!((a - b).abs() <= 1e-9 * (b.abs() + 1e-3), "{a} instead of {b}");
    }
    assert!(ReducedPart::merged([]).is_none());
}

#[test]
fn damaged_bytes_are_no_part_and_other_unknowns_are_not_merged() {
    let robot = scara();
    let log = open(&robot, Made::new(20_003));
    let part = |friction: FrictionModel| {
        let model = Model::new(&robot, friction, &[]).unwrap();
        let (_, plan) = settled(&model, &log);
        model.reduce_part(&log, &plan, 0, &Progress::none()).unwrap()
    };
    let (one, other) = (part(FrictionModel::standard()), part(FrictionModel::none()));
    let bytes = one.to_bytes();
    for at in (0..bytes.len()).step_by(bytes.len() / 200) {
        let mut damaged = bytes.clone();
        damaged[at] ^= 0x10;
        assert_eq!(ReducedPart::from_bytes(&damaged).unwrap_err(), NoPart, "byte {at}");
        assert!(ReducedPart::from_bytes(&bytes[..at]).is_err(), "cut at {at}");
    }
    assert!(ReducedPart::from_bytes(b"").is_err());
    assert!(ReducedPart::merged([one, other]).is_none());
}
