//! Models on the same rows: what each leaves unpredicted of segments that it was not
//! learnt from.

use super::bordered::{Border, Places, Shared};
use super::losses::paired;
use super::shape::ModelShape;
use crate::coupling::Coupling;
use crate::friction_columns::{FrictionColumn, coupling_columns, friction_columns, law_column};
use crate::parallel::{CandidateRows, FOLDS, is_moving};
use armlab_dense::dot;
use armlab_engine::friction::FrictionModel;
use armlab_engine::robot::Joint;
use rayon::prelude::*;
use std::sync::Arc;

/// Residuals below this part of the efforts are rounding.
const ROUNDING: f64 = 1e-13;

/// Rows and how their joints are weighted.
pub(super) struct Comparison<'a> {
    pub rows: CandidateRows<'a>,
    pub joints: Vec<&'a Joint>,
    pub base: usize,
    /// One over the variance of each joint's rows.
    pub weights: Vec<f64>,
    /// What candidates of late had in common, eliminated.
    shared: Vec<Arc<Shared>>,
}

/// Sets of common unknowns that are kept.
const KEPT: usize = 2;

/// Rows on which models are compared.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Compared {
    /// All rows.
    All,
    /// Rows in motion. What is left near standstill depends on how a joint sticks there, which
    /// no law of friction between moving parts should be chosen for.
    Moving,
}

impl Compared {
    /// Losses of these rows, part by part of the log.
    fn of(self, losses: &[f64]) -> impl Iterator<Item = f64> {
        let both = losses.chunks_exact(2);
        both.map(move |l| if self == Self::All { l[0] + l[1] } else { l[0] })
    }
}

/// What a model leaves: `[joint][segment]`, in units of the rows' noise.
pub(super) struct Losses(Vec<Vec<f64>>);

impl Losses {
    /// Of one joint's rows.
    pub fn of(&self, joint: usize, rows: Compared) -> f64 {
        rows.of(&self.0[joint]).sum()
    }
    /// Of one joint's rows, on average: those in motion, and those near standstill.
    pub fn means(&self, joint: usize, rows: [usize; 2]) -> [f64; 2] {
        let sum = |first: usize| self.0[joint][first..].iter().step_by(2).sum::<f64>();
        [0, 1].map(|k| sum(k) / rows[k].max(1) as f64)
    }
    /// By how much these exceed others, and the standard error of that over segments.
    pub fn excess(&self, others: &Self, rows: Compared) -> (f64, f64) {
        let sums = |losses: &Self| -> Vec<f64> {
            let mut joints = losses.0.iter().map(|joint| rows.of(joint).collect::<Vec<f64>>());
            let mut sums = joints.next().unwrap_or_default();
            for joint in joints {
                sums.iter_mut().zip(joint).for_each(|(sum, loss)| *sum += loss);
            }
            sums
        };
        paired(&sums(self), &sums(others))
    }
}

/// In which columns candidates that are compared with each other differ.
#[derive(Clone, Copy)]
pub(super) enum Varied<'v> {
    /// In those that show at a joint.
    Joint(usize),
    /// In those that this model does not have.
    Beyond(&'v ModelShape),
}

/// A candidate: the unknowns that it has in common with others, and its own.
struct Candidate {
    shared: Arc<Shared>,
    border: Border,
}

impl<'a> Comparison<'a> {
    /// A comparison on rows, all joints alike.
    pub fn new(rows: CandidateRows<'a>, joints: Vec<&'a Joint>, base: usize) -> Self {
        let weights = vec![1.0; joints.len()];
        Self { rows, joints, base, weights, shared: Vec::new() }
    }

    /// Where columns stand among each joint's, which they are added to if they are not there; as
    /// unknowns they are numbered from `first`.
    fn places(&mut self, columns: &[FrictionColumn], first: usize) -> Vec<Places> {
        let joints = 0..self.joints.len();
        let of = |j: usize| {
            let shown = columns.iter().enumerate().filter(|(_, c)| c.acts_on(j));
            shown.map(|(k, column)| (self.rows.place(j, column), first + k)).collect()
        };
        joints.map(of).collect()
    }

    /// Makes the columns of joints' friction and of couplings that will be compared, side by side.
    pub fn prepare(&mut self, frictions: &[(usize, FrictionModel)], couplings: &[Coupling]) {
        let mut columns = Vec::new();
        for (j, model) in frictions {
            columns.extend(model.columns().into_iter().map(|c| law_column(*j, self.joints[*j], c)));
        }
        for coupling in couplings {
            columns.extend(coupling_columns(&self.joints, *coupling, 0.0));
        }
        self.rows.prepare(&columns);
    }

    fn candidate(&mut self, shape: &ModelShape, varied: Varied) -> Candidate {
        let all = friction_columns(&self.joints, &shape.friction, &shape.couplings);
        let (own, common): (Vec<FrictionColumn>, Vec<FrictionColumn>) = match varied {
            Varied::Joint(joint) => all.into_iter().partition(|c| c.acts_on(joint)),
            Varied::Beyond(present) => {
                let present = friction_columns(&self.joints, &present.friction, &present.couplings);
                all.into_iter().partition(|c| !present.contains(c))
            }
        };
        let near_rest = |j: usize| shape.near_rest.get(j).copied().unwrap_or(false);
        let near_rest: Vec<bool> = (0..self.joints.len()).map(near_rest).collect();
        let known = |s: &&Arc<Shared>| s.is_of(&common, &near_rest, self.rows.columns_dropped);
        let shared = match self.shared.iter().find(known) {
            Some(shared) => shared.clone(),
            None => {
                let mut places = self.places(&common, self.base);
                for (places, rows) in places.iter_mut().zip(&self.rows.joints) {
                    let shown = rows.places.iter().enumerate();
                    let base: Places = shown.map(|(i, &unknown)| (1 + i, unknown)).collect();
                    places.splice(0..0, base);
                }
                let shared =
                    Shared::new(&self.rows, &self.weights, common, near_rest, places, self.base);
                if self.shared.len() == KEPT {
                    self.shared.remove(0);
                }
                self.shared.push(Arc::new(shared));
                self.shared[self.shared.len() - 1].clone()
            }
        };
        let border = Border { places: self.places(&own, shared.unknowns), unknowns: own.len() };
        Candidate { shared, border }
    }

