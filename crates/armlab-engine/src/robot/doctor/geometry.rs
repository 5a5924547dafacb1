//! Mass farther from the link than the link reaches.
//!
//! For mass within a radius `R` of the link's origin, the centre of mass is
//! within `R` too, and no radius of gyration `k = √(I/m)` about the centre of
//! mass exceeds `R`.

use super::density::{DENSEST, ellipsoid_density};
use super::eigen::eigen;
use super::size::{Size, Source};
use super::words::{length, number, tensor, vector};
use super::{Case, Finding, Severity};
use crate::spatial::{Inertia, Sym3, Vec3};

/// How far beyond the robot's reach values are let pass.
const SLACK: f64 = 1.2;
/// How far beyond a link's shape: often only a part of it is drawn, without
/// drives and counterweights.
const SHAPE_SLACK: f64 = 2.0;
/// So many times the whole robot's reach is not a large value but a wrong one.
const IMPOSSIBLE: f64 = 3.0;

/// Units that inertias are often given in by mistake, and their size in kg m².
pub const UNITS: [(&str, f64); 4] =
    [("kg cm²", 1e-4), ("kg mm²", 1e-6), ("g cm²", 1e-7), ("g mm²", 1e-9)];

pub(super) fn check(case: &Case, findings: &mut Vec<Finding>) {
    let carried = case.carried();
    for (i, link) in case.robot.links().iter().enumerate().filter(|(i, _)| carried[*i]) {
        let Some(inertia) = link.inertia.filter(|b| b.mass > 0.0) else { continue };
        let size = case.sizes.links[i];
        findings.extend(center(case, i, &inertia, &size));
        findings.extend(radius(case, i, &inertia, &size));
    }
}

fn severity(case: &Case, value: f64, size: &Size) -> Option<Severity> {
    let slack = if size.source == Source::Shape { SHAPE_SLACK } else { SLACK };
    if value > IMPOSSIBLE * case.sizes.reach.max(size.radius) {
        Some(Severity::Error)
    } else {
        (value > slack * size.radius).then_some(Severity::Warning)
    }
}

fn center(case: &Case, i: usize, inertia: &Inertia<f64>, size: &Size) -> Option<Finding> {
    let center = inertia.center()?;
    let distance = center.norm();
    let severity = severity(case, distance, size)?;
    let bound = format!("a point within {} of the link's frame", length(size.radius));
    let fix = if distance / 1e3 <= size.radius && distance > 10.0 * size.radius {
        format!("read as millimetres it is {} m; in any case {bound}", vector(center.scale(1e-3)))
    } else {
        format!("{bound}; check that it is given in the link's frame, not the base's")
    };
    Some(Finding {
        severity,
        subject: case.link(i),
        code: "center-outside",
        message: format!(
            "centre of mass {} m is {} from the link's frame",
            vector(center),
            length(distance)
        ),
        why: format!("that is larger than {}, {}", size.words(), length(size.radius)),
        fix,
    })
}

fn radius(case: &Case, i: usize, inertia: &Inertia<f64>, size: &Size) -> Option<Finding> {
    let about_center = inertia.tensor_at_center();
    let ([_, _, largest], _) = eigen(&about_center);
    let k = (largest.max(0.0) / inertia.mass).sqrt();
    let severity = severity(case, k, size)?;
    let most = inertia.mass * size.radius * size.radius;
    let bound = format!("at most m R² = {} kg m² about any axis", number(most));
    let readings = [other_unit(inertia, k, size), about_origin(inertia, size)];
    let meant: Vec<String> = readings.into_iter().flatten().collect();
    let fix = if meant.is_empty() {
        bound
    } else {
        format!("{}; in any case {bound}", meant.join("; or "))
    };
    Some(Finding {
        severity,
        subject: case.link(i),
        code: "radius-of-gyration",
        message: format!(
            "inertia {} kg m² for {} kg: a radius of gyration of {}",
            tensor(&about_center),
            number(inertia.mass),
            length(k)
        ),
        why: format!(
            "no mass of the link is that far from it: larger than {}, {}",
            size.words(),
            length(size.radius)
        ),
        fix,
    })
}

/// The first unit in which the inertia would suit a link of this size and mass.
fn other_unit(inertia: &Inertia<f64>, k: f64, size: &Size) -> Option<String> {
    let about_center = inertia.tensor_at_center();
    let suits = |scale: f64| {
        let body = Inertia::from_center(inertia.mass, Vec3::zero(), about_center.scale(scale));
        k * scale.sqrt() <= size.radius && ellipsoid_density(&body).is_none_or(|d| d < DENSEST)
    };
    let (unit, scale) = UNITS.into_iter().find(|(_, scale)| suits(*scale))?;
    Some(format!(
        "read as {unit} it is {} kg m², a radius of gyration of {}",
        tensor(&about_center.scale(scale)),
        length(k * scale.sqrt())
    ))
}

/// If the numbers were meant about the frame's origin: what they are about the
/// centre of mass.
fn about_origin(inertia: &Inertia<f64>, size: &Size) -> Option<String> {
    let center = inertia.center()?;
    let shift = Sym3::outer(center).scale(inertia.mass).trace_minus();
    let meant = inertia.tensor_at_center() - shift;
    let ([l1, l2, l3], _) = eigen(&meant);
    let fits = l1 > 0.0 && l3 <= l1 + l2 && l3 <= inertia.mass * size.radius * size.radius;
    (fits && center.norm() > 0.0).then(|| {
        format!(
            "if it was meant about the link's frame, it is {} kg m² about the centre of mass",
            tensor(&meant)
        )
    })
}
