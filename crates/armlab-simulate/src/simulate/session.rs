//! One run of an experiment, sample by sample.

use super::contact::Simulator;
use super::controller::{BuildContext, Controller, Tick};
use super::effects::{ActiveEffect, Place, Setup};
use super::experiment::{Experiment, Saturation, Settings, Start};
use super::finish::finished;
use super::friction_scale::with_friction_scaled;
use super::integrate::{PlantState, SimulationError};
use super::outcome::{EarlyStop, End, ExperimentError, Run, StopCause};
use super::provenance;
use super::record::{MEASURED, Record, Row};
use super::reference;
use super::summary::{JointSummary, Sample, Summary};
use crate::motion::Trajectory;
use armlab_engine::robot::Robot;
use armlab_progress::Progress;

impl Experiment<'_> {
    /// Runs to the end.
    pub fn run(&self) -> Result<Run, ExperimentError> {
        self.run_with_progress(&Progress::none())
    }

    /// Runs, reports progress, and ends early with what it has when it is cancelled.
    pub fn run_with_progress(&self, progress: &Progress) -> Result<Run, ExperimentError> {
        let samples = self.samples()?;
        Session::begin(self, samples)?.run(progress)
    }
}

/// Friction is renewed when its factor has moved by this.
const DRIFT: f64 = 1e-3;
/// Samples between two reports of progress.
const PROGRESS_SAMPLES: usize = 64;

/// What ends a run.
enum Stop {
    Finished,
    Cancelled(f64),
    Early(StopCause),
}

/// A run.
pub(super) struct Session<'e, 'a> {
    experiment: &'e Experiment<'a>,
    controller: Box<dyn Controller + 'a>,
    plant: Vec<Box<dyn ActiveEffect>>,
    drives: Vec<Box<dyn ActiveEffect>>,
    sensors: Vec<Box<dyn ActiveEffect>>,
    recorder: Vec<Box<dyn ActiveEffect>>,
    /// Number of the last sample.
    last: usize,
    limit: Vec<f64>,
    range: Vec<(f64, f64)>,
    state: PlantState,
    /// Memory for the state after the next.
    next: PlantState,
    record: Record,
    summary: Summary,
    /// Energy at the start.
    energy: f64,
    /// Time of the last sample.
    sampled: f64,
    buffers: Buffers,
}

/// Values of one sample.
struct Buffers {
    /// Reference position, velocity, acceleration, one after the other.
    reference: Vec<f64>,
    /// Measured values, in the order of `MEASURED`.
    measured: Vec<f64>,
    truth: Vec<f64>,
    asked: Vec<f64>,
    held: Vec<f64>,
    before: Vec<f64>,
    /// Temperatures of the drives; empty if no effect tells them.
    temperatures: Vec<f64>,
}

/// Position and velocity of `n` joints at the start.
pub fn initial_state(
    settings: &Settings,
    trajectory: &dyn Trajectory,
    n: usize,
) -> Result<(Vec<f64>, Vec<f64>), ExperimentError> {
    let mut reference = vec![0.0; 3 * n];
    reference::sample(trajectory, 0.0, &mut reference);
    Ok(match &settings.start {
        Start::Rest => (reference[..n].to_vec(), vec![0.0; n]),
        Start::Reference => (reference[..n].to_vec(), reference[n..2 * n].to_vec()),
        Start::State { q, qd } => (q.for_joints("q", n)?, qd.for_joints("qd", n)?),
    })
}

/// What the drives of `n` joints can give.
pub fn saturation(
    settings: &Settings,
    robot: &Robot,
    n: usize,
) -> Result<Vec<f64>, ExperimentError> {
    let limit = match &settings.saturation {
        Saturation::Limits => robot.driven_joints().map(|j| j.limits.effort).collect(),
        Saturation::None => vec![f64::INFINITY; n],
        Saturation::At(limit) => limit.for_joints("saturation", n)?,
    };
    if let Some(bad) = limit.iter().find(|x| !(**x > 0.0)) {
        let (what, value) = ("saturation", bad.to_string());
        let hint = "a drive that gives nothing moves nothing; give positive efforts";
        return Err(ExperimentError::Setting { what, value, hint });
    }
    Ok(limit)
}

