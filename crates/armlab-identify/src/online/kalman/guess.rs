//! Default uncertainty of a first guess.
//!
//! *A description* is off link by link: mass, first moments and inertias of a link
//! by part of their size, or of the size that a body of this mass and extent has
//! where they are smaller. Base parameters are sums `β = K π` of these, so they are
//! off together, with covariance `K Σ Kᵀ`; independent deviations of the same size
//! would mostly stand for robots that could not exist.
//!
//! *Other values* are off by half each; but a value near zero is not known to half of
//! nothing. The floor is a fifth of what the parameter would be if it alone made a
//! joint's efforts, in root mean square over a motion, or a fifth of the largest
//! parameter of the same kind where that is less. Friction always goes by this floor.

use super::settings::Guess;
use crate::error::EstimationError;
use crate::reduced::Reduced;
use crate::{Model, Recording};
use armlab_dense::norm;
use armlab_engine::robot::Robot;

/// Part of the size of a link's parameter that a description may be off by.
const OF_LINK: f64 = 0.3;
/// Part of a body's size that its smaller parameters may have.
const OF_SIZE: f64 = 0.3;
/// Part of a value that a guess may be off by.
const OF_VALUE: f64 = 0.5;
/// Part of the scale that the motion sets.
const OF_SCALE: f64 = 0.2;

impl Guess {
    /// The description's values, friction zero.
    pub fn described(model: &Model, recordings: &[Recording]) -> Result<Self, EstimationError> {
        let base = model.base();
        let values: Vec<f64> = base
            .parameters
            .iter()
            .map(|p| p.value)
            .chain(model.friction().iter().map(|_| 0.0))
            .collect();
        let reduced = model.reduce(recordings)?;
        let floors = floors(model, &reduced, &values);
        let (count, links) = (values.len(), link_deviations(model.robot()));
        // Unknowns may be declared, and then move several link parameters.
        let unknowns: Vec<f64> = base
            .moves()
            .iter()
            .map(|moves| moves.iter().map(|&(i, f)| links[i] / f.abs()).fold(0.0, f64::max))
            .collect();
        let mut covariance = vec![0.0; count * count];
        for (i, a) in base.parameters.iter().enumerate() {
            for (j, b) in base.parameters.iter().enumerate() {
                let mut sum = 0.0;
                for &(k, f) in &a.combination {
                    let other = b.combination.iter().find(|term| term.0 == k);
                    sum += other.map_or(0.0, |term| f * term.1 * unknowns[k] * unknowns[k]);
                }
                covariance[i * count + j] = sum;
            }
            // What the description gives no size at all goes by the motion, and a
            // little of its own keeps combinations apart.
            let own = covariance[i * count + i];
            covariance[i * count + i] += if own > 0.0 { 0.01 * own } else { floors[i] * floors[i] };
        }
        for k in base.len()..count {
            covariance[k * count + k] = floors[k] * floors[k];
        }
        Ok(Self { values, covariance })
    }

    /// Other values, off independently of each other.
    pub fn with_values(
        model: &Model,
        recordings: &[Recording],
        values: Vec<f64>,
    ) -> Result<Self, EstimationError> {
        let reduced = model.reduce(recordings)?;
        let floors = floors(model, &reduced, &values);
        let deviations: Vec<f64> =
            values.iter().zip(floors).map(|(v, floor)| (OF_VALUE * v.abs()).max(floor)).collect();
        Ok(Self::independent(values, &deviations))
    }
}

/// Standard deviations of a description's link parameters and rotors.
fn link_deviations(robot: &Robot) -> Vec<f64> {
    let values = robot.parameter_values();
    let (bodies, rotors) = values.split_at(10 * robot.links().len());
    let mut deviations = Vec::with_capacity(values.len());
    for body in bodies.chunks_exact(10) {
        let mass = body[0].abs();
        // Second moments about the frame's origin sum up to m r².
        let moment = 0.5 * (body[4] + body[6] + body[9]).abs();
        let first = OF_SIZE * (mass * moment).sqrt();
        let second = OF_SIZE * moment;
        for (i, value) in body.iter().enumerate() {
            let size = match i {
                0 => mass,
                1..=3 => value.abs().max(first),
                _ => value.abs().max(second),
            };
            deviations.push(OF_LINK * size);
        }
    }
    deviations.extend(rotors.iter().map(|rotor| OF_LINK * rotor.abs()));
    deviations
}

/// The least deviation of every unknown.
fn floors(model: &Model, reduced: &Reduced, values: &[f64]) -> Vec<f64> {
    let efforts = reduced.effort_squares(0..reduced.segments());
    let triangles = reduced.by_joint();
    let base = model.base();
    let unit = |k: usize| base.parameters.get(k).map(|p| p.unit.as_str());
    let floor = |k: usize| {
        // Columns and efforts of a joint have the same number of rows.
        let scales = triangles.iter().zip(&efforts).filter_map(|(triangle, effort)| {
            let column = norm(triangle.r().column(k));
            (column > 0.0 && *effort > 0.0).then(|| effort.sqrt() / column)
        });
        let scale = scales.fold(f64::INFINITY, f64::min);
        let kin = values.iter().take(base.len()).enumerate();
        let kin = kin.filter(|(l, _)| unit(k).is_some() && unit(*l) == unit(k));
        let largest = kin.map(|(_, v)| v.abs()).fold(0.0, f64::max);
        let scale = if largest > 0.0 { scale.min(largest) } else { scale };
        // What no motion excites stays at its first value.
        if scale.is_finite() { OF_SCALE * scale } else { 1e-6 }
    };
    (0..model.unknowns()).map(floor).collect()
}
