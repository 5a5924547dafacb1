//! The possible robot nearest to an impossible one.
//!
//! `min ½ (x − x*)ᵀ C⁻¹ (x − x*)` over link parameters and friction, with `x` their
//! base parameters and friction, `C` the estimate's covariance, every pseudo-inertia
//! positive semidefinite, rotor inertias and friction not negative: a semidefinite
//! programme (as Sousa & Cortesão 2014 have it for estimates). Directions without
//! variance stay where the estimate is.

use super::ROUNDING;
use super::lift::base_rows;
use crate::physical::PSEUDO_INERTIA;
use crate::problem::Model;
use armlab_dense::{Matrix, SymmetricEigen};
use armlab_engine::robot::Robot;
use armlab_optimize::semidefinite::{Block, Semidefinite, SemidefiniteSettings};

/// Smallest eigenvalue of a pseudo-inertia, over the mass of the heaviest link in
/// kg: rounding must not take a body out of existence.
const SMALLEST: f64 = 1e-10;
/// Directions without variance are held this many times as hard as those with the
/// least.
const HELD: f64 = 1e3;

/// The programme without its target.
pub struct Nearest {
    /// Rows over link parameters and friction.
    rows: Matrix,
    /// The same rows over the unknowns.
    roots: Matrix,
    blocks: Vec<Block>,
    start: Vec<f64>,
}

impl Nearest {
    /// Around an estimate with values and link parameters, whose covariance has
    /// these deviations and correlations.
    pub fn of(
        model: &Model,
        link_values: &[f64],
        values: &[f64],
        sizes: &[f64],
        correlations: &SymmetricEigen,
    ) -> Self {
        let (base, n) = (model.base(), values.len());
        let (own, base_count) = (base.unknowns.len(), base.len());
        let least = correlations.values.iter().copied().filter(|v| *v > ROUNDING);
        let held = least.fold(1.0_f64, f64::min) / (HELD * HELD);
        let size = |k: usize| if sizes[k] > 0.0 { sizes[k] } else { values[k].abs().max(1e-6) };
        let roots = Matrix::from_fn(n, n, |k, i| {
            let value = correlations.values[k];
            let value = if value > ROUNDING { value } else { held };
            correlations.vectors.at(i, k) / (value.sqrt() * size(i))
        });
        let p = base_rows(model);
        let rows = Matrix::from_fn(n, own + n - base_count, |k, i| match i < own {
            true => (0..base_count).map(|b| roots.at(k, b) * p.at(b, i)).sum(),
            false => roots.at(k, base_count + i - own),
        });
        let mut start = base.unknown_values(model.robot(), link_values);
        start.extend_from_slice(&values[base_count..]);
        let described = model.robot().parameter_values();
        let masses = link_values.chunks_exact(10).take(model.robot().links().len());
        let heaviest = masses.map(|c| c[0]).fold(0.0_f64, f64::max);
        let blocks = blocks(model, &described, SMALLEST * heaviest);
        Self { rows, roots, blocks, start }
    }

    /// Unknowns and link parameters of the robot nearest to `target`; `None` if
    /// the programme does not find it.
    pub fn to(&self, model: &Model, target: &[f64]) -> Option<(Vec<f64>, Vec<f64>)> {
        let base = model.base();
        let mut problem = Semidefinite::new(self.rows.clone(), self.roots.times_vector(target));
        for block in &self.blocks {
            problem = problem.subject_to(block.clone());
        }
        let found = problem.solve(Some(&self.start), &SemidefiniteSettings::default()).ok()?;
        let (own, friction) = found.x.split_at(base.unknowns.len());
        let mut unknowns = base_rows(model).times_vector(own);
        unknowns.extend_from_slice(friction);
        Some((unknowns, base.link_values(model.robot(), own)))
    }
}

/// What every robot must obey. Declared unknowns that move a parameter start from
/// their values in the description.
fn blocks(model: &Model, described: &[f64], smallest: f64) -> Vec<Block> {
    let (robot, base): (&Robot, _) = (model.robot(), model.base());
    let (links, prior) = (robot.links().len(), base.prior());
    let movers = |parameter: usize| {
        let moves = base.moves().iter().enumerate();
        moves.flat_map(move |(k, terms)| {
            terms.iter().filter(move |t| t.0 == parameter).map(move |t| (k, t.1))
        })
    };
    let mut all = Vec::new();
    for (l, link) in robot.links().iter().enumerate() {
        let mut block = Block::new(format!("link `{}`", link.name), 4);
        let mut free = false;
        for &(p, row, column, factor) in &PSEUDO_INERTIA {
            let mut constant = described[10 * l + p];
            for (k, by) in movers(10 * l + p) {
                block = block.term(k, row, column, factor * by);
                constant -= by * prior[k];
                free = true;
            }
            block = block.constant(row, column, factor * constant);
        }
        if free {
            for k in 0..4 {
                block = block.constant(k, k, -smallest);
            }
            all.push(block);
        }
    }
    for rotor in 10 * links..described.len() {
        let mut block = Block::new(format!("rotor {}", rotor - 10 * links), 1);
        let mut constant = described[rotor];
        let mut free = false;
        for (k, by) in movers(rotor) {
            block = block.term(k, 0, 0, by);
            constant -= by * prior[k];
            free = true;
        }
        if free {
            all.push(block.constant(0, 0, constant));
        }
    }
    let own = base.unknowns.len();
    for (k, column) in model.friction().iter().enumerate().filter(|(_, c)| c.not_negative) {
        all.push(Block::at_least(format!("`{}`", column.name), own + k, 0.0));
    }
    all
}
