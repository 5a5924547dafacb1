//! A filter that carries points through the system instead of slopes: the body
//! of the unscented and of the central-difference filter, which differ in their
//! [`Rule`].
//!
//! Constants need no points of their own images: their mean and covariance stay,
//! exactly. A linear measurement is not approximated: it takes the ordinary
//! update.

use super::adaptive::{Adaptation, Memory};
use super::algebra::{cholesky, dot, solve_lower, solve_rows, symmetrise};
use super::filter::{Belief, Failure, Filter, Innovation, keep_feasible};
use super::joseph::Joseph;
use super::sigma::{Images, Points, Rule};
use super::system::{Dimensions, System};
use crate::{ResumeError, Saved};

/// A filter over points.
#[derive(Clone, Debug)]
pub struct SigmaPointFilter {
    name: &'static str,
    rule: Rule,
    belief: Belief,
    before: Vec<f64>,
    factor: Vec<f64>,
    points: Points,
    images: Images,
    noise: Vec<f64>,
    cross: Vec<f64>,
    moved: Vec<f64>,
    joseph: Joseph,
    measured: Measured,
    adaptation: Option<Adaptation>,
}

/// Room for images of a measurement that is not linear.
#[derive(Clone, Debug)]
struct Measured {
    values: Vec<f64>,
    images: Images,
    cross: Vec<f64>,
    spread: Vec<f64>,
}

impl SigmaPointFilter {
    pub(super) fn new(name: &'static str, sizes: Dimensions, rule: Rule) -> Self {
        let (n, m, moving) = (sizes.states, sizes.measurements, sizes.moving());
        Self {
            name,
            rule,
            belief: Belief::new(sizes),
            before: vec![0.0; n],
            factor: vec![0.0; n * n],
            points: Points::new(n),
            images: Images::new(n, moving),
            noise: vec![0.0; n * n],
            cross: vec![0.0; moving * n],
            moved: vec![0.0; moving * moving],
            joseph: Joseph::new(sizes),
            measured: Measured {
                values: vec![0.0; (2 * n + 1) * m],
                images: Images::new(n, m),
                cross: vec![0.0; m * n],
                spread: vec![0.0; m * m],
            },
            adaptation: None,
        }
    }
    pub(super) fn adaptive(mut self, memory: Memory) -> Self {
        self.adaptation = Some(Adaptation::new(self.belief.sizes, memory));
        self
    }
    fn draw(&mut self) -> Result<(), Failure> {
        self.factor.copy_from_slice(&self.belief.p);
        if !cholesky(&mut self.factor, self.belief.sizes.states) {
            return Err(Failure::NotPositive("covariance of the state"));
        }
        self.points.draw(&self.belief.x, &self.factor, self.rule.distance);
        Ok(())
    }

    /// The update through points; `νᵀ S⁻¹ ν`.
    fn update_by_points<S: System>(&mut self, system: &mut S) -> Result<f64, Failure> {
        self.draw()?;
        let (n, m) = (self.belief.sizes.states, self.belief.sizes.measurements);
        let Measured { values, images, cross, spread } = &mut self.measured;
        for (point, value) in self.points.all.chunks_exact(n).zip(values.chunks_exact_mut(m)) {
            system.measure(point, value);
        }
        images.take(&self.rule, values, m);
        images.covariance(&self.rule, spread);
        spread.iter_mut().zip(&self.joseph.noise).for_each(|(s, r)| *s += r);
        images.cross(&self.rule, &self.factor, cross);
        // Against the mean of the images, not the image of the mean.
        let nu = &mut self.joseph.innovation;
        nu.iter_mut().zip(&images.shift).for_each(|(nu, shift)| *nu -= shift);
        if !cholesky(spread, m) {
            return Err(Failure::NotPositive("innovation's covariance"));
        }
        self.joseph.seen.copy_from_slice(cross);
        let gain = &mut self.joseph.gain;
        gain.copy_from_slice(cross);
        solve_rows(spread, m, gain);
        for (gain, nu) in gain.chunks_exact(n).zip(nu.iter()) {
            self.belief.x.iter_mut().zip(gain).for_each(|(x, k)| *x += k * nu);
        }
        // P −= K S Kᵀ, and K S is the cross covariance.
        for (gain, cross) in gain.chunks_exact(n).zip(cross.chunks_exact(n)) {
            for (row, &k) in self.belief.p.chunks_exact_mut(n).zip(gain) {
                row.iter_mut().zip(cross).for_each(|(p, c)| *p -= k * c);
            }
        }
        symmetrise(&mut self.belief.p, n);
        let whitened = &mut images.shift;
        whitened.copy_from_slice(nu);
        solve_lower(spread, m, whitened);
        Ok(dot(whitened, whitened))
    }
}

impl<S: System> Filter<S> for SigmaPointFilter {
    fn name(&self) -> &'static str {
        self.name
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
        let sizes = self.belief.sizes;
        system.process_noise(&self.belief.x, u, dt, &mut self.noise)?;
        if let Some(adaptation) = &mut self.adaptation {
            adaptation.process_noise(&mut self.noise);
        }
        self.draw()?;
        system.predict(&mut self.points.all, u, dt)?;
        self.images.take(&self.rule, &self.points.all, sizes.states);
        self.images.covariance(&self.rule, &mut self.moved);
        self.images.cross(&self.rule, &self.factor, &mut self.cross);
        self.belief.x[..sizes.moving()].copy_from_slice(&self.images.mean);
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
        let nis = if system.measures_linearly() {
            joseph.update(&mut self.belief)?
        } else {
            self.update_by_points(system)?
        };
        if let Some(adaptation) = &mut self.adaptation {
            adaptation.learn(system, &self.belief, z, &self.joseph);
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