impl<'e, 'a> Session<'e, 'a> {
    /// Sets everything up; nothing has moved yet.
    pub fn begin(experiment: &'e Experiment<'a>, last: usize) -> Result<Self, ExperimentError> {
        let Experiment { robot, model, trajectory, law, settings } = *experiment;
        let joints: Vec<_> = robot.driven_joints().collect();
        let n = joints.len();
        let period = 1.0 / settings.rate;
        let mut reference = vec![0.0; 3 * n];
        reference::sample(trajectory, 0.0, &mut reference);
        let (q, qd) = initial_state(settings, trajectory, n)?;
        let limit = saturation(settings, robot, n)?;
        let controller = law.build(model, BuildContext { period, start: &q })?;
        let turns: Vec<bool> = joints.iter().map(|j| j.kind.turns()).collect();
        let [mut plant, mut drives, mut sensors, mut recorder] = [(); 4].map(|()| Vec::new());
        let mut warm = false;
        for (i, effect) in settings.effects.iter().enumerate() {
            let kinds = settings.effects[..i].iter().map(|e| e.kind().stream);
            let occurrence = kinds.filter(|k| *k == effect.kind().stream).count() as u16;
            let setup = Setup { robot, turns: &turns, period, seed: settings.seed, occurrence };
            let place = match effect.place() {
                Place::Plant => &mut plant,
                Place::Drive => &mut drives,
                Place::Sensor => &mut sensors,
                Place::Log => &mut recorder,
            };
            let effect = effect.begin(&setup)?;
            warm |= effect.has_temperatures();
            place.push(effect);
        }
        let mut simulator = Simulator::new(robot)?;
        let state = simulator.state(&q, &qd)?;
        let (kinetic, potential) = simulator.plant().mechanism().energy();
        let joint = |(j, limit): (&&armlab_engine::robot::Joint, &f64)| JointSummary {
            name: j.name.clone(),
            turns: j.kind.turns(),
            speed_limit: j.limits.velocity,
            effort_limit: *limit,
            ..JointSummary::default()
        };
        let summary = Summary {
            joints: joints.iter().zip(&limit).map(joint).collect(),
            ..Summary::default()
        };
        let columns = MEASURED.len() * n;
        Ok(Self {
            experiment,
            controller,
            plant,
            drives,
            sensors,
            recorder,
            last,
            limit,
            range: joints.iter().map(|j| (j.limits.lower, j.limits.upper)).collect(),
            next: state.clone(),
            state,
            record: Record::new(n, settings.columns.truth, settings.columns.reference),
            summary,
            energy: kinetic + potential,
            sampled: 0.0,
            buffers: Buffers {
                reference,
                measured: vec![0.0; columns],
                truth: vec![0.0; columns],
                asked: vec![0.0; n],
                held: vec![0.0; n],
                before: vec![0.0; n],
                temperatures: vec![0.0; if warm { n } else { 0 }],
            },
        })
    }

    /// Runs, and makes the log.
    pub fn run(mut self, progress: &Progress) -> Result<Run, ExperimentError> {
        let stop = self.stretches(progress);
        let end = match stop {
            Stop::Finished => End::Finished,
            Stop::Cancelled(time) => End::Cancelled(time),
            Stop::Early(cause) => End::StoppedEarly(Box::new(self.early_stop(cause))),
        };
        self.summary.finish();
        let names = self.summary.joints.iter().map(|j| j.name.clone()).collect();
        let controller = self.controller.describe();
        let provenance = provenance::of(self.experiment, &controller, &self.limit, &end);
        let log = finished(self.record, &mut self.recorder);
        let log = log.with_joint_names(names).with_provenance(provenance);
        Ok(Run { log, summary: self.summary, end })
    }

    fn time(&self, k: usize) -> f64 {
        k as f64 / self.experiment.settings.rate
    }
    fn friction(&self, k: usize) -> f64 {
        let time = self.time(k);
        self.plant.iter().map(|effect| effect.friction(time)).product()
    }

    /// Stretches of samples in which the robot stays the same.
    fn stretches(&mut self, progress: &Progress) -> Stop {
        let mut k = 0;
        loop {
            let factor = self.friction(k);
            let moved = |i: &usize| (self.friction(*i) / factor - 1.0).abs() > DRIFT;
            let end = self.last + 1;
            let until =
                if self.plant.is_empty() { end } else { (k..end).find(moved).unwrap_or(end) };
            let changed;
            let robot = if factor == 1.0 {
                self.experiment.robot
            } else {
                changed = match with_friction_scaled(self.experiment.robot, factor) {
                    Ok(robot) => robot,
                    Err(error) => return self.refused(k, error.into()),
                };
                &changed
            };
            match self.stretch(robot, k, until, progress) {
                None if until > self.last => return Stop::Finished,
                None => k = until,
                Some(stop) => return stop,
            }
        }
    }

    fn refused(&self, k: usize, error: ExperimentError) -> Stop {
        Stop::Early(StopCause::Setup { time: self.time(k), source: Box::new(error) })
    }

    /// Samples `from..until` of one robot; nothing if all went well.
    fn stretch(
        &mut self,
        robot: &Robot,
        from: usize,
        until: usize,
        progress: &Progress,
    ) -> Option<Stop> {
        let mut simulator = match Simulator::new(robot) {
            Ok(simulator) => simulator,
            Err(error) => return Some(self.refused(from, error.into())),
        };
        let stop = self.samples(&mut simulator, from, until, progress);
        self.store_energy(&mut simulator);
        stop
    }

    fn samples(
        &mut self,
        simulator: &mut Simulator,
        from: usize,
        until: usize,
        progress: &Progress,
    ) -> Option<Stop> {
        let duration = self.time(self.last);
        for k in from..until {
            let time = self.time(k);
            if let Err(cause) = self.sample(simulator, k, time) {
                return Some(Stop::Early(cause));
            }
            if k.is_multiple_of(PROGRESS_SAMPLES) {
                progress.advance("simulating", time / duration.max(f64::MIN_POSITIVE));
            }
            if progress.is_cancelled() {
                return Some(Stop::Cancelled(time));
            }
            if k < self.last
                && let Err(error) = self.advance(simulator, time)
            {
                return Some(Stop::Early(StopCause::Simulation(error)));
            }
        }
        None
    }

