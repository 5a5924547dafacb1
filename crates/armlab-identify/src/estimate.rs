//! What an estimator returns.

use super::consistent::{ConsistentSet, Distance, Uncertain, distance};
use super::physical::{Consistency, consistency};
use super::problem::Model;
use super::reduced::Reduced;
use super::trace::Trace;
use armlab_dense::{Matrix, least_squares};
use armlab_engine::friction::Friction;
use armlab_engine::robot::Robot;
use armlab_engine::text::significant;
use armlab_random::student_quantile;

/// How far a parameter can be believed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Status {
    /// The data determine it.
    Identified,
    /// Only its sum with others shows; the others are kept at their values.
    Combination,
    /// This log did not excite it.
    NotExcited,
    /// It has no effect on any effort: its value is the description's.
    PriorOnly,
}

impl Status {
    /// In words.
    pub fn name(self) -> &'static str {
        match self {
            Self::Identified => "identified",
            Self::Combination => "only in combination",
            Self::NotExcited => "not excited",
            Self::PriorOnly => "prior only",
        }
    }
}

/// One parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct ParameterEstimate {
    /// Name.
    pub name: String,
    /// Unit.
    pub unit: String,
    /// Value.
    pub value: f64,
    /// Standard deviation, where the data give one.
    pub deviation: Option<f64>,
    /// Interval that holds the truth with a probability of 95 %, where the data give
    /// a deviation.
    pub interval: Option<[f64; 2]>,
    /// How far it can be believed.
    pub status: Status,
}

/// Probability that intervals hold the truth.
pub const LEVEL: f64 = 0.95;

/// The interval about a value with a deviation that has so many degrees of freedom.
pub(super) fn interval(value: f64, deviation: f64, freedom: u64) -> [f64; 2] {
    let freedom = usize::try_from(freedom).unwrap_or(usize::MAX).clamp(1, 1000);
    let reach = student_quantile(0.5 * (1.0 - LEVEL), freedom) * deviation;
    [value - reach, value + reach]
}

impl std::fmt::Display for ParameterEstimate {
    /// `link2.mx 1.04 ± 0.02 kg m`, with two digits of the standard deviation.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { name, unit, value, .. } = self;
        let unit = if unit.is_empty() { String::new() } else { format!(" {unit}") };
        match self.deviation.filter(|d| *d > 0.0 && d.is_finite()) {
            Some(deviation) => {
                let digits = 1 - deviation.log10().floor() as i32;
                if (0..=9).contains(&digits) {
                    let digits = digits as usize;
                    write!(f, "{name} {value:.digits$} ± {deviation:.digits$}{unit}")?;
                } else {
                    write!(f, "{name} {value:.3e} ± {deviation:.1e}{unit}")?;
                }
            }
            None => write!(f, "{name} {}{unit}", significant(*value, 4))?,
        }
        match self.status {
            Status::Identified => Ok(()),
            other => write!(f, " ({})", other.name()),
        }
    }
}

/// An estimate of a model's unknowns.
#[derive(Clone, Debug)]
pub struct Estimate {
    /// The estimator.
    pub method: &'static str,
    /// Base parameters and friction, in the model's order.
    pub unknowns: Vec<ParameterEstimate>,
    /// Covariance of the unknowns.
    pub covariance: Matrix,
    /// Link parameters (or declared unknowns) and friction.
    pub parameters: Vec<ParameterEstimate>,
    /// Values of all link parameters and rotor inertias, as
    /// [`Robot::parameter_names`] orders them.
    pub link_values: Vec<f64>,
    /// Directions of the unknowns that are in the data.
    pub rank: usize,
    /// Degrees of freedom with which deviations are known.
    pub freedom: u64,
    /// Condition number of the rows as they are.
    pub condition: f64,
    /// Condition number with columns scaled to length one.
    pub scaled_condition: f64,
    /// Standard deviation of each joint's residual.
    pub noise: Vec<f64>,
    /// Friction of the robot with these link values, in the model's order: the
    /// unknowns' unless a consistent robot was adopted.
    pub friction_values: Vec<f64>,
    /// Whether a physically consistent robot lies within the unknowns' uncertainty.
    pub physical: Consistency,
    /// What else should be known.
    pub notes: Vec<String>,
    /// Whether a method that works in rounds came to an end.
    pub converged: bool,
    /// The way there, where the method has one.
    pub trace: Option<Trace>,
}

/// What an estimator hands over; the rest of an [`Estimate`] follows from it.
pub struct Fit {
    /// The unknowns.
    pub x: Vec<f64>,
    /// Their covariance.
    pub covariance: Matrix,
    /// Directions that are in the data.
    pub rank: usize,
    /// Condition number.
    pub condition: f64,
    /// Condition number with scaled columns.
    pub scaled_condition: f64,
    /// Per unknown, how much of it the data see.
    pub seen: Vec<f64>,
    /// Degrees of freedom with which deviations are known, where the estimator knows.
    pub freedom: Option<u64>,
    /// All link parameters, where the estimator has an opinion on them.
    pub link_values: Option<Vec<f64>>,
    /// What else should be known.
    pub notes: Vec<String>,
}

