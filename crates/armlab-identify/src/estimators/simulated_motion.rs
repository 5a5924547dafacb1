//! Motions that estimates make under the log's controller, for the methods that
//! simulate.

use super::physical::Physical;
use super::weighted::Weighted;
use crate::closed_loop::{ClosedLoop, ClosedLoopError};
use crate::data::Data;
use crate::error::EstimationError;
use crate::estimate::Estimate;
use crate::method::Estimator;
use crate::recording::Recording;
use armlab_engine::robot::Robot;

/// An estimate to begin with that can be moved: bodies that exist have a mass
/// matrix that can be inverted, which weighted least squares alone need not have.
pub(super) fn movable(data: &Data) -> Result<Estimate, EstimationError> {
    Physical::default().estimate(data).or_else(|_| Weighted::default().estimate(data))
}

/// Motions of all recordings.
pub(super) fn motions(
    robot: &Robot,
    recordings: &[Recording],
    loops: &mut [ClosedLoop],
    substeps: usize,
) -> Result<Vec<Recording>, EstimationError> {
    if loops.len() != recordings.len() {
        return Err(ClosedLoopError::Sizes.into());
    }
    let pairs = recordings.iter().zip(loops);
    pairs.map(|(r, l)| l.motion(robot, r, substeps).map_err(EstimationError::from)).collect()
}
