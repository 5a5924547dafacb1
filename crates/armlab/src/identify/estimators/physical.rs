//! Physically consistent least squares: the weighted fit over all bodies that
//! could exist (Sousa & Cortesão 2014; Wensing, Kim & Slotine 2018),
//!
//! ```text
//! min ‖W(Y P π − τ)‖²   subject to  J(link) ⪰ ε 1,  Ia ≥ 0,  fv ≥ 0,  fc ≥ 0
//! ```
//!
//! over the link parameters `π` themselves, of which the base parameters are
//! `P π`. What only counts in combination is chosen so that bodies exist.

use super::ordinary;
use super::weighted::noise_weights;
use super::{Data, EstimationError, Estimator};
use crate::identify::estimate::Estimate;
use crate::identify::physical::PSEUDO_INERTIA;
use armlab_dense::Matrix;
use armlab_optimize::semidefinite::{Block, Semidefinite, SemidefiniteSettings};

/// Smallest eigenvalue of a pseudo-inertia, per newton metre of typical effort:
/// small beside any link of a robot that needs such efforts.
const SMALLEST: f64 = 1e-7;

/// Least squares over bodies that could exist.
pub struct Physical;

impl Estimator for Physical {
    fn name(&self) -> &'static str {
        "physical"
    }
    fn summary(&self) -> &'static str {
        "physically consistent least squares: only masses and inertias that bodies can have"
    }
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
        let (model, reduced) = (data.model, data.reduced);
        let (robot, base) = (model.robot(), model.base());
        let weights = noise_weights(data)?;
        let triangle = reduced.whole(&weights);
        let mut fit = ordinary::fit(&triangle, data, Vec::new())?;
        let efforts = reduced.effort_squares(0..reduced.segments());
        let typical = (0..reduced.joints())
            .map(|j| (efforts[j] / reduced.rows(j).max(1) as f64).sqrt())
            .fold(0.0_f64, f64::max);
        let smallest = SMALLEST * typical;

        // Unknowns of the programme: those of the base parameters, then friction.
        let (own, friction) = (base.unknowns.len(), model.friction().len());
        let r = triangle.r();
        let mut rows = Matrix::zeros(r.rows(), own + friction);
        for (k, parameter) in base.parameters.iter().enumerate() {
            for &(i, factor) in &parameter.combination {
                for row in 0..r.rows() {
                    let sum = rows.at(row, i) + factor * r.at(row, k);
                    rows.set(row, i, sum);
                }
            }
        }
        for k in 0..friction {
            for row in 0..r.rows() {
                rows.set(row, own + k, r.at(row, base.len() + k));
            }
        }
        let mut problem = Semidefinite::new(rows, triangle.rhs(0).to_vec());
        let links = robot.links().len();
        let present = robot.parameter_values();
        let moves = base.moves();
        for (l, link) in robot.links().iter().enumerate() {
            let mut block = Block::new(format!("link `{}`", link.name), 4);
            let mut free = false;
            // Parameters that nothing moves stay as they are described.
            for &(p, row, column, factor) in &PSEUDO_INERTIA {
                let parameter = 10 * l + p;
                let mut moved = false;
                for (unknown, terms) in moves.iter().enumerate() {
                    for &(i, by) in terms.iter().filter(|t| t.0 == parameter) {
                        debug_assert_eq!(i, parameter);
                        block = block.term(unknown, row, column, factor * by);
                        moved = true;
                    }
                }
                free |= moved;
                if !moved {
                    block = block.constant(row, column, factor * present[parameter]);
                }
            }
            if !free {
                continue;
            }
            for k in 0..4 {
                block = block.constant(k, k, -smallest);
            }
            problem = problem.subject_to(block);
        }
        for (unknown, terms) in moves.iter().enumerate() {
            if terms.iter().any(|t| t.0 >= 10 * links) {
                let name = format!("`{}`", base.unknowns[unknown]);
                problem = problem.subject_to(Block::at_least(name, unknown, 0.0));
            }
        }
        for (k, column) in model.friction().iter().enumerate().filter(|(_, c)| c.not_negative) {
            let name = format!("`{}`", column.name);
            problem = problem.subject_to(Block::at_least(name, own + k, 0.0));
        }
        let solution = problem.solve(None, &SemidefiniteSettings::default())?;
        let held: Vec<&str> =
            solution.blocks.iter().filter(|b| b.active).map(|b| b.name.as_str()).collect();
        if !held.is_empty() {
            fit.notes.push(format!("held back by physical limits: {}", held.join(", ")));
        }
        let values = &solution.x;
        for (k, parameter) in base.parameters.iter().enumerate() {
            fit.x[k] = parameter.combination.iter().map(|&(i, f)| f * values[i]).sum();
        }
        fit.x[base.len()..].copy_from_slice(&values[own..]);
        fit.link_values = Some(base.link_values(robot, &values[..own]));
        Ok(Estimate::of(model, reduced, self.name(), fit))
    }
}