    /// Measures, controls and records.
    fn sample(&mut self, simulator: &mut Simulator, k: usize, time: f64) -> Result<(), StopCause> {
        let n = self.limit.len();
        let Buffers { reference, measured, truth, asked, held, temperatures, .. } =
            &mut self.buffers;
        self.plant.iter().for_each(|effect| effect.temperatures(time, temperatures));
        simulator.plant().set_temperatures(temperatures);
        reference::sample(self.experiment.trajectory, time, reference);
        let (reference_q, rest) = reference.split_at(n);
        let (reference_qd, reference_qdd) = rest.split_at(n);
        let (seen, unseen) = measured.split_at_mut(2 * n);
        seen[..n].copy_from_slice(&self.state.q);
        seen[n..].copy_from_slice(&self.state.qd);
        truth[..2 * n].copy_from_slice(seen);
        for sensor in &mut self.sensors {
            sensor.measure(k, time, &mut Row::new(n, 0, seen));
        }
        let tick = Tick {
            t: time,
            dt: 1.0 / self.experiment.settings.rate,
            reference_q,
            reference_qd,
            reference_qdd,
            q: &seen[..n],
            qd: &seen[n..],
        };
        let control = |source| StopCause::Control { time, source };
        self.controller.effort(&tick, asked).map_err(control)?;
        for ((held, asked), limit) in held.iter_mut().zip(&*asked).zip(&self.limit) {
            *held = asked.clamp(-limit, *limit);
        }
        self.controller.given(&tick, asked, held);

        let (qdd, tau) = truth[2 * n..].split_at_mut(n);
        let (drives, state) = (&self.drives, &mut self.state);
        let accelerated = simulator.accelerations(state, time, &mut driving(held, drives), qdd);
        accelerated.map_err(StopCause::Simulation)?;
        tau.copy_from_slice(held);
        drives.iter().for_each(|d| d.drive(time, &self.state.q, tau));
        unseen[..n].copy_from_slice(qdd);
        unseen[n..].copy_from_slice(held);
        let known = drives.iter().filter(|d| d.is_measured());
        known.for_each(|d| d.drive(time, &self.state.q, &mut unseen[n..]));
        for sensor in &mut self.sensors {
            sensor.measure(k, time, &mut Row::new(n, 2, unseen));
        }
        self.sampled = time;
        self.summary.add(&Sample {
            reference: reference_q,
            q: &self.state.q,
            qd: &self.state.qd,
            qdd,
            asked,
            held,
            range: &self.range,
        });
        self.record.push(time, measured, truth, reference);
        self.record.push_temperatures(temperatures);
        Ok(())
    }

    /// Integrates to the next sample.
    fn advance(&mut self, simulator: &mut Simulator, time: f64) -> Result<(), SimulationError> {
        let settings = self.experiment.settings;
        let (method, period) = (settings.method(), 1.0 / settings.rate);
        let Buffers { held, before, .. } = &mut self.buffers;
        before.copy_from_slice(&self.state.q);
        self.next.copy_from(&self.state);
        let effort = &mut driving(held, &self.drives);
        let done = simulator.advance(&mut self.next, time, period, method, effort)?;
        std::mem::swap(&mut self.state, &mut self.next);
        self.summary.steps += done.steps;
        self.summary.events += done.events;
        for (j, held) in held.iter().enumerate() {
            self.summary.energy.work += held * (self.state.q[j] - before[j]);
        }
        Ok(())
    }

    /// Energies at the last sample, which the simulator has just been at.
    fn store_energy(&mut self, simulator: &mut Simulator) {
        let still = vec![0.0; self.state.q.len()];
        let mechanism = simulator.plant().mechanism();
        if mechanism.move_to(&self.state.q, &self.state.qd, &still).is_ok() {
            let (kinetic, potential) = mechanism.energy();
            self.summary.energy.kinetic = kinetic;
            self.summary.energy.stored = kinetic + potential - self.energy;
        }
    }

    fn early_stop(&self, cause: StopCause) -> EarlyStop {
        let time = match &cause {
            StopCause::Simulation(
                SimulationError::Dynamics { time, .. }
                | SimulationError::Diverged { time, .. }
                | SimulationError::Stiff { time, .. },
            )
            | StopCause::Control { time, .. }
            | StopCause::Setup { time, .. } => *time,
        };
        let PlantState { q, qd, .. } = &self.state;
        EarlyStop { time, cause, sampled: self.sampled, q: q.clone(), qd: qd.clone() }
    }
}

/// Efforts between samples: what is held, and what drives add to it.
fn driving<'d>(
    held: &'d [f64],
    drives: &'d [Box<dyn ActiveEffect>],
) -> impl FnMut(f64, &[f64], &[f64], &mut [f64]) + 'd {
    move |time, q, _, tau| {
        tau.copy_from_slice(held);
        drives.iter().for_each(|d| d.drive(time, q, tau));
    }
}
