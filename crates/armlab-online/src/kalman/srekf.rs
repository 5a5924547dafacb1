//! The square-root extended Kalman filter: the extended filter with a root of the
//! covariance (Potter 1963; Kaminski, Bryson & Schmidt 1971). The prediction is
//!
//! ```text
//! [ F L  √Q ]   →   [ L⁻  0 ]
//! ```
//!
//! and the update is in root.rs.

use super::filter::{Failure, Filter, Innovation, keep_feasible};
use super::root::{RootBelief, root_of_noise};
use super::system::{Dimensions, System};
use crate::{ResumeError, Saved};
use armlab_dense::small::{product, triangularise};

/// The square-root extended Kalman filter.
#[derive(Clone, Debug)]
pub struct SquareRootEkf {
    belief: RootBelief,
    before: Vec<f64>,
    slopes: Vec<f64>,
    noise: Vec<f64>,
    array: Vec<f64>,
    /// `F L` of the moving states, then `F L Lᵀ`.
    carried: Vec<f64>,
    cross: Vec<f64>,
    measured: Measurement,
}

/// Room for `H`, `R` and `ν`.
#[derive(Clone, Debug)]
pub(super) struct Measurement {
    pub(super) slopes: Vec<f64>,
    pub(super) noise: Vec<f64>,
    pub(super) innovation: Vec<f64>,
}

impl Measurement {
    pub(super) fn new(sizes: Dimensions) -> Self {
        let (n, m) = (sizes.states, sizes.measurements);
        Self { slopes: vec![0.0; m * n], noise: vec![0.0; m * m], innovation: vec![0.0; m] }
    }
    /// Asks the system at `x`.
    pub(super) fn take<S: System>(&mut self, system: &mut S, x: &[f64], z: &[f64]) {
        system.measure(x, &mut self.innovation);
        self.innovation.iter_mut().zip(z).for_each(|(nu, z)| *nu = z - *nu);
        system.measurement_slopes(x, &mut self.slopes);
        system.measurement_noise(&mut self.noise);
    }
}

impl SquareRootEkf {
    /// For a system of these sizes.
    pub fn new(sizes: Dimensions) -> Self {
        let (n, moving) = (sizes.states, sizes.moving());
        Self {
            belief: RootBelief::new(sizes),
            before: vec![0.0; n],
            slopes: vec![0.0; moving * n],
            noise: vec![0.0; n * n],
            array: vec![0.0; n * 2 * n],
            carried: vec![0.0; moving * n],
            cross: vec![0.0; moving * n],
            measured: Measurement::new(sizes),
        }
    }
}

impl<S: System> Filter<S> for SquareRootEkf {
    fn name(&self) -> &'static str {
        "srekf"
    }
    fn start(&mut self, x: &[f64], covariance: &[f64]) -> Result<(), Failure> {
        self.belief.start(x, covariance)
    }
    fn restart(&mut self, moving: &[f64], variances: &[f64]) -> Result<(), Failure> {
        self.belief.restart(moving, variances);
        Ok(())
    }
    fn predict(&mut self, system: &mut S, u: &[f64], dt: f64) -> Result<(), Failure> {
        let sizes = self.belief.sizes;
        let (n, moving) = (sizes.states, sizes.moving());
        system.process_noise(&self.belief.x, u, dt, n, &mut self.noise)?;
        let further = root_of_noise(&mut self.noise, sizes)?;
        system.linearise(&mut self.belief.x, u, dt, n, &mut self.slopes)?;
        product(&self.slopes, &self.belief.root, n, n, &mut self.carried);
        for (out, row) in self.cross.chunks_exact_mut(n).zip(self.carried.chunks_exact(n)) {
            armlab_dense::small::product_transposed(row, &self.belief.root, n, out);
        }
        let width = n + further;
        for (i, row) in self.array.chunks_exact_mut(width).take(n).enumerate() {
            let from = if i < moving { &self.carried } else { &self.belief.root };
            row[..n].copy_from_slice(&from[i * n..(i + 1) * n]);
            row[n..].copy_from_slice(&self.noise[i * n..i * n + further]);
        }
        triangularise(&mut self.array[..n * width], n, width);
        self.belief.take(&self.array[..n * width], width);
        Ok(())
    }
    fn update(&mut self, system: &mut S, z: &[f64]) -> Result<Innovation, Failure> {
        self.before.copy_from_slice(&self.belief.x);
        self.measured.take(system, &self.before, z);
        let Measurement { slopes, noise, innovation } = &mut self.measured;
        let nis = self.belief.update(slopes, noise, innovation)?;
        let halvings = keep_feasible(system, &self.before, &mut self.belief.x);
        Ok(Innovation { nis, halvings })
    }
    fn state(&self) -> &[f64] {
        &self.belief.x
    }
    fn variances(&self, out: &mut [f64]) {
        self.belief.variances(out);
    }
    fn covariance(&self, out: &mut [f64]) {
        self.belief.covariance(out);
    }
    fn cross_covariance(&self) -> Option<(&[f64], usize)> {
        Some((&self.cross, self.belief.sizes.states))
    }
    fn save(&self, into: Saved) -> Saved {
        self.belief.save(into)
    }
    fn resume(&mut self, saved: &Saved) -> Result<(), ResumeError> {
        self.belief.resume(saved)
    }
}
