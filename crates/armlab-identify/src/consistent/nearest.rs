//! The physically consistent robot nearest to an estimate, and nearest to the
//! description among those that the data cannot tell apart.
//!
//! First the least squared distance in the estimate's covariance. Then
//!
//! ```text
//! min  ½ d²(β) + ½ p²(β) + w Σ_links D(J, P) ,    D = tr(P⁻¹J) − log det(P⁻¹J) − 4
//! ```
//!
//! where `p` is the difference of the predicted efforts from the estimate's, in units of what
//! the prior may cost,
//! with friction that dissipates at all of a joint's speeds, masses near the described ones and
//! bodies no denser than a material is, where the data allow it. The weight `w` is the
//! largest with which `d²` grows by no more than a part of what the covariance allows
//! and the prediction error hardly, so that the data override the prior wherever they
//! tell anything.

use super::programme::Programme;
use super::reference::Reference;
use super::whitened::whitened;
use crate::problem::Model;
use crate::reduced::Reduced;
use armlab_dense::Matrix;
use armlab_optimize::semidefinite::{
    Semidefinite, SemidefiniteError, SemidefiniteSettings, SemidefiniteSolution,
};
use armlab_random::{chi_square_quantile, f_quantile};

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
/// Percentage points of prediction error that the prior may cost, and bounds of masses and
/// widths as much again.
const POINTS: f64 = 0.03;
/// Factor of the described masses within which masses stay where the data allow it.
const FACTOR: f64 = 2.0;
/// Part of the prediction error by which it may grow for that where the data cannot tell.
const SHARE: f64 = 0.1;
/// Rounds in which bodies that are too dense are widened.
const WIDTH_ROUNDS: usize = 4;
/// Rotor inertias below this part of what their joints carry are rounding where none is
/// described.
const DUST: f64 = 1e-4;
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
    /// Degrees of freedom with which the covariance is known.
    pub freedom: u64,
    /// The rows.
    pub reduced: &'a Reduced,
    /// Rows by which prediction errors are measured: the same, or all samples of the logs.
    pub judged: &'a Reduced,
}

/// How far an estimate is from all physically consistent robots.
#[derive(Clone, Debug, PartialEq)]
pub struct Distance {
    /// The least squared distance of any consistent robot, in the estimate's covariance.
    pub squared: f64,
    /// The squared distance up to which an estimate is consistent: the 99.9 % quantile
    /// of `k F(k, ν)` with `k` directions in the data and `ν` degrees of freedom with which
    /// the covariance is known; that is χ² of `k` degrees if it is known well.
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
    let search = Search::new(model, estimate, &[], false)?;
    let reference = Reference::new(model.robot());
    Ok(search.first(&reference)?.1)
}

/// The consistent robot nearest the description among those that the data cannot
/// tell from the estimate; the nearest to the estimate where none is that near.
/// `speeds` are the joints' largest, rad/s or m/s, up to which friction dissipates;
/// zero where it is not asked for. `coupled_rotors` asks for rotors that hold the motors which
/// turn with two joints.
///
/// # Errors
/// If no consistent robot exists whatever its base parameters, or the programme does
/// not end.
pub fn nearest(
    model: &Model,
    estimate: Uncertain,
    speeds: &[f64],
    coupled_rotors: bool,
) -> Result<ConsistentSet, SemidefiniteError> {
    Search::new(model, estimate, speeds, coupled_rotors)?.run()
}

struct Search<'a, 'r> {
    model: &'a Model<'r>,
    programme: Programme<'a, 'r>,
    /// Rows in which distances from the estimate are in its deviations.
    rows: Matrix,
    rhs: Vec<f64>,
    /// The same, and differences of predicted efforts.
    predicting: (Matrix, Vec<f64>),
    values: &'a [f64],
    speeds: &'a [f64],
    judged: &'a Reduced,
    limit: f64,
    alike: f64,
}

/// What links are kept to beside their pseudo-inertias.
struct Bounds<'a> {
    /// Links whose masses stay near the description's.
    masses: &'a [usize],
    /// Links and the squares of their least widths, m².
    widths: Vec<(usize, f64)>,
}

impl Bounds<'_> {
    /// Takes up further widths; of one link the larger counts.
    fn widen(&mut self, widths: Vec<(usize, f64)>) {
        for (link, square) in widths {
            match self.widths.iter_mut().find(|w| w.0 == link) {
                Some(known) => known.1 = square.max(1.3 * known.1),
                None => self.widths.push((link, square)),
            }
        }
    }
}

