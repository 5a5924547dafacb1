//! Robots drawn from an estimate's uncertainty, for training against all of them
//! (domain randomisation) and for seeing what uncertainty does to a result.
//!
//! Unknowns are drawn as `x̂ + S V √λ z` from their covariance `S C S` with
//! `C = V diag(λ) Vᵀ` its correlations, which may be singular. A change of base
//! parameters `δβ` becomes the change of link parameters that is smallest in the
//! metric of positive definite matrices at the estimate's own bodies,
//! `‖δπ‖² = Σ_links tr((J⁻¹ δJ)²)` with the pseudo-inertia `J` (Lee & Park 2018,
//! "A geometric algorithm for robust multibody inertial parameter
//! identification"): bodies take it up where they can,
//! `δπ = G⁻¹Pᵀ(P G⁻¹Pᵀ)⁻¹ δβ`.
//!
//! A draw whose bodies cannot exist, or with negative friction or rotor inertia, is
//! thrown away and drawn again (rejection: the distribution keeps its shape within
//! what is possible). After [`TRIES`] of them the last one is shrunk towards the
//! estimate by halves until it can exist.

use super::draws::Draws;
use crate::identify::estimate::Estimate;
use crate::identify::physical::{PSEUDO_INERTIA, consistency};
use crate::identify::problem::Model;
use armlab_dense::{Matrix, NoConvergence};
use armlab_engine::robot::Robot;
use rayon::prelude::*;
use thiserror::Error;

/// Draws before one is shrunk.
pub const TRIES: usize = 50;
/// Halvings before a draw is the estimate itself.
const HALVINGS: usize = 40;
/// Eigenvalues of correlations below this are rounding.
const ROUNDING: f64 = 1e-12;
/// Smallest eigenvalue of a pseudo-inertia that the metric uses, over the largest
/// one of all links: bodies at the edge of existence take up next to nothing.
const EDGE: f64 = 1e-6;

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
    /// Robots that were shrunk towards the estimate.
    pub shrunk: usize,
    /// For people.
    pub sentences: Vec<String>,
}

/// Draws `count` robots. Robot *k* is the same for every count and number of
/// threads.
pub fn sampled_models(
    model: &Model,
    estimate: &Estimate,
    count: usize,
    seed: u64,
) -> Result<SampledModels, SamplingError> {
    let physical = consistency(model.robot(), &estimate.link_values);
    if !physical.consistent {
        return Err(SamplingError::Inconsistent { link: physical.worst_link });
    }
    if let Some(name) = negative(model, &estimate.values(), &estimate.link_values) {
        return Err(SamplingError::Negative { name });
    }
    let root = root(&estimate.covariance)?;
    let lift = lift(model, &estimate.link_values)?;
    let drawn: Vec<Drawn> = (0..count as u64)
        .into_par_iter()
        .map(|k| draw(model, estimate, &root, &lift, seed, k))
        .collect();
    let mut robots = Vec::with_capacity(count);
    for drawn in &drawn {
        let mut own = estimate.clone();
        own.link_values = drawn.link_values.clone();
        own.unknowns.iter_mut().zip(&drawn.unknowns).for_each(|(p, x)| p.value = *x);
        robots.push(own.corrected(model).ok_or(SamplingError::NoRobot)?);
    }
    let rejected = drawn.iter().map(|d| d.rejected).sum();
    let shrunk = drawn.iter().filter(|d| d.shrunk).count();
    let mut sentences = vec![format!("{count} robots were drawn from the estimate's covariance")];
    if rejected > 0 {
        sentences.push(format!(
            "{rejected} draws were thrown away because no such bodies could exist; the spread is \
             that of the covariance within what is possible"
        ));
    }
    if shrunk > 0 {
        sentences.push(format!(
            "{shrunk} of the robots were shrunk towards the estimate after {TRIES} such draws in a \
             row, so the spread is narrower than the covariance says: the estimate lies at the edge \
             of what is possible"
        ));
    }
    let unknowns = drawn.into_iter().map(|d| d.unknowns).collect();
    Ok(SampledModels { robots, unknowns, rejected, shrunk, sentences })
}

