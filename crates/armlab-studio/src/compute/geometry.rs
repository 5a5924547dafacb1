//! What is drawn of a robot: stated shapes where there are some, otherwise rods between joints;
//! joints, centres of mass, and ellipsoids of inertia.
//!
//! The ellipsoid of a link is solid and even, with the link's mass and principal moments:
//! `I_x = m (b² + c²)/5`, so `a² = 5/(2m) (I_y + I_z − I_x)`.

use super::poses;
use super::shapes::shapes;
use crate::contract::{Ellipsoid, Geometry, LinkGeometry, Shape};
use crate::failure::Answer;
use crate::model::pose;
use armlab::robot::{Capsule, Link, Robot};
use armlab::spatial::principal_axes;
use armlab::spatial::{Inertia, Mat3, Transform, Vec3, vec3};
use std::collections::HashSet;

/// Radius of made-up rods, as a part of the robot's size.
const ROD: f64 = 0.012;

/// Everything that is drawn. `urdf` is the file with shapes, `there` the meshes that are there.
pub fn geometry(
    robot: &Robot,
    revision: u32,
    urdf: Option<&str>,
    there: &HashSet<String>,
    url: impl Fn(&str) -> String,
) -> Answer<Geometry> {
    let home = poses::home(robot).unwrap_or_default();
    let reach = reach(robot, home.links.first());
    let mut links: Vec<LinkGeometry> = robot.links().iter().map(body).collect();
    let mut base = body(robot.base());
    let mut missing = Vec::new();
    for (link, shape) in urdf.map(|u| shapes(u, robot, there, url)).unwrap_or_default() {
        if let (Some(mesh), None) = (&shape.mesh, &shape.url)
            && !missing.contains(mesh)
        {
            missing.push(mesh.clone());
        }
        match link.and_then(|l| links.get_mut(l)) {
            Some(geometry) => geometry.shapes.push(shape),
            None => base.shapes.push(shape),
        }
    }
    for (i, link) in robot.links().iter().enumerate() {
        let capsules = link.capsules.iter().map(capsule);
        if links[i].shapes.is_empty() {
            links[i].shapes.extend(capsules);
        }
        // A mesh that is missing draws nothing, so a rod stands for it.
        let drawn = |s: &Shape| s.kind != "mesh" || s.url.is_some();
        let loaded = |s: &Shape| s.kind != "mesh";
        if !links[i].shapes.iter().any(loaded) {
            let waiting = links[i].shapes.iter().any(drawn);
            let mut rods = rods(robot, Some(i), reach);
            if waiting {
                rods.iter_mut().for_each(|rod| rod.part = "stand-in".into());
            }
            links[i].shapes.extend(rods);
        }
        links[i].shapes.extend(joint(robot, i, reach));
    }
    if base.shapes.is_empty() {
        base.shapes.extend(rods(robot, None, reach));
    }
    Ok(Geometry { revision, links, base, missing, reach, home })
}

/// How far things are from the base at most.
fn reach(robot: &Robot, home: Option<&Vec<f64>>) -> f64 {
    let placed = home.map_or(0.0, |links| {
        links.chunks_exact(7).map(|p| vec3(p[0], p[1], p[2]).norm()).fold(0.0, f64::max)
    });
    let tool = robot.tool().pose.translation.norm();
    let strokes: f64 = robot
        .joints()
        .iter()
        .filter(|j| !j.kind.turns() && j.limits.upper.is_finite())
        .map(|j| j.limits.upper.abs())
        .fold(0.0, f64::max);
    (placed + tool).max(strokes).max(0.05)
}

fn body(link: &Link) -> LinkGeometry {
    let inertia = link.inertia.filter(|i| i.mass > 0.0);
    LinkGeometry {
        link: link.name.clone(),
        shapes: Vec::new(),
        centre: inertia.and_then(|i| i.center()).map(Vec3::to_array),
        ellipsoid: inertia.and_then(|i| ellipsoid(&i)),
    }
}

