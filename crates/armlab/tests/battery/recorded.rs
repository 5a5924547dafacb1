//! Logs of real robots, where `shared/data` stands beside the repository: all of them pass
//! the gate, and spoilt ones come to the right end.
//!
//! The logs belong to their authors and are not in the repository. Where the folder is
//! missing every test says so and proves nothing.

use armlab::diagnosis::FaultKind;
use armlab::log::{Log, Quantity};
use armlab::log_check::check_log;
use armlab::prelude::*;
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Drive gains of the UR10e, N m/A, as in its data sheet.
const UR10E: [f64; 6] = [11.976, 11.976, 9.839, 10.763, 10.764, 10.763];

fn folder() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data");
    if folder.is_dir() {
        return Some(folder);
    }
    eprintln!(
        "\n*** SKIPPED: ../shared/data is not there, so nothing was tried on real logs ***\n"
    );
    None
}

fn robot(folder: &Path, name: &str) -> Robot {
    Robot::from_file(folder.join(name).join(format!("{name}.urdf"))).unwrap()
}

fn gains(name: &str) -> Option<&'static [f64]> {
    (name == "ur10e").then_some(&UR10E)
}

/// The log with one quantity of one joint replaced by a function of the log.
fn with(log: &Log, quantity: Quantity, joint: usize, values: Vec<f64>) -> Log {
    let mut out = Log::new(log.time().to_vec());
    for channel in log.channels().iter().filter(|c| c.quantity != Quantity::Other) {
        let same = channel.quantity == quantity && channel.joint == joint;
        let values = if same { values.clone() } else { channel.values.clone() };
        out.push_channel(channel.quantity, channel.joint, values);
    }
    out
}

fn scaled(log: &Log, quantity: Quantity, joint: usize, factor: f64, offset: f64) -> Log {
    let Some(values) = log.channel(quantity, joint) else { return log.clone() };
    with(log, quantity, joint, values.iter().map(|x| factor * x + offset).collect())
}

fn swapped(log: &Log, quantity: Quantity, a: usize, b: usize) -> Log {
    let [first, second] = [a, b].map(|j| log.channel(quantity, j).unwrap().to_vec());
    with(&with(log, quantity, a, second), quantity, b, first)
}

fn on_time(log: &Log, change: impl Fn(usize, f64) -> f64) -> Log {
    let time = log.time().iter().enumerate().map(|(i, t)| change(i, *t)).collect();
    let mut out = Log::new(time);
    for channel in log.channels().iter().filter(|c| c.quantity != Quantity::Other) {
        out.push_channel(channel.quantity, channel.joint, channel.values.clone());
    }
    out
}

#[test]
fn all_real_logs_pass_the_gate() {
    let Some(folder) = folder() else { return };
    let mut passed = 0;
    for name in ["emps", "kr300", "panda", "tx40", "ur10", "ur10e", "xmate7p"] {
        let robot = robot(&folder, name);
        for entry in std::fs::read_dir(folder.join(name)).unwrap() {
            let path = entry.unwrap().path();
            // Ten static poses are no recording of a motion.
            let skipped = path.file_stem().is_some_and(|s| s == "static_poses");
            if path.extension().is_none_or(|e| e != "csv") || skipped {
                continue;
            }
            let log = Log::read(&path).unwrap();
            let report = check_log(&robot, &log, gains(name));
            let errors: Vec<_> = report.errors().collect();
            assert!(errors.is_empty(), "{}: {errors:#?}", path.display());
            passed += 1;
        }
    }
    assert!(passed >= 17, "{passed}");
}

