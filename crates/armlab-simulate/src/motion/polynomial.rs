//! Polynomials of any degree: from powers of time, or fitted with end conditions
//! that hold exactly.
//!
//! Fitting minimises `Σ (q(tᵢ) − qᵢ)²` over the polynomials that satisfy the
//! conditions: `c = c₀ + Z x` with `c₀` the shortest coefficients that satisfy
//! them and `Z` an orthonormal basis of their null space (Björck, *Numerical
//! Methods for Least Squares Problems*, §5.1.3).

use super::chebyshev::{ChebyshevBasis, HIGHEST_DEGREE};
use super::error::MotionError;
use super::householder::Householder;
use super::linear_basis::{Basis, LinearTrajectory};

/// A polynomial from ascending powers of time, one list per coordinate.
pub fn polynomial_from_powers(
    powers: &[Vec<f64>],
    duration: f64,
) -> Result<LinearTrajectory<ChebyshevBasis>, MotionError> {
    let degree = powers.iter().map(Vec::len).max().unwrap_or(0).saturating_sub(1);
    let basis = ChebyshevBasis::new(degree, duration)?;
    let mut offset = Vec::with_capacity(powers.len());
    let mut coefficients = Vec::with_capacity(powers.len() * degree);
    for powers in powers {
        let mut series = vec![0.0; degree + 1];
        let mut next = series.clone();
        for power in powers.iter().rev() {
            // Horner: times t = T/2 (1 + s), with s T₀ = T₁ and s T_k = (T_{k+1} + T_{k−1})/2.
            // The last entry is still zero whenever it would be pushed beyond the degree.
            next.fill(0.0);
            for k in 0..=degree {
                let part = 0.5 * duration * series[k];
                next[k] += part;
                let sideways = if k == 0 { part } else { 0.5 * part };
                if k < degree {
                    next[k + 1] += sideways;
                }
                if k > 0 {
                    next[k - 1] += sideways;
                }
            }
            next[0] += power;
            std::mem::swap(&mut series, &mut next);
        }
        offset.push(series[0]);
        coefficients.extend_from_slice(&series[1..]);
    }
    LinearTrajectory::new(basis, &offset, &coefficients)
}

/// Which end of a trajectory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boundary {
    /// Its beginning.
    Start,
    /// Its end.
    End,
}

/// A position, velocity or acceleration that holds exactly at an end.
#[derive(Clone, Debug, PartialEq)]
pub struct BoundaryCondition {
    /// Where.
    pub at: Boundary,
    /// Of what: 0 position, 1 velocity, 2 acceleration.
    pub order: usize,
    /// The value, one per coordinate.
    pub value: Vec<f64>,
}

/// The polynomial of a degree nearest to samples, one column per coordinate,
/// that satisfies all conditions.
pub fn fit_polynomial(
    degree: usize,
    duration: f64,
    times: &[f64],
    columns: &[&[f64]],
    conditions: &[BoundaryCondition],
) -> Result<LinearTrajectory<ChebyshevBasis>, MotionError> {
    let basis = ChebyshevBasis::new(degree.min(HIGHEST_DEGREE + 1), duration)?;
    MotionError::check_finite("times", times)?;
    for column in columns {
        MotionError::check_length("q", column.len(), times.len(), "one per time")?;
        MotionError::check_finite("q", column)?;
    }
    // All functions, the constant first.
    let n = degree + 1;
    let row = |t: f64, order: usize| {
        let mut row = vec![0.0; n];
        basis.values(t, order, &mut row[1..]);
        row[0] = f64::from(order == 0);
        row
    };
    let mut held = Vec::with_capacity(conditions.len() * n);
    for condition in conditions {
        let why = "one per coordinate";
        MotionError::check_length("value", condition.value.len(), columns.len(), why)?;
        MotionError::check_finite("value", &condition.value)?;
        if condition.order > 2 {
            let hint = "0 is the position, 1 the velocity, 2 the acceleration";
            return Err(MotionError::setting("order", condition.order, hint));
        }
        let t = if condition.at == Boundary::Start { 0.0 } else { duration };
        // Per duration, so that conditions of different orders compare.
        let scale = duration.powi(condition.order as i32);
        held.extend(row(t, condition.order).into_iter().map(|x| x * scale));
    }
    let held = Householder::new(n, held);
    if held.rank() < conditions.len() {
        let hint = "the end conditions repeat each other or leave the polynomial no freedom; raise the degree or drop some";
        return Err(MotionError::setting("degree", degree, hint));
    }
    let free = held.complement();
    let samples: Vec<Vec<f64>> = times.iter().map(|t| row(*t, 0)).collect();
    if samples.len() < free.len() {
        let wanted = format!("degree {degree} with these conditions needs {} samples", free.len());
        return Err(MotionError::Dimension { what: "times", got: times.len(), wanted });
    }
    let dot = |a: &[f64], b: &[f64]| a.iter().zip(b).map(|(a, b)| a * b).sum::<f64>();
    let reduced: Vec<f64> =
        free.iter().flat_map(|z| samples.iter().map(move |s| dot(s, z))).collect();
    let fit = Householder::new(samples.len(), reduced);
    if fit.rank() < free.len() {
        let hint = "the samples do not determine that many coefficients; lower the degree";
        return Err(MotionError::setting("degree", degree, hint));
    }
    let (mut offset, mut coefficients) = (Vec::new(), Vec::new());
    for (j, column) in columns.iter().enumerate() {
        let right = |c: &BoundaryCondition| c.value[j] * duration.powi(c.order as i32);
        let right: Vec<f64> = conditions.iter().map(right).collect();
        let mut series = held.shortest_solution(&right);
        let rest: Vec<f64> =
            samples.iter().zip(*column).map(|(s, q)| q - dot(s, &series)).collect();
        for (z, x) in free.iter().zip(fit.least_squares(&rest)) {
            series.iter_mut().zip(z).for_each(|(c, z)| *c += x * z);
        }
        offset.push(series[0]);
        coefficients.extend_from_slice(&series[1..]);
    }
    LinearTrajectory::new(basis, &offset, &coefficients)
}
