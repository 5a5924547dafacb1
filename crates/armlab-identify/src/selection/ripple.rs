//! Torque ripple of gears and motors: how many waves a turn, from the spectrum of what a model
//! leaves, over the position.
//!
//! The rows' filter takes ripple out, so it is looked for in samples as they were logged, in
//! windows of which straight lines are taken, where the joint moves. Along a grid of orders `n`
//! the power `|Σ e exp(i n q)|²` is compared with the median of its neighbours, which noise of any
//! colour exceeds by a factor that a chance of false alarms gives. The best order of a joint must
//! then predict left-out parts of the log, as any other law, and from one direction or speed the
//! other.

use super::SelectionError;
use super::losses::paired;
use super::shape::ModelShape;
use super::trials::Trials;
use super::waves::{Wave, Window, Windows};
use crate::error::EstimationError;
use crate::motion_filter::MotionFilter;
use crate::parallel::{RowSet, WaveSums};
use crate::problem::Model;
use crate::recording::{RawRecording, Recording};
use armlab_engine::friction::FrictionModel;
use rayon::prelude::*;
use std::f64::consts::{LN_2, TAU};

/// Orders that are looked at, waves a turn.
const LOWEST: f64 = 20.0;
const HIGHEST: f64 = 1000.0;
/// … and at least so many waves within the range of the joint.
const FEWEST_WAVES: f64 = 8.0;
/// … and no more turns than these, which would take too many orders.
const MOST_TURNS: f64 = 4.5;
/// Waves a turn by which a whole multiple of the gear ratio may be missed: teeth of both sides of a
/// strain-wave gear differ by two.
const OFF_RATIO: f64 = 2.5;
/// Steps of the order within the width of a line of the spectrum.
const STEPS: f64 = 3.0;
/// Part of what the best order explains that suffices for a whole one.
const WHOLE: f64 = 0.9;
/// Delays that are tried beside the efforts' own, s, and the largest of them.
const MILLISECOND: f64 = 1e-3;
const LATEST: i32 = 8;
/// Boxes of the position within the shortest wave.
const BOXES: f64 = 8.0;
/// Neighbours to either side whose median is the background, but for the nearest.
const NEIGHBOURS: usize = 60;
const NEAREST: usize = 6;
/// Probability of a false alarm in a log.
const CHANCE: f64 = 1e-4;
/// Samples of a log that are looked at; windows of one log share them.
const SAMPLES: usize = 1 << 14;
/// Parts of a log that are left out in turn.
const PARTS: usize = 10;
/// Least part by which the error of the joint must fall, and standard errors of that.
const WORTH: f64 = 0.02;
const CERTAIN: f64 = 3.0;

/// Whether waves come with turns of a motor.
fn is_multiple(order: f64, ratio: f64) -> bool {
    let turns = (order / ratio).round();
    turns >= 1.0 && (order - turns * ratio).abs() <= OFF_RATIO
}

