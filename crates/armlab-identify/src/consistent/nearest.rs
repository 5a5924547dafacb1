//! The physically consistent robot nearest to an estimate, and nearest to the
//! description among those that the data cannot tell apart.
//!
//! First the least squared distance in the estimate's covariance. Then
//!
//! ```text
//! min  ½ d²(β) + w Σ_links D(J, P) ,    D = tr(P⁻¹J) − log det(P⁻¹J) − 4
//! ```
//!
//! with friction that dissipates at all of a joint's speeds. The weight `w` is the
//! largest with which `d²` grows by no more than a part of what the covariance allows
//! and the prediction error hardly, so that the data override the prior wherever they
//! tell anything.

use super::chi_square::quantile;
use super::programme::Programme;
use super::reference::Reference;
use super::whitened::whitened;
use crate::problem::Model;
use crate::reduced::Reduced;
use armlab_dense::Matrix;
use armlab_optimize::semidefinite::{
    Semidefinite, SemidefiniteError, SemidefiniteSettings, SemidefiniteSolution,
};

/// Probability that the truth is within the limit of the distance: a true robot is called
/// inconsistent once in a thousand times.
const LEVEL: f64 = 0.999;
/// The same for robots that the data cannot tell apart.
const ALIKE: f64 = 0.95;
/// Weights of the prior, tried one after the other.
const WEIGHTS: [f64; 12] = [10.0, 5.0, 2.0, 1.0, 0.5, 0.25, 0.1, 0.05, 0.025, 0.01, 3e-3, WEAKEST];
/// The weakest of them.
const WEAKEST: f64 = 1e-3;
/// Part of the distance of robots that are alike which the prior may cost.
const COST: f64 = 0.5;
/// Percentage points of prediction error that the prior may cost.
const POINTS: f64 = 0.05;
/// Factor of the described masses within which masses stay where the data allow it.
const FACTOR: f64 = 2.0;
/// Part of the prediction error by which it may grow for that.
const SHARE: f64 = 0.02;
/// Rounds in which the size of bodies that are not described follows the data.
const SIZE_ROUNDS: usize = 3;
/// Distances are in standard deviations: a gap of a thousandth is none.
const SETTINGS: SemidefiniteSettings =
    SemidefiniteSettings { tolerance: 1e-7, iterations: 100, scale: 1.0 };

/// Unknowns with their covariance, and the rows that they come from.
#[derive(Clone, Copy)]
pub struct Uncertain<'a> {
    /// Base parameters and friction, in the model's order.
    pub values: &'a [f64],
    /// Their covariance.
    pub covariance: &'a Matrix,
    /// Directions that are in the data.
    pub rank: usize,
    /// The rows.
    pub reduced: &'a Reduced,
}

/// How far an estimate is from all physically consistent robots.
#[derive(Clone, Debug, PartialEq)]
pub struct Distance {
    /// The least squared distance of any consistent robot, in the estimate's covariance.
    pub squared: f64,
    /// The squared distance up to which an estimate is consistent: the 99.9 % quantile
    /// of χ² with a degree of freedom for every direction in the data.
    pub limit: f64,
    /// Constraints that keep the estimate away, the strongest first.
    pub active: Vec<String>,
}

impl Distance {
    /// Whether a consistent robot lies within the estimate's uncertainty.
    pub fn is_consistent(&self) -> bool {
        self.squared <= self.limit
    }
}

/// A physically consistent robot near an estimate.
#[derive(Clone, Debug, PartialEq)]
pub struct ConsistentSet {
    /// Its base parameters and friction, in the model's order.
    pub unknowns: Vec<f64>,
    /// Its link parameters and rotor inertias, in the robot's order.
    pub link_values: Vec<f64>,
    /// How far the estimate is from any consistent robot.
    pub distance: Distance,
    /// The squared distance of this robot from the estimate.
    pub own_distance: f64,
}

/// How far an estimate is from all physically consistent robots.
///
/// # Errors
/// If no consistent robot exists whatever its base parameters, or the programme does
/// not end.
pub fn distance(model: &Model, estimate: Uncertain) -> Result<Distance, SemidefiniteError> {
    let search = Search::new(model, estimate, &[])?;
    let reference = Reference::new(model.robot());
    Ok(search.first(&reference)?.1)
}

/// The consistent robot nearest the description among those that the data cannot
/// tell from the estimate; the nearest to the estimate where none is that near.
/// `speeds` are the joints' largest, rad/s or m/s, up to which friction dissipates;
/// zero where it is not asked for.
///
/// # Errors
/// If no consistent robot exists whatever its base parameters, or the programme does
/// not end.
pub fn nearest(
    model: &Model,
    estimate: Uncertain,
    speeds: &[f64],
) -> Result<ConsistentSet, SemidefiniteError> {
    Search::new(model, estimate, speeds)?.run()
}

struct Search<'a, 'r> {
    model: &'a Model<'r>,
    programme: Programme<'a, 'r>,
    rows: Matrix,
    rhs: Vec<f64>,
    values: &'a [f64],
    speeds: &'a [f64],
    reduced: &'a Reduced,
    limit: f64,
    alike: f64,
}

impl<'a, 'r> Search<'a, 'r> {
    fn new(
        model: &'a Model<'r>,
        estimate: Uncertain<'a>,
        speeds: &'a [f64],
    ) -> Result<Self, SemidefiniteError> {
        let Uncertain { values, covariance, rank, reduced } = estimate;
        let unusable = || SemidefiniteError::Input { what: "the covariance is not usable".into() };
        let rows = whitened(covariance, rank, reduced).ok_or_else(unusable)?;
        let (programme, rhs) = (Programme::new(model, 0.0), rows.times_vector(values));
        let [limit, alike] = [LEVEL, ALIKE].map(|level| quantile(level, rank.max(1)));
        Ok(Self { model, programme, rows, rhs, values, speeds, reduced, limit, alike })
    }

