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

use crate::data::{Data, noise_weights};
use crate::error::EstimationError;
use crate::estimate::Estimate;
use crate::fit::least_squares_fit;
use crate::method::{Capabilities, Estimator};
use armlab_optimize::semidefinite::SemidefiniteSettings;
use armlab_settings::{Method, Range, method, settings};
use programme::Programme;

settings! {
    /// Least squares over physically consistent parameters.
    pub struct Physical {
        /// Smallest eigenvalue of a link's pseudo-inertia, per newton metre of typical
        /// effort.
        smallest_inertia: f64 = 1e-7, "kg m²/(N m)", Range::POSITIVE;
        /// Relative gap of the semidefinite programme at which it ends.
        tolerance: f64 = 1e-10, "", Range::within(0.0, 0.1);
        /// Newton steps at most.
        iterations: usize = 80, "", Range::between(1.0, 100000.0);
    }
}
method!(
    Physical,
    "physical",
    "Physically consistent least squares: only masses and inertias that bodies can have. Best for \
     simulation and control, and wherever link parameters are used one by one."
);

impl Estimator for Physical {
    fn capabilities(&self) -> Capabilities {
        Capabilities { physically_consistent: true, ..Capabilities::STREAMS }
    }
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
        let (model, reduced, knowledge) = (data.model, data.reduced, &data.knowledge);
        let (robot, base) = (model.robot(), model.base());
        knowledge.check(robot)?;
        let weights = noise_weights(data)?;
        let triangle = reduced.whole(&weights);
        let mut fit = least_squares_fit(&triangle, data, &weights, Vec::new())?;
        let programme = Programme::new(data, self.smallest_inertia);
        let noise = match knowledge.prior {
            None => 1.0,
            Some(_) => {
                let freedom = data.row_count().saturating_sub(fit.rank as u64).max(1) as f64;
                let square = crate::residual_square(&triangle, &fit.x);
                (square / freedom).sqrt().max(f64::MIN_POSITIVE)
            }
        };
        let settings =
            SemidefiniteSettings { tolerance: self.tolerance, iterations: self.iterations };
        let solution = programme.problem(&triangle, noise, knowledge)?.solve(None, &settings)?;
        let held: Vec<&str> =
            solution.blocks.iter().filter(|b| b.active).map(|b| b.name.as_str()).collect();
        if !held.is_empty() {
            fit.notes
                .push(format!("physical-consistency constraints active for: {}", held.join(", ")));
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
