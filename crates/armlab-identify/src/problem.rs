//! What an estimator sees: rows of regressor and effort, streamed from a robot
//! and recordings, and what is left of them.
//!
//! Rows are never kept. Each recording is cut into segments; in every segment
//! each joint's rows are reduced to a triangle. Triangles can be weighted, added,
//! left out and drawn again, so that per-joint noise, cross-validation and
//! bootstrap cost no second pass. Segments do not depend on the number of
//! threads, and are added in order, so neither do results.

use super::coupling::Coupling;
use super::friction_columns::{FrictionColumn, RecordedMotion, friction_columns, slices};
use super::joint_triangle::JointTriangle;
use super::recording::Recording;
use super::reduced::{Reduced, Segment};
use super::row_weights::RowWeights;
use super::rows::{Engine, RowBlock};
use armlab_dense::{Rows, RowsError, Tsqr};
use armlab_engine::base::{BaseError, BaseParameters, base_parameters};
use armlab_engine::friction::{FrictionModel, FrictionModels};
use armlab_engine::kinematics::loops::{LoopError, MotionError};
use armlab_engine::robot::Robot;
use rayon::prelude::*;
use std::ops::Range;
use thiserror::Error;

/// Segments of a recording, and the fewest samples of one.
const SEGMENTS: usize = 20;
const SHORTEST_SEGMENT: usize = 64;
/// Most samples of one block of rows, the fewest, and the most numbers of its regressor: more
/// would neither fit into a processor's memory nor save anything.
const BLOCK: usize = 128;
const SMALLEST_BLOCK: usize = 8;
const NUMBERS: usize = 1 << 18;

