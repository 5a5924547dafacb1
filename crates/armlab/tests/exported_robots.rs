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
    /// Cut-off of the motion, Hz, where its choice is not what is tried here.
    cutoff: Option<f64>,
    /// Kilograms within which the whole must be.
    total: [f64; 2],
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

fn identification<'r>(case: &Case, folder: &Path, described: &'r Robot) -> Identification<'r> {
    let mut identification = Identification::new(described).method("physical");
    for log in case.logs {
        identification = identification.log(folder.join(format!("{log}.csv"))).unwrap();
    }
    if let Some(gains) = case.gains {
        identification = identification.gains(gains.to_vec());
    }
    if let Some(cutoff) = case.cutoff {
        identification = identification.cutoff(cutoff);
    }
    identification
}

/// Masses are within a factor of two of the description's, or a fit that keeps them
/// there predicts worse.
fn check_masses(case: &Case, described: &Robot, robot: &Robot, fit: f64) {
    let mut far = Vec::new();
    for (old, new) in described.links().iter().zip(robot.links()) {
        let (Some(old), Some(body)) = (old.inertia, new.inertia) else { continue };
        if !(0.4999..=2.0001).contains(&(body.mass / old.mass)) {
            far.push((new.name.clone(), old.mass));
        }
    }
    let Some(folder) = folder().map(|f| f.join(case.name)) else { return };
    for (link, mass) in far {
        let bound = format!("{link}.mass={}..{}", 0.5 * mass, 2.0 * mass);
        let bounded = identification(case, &folder, described).bound(bound.parse().unwrap());
        let bounded = bounded.run().unwrap();
        let error = bounded.best().result().fit.relative;
        println!("  with {bound} kg the error is {error:.3} %");
        assert!(error > fit + POINTS, "the data allow {bound}: {error} % against {fit} %");
    }
}

fn check(case: &Case) {
    let Some(folder) = folder().map(|f| f.join(case.name)) else { return };
    let file = folder.join(format!("{}.urdf", case.name));
    let described = Robot::from_file(file.to_string_lossy().as_ref()).unwrap();
    let found = identification(case, &folder, &described).run().unwrap();
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
    check_masses(case, &described, robot, fit);
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
    check(&Case { name: "emps", logs, gains: None, cutoff: None, total: [90.0, 100.0] });
}

#[test]
fn panda() {
    let logs = &["exciting_a", "exciting_b"];
    check(&Case { name: "panda", logs, gains: None, cutoff: None, total: [10.0, 25.0] });
}

#[test]
fn kr300() {
    let logs = &["traj_A", "traj_B"];
    check(&Case { name: "kr300", logs, gains: None, cutoff: None, total: [600.0, 2000.0] });
}

#[test]
fn xmate7p() {
    let logs = &["traj1", "traj2"];
    check(&Case { name: "xmate7p", logs, gains: None, cutoff: None, total: [8.0, 40.0] });
}

#[test]
fn ur10() {
    let logs = &["exciting"];
    check(&Case { name: "ur10", logs, gains: None, cutoff: None, total: [12.0, 60.0] });
}

#[test]
fn tx40() {
    let logs = &["ident"];
    check(&Case { name: "tx40", logs, gains: None, cutoff: None, total: [8.0, 50.0] });
}

#[test]
fn ur10e() {
    let logs = &["exc_12harm_30s", "exc_12harm_40s", "exc_8harm_20s"];
    let gains = Some(&UR10E[..]);
    check(&Case { name: "ur10e", logs, gains, cutoff: None, total: [15.0, 50.0] });
}
