//! Normal equations of models that have most unknowns in common: what they share is eliminated
//! once, and each model is a border of a few unknowns around it.
//!
//! With `L Lᵀ` the equations of the common unknowns, `B` and `C` the products of a model's own
//! columns with the common ones and among each other, `W = L⁻¹ B` and `S = C − WᵀW`, its own
//! unknowns are `S z = g − Wᵀ L⁻¹ b` and the common ones `Lᵀ x = L⁻¹ b − W z`.
//!
//! Joints of different arms on one base share no unknown: the equations fall into blocks, and a
//! model that differs at one joint changes the unknowns of its block alone.

use super::losses::STEADY;
use crate::friction_columns::FrictionColumn;
use crate::parallel::{CandidateRows, FOLDS};
use armlab_dense::{Cholesky, Matrix, dot, solve_lower, solve_lower_transposed};
use rayon::prelude::*;
use std::sync::OnceLock;

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
    /// Unknowns that no row has together with others, ascending.
    blocks: Vec<Vec<usize>>,
    /// The block of each unknown, and its place there.
    inside: Vec<(usize, usize)>,
    /// Blocks, fold by fold; nothing where columns are not finite. The last fold has all segments.
    folds: Vec<Option<Vec<Eliminated>>>,
    /// What they leave of each joint's segments without a border, once that was asked for.
    pub left: OnceLock<Vec<Vec<f64>>>,
}

struct Eliminated {
    factor: Cholesky,
    /// One over the lengths of the columns.
    scale: Vec<f64>,
    /// `L⁻¹ b`
    side: Vec<f64>,
    /// The unknowns without a border.
    alone: Vec<f64>,
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

/// Sets of unknowns that no joint's rows connect.
fn blocks_of(places: &[Places], unknowns: usize) -> Vec<Vec<usize>> {
    let mut set: Vec<usize> = (0..unknowns).collect();
    for places in places {
        let Some(least) = places.iter().map(|&(_, unknown)| set[unknown]).min() else { continue };
        let mut joined: Vec<usize> = places.iter().map(|&(_, unknown)| set[unknown]).collect();
        joined.sort_unstable();
        joined.dedup();
        for of in set.iter_mut().filter(|of| joined.binary_search(of).is_ok()) {
            *of = least;
        }
    }
    let mut blocks: Vec<Vec<usize>> = vec![Vec::new(); unknowns];
    set.into_iter().enumerate().for_each(|(unknown, of)| blocks[of].push(unknown));
    blocks.retain(|b| !b.is_empty());
    blocks
}

impl Eliminated {
    fn of(mut normal: Matrix, mut side: Vec<f64>) -> Option<Self> {
        let n = side.len();
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
        let mut alone = side.clone();
        solve_lower_transposed(factor.lower(), &mut alone).ok()?;
        alone.iter_mut().zip(&scale).for_each(|(x, s)| *x *= s);
        Some(Self { factor, scale, side, alone })
    }
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
        let blocks = blocks_of(&places, unknowns);
        let mut inside = vec![(0, 0); unknowns];
        for (b, block) in blocks.iter().enumerate() {
            block.iter().enumerate().for_each(|(i, &unknown)| inside[unknown] = (b, i));
        }
        let (folds, left) = (Vec::new(), OnceLock::new());
        let mut shared =
            Self { columns, near_rest, dropped, places, unknowns, blocks, inside, folds, left };
        let folds = (0..=FOLDS).into_par_iter();
        shared.folds = folds.map(|fold| shared.eliminated(rows, weights, fold)).collect();
        shared
    }

    /// Whether it is of these columns.
    pub fn is_of(&self, columns: &[FrictionColumn], near_rest: &[bool], dropped: usize) -> bool {
        self.dropped == dropped && self.near_rest == near_rest && self.columns == columns
    }

    /// The block of the unknowns that show in a joint's rows.
    fn block(&self, joint: usize) -> Option<usize> {
        self.places[joint].first().map(|&(_, unknown)| self.inside[unknown].0)
    }

    /// Whether a border changes the unknowns that show in a joint's rows.
    pub fn is_changed(&self, border: &Border, joint: usize) -> bool {
        let bordered = (0..border.places.len()).filter(|&j| !border.places[j].is_empty());
        let mut bordered = bordered.map(|j| (j, self.block(j)));
        let own = self.block(joint);
        bordered.any(|(j, block)| j == joint || (block.is_some() && block == own))
    }

