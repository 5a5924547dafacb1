//! Trajectories that are linear in their coefficients.
//!
//! `q_j(t) = offset_j + Σ_k c_jk φ_k(t)`. Excitation design varies the `c_jk`;
//! the gradient of every position, velocity and acceleration with respect to
//! them is then just the values of the basis. Conditions such as rest at both
//! ends are made part of the basis, so that every choice of coefficients keeps them.

use super::error::MotionError;
use super::{Trajectory, at_rest_unless, clamped};

/// Functions of time over a finite duration.
///
/// A basis may combine *elements* (plain sines, say) into its functions; then
/// there are more elements than functions, and `expand` says how.
pub trait Basis: Send + Sync {
    /// Number of functions, hence of coefficients per coordinate.
    fn len(&self) -> usize;

    /// True when there is none.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Seconds.
    fn duration(&self) -> f64;

    /// Number of elements.
    fn elements(&self) -> usize {
        self.len()
    }

    /// Value, first and second derivative of each element at `t` within the
    /// duration. Elements that vanish there may be left out.
    fn each_element(&self, t: f64, visit: &mut dyn FnMut(usize, [f64; 3]));

    /// Coefficients of the elements from those of the functions.
    fn expand(&self, coefficients: &[f64], elements: &mut [f64]) {
        elements.copy_from_slice(coefficients);
    }

    /// The functions themselves (`order` 0), their first or second derivatives at `t`.
    fn values(&self, t: f64, order: usize, out: &mut [f64]) {
        out.fill(0.0);
        self.each_element(t, &mut |k, value| out[k] = value.get(order).copied().unwrap_or(0.0));
    }
}

/// A trajectory in a basis.
#[derive(Clone, Debug, PartialEq)]
pub struct LinearTrajectory<B> {
    basis: B,
    offset: Vec<f64>,
    /// One row per coordinate.
    coefficients: Vec<f64>,
    /// The same for the basis's elements.
    elements: Vec<f64>,
}

impl<B: Basis> LinearTrajectory<B> {
    /// A trajectory from offsets and coefficients, one row of those per coordinate.
    pub fn new(basis: B, offset: &[f64], coefficients: &[f64]) -> Result<Self, MotionError> {
        let (n, k) = (offset.len(), basis.len());
        let why = format!("one for each of {k} functions and {n} coordinates");
        MotionError::check_length("coefficients", coefficients.len(), n * k, &why)?;
        MotionError::check_finite("offset", offset)?;
        MotionError::check_finite("coefficients", coefficients)?;
        let elements = vec![0.0; n * basis.elements()];
        let mut trajectory =
            Self { basis, offset: offset.to_vec(), coefficients: coefficients.to_vec(), elements };
        trajectory.expand();
        Ok(trajectory)
    }

    fn expand(&mut self) {
        let (k, e) = (self.basis.len(), self.basis.elements());
        for j in 0..self.offset.len() {
            let row = &self.coefficients[j * k..(j + 1) * k];
            self.basis.expand(row, &mut self.elements[j * e..(j + 1) * e]);
        }
    }

    /// The basis.
    pub fn basis(&self) -> &B {
        &self.basis
    }
    /// What is added to each coordinate.
    pub fn offset(&self) -> &[f64] {
        &self.offset
    }
    /// One row per coordinate.
    pub fn coefficients(&self) -> &[f64] {
        &self.coefficients
    }
    /// Coefficients of the basis's elements, one row per coordinate.
    pub fn element_coefficients(&self) -> &[f64] {
        &self.elements
    }

    /// Other offsets and coefficients in the same place; does not allocate.
    ///
    /// # Panics
    /// If there are not as many as before.
    pub fn set(&mut self, offset: &[f64], coefficients: &[f64]) {
        self.offset.copy_from_slice(offset);
        self.coefficients.copy_from_slice(coefficients);
        self.expand();
    }
}

impl<B: Basis> Trajectory for LinearTrajectory<B> {
    fn dofs(&self) -> usize {
        self.offset.len()
    }
    fn duration(&self) -> f64 {
        self.basis.duration()
    }
    fn sample(&self, t: f64, q: &mut [f64], qd: &mut [f64], qdd: &mut [f64]) {
        let n = self.offset.len();
        let (q, qd, qdd) = (&mut q[..n], &mut qd[..n], &mut qdd[..n]);
        q.copy_from_slice(&self.offset);
        qd.fill(0.0);
        qdd.fill(0.0);
        let (t, inside) = clamped(t, self.basis.duration());
        let count = self.basis.elements();
        self.basis.each_element(t, &mut |k, [value, first, second]| {
            for j in 0..n {
                let c = self.elements[j * count + k];
                q[j] += c * value;
                qd[j] += c * first;
                qdd[j] += c * second;
            }
        });
        at_rest_unless(inside, qd, qdd);
    }
}