/// Why there is no problem to solve.
#[derive(Clone, Debug, Error, PartialEq)]
pub enum ProblemError {
    /// The robot's base parameters.
    #[error(transparent)]
    Base(#[from] BaseError),
    /// The robot's loops.
    #[error(transparent)]
    Loop(#[from] LoopError),
    /// A motion that a machine with loops cannot follow.
    #[error("log `{log}`: {source}")]
    Motion {
        /// The log.
        log: String,
        /// Why.
        source: Box<MotionError>,
    },
    /// Numbers that cannot be added up.
    #[error("log `{log}`: {source}; are the units right?")]
    Rows {
        /// The log.
        log: String,
        /// Why.
        source: Box<RowsError>,
    },
    /// A log of another robot.
    #[error("log `{log}` has {found} joints, the robot {joints} driven ones")]
    Joints {
        /// The log.
        log: String,
        /// Its joints.
        found: usize,
        /// The robot's.
        joints: usize,
    },
}

/// The segments into which a recording is cut.
pub(super) fn segments(samples: usize) -> impl Iterator<Item = Range<usize>> {
    let length = samples.div_ceil(SEGMENTS).max(SHORTEST_SEGMENT);
    (0..samples).step_by(length).map(move |start| start..(start + length).min(samples))
}

/// Robot and choices that make up the unknowns.
#[derive(Clone)]
pub struct Model<'r> {
    robot: &'r Robot,
    base: BaseParameters,
    friction: Vec<FrictionColumn>,
    friction_models: FrictionModels,
    /// Base parameters by which efforts without friction are told, where some friction
    /// depends on them.
    transmitting: Option<Vec<f64>>,
    /// A load on a link, as its ten parameters, that drives transmit as well.
    carried: Option<(usize, [f64; 10])>,
    /// Joints whose friction describes rows near standstill, too; empty if that is not known.
    near_rest: Vec<bool>,
    /// Per base parameter the regressor's columns it is made of.
    pub(super) columns: Vec<Vec<(usize, f64)>>,
    /// Per joint the unknowns that show in its rows.
    used: Vec<Vec<Range<usize>>>,
    joints: usize,
}

impl<'r> Model<'r> {
    /// The unknowns of a robot: its base parameters, then friction.
    pub fn new(
        robot: &'r Robot,
        friction: FrictionModel,
        couplings: &[Coupling],
    ) -> Result<Self, BaseError> {
        let base = base_parameters(robot)?;
        Ok(Self::with_base(robot, base, friction, couplings))
    }
    /// The same with base parameters that are known already.
    pub fn with_base(
        robot: &'r Robot,
        base: BaseParameters,
        friction: impl Into<FrictionModels>,
        couplings: &[Coupling],
    ) -> Self {
        let driven: Vec<_> = robot.driven_joints().collect();
        let joints = driven.len();
        let friction_models = friction.into();
        let friction = friction_columns(&driven, &friction_models, couplings);
        let (columns, used, transmitting) = (base.columns(), Vec::new(), None);
        let mut model = Self {
            robot,
            base,
            friction,
            friction_models,
            transmitting,
            carried: None,
            near_rest: Vec::new(),
            columns,
            used,
            joints,
        };
        model.used = (0..joints).map(|j| model.used_by(j)).collect();
        model
    }
    /// The robot.
    pub fn robot(&self) -> &'r Robot {
        self.robot
    }
    /// Its base parameters.
    pub fn base(&self) -> &BaseParameters {
        &self.base
    }
    /// Friction columns, which follow the base parameters.
    pub fn friction(&self) -> &[FrictionColumn] {
        &self.friction
    }
    /// The laws of friction, whose linear parameters are the columns'.
    pub fn friction_models(&self) -> &FrictionModels {
        &self.friction_models
    }
    /// Whether friction of a joint jumps where it turns, so that its rows near
    /// standstill cannot be trusted; not where it is known how the joint came there.
    pub fn jumps(&self, joint: usize) -> bool {
        let own = self.friction_models.of(joint);
        let coupled =
            self.friction.iter().any(|c| c.coupled_inertia().is_some() && c.acts_on(joint));
        let described = self.near_rest.get(joint).copied().unwrap_or_else(|| own.remembers());
        (coupled || own.uncertain_speed(1.0) > 0.0) && !described
    }
    /// The same with rows near standstill of the joints whose friction describes them.
    pub fn near_rest(self, joints: &[bool]) -> Self {
        Self { near_rest: joints.to_vec(), ..self }
    }
    /// Whether some friction depends on efforts without friction.
    pub fn needs_transmitted(&self) -> bool {
        self.friction.iter().any(FrictionColumn::needs_transmitted)
    }
    /// Whether some friction depends on the time since the drives were started.
    pub(super) fn needs_elapsed(&self) -> bool {
        self.friction.iter().any(FrictionColumn::needs_elapsed)
    }
    /// Unknowns that may show in the rows of a joint, as ranges.
    pub(super) fn used(&self, joint: usize) -> &[Range<usize>] {
        &self.used[joint]
    }
    /// The same with a load on a link, whose efforts its drives transmit as well: only
    /// friction that depends on these efforts notices.
    pub(crate) fn carrying(self, link: usize, load: [f64; 10]) -> Self {
        Self { carried: Some((link, load)), ..self }
    }
    /// The load on a link.
    pub(crate) fn carried(&self) -> Option<&(usize, [f64; 10])> {
        self.carried.as_ref()
    }
    /// The base parameters by which efforts without friction are told.
    pub fn transmitting(&self) -> Option<&[f64]> {
        self.transmitting.as_deref()
    }
    /// The same with efforts without friction by these base parameters, or unknowns that
    /// begin with them, where some friction depends on them.
    pub fn transmitted_by(mut self, values: &[f64]) -> Self {
        let values = &values[..self.base.len().min(values.len())];
        self.transmitting = self.needs_transmitted().then(|| values.to_vec());
        self
    }
    /// Number of driven joints.
    pub fn joints(&self) -> usize {
        self.joints
    }
    /// Number of unknowns.
    pub fn unknowns(&self) -> usize {
        self.base.len() + self.friction.len()
    }
    /// Names of the unknowns.
    pub fn names(&self) -> Vec<String> {
        let base = self.base.parameters.iter().map(|p| p.name.clone());
        base.chain(self.friction.iter().map(|c| c.name.clone())).collect()
    }

