//! One task: an experiment with its own noise, and every method on its log.

use super::plan::{Campaign, CampaignError};
use super::record::{MethodRecord, TaskRecord};
use crate::identify::estimators::{Estimator, ExperimentLoops};
use crate::identify::{RawRecording, Recording};
use crate::simulate::effects::Effect;
use crate::simulate::effects::white_noise::WhiteNoise;
use crate::simulate::{End, Experiment, Settings};
use crate::study::{Decisions, Study, scores};
use std::time::Instant;

impl Campaign<'_> {
    /// The log of the experiment without noise, to judge methods by.
    pub fn clean(&self) -> Result<RawRecording, CampaignError> {
        let settings = self.with_effects(Vec::new(), self.first_seed);
        self.log(&settings, "clean")
    }

    fn with_effects(&self, effects: Vec<Box<dyn Effect>>, seed: u64) -> Settings {
        let start = self.settings.start.clone();
        let saturation = self.settings.saturation.clone();
        Settings { effects, seed, start, saturation, ..*self.settings }
    }

    fn log(&self, settings: &Settings, name: &str) -> Result<RawRecording, CampaignError> {
        let experiment = Experiment {
            robot: self.robot,
            model: self.believed,
            trajectory: self.trajectory,
            law: self.law,
            settings,
        };
        let run = experiment.run()?;
        if let End::Broken(broken) = &run.end {
            return Err(CampaignError::Broken(broken.to_string()));
        }
        Ok(RawRecording::of(&run.log, name, self.robot.driven_joints().count(), None)?)
    }

    /// Does one task. `effects` makes the experiment's own effects anew.
    pub fn run_task(
        &self,
        task: u64,
        clean: &RawRecording,
        effects: &dyn Fn() -> Vec<Box<dyn Effect>>,
    ) -> Result<TaskRecord, CampaignError> {
        let level = self.levels[(task / self.seeds) as usize];
        let seed = self.first_seed + task % self.seeds;
        let noise = WhiteNoise { sigma: self.noise.scaled(level), ..WhiteNoise::default() };
        let mut own = effects();
        own.push(Box::new(noise));
        let settings = self.with_effects(own, seed);
        let raw = self.log(&settings, "noisy")?;
        let decisions = Decisions { shape: Some(self.shape.clone()), seed, ..Decisions::default() };
        let study = Study::prepare(
            self.believed,
            &[raw],
            std::slice::from_ref(clean),
            decisions,
            &crate::progress::Progress::none(),
        )?;
        let loops = ExperimentLoops {
            model: self.believed,
            trajectory: self.trajectory,
            law: self.law,
            settings: &settings,
        };
        let data = study.data(Some(&loops))?;
        let one = |method: &&'static dyn Estimator| {
            let start = Instant::now();
            let estimate = method.estimate(&data);
            let seconds = start.elapsed().as_secs_f64();
            let method = method.name().to_string();
            let judged = estimate.and_then(|estimate| {
                let values = estimate.values();
                let predict = |r: &Recording| study.model.predict(r, &values);
                let predicted: Result<Vec<_>, _> = study.unseen.iter().map(predict).collect();
                Ok((scores(&study.unseen, &predicted?).relative, values))
            });
            match judged {
                Ok((unseen, values)) => {
                    MethodRecord { method, values, unseen: Some(unseen), error: None, seconds }
                }
                Err(error) => MethodRecord {
                    method,
                    values: Vec::new(),
                    unseen: None,
                    error: Some(error.to_string()),
                    seconds,
                },
            }
        };
        Ok(TaskRecord { task, level, seed, methods: self.methods.iter().map(one).collect() })
    }
}
