//! Recursive least squares whose first covariance a particle swarm looks for (RLSPSO,
//! Batista et al. 2020).
//!
//! The cost of a diagonal `P₀` is `1 − mean R²` over the joints (eq. 28), each sample
//! predicted before it is learnt. It falls with nearly every entry, since a larger `P₀` believes
//! the zeros less with which the recursion begins: the swarm mostly ends in a corner of its
//! box, and the estimate is near that of `rls`.

use super::online::{learnt, sample_by_sample};
use crate::data::{Data, noise_weights};
use crate::error::EstimationError;
use crate::estimate::Estimate;
use crate::method::{Capabilities, Estimator};
use crate::online::{RowEstimator, Sample, SampleRows};
use crate::problem::ProblemError;
use armlab_dense::dot;
use armlab_online::{InitialCovariance, Rls, RlsSettings, RowLearner};
use armlab_optimize::{Bounds, Budget, Minimiser, Objective, ParticleSwarm, Problem};
use armlab_settings::{Range, method, settings};

settings! {
    /// Recursive least squares tuned by a swarm.
    pub struct SwarmRecursion {
        /// Forgetting factor λ per sample; 1 forgets nothing.
        forgetting: f64 = 1.0, "", Range::FRACTION;
        /// Particles.
        particles: usize = 60, "", Range::between(1.0, 1000000.0);
        /// Iterations of the swarm.
        iterations: usize = 10, "", Range::between(1.0, 100000.0);
        /// Inertia w; 1 is printed.
        inertia: f64 = 0.7298, "", Range::at_least(0.0);
        /// Acceleration c₁ towards a particle's own best; 3.1 is printed.
        cognitive: f64 = 1.49618, "", Range::at_least(0.0);
        /// Acceleration c₂ towards the swarm's best; 3.9 is printed.
        social: f64 = 1.49618, "", Range::at_least(0.0);
        /// Least variance of an unknown, in units of the noise.
        least_variance: f64 = 0.01, "", Range::POSITIVE;
        /// Largest variance of an unknown, in units of the noise; 50 is printed, for
        /// unknowns of order one.
        largest_variance: f64 = 1e6, "", Range::POSITIVE;
        /// Samples, evenly spaced, on which covariances are compared.
        compared_samples: usize = 300, "", Range::between(2.0, 1000000.0);
    }
}
method!(
    SwarmRecursion,
    "rlspso",
    "Recursive least squares whose first covariance a particle swarm looks for. Best as a comparison \
     with published results."
);

/// Rows of some samples, and what predictions of them are measured against.
struct Compared {
    unknowns: usize,
    joints: usize,
    rows: Vec<f64>,
    targets: Vec<f64>,
    /// Squared deviations of each joint's targets from their mean.
    variation: Vec<f64>,
    forgetting: f64,
}

impl Compared {
    fn of(method: &SwarmRecursion, data: &Data, rows: &mut SampleRows) -> Option<Self> {
        let (unknowns, joints) = (data.model.unknowns(), data.model.joints());
        let total: usize = data.recordings.iter().map(|r| r.samples()).sum();
        let every = total.div_ceil(method.compared_samples.max(1)).max(1);
        let (mut all, mut targets, mut at) = (Vec::new(), Vec::new(), 0_usize);
        for recording in data.recordings {
            for k in 0..recording.samples() {
                at += 1;
                if !at.is_multiple_of(every) {
                    continue;
                }
                let of = |columns: &[Vec<f64>]| columns.iter().map(|c| c[k]).collect::<Vec<f64>>();
                let (q, qd) = (of(&recording.q), of(&recording.qd));
                let (qdd, effort) = (of(&recording.qdd), of(&recording.effort));
                let t = recording.time[k];
                let sample = Sample { t, q: &q, qd: &qd, qdd: &qdd, effort: &effort };
                // A pose that the machine cannot take is left out, as in the recursion.
                if let Ok((rows, efforts)) = rows.fill(&sample)
                    && rows.iter().chain(efforts).all(|x| x.is_finite())
                {
                    all.extend_from_slice(rows);
                    targets.extend_from_slice(efforts);
                }
            }
        }
        let samples = targets.len() / joints.max(1);
        let variation = (0..joints).map(|j| {
            let own = || targets.iter().skip(j).step_by(joints);
            let mean = own().sum::<f64>() / samples.max(1) as f64;
            own().map(|y| (y - mean).powi(2)).sum()
        });
        let variation: Vec<f64> = variation.collect();
        let forgetting = method.forgetting;
        (samples > 0).then_some(Self {
            unknowns,
            joints,
            rows: all,
            targets,
            variation,
            forgetting,
        })
    }
}

