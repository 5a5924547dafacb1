//! Random searches on the rows' triangle (see [`crate::evolutionary`]).

use crate::data::Data;
use crate::error::EstimationError;
use crate::estimate::Estimate;
use crate::evolutionary::{
    BOX_MARGIN, SearchMethod, estimate_by_search, generations, generations_per_unknown,
};
use crate::method::{Capabilities, Estimator};
use armlab_optimize::{
    Annealing, Budget, CmaEs, Crossover, DifferentialEvolution, Genes, Genetic, Minimiser,
    ParticleSwarm, Selection,
};
use armlab_settings::{Range, method, settings};

/// Generations at most, which take an arm of seven joints a few seconds.
const MOST: usize = 5000;

settings! {
    /// Genetic algorithm with real genes and elitism. Binary genes can be had through
    /// [`search`](crate::evolutionary::search), but in a plain binary code neighbours may
    /// differ in all bits, and most runs stop at such a carry, per cents away from the
    /// minimum.
    pub struct GeneticSearch {
        /// Individuals.
        population: usize = 50, "", Range::between(2.0, 1000000.0);
        /// Individuals drawn for each parent, of which the best is taken.
        tournament: usize = 3, "", Range::between(1.0, 1000000.0);
        /// Probability that two parents cross.
        crossover_rate: f64 = 0.9, "", Range::between(0.0, 1.0);
        /// How far children may lie beyond their parents, as a part of their distance.
        blend: f64 = 0.5, "", Range::at_least(0.0);
        /// Probability that a gene mutates.
        mutation_rate: f64 = 0.1, "", Range::between(0.0, 1.0);
        /// Standard deviation of a mutation, as a part of the interval.
        mutation_size: f64 = 0.002, "", Range::POSITIVE;
        /// Generations per unknown.
        generations_per_unknown: usize = 400, "", Range::at_least(1.0);
        /// Generations at most.
        most_generations: usize = MOST, "", Range::at_least(1.0);
        /// Least half width of the search box, as a part of an unknown's natural size.
        box_margin: f64 = BOX_MARGIN, "", Range::POSITIVE;
    }
}
method!(
    GeneticSearch,
    "ga",
    "Genetic algorithm: candidates are blended and mutated, the best survive. Best as a comparison \
     with published results."
);

impl SearchMethod for GeneticSearch {
    fn minimiser(&self, unknowns: usize, seed: u64) -> (Box<dyn Minimiser>, Budget) {
        let minimiser = Genetic {
            population: self.population,
            genes: Genes::Gaussian(self.mutation_size),
            selection: Selection::Tournament(self.tournament),
            crossover: Crossover::Blend(self.blend),
            crossover_rate: self.crossover_rate,
            mutation_rate: self.mutation_rate,
            seed,
            ..Genetic::default()
        };
        let budget =
            generations_per_unknown(self.generations_per_unknown, unknowns, self.most_generations);
        (Box::new(minimiser), budget)
    }
    fn box_margin(&self) -> f64 {
        self.box_margin
    }
}

settings! {
    /// Particle swarm.
    pub struct SwarmSearch {
        /// Particles.
        particles: usize = 60, "", Range::between(1.0, 1000000.0);
        /// Inertia w.
        inertia: f64 = 0.7298, "", Range::at_least(0.0);
        /// Acceleration c₁ towards a particle's own best.
        cognitive: f64 = 1.49618, "", Range::at_least(0.0);
        /// Acceleration c₂ towards the swarm's best.
        social: f64 = 1.49618, "", Range::at_least(0.0);
        /// Largest velocity, as a part of the box's width; auto for no limit.
        largest_velocity: Option<f64> = None, "", Range::POSITIVE;
        /// Generations per unknown.
        generations_per_unknown: usize = 100, "", Range::at_least(1.0);
        /// Generations at most.
        most_generations: usize = MOST, "", Range::at_least(1.0);
        /// Least half width of the search box, as a part of an unknown's natural size.
        box_margin: f64 = BOX_MARGIN, "", Range::POSITIVE;
    }
}
method!(
    SwarmSearch,
    "pso",
    "Particle swarm with constriction coefficients. Best as a simple global search of few unknowns."
);

impl SearchMethod for SwarmSearch {
    fn minimiser(&self, unknowns: usize, seed: u64) -> (Box<dyn Minimiser>, Budget) {
        let minimiser = ParticleSwarm {
            particles: self.particles,
            inertia: self.inertia,
            own: self.cognitive,
            swarm: self.social,
            largest_velocity: self.largest_velocity,
            seed,
            ..ParticleSwarm::default()
        };
        let budget =
            generations_per_unknown(self.generations_per_unknown, unknowns, self.most_generations);
        (Box::new(minimiser), budget)
    }
    fn box_margin(&self) -> f64 {
        self.box_margin
    }
}