impl<'a, 'r> Search<'a, 'r> {
    fn new(
        model: &'a Model<'r>,
        estimate: Uncertain<'a>,
        speeds: &'a [f64],
        coupled_rotors: bool,
    ) -> Result<Self, SemidefiniteError> {
        let Uncertain { values, covariance, rank, freedom, reduced, judged } = estimate;
        let unusable = || SemidefiniteError::Input { what: "the covariance is not usable".into() };
        let rows = whitened(covariance, rank, reduced).ok_or_else(unusable)?;
        let programme = Programme::new(model, 0.0).coupled_rotors(coupled_rotors);
        let rhs = rows.times_vector(values);
        let predicting = with_predictions(&rows, values, judged);
        let (directions, freedom) = (rank.max(1), usize::try_from(freedom).unwrap_or(usize::MAX));
        let limit = directions as f64 * f_quantile(LEVEL, directions, freedom);
        let alike = chi_square_quantile(ALIKE, directions);
        Ok(Self { model, programme, rows, rhs, predicting, values, speeds, judged, limit, alike })
    }

    /// The consistent robot nearest the estimate, and its distance.
    fn first(
        &self,
        reference: &Reference,
    ) -> Result<(SemidefiniteSolution, Distance), SemidefiniteError> {
        let plain = self.programme.near(&self.rows, &self.rhs, None, &[]);
        let solution = self.solve(&plain, reference)?;
        let (squared, active) = (self.distance(&solution), active(&solution));
        Ok((solution, Distance { squared, limit: self.limit, active }))
    }

    fn run(&self) -> Result<ConsistentSet, SemidefiniteError> {
        let mut reference = Reference::new(self.model.robot());
        let (first, distance) = self.first(&reference)?;
        let plain = self.programme.near(&self.predicting.0, &self.predicting.1, None, &[]);
        let dissipating = self.programme.with_dissipation(plain, self.speeds);
        let dissipating = self.solve(&dissipating, &reference);
        let least = dissipating.as_ref().unwrap_or(&first);
        let bounded = self.bounded_links(&reference, self.error(least));
        let mut bounds = Bounds { masses: &bounded, widths: Vec::new() };
        let mut best = self.chosen(&mut reference, &bounds, least);
        for _ in 0..WIDTH_ROUNDS {
            let current = best.as_ref().unwrap_or(&first);
            let dense = self.too_dense(current);
            if dense.is_empty() {
                break;
            }
            bounds.widen(dense);
            let Some(wider) = self.chosen(&mut reference.clone(), &bounds, current) else { break };
            let predicts = self.error(&wider) <= self.error(current) + POINTS;
            if !predicts && self.distance(&wider) > self.alike {
                break;
            }
            best = Some(wider);
        }
        let best = best.as_ref().unwrap_or(&first);
        let point = self.programme.with_unseen(&best.x, &self.rows, self.values);
        let (unknowns, mut link_values) = self.programme.values(&point);
        self.remove_dust(&mut link_values, &reference);
        let own_distance = self.distance(best);
        Ok(ConsistentSet { unknowns, link_values, distance, own_distance })
    }

    /// The robot nearest the reference within what distance and prediction may cost over
    /// those of the weakest prior.
    fn chosen(
        &self,
        reference: &mut Reference,
        bounds: &Bounds,
        least: &SemidefiniteSolution,
    ) -> Option<SemidefiniteSolution> {
        let near = self.near(&mut reference.clone(), WEAKEST, bounds);
        let near = near.as_ref().unwrap_or(least);
        let error = self.error(near).max(self.error(least) + POINTS);
        let budget = [self.distance(near) + COST * self.alike, error];
        let mut best = None;
        for weight in WEIGHTS {
            let Some(solution) = self.near(reference, weight, bounds) else { continue };
            let enough = self.is_within(&solution, budget);
            best = Some(solution);
            if enough {
                break;
            }
        }
        best
    }

    /// Links of a solution that are denser than any material, and how wide they must be.
    fn too_dense(&self, solution: &SemidefiniteSolution) -> Vec<(usize, f64)> {
        let (_, link_values) = self.programme.values(&solution.x);
        Reference::too_dense(&link_values, self.programme.free_links())
    }

