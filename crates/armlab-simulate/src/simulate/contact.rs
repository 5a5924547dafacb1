//! Time stepping with sticking and sliding.
//!
//! Within a step every joint keeps its way of contact, so the equations are
//! smooth and the order of the method is kept. A sliding joint whose speed
//! changes its sign stops within the step: the instant is found, the joint is
//! put to rest, and friction decides whether it stays there. A stuck joint whose
//! load outgrows friction starts to slide. So a joint at rest is at rest, to the
//! last bit, instead of chattering about it.

use super::integrate::{Effort, Method, PlantState, SimulationError, Stages};
use armlab_engine::dynamics::Plant;
use armlab_engine::dynamics::frictional::Mode;
use armlab_engine::kinematics::loops::LoopError;
use armlab_engine::robot::Robot;

/// Changes of contact in one step beyond which a joint is taken as stuck.
const MOST_EVENTS: usize = 200;
/// Speed, rad/s or m/s, at which a joint that stops is at rest.
const REST: f64 = 1e-12;
/// Speed below which a joint counts as resting when friction decides.
const AT_REST: f64 = 1e-9;
/// The instant of a stop is found to this part of the step.
const INSTANT: f64 = 1e-12;
/// Shortest adaptive step, s.
const SHORTEST: f64 = 1e-10;

/// Steps a robot with friction through time.
pub struct Simulator<'r> {
    plant: Plant<'r>,
    stages: Stages,
    y: Vec<f64>,
    tau: Vec<f64>,
    /// Length of the next adaptive step.
    next: f64,
}

/// What an advance did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Advance {
    /// Steps taken.
    pub steps: usize,
    /// Times a joint stopped, stuck or started.
    pub events: usize,
}

