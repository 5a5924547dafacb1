//! Methods side by side on equal data, each judged.

use super::judging::{MASS_POSES, residual_whiteness, scores};
use super::prepare::Study;
use crate::identify::Estimate;
use crate::identify::estimators::{ClosedLoops, Data, EstimationError, Estimator};
use crate::progress::{EventKind, Progress};
use crate::validate::{
    Baselines, MassMatrixCheck, Metrics, Scope, Scores, Verdict, Whiteness, check_mass_matrix,
    joint_metrics, judge,
};
use rayon::prelude::*;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Instant;

/// What one method found, and what it is worth.
#[derive(Clone, Debug)]
pub struct Judged {
    /// The estimate.
    pub estimate: Estimate,
    /// Errors on the recordings it learnt from.
    pub fit: Scores,
    /// Errors on those it has not seen.
    pub validation: Option<Scores>,
    /// Indexes of each joint, on the recordings it is judged by.
    pub metrics: Vec<Metrics>,
    /// Whether each joint's residual is noise.
    pub whiteness: Vec<Option<Whiteness>>,
    /// What random poses say of the mass matrix.
    pub mass_matrix: Option<MassMatrixCheck>,
    /// The judgement.
    pub verdict: Verdict,
    /// Time that the estimate took, s.
    pub seconds: f64,
    /// Efforts that it predicts on the recordings it is judged by.
    pub predicted: Vec<Vec<Vec<f64>>>,
}

impl Judged {
    /// Errors on the recordings it is judged by.
    pub fn judged(&self) -> &Scores {
        self.validation.as_ref().unwrap_or(&self.fit)
    }
}

/// A method that gave nothing.
#[derive(Clone, Debug)]
pub struct Skipped {
    /// The method.
    pub method: &'static str,
    /// Why; `None` if it was cancelled.
    pub why: Option<EstimationError>,
}

/// All methods' results, in the order in which they were asked for.
#[derive(Clone, Debug, Default)]
pub struct Results {
    /// Those that gave an estimate.
    pub judged: Vec<Judged>,
    /// Those that did not.
    pub skipped: Vec<Skipped>,
}

impl Study<'_> {
    /// Runs methods in parallel and evaluates each. `progress` receives an event
    /// when a method starts, ends and fails, and from methods that follow the log
    /// or search; it cancels all of them or one. `done` receives each result as it
    /// is ready, from any thread.
    pub fn run(
        &self,
        methods: &[&dyn Estimator],
        loops: Option<&dyn ClosedLoops>,
        progress: &Progress,
        done: &(dyn Fn(&Judged) + Sync),
    ) -> Result<Results, EstimationError> {
        let mut data = self.data(loops)?;
        data.progress = progress.clone();
        let baselines = self.naive().baselines();
        let scope = Scope::of(self.robot, self.judged_by());
        let names: Vec<String> = self.robot.driven_joints().map(|j| j.name.clone()).collect();
        let (ended, total) = (AtomicUsize::new(0), methods.len().max(1) as f64);
        let one = |method: &&dyn Estimator| -> Result<Judged, Skipped> {
            let name = method.name();
            let cancelled = Err(Skipped { method: name, why: None });
            if progress.is_task_cancelled(name) {
                return cancelled;
            }
            progress.send(name, EventKind::Started, None);
            let start = Instant::now();
            let judged = method.estimate(&data).and_then(|estimate| {
                let seconds = start.elapsed().as_secs_f64();
                self.judged(&data, estimate, seconds, &baselines, &scope, &names)
            });
            let fraction = (1 + ended.fetch_add(1, Ordering::Relaxed)) as f64 / total;
            let end = |kind: EventKind| progress.send(name, kind, Some(fraction));
            match judged {
                // What was cut short is no estimate.
                _ if progress.is_task_cancelled(name) => {
                    end(EventKind::Failed { reason: "cancelled" });
                    cancelled
                }
                Ok(judged) => {
                    done(&judged);
                    end(EventKind::Finished { elapsed: start.elapsed() });
                    Ok(judged)
                }
                Err(why) => {
                    end(EventKind::Failed { reason: &why.to_string() });
                    Err(Skipped { method: name, why: Some(why) })
                }
            }
        };
        let all: Vec<Result<Judged, Skipped>> = methods.par_iter().map(one).collect();
        let mut results = Results::default();
        for result in all {
            match result {
                Ok(judged) => results.judged.push(judged),
                Err(skipped) => results.skipped.push(skipped),
            }
        }
        Ok(results)
    }

    fn judged(
        &self,
        data: &Data,
        estimate: Estimate,
        seconds: f64,
        baselines: &Baselines,
        scope: &Scope,
        names: &[String],
    ) -> Result<Judged, EstimationError> {
        let values = estimate.values();
        let predict = |recordings: &[crate::identify::Recording]| {
            recordings.iter().map(|r| self.model.predict(r, &values)).collect::<Result<Vec<_>, _>>()
        };
        let own = predict(&self.recordings)?;
        let fit = scores(&self.recordings, &own);
        let (predicted, validation) = if self.unseen.is_empty() {
            (own, None)
        } else {
            let other = predict(&self.unseen)?;
            let scores = scores(&self.unseen, &other);
            (other, Some(scores))
        };
        let missing = self.model.unknowns().saturating_sub(estimate.rank);
        let consistent = estimate.physical.consistent;
        let mut verdict = judge(&fit, validation.as_ref(), baselines, consistent, missing, names);
        let moved = self.robot.with_parameter_values(&estimate.link_values);
        let mass = moved.and_then(|r| check_mass_matrix(&r, MASS_POSES, data.seed).ok());
        if let Some(mass) = &mass {
            verdict.consider_mass(mass);
        }
        let judged_by = self.judged_by();
        let whiteness = residual_whiteness(judged_by, &predicted);
        verdict.consider_whiteness(names, &whiteness);
        verdict.scope = scope.statements();
        Ok(Judged {
            fit,
            validation,
            metrics: joint_metrics(judged_by, &predicted),
            whiteness,
            mass_matrix: mass,
            verdict,
            seconds,
            predicted,
            estimate,
        })
    }
}
