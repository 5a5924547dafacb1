//! The closed loop of an experiment, as the simulator runs it: its controller,
//! reference, start and what the drives can give, but no noise.

use crate::closed_loop::{ClosedLoop, ClosedLoopError, ClosedLoops, Controller};
use crate::recording::Recording;
use armlab_engine::robot::Robot;
use armlab_simulate::motion::Trajectory;
use armlab_simulate::simulate::controller::{
    BuildContext, ControlLaw, Controller as SimulatedController, Tick,
};
use armlab_simulate::simulate::{Settings, initial_state, sample_reference, saturation};

/// Stamps that are off their grid by more than this part of a step are uneven.
const UNEVEN: f64 = 0.01;

/// Closed loops of recordings that one experiment made, each from its start.
pub struct ExperimentLoops<'a> {
    /// The controller's model of the robot.
    pub model: &'a Robot,
    /// The reference, in the coordinates of the driven joints.
    pub trajectory: &'a (dyn Trajectory + Sync),
    /// The controller.
    pub law: &'a dyn ControlLaw,
    /// Start, saturation and the rest.
    pub settings: &'a Settings,
}

impl ClosedLoops for ExperimentLoops<'_> {
    fn begin(&self, recordings: &[Recording]) -> Result<Vec<ClosedLoop<'_>>, ClosedLoopError> {
        recordings.iter().map(|r| self.one(r)).collect()
    }
}

impl ExperimentLoops<'_> {
    fn one(&self, recording: &Recording) -> Result<ClosedLoop<'_>, ClosedLoopError> {
        let step = recording.step;
        let first = recording.time.first().copied().unwrap_or(0.0);
        let on_grid = |(k, t): (usize, &f64)| (t - first - k as f64 * step).abs() < UNEVEN * step;
        let lead = (first / step).round();
        if !(lead >= 0.0) || !recording.time.iter().enumerate().all(on_grid) {
            return Err(ClosedLoopError::Uneven { log: recording.name.clone() });
        }
        let joints = recording.q.len();
        let failed = |error: &dyn std::fmt::Display| ClosedLoopError::Experiment(error.to_string());
        let (q, qd) =
            initial_state(self.settings, self.trajectory, joints).map_err(|e| failed(&e))?;
        let limit = saturation(self.settings, self.model, joints).map_err(|e| failed(&e))?;
        let context = BuildContext { period: step, start: &q };
        let inner = self.law.build(self.model, context).map_err(|e| failed(&e))?;
        let controller = Box::new(LoopController {
            loops: self,
            step,
            start: q.clone(),
            inner,
            limit,
            reference: vec![0.0; 3 * joints],
            asked: vec![0.0; joints],
        });
        Ok(ClosedLoop { controller, lead: lead as usize, q, qd })
    }
}

/// A controller of the simulator at work.
struct LoopController<'a> {
    loops: &'a ExperimentLoops<'a>,
    step: f64,
    start: Vec<f64>,
    inner: Box<dyn SimulatedController + 'a>,
    limit: Vec<f64>,
    reference: Vec<f64>,
    asked: Vec<f64>,
}

impl Controller for LoopController<'_> {
    fn restart(&mut self) {
        let context = BuildContext { period: self.step, start: &self.start };
        // It has been built with the same settings before.
        if let Ok(inner) = self.loops.law.build(self.loops.model, context) {
            self.inner = inner;
        }
    }
    fn effort(&mut self, sample: usize, q: &[f64], qd: &[f64], effort: &mut [f64]) {
        let n = q.len();
        let t = sample as f64 * self.step;
        sample_reference(self.loops.trajectory, t, &mut self.reference);
        let tick = Tick {
            t,
            dt: self.step,
            reference_q: &self.reference[..n],
            reference_qd: &self.reference[n..2 * n],
            reference_qdd: &self.reference[2 * n..],
            q,
            qd,
        };
        if self.inner.effort(&tick, &mut self.asked).is_err() {
            // Shows as a model that runs away, at this sample.
            effort.fill(f64::NAN);
            return;
        }
        for j in 0..n {
            effort[j] = self.asked[j].clamp(-self.limit[j], self.limit[j]);
        }
        self.inner.given(&tick, &self.asked, effort);
    }
}
