//! Logs of real robots, where `shared/data` stands beside the repository: one
//! way for all of them, and errors on parts that the model has not seen.
//!
//! The logs belong to their authors and are not in the repository. Where the
//! folder is missing every test says so and proves nothing.

use armlab::Identification;
use armlab::base::base_parameters;
use armlab::identification::CoupledJoints;
use armlab::identify::payload::{KnownLoad, drive_gains, holding_link};
use armlab::identify::{
    Choice, Decided, Estimate, FrictionModel, Model, RawRecording, Recording, choose,
};
use armlab::log::{Expectation, Input, Log, ReadOptions};
use armlab::progress::Progress;
use armlab::recordings::Gains;
use armlab::robot::Robot;
use armlab::robot::describe::{ReadOptions as Describe, read};
use std::path::{Path, PathBuf};

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

/// What one robot gave.
struct Outcome {
    /// Percent of the efforts of unseen rows that are not predicted.
    unseen: f64,
    estimate: Estimate,
    base: usize,
}

fn robot(path: &Path) -> Robot {
    read(&path.to_string_lossy(), &Describe::default()).unwrap().robot
}

fn log(path: &Path, robot: &Robot) -> Log {
    let expectation = Expectation {
        joint_names: robot.driven_joints().map(|j| j.name.clone()).collect(),
        ..Expectation::default()
    };
    Log::read_with(&Input::path(path), &ReadOptions { expectation, ..ReadOptions::default() })
        .unwrap()
}

/// Learns from `own`, and is judged on `other`. A single log is cut: the last
/// quarter is not learnt from.
fn identify(
    name: &str,
    own: &[&str],
    other: &[&str],
    gains: Option<&[f64]>,
    couplings: &[CoupledJoints],
) -> Option<Outcome> {
    identify_with(name, own, other, |mut asked| {
        if let Some(gains) = gains {
            asked = asked.gains(Gains::Joints(gains.iter().copied().map(Some).collect()));
        }
        couplings.iter().fold(asked, |asked, joints| asked.coupling(joints.clone()))
    })
}

/// The same with any options.
fn identify_with(
    name: &str,
    own: &[&str],
    other: &[&str],
    options: impl for<'r> FnOnce(Identification<'r>) -> Identification<'r>,
) -> Option<Outcome> {
    let folder = folder()?.join(name);
    let robot = robot(&folder.join(format!("{name}.urdf")));
    let read = |file: &&str| log(&folder.join(format!("{file}.csv")), &robot);
    let mut logs: Vec<Log> = own.iter().map(read).collect();
    let mut others: Vec<Log> = other.iter().map(read).collect();
    if others.is_empty() {
        let whole = logs.pop().unwrap();
        let cut = whole.rows() * 3 / 4;
        logs.push(whole.slice_rows(0..cut));
        others.push(whole.slice_rows(cut..whole.rows()));
    }
    let mut asked = options(Identification::new(&robot).method("physical").bootstrap(0));
    for log in logs {
        asked = asked.log(log).unwrap();
    }
    for log in others {
        asked = asked.validate(log).unwrap();
    }
    let found = asked.run().unwrap();
    let (best, problem) = (found.best(), found.problem());
    problem.choice.reasons.iter().for_each(|r| println!("{name}: {r}"));
    let estimate = best.estimate().clone();
    assert!(estimate.physical.consistent, "{name}: {:?}", estimate.physical);
    let unseen = best.validation().unwrap().relative;
    println!("{name}: {unseen:.2} % of unseen efforts are not predicted");
    Some(Outcome { unseen, estimate, base: problem.model.base().len() })
}

fn value(estimate: &Estimate, name: &str) -> f64 {
    let found = estimate.unknowns.iter().find(|p| p.name == name);
    found.unwrap_or_else(|| panic!("no `{name}`")).value
}

/// Gains of the UR10e's card, N m/A.
const UR10E: [f64; 6] = [11.976, 11.976, 9.839, 10.763, 10.764, 10.763];

#[test]
fn the_emps_has_its_published_mass_and_friction() {
    let Some(outcome) = identify("emps", &["ident"], &[], None, &[]) else { return };
    assert!(outcome.unseen < 5.2, "{}", outcome.unseen);
    // The published model has Coulomb and viscous friction and nothing else.
    let plain =
        identify_with("emps", &["ident"], &[], |asked| asked.friction(FrictionModel::standard()));
    let outcome = plain.unwrap();
    let estimate = &outcome.estimate;
    // Mass and rotor inertia act together: b1 = link1.m + joint1.Ia.
    assert!((value(estimate, "b1") - 95.1).abs() < 0.5);
    assert!((value(estimate, "joint1.fv") - 203.0).abs() < 6.0);
    assert!((value(estimate, "joint1.fc") - 20.4).abs() < 1.2);
}

