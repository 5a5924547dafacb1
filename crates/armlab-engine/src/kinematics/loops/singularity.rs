//! How far a machine is from losing control.

use super::error::LoopError;
use super::machine::{LoopMemory, Machine, SINGULAR};
use crate::kinematics::{ReferenceFrame, frame_jacobian};
use armlab_dense::Matrix;

/// Distances to the two kinds of singular poses, each the smallest over the
/// largest singular value: 1 is best, 0 is singular.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SingularityDistance {
    /// Of the passive Jacobian: at 0 the drives no longer hold the machine.
    pub parallel: f64,
    /// Of the map from actuated speeds to the tool's velocity: at 0 some motion
    /// of the drives does not move the tool.
    pub serial: f64,
}

impl Machine<'_> {
    /// Distances to singular poses at the pose that
    /// [`assemble`](Machine::assemble) left in `memory`.
    pub fn singularity(&self, memory: &mut LoopMemory<f64>) -> SingularityDistance {
        let (n, rows) = (self.robot().dofs(), self.constraints().rows());
        let (active, passive) = (self.active(), self.passive());
        let b = &memory.jacobian;
        let parallel = ratio(&Matrix::from_fn(rows, passive.len(), |i, j| b[i * n + passive[j]]));
        self.follow(memory);
        let tool = self.robot().tool();
        let columns = frame_jacobian(self.robot(), tool, ReferenceFrame::Base, &memory.q);
        let entry = |row: usize, dof: usize| {
            let m = &columns[dof];
            let (a, v) = (m.angular, m.linear);
            [a.x, a.y, a.z, v.x, v.y, v.z][row]
        };
        let follow = &memory.follow;
        let serial = ratio(&Matrix::from_fn(6, active.len(), |i, j| {
            let carried: f64 = (0..passive.len())
                .map(|k| entry(i, passive[k]) * follow[k * active.len() + j])
                .sum();
            entry(i, active[j]) + carried
        }));
        SingularityDistance { parallel, serial }
    }

    /// An error at a parallel singularity.
    pub(super) fn check_regular(&self, memory: &LoopMemory<f64>) -> Result<(), LoopError> {
        let passive = self.passive().len();
        // R's diagonal bounds the singular values closely enough for an alarm.
        let diagonal = |i: usize| memory.factor_r[i * passive + i];
        let largest = (0..passive).map(diagonal).fold(0.0_f64, f64::max);
        let weakest = (0..passive).min_by(|&i, &j| diagonal(i).total_cmp(&diagonal(j)));
        let Some(weakest) = weakest else { return Ok(()) };
        let ratio = diagonal(weakest) / largest;
        if ratio > SINGULAR {
            return Ok(());
        }
        Err(LoopError::Singular { ratio, joint: self.joint_name(self.passive()[weakest]) })
    }
}

fn ratio(m: &Matrix) -> f64 {
    let Ok(values) = m.singular_values() else { return 0.0 };
    match (values.first(), values.last()) {
        (Some(&largest), Some(&smallest)) if largest > 0.0 => smallest / largest,
        _ => 0.0,
    }
}
