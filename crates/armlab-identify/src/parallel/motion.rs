//! Smooth motion of a log, and where a joint is too near standstill to say which
//! way its friction points.

use super::between::{Ends, between};
use super::kernels::Kernels;
use crate::recording::{Measured, RawRecording, Recording};
use armlab_dense::{correlate, correlate_all, dot};
use armlab_signal::Gaussian;
use rayon::prelude::*;
use serde::{Deserialize, Serialize};
use std::ops::Range;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// Standstill: speeds below so many deviations of their noise, …
const DEVIATIONS: f64 = 4.0;
/// … or below this part of the joint's typical speed.
const SHARE: f64 = 0.02;
/// A flag of standstill spreads by so many widths of the motion's filter.
const SPREAD: f64 = 1.5;
/// A joint whose positions and speeds spread by no more than so many deviations of their noise
/// rests all the time: what its motion would say is noise.
const RESTS: f64 = 3.0;
/// Differences of positions below this part of them are rounding.
const ROUNDING: f64 = 1e-12;
/// Logged speeds or accelerations are believed if they differ from differentiated
/// ones by at most so many deviations of the noise of both, …
const BELIEVED: f64 = 4.0;
/// … or by this part of themselves, …
const NEARLY: f64 = 0.05;
/// … and the ones are the others times a factor that is one but for this.
const SLOPE: f64 = 0.05;

/// What a joint's speeds and accelerations are made of; the more logged columns, the greater.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum MotionSource {
    /// Positions, differentiated.
    Positions,
    /// Logged speeds, differentiated for the accelerations.
    Speeds,
    /// Logged speeds and accelerations.
    Accelerations,
}

impl MotionSource {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Positions => "positions",
            Self::Speeds => "logged speeds",
            Self::Accelerations => "logged speeds and accelerations",
        }
    }
}

/// A filtered column: samples at which the bodies' columns are evaluated, and all samples before
/// the first and behind the last of these.
struct Pieces {
    head: Vec<f64>,
    nodes: Vec<f64>,
    tail: Vec<f64>,
}

/// One stretch of a log without gaps.
#[derive(Clone, Debug)]
pub(crate) struct Stretch {
    /// Smooth motion of the samples that the filter covers whole, with the efforts
    /// as measured.
    pub motion: Recording,
    /// The same of the samples at which the bodies' columns are evaluated, where these are
    /// fewer: each so many samples behind the one before.
    pub coarse: Option<Recording>,
    /// Efforts of all samples, as measured.
    pub efforts: Vec<Vec<f64>>,
    /// Samples before the first one of `motion`.
    pub lead: usize,
    /// One near standstill, zero elsewhere: a column per joint along `motion`.
    pub slow: Vec<Vec<f64>>,
}

/// How a log's motion is read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MotionPlan {
    /// Per joint.
    pub sources: Vec<MotionSource>,
    /// Speeds below which a joint stands still, per joint.
    pub standstill: Vec<f64>,
    /// Position of each joint that rests all the time.
    pub rest: Vec<Option<f64>>,
}

/// Plans of logs by their number and the motion's filter, which several cut-offs share.
#[derive(Default)]
pub(crate) struct MotionPlans(Mutex<Vec<FoundPlan>>);

type FoundPlan = (usize, Option<Gaussian>, MotionPlan);

impl MotionPlans {
    /// That of a log, found where it is not known.
    pub fn of(&self, log: usize, raw: &RawRecording, kernels: &Kernels) -> MotionPlan {
        let filter = kernels.motion_filter();
        let known = |(number, of, _): &&FoundPlan| *number == log && *of == filter;
        if let Some((.., plan)) = self.found().iter().find(known) {
            return plan.clone();
        }
        let plan = MotionPlan::of(raw, kernels);
        self.found().push((log, filter, plan.clone()));
        plan
    }
    /// A thread that panicked has left whole plans.
    fn found(&self) -> MutexGuard<'_, Vec<FoundPlan>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Columns smoothed or differentiated: samples that the kernel covers whole.
pub(crate) fn smoothed(column: &[f64], taps: &[f64]) -> Vec<f64> {
    correlate(column, taps, 1)
}

struct Taps {
    smooth: Vec<f64>,
    first: Vec<f64>,
    second: Vec<f64>,
}

impl Taps {
    fn of(kernels: &Kernels) -> Self {
        let scaled = |derivative: usize| {
            let factor = kernels.step.powi(-(derivative as i32));
            let taps = kernels.motion_taps(derivative);
            taps.into_iter().map(|t| factor * t).collect::<Vec<f64>>()
        };
        Self { smooth: scaled(0), first: scaled(1), second: scaled(2) }
    }
}

/// Some samples of a joint's column, where there is one.
fn part<'c>(
    columns: &'c Option<Vec<Vec<f64>>>,
    joint: usize,
    range: &Range<usize>,
) -> Option<&'c [f64]> {
    columns.as_ref().map(|c| &c[joint][range.clone()])
}

