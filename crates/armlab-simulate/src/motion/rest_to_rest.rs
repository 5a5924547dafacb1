//! Any basis, restricted to motions that begin and end at rest.
//!
//! Rest means linear conditions on the coefficients: `Σ_k c_k φ_k⁽ᵈ⁾(0) = 0` and
//! the same at the end. For a Fourier series in Swevers' form over whole periods
//! they read `Σ a_k = 0` and `Σ k b_k = 0` (Rosyid & El-Khasawneh 2020, after
//! their (37), mended). The functions of this basis are the elements combined by
//! an orthonormal basis of the null space of these conditions: whatever the
//! coefficients, the motion is at rest at both ends, and no optimiser has to
//! keep an equation.

use super::error::MotionError;
use super::householder::Householder;
use super::linear_basis::{Basis, LinearTrajectory};

/// What vanishes at both ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rest {
    /// The distance from the offset: begins and ends exactly there.
    pub position: bool,
    /// The velocity.
    pub velocity: bool,
    /// The acceleration.
    pub acceleration: bool,
}

impl Rest {
    /// No velocity and no acceleration; the position is free.
    pub const STILL: Self = Self { position: false, velocity: true, acceleration: true };
    /// No velocity, no acceleration, and at the offset.
    pub const AT_OFFSET: Self = Self { position: true, velocity: true, acceleration: true };

    fn orders(self) -> impl Iterator<Item = usize> {
        let wanted = [self.position, self.velocity, self.acceleration];
        (0..3).filter(move |order| wanted[*order])
    }
}

/// A basis at rest at both ends.
#[derive(Clone, Debug, PartialEq)]
pub struct RestToRest<B> {
    inner: B,
    /// For each element in turn, its part in every function.
    parts: Vec<f64>,
    count: usize,
}

impl<B: Basis> RestToRest<B> {
    /// Restricts a basis.
    pub fn new(inner: B, rest: Rest) -> Result<Self, MotionError> {
        let (n, duration) = (inner.len(), inner.duration());
        if inner.elements() != n {
            let hint = "its functions are already combined; restrict the plain basis instead";
            return Err(MotionError::setting("rest", "asked of this basis", hint));
        }
        let mut conditions = Vec::new();
        let mut row = vec![0.0; n];
        for t in [0.0, duration] {
            for order in rest.orders() {
                inner.values(t, order, &mut row);
                // Per duration, so that conditions of different orders compare.
                let scale = duration.powi(order as i32);
                conditions.extend(row.iter().map(|x| x * scale));
            }
        }
        let functions = Householder::new(n, conditions).complement();
        let count = functions.len();
        if count == 0 {
            return Err(MotionError::setting(
                "rest",
                format_args!("kept by {n} functions"),
                "rest at both ends takes all their freedom; take more harmonics, spans or degrees",
            ));
        }
        let mut parts = vec![0.0; n * count];
        for (f, function) in functions.iter().enumerate() {
            for (k, part) in function.iter().enumerate() {
                parts[k * count + f] = *part;
            }
        }
        Ok(Self { inner, parts, count })
    }

    /// The basis that is restricted.
    pub fn inner(&self) -> &B {
        &self.inner
    }

    /// Coefficients of the inner basis's functions.
    fn inner_coefficients(&self, coefficients: &[f64], inner: &mut [f64]) {
        for (row, out) in self.parts.chunks_exact(self.count).zip(inner) {
            *out = row.iter().zip(coefficients).map(|(p, c)| p * c).sum();
        }
    }
}

impl<B: Basis + Clone> LinearTrajectory<RestToRest<B>> {
    /// The same trajectory in the basis without restriction, as files hold it.
    pub fn unrestricted(&self) -> Result<LinearTrajectory<B>, MotionError> {
        let basis = self.basis();
        let (n, k) = (basis.inner.len(), basis.count);
        let mut coefficients = vec![0.0; self.offset().len() * n];
        let rows = self.coefficients().chunks_exact(k).zip(coefficients.chunks_exact_mut(n));
        rows.for_each(|(from, to)| basis.inner_coefficients(from, to));
        LinearTrajectory::new(basis.inner.clone(), self.offset(), &coefficients)
    }
}

impl<B: Basis> Basis for RestToRest<B> {
    fn len(&self) -> usize {
        self.count
    }
    fn duration(&self) -> f64 {
        self.inner.duration()
    }
    fn elements(&self) -> usize {
        self.inner.elements()
    }
    fn each_element(&self, t: f64, visit: &mut dyn FnMut(usize, [f64; 3])) {
        self.inner.each_element(t, visit);
    }
    fn expand(&self, coefficients: &[f64], elements: &mut [f64]) {
        // The inner basis's functions are its elements; `new` made sure.
        self.inner_coefficients(coefficients, elements);
    }
    fn values(&self, t: f64, order: usize, out: &mut [f64]) {
        out.fill(0.0);
        self.inner.each_element(t, &mut |k, value| {
            let value = value.get(order).copied().unwrap_or(0.0);
            let row = &self.parts[k * self.count..(k + 1) * self.count];
            out.iter_mut().zip(row).for_each(|(out, part)| *out += part * value);
        });
    }
}
