//! The square-root unscented Kalman filter (van der Merwe & Wan 2001): points are
//! drawn from a triangle that is never squared. With the sums and differences of
//! armlab-dense the prediction is one array turned into a triangle,
//!
//! ```text
//! [ f₁ … f_L   √b s₁ … √b s_L   √d δ   √Q ]   →   [ L⁻  0 ]
//! ```
//!
//! without the downdates of the original, since no weight is negative. A linear
//! measurement takes the update of root.rs; another one is seen through points,
//! and takes one downdate per measurement.

use super::filter::{Failure, Filter, Innovation, keep_feasible};
use super::root::{RootBelief, root_of_noise};
use super::sigma::{Found, Points};
use super::srekf::Measurement;
use super::system::{Dimensions, System};
use super::ukf::Unscented;
use crate::{ResumeError, Saved};
use armlab_dense::dot;
use armlab_dense::small::{downdate, padded, solve_lower, solve_rows, triangularise};

/// The square-root unscented Kalman filter.
#[derive(Clone, Debug)]
pub struct SquareRootUkf {
    belief: RootBelief,
    before: Vec<f64>,
    points: Points,
    moved: Found,
    noise: Vec<f64>,
    array: Vec<f64>,
    measured: Measurement,
    /// Images of a measurement that is not linear.
    values: Vec<f64>,
    seen: Found,
    seen_array: Vec<f64>,
    gain: Vec<f64>,
    column: Vec<f64>,
}

impl SquareRootUkf {
    /// For a system of these sizes. A `β` below `α²` counts as `α²`.
    pub fn new(sizes: Dimensions, unscented: Unscented) -> Self {
        let (n, m, moving) = (sizes.states, sizes.measurements, sizes.moving());
        let mut rule = unscented.rule(n);
        rule.shift = rule.shift.max(0.0);
        Self {
            belief: RootBelief::new(sizes),
            before: vec![0.0; n],
            points: Points::new(sizes, rule),
            moved: Found::new(n, moving, rule),
            noise: vec![0.0; n * n],
            array: vec![0.0; n * (3 * n + 1)],
            measured: Measurement::new(sizes),
            values: vec![0.0; (2 * n + 1) * padded(m)],
            seen: Found::new(n, m, rule),
            seen_array: vec![0.0; m * (2 * n + 1 + m)],
            gain: vec![0.0; m * padded(n)],
            column: vec![0.0; n],
        }
    }

    /// The update through points; `νᵀ S⁻¹ ν`.
    fn update_by_points<S: System>(&mut self, system: &mut S) -> Result<f64, Failure> {
        let (n, m) = (self.belief.sizes.states, self.belief.sizes.measurements);
        self.points.draw_by_root(&self.belief.x, &self.belief.root);
        self.points.measure(system, &mut self.values);
        self.seen.compare(&self.values, &self.points.columns);
        let Measurement { noise, innovation, .. } = &mut self.measured;
        if !armlab_dense::small::cholesky_semidefinite(noise, m) {
            return Err(Failure::NotPositive("noise of the measurement"));
        }
        let width = 2 * n + 1 + m;
        for (i, row) in self.seen_array.chunks_exact_mut(width).enumerate() {
            self.seen.fill_row(i, row);
            row[2 * n + 1..].copy_from_slice(&noise[i * m..(i + 1) * m]);
        }
        triangularise(&mut self.seen_array, m, width);
        for i in 0..m {
            noise[i * m..(i + 1) * m].copy_from_slice(&self.seen_array[i * width..i * width + m]);
            if !(noise[i * m + i] > 0.0) {
                return Err(Failure::NotPositive("innovation's covariance"));
            }
        }
        innovation.iter_mut().zip(self.seen.shift.iter()).for_each(|(nu, shift)| *nu -= shift);
        self.gain.copy_from_slice(&self.seen.cross);
        solve_rows(noise, m, &mut self.gain);
        let stride = padded(n);
        for (gain, nu) in self.gain.chunks_exact(stride).zip(innovation.iter()) {
            self.belief.x.iter_mut().zip(gain).for_each(|(x, k)| *x += k * nu);
        }
        // P −= (K √S)(K √S)ᵀ, a column of K √S at a time.
        for j in 0..m {
            self.column.fill(0.0);
            for i in j..m {
                let factor = noise[i * m + j];
                let gain = &self.gain[i * stride..(i + 1) * stride];
                self.column.iter_mut().zip(gain).for_each(|(c, k)| *c += factor * k);
            }
            if !downdate(&mut self.belief.root, n, &mut self.column) {
                return Err(Failure::NotPositive("covariance of the state"));
            }
        }
        solve_lower(noise, m, innovation);
        Ok(dot(innovation, innovation))
    }
}

impl<S: System> Filter<S> for SquareRootUkf {
    fn name(&self) -> &'static str {
        "srukf"
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
        self.points.draw_by_root(&self.belief.x, &self.belief.root);
        system.predict(&mut self.points.all, padded(n), u, dt)?;
        system.process_noise(&self.belief.x, u, dt, n, &mut self.noise)?;
        let further = root_of_noise(&mut self.noise, sizes)?;
        self.moved.compare(&self.points.all, &self.points.columns);
        self.belief.x[..moving].copy_from_slice(&self.moved.mean);
        let width = 2 * n + 1 + further;
        for (i, row) in self.array.chunks_exact_mut(width).take(n).enumerate() {
            if i < moving {
                self.moved.fill_row(i, row);
            } else {
                // The deviation of a pair that stayed is the factor itself.
                row[..n].copy_from_slice(&self.belief.root[i * n..(i + 1) * n]);
                row[n..2 * n + 1].fill(0.0);
            }
            row[2 * n + 1..].copy_from_slice(&self.noise[i * n..i * n + further]);
        }
        triangularise(&mut self.array[..n * width], n, width);
        self.belief.take(&self.array[..n * width], width);
        Ok(())
    }
    fn update(&mut self, system: &mut S, z: &[f64]) -> Result<Innovation, Failure> {
        self.before.copy_from_slice(&self.belief.x);
        self.measured.take(system, &self.before, z);
        let Measurement { slopes, noise, innovation } = &mut self.measured;
        let nis = if system.measures_linearly() {
            self.belief.update(slopes, noise, innovation)?
        } else {
            self.update_by_points(system)?
        };
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
        Some((&self.moved.cross, padded(self.belief.sizes.states)))
    }
    fn save(&self, into: Saved) -> Saved {
        self.belief.save(into)
    }
    fn resume(&mut self, saved: &Saved) -> Result<(), ResumeError> {
        self.belief.resume(saved)
    }
}
