//! Boxes, cylinders and ellipsoids as meshes. Round ones are polyhedra around
//! the shape, a percent or two larger, so that what holds the mesh holds the
//! shape.

use super::{Mesh, hull::ConvexHull};
use crate::spatial::{Vec3, vec3};
use std::f64::consts::PI;

/// Sides of a round shape.
const SIDES: usize = 24;

/// A box with these sides about the origin.
pub fn box_mesh(size: Vec3<f64>) -> Mesh {
    let half = size.scale(0.5);
    let corner = |k: usize| {
        let side = |bit: usize, h: f64| if k >> bit & 1 == 1 { h.abs() } else { -h.abs() };
        vec3(side(0, half.x), side(1, half.y), side(2, half.z))
    };
    // Corners 0–3 below, 4–7 above, x first.
    let squares: [[u32; 4]; 6] =
        [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];
    let triangles = squares.iter().flat_map(|&[a, b, c, d]| [[a, b, c], [a, c, d]]).collect();
    Mesh { vertices: (0..8).map(corner).collect(), triangles }
}

/// A prism around a cylinder about z.
pub fn cylinder_mesh(radius: f64, length: f64) -> Mesh {
    let n = SIDES as u32;
    let outer = radius.abs() / (PI / SIDES as f64).cos();
    let ring = |z: f64| {
        (0..SIDES).map(move |k| {
            let (s, c) = (2.0 * PI * k as f64 / SIDES as f64).sin_cos();
            vec3(outer * c, outer * s, z)
        })
    };
    let half = 0.5 * length.abs();
    let vertices = ring(-half).chain(ring(half)).collect();
    let mut triangles = Vec::new();
    for k in 0..n {
        let next = (k + 1) % n;
        triangles.extend([[k, next, n + next], [k, n + next, n + k]]);
    }
    for k in 1..n - 1 {
        triangles.extend([[0, k + 1, k], [n, n + k, n + k + 1]]);
    }
    Mesh { vertices, triangles }
}

/// A polyhedron around an ellipsoid; empty where a half axis is zero.
pub fn ellipsoid_mesh(radii: Vec3<f64>) -> Mesh {
    // Points on a ball, enlarged until the faces between them are outside it.
    let rings = SIDES / 2;
    let mut points = vec![vec3(0.0, 0.0, 1.0), vec3(0.0, 0.0, -1.0)];
    for i in 1..rings {
        let (across, z) = (PI * i as f64 / rings as f64).sin_cos();
        for k in 0..SIDES {
            let (s, c) = (2.0 * PI * k as f64 / SIDES as f64).sin_cos();
            points.push(vec3(across * c, across * s, z));
        }
    }
    let Some(ball) = ConvexHull::new(&points) else { return Mesh::default() };
    let outer = ball.inner_radius().recip();
    ball.mesh().clone().scaled(vec3(radii.x.abs(), radii.y.abs(), radii.z.abs()).scale(outer))
}
