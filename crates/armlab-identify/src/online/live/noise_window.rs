//! Noise of a log, estimated from its first seconds.
//!
//! Rows are weighted by what least squares leave of each joint's efforts, unless
//! there are too few rows to leave anything; then by the size of the efforts.

use super::super::incoming::{Incoming, Logged};
use super::super::kalman::{Guess, NoiseLevels};
use super::super::{HopfieldMethod, OnlineInput, OnlineMethod, ResumeError};
use crate::data::{Data, noise_weights};
use crate::problem::Model;
use crate::recording::Recording;
use serde::{Deserialize, Serialize};

/// Noise windows in which gradient flows come to rest.
const FLOW: f64 = 3.0;
/// Samples per unknown from which on residuals are used.
const PER_UNKNOWN: usize = 5;

/// Noise and sampling as estimated.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct NoiseEstimate {
    /// Usual time between samples, s.
    pub step: f64,
    /// Weights of the joints' rows by their noise.
    pub weights: Vec<f64>,
    /// Weights with which gradient flows come to rest in a few noise windows.
    pub flow: Vec<f64>,
    /// Noise levels and first guess of filters; none where the window is too short for
    /// them.
    pub filters: Option<(NoiseLevels, Guess)>,
    /// Whether speeds are logged.
    pub speeds: bool,
}

impl NoiseEstimate {
    /// Checks one that was read from a file: a weight for every joint.
    pub(super) fn check(&self, joints: usize) -> Result<(), ResumeError> {
        for (name, weights) in [("weights", &self.weights), ("flow", &self.flow)] {
            if weights.len() != joints {
                let (expected, found) = (joints, weights.len());
                return Err(ResumeError::Length { name: name.into(), expected, found });
            }
        }
        Ok(())
    }
}

/// Instants of the noise window.
#[derive(Clone, Debug, Default)]
pub struct NoiseWindow {
    instants: Vec<Instant>,
}

#[derive(Clone, Debug)]
struct Instant {
    t: f64,
    q: Vec<f64>,
    qd: Option<Vec<f64>>,
    qdd: Option<Vec<f64>>,
    effort: Vec<f64>,
}

impl NoiseWindow {
    /// Adds an instant.
    pub fn push(&mut self, logged: &Logged) {
        self.instants.push(Instant {
            t: logged.t,
            q: logged.q.to_vec(),
            qd: logged.qd.map(<[f64]>::to_vec),
            qdd: logged.qdd.map(<[f64]>::to_vec),
            effort: logged.effort.to_vec(),
        });
    }
    /// Whether it has no instants.
    pub fn is_empty(&self) -> bool {
        self.instants.is_empty()
    }
    /// How many instants it has.
    pub fn len(&self) -> usize {
        self.instants.len()
    }
    /// Time from the first to the last.
    pub fn seconds(&self) -> f64 {
        let mut stamps = self.instants.iter().map(|i| i.t).filter(|t| t.is_finite());
        let first = stamps.next();
        let last = stamps.next_back();
        first.zip(last).map_or(0.0, |(a, b)| b - a)
    }
    /// All of them, in order.
    pub fn iter(&self) -> impl Iterator<Item = Logged<'_>> {
        self.instants.iter().map(|i| Logged {
            t: i.t,
            q: &i.q,
            qd: i.qd.as_deref(),
            qdd: i.qdd.as_deref(),
            effort: &i.effort,
        })
    }

    /// Smoothed motion, and the same with positions and speeds as logged.
    fn recordings(&self, joints: usize) -> (Recording, Recording) {
        let empty = || Recording {
            name: "the first seconds".into(),
            step: 0.0,
            start: 0.0,
            time: Vec::new(),
            q: vec![Vec::new(); joints],
            qd: vec![Vec::new(); joints],
            qdd: vec![Vec::new(); joints],
            effort: vec![Vec::new(); joints],
            temperature: Vec::new(),
            cutoff: None,
            notes: Vec::new(),
        };
        let (mut smooth, mut raw) = (empty(), empty());
        let mut incoming = Incoming::new(joints);
        let mut by_time = self.iter();
        for logged in self.iter() {
            let Some(sample) = incoming.push(&logged) else { continue };
            // The window answers late: its middle is an earlier instant.
            let Some(own) = by_time.find(|i| i.t == sample.t) else { continue };
            let rows = [
                (&mut smooth, sample.q, sample.qd),
                (&mut raw, own.q, own.qd.unwrap_or(sample.qd)),
            ];
            for (recording, q, qd) in rows {
                recording.time.push(sample.t);
                let columns = [q, qd, sample.qdd, sample.effort];
                let into = [
                    &mut recording.q,
                    &mut recording.qd,
                    &mut recording.qdd,
                    &mut recording.effort,
                ];
                for (column, into) in columns.into_iter().zip(into) {
                    into.iter_mut().zip(column).for_each(|(c, x)| c.push(*x));
                }
            }
        }
        let steps = smooth.time.len().saturating_sub(1).max(1) as f64;
        let ends = smooth.time.first().zip(smooth.time.last());
        let step = ends.map_or(0.0, |(first, last)| (last - first) / steps);
        (smooth.step, raw.step) = (step, step);
        (smooth, raw)
    }
}

impl NoiseEstimate {
    /// Estimates from the first seconds of a log, for some methods.
    pub fn new(model: &Model, window: &NoiseWindow, methods: &[&dyn OnlineMethod]) -> Self {
        let joints = model.joints();
        let speeds = window.iter().next().is_some_and(|i| i.qd.is_some());
        let (smooth, raw) = window.recordings(joints);
        let step = smooth.step;
        let enough = smooth.samples() >= PER_UNKNOWN * model.unknowns();
        let smooth = [smooth];
        let weights = if enough { residual_weights(model, &smooth) } else { None };
        let weights = weights.unwrap_or_else(|| effort_weights(&smooth[0]));
        let seconds = FLOW * window.seconds();
        let reduced = model.reduce(&smooth).ok();
        let flow = reduced.map_or(weights.clone(), |reduced| {
            let own = methods.iter().find_map(|method| match method.input() {
                OnlineInput::Rows(rows) => rows.row_weights(model, &reduced, seconds),
                OnlineInput::Samples(_) => None,
            });
            own.unwrap_or_else(|| HopfieldMethod::default().flow_weights(model, &reduced, seconds))
        });
        let raw = [raw];
        let filters = NoiseLevels::estimate(model, &raw).ok().and_then(|mut noise| {
            if !speeds {
                noise.speed.clear();
            }
            let guess = Guess::described(model, &smooth).ok()?;
            Some((noise, guess))
        });
        Self { step, weights, flow, filters, speeds }
    }
}

fn residual_weights(model: &Model, recordings: &[Recording]) -> Option<Vec<f64>> {
    let reduced = model.reduce(recordings).ok()?;
    let data = Data::new(model, recordings, &reduced).ok()?;
    let weights = noise_weights(&data).ok()?;
    weights.iter().all(|w| w.is_finite() && *w > 0.0).then_some(weights)
}

fn effort_weights(recording: &Recording) -> Vec<f64> {
    let one = |efforts: &Vec<f64>| {
        let square: f64 = efforts.iter().map(|e| e * e).sum();
        let rms = (square / efforts.len().max(1) as f64).sqrt();
        if rms > 0.0 { 1.0 / rms } else { 1.0 }
    };
    let weights: Vec<f64> = recording.effort.iter().map(one).collect();
    let largest = weights.iter().fold(f64::MIN_POSITIVE, |a, w| a.max(*w));
    weights.iter().map(|w| w / largest).collect()
}
