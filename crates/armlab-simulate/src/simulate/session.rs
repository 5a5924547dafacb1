//! One run of an experiment, sample by sample.

use super::contact::Simulator;
use super::controller::{Controller, For, Tick};
use super::effects::{Acting, Place, Setup};
use super::experiment::{Experiment, Progress, Saturation, Settings, Start};
use super::finish::finished;
use super::friction_scale::with_friction_scaled;
use super::integrate::{PlantState, SimulationError};
use super::outcome::{Broken, End, ExperimentError, Run, StopCause};
use super::provenance;
use super::record::{MEASURED, Record, Row};
use super::reference;
use super::summary::{JointSummary, Sample, Summary};
use crate::motion::Trajectory;
use armlab_engine::robot::Robot;
use std::ops::ControlFlow;

/// Friction is renewed when its factor has moved by this.
const DRIFT: f64 = 1e-3;

/// What ends a stretch of samples.
enum Halt {
    Finished,
    Stopped(f64),
    Broken(StopCause),
}

/// A run.
pub(super) struct Session<'e, 'a> {
    experiment: &'e Experiment<'a>,
    controller: Box<dyn Controller + 'a>,
    plant: Vec<Box<dyn Acting>>,
    drives: Vec<Box<dyn Acting>>,
    sensors: Vec<Box<dyn Acting>>,
    recorder: Vec<Box<dyn Acting>>,
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
    now: Now,
}

/// Numbers of one sample.
struct Now {
    /// Reference position, velocity, acceleration, one after the other.
    reference: Vec<f64>,
    /// What sensors say, by the order of `MEASURED`.
    measured: Vec<f64>,
    truth: Vec<f64>,
    asked: Vec<f64>,
    held: Vec<f64>,
    before: Vec<f64>,
}

/// Position and velocity of `n` joints at the start.
pub fn begin_state(
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
        let (q, qd) = begin_state(settings, trajectory, n)?;
        let limit = saturation(settings, robot, n)?;
        let controller = law.build(model, For { period, start: &q })?;
        let turns: Vec<bool> = joints.iter().map(|j| j.kind.turns()).collect();
        let [mut plant, mut drives, mut sensors, mut recorder] = [(); 4].map(|()| Vec::new());
        for (i, effect) in settings.effects.iter().enumerate() {
            let kinds = settings.effects[..i].iter().map(|e| e.kind().stream);
            let occurrence = kinds.filter(|k| *k == effect.kind().stream).count() as u16;
            let setup = Setup { turns: &turns, period, seed: settings.seed, occurrence };
            let place = match effect.place() {
                Place::Plant => &mut plant,
                Place::Drive => &mut drives,
                Place::Sensor => &mut sensors,
                Place::Log => &mut recorder,
            };
            place.push(effect.begin(&setup)?);
        }
        let mut simulator = Simulator::of(robot)?;
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
            record: Record::new(n, settings.kept.truth, settings.kept.reference),
            summary,
            energy: kinetic + potential,
            sampled: 0.0,
            now: Now {
                reference,
                measured: vec![0.0; columns],
                truth: vec![0.0; columns],
                asked: vec![0.0; n],
                held: vec![0.0; n],
                before: vec![0.0; n],
            },
        })
    }

    /// Runs, and makes the log.
    pub fn run(
        mut self,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Result<Run, ExperimentError> {
        let halt = self.stretches(progress);
        let end = match halt {
            Halt::Finished => End::Finished,
            Halt::Stopped(time) => End::Stopped(time),
            Halt::Broken(cause) => End::Broken(Box::new(self.broken(cause))),
        };
        self.summary.finish();
        let names = self.summary.joints.iter().map(|j| j.name.clone()).collect();
        let words = self.controller.words();
        let provenance = provenance::of(self.experiment, &words, &self.limit, &end);
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
    fn stretches(&mut self, progress: &mut dyn FnMut(Progress) -> ControlFlow<()>) -> Halt {
        let mut k = 0;
        loop {
            let factor = self.friction(k);
            let moved = |i: &usize| (self.friction(*i) / factor - 1.0).abs() > DRIFT;
            let until = match self.plant.is_empty() {
                true => self.last + 1,
                false => (k..=self.last).find(moved).unwrap_or(self.last + 1),
            };
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
                None if until > self.last => return Halt::Finished,
                None => k = until,
                Some(halt) => return halt,
            }
        }
    }

    fn refused(&self, k: usize, error: ExperimentError) -> Halt {
        Halt::Broken(StopCause::Setup { time: self.time(k), source: Box::new(error) })
    }

    /// Samples `from..until` of one robot; nothing if all went well.
    fn stretch(
        &mut self,
        robot: &Robot,
        from: usize,
        until: usize,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Option<Halt> {
        let mut simulator = match Simulator::of(robot) {
            Ok(simulator) => simulator,
            Err(error) => return Some(self.refused(from, error.into())),
        };
        let halt = self.samples(&mut simulator, from, until, progress);
        self.weigh(&mut simulator);
        halt
    }

    fn samples(
        &mut self,
        simulator: &mut Simulator,
        from: usize,
        until: usize,
        progress: &mut dyn FnMut(Progress) -> ControlFlow<()>,
    ) -> Option<Halt> {
        let duration = self.time(self.last);
        for k in from..until {
            let time = self.time(k);
            if let Err(cause) = self.sample(simulator, k, time) {
                return Some(Halt::Broken(cause));
            }
            if progress(Progress { time, duration }).is_break() {
                return Some(Halt::Stopped(time));
            }
            if k < self.last
                && let Err(error) = self.advance(simulator, time)
            {
                return Some(Halt::Broken(StopCause::Simulation(error)));
            }
        }
        None
    }

    /// Measures, controls and records.
    fn sample(&mut self, simulator: &mut Simulator, k: usize, time: f64) -> Result<(), StopCause> {
        let n = self.limit.len();
        let Now { reference, measured, truth, asked, held, .. } = &mut self.now;
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
        drives.iter().for_each(|d| d.drive(&self.state.q, tau));
        unseen[..n].copy_from_slice(qdd);
        unseen[n..].copy_from_slice(held);
        let known = drives.iter().filter(|d| d.is_measured());
        known.for_each(|d| d.drive(&self.state.q, &mut unseen[n..]));
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
        Ok(())
    }

    /// Integrates to the next sample.
    fn advance(&mut self, simulator: &mut Simulator, time: f64) -> Result<(), SimulationError> {
        let settings = self.experiment.settings;
        let (method, period) = (settings.method(), 1.0 / settings.rate);
        let Now { held, before, .. } = &mut self.now;
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
    fn weigh(&mut self, simulator: &mut Simulator) {
        let still = vec![0.0; self.state.q.len()];
        let mechanism = simulator.plant().mechanism();
        if mechanism.move_to(&self.state.q, &self.state.qd, &still).is_ok() {
            let (kinetic, potential) = mechanism.energy();
            self.summary.energy.kinetic = kinetic;
            self.summary.energy.stored = kinetic + potential - self.energy;
        }
    }

    fn broken(&self, cause: StopCause) -> Broken {
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
        Broken { time, cause, sampled: self.sampled, q: q.clone(), qd: qd.clone() }
    }
}

/// Efforts between samples: what is held, and what drives add to it.
fn driving<'d>(
    held: &'d [f64],
    drives: &'d [Box<dyn Acting>],
) -> impl FnMut(f64, &[f64], &[f64], &mut [f64]) + 'd {
    move |_, q, _, tau| {
        tau.copy_from_slice(held);
        drives.iter().for_each(|d| d.drive(q, tau));
    }
}
