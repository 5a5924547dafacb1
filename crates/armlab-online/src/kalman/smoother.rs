//! Looking back: the smoother of Rauch, Tung & Striebel (1965), in the form that
//! serves extended and unscented filters alike (Särkkä 2008):
//!
//! ```text
//! G = cov(x_k, x⁻_{k+1}) P⁻_{k+1}⁻¹
//! x_k ← x_k + G (x_{k+1} − x⁻_{k+1})       P_k ← P_k + G (P_{k+1} − P⁻_{k+1}) Gᵀ
//! ```

use super::filter::Filter;
use super::system::{Dimensions, System};
use armlab_dense::small::{cholesky, product, product_transposed, solve_rows, symmetrise};
use thiserror::Error;

/// What a filter went through, sample by sample: `2 n² + n (moving + 2)` numbers
/// each.
#[derive(Clone, Debug)]
pub struct Passage {
    sizes: Dimensions,
    /// Predicted means and covariances; those of the first sample are not used.
    predicted: Vec<f64>,
    predicted_covariance: Vec<f64>,
    updated: Vec<f64>,
    updated_covariance: Vec<f64>,
    cross: Vec<f64>,
}

/// Why there is nothing to smooth.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum SmoothError {
    /// A filter without cross covariances.
    #[error("this filter keeps no cross covariances; smooth with ekf, srekf, ukf, srukf or cdkf")]
    NoCross,
    /// A covariance that cannot be inverted.
    #[error("the predicted covariance of sample {sample} is not positive definite")]
    NotPositive {
        /// Which sample, from 0.
        sample: usize,
    },
}

/// Smoothed states.
#[derive(Clone, Debug)]
pub struct Smoothed {
    sizes: Dimensions,
    states: Vec<f64>,
    covariances: Vec<f64>,
}

impl Smoothed {
    /// Number of samples.
    pub fn samples(&self) -> usize {
        self.states.len() / self.sizes.states
    }
    /// State at a sample.
    ///
    /// # Panics
    /// If there is no such sample.
    pub fn state(&self, sample: usize) -> &[f64] {
        &self.states[sample * self.sizes.states..(sample + 1) * self.sizes.states]
    }
    /// Covariance at a sample, row after row.
    ///
    /// # Panics
    /// If there is no such sample.
    pub fn covariance(&self, sample: usize) -> &[f64] {
        let square = self.sizes.states * self.sizes.states;
        &self.covariances[sample * square..(sample + 1) * square]
    }
}

impl Passage {
    /// An empty one.
    pub fn new(sizes: Dimensions) -> Self {
        let [predicted, predicted_covariance, updated, updated_covariance, cross] =
            [(); 5].map(|()| Vec::new());
        Self { sizes, predicted, predicted_covariance, updated, updated_covariance, cross }
    }
    /// Number of samples.
    pub fn samples(&self) -> usize {
        self.updated.len() / self.sizes.states
    }
    /// Notes a prediction, or for the first sample the start.
    pub fn after_prediction<S: System>(
        &mut self,
        filter: &dyn Filter<S>,
    ) -> Result<(), SmoothError> {
        let (cross, stride) = filter.cross_covariance().ok_or(SmoothError::NoCross)?;
        let n = self.sizes.states;
        cross.chunks_exact(stride).for_each(|row| self.cross.extend_from_slice(&row[..n]));
        self.predicted.extend_from_slice(filter.state());
        note_covariance(filter, self.sizes, &mut self.predicted_covariance);
        Ok(())
    }
    /// Notes an update.
    pub fn after_update<S: System>(&mut self, filter: &dyn Filter<S>) {
        self.updated.extend_from_slice(filter.state());
        note_covariance(filter, self.sizes, &mut self.updated_covariance);
    }

    /// Looks back from the last sample.
    pub fn smooth(&self) -> Result<Smoothed, SmoothError> {
        let (n, moving) = (self.sizes.states, self.sizes.moving());
        let square = n * n;
        let mut states = self.updated.clone();
        let mut covariances = self.updated_covariance.clone();
        let [mut factor, mut gain, mut change, mut moved] = [(); 4].map(|()| vec![0.0; square]);
        for k in (0..self.samples().saturating_sub(1)).rev() {
            let next = k + 1;
            let predicted = &self.predicted_covariance[next * square..(next + 1) * square];
            // cov(x⁻_{k+1}, x_k): constants come as they were.
            let cross = &self.cross[next * moving * n..(next + 1) * moving * n];
            gain[..moving * n].copy_from_slice(cross);
            let updated = &self.updated_covariance[k * square..(k + 1) * square];
            gain[moving * n..].copy_from_slice(&updated[moving * n..]);
            // Scaled to a unit diagonal: metres and kilograms differ by far.
            let scale: Vec<f64> =
                (0..n).map(|i| 1.0 / predicted[i * n + i].max(f64::MIN_POSITIVE).sqrt()).collect();
            for i in 0..n {
                for j in 0..n {
                    factor[i * n + j] = predicted[i * n + j] * scale[i] * scale[j];
                    gain[i * n + j] *= scale[i];
                }
            }
            if !cholesky(&mut factor, n) {
                return Err(SmoothError::NotPositive { sample: next });
            }
            // Gᵀ = P⁻⁻¹ cov(x⁻_{k+1}, x_k)
            solve_rows(&factor, n, &mut gain);
            for i in 0..n {
                gain[i * n..(i + 1) * n].iter_mut().for_each(|g| *g *= scale[i]);
            }
            let (now, later) = states.split_at_mut(next * n);
            for i in 0..n {
                let step = later[i] - self.predicted[next * n + i];
                let now = &mut now[k * n..];
                now.iter_mut().zip(&gain[i * n..(i + 1) * n]).for_each(|(x, g)| *x += g * step);
            }
            let (now, later) = covariances.split_at_mut(next * square);
            for (change, (later, predicted)) in change.iter_mut().zip(later.iter().zip(predicted)) {
                *change = later - predicted;
            }
            // G Δ Gᵀ with Gᵀ at hand: (Δ Gᵀ)ᵀ Gᵀ.
            product(&change, &gain, n, n, &mut moved);
            transpose(&mut moved, n);
            transpose(&mut gain, n);
            product_transposed(&gain, &moved, n, &mut change);
            let now = &mut now[k * square..];
            now.iter_mut().zip(&change).for_each(|(p, c)| *p += c);
            symmetrise(now, n);
        }
        Ok(Smoothed { sizes: self.sizes, states, covariances })
    }
}

fn note_covariance<S: System>(filter: &dyn Filter<S>, sizes: Dimensions, into: &mut Vec<f64>) {
    let (from, square) = (into.len(), sizes.states * sizes.states);
    into.resize(from + square, 0.0);
    filter.covariance(&mut into[from..]);
}

fn transpose(a: &mut [f64], n: usize) {
    for i in 0..n {
        for j in 0..i {
            a.swap(i * n + j, j * n + i);
        }
    }
}
