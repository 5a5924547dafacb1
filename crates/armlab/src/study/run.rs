//! Methods side by side on equal data, each judged.

use super::judging::{MASS_POSES, residual_whiteness, scores};
use super::prepare::Study;
use crate::identify::Estimate;
use crate::identify::estimators::{ClosedLoops, Data, EstimationError, Estimator, MethodObserver};
use crate::validate::{
    Baselines, MassMatrixCheck, Metrics, Scope, Scores, Verdict, Whiteness, check_mass_matrix,
    joint_metrics, judge,
};
use rayon::prelude::*;
use std::ops::ControlFlow;
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
    /// Why; `None` if it was stopped before it began.
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

/// What happens during a run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Event {
    /// A method begins.
    Begun(&'static str),
    /// A method is done, after so many seconds.
    Done(&'static str, f64),
}

impl Study<'_> {
    /// Runs methods in parallel. `watch` hears of every step, from any thread,
    /// and stops what has not begun yet with `Break`; what is done is kept.
    pub fn run(
        &self,
        methods: &[&dyn Estimator],
        loops: Option<&dyn ClosedLoops>,
        watch: &(dyn Fn(Event) -> ControlFlow<()> + Sync),
    ) -> Result<Results, EstimationError> {
        self.run_with_observer(methods, loops, watch, None)
    }

    /// The same with an observer, which gets the progress of methods that follow the
    /// log or search, and can end them with the result they have.
    pub fn run_with_observer(
        &self,
        methods: &[&dyn Estimator],
        loops: Option<&dyn ClosedLoops>,
        watch: &(dyn Fn(Event) -> ControlFlow<()> + Sync),
        observer: Option<MethodObserver>,
    ) -> Result<Results, EstimationError> {
        let mut data = self.data(loops)?;
        data.observer = observer;
        let baselines = self.naive().baselines();
        let scope = Scope::of(self.robot, self.judged_by());
        let names: Vec<String> = self.robot.driven_joints().map(|j| j.name.clone()).collect();
        let one = |method: &&dyn Estimator| -> Result<Judged, Skipped> {
            let name = method.name();
            if watch(Event::Begun(name)).is_break() {
                return Err(Skipped { method: name, why: None });
            }
            let start = Instant::now();
            let judged = method.estimate(&data).and_then(|estimate| {
                let seconds = start.elapsed().as_secs_f64();
                self.judged(&data, estimate, seconds, &baselines, &scope, &names)
            });
            let _ = watch(Event::Done(name, start.elapsed().as_secs_f64()));
            judged.map_err(|why| Skipped { method: name, why: Some(why) })
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
