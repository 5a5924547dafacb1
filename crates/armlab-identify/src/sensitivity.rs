//! What a change of one unknown does to the efforts.
//!
//! Efforts are linear in the unknowns, `τ = W p`. A relative change `δ` of `p_k`
//! changes the efforts of joint `j` by `δ p_k W_jk`, so that
//!
//! ```text
//! d(NRMS_j)/d(ln p_k) = |p_k| ‖W_jk‖ / ‖τ_j‖
//! ```
//!
//! and a change by a fifth is a fifth of it. Beside it, what is left of the
//! measured efforts when the unknown is a fifth smaller and larger.

use super::reduced::Reduced;
use armlab_dense::{dot, norm};

/// The change that is tried: as the papers do, a fifth.
pub const CHANGE: f64 = 0.2;

/// What one unknown does.
#[derive(Clone, Debug, PartialEq)]
pub struct Sensitivity {
    /// `d(NRMS)/d(ln p)` of each driven joint: relative change of its efforts per
    /// relative change of the unknown.
    pub joints: Vec<f64>,
    /// The same of all joints together.
    pub overall: f64,
    /// Part of all efforts that is left, percent: with the unknown a fifth
    /// smaller, as it is, and a fifth larger.
    pub left: [f64; 3],
}

/// Sensitivities of all unknowns, on the data that a reduction was made of.
///
/// # Panics
/// If there is not one value per unknown.
pub fn sensitivity(reduced: &Reduced, values: &[f64]) -> Vec<Sensitivity> {
    assert_eq!(values.len(), reduced.unknowns(), "one value per unknown");
    let efforts: Vec<f64> = reduced.effort_squares(0..reduced.segments());
    let all: f64 = efforts.iter().sum();
    let triangles = reduced.by_joint();
    let residuals: Vec<Vec<f64>> = triangles.iter().map(|t| t.residual(values, 0)).collect();
    let left: f64 = reduced.squares(values, 0..reduced.segments()).iter().sum();
    let part = |square: f64, of: f64| if of > 0.0 { (square / of).sqrt() } else { 0.0 };
    let one = |k: usize| {
        // A column of the triangle is as long as that of the rows, and as far from their residual.
        let squares: Vec<f64> =
            triangles.iter().map(|t| (values[k] * norm(t.column(k))).powi(2)).collect();
        let along = triangles.iter().zip(&residuals).map(|(t, r)| dot(t.column(k), r));
        let along = values[k] * along.sum::<f64>();
        let changed = |change: f64| {
            let more = 2.0 * change * along + change * change * squares.iter().sum::<f64>();
            100.0 * part((left + more).max(0.0), all)
        };
        Sensitivity {
            joints: squares.iter().zip(&efforts).map(|(s, e)| part(*s, *e)).collect(),
            overall: part(squares.iter().sum(), all),
            left: [-CHANGE, 0.0, CHANGE].map(changed),
        }
    };
    (0..values.len()).map(one).collect()
}
