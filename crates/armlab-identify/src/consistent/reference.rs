//! Bodies that a description suggests: its own where they are physically consistent,
//! otherwise solid bars along the links.
//!
//! A bar reaches from a link's frame to each joint that the link carries, and has the
//! same thickness and density for all links. Its pseudo-inertia is that of a rod,
//! `m p pᵀ/3`, widened by `m r²/5` as a ball is.

use crate::physical::PSEUDO_INERTIA;
use armlab_engine::robot::Robot;
use armlab_engine::robot::doctor::{DENSEST, ellipsoid_density};
use armlab_engine::spatial::Inertia;

/// Radius of a link, relative to the robot's reach.
const SLENDERNESS: f64 = 0.05;
/// Reach of a robot whose description has no lengths, m.
const REACH: f64 = 1.0;
/// Mean density of a link with its drives, kg/m³.
const DENSITY: f64 = 1500.0;
/// The least and the largest radius, relative to the robot's reach.
const RADII: [f64; 2] = [0.02, 0.2];
/// Density of the ball that a link which is too dense must hold, relative to the densest
/// material's.
const BALL: f64 = 0.8;
/// A described body is thinner than this part of its size: an idealisation.
const FLAT: f64 = 1e-6;

/// Pseudo-inertias to compare with, and rotor inertias.
#[derive(Clone, Debug, PartialEq)]
pub struct Reference {
    /// Of every link, row after row.
    pub bodies: Vec<[f64; 16]>,
    /// Whether a body's mass is the description's.
    pub described: Vec<bool>,
    /// Radius of bodies that are not described, m.
    radius: f64,
}

impl Reference {
    /// The bodies that a robot's description suggests.
    pub fn new(robot: &Robot) -> Self {
        Self::with_radius(robot, usual_radius(robot))
    }

    fn with_radius(robot: &Robot, radius: f64) -> Self {
        let mut reference = Self { bodies: Vec::new(), described: Vec::new(), radius };
        for (link, body) in robot.links().iter().enumerate() {
            let own = body.inertia.filter(|b| b.mass > 0.0);
            let (pseudo, described) = match own.map(|b| (pseudo(&b.to_array()), b)) {
                Some((pseudo, _)) if is_body(&pseudo) => (pseudo, true),
                Some((_, described)) => (around(&described, &bar(robot, link, radius)), true),
                None => (bar(robot, link, radius), false),
            };
            reference.bodies.push(pseudo);
            reference.described.push(described);
        }
        reference
    }

    /// The same with bodies that are not described this many times as heavy: as dense,
    /// but thicker.
    pub fn scaled(&self, robot: &Robot, factor: f64) -> Self {
        let reach = usual_radius(robot) / SLENDERNESS;
        // The mass of a bar grows with the square of its radius, that of a ball with its cube.
        let radius = self.radius * factor.powf(0.4);
        Self::with_radius(robot, radius.clamp(RADII[0] * reach, RADII[1] * reach))
    }

    /// How many times as heavy as their references link parameters are, by the
    /// determinants of their pseudo-inertias; `None` where all of `links` are described.
    pub fn size_of(&self, link_values: &[f64], links: impl Iterator<Item = usize>) -> Option<f64> {
        let (mut sum, mut count) = (0.0, 0);
        for link in links.filter(|l| !self.described[*l]) {
            let found = log_determinant(&pseudo(&link_values[10 * link..10 * link + 10]));
            let own = log_determinant(&self.bodies[link]);
            if let (Some(found), Some(own)) = (found, own) {
                sum += 0.25 * (found - own);
                count += 1;
            }
        }
        (count > 0).then(|| (sum / f64::from(count)).exp())
    }

    /// Inertia that each moving joint carries at coordinate zero, kg m² about or kg
    /// along its axis.
    pub fn carried(&self, robot: &Robot) -> Vec<f64> {
        let links = robot.links().len();
        let mut beyond: Vec<Inertia<f64>> =
            (0..links).map(|l| Inertia::from_array(self.parameters(l))).collect();
        let mut carried = vec![0.0; links];
        for (i, joint) in robot.joints().iter().enumerate().rev() {
            let body = beyond[i];
            carried[i] = if joint.kind.turns() {
                body.tensor.apply(joint.axis).dot(joint.axis)
            } else {
                body.mass
            };
            if let Some(parent) = joint.parent {
                let moved = body.to_parent(&joint.origin).to_array();
                let mut sum = beyond[parent].to_array();
                sum.iter_mut().zip(moved).for_each(|(s, m)| *s += m);
                beyond[parent] = Inertia::from_array(sum);
            }
        }
        let joints = robot.joints().iter().zip(carried);
        joints.filter(|(j, _)| j.kind.moves()).map(|(_, c)| c).collect()
    }

