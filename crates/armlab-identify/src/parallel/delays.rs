//! Delays of the efforts behind the motion, found together with the unknowns.

use super::base::BaseRows;
use super::sequence::JointSequence;
use super::set::RowSet;
use crate::error::EstimationError;
use crate::joint_triangle::JointTriangle;
use crate::joint_weights::{reweight, weighted_sum};
use crate::solve::FirstUnknowns;
use armlab_dense::{Triangle, Tsqr};
use rayon::prelude::*;
use std::sync::Arc;

/// Rounds of weights before delays are moved, and of delays; weights are improved once more after
/// each.
const WEIGHTINGS: usize = 3;
const DELAYS: usize = 16;
/// A delay moves by at most this part of the filter's width in a round.
const STRIDE: f64 = 0.5;
/// Longest delay that is looked for: so many sampling intervals or so many widths
/// of the filter, whichever is longer.
const LONGEST: (f64, f64) = (10.0, 1.0);
/// A delay that is known to no better than so many sampling intervals is not used.
const VAGUE: f64 = 2.0;
/// Delays are usually this many sampling intervals or less.
const USUAL: f64 = 2.0;
/// Delays settle when they move by less than this part of a sampling interval.
const SETTLED: f64 = 1e-3;

impl RowSet {
    /// Finds the delays that are looked for.
    pub(super) fn settle(&mut self, base: &BaseRows, delays: bool) -> Result<(), EstimationError> {
        let mut looked_for = vec![delays; base.logs.len()];
        let mut weights = vec![1.0; self.joints()];
        for round in 0..DELAYS {
            if !looked_for.contains(&true) {
                break;
            }
            let weightings = if round == 0 { WEIGHTINGS } else { 1 };
            let solution = self.weighted(&mut weights, &looked_for, weightings)?;
            let moved = self.move_delays(base, &solution, &mut looked_for);
            if moved > 0.0 {
                self.read_efforts(base);
            }
            if moved <= SETTLED {
                break;
            }
        }
        self.project(&weights, &looked_for);
        Ok(())
    }

    /// Moves the delays that are looked for by what a solution says, those that
    /// cannot be found back to none; the largest move, in sampling intervals.
    fn move_delays(
        &mut self,
        base: &BaseRows,
        solution: &FirstUnknowns,
        looked_for: &mut [bool],
    ) -> f64 {
        let mut largest = 0.0_f64;
        for (number, l) in numbers_of(looked_for).into_iter().enumerate() {
            let log = &base.logs[l];
            let (step, width) = (log.kernels.step, log.kernels.efforts.sigma() * log.kernels.step);
            let deviation = solution.deviations[number];
            let report = &mut self.report.logs[l];
            let stride = STRIDE * width;
            let next = report.delay + solution.x[number].clamp(-stride, stride);
            let longest = (LONGEST.0 * step).max(LONGEST.1 * width);
            let seen = solution.seen[number] > 0.5;
            if !(next.abs() <= longest && deviation <= VAGUE * step && seen) {
                looked_for[l] = false;
                (report.delay, report.delay_deviation) = (0.0, None);
                largest = f64::INFINITY;
                continue;
            }
            largest = largest.max((next - report.delay).abs() / step);
            (report.delay, report.delay_deviation) = (next, Some(deviation));
        }
        largest
    }

    /// Efforts at the present delays.
    fn read_efforts(&mut self, base: &BaseRows) {
        let mut at = 0;
        for (l, log) in base.logs.iter().enumerate() {
            let taps = log.kernels.effort_taps(self.report.logs[l].delay);
            for stretch in &log.stretches {
                let joints = self.sequences[at].joints.par_iter_mut().enumerate();
                joints.for_each(|(j, joint)| {
                    let rows = std::mem::take(&mut joint.rows);
                    *joint = JointSequence::of(stretch, j, rows, &taps);
                });
                at += 1;
            }
        }
    }

