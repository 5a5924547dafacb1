//! The faults that are tried, simple ones first, then those with a value to be found.

use super::change::Change;
use super::fault::{Fault, FaultKind};
use super::search::{Score, Search};
use crate::spatial::{Vec3, vec3};
use rayon::prelude::*;
use std::f64::consts::PI;

/// Standard gravity, m/s².
const G: f64 = 9.81;
/// Factors that are units, and how near a found factor must be to one.
const UNITS: [f64; 4] = [1e-3, 1e3, PI / 180.0, 180.0 / PI];
const NEAR: f64 = 0.08;
/// Angles by which zeros are moved at first, in degrees.
const ANGLES: [f64; 11] = [90.0, -90.0, 180.0, 5.0, -5.0, 15.0, -15.0, 45.0, -45.0, 135.0, -135.0];
/// A found angle this near to a right one is that, rad.
const RIGHT: f64 = 0.06;
/// Half the width of the search about the best of these angles, rad.
const WIDE: f64 = 0.45;
/// Joints whose zero is looked for exactly.
const REFINED: usize = 3;

/// Every fault that was tried, with its score.
pub(super) fn tried(search: &Search, none: &Score) -> Vec<(Fault, Score)> {
    let n = search.joints();
    let mut all = search.scores(simple(n, &search.turns));
    all.extend(search.scores(search.couplings()));
    all.extend(gains(search));
    all.extend(zeros(search));
    all.extend(gravities(search, none));
    all.extend(delays(search));
    all.extend(inertials(search));
    all
}

/// Signs, units and exchanged columns.
fn simple(n: usize, turns: &[bool]) -> Vec<Fault> {
    let none = || Change::none(n);
    let mut all = vec![Fault::new(FaultKind::EffortSign, &[], -1.0, none().all_efforts(-1.0))];
    for unit in [1e-3, 1e3] {
        all.push(Fault::new(FaultKind::EffortUnit, &[], unit, none().all_efforts(unit)));
    }
    let degrees = |change: Change, j: usize| {
        change.position(j, if turns[j] { PI / 180.0 } else { 1e-3 }, 0.0)
    };
    let everywhere = (0..n).fold(none(), degrees);
    all.push(Fault::new(FaultKind::PositionUnit, &[], PI / 180.0, everywhere));
    for j in 0..n {
        all.push(Fault::new(FaultKind::EffortSign, &[j], -1.0, none().effort(j, -1.0)));
        let flipped = none().position(j, -1.0, 0.0);
        all.push(Fault::new(FaultKind::AxisSign, &[j], -1.0, flipped.clone().effort(j, -1.0)));
        all.push(Fault::new(FaultKind::PositionSign, &[j], -1.0, flipped));
        let unit = if turns[j] { PI / 180.0 } else { 1e-3 };
        for factor in [unit, 1.0 / unit] {
            let change = none().position(j, factor, 0.0);
            all.push(Fault::new(FaultKind::PositionUnit, &[j], factor, change));
        }
        for factor in UNITS {
            all.push(Fault::new(FaultKind::EffortUnit, &[j], factor, none().effort(j, factor)));
        }
        for k in 0..j {
            let pair = [k, j];
            let efforts = none().swap_efforts(k, j);
            all.push(Fault::new(FaultKind::SwappedEfforts, &pair, 0.0, efforts.clone()));
            if turns[j] == turns[k] {
                let positions = none().swap_positions(k, j);
                all.push(Fault::new(FaultKind::SwappedPositions, &pair, 0.0, positions));
                let both = efforts.swap_positions(k, j);
                all.push(Fault::new(FaultKind::SwappedJoints, &pair, 0.0, both));
            }
        }
    }
    all
}

