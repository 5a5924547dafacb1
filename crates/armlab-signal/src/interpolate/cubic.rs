//! A piecewise cubic with given values and slopes at its knots.
//!
//! On a piece of length `h` with values `y₀, y₁`, slopes `m₀, m₁` and
//! `δ = (y₁−y₀)/h`, at `u` from its beginning:
//! `y₀ + m₀u + (3δ−2m₀−m₁)/h u² + (m₀+m₁−2δ)/h² u³` (Hermite).

use super::pchip::pchip_slopes;
use super::spline::{Ends, spline_slopes};
use crate::error::{SignalError, check_finite, check_length, check_stamps};

/// A function made of cubic pieces, with continuous slope.
#[derive(Clone, Debug, PartialEq)]
pub struct PiecewiseCubic {
    knots: Vec<f64>,
    /// Coefficients of the powers of the distance from the piece's first knot.
    pieces: Vec<[f64; 4]>,
}

impl PiecewiseCubic {
    /// Cubic pieces with given slopes at the knots.
    pub fn hermite(knots: &[f64], values: &[f64], slopes: &[f64]) -> Result<Self, SignalError> {
        check_knots(knots, values)?;
        check_length("the slopes", slopes.len(), knots.len())?;
        check_finite("the slopes", slopes)?;
        let mut pieces = Vec::with_capacity(knots.len() - 1);
        for i in 0..knots.len() - 1 {
            let h = knots[i + 1] - knots[i];
            let (m0, m1) = (slopes[i], slopes[i + 1]);
            let delta = (values[i + 1] - values[i]) / h;
            pieces.push([
                values[i],
                m0,
                (3.0 * delta - 2.0 * m0 - m1) / h,
                (m0 + m1 - 2.0 * delta) / h / h,
            ]);
        }
        let result = Self { knots: knots.to_vec(), pieces };
        result.check_pieces()?;
        Ok(result)
    }

    /// Shape-preserving cubic: no overshoot between knots.
    pub fn pchip(knots: &[f64], values: &[f64]) -> Result<Self, SignalError> {
        check_knots(knots, values)?;
        Self::hermite(knots, values, &pchip_slopes(knots, values))
    }

    /// Cubic spline: also the second derivative is continuous.
    pub fn spline(knots: &[f64], values: &[f64], ends: Ends) -> Result<Self, SignalError> {
        check_knots(knots, values)?;
        Self::hermite(knots, values, &spline_slopes(knots, values, ends))
    }

    /// Straight lines between the knots; only this one has kinks.
    pub fn linear(knots: &[f64], values: &[f64]) -> Result<Self, SignalError> {
        check_knots(knots, values)?;
        let piece = |i: usize| {
            let slope = (values[i + 1] - values[i]) / (knots[i + 1] - knots[i]);
            [values[i], slope, 0.0, 0.0]
        };
        let result =
            Self { knots: knots.to_vec(), pieces: (0..knots.len() - 1).map(piece).collect() };
        result.check_pieces()?;
        Ok(result)
    }

    /// Knots so near to each other that a coefficient overflows are refused.
    fn check_pieces(&self) -> Result<(), SignalError> {
        match self.pieces.iter().position(|p| p.iter().any(|c| !c.is_finite())) {
            None => Ok(()),
            Some(i) => Err(SignalError::setting(
                "the distance of knots",
                format_args!("{:e} (knots {i} and {})", self.knots[i + 1] - self.knots[i], i + 1),
                "knots this near to each other make no usable curve; drop one of them",
            )),
        }
    }

    /// The knots.
    pub fn knots(&self) -> &[f64] {
        &self.knots
    }

    /// Value, first and second derivative at `x`. Beyond the ends the end pieces
    /// are continued; at a knot the piece after it counts, at the last the one before.
    #[inline]
    pub fn at(&self, x: f64) -> [f64; 3] {
        let after = self.knots.partition_point(|knot| *knot <= x);
        let i = after.saturating_sub(1).min(self.pieces.len() - 1);
        let [c0, c1, c2, c3] = self.pieces[i];
        let u = x - self.knots[i];
        [
            c0 + u * (c1 + u * (c2 + u * c3)),
            c1 + u * (2.0 * c2 + u * (3.0 * c3)),
            2.0 * c2 + u * (6.0 * c3),
        ]
    }

    /// The value at `x`.
    #[inline]
    pub fn value(&self, x: f64) -> f64 {
        self.at(x)[0]
    }
}

fn check_knots(knots: &[f64], values: &[f64]) -> Result<(), SignalError> {
    check_stamps(knots)?;
    check_length("the values", values.len(), knots.len())?;
    check_finite("the values", values)?;
    if knots.len() < 2 {
        let what = "an interpolation".into();
        let hint = "give two points or more";
        return Err(SignalError::TooShort { what, needed: 2, got: knots.len(), hint });
    }
    Ok(())
}
