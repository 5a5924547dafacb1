//! The search for the covariance with which recursive least squares begin.
//!
//! The cost of a diagonal `P₀`, the same for all joints, is `1 − mean R²` of
//! eq. 28. It falls with every entry: a larger `P₀` believes the zeros less with
//! which the coefficients begin. So the best of any box is its upper corner and
//! the best of all is infinity; what a search finds is the box it was given.

use super::features::Structure;
use super::identified::{Recursion, determination, pass};
use super::log::{KinematicError, KinematicLog};
use armlab::optimize::{Bounds, Budget, Minimiser, Objective, ParticleSwarm, Problem};
use armlab::progress::Progress;
use rayon::prelude::*;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// The rows of all joints, ready for many passes.
struct Passes<'a> {
    log: &'a KinematicLog,
    rows: Vec<(usize, Vec<f64>)>,
    recursion: &'a Recursion,
    /// Largest entry ever asked for, as bits; of numbers that are not negative
    /// these are in the same order.
    largest: AtomicU64,
    /// Diagonals with an entry that is no variance.
    refused: AtomicUsize,
}

impl<'a> Passes<'a> {
    fn new(
        log: &'a KinematicLog,
        structure: &Structure,
        recursion: &'a Recursion,
    ) -> Result<Self, KinematicError> {
        structure.check(log)?;
        let of = |j: usize| (structure.joints[j].len(), structure.rows(log, j));
        Ok(Self {
            log,
            rows: (0..log.joints()).map(of).collect(),
            recursion,
            largest: AtomicU64::new(0),
            refused: AtomicUsize::new(0),
        })
    }
    fn cost(&self, diagonal: &[f64]) -> f64 {
        let recursion = Recursion { covariance: diagonal.to_vec(), ..self.recursion.clone() };
        let mut sum = 0.0;
        for ((width, rows), measured) in self.rows.iter().zip(&self.log.measured) {
            let Ok((_, predicted)) = pass(rows, *width, measured, &recursion) else {
                return f64::INFINITY;
            };
            sum += determination(measured, &predicted);
        }
        1.0 - sum / self.rows.len().max(1) as f64
    }
}

impl Objective for Passes<'_> {
    fn dimension(&self) -> usize {
        self.rows.first().map_or(0, |(width, _)| *width)
    }
    fn value(&self, diagonal: &[f64]) -> f64 {
        for x in diagonal.iter().filter(|x| x.is_finite()) {
            self.largest.fetch_max(x.abs().to_bits(), Ordering::Relaxed);
        }
        // A diagonal that is no covariance must not win.
        if diagonal.iter().any(|x| !(*x > 0.0 && x.is_finite())) {
            self.refused.fetch_add(1, Ordering::Relaxed);
            return f64::INFINITY;
        }
        self.cost(diagonal)
    }
}

/// `1 − mean R²` of recursive least squares; their own covariance is not used.
pub fn covariance_cost(
    log: &KinematicLog,
    structure: &Structure,
    recursion: &Recursion,
    diagonal: &[f64],
) -> Result<f64, KinematicError> {
    Ok(Passes::new(log, structure, recursion)?.cost(diagonal))
}

/// A swarm over the diagonal of the covariance.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CovarianceSearch {
    /// The swarm; its seed is that of the first run.
    pub swarm: ParticleSwarm,
    /// Iterations of a run, the first population included.
    pub iterations: usize,
    /// Runs, of which the best counts.
    pub runs: u64,
    /// Smallest and largest variance.
    pub interval: [f64; 2],
}

impl Default for CovarianceSearch {
    /// As printed but for the coefficients, which converge.
    fn default() -> Self {
        Self { swarm: ParticleSwarm::default(), ..Self::printed() }
    }
}

