//! Friction that depends on efforts without friction, and these on the bodies: both are
//! found in turn until they agree.

use super::SelectionError;
use super::losses::weights_of;
use super::shape::ModelShape;
use super::trials::Trials;
use crate::error::EstimationError;
use crate::parallel::RowSet;
use crate::problem::Model;
use crate::solve::solve;
use armlab_dense::norm;

/// Most rounds.
const MOST: usize = 20;
/// Efforts without friction agree when they change by less than this part.
const SETTLED: f64 = 1e-6;

impl<'a> Trials<'a> {
    /// The model and its rows at a cut-off, with friction that agrees with the bodies;
    /// and how that went, for people.
    pub(super) fn settled(
        &self,
        shape: &mut ModelShape,
        cutoff: f64,
    ) -> Result<(Model<'a>, RowSet, Option<String>), SelectionError> {
        let mut model = self.model(shape);
        let base = self.base_rows(&model, cutoff)?;
        let mut rows = RowSet::with_base(&model, &base, None)?;
        if !model.needs_transmitted() {
            shape.transmitting.clear();
            return Ok((model, rows, None));
        }
        let mut change = f64::INFINITY;
        let mut rounds = 0;
        while rounds < MOST && change > SETTLED {
            self.progress.check()?;
            let values = base_values(&rows, self.base.len())?;
            let (found, size) = change_of(&rows, &values, &shape.transmitting)?;
            change = found / size.max(f64::MIN_POSITIVE);
            shape.transmitting = values;
            model = self.model(shape);
            rows = RowSet::with_base(&model, &base, Some(&rows.delays()))?;
            rounds += 1;
        }
        let rows = RowSet::with_base(&model, &base, None)?;
        let words = if change <= SETTLED {
            format!("friction and transmitted efforts agree after {rounds} rounds")
        } else {
            format!("transmitted efforts still change by {change:.1e} after {rounds} rounds")
        };
        Ok((model, rows, Some(words)))
    }
}

/// Weighted least squares: the base parameters.
fn base_values(rows: &RowSet, base: usize) -> Result<Vec<f64>, EstimationError> {
    let reduced = rows.reduce()?;
    let prior = vec![0.0; reduced.unknowns()];
    let weights = weights_of(&reduced)?;
    let mut x = solve(&reduced.whole(&weights), &prior)?.x;
    x.truncate(base);
    Ok(x)
}

/// How far the efforts of some base parameters are from those of others, and their size.
fn change_of(rows: &RowSet, values: &[f64], before: &[f64]) -> Result<(f64, f64), EstimationError> {
    let reduced = rows.reduce()?;
    let whole = reduced.whole(&vec![1.0; reduced.joints()]);
    let efforts = |of: &dyn Fn(usize) -> f64| {
        let mut x: Vec<f64> = (0..values.len()).map(of).collect();
        x.resize(reduced.unknowns(), 0.0);
        norm(&whole.r().times_vector(&x))
    };
    let at = |k: usize| before.get(k).copied().unwrap_or(0.0);
    Ok((efforts(&|k| values[k] - at(k)), efforts(&|k| values[k])))
}
