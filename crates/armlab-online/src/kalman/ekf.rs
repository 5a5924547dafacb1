//! The extended Kalman filter (Smith, Schmidt & McGee 1962; Jazwinski 1970), and
//! with noise learnt on the way the adaptive one.
//!
//! ```text
//! x⁻ = f(x, u)       P⁻ = F P Fᵀ + Q       then the update of joseph.rs
//! ```

use super::adaptive::{Adaptation, Memory};
use super::algebra::{product, product_transposed};
use super::filter::{Belief, Failure, Filter, Innovation, keep_feasible};
use super::joseph::Joseph;
use super::system::{Dimensions, System};
use crate::{ResumeError, Saved};

/// The extended Kalman filter.
#[derive(Clone, Debug)]
pub struct Ekf {
    belief: Belief,
    before: Vec<f64>,
    /// `F` of the moving states.
    slopes: Vec<f64>,
    noise: Vec<f64>,
    /// `F P`
    cross: Vec<f64>,
    moved: Vec<f64>,
    joseph: Joseph,
    adaptation: Option<Adaptation>,
}

impl Ekf {
    /// For a system of these sizes.
    pub fn new(sizes: Dimensions) -> Self {
        let (n, moving) = (sizes.states, sizes.moving());
        Self {
            belief: Belief::new(sizes),
            before: vec![0.0; n],
            slopes: vec![0.0; moving * n],
            noise: vec![0.0; n * n],
            cross: vec![0.0; moving * n],
            moved: vec![0.0; moving * moving],
            joseph: Joseph::new(sizes),
            adaptation: None,
        }
    }
    /// The same, learning the noise.
    pub fn adaptive(sizes: Dimensions, memory: Memory) -> Self {
        Self { adaptation: Some(Adaptation::new(sizes, memory)), ..Self::new(sizes) }
    }
}

impl<S: System> Filter<S> for Ekf {
    fn name(&self) -> &'static str {
        if self.adaptation.is_some() { "aekf" } else { "ekf" }
    }
    fn start(&mut self, x: &[f64], covariance: &[f64]) -> Result<(), Failure> {
        self.belief.start(x, covariance);
        self.adaptation.iter_mut().for_each(Adaptation::start);
        Ok(())
    }
    fn restart(&mut self, moving: &[f64], variances: &[f64]) -> Result<(), Failure> {
        self.belief.restart(moving, variances);
        Ok(())
    }
    fn predict(&mut self, system: &mut S, u: &[f64], dt: f64) -> Result<(), Failure> {
        let n = self.belief.sizes.states;
        system.process_noise(&self.belief.x, u, dt, &mut self.noise)?;
        if let Some(adaptation) = &mut self.adaptation {
            adaptation.process_noise(&mut self.noise);
        }
        system.linearise(&mut self.belief.x, u, dt, &mut self.slopes)?;
        product(&self.slopes, &self.belief.p, n, n, &mut self.cross);
        product_transposed(&self.cross, &self.slopes, n, &mut self.moved);
        self.belief.spread(&self.moved, &self.cross, &self.noise);
        Ok(())
    }
    fn update(&mut self, system: &mut S, z: &[f64]) -> Result<Innovation, Failure> {
        self.before.copy_from_slice(&self.belief.x);
        let joseph = &mut self.joseph;
        system.measure(&self.belief.x, &mut joseph.innovation);
        joseph.innovation.iter_mut().zip(z).for_each(|(nu, z)| *nu = z - *nu);
        system.measurement_slopes(&self.belief.x, &mut joseph.slopes);
        system.measurement_noise(&mut joseph.noise);
        if let Some(adaptation) = &mut self.adaptation {
            adaptation.measurement_noise(&mut joseph.noise);
        }
        let nis = joseph.update(&mut self.belief)?;
        if let Some(adaptation) = &mut self.adaptation {
            adaptation.learn(system, &self.belief, z, joseph);
        }
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
        out.copy_from_slice(&self.belief.p);
    }
    fn cross_covariance(&self) -> Option<&[f64]> {
        Some(&self.cross)
    }
    fn save(&self, into: Saved) -> Saved {
        let saved = self.belief.save(into);
        self.adaptation.iter().fold(saved, |saved, a| a.save(saved))
    }
    fn resume(&mut self, saved: &Saved) -> Result<(), ResumeError> {
        self.belief.resume(saved)?;
        self.adaptation.iter_mut().try_for_each(|a| a.resume(saved))
    }
}
