//! The number an algorithm computes with.
//!
//! Every kernel in armlab is written once, generic over [`Scalar`], and used
//! three ways: `f64` for one state, [`Lanes`](super::Lanes) for several samples
//! of a log at once in SIMD registers, and [`Dual`](super::Dual) for exact
//! derivatives. Constants of a robot stay `f64`; [`Times`] multiplies a scalar
//! by one of those, or by another scalar, with the addition fused where the
//! machine can.

use std::fmt::Debug;
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

/// Multiplication by a coefficient of type `P`: a plain `f64` constant of the
/// robot, or a scalar of the same kind (a parameter that varies by lane or
/// carries a derivative).
pub trait Times<P>: Sized {
    /// `self · p`
    fn times(self, p: P) -> Self;
    /// `self · p + c`, rounded once where the instruction set fuses it.
    fn times_add(self, p: P, c: Self) -> Self;
}

/// A real number as the algorithms see it.
pub trait Scalar:
    Copy
    + Debug
    + Default
    + Send
    + Sync
    + 'static
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + Div<Output = Self>
    + Neg<Output = Self>
    + AddAssign
    + SubAssign
    + Times<f64>
    + Times<Self>
{
    /// A number that is the same in every lane and has no derivative.
    fn constant(value: f64) -> Self;
    /// Sine and cosine together.
    fn sin_cos(self) -> (Self, Self);
    /// The same where they are to be: many lanes take the way through memory once and not thrice.
    #[inline(always)]
    fn sin_cos_to(self, sine: &mut Self, cosine: &mut Self) {
        (*sine, *cosine) = self.sin_cos();
    }
    /// Square root.
    fn sqrt(self) -> Self;
    /// Largest absolute value over the lanes, slopes not counted: what an
    /// iteration looks at to know when to stop.
    fn magnitude(self) -> f64;
    /// Zero.
    #[inline(always)]
    fn zero() -> Self {
        Self::constant(0.0)
    }
    /// One.
    #[inline(always)]
    fn one() -> Self {
        Self::constant(1.0)
    }
}

impl Times<f64> for f64 {
    #[inline(always)]
    fn times(self, p: f64) -> f64 {
        self * p
    }
    // Not `f64::mul_add`: without the FMA instruction that is a library call.
    #[inline(always)]
    fn times_add(self, p: f64, c: f64) -> f64 {
        self * p + c
    }
}

impl Scalar for f64 {
    #[inline(always)]
    fn constant(value: f64) -> f64 {
        value
    }
    #[inline(always)]
    fn sin_cos(self) -> (f64, f64) {
        f64::sin_cos(self)
    }
    #[inline(always)]
    fn sqrt(self) -> f64 {
        f64::sqrt(self)
    }
    #[inline(always)]
    fn magnitude(self) -> f64 {
        self.abs()
    }
}
