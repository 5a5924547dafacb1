//! Volumes and inertias of simple solids, and of their skins.

use crate::robot::Shape;
use crate::spatial::{Sym3, Vec3};
use std::f64::consts::PI;

/// Size and inertia of a body of mass one.
#[derive(Clone, Copy, Debug)]
pub(super) struct UnitBody {
    /// Volume, m³; area, m², of a skin.
    pub size: f64,
    /// Centre of mass.
    pub center: Vec3<f64>,
    /// About the centre of mass, per kg.
    pub tensor: Sym3<f64>,
}

/// Volume and inertia of a solid, or area and inertia of its skin; none for a mesh.
pub(super) fn unit_body(solid: &Shape, skin: bool) -> Option<UnitBody> {
    let (size, moments) = if skin { of_skin(solid)? } else { of_solid(solid)? };
    let [xx, yy, zz] = moments;
    let tensor = Sym3 { xx, yy, zz, ..Sym3::zero() };
    Some(UnitBody { size, center: Vec3::zero(), tensor })
}

fn of_solid(solid: &Shape) -> Option<(f64, [f64; 3])> {
    Some(match *solid {
        Shape::Sphere { radius: r } => (4.0 / 3.0 * PI * r * r * r, [0.4 * r * r; 3]),
        Shape::Capsule { radius: r, length: h } => {
            let volume = PI * r * r * h + 4.0 / 3.0 * PI * r * r * r;
            // Shares of the two ends and of the cylinder between them.
            let ends = 4.0 * r / (4.0 * r + 3.0 * h);
            let middle = 1.0 - ends;
            let across = middle * (3.0 * r * r + h * h) / 12.0
                + ends * (0.4 * r * r + h * (3.0 * r + 2.0 * h) / 8.0);
            let along = middle * r * r / 2.0 + ends * 0.4 * r * r;
            (volume, [across, across, along])
        }
        Shape::Cylinder { radius: r, length: h } => {
            let across = (3.0 * r * r + h * h) / 12.0;
            (PI * r * r * h, [across, across, r * r / 2.0])
        }
        Shape::Ellipsoid { radii } => {
            let [a, b, c] = radii.to_array();
            let (a2, b2, c2) = (a * a, b * b, c * c);
            (4.0 / 3.0 * PI * a * b * c, [(b2 + c2) / 5.0, (a2 + c2) / 5.0, (a2 + b2) / 5.0])
        }
        Shape::Box { size } => {
            let [a, b, c] = size.to_array();
            let (a2, b2, c2) = (a * a, b * b, c * c);
            (a * b * c, [(b2 + c2) / 12.0, (a2 + c2) / 12.0, (a2 + b2) / 12.0])
        }
        Shape::Mesh { .. } => return None,
    })
}

fn of_skin(solid: &Shape) -> Option<(f64, [f64; 3])> {
    Some(match *solid {
        Shape::Sphere { radius: r } => (4.0 * PI * r * r, [2.0 / 3.0 * r * r; 3]),
        Shape::Capsule { radius: r, length: h } => {
            let (ends, side) = (4.0 * PI * r * r, 2.0 * PI * r * h);
            let area = ends + side;
            // Half a skin of a sphere has its centre of mass half a radius from its edge.
            let end = 2.0 / 3.0 * r * r - r * r / 4.0 + (h / 2.0 + r / 2.0).powi(2);
            let middle = r * r / 2.0 + h * h / 12.0;
            let across = (ends * end + side * middle) / area;
            let along = (ends * 2.0 / 3.0 * r * r + side * r * r) / area;
            (area, [across, across, along])
        }
        Shape::Cylinder { radius: r, length: h } => {
            let (lids, side) = (2.0 * PI * r * r, 2.0 * PI * r * h);
            let area = lids + side;
            let lid = r * r / 4.0 + h * h / 4.0;
            let middle = r * r / 2.0 + h * h / 12.0;
            let across = (lids * lid + side * middle) / area;
            let along = (lids * r * r / 2.0 + side * r * r) / area;
            (area, [across, across, along])
        }
        // A thin layer between two ellipsoids.
        Shape::Ellipsoid { radii } => {
            const THIN: f64 = 1e-6;
            let outer = Shape::Ellipsoid { radii: Vec3::from(radii.to_array().map(|r| r + THIN)) };
            let (inside, inner) = of_solid(solid)?;
            let (outside, moments) = of_solid(&outer)?;
            let layer = outside - inside;
            let moment = |i: usize| (moments[i] * outside - inner[i] * inside) / layer;
            (layer / THIN, [moment(0), moment(1), moment(2)])
        }
        Shape::Box { size } => {
            let [a, b, c] = size.to_array();
            // Pairs of faces across x, y and z.
            let faces = [(b * c, [a, b, c]), (a * c, [b, a, c]), (a * b, [c, a, b])];
            let area = 2.0 * (a * b + a * c + b * c);
            let mut second = [0.0; 3];
            for (i, (face, [apart, first, other])) in faces.into_iter().enumerate() {
                let mut add = |axis: usize, square: f64| second[axis] += 2.0 * face * square;
                let rest: Vec<usize> = (0..3).filter(|&k| k != i).collect();
                add(i, apart * apart / 4.0);
                add(rest[0], first * first / 12.0);
                add(rest[1], other * other / 12.0);
            }
            let [x, y, z] = second.map(|s| s / area);
            (area, [y + z, x + z, x + y])
        }
        Shape::Mesh { .. } => return None,
    })
}
