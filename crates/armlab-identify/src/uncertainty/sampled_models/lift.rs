//! Changes of link parameters for changes of base parameters.
//!
//! A change `δβ` of base parameters becomes the change of link parameters that is
//! smallest in the metric of positive definite matrices at given bodies,
//! `‖δπ‖² = Σ_links tr((J⁻¹ δJ)²)` with the pseudo-inertia `J` (Lee & Park 2018,
//! "A geometric algorithm for robust multibody inertial parameter
//! identification"): bodies take it up where they can,
//! `δπ = G⁻¹Pᵀ(P G⁻¹Pᵀ)⁻¹ δβ`.

use super::ROUNDING;
use crate::physical::PSEUDO_INERTIA;
use crate::problem::Model;
use armlab_dense::{Matrix, NoConvergence};
use armlab_engine::robot::Robot;

/// Smallest eigenvalue of a pseudo-inertia that the metric uses, over the largest
/// one of all links: bodies at the edge of existence take up next to nothing.
const EDGE: f64 = 1e-6;

/// Base parameters as rows over the unknowns that they combine.
pub fn base_rows(model: &Model) -> Matrix {
    let base = model.base();
    let mut p = Matrix::zeros(base.len(), base.unknowns.len());
    for (k, parameter) in base.parameters.iter().enumerate() {
        parameter.combination.iter().for_each(|&(i, factor)| p.set(k, i, factor));
    }
    p
}

/// Changes of the unknowns that make up base parameters, for changes of these.
pub fn lift(model: &Model, link_values: &[f64]) -> Result<Matrix, NoConvergence> {
    let base = model.base();
    let (u, b) = (base.unknowns.len(), base.len());
    // A root of the inverse metric: δπ = T y with |y| the length.
    let t = metric(model.robot(), base.moves(), link_values)?;
    let pt = base_rows(model).times(&t);
    // Rows of length one, so that units do not decide what is singular.
    let length = |k: usize| (0..u).fold(0.0, |s, i| f64::hypot(s, pt.at(k, i)));
    let scale: Vec<f64> =
        (0..b).map(|k| if length(k) > 0.0 { 1.0 / length(k) } else { 1.0 }).collect();
    let svd = Matrix::from_fn(u, b, |i, k| pt.at(k, i) * scale[k]).svd()?;
    let rank = svd.rank(ROUNDING);
    // (P T)⁺ = U Σ⁻¹ Vᵀ S, from the transposed.
    let inverse = Matrix::from_fn(u, b, |i, k| {
        let along = |r: usize| svd.u.at(i, r) * svd.v.at(k, r) / svd.values[r];
        scale[k] * (0..rank).map(along).sum::<f64>()
    });
    Ok(t.times(&inverse))
}

/// `T` with `T Tᵀ = G⁻¹` over the unknowns, where `G` is the metric of bodies and
/// rotors at the estimate.
fn metric(
    robot: &Robot,
    moves: &[Vec<(usize, f64)>],
    link_values: &[f64],
) -> Result<Matrix, NoConvergence> {
    let u = moves.len();
    let links = robot.links().len();
    let mut g = Matrix::zeros(u, u);
    let mut pseudos = Vec::with_capacity(links);
    let mut largest = 0.0_f64;
    for values in link_values.chunks_exact(10).take(links) {
        let mut j = Matrix::zeros(4, 4);
        for &(p, row, column, factor) in &PSEUDO_INERTIA {
            j.set(row, column, j.at(row, column) + factor * values[p]);
            if row != column {
                j.set(column, row, j.at(row, column));
            }
        }
        let eigen = j.symmetric_eigen()?;
        largest = eigen.values.iter().fold(largest, |m, v| m.max(v.abs()));
        pseudos.push(eigen);
    }
    let largest = if largest > 0.0 { largest } else { 1.0 };
    for (l, eigen) in pseudos.iter().enumerate() {
        // δJ in the eigenvectors' frame over √(λ_a λ_b), one vector per unknown.
        let mut columns: Vec<(usize, Vec<f64>)> = Vec::new();
        for (k, terms) in moves.iter().enumerate() {
            let mut d = Matrix::zeros(4, 4);
            let mut moved = false;
            for &(i, by) in terms.iter().filter(|t| t.0 / 10 == l && t.0 < 10 * links) {
                for &(_, row, column, factor) in PSEUDO_INERTIA.iter().filter(|e| e.0 == i % 10) {
                    d.set(row, column, d.at(row, column) + factor * by);
                    if row != column {
                        d.set(column, row, d.at(row, column));
                    }
                    moved = true;
                }
            }
            if moved {
                let turned = eigen.vectors.transposed().times(&d).times(&eigen.vectors);
                let weight = |a: usize| 1.0 / eigen.values[a].max(EDGE * largest).sqrt();
                let entries =
                    (0..16).map(|e| turned.at(e / 4, e % 4) * weight(e / 4) * weight(e % 4));
                columns.push((k, entries.collect()));
            }
        }
        for (i, a) in &columns {
            for (j, b) in &columns {
                let product: f64 = a.iter().zip(b).map(|(x, y)| x * y).sum();
                g.set(*i, *j, g.at(*i, *j) + product);
            }
        }
    }
    for (k, terms) in moves.iter().enumerate() {
        for &(i, by) in terms.iter().filter(|t| t.0 >= 10 * links) {
            let size = link_values[i].abs().max(EDGE * largest);
            g.set(k, k, g.at(k, k) + (by / size).powi(2));
        }
        if !(g.at(k, k) > 0.0) {
            g.set(k, k, 1.0);
        }
    }
    // Units first, then the inverse root.
    let scale: Vec<f64> = (0..u).map(|k| 1.0 / g.at(k, k).sqrt()).collect();
    let unit = Matrix::from_fn(u, u, |i, j| scale[i] * scale[j] * g.at(i, j));
    let eigen = unit.symmetric_eigen()?;
    Ok(Matrix::from_fn(u, u, |i, k| {
        scale[i] * eigen.vectors.at(i, k) / eigen.values[k].max(ROUNDING).sqrt()
    }))
}
