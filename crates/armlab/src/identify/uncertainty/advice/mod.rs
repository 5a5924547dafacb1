//! What further motion would help: the unknowns that a log determines worst, why,
//! and what to record next.
//!
//! The log's rows, each joint's over its noise, leave a triangle `R`. With columns
//! of length one its small singular values are combinations of unknowns that the
//! motion tells apart badly ([`WeakDirection`]); deviations follow from all of
//! them. For each unknown that is known badly, motions that could be recorded in
//! ten seconds are tried by adding their rows ([`candidates`]), and the gentlest
//! one that helps is put into words.

mod candidates;
mod motion;
mod shares;

pub use candidates::{Move, SECONDS};
pub use motion::JointMotion;
pub use shares::Shares;

use crate::identify::estimate::{Estimate, Status};
use crate::identify::estimators::{Data, EstimationError};
use crate::identify::solve::{Solution, solve};
use armlab_dense::{Matrix, norm};
use armlab_engine::robot::Joint;
use armlab_engine::text::significant;
use candidates::{spread, with_rows};
use rayon::prelude::*;

/// Less of an unknown in the data than this, and it was not excited.
const SEEN: f64 = 0.5;
/// A gentler motion is taken if it comes within this factor of the best.
const NEARLY_AS_GOOD: f64 = 1.5;
/// A motion that takes off less than this part of a deviation does not help.
const HELPS: f64 = 0.7;
/// Entries of a weak direction smaller than this are not named.
const NAMED: f64 = 0.25;

/// What counts as badly known.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AdviceSettings {
    /// A deviation larger than this part of an unknown's size is bad.
    pub tolerable: f64,
    /// Unknowns that are advised on at most.
    pub most: usize,
    /// Singular values below this part of the largest are weak directions.
    pub weak: f64,
}

impl Default for AdviceSettings {
    fn default() -> Self {
        Self { tolerable: 0.1, most: 6, weak: 0.02 }
    }
}

/// An unknown that the log determines badly.
#[derive(Clone, Debug, PartialEq)]
pub struct WeakUnknown {
    /// Its index among the model's unknowns.
    pub index: usize,
    /// Name.
    pub name: String,
    /// Unit.
    pub unit: String,
    /// The size that a deviation is held against.
    pub size: f64,
    /// Standard deviation; `None` if the log does not show the unknown.
    pub deviation: Option<f64>,
    /// Through what it shows in this log.
    pub shares: Shares,
    /// The motion that would help, and the deviation it would leave.
    pub remedy: Option<(Move, f64)>,
    /// All of this in a sentence.
    pub sentence: String,
}

/// A combination of unknowns that the motion tells badly.
#[derive(Clone, Debug, PartialEq)]
pub struct WeakDirection {
    /// Singular value over the largest, columns of length one.
    pub strength: f64,
    /// Unknowns and their parts, the largest first.
    pub terms: Vec<(String, f64)>,
    /// In a sentence.
    pub sentence: String,
}

/// What a log lacks.
#[derive(Clone, Debug, PartialEq)]
pub struct MotionAdvice {
    /// What each driven joint did.
    pub joints: Vec<JointMotion>,
    /// Unknowns that are known badly, the worst first.
    pub weak: Vec<WeakUnknown>,
    /// Directions that are told badly, the weakest first.
    pub directions: Vec<WeakDirection>,
    /// What to do, one sentence per motion, with all unknowns that it would serve.
    pub sentences: Vec<String>,
}