    /// Unknowns that may show in the rows of driven joint `j`, as ranges; the
    /// right-hand side, which follows them, is one of them.
    fn used_by(&self, j: usize) -> Vec<Range<usize>> {
        let robot = self.robot;
        let looped = !robot.is_tree();
        let moving: Vec<usize> =
            (0..robot.joints().len()).filter(|&i| robot.joints()[i].kind.moves()).collect();
        let links = robot.links().len();
        // Links beyond joint j of the tree.
        let beyond: Vec<bool> = (0..links)
            .map(|link| {
                let mut at = Some(link);
                while let Some(i) = at {
                    if i == moving[j.min(moving.len() - 1)] {
                        return true;
                    }
                    at = robot.joints()[i].parent;
                }
                false
            })
            .collect();
        let shows = |parameter: usize| match parameter {
            p if p < 10 * links => beyond[p / 10],
            rotor => rotor - 10 * links == j,
        };
        let base = self.columns.iter().map(|terms| looped || terms.iter().any(|t| shows(t.0)));
        let all: Vec<bool> = base
            .chain(self.friction.iter().map(|c| c.acts_on(j)))
            .chain(std::iter::once(true))
            .collect();
        let mut ranges: Vec<Range<usize>> = Vec::new();
        for (k, used) in all.into_iter().enumerate() {
            match ranges.last_mut() {
                _ if !used => {}
                Some(range) if range.end == k => range.end += 1,
                _ => ranges.push(k..k + 1),
            }
        }
        ranges
    }

    /// Reduces recordings to triangles.
    pub fn reduce(&self, recordings: &[Recording]) -> Result<Reduced, ProblemError> {
        self.reduce_weighted(recordings, None)
    }

    /// The same with a weight for every row, from its joint and residual at the
    /// given unknowns: what robust estimators need.
    pub fn reduce_weighted(
        &self,
        recordings: &[Recording],
        weights: Option<&RowWeights>,
    ) -> Result<Reduced, ProblemError> {
        let mut jobs: Vec<(usize, Range<usize>)> = Vec::new();
        for (k, recording) in recordings.iter().enumerate() {
            if recording.q.len() != self.joints {
                return Err(ProblemError::Joints {
                    log: recording.name.clone(),
                    found: recording.q.len(),
                    joints: self.joints,
                });
            }
            jobs.extend(segments(recording.samples()).map(|rows| (k, rows)));
        }
        let transmitted = recordings.iter().map(|r| self.transmitted(r, self.transmitting()));
        let transmitted = transmitted.collect::<Result<Vec<_>, _>>()?;
        let segments = jobs
            .into_par_iter()
            .map(|(k, rows)| self.segment(&recordings[k], &transmitted[k], rows, weights))
            .collect::<Result<Vec<_>, _>>()?;
        let mut reduced = self.nothing_reduced();
        reduced.append(segments);
        Ok(reduced)
    }

    /// No rows yet.
    pub(super) fn nothing_reduced(&self) -> Reduced {
        Reduced { unknowns: self.unknowns(), joints: self.joints, segments: Vec::new() }
    }