impl CovarianceSearch {
    /// Batista et al. 2020: 60 particles, 10 iterations, `w = 1`, `c₁ = 3.1`,
    /// `c₂ = 3.9`, [0.01, 50], best of 10 runs. These coefficients diverge, so
    /// positions are clamped to the interval, which the paper does not mention.
    pub fn printed() -> Self {
        Self { swarm: ParticleSwarm::textbook(), iterations: 10, runs: 10, interval: [0.01, 50.0] }
    }
    /// The same for noisy joints: 200 particles, 45 iterations.
    pub fn printed_with_noise() -> Self {
        let swarm = ParticleSwarm { particles: 200, ..ParticleSwarm::textbook() };
        Self { swarm, iterations: 45, ..Self::printed() }
    }
    /// Literally as printed: nothing holds the particles.
    pub fn unclamped() -> Self {
        let swarm = ParticleSwarm { clamp_positions: false, ..ParticleSwarm::textbook() };
        Self { swarm, ..Self::printed() }
    }
}

/// What a swarm found.
#[derive(Clone, Debug, PartialEq)]
pub struct CovarianceFound {
    /// The diagonal.
    pub diagonal: Vec<f64>,
    /// Its cost.
    pub cost: f64,
    /// Best cost after each iteration, run by run.
    pub histories: Vec<Vec<f64>>,
    /// Evaluations over all runs, each one pass per joint.
    pub evaluations: usize,
    /// Largest entry, in size, of any diagonal that was tried.
    pub largest: f64,
    /// Diagonals that were refused because an entry was not positive.
    pub refused: usize,
}

/// Looks for the diagonal of the initial covariance with a particle swarm
/// (RLSPSO). All joints must have models with the same number of features.
pub fn search_covariance(
    log: &KinematicLog,
    structure: &Structure,
    recursion: &Recursion,
    search: &CovarianceSearch,
    progress: &Progress,
) -> Result<CovarianceFound, KinematicError> {
    let passes = Passes::new(log, structure, recursion)?;
    let [low, high] = search.interval;
    if !(low > 0.0 && low <= high && high.is_finite()) {
        return Err(KinematicError::NoCandidates { what: "an interval of positive variances" });
    }
    if search.runs == 0 || passes.dimension() == 0 {
        return Err(KinematicError::NoCandidates { what: "one run or more, and features" });
    }
    let bounds = Bounds::cube(passes.dimension(), low, high);
    let problem = Problem { objective: &passes, bounds: &bounds, start: None };
    let budget =
        Budget { iterations: search.iterations, evaluations: usize::MAX, ..Budget::default() };
    let mut best: Option<(f64, Vec<f64>)> = None;
    let (mut histories, mut evaluations) = (Vec::new(), 0);
    for run in 0..search.runs {
        let swarm = ParticleSwarm { seed: search.swarm.seed.wrapping_add(run), ..search.swarm };
        let mut history = Vec::with_capacity(search.iterations);
        let outcome = swarm.minimise(&problem, &budget, &mut |step| {
            history.push(step.value);
            match progress.is_cancelled() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        });
        progress.check().map_err(|_| KinematicError::Cancelled)?;
        histories.push(history);
        evaluations += outcome.evaluations;
        if best.as_ref().is_none_or(|(cost, _)| outcome.value < *cost) {
            best = Some((outcome.value, outcome.x));
        }
    }
    let (cost, diagonal) = best.unwrap_or((f64::INFINITY, Vec::new()));
    Ok(CovarianceFound {
        diagonal,
        cost,
        histories,
        evaluations,
        largest: f64::from_bits(passes.largest.into_inner()),
        refused: passes.refused.into_inner(),
    })
}

/// What a scalar search found.
#[derive(Clone, Debug, PartialEq)]
pub struct ScalarFound {
    /// The variance.
    pub variance: f64,
    /// Its cost.
    pub cost: f64,
    /// Cost of every candidate.
    pub costs: Vec<f64>,
}

/// Tries every candidate as the same variance for all features: the search with
/// which the paper compares its swarm.
pub fn exhaustive(
    log: &KinematicLog,
    structure: &Structure,
    recursion: &Recursion,
    candidates: &[f64],
) -> Result<ScalarFound, KinematicError> {
    let passes = Passes::new(log, structure, recursion)?;
    let costs: Vec<f64> = candidates.par_iter().map(|p| passes.value(&[*p])).collect();
    let best = (0..costs.len()).min_by(|a, b| costs[*a].total_cmp(&costs[*b]));
    match best {
        Some(k) => Ok(ScalarFound { variance: candidates[k], cost: costs[k], costs }),
        None => Err(KinematicError::NoCandidates { what: "variances to try" }),
    }
}
