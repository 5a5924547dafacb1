//! The robot that is exported, on logs of real robots where `shared/data` stands
//! beside the repository: its masses, its friction, what `armlab check` says, and
//! what it predicts. Where the folder is missing every test says so and proves nothing.

use armlab::friction::Sliding;
use armlab::identification::RoundTrip;
use armlab::identify::Recording;
use armlab::prelude::*;
use armlab::robot::doctor::{Severity, examine};
use armlab::validation::{predict_described, score};
use std::path::{Path, PathBuf};

/// Percentage points by which the exported robot may predict worse than the fit.
const POINTS: f64 = 0.1;
/// Gains of the UR10e's card, N m/A.
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

/// What must hold for a robot, and what is printed of it.
struct Case {
    name: &'static str,
    logs: &'static [&'static str],
    gains: Option<&'static [f64]>,
    /// Kilograms within which the whole must be.
    total: [f64; 2],
    /// Links whose mass may differ from the description's by more than a factor of two,
    /// because the data say so.
    overridden: &'static [&'static str],
}

fn error_of(robot: &Robot, recordings: &[Recording]) -> f64 {
    let predicted: Vec<_> =
        recordings.iter().map(|r| predict_described(robot, r).unwrap()).collect();
    let pairs = recordings.iter().zip(&predicted);
    score(pairs.map(|(r, p)| (r.effort.as_slice(), p.as_slice()))).relative
}

fn total(robot: &Robot) -> f64 {
    robot.links().iter().filter_map(|l| l.inertia).map(|b| b.mass).sum()
}

/// Friction power is never negative up to the joint's largest speed; a constant
/// effort is left out.
fn check_dissipation(robot: &Robot) {
    for joint in robot.driven_joints() {
        for k in 1..=200 {
            let speed = joint.limits.velocity * f64::from(k) / 200.0;
            let at = |v: f64| joint.friction.effort(Sliding::at(v));
            let power = 0.5 * speed * (at(speed) - at(-speed));
            assert!(power >= -1e-9, "{} gains {power} W at {speed}", joint.name);
        }
    }
}

fn check(case: &Case) {
    let Some(folder) = folder().map(|f| f.join(case.name)) else { return };
    let file = folder.join(format!("{}.urdf", case.name));
    let described = Robot::from_file(file.to_string_lossy().as_ref()).unwrap();
    let mut identification = Identification::new(&described).method("physical");
    for log in case.logs {
        identification = identification.log(folder.join(format!("{log}.csv"))).unwrap();
    }
    if let Some(gains) = case.gains {
        identification = identification.gains(gains.to_vec());
    }
    let found: Identified = identification.run().unwrap();
    let corrected = found.best().robot();
    let robot = corrected.robot().unwrap();
    let recordings = found.problem().evaluation_recordings();
    let (fit, exported) = (found.best().result().fit.relative, error_of(robot, recordings));
    println!(
        "{}: described {:.1} kg, exported {:.1} kg, error {fit:.3} % fitted, {exported:.3} % exported",
        case.name,
        total(&described),
        total(robot)
    );
    for (old, new) in described.links().iter().zip(robot.links()) {
        let mass = |l: &armlab::robot::Link| l.inertia.map_or(0.0, |b| b.mass);
        println!("  {} {:.3} -> {:.3} kg", old.name, mass(old), mass(new));
    }
    for finding in examine(robot) {
        println!("  {finding}");
    }
    assert!(exported <= fit + POINTS, "{exported} against {fit}");
    let [least, most] = case.total;
    assert!((least..=most).contains(&total(robot)), "{} kg", total(robot));
    for (old, new) in described.links().iter().zip(robot.links()) {
        let (Some(old), Some(body)) = (old.inertia, new.inertia) else { continue };
        let near = (0.5..=2.0).contains(&(body.mass / old.mass));
        let excused = case.overridden.contains(&new.name.as_str());
        assert!(near || excused, "{}: {} kg, described {}", new.name, body.mass, old.mass);
    }
    let bad: Vec<_> =
        examine(robot).into_iter().filter(|f| f.severity >= Severity::Warning).collect();
    assert!(bad.is_empty(), "{bad:?}");
    assert!(corrected.report.findings.is_empty());
    check_dissipation(robot);
    assert!(corrected.report.files.iter().all(|f: &RoundTrip| f.inertial < 1e-9));
}

#[test]
fn emps() {
    let logs = &["ident"];
    check(&Case { name: "emps", logs, gains: None, total: [90.0, 100.0], overridden: &[] });
}

#[test]
fn panda() {
    let logs = &["exciting_a", "exciting_b"];
    check(&Case { name: "panda", logs, gains: None, total: [10.0, 25.0], overridden: &[] });
}

#[test]
fn kr300() {
    let logs = &["traj_A", "traj_B"];
    check(&Case { name: "kr300", logs, gains: None, total: [600.0, 2000.0], overridden: &[] });
}

#[test]
fn xmate7p() {
    let logs = &["traj1", "traj2"];
    check(&Case { name: "xmate7p", logs, gains: None, total: [8.0, 40.0], overridden: &[] });
}

#[test]
fn ur10() {
    let logs = &["exciting"];
    check(&Case { name: "ur10", logs, gains: None, total: [12.0, 60.0], overridden: &[] });
}

#[test]
fn tx40() {
    let logs = &["ident"];
    check(&Case { name: "tx40", logs, gains: None, total: [8.0, 50.0], overridden: &[] });
}

#[test]
fn ur10e() {
    let logs = &["exc_12harm_30s", "exc_12harm_40s", "exc_8harm_20s"];
    let gains = Some(&UR10E[..]);
    check(&Case { name: "ur10e", logs, gains, total: [15.0, 50.0], overridden: &[] });
}
