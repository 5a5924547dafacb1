//! Delays of the efforts behind the motion, found together with the unknowns.

use super::base::BaseRows;
use super::sequence::JointSequence;
use super::set::RowSet;
use crate::error::EstimationError;
use crate::joint_triangle::JointTriangle;
use crate::joint_weights::{reweight, weighted_sum};
use crate::solve::{Solution, solve};
use armlab_dense::{Triangle, Tsqr};
use std::sync::Arc;

/// Rounds of weights and of delays.
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
        for _ in 0..DELAYS {
            let solution = self.weighted(&mut weights, &looked_for)?;
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
        solution: &Solution,
        looked_for: &mut [bool],
    ) -> f64 {
        let mut largest = 0.0_f64;
        for (l, log) in base.logs.iter().enumerate() {
            if !looked_for[l] {
                continue;
            }
            let (step, width) = (log.kernels.step, log.kernels.efforts.sigma() * log.kernels.step);
            let deviation = solution.covariance.at(l, l).max(0.0).sqrt();
            let report = &mut self.report.logs[l];
            let stride = STRIDE * width;
            let next = report.delay + solution.x[l].clamp(-stride, stride);
            let longest = (LONGEST.0 * step).max(LONGEST.1 * width);
            if !(next.abs() <= longest && deviation <= VAGUE * step && solution.seen[l] > 0.5) {
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
            let delay = self.report.logs[l].delay;
            for stretch in &log.stretches {
                for (j, joint) in self.sequences[at].joints.iter_mut().enumerate() {
                    let rows = std::mem::take(&mut joint.rows);
                    *joint = JointSequence::of(stretch, j, rows, &log.kernels, delay);
                }
                at += 1;
            }
        }
    }

    /// Least squares with delays in front of the unknowns and each joint's rows over
    /// its own noise; covariance with the noise's variance put in.
    fn weighted(&self, weights: &mut [f64], delays: &[bool]) -> Result<Solution, EstimationError> {
        let triangles: Vec<Vec<JointTriangle>> = (0..self.joints())
            .map(|j| Ok(vec![self.with_delays(j, delays)?]))
            .collect::<Result<_, EstimationError>>()?;
        let prior = vec![0.0; delays.len() + self.unknowns];
        let rows: Vec<u64> = triangles.iter().flatten().map(JointTriangle::rows).collect();
        reweight(&triangles, &rows, &prior, weights, WEIGHTINGS)?;
        let whole = weighted_sum(&triangles, weights, prior.len());
        let first = solve(&whole, &prior)?;
        let freedom = rows.iter().sum::<u64>().saturating_sub(first.rank as u64).max(1) as f64;
        let variance = crate::residual_square(&whole, &first.x) / freedom;
        let mut solution = solve(&self.with_usual_delays(&whole, variance.sqrt()), &prior)?;
        solution.covariance.as_mut_slice().iter_mut().for_each(|c| *c *= variance);
        Ok(solution)
    }

    /// The triangle with a row for each delay that draws it weakly towards none, in
    /// units of the rows' noise: where the motion does not tell it, it must not run
    /// away.
    fn with_usual_delays(&self, whole: &Triangle, noise: f64) -> Triangle {
        let mut sum = Tsqr::new(whole.unknowns(), 1);
        crate::reduced::add(&mut sum, whole, 1.0);
        for (l, log) in self.report.logs.iter().enumerate() {
            let weight = noise / (USUAL * self.plans[l].0.step);
            let mut row = vec![0.0; whole.unknowns() + 1];
            row[l] = weight;
            row[whole.unknowns()] = -weight * log.delay;
            // Finite, as noise and delay are.
            let _ = sum.push(&row, 1);
        }
        sum.finish()
    }

    /// A joint's rows as a triangle, with delays as the first unknowns.
    fn with_delays(&self, joint: usize, delays: &[bool]) -> Result<JointTriangle, EstimationError> {
        let (logs, n) = (delays.len(), self.unknowns);
        let places = self.sequences.first().map(|s| s.joints[joint].rows.places.as_slice());
        let own = places.unwrap_or_default().iter().map(|p| logs + p);
        let places: Arc<[usize]> = (0..logs).chain(own).collect();
        let mut sum = Tsqr::new(places.len(), 1);
        for sequence in &self.sequences {
            let rows = self.kept(sequence, joint, &sequence.all_rows());
            let mut columns: Vec<Vec<f64>> = vec![vec![0.0; rows.count]; logs];
            if delays[sequence.log] {
                columns[sequence.log] = rows.rate.iter().map(|r| -r).collect();
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
