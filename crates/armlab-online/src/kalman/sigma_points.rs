//! Prediction and update by points that are carried through the system instead of
//! slopes; the unscented and the central-difference filter differ in their rule.
//!
//! Constants need no points of their own images: their mean and covariance stay,
//! exactly.

use super::filter::{Belief, Failure};
use super::joseph::Joseph;
use super::sigma::{Found, Points};
use super::system::{Dimensions, System};
use armlab_dense::Aligned;
use armlab_dense::small::{Factor, PairRule, add_product, padded, solve_positive, squared_length};

/// Points and what is found of their images.
#[derive(Clone, Debug)]
pub(super) struct SigmaPoints {
    points: Points,
    moved: Found,
    /// Images of a measurement that is not linear.
    values: Aligned,
    measured: Found,
}

impl SigmaPoints {
    pub(super) fn new(sizes: Dimensions, rule: PairRule) -> Self {
        let (n, m) = (sizes.states, sizes.measurements);
        Self {
            points: Points::new(sizes, rule),
            moved: Found::new(n, sizes.moving(), rule),
            values: Aligned::zeros((2 * n + 1) * padded(m)),
            measured: Found::new(n, m, rule),
        }
    }
    /// Covariance of the moving states after the last prediction with all before it.
    pub(super) fn cross(&self) -> &[f64] {
        &self.moved.cross
    }
    fn draw(&mut self, belief: &Belief) -> Result<(), Failure> {
        if self.points.draw(&belief.x, &belief.p) {
            return Ok(());
        }
        Err(Failure::NotPositive("covariance of the state"))
    }

    /// Carries points to where the system has them after a step.
    pub(super) fn carry<S: System>(
        &mut self,
        belief: &Belief,
        system: &mut S,
        u: &[f64],
        dt: f64,
    ) -> Result<(), Failure> {
        self.draw(belief)?;
        Ok(system.predict(&mut self.points.all, belief.stride, u, dt)?)
    }
    /// Takes the points' mean and covariance, and noise, for those of the state.
    pub(super) fn predict(&mut self, belief: &mut Belief, noise: &[f64]) {
        self.moved.predict(&self.points, &mut belief.p, noise);
        belief.x[..belief.sizes.moving()].copy_from_slice(&self.moved.mean);
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
        self.points.measure(system, &mut self.values);
        self.measured.compare(&self.values, &self.points.columns);
        let Found { shift, covariance: spread, cross, .. } = &mut self.measured;
        let rows =
            spread.chunks_exact_mut(padded(m).max(1)).zip(joseph.noise.chunks_exact(m.max(1)));
        rows.for_each(|(s, r)| s.iter_mut().zip(r).for_each(|(s, r)| *s += r));
        // Against the mean of the images, not the image of the mean.
        let nu = &mut joseph.innovation;
        nu.iter_mut().zip(shift.iter()).for_each(|(nu, shift)| *nu -= shift);
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
        let whitened = &mut shift[..m];
        whitened.copy_from_slice(&nu[..m]);
        Ok(squared_length(spread, m, whitened))
    }
}