fn rms(column: &[f64]) -> f64 {
    (column.iter().map(|x| x * x).sum::<f64>() / column.len().max(1) as f64).sqrt()
}

/// Whether `logged` are `found` but for noise of these deviations together.
fn consistent(logged: &[f64], found: &[f64], noise: f64) -> bool {
    let square = dot(found, found);
    let slope = if square > 0.0 { dot(logged, found) / square } else { 1.0 };
    let rest: Vec<f64> = logged.iter().zip(found).map(|(l, f)| l - f).collect();
    let size = rms(found);
    let quiet = size <= BELIEVED * noise;
    (quiet || (slope - 1.0).abs() <= SLOPE) && rms(&rest) <= (BELIEVED * noise).max(NEARLY * size)
}

impl MotionPlan {
    /// Whether all joints' speeds and accelerations are taken as logged.
    pub fn is_logged(&self) -> bool {
        self.sources.iter().all(|s| *s == MotionSource::Accelerations)
    }

    /// From the longest stretch of a log.
    pub fn of(raw: &RawRecording, kernels: &Kernels) -> Self {
        let taps = Taps::of(kernels);
        let longest = raw.longest();
        let joints: Vec<((MotionSource, f64), Option<f64>)> = (0..raw.q.len())
            .into_par_iter()
            .map(|j| {
                let (qd, qdd) = (part(&raw.qd, j, &longest), part(&raw.qdd, j, &longest));
                let q = &raw.q[j][longest.clone()];
                let noise = |what| raw.noise_of_longest(what, j);
                let rest = rest(&raw.q[j], noise(Measured::Positions), &taps);
                (joint(q, qd, qdd, noise, &taps), rest)
            })
            .collect();
        let (joints, rest): (Vec<(MotionSource, f64)>, Vec<Option<f64>>) =
            joints.into_iter().unzip();
        let (sources, standstill) = joints.into_iter().unzip();
        Self { sources, standstill, rest }
    }

    /// That of a log from those of its windows: logged columns count where they do in all, and a
    /// joint rests that rests at one place in all.
    pub fn of_all<'w>(windows: impl Iterator<Item = (&'w RawRecording, Self)>) -> Self {
        let mut all: Option<Self> = None;
        for (raw, plan) in windows {
            match &mut all {
                None => all = Some(plan),
                Some(all) => all.narrow(raw, plan),
            }
        }
        all.unwrap_or(Self { sources: Vec::new(), standstill: Vec::new(), rest: Vec::new() })
    }

    /// Keeps what holds in a further window as well.
    fn narrow(&mut self, raw: &RawRecording, plan: Self) {
        for (own, source) in self.sources.iter_mut().zip(plan.sources) {
            *own = source.min(*own);
        }
        for (own, standstill) in self.standstill.iter_mut().zip(plan.standstill) {
            *own = standstill.max(*own);
        }
        for (j, (own, rest)) in self.rest.iter_mut().zip(plan.rest).enumerate() {
            let noise = raw.noise_of_longest(Measured::Positions, j);
            let as_near =
                |at: f64, rest: f64| (at - rest).abs() <= RESTS * at_least_rounding(noise, rest);
            *own = own.zip(rest).filter(|(at, rest)| as_near(*at, *rest)).map(|(at, _)| at);
        }
    }
}

/// Noise of positions about a mean, at least rounding: a column of one number differs from its mean
/// by that.
fn at_least_rounding(noise: f64, mean: f64) -> f64 {
    noise.max(ROUNDING * mean.abs().max(1.0))
}

