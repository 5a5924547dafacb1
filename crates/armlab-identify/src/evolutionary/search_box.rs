//! Bounds of a search.
//!
//! A described value `v` is searched within `v ± h`, `h` the larger of `|v|`
//! and a margin, a share of the unknown's natural size; without one within the natural
//! size itself. An unknown's natural size is the value at which it alone would
//! make efforts as large as all that were measured, `‖τ‖/‖Y_k‖`. So a described
//! inertia is searched between zero and twice its value, an undescribed friction
//! up to explaining everything, and units do not matter. Coefficients that would
//! feed energy in if negative begin at zero. An unknown that the log does not
//! show stays where it is.

use super::cost::QuadraticCost;
use crate::data::Data;
use armlab_optimize::Bounds;

/// A box around the description's values; `margin` is a share of the natural size.
pub fn search_box(data: &Data, cost: &QuadraticCost, margin: f64) -> Bounds {
    let target = cost.target_length();
    let base = data.model.base().len();
    let interval = |(k, &v): (usize, &f64)| {
        let length = cost.column_length(k);
        if !(length > 0.0) {
            return (v, v);
        }
        let natural = target / length;
        let half = if v == 0.0 { natural } else { v.abs().max(margin * natural) };
        let friction = k.checked_sub(base).and_then(|k| data.model.friction().get(k));
        match friction {
            Some(column) if column.not_negative => ((v - half).max(0.0), v + half),
            _ => (v - half, v + half),
        }
    };
    let (lower, upper) = data.prior.iter().enumerate().map(interval).unzip();
    // Every interval above is one, so this cannot fail but for numbers that are none.
    Bounds::new(lower, upper).unwrap_or_else(|_| Bounds::cube(data.prior.len(), 0.0, 0.0))
}