    /// Reduces the rows of some samples.
    pub(super) fn segment(
        &self,
        recording: &Recording,
        transmitted: &[Vec<f64>],
        rows: Range<usize>,
        weights: Option<&RowWeights>,
    ) -> Result<Segment, ProblemError> {
        // Columns that a joint does not show are zero in all its rows: its triangle
        // is made of the others.
        let places: Vec<Vec<usize>> =
            self.used.iter().map(|u| u.iter().cloned().flatten().collect()).collect();
        let mut triangles: Vec<Tsqr> =
            places.iter().map(|p| Tsqr::new(p.len().saturating_sub(1), 1)).collect();
        let failed = |mut source: RowsError, places: &[usize]| {
            // Columns are told as the model numbers them.
            if let RowsError::Value { column, .. } = &mut source {
                *column = places.get(*column).copied().unwrap_or(*column);
            }
            ProblemError::Rows { log: recording.name.clone(), source: Box::new(source) }
        };
        self.stream_with(recording, transmitted, rows, |block| {
            for (j, triangle) in triangles.iter_mut().enumerate() {
                let columns = block.columns_of(j);
                let weighted = weights.map(|weights| weights.apply(j, &columns, &self.used[j]));
                let used: Vec<&[f64]> = match &weighted {
                    None => places[j].iter().map(|&k| columns[k]).collect(),
                    Some(weighted) => places[j].iter().map(|&k| weighted[k].as_slice()).collect(),
                };
                triangle.push_rows(&Rows::all(&used)).map_err(|e| failed(e, &places[j]))?;
            }
            Ok(())
        })?;
        let triangles = triangles.into_iter().zip(&places).map(|(triangle, places)| {
            let unknowns = places.len().saturating_sub(1);
            let places = places[..unknowns].into();
            JointTriangle::of_columns(triangle.finish(), places, [].into(), self.unknowns())
        });
        Ok(Segment::new(triangles.collect()))
    }

    /// Whether unknown `k` may show in the rows of joint `j`; the effort, which
    /// follows the unknowns, does.
    pub fn shows(&self, j: usize, k: usize) -> bool {
        self.used[j].iter().any(|range| range.contains(&k))
    }

    /// Visits the rows of some samples, block by block.
    pub(super) fn stream(
        &self,
        recording: &Recording,
        rows: Range<usize>,
        visit: impl FnMut(&RowBlock) -> Result<(), ProblemError>,
    ) -> Result<(), ProblemError> {
        let transmitted = self.transmitted(recording, self.transmitting())?;
        self.stream_with(recording, &transmitted, rows, visit)
    }

    /// The same with the recording's efforts without friction, or nothing.
    pub(super) fn stream_with(
        &self,
        recording: &Recording,
        transmitted: &[Vec<f64>],
        rows: Range<usize>,
        mut visit: impl FnMut(&RowBlock) -> Result<(), ProblemError>,
    ) -> Result<(), ProblemError> {
        self.with_motion(recording, transmitted, |motion| {
            let mut engine = Engine::of(self.robot)?;
            let mut block = RowBlock::new(self);
            let mut first = rows.start;
            let numbers = self.joints * self.robot.parameter_count();
            let together = NUMBERS / numbers.max(1) / SMALLEST_BLOCK * SMALLEST_BLOCK;
            let together = together.clamp(SMALLEST_BLOCK, BLOCK);
            while first < rows.end {
                let samples = together.min(rows.end - first);
                block.fit(self, &engine, samples);
                engine.fill(motion.q, motion.qd, motion.qdd, first, &mut block.regressor).map_err(
                    |source| {
                        let source = Box::new(source);
                        ProblemError::Motion { log: recording.name.clone(), source }
                    },
                )?;
                block.complete(self, motion, first);
                visit(&block)?;
                first += samples;
            }
            Ok(())
        })
    }

    /// What friction and couplings depend on along a recording, with its efforts without friction,
    /// or nothing.
    pub(super) fn with_motion<T>(
        &self,
        recording: &Recording,
        transmitted: &[Vec<f64>],
        see: impl FnOnce(&RecordedMotion) -> T,
    ) -> T {
        let (q, qd, qdd) = (slices(&recording.q), slices(&recording.qd), slices(&recording.qdd));
        let (effort, transmitted) = (slices(&recording.effort), slices(transmitted));
        let elapsed = recording.times_since_start(self.needs_elapsed());
        see(&RecordedMotion {
            q: &q,
            qd: &qd,
            qdd: &qdd,
            effort: &effort,
            transmitted: &transmitted,
            elapsed: &elapsed,
            temperature: &recording.temperature,
        })
    }
}
