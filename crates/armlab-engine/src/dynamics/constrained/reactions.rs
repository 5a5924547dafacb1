//! Joint reactions of a machine with loops as a linear function of the link
//! parameters: what load-dependent friction and guide wear need.

use super::LoopedDynamics;
use crate::kinematics::loops::LoopError;
use crate::linear::gram_schmidt;
use crate::spatial::Force;

/// `reaction of joint i = Σ columns[i][p] · parameter p`, each a wrench at the
/// origin and in the axes of link *i*.
#[derive(Clone, Debug)]
pub struct ReactionRegressor {
    /// One row of wrenches per joint of the tree, fixed ones included.
    pub columns: Vec<Vec<Force<f64>>>,
    /// Multipliers in the parameters, one row per equation of the closures.
    pub multipliers: Vec<Vec<f64>>,
}

impl LoopedDynamics<'_> {
    /// The regressor of the reactions at a motion of the actuated joints.
    ///
    /// A body with unit parameter *p* and nothing else has the effort column
    /// *p* of the tree, needs the multipliers that balance its passive part,
    /// and loads the joints it hangs on; one pass of the recursion each.
    pub fn reaction_regressor(
        &mut self,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
    ) -> Result<ReactionRegressor, LoopError> {
        self.move_to(q, qd, qdd)?;
        let robot = self.machine.robot();
        let (links, count, n) = (robot.links().len(), robot.parameter_count(), robot.dofs());
        let m = &mut self.memory;
        self.tree.regressor(&m.q, &m.qd, &m.qdd, &mut self.regressor);
        let (rows, passive) = (self.machine.constraints().rows(), self.machine.passive().len());
        let mut columns = vec![vec![Force::zero(); count]; links];
        let mut multipliers = vec![vec![0.0; count]; rows];
        let mut lambda = vec![0.0; rows];
        let mut tau = vec![0.0; n];
        for p in 0..count {
            let m = &mut self.memory;
            for (k, &dof) in self.machine.passive().iter().enumerate() {
                m.right[k] = self.regressor[dof * count + p];
            }
            let (q, r) = (&m.factor_q, &m.factor_r);
            gram_schmidt::solve_transposed(q, r, rows, passive, &mut m.right, &mut lambda);
            for row in 0..rows {
                multipliers[row][p] = lambda[row];
            }
            let mut unit = vec![0.0; count];
            unit[p] = 1.0;
            let Some(body) = robot.with_parameter_values(&unit) else { continue };
            let external = self.closure_wrenches(&lambda);
            let mut reactions = vec![Force::zero(); links];
            let m = &self.memory;
            super::Dynamics::new(&body).reactions(
                &m.q,
                &m.qd,
                &m.qdd,
                Some(&external),
                &mut tau,
                &mut reactions,
            );
            for (column, reaction) in columns.iter_mut().zip(reactions) {
                column[p] = reaction;
            }
        }
        Ok(ReactionRegressor { columns, multipliers })
    }
}
