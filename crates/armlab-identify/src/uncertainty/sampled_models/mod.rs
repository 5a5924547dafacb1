//! Robots drawn from an estimate's uncertainty, for training against all of them
//! (domain randomisation) and for seeing what uncertainty does to a result.
//!
//! Unknowns are drawn as `x̂ + S V √λ z` from their covariance `S C S` with
//! `C = V diag(λ) Vᵀ` its correlations, which may be singular; link parameters
//! follow them by the smallest change ([`lift`]).
//!
//! A draw whose bodies cannot exist, or with negative friction or rotor inertia, is
//! thrown away and drawn again (rejection: the distribution keeps its shape within
//! what is possible). After [`TRIES`] of them the last one is replaced by the
//! possible robot nearest to it in the covariance ([`nearest`]), as happens around
//! an estimate that physical limits hold back.

mod lift;
mod nearest;

use crate::estimate::Estimate;
use crate::physical::consistency;
use crate::problem::Model;
use armlab_dense::{Matrix, NoConvergence, SymmetricEigen};
use armlab_engine::robot::Robot;
use armlab_random::Random;
use lift::{base_rows, lift};
use nearest::Nearest;
use rayon::prelude::*;
use thiserror::Error;

/// Draws before one is replaced by the nearest possible robot.
pub const TRIES: usize = 50;
/// Halvings of what rounding leaves impossible, before it is the estimate itself.
const HALVINGS: usize = 40;
/// Eigenvalues of correlations below this are rounding.
const ROUNDING: f64 = 1e-12;

/// Why no robots can be drawn.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum SamplingError {
    /// The estimate itself is no robot.
    #[error(
        "link `{link}` of the estimate could not exist, so robots around it could not either; estimate with `physical` first"
    )]
    Inconsistent {
        /// The link.
        link: String,
    },
    /// Friction or a rotor that would feed in energy.
    #[error(
        "`{name}` of the estimate is negative, so robots around it would feed in energy; estimate with `physical` first"
    )]
    Negative {
        /// The unknown.
        name: String,
    },
    /// The covariance or the bodies cannot be factorised.
    #[error(transparent)]
    Singular(#[from] NoConvergence),
    /// The robot refuses the parameters.
    #[error("the drawn parameters make no robot; are the estimate's values finite?")]
    NoRobot,
}

/// Robots from an estimate.
#[derive(Clone, Debug)]
pub struct SampledModels {
    /// The robots.
    pub robots: Vec<Robot>,
    /// The unknowns of each.
    pub unknowns: Vec<Vec<f64>>,
    /// Draws that were thrown away because no such robot could exist.
    pub rejected: usize,
    /// Robots that stand at the edge of what is possible, in place of draws beyond.
    pub projected: usize,
    /// For people.
    pub sentences: Vec<String>,
}

/// Draws `count` robots. Robot *k* is the same for every count and number of
/// threads.
///
/// # Panics
/// If the estimate is of another model.
pub fn sampled_models(
    model: &Model,
    estimate: &Estimate,
    count: usize,
    seed: u64,
) -> Result<SampledModels, SamplingError> {
    let centre = Centre::of(model, estimate)?;
    let physical = consistency(model.robot(), &centre.link_values);
    if !physical.consistent {
        return Err(SamplingError::Inconsistent { link: physical.worst_link });
    }
    if let Some(name) = negative(model, &centre.values, &centre.link_values) {
        return Err(SamplingError::Negative { name });
    }
    let drawn: Vec<Drawn> =
        (0..count as u64).into_par_iter().map(|k| centre.draw(seed, k)).collect();
    let mut robots = Vec::with_capacity(count);
    for drawn in &drawn {
        let mut own = estimate.clone();
        own.link_values = drawn.link_values.clone();
        own.friction_values = drawn.unknowns[model.base().len()..].to_vec();
        own.unknowns.iter_mut().zip(&drawn.unknowns).for_each(|(p, x)| p.value = *x);
        robots.push(own.corrected(model).ok_or(SamplingError::NoRobot)?);
    }
    let rejected = drawn.iter().map(|d| d.rejected).sum();
    let projected = drawn.iter().filter(|d| d.projected).count();
    let sentences = sentences(count, rejected, projected);
    let unknowns = drawn.into_iter().map(|d| d.unknowns).collect();
    Ok(SampledModels { robots, unknowns, rejected, projected, sentences })
}

fn sentences(count: usize, rejected: usize, projected: usize) -> Vec<String> {
    let mut all = vec![format!("{count} robots were drawn from the estimate's covariance")];
    if rejected > 0 {
        let spread = match projected {
            0 => "; the spread is that of the covariance within what is possible",
            _ => "",
        };
        all.push(format!(
            "{rejected} draws were thrown away because no such robot could exist{spread}"
        ));
    }
    if projected > 0 {
        all.push(format!(
            "{projected} of the robots are the possible ones nearest to draws that are not, after \
             {TRIES} of these in a row: the estimate lies at the edge of what is possible, and so do \
             they"
        ));
    }
    all
}

struct Drawn {
    unknowns: Vec<f64>,
    link_values: Vec<f64>,
    rejected: usize,
    projected: bool,
}

