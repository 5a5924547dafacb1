//! Base parameters: what a robot's efforts can tell about its links.
//!
//! Of the ten parameters of each link only some combinations move the efforts
//! (Gautier & Khalil 1990). They are found here from the regressor at random
//! states: going through its columns in order, a column that is a combination
//! of earlier ones adds no unknown of its own, and its parameter is counted
//! into theirs: `β = π_independent + K π_dependent`, with `K` from
//! `Y_dependent = Y_independent K`. Parameters whose columns are zero have no
//! effect at all.
//!
//! A description may declare unknowns of its own (one mass for three equal
//! sliders), of which the base parameters are then combinations, or the
//! combinations themselves (the names a paper uses), which are checked against
//! the regressor.

use super::null_space;
use crate::dynamics::batch::RegressorBlock;
use crate::dynamics::{Dynamics, Mechanism};
use crate::kinematics::loops::LoopError;
use crate::linear::span::{Span, norm};
use crate::robot::Robot;
use armlab_dense::Matrix;
use armlab_random::Random;
use thiserror::Error;

/// A column whose part outside the span of the earlier ones is smaller than this,
/// relative to itself, is a combination of them. Descriptions write quarter turns
/// with five digits, which leaves a few millionths where there should be none.
const DEPENDENT: f64 = 2e-5;
/// Factors whose effect is smaller than this, relative to the column that they make up,
/// are zero: descriptions write quarter turns with ten digits.
const NEGLIGIBLE: f64 = 1e-8;

/// One base parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct BaseParameterValue {
    /// The declared name, the link parameter where it is one alone, or else `b1`, `b2`, …
    pub name: String,
    /// The combination in words: `link2.mx + 0.4 link3.m`.
    pub definition: String,
    /// Unit.
    pub unit: String,
    /// Value for the robot's present parameters.
    pub value: f64,
    /// Terms: index into [`BaseParameters::unknowns`], and factor.
    pub combination: Vec<(usize, f64)>,
}

/// The base parameters of a robot and its regressor in them.
#[derive(Clone, Debug)]
pub struct BaseParameters {
    /// The parameters.
    pub parameters: Vec<BaseParameterValue>,
    /// Names of the unknowns they combine: the declared ones, or else those of
    /// [`Robot::parameter_names`].
    pub unknowns: Vec<String>,
    /// Their units.
    pub units: Vec<String>,
    /// Unknowns that have no effect on any effort, as indices.
    pub without_effect: Vec<usize>,
    /// Changes of the unknowns that no effort shows, one per unknown that only
    /// counts in combination: terms as in a base parameter, as few as could be
    /// found.
    pub null_vectors: Vec<Vec<(usize, f64)>>,
    /// Values of the unknowns in the description.
    values: Vec<f64>,
    /// Link parameters that each unknown moves.
    moves: Vec<Vec<(usize, f64)>>,
    /// `Y_base = Y · selection`, one row per link parameter, row after row.
    selection: Vec<f64>,
}

