//! From long logs to what estimators need, in one call.

use super::LongError;
use super::part::ReducedPart;
use super::recording::LongRecording;
use super::reduce::LongReduced;
use super::summary::Summary;
use crate::coupling::Coupling;
use crate::parallel::RowPlan;
use crate::problem::Model;
use crate::recording::{RawRecording, Recording};
use crate::reduced::Reduced;
use crate::selection::{Choice, Decided, ModelShape, choose};
use armlab_engine::base::BaseParameters;
use armlab_engine::robot::Robot;
use armlab_progress::Progress;

/// Long logs, ready for estimators that rest on triangles; see
/// capability `streams`.
pub struct LongProblem<'r> {
    /// The unknowns.
    pub model: Model<'r>,
    /// All rows, reduced.
    pub reduced: Reduced,
    /// What was chosen on the selection; its cut-offs are those of
    /// [`Self::selection`].
    pub choice: Choice,
    /// Windows spread over the logs, conditioned: for figures, and for what is
    /// judged sample by sample.
    pub selection: Vec<Recording>,
    /// What else is known of each log.
    pub summaries: Vec<Summary>,
}

impl<'r> LongProblem<'r> {
    /// Chooses cut-off and friction on windows spread over the logs, and reduces
    /// the whole logs with them.
    pub fn of(
        robot: &'r Robot,
        base: BaseParameters,
        couplings: &[Coupling],
        logs: &[LongRecording],
        decided: Decided,
        progress: &Progress,
    ) -> Result<Self, LongError> {
        let windows = windows(logs);
        let (choice, set) = choose(robot, &base, couplings, &windows, decided, progress)?;
        let selection = choice.motion.apply(&windows)?;
        let model = choice.shape.model(robot, base);
        drop(windows);
        let LongReduced { reduced, summaries } = model.reduce_long(logs, &set, progress)?;
        Ok(Self { model, reduced, choice, selection, summaries })
    }

    /// Chooses cut-off and friction as [`of`](Self::of) does: the shape of the model, and what parts of
    /// further logs are reduced with.
    pub fn plan(
        robot: &Robot,
        base: &BaseParameters,
        couplings: &[Coupling],
        logs: &[LongRecording],
        decided: Decided,
        progress: &Progress,
    ) -> Result<(ModelShape, RowPlan), LongError> {
        let (choice, set) = choose(robot, base, couplings, &windows(logs), decided, progress)?;
        Ok((choice.shape, set.settled()))
    }

    /// The same from triangles that were reduced with a plan made on these logs.
    pub fn of_parts(
        robot: &'r Robot,
        base: BaseParameters,
        couplings: &[Coupling],
        logs: &[LongRecording],
        decided: Decided,
        plan: &RowPlan,
        part: ReducedPart,
        progress: &Progress,
    ) -> Result<Self, LongError> {
        let windows = windows(logs);
        let (choice, set) = choose(robot, &base, couplings, &windows, decided, progress)?;
        let selection = choice.motion.apply(&windows)?;
        let model = choice.shape.model(robot, base);
        let reduced = part.into_reduced();
        let fits = reduced.unknowns() == model.unknowns() && reduced.joints() == model.joints();
        if set.settled() != *plan || !fits {
            return Err(LongError::OtherPlan);
        }
        Ok(Self { model, reduced, choice, selection, summaries: Vec::new() })
    }
}

/// Windows of all logs.
fn windows(logs: &[LongRecording]) -> Vec<RawRecording> {
    logs.iter().flat_map(|log| log.selection().iter().cloned()).collect()
}