impl<'r> Simulator<'r> {
    /// For a robot.
    pub fn new(robot: &'r Robot) -> Result<Self, LoopError> {
        let plant = Plant::new(robot)?;
        Ok(Self { plant, stages: Stages::default(), y: Vec::new(), tau: Vec::new(), next: 0.0 })
    }
    /// The robot with its friction.
    pub fn plant(&mut self) -> &mut Plant<'r> {
        &mut self.plant
    }
    /// A state with bristles at rest; modes follow from the speeds, and joints at
    /// rest are stuck until the first step settles them.
    pub fn state(&mut self, q: &[f64], qd: &[f64]) -> Result<PlantState, LoopError> {
        let still = vec![0.0; q.len()];
        self.plant.mechanism().move_to(q, qd, &still)?;
        let speeds = self.plant.mechanism().motion().1.to_vec();
        let modes = self.plant.joints().iter().map(|j| Mode::of_speed(speeds[j.dof])).collect();
        let bristles = vec![0.0; self.plant.bristles()];
        Ok(PlantState { q: q.into(), qd: qd.into(), bristles, modes })
    }

    /// Advances a state from `t` by `duration` under efforts that depend on time
    /// and state.
    pub fn advance(
        &mut self,
        state: &mut PlantState,
        t: f64,
        duration: f64,
        method: Method,
        effort: &mut Effort,
    ) -> Result<Advance, SimulationError> {
        let end = t + duration;
        let mut done = Advance::default();
        let mut now = t;
        self.settle_if_overloaded(state, now, effort)?;
        let steps = match method {
            // A duration that is a whole number of steps to rounding is one.
            Method::Rk4 { step } => ((duration / step) * (1.0 - 1e-9)).ceil().max(1.0),
            Method::Adaptive { .. } => 0.0,
        };
        let fixed = duration / steps;
        let mut count = 0.0;
        while now < end {
            let h = match method {
                Method::Rk4 { .. } => {
                    count += 1.0;
                    if count >= steps { end - now } else { t + count * fixed - now }
                }
                Method::Adaptive { .. } if self.next > 0.0 => self.next.min(end - now),
                Method::Adaptive { .. } => (0.01 * duration).min(end - now),
            };
            let taken = self.one(state, now, h, method, effort, &mut done)?;
            now = if taken == h && h == end - now { end } else { now + taken };
            done.steps += 1;
        }
        Ok(done)
    }

    /// Accelerations at a state under efforts, with joints at rest stuck or sliding as
    /// friction decides; the state's modes are put right.
    pub fn accelerations(
        &mut self,
        state: &mut PlantState,
        t: f64,
        effort: &mut Effort,
        qdd: &mut [f64],
    ) -> Result<(), SimulationError> {
        self.settle_if_overloaded(state, t, effort)?;
        self.tau.resize(state.q.len(), 0.0);
        effort(t, &state.q, &state.qd, &mut self.tau);
        let PlantState { q, qd, bristles, modes } = &*state;
        let forward = self.plant.forward(q, qd, &self.tau, modes, bristles, qdd);
        forward.map_err(|source| SimulationError::Dynamics { time: t, source })
    }

    /// One step of at most `h`; returns the time that passed.
    fn one(
        &mut self,
        state: &mut PlantState,
        t: f64,
        h: f64,
        method: Method,
        effort: &mut Effort,
        done: &mut Advance,
    ) -> Result<f64, SimulationError> {
        let mut h = h;
        if let Method::Adaptive { tolerance } = method {
            loop {
                self.load(state);
                let error = self.stages.dormand_prince(
                    &mut self.plant,
                    &state.modes,
                    &self.y,
                    t,
                    h,
                    tolerance,
                    effort,
                )?;
                let factor = (0.9 * error.max(1e-10).powf(-0.2)).clamp(0.2, 5.0);
                if error <= 1.0 {
                    self.next = h * factor;
                    break;
                }
                h *= factor;
                if h < SHORTEST {
                    return Err(SimulationError::Stiff { time: t, step: h });
                }
            }
        } else {
            self.load(state);
            self.stages.rk4(&mut self.plant, &state.modes, &self.y, t, h, effort)?;
        }
        let mut left = h;
        let mut now = t;
        for _ in 0..MOST_EVENTS {
            if !self.plant.sticks() || self.reversal(state, now)? <= 0.0 {
                self.store(state);
                break;
            }
            let passed = self.until_stop(state, now, left, effort)?;
            self.store(state);
            now += passed;
            left -= passed;
            done.events += 1;
            self.settle(state, now, effort)?;
            if left <= INSTANT * h {
                break;
            }
            self.load(state);
            self.stages.rk4(&mut self.plant, &state.modes, &self.y, now, left, effort)?;
        }
        self.hold_stuck(state);
        done.events += usize::from(self.settle_if_overloaded(state, t + h, effort)?);
        Ok(h)
    }

    fn load(&mut self, state: &PlantState) {
        self.y.clear();
        self.y.extend_from_slice(&state.q);
        self.y.extend_from_slice(&state.qd);
        self.y.extend_from_slice(&state.bristles);
    }
    fn store(&mut self, state: &mut PlantState) {
        let n = state.q.len();
        state.q.copy_from_slice(&self.stages.result[..n]);
        state.qd.copy_from_slice(&self.stages.result[n..2 * n]);
        state.bristles.copy_from_slice(&self.stages.result[2 * n..]);
        self.plant.limit_bristles(&mut state.bristles);
    }

    /// How fast a sliding joint moves against its mode at the result of the
    /// stages; positive when one has turned round.
    fn reversal(&mut self, state: &PlantState, t: f64) -> Result<f64, SimulationError> {
        let n = state.q.len();
        let (q, rest) = self.stages.result.split_at(n);
        let reversal = self.plant.reversal(q, &rest[..n], &state.modes);
        reversal.map_err(|source| SimulationError::Dynamics { time: t, source: source.into() })
    }

    /// Steps to the instant at which a joint stops, within `left`; the result is
    /// in the stages. Regula falsi (Illinois) on the length of the step.
    fn until_stop(
        &mut self,
        state: &PlantState,
        t: f64,
        left: f64,
        effort: &mut Effort,
    ) -> Result<f64, SimulationError> {
        self.load(state);
        let (mut low, mut high) = (0.0, left);
        let mut speed = self.reversal(state, t)?;
        // Weights of the two ends; halved at an end that stays, they keep the
        // other from creeping.
        let start = self.plant.reversal(&state.q, &state.qd, &state.modes).unwrap_or(-REST);
        let (mut below, mut above) = (start.min(-REST), speed);
        let mut side = 0;
        for _ in 0..80 {
            if high - low <= INSTANT * left || speed <= REST {
                break;
            }
            let guess = low + (high - low) * below / (below - above);
            // Never closer to the ends than a part of the bracket.
            let margin = 1e-3 * (high - low);
            let middle = guess.clamp(low + margin, high - margin);
            self.stages.rk4(&mut self.plant, &state.modes, &self.y, t, middle, effort)?;
            let value = self.reversal(state, t)?;
            if value > 0.0 {
                (high, above, speed) = (middle, value, value);
                below *= if side == 1 { 0.5 } else { 1.0 };
                side = 1;
            } else {
                (low, below) = (middle, value.min(-f64::MIN_POSITIVE));
                above *= if side == -1 { 0.5 } else { 1.0 };
                side = -1;
            }
        }
        self.stages.rk4(&mut self.plant, &state.modes, &self.y, t, high, effort)?;
        Ok(high)
    }

    /// Puts stopped joints to rest and lets friction decide about them.
    fn settle(
        &mut self,
        state: &mut PlantState,
        t: f64,
        effort: &mut Effort,
    ) -> Result<(), SimulationError> {
        let failed = |source| SimulationError::Dynamics { time: t, source };
        for (k, dof) in self.plant.mechanism().coordinates().to_vec().into_iter().enumerate() {
            let joint = self.plant.joints().iter().position(|j| j.dof == dof);
            let stopped = joint.is_some_and(|i| -state.modes[i].side() * state.qd[k] >= 0.0);
            if stopped && self.plant.can_stick(dof) && state.qd[k].abs() < 1e-6 {
                state.qd[k] = 0.0;
            }
        }
        let mut tau = vec![0.0; state.q.len()];
        effort(t, &state.q, &state.qd, &mut tau);
        let settled = self.plant.settle(&state.q, &state.qd, &tau, &state.bristles, AT_REST);
        state.modes = settled.map_err(failed)?;
        Ok(())
    }

    /// Releases stuck joints that friction does not hold; true if there are any.
    fn settle_if_overloaded(
        &mut self,
        state: &mut PlantState,
        t: f64,
        effort: &mut Effort,
    ) -> Result<bool, SimulationError> {
        if !self.plant.sticks() || !state.modes.contains(&Mode::Stuck) {
            return Ok(false);
        }
        let (mut tau, mut qdd) = (vec![0.0; state.q.len()], vec![0.0; state.q.len()]);
        effort(t, &state.q, &state.qd, &mut tau);
        let PlantState { q, qd, bristles, modes } = &*state;
        let forward = self.plant.forward(q, qd, &tau, modes, bristles, &mut qdd);
        forward.map_err(|source| SimulationError::Dynamics { time: t, source })?;
        if !self.plant.is_overloaded(&state.modes) {
            return Ok(false);
        }
        self.settle(state, t, effort)?;
        Ok(true)
    }

    /// Stuck joints have no speed, not even a rounding error of one.
    fn hold_stuck(&mut self, state: &mut PlantState) {
        for (i, joint) in self.plant.joints().iter().enumerate() {
            if state.modes[i] == Mode::Stuck && self.plant.can_stick(joint.dof) {
                let place = self.plant.coordinate_of(joint.dof);
                if let Some(k) = place {
                    state.qd[k] = 0.0;
                }
            }
        }
    }
}
