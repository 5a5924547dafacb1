//! A filter that carries mean and covariance: the body of the extended, the unscented
//! and the central-difference filter, which differ in how a prediction is made.

use super::adaptive::{Adaptation, Memory};
use super::filter::{Belief, Failure, Filter, Innovation, keep_feasible};
use super::joseph::Joseph;
use super::sigma_points::SigmaPoints;
use super::system::{Dimensions, System};
use crate::{ResumeError, Saved};
use armlab_dense::Aligned;
use armlab_dense::small::{Moved, PairRule, padded, predict_by_slopes};

/// How mean and covariance are predicted.
#[derive(Clone, Debug)]
enum Prediction {
    /// By slopes.
    Slopes(Box<Slopes>),
    /// By points.
    Points(Box<SigmaPoints>),
}

/// Slopes of a step, and what is found by them.
#[derive(Clone, Debug)]
struct Slopes {
    /// `F` of the moving states; all are in padded rows.
    f: Aligned,
    /// Covariance of the moving states, and that with all before the step.
    covariance: Aligned,
    cross: Aligned,
}

/// A filter with a covariance.
#[derive(Clone, Debug)]
pub struct CovarianceFilter {
    name: &'static str,
    belief: Belief,
    before: Vec<f64>,
    noise: Aligned,
    joseph: Joseph,
    prediction: Prediction,
    adaptation: Option<Adaptation>,
}

impl CovarianceFilter {
    fn new(name: &'static str, sizes: Dimensions, prediction: Prediction) -> Self {
        let n = sizes.states;
        Self {
            name,
            belief: Belief::new(sizes),
            before: vec![0.0; n],
            noise: Aligned::zeros(n * padded(n)),
            joseph: Joseph::new(sizes),
            prediction,
            adaptation: None,
        }
    }
    /// A filter by slopes.
    pub(super) fn by_slopes(name: &'static str, sizes: Dimensions) -> Self {
        let (n, moving) = (sizes.states, sizes.moving());
        let slopes = Slopes {
            f: Aligned::zeros(moving * padded(n)),
            covariance: Aligned::zeros(moving * padded(moving)),
            cross: Aligned::zeros(moving * padded(n)),
        };
        Self::new(name, sizes, Prediction::Slopes(Box::new(slopes)))
    }
    /// A filter by points.
    pub(super) fn by_points(name: &'static str, sizes: Dimensions, rule: PairRule) -> Self {
        let points = SigmaPoints::new(sizes, rule);
        Self::new(name, sizes, Prediction::Points(Box::new(points)))
    }
    /// The same, adapting the noise.
    pub(super) fn adaptive(mut self, memory: Memory) -> Self {
        self.adaptation = Some(Adaptation::new(self.belief.sizes, memory));
        self
    }

    /// Noise of a step from the present state, which the system has just been asked for or will be.
    fn find_noise<S: System>(&mut self, system: &mut S, u: &[f64], dt: f64) -> Result<(), Failure> {
        system.process_noise(self.belief.state(), u, dt, self.belief.stride, &mut self.noise)?;
        if let Some(adaptation) = &mut self.adaptation {
            adaptation.process_noise(&mut self.noise);
        }
        Ok(())
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
        if let Prediction::Points(points) = &mut self.prediction {
            points.carry(&self.belief, system, u, dt)?;
        }
        self.find_noise(system, u, dt)?;
        let Belief { sizes, x, p, stride } = &mut self.belief;
        match &mut self.prediction {
            Prediction::Slopes(slopes) => {
                let Slopes { f, covariance, cross } = &mut **slopes;
                system.linearise(&mut x[..sizes.states], u, dt, *stride, f)?;
                let moving = sizes.moving();
                let moved = Moved { moving, covariance, cross, noise: &self.noise };
                predict_by_slopes(f, p, sizes.states, moved);
            }
            Prediction::Points(points) => points.predict(&mut self.belief, &self.noise),
        }
        Ok(())
    }
    fn update(&mut self, system: &mut S, z: &[f64]) -> Result<Innovation, Failure> {
        self.before.copy_from_slice(self.belief.state());
        let joseph = &mut self.joseph;
        joseph.look(system, self.belief.state(), z);
        // A linear measurement is not approximated.
        let points = match &mut self.prediction {
            Prediction::Points(points) if !system.measures_linearly() => Some(points),
            _ => None,
        };
        let nis = if self.adaptation.is_none() && points.is_none() && joseph.is_independent(system)
        {
            joseph.update_one_by_one(&mut self.belief)?
        } else {
            system.measurement_noise(&mut joseph.noise);
            if let Some(adaptation) = &mut self.adaptation {
                adaptation.measurement_noise(&mut joseph.noise);
            }
            match points {
                Some(points) => points.update(&mut self.belief, joseph, system)?,
                None => joseph.update(&mut self.belief)?,
            }
        };
        if let Some(adaptation) = &mut self.adaptation {
            adaptation.learn(system, &self.belief, z, joseph);
        }
        let n = self.belief.sizes.states;
        let halvings = keep_feasible(system, &self.before, &mut self.belief.x[..n]);
        Ok(Innovation { nis, halvings })
    }
    fn state(&self) -> &[f64] {
        self.belief.state()
    }
    fn variances(&self, out: &mut [f64]) {
        self.belief.variances(out);
    }
    fn covariance(&self, out: &mut [f64]) {
        self.belief.covariance(out);
    }
    fn cross_covariance(&self) -> Option<(&[f64], usize)> {
        let cross = match &self.prediction {
            Prediction::Slopes(slopes) => &slopes.cross,
            Prediction::Points(points) => points.cross(),
        };
        Some((cross, self.belief.stride))
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