/// The waves whose power stands out, among so many joints; where the gear ratio is known, among
/// whole multiples of it.
fn peak(logs: &[Windows], joints: usize, ratio: Option<f64>) -> Option<Wave> {
    let all = || logs.iter().flat_map(|l| &l.all).flat_map(|w| w.q.iter().zip(&w.e));
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    all().for_each(|(q, _)| (least, most) = (least.min(*q), most.max(*q)));
    let range = most - least;
    let lowest = LOWEST.max(FEWEST_WAVES * TAU / range);
    if !(range > 0.0 && range < MOST_TURNS * TAU && lowest < HIGHEST) {
        return None;
    }
    let width = TAU / (BOXES * HIGHEST);
    let mut boxes = vec![0.0; (range / width) as usize + 1];
    all().for_each(|(q, e)| boxes[((q - least) / width) as usize] += e);
    let filled: Vec<(f64, f64)> = boxes
        .iter()
        .enumerate()
        .filter(|(_, e)| **e != 0.0)
        .map(|(k, e)| ((k as f64 + 0.5) * width, *e))
        .collect();
    let step = TAU / range / STEPS;
    let count = ((HIGHEST - lowest) / step) as usize + 1;
    if count < 2 * NEIGHBOURS {
        return None;
    }
    // `e exp(i n q)`, turned on from order to order.
    let start = |(q, e): &(f64, f64)| ((lowest * q).cos() * e, (lowest * q).sin() * e);
    let mut turned: Vec<(f64, f64)> = filled.iter().map(start).collect();
    let turns: Vec<(f64, f64)> =
        filled.iter().map(|(q, _)| ((step * q).cos(), (step * q).sin())).collect();
    let mut powers = Vec::with_capacity(count);
    for _ in 0..count {
        let (mut re, mut im) = (0.0, 0.0);
        for (z, turn) in turned.iter_mut().zip(&turns) {
            re += z.0;
            im += z.1;
            *z = (z.0 * turn.0 - z.1 * turn.1, z.0 * turn.1 + z.1 * turn.0);
        }
        powers.push(re * re + im * im);
    }
    let looked_at = |k: &usize| ratio.is_none_or(|r| is_multiple(lowest + step * *k as f64, r));
    let orders = (0..count).filter(looked_at).count().max(1);
    // Powers of noise are exponentially distributed: the median is ln 2 of the mean.
    let limit = (orders as f64 * joints as f64 / CHANCE).ln() / LN_2;
    let excess = |k: usize| {
        let from = k.saturating_sub(NEIGHBOURS);
        let near = (from..(k + NEIGHBOURS + 1).min(count)).filter(|i| i.abs_diff(k) > NEAREST);
        let mut near: Vec<f64> = near.map(|i| powers[i]).collect();
        let middle = near.len() / 2;
        let (_, median, _) = near.select_nth_unstable_by(middle, f64::total_cmp);
        powers[k] / median.max(f64::MIN_POSITIVE)
    };
    let tops = (0..count).filter(looked_at).filter(|&k| {
        powers[k] >= powers[k.saturating_sub(1)] && powers[k] >= powers[(k + 1).min(count - 1)]
    });
    let best = tops.map(|k| (excess(k), k)).max_by(|a, b| a.0.total_cmp(&b.0))?;
    (best.0 > limit).then(|| refined(logs, lowest + step * best.1 as f64, step))
}

/// The waves near a line of the spectrum that fit best: of a whole order, as most gears have, if
/// it explains nearly as much.
fn refined(logs: &[Windows], near: f64, step: f64) -> Wave {
    let gain = |wave: Wave| {
        let sums = logs.iter().flat_map(|l| l.sums(wave));
        let sum = sums.fold(WaveSums::default(), |sum, w| sum.plus(&w));
        sum.amplitudes().map_or(0.0, |x| sum.gain(x))
    };
    let start = Wave { order: near, delay: 0.0 };
    let mut best = (gain(start), start);
    let improve = |wave: Wave, best: &mut (f64, Wave)| {
        let found = gain(wave);
        if found > best.0 {
            *best = (found, wave);
        }
    };
    (-LATEST..=LATEST).for_each(|k| {
        improve(Wave { delay: f64::from(k) * MILLISECOND, ..start }, &mut best);
    });
    let mut part = 1.0;
    while part > 0.02 {
        for side in [-part, part] {
            let Wave { order, delay } = best.1;
            improve(Wave { order: order + side * step, delay }, &mut best);
            improve(Wave { order, delay: delay + side * MILLISECOND }, &mut best);
        }
        part *= 0.5;
    }
    let (most, found) = best;
    let mut whole = (0.0, found);
    for k in -4..=4 {
        let delay = found.delay + 0.5 * f64::from(k) * MILLISECOND;
        improve(Wave { order: found.order.round(), delay }, &mut whole);
    }
    let is_near = (whole.1.order - found.order).abs() < 0.5 * STEPS * step;
    if is_near && whole.0 > WHOLE * most { whole.1 } else { found }
}

/// Whether waves predict left-out parts of the logs; with the part by which the error falls.
fn predicts(logs: &[Windows], wave: Wave) -> Option<f64> {
    let windows: Vec<WaveSums> = logs.iter().flat_map(|l| l.sums(wave)).collect();
    let part = |k: usize| k * PARTS / windows.len().max(1);
    let mut gains = [0.0; PARTS];
    for (left_out, gained) in gains.iter_mut().enumerate() {
        let learnt = windows.iter().enumerate().filter(|(k, _)| part(*k) != left_out);
        let sum = learnt.fold(WaveSums::default(), |sum, (_, w)| sum.plus(w));
        let x = sum.amplitudes()?;
        let judged = windows.iter().enumerate().filter(|(k, _)| part(*k) == left_out);
        *gained = judged.map(|(_, w)| w.gain(x)).sum();
    }
    let (gain, error) = paired(&gains, &[0.0; PARTS]);
    let square: f64 = logs.iter().map(|l| l.square).sum();
    let falls = 1.0 - (1.0 - gain / square).max(0.0).sqrt();
    let mean = |w: &Window| w.v.iter().sum::<f64>() / w.v.len() as f64;
    let speeds: Vec<f64> = logs.iter().flat_map(|l| l.all.iter().map(mean)).collect();
    let mut sizes: Vec<f64> = speeds.iter().map(|v| v.abs()).collect();
    sizes.sort_by(f64::total_cmp);
    let middle = sizes.get(sizes.len() / 2).copied().unwrap_or(0.0);
    let alike = transfers(&windows, &speeds, |v| v > 0.0)
        && transfers(&windows, &speeds, |v| v.abs() > middle);
    (gain > CERTAIN * error && falls > WORTH && alike).then_some(falls)
}

