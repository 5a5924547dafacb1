//! One task: an experiment with its own noise, and every method on its log.

use super::plan::{CampaignError, CampaignPlan};
use super::record::{MethodRecord, TaskRecord};
use crate::identification::{IdentificationProblem, ProblemSettings};
use crate::identify::estimators::{EstimationError, Estimator, ExperimentLoops};
use crate::identify::{RawRecording, Recording};
use crate::progress::Progress;
use crate::simulate::effects::white_noise::WhiteNoise;
use crate::simulate::{End, Experiment, Settings};
use crate::validation::scores;
use std::time::Instant;

impl CampaignPlan<'_> {
    /// The log of the experiment without noise, to judge methods by.
    pub fn clean(&self, progress: &Progress) -> Result<RawRecording, CampaignError> {
        let mut settings = Settings { seed: self.first_seed, ..self.settings.clone() };
        settings.effects.clear();
        self.log(&settings, "clean", progress)
    }

    fn log(
        &self,
        settings: &Settings,
        name: &str,
        progress: &Progress,
    ) -> Result<RawRecording, CampaignError> {
        let experiment = Experiment {
            robot: self.robot,
            model: self.initial,
            trajectory: self.trajectory,
            law: self.law,
            settings,
        };
        let run = experiment.run_with_progress(progress)?;
        if let End::StoppedEarly(stop) = &run.end {
            return Err(CampaignError::StoppedEarly(stop.to_string()));
        }
        Ok(RawRecording::of(&run.log, name, self.robot.driven_joints().count(), None)?)
    }

    /// Runs one task; methods are judged on the log without noise. A task that was cancelled
    /// has errors, or records that are not to be used.
    pub fn run_task(
        &self,
        task: u64,
        clean: &RawRecording,
        progress: &Progress,
    ) -> Result<TaskRecord, CampaignError> {
        let level = self.levels[(task / self.seeds) as usize];
        let seed = self.first_seed + task % self.seeds;
        let noise = WhiteNoise { sigma: self.noise.scaled(level), ..WhiteNoise::default() };
        let mut settings = Settings { seed, ..self.settings.clone() };
        settings.effects.push(Box::new(noise));
        let mut raw = self.log(&settings, "noisy", progress)?;
        if !self.accelerations {
            raw = raw.without_accelerations();
        }
        let decisions =
            ProblemSettings { shape: Some(self.shape.clone()), seed, ..ProblemSettings::default() };
        let study = IdentificationProblem::prepare(
            self.initial,
            &[raw],
            std::slice::from_ref(clean),
            decisions,
            progress,
        )?;
        let loops = ExperimentLoops {
            model: self.initial,
            trajectory: self.trajectory,
            law: self.law,
            settings: &settings,
        };
        let mut data = study.data(Some(&loops))?;
        data.progress = progress.clone();
        let one = |method: &&dyn Estimator| {
            let start = Instant::now();
            let estimate = data.check(method.name()).map_err(EstimationError::from);
            let estimate = estimate.and_then(|()| method.estimate(&data));
            let seconds = start.elapsed().as_secs_f64();
            let method = method.name().to_string();
            let judged = estimate.and_then(|estimate| {
                let values = estimate.values();
                let predict = |r: &Recording| study.model.predict(r, &values);
                let predicted: Result<Vec<_>, _> = study.validation.iter().map(predict).collect();
                let unseen = scores(&study.validation, &predicted?).relative;
                Ok(MethodRecord {
                    method: String::new(),
                    deviations: estimate.unknowns.iter().map(|p| p.deviation).collect(),
                    intervals: estimate.unknowns.iter().map(|p| p.interval).collect(),
                    values,
                    unseen: Some(unseen),
                    error: None,
                    seconds,
                })
            });
            match judged {
                Ok(record) => MethodRecord { method, ..record },
                Err(error) => MethodRecord {
                    method,
                    values: Vec::new(),
                    deviations: Vec::new(),
                    intervals: Vec::new(),
                    unseen: None,
                    error: Some(error.to_string()),
                    seconds,
                },
            }
        };
        Ok(TaskRecord { task, level, seed, methods: self.methods.iter().map(one).collect() })
    }
}