/// How freely a link's numbers move apart, beside growing together.
const APART: f64 = 0.1;
/// Terms without a described value may move by this part of the largest.
const SMALL: f64 = 1e-3;
/// Less of an unknown in the data than this, and it was not excited.
const SEEN: f64 = 0.5;
/// Less than this, and it shows only together with others, as the weight on a
/// vertical slide with a constant friction: its value is the description's in part,
/// and no deviation says how far that is off.
const ALONE: f64 = 1.0 - 1e-6;

impl Estimate {
    /// Completes a fit.
    pub fn of(model: &Model, reduced: &Reduced, method: &'static str, fit: Fit) -> Self {
        let Fit { x, covariance, rank, condition, scaled_condition, seen, .. } = fit;
        let Fit { freedom, link_values, notes, .. } = fit;
        let base = model.base();
        let units = base.parameters.iter().map(|p| p.unit.clone());
        let units: Vec<String> =
            units.chain(model.friction().iter().map(|c| c.unit.to_string())).collect();
        let names = model.names();
        let rows: u64 = (0..reduced.joints()).map(|j| reduced.rows(j)).sum();
        // Deviations are known as well as segments tell.
        let by_segments = rows.saturating_sub(rank as u64).min(reduced.segments() as u64);
        let freedom = freedom.unwrap_or(by_segments);
        let unknowns: Vec<ParameterEstimate> = (0..x.len())
            .map(|k| {
                let (excited, alone) = (seen[k] >= SEEN, seen[k] >= ALONE);
                let deviation = alone.then(|| covariance.at(k, k).max(0.0).sqrt());
                ParameterEstimate {
                    name: names[k].clone(),
                    unit: units[k].clone(),
                    value: x[k],
                    deviation,
                    interval: deviation.map(|d| interval(x[k], d, freedom)),
                    status: match (alone, excited) {
                        (true, _) => Status::Identified,
                        (false, true) => Status::Combination,
                        (false, false) => Status::NotExcited,
                    },
                }
            })
            .collect();
        let given = link_values.is_some();
        let link_values = link_values.unwrap_or_else(|| at_prior(model, &x));
        let squares = reduced.squares(&x, 0..reduced.segments());
        let noise = squares
            .iter()
            .enumerate()
            .map(|(j, s)| (s / reduced.rows(j).max(1) as f64).sqrt())
            .collect();
        let uncertain = Uncertain {
            values: &x,
            covariance: &covariance,
            rank,
            freedom,
            reduced,
            judged: reduced,
        };
        let physical = judged(model, uncertain, &link_values, given);
        let friction_values = x[base.len()..].to_vec();
        let parameters = parameters(model, &unknowns, &link_values);
        Self {
            method,
            unknowns,
            covariance,
            parameters,
            link_values,
            rank,
            freedom,
            condition,
            scaled_condition,
            noise,
            friction_values,
            physical,
            notes,
            converged: true,
            trace: None,
        }
    }

    /// The unknowns' values.
    pub fn values(&self) -> Vec<f64> {
        self.unknowns.iter().map(|p| p.value).collect()
    }

    /// Takes the link values and friction of a consistent robot.
    ///
    /// # Panics
    /// If the estimate is of another model.
    pub fn adopt(&mut self, model: &Model, set: &ConsistentSet) {
        self.link_values.clone_from(&set.link_values);
        self.friction_values = set.unknowns[model.base().len()..].to_vec();
        self.parameters = parameters(model, &self.unknowns, &self.link_values);
    }

    /// The robot with these link values and their friction.
    pub fn corrected(&self, model: &Model) -> Option<Robot> {
        let robot = model.robot().with_parameter_values(&self.link_values)?;
        let friction: Vec<(String, Friction)> = robot
            .driven_joints()
            .enumerate()
            .map(|(j, joint)| {
                let value = |symbol: &str| {
                    let name = format!("{}.{symbol}", joint.name);
                    let column = model.friction().iter().position(|c| c.name == name);
                    column.map_or(0.0, |k| self.friction_values[k])
                };
                (joint.name.clone(), model.friction_models().of(j).friction(value))
            })
            .collect();
        let names: Vec<&str> = robot.driven_joints().map(|j| j.name.as_str()).collect();
        let mut couplings = Vec::new();
        for (column, value) in model.friction().iter().zip(&self.friction_values) {
            if let Some(column) = column.coupled() {
                column.describe(&names, *value, &mut couplings);
            }
        }
        robot.with_friction(&friction)?.with_couplings(couplings).ok()
    }
}