/// The position at which a joint rests all the time.
fn rest(all: &[f64], noise: f64, taps: &Taps) -> Option<f64> {
    let mean = all.iter().sum::<f64>() / all.len().max(1) as f64;
    let noise = at_least_rounding(noise, mean);
    let about: Vec<f64> = all.iter().map(|q| q - mean).collect();
    if rms(&about) > RESTS * noise {
        return None;
    }
    let within = |column: &[f64], taps: &[f64]| {
        let found = smoothed(column, taps);
        let most = RESTS * noise * dot(taps, taps).sqrt();
        // The furthest of many numbers is further than their deviation.
        !found.is_empty() && found.iter().all(|x| x.abs() <= 2.0 * most) && rms(&found) <= most
    };
    (within(&about, &taps.smooth) && within(&about, &taps.first)).then_some(mean)
}

/// What each joint's speeds and accelerations are made of, for a filter of this cut-off.
pub(crate) fn motion_sources(raw: &RawRecording, cutoff: Option<f64>) -> Vec<MotionSource> {
    match Kernels::new(cutoff.unwrap_or(f64::MAX), raw.step()) {
        Ok(kernels) if raw.has_speeds() => MotionPlan::of(raw, &kernels).sources,
        _ => vec![MotionSource::Positions; raw.q.len()],
    }
}

/// The source of a joint's motion, and its standstill.
fn joint(
    q: &[f64],
    qd: Option<&[f64]>,
    qdd: Option<&[f64]>,
    noise_of: impl Fn(Measured) -> f64,
    taps: &Taps,
) -> (MotionSource, f64) {
    let length = |taps: &[f64]| dot(taps, taps).sqrt();
    let noise_q = noise_of(Measured::Positions);
    let speeds = smoothed(q, &taps.first);
    let (mut speed_noise, mut noise) =
        (noise_q * length(&taps.first), noise_q * length(&taps.second));
    let (mut source, mut speed) = (MotionSource::Positions, rms(&speeds));
    if let Some(qd) = qd {
        let logged = smoothed(qd, &taps.smooth);
        let noise_qd = noise_of(Measured::Speeds);
        let own = noise_qd * length(&taps.smooth);
        if noise_qd * length(&taps.first) <= noise
            && consistent(&logged, &speeds, own.hypot(speed_noise))
        {
            source = MotionSource::Speeds;
            speed = rms(&logged);
            (speed_noise, noise) = (own, noise_qd * length(&taps.first));
            if let Some(qdd) = qdd {
                let found = smoothed(qd, &taps.first);
                let logged = smoothed(qdd, &taps.smooth);
                let own = noise_of(Measured::Accelerations) * length(&taps.smooth);
                if own <= noise && consistent(&logged, &found, own.hypot(noise)) {
                    // These may be taken as they are.
                    (source, speed_noise) = (MotionSource::Accelerations, noise_qd);
                }
            }
        }
    }
    (source, (DEVIATIONS * speed_noise).max(SHARE * speed))
}

/// The stretches of a log that are long enough for a row.
pub(crate) fn stretches(raw: &RawRecording, kernels: &Kernels, plan: &MotionPlan) -> Vec<Stretch> {
    stretches_from(raw, kernels, plan, 0)
}

/// The same with so many samples fewer at the beginning of each.
pub(crate) fn stretches_from(
    raw: &RawRecording,
    kernels: &Kernels,
    plan: &MotionPlan,
    skipped: usize,
) -> Vec<Stretch> {
    let taps = Taps::of(kernels);
    let long = raw.stretches().iter().filter(|s| kernels.count(s.len()) > 0);
    long.map(|range| stretch(raw, range.clone(), kernels, plan, &taps, skipped)).collect()
}