/// Factors of efforts, of each joint and of all.
fn gains(search: &Search) -> Vec<(Fault, Score)> {
    let n = search.joints();
    let of = |joint: Option<usize>| {
        let change = |log: f64| match joint {
            Some(j) => Change::none(n).effort(j, log.exp()),
            None => Change::none(n).all_efforts(log.exp()),
        };
        let coarse = (-7..=7).map(f64::from);
        let at = |x: &f64| search.score(&change(*x)).map_or(f64::INFINITY, |s| s.total);
        let start = coarse.min_by(|a, b| at(a).total_cmp(&at(b)))?;
        let (log, _) = search.least(start - 1.0, start + 1.0, change);
        let factor = log.exp();
        let unit = UNITS.iter().any(|u| (factor / u - 1.0).abs() < NEAR);
        if unit || (factor - 1.0).abs() < 0.03 {
            return None;
        }
        let kind = if joint.is_some() { FaultKind::DriveGain } else { FaultKind::EffortScale };
        let joints: Vec<usize> = joint.into_iter().collect();
        let score = search.score(&change(log))?;
        Some((Fault::new(kind, &joints, factor, change(log)), score))
    };
    let all = search.is_described().then_some(None).into_iter();
    let all: Vec<Option<usize>> = all.chain((0..n).map(Some)).collect();
    all.into_par_iter().filter_map(of).collect()
}

/// Zeros of joints that turn: right angles, and the best angle of the joints that gain most.
fn zeros(search: &Search) -> Vec<(Fault, Score)> {
    let n = search.joints();
    let shifted = |j: usize, angle: f64| Change::none(n).position(j, 1.0, angle);
    let fault =
        |j: usize, angle: f64| Fault::new(FaultKind::ZeroOffset, &[j], angle, shifted(j, angle));
    let joints = (0..n).filter(|&j| search.turns[j]);
    let coarse = joints.flat_map(|j| ANGLES.map(|a| fault(j, a.to_radians()))).collect();
    let mut tried = search.scores(coarse);
    tried.sort_by(|a, b| a.1.total.total_cmp(&b.1.total));
    let mut best: Vec<(usize, f64)> = Vec::new();
    for (fault, _) in &tried {
        if let Some(&j) = fault.joints.first()
            && best.len() < REFINED
            && best.iter().all(|b| b.0 != j)
        {
            best.push((j, fault.value));
        }
    }
    let refined = best.into_par_iter().filter_map(|(j, start)| {
        let (angle, _) = search.least(start - WIDE, start + WIDE, |a| shifted(j, a));
        let right = (angle / (0.5 * PI)).round() * 0.5 * PI;
        let off = (angle - right).abs() > RIGHT && angle.abs() > 0.02;
        off.then(|| search.score(&shifted(j, angle)).map(|s| (fault(j, angle), s))).flatten()
    });
    let refined: Vec<(Fault, Score)> = refined.collect();
    let right = |f: &Fault| (f.value / (0.5 * PI)).fract().abs() < 1e-9;
    tried.retain(|(f, _)| right(f));
    tried.extend(refined);
    tried
}

/// Directions of gravity: the axes, and the one that fits best.
fn gravities(search: &Search, none: &Score) -> Vec<(Fault, Score)> {
    let fault = |g: Vec3<f64>| {
        let change = Change { gravity: Some(g), ..Change::none(search.joints()) };
        Fault::new(FaultKind::Gravity, &[], 0.0, change)
    };
    let own = search.robot.gravity();
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let mut directions: Vec<Vec3<f64>> = Vec::new();
    for [x, y, z] in axes {
        directions.extend([vec3(G * x, G * y, G * z), vec3(-G * x, -G * y, -G * z)]);
    }
    directions.retain(|d| (*d - own).norm() > 0.2 * G);
    if let Some(g) = search.fitted_gravity()
        && g.norm() > 0.3 * G
    {
        let scaled = Vec3::from(g.to_array().map(|x| x * G / g.norm()));
        if directions.iter().all(|d| (*d - scaled).norm() > 0.15 * G)
            && (scaled - own).norm() > 0.05 * G
        {
            directions.push(scaled);
        }
    }
    let mut tried = search.scores(directions.into_iter().map(fault).collect());
    let best = tried.iter().min_by(|a, b| a.1.total.total_cmp(&b.1.total));
    if let Some((best, score)) = best.filter(|_| !search.is_described())
        && score.total < 0.9 * none.total
        && let Some(start) = best.gravity
    {
        tried.extend(tilted(search, start, &fault));
    }
    tried
}