struct Drawn {
    unknowns: Vec<f64>,
    link_values: Vec<f64>,
    rejected: usize,
    shrunk: bool,
}

fn draw(
    model: &Model,
    estimate: &Estimate,
    root: &Matrix,
    lift: &Matrix,
    seed: u64,
    stream: u64,
) -> Drawn {
    let mut draws = Draws::new(seed, stream);
    let base = model.base().len();
    let values = estimate.values();
    let at = |step: &[f64], part: f64| -> (Vec<f64>, Vec<f64>) {
        let unknowns = values.iter().zip(step).map(|(v, s)| v + part * s).collect();
        let change = lift.times_vector(&step[..base]);
        let mut link_values = estimate.link_values.clone();
        for (moves, change) in model.base().moves().iter().zip(change) {
            moves.iter().for_each(|&(i, factor)| link_values[i] += part * factor * change);
        }
        (unknowns, link_values)
    };
    let possible = |(unknowns, link_values): &(Vec<f64>, Vec<f64>)| {
        consistency(model.robot(), link_values).consistent
            && negative(model, unknowns, link_values).is_none()
    };
    let mut step = vec![0.0; values.len()];
    for rejected in 0..TRIES {
        let z: Vec<f64> = (0..root.columns()).map(|_| draws.normal()).collect();
        step = root.times_vector(&z);
        let candidate = at(&step, 1.0);
        if possible(&candidate) {
            let (unknowns, link_values) = candidate;
            return Drawn { unknowns, link_values, rejected, shrunk: false };
        }
    }
    let mut part = 1.0;
    for _ in 0..HALVINGS {
        part *= 0.5;
        let candidate = at(&step, part);
        if possible(&candidate) {
            let (unknowns, link_values) = candidate;
            return Drawn { unknowns, link_values, rejected: TRIES, shrunk: true };
        }
    }
    let (unknowns, link_values) = at(&step, 0.0);
    Drawn { unknowns, link_values, rejected: TRIES, shrunk: true }
}

/// A friction or rotor inertia that is negative and must not be.
fn negative(model: &Model, unknowns: &[f64], link_values: &[f64]) -> Option<String> {
    let base = model.base().len();
    let friction = model.friction().iter().zip(&unknowns[base..]);
    let found = friction.clone().find(|(column, x)| column.not_negative && !(**x >= 0.0));
    let rotors = 10 * model.robot().links().len();
    let rotor = (rotors..link_values.len()).find(|&i| !(link_values[i] >= -1e-12));
    let name = |i: usize| model.robot().parameter_names().get(i).cloned();
    found.map(|(column, _)| column.name.clone()).or_else(|| rotor.and_then(name))
}

/// `A` with `A Aᵀ` the covariance.
fn root(covariance: &Matrix) -> Result<Matrix, NoConvergence> {
    let n = covariance.rows();
    let size: Vec<f64> = (0..n).map(|k| covariance.at(k, k).max(0.0).sqrt()).collect();
    let correlation = Matrix::from_fn(n, n, |i, j| {
        let product = size[i] * size[j];
        if product > 0.0 { covariance.at(i, j) / product } else { 0.0 }
    });
    let eigen = correlation.symmetric_eigen()?;
    Ok(Matrix::from_fn(n, n, |i, k| {
        let value = eigen.values[k];
        let root = if value > ROUNDING { value.sqrt() } else { 0.0 };
        size[i] * eigen.vectors.at(i, k) * root
    }))
}

