//! From rows of what efforts tell to names and statuses.

use super::ROUNDED;
use super::elimination::{Elimination, eliminate};
use super::recursion::{BodyRecursion, Recursion};
use super::report::{BodyStructure, Combination, Identifiability, ParameterStructure, Structure};
use super::unknowns::Unknowns;
use crate::base::base_parameters::{BaseParameters, in_words};
use crate::base::null_space;
use crate::linear::span::{Span, norm};
use crate::robot::Robot;
use armlab_dense::Matrix;

/// Entries of unit vectors up to this are zero.
const ROUNDING: f64 = 1e-14;
/// What a null vector may show, as a part of what its terms show.
const HIDDEN: f64 = 1e-7;

/// The structure of a tree from its recursion, whose decisions were taken with
/// `tolerance`.
pub fn exact(
    robot: &Robot,
    recursion: &Recursion,
    tolerance: f64,
    unknowns: Unknowns,
) -> Structure {
    let rows = recursion.rows(robot);
    let links = Unknowns::links(robot).scales(robot, recursion.length);
    let scales = unknowns.scales(robot, recursion.length);
    // Columns of the unknowns in the recursion's units.
    let column = |(moves, scale): (&Vec<(usize, f64)>, &f64)| -> Vec<f64> {
        let entry = |row: &Vec<f64>| {
            moves.iter().map(|&(i, factor)| row[i] * links[i] * factor / scale).sum()
        };
        rows.iter().map(entry).collect()
    };
    let columns: Vec<Vec<f64>> = unknowns.moves.iter().zip(&scales).map(column).collect();
    let mut structure = of_columns(&columns, &scales, tolerance, &unknowns.names, &unknowns.units);
    structure.robot = robot.name().into();
    structure.exact = true;
    structure.bodies = bodies(robot, recursion, &rows, &links);
    structure.gap = Some(recursion.gap);
    structure.notes.extend(unknowns.note);
    structure
}

/// The structure of a machine with loops from its base parameters.
pub fn numerical(robot: &Robot, base: &BaseParameters) -> Structure {
    let mut columns = vec![vec![0.0; base.len()]; base.unknowns.len()];
    for (k, parameter) in base.parameters.iter().enumerate() {
        parameter.combination.iter().for_each(|&(i, factor)| columns[i][k] = factor);
    }
    // Only what a description's base parameters mention is unknown.
    let asked: Vec<usize> = (0..columns.len())
        .filter(|&i| robot.declared_base_parameters().is_empty() || !base.moves()[i].is_empty())
        .collect();
    let pick = |from: &[String]| asked.iter().map(|&i| from[i].clone()).collect::<Vec<_>>();
    let columns: Vec<Vec<f64>> = asked.iter().map(|&i| columns[i].clone()).collect();
    let scales = vec![1.0; columns.len()];
    let mut structure =
        of_columns(&columns, &scales, ROUNDED, &pick(&base.unknowns), &pick(&base.units));
    structure.robot = robot.name().into();
    structure.notes.push(
        "the robot has loops: found numerically from the regressor at random poses near home, not \
         from the geometry"
            .into(),
    );
    structure
}

/// From columns in units given by `scales`, in which lengths are of order one.
fn of_columns(
    columns: &[Vec<f64>],
    scales: &[f64],
    tolerance: f64,
    names: &[String],
    units: &[String],
) -> Structure {
    let forward = eliminate(columns, 0..columns.len(), tolerance);
    let combinations = combinations(&forward, scales, names, units);
    let mut null_vectors: Vec<Vec<(usize, f64)>> =
        eliminate(columns, (0..columns.len()).rev(), tolerance)
            .dependent
            .iter()
            .map(|(j, terms)| {
                let others = terms.iter().map(|&(m, f)| (m, -f * scales[*j] / scales[m]));
                std::iter::once((*j, 1.0)).chain(others).collect()
            })
            .collect();
    shorten(&mut null_vectors, |&(i, x), sum| add(sum, &columns[i], x * scales[i]));
    let status = |i: usize| {
        let among: Vec<usize> = (0..combinations.len())
            .filter(|&k| combinations[k].terms.iter().any(|t| t.0 == i))
            .collect();
        match among[..] {
            [] => Identifiability::Unidentifiable,
            [k] if combinations[k].terms.len() == 1 => Identifiability::Identifiable,
            _ => Identifiability::InCombination(among),
        }
    };
    let parameters = (0..columns.len())
        .map(|i| ParameterStructure {
            name: names[i].clone(),
            unit: units[i].clone(),
            identifiability: status(i),
        })
        .collect();
    Structure {
        robot: String::new(),
        exact: false,
        dimension: combinations.len(),
        basis: basis(&combinations, columns.len()),
        parameters,
        combinations,
        null_vectors,
        bodies: Vec::new(),
        gap: None,
        notes: Vec::new(),
    }
}