impl BaseParameters {
    /// Number of base parameters.
    pub fn len(&self) -> usize {
        self.parameters.len()
    }
    /// True when no parameter has any effect.
    pub fn is_empty(&self) -> bool {
        self.parameters.is_empty()
    }
    /// Values of the unknowns in the description.
    pub fn prior(&self) -> Vec<f64> {
        self.values.clone()
    }
    /// Link parameters that each unknown moves, and by how much. Unknowns that
    /// the description takes as known move none.
    pub fn moves(&self) -> &[Vec<(usize, f64)>] {
        &self.moves
    }
    /// All link parameters of `robot` for values of the unknowns.
    pub fn link_values(&self, robot: &Robot, unknowns: &[f64]) -> Vec<f64> {
        let mut values = robot.parameter_values();
        for (k, moves) in self.moves.iter().enumerate() {
            let step = unknowns[k] - self.values[k];
            moves.iter().for_each(|&(i, factor)| values[i] += factor * step);
        }
        values
    }
    /// Values of the unknowns for all link parameters.
    pub fn unknown_values(&self, robot: &Robot, link_values: &[f64]) -> Vec<f64> {
        let described = robot.parameter_values();
        let value = |(k, moves): (usize, &Vec<(usize, f64)>)| {
            let step = moves.first().map_or(0.0, |&(i, f)| (link_values[i] - described[i]) / f);
            self.values[k] + step
        };
        self.moves.iter().enumerate().map(value).collect()
    }
    /// For every base parameter the columns of the full regressor that make up
    /// its own, with factors.
    pub fn columns(&self) -> Vec<Vec<(usize, f64)>> {
        let base = self.len();
        let rows = self.selection.len() / base.max(1);
        let column = |k: usize| {
            let entries = (0..rows).map(|i| (i, self.selection[i * base + k]));
            entries.filter(|(_, factor)| *factor != 0.0).collect()
        };
        (0..base).map(column).collect()
    }
    /// The regressor in the base parameters, row after row, from `rows` rows of
    /// the full one.
    ///
    /// # Panics
    /// If `full` is not `rows` rows of one column per link parameter.
    pub fn regressor(&self, full: &[f64], rows: usize) -> Vec<f64> {
        let base = self.len();
        let columns = self.selection.len() / base.max(1);
        assert_eq!(full.len(), rows * columns, "rows of the full regressor");
        let mut out = vec![0.0; rows * base];
        for (row, out) in full.chunks_exact(columns.max(1)).zip(out.chunks_exact_mut(base.max(1))) {
            for (y, selection) in row.iter().zip(self.selection.chunks_exact(base.max(1))) {
                for (o, s) in out.iter_mut().zip(selection) {
                    *o += y * s;
                }
            }
        }
        out
    }
}

/// More link parameters than this are not reduced: the factorisation takes
/// their cube in time and their square in memory.
pub(super) const MOST_PARAMETERS: usize = 3000;

/// Why there are no base parameters to be had.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum BaseError {
    /// Two declarations say the same, or one follows from the others.
    #[error("the declared base parameter `{name}` is a combination of the others; drop it")]
    Redundant {
        /// The base parameter.
        name: String,
    },
    /// A machine too large for a dense factorisation.
    #[error(
        "{count} link parameters are too many to reduce to base parameters (at most {MOST_PARAMETERS})"
    )]
    TooLarge {
        /// Number of link parameters.
        count: usize,
    },
    /// The loops of the robot cannot be assembled.
    #[error(transparent)]
    Loop(#[from] LoopError),
    /// Only a few poses of a machine with loops could be assembled.
    #[error(
        "only {found} poses near home could be assembled, of {wanted} that are needed; is the home pose near a singular one?"
    )]
    FewPoses {
        /// How many.
        found: usize,
        /// How many it takes.
        wanted: usize,
    },
    /// The efforts depend on the named parameters in another way.
    #[error(
        "the declared base parameters do not reproduce the effect of `{parameter}` on the efforts (off by {error:.1e} of it); add it to a combination with the right factor, or declare a further base parameter"
    )]
    Incomplete {
        /// The link parameter.
        parameter: String,
        /// Largest part of its column that is missed, relative to the column.
        error: f64,
    },
}

/// The base parameters of `robot`: those its description declares, or else
/// those found from the regressor at random states.
pub fn base_parameters(robot: &Robot) -> Result<BaseParameters, BaseError> {
    let count = robot.parameter_count();
    if count > MOST_PARAMETERS {
        return Err(BaseError::TooLarge { count });
    }
    let triangle = Triangle::of(robot)?;
    if robot.declared_base_parameters().is_empty() {
        Ok(found(robot, &triangle))
    } else {
        declared(robot, &triangle)
    }
}

/// The regressor at random states, compressed by QR to a square triangle whose
/// columns have the same lengths and angles.
struct Triangle {
    columns: Vec<Vec<f64>>,
}

impl Triangle {
    fn of(robot: &Robot) -> Result<Self, BaseError> {
        let columns = robot.parameter_count();
        let tall = if robot.is_tree() { tree_regressor(robot) } else { looped_regressor(robot)? };
        let triangle = tall.triangle();
        Ok(Self { columns: (0..columns).map(|j| triangle.column(j).to_vec()).collect() })
    }
    /// The columns of declared unknowns instead of those of link parameters.
    fn in_unknowns(&self, moves: &[Vec<(usize, f64)>]) -> Self {
        let rows = self.columns.first().map_or(0, Vec::len);
        let column = |terms: &Vec<(usize, f64)>| {
            let mut sum = vec![0.0; rows];
            for &(i, factor) in terms {
                sum.iter_mut().zip(&self.columns[i]).for_each(|(s, c)| *s += factor * c);
            }
            sum
        };
        Self { columns: moves.iter().map(column).collect() }
    }
}

