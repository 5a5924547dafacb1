//! Samples as they arrive, with velocities and accelerations estimated from a window.
//!
//! A log that holds accelerations is passed on as it is. Otherwise a window of
//! the last samples waits, and what leaves is its middle: position, speed and
//! acceleration of the polynomial that fits the window best (stamps need not be
//! even), half a window late. Logged speeds are fitted in the place of positions
//! where there are some, which saves one derivative. A gap in the stamps empties
//! the window.

use super::{ResumeError, Sample};
use armlab_signal::OrthonormalPolynomials;
use serde::{Deserialize, Serialize};
use std::collections::VecDeque;

/// Samples of the window, and the polynomial's order.
const WINDOW: usize = 21;
const ORDER: usize = 3;
/// A step longer than this many usual ones is a gap.
const GAP: f64 = 5.0;
/// Nothing that a manipulator's sensors measure is larger, in SI units. One damaged
/// number beyond it would leave the range of the estimators' squares.
const LARGEST: f64 = 1e9;

/// One instant as it was logged.
#[derive(Clone, Copy, Debug)]
pub struct Logged<'a> {
    /// Time, s.
    pub t: f64,
    /// Positions.
    pub q: &'a [f64],
    /// Speeds, where they are logged.
    pub qd: Option<&'a [f64]>,
    /// Accelerations, where they are logged.
    pub qdd: Option<&'a [f64]>,
    /// Efforts.
    pub effort: &'a [f64],
}

impl Logged<'_> {
    /// Whether all of it can have been measured: `joints` finite numbers a quantity,
    /// none absurdly large.
    pub fn is_usable(&self, joints: usize) -> bool {
        let all = [Some(self.q), self.qd, self.qdd, Some(self.effort)];
        let measured = |c: &&[f64]| c.len() == joints && c.iter().all(|x| x.abs() <= LARGEST);
        self.t.is_finite() && all.iter().flatten().all(measured)
    }
}

/// Makes samples from what is logged.
#[derive(Clone, Debug)]
pub struct Incoming {
    joints: usize,
    waiting: VecDeque<Waiting>,
    polynomials: OrthonormalPolynomials,
    weights: [Vec<f64>; 3],
    times: Vec<f64>,
    usual_step: f64,
    last: Option<f64>,
    out: [Vec<f64>; 4],
    /// Instants with a number that cannot be measured, or out of order in time.
    dropped: u64,
    gaps: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct Waiting {
    t: f64,
    q: Vec<f64>,
    qd: Option<Vec<f64>>,
    effort: Vec<f64>,
}

/// The window between two sessions.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct IncomingState {
    waiting: Vec<Waiting>,
    usual_step: f64,
    last: Option<f64>,
}

impl Incoming {
    /// For a number of driven joints.
    pub fn new(joints: usize) -> Self {
        Self {
            joints,
            waiting: VecDeque::with_capacity(WINDOW),
            polynomials: OrthonormalPolynomials::default(),
            weights: [(); 3].map(|()| vec![0.0; WINDOW]),
            times: Vec::with_capacity(WINDOW),
            usual_step: 0.0,
            last: None,
            out: [(); 4].map(|()| vec![0.0; joints]),
            dropped: 0,
            gaps: 0,
        }
    }
    /// Instants that were dropped.
    pub fn dropped(&self) -> u64 {
        self.dropped
    }
    /// Gaps in the stamps.
    pub fn gaps(&self) -> u64 {
        self.gaps
    }

    /// The window, to go on with later.
    pub fn save(&self) -> IncomingState {
        let waiting = self.waiting.iter().cloned().collect();
        IncomingState { waiting, usual_step: self.usual_step, last: self.last }
    }
    /// Goes on with a window that was saved.
    pub fn restore(&mut self, state: &IncomingState) -> Result<(), ResumeError> {
        let name = || "window".to_string();
        for waiting in &state.waiting {
            let columns = [Some(&waiting.q), waiting.qd.as_ref(), Some(&waiting.effort)];
            for column in columns.into_iter().flatten() {
                let (expected, found) = (self.joints, column.len());
                if expected != found {
                    return Err(ResumeError::Length { name: name(), expected, found });
                }
            }
        }
        if state.waiting.len() > WINDOW {
            let (expected, found) = (WINDOW, state.waiting.len());
            return Err(ResumeError::Length { name: name(), expected, found });
        }
        self.waiting = state.waiting.iter().cloned().collect();
        (self.usual_step, self.last) = (state.usual_step, state.last);
        Ok(())
    }

