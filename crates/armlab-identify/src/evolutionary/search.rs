//! The searches: one call each, from data to unknowns.

use super::cost::QuadraticCost;
use super::search_box::search_box;
use crate::estimators::Data;
use armlab_optimize::{
    Annealing, Bounds, Budget, CmaEs, DifferentialEvolution, Genes, Genetic, Minimiser,
    ParticleSwarm, Problem, Stop, Survival,
};
use std::ops::ControlFlow;

/// Generations of the genetic algorithm of Urrea & Pascal 2016, Table 3.
const PRINTED_GENERATIONS: usize = 15_000;
/// A found unknown that is this near to a bound, as a share of the interval, is on
/// it.
const ON_BOUND: f64 = 1e-6;

/// What all searches need to know.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Options {
    /// Seed of the draws.
    pub seed: u64,
    /// Where to look; see [`search_box`] for what is taken otherwise.
    pub bounds: Option<Bounds>,
    /// One weight per joint; all count alike without.
    pub weights: Option<Vec<f64>>,
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
        None => search_box(data, &cost),
    };
    let mut history = Vec::new();
    let problem = Problem { objective: &cost, bounds: &bounds, start: None };
    let outcome = minimiser.minimise(&problem, budget, &mut |step| {
        history.push(step.value);
        watch(step.iteration, step.value)
    });
    // A generation that the budget cut short is seen by nobody.
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

/// A search by name.
pub struct EvolutionaryMethod {
    /// Name on the command line.
    pub name: &'static str,
    /// What it does, in a sentence.
    pub summary: &'static str,
    make: fn(usize, u64) -> (Box<dyn Minimiser>, Budget),
}

impl EvolutionaryMethod {
    /// Searches for the unknowns.
    pub fn run(
        &self,
        data: &Data,
        options: &Options,
        watch: &mut dyn FnMut(usize, f64) -> ControlFlow<()>,
    ) -> Evolved {
        let (minimiser, budget) = (self.make)(data.reduced.unknowns(), options.seed);
        search(data, &*minimiser, &budget, options, watch)
    }
}

fn generations(iterations: usize) -> Budget {
    Budget { iterations, evaluations: usize::MAX, ..Budget::default() }
}

/// So many generations for each unknown, up to what an arm of seven joints takes a
/// few seconds for.
fn per_unknown(each: usize, unknowns: usize) -> Budget {
    const MOST: usize = 5000;
    generations((each * unknowns.max(1)).min(MOST))
}

const GENETIC: EvolutionaryMethod = EvolutionaryMethod {
    name: "ga",
    summary: "genetic algorithm: fifty candidates, blended and mutated, the best live on",
    make: |unknowns, seed| {
        let method = Genetic { genes: Genes::Gaussian(0.002), seed, ..Genetic::default() };
        (Box::new(method), per_unknown(400, unknowns))
    },
};
const TWO_CHROMOSOMES: EvolutionaryMethod = EvolutionaryMethod {
    name: "ga-printed",
    summary: "genetic algorithm of Urrea & Pascal 2016: two candidates, 15 000 generations",
    make: |_, seed| {
        let method = Genetic { seed, ..Genetic::two_chromosomes(Survival::Best) };
        (Box::new(method), generations(PRINTED_GENERATIONS))
    },
};
const SWARM: EvolutionaryMethod = EvolutionaryMethod {
    name: "pso",
    summary: "particle swarm with constriction coefficients",
    make: |unknowns, seed| {
        let method = ParticleSwarm { seed, ..ParticleSwarm::default() };
        (Box::new(method), per_unknown(100, unknowns))
    },
};
const ANNEALING: EvolutionaryMethod = EvolutionaryMethod {
    name: "annealing",
    summary: "simulated annealing with moves that shrink as it cools",
    make: |_, seed| (Box::new(Annealing { seed, ..Annealing::default() }), generations(10_000)),
};
const EVOLUTION: EvolutionaryMethod = EvolutionaryMethod {
    name: "de",
    summary: "differential evolution: candidates move along each other's differences",
    make: |unknowns, seed| {
        let method = DifferentialEvolution { seed, ..DifferentialEvolution::default() };
        (Box::new(method), per_unknown(200, unknowns))
    },
};
const ADAPTATION: EvolutionaryMethod = EvolutionaryMethod {
    name: "cma-es",
    summary: "covariance matrix adaptation: learns the shape of the valley",
    make: |unknowns, seed| {
        let method = CmaEs { seed, ..CmaEs::default() };
        (Box::new(method), per_unknown(400, unknowns))
    },
};

/// Every search.
pub const EVOLUTIONARY_METHODS: &[EvolutionaryMethod] =
    &[GENETIC, TWO_CHROMOSOMES, SWARM, ANNEALING, EVOLUTION, ADAPTATION];

/// The search called `name`.
pub fn evolutionary_method(name: &str) -> Option<&'static EvolutionaryMethod> {
    EVOLUTIONARY_METHODS.iter().find(|m| m.name == name)
}

fn unwatched(_: usize, _: f64) -> ControlFlow<()> {
    ControlFlow::Continue(())
}

/// Genetic algorithm with real genes and elitism. Binary genes can be had through
/// [`search`], but in a plain binary code neighbours may differ in all bits, and
/// most runs stop at such a carry, per cents away from the minimum.
pub fn genetic(data: &Data, options: &Options) -> Evolved {
    GENETIC.run(data, options, &mut unwatched)
}

/// The genetic algorithm of Urrea & Pascal 2016, Table 3: two chromosomes of real
/// genes drawn anew from their interval, random selection, one-point crossover
/// with probability 0.9, mutation rate 0.1, 15 000 generations. Who lives on is not
/// printed: with [`Survival::Best`] it lands on least squares, with
/// `Survival::Children(0)` it wanders, as the published values do.
pub fn two_chromosomes(data: &Data, survival: Survival, options: &Options) -> Evolved {
    let method = Genetic { seed: options.seed, ..Genetic::two_chromosomes(survival) };
    search(data, &method, &generations(PRINTED_GENERATIONS), options, &mut unwatched)
}

/// Particle swarm.
pub fn particle_swarm(data: &Data, options: &Options) -> Evolved {
    SWARM.run(data, options, &mut unwatched)
}

/// Simulated annealing.
pub fn annealing(data: &Data, options: &Options) -> Evolved {
    ANNEALING.run(data, options, &mut unwatched)
}

/// Differential evolution.
pub fn differential_evolution(data: &Data, options: &Options) -> Evolved {
    EVOLUTION.run(data, options, &mut unwatched)
}

/// Covariance matrix adaptation.
pub fn covariance_adaptation(data: &Data, options: &Options) -> Evolved {
    ADAPTATION.run(data, options, &mut unwatched)
}
