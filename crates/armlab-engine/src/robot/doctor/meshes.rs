//! Masses and inertias against the shapes that links are drawn with.
//!
//! Mass within the convex hull of a link's shapes has its centre there. Along a
//! direction in which the hull reaches from `a` to `b` and the centre of mass
//! stands at `c`, its second moment about the centre is at most
//! `m (b − c)(c − a)`: all of it at the two ends (Bhatia & Davis 2000). Against
//! these bounds a stated inertia is too large; too small it is only against
//! experience: real links have half to twice the inertia of their hull filled
//! evenly. Shapes often leave out a part of the link, so all of this is implausible
//! at most.

use super::eigen::eigen;
use super::geometry::UNITS;
use super::words::{length, number, tensor, vector};
use super::{Case, Finding, Severity};
use crate::mesh::ConvexHull;
use crate::robot::solids::{Solids, inertia_of};
use crate::spatial::{Inertia, Moments, Vec3};
use rayon::prelude::*;

/// Smaller shapes are markers, m.
const SMALLEST: f64 = 0.01;
/// What may be missing of a link's drawing at each end: part of its size, and m.
const MISSING: (f64, f64) = (0.02, 2e-3);
/// Part of an evenly filled hull's inertia below which one is too small.
const TOO_SMALL: f64 = 0.1;
/// Inertias that an evenly filled hull explains, as parts of its own.
const USUAL_PART: std::ops::Range<f64> = 0.2..3.0;
/// Least and largest density of a hull, kg/m³: foam, and solid steel.
const DENSITIES: std::ops::Range<f64> = 20.0..7_850.0;
/// So many times the reach of the robot no mesh is large, or small.
const OTHER_UNIT: f64 = 30.0;

/// What is wrong with a link, and why it may be so: findings of one cause are
/// told once.
struct Found {
    link: String,
    cause: Cause,
    finding: Finding,
}

#[derive(PartialEq)]
enum Cause {
    /// The inertia is in another unit.
    Unit(&'static str),
    /// The meshes are in another unit.
    MeshUnit(bool),
    /// These very numbers.
    Numbers([u64; 10]),
}

pub(super) fn check(case: &Case, findings: &mut Vec<Finding>) {
    let Some(solids) = case.solids else { return };
    let all: Vec<Option<usize>> =
        std::iter::once(None).chain((0..case.count()).map(Some)).collect();
    let hulls: Vec<(Option<usize>, Option<ConvexHull>)> =
        all.into_par_iter().map(|link| (link, solids.hull(link))).collect();
    let mut found: Vec<Found> = Vec::new();
    for (link, hull) in &hulls {
        let Some(hull) = hull.as_ref().filter(|h| h.mesh().size() > SMALLEST) else { continue };
        let body = case.body(*link);
        let look = Look { case, name: &body.name, hull, solids, link: *link };
        if let Some(unit) = look.other_unit() {
            found.push(unit);
            continue;
        }
        let Some(inertia) = body.inertia.filter(|b| b.mass > 0.0) else { continue };
        // What other checks have said of the same numbers is enough.
        let said = |codes: &[&str]| {
            findings.iter().any(|f| f.subject == body.name && codes.contains(&f.code))
        };
        let mass = ["density-impossible", "mass-too-large"];
        let tensor = [
            "radius-of-gyration",
            "inertia-zero",
            "inertia-not-positive",
            "inertia-triangle",
            "density-impossible",
        ];
        found.extend(look.density(&inertia).filter(|_| !said(&mass)));
        match look.centre(&inertia) {
            Some(outside) => found.extend((!said(&["center-outside"])).then_some(outside)),
            None => found.extend(look.moments(&inertia).filter(|_| !said(&tensor))),
        }
    }
    findings.extend(merged(found));
}

/// One finding for all links with the same cause.
fn merged(found: Vec<Found>) -> Vec<Finding> {
    let mut groups: Vec<(Found, Vec<String>)> = Vec::new();
    for one in found {
        let same = |(first, _): &&mut (Found, Vec<String>)| {
            first.finding.code == one.finding.code && first.cause == one.cause
        };
        match groups.iter_mut().find(same) {
            Some((_, others)) => others.push(format!("`{}`", one.link)),
            None => groups.push((one, Vec::new())),
        }
    }
    let told = |(Found { mut finding, .. }, others): (Found, Vec<String>)| {
        if !others.is_empty() {
            finding.message += &format!("; the same with {}", others.join(", "));
        }
        finding
    };
    groups.into_iter().map(told).collect()
}

/// One link and its hull.
struct Look<'a> {
    case: &'a Case<'a>,
    name: &'a str,
    hull: &'a ConvexHull,
    solids: &'a Solids,
    link: Option<usize>,
}