/// Whether a consistent robot is within the estimate's uncertainty. Link values that an
/// estimator gives are tested as they are.
fn judged(model: &Model, estimate: Uncertain, link_values: &[f64], given: bool) -> Consistency {
    let own = consistency(model.robot(), link_values);
    if given && own.consistent {
        return own;
    }
    match distance(model, estimate) {
        Ok(Distance { squared, limit, active }) => Consistency {
            consistent: squared <= limit,
            worst_link: active.first().map_or(own.worst_link, |name| without_quotes(name)),
            distance: Some([squared, limit]),
            ..own
        },
        Err(_) => own,
    }
}

/// ``link `a` `` as `a`.
fn without_quotes(name: &str) -> String {
    name.split('`').nth(1).unwrap_or(name).to_string()
}

/// Link parameters that give the unknowns `β = K π`, those that only count in
/// combination at their present values: each base parameter moves the first of its
/// terms. Where declared ones share terms that cannot be; then all terms move as
/// little as meets them, `Δπ = S Kᵀ (K S Kᵀ)⁻¹ Δβ`, where `S` lets a link grow as a
/// whole, which leaves it a body, rather than one of its numbers alone.
pub(crate) fn at_prior(model: &Model, x: &[f64]) -> Vec<f64> {
    let base = model.base();
    let mut unknowns = base.prior();
    let prior = base.prior();
    let missing: Vec<f64> = base
        .parameters
        .iter()
        .zip(x)
        .map(|(p, x)| x - p.combination.iter().map(|&(i, f)| f * prior[i]).sum::<f64>())
        .collect();
    let leads: Vec<(usize, f64)> =
        base.parameters.iter().filter_map(|p| p.combination.first().copied()).collect();
    let alone = |lead: usize| {
        let shared = base.parameters.iter().filter(|p| p.combination.iter().any(|t| t.0 == lead));
        shared.count() == 1
    };
    if leads.iter().all(|t| alone(t.0)) {
        leads.iter().zip(&missing).for_each(|(&(i, f), step)| unknowns[i] += step / f);
        return base.link_values(model.robot(), &unknowns);
    }
    let largest = prior.iter().fold(0.0_f64, |m, p| m.max(p.abs())).max(f64::MIN_POSITIVE);
    let links = 10 * model.robot().links().len();
    let link =
        |i: usize| base.moves()[i].first().map(|m| m.0).filter(|&m| m < links).map(|m| m / 10);
    let spread = |i: usize, j: usize| {
        let together = i == j || (link(i).is_some() && link(i) == link(j));
        let own = if i == j { (APART * prior[i].abs().max(SMALL * largest)).powi(2) } else { 0.0 };
        own + if together { prior[i] * prior[j] } else { 0.0 }
    };
    let terms = |k: usize| &base.parameters[k].combination;
    let gram = Matrix::from_fn(base.len(), base.len(), |a, b| {
        let across = |&(i, f): &(usize, f64)| -> f64 {
            terms(b).iter().map(|&(j, g)| f * g * spread(i, j)).sum()
        };
        terms(a).iter().map(across).sum()
    });
    if let Ok(solution) = least_squares(&gram, &missing) {
        for (i, unknown) in unknowns.iter_mut().enumerate() {
            let moved = |(k, y): (usize, &f64)| -> f64 {
                y * terms(k).iter().map(|&(j, g)| g * spread(i, j)).sum::<f64>()
            };
            *unknown += solution.x.iter().enumerate().map(moved).sum::<f64>();
        }
    }
    base.link_values(model.robot(), &unknowns)
}

fn parameters(
    model: &Model,
    unknowns: &[ParameterEstimate],
    link_values: &[f64],
) -> Vec<ParameterEstimate> {
    let base = model.base();
    let values = base.unknown_values(model.robot(), link_values);
    let mut all: Vec<ParameterEstimate> = base
        .unknowns
        .iter()
        .enumerate()
        .map(|(i, name)| {
            let shows = |k: &usize| base.parameters[*k].combination.iter().any(|t| t.0 == i);
            let among: Vec<usize> = (0..base.len()).filter(shows).collect();
            let alone = match among[..] {
                [k] if base.parameters[k].combination.len() == 1 => Some(&unknowns[k]),
                _ => None,
            };
            let status = match (&among[..], alone) {
                ([], _) => Status::PriorOnly,
                (_, Some(own)) => own.status,
                (_, None) if among.iter().all(|&k| unknowns[k].status == Status::NotExcited) => {
                    Status::NotExcited
                }
                (_, None) => Status::Combination,
            };
            ParameterEstimate {
                name: name.clone(),
                unit: base.units[i].clone(),
                value: values[i],
                deviation: alone.and_then(|own| own.deviation),
                interval: alone.and_then(|own| own.interval),
                status,
            }
        })
        .collect();
    all.extend(unknowns[base.len()..].iter().cloned());
    all
}
