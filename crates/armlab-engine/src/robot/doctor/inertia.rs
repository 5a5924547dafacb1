//! Inertia tensors that no distribution of mass can have.
//!
//! With the principal moments `λ₁ ≤ λ₂ ≤ λ₃` about the centre of mass, a body
//! exists exactly when `λ₃ ≤ λ₁ + λ₂`, that is when the second moments
//! `Σ = ½ tr(I)·1 − I`, and with them the pseudo-inertia, are positive
//! semidefinite. The nearest body that exists has the same axes and the
//! negative second moments set to zero.

use super::eigen::eigen;
use super::words::{number, tensor};
use super::{Case, Finding, Severity};
use crate::spatial::{Inertia, Moments, Sym3};

/// Relative excess over the triangle inequality that rounding a file's numbers
/// to six digits explains.
const ROUNDING: f64 = 1e-6;
/// Up to this excess the numbers are sloppy; beyond, they are wrong.
const SLOPPY: f64 = 1e-2;

pub(super) fn check(case: &Case, findings: &mut Vec<Finding>) {
    for (link, body) in case.bodies() {
        if let Some(inertia) = body.inertia.filter(|b| *b != Inertia::zero()) {
            findings.extend(judge(case, link, &inertia));
        }
    }
}

fn judge(case: &Case, link: Option<usize>, inertia: &Inertia<f64>) -> Option<Finding> {
    let about_center = inertia.tensor_at_center();
    let ([l1, l2, l3], _) = eigen(&about_center);
    // What subtracting the parallel-axis part leaves of rounding.
    let noise = 1e-13 * inertia.tensor.to_array().iter().map(|x| x.abs()).sum::<f64>();
    let largest = l3.abs().max(l1.abs());
    let finding = |severity, code, message, why: &str, fix| {
        let (subject, why) = (case.body(link).name.clone(), why.into());
        Some(Finding { severity, subject, code, message, why, fix })
    };
    if largest <= noise {
        // A point mass. Quite usual for a sliding link, less so for one that turns.
        let i = link.filter(|i| case.moves(*i) && inertia.mass > 0.0)?;
        let turns = case.robot.joints()[i].kind.turns();
        return finding(
            if turns { Severity::Warning } else { Severity::Info },
            "inertia-zero",
            format!("{} kg, but no inertia about its centre of mass", number(inertia.mass)),
            "a point mass has no rotational inertia; a real link has",
            point_mass_fix(case, i, inertia.mass),
        );
    }
    let tolerance = noise.max(ROUNDING * largest);
    // Rounding errors of zero would only puzzle the reader.
    let [s1, s2, s3] = [l1, l2, l3].map(|l| number(if l.abs() <= tolerance { 0.0 } else { l }));
    if l1 < -tolerance {
        if let Some(meant) = stated_about_center(inertia) {
            return finding(
                case.impossible(link),
                "inertia-wrong-point",
                format!(
                    "inertia about the centre of mass has principal moments {s1}, {s2}, {s3} kg m²"
                ),
                "a negative moment of inertia would give negative kinetic energy; about the \
                 frame's origin the inertia would be a body's, so the two points may have been \
                 confused",
                format!("{meant}; otherwise {}", nearest(&about_center)),
            );
        }
        return finding(
            case.impossible(link),
            "inertia-not-positive",
            format!("inertia has principal moments {s1}, {s2}, {s3} kg m²: not positive definite"),
            "a negative moment of inertia would give negative kinetic energy",
            nearest(&about_center),
        );
    }
    let excess = l3 - l1 - l2;
    if excess > tolerance {
        let sloppy = excess <= SLOPPY * l3;
        return finding(
            if sloppy { Severity::Warning } else { case.impossible(link) },
            "inertia-triangle",
            format!(
                "principal moments {s1}, {s2}, {s3} kg m² break the triangle inequality: \
                 {s3} > {s1} + {s2}"
            ),
            "the largest moment of a body is at most the sum of the other two: both count the \
             same mass, at distances that add up",
            nearest(&about_center),
        );
    }
    None
}

/// If the tensor would be a body's when read about the centre of mass: what the
/// description should then state about the origin.
fn stated_about_center(inertia: &Inertia<f64>) -> Option<String> {
    let center = inertia.center().filter(|c| inertia.mass > 0.0 && c.norm() > 0.0)?;
    let ([l1, l2, l3], _) = eigen(&inertia.tensor);
    if l1 <= 0.0 || l3 - l1 - l2 > ROUNDING * l3 {
        return None;
    }
    let meant = Inertia::from_center(inertia.mass, center, inertia.tensor);
    Some(format!(
        "if {} kg m² was meant about the centre of mass, about the frame's origin it is {} kg m²",
        tensor(&inertia.tensor),
        tensor(&meant.tensor)
    ))
}

/// The nearest tensor that a body can have, in words.
fn nearest(about_center: &Sym3<f64>) -> String {
    match nearest_valid(about_center) {
        Some(valid) => {
            format!("the nearest inertia a body can have is {} kg m²", tensor(&valid))
        }
        None => "positive moments of inertia, none larger than the sum of the other two".into(),
    }
}

/// The inertia about the centre of mass that is nearest to an impossible one and that a body
/// can have: negative second moments are set to zero; `None` if that leaves nothing.
pub fn nearest_valid(about_center: &Sym3<f64>) -> Option<Sym3<f64>> {
    let body = Inertia { tensor: *about_center, ..Inertia::zero() };
    let ([a, b, c], axes) = eigen(&body.to_moments().second);
    let kept = Sym3 { xx: a.max(0.0), yy: b.max(0.0), zz: c.max(0.0), ..Sym3::zero() };
    if kept == Sym3::zero() {
        return None;
    }
    let moments = Moments { second: axes.congruence(&kept), ..Moments::default() };
    Some(moments.to_inertia().tensor)
}

fn point_mass_fix(case: &Case, i: usize, mass: f64) -> String {
    // A solid ball of water's density is a fair first guess for a link.
    let radius = (mass / 1000.0 / (4.0 / 3.0 * std::f64::consts::PI)).cbrt();
    let radius = radius.min(case.sizes.links[i].radius);
    let moment = number(0.4 * mass * radius * radius);
    format!(
        "as a first estimate, a sphere of the same mass: xx {moment}, yy {moment}, zz {moment} kg m²"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_valid_inertia_obeys_the_triangle_inequality() {
        let impossible = [
            [0.01, 0.0, 0.02, 0.0, 0.0, 0.05],
            [-0.01, 0.003, 0.02, 0.001, 0.0, 0.05],
            [0.01, 0.03, 0.02, 0.0, 0.01, 0.02],
        ];
        for t in impossible.map(Sym3::from) {
            let ([l1, l2, l3], _) = eigen(&nearest_valid(&t).unwrap());
            assert!(l1 >= -1e-17 && l3 <= l1 + l2 + 1e-16, "{l1} {l2} {l3}");
        }
    }

    #[test]
    fn a_valid_inertia_is_its_own_nearest() {
        let t = Sym3 { xx: 0.04, xy: 0.002, yy: 0.05, xz: -0.003, yz: 0.001, zz: 0.03 };
        let near = nearest_valid(&t).unwrap();
        for (x, y) in near.to_array().iter().zip(t.to_array()) {
            assert!((x - y).abs() < 1e-16, "{x} {y}");
        }
    }
}