/// Changes of the unknowns that make up base parameters, for changes of these.
fn lift(model: &Model, link_values: &[f64]) -> Result<Matrix, NoConvergence> {
    let base = model.base();
    let (u, b) = (base.unknowns.len(), base.len());
    // A root of the inverse metric: δπ = T y with |y| the length.
    let t = metric(model.robot(), base.moves(), link_values)?;
    let mut p = Matrix::zeros(b, u);
    for (k, parameter) in base.parameters.iter().enumerate() {
        parameter.combination.iter().for_each(|&(i, factor)| p.set(k, i, factor));
    }
    let pt = p.times(&t);
    // Rows of length one, so that units do not decide what is singular.
    let length = |k: usize| (0..u).fold(0.0, |s, i| f64::hypot(s, pt.at(k, i)));
    let scale: Vec<f64> =
        (0..b).map(|k| if length(k) > 0.0 { 1.0 / length(k) } else { 1.0 }).collect();
    let svd = Matrix::from_fn(u, b, |i, k| pt.at(k, i) * scale[k]).svd()?;
    let rank = svd.rank(ROUNDING);
    // (P T)⁺ = U Σ⁻¹ Vᵀ S, from the transposed.
    let inverse = Matrix::from_fn(u, b, |i, k| {
        let along = |r: usize| svd.u.at(i, r) * svd.v.at(k, r) / svd.values[r];
        scale[k] * (0..rank).map(along).sum::<f64>()
    });
    Ok(t.times(&inverse))
}

/// `T` with `T Tᵀ = G⁻¹` over the unknowns, where `G` is the metric of bodies and
/// rotors at the estimate.
fn metric(
    robot: &Robot,
    moves: &[Vec<(usize, f64)>],
    link_values: &[f64],
) -> Result<Matrix, NoConvergence> {
    let u = moves.len();
    let links = robot.links().len();
    let mut g = Matrix::zeros(u, u);
    let mut pseudos = Vec::with_capacity(links);
    let mut largest = 0.0_f64;
    for values in link_values.chunks_exact(10).take(links) {
        let mut j = Matrix::zeros(4, 4);
        for &(p, row, column, factor) in &PSEUDO_INERTIA {
            j.set(row, column, j.at(row, column) + factor * values[p]);
            if row != column {
                j.set(column, row, j.at(row, column));
            }
        }
        let eigen = j.symmetric_eigen()?;
        largest = eigen.values.iter().fold(largest, |m, v| m.max(v.abs()));
        pseudos.push(eigen);
    }
    let largest = if largest > 0.0 { largest } else { 1.0 };
    for (l, eigen) in pseudos.iter().enumerate() {
        // δJ in the eigenvectors' frame over √(λ_a λ_b), one vector per unknown.
        let mut columns: Vec<(usize, Vec<f64>)> = Vec::new();
        for (k, terms) in moves.iter().enumerate() {
            let mut d = Matrix::zeros(4, 4);
            let mut moved = false;
            for &(i, by) in terms.iter().filter(|t| t.0 / 10 == l && t.0 < 10 * links) {
                for &(_, row, column, factor) in PSEUDO_INERTIA.iter().filter(|e| e.0 == i % 10) {
                    d.set(row, column, d.at(row, column) + factor * by);
                    if row != column {
                        d.set(column, row, d.at(row, column));
                    }
                    moved = true;
                }
            }
            if moved {
                let turned = eigen.vectors.transposed().times(&d).times(&eigen.vectors);
                let weight = |a: usize| 1.0 / eigen.values[a].max(EDGE * largest).sqrt();
                let entries =
                    (0..16).map(|e| turned.at(e / 4, e % 4) * weight(e / 4) * weight(e % 4));
                columns.push((k, entries.collect()));
            }
        }
        for (i, a) in &columns {
            for (j, b) in &columns {
                let product: f64 = a.iter().zip(b).map(|(x, y)| x * y).sum();
                g.set(*i, *j, g.at(*i, *j) + product);
            }
        }
    }
    for (k, terms) in moves.iter().enumerate() {
        for &(i, by) in terms.iter().filter(|t| t.0 >= 10 * links) {
            let size = link_values[i].abs().max(EDGE * largest);
            g.set(k, k, g.at(k, k) + (by / size).powi(2));
        }
        if !(g.at(k, k) > 0.0) {
            g.set(k, k, 1.0);
        }
    }
    // Units first, then the inverse root.
    let scale: Vec<f64> = (0..u).map(|k| 1.0 / g.at(k, k).sqrt()).collect();
    let unit = Matrix::from_fn(u, u, |i, j| scale[i] * scale[j] * g.at(i, j));
    let eigen = unit.symmetric_eigen()?;
    Ok(Matrix::from_fn(u, u, |i, k| {
        scale[i] * eigen.vectors.at(i, k) / eigen.values[k].max(ROUNDING).sqrt()
    }))
}
