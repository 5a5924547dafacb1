//! Methods side by side on the same data, each evaluated.

use super::problem::IdentificationProblem;
use crate::identify::consistent::{Uncertain, largest_speeds, nearest};
use crate::identify::estimators::{ClosedLoops, Data, EstimationError, Estimator};
use crate::identify::{Estimate, ParameterEstimate, Reduced, Status};
use crate::progress::{EventKind, Progress};
use crate::validation::{
    Baselines, Evidence, LogEvidence, MASS_POSES, MassMatrixCheck, Metrics, Scope, Scores, Verdict,
    Whiteness, check_mass_matrix, effort_noise, free_scores, joint_metrics, judge,
    related_to_motion, residual_whiteness, scores,
};
use rayon::prelude::*;
use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// One method's estimate and its evaluation.
#[derive(Clone, Debug)]
pub struct MethodResult {
    /// The estimate.
    pub estimate: Estimate,
    /// Errors on the recordings it was fitted to.
    pub fit: Scores,
    /// Errors on the validation recordings.
    pub validation: Option<Scores>,
    /// Indexes of each joint, on the recordings it is evaluated on.
    pub metrics: Vec<Metrics>,
    /// Whether each joint's residual is noise.
    pub whiteness: Vec<Option<Whiteness>>,
    /// Whether the mass matrix is positive definite at random poses.
    pub mass_matrix: Option<MassMatrixCheck>,
    /// The verdict.
    pub verdict: Verdict,
    /// Time that the estimate took, s.
    pub seconds: f64,
    /// Efforts that it predicts on the recordings it is evaluated on.
    pub predicted: Vec<Vec<Vec<f64>>>,
}

impl MethodResult {
    /// Errors on the recordings it is evaluated on.
    pub fn evaluated(&self) -> &Scores {
        self.validation.as_ref().unwrap_or(&self.fit)
    }
}

/// A method without a result.
#[derive(Clone, Debug)]
pub struct FailedMethod {
    /// The method.
    pub method: &'static str,
    /// Why; `None` if it was cancelled.
    pub reason: Option<EstimationError>,
}

impl fmt::Display for FailedMethod {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.reason {
            Some(reason) => write!(f, "{} failed: {reason}", self.method),
            None => write!(f, "{} was cancelled", self.method),
        }
    }
}

/// All methods' results, in the order in which they were asked for.
#[derive(Clone, Debug, Default)]
pub struct MethodResults {
    /// Those with a result.
    pub complete: Vec<MethodResult>,
    /// Those without one.
    pub failed: Vec<FailedMethod>,
}

/// What all methods are judged by.
#[derive(Clone, Copy)]
struct Basis<'a> {
    baselines: &'a Baselines,
    free: Option<&'a Scores>,
    scope: &'a Scope,
    /// All samples of the logs that are learnt from.
    samples: &'a Reduced,
}