/// Samples so that rows are three times the columns, which leaves random states
/// no room for coincidences.
fn enough_samples(robot: &Robot, dofs: usize) -> usize {
    (3 * robot.parameter_count()).div_ceil(dofs.max(1)).max(8)
}

fn tree_regressor(robot: &Robot) -> Matrix {
    let n = robot.dofs();
    let samples = enough_samples(robot, n);
    let mut random = Random::new(0x5eed);
    let mut draw = |range: f64| -> Vec<Vec<f64>> {
        (0..n).map(|_| (0..samples).map(|_| random.between(-range, range)).collect()).collect()
    };
    // All positions, whatever the limits: this is about the structure.
    let (q, qd, qdd) = (draw(std::f64::consts::PI), draw(2.0), draw(4.0));
    let mut block = RegressorBlock::new(robot, samples);
    let (q, qd, qdd) = (as_slices(&q), as_slices(&qd), as_slices(&qdd));
    Dynamics::new(robot).regressor_block(&q, &qd, &qdd, 0, &mut block);
    Matrix::from_fn(block.rows(), robot.parameter_count(), |i, j| block.column(j)[i])
}

/// Random poses around home on its branch, as far away as the machine goes.
fn looped_regressor(robot: &Robot) -> Result<Matrix, BaseError> {
    let mut mechanism = Mechanism::new(robot)?;
    let (n, columns) = (mechanism.dofs(), robot.parameter_count());
    let samples = enough_samples(robot, n);
    let home = mechanism.home();
    let mut random = Random::new(0x5eed);
    let mut rows = Vec::with_capacity(samples * n * columns);
    let mut row = vec![0.0; n * columns];
    for attempt in 0..20 * samples {
        if rows.len() == samples * n * columns {
            break;
        }
        // Ever nearer to home, should far poses be out of reach.
        let range = 0.3 / (1.0 + attempt as f64 / samples as f64);
        let mut draw = |centre: &[f64], range: f64| -> Vec<f64> {
            centre.iter().map(|c| c + random.between(-range, range)).collect()
        };
        let (q, qd, qdd) = (draw(&home, range), draw(&vec![0.0; n], 2.0), draw(&vec![0.0; n], 4.0));
        mechanism.go_home();
        if mechanism.regressor(&q, &qd, &qdd, &mut row).is_ok() {
            rows.extend_from_slice(&row);
        }
    }
    let found = rows.len() / (n * columns).max(1);
    if found < samples {
        return Err(BaseError::FewPoses { found, wanted: samples });
    }
    Ok(Matrix::from_fn(samples * n, columns, |i, j| rows[i * columns + j]))
}

fn as_slices(columns: &[Vec<f64>]) -> Vec<&[f64]> {
    columns.iter().map(Vec::as_slice).collect()
}

/// What the columns of a regressor stand for.
struct Unknowns {
    names: Vec<String>,
    units: Vec<String>,
    values: Vec<f64>,
    /// Link parameters that each moves.
    moves: Vec<Vec<(usize, f64)>>,
}

impl Unknowns {
    fn of(robot: &Robot) -> Self {
        let values = robot.parameter_values();
        let declared = robot.model_parameters();
        if declared.is_empty() {
            return Self {
                names: robot.parameter_names(),
                units: robot.parameter_units().iter().map(|u| u.to_string()).collect(),
                moves: (0..values.len()).map(|i| vec![(i, 1.0)]).collect(),
                values,
            };
        }
        // The value that fits what it moves best, which is exact where all agree.
        let value = |moves: &[(usize, f64)]| -> f64 {
            let product: f64 = moves.iter().map(|&(i, factor)| factor * values[i]).sum();
            product / moves.iter().map(|(_, factor)| factor * factor).sum::<f64>()
        };
        Self {
            names: declared.iter().map(|p| p.name.clone()).collect(),
            units: declared.iter().map(|p| p.unit.clone()).collect(),
            values: declared.iter().map(|p| value(&p.moves)).collect(),
            moves: declared.iter().map(|p| p.moves.clone()).collect(),
        }
    }
}

