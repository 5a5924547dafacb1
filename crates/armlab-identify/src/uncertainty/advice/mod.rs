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
mod directions;
mod motion;
mod shares;
mod sizes;
mod words;

pub use candidates::{Move, SECONDS};
pub use directions::WeakDirection;
pub use motion::JointMotion;
pub use shares::Shares;

use super::inverse_root::without_rounding;
use crate::data::Data;
use crate::error::EstimationError;
use crate::estimate::Estimate;
use crate::solve::deviations_of;
use armlab_engine::robot::Joint;
use candidates::{spread, with_rows};
use directions::directions;
use rayon::prelude::*;
use sizes::{sizes, weights};
use words::{sentence, together};

/// A gentler motion is taken if it comes within this factor of the best.
const NEARLY_AS_GOOD: f64 = 1.5;
/// A motion that takes off less than this part of a deviation does not help.
const HELPS: f64 = 0.7;

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
///
/// # Panics
/// If the estimate is of another model.
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
    let triangle = without_rounding(&data.reduced.whole(&weights));
    let now = deviations_of(&triangle)?;
    let sizes = sizes(data, estimate);
    // The estimate's deviations hold for coloured residuals; those of further motion
    // are taken to exceed white ones by as much.
    let factors: Vec<f64> = (0..sizes.len())
        .map(|k| match (estimate.unknowns[k].deviation, now[k]) {
            (Some(own), Some(white)) if white > 0.0 && own > 0.0 => own / white,
            _ => 1.0,
        })
        .collect();
    let deviation = |white: &[Option<f64>], k: usize| white[k].map(|d| factors[k] * d);
    let relative = |k: usize| match deviation(&now, k) {
        Some(d) if sizes[k] > 0.0 => d / sizes[k],
        _ => f64::INFINITY,
    };
    let mut order: Vec<usize> =
        (0..sizes.len()).filter(|&k| relative(k) > settings.tolerable).collect();
    order.sort_by(|a, b| relative(*b).total_cmp(&relative(*a)));
    order.truncate(settings.most);
    let names = model.names();
    let directions = directions(&names, &triangle.r(), settings)?;
    let Some(samples) = spread(data.recordings).filter(|_| !order.is_empty()) else {
        let sentences = vec!["the log determines all unknowns well".to_string()];
        return Ok(MotionAdvice { joints: motions, weak: Vec::new(), directions, sentences });
    };
    let shares = shares::shares(model, &samples, &weights)?;
    let logs = data.rows.map_or(&[][..], |r| &r.report().logs[..]);
    let spacing = logs.first().map_or(samples.step, |l| l.spacing);
    // Deviations that a motion would leave; none where the robot cannot do it.
    let outlook = |of: Move| -> Outlook {
        let motion = of.recording(data.recordings, &motions)?;
        let all = with_rows(model, &triangle, &motion, &weights, spacing).ok()?;
        deviations_of(&all).ok()
    };
    let tried: Vec<(Move, Outlook)> =
        Move::all(&driven, &motions).into_par_iter().map(|m| (m, outlook(m))).collect();
    let weak: Vec<WeakUnknown> = order
        .into_par_iter()
        .map(|k| {
            let target = settings.tolerable * sizes[k];
            let remedy = remedy(k, factors[k], deviation(&now, k), target, &tried, &outlook);
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

/// Deviations that a motion would leave; none if the robot cannot do it.
type Outlook = Option<Vec<Option<f64>>>;

/// The gentlest motion that helps, no larger than it need be.
fn remedy(
    k: usize,
    factor: f64,
    now: Option<f64>,
    target: f64,
    tried: &[(Move, Outlook)],
    outlook: &dyn Fn(Move) -> Outlook,
) -> Option<(Move, f64)> {
    let left = |s: &Outlook| s.as_ref().and_then(|s| s[k]).map(|d| factor * d);
    let found: Vec<(Move, f64)> =
        tried.iter().filter_map(|(m, s)| left(s).map(|d| (*m, d))).collect();
    let best = found.iter().map(|f| f.1).fold(f64::INFINITY, f64::min);
    if !best.is_finite() || now.is_some_and(|now| best > HELPS * now) {
        return None;
    }
    let enough = (NEARLY_AS_GOOD * best).max(target);
    let enough = now.map_or(enough, |now| enough.min(HELPS * now));
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
