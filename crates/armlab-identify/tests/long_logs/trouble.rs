//! Logs that cannot be read, and work that is to stop.

use crate::made::{JOINTS, Made, scara};
use armlab_identify::long::{LongError, LongRecording, LongReduced};
use armlab_identify::parallel::{RowSet, RowSettings};
use armlab_identify::{FrictionModel, Model, RecordingError};
use armlab_log::{Input, ReadOptions};
use armlab_progress::{CancelToken, Cancelled, Event, Progress};
use std::sync::Mutex;

fn open(text: &str, gains: Option<&[f64]>) -> Result<LongRecording, LongError> {
    let input = Input::bytes("made.csv", text.as_bytes().to_vec());
    let options = ReadOptions::default();
    LongRecording::open(&input, "made", &options, JOINTS, gains, &Progress::none())
}

/// Rows settled on the windows of a log.
fn rows(model: &Model, log: &LongRecording, cutoff: f64) -> RowSet {
    RowSet::new(model, log.selection(), &RowSettings { cutoff, delay: Some(0.0) }).unwrap()
}

fn reduced(log: &LongRecording, cutoff: f64) -> Result<LongReduced, LongError> {
    let robot = scara();
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let set = rows(&model, log, cutoff);
    model.reduce_long(std::slice::from_ref(log), &set, &Progress::none())
}

#[test]
fn a_log_without_efforts_is_told_by_joint() {
    let text = "t,q1,q2,q3,tau1\n0,1,2,3,4\n";
    let error = open(text, None).unwrap_err().to_string();
    assert!(error.contains("no efforts of joint 2"), "{error}");
}

#[test]
fn currents_need_gains() {
    let text = "t,q1,q2,q3,i1,i2,i3\n0,1,2,3,4,5,6\n";
    let error = open(text, None).unwrap_err();
    assert_eq!(error, RecordingError::Gains { log: "made".into() }.into());
    let error = open(text, Some(&[1.0])).unwrap_err();
    assert_eq!(error, RecordingError::GainCount { found: 1, joints: 3 }.into());
}

#[test]
fn currents_become_efforts_by_their_gains() {
    let robot = scara();
    let text = Made::new(3000).csv(&robot);
    let currents = text.replacen("tau1,tau2,tau3", "i1,i2,i3", 1);
    let efforts = |log: &LongRecording| reduced(log, 20.0).unwrap().summaries[0].mean_efforts();
    let (plain, driven) = (open(&text, None).unwrap(), open(&currents, Some(&[2.0, -3.0, 0.5])));
    let expected = efforts(&plain);
    for ((found, expected), gain) in
        efforts(&driven.unwrap()).iter().zip(expected).zip([2.0, -3.0, 0.5])
    {
        assert!((found - gain * expected).abs() < 1e-12 * expected.abs());
    }
}

#[test]
fn a_log_of_another_robot_is_told() {
    let input = Made::new(3000).input(&scara());
    let options = ReadOptions::default();
    let log = LongRecording::open(&input, "made", &options, 2, None, &Progress::none()).unwrap();
    let robot = scara();
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let whole = LongRecording::open(&input, "made", &options, 3, None, &Progress::none()).unwrap();
    let set = rows(&model, &whole, 20.0);
    let error = model.reduce_long(&[log], &set, &Progress::none()).unwrap_err().to_string();
    assert!(error.contains("has 2 joints, the robot 3 driven ones"), "{error}");
}

#[test]
fn a_short_log_is_told() {
    let text = Made::new(31).csv(&scara());
    let error = open(&text, None).unwrap_err();
    assert_eq!(error, RecordingError::Short { log: "made".into(), rows: 31 }.into());
}

#[test]
fn a_log_of_nothing_but_gaps_is_told() {
    let mut text = String::from("t,q1,q2,q3,tau1,tau2,tau3\n");
    for k in 0..4000 {
        // Ten rows, a second of nothing, ten rows.
        let t = f64::from(k) * 1e-3 + f64::from(k / 10);
        text += &format!("{t},1,2,3,4,5,6\n");
    }
    let error = open(&text, None).unwrap_err();
    let LongError::Recording(RecordingError::Short { rows, .. }) = error else { panic!("{error}") };
    assert!((9..=10).contains(&rows), "{rows}");
}

#[test]
fn a_cut_off_that_is_too_low_for_the_log_is_refused_with_a_way_out() {
    let log = open(&Made::new(5000).csv(&scara()), None).unwrap();
    let robot = scara();
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let settings = RowSettings { cutoff: 1e-2, delay: None };
    let error = RowSet::new(&model, log.selection(), &settings).unwrap_err().to_string();
    assert!(error.contains("take a higher cut-off"), "{error}");
}

#[test]
fn a_stamp_years_away_ends_a_stretch_and_takes_no_memory() {
    let rows = 150_000;
    let text = Made { jitter: 0.5, ..Made::new(rows) }.csv(&scara());
    let mut lines: Vec<String> = text.lines().map(String::from).collect();
    for line in &mut lines[70_000..] {
        let (t, rest) = line.split_once(',').unwrap();
        *line = format!("{},{rest}", t.parse::<f64>().unwrap() + 9e8);
    }
    let log = open(&lines.join("\n"), None).unwrap();
    let samples = reduced(&log, 40.0).unwrap().summaries[0].samples as usize;
    assert!((rows - 300..rows).contains(&samples), "{samples}");
    // A stamp that no clock shows is left out as a damaged number.
    let (_, rest) = lines[rows].split_once(',').unwrap();
    lines[rows] = format!("1e250,{rest}");
    let log = open(&lines.join("\n"), None).unwrap();
    let samples = reduced(&log, 40.0).unwrap().summaries[0].samples as usize;
    assert!((rows - 300..rows).contains(&samples), "{samples}");
}

#[test]
fn a_line_that_is_damaged_is_told_with_its_number() {
    let mut text = Made::new(9000).csv(&scara());
    let at = text.match_indices('\n').nth(8000).unwrap().0;
    text.insert_str(at + 1, "oh,");
    let error = open(&text, None).unwrap_err().to_string();
    assert!(error.contains("made.csv:8002:"), "{error}");
}

#[test]
fn reading_in_parts_reports_progress_and_can_be_cancelled() {
    let robot = scara();
    let input = Made::new(60_000).input(&robot);
    let options = ReadOptions::default();
    let fractions = Mutex::new(Vec::new());
    let observer = |event: &Event| fractions.lock().unwrap().extend(event.fraction);
    let progress = Progress::new(&observer, CancelToken::new());
    let log = LongRecording::open(&input, "made", &options, JOINTS, None, &progress).unwrap();
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let set = rows(&model, &log, 12.0);
    let logs = [log];
    model.reduce_long(&logs, &set, &progress).unwrap();
    let seen = fractions.lock().unwrap().clone();
    assert!(seen.len() > 1 && seen.is_sorted() && seen.last() == Some(&1.0), "{seen:?}");
    // Cancelled from within, as from a button.
    let cancel = CancelToken::new();
    let stop = |event: &Event| {
        if event.fraction.is_some_and(|f| f > 0.3) {
            cancel.cancel();
        }
    };
    let progress = Progress::new(&stop, cancel.clone());
    let error = model.reduce_long(&logs, &set, &progress).unwrap_err();
    assert_eq!(error, LongError::Cancelled(Cancelled));
    let error = LongRecording::open(&input, "made", &options, JOINTS, None, &progress).unwrap_err();
    assert_eq!(error, LongError::Cancelled(Cancelled));
}