/// Whether waves from some windows predict the others, and the other way about: ripple is the
/// same in both directions and at any speed.
fn transfers(windows: &[WaveSums], speeds: &[f64], is_first: impl Fn(f64) -> bool) -> bool {
    let of = |first: bool| {
        let own = windows.iter().zip(speeds).filter(|(_, v)| is_first(**v) == first);
        own.fold(WaveSums::default(), |sum, (w, _)| sum.plus(w))
    };
    let (one, other) = (of(true), of(false));
    let predicts = |a: &WaveSums, b: &WaveSums| a.amplitudes().is_some_and(|x| b.gain(x) > 0.0);
    predicts(&one, &other) && predicts(&other, &one)
}

/// A recording, and what is left of each joint's efforts.
type Residuals = (Recording, Vec<Vec<f64>>);

/// A joint's ripple that was found.
pub(super) struct FoundRipple {
    pub joint: usize,
    pub order: f64,
    pub delay: f64,
    /// Part by which the error of samples falls.
    pub falls: f64,
}

impl Trials<'_> {
    /// What a model leaves of each joint's samples, log by log.
    fn left(
        &self,
        model: &Model,
        x: &[f64],
        filter: &MotionFilter,
        logs: &[RawRecording],
    ) -> Result<Vec<Residuals>, SelectionError> {
        let one = |recording: Recording| -> Result<_, SelectionError> {
            let predicted = model.predict(&recording, x).map_err(EstimationError::from)?;
            let pairs = recording.effort.iter().zip(predicted);
            let left: Vec<Vec<f64>> =
                pairs.map(|(m, p)| m.iter().zip(p).map(|(m, p)| m - p).collect()).collect();
            Ok((recording, left))
        };
        filter.apply(logs)?.into_iter().map(one).collect()
    }

    /// Ripple that stands out of what a model leaves, joint by joint.
    pub fn ripples(
        &self,
        model: &Model,
        x: &[f64],
        filter: &MotionFilter,
        gear_ratios: &[f64],
    ) -> Result<Vec<FoundRipple>, SelectionError> {
        let logs = self.middles(SAMPLES);
        let left = self.left(model, x, filter, &logs)?;
        let turning: Vec<usize> = self
            .robot
            .driven_joints()
            .enumerate()
            .filter(|(_, j)| j.kind.turns())
            .map(|j| j.0)
            .collect();
        let count = turning.len();
        let of = |joint: usize| {
            let logs: Vec<Windows> =
                left.iter().map(|(r, left)| Windows::of(r, joint, &left[joint])).collect();
            let ratio = gear_ratios.get(joint).copied().filter(|r| *r > 0.0);
            let wave = peak(&logs, count, ratio)?;
            let falls = predicts(&logs, wave)?;
            Some(FoundRipple { joint, order: wave.order, delay: wave.delay, falls })
        };
        Ok(turning.into_par_iter().filter_map(of).collect())
    }

    /// Adds to rows what samples say about the ripple of joints that have one.
    pub fn widen(
        &self,
        rows: &mut RowSet,
        model: &Model,
        shape: &ModelShape,
        filter: &MotionFilter,
    ) -> Result<(), SelectionError> {
        let wave = |m: &FrictionModel| {
            let order = m.value("ripple", "order").filter(|order| *order > 0.0)?;
            Some(Wave { order, delay: m.value("ripple", "delay")? })
        };
        let rippled: Vec<(usize, Wave)> = (0..model.joints())
            .filter_map(|j| wave(shape.friction.of(j)).map(|wave| (j, wave)))
            .collect();
        if rippled.is_empty() {
            return Ok(());
        }
        let mut x = self.unknowns_of_rows(rows)?;
        let first = model.base().len();
        let waves = model.friction().iter().enumerate().filter(|(_, c)| c.law() == Some("ripple"));
        let waves: Vec<(usize, usize)> = waves
            .filter_map(|(k, c)| {
                (0..model.joints()).find(|&j| c.acts_on(j)).map(|j| (j, first + k))
            })
            .collect();
        waves.iter().for_each(|(_, k)| x[*k] = 0.0);
        let left = self.left(model, &x, filter, self.recordings)?;
        for (joint, wave) in rippled {
            let own: Vec<usize> = waves.iter().filter(|w| w.0 == joint).map(|w| w.1).collect();
            let [sine, cosine] = own[..] else { continue };
            for (recording, left) in &left {
                let windows = Windows::of(recording, joint, &left[joint]);
                let sums = windows.sums(wave);
                let sum = sums.iter().fold(WaveSums::default(), |sum, w| sum.plus(w));
                let Some(amplitudes) = sum.amplitudes() else { continue };
                let all: f64 = windows.all.iter().flat_map(|w| &w.e).map(|e| e * e).sum();
                let noise = ((all - sum.gain(amplitudes)) / windows.samples().max(1) as f64).sqrt();
                rows.widen(joint, [sine, cosine], &recording.name, &sums, noise, &x);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use armlab_random::Random;

    /// A swinging joint with waves and coloured noise.
    fn swinging(seed: u64, amplitude: f64) -> Windows {
        let mut random = Random::new(seed);
        let step = 0.01;
        let time: Vec<f64> = (0..6000).map(|k| f64::from(k) * step).collect();
        let phases: Vec<f64> = (0..4).map(|_| TAU * random.unit()).collect();
        let at = |t: f64, rate: bool| -> f64 {
            let term = |(k, p): (usize, &f64)| {
                let w = 0.4 * (k + 1) as f64;
                if rate { w * (w * t + p).cos() } else { (w * t + p).sin() }
            };
            0.6 * phases.iter().enumerate().map(term).sum::<f64>()
        };
        let mut noise = 0.0;
        let residual: Vec<f64> = time
            .iter()
            .map(|&t| {
                noise = 0.9 * noise + random.normal();
                amplitude * (320.0 * at(t, false) + 0.3).sin() + noise
            })
            .collect();
        let column = |rate: bool| vec![time.iter().map(|&t| at(t, rate)).collect::<Vec<f64>>()];
        let recording = Recording {
            name: "made".into(),
            step,
            start: 0.0,
            q: column(false),
            qd: column(true),
            qdd: vec![vec![0.0; time.len()]],
            effort: vec![residual.clone()],
            time,
            temperature: Vec::new(),
            cutoff: None,
            notes: Vec::new(),
        };
        Windows::of(&recording, 0, &residual)
    }

    #[test]
    fn waves_are_found_by_their_order_and_amplitude() {
        for seed in 0..10 {
            let logs = [swinging(seed, 1.0)];
            let wave = peak(&logs, 7, None).unwrap();
            assert!((wave.order - 320.0).abs() < 0.3, "{wave:?}");
            assert!(wave.delay.abs() < 5e-4, "{wave:?}");
            assert!(predicts(&logs, wave).is_some());
            let sums = logs[0].sums(Wave { order: 320.0, delay: 0.0 });
            let sum = sums.iter().fold(WaveSums::default(), |sum, w| sum.plus(w));
            let [s, c] = sum.amplitudes().unwrap();
            assert!((s.hypot(c) - 1.0).abs() < 0.15, "{s} {c}");
        }
    }

    #[test]
    fn a_gear_ratio_finds_weaker_waves_at_its_multiples_and_no_others() {
        let found = |ratio: Option<f64>| {
            let all =
                [0.06, 0.09, 0.12, 0.15].into_iter().flat_map(|a| (0..10).map(move |s| (s, a)));
            all.filter(|&(seed, a)| peak(&[swinging(seed, a)], 7, ratio).is_some()).count()
        };
        let (free, right, wrong) = (found(None), found(Some(160.0)), found(Some(123.0)));
        assert!(right > free && wrong == 0, "{free} {right} {wrong}");
    }

    #[test]
    fn noise_has_no_waves() {
        let found = (0..200).filter(|&seed| {
            let logs = [swinging(100 + seed, 0.0)];
            peak(&logs, 7, None).is_some_and(|wave| predicts(&logs, wave).is_some())
        });
        assert_eq!(found.count(), 0);
    }
}