/// Each new column with the dependent ones that count into it.
fn combinations(
    found: &Elimination,
    scales: &[f64],
    names: &[String],
    units: &[String],
) -> Vec<Combination> {
    let mut sums: Vec<Vec<(usize, f64)>> = found.members.iter().map(|&m| vec![(m, 1.0)]).collect();
    for (j, terms) in &found.dependent {
        for &(member, factor) in terms {
            let at = found.members.binary_search(&member);
            if let Some(sum) = at.ok().and_then(|k| sums.get_mut(k)) {
                sum.push((*j, factor * scales[*j] / scales[member]));
            }
        }
    }
    let combination = |(terms, &member): (Vec<(usize, f64)>, &usize)| Combination {
        name: in_words(&terms, names),
        unit: units[member].clone(),
        terms,
    };
    sums.into_iter().zip(&found.members).map(combination).collect()
}

/// Orthonormal rows that span the combinations.
fn basis(combinations: &[Combination], unknowns: usize) -> Matrix {
    let mut span = Span::default();
    for combination in combinations {
        let mut row = vec![0.0; unknowns];
        combination.terms.iter().for_each(|&(i, factor)| row[i] = factor);
        let (components, rest) = span.split(&row);
        span.admit(components, rest);
    }
    Matrix::from_fn(combinations.len(), unknowns, |k, i| span.directions[k][i])
}

fn bodies(
    robot: &Robot,
    recursion: &Recursion,
    rows: &[Vec<f64>],
    scales: &[f64],
) -> Vec<BodyStructure> {
    let links = robot.links().len();
    let mut rotors = 10 * links;
    let mut all = Vec::with_capacity(links);
    for (i, body) in recursion.bodies.iter().enumerate() {
        let rotor = body.crossing.moves().then_some(rotors);
        rotors += usize::from(rotor.is_some());
        let mut transfers: Vec<Vec<(usize, f64)>> = hidden(body)
            .into_iter()
            .map(|change| {
                let (ten, turned) = change.split_at(10);
                let mut terms: Vec<(usize, f64)> =
                    ten.iter().enumerate().map(|(k, x)| (10 * i + k, *x)).collect();
                terms.extend(rotor.map(|r| (r, turned[0])));
                if let Some(parent) = robot.joints()[i].parent {
                    let ten = std::array::from_fn(|k| change[k]);
                    let moved = body.crossing.to_parent(&ten);
                    terms.extend(moved.iter().enumerate().map(|(k, x)| (10 * parent + k, -x)));
                }
                terms.retain(|t| t.1.abs() > ROUNDING);
                terms.into_iter().map(|(k, x)| (k, x / scales[k])).collect()
            })
            .collect();
        shorten(&mut transfers, |&(k, x), sum| {
            let column: Vec<f64> = rows.iter().map(|row| row[k]).collect();
            add(sum, &column, x * scales[k]);
        });
        all.push(BodyStructure {
            link: robot.links()[i].name.clone(),
            motions: body.motions.len(),
            adds: body.identifiable.len(),
            transfers,
        });
    }
    all
}

/// Frees null vectors of terms that others can cancel. Where bodies hardly show
/// in some direction that loses digits; then vectors stay as they are. `effect`
/// adds what a term shows to a sum.
fn shorten(vectors: &mut Vec<Vec<(usize, f64)>>, effect: impl Fn(&(usize, f64), &mut Vec<f64>)) {
    let mut shorter = vectors.clone();
    null_space::make_sparse(&mut shorter);
    let hidden = |vector: &Vec<(usize, f64)>| {
        let mut sum = Vec::new();
        let mut largest = 0.0_f64;
        for term in vector {
            let mut alone = Vec::new();
            effect(term, &mut alone);
            largest = largest.max(norm(&alone));
            effect(term, &mut sum);
        }
        norm(&sum) <= HIDDEN * largest
    };
    if shorter.iter().all(hidden) {
        *vectors = shorter;
    }
}

fn add(sum: &mut Vec<f64>, column: &[f64], factor: f64) {
    sum.resize(column.len(), 0.0);
    sum.iter_mut().zip(column).for_each(|(s, c)| *s += factor * c);
}

/// Changes of a body and its rotor that `N_i` does not see. A body on a fixed
/// joint has no rotor, and everything of it can be handed over.
fn hidden(body: &BodyRecursion) -> Vec<Vec<f64>> {
    let size = if body.crossing.moves() { 11 } else { 10 };
    let mut span = Span::default();
    let unit = |k: usize| (0..size).map(|i| f64::from(i == k)).collect::<Vec<f64>>();
    for identifiable in &body.identifiable {
        let (components, rest) = span.split(identifiable);
        span.admit(components, rest);
    }
    let seen = span.directions.len();
    while span.directions.len() < size {
        // The unit vector that is farthest from what there is.
        let splits = (0..size).map(|k| span.split(&unit(k)));
        let length = |rest: &Vec<f64>| rest.iter().map(|x| x * x).sum::<f64>();
        let best = splits.max_by(|a, b| length(&a.1).total_cmp(&length(&b.1)));
        let Some((components, rest)) = best else { break };
        span.admit(components, rest);
    }
    span.directions.split_off(seen)
}
