//! Chebyshev polynomials over the duration.
//!
//! `T_k(s)` with `s = 2t/T − 1`, by `T_{k+1} = 2 s T_k − T_{k−1}` and the same
//! recursion differentiated. In powers of `t` the coefficients of a polynomial
//! of some degree differ by orders of magnitude and cancel; here they do not.
//! The constant is the trajectory's offset, so the functions are `T₁, T₂, …`.

use super::error::MotionError;
use super::linear_basis::Basis;

/// Highest degree: beyond it second derivatives, which grow with its fourth
/// power, are no longer worth their digits.
pub const HIGHEST_DEGREE: usize = 200;

/// `T₁ … T_n` over a duration.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChebyshevBasis {
    degree: usize,
    duration: f64,
}

impl ChebyshevBasis {
    /// Polynomials up to a degree over `duration` seconds.
    pub fn new(degree: usize, duration: f64) -> Result<Self, MotionError> {
        MotionError::check_positive("duration", duration)?;
        if degree > HIGHEST_DEGREE {
            let hint = format!("{HIGHEST_DEGREE} is the most; a spline bends as often as needed");
            return Err(MotionError::setting("degree", degree, hint));
        }
        Ok(Self { degree, duration })
    }
    /// The highest degree.
    pub fn degree(&self) -> usize {
        self.degree
    }
}

impl Basis for ChebyshevBasis {
    fn len(&self) -> usize {
        self.degree
    }
    fn duration(&self) -> f64 {
        self.duration
    }
    fn each_element(&self, t: f64, visit: &mut dyn FnMut(usize, [f64; 3])) {
        let rate = 2.0 / self.duration;
        // From the nearer end, so that both ends are met exactly.
        let s = if 2.0 * t <= self.duration {
            rate * t - 1.0
        } else {
            1.0 - rate * (self.duration - t)
        };
        let (mut before, mut now) = ([1.0, 0.0, 0.0], [s, 1.0, 0.0]);
        for k in 0..self.degree {
            visit(k, [now[0], rate * now[1], rate * rate * now[2]]);
            let next = [
                2.0 * s * now[0] - before[0],
                2.0 * (now[0] + s * now[1]) - before[1],
                4.0 * now[1] + 2.0 * s * now[2] - before[2],
            ];
            (before, now) = (now, next);
        }
    }
}
