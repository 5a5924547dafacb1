//! How far off a guess may be, where nobody says.
//!
//! Half its value; but a value near zero is not known to half of nothing. The
//! floor is a fifth of what the parameter would be if it alone made a joint's
//! efforts, in root mean square over a motion, or a fifth of the largest parameter
//! of the same kind where that is less.

use super::settings::Guess;
use crate::identify::estimators::EstimationError;
use crate::identify::{Model, Recording};
use armlab_dense::norm;

/// Part of the value.
const OF_VALUE: f64 = 0.5;
/// Part of the scale that the motion sets.
const OF_SCALE: f64 = 0.2;

impl Guess {
    /// The description's values, friction zero, with deviations by the motion of
    /// recordings.
    pub fn described(model: &Model, recordings: &[Recording]) -> Result<Self, EstimationError> {
        let base = model.base().parameters.iter().map(|p| p.value);
        let values = base.chain(model.friction().iter().map(|_| 0.0)).collect();
        Self::with_values(model, recordings, values)
    }

    /// Other values, with deviations by the motion of recordings.
    pub fn with_values(
        model: &Model,
        recordings: &[Recording],
        values: Vec<f64>,
    ) -> Result<Self, EstimationError> {
        let reduced = model.reduce(recordings)?;
        let efforts = reduced.effort_squares(0..reduced.segments());
        let triangles = reduced.by_joint();
        let units: Vec<&str> = model
            .base()
            .parameters
            .iter()
            .map(|p| p.unit.as_str())
            .chain(model.friction().iter().map(|c| c.unit))
            .collect();
        let base = model.base().len();
        let deviation = |k: usize| {
            let value = values.get(k).copied().unwrap_or(0.0);
            // Columns and efforts of a joint have the same number of rows.
            let scales = triangles.iter().zip(&efforts).filter_map(|(triangle, effort)| {
                let column = norm(triangle.r().column(k));
                (column > 0.0 && *effort > 0.0).then(|| effort.sqrt() / column)
            });
            let scale = scales.fold(f64::INFINITY, f64::min);
            let kin = (0..base.min(values.len())).filter(|&l| k < base && units[l] == units[k]);
            let largest = kin.map(|l| values[l].abs()).fold(0.0, f64::max);
            let scale = match largest > 0.0 {
                true => scale.min(largest),
                false => scale,
            };
            // What no motion shows and nobody knows may stay as it is.
            let floor = if scale.is_finite() { OF_SCALE * scale } else { 1e-6 };
            (OF_VALUE * value.abs()).max(floor)
        };
        let deviations = (0..model.unknowns()).map(deviation).collect();
        Ok(Self { values, deviations })
    }
}
