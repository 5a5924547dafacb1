//! How far single parameters could be off although all efforts are the same.
//!
//! Efforts tell base parameters `P π` only. What is known of the links beforehand
//! ([`Conditions`]) limits the rest: the least and the greatest value of every
//! unknown are two linear programmes,
//!
//! ```text
//! min / max π_i   subject to   |P π − β̂| ≤ k sd(β̂),   l ≤ C π ≤ u
//! ```
//!
//! (as Rosyid & El-Khasawneh's machine needs, whose 13 parameters have 9 base
//! parameters). With `k = 0` base parameters are taken at their estimates; with
//! `k > 0` each may move by itself, which is wider than their joint region.

use super::conditions::{Condition, Conditions};
use super::feasible_set::FeasibleSet;
use crate::estimate::{Estimate, Status};
use crate::problem::Model;
use armlab_dense::NoConvergence;
use armlab_engine::base::BaseParameters;
use armlab_engine::robot::Robot;
use armlab_engine::text::significant;
use armlab_optimize::LinearProgrammeError;
use armlab_progress::{Cancelled, Progress};
use rayon::prelude::*;
use thiserror::Error;

/// Intervals narrower than this, in the same units, are points.
const POINT: f64 = 1e-7;

/// Why there are no intervals.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum IntervalError {
    /// No links at all satisfy the conditions.
    #[error(
        "no links fit the efforts and these conditions together: {}; loosen one of them, or allow the base parameters more room",
        .culprits.join("; ")
    )]
    Contradiction {
        /// Conditions that cannot hold together; those that are ranges with what
        /// they are missed by if all are missed alike.
        culprits: Vec<String>,
    },
    /// The singular values.
    #[error(transparent)]
    Singular(#[from] NoConvergence),
    /// The programme.
    #[error("limits of `{unknown}`: {source}")]
    Programme {
        /// The unknown.
        unknown: String,
        /// Why.
        source: LinearProgrammeError,
    },
    /// Cancelled.
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

/// The range of one unknown.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterInterval {
    /// Name.
    pub name: String,
    /// Unit.
    pub unit: String,
    /// The estimate's value, one of many if the interval is wide.
    pub value: f64,
    /// Least value that gives the same efforts; −∞ if nothing limits it.
    pub lower: f64,
    /// Greatest value; ∞ if nothing limits it.
    pub upper: f64,
    /// In a sentence.
    pub sentence: String,
}

/// Ranges of all unknowns that base parameters combine.
#[derive(Clone, Debug, PartialEq)]
pub struct Intervals {
    /// In the order of [`BaseParameters::unknowns`].
    pub parameters: Vec<ParameterInterval>,
    /// How many standard deviations base parameters were allowed.
    pub deviations: f64,
}

/// Ranges of the unknowns for an estimate, with base parameters within
/// `deviations` standard deviations of it.
///
/// # Panics
/// If the estimate is of another model.
pub fn intervals(
    model: &Model,
    estimate: &Estimate,
    conditions: &Conditions,
    deviations: f64,
    progress: &Progress,
) -> Result<Intervals, IntervalError> {
    let (robot, base) = (model.robot(), model.base());
    let fixed = base.parameters.iter().zip(&estimate.unknowns).filter_map(|(b, unknown)| {
        // What the log did not excite limits nothing.
        if unknown.status == Status::NotExcited {
            return None;
        }
        let room = deviations.max(0.0) * unknown.deviation.unwrap_or(0.0);
        Some(Condition {
            name: match room > 0.0 {
                true => format!("{} = {} ± {}", b.name, four(unknown.value), four(room)),
                false => format!("{} = {}", b.name, four(unknown.value)),
            },
            terms: b.combination.clone(),
            lower: unknown.value - room,
            upper: unknown.value + room,
        })
    });
    let values = base.unknown_values(robot, &estimate.link_values);
    of(robot, base, &values, fixed.collect(), conditions, deviations, progress)
}

/// Ranges of the unknowns around the description's own values, with base
/// parameters as they are there.
pub fn intervals_of_description(
    robot: &Robot,
    base: &BaseParameters,
    conditions: &Conditions,
) -> Result<Intervals, IntervalError> {
    let fixed = base.parameters.iter().map(|b| Condition {
        name: format!("{} = {}", b.name, four(b.value)),
        terms: b.combination.clone(),
        lower: b.value,
        upper: b.value,
    });
    of(robot, base, &base.prior(), fixed.collect(), conditions, 0.0, &Progress::none())
}

fn of(
    robot: &Robot,
    base: &BaseParameters,
    values: &[f64],
    mut all: Vec<Condition>,
    conditions: &Conditions,
    deviations: f64,
    progress: &Progress,
) -> Result<Intervals, IntervalError> {
    all.extend(conditions.all.iter().cloned());
    let sizes = sizes(robot, base);
    let set = FeasibleSet::of(&all, values, &sizes)?;
    let parameters = (0..values.len())
        .into_par_iter()
        .map(|k| {
            progress.check()?;
            let (name, unit) = (&base.unknowns[k], &base.units[k]);
            let (lower, upper, sentence) = if base.moves()[k].is_empty() {
                let sentence = format!("{name} is taken as known");
                (values[k], values[k], sentence)
            } else {
                let (lower, upper) = set
                    .range(k)
                    .map_err(|source| IntervalError::Programme { unknown: name.clone(), source })?;
                let width = (upper - lower) / sizes[k];
                (lower, upper, sentence(name, unit, lower, upper, width))
            };
            let (name, unit, value) = (name.clone(), unit.clone(), values[k]);
            Ok(ParameterInterval { name, unit, value, lower, upper, sentence })
        })
        .collect::<Result<_, IntervalError>>()?;
    Ok(Intervals { parameters, deviations })
}

/// Sizes of unknowns by their units, so that all are of order one.
fn sizes(robot: &Robot, base: &BaseParameters) -> Vec<f64> {
    let described = robot.parameter_values();
    let masses = described.chunks(10).take(robot.links().len()).map(|c| c[0].abs());
    let mass = masses.fold(0.0_f64, f64::max);
    let mass = if mass > 0.0 { mass } else { 1.0 };
    let offsets = robot.joints().iter().map(|j| j.origin.translation.norm());
    let length = offsets.fold(0.0_f64, f64::max);
    let length = if length > 0.0 { length } else { 1.0 };
    let size = |unit: &String| match unit.as_str() {
        "kg m" => mass * length,
        "kg m²" => mass * length * length,
        _ => mass,
    };
    base.units.iter().map(size).collect()
}

fn sentence(name: &str, unit: &str, lower: f64, upper: f64, width: f64) -> String {
    let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
    match (lower.is_finite(), upper.is_finite()) {
        (true, true) if width <= POINT => {
            format!("{name} is {}{unit}", four(0.5 * (lower + upper)))
        }
        (true, true) => {
            format!("{name} may be anything from {} to {}{unit}", four(lower), four(upper))
        }
        (true, false) => {
            format!("{name} is at least {}{unit}, and nothing limits it above", four(lower))
        }
        (false, true) => {
            format!("{name} is at most {}{unit}, and nothing limits it below", four(upper))
        }
        (false, false) => format!("nothing limits {name}"),
    }
}

fn four(x: f64) -> String {
    significant(x, 4)
}
