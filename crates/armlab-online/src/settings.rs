//! Settings that cannot be used, and those that several methods share.

use armlab_dense::{Cholesky, Matrix, solve_lower};
use thiserror::Error;

/// Why a learner cannot be made.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum SettingsError {
    /// A number outside of its range.
    #[error("{method}: `{name}` is {value}; {hint}")]
    Value {
        /// The method.
        method: &'static str,
        /// The setting.
        name: &'static str,
        /// What it is.
        value: String,
        /// What would be right.
        hint: &'static str,
    },
    /// A list of the wrong length.
    #[error("{method}: `{name}` has {found} numbers where {expected} are needed")]
    Length {
        /// The method.
        method: &'static str,
        /// The setting.
        name: &'static str,
        /// How many there should be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A covariance that is none.
    #[error(
        "{method}: the initial covariance is not symmetric and positive definite; \
         a diagonal of positive numbers always is"
    )]
    Covariance {
        /// The method.
        method: &'static str,
    },
}

impl SettingsError {
    pub(crate) fn value(
        method: &'static str,
        name: &'static str,
        value: impl std::fmt::Display,
        hint: &'static str,
    ) -> Self {
        Self::Value { method, name, value: value.to_string(), hint }
    }
}

/// `value` if it is finite and above zero.
pub(crate) fn positive(
    method: &'static str,
    name: &'static str,
    value: f64,
) -> Result<f64, SettingsError> {
    if value > 0.0 && value.is_finite() {
        return Ok(value);
    }
    Err(SettingsError::value(method, name, value, "it must be a positive number"))
}

/// `values` if there are `expected` of them, all finite.
pub(crate) fn finite<'v>(
    method: &'static str,
    name: &'static str,
    values: &'v [f64],
    expected: usize,
) -> Result<&'v [f64], SettingsError> {
    if values.len() != expected {
        return Err(SettingsError::Length { method, name, expected, found: values.len() });
    }
    match values.iter().find(|x| !x.is_finite()) {
        None => Ok(values),
        Some(x) => Err(SettingsError::value(method, name, x, "all numbers must be finite")),
    }
}

/// The forgetting factor, if it is one.
pub(crate) fn forgetting(method: &'static str, factor: f64) -> Result<f64, SettingsError> {
    if factor > 0.0 && factor <= 1.0 {
        return Ok(factor);
    }
    let hint = "it lies above 0 and up to 1; 1 forgets nothing, 0.99 remembers a hundred samples";
    Err(SettingsError::value(method, "forgetting", factor, hint))
}

/// How uncertain the first estimate is, in units of the rows' noise.
#[derive(Clone, Debug, PartialEq)]
pub enum InitialCovariance {
    /// The same variance for every unknown.
    Scalar(f64),
    /// A variance for each.
    Diagonal(Vec<f64>),
    /// A symmetric positive definite matrix, row after row.
    Full(Vec<f64>),
}

impl InitialCovariance {
    /// The matrix, row after row.
    pub(crate) fn matrix(
        &self,
        method: &'static str,
        unknowns: usize,
    ) -> Result<Vec<f64>, SettingsError> {
        let n = unknowns;
        let diagonal = |values: &[f64]| {
            let mut matrix = vec![0.0; n * n];
            values.iter().enumerate().for_each(|(k, v)| matrix[k * n + k] = *v);
            matrix
        };
        let matrix = match self {
            Self::Scalar(variance) => diagonal(&vec![*variance; n]),
            Self::Diagonal(variances) => diagonal(finite(method, "covariance", variances, n)?),
            Self::Full(matrix) => finite(method, "covariance", matrix, n * n)?.to_vec(),
        };
        let entry = |i: usize, j: usize| matrix[i * n + j];
        let largest = matrix.iter().fold(0.0_f64, |m, x| m.max(x.abs()));
        let near = |a: f64, b: f64| (a - b).abs() <= 1e-12 * largest;
        let symmetric = (0..n).all(|i| (0..i).all(|j| near(entry(i, j), entry(j, i))));
        // The larger of two entries that differ by rounding is as good as the other.
        let same = |i: usize, j: usize| entry(i.max(j), i.min(j));
        if !symmetric
            || !largest.is_finite()
            || Cholesky::new(&Matrix::from_fn(n, n, same)).is_err()
        {
            return Err(SettingsError::Covariance { method });
        }
        Ok((0..n * n).map(|at| same(at / n, at % n)).collect())
    }
    /// Rows whose squares sum up to the inverse of the matrix: `L⁻¹` of `P = L Lᵀ`,
    /// row after row.
    pub(crate) fn inverse_root(
        &self,
        method: &'static str,
        unknowns: usize,
    ) -> Result<Vec<f64>, SettingsError> {
        let n = unknowns;
        let matrix = self.matrix(method, n)?;
        let broken = SettingsError::Covariance { method };
        let factor = Cholesky::new(&Matrix::from_fn(n, n, |i, j| matrix[i * n + j]))
            .map_err(|_| broken.clone())?;
        let mut out = vec![0.0; n * n];
        let mut column = vec![0.0; n];
        for j in 0..n {
            column.fill(0.0);
            column[j] = 1.0;
            solve_lower(factor.lower(), &mut column).map_err(|_| broken.clone())?;
            (0..n).for_each(|i| out[i * n + j] = column[i]);
        }
        if out.iter().all(|x| x.is_finite()) { Ok(out) } else { Err(broken) }
    }
}
