//! Instrumental variables: `x = (Zᵀ Ω Y)⁻¹ Zᵀ Ω τ`.
//!
//! Noise in the motion that makes up `Y` draws least squares towards zero
//! (regression dilution). Instruments `Z` are rows along a motion whose noise
//! has nothing to do with that of `Y`, so that what is left of the noise averages
//! out of `ZᵀY` (Young 1970; for robots Janot, Vandanjon & Gautier 2014, who
//! simulate the motion with controller and reference).
//!
//! [`SimulatedInstruments`] does that where controller and reference are known, which
//! logs seldom hold. Where a log holds accelerations and velocities, each measured by
//! itself, no simulation is needed: `Z` is the
//! regressor along low-passed positions and speeds, with the *differences of the
//! speeds* as accelerations, and never uses the logged accelerations, which are
//! the noisy part of `Y`. The cut-off is the one at which the differences come
//! nearest to the logged accelerations; the noise of these is the same for all
//! cut-offs and does not affect the choice. `Ω` weights joints by their residual
//! noise, as weighted least squares do.
//!
//! Positions are in both `Y` and `Z`, low-passed in `Z`. That leaves a bias of
//! second order, `cos(q + e) ≈ (1 − σ²/2) cos q`.

use super::moments::{Pairs, moments};
use super::simulated_motion::{motions, movable};
use crate::closed_loop::ClosedLoopError;
use crate::data::Data;
use crate::error::EstimationError;
use crate::estimate::{Estimate, Fit};
use crate::method::{Capabilities, Estimator};
use crate::recording::Recording;
use crate::solve::UNSEEN;
use armlab_dense::{Matrix, norm};
use armlab_settings::{Method, Range, method, settings};
use armlab_signal::{Band, Butterworth, SignalError, first_difference};

settings! {
    /// Instrumental variables.
    pub struct Instrumental {
        /// Cut-off frequencies tried for the motion of the instruments.
        cutoffs: Vec<f64> =
            vec![0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 4.5, 7.0, 10.0, 15.0, 22.0, 33.0],
            "Hz", Range::POSITIVE;
        /// Order of the low-pass filter.
        order: usize = 4, "", Range::between(1.0, 12.0);
        /// Rounds in which the weights follow from the residuals.
        rounds: usize = 4, "", Range::between(1.0, 100.0);
    }
}
method!(
    Instrumental,
    "iv",
    "Instrumental variables: without the bias that noisy accelerations cause in least squares. Best \
     for logs that hold measured accelerations."
);

impl Estimator for Instrumental {
    fn capabilities(&self) -> Capabilities {
        Capabilities { unaffected_by_motion_noise: true, ..Capabilities::NONE }
    }
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
        let mut notes = Vec::new();
        let mut instruments = Vec::with_capacity(data.recordings.len());
        for recording in data.recordings {
            if recording.cutoff.is_some() {
                notes.push(format!(
                    "{}: accelerations are not logged, so instruments share the motion's noise and \
                     little is gained over wls",
                    recording.name
                ));
            }
            let (instrument, cutoff) = self.instrument(recording).map_err(|source| {
                EstimationError::Instruments { log: recording.name.clone(), source }
            })?;
            notes.push(format!(
                "{}: instruments from speeds low-passed at {cutoff} Hz and differentiated",
                recording.name
            ));
            instruments.push(instrument);
        }
        with_instruments(data, &instruments, self.name(), self.rounds, notes)
    }
}

settings! {
    /// Instruments from simulation, for logs whose controller is known: rows along
    /// the motion that the model makes with the present estimate. Two rounds are
    /// enough, as the motion hardly depends on the estimate.
    pub struct SimulatedInstruments {
        /// Simulations, each with the estimate of the one before.
        simulations: usize = 2, "", Range::between(1.0, 100.0);
        /// Steps of the simulation per sampling interval.
        substeps: usize = 10, "", Range::between(1.0, 1000.0);
        /// Rounds in which the weights follow from the residuals.
        rounds: usize = 4, "", Range::between(1.0, 100.0);
    }
}
method!(
    SimulatedInstruments,
    "iv-simulated",
    "Instrumental variables along the motion that the model makes under its controller. Best for \
     noisy motion where controller and reference are known."
);

impl Estimator for SimulatedInstruments {
    fn capabilities(&self) -> Capabilities {
        Capabilities {
            needs_controller: true,
            unaffected_by_motion_noise: true,
            ..Capabilities::NONE
        }
    }
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
        let loops = data.loops.ok_or(EstimationError::NoController)?;
        let mut loops = loops.begin(data.recordings)?;
        let mut estimate = movable(data)?;
        for _ in 0..self.simulations {
            data.check(self.name())?;
            let robot = estimate.corrected(data.model).ok_or(ClosedLoopError::NoRobot)?;
            let instruments = motions(&robot, data.recordings, &mut loops, self.substeps)?;
            let notes = vec![format!(
                "instruments simulated with the estimate, {} rounds",
                self.simulations
            )];
            estimate = with_instruments(data, &instruments, self.name(), self.rounds, notes)?;
        }
        Ok(estimate)
    }
}

