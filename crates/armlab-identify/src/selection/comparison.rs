//! Models on the same rows: what each leaves unpredicted of segments that it was not
//! learnt from.

use super::losses::{STEADY, paired};
use super::shape::ModelShape;
use crate::friction_columns::{FrictionColumn, friction_columns};
use crate::parallel::{CandidateRows, FOLDS, is_moving};
use armlab_dense::{Cholesky, Matrix};
use armlab_engine::robot::Joint;

/// Residuals below this part of the efforts are rounding.
const ROUNDING: f64 = 1e-13;

/// Rows and how their joints are weighted.
pub(super) struct Comparison<'a> {
    pub rows: CandidateRows<'a>,
    pub joints: Vec<&'a Joint>,
    pub base: usize,
    /// One over the variance of each joint's rows.
    pub weights: Vec<f64>,
}

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
    /// Of all joints.
    pub fn total(&self) -> f64 {
        self.0.iter().flatten().sum()
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

/// Where the unknowns that show in a joint's rows stand: among its columns, and in all.
type Places = Vec<(usize, usize)>;

impl<'a> Comparison<'a> {
    /// A comparison on rows, all joints alike.
    pub fn new(rows: CandidateRows<'a>, joints: Vec<&'a Joint>, base: usize) -> Self {
        let weights = vec![1.0; joints.len()];
        Self { rows, joints, base, weights }
    }

    fn places(&mut self, shape: &ModelShape) -> (Vec<Places>, usize) {
        let friction: Vec<FrictionColumn> =
            friction_columns(&self.joints, &shape.friction, &shape.couplings);
        let places = (0..self.joints.len()).map(|j| {
            let shown = self.rows.joints[j].places.iter().enumerate();
            let mut places: Places = shown.map(|(i, &unknown)| (1 + i, unknown)).collect();
            for (k, column) in friction.iter().enumerate().filter(|(_, c)| c.acts_on(j)) {
                places.push((self.rows.place(j, column), self.base + k));
            }
            places
        });
        (places.collect(), self.base + friction.len())
    }

    /// Unknowns from the segments that are learnt from in a fold; the last one has all.
    fn solve(
        &self,
        shape: &ModelShape,
        places: &[Places],
        unknowns: usize,
        fold: usize,
    ) -> Vec<f64> {
        let mut normal = Matrix::zeros(unknowns, unknowns);
        let mut x = vec![0.0; unknowns];
        let joints = places.iter().zip(&self.rows.joints).zip(&self.weights);
        for (j, ((places, rows), weight)) in joints.enumerate() {
            let products = rows.learnt(fold, shape.near_rest.get(j).copied().unwrap_or(false));
            let sum = |a: usize, b: usize| products.of(a, b) * weight;
            for (i, &(a, to)) in places.iter().enumerate() {
                x[to] += sum(a, 0);
                for &(b, other) in &places[..=i] {
                    let (row, column) = (to.max(other), to.min(other));
                    normal.set(row, column, normal.at(row, column) + sum(a, b));
                }
            }
        }
        let scale: Vec<f64> = (0..unknowns)
            .map(|k| normal.at(k, k).sqrt())
            .map(|length| if length > 0.0 { 1.0 / length } else { 0.0 })
            .collect();
        let scaled = Matrix::from_fn(unknowns, unknowns, |i, j| match i.cmp(&j) {
            std::cmp::Ordering::Equal => 1.0 + STEADY,
            std::cmp::Ordering::Greater => normal.at(i, j) * scale[i] * scale[j],
            std::cmp::Ordering::Less => 0.0,
        });
        x.iter_mut().zip(&scale).for_each(|(x, s)| *x *= s);
        match Cholesky::new(&scaled) {
            Ok(factor) => factor.solve(&mut x),
            // Columns that are not finite: nothing is predicted.
            Err(_) => x.fill(f64::NAN),
        }
        x.iter_mut().zip(&scale).for_each(|(x, s)| *x *= s);
        x
    }

    /// Unknowns of a model from all segments.
    pub fn unknowns(&mut self, shape: &ModelShape) -> Vec<f64> {
        let (places, unknowns) = self.places(shape);
        self.solve(shape, &places, unknowns, FOLDS)
    }

    /// Squared residuals of a joint's rows in a segment.
    fn square(&self, joint: usize, places: &Places, x: &[f64], segment: usize) -> f64 {
        let products = &self.rows.joints[joint].products[segment];
        let effort = products.of(0, 0);
        let mut sum = effort;
        for (i, &(a, from)) in places.iter().enumerate() {
            let mut cross = -2.0 * products.of(a, 0);
            cross += x[from] * products.of(a, a);
            for &(b, other) in &places[..i] {
                cross += 2.0 * x[other] * products.of(a, b);
            }
            sum += x[from] * cross;
        }
        if sum.is_nan() { f64::INFINITY } else { sum.max(ROUNDING * effort) }
    }

    /// Weighs each joint by one over the variance of what a model leaves of its rows.
    pub fn weigh(&mut self, shape: &ModelShape) {
        self.weights.fill(1.0);
        let (places, unknowns) = self.places(shape);
        for _ in 0..3 {
            let x = self.solve(shape, &places, unknowns, FOLDS);
            let variance = |j: usize| -> f64 {
                let moving = (0..self.rows.segments).filter(|s| is_moving(*s));
                let squares = moving.map(|s| self.square(j, &places[j], &x, s));
                squares.sum::<f64>() / self.rows.joints[j].rows()[0].max(1) as f64
            };
            let variances: Vec<f64> = (0..self.joints.len()).map(variance).collect();
            let usable = |v: f64| if v > 0.0 && v.is_finite() { 1.0 / v } else { 0.0 };
            self.weights = variances.into_iter().map(usable).collect();
        }
    }

    /// What a model leaves of each joint's segments, learnt from others.
    pub fn losses(&mut self, shape: &ModelShape) -> Losses {
        let (places, unknowns) = self.places(shape);
        let mut losses = vec![vec![0.0; self.rows.segments]; self.joints.len()];
        for fold in 0..FOLDS {
            let x = self.solve(shape, &places, unknowns, fold);
            for (j, losses) in losses.iter_mut().enumerate() {
                for s in self.rows.joints[j].left_out(fold) {
                    losses[s] = self.weights[j] * self.square(j, &places[j], &x, s);
                }
            }
        }
        Losses(losses)
    }
}
