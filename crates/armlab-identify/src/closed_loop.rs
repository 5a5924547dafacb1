//! The motion that a model makes of itself under the controller that made the
//! log: free of the log's noise, and right to the extent that the model is.

use crate::recording::Recording;
use armlab_engine::kinematics::loops::LoopError;
use armlab_engine::robot::Robot;
use armlab_simulate::simulate::{Method, SimulationError, Simulator};
use thiserror::Error;

/// Why a closed loop could not be simulated.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ClosedLoopError {
    /// The robot's loops.
    #[error(transparent)]
    Loop(#[from] LoopError),
    /// The motion.
    #[error("the model does not follow its controller: {0}")]
    Simulation(#[from] SimulationError),
    /// The model runs away.
    #[error(
        "the simulated closed loop is unstable at sample {sample}; start from a better estimate"
    )]
    Unstable {
        /// The sample, from 0.
        sample: usize,
    },
    /// No robot has such parameters.
    #[error("an intermediate estimate is not physically consistent")]
    NoRobot,
    /// Stamps that no controller ran at.
    #[error(
        "log `{log}`: stamps are uneven or begin before the experiment does, so its controller cannot be simulated along them"
    )]
    Uneven {
        /// The log.
        log: String,
    },
    /// The experiment.
    #[error("the experiment: {0}")]
    Experiment(String),
    /// A start of another size, or recordings of another number.
    #[error("one controller per recording and one start value per driven joint are needed")]
    Sizes,
}

/// The controller that moved the robot, as its drives run it: once per sample,
/// efforts held in between.
pub trait Controller {
    /// Resets its integrals.
    fn restart(&mut self);
    /// Efforts at a sample.
    fn effort(&mut self, sample: usize, q: &[f64], qd: &[f64], effort: &mut [f64]);
}

/// A controller and the state it starts from.
pub struct ClosedLoop<'c> {
    /// The controller.
    pub controller: Box<dyn Controller + 'c>,
    /// Samples between the start and the first one of the recording.
    pub lead: usize,
    /// Positions at the start.
    pub q: Vec<f64>,
    /// Speeds at the start.
    pub qd: Vec<f64>,
}

impl ClosedLoop<'_> {
    /// The motion of `robot` at the samples of `recording`, whose efforts it
    /// keeps, simulated in `substeps` steps per sampling interval.
    pub fn motion(
        &mut self,
        robot: &Robot,
        recording: &Recording,
        substeps: usize,
    ) -> Result<Recording, ClosedLoopError> {
        let n = recording.q.len();
        if self.q.len() != n || self.qd.len() != n {
            return Err(ClosedLoopError::Sizes);
        }
        let mut out = recording.clone();
        let mut simulator = Simulator::new(robot)?;
        let mut state = simulator.state(&self.q, &self.qd)?;
        let [mut held, mut qdd] = [vec![0.0; n], vec![0.0; n]];
        let method = Method::Rk4 { step: recording.step / substeps.max(1) as f64 };
        self.controller.restart();
        for step in 0..self.lead + recording.samples() {
            // Sample of the recording, once it has begun.
            let sample = step.saturating_sub(self.lead);
            let time = recording.time[0] + (step as f64 - self.lead as f64) * recording.step;
            self.controller.effort(step, &state.q, &state.qd, &mut held);
            simulator
                .plant()
                .forward(&state.q, &state.qd, &held, &state.modes, &state.bristles, &mut qdd)
                .map_err(|source| SimulationError::Dynamics { time, source })?;
            let finite = state.q.iter().chain(&state.qd).chain(&qdd).all(|x| x.abs() < 1e6);
            if !finite {
                return Err(ClosedLoopError::Unstable { sample });
            }
            for j in 0..n {
                out.q[j][sample] = state.q[j];
                out.qd[j][sample] = state.qd[j];
                out.qdd[j][sample] = qdd[j];
            }
            let mut hold = |_: f64, _: &[f64], _: &[f64], tau: &mut [f64]| {
                tau.copy_from_slice(&held);
            };
            simulator.advance(&mut state, time, recording.step, method, &mut hold)?;
        }
        out.cutoff = None;
        Ok(out)
    }
}

/// Makes the closed loops of recordings, as they were at their start.
pub trait ClosedLoops: Sync {
    /// One closed loop per recording.
    fn begin(&self, recordings: &[Recording]) -> Result<Vec<ClosedLoop<'_>>, ClosedLoopError>;
}