/// The direction of gravity that fits best, m/s²: one of the axes, or between them.
pub(super) fn likely_gravity(search: &Search) -> Option<Vec3<f64>> {
    let n = search.joints();
    let fault = |g: Vec3<f64>| {
        let change = Change { gravity: Some(g), ..Change::none(n) };
        Fault::new(FaultKind::Gravity, &[], 0.0, change)
    };
    let axes = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
    let both = |[x, y, z]: [f64; 3]| [vec3(G * x, G * y, G * z), vec3(-G * x, -G * y, -G * z)];
    let mut directions: Vec<Vec3<f64>> = axes.into_iter().flat_map(both).collect();
    directions.extend(search.fitted_gravity().filter(|g| g.norm() > 0.3 * G));
    let tried = search.scores(directions.into_iter().map(fault).collect());
    let (best, score) = tried.into_iter().min_by(|a, b| a.1.total.total_cmp(&b.1.total))?;
    let start = best.gravity?;
    let between = tilted(search, start, &fault).filter(|(_, s)| s.total < score.total);
    Some(between.and_then(|(f, _)| f.gravity).unwrap_or(start))
}

/// A direction between the axes, where no description says which.
fn tilted(
    search: &Search,
    start: Vec3<f64>,
    fault: &dyn Fn(Vec3<f64>) -> Fault,
) -> Option<(Fault, Score)> {
    let mut best: Option<(Fault, Score)> = None;
    let mut centre = start;
    for step in [0.5, 0.25, 0.12, 0.06, 0.03] {
        let steps = [[1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let around = steps.iter().flat_map(|[x, y, z]| {
            [G * step, -G * step].map(|s| {
                let moved = centre + vec3(s * x, s * y, s * z);
                Vec3::from(moved.to_array().map(|c| c * G / moved.norm()))
            })
        });
        let scores = search.scores(around.map(fault).collect());
        let found = scores.into_iter().min_by(|a, b| a.1.total.total_cmp(&b.1.total))?;
        if best.as_ref().is_none_or(|b| found.1.total < b.1.total) {
            centre = found.0.gravity?;
            best = Some(found);
        }
    }
    best
}

/// Efforts that come late or early.
fn delays(search: &Search) -> Option<(Fault, Score)> {
    let n = search.joints();
    let change = |delay: f64| Change { delay, ..Change::none(n) };
    let longest = search.samples.longest_delay();
    let steps = [0.002_f64, 0.005, 0.01, 0.02, 0.035, 0.05, 0.075, 0.1, 0.15, 0.2];
    let both = steps.iter().flat_map(|s| [*s, -*s]).filter(|s| s.abs() < longest);
    let at = |x: &f64| search.score(&change(*x)).map_or(f64::INFINITY, |s| s.total);
    let start = both.min_by(|a, b| at(a).total_cmp(&at(b)))?;
    let (delay, _) = search.least(start - 0.5 * start.abs(), start + 0.5 * start.abs(), change);
    let score = search.score(&change(delay))?;
    Some((Fault::new(FaultKind::Delay, &[], delay, change(delay)), score))
}

/// A payload, and a description that is wrong altogether.
fn inertials(search: &Search) -> Vec<(Fault, Score)> {
    if !search.is_described() {
        return Vec::new();
    }
    let n = search.joints();
    let loaded = Change { payload: true, ..Change::none(n) };
    let without = Change { without_description: true, ..Change::none(n) };
    let mut all = search.scores(vec![
        Fault::new(FaultKind::Payload, &[], 0.0, loaded),
        Fault::new(FaultKind::Description, &[], 0.0, without),
    ]);
    all.iter_mut()
        .filter(|(f, _)| f.kind == FaultKind::Payload)
        .for_each(|(f, s)| f.value = s.payload);
    all
}
