//! Logs made ready for the evaluation of a description.

use super::evaluation_rows::EvaluationRows;
use super::free::free_scores;
use super::scores::Scores;
use crate::base::base_parameters;
use crate::error::Result;
use crate::identify::{Decided, FrictionModel, RawRecording, choose};
use crate::progress::Progress;
use crate::robot::Robot;

/// Every row of logs, with their motion filtered.
pub(crate) struct Conditioned {
    pub rows: EvaluationRows,
    /// How the filter was chosen.
    pub reasons: Vec<String>,
    /// Errors of a free model on them.
    pub free: Option<Scores>,
}

/// Filters the motion of logs. The cut-off is the one with which a free model of this robot
/// has the smallest cross-validation error: it depends on the noise of the motion, and not
/// on the model that is evaluated.
pub(crate) fn conditioned(
    robot: &Robot,
    logs: &[RawRecording],
    cutoff: Option<f64>,
    progress: &Progress,
) -> Result<Conditioned> {
    progress.start("choosing the filter");
    let base = base_parameters(robot)?;
    let shape = FrictionModel::standard();
    let decided = Decided { cutoff, shape: Some(shape), ..Decided::default() };
    let (choice, rows) = choose(robot, &base, &[], logs, decided, progress)?;
    let evaluated = EvaluationRows::new(choice.motion.all_rows(logs)?);
    let model = choice.shape.model(robot, base);
    let reduced = rows.reduce().ok();
    let free = reduced.and_then(|rows| free_scores(&model, &rows, &evaluated.recordings));
    Ok(Conditioned { rows: evaluated, reasons: choice.reasons, free })
}