    /// Least squares with delays in front of the unknowns and each joint's rows over
    /// its own noise: the delays, with deviations for the noise that is left.
    fn weighted(
        &self,
        weights: &mut [f64],
        delays: &[bool],
        weightings: usize,
    ) -> Result<FirstUnknowns, EstimationError> {
        let triangles: Vec<Vec<JointTriangle>> = (0..self.joints())
            .into_par_iter()
            .map(|j| Ok(vec![self.with_delays(j, delays)?]))
            .collect::<Result<_, EstimationError>>()?;
        let numbers = numbers_of(delays);
        let prior = vec![0.0; numbers.len() + self.unknowns];
        let rows: Vec<u64> = triangles.iter().flatten().map(JointTriangle::rows).collect();
        reweight(&triangles, &rows, &prior, weights, weightings)?;
        let whole = weighted_sum(&triangles, weights, prior.len());
        let FirstUnknowns { x, rank, .. } = FirstUnknowns::of(&whole, 0)?;
        let freedom = rows.iter().sum::<u64>().saturating_sub(rank as u64).max(1) as f64;
        let noise = (crate::residual_square(&whole, &x) / freedom).sqrt();
        let drawn = self.with_usual_delays(&whole, &numbers, noise);
        let mut solution = FirstUnknowns::of(&drawn, numbers.len())?;
        solution.deviations.iter_mut().for_each(|d| *d *= noise);
        Ok(solution)
    }

    /// The triangle with a row for each delay that draws it weakly towards none, in
    /// units of the rows' noise: where the motion does not tell it, it must not run
    /// away.
    fn with_usual_delays(&self, whole: &Triangle, numbers: &[usize], noise: f64) -> Triangle {
        let mut sum = Tsqr::new(whole.unknowns(), 1);
        crate::reduced::add(&mut sum, whole, 1.0);
        for (number, &l) in numbers.iter().enumerate() {
            let weight = noise / (USUAL * self.plans[l].0.step);
            let mut row = vec![0.0; whole.unknowns() + 1];
            row[number] = weight;
            row[whole.unknowns()] = -weight * self.report.logs[l].delay;
            // Finite, as noise and delay are.
            let _ = sum.push(&row, 1);
        }
        sum.finish()
    }

    /// A joint's rows as a triangle, with delays as the first unknowns.
    fn with_delays(&self, joint: usize, delays: &[bool]) -> Result<JointTriangle, EstimationError> {
        let numbers = numbers_of(delays);
        let (logs, n) = (numbers.len(), self.unknowns);
        let places = self.sequences.first().map(|s| s.joints[joint].rows.places.as_slice());
        let own = places.unwrap_or_default().iter().map(|p| logs + p);
        let places: Arc<[usize]> = (0..logs).chain(own).collect();
        let mut sum = Tsqr::new(places.len(), 1);
        for sequence in &self.sequences {
            let rows = self.kept(sequence, joint, &sequence.all_rows());
            let mut columns: Vec<Vec<f64>> = vec![vec![0.0; rows.count]; logs];
            if let Some(number) = numbers.iter().position(|l| *l == sequence.log) {
                columns[number] = rows.rate.iter().map(|r| -r).collect();
            }
            columns.extend(rows.columns);
            columns.push(rows.effort);
            let columns: Vec<&[f64]> = columns.iter().map(Vec::as_slice).collect();
            self.push(&mut sum, &columns, sequence.log)?;
        }
        Ok(JointTriangle::of_columns(sum.finish(), places, [].into(), logs + n))
    }

    /// What a step of each log's delay is in terms of the unknowns: `c` in
    /// `row − y′ c`, which is orthogonal to `y′`.
    fn project(&mut self, weights: &[f64], delays: &[bool]) {
        let n = self.unknowns;
        let mut projections = vec![Vec::new(); delays.len()];
        for (l, projection) in projections.iter_mut().enumerate().filter(|(l, _)| delays[*l]) {
            let (mut square, mut products) = (0.0, vec![0.0; n + 1]);
            for sequence in self.sequences.iter().filter(|s| s.log == l) {
                for (j, weight) in weights.iter().enumerate() {
                    let rows = self.kept(sequence, j, &sequence.all_rows());
                    let factor = weight * weight;
                    square += factor * armlab_dense::dot(&rows.rate, &rows.rate);
                    for (&p, c) in sequence.joints[j].rows.places.iter().zip(&rows.columns) {
                        products[p] += factor * armlab_dense::dot(&rows.rate, c);
                    }
                    products[n] += factor * armlab_dense::dot(&rows.rate, &rows.effort);
                }
            }
            if square > 0.0 {
                *projection = products.into_iter().map(|p| p / square).collect();
            }
        }
        self.projections = projections;
    }
}

/// The logs whose delays are looked for: these are the first unknowns.
fn numbers_of(looked_for: &[bool]) -> Vec<usize> {
    (0..looked_for.len()).filter(|&l| looked_for[l]).collect()
}
