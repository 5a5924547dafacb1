//! The regressor of one state as columns of the base parameters.

use super::super::entries::Entries;
use crate::Model;
use armlab_engine::dynamics::regressor::RegressorSink;
use armlab_engine::spatial::Batch;

/// Memory for the regressor of a tree, and which of its entries make the base parameters' columns.
pub(super) struct BaseColumns {
    joints: usize,
    parameters: usize,
    /// Row after row; what is zero by structure stays zero.
    full: Vec<f64>,
    entries: Entries,
}

impl BaseColumns {
    /// For rows of a state's width: positions, speeds, then unknowns.
    pub(super) fn of(model: &Model) -> Self {
        let (joints, parameters) = (model.joints(), model.robot().parameter_count());
        let width = 2 * joints + model.unknowns();
        Self {
            joints,
            parameters,
            full: vec![0.0; joints * parameters],
            entries: Entries::of(model, width, 2 * joints),
        }
    }
    /// Writes the columns into rows; entries that are zero by structure are left as they are.
    pub(super) fn write(&self, rows: &mut [f64]) {
        self.entries.write(&self.full, rows);
    }
}

impl<S: Batch> RegressorSink<S> for BaseColumns {
    #[inline(always)]
    fn body_entries(&mut self, dof: usize, body: usize, entries: &[S; 10]) {
        let start = dof * self.parameters + 10 * body;
        let to = &mut self.full[start..start + 10];
        for i in 0..10 {
            to[i] = entries[i].lanes()[0];
        }
    }
    #[inline(always)]
    fn rotor_entry(&mut self, dof: usize, entry: S) {
        let rotors = self.parameters - self.joints;
        self.full[dof * self.parameters + rotors + dof] = entry.lanes()[0];
    }
}
