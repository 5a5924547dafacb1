//! Searches from data to unknowns, by any minimiser.

use super::cost::QuadraticCost;
use super::search_box::search_box;
use crate::data::Data;
use armlab_optimize::{Bounds, Budget, Minimiser, Problem, Stop};
use armlab_settings::Method;
use std::ops::ControlFlow;

/// A found unknown that is this near to a bound, as a share of the interval, is on
/// it.
const ON_BOUND: f64 = 1e-6;

/// Share of an unknown's natural size by which a described value may be wrong in
/// any case.
pub const BOX_MARGIN: f64 = 0.1;

/// Options of every search.
#[derive(Clone, Debug, PartialEq)]
pub struct Options {
    /// Seed of the draws.
    pub seed: u64,
    /// Where to look; without, the [`search_box`] of the description.
    pub bounds: Option<Bounds>,
    /// Least half width of an interval of that box, as a share of the unknown's natural
    /// size.
    pub box_margin: f64,
    /// One weight per joint; equal weights without.
    pub weights: Option<Vec<f64>>,
}

impl Default for Options {
    fn default() -> Self {
        Self { seed: 0, bounds: None, box_margin: BOX_MARGIN, weights: None }
    }
}

/// What a search found.
#[derive(Clone, Debug, PartialEq)]
pub struct Evolved {
    /// The unknowns.
    pub x: Vec<f64>,
    /// Their mean squared residual.
    pub mean_square: f64,
    /// The least mean squared residual that any unknowns have, for comparison.
    pub least: f64,
    /// Best mean squared residual after each generation.
    pub history: Vec<f64>,
    /// Evaluations of the cost.
    pub evaluations: usize,
    /// Why the search ended.
    pub stop: Stop,
    /// Unknowns that lie on a bound: the box may have been too small for them.
    pub on_bounds: Vec<usize>,
}

/// Searches with any minimiser. `watch` sees generation and best cost, and may end
/// the search.
pub fn search(
    data: &Data,
    minimiser: &dyn Minimiser,
    budget: &Budget,
    options: &Options,
    watch: &mut dyn FnMut(usize, f64) -> ControlFlow<()>,
) -> Evolved {
    let equal = vec![1.0; data.reduced.joints()];
    let cost = QuadraticCost::of(data.reduced, options.weights.as_deref().unwrap_or(&equal));
    let bounds = match &options.bounds {
        Some(bounds) => bounds.clone(),
        None => search_box(data, &cost, options.box_margin),
    };
    let mut history = Vec::new();
    let problem = Problem { objective: &cost, bounds: &bounds, start: None };
    let outcome = minimiser.minimise(&problem, budget, &mut |step| {
        history.push(step.value);
        watch(step.iteration, step.value)
    });
    // A generation that the budget cut short is not reported.
    if history.last() != Some(&outcome.value) {
        history.push(outcome.value);
    }
    let on_bound = |k: &usize| {
        let (low, high) = (bounds.lower()[*k], bounds.upper()[*k]);
        let near = ON_BOUND * (high - low);
        high > low && (outcome.x[*k] - low <= near || high - outcome.x[*k] <= near)
    };
    Evolved {
        on_bounds: (0..outcome.x.len()).filter(on_bound).collect(),
        mean_square: outcome.value,
        least: cost.least(),
        x: outcome.x,
        history,
        evaluations: outcome.evaluations,
        stop: outcome.stop,
    }
}

/// A method that searches at random.
pub trait SearchMethod: Method {
    /// The minimiser and how long it works, for a number of unknowns and a seed.
    fn minimiser(&self, unknowns: usize, seed: u64) -> (Box<dyn Minimiser>, Budget);
    /// Least half width of the search box; see [`Options::box_margin`].
    fn box_margin(&self) -> f64 {
        BOX_MARGIN
    }
    /// Searches for the unknowns.
    fn run(
        &self,
        data: &Data,
        options: &Options,
        watch: &mut dyn FnMut(usize, f64) -> ControlFlow<()>,
    ) -> Evolved {
        let (minimiser, budget) = self.minimiser(data.reduced.unknowns(), options.seed);
        let options = Options { box_margin: self.box_margin(), ..options.clone() };
        search(data, &*minimiser, &budget, &options, watch)
    }
}

/// A budget of generations.
pub fn generations(iterations: usize) -> Budget {
    Budget { iterations, evaluations: usize::MAX, ..Budget::default() }
}

/// So many generations for each unknown, up to `most`.
pub fn generations_per_unknown(each: usize, unknowns: usize, most: usize) -> Budget {
    generations(each.saturating_mul(unknowns.max(1)).min(most))
}
