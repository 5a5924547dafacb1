//! What estimators work on, and the weights of its rows.

use crate::closed_loop::ClosedLoops;
use crate::error::EstimationError;
use crate::joint_weights::joint_weights;
use crate::knowledge::Knowledge;
use crate::parallel::RowSet;
use crate::problem::Model;
use crate::recording::Recording;
use crate::reduced::Reduced;
use armlab_progress::{Cancelled, EventKind, Progress};
use std::ops::ControlFlow;

/// The data of an estimate.
pub struct Data<'a, 'r> {
    /// The unknowns.
    pub model: &'a Model<'r>,
    /// The recordings.
    pub recordings: &'a [Recording],
    /// Their rows, reduced.
    pub reduced: &'a Reduced,
    /// The rows themselves, where they were filtered in parallel and are at hand.
    pub rows: Option<&'a RowSet>,
    /// Values of the unknowns that the description suggests.
    pub prior: Vec<f64>,
    /// The same recordings as they were measured, where `recordings` are filtered:
    /// for methods that filter by themselves.
    pub measured: Option<&'a [Recording]>,
    /// What is known of the bodies.
    pub knowledge: Knowledge,
    /// The closed loops that made the recordings, where they are known.
    pub loops: Option<&'a dyn ClosedLoops>,
    /// Seed of everything that is drawn.
    pub seed: u64,
    /// Where methods report, and by which they are cancelled.
    pub progress: Progress<'a>,
}

/// Fewer rows for each unknown tell noise and unknowns no longer apart.
pub(crate) const ROWS_PER_UNKNOWN: u64 = 4;
/// A joint with fewer rows stands still.
const FEWEST_ROWS: u64 = 8;

impl<'a, 'r> Data<'a, 'r> {
    /// Reports an intermediate estimate at a time of the log; `Break` if the method
    /// should end with what it has.
    pub fn report_estimate(
        &self,
        method: &str,
        fraction: f64,
        time: f64,
        values: &[f64],
        deviations: Option<&[f64]>,
    ) -> ControlFlow<()> {
        let kind = EventKind::Estimate { time, values, deviations };
        self.report(method, kind, Some(fraction))
    }
    /// Reports the best cost of a search so far; `Break` if it should end with what
    /// it has.
    pub fn report_cost(&self, method: &str, iteration: usize, cost: f64) -> ControlFlow<()> {
        self.report(method, EventKind::Cost { iteration: iteration as f64, cost }, None)
    }
    fn report(&self, method: &str, kind: EventKind, fraction: Option<f64>) -> ControlFlow<()> {
        self.progress.send(method, kind, fraction);
        self.go_on(method)
    }
    /// `Break` once the method was cancelled.
    pub fn go_on(&self, method: &str) -> ControlFlow<()> {
        if self.progress.is_task_cancelled(method) {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    }
    /// An error once the method was cancelled, for methods that have no result
    /// before their end.
    pub fn check(&self, method: &str) -> Result<(), Cancelled> {
        if self.progress.is_task_cancelled(method) { Err(Cancelled) } else { Ok(()) }
    }
    /// Reduces recordings for estimators.
    pub fn new(
        model: &'a Model<'r>,
        recordings: &'a [Recording],
        reduced: &'a Reduced,
    ) -> Result<Self, EstimationError> {
        let rows = (0..reduced.joints()).map(|j| reduced.rows(j)).sum();
        let unknowns = reduced.unknowns();
        let joints = reduced.joints();
        let moving = (0..joints).filter(|&j| reduced.rows(j) >= FEWEST_ROWS).count();
        if joints > 1 && moving <= 1 {
            return Err(EstimationError::Standstill { moving, joints });
        }
        let needed = ROWS_PER_UNKNOWN * unknowns as u64;
        if rows < needed {
            return Err(EstimationError::Few { rows, unknowns, needed });
        }
        if reduced.effort_squares(0..reduced.segments()).iter().all(|s| *s == 0.0) {
            return Err(EstimationError::NoEffort);
        }
        let mut prior: Vec<f64> = model.base().parameters.iter().map(|p| p.value).collect();
        let described = model.values_of(model.robot()).unwrap_or_default();
        let friction = model.friction().iter().enumerate().map(|(k, _)| {
            described.get(model.base().len() + k).copied().filter(|x| x.is_finite()).unwrap_or(0.0)
        });
        prior.extend(friction);
        let (knowledge, loops, seed) = (Knowledge::default(), None, 0);
        Ok(Self {
            model,
            recordings,
            reduced,
            rows: None,
            prior,
            measured: None,
            knowledge,
            loops,
            seed,
            progress: Progress::none(),
        })
    }
    /// Rows of all joints.
    pub fn row_count(&self) -> u64 {
        (0..self.reduced.joints()).map(|j| self.reduced.rows(j)).sum()
    }
}

/// Rounds of weighting; three change nothing that shows.
pub const WEIGHTING_ROUNDS: usize = 4;

/// One over each joint's noise, scaled to a largest weight of 1.
pub fn noise_weights(data: &Data) -> Result<Vec<f64>, EstimationError> {
    noise_weights_after(data, WEIGHTING_ROUNDS)
}

/// The same after a number of rounds of weighting, each by the residuals of the last.
pub fn noise_weights_after(data: &Data, rounds: usize) -> Result<Vec<f64>, EstimationError> {
    Ok(joint_weights(data.reduced, &data.prior, rounds)?)
}
