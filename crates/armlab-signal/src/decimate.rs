//! Keeping every m-th sample of whole columns after a zero-phase filter.
//!
//! What lies above half the new sampling rate would appear as something slow
//! that is not there, so it is taken out before.

use crate::error::{SignalError, check_length};
use crate::filter::Filter;

/// Filters a signal sampled every `dt` seconds and keeps every `factor`-th
/// sample, the first one included.
pub fn decimate(
    samples: &[f64],
    dt: f64,
    factor: usize,
    filter: &Filter,
) -> Result<Vec<f64>, SignalError> {
    if factor == 0 {
        let hint = "1 keeps every sample, 2 every second";
        return Err(SignalError::setting("the factor of a decimation", factor, hint));
    }
    Ok(filter.apply(samples, dt)?.into_iter().step_by(factor).collect())
}

/// [`decimate`] for many columns alike.
pub fn decimate_columns(
    columns: &[&[f64]],
    dt: f64,
    factor: usize,
    filter: &Filter,
) -> Result<Vec<Vec<f64>>, SignalError> {
    let length = columns.first().map_or(0, |c| c.len());
    for (i, column) in columns.iter().enumerate() {
        check_length(&format!("column {i} (from 0)"), column.len(), length)?;
    }
    columns.iter().map(|column| decimate(column, dt, factor, filter)).collect()
}