fn ellipsoid(inertia: &Inertia<f64>) -> Option<Ellipsoid> {
    let ([x, y, z], axes) = principal_axes(&inertia.tensor_at_center());
    let squares = [y + z - x, x + z - y, x + y - z].map(|s| 2.5 * s / inertia.mass);
    let largest = squares.iter().fold(0.0_f64, |a, b| a.max(*b));
    // Rounding may leave a flat body slightly below zero.
    if !(largest > 0.0 && squares.iter().all(|s| *s >= -1e-9 * largest)) {
        return None;
    }
    let place = Transform { rotation: axes, translation: inertia.center()? };
    Some(Ellipsoid { pose: pose(&place), half_axes: squares.map(|s| s.max(0.0).sqrt()) })
}

/// A rod along z, turned so that it goes from one point to another.
fn rod(kind: &str, from: Vec3<f64>, to: Vec3<f64>, radius: f64, part: &str) -> Option<Shape> {
    let along = to - from;
    let length = along.norm();
    if !(length > 1e-9) {
        return None;
    }
    let rotation = z_to(along.scale(1.0 / length));
    let place = Transform { rotation, translation: (from + to).scale(0.5) };
    Some(made(kind, &place, vec![radius, length], part))
}

fn made(kind: &str, place: &Transform<f64>, size: Vec<f64>, part: &str) -> Shape {
    let (kind, part) = (kind.into(), part.into());
    Shape {
        kind,
        pose: pose(place),
        size,
        stated: false,
        part,
        colour: None,
        mesh: None,
        url: None,
    }
}

/// A rotation that brings z to a unit vector.
fn z_to(axis: Vec3<f64>) -> Mat3<f64> {
    let z = vec3(0.0, 0.0, 1.0);
    let (cross, dot) = (z.cross(axis), z.dot(axis));
    match cross.norm() {
        sine if sine > 1e-12 => Mat3::rotation(cross.scale(1.0 / sine), sine.atan2(dot)),
        _ if dot > 0.0 => Mat3::identity(),
        _ => Mat3::rotation(vec3(1.0, 0.0, 0.0), std::f64::consts::PI),
    }
}

fn capsule(c: &Capsule) -> Shape {
    let shape = rod("capsule", c.from, c.to, c.radius, "body");
    let ball = || {
        let place = Transform { rotation: Mat3::identity(), translation: c.from };
        made("sphere", &place, vec![c.radius], "body")
    };
    Shape { stated: true, ..shape.unwrap_or_else(ball) }
}

/// Rods from a link's frame to everything that is fixed to it.
fn rods(robot: &Robot, link: Option<usize>, reach: f64) -> Vec<Shape> {
    let origin = vec3(0.0, 0.0, 0.0);
    let joints =
        robot.joints().iter().filter(|j| j.parent == link).map(|j| (j.origin.translation, "body"));
    let ends = robot.loops().iter().flat_map(|l| [&l.first, &l.second]);
    let ends = ends.filter(|f| f.link == link).map(|f| (f.pose.translation, "body"));
    let tool = Some(robot.tool()).filter(|t| t.link == link).map(|t| (t.pose.translation, "tool"));
    let points = joints.chain(ends).chain(tool);
    points.filter_map(|(to, part)| rod("cylinder", origin, to, ROD * reach, part)).collect()
}

/// A short cylinder about the axis of a joint that turns, a box on one that slides.
fn joint(robot: &Robot, index: usize, reach: f64) -> Option<Shape> {
    let joint = robot.joints().get(index).filter(|j| j.kind.moves())?;
    let place = Transform { rotation: z_to(joint.axis), translation: vec3(0.0, 0.0, 0.0) };
    let size = 2.0 * ROD * reach;
    Some(if joint.kind.turns() {
        made("cylinder", &place, vec![size, 2.2 * size], "joint")
    } else {
        made("box", &place, vec![1.8 * size, 1.8 * size, 2.6 * size], "joint")
    })
}
