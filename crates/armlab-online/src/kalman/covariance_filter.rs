//! A filter that carries mean and covariance: the body of the extended, the unscented
//! and the central-difference filter, which differ in how a prediction is made.

use super::adaptive::{Adaptation, Memory};
use super::filter::{Belief, Failure, Filter, Innovation, keep_feasible};
use super::joseph::Joseph;
use super::sigma::Rule;
use super::sigma_points::SigmaPoints;
use super::system::{Dimensions, System};
use crate::{ResumeError, Saved};
use armlab_dense::small::product;

/// How mean and covariance are predicted.
#[derive(Clone, Debug)]
pub(super) enum Prediction {
    /// By slopes: `F` of the moving states, and its transpose.
    Slopes([Vec<f64>; 2]),
    /// By points.
    Points(Box<SigmaPoints>),
}

/// A filter with a covariance.
#[derive(Clone, Debug)]
pub struct CovarianceFilter {
    name: &'static str,
    belief: Belief,
    before: Vec<f64>,
    noise: Vec<f64>,
    /// Covariance of the moving states after a prediction with all before it.
    cross: Vec<f64>,
    moved: Vec<f64>,
    joseph: Joseph,
    prediction: Prediction,
    adaptation: Option<Adaptation>,
}

impl CovarianceFilter {
    pub(super) fn new(name: &'static str, sizes: Dimensions, prediction: Prediction) -> Self {
        let (n, moving) = (sizes.states, sizes.moving());
        Self {
            name,
            belief: Belief::new(sizes),
            before: vec![0.0; n],
            noise: vec![0.0; n * n],
            cross: vec![0.0; moving * n],
            moved: vec![0.0; moving * moving],
            joseph: Joseph::new(sizes),
            prediction,
            adaptation: None,
        }
    }
    /// A filter by points.
    pub(super) fn by_points(name: &'static str, sizes: Dimensions, rule: Rule) -> Self {
        let points = SigmaPoints::new(sizes, rule);
        Self::new(name, sizes, Prediction::Points(Box::new(points)))
    }
    /// The same, adapting the noise.
    pub(super) fn adaptive(mut self, memory: Memory) -> Self {
        self.adaptation = Some(Adaptation::new(self.belief.sizes, memory));
        self
    }
}

impl<S: System> Filter<S> for CovarianceFilter {
    fn name(&self) -> &'static str {
        self.name
    }
    fn start(&mut self, x: &[f64], covariance: &[f64]) -> Result<(), Failure> {
        self.belief.start(x, covariance);
        self.joseph.settled = false;
        self.adaptation.iter_mut().for_each(Adaptation::start);
        Ok(())
    }
    fn restart(&mut self, moving: &[f64], variances: &[f64]) -> Result<(), Failure> {
        self.belief.restart(moving, variances);
        Ok(())
    }
    fn predict(&mut self, system: &mut S, u: &[f64], dt: f64) -> Result<(), Failure> {
        system.process_noise(&self.belief.x, u, dt, &mut self.noise)?;
        if let Some(adaptation) = &mut self.adaptation {
            adaptation.process_noise(&mut self.noise);
        }
        match &mut self.prediction {
            Prediction::Slopes([slopes, transposed]) => {
                let (n, moving) = (self.belief.sizes.states, self.belief.sizes.moving());
                system.linearise(&mut self.belief.x, u, dt, slopes)?;
                product(slopes, &self.belief.p, n, n, &mut self.cross);
                for (i, row) in slopes.chunks_exact(n).enumerate() {
                    row.iter().enumerate().for_each(|(k, f)| transposed[k * moving + i] = *f);
                }
                product(&self.cross, transposed, n, moving, &mut self.moved);
            }
            Prediction::Points(points) => {
                let (moved, cross) = (&mut self.moved, &mut self.cross);
                points.predict(&mut self.belief, system, u, dt, moved, cross)?;
            }
        }
        self.belief.spread(&self.moved, &self.cross, &self.noise);
        Ok(())
    }
    fn update(&mut self, system: &mut S, z: &[f64]) -> Result<Innovation, Failure> {
        self.before.copy_from_slice(&self.belief.x);
        let joseph = &mut self.joseph;
        joseph.look(system, &self.belief.x, z);
        if let Some(adaptation) = &mut self.adaptation {
            adaptation.measurement_noise(&mut joseph.noise);
        }
        let nis = match &mut self.prediction {
            // A linear measurement is not approximated.
            Prediction::Points(points) if !system.measures_linearly() => {
                points.update(&mut self.belief, joseph, system)?
            }
            _ => joseph.update(&mut self.belief)?,
        };
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