    fn eliminated(
        &self,
        rows: &CandidateRows,
        weights: &[f64],
        fold: usize,
    ) -> Option<Vec<Eliminated>> {
        let empty = |b: &Vec<usize>| (Matrix::zeros(b.len(), b.len()), vec![0.0; b.len()]);
        let mut equations: Vec<(Matrix, Vec<f64>)> = self.blocks.iter().map(empty).collect();
        for (j, (places, weight)) in self.places.iter().zip(weights).enumerate() {
            let Some(block) = self.block(j) else { continue };
            let (normal, side) = &mut equations[block];
            let products = rows.joints[j].learnt(fold, self.near_rest[j]);
            for (i, &(a, to)) in places.iter().enumerate() {
                let to = self.inside[to].1;
                side[to] += weight * products.of(a, 0);
                for &(b, other) in &places[..=i] {
                    let other = self.inside[other].1;
                    let (row, column) = (to.max(other), to.min(other));
                    normal.column_mut(column)[row] += weight * products.of(a, b);
                }
            }
        }
        equations.into_iter().map(|(normal, side)| Eliminated::of(normal, side)).collect()
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
        let blocks = self.folds[fold].as_ref()?;
        let (n, own) = (self.unknowns, border.unknowns);
        let bordered = border.places.iter().enumerate().filter(|(_, p)| !p.is_empty());
        // The blocks that the border touches, and where each begins among their unknowns.
        let mut touched: Vec<usize> = bordered.clone().filter_map(|(j, _)| self.block(j)).collect();
        touched.sort_unstable();
        touched.dedup();
        let mut length = 0;
        let mut begins = vec![0; blocks.len()];
        for &b in &touched {
            begins[b] = length;
            length += self.blocks[b].len();
        }
        let part = |b: usize| begins[b]..begins[b] + self.blocks[b].len();
        let mut beside = vec![vec![0.0; length]; own];
        let (mut corner, mut right) = (Matrix::zeros(own, own), vec![0.0; own]);
        for (j, places) in bordered {
            let (weight, products) = (weights[j], rows.joints[j].learnt(fold, self.near_rest[j]));
            for &(a, unknown) in places {
                let i = unknown - n;
                right[i] += weight * products.of(a, 0);
                for &(b, common) in &self.places[j] {
                    let (block, place) = self.inside[common];
                    beside[i][begins[block] + place] += weight * products.of(a, b);
                }
                for &(b, other) in places {
                    let (k, product) = (other - n, weight * products.of(a, b));
                    corner.set(i, k, corner.at(i, k) + product);
                }
            }
        }
        let own_scale: Vec<f64> = (0..own).map(|i| inverse_length(corner.at(i, i))).collect();
        let mut side = vec![0.0; length];
        for &b in &touched {
            let Eliminated { factor, scale, side: of_block, .. } = &blocks[b];
            side[part(b)].copy_from_slice(of_block);
            for (beside, own) in beside.iter_mut().zip(&own_scale) {
                let beside = &mut beside[part(b)];
                beside.iter_mut().zip(scale).for_each(|(x, s)| *x *= own * s);
                solve_lower(factor.lower(), beside).ok()?;
            }
        }
        let schur = Matrix::from_fn(own, own, |i, k| {
            let scaled = corner.at(i, k) * own_scale[i] * own_scale[k];
            let entry = if i == k { 1.0 + STEADY } else { scaled };
            entry - dot(&beside[i], &beside[k])
        });
        let mut z: Vec<f64> =
            (0..own).map(|i| right[i] * own_scale[i] - dot(&beside[i], &side)).collect();
        if own > 0 {
            Cholesky::new(&schur).ok()?.solve(&mut z);
        }
        for (beside, z) in beside.iter().zip(&z) {
            side.iter_mut().zip(beside).for_each(|(x, w)| *x -= w * z);
        }
        let mut x = vec![0.0; n];
        for (unknowns, block) in self.blocks.iter().zip(blocks) {
            unknowns.iter().zip(&block.alone).for_each(|(&k, alone)| x[k] = *alone);
        }
        for &b in &touched {
            let (block, changed) = (&blocks[b], &mut side[part(b)]);
            solve_lower_transposed(block.factor.lower(), changed).ok()?;
            let scaled = changed.iter().zip(&block.scale).map(|(x, s)| x * s);
            self.blocks[b].iter().zip(scaled).for_each(|(&k, value)| x[k] = value);
        }
        x.extend(z.iter().zip(&own_scale).map(|(z, s)| z * s));
        Some(x)
    }
}

#[cfg(test)]
mod tests {
    use super::blocks_of;

    #[test]
    fn joints_that_share_an_unknown_are_in_one_block_and_others_are_not() {
        let of = |unknowns: &[usize]| unknowns.iter().map(|&u| (0, u)).collect();
        let places = [of(&[0, 1]), of(&[1, 4]), of(&[2, 5]), Vec::new()];
        assert_eq!(blocks_of(&places, 6), [vec![0, 1, 4], vec![2, 5], vec![3]]);
        assert_eq!(blocks_of(&[of(&[0, 1]), of(&[2]), of(&[1, 2])], 3), [vec![0, 1, 2]]);
    }
}
