//! Prediction and update by points that are carried through the system instead of
//! slopes; the unscented and the central-difference filter differ in their [`Rule`].
//!
//! Constants need no points of their own images: their mean and covariance stay,
//! exactly.

use super::filter::{Belief, Failure};
use super::joseph::Joseph;
use super::sigma::{Images, Points, Rule};
use super::system::{Dimensions, System};
use armlab_dense::small::{
    Factor, add_product, cholesky_upper, padded, solve_positive, squared_length,
};

/// Points and their images.
#[derive(Clone, Debug)]
pub(super) struct SigmaPoints {
    rule: Rule,
    /// Columns of the lower factor of the covariance, one after another in padded rows.
    columns: Vec<f64>,
    points: Points,
    images: Images,
    measured: Measured,
}

/// Memory for images of a measurement that is not linear.
#[derive(Clone, Debug)]
struct Measured {
    values: Vec<f64>,
    images: Images,
    cross: Vec<f64>,
    spread: Vec<f64>,
}

impl SigmaPoints {
    pub(super) fn new(sizes: Dimensions, rule: Rule) -> Self {
        let (n, m) = (sizes.states, sizes.measurements);
        Self {
            rule,
            columns: vec![0.0; n * padded(n)],
            points: Points::new(n),
            images: Images::new(n, sizes.moving()),
            measured: Measured {
                values: vec![0.0; (2 * n + 1) * m],
                images: Images::new(n, m),
                cross: vec![0.0; m * padded(n)],
                spread: vec![0.0; m * padded(m)],
            },
        }
    }
    fn draw(&mut self, belief: &Belief) -> Result<(), Failure> {
        self.columns.copy_from_slice(&belief.p);
        if !cholesky_upper(&mut self.columns, belief.sizes.states) {
            return Err(Failure::NotPositive("covariance of the state"));
        }
        self.points.draw(&belief.x, &self.columns, self.rule.distance);
        Ok(())
    }

    /// Carries the mean, and finds the covariances of the moving states.
    pub(super) fn predict<S: System>(
        &mut self,
        belief: &mut Belief,
        system: &mut S,
        u: &[f64],
        dt: f64,
        moved: &mut [f64],
        cross: &mut [f64],
    ) -> Result<(), Failure> {
        self.draw(belief)?;
        system.predict(&mut self.points.all, u, dt)?;
        self.images.take(&self.rule, &self.points.all, belief.sizes.states);
        self.images.covariance(&self.rule, moved);
        self.images.cross(&self.rule, &self.columns, cross);
        belief.x[..belief.sizes.moving()].copy_from_slice(&self.images.mean);
        Ok(())
    }

    /// The update by a measurement; `νᵀ S⁻¹ ν`.
    pub(super) fn update<S: System>(
        &mut self,
        belief: &mut Belief,
        joseph: &mut Joseph,
        system: &mut S,
    ) -> Result<f64, Failure> {
        self.draw(belief)?;
        let (n, m) = (belief.sizes.states, belief.sizes.measurements);
        let Measured { values, images, cross, spread } = &mut self.measured;
        for (point, value) in self.points.all.chunks_exact(n).zip(values.chunks_exact_mut(m)) {
            system.measure(point, value);
        }
        images.take(&self.rule, values, m);
        images.covariance(&self.rule, spread);
        let rows =
            spread.chunks_exact_mut(padded(m).max(1)).zip(joseph.noise.chunks_exact(m.max(1)));
        rows.for_each(|(s, r)| s.iter_mut().zip(r).for_each(|(s, r)| *s += r));
        images.cross(&self.rule, &self.columns, cross);
        // Against the mean of the images, not the image of the mean.
        let nu = &mut joseph.innovation;
        nu.iter_mut().zip(&images.shift).for_each(|(nu, shift)| *nu -= shift);
        joseph.seen.copy_from_slice(cross);
        let gain = &mut joseph.gain;
        gain.copy_from_slice(cross);
        if !solve_positive(spread, m, gain) {
            return Err(Failure::NotPositive("innovation's covariance"));
        }
        let stride = belief.stride;
        add_product(1.0, Factor::rows(nu, m), gain, m, stride, &mut belief.x);
        // P −= K S Kᵀ, and K S is the cross covariance.
        add_product(-1.0, Factor::transposed(gain, stride), cross, m, stride, &mut belief.p);
        belief.mirror(n);
        let whitened = &mut images.shift[..m];
        whitened.copy_from_slice(nu);
        Ok(squared_length(spread, m, whitened))
    }
}
