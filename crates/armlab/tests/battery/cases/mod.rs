//! The table: simulated robots.

mod faults;
mod refusals;

use super::Case;
use super::arm::{Arm, Making, USUAL, good, of};
use armlab::diagnosis::FaultKind;
use armlab::robot::Robot;

fn refused(name: &'static str, kind: &'static str, arm: Arm, cause: &'static str) -> Case {
    let (refused, verdict) = (Some(cause), "refused");
    let (diagnosis, joints, other, validated) = (Vec::new(), None, None, verdict);
    Case { name, kind, arm, refused, diagnosis, joints, other, verdict, validated }
}

fn faulty(
    name: &'static str,
    kind: &'static str,
    arm: Arm,
    diagnosis: &[FaultKind],
    joints: &[usize],
) -> Case {
    let (diagnosis, joints) = (diagnosis.to_vec(), Some(joints.to_vec()));
    let masses = arm.robot.links().iter().any(|l| l.inertia.is_some_and(|i| i.mass > 0.0));
    let (verdict, validated) = ("fail", if masses { "fail" } else { "none" });
    Case { name, kind, arm, refused: None, diagnosis, joints, other: None, verdict, validated }
}

fn fine(name: &'static str, kind: &'static str, arm: Arm) -> Case {
    let (diagnosis, joints, verdict, validated) = (Vec::new(), None, "pass", "limited");
    Case { name, kind, arm, refused: None, diagnosis, joints, other: None, verdict, validated }
}

/// A log that is refused, and whose fault is named when it is diagnosed all the same.
fn named(case: Case, diagnosis: &[FaultKind], joints: &[usize]) -> Case {
    Case { diagnosis: diagnosis.to_vec(), joints: Some(joints.to_vec()), ..case }
}

/// A log that an identification can use, though the description is wrong.
fn identifiable(case: Case) -> Case {
    Case { verdict: "pass", ..case }
}

/// Faults that an identification removes itself, or that are what it is for: a delay, a
/// payload that becomes part of the last link. Name, verdict of the identification, verdict of a validation.
const TAKEN_UP: &[(&str, &str, &str)] = &[
    // The delay is found and taken into account.
    ("ur5 efforts 60 ms late", "pass", "limited"),
    ("panda efforts 100 ms late", "limited", "limited"),
    ("ur5 carries 3 kg", "pass", "fail"),
    // The coupling is found and modelled.
    ("ur5 wrist motors coupled", "pass", "fail"),
    ("panda carries 2 kg", "pass", "fail"),
];

/// A case with the verdicts that are right for it.
fn judged_rightly(case: Case) -> Case {
    match TAKEN_UP.iter().find(|(name, ..)| *name == case.name) {
        Some((_, verdict, validated)) => Case { verdict, validated, ..case },
        None => case,
    }
}

fn builtin(name: &str) -> Robot {
    Robot::builtin(name).unwrap()
}

/// Every case.
pub fn all() -> Vec<Case> {
    [
        good_logs(),
        refusals::units(),
        refusals::clocks(),
        refusals::channels(),
        refusals::lengths(),
        refusals::gravity_signs(),
        faults::signs(),
        faults::zeros(),
        faults::mountings(),
        faults::gains(),
        faults::columns(),
        faults::bodies(),
        judged(),
        refusals::jumps(),
    ]
    .into_iter()
    .flatten()
    .map(judged_rightly)
    .collect()
}

/// All lengths of a robot times a factor, masses times its cube.
fn scaled(name: &str, factor: f64) -> Robot {
    let robot = builtin(name);
    let text = armlab::robot::describe::write_urdf(&robot);
    let scale = |text: &str, attribute: &str, by: f64| {
        let mut parts = text.split(attribute);
        let mut out = parts.next().unwrap().to_string();
        for part in parts {
            let (numbers, rest) = part.split_once('"').unwrap();
            let number = |x: &str| (x.parse::<f64>().unwrap() * by).to_string();
            let scaled: Vec<String> = numbers.split_whitespace().map(number).collect();
            out = out + attribute + &scaled.join(" ") + "\"" + rest;
        }
        out
    };
    // Axes are directions and not scaled.
    let text = text.replace("<axis xyz=\"", "<axis XYZ=\"");
    let mut text = scale(&text, "xyz=\"", factor).replace("<axis XYZ=\"", "<axis xyz=\"");
    text = scale(&text, "<mass value=\"", factor.powi(3));
    for entry in ["ixx", "ixy", "ixz", "iyy", "iyz", "izz"] {
        text = scale(&text, &format!("{entry}=\""), factor.powi(5));
    }
    text = scale(&text, "effort=\"", factor.powi(4));
    Robot::from_urdf_str(&text).unwrap()
}

fn good_logs() -> Vec<Case> {
    let made = |robot: &'static str, making: Making| of(&builtin(robot), making);
    vec![
        fine("ur5 as it is", "good", good("ur5")),
        fine("panda as it is", "good", good("panda")),
        fine("scara as it is", "good", good("scara")),
        fine("cylindrical as it is", "good", good("cylindrical")),
        fine("ur5 without velocities", "good", good("ur5").without_velocities()),
        fine(
            "slow ur5",
            "good",
            made("ur5", Making { speed: 0.3, seconds: 40.0, rate: 50.0, ..USUAL }),
        ),
        fine("fast ur5", "good", made("ur5", Making { speed: 1.4, ..USUAL })),
        fine("noisy scara", "good", made("scara", Making { noise: 0.04, ..USUAL })),
        fine("scara without noise", "good", made("scara", Making { noise: 0.0, ..USUAL })),
        fine("tiny ur5", "good", of(&scaled("ur5", 0.15), USUAL)),
        fine("large ur5", "good", of(&scaled("ur5", 3.0), USUAL)),
        fine(
            "ur5 at 1 kHz for 5 s",
            "good",
            made("ur5", Making { rate: 1000.0, seconds: 5.0, ..USUAL }),
        ),
    ]
}

/// Nothing to refuse and no fault to name: matters of the verdict alone.
fn judged() -> Vec<Case> {
    let again = |seed: u64| of(&builtin("ur5"), Making { noise_seed: seed, ..USUAL });
    let elsewhere = of(&builtin("ur5"), Making { seed: 11, ..USUAL });
    let weak = of(&builtin("ur5"), Making { speed: 0.12, seconds: 30.0, rate: 50.0, ..USUAL });
    let wrist = good("ur5").change(|a| {
        for j in 3..6 {
            let (mut tau, size) = (a.tau[j].clone(), 1.0);
            let rows = tau.len();
            (0..rows).for_each(|i| tau[i] = size * (i as f64 * 12.9898 + j as f64).sin() * 1.5);
            a.tau[j] = tau;
        }
    });
    let other = |case: Case, arm: Arm, verdict| Case { other: Some(arm), verdict, ..case };
    vec![
        // The same log, or the same motion, proves nothing: said, and not counted.
        other(fine("ur5 validated on the same log", "same log", good("ur5")), good("ur5"), "pass"),
        other(fine("ur5 validated on the same motion", "same log", good("ur5")), again(3), "pass"),
        other(
            fine("ur5 validated on another motion", "good", good("ur5")),
            elsewhere.clone(),
            "pass",
        ),
        other(fine("ur5 hardly excited", "weak motion", weak.clone()), weak, "limited"),
        Case {
            verdict: "fail",
            validated: "fail",
            ..fine("ur5 wrist efforts are noise", "noise", wrist)
        },
    ]
}
