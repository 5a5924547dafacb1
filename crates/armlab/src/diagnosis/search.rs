//! Tries faults and measures what each removes.

use super::change::Change;
use super::fault::{Fault, FaultKind, coupled};
use super::fit::{Fit, Problem};
use super::rows::Rows;
use super::samples::Samples;
use crate::base::{BaseParameters, base_parameters};
use crate::error::Result;
use crate::identify::{FrictionModel, Model};
use crate::robot::Robot;
use crate::spatial::Vec3;
use rayon::prelude::*;

/// What is left of the efforts under a change.
#[derive(Clone, Debug)]
pub(super) struct Score {
    /// The fit of free base parameters and friction.
    pub free: Fit,
    /// The description with fitted friction, if it has inertials.
    pub described: Option<Fit>,
    /// Mass of the payload, where one was fitted, kg.
    pub payload: f64,
    /// What ranks faults.
    pub total: f64,
}

/// A robot and samples, ready for trying faults.
pub(super) struct Search<'r> {
    pub robot: &'r Robot,
    pub samples: Samples,
    pub turns: Vec<bool>,
    base: BaseParameters,
    described: bool,
    rows: Rows,
}

impl<'r> Search<'r> {
    pub fn new(robot: &'r Robot, samples: Samples) -> Result<Self> {
        let base = base_parameters(robot)?;
        let described = robot.links().iter().any(|l| l.inertia.is_some_and(|i| i.mass > 0.0));
        let model = Model::with_base(robot, base.clone(), FrictionModel::standard(), &[]);
        let Some(rows) = Rows::new(&model, &samples.motion) else {
            return Err(crate::Error::new("the robot cannot follow the motion of the log")
                .hint(crate::Hint::CheckLog));
        };
        let turns = robot.driven_joints().map(|j| j.kind.turns()).collect();
        Ok(Self { robot, samples, turns, base, described, rows })
    }

    pub fn joints(&self) -> usize {
        self.samples.joints()
    }

    /// Whether the description states inertials.
    pub fn is_described(&self) -> bool {
        self.described
    }

    /// Efforts after a change.
    fn efforts(&self, change: &Change) -> Vec<Vec<f64>> {
        let shifted = (change.delay != 0.0).then(|| self.samples.delayed(change.delay));
        let effort = shifted.as_ref().unwrap_or(&self.samples.effort);
        let one =
            |&(from, factor): &(usize, f64)| effort[from].iter().map(|x| factor * x).collect();
        change.efforts.iter().map(one).collect()
    }

    /// Rows after a change of motion, gravity or couplings.
    fn changed_rows(&self, change: &Change) -> Option<Rows> {
        let motion = change.motion(&self.samples.motion);
        let couplings: Vec<_> = change.coupling.into_iter().collect();
        let friction = FrictionModel::standard();
        match change.gravity {
            Some(gravity) => {
                let turned = self.robot.with_gravity(gravity);
                Rows::new(&Model::new(&turned, friction, &couplings).ok()?, &motion)
            }
            None => {
                let base = self.base.clone();
                Rows::new(&Model::with_base(self.robot, base, friction, &couplings), &motion)
            }
        }
    }

    /// What a change leaves; `None` if the robot cannot move so.
    pub fn score(&self, change: &Change) -> Option<Score> {
        let made = if change.moves() { Some(self.changed_rows(change)?) } else { None };
        let rows = made.as_ref().unwrap_or(&self.rows);
        let effort = self.efforts(change);
        let problem = Problem::new(rows, &effort);
        let columns = &rows.columns;
        let unknowns: Vec<usize> = columns.base.clone().chain(columns.friction.clone()).collect();
        let free = problem.fit(&unknowns, &[])?;
        let described = if self.described && !change.without_description {
            Some(self.described_fit(&problem, change)?)
        } else {
            None
        };
        let payload = described.as_ref().map_or(0.0, |fit| fit.x[columns.payload.start]);
        if change.payload && !(payload > 0.0) {
            return None;
        }
        let other = described.as_ref().map_or(free.error(), Fit::error);
        let total = 0.5 * (free.error() + other);
        Some(Score { free, described, payload, total })
    }

