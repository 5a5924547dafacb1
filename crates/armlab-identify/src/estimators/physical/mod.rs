//! Physically consistent least squares: the weighted fit over all bodies that
//! could exist (Sousa & Cortesão 2014; Wensing, Kim & Slotine 2018),
//!
//! ```text
//! min ‖W(Y P π − τ)‖²   subject to  J(link) ⪰ ε 1,  Ia ≥ 0,  fv ≥ 0,  fc ≥ 0
//! ```
//!
//! over the link parameters `π` themselves, of which the base parameters are
//! `P π`, within bounds where there are some. The rows count in units of their noise, and
//! beside them the distance `D` from bodies that the description suggests (its own, or solid
//! bars along the links where it has none, as heavy as the data say on average),
//!
//! ```text
//! … + w Σ_links D(J, P) ,    D = tr(P⁻¹J) − log det(P⁻¹J) − 4
//! ```
//!
//! so that what the data hardly tell stays of a size that bodies have: without it, logs that
//! excite little give links of no width or of many tonnes, which predict other motions badly.
//! `w = 1` believes every link to about its own size; a prior that is given replaces it.

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
        /// Weight of the bodies that the description suggests, or bars along the links; 0 for
        /// none. Data override it wherever they tell more than a body's size.
        reference_weight: f64 = 1.0, "", Range::at_least(0.0);
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
        let mut reference = Reference::new(model.robot());
        let solve = |reference: &Reference| -> Result<_, EstimationError> {
            let near = Some((reference, self.reference_weight)).filter(|(_, w)| *w > 0.0);
            let problem = match knowledge.prior {
                Some(prior) => programme.with_prior(&rows, &rhs, prior, &knowledge.bounds)?,
                None => programme.near(&rows, &rhs, near, &knowledge.bounds),
            };
            let start = programme.start(reference, &rows, &fit.x);
            Ok(problem.solve(Some(&start), &settings)?)
        };
        let solution = match knowledge.prior {
            None if self.reference_weight > 0.0 => programme.sized(&mut reference, solve)?,
            _ => solve(&reference)?,
        };
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
