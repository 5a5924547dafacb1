//! Within which values a single parameter gives the same forces, inside the box of Table 1.
//!
//! Lying flat, with the shares of weight given, two changes of the parameters show in no force. A parameter may be moved
//! along them until one of the thirteen meets its bound: a linear programme in two unknowns.

use super::super::NAMES;
use super::super::published::{ESTIMATE, LOWER, UPPER};
use crate::reproduce::{ReproduceError, values};
use armlab::identify::nonlinear::{FrictionProblem, Identifiability};
use armlab::optimize::Polyhedron;
use armlab_dense::Matrix;

/// Least and most value of every parameter in the order of [`NAMES`].
pub fn ranges(
    problem: &FrictionProblem,
    found: &Identifiability,
) -> Result<[[f64; 2]; 13], ReproduceError> {
    let names = problem.names();
    let null = &found.null_vectors;
    let factor = |parameter: &str, vector: usize| {
        let place = names.iter().position(|n| n == parameter)?;
        null[vector].iter().find(|(k, _)| *k == place).map(|(_, f)| *f)
    };
    let rows = Matrix::from_fn(NAMES.len(), null.len(), |i, k| factor(NAMES[i], k).unwrap_or(0.0));
    let (estimate, lower, upper) = (values(&ESTIMATE), values(&LOWER), values(&UPPER));
    let room = |bound: &[f64; 13]| (0..13).map(|i| bound[i] - estimate[i]).collect::<Vec<f64>>();
    let polyhedron = Polyhedron { rows: rows.clone(), lower: room(&lower), upper: room(&upper) };
    let mut out = [[0.0; 2]; 13];
    for (i, out) in out.iter_mut().enumerate() {
        let c: Vec<f64> = (0..null.len()).map(|k| rows.at(i, k)).collect();
        let (low, high) = if c.iter().all(|x| *x == 0.0) {
            (0.0, 0.0)
        } else {
            polyhedron.interval(&c).map_err(ReproduceError::at("ranges of single parameters"))?
        };
        *out = [estimate[i] + low, estimate[i] + high];
    }
    Ok(out)
}
