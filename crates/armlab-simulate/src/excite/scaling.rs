//! In what units parameters are compared where an objective depends on it.

use super::error::ExciteError;
use super::merit::Merit;
use super::objective::Objective;
use super::setup::Setup;
use armlab_dense::{Cholesky, Matrix};

/// Units of the parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scaling {
    /// SI units as they are.
    None,
    /// The sizes that the robot's description gives its link parameters: an
    /// error of every parameter by its own size counts alike.
    Values,
    /// Columns of the regressor brought to length one.
    Columns,
}

/// How an information matrix becomes the number that is minimised. `pooled` is
/// the information of random motions; combinations of parameters seen there less
/// than `practical` times the one seen best are left out of what the objective
/// looks at, since a design would spend everything on them. Returned with how
/// many those are.
pub fn merit<'a>(
    setup: &Setup,
    objective: &'a dyn Objective,
    scaling: Scaling,
    focus: Option<Vec<usize>>,
    earlier: Option<Matrix>,
    practical: f64,
    pooled: &Matrix,
) -> Result<(Merit<'a>, usize), ExciteError> {
    let blind = ExciteError::Unidentifiable { tries: 1 };
    let plain = Merit { earlier, focus, directions: None, unit_columns: false, objective };
    if scaling == Scaling::None {
        return Ok((plain, 0));
    }
    let alone = Merit { earlier: None, ..plain.clone() };
    let seen = alone.reduced(pooled).or_else(|| plain.reduced(pooled)).ok_or(blind.clone())?;
    let n = seen.rows();
    let scales = match scaling {
        Scaling::Values => {
            let spread = setup.unknowns.spread(setup.robot);
            let chosen: Vec<usize> =
                plain.focus.clone().unwrap_or_else(|| (0..setup.unknowns.len()).collect());
            let part = Matrix::from_fn(n, n, |i, j| spread.at(chosen[i], chosen[j]));
            Cholesky::new(&part).map_err(|_| blind.clone())?.lower().clone()
        }
        _ => Matrix::from_fn(n, n, |i, j| {
            let length = seen.at(i, i).sqrt();
            if i == j && length > 0.0 { length.recip() } else { 0.0 }
        }),
    };
    let scaled = scales.transposed().times(&seen.times(&scales));
    let eigen = scaled.symmetric_eigen().map_err(|_| blind)?;
    let largest = eigen.values.last().copied().unwrap_or(0.0);
    let kept: Vec<usize> =
        (0..n).filter(|&i| eigen.values[i] > practical * practical * largest).collect();
    let dropped = n - kept.len();
    if scaling == Scaling::Columns && dropped == 0 {
        return Ok((Merit { unit_columns: true, ..plain }, 0));
    }
    let directions = match dropped {
        0 => scales,
        _ => {
            let part = Matrix::from_fn(n, kept.len(), |i, j| eigen.vectors.at(i, kept[j]));
            scales.times(&part)
        }
    };
    Ok((Merit { directions: Some(directions), ..plain }, dropped))
}
