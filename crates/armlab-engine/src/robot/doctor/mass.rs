//! Masses: negative, absent, or nowhere a joint could feel them.

use super::words::number;
use super::{Case, Finding, Severity};
use crate::spatial::Inertia;

pub(super) fn check(case: &Case, findings: &mut Vec<Finding>) {
    if let Some(inertia) = case.robot.base().inertia.filter(|b| b.mass < 0.0) {
        let subject = case.robot.base().name.clone();
        findings.push(negative(case.impossible(None), subject, inertia.mass));
    }
    for (i, has_mass) in rigidly_has_mass(case).into_iter().enumerate() {
        own_mass(case, i, has_mass, findings);
    }
    // In a machine with loops the closures may hold what the tree alone would not.
    if case.robot.is_tree() {
        dead_joints(case, findings);
    }
}

fn own_mass(case: &Case, i: usize, has_mass: bool, findings: &mut Vec<Finding>) {
    let link = &case.robot.links()[i];
    let mut add = |severity, code, message: String, why: &str, fix: String| {
        let (subject, why) = (link.name.clone(), why.into());
        findings.push(Finding { severity, subject, code, message, why, fix });
    };
    match link.inertia {
        Some(inertia) if inertia.mass < 0.0 => {
            findings.push(negative(Severity::Error, link.name.clone(), inertia.mass));
        }
        Some(inertia) if inertia.mass == 0.0 && inertia.first.norm() > 0.0 => add(
            Severity::Error,
            "moment-without-mass",
            "mass is 0 kg, but its first moments are not zero".into(),
            "a body without mass has no centre of mass",
            "state the mass, or a centre of mass of 0 0 0".into(),
        ),
        Some(inertia) if inertia.mass == 0.0 && inertia != Inertia::zero() => add(
            Severity::Warning,
            "inertia-without-mass",
            "mass is 0 kg, but its moments of inertia are not zero".into(),
            "a body with rotational inertia has mass",
            "state the link's mass; as kg, a moment I and a radius of gyration k give m = I/k²"
                .into(),
        ),
        Some(inertia) if inertia.mass == 0.0 && case.moves(i) && !has_mass => add(
            Severity::Warning,
            "mass-zero",
            "moves, and is stated to have mass 0 kg".into(),
            "a real link has mass; without it no effort is needed to move it",
            "state its mass and inertia, or make its joint fixed if it is only a frame".into(),
        ),
        None if case.moves(i) && !has_mass => add(
            if joins(case, i) { Severity::Info } else { Severity::Warning },
            "inertial-missing",
            "moves, but states no mass or inertia".into(),
            "it is computed as massless, so efforts and accelerations lack its part",
            "add its mass, centre of mass and inertia (CAD gives all three)".into(),
        ),
        _ => {}
    }
}

fn negative(severity: Severity, subject: String, mass: f64) -> Finding {
    Finding {
        severity,
        subject,
        code: "mass-negative",
        message: format!("mass is {} kg", number(mass)),
        why: "no body has negative mass: it would accelerate against the force on it".into(),
        fix: format!("a positive mass, perhaps {} kg", number(-mass)),
    }
}

/// True for a link that only joins two joints in one place, as in a universal
/// joint: such links are often left without mass on purpose.
fn joins(case: &Case, i: usize) -> bool {
    let mut children = case.robot.joints().iter().filter(|j| j.parent == Some(i) && j.kind.moves());
    children.any(|joint| joint.origin.translation.norm() == 0.0)
}

/// For each link, whether it or anything fixed to it has mass.
fn rigidly_has_mass(case: &Case) -> Vec<bool> {
    let robot = case.robot;
    let mut has_mass: Vec<bool> =
        robot.links().iter().map(|l| l.inertia.is_some_and(|b| b.mass > 0.0)).collect();
    for (i, joint) in robot.joints().iter().enumerate().rev() {
        if let Some(p) = joint.parent.filter(|_| !joint.kind.moves()) {
            has_mass[p] |= has_mass[i];
        }
    }
    has_mass
}

/// Joints that meet no inertia at all at coordinate zero: forward dynamics has
/// no answer there.
fn dead_joints(case: &Case, findings: &mut Vec<Finding>) {
    let robot = case.robot;
    let mut beyond: Vec<Inertia<f64>> =
        robot.links().iter().map(|l| l.inertia.unwrap_or_default()).collect();
    for (i, joint) in robot.joints().iter().enumerate().rev() {
        let body = beyond[i];
        let (felt, scale, unit) = if joint.kind.turns() {
            let size: f64 = body.tensor.to_array().iter().map(|x| x.abs()).sum();
            (body.tensor.apply(joint.axis).dot(joint.axis), size, "kg m²")
        } else {
            (body.mass, body.mass.abs(), "kg")
        };
        let felt = felt + joint.rotor_inertia;
        if joint.kind.moves() && felt <= 1e-14 * scale {
            findings.push(Finding {
                severity: Severity::Error,
                subject: joint.name.clone(),
                code: "joint-moves-nothing",
                message: format!("the inertia about or along its axis is {} {unit}", number(felt)),
                why: "the smallest effort would accelerate it without bound: the mass matrix is \
                      singular, and forward dynamics and simulation have no answer"
                    .into(),
                fix: format!(
                    "give link `{}` or what it carries mass away from the axis, give the joint a \
                     rotor inertia, or make it fixed",
                    robot.links()[i].name
                ),
            });
        }
        if let Some(p) = joint.parent {
            let moved = body.to_parent(&joint.origin).to_array();
            let mut sum = beyond[p].to_array();
            sum.iter_mut().zip(moved).for_each(|(s, m)| *s += m);
            beyond[p] = Inertia::from_array(sum);
        }
    }
}
