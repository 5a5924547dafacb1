//! Direct and inverse dynamic identification (Gautier, Janot & Vandanjon 2013):
//! output error on the efforts, in closed loop.
//!
//! The model is simulated under the log's controller; along its own motion the
//! efforts are `Y(q_s) x`, and since the controller keeps `q_s` nearly the same
//! whatever `x` is, `Y(q_s)` is all of the slope that is needed:
//!
//! `x ← argmin ‖Y(q_s(x)) x' − τ‖²` over `x'`, until it settles.
//!
//! Of the log only the efforts are used, so that noise of the motion plays no
//! part. Rows near standstill of the simulated motion are left out, as the side to which
//! a joint sticks or slides there depends on what is looked for. It needs the controller and the reference, which logs do not hold.

use super::simulated_motion::{motions, movable};
use crate::closed_loop::ClosedLoopError;
use crate::data::{Data, noise_weights};
use crate::error::EstimationError;
use crate::estimate::Estimate;
use crate::fit::least_squares_fit;
use crate::method::{Capabilities, Estimator};
use crate::parallel::{RowSet, RowSettings};
use crate::problem::Model;
use crate::recording::{RawRecording, Recording};
use armlab_engine::text::significant;
use armlab_settings::{Method, Range, method, settings};

settings! {
    /// Output error on the efforts.
    pub struct Didim {
        /// Rounds at most; the noisy log of the SCARA takes nine.
        rounds: usize = 15, "", Range::between(1.0, 1000.0);
        /// Change of every unknown, as a part of its standard deviation, at which the
        /// rounds end.
        tolerance: f64 = 1e-3, "", Range::at_least(0.0);
        /// Steps of the simulation per sampling interval.
        substeps: usize = 10, "", Range::between(1.0, 1000.0);
    }
}
method!(
    Didim,
    "didim",
    "Direct and inverse dynamic identification: efforts along the motion that the model makes under \
     its controller. Best for noisy motion where controller and reference are known."
);

impl Estimator for Didim {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            needs_controller: true,
            unaffected_by_motion_noise: true,
            ..Capabilities::NONE
        }
    }
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
        let loops = data.loops.ok_or(EstimationError::NoController)?;
        let mut loops = loops.begin(data.recordings)?;
        let mut estimate = movable(data)?;
        for round in 1..=self.rounds {
            data.check(self.name())?;
            let robot = estimate.corrected(data.model).ok_or(ClosedLoopError::NoRobot)?;
            let simulated = motions(&robot, data.recordings, &mut loops, self.substeps)?;
            let rows = match data.rows {
                Some(measured) => Some(filtered(data.model, &simulated, measured)?),
                None => None,
            };
            let reduced = match &rows {
                Some(rows) => rows.reduce()?,
                None => data.model.reduce(&simulated)?,
            };
            let along = Data {
                model: data.model,
                recordings: &simulated,
                reduced: &reduced,
                rows: rows.as_ref(),
                prior: data.prior.clone(),
                knowledge: data.knowledge.clone(),
                measured: None,
                progress: data.progress.clone(),
                ..*data
            };
            let weights = noise_weights(&along)?;
            let notes = vec![format!("motion simulated with the estimate, {round} rounds")];
            let fit = least_squares_fit(&reduced.whole(&weights), &along, &weights, notes)?;
            let next = Estimate::of(data.model, &reduced, self.name(), fit);
            let change = next
                .unknowns
                .iter()
                .zip(&estimate.unknowns)
                .map(|(a, b)| (a.value - b.value).abs() / a.deviation.unwrap_or(f64::INFINITY));
            let change = change.fold(0.0_f64, f64::max);
            estimate = next;
            if change <= self.tolerance {
                return Ok(estimate);
            }
            if round == self.rounds {
                estimate.converged = false;
                estimate.notes.push(format!(
                    "did not converge: the last of {round} rounds still moved an unknown by {} of \
                     its deviation",
                    significant(change, 2)
                ));
            }
        }
        Ok(estimate)
    }
}

/// Rows along simulated motions, made as those of the measured ones: filtered, with the
/// delay of the efforts found, without those near standstill.
fn filtered(
    model: &Model,
    simulated: &[Recording],
    measured: &RowSet,
) -> Result<RowSet, EstimationError> {
    let raw: Vec<RawRecording> = simulated
        .iter()
        .map(|r| {
            let columns = [&r.q, &r.qd, &r.qdd, &r.effort].map(Clone::clone);
            RawRecording::of_stretch(&r.name, r.step, r.time.clone(), columns)
                .starting_at(r.start)
                .with_temperatures(r.temperature.clone())
        })
        .collect();
    let cutoff = measured.report().cutoff;
    RowSet::new(model, &raw, &RowSettings { cutoff, delay: None })
}
