//! Friction and couplings of one state: efforts, their slopes and their columns.

use crate::friction_columns::FrictionColumn;
use armlab_engine::spatial::Batch;

/// The friction columns of a model, sample by sample.
pub(super) struct FrictionEffort {
    joints: usize,
    columns: Vec<FrictionColumn>,
}

impl FrictionEffort {
    pub(super) fn of(joints: usize, columns: &[FrictionColumn]) -> Self {
        Self { joints, columns: columns.to_vec() }
    }
    /// Whether there is neither friction nor coupling.
    pub(super) fn is_empty(&self) -> bool {
        self.columns.is_empty()
    }
    /// Inertias that couple two joints: the joints, and which of the friction's
    /// values it is.
    pub(super) fn couplings(&self) -> Vec<(usize, usize, usize)> {
        let coupled = |(k, column): (usize, &FrictionColumn)| {
            column.coupled_inertia().map(|[first, second]| (first, second, k))
        };
        self.columns.iter().enumerate().filter_map(coupled).collect()
    }

    /// Takes friction from efforts; inertia is left to the mass matrix.
    pub(super) fn subtract(&self, q: &[f64], qd: &[f64], values: &[f64], effort: &mut [f64]) {
        for (column, &value) in self.columns.iter().zip(values) {
            column.subtract(value, q, qd, effort);
        }
    }

    /// Takes friction from efforts of states in lanes, `(q, q̇, unknowns)` with the friction's
    /// values last.
    #[inline(always)]
    pub(super) fn subtract_each<S: Batch>(&self, x: &[S], effort: &mut [S]) {
        let n = self.joints;
        let first = x.len() - self.columns.len();
        for k in 0..self.columns.len() {
            self.columns[k].subtract_each(x[first + k], &x[..n], &x[n..2 * n], effort);
        }
    }

    /// Adds the slopes of friction by position and by speed (`joints × joints`).
    pub(super) fn add_slopes(
        &self,
        q: &[f64],
        qd: &[f64],
        values: &[f64],
        by_position: &mut [f64],
        by_speed: &mut [f64],
    ) {
        for (column, &value) in self.columns.iter().zip(values) {
            column.add_slopes(value, q, qd, by_position, by_speed);
        }
    }

    /// The columns at a motion, into rows of `width` numbers from `first` on.
    pub(super) fn fill_columns(
        &self,
        [q, qd, qdd]: [&[f64]; 3],
        out: &mut [f64],
        width: usize,
        first: usize,
    ) {
        for (k, column) in self.columns.iter().enumerate() {
            for j in 0..self.joints {
                let entry = if column.acts_on(j) { column.entry(j, q, qd, qdd, &[]) } else { 0.0 };
                out[j * width + first + k] = entry;
            }
        }
    }
}