impl Look<'_> {
    fn found(
        &self,
        code: &'static str,
        cause: Cause,
        message: String,
        why: impl Into<String>,
        fix: String,
    ) -> Found {
        let (severity, subject, why) = (Severity::Warning, self.name.to_string(), why.into());
        let finding = Finding { severity, subject, code, message, why, fix };
        Found { link: self.name.into(), cause, finding }
    }

    /// What may be missing of the drawing, m.
    fn slack(&self) -> f64 {
        (MISSING.0 * self.hull.mesh().size()).max(MISSING.1)
    }

    /// A mesh a thousand times as large, or as small, as the robot.
    fn other_unit(&self) -> Option<Found> {
        let (size, reach) = (self.hull.mesh().size(), self.case.sizes.reach);
        let large = size > OTHER_UNIT * reach;
        if !large {
            return None;
        }
        Some(self.found(
            "mesh-unit",
            Cause::MeshUnit(large),
            format!("its mesh is {} in size", length(size)),
            format!("the whole robot reaches {}; meshes are in metres", length(reach)),
            format!(
                "if the mesh is in millimetres, scale=\"0.001 0.001 0.001\" makes it {}",
                length(1e-3 * size)
            ),
        ))
    }

    /// Mass for which the shape has hardly room, or far too much.
    fn density(&self, inertia: &Inertia<f64>) -> Option<Found> {
        let volume = self.hull.moments().mass;
        let density = inertia.mass / volume;
        if DENSITIES.contains(&density) {
            return None;
        }
        let usual = |density: f64| number(density * volume);
        let dense = density > DENSITIES.end;
        let grams = if DENSITIES.contains(&(density / 1e3)) {
            format!("read as grams the mass is {} kg; ", number(inertia.mass / 1e3))
        } else {
            String::new()
        };
        Some(self.found(
            "density-of-shape",
            Cause::Numbers(bits(inertia)),
            format!(
                "{} kg in a convex hull of {} litres: {} {} kg/m³",
                number(inertia.mass),
                number(1e3 * volume),
                if dense { "at least" } else { "about" },
                number(density)
            ),
            if dense {
                "that is denser than solid steel; the mass is too large, or the shape too small"
            } else {
                "that is lighter than foam; the mass is too small, or the shape too large"
            },
            format!(
                "{grams}links have mostly 300 to 3000 kg/m³ of their hull: {} to {} kg",
                usual(300.0),
                usual(3000.0)
            ),
        ))
    }

    /// A centre of mass outside the shape.
    fn centre(&self, inertia: &Inertia<f64>) -> Option<Found> {
        let centre = inertia.center()?;
        let outside = self.hull.outside(centre);
        if outside <= self.slack() {
            return None;
        }
        let own = self.filled()?;
        Some(self.found(
            "center-outside-shape",
            Cause::Numbers(bits(inertia)),
            format!(
                "centre of mass {} m is {} outside the convex hull of its shapes",
                vector(centre),
                length(outside)
            ),
            "mass within the hull has its centre there; the centre is given in another frame, or \
             the shape is drawn elsewhere",
            format!("filled evenly, the shape has its centre at {} m", vector(own.center()?)),
        ))
    }

    /// Moments larger than mass within the hull can have, or next to nothing.
    fn moments(&self, inertia: &Inertia<f64>) -> Option<Found> {
        let centre = inertia.center()?;
        let about = inertia.tensor_at_center();
        let body = Inertia { tensor: about, ..Inertia::zero() };
        let Moments { second, .. } = body.to_moments();
        let (second, axes) = eigen(&second);
        let worst = (0..3).map(|k| {
            let (least, most, at) = self.range(axes.c[k], centre);
            let room = (most - at).max(0.0) * (at - least).max(0.0);
            ((second[k] / inertia.mass).max(0.0).sqrt(), room.sqrt())
        });
        let (spread, room) = worst.max_by(|a, b| (a.0 / a.1).total_cmp(&(b.0 / b.1)))?;
        let even = self.filled()?;
        let even = even.tensor_at_center().scale(inertia.mass / even.mass);
        let part = eigen(&about).0[2] / eigen(&even).0[2];
        let filled = format!("filled evenly, the shape has {} kg m²", tensor(&even));
        if spread > room {
            let unit = UNITS.into_iter().find(|(_, scale)| USUAL_PART.contains(&(scale * part)));
            let (cause, reading) = match unit {
                None => (Cause::Numbers(bits(inertia)), String::new()),
                Some((unit, scale)) => {
                    let read = tensor(&about.scale(scale));
                    (Cause::Unit(unit), format!("read as {unit} it is {read} kg m²; "))
                }
            };
            return Some(self.found(
                "inertia-beyond-shape",
                cause,
                format!(
                    "inertia {} kg m² for {} kg is {} times that of its shape filled evenly",
                    tensor(&about),
                    number(inertia.mass),
                    number(part)
                ),
                format!(
                    "its mass would lie {} from the centre of mass in one direction, where the shape \
                     allows {} at most",
                    length(spread),
                    length(room)
                ),
                format!("{reading}{filled}"),
            ));
        }
        (part < TOO_SMALL).then(|| {
            self.found(
                "inertia-below-shape",
                Cause::Numbers(bits(inertia)),
                format!(
                    "inertia {} kg m² for {} kg is {} times that of its shape filled evenly",
                    tensor(&about),
                    number(inertia.mass),
                    number(part)
                ),
                "nearly all of its mass would lie in one point; links have half to twice the inertia \
                 of their shape",
                filled,
            )
        })
    }

    /// How far the hull and what may be missing of it reach along an axis, and
    /// where the centre stands.
    fn range(&self, axis: Vec3<f64>, centre: Vec3<f64>) -> (f64, f64, f64) {
        let (least, most) = self.hull.range(axis);
        (least - self.slack(), most + self.slack(), axis.dot(centre))
    }

    /// The shape filled evenly.
    fn filled(&self) -> Option<Inertia<f64>> {
        let body = self.solids.body(self.link).unwrap_or(*self.hull.moments());
        Some(inertia_of(&body, 1.0)).filter(|b| b.mass > 0.0)
    }
}

fn bits(inertia: &Inertia<f64>) -> [u64; 10] {
    inertia.to_array().map(|x| (x + 0.0).to_bits())
}