/// Base parameters from the columns of the regressor.
fn found(robot: &Robot, triangle: &Triangle) -> BaseParameters {
    let unknowns = Unknowns::of(robot);
    let triangle = &triangle.in_unknowns(&unknowns.moves);
    let lengths: Vec<f64> = triangle.columns.iter().map(|c| norm(c)).collect();
    let longest = lengths.iter().fold(0.0_f64, |a, &b| a.max(b));
    let mut span = Span::default();
    let mut members: Vec<usize> = Vec::new();
    let mut combinations: Vec<Vec<(usize, f64)>> = Vec::new();
    let mut without_effect = Vec::new();
    for (j, column) in triangle.columns.iter().enumerate() {
        // Where the structure says zero, rounding may say otherwise.
        if lengths[j] <= DEPENDENT * longest {
            without_effect.push(j);
            continue;
        }
        let (components, rest) = span.split(column);
        if norm(&rest) > DEPENDENT * lengths[j] {
            span.admit(components, rest);
            members.push(j);
            combinations.push(vec![(j, 1.0)]);
            continue;
        }
        for (k, factor) in span.in_members(components).into_iter().enumerate() {
            if factor.abs() * lengths[members[k]] > NEGLIGIBLE * lengths[j] {
                combinations[k].push((j, factor));
            }
        }
    }
    let null_vectors = null_vectors(triangle, &lengths, longest);
    let mut selection = vec![0.0; robot.parameter_count() * members.len()];
    for (k, &j) in members.iter().enumerate() {
        for &(i, factor) in &unknowns.moves[j] {
            selection[i * members.len() + k] = factor;
        }
    }
    let Unknowns { names, units, values, moves } = unknowns;
    let parameters = members
        .iter()
        .zip(combinations)
        .enumerate()
        .map(|(k, (&j, combination))| BaseParameterValue {
            name: short_name(k, &combination, &names),
            definition: in_words(&combination, &names),
            unit: units[j].clone(),
            value: combination.iter().map(|&(i, factor)| factor * values[i]).sum(),
            combination,
        })
        .collect();
    BaseParameters {
        parameters,
        unknowns: names,
        units,
        without_effect,
        null_vectors,
        values,
        moves,
        selection,
    }
}

/// Combinations of columns that are zero. Columns are taken from the last to the
/// first, so that masses, which stand first, are what is moved about.
fn null_vectors(triangle: &Triangle, lengths: &[f64], longest: f64) -> Vec<Vec<(usize, f64)>> {
    let mut span = Span::default();
    let mut members: Vec<usize> = Vec::new();
    let mut vectors = Vec::new();
    for (j, column) in triangle.columns.iter().enumerate().rev() {
        if lengths[j] <= DEPENDENT * longest {
            continue;
        }
        let (components, rest) = span.split(column);
        if norm(&rest) > DEPENDENT * lengths[j] {
            span.admit(components, rest);
            members.push(j);
            continue;
        }
        let mut vector = vec![(j, 1.0)];
        for (k, factor) in span.in_members(components).into_iter().enumerate() {
            if factor.abs() * lengths[members[k]] > NEGLIGIBLE * lengths[j] {
                vector.push((members[k], -factor));
            }
        }
        vectors.push(vector);
    }
    null_space::make_sparse(&mut vectors);
    vectors
}

/// Coefficients below this part of the largest are not shown: quarter turns with five
/// digits leave them.
const DUST: f64 = 1e-6;

/// The terms of a combination that are more than rounding errors.
fn shown(combination: &[(usize, f64)]) -> Vec<(usize, f64)> {
    let largest = combination.iter().fold(0.0_f64, |m, t| m.max(t.1.abs()));
    combination.iter().copied().filter(|t| t.1.abs() > DUST * largest).collect()
}

/// The link parameter that a combination consists of, or `b` and its number from 1.
fn short_name(index: usize, combination: &[(usize, f64)], names: &[String]) -> String {
    match shown(combination)[..] {
        [(i, factor)] if (factor - 1.0).abs() <= 1e-9 => names[i].clone(),
        _ => format!("b{}", index + 1),
    }
}

