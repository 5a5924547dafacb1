//! Prediction and update by points that are carried through the system instead of
//! slopes; the unscented and the central-difference filter differ in their [`Rule`].
//!
//! Constants need no points of their own images: their mean and covariance stay,
//! exactly.

use super::filter::{Belief, Failure};
use super::joseph::Joseph;
use super::sigma::{Images, Points, Rule};
use super::system::{Dimensions, System};
use armlab_dense::Aligned;
use armlab_dense::small::{
    Factor, add_product, cholesky_upper, padded, solve_positive, squared_length,
};

/// Points and their images.
#[derive(Clone, Debug)]
pub(super) struct SigmaPoints {
    rule: Rule,
    /// Columns of the lower factor of the covariance, one after another in padded rows.
    columns: Aligned,
    points: Points,
    images: Images,
    measured: Measured,
}

/// Memory for images of a measurement that is not linear.
#[derive(Clone, Debug)]
struct Measured {
    values: Aligned,
    images: Images,
    cross: Aligned,
    spread: Aligned,
}

impl SigmaPoints {
    pub(super) fn new(sizes: Dimensions, rule: Rule) -> Self {
        let (n, m) = (sizes.states, sizes.measurements);
        Self {
            rule,
            columns: Aligned::zeros(n * padded(n)),
            points: Points::new(sizes),
            images: Images::new(n, sizes.moving()),
            measured: Measured {
                values: Aligned::zeros((2 * n + 1) * padded(m)),
                images: Images::new(n, m),
                cross: Aligned::zeros(m * padded(n)),
                spread: Aligned::zeros(m * padded(m)),
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
        system.predict(&mut self.points.all, belief.stride, u, dt)?;
        self.images.take(&self.rule, &self.points.all);
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
        let m = belief.sizes.measurements;
        let Measured { values, images, cross, spread } = &mut self.measured;
        self.points.measure(system, values);
        images.take(&self.rule, values);
        images.covariance(&self.rule, spread);
        let rows =
            spread.chunks_exact_mut(padded(m).max(1)).zip(joseph.noise.chunks_exact(m.max(1)));
        rows.for_each(|(s, r)| s.iter_mut().zip(r).for_each(|(s, r)| *s += r));
        images.cross(&self.rule, &self.columns, cross);
        // Against the mean of the images, not the image of the mean.
        let nu = &mut joseph.innovation;
        nu.iter_mut().zip(images.shift.iter()).for_each(|(nu, shift)| *nu -= shift);
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
        belief.mirror();
        let whitened = &mut images.shift[..m];
        whitened.copy_from_slice(&nu[..m]);
        Ok(squared_length(spread, m, whitened))
    }
}
