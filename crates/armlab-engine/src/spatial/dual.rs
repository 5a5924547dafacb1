//! Forward-mode derivatives: a value and its slope along `N` directions.
//!
//! `f(x + ε·d) = f(x) + ε·f'(x)·d` with ε² = 0, so running an algorithm on
//! [`Dual`] numbers gives its exact directional derivatives beside its value.
//! The `N` slopes are one array, hence SIMD registers inside a clone.

use super::arithmetic::{Arithmetic, Portable, each_lane, splat};
use super::lanes::{Lanes, sin_cos_lanes};
use super::scalar::{Scalar, Times};
use std::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

/// A value with derivatives along `N` directions.
#[derive(Clone, Copy, Debug)]
pub struct Dual<const N: usize, A: Arithmetic = Portable> {
    /// The value.
    pub re: f64,
    /// The derivative along each direction.
    pub eps: [f64; N],
    _arithmetic: A,
}

impl<const N: usize, A: Arithmetic> Dual<N, A> {
    /// A value with given slopes.
    #[inline(always)]
    pub fn new(re: f64, eps: [f64; N]) -> Self {
        Self { re, eps, _arithmetic: A::default() }
    }
    /// An independent variable: slope one along `direction`, zero elsewhere
    /// (and everywhere if `direction` is not among the `N`).
    #[inline(always)]
    pub fn variable(re: f64, direction: usize) -> Self {
        // Whole registers: a number stored into one would keep its reader waiting.
        let mut eps = [0.0; N];
        each_lane!(N, |i| eps[i] = if i == direction { 1.0 } else { 0.0 });
        Self::new(re, eps)
    }
    /// `f(self)` given the value and slope of `f` at `self.re`.
    #[inline(always)]
    fn chain(self, value: f64, slope: f64) -> Self {
        Self::new(value, A::mul(splat(slope), self.eps))
    }
}

impl<const N: usize, A: Arithmetic> Default for Dual<N, A> {
    #[inline(always)]
    fn default() -> Self {
        Self::new(0.0, [0.0; N])
    }
}

impl<const N: usize, A: Arithmetic> Add for Dual<N, A> {
    type Output = Self;
    #[inline(always)]
    fn add(self, o: Self) -> Self {
        Self::new(self.re + o.re, A::add(self.eps, o.eps))
    }
}
impl<const N: usize, A: Arithmetic> Sub for Dual<N, A> {
    type Output = Self;
    #[inline(always)]
    fn sub(self, o: Self) -> Self {
        Self::new(self.re - o.re, A::sub(self.eps, o.eps))
    }
}
impl<const N: usize, A: Arithmetic> Mul for Dual<N, A> {
    type Output = Self;
    #[inline(always)]
    fn mul(self, o: Self) -> Self {
        let eps = A::mul_add_each(self.eps, splat(o.re), A::mul(splat(self.re), o.eps));
        Self::new(self.re * o.re, eps)
    }
}
impl<const N: usize, A: Arithmetic> Div for Dual<N, A> {
    type Output = Self;
    #[inline(always)]
    fn div(self, o: Self) -> Self {
        let inverse = 1.0 / o.re;
        let value = self.re * inverse;
        let eps = A::mul_add_each(splat(-value), o.eps, self.eps);
        Self::new(value, A::mul(eps, splat(inverse)))
    }
}
impl<const N: usize, A: Arithmetic> Neg for Dual<N, A> {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(-self.re, A::neg(self.eps))
    }
}
impl<const N: usize, A: Arithmetic> AddAssign for Dual<N, A> {
    #[inline(always)]
    fn add_assign(&mut self, o: Self) {
        *self = *self + o;
    }
}
impl<const N: usize, A: Arithmetic> SubAssign for Dual<N, A> {
    #[inline(always)]
    fn sub_assign(&mut self, o: Self) {
        *self = *self - o;
    }
}

impl<const N: usize, A: Arithmetic> Times<f64> for Dual<N, A> {
    #[inline(always)]
    fn times(self, p: f64) -> Self {
        Self::new(self.re * p, A::mul(self.eps, splat(p)))
    }
    #[inline(always)]
    fn times_add(self, p: f64, c: Self) -> Self {
        let eps = A::mul_add_each(self.eps, splat(p), c.eps);
        Self::new(A::mul_add(self.re, p, c.re), eps)
    }
}
impl<const N: usize, A: Arithmetic> Times<Self> for Dual<N, A> {
    #[inline(always)]
    fn times(self, p: Self) -> Self {
        self * p
    }
    #[inline(always)]
    fn times_add(self, p: Self, c: Self) -> Self {
        let inner = A::mul_add_each(splat(self.re), p.eps, c.eps);
        let eps = A::mul_add_each(self.eps, splat(p.re), inner);
        Self::new(A::mul_add(self.re, p.re, c.re), eps)
    }
}

impl<const N: usize, A: Arithmetic> Scalar for Dual<N, A> {
    #[inline(always)]
    fn constant(value: f64) -> Self {
        Self::new(value, [0.0; N])
    }
    #[inline(always)]
    fn sin_cos(self) -> (Self, Self) {
        let (s, c) = sin_cos_lanes(Lanes::<1, A>::new([self.re]));
        let (s, c) = (s.v[0], c.v[0]);
        (self.chain(s, c), self.chain(c, -s))
    }
    #[inline(always)]
    fn sqrt(self) -> Self {
        let root = self.re.sqrt();
        self.chain(root, 0.5 / root)
    }
    #[inline(always)]
    fn magnitude(self) -> f64 {
        self.re.abs()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every operation at once, in a form whose derivative is known by hand.
    fn composite<S: Scalar>(x: S, y: S) -> S {
        let (s, c) = (x * y).sin_cos();
        (s.times(2.0) / y - c.times_add(x, y)).times_add(3.0, (x * x + y).sqrt()) - -x
    }

    #[test]
    fn slopes_match_central_differences() {
        let (x, y, h) = (0.7, 1.3, 1e-6);
        let d = composite(Dual::<2>::variable(x, 0), Dual::<2>::variable(y, 1));
        let dx = (composite(x + h, y) - composite(x - h, y)) / (2.0 * h);
        let dy = (composite(x, y + h) - composite(x, y - h)) / (2.0 * h);
        assert!((d.re - composite(x, y)).abs() < 1e-15);
        assert!((d.eps[0] - dx).abs() < 1e-8 && (d.eps[1] - dy).abs() < 1e-8);
    }
}