    /// Squares of the least width of links that are denser than any material: the second moment
    /// by mass of the solid ball of the link's mass, m².
    pub fn too_dense(link_values: &[f64], links: impl Iterator<Item = usize>) -> Vec<(usize, f64)> {
        let width = |link: usize| {
            let values = <[f64; 10]>::try_from(&link_values[10 * link..10 * link + 10]).ok()?;
            let body = Inertia::from_array(values);
            ellipsoid_density(&body).filter(|d| *d > DENSEST)?;
            let volume = body.mass / (BALL * DENSEST);
            let radius = (0.75 * volume / std::f64::consts::PI).cbrt();
            Some((link, radius * radius / 5.0))
        };
        links.filter_map(width).collect()
    }

    /// The ten parameters of a body.
    pub fn parameters(&self, link: usize) -> [f64; 10] {
        let j = &self.bodies[link];
        let rows: [[f64; 4]; 4] = std::array::from_fn(|i| std::array::from_fn(|k| j[4 * i + k]));
        Inertia::from_pseudo(&rows).to_array()
    }
}

/// The pseudo-inertia of a body's ten parameters, row after row.
pub(super) fn pseudo(values: &[f64]) -> [f64; 16] {
    let mut out = [0.0; 16];
    for &(p, row, column, factor) in &PSEUDO_INERTIA {
        out[4 * row + column] += factor * values[p];
        if row != column {
            out[4 * column + row] += factor * values[p];
        }
    }
    out
}

fn log_determinant(pseudo: &[f64; 16]) -> Option<f64> {
    let mut root = *pseudo;
    let positive = armlab_dense::small::cholesky(&mut root, 4);
    positive.then(|| (0..4).map(|i| 2.0 * root[5 * i].ln()).sum())
}

/// Whether the second moments about the centre of mass are those of a body that has
/// some thickness in every direction.
fn is_body(pseudo: &[f64; 16]) -> bool {
    let mass = pseudo[15];
    let mut second = [0.0; 9];
    for i in 0..3 {
        for j in 0..3 {
            second[3 * i + j] = pseudo[4 * i + j] - pseudo[4 * i + 3] * pseudo[4 * j + 3] / mass;
        }
    }
    let largest = (0..3).map(|i| second[4 * i]).fold(0.0_f64, f64::max);
    armlab_dense::small::diagonalise(&mut second, 3, 1e-28, None);
    let smallest = (0..3).map(|i| second[4 * i]).fold(f64::INFINITY, f64::min);
    smallest > FLAT * largest
}

/// A described mass and centre of mass with the spread of a bar about it.
fn around(described: &Inertia<f64>, bar: &[f64; 16]) -> [f64; 16] {
    let scale = described.mass / bar[15];
    let centre = described.first.scale(1.0 / described.mass).to_array();
    let mut out = [0.0; 16];
    for i in 0..3 {
        for j in 0..3 {
            let spread = bar[4 * i + j] - bar[4 * i + 3] * bar[4 * j + 3] / bar[15];
            out[4 * i + j] = scale * spread + described.mass * centre[i] * centre[j];
        }
        out[4 * i + 3] = described.mass * centre[i];
        out[12 + i] = described.mass * centre[i];
    }
    out[15] = described.mass;
    out
}

/// A link as bars to the joints that it carries.
fn bar(robot: &Robot, link: usize, radius: f64) -> [f64; 16] {
    let area = std::f64::consts::PI * radius * radius;
    let mut out = [0.0; 16];
    let ball = DENSITY * 4.0 / 3.0 * area * radius;
    let mut mass = ball;
    for joint in robot.joints().iter().filter(|j| j.parent == Some(link)) {
        let end = joint.origin.translation.to_array();
        let own = DENSITY * area * joint.origin.translation.norm();
        mass += own;
        for i in 0..3 {
            for j in 0..3 {
                out[4 * i + j] += own * end[i] * end[j] / 3.0;
            }
            out[4 * i + 3] += 0.5 * own * end[i];
            out[12 + i] += 0.5 * own * end[i];
        }
    }
    for i in 0..3 {
        out[5 * i] += mass * radius * radius / 5.0;
    }
    out[15] = mass;
    out
}

/// A usual radius for the links of a robot of this reach.
fn usual_radius(robot: &Robot) -> f64 {
    let mut reach = 0.0_f64;
    let mut from_base: Vec<f64> = Vec::with_capacity(robot.joints().len());
    for joint in robot.joints() {
        let before = joint.parent.map_or(0.0, |p| from_base[p]);
        // The pedestal is no link.
        let own = joint.parent.map_or(0.0, |_| joint.origin.translation.norm());
        from_base.push(before + own);
        reach = reach.max(before + own);
    }
    SLENDERNESS * if reach > 0.0 { reach } else { REACH }
}