/// The estimate with given motions of the instruments.
fn with_instruments(
    data: &Data,
    instruments: &[Recording],
    method: &'static str,
    rounds: usize,
    notes: Vec<String>,
) -> Result<Estimate, EstimationError> {
    let cross = moments(data.model, instruments, data.recordings, Pairs::Same)?;
    let own = moments(data.model, instruments, instruments, Pairs::Same)?;
    let (reduced, n) = (data.reduced, data.model.unknowns());
    let mut variances = vec![1.0; reduced.joints()];
    let mut found = None;
    for _ in 0..rounds {
        let mut a = Matrix::zeros(n, n);
        let mut b = vec![0.0; n];
        let mut z = Matrix::zeros(n, n);
        for (cross, own) in cross.iter().zip(&own) {
            let weight = 1.0 / variances[cross.left];
            add(&mut a, &cross.matrix, weight);
            add(&mut z, &own.matrix, weight);
            b.iter_mut().zip(&cross.vector).for_each(|(b, v)| *b += weight * v);
        }
        let fit = solve(&a, &b, &z, &data.prior)?;
        let squares = reduced.squares(&fit.x, 0..reduced.segments());
        let efforts = reduced.effort_squares(0..reduced.segments());
        for j in 0..variances.len() {
            // A joint that is fitted exactly must not outweigh all others.
            let rows = reduced.rows(j).max(1) as f64;
            variances[j] = (squares[j].max(1e-24 * efforts[j]) / rows).max(f64::MIN_POSITIVE);
        }
        found = Some(fit);
    }
    let Some(mut fit) = found else { return Err(EstimationError::NoEffort) };
    fit.notes = notes;
    Ok(Estimate::of(data.model, reduced, method, fit))
}

fn add(sum: &mut Matrix, term: &Matrix, weight: f64) {
    let pairs = sum.as_mut_slice().iter_mut().zip(term.as_slice());
    pairs.for_each(|(s, t)| *s += weight * t);
}

/// Solves `A (x − x₀) = b − A x₀`; covariance `A⁻¹ (Zᵀ Ω Z) A⁻ᵀ`.
fn solve(a: &Matrix, b: &[f64], z: &Matrix, prior: &[f64]) -> Result<Fit, EstimationError> {
    let n = b.len();
    // Rows and columns to the size of the instruments, so that units play no part.
    let scale: Vec<f64> =
        (0..n).map(|k| if z.at(k, k) > 0.0 { 1.0 / z.at(k, k).sqrt() } else { 0.0 }).collect();
    let scaled = Matrix::from_fn(n, n, |i, j| scale[i] * scale[j] * a.at(i, j));
    let svd = scaled.svd()?;
    let rank = svd.rank(UNSEEN);
    let at_prior = a.times_vector(prior);
    let rest: Vec<f64> = (0..n).map(|i| scale[i] * (b[i] - at_prior[i])).collect();
    let step = svd.minimum_norm(&rest, UNSEEN);
    let x = (0..n).map(|k| prior[k] + scale[k] * step[k]).collect();
    // Rows of S A⁻¹, with S the scale.
    let inverse = Matrix::from_fn(n, n, |i, j| {
        let along = |k: usize| svd.v.at(i, k) * svd.u.at(j, k) / svd.values[k];
        scale[i] * scale[j] * (0..rank).map(along).sum::<f64>()
    });
    let covariance = inverse.times(z).times(&inverse.transposed());
    let seen = (0..n).map(|i| (0..rank).map(|k| svd.v.at(i, k).powi(2)).sum()).collect();
    let scaled_condition = if rank < n { f64::INFINITY } else { svd.condition() };
    Ok(Fit {
        x,
        covariance,
        rank,
        condition: a.condition()?,
        scaled_condition,
        seen,
        freedom: None,
        link_values: None,
        notes: Vec::new(),
    })
}

impl Instrumental {
    /// The motion of the instruments, and the cut-off it was low-passed at, Hz.
    fn instrument(&self, recording: &Recording) -> Result<(Recording, f64), SignalError> {
        let mut best: Option<(f64, f64, Vec<Vec<f64>>)> = None;
        for cutoff in self.cutoffs.iter().copied().filter(|f| f * recording.step < 0.35) {
            let mut distance = 0.0;
            let mut accelerations = Vec::with_capacity(recording.qd.len());
            for (qd, qdd) in recording.qd.iter().zip(&recording.qdd) {
                let found = first_difference(
                    &low_pass(qd, self.order, cutoff, recording.step)?,
                    recording.step,
                )?;
                let rest: Vec<f64> = found.iter().zip(qdd).map(|(a, b)| a - b).collect();
                // The ends, which a filter bends, do not count.
                let ends = rest.len() / 50;
                let size = norm(qdd).max(f64::MIN_POSITIVE);
                distance += (norm(&rest[ends..rest.len() - ends]) / size).powi(2);
                accelerations.push(found);
            }
            if best.as_ref().is_none_or(|b| distance < b.0) {
                best = Some((distance, cutoff, accelerations));
            }
        }
        let Some((_, cutoff, accelerations)) = best else {
            // Sampled too slowly for any of the cut-offs.
            return Ok((recording.clone(), 0.0));
        };
        let mut motion = recording.clone();
        for (out, q) in motion.q.iter_mut().zip(&recording.q) {
            *out = low_pass(q, self.order, cutoff, recording.step)?;
        }
        for (out, qd) in motion.qd.iter_mut().zip(&recording.qd) {
            *out = low_pass(qd, self.order, cutoff, recording.step)?;
        }
        motion.qdd = accelerations;
        Ok((motion, cutoff))
    }
}

fn low_pass(signal: &[f64], order: usize, cutoff: f64, step: f64) -> Result<Vec<f64>, SignalError> {
    Butterworth::new(order, Band::LowPass(cutoff))?.design(step)?.zero_phase(signal)
}
