//! Normal equations of models that have most unknowns in common: what they share is eliminated
//! once, and each model is a border of a few unknowns around it.
//!
//! With `L Lᵀ` the equations of the common unknowns, `B` and `C` the products of a model's own
//! columns with the common ones and among each other, `W = L⁻¹ B` and `S = C − WᵀW`, its own
//! unknowns are `S z = g − Wᵀ L⁻¹ b` and the common ones `Lᵀ x = L⁻¹ b − W z`.

use super::losses::STEADY;
use crate::friction_columns::FrictionColumn;
use crate::parallel::{CandidateRows, FOLDS};
use armlab_dense::{Cholesky, Matrix, dot, solve_lower, solve_lower_transposed};
use rayon::prelude::*;

/// Where the unknowns that show in a joint's rows stand: among its columns, and in all.
pub(super) type Places = Vec<(usize, usize)>;

/// Unknowns that models have in common, eliminated fold by fold.
pub(super) struct Shared {
    /// Friction columns, behind the base parameters.
    columns: Vec<FrictionColumn>,
    near_rest: Vec<bool>,
    /// How often columns had been dropped from the rows.
    dropped: usize,
    /// Joint by joint.
    pub places: Vec<Places>,
    /// How many.
    pub unknowns: usize,
    /// Nothing where columns are not finite. The last fold has all segments.
    folds: Vec<Option<Eliminated>>,
}

struct Eliminated {
    factor: Cholesky,
    /// One over the lengths of the columns.
    scale: Vec<f64>,
    /// `L⁻¹ b`
    side: Vec<f64>,
}

/// A model's own unknowns, numbered behind the common ones.
pub(super) struct Border {
    /// Joint by joint.
    pub places: Vec<Places>,
    /// How many.
    pub unknowns: usize,
}

fn inverse_length(square: f64) -> f64 {
    let length = square.sqrt();
    if length > 0.0 { 1.0 / length } else { 0.0 }
}

impl Shared {
    pub fn new(
        rows: &CandidateRows,
        weights: &[f64],
        columns: Vec<FrictionColumn>,
        near_rest: Vec<bool>,
        places: Vec<Places>,
        base: usize,
    ) -> Self {
        let unknowns = base + columns.len();
        let dropped = rows.columns_dropped;
        let mut shared = Self { columns, near_rest, dropped, places, unknowns, folds: Vec::new() };
        let folds = (0..=FOLDS).into_par_iter();
        shared.folds = folds.map(|fold| shared.eliminated(rows, weights, fold)).collect();
        shared
    }

    /// Whether it is of these columns.
    pub fn is_of(&self, columns: &[FrictionColumn], near_rest: &[bool], dropped: usize) -> bool {
        self.dropped == dropped && self.near_rest == near_rest && self.columns == columns
    }

    fn eliminated(&self, rows: &CandidateRows, weights: &[f64], fold: usize) -> Option<Eliminated> {
        let n = self.unknowns;
        let (mut normal, mut side) = (Matrix::zeros(n, n), vec![0.0; n]);
        for (j, (places, weight)) in self.places.iter().zip(weights).enumerate() {
            let products = rows.joints[j].learnt(fold, self.near_rest[j]);
            for (i, &(a, to)) in places.iter().enumerate() {
                side[to] += weight * products.of(a, 0);
                for &(b, other) in &places[..=i] {
                    let (row, column) = (to.max(other), to.min(other));
                    normal.column_mut(column)[row] += weight * products.of(a, b);
                }
            }
        }
        let scale: Vec<f64> = (0..n).map(|k| inverse_length(normal.at(k, k))).collect();
        for k in 0..n {
            let column = normal.column_mut(k);
            for (entry, scaled) in column.iter_mut().zip(&scale).skip(k) {
                *entry *= scale[k] * scaled;
            }
            column[k] = 1.0 + STEADY;
        }
        side.iter_mut().zip(&scale).for_each(|(x, s)| *x *= s);
        let factor = Cholesky::new(&normal).ok()?;
        solve_lower(factor.lower(), &mut side).ok()?;
        Some(Eliminated { factor, scale, side })
    }

    /// The common unknowns, then those of the border; not numbers where columns are not finite.
    pub fn solve(
        &self,
        rows: &CandidateRows,
        weights: &[f64],
        border: &Border,
        fold: usize,
    ) -> Vec<f64> {
        let solved = self.bordered(rows, weights, border, fold);
        solved.unwrap_or_else(|| vec![f64::NAN; self.unknowns + border.unknowns])
    }

    fn bordered(
        &self,
        rows: &CandidateRows,
        weights: &[f64],
        border: &Border,
        fold: usize,
    ) -> Option<Vec<f64>> {
        let Eliminated { factor, scale, side } = self.folds[fold].as_ref()?;
        let (n, own) = (self.unknowns, border.unknowns);
        let mut beside = vec![vec![0.0; n]; own];
        let (mut corner, mut right) = (Matrix::zeros(own, own), vec![0.0; own]);
        for (j, places) in border.places.iter().enumerate().filter(|(_, p)| !p.is_empty()) {
            let (weight, products) = (weights[j], rows.joints[j].learnt(fold, self.near_rest[j]));
            for &(a, unknown) in places {
                let i = unknown - n;
                right[i] += weight * products.of(a, 0);
                for &(b, common) in &self.places[j] {
                    beside[i][common] += weight * products.of(a, b);
                }
                for &(b, other) in places {
                    let (k, product) = (other - n, weight * products.of(a, b));
                    corner.set(i, k, corner.at(i, k) + product);
                }
            }
        }
        let own_scale: Vec<f64> = (0..own).map(|i| inverse_length(corner.at(i, i))).collect();
        for (beside, own) in beside.iter_mut().zip(&own_scale) {
            beside.iter_mut().zip(scale).for_each(|(x, s)| *x *= own * s);
            solve_lower(factor.lower(), beside).ok()?;
        }
        let schur = Matrix::from_fn(own, own, |i, k| {
            let scaled = corner.at(i, k) * own_scale[i] * own_scale[k];
            let entry = if i == k { 1.0 + STEADY } else { scaled };
            entry - dot(&beside[i], &beside[k])
        });
        let mut z: Vec<f64> =
            (0..own).map(|i| right[i] * own_scale[i] - dot(&beside[i], side)).collect();
        if own > 0 {
            Cholesky::new(&schur).ok()?.solve(&mut z);
        }
        let mut x = side.clone();
        for (beside, z) in beside.iter().zip(&z) {
            x.iter_mut().zip(beside).for_each(|(x, w)| *x -= w * z);
        }
        solve_lower_transposed(factor.lower(), &mut x).ok()?;
        x.iter_mut().zip(scale).for_each(|(x, s)| *x *= s);
        x.extend(z.iter().zip(&own_scale).map(|(z, s)| z * s));
        Some(x)
    }
}
