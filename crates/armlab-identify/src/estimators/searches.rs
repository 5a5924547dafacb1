//! Random searches on the rows' triangle (see [`crate::evolutionary`]).

use super::{Data, EstimationError, Estimator, noise_weights, ordinary};
use crate::estimate::Estimate;
use crate::evolutionary::{EVOLUTIONARY_METHODS, EvolutionaryMethod, Options, evolutionary_method};
use crate::trace::Trace;

/// Points of the history.
const POINTS: usize = 600;

/// A search by name.
pub struct Search(pub &'static str);

impl Search {
    fn method(&self) -> &'static EvolutionaryMethod {
        evolutionary_method(self.0).unwrap_or(&EVOLUTIONARY_METHODS[0])
    }
}

impl Estimator for Search {
    fn name(&self) -> &'static str {
        self.0
    }
    fn summary(&self) -> &'static str {
        self.method().summary
    }
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
        let weights = noise_weights(data)?;
        let options = Options { seed: data.seed, bounds: None, weights: Some(weights.clone()) };
        let mut stopped = false;
        let found = self.method().run(data, &options, &mut |generation, cost| {
            let next = data.report_cost(self.0, generation, cost);
            stopped |= next.is_break();
            next
        });
        let mut notes = vec![format!(
            "{} evaluations; mean squared residual {:.4} times the least one; error bars are those \
             of weighted least squares",
            found.evaluations,
            found.mean_square / found.least.max(f64::MIN_POSITIVE)
        )];
        if stopped {
            notes.push("it was stopped before its last generation".into());
        }
        let names = data.model.names();
        let on_bounds: Vec<&str> = found.on_bounds.iter().map(|&k| names[k].as_str()).collect();
        if !on_bounds.is_empty() {
            notes.push(format!("on the edge of where was looked: {}", on_bounds.join(", ")));
        }
        let mut fit = ordinary::fit(&data.reduced.whole(&weights), data, notes)?;
        fit.x = found.x;
        let mut estimate = Estimate::of(data.model, data.reduced, self.0, fit);
        estimate.trace = Some(Trace::over_generations(&found.history, POINTS));
        Ok(estimate)
    }
}