/// `link1.Izz + 0.25 link2.m − …`
pub fn in_words(combination: &[(usize, f64)], names: &[String]) -> String {
    let mut words = String::new();
    for (k, (i, factor)) in shown(combination).into_iter().enumerate() {
        let sign = if factor < 0.0 { "− " } else { "+ " };
        if k > 0 {
            words.push(' ');
        }
        if k > 0 || factor < 0.0 {
            words.push_str(sign);
        }
        if (factor.abs() - 1.0).abs() > 1e-9 {
            words.push_str(&format!("{} ", rounded(factor.abs())));
        }
        words.push_str(&names[i]);
    }
    words
}

/// Six significant digits without trailing zeros.
fn rounded(x: f64) -> f64 {
    format!("{x:.5e}").parse().unwrap_or(x)
}

/// Base parameters as the description declares them. Link parameters that have
/// an effect and that no declaration mentions are taken as known.
fn declared(robot: &Robot, triangle: &Triangle) -> Result<BaseParameters, BaseError> {
    let declarations = robot.declared_base_parameters();
    let (names, values) = (robot.parameter_names(), robot.parameter_values());
    let (all, base) = (names.len(), declarations.len());
    // Rows of P, with β = P π; a right inverse of it turns Y into Y_base.
    let row = |k: usize| {
        let mut row = vec![0.0; all];
        declarations[k].combination.iter().for_each(|&(i, factor)| row[i] += factor);
        row
    };
    let mut span = Span::default();
    for k in 0..base {
        let row = row(k);
        let (components, rest) = span.split(&row);
        if !(norm(&rest) > DEPENDENT * norm(&row)) {
            return Err(BaseError::Redundant { name: declarations[k].name.clone() });
        }
        span.admit(components, rest);
    }
    // P = Lᵀ Q with orthonormal rows in Q, so its right inverse is Qᵀ L⁻ᵀ:
    // parameter i in terms of the base parameters.
    let mut selection = vec![0.0; all * base];
    for i in 0..all {
        let components = span.directions.iter().map(|d| d[i]).collect();
        let factors = span.in_members(components);
        selection[i * base..(i + 1) * base].copy_from_slice(&factors);
    }
    for i in (0..all).filter(|&i| (0..base).any(|k| row(k)[i] != 0.0)) {
        // Column i of Y must be Y · selection · (column i of P).
        let mut missed = triangle.columns[i].clone();
        for (j, column) in triangle.columns.iter().enumerate() {
            let weight: f64 = (0..base).map(|k| selection[j * base + k] * row(k)[i]).sum();
            missed.iter_mut().zip(column).for_each(|(m, c)| *m -= weight * c);
        }
        let error = norm(&missed) / norm(&triangle.columns[i]).max(f64::MIN_POSITIVE);
        if error > DEPENDENT {
            return Err(BaseError::Incomplete { parameter: names[i].clone(), error });
        }
    }
    let parameters = declarations
        .iter()
        .map(|d| BaseParameterValue {
            name: d.name.clone(),
            definition: in_words(&d.combination, &names),
            unit: d.unit.clone(),
            value: d.combination.iter().map(|&(i, factor)| factor * values[i]).sum(),
            combination: d.combination.clone(),
        })
        .collect();
    // What no declaration mentions is known, so nothing moves it; but for what has
    // no effect, which may be anything that lets bodies exist.
    let lengths: Vec<f64> = triangle.columns.iter().map(|c| norm(c)).collect();
    let longest = lengths.iter().fold(0.0_f64, |a, &b| a.max(b));
    let mentioned = |i: usize| (0..base).any(|k| row(k)[i] != 0.0);
    let without_effect: Vec<usize> =
        (0..all).filter(|&i| !mentioned(i) && lengths[i] <= DEPENDENT * longest).collect();
    let free = |i: usize| mentioned(i) || without_effect.contains(&i);
    let moves = (0..all).map(|i| if free(i) { vec![(i, 1.0)] } else { Vec::new() }).collect();
    Ok(BaseParameters {
        parameters,
        unknowns: names,
        units: robot.parameter_units().iter().map(|u| u.to_string()).collect(),
        without_effect,
        null_vectors: Vec::new(),
        values,
        moves,
        selection,
    })
}