impl IdentificationProblem<'_> {
    /// Errors that a model fitted to the validation logs has there.
    fn free_unseen(&self) -> Option<Scores> {
        let rows = self.validation_rows.as_ref()?;
        free_scores(&self.model, rows, &self.unseen_rows.recordings)
    }

    /// Runs methods in parallel and evaluates each. `progress` receives an event
    /// when a method starts, ends and fails, and from methods that follow the log
    /// or search; it cancels all of them or one. `done` receives each result as it
    /// is ready, from any thread.
    pub fn run(
        &self,
        methods: &[&dyn Estimator],
        loops: Option<&dyn ClosedLoops>,
        progress: &Progress,
        done: &(dyn Fn(&MethodResult) + Sync),
    ) -> Result<MethodResults, EstimationError> {
        let mut data = self.data(loops)?;
        data.progress = progress.clone();
        let baselines = self.baseline_scores().baselines();
        let free = self.free_unseen();
        let samples = self.model.reduce(&self.fit_rows.recordings);
        let samples = samples.as_ref().unwrap_or(&self.reduced);
        let scope = Scope::of(self.robot, self.evaluation_recordings());
        let names: Vec<String> = self.robot.driven_joints().map(|j| j.name.clone()).collect();
        let (ended, total) = (AtomicUsize::new(0), methods.len().max(1) as f64);
        let one = |method: &&dyn Estimator| -> Result<MethodResult, FailedMethod> {
            let name = method.name();
            let cancelled = Err(FailedMethod { method: name, reason: None });
            if progress.is_task_cancelled(name) {
                return cancelled;
            }
            progress.send(name, EventKind::Started, None);
            let start = Instant::now();
            let result = method.estimate(&data).and_then(|estimate| {
                let seconds = start.elapsed().as_secs_f64();
                // What was cut short is no estimate, and is not evaluated.
                data.check(name)?;
                let free = free.as_ref();
                let basis = Basis { baselines: &baselines, free, scope: &scope, samples };
                self.evaluate(&data, estimate, seconds, basis, &names)
            });
            let fraction = (1 + ended.fetch_add(1, Ordering::Relaxed)) as f64 / total;
            let end = |kind: EventKind| progress.send(name, kind, Some(fraction));
            match result {
                _ if progress.is_task_cancelled(name) => {
                    end(EventKind::Failed { reason: "cancelled" });
                    cancelled
                }
                Ok(result) => {
                    done(&result);
                    end(EventKind::Finished { elapsed: start.elapsed() });
                    Ok(result)
                }
                Err(why) => {
                    end(EventKind::Failed { reason: &why.to_string() });
                    Err(FailedMethod { method: name, reason: Some(why) })
                }
            }
        };
        let all: Vec<Result<MethodResult, FailedMethod>> = methods.par_iter().map(one).collect();
        let mut results = MethodResults::default();
        for result in all {
            match result {
                Ok(result) => results.complete.push(result),
                Err(skipped) => results.failed.push(skipped),
            }
        }
        Ok(results)
    }

    /// The estimate with the links and friction of the consistent robot nearest the
    /// description; as it is where there is none, or a person has given bounds or a prior.
    fn with_consistent_links(&self, mut estimate: Estimate, samples: &Reduced) -> Estimate {
        let knowledge = &self.decisions.knowledge;
        let given = knowledge.prior.is_some() || !knowledge.bounds.is_empty();
        if given && estimate.physical.distance.is_none() {
            return estimate;
        }
        let values = estimate.values();
        let covariance = estimate.covariance.clone();
        let uncertain = Uncertain {
            values: &values,
            covariance: &covariance,
            rank: estimate.rank,
            freedom: estimate.freedom,
            reduced: &self.reduced,
            judged: samples,
        };
        let speeds = largest_speeds(self.robot, &self.recordings);
        // Rotors hold coupled motors where the mass matrix is not positive without that and the
        // data allow it.
        for coupled_rotors in [false, true] {
            let Ok(set) = nearest(&self.model, uncertain, &speeds, coupled_rotors) else { break };
            if coupled_rotors && set.own_distance > set.distance.limit {
                break;
            }
            estimate.adopt(&self.model, &set);
            if estimate.corrected(&self.model).is_some() {
                break;
            }
        }
        estimate
    }

    fn evaluate(
        &self,
        data: &Data,
        estimate: Estimate,
        seconds: f64,
        basis: Basis,
        names: &[String],
    ) -> Result<MethodResult, EstimationError> {
        let values = estimate.values();
        let predict = |recordings: &[crate::identify::Recording]| {
            recordings.iter().map(|r| self.model.predict(r, &values)).collect::<Result<Vec<_>, _>>()
        };
        let (fitted, unseen) = (&self.fit_rows.recordings, &self.unseen_rows.recordings);
        let own = predict(fitted)?;
        let fit = scores(fitted, &own);
        let (predicted, validation) = if unseen.is_empty() {
            (own, None)
        } else {
            let other = predict(unseen)?;
            let scores = scores(unseen, &other);
            (other, Some(scores))
        };
        let estimate = self.with_consistent_links(estimate, basis.samples);
        let recordings = self.evaluation_recordings();
        let out = |p: &&ParameterEstimate| p.status == Status::NotExcited;
        let not_excited = estimate.unknowns.iter().filter(out).count();
        let consistent = estimate.physical.consistent;
        let mut verdict = judge(&Evidence {
            own: &fit,
            unseen: validation.as_ref(),
            baselines: basis.baselines,
            log: &LogEvidence {
                noise: effort_noise(recordings),
                unrepeated: self.unrepeated(),
                free: basis.free.cloned(),
                related: related_to_motion(recordings, &predicted),
                still: basis.scope.still(),
            },
            consistent,
            not_excited,
            joints: names,
            limits: &self.decisions.limits,
        });
        verdict.consider_consistency(&estimate.physical);
        verdict.consider_deviations(&estimate.unknowns[..self.model.base().len()]);
        let moved = self.robot.with_parameter_values(&estimate.link_values);
        let mass = moved.and_then(|r| check_mass_matrix(&r, MASS_POSES, data.seed).ok());
        if let Some(mass) = &mass {
            verdict.consider_mass(mass);
        }
        let whiteness = residual_whiteness(recordings, &predicted);
        verdict.consider_whiteness(names, &whiteness);
        verdict.consider_changes(recordings, &predicted, names);
        verdict.scope = basis.scope.statements();
        Ok(MethodResult {
            fit,
            validation,
            metrics: joint_metrics(recordings, &predicted),
            whiteness,
            mass_matrix: mass,
            verdict,
            seconds,
            predicted,
            estimate,
        })
    }
}
