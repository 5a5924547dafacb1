//! Mass squeezed into less room than any material allows.
//!
//! Among all bodies of one mass and one greatest density, the solid ellipsoid
//! has the smallest second moments. So the density of the ellipsoid with a
//! link's mass and inertia is the least density the link can be made of.

use super::eigen::eigen;
use super::size::Source;
use super::words::{length, number, tensor};
use super::{Case, Finding, Severity};
use crate::spatial::Inertia;
use std::f64::consts::PI;

/// Density of osmium, kg/m³: no material is denser.
pub const DENSEST: f64 = 22_590.0;
/// Density of steel, kg/m³.
const STEEL: f64 = 7_850.0;
/// Densities of links that exist: hollow castings to solid steel, kg/m³.
const USUAL: std::ops::Range<f64> = 20.0..STEEL;

pub(super) fn check(case: &Case, findings: &mut Vec<Finding>) {
    let carried = case.carried();
    for (i, link) in case.robot.links().iter().enumerate().filter(|(i, _)| carried[*i]) {
        let Some(inertia) = link.inertia.filter(|b| b.mass > 0.0) else { continue };
        let dense = by_inertia(case.link(i), &inertia);
        findings.extend(dense.or_else(|| by_shape(case, i, inertia.mass)));
    }
    let base = case.robot.base();
    let inertia = base.inertia.filter(|b| b.mass > 0.0);
    findings.extend(inertia.and_then(|inertia| by_inertia(base.name.clone(), &inertia)));
}

/// Density of the solid ellipsoid with this mass and inertia; `None` for rods,
/// plates and points, which are idealisations, and for impossible bodies.
pub fn ellipsoid_density(inertia: &Inertia<f64>) -> Option<f64> {
    let centered = Inertia { tensor: inertia.tensor_at_center(), ..Inertia::zero() };
    let (second, _) = eigen(&centered.to_moments().second);
    if second[0] <= 1e-6 * second[2] {
        return None;
    }
    let axes = second.map(|s| (5.0 * s / inertia.mass).sqrt());
    Some(inertia.mass / (4.0 / 3.0 * PI * axes[0] * axes[1] * axes[2]))
}

fn by_inertia(subject: String, inertia: &Inertia<f64>) -> Option<Finding> {
    let density = ellipsoid_density(inertia).filter(|d| *d > DENSEST)?;
    let about_center = inertia.tensor_at_center();
    // Second moments grow with the square of length, volume with its cube.
    let grown = about_center.scale((density / STEEL).powf(2.0 / 3.0));
    let of_steel = format!("solid steel of this mass has at least {} kg m²", tensor(&grown));
    let grams = inertia.mass / 1e3;
    let alone = ellipsoid_density(&Inertia::from_center(grams, inertia.center()?, about_center));
    let fix = if alone.is_some_and(|d| USUAL.contains(&d)) {
        format!("read as grams, the mass is {} kg; otherwise, {of_steel}", number(grams))
    } else if USUAL.contains(&(density / 1e3)) {
        format!(
            "read as grams and g m², the mass is {} kg and the inertia {} kg m²; otherwise, \
             {of_steel}",
            number(grams),
            tensor(&about_center.scale(1e-3))
        )
    } else {
        of_steel
    };
    Some(Finding {
        severity: Severity::Warning,
        subject,
        code: "density-impossible",
        message: format!(
            "{} kg with an inertia of only {} kg m²: at least {} kg/m³ dense",
            number(inertia.mass),
            tensor(&about_center),
            number(density)
        ),
        why: "no material is denser than 22590 kg/m³; the mass or the inertia is in another unit"
            .into(),
        fix,
    })
}

fn by_shape(case: &Case, i: usize, mass: f64) -> Option<Finding> {
    let size = case.sizes.links[i];
    let volume = 4.0 / 3.0 * PI * size.radius.powi(3);
    if size.source != Source::Shape || mass <= DENSEST * volume {
        return None;
    }
    let grams = if mass / 1e3 <= STEEL * volume {
        format!("read as grams it is {} kg; ", number(mass / 1e3))
    } else {
        String::new()
    };
    Some(Finding {
        severity: Severity::Warning,
        subject: case.link(i),
        code: "mass-too-large",
        message: format!(
            "{} kg within {} of its frame, the size of its stated shape",
            number(mass),
            length(size.radius)
        ),
        why: "a sphere of that size made of the densest metal has less mass".into(),
        fix: format!("{grams}solid steel would be {} kg at most", number(STEEL * volume)),
    })
}