/// What robots are drawn around.
struct Centre<'a, 'r> {
    model: &'a Model<'r>,
    values: Vec<f64>,
    /// Link parameters that give exactly these values.
    link_values: Vec<f64>,
    root: Matrix,
    lift: Matrix,
    nearest: Nearest,
}

impl<'a, 'r> Centre<'a, 'r> {
    fn of(model: &'a Model<'r>, estimate: &Estimate) -> Result<Self, NoConvergence> {
        let lift = lift(model, &estimate.link_values)?;
        // About the robot of the link values, which may be a consistent one near the
        // estimate.
        let own = model.base().unknown_values(model.robot(), &estimate.link_values);
        let mut values = base_rows(model).times_vector(&own);
        values.extend_from_slice(&estimate.friction_values);
        let link_values = estimate.link_values.clone();
        let (sizes, eigen) = correlations(&estimate.covariance)?;
        let n = values.len();
        let root = Matrix::from_fn(n, n, |i, k| {
            let value = eigen.values[k];
            let root = if value > ROUNDING { value.sqrt() } else { 0.0 };
            sizes[i] * eigen.vectors.at(i, k) * root
        });
        let nearest = Nearest::of(model, &link_values, &values, &sizes, &eigen);
        Ok(Self { model, values, link_values, root, lift, nearest })
    }

    /// The estimate and a part of a step from it.
    fn at(&self, step: &[f64], part: f64) -> (Vec<f64>, Vec<f64>) {
        let unknowns = self.values.iter().zip(step).map(|(v, s)| v + part * s).collect();
        let change = self.lift.times_vector(&step[..self.model.base().len()]);
        (unknowns, moved(self.model, &self.link_values, &change, part))
    }

    fn possible(&self, (unknowns, link_values): &(Vec<f64>, Vec<f64>)) -> bool {
        consistency(self.model.robot(), link_values).consistent
            && negative(self.model, unknowns, link_values).is_none()
    }

    fn draw(&self, seed: u64, stream: u64) -> Drawn {
        let mut draws = Random::with_stream(seed, stream);
        let mut step = Vec::new();
        for rejected in 0..TRIES {
            let z: Vec<f64> = (0..self.root.columns()).map(|_| draws.normal()).collect();
            step = self.root.times_vector(&z);
            let candidate = self.at(&step, 1.0);
            if self.possible(&candidate) {
                let (unknowns, link_values) = candidate;
                return Drawn { unknowns, link_values, rejected, projected: false };
            }
        }
        let beyond: Vec<f64> = self.values.iter().zip(&step).map(|(v, s)| v + s).collect();
        let (unknowns, link_values) = self.nearest_possible(&beyond);
        Drawn { unknowns, link_values, rejected: TRIES, projected: true }
    }

    /// The possible robot nearest to impossible unknowns. What rounding leaves
    /// impossible is drawn towards the estimate by halves; straight lines between
    /// possible robots hold possible ones only.
    fn nearest_possible(&self, beyond: &[f64]) -> (Vec<f64>, Vec<f64>) {
        let own = (self.values.clone(), self.link_values.clone());
        let Some(found) = self.nearest.to(self.model, beyond) else { return own };
        let mix = |a: &[f64], b: &[f64], part: f64| -> Vec<f64> {
            a.iter().zip(b).map(|(a, b)| a + part * (b - a)).collect()
        };
        let mut part = 1.0;
        for _ in 0..HALVINGS {
            let candidate = (mix(&own.0, &found.0, part), mix(&own.1, &found.1, part));
            if self.possible(&candidate) {
                return candidate;
            }
            part *= 0.5;
        }
        own
    }
}

/// Link parameters with a part of a change of the unknowns that move them.
fn moved(model: &Model, link_values: &[f64], change: &[f64], part: f64) -> Vec<f64> {
    let mut values = link_values.to_vec();
    for (moves, change) in model.base().moves().iter().zip(change) {
        moves.iter().for_each(|&(i, factor)| values[i] += part * factor * change);
    }
    values
}

/// A friction or rotor inertia that is negative and must not be.
fn negative(model: &Model, unknowns: &[f64], link_values: &[f64]) -> Option<String> {
    let base = model.base().len();
    let mut friction = model.friction().iter().zip(&unknowns[base..]);
    if let Some((column, _)) = friction.find(|(c, x)| c.not_negative && !(**x >= 0.0)) {
        return Some(column.name.clone());
    }
    let rotors = 10 * model.robot().links().len();
    let rotor = (rotors..link_values.len()).find(|&i| !(link_values[i] >= 0.0))?;
    model.robot().parameter_names().get(rotor).cloned()
}

/// Deviations, and eigenvalues and vectors of the correlations.
fn correlations(covariance: &Matrix) -> Result<(Vec<f64>, SymmetricEigen), NoConvergence> {
    let n = covariance.rows();
    let sizes: Vec<f64> = (0..n).map(|k| covariance.at(k, k).max(0.0).sqrt()).collect();
    let correlation = Matrix::from_fn(n, n, |i, j| {
        let product = sizes[i] * sizes[j];
        if product > 0.0 { covariance.at(i, j) / product } else { 0.0 }
    });
    Ok((sizes, correlation.symmetric_eigen()?))
}
