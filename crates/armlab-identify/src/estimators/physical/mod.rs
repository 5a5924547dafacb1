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

use crate::consistent::{Programme, Reference};
use crate::data::{Data, noise_weights};
use crate::error::EstimationError;
use crate::estimate::Estimate;
use crate::fit::least_squares_fit;
use crate::method::{Capabilities, Estimator};
use armlab_dense::Matrix;
use armlab_optimize::semidefinite::SemidefiniteSettings;
use armlab_settings::{Method, Range, method, settings};

/// Squared residuals below this part of the squared efforts are rounding.
const ROUNDING: f64 = 1e-18;
/// A gap of more than this part of the squared error is stated.
const WORTH_SAYING: f64 = 1e-6;

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
        knowledge.check(model.robot())?;
        let weights = noise_weights(data)?;
        let triangle = reduced.whole(&weights);
        let mut fit = least_squares_fit(&triangle, data, &weights, Vec::new())?;
        let programme = Programme::new(model, self.smallest_inertia * typical_effort(data));
        let freedom = data.row_count().saturating_sub(fit.rank as u64).max(1) as f64;
        let floor = ROUNDING * triangle.rhs(0).iter().map(|b| b * b).sum::<f64>() / freedom;
        let square = crate::residual_square(&triangle, &fit.x) / freedom;
        let noise = square.max(floor).max(f64::MIN_POSITIVE).sqrt();
        let (r, rhs) = (triangle.r(), triangle.rhs(0));
        let rows = Matrix::from_fn(r.rows(), r.columns(), |i, j| r.at(i, j) / noise);
        let rhs: Vec<f64> = rhs.iter().map(|b| b / noise).collect();
        let (tolerance, iterations) = (self.tolerance, self.iterations);
        let settings = SemidefiniteSettings { tolerance, iterations, scale: 1.0 };
        let problem = programme.problem(&rows, &rhs, knowledge)?;
        let start = programme.start(&Reference::new(model.robot()), &rows, &fit.x);
        let solution = problem.solve(Some(&start), &settings)?;
        // The programme has only the part of the squared error that unknowns can change.
        let whole = solution.objective.abs() + square * freedom / (noise * noise);
        if solution.gap > WORTH_SAYING * whole {
            fit.notes.push(format!(
                "near-optimal: the squared error may be up to {:.1e} % larger than the least one",
                100.0 * solution.gap / whole
            ));
        }
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
        let point = programme.with_unseen(&solution.x, &rows, &fit.x);
        let (unknowns, link_values) = programme.values(&point);
        fit.x = unknowns;
        fit.link_values = Some(link_values);
        Ok(Estimate::of(model, reduced, self.name(), fit))
    }
}

/// Root mean square of the largest joint's efforts, N m or N: eigenvalues of a
/// pseudo-inertia far below it are small beside any link of such a robot.
fn typical_effort(data: &Data) -> f64 {
    let reduced = data.reduced;
    let efforts = reduced.effort_squares(0..reduced.segments());
    let typical = |j: usize| (efforts[j] / reduced.rows(j).max(1) as f64).sqrt();
    (0..reduced.joints()).map(typical).fold(0.0_f64, f64::max)
}
