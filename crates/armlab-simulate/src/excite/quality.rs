//! How much a motion tells, in the numbers people compare.

use super::merit::Merit;
use super::objective::objective;
use armlab_dense::{Cholesky, Matrix};

/// Figures of a motion's information about the parameters that count.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Quality {
    /// Smallest singular value of the weighted regressor, in SI units.
    pub sigma_min: f64,
    /// Its condition number, in SI units.
    pub condition: f64,
    /// Condition number with columns of length one.
    pub condition_unit_columns: f64,
    /// Smallest singular value in the units of the design.
    pub sigma_min_scaled: f64,
    /// Condition number in the units of the design.
    pub condition_scaled: f64,
    /// `ln det A`.
    pub log_determinant: f64,
    /// The objective, with extreme eigenvalues themselves instead of stand-ins.
    pub objective: f64,
}

/// Sharpness at which a stand-in is the extreme eigenvalue to six digits.
pub(super) const SHARP: f64 = 1e7;

impl Quality {
    /// The figures of an information matrix; `None` where it tells nothing about
    /// some parameter.
    pub fn of(merit: &Merit, information: &Matrix) -> Option<Self> {
        let plain = Merit { directions: None, unit_columns: false, ..merit.clone() };
        let unit = Merit { directions: None, unit_columns: true, ..merit.clone() };
        let (sigma_min, condition) = extremes(&plain.reduced(information)?);
        let (_, condition_unit_columns) = extremes(&unit.reduced(information)?);
        let (sigma_min_scaled, condition_scaled) = extremes(&merit.reduced(information)?);
        let determinant = objective("determinant").map_or(f64::NAN, |o| {
            Merit { objective: o, ..plain.clone() }.evaluate(information, 1.0, None)
        });
        let count = plain.reduced(information)?.rows() as f64;
        Some(Self {
            sigma_min,
            condition,
            condition_unit_columns,
            sigma_min_scaled,
            condition_scaled,
            log_determinant: -count * determinant,
            objective: merit.evaluate(information, SHARP, None),
        })
    }
}

fn extremes(information: &Matrix) -> (f64, f64) {
    let Ok(eigen) = information.symmetric_eigen() else { return (f64::NAN, f64::NAN) };
    let at = |v: Option<&f64>| v.copied().unwrap_or(f64::NAN).max(0.0).sqrt();
    let (least, most) = (at(eigen.values.first()), at(eigen.values.last()));
    (least, most / least)
}

/// Standard deviations of all parameters for efforts measured with the noise of
/// the design; infinite where nothing is known.
pub fn deviations(information: &Matrix) -> Vec<f64> {
    let n = information.rows();
    // Brought to length one first: units must not decide what is singular.
    let length: Vec<f64> = (0..n).map(|i| information.at(i, i).sqrt()).collect();
    let unit = Matrix::from_fn(n, n, |i, j| information.at(i, j) / (length[i] * length[j]));
    let Ok(factor) = Cholesky::new(&unit) else { return vec![f64::INFINITY; n] };
    let deviation = |k: usize| {
        let mut column = vec![0.0; n];
        column[k] = 1.0;
        factor.solve(&mut column);
        column[k].sqrt() / length[k]
    };
    (0..n).map(deviation).collect()
}
