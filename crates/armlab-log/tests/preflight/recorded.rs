//! Real logs, where they are at hand. None of their data is in here.

use armlab_log::preflight::{Report, check};
use armlab_log::{Expectation, Input, LogStream, Quantity, ReadOptions};
use std::path::{Path, PathBuf};

/// The folder of logs, unless it is not there, which is said loudly.
fn folder() -> Option<PathBuf> {
    let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../../shared/data"));
    if path.is_dir() {
        return Some(path.into());
    }
    eprintln!("SKIPPED: the recorded logs are not at hand (../shared/data beside the repository)");
    None
}

/// Every log of a robot: its name, the quantities it has, and what the check says.
fn logs(robot: &str) -> Vec<(String, Vec<Quantity>, Report, LogStream)> {
    let Some(folder) = folder() else { return Vec::new() };
    let entries = std::fs::read_dir(folder.join(robot)).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|e| e.unwrap().path()).collect();
    paths.retain(|p| p.extension().is_some_and(|e| e == "csv"));
    paths.sort();
    assert!(!paths.is_empty(), "{robot}");
    let read = |path: &PathBuf| {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        let mut stream = LogStream::open(&Input::path(path), &ReadOptions::default()).unwrap();
        let report = check(&mut stream, &Expectation::default()).unwrap();
        let all = Quantity::OF_JOINTS.into_iter();
        let joints = stream.mapping().joints;
        let has = all.filter(|&q| (0..joints).all(|j| stream.column_of(q, j).is_some())).collect();
        assert_eq!(report.of("frozen").count() + report.of("absurd").count(), 0, "{name}");
        assert_eq!(report.of("velocity-disagrees").count(), 0, "{name}");
        (name, has, report, stream)
    };
    paths.iter().map(read).collect()
}

fn codes(report: &Report) -> Vec<&str> {
    report.findings.iter().map(|f| f.code).collect()
}

#[test]
fn ur10e_logs_jitter_are_rounded_and_have_current_only() {
    use Quantity::{Current, CurrentReference, EffortReference, Position, Velocity};
    for (name, has, report, stream) in logs("ur10e") {
        assert_eq!(has, [Position, Velocity, Current, EffortReference, CurrentReference], "{name}");
        assert_eq!(stream.mapping().joints, 6);
        if name == "static_poses" {
            // Ten poses, one row each, counted instead of timed.
            assert_eq!(codes(&report), ["few-samples", "current-only"]);
            assert!(!report.ok());
            continue;
        }
        let codes = codes(&report);
        for code in ["jitter", "current-only", "quantised"] {
            assert!(codes.contains(&code), "{name}: {codes:?}");
        }
        assert!(!codes.contains(&"gaps") && report.ok(), "{name}: {codes:?}");
        assert!((report.rate() - 100.0).abs() < 0.1, "{name}: {}", report.rate());
        let resting = report.of("motionless").next().map_or(0, |f| f.columns.len());
        let expected = match name.strip_prefix("friction_joint") {
            Some("1" | "3" | "4") => 5..=5,
            // A second joint gives way by some milliradians, or is brought into place.
            Some("2" | "5") => 4..=4,
            _ => 0..=0,
        };
        assert!(expected.contains(&resting), "{name}: {resting}");
    }
}

#[test]
fn panda_logs_have_lost_packets() {
    for (name, has, report, stream) in logs("panda") {
        assert_eq!(has, [Quantity::Position, Quantity::Velocity, Quantity::Effort], "{name}");
        assert_eq!(stream.mapping().joints, 7);
        let codes = codes(&report);
        assert_eq!(codes, ["jitter", "gaps", "quantised"], "{name}");
        assert!(report.ok() && (report.rate() - 1000.0).abs() < 25.0, "{}", report.rate());
        let gaps = report.of("gaps").next().unwrap();
        assert!(gaps.rows.count > 50, "{name}: {gaps:?}");
    }
}

#[test]
fn tx40_and_emps_logs_have_no_velocities() {
    for (robot, joints) in [("tx40", 6), ("emps", 1)] {
        for (name, has, report, stream) in logs(robot) {
            assert!(!has.contains(&Quantity::Velocity), "{robot} {name}");
            assert!(has.contains(&Quantity::Effort));
            assert_eq!(stream.mapping().joints, joints);
            assert_eq!(codes(&report), ["no-velocity"], "{robot} {name}");
            assert!((report.rate() - 1000.0).abs() < 1e-6, "{}", report.rate());
        }
    }
    for (_, has, _, stream) in logs("emps") {
        assert!(has.contains(&Quantity::PositionReference));
        let unused: Vec<_> =
            stream.mapping().columns.iter().filter(|c| c.target().is_empty()).collect();
        assert_eq!(unused.len(), 1, "the voltage is no quantity of a joint");
    }
}

#[test]
fn even_logs_of_kr300_xmate7p_and_ur10_have_no_defects() {
    for (robot, joints, rate, expected) in [
        ("kr300", 6, 250.0, &["standstill"][..]),
        ("xmate7p", 7, 50.0, &[]),
        ("ur10", 6, 125.0, &[]),
    ] {
        for (name, has, report, stream) in logs(robot) {
            assert_eq!(has, [Quantity::Position, Quantity::Velocity, Quantity::Effort], "{name}");
            assert_eq!(stream.mapping().joints, joints);
            assert_eq!(codes(&report), expected, "{robot} {name}");
            assert!((report.rate() - rate).abs() < 1e-6, "{robot}: {}", report.rate());
        }
    }
}

#[test]
fn the_two_halves_of_one_panda_recording_can_be_joined() {
    let Some(folder) = folder() else { return };
    let read = |name: &str| {
        let input = Input::path(folder.join("panda").join(name));
        armlab_log::Log::read_with(&input, &ReadOptions::default()).unwrap()
    };
    let (a, b) = (read("exciting_a.csv"), read("exciting_b.csv"));
    let both = a.followed_by(&b).unwrap();
    assert_eq!(both.rows(), a.rows() + b.rows());
    assert_eq!(both.provenance().len(), 2);
    assert!(b.followed_by(&a).is_err());
}