    /// Takes an instant; a sample leaves once there is one.
    pub fn push(&mut self, logged: &Logged) -> Option<Sample<'_>> {
        let after = self.last.is_none_or(|last| logged.t > last);
        if !logged.is_usable(self.joints) || !after {
            self.dropped += 1;
            return None;
        }
        self.last = Some(logged.t);
        if let (Some(qd), Some(qdd)) = (logged.qd, logged.qdd) {
            for (out, column) in self.out.iter_mut().zip([logged.q, qd, qdd, logged.effort]) {
                out.copy_from_slice(column);
            }
            return Some(self.sample(logged.t));
        }
        if let Some(last) = self.waiting.back() {
            let step = logged.t - last.t;
            if self.usual_step > 0.0 && step > GAP * self.usual_step {
                self.waiting.clear();
                self.gaps += 1;
            } else {
                let part = if self.usual_step > 0.0 { 0.1 } else { 1.0 };
                self.usual_step += part * (step - self.usual_step);
            }
        }
        // The oldest makes room with its memory.
        let mut new = match self.waiting.len() {
            WINDOW => self.waiting.pop_front()?,
            _ => Waiting { t: 0.0, q: Vec::new(), qd: None, effort: Vec::new() },
        };
        new.t = logged.t;
        refill(&mut new.q, logged.q);
        refill(&mut new.effort, logged.effort);
        match logged.qd {
            Some(qd) => refill(new.qd.get_or_insert_default(), qd),
            None => new.qd = None,
        }
        self.waiting.push_back(new);
        if self.waiting.len() < WINDOW {
            return None;
        }
        self.middle()
    }

    fn middle(&mut self) -> Option<Sample<'_>> {
        let middle = WINDOW / 2;
        let t = self.waiting[middle].t;
        self.times.clear();
        self.times.extend(self.waiting.iter().map(|w| w.t - t));
        if self.polynomials.rebuild(&self.times, ORDER).is_err() {
            self.dropped += 1;
            return None;
        }
        for (derivative, weights) in self.weights.iter_mut().enumerate() {
            self.polynomials.weights(0.0, derivative, weights);
        }
        let speeds = self.waiting.iter().all(|w| w.qd.is_some());
        let [q, qd, qdd, effort] = &mut self.out;
        for j in 0..self.joints {
            let fitted = |weights: &[f64], of: &dyn Fn(&Waiting) -> f64| -> f64 {
                weights.iter().zip(&self.waiting).map(|(w, at)| w * of(at)).sum()
            };
            let position = |w: &Waiting| w.q[j];
            let speed = |w: &Waiting| w.qd.as_ref().map_or(0.0, |qd| qd[j]);
            q[j] = fitted(&self.weights[0], &position);
            (qd[j], qdd[j]) = match speeds {
                true => (fitted(&self.weights[0], &speed), fitted(&self.weights[1], &speed)),
                false => (fitted(&self.weights[1], &position), fitted(&self.weights[2], &position)),
            };
            effort[j] = self.waiting[middle].effort[j];
        }
        Some(self.sample(t))
    }

    fn sample(&self, t: f64) -> Sample<'_> {
        let [q, qd, qdd, effort] = &self.out;
        Sample { t, q, qd, qdd, effort }
    }
}

fn refill(column: &mut Vec<f64>, with: &[f64]) {
    column.clear();
    column.extend_from_slice(with);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cubic_motion_has_its_exact_derivatives_half_a_window_late() {
        let q = |t: f64| 1.0 + 2.0 * t - t * t + 0.5 * t.powi(3);
        for with_speeds in [false, true] {
            let mut incoming = Incoming::new(1);
            let mut seen = 0;
            for k in 0..60 {
                // Stamps that are not even.
                let t = 0.01 * f64::from(k) + 0.002 * f64::from(k % 3);
                let qd = [2.0 - 2.0 * t + 1.5 * t * t];
                let (position, effort) = ([q(t)], [t]);
                let logged = Logged {
                    t,
                    q: &position,
                    qd: with_speeds.then_some(&qd[..]),
                    qdd: None,
                    effort: &effort,
                };
                if let Some(sample) = incoming.push(&logged) {
                    let t = sample.t;
                    assert!((sample.q[0] - q(t)).abs() < 1e-12);
                    assert!((sample.qd[0] - (2.0 - 2.0 * t + 1.5 * t * t)).abs() < 1e-10);
                    assert!((sample.qdd[0] - (-2.0 + 3.0 * t)).abs() < 1e-8);
                    assert_eq!(sample.effort[0], t);
                    seen += 1;
                }
            }
            assert_eq!(seen, 60 - WINDOW + 1);
        }
    }

    #[test]
    fn holes_are_dropped_and_gaps_start_again() {
        let mut incoming = Incoming::new(1);
        let mut push = |t: f64, q: f64| {
            let (q, effort) = ([q], [0.0]);
            let logged = Logged { t, q: &q, qd: None, qdd: None, effort: &effort };
            incoming.push(&logged).is_some()
        };
        for k in 0..WINDOW {
            assert_eq!(push(0.01 * k as f64, 0.0), k + 1 == WINDOW);
        }
        assert!(!push(0.5, f64::NAN) && !push(0.1, 0.0));
        assert!(!push(0.6, 0.0), "a gap");
        assert_eq!((incoming.dropped(), incoming.gaps()), (2, 1));
    }
}
