//! The generalised momentum of a machine with loops.
//!
//! With `q̇ = G q̇ₐ`, `G = [1; K]`, the Lagrangian of the actuated coordinates has
//!
//! ```text
//! p̄ = Gᵀ p        ∂T̄/∂qₐ = Gᵀ ∂T/∂q + K̇ᵀ p_p        K̇ = −B_p⁻¹ Ḃ G
//! ```
//!
//! `Ḃ(q̇) y` for velocities `y` that keep the loops closed is the symmetric bilinear form
//! whose square is the closures' bias `Ḃ(q̇) q̇`, so it follows from biases alone.

use super::LoopedDynamics;
use crate::kinematics::loops::{LoopError, body_motions};
use crate::linear::gram_schmidt;

impl LoopedDynamics<'_> {
    /// Generalised momentum `M̄ q̇` of the actuated joints and slope of the kinetic energy
    /// over their positions.
    pub fn momentum(
        &mut self,
        q: &[f64],
        qd: &[f64],
        momentum: &mut [f64],
        slope: &mut [f64],
    ) -> Result<(), LoopError> {
        let (n, active) = (self.machine.robot().dofs(), self.dofs());
        self.move_to(q, qd, &vec![0.0; active])?;
        let (mut p, mut tree_slope) = (vec![0.0; n], vec![0.0; n]);
        self.tree.momentum(&self.memory.q, &self.memory.qd, &mut p, &mut tree_slope);
        self.effort.copy_from_slice(&p);
        self.reduce(momentum);
        self.effort.copy_from_slice(&tree_slope);
        self.reduce(slope);
        let speeds = self.memory.qd.clone();
        let own = self.bias(&speeds);
        let (rows, passive) = (self.machine.constraints().rows(), self.machine.passive().len());
        let mut column = vec![0.0; n];
        for j in 0..active {
            let mut row = vec![0.0; active];
            for (dof, entry) in column.iter_mut().enumerate() {
                self.velocity_row(dof, &mut row);
                *entry = row[j];
            }
            let sum: Vec<f64> = speeds.iter().zip(&column).map(|(v, y)| v + y).collect();
            let (both, unit) = (self.bias(&sum), self.bias(&column));
            let m = &mut self.memory;
            for r in 0..rows {
                m.right[r] = -0.5 * (both[r] - own[r] - unit[r]);
            }
            let (q, r) = (&m.factor_q, &m.factor_r);
            gram_schmidt::solve(q, r, rows, passive, &mut m.right, &mut m.solution);
            for (k, &i) in self.machine.passive().iter().enumerate() {
                slope[j] += m.solution[k] * p[i];
            }
        }
        Ok(())
    }

    /// `Ḃ(q̇) q̇` at the last pose.
    fn bias(&mut self, speeds: &[f64]) -> Vec<f64> {
        let m = &mut self.memory;
        let mut out = vec![0.0; self.machine.constraints().rows()];
        body_motions(self.machine.robot().tree(), &m.poses, speeds, &mut m.motions);
        self.machine.constraints().bias(&m.poses, &m.motions, &mut out);
        out
    }
}
