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
use crate::identify::base::BaseParameters;
use crate::identify::estimate::{Estimate, Status};
use crate::identify::problem::Model;
use armlab_dense::Matrix;
use armlab_engine::robot::Robot;
use armlab_engine::text::significant;
use armlab_optimize::{LinearProgrammeError, Polyhedron};
use rayon::prelude::*;
use thiserror::Error;

/// Conditions that are missed by more than this, in units in which parameters are
/// of order one, contradict each other.
const MISSED: f64 = 1e-8;
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
        /// Conditions that cannot hold together.
        culprits: Vec<String>,
    },
    /// The programme.
    #[error("limits of `{unknown}`: {source}")]
    Programme {
        /// The unknown.
        unknown: String,
        /// Why.
        source: LinearProgrammeError,
    },
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
    of(robot, base, &values, fixed.collect(), conditions, deviations)
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
    of(robot, base, &base.prior(), fixed.collect(), conditions, 0.0)
}

fn of(
    robot: &Robot,
    base: &BaseParameters,
    values: &[f64],
    mut all: Vec<Condition>,
    conditions: &Conditions,
    deviations: f64,
) -> Result<Intervals, IntervalError> {
    all.extend(conditions.all.iter().cloned());
    let programme = Programme::of(&all, &sizes(robot, base));
    let start = programme.feasible(values, &all)?;
    let parameters = (0..values.len())
        .into_par_iter()
        .map(|k| {
            let (name, unit) = (&base.unknowns[k], &base.units[k]);
            let (lower, upper, sentence) = if base.moves()[k].is_empty() {
                let sentence = format!("{name} is taken as known");
                (values[k], values[k], sentence)
            } else {
                let (lower, upper) = programme.range(k, &start, name)?;
                let width = (upper - lower) / programme.sizes[k];
                (lower, upper, sentence(name, unit, lower, upper, width))
            };
            let (name, unit, value) = (name.clone(), unit.clone(), values[k]);
            Ok(ParameterInterval { name, unit, value, lower, upper, sentence })
        })
        .collect::<Result<_, _>>()?;
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

/// The conditions in units of the unknowns' sizes, rows of length one.
struct Programme {
    polyhedron: Polyhedron,
    sizes: Vec<f64>,
}

impl Programme {
    fn of(conditions: &[Condition], sizes: &[f64]) -> Self {
        let mut rows = Matrix::zeros(conditions.len(), sizes.len());
        let (mut lower, mut upper) = (Vec::new(), Vec::new());
        for (row, condition) in conditions.iter().enumerate() {
            let square = condition.terms.iter().map(|&(i, f)| (f * sizes[i]).powi(2)).sum::<f64>();
            let length = if square > 0.0 { square.sqrt() } else { 1.0 };
            for &(i, factor) in &condition.terms {
                rows.set(row, i, rows.at(row, i) + factor * sizes[i] / length);
            }
            lower.push(condition.lower / length);
            upper.push(condition.upper / length);
        }
        Self { polyhedron: Polyhedron { rows, lower, upper }, sizes: sizes.to_vec() }
    }

    /// A point that satisfies all conditions, or those that cannot hold together:
    /// `min t` with every condition missed by at most `t`. At the optimum, conditions
    /// with multipliers prove that it cannot be less (Farkas' lemma).
    fn feasible(&self, values: &[f64], all: &[Condition]) -> Result<Vec<f64>, IntervalError> {
        let (m, n) = (self.polyhedron.rows.rows(), self.sizes.len());
        let mut z: Vec<f64> = values.iter().zip(&self.sizes).map(|(v, s)| v / s).collect();
        let at = self.polyhedron.rows.times_vector(&z);
        let miss = (0..m)
            .map(|r| (self.polyhedron.lower[r] - at[r]).max(at[r] - self.polyhedron.upper[r]))
            .fold(0.0_f64, f64::max);
        if miss <= MISSED {
            return Ok(z);
        }
        let entry = |i: usize, j: usize| match (i, j) {
            (i, j) if i == 2 * m => f64::from(j == n),
            (i, j) if j == n => {
                if i < m {
                    1.0
                } else {
                    -1.0
                }
            }
            (i, j) => self.polyhedron.rows.at(i % m, j),
        };
        let (mut lower, mut upper) = (self.polyhedron.lower.clone(), vec![f64::INFINITY; m]);
        lower.extend(std::iter::repeat_n(f64::NEG_INFINITY, m));
        upper.extend_from_slice(&self.polyhedron.upper);
        lower.push(0.0);
        upper.push(f64::INFINITY);
        let elastic = Polyhedron { rows: Matrix::from_fn(2 * m + 1, n + 1, entry), lower, upper };
        z.push(2.0 * miss);
        let mut objective = vec![0.0; n + 1];
        objective[n] = 1.0;
        let optimum = elastic.minimise(&objective, &z).map_err(|source| {
            IntervalError::Programme { unknown: "all conditions".into(), source }
        })?;
        if optimum.value > MISSED {
            let holds = |(row, multiplier): &(usize, f64)| *row < 2 * m && multiplier.abs() > 1e-9;
            let mut rows: Vec<usize> =
                optimum.active.iter().filter(|a| holds(a)).map(|a| a.0 % m).collect();
            rows.sort_unstable();
            rows.dedup();
            let culprits = rows.iter().map(|&r| all[r].name.clone()).collect();
            return Err(IntervalError::Contradiction { culprits });
        }
        z = optimum.z;
        z.truncate(n);
        Ok(z)
    }

    fn range(&self, k: usize, start: &[f64], name: &str) -> Result<(f64, f64), IntervalError> {
        let end = |sign: f64| {
            let objective: Vec<f64> =
                (0..self.sizes.len()).map(|i| if i == k { sign } else { 0.0 }).collect();
            match self.polyhedron.minimise(&objective, start) {
                // Rounding of zero is zero.
                Ok(optimum) if optimum.value.abs() < POINT * 1e-3 => Ok(0.0),
                Ok(optimum) => Ok(sign * optimum.value * self.sizes[k]),
                Err(LinearProgrammeError::Unbounded) => Ok(-sign * f64::INFINITY),
                Err(source) => Err(IntervalError::Programme { unknown: name.into(), source }),
            }
        };
        Ok((end(1.0)?, end(-1.0)?))
    }
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
