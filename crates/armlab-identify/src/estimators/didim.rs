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
//! part. It needs the controller and the reference, which logs do not hold.

use super::closed_loop::{ClosedLoopError, motions, movable};
use super::{Data, EstimationError, Estimator, ordinary, weighted};
use crate::estimate::Estimate;

/// Rounds at most; the noisy log of the SCARA takes nine.
const ROUNDS: usize = 15;
/// Unknowns that move by less than this part of their deviation have settled.
const SETTLED: f64 = 1e-3;

/// Output error on the efforts.
pub struct Didim;

impl Estimator for Didim {
    fn name(&self) -> &'static str {
        "didim"
    }
    fn summary(&self) -> &'static str {
        "direct and inverse dynamic identification: efforts along the motion that the model makes under its controller"
    }
    fn minds_noisy_motion(&self) -> bool {
        false
    }
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
        estimate(data)
    }
}

fn estimate(data: &Data) -> Result<Estimate, EstimationError> {
    let loops = data.loops.ok_or(EstimationError::NoController)?;
    let mut loops = loops.begin(data.recordings)?;
    let mut estimate = movable(data)?;
    for round in 1..=ROUNDS {
        data.check("didim")?;
        let robot = estimate.corrected(data.model).ok_or(ClosedLoopError::NoRobot)?;
        let simulated = motions(&robot, data.recordings, &mut loops)?;
        let reduced = data.model.reduce(&simulated)?;
        let along = Data {
            model: data.model,
            recordings: &simulated,
            reduced: &reduced,
            prior: data.prior.clone(),
            knowledge: data.knowledge.clone(),
            measured: None,
            progress: data.progress.clone(),
            ..*data
        };
        let weights = weighted::noise_weights(&along)?;
        let notes = vec![format!("motion simulated with the estimate, {round} rounds")];
        let fit = ordinary::fit(&reduced.whole(&weights), &along, notes)?;
        let next = Estimate::of(data.model, &reduced, "didim", fit);
        let settled = next.unknowns.iter().zip(&estimate.unknowns).all(|(a, b)| {
            (a.value - b.value).abs() <= SETTLED * a.deviation.unwrap_or(f64::INFINITY)
        });
        estimate = next;
        if settled {
            break;
        }
    }
    Ok(estimate)
}