    /// Rotor inertias that are nothing but the solver's rounding become zero.
    fn remove_dust(&self, link_values: &mut [f64], reference: &Reference) {
        let robot = self.model.robot();
        let first = 10 * robot.links().len();
        let described = robot.parameter_values();
        let rotors = link_values[first..].iter_mut().zip(&described[first..]);
        for ((rotor, described), carried) in rotors.zip(reference.carried(robot)) {
            if *described == 0.0 && rotor.abs() < DUST * carried {
                *rotor = 0.0;
            }
        }
    }

    /// Whether distance and prediction error are within a budget.
    fn is_within(&self, solution: &SemidefiniteSolution, [distance, error]: [f64; 2]) -> bool {
        self.distance(solution) <= distance && self.error(solution) <= error
    }

    /// Links whose masses can stay within a factor of the description's: all, without
    /// those that the data pull away the most, until samples are predicted hardly worse than
    /// with an error of `least` percent, or little worse and within the estimate's uncertainty.
    fn bounded_links(&self, reference: &Reference, least: f64) -> Vec<usize> {
        let free = self.programme.free_links();
        let mut bounded: Vec<usize> = free.filter(|l| reference.described[*l]).collect();
        while !bounded.is_empty() {
            let bounds = Bounds { masses: &bounded, widths: Vec::new() };
            let Some(solution) = self.near(&mut reference.clone(), WEAKEST, &bounds) else {
                return Vec::new();
            };
            let error = self.error(&solution);
            let alike = self.distance(&solution) <= self.alike;
            if error <= least + POINTS || (alike && error <= (1.0 + SHARE) * least) {
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
        bounds: &Bounds,
    ) -> Option<SemidefiniteSolution> {
        let solve = |reference: &Reference| {
            let (rows, rhs) = &self.predicting;
            let problem = self.programme.near(rows, rhs, Some((reference, weight)), &[]);
            let problem = self.programme.with_dissipation(problem, self.speeds);
            let problem = self.programme.with_masses(problem, reference, bounds.masses, FACTOR);
            let problem = self.programme.with_widths(problem, &bounds.widths);
            self.solve(&problem, reference)
        };
        self.programme.sized(reference, solve).ok()
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
        prediction_error(self.judged, &unknowns)
    }

    /// Squared distance from the estimate.
    fn distance(&self, solution: &SemidefiniteSolution) -> f64 {
        let (unknowns, _) = self.programme.values(&solution.x);
        let at = self.rows.times_vector(&unknowns);
        at.iter().zip(&self.rhs).map(|(a, b)| (a - b) * (a - b)).sum()
    }
}

/// Error with which unknowns predict rows, percent.
fn prediction_error(rows: &Reduced, unknowns: &[f64]) -> f64 {
    let all = 0..rows.segments();
    let left: f64 = rows.squares(unknowns, all.clone()).iter().sum();
    let efforts: f64 = rows.effort_squares(all).iter().sum();
    100.0 * (left / efforts.max(f64::MIN_POSITIVE)).sqrt()
}

/// Rows with, behind them, the difference of predicted efforts from those of `values`: one
/// where it adds as much to the prediction error as the prior may cost.
fn with_predictions(rows: &Matrix, values: &[f64], judged: &Reduced) -> (Matrix, Vec<f64>) {
    let error = prediction_error(judged, values);
    let efforts: f64 = judged.effort_squares(0..judged.segments()).iter().sum();
    let unit = 0.01 * (efforts * ((error + POINTS).powi(2) - error * error)).sqrt();
    let r = judged.whole(&vec![1.0; judged.joints()]).r();
    let own = rows.rows();
    let all = Matrix::from_fn(own + r.rows(), rows.columns(), |i, k| {
        if i < own { rows.at(i, k) } else { r.at(i - own, k) / unit.max(f64::MIN_POSITIVE) }
    });
    let rhs = all.times_vector(values);
    (all, rhs)
}

/// Names of active blocks, the strongest first.
fn active(solution: &SemidefiniteSolution) -> Vec<String> {
    let mut blocks: Vec<_> = solution.blocks.iter().filter(|b| b.active).collect();
    blocks.sort_by(|a, b| b.multiplier.total_cmp(&a.multiplier));
    blocks.into_iter().map(|b| b.name.clone()).collect()
}