    /// The consistent robot nearest the estimate, and its distance.
    fn first(
        &self,
        reference: &Reference,
    ) -> Result<(SemidefiniteSolution, Distance), SemidefiniteError> {
        let plain = self.programme.near(&self.rows, &self.rhs, None);
        let solution = self.solve(&plain, reference)?;
        let (squared, active) = (self.distance(&solution), active(&solution));
        Ok((solution, Distance { squared, limit: self.limit, active }))
    }

    fn run(&self) -> Result<ConsistentSet, SemidefiniteError> {
        let mut reference = Reference::new(self.model.robot());
        let (first, distance) = self.first(&reference)?;
        let plain = self.programme.near(&self.rows, &self.rhs, None);
        let dissipating = self.programme.with_dissipation(plain, self.speeds);
        let dissipating = self.solve(&dissipating, &reference);
        let least = dissipating.as_ref().unwrap_or(&first);
        let bounded = self.bounded_links(&reference, self.error(least));
        let near = self.near(&mut reference.clone(), WEAKEST, &bounded);
        let near = near.as_ref().unwrap_or(least);
        let budget = [self.distance(near) + COST * self.alike, self.error(near) + POINTS];
        let mut best = None;
        for weight in WEIGHTS {
            let Some(solution) = self.near(&mut reference, weight, &bounded) else { continue };
            let enough = self.is_within(&solution, budget);
            best = Some(solution);
            if enough {
                break;
            }
        }
        let best = best.as_ref().unwrap_or(&first);
        let point = self.programme.with_unseen(&best.x, &self.rows, self.values);
        let (unknowns, link_values) = self.programme.values(&point);
        let own_distance = self.distance(best);
        Ok(ConsistentSet { unknowns, link_values, distance, own_distance })
    }

    /// Whether distance and prediction error are within a budget.
    fn is_within(&self, solution: &SemidefiniteSolution, [distance, error]: [f64; 2]) -> bool {
        self.distance(solution) <= distance && self.error(solution) <= error
    }

    /// Links whose masses can stay within a factor of the description's: all, without
    /// those that the data pull away the most, until the robot is within the estimate's
    /// uncertainty, or rows are predicted hardly worse than with an error of `least` percent.
    fn bounded_links(&self, reference: &Reference, least: f64) -> Vec<usize> {
        let free = self.programme.free_links();
        let mut bounded: Vec<usize> = free.filter(|l| reference.described[*l]).collect();
        while !bounded.is_empty() {
            let Some(solution) = self.near(&mut reference.clone(), WEAKEST, &bounded) else {
                return Vec::new();
            };
            let predicts = self.error(&solution) <= least + POINTS.max(SHARE * least);
            if predicts || self.distance(&solution) <= self.alike {
                break;
            }
            let pull = |link: usize| {
                let name = self.programme.mass_name(link);
                let own = solution.blocks.iter().filter(|b| b.name == name);
                own.map(|b| b.multiplier).sum::<f64>() * reference.parameters(link)[0]
            };
            let strongest =
                (0..bounded.len()).max_by(|&a, &b| pull(bounded[a]).total_cmp(&pull(bounded[b])));
            strongest.map(|k| bounded.remove(k));
        }
        bounded
    }

    /// The solution near reference bodies; bodies that are not described become as
    /// heavy as the data say on average.
    fn near(
        &self,
        reference: &mut Reference,
        weight: f64,
        bounded: &[usize],
    ) -> Option<SemidefiniteSolution> {
        let mut found = None;
        for _ in 0..SIZE_ROUNDS {
            let near = Some((&*reference, weight));
            let problem = self.programme.near(&self.rows, &self.rhs, near);
            let problem = self.programme.with_dissipation(problem, self.speeds);
            let problem = self.programme.with_masses(problem, reference, bounded, FACTOR);
            let solution = self.solve(&problem, reference).ok()?;
            let (_, link_values) = self.programme.values(&solution.x);
            let factor = reference.size_of(&link_values, self.programme.free_links());
            found = Some(solution);
            match factor {
                Some(factor) => *reference = reference.scaled(self.model.robot(), factor),
                None => break,
            }
        }
        found
    }

    fn solve(
        &self,
        problem: &Semidefinite,
        reference: &Reference,
    ) -> Result<SemidefiniteSolution, SemidefiniteError> {
        let start = self.programme.start(reference, &self.rows, self.values);
        problem.solve(Some(&start), &SETTINGS)
    }

    /// Error with which the rows are predicted, percent.
    fn error(&self, solution: &SemidefiniteSolution) -> f64 {
        let (unknowns, _) = self.programme.values(&solution.x);
        let all = 0..self.reduced.segments();
        let left: f64 = self.reduced.squares(&unknowns, all.clone()).iter().sum();
        let efforts: f64 = self.reduced.effort_squares(all).iter().sum();
        100.0 * (left / efforts.max(f64::MIN_POSITIVE)).sqrt()
    }

    /// Squared distance from the estimate.
    fn distance(&self, solution: &SemidefiniteSolution) -> f64 {
        let (unknowns, _) = self.programme.values(&solution.x);
        let at = self.rows.times_vector(&unknowns);
        at.iter().zip(&self.rhs).map(|(a, b)| (a - b) * (a - b)).sum()
    }
}

/// Names of active blocks, the strongest first.
fn active(solution: &SemidefiniteSolution) -> Vec<String> {
    let mut blocks: Vec<_> = solution.blocks.iter().filter(|b| b.active).collect();
    blocks.sort_by(|a, b| b.multiplier.total_cmp(&a.multiplier));
    blocks.into_iter().map(|b| b.name.clone()).collect()
}