fn recursion(unknowns: usize, forgetting: f64, diagonal: &[f64]) -> Option<Rls> {
    let covariance = InitialCovariance::Diagonal(diagonal.to_vec());
    Rls::new(unknowns, RlsSettings { forgetting, covariance, ..RlsSettings::default() }).ok()
}

impl Objective for Compared {
    fn dimension(&self) -> usize {
        self.unknowns
    }
    fn value(&self, diagonal: &[f64]) -> f64 {
        let Some(mut learner) = recursion(self.unknowns, self.forgetting, diagonal) else {
            return f64::INFINITY;
        };
        let mut errors = vec![0.0; self.joints];
        let samples = self.rows.chunks_exact(self.unknowns * self.joints);
        for (rows, targets) in samples.zip(self.targets.chunks_exact(self.joints)) {
            let each = rows.chunks_exact(self.unknowns).zip(targets);
            for (error, (row, y)) in errors.iter_mut().zip(each) {
                *error += (y - dot(row, learner.estimate())).powi(2);
            }
            if learner.learn(rows, targets).is_err() {
                return f64::INFINITY;
            }
        }
        let lost = errors.iter().zip(&self.variation).filter(|(_, v)| **v > 0.0);
        lost.clone().map(|(e, v)| e / v).sum::<f64>() / lost.count().max(1) as f64
    }
}

impl Estimator for SwarmRecursion {
    fn capabilities(&self) -> Capabilities {
        Capabilities { search: true, ..Capabilities::NONE }
    }
    fn estimate(&self, data: &Data) -> Result<Estimate, EstimationError> {
        let refused = |what: &str| EstimationError::Online(format!("rlspso: {what}"));
        if self.least_variance > self.largest_variance {
            return Err(refused("least_variance is above largest_variance; exchange them"));
        }
        sample_by_sample(data.model)?;
        let weights = noise_weights(data)?;
        let unknowns = data.model.unknowns();
        let rows = || SampleRows::new(data.model).map_err(ProblemError::from);
        let compared = Compared::of(self, data, &mut rows()?.weighted(&weights));
        let compared = compared.ok_or_else(|| refused("no sample of the log can be used"))?;
        let swarm = ParticleSwarm {
            particles: self.particles,
            inertia: self.inertia,
            own: self.cognitive,
            swarm: self.social,
            seed: data.seed,
            ..ParticleSwarm::default()
        };
        // Variances differ by orders: the swarm moves in their logarithms.
        let logarithms = [self.least_variance.ln(), self.largest_variance.ln()];
        let bounds = Bounds::cube(unknowns, logarithms[0], logarithms[1]);
        let by_logarithm = armlab_optimize::from_fn(unknowns, |x: &[f64]| {
            compared.value(&x.iter().map(|x| x.exp()).collect::<Vec<f64>>())
        });
        let problem = Problem { objective: &by_logarithm, bounds: &bounds, start: None };
        let budget =
            Budget { iterations: self.iterations, evaluations: usize::MAX, ..Budget::default() };
        let found = swarm.minimise(&problem, &budget, &mut |step| {
            data.report_cost("rlspso", step.iteration, step.value)
        });
        let diagonal: Vec<f64> = found.x.iter().map(|x| x.exp()).collect();
        let learner = recursion(unknowns, self.forgetting, &diagonal)
            .ok_or_else(|| refused("the swarm found no covariance; widen its box"))?;
        let estimator = RowEstimator::new(rows()?.weighted(&weights), Box::new(learner));
        let mut estimate = learnt("rlspso", data, &weights, estimator, 1)?;
        let top = diagonal.iter().filter(|v| **v > 0.99 * self.largest_variance).count();
        estimate.notes.push(format!(
            "the swarm's best covariance leaves {:.4} of the variance unexplained; {top} of {unknowns} entries \
             are at the top of its box",
            found.value
        ));
        Ok(estimate)
    }
}