/// Robot, log, sabotage and what must come of it.
type Spoilt = (&'static str, &'static str, &'static str, fn(&Log) -> Log, Outcome);

#[derive(Clone, Copy)]
enum Outcome {
    Refused(&'static str),
    Diagnosed(FaultKind, &'static [usize]),
}

fn efforts(log: &Log, factor: f64) -> Log {
    let joints = log.joints();
    (0..joints).fold(log.clone(), |l, j| scaled(&l, Quantity::Effort, j, factor, 0.0))
}

fn moved(log: &Log, joint: usize, factor: f64, offset: f64) -> Log {
    let log = scaled(log, Quantity::Position, joint, factor, offset);
    scaled(&log, Quantity::Velocity, joint, factor, 0.0)
}

const SPOILT: &[Spoilt] = {
    use FaultKind::{Coupling, DriveGain, EffortSign, PositionSign, SwappedEfforts, ZeroOffset};
    use Outcome::{Diagnosed, Refused};
    &[
        ("N mm", "kr300", "traj_A", |l| efforts(l, 1e3), Refused("effort-unit")),
        ("N mm", "panda", "exciting_a", |l| efforts(l, 1e3), Refused("effort-unit")),
        ("N mm", "xmate7p", "traj1", |l| efforts(l, 1e3), Refused("effort-unit")),
        ("N mm", "ur10", "exciting", |l| efforts(l, 1e3), Refused("effort-unit")),
        ("ms", "panda", "exciting_a", |l| on_time(l, |_, t| 1e3 * t), Refused("time-unit")),
        ("ms", "tx40", "ident", |l| on_time(l, |_, t| 1e3 * t), Refused("time-unit")),
        (
            "clock",
            "ur10",
            "exciting",
            |l| on_time(l, |i, t| if i > 1000 { t - 3.0 } else { t }),
            Refused("stamps-backwards"),
        ),
        ("33 rows", "panda", "exciting_a", |l| l.slice_rows(0..33), Refused("few-samples")),
        ("101 rows", "ur10", "exciting", |l| l.slice_rows(300..401), Refused("few-samples")),
        (
            "dead",
            "kr300",
            "traj_A",
            |l| scaled(l, Quantity::Effort, 2, 0.0, 0.0),
            Refused("constant-effort"),
        ),
        ("all signs", "panda", "exciting_a", |l| efforts(l, -1.0), Refused("gravity-sign")),
        (
            "sign 1",
            "panda",
            "exciting_a",
            |l| scaled(l, Quantity::Effort, 0, -1.0, 0.0),
            Diagnosed(EffortSign, &[0]),
        ),
        (
            "sign 2",
            "panda",
            "exciting_a",
            |l| scaled(l, Quantity::Effort, 1, -1.0, 0.0),
            Diagnosed(EffortSign, &[1]),
        ),
        (
            "sign 3",
            "kr300",
            "traj_A",
            |l| scaled(l, Quantity::Effort, 2, -1.0, 0.0),
            Diagnosed(EffortSign, &[2]),
        ),
        (
            "sign 3",
            "ur10",
            "exciting",
            |l| scaled(l, Quantity::Effort, 2, -1.0, 0.0),
            Diagnosed(EffortSign, &[2]),
        ),
        (
            "sign 4",
            "xmate7p",
            "traj1",
            |l| scaled(l, Quantity::Effort, 3, -1.0, 0.0),
            Diagnosed(EffortSign, &[3]),
        ),
        (
            "position 4",
            "panda",
            "exciting_a",
            |l| moved(l, 3, -1.0, 0.0),
            Diagnosed(PositionSign, &[3]),
        ),
        (
            "position 3",
            "ur10",
            "exciting",
            |l| moved(l, 2, -1.0, 0.0),
            Diagnosed(PositionSign, &[2]),
        ),
        (
            "zero 2",
            "panda",
            "exciting_a",
            |l| moved(l, 1, 1.0, std::f64::consts::FRAC_PI_2),
            Diagnosed(ZeroOffset, &[1]),
        ),
        (
            "zero 4",
            "panda",
            "exciting_b",
            |l| moved(l, 3, 1.0, std::f64::consts::FRAC_PI_2),
            Diagnosed(ZeroOffset, &[3]),
        ),
        (
            "zero 6",
            "panda",
            "exciting_a",
            |l| moved(l, 5, 1.0, -std::f64::consts::FRAC_PI_2),
            Diagnosed(ZeroOffset, &[5]),
        ),
        (
            "gain 2",
            "panda",
            "exciting_a",
            |l| scaled(l, Quantity::Effort, 1, 2.0, 0.0),
            Diagnosed(DriveGain, &[1]),
        ),
        (
            "efforts 2 and 4",
            "panda",
            "exciting_a",
            |l| swapped(l, Quantity::Effort, 1, 3),
            Diagnosed(SwappedEfforts, &[1, 3]),
        ),
        (
            "efforts 2 and 3",
            "ur10",
            "exciting",
            |l| swapped(l, Quantity::Effort, 1, 2),
            Diagnosed(SwappedEfforts, &[1, 2]),
        ),
        ("wrist", "tx40", "ident", |l| l.clone(), Diagnosed(Coupling, &[4, 5])),
    ]
};

#[test]
fn spoilt_real_logs_are_refused_or_diagnosed() {
    let Some(folder) = folder() else { return };
    let mut wrong = String::new();
    for (what, name, file, spoil, outcome) in SPOILT {
        let robot = robot(&folder, name);
        let log = Log::read(folder.join(name).join(format!("{file}.csv"))).unwrap();
        let log = spoil(&log);
        let report = check_log(&robot, &log, gains(name));
        let codes: Vec<&str> = report.errors().map(|e| e.code).collect();
        match outcome {
            Outcome::Refused(code) if codes == [*code] => {}
            Outcome::Diagnosed(kind, joints) if codes.is_empty() => {
                let found = Diagnosis::new(&robot).log(log).unwrap().run().unwrap();
                let names: Vec<String> = robot.driven_joints().map(|j| j.name.clone()).collect();
                let expected: Vec<&String> = joints.iter().map(|&j| &names[j]).collect();
                let right = found.best().is_some_and(|b| {
                    b.kind == *kind && b.joints.iter().eq(expected.iter().copied())
                });
                if !right {
                    let _ = writeln!(wrong, "{name} {file} {what}: {}", found.summary());
                }
            }
            _ => {
                let _ = writeln!(wrong, "{name} {file} {what}: refused for {codes:?}");
            }
        }
    }
    println!("{} spoilt real logs", SPOILT.len());
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn good_real_logs_are_not_accused() {
    let Some(folder) = folder() else { return };
    let mut wrong = String::new();
    for (name, file) in [
        ("emps", "ident"),
        ("kr300", "traj_A"),
        ("kr300", "traj_B"),
        ("panda", "exciting_a"),
        ("panda", "exciting_b"),
        ("ur10", "exciting"),
        ("ur10e", "exc_12harm_30s"),
        ("ur10e", "exc_8harm_20s"),
        ("xmate7p", "traj1"),
        ("xmate7p", "traj2"),
    ] {
        let robot = robot(&folder, name);
        let log = Log::read(folder.join(name).join(format!("{file}.csv"))).unwrap();
        let mut diagnosis = Diagnosis::new(&robot).log(log).unwrap();
        if let Some(gains) = gains(name) {
            diagnosis = diagnosis.gains(gains.to_vec());
        }
        let found = diagnosis.run().unwrap();
        use FaultKind::{Delay, Description, EffortScale, Payload, Standstill};
        let vague = [Delay, Description, EffortScale, Payload, Standstill];
        if found.best().is_some_and(|b| !vague.contains(&b.kind)) {
            let _ = writeln!(wrong, "{name} {file}: {}", found.summary());
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}