#[test]
fn the_ur10e_is_predicted_from_its_currents() {
    let own = ["exc_12harm_30s", "exc_12harm_40s", "exc_8harm_20s"];
    let other = ["exc_14harm_50s_noload"];
    let Some(outcome) = identify("ur10e", &own, &other, Some(&UR10E), &[]) else { return };
    assert!(outcome.unseen < 5.1, "{}", outcome.unseen);
    assert_eq!(outcome.base, 40);
}

#[test]
fn the_panda_is_predicted_from_its_first_half() {
    let Some(outcome) = identify("panda", &["exciting_a"], &["exciting_b"], None, &[]) else {
        return;
    };
    assert!(outcome.unseen < 3.1, "{}", outcome.unseen);
    assert_eq!(outcome.base, 48);
}

#[test]
fn the_kr300_needs_physical_consistency_and_gets_it() {
    let Some(outcome) = identify("kr300", &["traj_A"], &["traj_B"], None, &[]) else { return };
    assert!(outcome.unseen < 18.5, "{}", outcome.unseen);
    assert_eq!(outcome.base, 40);
}

#[test]
fn the_xmate_is_predicted_on_another_speed() {
    let Some(outcome) = identify("xmate7p", &["traj1"], &["traj2"], None, &[]) else { return };
    assert!(outcome.unseen < 6.4, "{}", outcome.unseen);
    assert_eq!(outcome.base, 48);
}

#[test]
fn the_tx40s_wrist_is_coupled() {
    let coupling = ["joint5+joint6".parse().unwrap()];
    let Some(with) = identify("tx40", &["ident"], &[], None, &coupling) else { return };
    let without = identify("tx40", &["ident"], &[], None, &[]).unwrap();
    println!("tx40: {:.2} % with the coupling, {:.2} % without", with.unseen, without.unseen);
    // Nobody need say it: the coupling is found.
    assert!(with.unseen < 8.7 && without.unseen < 8.7, "{} {}", with.unseen, without.unseen);
}

#[test]
fn the_ur10_is_predicted_on_its_last_quarter() {
    let Some(outcome) = identify("ur10", &["exciting"], &[], None, &[]) else { return };
    assert!(outcome.unseen < 7.5, "{}", outcome.unseen);
}

/// The UR10e without and with the load of 2.805 kg, as recordings of currents
/// times gains.
fn ur10e_pair(gains: &[f64]) -> Option<(Robot, Vec<Recording>, Vec<Recording>, Choice)> {
    let folder = folder()?.join("ur10e");
    let robot = robot(&folder.join("ur10e.urdf"));
    let raw = |file: &str| {
        let log = log(&folder.join(format!("exc_14harm_50s_{file}.csv")), &robot);
        [RawRecording::of(&log, file, 6, Some(gains)).unwrap()]
    };
    let (own, loaded) = (raw("noload"), raw("load"));
    let base = base_parameters(&robot).unwrap();
    let decided = Decided::default();
    let (choice, _) = choose(&robot, &base, &[], &own, decided, &Progress::none()).unwrap();
    let of = |raw: &[RawRecording]| choice.motion.apply(raw).unwrap();
    let (own, loaded) = (of(&own), of(&loaded));
    Some((robot.clone(), own, loaded, choice))
}

#[test]
fn the_ur10e_weighs_its_load_within_one_and_a_half_percent_and_its_interval() {
    let Some(folder) = folder().map(|f| f.join("ur10e")) else { return };
    let robot = robot(&folder.join("ur10e.urdf"));
    let file = |name: &str| folder.join(format!("exc_14harm_50s_{name}.csv"));
    let asked = Identification::new(&robot).gains(Gains::Joints(UR10E.map(Some).to_vec()));
    let asked = asked.log(file("noload")).unwrap().payload(file("load")).unwrap().bootstrap(0);
    let found = asked.run().unwrap();
    let load = found.report().payload.as_ref().expect("a payload");
    let (mass, interval) = (load.mass, [load.mass_lower, load.mass_upper]);
    println!("ur10e: the load weighs {mass:.3} kg, {interval:.3?}");
    assert!((mass / 2.805 - 1.0).abs() < 0.015, "{mass}");
    assert!(interval[0] <= 2.805 && 2.805 <= interval[1], "{interval:?}");
}

#[test]
fn the_ur10es_gains_follow_from_its_load_within_their_error_bars() {
    let Some((robot, own, loaded, _)) = ur10e_pair(&[1.0; 6]) else { return };
    let model = Model::new(&robot, FrictionModel::standard(), &[]).unwrap();
    let link = holding_link(&robot, None).unwrap();
    let load = KnownLoad { mass: Some(2.805), centre: None };
    let found = drive_gains(&model, &own, &loaded, link, &load, &[None; 6], 0).unwrap();
    for (gain, truth) in found.gains.iter().zip(UR10E) {
        println!("ur10e: {} {:.2} ± {:.2}, card {truth}", gain.joint, gain.value, gain.deviation);
        assert!((gain.value - truth).abs() < 4.0 * gain.deviation, "{gain:?} {truth}");
        assert!((gain.value / truth - 1.0).abs() < 0.12, "{gain:?} {truth}");
    }
}
