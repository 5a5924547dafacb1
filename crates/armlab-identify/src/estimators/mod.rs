//! Estimators: one a file, one line in [`METHODS`].

mod closed_loop;
mod didim;
mod essential;
mod experiment_loops;
mod filters;
mod instrumental;
mod maximum_likelihood;
mod moments;
mod online;
mod ordinary;
mod physical;
mod ridge;
mod robust;
mod searches;
mod total;
mod weighted;

pub use closed_loop::{ClosedLoop, ClosedLoopError, ClosedLoops, Controller};
pub use experiment_loops::ExperimentLoops;
pub use weighted::noise_weights;

use super::estimate::Estimate;
use super::knowledge::{Knowledge, KnowledgeError};
use super::online::kalman::FilterKind;
use super::problem::{Model, ProblemError};
use super::recording::Recording;
use super::reduced::Reduced;
use armlab_dense::NoConvergence;
use armlab_optimize::semidefinite::SemidefiniteError;
use armlab_progress::{Cancelled, EventKind, Progress};
use armlab_signal::SignalError;
use std::ops::ControlFlow;
use thiserror::Error;

/// Why an estimator gave nothing.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum EstimationError {
    /// The rows.
    #[error(transparent)]
    Problem(#[from] ProblemError),
    /// The singular values.
    #[error(transparent)]
    Singular(#[from] NoConvergence),
    /// Fewer rows than unknowns.
    #[error("{rows} rows cannot determine {unknowns} unknowns; record a longer motion")]
    Few {
        /// Rows.
        rows: u64,
        /// Unknowns.
        unknowns: usize,
    },
    /// The constrained problem.
    #[error("physical consistency: {0}")]
    Semidefinite(#[from] SemidefiniteError),
    /// The instruments' motion.
    #[error("log `{log}`: the motion of the instruments: {source}")]
    Instruments {
        /// The log.
        log: String,
        /// Why.
        source: SignalError,
    },
    /// A simulation under the log's controller.
    #[error(transparent)]
    ClosedLoop(#[from] ClosedLoopError),
    /// A method that simulates, without an experiment to simulate.
    #[error(
        "it needs the controller and the reference that made the log; give the experiment, or choose another method"
    )]
    NoController,
    /// An estimator that learns sample by sample.
    #[error("{0}")]
    Online(String),
    /// Bounds or priors.
    #[error(transparent)]
    Knowledge(#[from] KnowledgeError),
    /// A prior of bodies that the description does not state.
    #[error(
        "the description of link `{link}` is no body that could exist, so nothing can be near it; correct it (`armlab check`), or leave the prior out"
    )]
    NoPrior {
        /// The link.
        link: String,
    },
    /// Efforts that are all zero.
    #[error("the efforts of all joints are zero; is the effort column the right one?")]
    NoEffort,
    /// Cancelled before it had a result.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// What an estimator works on.
pub struct Data<'a, 'r> {
    /// The unknowns.
    pub model: &'a Model<'r>,
    /// The recordings.
    pub recordings: &'a [Recording],
    /// Their rows, reduced.
    pub reduced: &'a Reduced,
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
        if rows < unknowns as u64 {
            return Err(EstimationError::Few { rows, unknowns });
        }
        if reduced.effort_squares(0..reduced.segments()).iter().all(|s| *s == 0.0) {
            return Err(EstimationError::NoEffort);
        }
        let base = model.base().parameters.iter().map(|p| p.value);
        let prior = base.chain(model.friction().iter().map(|_| 0.0)).collect();
        let (knowledge, loops, seed) = (Knowledge::default(), None, 0);
        Ok(Self {
            model,
            recordings,
            reduced,
            prior,
            measured: None,
            knowledge,
            loops,
            seed,
            progress: Progress::none(),
        })
    }
    /// Rows of all joints.
    pub fn rows(&self) -> u64 {
        (0..self.reduced.joints()).map(|j| self.reduced.rows(j)).sum()
    }
}

/// A way from rows to unknowns.
pub trait Estimator: Sync {
    /// Name on the command line.
    fn name(&self) -> &'static str;
    /// What it does, in a sentence.
    fn summary(&self) -> &'static str;
    /// Whether noise of the motion draws its unknowns towards zero: so it is for
    /// all that regress on measured speeds and accelerations.
    fn minds_noisy_motion(&self) -> bool {
        true
    }
    /// Estimates the unknowns.
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError>;
}

/// Every estimator.
pub const METHODS: &[&dyn Estimator] = &[
    &ordinary::Ordinary,
    &weighted::Weighted,
    &robust::Robust::HUBER,
    &robust::Robust::TUKEY,
    &ridge::Ridge,
    &total::Total,
    &essential::Essential,
    &instrumental::Instrumental,
    &instrumental::SimulatedInstruments,
    &didim::Didim,
    &maximum_likelihood::MaximumLikelihood,
    &physical::Physical,
    &online::Online("rls"),
    &online::Online("rls-sqrt"),
    &online::Online("adaline"),
    &online::Online("hopfield"),
    &filters::Filter(FilterKind::Ekf),
    &filters::Filter(FilterKind::Ukf),
    &filters::Filter(FilterKind::SquareRootEkf),
    &filters::Filter(FilterKind::SquareRootUkf),
    &filters::Filter(FilterKind::CentralDifference),
    &filters::Filter(FilterKind::AdaptiveEkf),
    &filters::Filter(FilterKind::AdaptiveUkf),
    &filters::Filter(FilterKind::Particle),
    &searches::Search("ga"),
    &searches::Search("ga-printed"),
    &searches::Search("pso"),
    &searches::Search("annealing"),
    &searches::Search("de"),
    &searches::Search("cma-es"),
];

/// The estimator called `name`.
pub fn method(name: &str) -> Option<&'static dyn Estimator> {
    METHODS.iter().copied().find(|m| m.name() == name)
}