/// Says what further motion would help an estimate.
pub fn motion_advice(
    data: &Data,
    estimate: &Estimate,
    settings: &AdviceSettings,
) -> Result<MotionAdvice, EstimationError> {
    let model = data.model;
    let driven: Vec<&Joint> = model.robot().driven_joints().collect();
    let motions: Vec<JointMotion> = driven
        .iter()
        .enumerate()
        .map(|(j, joint)| JointMotion::of(joint, j, data.recordings))
        .collect();
    let weights = weights(data, estimate);
    let triangle = data.reduced.whole(&weights);
    let now = solve(&triangle, &data.prior)?;
    let sizes = sizes(data, estimate);
    let relative = |k: usize| match deviation(&now, k) {
        Some(d) if sizes[k] > 0.0 => d / sizes[k],
        _ => f64::INFINITY,
    };
    let mut order: Vec<usize> =
        (0..sizes.len()).filter(|&k| relative(k) > settings.tolerable).collect();
    order.sort_by(|a, b| relative(*b).total_cmp(&relative(*a)));
    order.truncate(settings.most);
    let directions = directions(data, &triangle.r(), settings)?;
    let Some(samples) = spread(data.recordings).filter(|_| !order.is_empty()) else {
        let sentences = vec!["the log determines all unknowns well".to_string()];
        return Ok(MotionAdvice { joints: motions, weak: Vec::new(), directions, sentences });
    };
    let shares = shares::shares(model, &samples, &weights)?;
    // Deviations that a motion would leave; none where the robot cannot do it.
    let outlook = |of: Move| -> Option<Solution> {
        let motion = of.recording(data.recordings, &motions)?;
        let all = with_rows(model, &triangle, &motion, &weights).ok()?;
        solve(&all, &data.prior).ok()
    };
    let tried: Vec<(Move, Option<Solution>)> =
        Move::all(&driven).into_par_iter().map(|m| (m, outlook(m))).collect();
    let names = model.names();
    let weak: Vec<WeakUnknown> = order
        .into_par_iter()
        .map(|k| {
            let target = settings.tolerable * sizes[k];
            let remedy = remedy(k, deviation(&now, k), target, &tried, &outlook);
            let mut weak = WeakUnknown {
                index: k,
                name: names[k].clone(),
                unit: estimate.unknowns[k].unit.clone(),
                size: sizes[k],
                deviation: deviation(&now, k),
                shares: shares[k],
                remedy,
                sentence: String::new(),
            };
            weak.sentence = sentence(&weak, &motions);
            weak
        })
        .collect();
    let sentences = together(&weak, &motions);
    Ok(MotionAdvice { joints: motions, weak, directions, sentences })
}

/// One over each joint's noise.
fn weights(data: &Data, estimate: &Estimate) -> Vec<f64> {
    let reduced = data.reduced;
    let efforts = reduced.effort_squares(0..reduced.segments());
    (0..reduced.joints())
        .map(|j| {
            let typical = (efforts[j] / reduced.rows(j).max(1) as f64).sqrt();
            // A joint that is fitted exactly would outweigh all others.
            let noise = estimate.noise[j].max(1e-6 * typical);
            if noise > 0.0 { 1.0 / noise } else { 1.0 }
        })
        .collect()
}

/// Sizes that deviations are held against: the larger of the estimate and of the
/// terms that an unknown combines, so that sums that happen to vanish have one.
fn sizes(data: &Data, estimate: &Estimate) -> Vec<f64> {
    let base = data.model.base();
    let prior = base.prior();
    let known = |u: &crate::identify::ParameterEstimate| match u.status {
        Status::NotExcited => 0.0,
        _ => u.value.abs(),
    };
    let terms = |k: usize| match base.parameters.get(k) {
        Some(parameter) => {
            parameter.combination.iter().map(|&(i, f)| (f * prior[i]).powi(2)).sum::<f64>().sqrt()
        }
        None => 0.0,
    };
    estimate.unknowns.iter().enumerate().map(|(k, u)| known(u).max(terms(k))).collect()
}

fn deviation(solution: &Solution, k: usize) -> Option<f64> {
    (solution.seen[k] >= SEEN).then(|| solution.covariance.at(k, k).max(0.0).sqrt())
}

/// The gentlest motion that helps, no larger than it need be.
fn remedy(
    k: usize,
    now: Option<f64>,
    target: f64,
    tried: &[(Move, Option<Solution>)],
    outlook: &dyn Fn(Move) -> Option<Solution>,
) -> Option<(Move, f64)> {
    let left = |s: &Option<Solution>| s.as_ref().and_then(|s| deviation(s, k));
    let found: Vec<(Move, f64)> =
        tried.iter().filter_map(|(m, s)| left(s).map(|d| (*m, d))).collect();
    let best = found.iter().map(|f| f.1).fold(f64::INFINITY, f64::min);
    if !best.is_finite() || now.is_some_and(|now| best > HELPS * now) {
        return None;
    }
    let enough = (NEARLY_AS_GOOD * best).max(target);
    let (mut chosen, mut left_over) = found.into_iter().find(|f| f.1 <= enough)?;
    for _ in 0..3 {
        let smaller = chosen.scaled(0.5);
        match left(&outlook(smaller)) {
            Some(d) if d <= enough => (chosen, left_over) = (smaller, d),
            _ => break,
        }
    }
    Some((chosen, left_over))
}

