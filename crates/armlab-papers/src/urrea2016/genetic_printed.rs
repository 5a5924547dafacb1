//! The genetic algorithm of Urrea & Pascal 2016, Table 3: two chromosomes of real
//! genes drawn anew from their interval, random selection, one-point crossover
//! with probability 0.9, mutation rate 0.1, 15 000 generations. Who survives is not
//! printed: with the best of parents and children it converges to least squares, with
//! children only it wanders, as the published values do.

use crate::reproduce::ReproduceError;
use crate::scara::{Bench, with_data};
use armlab::identify::estimators::{Capabilities, Data, EstimationError, Estimator, SEARCH};
use armlab::identify::evolutionary::{
    Evolved, Options, SearchMethod, estimate_by_search, generations,
};
use armlab::identify::{Estimate, Recording};
use armlab::optimize::{Bounds, Budget, Genetic, Minimiser, Survival};
use armlab::settings::{Range, method, settings, words};
use std::ops::ControlFlow;

/// Who survives a generation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum PrintedSurvival {
    /// The best of parents and children.
    #[default]
    Best,
    /// The children.
    Children,
}
words!(PrintedSurvival { Best = "best", Children = "children" });

settings! {
    /// The genetic algorithm as printed.
    pub struct GeneticPrinted {
        /// Generations.
        generations: usize = 15_000, "", Range::at_least(1.0);
        /// Who survives a generation, which is not printed.
        survival: PrintedSurvival = PrintedSurvival::Best, "", Range::ANY;
    }
}
method!(
    GeneticPrinted,
    "ga-printed",
    "Genetic algorithm of Urrea & Pascal 2016, as printed: two candidates, 15 000 generations. Best \
     for reproducing the paper."
);

impl SearchMethod for GeneticPrinted {
    fn minimiser(&self, _: usize, seed: u64) -> (Box<dyn Minimiser>, Budget) {
        let survival = match self.survival {
            PrintedSurvival::Best => Survival::Best,
            PrintedSurvival::Children => Survival::Children(0),
        };
        let minimiser = Genetic { seed, ..Genetic::two_chromosomes(survival) };
        (Box::new(minimiser), generations(self.generations))
    }
}

impl Estimator for GeneticPrinted {
    fn capabilities(&self) -> Capabilities {
        SEARCH
    }
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
        estimate_by_search(self, data)
    }
}

/// Searches with the printed algorithm, without reporting progress.
pub fn two_chromosomes(data: &Data, survival: PrintedSurvival, options: &Options) -> Evolved {
    let method = GeneticPrinted { survival, ..GeneticPrinted::default() };
    method.run(data, options, &mut |_, _| ControlFlow::Continue(()))
}

/// The genetic algorithm of Table 3 (2016): two chromosomes, 15 000 generations, genes in [0, 10].
pub fn genetic(
    bench: &Bench,
    log: &Recording,
    survival: PrintedSurvival,
    seed: u64,
) -> Result<Evolved, ReproduceError> {
    let bounds = Some(Bounds::cube(4, 0.0, 10.0));
    with_data(bench, log, |data| {
        Ok(two_chromosomes(data, survival, &Options { seed, bounds, ..Options::default() }))
    })
}