settings! {
    /// Simulated annealing.
    pub struct AnnealingSearch {
        /// First temperature, as a mean squared residual; auto takes the spread of random
        /// points.
        temperature: Option<f64> = None, "", Range::POSITIVE;
        /// Factor of the temperature from level to level.
        cooling: f64 = 0.94, "", Range::within(0.0, 1.0);
        /// Moves at one temperature.
        moves: usize = 450, "", Range::at_least(1.0);
        /// Part of the first temperature at which it ends.
        coldest: f64 = 1e-8, "", Range::within(0.0, 1.0);
        /// Longest move at the first temperature, as a part of the box's width.
        step: f64 = 0.5, "", Range::POSITIVE;
        /// Temperature levels at most.
        most_generations: usize = 10_000, "", Range::at_least(1.0);
        /// Least half width of the search box, as a part of an unknown's natural size.
        box_margin: f64 = BOX_MARGIN, "", Range::POSITIVE;
    }
}
method!(
    AnnealingSearch,
    "annealing",
    "Simulated annealing with moves that shrink as it cools. Best as a comparison with published \
     results."
);

impl SearchMethod for AnnealingSearch {
    fn minimiser(&self, _: usize, seed: u64) -> (Box<dyn Minimiser>, Budget) {
        let minimiser = Annealing {
            temperature: self.temperature,
            cooling: self.cooling,
            moves: self.moves,
            coldest: self.coldest,
            reach: self.step,
            seed,
        };
        (Box::new(minimiser), generations(self.most_generations))
    }
    fn box_margin(&self) -> f64 {
        self.box_margin
    }
}

settings! {
    /// Differential evolution.
    pub struct DifferentialSearch {
        /// Individuals; auto takes ten per unknown.
        population: Option<usize> = None, "", Range::between(4.0, 1000000.0);
        /// Weight F of the differences.
        factor: f64 = 0.6, "", Range::between(0.0, 2.0);
        /// Crossover probability CR.
        crossover: f64 = 0.9, "", Range::between(0.0, 1.0);
        /// Relative spread of the population's costs at which it ends.
        tolerance: f64 = 1e-14, "", Range::at_least(0.0);
        /// Generations per unknown.
        generations_per_unknown: usize = 200, "", Range::at_least(1.0);
        /// Generations at most.
        most_generations: usize = MOST, "", Range::at_least(1.0);
        /// Least half width of the search box, as a part of an unknown's natural size.
        box_margin: f64 = BOX_MARGIN, "", Range::POSITIVE;
    }
}
method!(
    DifferentialSearch,
    "de",
    "Differential evolution: candidates move along differences of others. Best of the population \
     searches for up to twenty unknowns."
);

impl SearchMethod for DifferentialSearch {
    fn minimiser(&self, unknowns: usize, seed: u64) -> (Box<dyn Minimiser>, Budget) {
        let minimiser = DifferentialEvolution {
            population: self.population.unwrap_or(0),
            factor: self.factor,
            crossover: self.crossover,
            tolerance: self.tolerance,
            seed,
        };
        let budget =
            generations_per_unknown(self.generations_per_unknown, unknowns, self.most_generations);
        (Box::new(minimiser), budget)
    }
    fn box_margin(&self) -> f64 {
        self.box_margin
    }
}

settings! {
    /// Covariance matrix adaptation.
    pub struct CovarianceSearch {
        /// Points per generation; auto takes 4 + 3 ln n.
        population: Option<usize> = None, "", Range::between(4.0, 1000000.0);
        /// First standard deviation, as a part of the box's width.
        deviation: f64 = 0.3, "", Range::POSITIVE;
        /// Standard deviation, as a part of the box's width, at which it ends.
        tolerance: f64 = 1e-12, "", Range::at_least(0.0);
        /// Generations per unknown.
        generations_per_unknown: usize = 400, "", Range::at_least(1.0);
        /// Generations at most.
        most_generations: usize = MOST, "", Range::at_least(1.0);
        /// Least half width of the search box, as a part of an unknown's natural size.
        box_margin: f64 = BOX_MARGIN, "", Range::POSITIVE;
    }
}
method!(
    CovarianceSearch,
    "cma-es",
    "Covariance matrix adaptation: learns the shape of the cost from its draws. Best of the searches \
     where unknowns are strongly coupled."
);

impl SearchMethod for CovarianceSearch {
    fn minimiser(&self, unknowns: usize, seed: u64) -> (Box<dyn Minimiser>, Budget) {
        let minimiser = CmaEs {
            population: self.population.unwrap_or(0),
            deviation: self.deviation,
            tolerance: self.tolerance,
            seed,
        };
        let budget =
            generations_per_unknown(self.generations_per_unknown, unknowns, self.most_generations);
        (Box::new(minimiser), budget)
    }
    fn box_margin(&self) -> f64 {
        self.box_margin
    }
}

/// Of every search.
pub const SEARCH: Capabilities = Capabilities { search: true, ..Capabilities::STREAMS };

macro_rules! estimators {
    ($($type:ty),+) => {$(
        impl Estimator for $type {
            fn capabilities(&self) -> Capabilities {
                SEARCH
            }
            fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
                estimate_by_search(self, data)
            }
        }
    )+};
}
estimators!(GeneticSearch, SwarmSearch, AnnealingSearch, DifferentialSearch, CovarianceSearch);