    fn described_fit(&self, problem: &Problem, change: &Change) -> Option<Fit> {
        let columns = &problem.rows().columns;
        let gravity = change.gravity.unwrap_or(self.robot.gravity()).to_array();
        let mut fixed = vec![(columns.described, 1.0)];
        fixed.extend(columns.weight.clone().zip(gravity));
        let mut free: Vec<usize> = columns.friction.clone().collect();
        if change.payload {
            free.extend(columns.payload.clone());
        }
        problem.fit(&free, &fixed)
    }

    /// The gravity with which the description fits best, m/s².
    pub fn fitted_gravity(&self) -> Option<Vec3<f64>> {
        let columns = &self.rows.columns;
        let free: Vec<usize> = columns.friction.clone().chain(columns.weight.clone()).collect();
        let problem = Problem::new(&self.rows, &self.samples.effort);
        let fit = problem.fit(&free, &[(columns.described, 1.0)]).filter(|_| self.described)?;
        let found: Vec<f64> = columns.weight.clone().map(|k| fit.x[k]).collect();
        Some(Vec3::from(<[f64; 3]>::try_from(found).ok()?))
    }

    /// Scores of many faults; those that are impossible are left out.
    pub fn scores(&self, faults: Vec<Fault>) -> Vec<(Fault, Score)> {
        let one = |fault: Fault| self.score(&fault.change).map(|score| (fault, score));
        faults.into_par_iter().filter_map(one).collect()
    }

    /// The value between two with the least total, by golden section.
    pub fn least(&self, mut low: f64, mut high: f64, change: impl Fn(f64) -> Change) -> (f64, f64) {
        let golden = 0.5 * (5.0_f64.sqrt() - 1.0);
        let at = |x: f64| self.score(&change(x)).map_or(f64::INFINITY, |s| s.total);
        let (mut a, mut b) = (high - golden * (high - low), low + golden * (high - low));
        let (mut at_a, mut at_b) = (at(a), at(b));
        for _ in 0..12 {
            if at_a < at_b {
                (high, b, at_b) = (b, a, at_a);
                a = high - golden * (high - low);
                at_a = at(a);
            } else {
                (low, a, at_a) = (a, b, at_b);
                b = low + golden * (high - low);
                at_b = at(b);
            }
        }
        if at_a < at_b { (a, at_a) } else { (b, at_b) }
    }

    /// Standstill of each joint: the part of its residual there, percent, where that is most
    /// of it in little of the time; and the part of the whole.
    pub fn standstill(&self, score: &Score) -> Vec<(Fault, f64)> {
        let n = self.joints();
        let problem = Problem::new(&self.rows, &self.samples.effort);
        let total: f64 = score.free.errors.iter().sum();
        let mut found = Vec::new();
        for j in 0..n {
            let speed = &self.samples.motion.qd[j];
            let usual =
                (speed.iter().map(|v| v * v).sum::<f64>() / speed.len().max(1) as f64).sqrt();
            let resting: Vec<bool> = speed.iter().map(|v| v.abs() < 0.1 * usual).collect();
            let residuals = problem.residuals(&score.free.x, j);
            let pairs = || residuals.iter().zip(&resting).filter(|p| *p.1);
            let (there, all) = (pairs().map(|p| p.0).sum::<f64>(), residuals.iter().sum::<f64>());
            let time = pairs().count() as f64 / residuals.len().max(1) as f64;
            if there > 0.6 * all && time < 0.4 {
                let part = 100.0 * there / all;
                let fault = Fault::new(FaultKind::Standstill, &[j], part, Change::none(n));
                found.push((fault, 100.0 * there / total));
            }
        }
        found
    }

    /// Couplings of neighbours.
    pub fn couplings(&self) -> Vec<Fault> {
        let n = self.joints();
        (1..n).map(|second| coupled(n, second - 1)).collect()
    }
}
