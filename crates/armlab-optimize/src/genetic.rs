//! Genetic algorithm (Holland 1975; Goldberg 1989), generational, with real or
//! binary genes.
//!
//! Each generation parents are selected, cross with some probability, and every
//! gene of a child mutates with some probability. Who lives on is settled by
//! [`Survival`]: without any elitism the best individual is lost again and
//! again, and a small population only wanders.

use crate::objective::Bounds;
use crate::random::Draws;
use crate::run::{Budget, Minimiser, Outcome, Problem, Progress, Run};

/// What a gene is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Genes {
    /// A number; a mutation draws it anew from its interval.
    Uniform,
    /// A number; a mutation adds a normal error of this share of its interval.
    Gaussian(f64),
    /// This many bits (at most 52) over the interval; each bit is a gene of its
    /// own for crossover and mutation.
    Binary(u32),
}

/// How parents are found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Selection {
    /// Anyone.
    Random,
    /// The best of so many drawn at random.
    Tournament(usize),
    /// With probability in proportion to `1/(1 + value)`; for values that are
    /// not negative.
    AdjustedFitness,
}

/// How two parents make two children.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Crossover {
    /// Genes before a random place from one, after it from the other.
    OnePoint,
    /// Every gene from either.
    Uniform,
    /// Every number between the parents', or beyond by this share of their
    /// distance; binary genes are exchanged as in `Uniform`.
    Blend(f64),
}

/// Who lives on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Survival {
    /// The children, and this many of the best so far in place of the worst.
    Children(usize),
    /// The best of parents and children together.
    Best,
}

/// A genetic algorithm. Generations are limited by the budget's iterations.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Genetic {
    /// Individuals.
    pub population: usize,
    /// What a gene is.
    pub genes: Genes,
    /// How parents are found.
    pub selection: Selection,
    /// How parents make children.
    pub crossover: Crossover,
    /// Probability that two parents cross.
    pub crossover_rate: f64,
    /// Probability that a gene mutates.
    pub mutation_rate: f64,
    /// Who lives on.
    pub survival: Survival,
    /// Seed of the draws.
    pub seed: u64,
}

impl Default for Genetic {
    fn default() -> Self {
        Self {
            population: 50,
            genes: Genes::Gaussian(0.1),
            selection: Selection::Tournament(3),
            crossover: Crossover::Blend(0.5),
            crossover_rate: 0.9,
            mutation_rate: 0.1,
            survival: Survival::Best,
            seed: 0,
        }
    }
}

impl Genetic {
    /// The settings of Urrea & Pascal 2016, Table 3: two chromosomes, random
    /// selection, crossover at one point with probability 0.9, mutation rate
    /// 0.1, meant for 15 000 generations. Encoding and survival are not printed;
    /// here numbers drawn anew, and either survival.
    pub fn two_chromosomes(survival: Survival) -> Self {
        Self {
            population: 2,
            genes: Genes::Uniform,
            selection: Selection::Random,
            crossover: Crossover::OnePoint,
            crossover_rate: 0.9,
            mutation_rate: 0.1,
            survival,
            seed: 0,
        }
    }

    /// Genes of one individual.
    fn length(&self, unknowns: usize) -> usize {
        match self.genes {
            Genes::Binary(bits) => unknowns * bits.clamp(1, 52) as usize,
            _ => unknowns,
        }
    }

    /// Unknowns from genes. Binary genes are stored as zeros and ones, most
    /// significant first.
    fn decode(&self, genes: &[f64], bounds: &Bounds, x: &mut [f64]) {
        match self.genes {
            Genes::Binary(bits) => {
                let bits = bits.clamp(1, 52);
                let largest = ((1_u64 << bits) - 1) as f64;
                for (k, word) in genes.chunks_exact(bits as usize).enumerate() {
                    let number = word.iter().fold(0.0, |sum, bit| 2.0 * sum + bit);
                    x[k] = bounds.lower()[k] + bounds.width(k) * number / largest;
                }
            }
            _ => x.copy_from_slice(genes),
        }
    }

    fn select(&self, values: &[f64], draws: &mut Draws) -> usize {
        match self.selection {
            Selection::Random => draws.index(values.len()),
            Selection::Tournament(size) => {
                let mut best = draws.index(values.len());
                for _ in 1..size.max(1) {
                    let other = draws.index(values.len());
                    if values[other] < values[best] {
                        best = other;
                    }
                }
                best
            }
            Selection::AdjustedFitness => {
                let fitness = |v: &f64| 1.0 / (1.0 + v.max(0.0));
                let mut left = draws.unit() * values.iter().map(fitness).sum::<f64>();
                for (i, v) in values.iter().enumerate() {
                    left -= fitness(v);
                    if left < 0.0 {
                        return i;
                    }
                }
                values.len() - 1
            }
        }
    }

