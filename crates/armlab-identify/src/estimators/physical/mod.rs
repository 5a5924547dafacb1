//! Physically consistent least squares: the weighted fit over all bodies that
//! could exist (Sousa & Cortesão 2014; Wensing, Kim & Slotine 2018),
//!
//! ```text
//! min ‖W(Y P π − τ)‖²   subject to  J(link) ⪰ ε 1,  Ia ≥ 0,  fv ≥ 0,  fc ≥ 0
//! ```
//!
//! over the link parameters `π` themselves, of which the base parameters are
//! `P π`. What only counts in combination is chosen so that bodies exist, within
//! bounds where there are some, and near the description where it is a prior:
//! then the rows count in units of their noise.

mod programme;

use super::ordinary;
use super::weighted::noise_weights;
use super::{Data, EstimationError, Estimator};
use crate::estimate::Estimate;
use armlab_optimize::semidefinite::SemidefiniteSettings;
use programme::Programme;

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
        let (model, reduced, knowledge) = (data.model, data.reduced, &data.knowledge);
        let (robot, base) = (model.robot(), model.base());
        knowledge.check(robot)?;
        let weights = noise_weights(data)?;
        let triangle = reduced.whole(&weights);
        let mut fit = ordinary::fit(&triangle, data, Vec::new())?;
        let programme = Programme::new(data);
        let noise = match knowledge.prior {
            None => 1.0,
            Some(_) => {
                let freedom = data.rows().saturating_sub(fit.rank as u64).max(1) as f64;
                let square = crate::residual_square(&triangle, &fit.x);
                (square / freedom).sqrt().max(f64::MIN_POSITIVE)
            }
        };
        let solution = programme
            .problem(&triangle, noise, knowledge)?
            .solve(None, &SemidefiniteSettings::default())?;
        let held: Vec<&str> =
            solution.blocks.iter().filter(|b| b.active).map(|b| b.name.as_str()).collect();
        if !held.is_empty() {
            fit.notes.push(format!("held back by physical limits: {}", held.join(", ")));
        }
        if let Some(prior) = knowledge.prior {
            fit.notes.push(format!(
                "the description is a prior ({}, weight {})",
                prior.geometry.name(),
                prior.weight
            ));
        }
        let own = base.unknowns.len();
        let values = &solution.x;
        for (k, parameter) in base.parameters.iter().enumerate() {
            fit.x[k] = parameter.combination.iter().map(|&(i, f)| f * values[i]).sum();
        }
        fit.x[base.len()..].copy_from_slice(&values[own..]);
        fit.link_values = Some(base.link_values(robot, &values[..own]));
        Ok(Estimate::of(model, reduced, self.name(), fit))
    }
}