/// Singular directions of the triangle with columns of length one.
fn directions(
    data: &Data,
    r: &Matrix,
    settings: &AdviceSettings,
) -> Result<Vec<WeakDirection>, EstimationError> {
    let n = r.columns();
    let lengths: Vec<f64> = (0..n).map(|j| norm(r.column(j))).collect();
    let scale = |j: usize| if lengths[j] > 0.0 { 1.0 / lengths[j] } else { 0.0 };
    let svd = Matrix::from_fn(n, n, |i, j| r.at(i, j) * scale(j)).svd()?;
    let largest = svd.values.first().copied().unwrap_or(0.0);
    let names = data.model.names();
    let mut weak = Vec::new();
    for k in (0..n).rev().take_while(|&k| svd.values[k] < settings.weak * largest) {
        let mut terms: Vec<(String, f64)> = (0..n)
            .map(|i| (names[i].clone(), svd.v.at(i, k)))
            .filter(|t| t.1.abs() >= NAMED)
            .collect();
        terms.sort_by(|a, b| b.1.abs().total_cmp(&a.1.abs()));
        let list: Vec<&str> = terms.iter().map(|t| t.0.as_str()).collect();
        let strength = svd.values[k] / largest;
        let sentence = match list[..] {
            [] => "many unknowns together are hardly told apart".to_string(),
            [one] => format!("{one} hardly shows"),
            [ref first @ .., last] => {
                format!("{} and {last} are hardly told apart", first.join(", "))
            }
        };
        weak.push(WeakDirection { strength, terms, sentence });
    }
    weak.truncate(settings.most);
    Ok(weak)
}

fn known(unknown: &WeakUnknown, deviation: Option<f64>) -> String {
    match deviation {
        None => "not seen".into(),
        Some(d) if unknown.size > 0.0 => {
            format!("± {} %", significant(100.0 * d / unknown.size, 2))
        }
        Some(d) => format!("± {} {}", significant(d, 2), unknown.unit),
    }
}

fn sentence(unknown: &WeakUnknown, motions: &[JointMotion]) -> String {
    let Shares { pose, speed, acceleration, .. } = unknown.shares;
    let through = [(pose, "the pose"), (speed, "speed"), (acceleration, "acceleration")];
    let most = through.iter().max_by(|a, b| a.0.total_cmp(&b.0));
    let shows = match most {
        Some((share, word)) if *share > 0.0 => {
            format!("shows through {word} for {:.0} %", 100.0 * share)
        }
        _ => "does not show at all".to_string(),
    };
    let now = known(unknown, unknown.deviation);
    let name = &unknown.name;
    match unknown.remedy {
        Some((remedy, left)) => format!(
            "{name} is known badly ({now}; it {shows}): {}, which would leave {}",
            remedy.words(motions),
            known(unknown, Some(left))
        ),
        None => format!(
            "{name} is known badly ({now}; it {shows}), and no motion of a single joint helps much: \
             move longer, and several joints at once"
        ),
    }
}

/// One sentence per motion, the unknowns that it serves named together.
fn together(weak: &[WeakUnknown], motions: &[JointMotion]) -> Vec<String> {
    let mut groups: Vec<(Move, Vec<String>)> = Vec::new();
    let mut hopeless: Vec<&str> = Vec::new();
    for unknown in weak {
        let Some((remedy, left)) = unknown.remedy else {
            hopeless.push(&unknown.name);
            continue;
        };
        let served = format!(
            "{} ({} to {})",
            unknown.name,
            known(unknown, unknown.deviation),
            known(unknown, Some(left))
        );
        let same = |m: &Move| {
            m.joint() == remedy.joint()
                && std::mem::discriminant(m) == std::mem::discriminant(&remedy)
        };
        match groups.iter_mut().find(|g| same(&g.0)) {
            Some(group) => group.1.push(served),
            None => groups.push((remedy, vec![served])),
        }
    }
    let mut all: Vec<String> = groups
        .iter()
        .map(|(remedy, served)| {
            format!(
                "{}; {SECONDS:.0} s of it would help {}",
                remedy.words(motions),
                served.join(", ")
            )
        })
        .collect();
    if !hopeless.is_empty() {
        all.push(format!(
            "no motion of a single joint helps {} much: move longer, and several joints at once",
            hopeless.join(", ")
        ));
    }
    all
}