    fn cross(&self, a: &mut [f64], b: &mut [f64], bounds: &Bounds, draws: &mut Draws) {
        let length = a.len();
        let binary = matches!(self.genes, Genes::Binary(_));
        match self.crossover {
            Crossover::OnePoint if length > 1 => {
                let place = 1 + draws.index(length - 1);
                a[place..].swap_with_slice(&mut b[place..]);
            }
            Crossover::OnePoint => {}
            Crossover::Blend(beyond) if !binary => {
                for k in 0..length {
                    let (low, high) = (a[k].min(b[k]), a[k].max(b[k]));
                    let reach = beyond * (high - low);
                    for gene in [&mut a[k], &mut b[k]] {
                        let x = low - reach + (high - low + 2.0 * reach) * draws.unit();
                        *gene = x.max(bounds.lower()[k]).min(bounds.upper()[k]);
                    }
                }
            }
            Crossover::Uniform | Crossover::Blend(_) => {
                for k in 0..length {
                    if draws.unit() < 0.5 {
                        std::mem::swap(&mut a[k], &mut b[k]);
                    }
                }
            }
        }
    }

    fn mutate(&self, genes: &mut [f64], bounds: &Bounds, draws: &mut Draws) {
        for k in 0..genes.len() {
            if draws.unit() < self.mutation_rate {
                genes[k] = match self.genes {
                    Genes::Uniform => draws.between(bounds, k),
                    Genes::Gaussian(share) => {
                        let x = genes[k] + share * bounds.width(k) * draws.normal();
                        x.max(bounds.lower()[k]).min(bounds.upper()[k])
                    }
                    Genes::Binary(_) => 1.0 - genes[k],
                };
            }
        }
    }
}

impl Minimiser for Genetic {
    fn minimise(&self, problem: &Problem, budget: &Budget, progress: Progress) -> Outcome {
        let n = problem.objective.dimension();
        let count = self.population.max(2);
        let bounds = problem.bounds.closed();
        let length = self.length(n);
        let mut draws = Draws::new(self.seed);
        let mut run = Run::new(problem.objective, budget, progress);
        let mut genes = match self.genes {
            Genes::Binary(_) => {
                (0..count * length).map(|_| f64::from(u8::from(draws.unit() < 0.5))).collect()
            }
            _ => draws.population(&bounds, problem.start, count),
        };
        let decode_all = |genes: &[f64], x: &mut [f64]| {
            for (genes, x) in genes.chunks_exact(length).zip(x.chunks_exact_mut(n)) {
                self.decode(genes, &bounds, x);
            }
        };
        let mut x = vec![0.0; count * n];
        decode_all(&genes, &mut x);
        let mut values = vec![f64::INFINITY; count];
        run.values(&x, &mut values);
        let mut children = vec![0.0; count * length];
        let mut child_values = values.clone();
        while n > 0 && run.next() {
            for pair in children.chunks_mut(2 * length) {
                let (first, second) = pair.split_at_mut(length);
                let mut spare = vec![0.0; length];
                let second = if second.is_empty() { &mut spare[..] } else { second };
                for child in [&mut *first, &mut *second] {
                    let parent = self.select(&values, &mut draws);
                    child.copy_from_slice(&genes[parent * length..(parent + 1) * length]);
                }
                if draws.unit() < self.crossover_rate {
                    self.cross(first, second, &bounds, &mut draws);
                }
                self.mutate(first, &bounds, &mut draws);
                self.mutate(second, &bounds, &mut draws);
            }
            decode_all(&children, &mut x);
            run.values(&x, &mut child_values);
            let keep = match self.survival {
                Survival::Best => count,
                Survival::Children(elite) => elite.min(count),
            };
            survive(keep, length, &mut genes, &mut values, &children, &child_values);
        }
        run.finish()
    }
}

/// Of the old generation up to `keep` individuals live on where they are better
/// than the worst children. Ties favour the children, so that a population can
/// drift on a plateau.
fn survive(
    keep: usize,
    length: usize,
    genes: &mut [f64],
    values: &mut [f64],
    children: &[f64],
    child_values: &[f64],
) {
    let order = |values: &[f64]| {
        let mut order: Vec<usize> = (0..values.len()).collect();
        order.sort_by(|a, b| values[*a].total_cmp(&values[*b]).then(a.cmp(b)));
        order
    };
    let (old, new) = (order(values), order(child_values));
    let count = values.len();
    // How many of the best old ones beat the worst of the children they replace.
    let mut kept = 0;
    while kept < keep && values[old[kept]] < child_values[new[count - 1 - kept]] {
        kept += 1;
    }
    let gene = |source: &[f64], i: usize| source[i * length..(i + 1) * length].to_vec();
    let mut next: Vec<(f64, Vec<f64>)> =
        old[..kept].iter().map(|i| (values[*i], gene(genes, *i))).collect();
    next.extend(new[..count - kept].iter().map(|i| (child_values[*i], gene(children, *i))));
    for (i, (value, gene)) in next.into_iter().enumerate() {
        values[i] = value;
        genes[i * length..(i + 1) * length].copy_from_slice(&gene);
    }
}