fn stretch(
    raw: &RawRecording,
    range: Range<usize>,
    kernels: &Kernels,
    plan: &MotionPlan,
    taps: &Taps,
    skipped: usize,
) -> Stretch {
    let (lead, every, phase) = (kernels.lead(), kernels.coarse, kernels.phase());
    let from = range.start + skipped..range.end;
    let samples = from.len() - 2 * lead;
    // Behind the last sample at which the bodies' columns are evaluated.
    let end = phase + (samples - 1 - phase) / every * every + 1;
    let joints: Vec<[Pieces; 3]> = (0..raw.q.len())
        .into_par_iter()
        .map(|j| {
            let q = &raw.q[j][from.clone()];
            let (qd, qdd) = (part(&raw.qd, j, &from), part(&raw.qdd, j, &from));
            let around = |column: &[f64], taps: &[f64], nodes: Vec<f64>| Pieces {
                head: correlate(&column[..phase + 2 * lead], taps, 1),
                nodes,
                tail: correlate(&column[end..], taps, 1),
            };
            let filtered = |column: &[f64], taps: &[f64]| {
                around(column, taps, correlate(&column[phase..], taps, every))
            };
            if let Some(at) = plan.rest.get(j).copied().flatten() {
                let still = |x: f64| Pieces {
                    head: vec![x; phase],
                    nodes: vec![x; (samples - phase).div_ceil(every)],
                    tail: vec![x; samples - end],
                };
                return [still(at), still(0.0), still(0.0)];
            }
            match (plan.sources[j], qd, qdd) {
                (MotionSource::Accelerations, Some(qd), Some(qdd)) => {
                    [q, qd, qdd].map(|column| filtered(column, &taps.smooth))
                }
                (MotionSource::Speeds, Some(qd), _) => {
                    let taps = [taps.smooth.as_slice(), &taps.first];
                    let [v, a] = correlate_all(&qd[phase..], taps, every);
                    let q = filtered(q, taps[0]);
                    [q, around(qd, taps[0], v), around(qd, taps[1], a)]
                }
                _ => {
                    let taps = [taps.smooth.as_slice(), &taps.first, &taps.second];
                    let [p, v, a] = correlate_all(&q[phase..], taps, every);
                    [around(q, taps[0], p), around(q, taps[1], v), around(q, taps[2], a)]
                }
            }
        })
        .collect();
    let mut nodes = [(); 3].map(|()| Vec::with_capacity(joints.len()));
    let mut ends = [(); 3].map(|()| Vec::with_capacity(joints.len()));
    for joint in joints {
        for (k, Pieces { head, nodes: own, tail }) in joint.into_iter().enumerate() {
            nodes[k].push(own);
            ends[k].push(Ends { head, tail });
        }
    }
    let recording = |[q, qd, qdd]: [Vec<Vec<f64>>; 3], first: usize, every: usize| {
        let inner = from.start + lead + first..from.start + lead + samples;
        let picked = |c: &[f64]| c[inner.clone()].iter().step_by(every).copied().collect();
        let picked_known = |c: &[f64]| if c.is_empty() { Vec::new() } else { picked(c) };
        Recording {
            name: raw.name().into(),
            step: every as f64 * kernels.step,
            start: raw.start(),
            time: picked(raw.time()),
            q,
            qd,
            qdd,
            effort: raw.efforts().iter().map(|c| picked(c)).collect(),
            temperature: raw.temperatures().iter().map(|c| picked_known(c)).collect(),
            cutoff: Some(kernels.cutoff),
            notes: Vec::new(),
        }
    };
    let (motion, coarse) = if every == 1 {
        (recording(nodes, 0, 1), None)
    } else {
        let full = between(&nodes, &ends, every, kernels.step);
        (recording(full, 0, 1), Some(recording(nodes, phase, every)))
    };
    let spread = (SPREAD * kernels.motion_width()).ceil() as usize;
    let slow = motion.qd.iter().zip(&plan.standstill);
    let slow = slow.map(|(v, least)| near_rest(v, *least, spread)).collect();
    let efforts = raw.efforts().iter().map(|c| c[range.clone()].to_vec()).collect();
    Stretch { motion, coarse, efforts, lead: lead + skipped, slow }
}

/// One within `spread` samples of a speed below `least` or of a change of sign.
fn near_rest(speeds: &[f64], least: f64, spread: usize) -> Vec<f64> {
    let mut flags = vec![0.0; speeds.len()];
    let mut end = 0;
    for (k, v) in speeds.iter().enumerate() {
        let turns = k > 0 && v * speeds[k - 1] < 0.0;
        if v.abs() < least || *v == 0.0 || turns {
            let from = k.saturating_sub(spread).max(end);
            end = (k + spread + 1).min(flags.len()).max(end);
            flags[from.min(end)..end].fill(1.0);
        }
    }
    flags
}
