//! From long logs to what estimators need, in one call.

use super::LongError;
use super::recording::LongRecording;
use super::reduce::LongReduced;
use super::summary::Summary;
use crate::coupling::Coupling;
use crate::problem::Model;
use crate::recording::{RawRecording, Recording};
use crate::reduced::Reduced;
use crate::selection::{Choice, Decided, choose};
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
        let windows: Vec<RawRecording> =
            logs.iter().flat_map(|log| log.selection().iter().cloned()).collect();
        let (choice, set) = choose(robot, &base, couplings, &windows, decided, progress)?;
        let selection = choice.motion.apply(&windows)?;
        let model = Model::with_base(robot, base, choice.shape.clone(), couplings);
        drop(windows);
        let LongReduced { reduced, summaries } = model.reduce_long(logs, &set, progress)?;
        Ok(Self { model, reduced, choice, selection, summaries })
    }
}
