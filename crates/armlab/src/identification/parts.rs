//! An identification in parts: what is settled on some of the logs, every log reduced by itself,
//! wherever that is, and an estimate from what was merged.
//!
//! ```no_run
//! use armlab::identify::long::ReducedPart;
//! use armlab::prelude::*;
//! use armlab::progress::Progress;
//! # fn main() -> armlab::Result<()> {
//! let robot = Robot::from_file("arm.urdf")?;
//! let logs = ["monday.parquet", "tuesday.parquet"];
//! let all = Identification::new(&robot).logs(logs)?;
//! let plan = all.plan_parts(&Progress::none())?;
//! let part = |k: usize| all.reduce_part(&plan, k, logs[k], &Progress::none());
//! let merged = ReducedPart::merged([part(0)?, part(1)?]).expect("parts of one plan");
//! let found = all.run_with_parts(&plan, merged, &Progress::none())?;
//! # Ok(())
//! # }
//! ```

use super::builder::Identification;
use super::identified::Identified;
use super::problem::{IdentificationProblem, ProblemSettings};
use crate::error::{Error, Hint, Result};
use crate::identify::long::{LongProblem, LongRecording, ReducedPart};
use crate::identify::parallel::RowPlan;
use crate::identify::{ModelShape, RawRecording};
use crate::log_check::check_streams;
use crate::recordings::IntoLog;
use armlab_engine::base::base_parameters;
use armlab_progress::Progress;
use serde::{Deserialize, Serialize};

/// Most logs that choices are made on.
const SURVEYED: usize = 8;

/// What the parts of an identification have in common.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct PartsPlan {
    /// Number of logs.
    pub logs: usize,
    /// What is chosen of the model beside its bodies.
    shape: ModelShape,
    rows: RowPlan,
}

/// Numbers of the logs that choices are made on, spread evenly.
fn surveyed(logs: usize) -> Vec<usize> {
    let count = logs.min(SURVEYED);
    (0..count).map(|k| k * logs / count).collect()
}

/// The surveyed log whose settings log number `log` takes: the last one not behind it.
fn like(log: usize, logs: usize) -> usize {
    surveyed(logs).partition_point(|&k| k <= log).saturating_sub(1)
}

impl<'r> Identification<'r> {
    /// Chooses cut-off and friction and finds delays, on windows of up to eight of the logs.
    ///
    /// # Errors
    /// If one of these cannot be read, or nothing can be chosen on them.
    pub fn plan_parts(&self, progress: &Progress) -> Result<PartsPlan> {
        let settings = self.settings()?;
        let own = self.open_surveyed(progress)?;
        progress.start("choosing filter and friction");
        let (base, decided) = (base_parameters(self.robot)?, settings.decided(&[]));
        let (shape, rows) =
            LongProblem::plan(self.robot, &base, &settings.couplings, &own, decided, progress)?;
        Ok(PartsPlan { logs: self.logs.len(), shape, rows })
    }

    /// Checks and reduces a log, number `number` of the plan (from 0). The identification needs
    /// the plan's options, not its logs.
    ///
    /// # Errors
    /// If the log is refused or cannot be read, or the plan has fewer logs.
    pub fn reduce_part(
        &self,
        plan: &PartsPlan,
        number: usize,
        log: impl IntoLog,
        progress: &Progress,
    ) -> Result<ReducedPart> {
        if number >= plan.logs {
            return Err(Error::new(format_args!("the plan has no log number {number}")));
        }
        let source = [log.into_log()?];
        let own = check_streams(&self.log_options, self.robot, &source, self.force, progress)?;
        let model = plan.shape.model(self.robot, base_parameters(self.robot)?);
        let Some(own) = own.first() else {
            return Err(Error::new("there is no log to identify from").hint(Hint::GiveLog));
        };
        let own = &own.recording;
        Ok(model.reduce_part(own, &plan.rows, like(number, plan.logs), progress)?)
    }

    /// Estimates from the merged parts of all logs.
    ///
    /// # Errors
    /// As [`run`](Self::run); also if the plan is not one of these logs and options.
    pub fn run_with_parts(
        &self,
        plan: &PartsPlan,
        part: ReducedPart,
        progress: &Progress,
    ) -> Result<Identified<'r>> {
        self.run_on(progress, &(), Some((plan, part)))
    }

    /// The problem of merged parts.
    pub(super) fn prepare_parts(
        &self,
        validation: &[RawRecording],
        settings: ProblemSettings,
        (plan, part): (&PartsPlan, ReducedPart),
        progress: &Progress,
    ) -> Result<IdentificationProblem<'r>> {
        if plan.logs != self.logs.len() || part.logs() != self.logs.len() as u64 {
            let (found, logs) = (part.logs(), self.logs.len());
            let message = format_args!("the parts are of {found} logs, and there are {logs}");
            return Err(Error::new(message).hint(Hint::Text("reduce every log once".into())));
        }
        let own = self.open_surveyed(progress)?;
        progress.start("choosing filter and friction");
        let parts = (&plan.rows, part);
        let problem = IdentificationProblem::prepare_parts(
            self.robot, &own, validation, settings, parts, progress,
        );
        Ok(problem?)
    }

    /// Opens the logs that choices are made on, under names that differ.
    fn open_surveyed(&self, progress: &Progress) -> Result<Vec<LongRecording>> {
        let named = |k: usize| {
            let log = self.logs[k].clone();
            let name = format!("{} (log {} of {})", log.name(), k + 1, self.logs.len());
            log.named(name)
        };
        let chosen: Vec<_> = surveyed(self.logs.len()).into_iter().map(named).collect();
        if chosen.is_empty() {
            return Err(Error::new("there is no log to identify from").hint(Hint::GiveLog));
        }
        self.log_options.open_long(self.robot, &chosen, progress)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn surveyed_logs_are_spread_and_every_log_is_like_one_before_it() {
        assert_eq!(surveyed(0), [] as [usize; 0]);
        assert_eq!(surveyed(3), [0, 1, 2]);
        assert_eq!(surveyed(1000), [0, 125, 250, 375, 500, 625, 750, 875]);
        assert_eq!([0, 124, 125, 999].map(|log| like(log, 1000)), [0, 0, 1, 7]);
        assert_eq!([0, 1, 2].map(|log| like(log, 3)), [0, 1, 2]);
    }
}