    /// Unknowns from the segments that are learnt from in a fold; the last one has all.
    fn solve(&self, candidate: &Candidate, fold: usize) -> Vec<f64> {
        candidate.shared.solve(&self.rows, &self.weights, &candidate.border, fold)
    }

    /// Base parameters of a model from all segments.
    pub fn unknowns(&mut self, shape: &ModelShape) -> Vec<f64> {
        let candidate = self.candidate(shape, Varied::Beyond(shape));
        self.solve(&candidate, FOLDS)
    }

    /// Squared residuals of a joint's rows in some segments.
    fn squares(
        &self,
        candidate: &Candidate,
        joint: usize,
        x: &[f64],
        segments: impl Iterator<Item = usize>,
    ) -> Vec<(usize, f64)> {
        let rows = &self.rows.joints[joint];
        let base = 1 + rows.places.len();
        // What the columns of a row are multiplied by to give what is left of its effort.
        let mut factors = vec![0.0; rows.columns()];
        factors[0] = 1.0;
        let places = candidate.shared.places[joint].iter().chain(&candidate.border.places[joint]);
        let mut friction: Vec<usize> = Vec::new();
        for &(column, unknown) in places {
            factors[column] = -x[unknown];
            if column >= base {
                friction.push(column);
            }
        }
        friction.sort_unstable();
        let square = |segment: usize| {
            let products = rows.products(segment);
            let effort = products.of(0, 0);
            let mut sum = effort;
            for (a, factor) in factors.iter().enumerate().take(base).skip(1) {
                let row = products.row(a);
                sum += factor * (row[a] * factor + 2.0 * dot(&row[..a], &factors[..a]));
            }
            for (i, &a) in friction.iter().enumerate() {
                let row = products.row(a);
                let mut cross = dot(&row[..base], &factors[..base]);
                for &b in &friction[..i] {
                    cross += row[b] * factors[b];
                }
                sum += factors[a] * (row[a] * factors[a] + 2.0 * cross);
            }
            let square = if sum.is_nan() { f64::INFINITY } else { sum.max(ROUNDING * effort) };
            (segment, square)
        };
        segments.map(square).collect()
    }

    /// Weighs each joint by one over the variance of what a model leaves of its rows.
    pub fn weigh(&mut self, shape: &ModelShape) {
        self.weights.fill(1.0);
        for _ in 0..3 {
            self.shared.clear();
            let candidate = self.candidate(shape, Varied::Beyond(shape));
            let x = self.solve(&candidate, FOLDS);
            let variance = |j: usize| -> f64 {
                let moving = (0..self.rows.segments).filter(|s| is_moving(*s));
                let squares = self.squares(&candidate, j, &x, moving);
                let sum: f64 = squares.into_iter().map(|s| s.1).sum();
                sum / self.rows.joints[j].rows()[0].max(1) as f64
            };
            let variances: Vec<f64> = (0..self.joints.len()).map(variance).collect();
            let usable = |v: f64| if v > 0.0 && v.is_finite() { 1.0 / v } else { 0.0 };
            self.weights = variances.into_iter().map(usable).collect();
        }
        self.shared.clear();
    }

    /// What a model leaves of each joint's segments, learnt from others.
    pub fn losses(&mut self, shape: &ModelShape) -> Losses {
        let candidate = self.candidate(shape, Varied::Beyond(shape));
        self.left(&candidate)
    }

    /// The same of several models that differ in little.
    pub fn losses_of(&mut self, shapes: &[ModelShape], varied: Varied) -> Vec<Losses> {
        let candidates: Vec<Candidate> =
            shapes.iter().map(|shape| self.candidate(shape, varied)).collect();
        candidates.par_iter().map(|candidate| self.left(candidate)).collect()
    }

    fn left(&self, candidate: &Candidate) -> Losses {
        let Candidate { shared, border } = candidate;
        let joints = 0..self.joints.len();
        let (changed, same): (Vec<usize>, Vec<usize>) =
            joints.clone().partition(|&j| shared.is_changed(border, j));
        let mut losses = self.left_at(candidate, &changed);
        if !same.is_empty() {
            // These are what they are with the common unknowns alone.
            let alone = shared.left.get_or_init(|| {
                let border = Border { places: vec![Places::new(); joints.len()], unknowns: 0 };
                let all: Vec<usize> = joints.collect();
                self.left_at(&Candidate { shared: shared.clone(), border }, &all)
            });
            same.into_iter().for_each(|j| losses[j].clone_from(&alone[j]));
        }
        Losses(losses)
    }

    /// Losses of some joints; those of the others are none.
    fn left_at(&self, candidate: &Candidate, joints: &[usize]) -> Vec<Vec<f64>> {
        let mut losses = vec![vec![0.0; self.rows.segments]; self.joints.len()];
        if joints.is_empty() {
            return losses;
        }
        for fold in 0..FOLDS {
            let x = self.solve(candidate, fold);
            for &j in joints {
                let left_out = self.rows.joints[j].left_out(fold);
                for (s, square) in self.squares(candidate, j, &x, left_out) {
                    losses[j][s] = self.weights[j] * square;
                }
            }
        }
        losses
    }
}
