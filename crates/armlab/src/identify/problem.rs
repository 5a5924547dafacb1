//! What an estimator sees: rows of regressor and effort, streamed from a robot
//! and recordings, and what is left of them.
//!
//! Rows are never kept. Each recording is cut into segments; in every segment
//! each joint's rows are reduced to a triangle. Triangles can be weighted, added,
//! left out and drawn again, so that per-joint noise, cross-validation and
//! bootstrap cost no second pass. Segments do not depend on the number of
//! threads, and are added in order, so neither do results.

use super::base::{BaseError, BaseParameters, base_parameters};
use super::friction_columns::{Coupling, FrictionColumn, FrictionShape, friction_columns};
use super::recording::Recording;
use armlab_dense::{Matrix, Rows, RowsError, Triangle, Tsqr};
use armlab_engine::dynamics::batch::RegressorBlock;
use armlab_engine::dynamics::{Dynamics, LoopedDynamics};
use armlab_engine::kinematics::loops::{LoopError, MotionError};
use armlab_engine::robot::Robot;
use rayon::prelude::*;
use std::ops::Range;
use thiserror::Error;

/// Segments of a recording, and the fewest samples of one.
const SEGMENTS: usize = 20;
const SHORTEST_SEGMENT: usize = 64;
/// Samples of one block of rows.
const BLOCK: usize = 128;

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

/// Robot and choices that make up the unknowns.
pub struct Model<'r> {
    robot: &'r Robot,
    base: BaseParameters,
    friction: Vec<FrictionColumn>,
    shape: FrictionShape,
    /// Per base parameter the regressor's columns it is made of.
    columns: Vec<Vec<(usize, f64)>>,
    /// Per joint the unknowns that show in its rows.
    used: Vec<Vec<Range<usize>>>,
    joints: usize,
}

impl<'r> Model<'r> {
    /// The unknowns of a robot: its base parameters, then friction.
    pub fn new(
        robot: &'r Robot,
        shape: FrictionShape,
        couplings: &[Coupling],
    ) -> Result<Self, BaseError> {
        let base = base_parameters(robot)?;
        Ok(Self::with_base(robot, base, shape, couplings))
    }
    /// The same with base parameters that are known already.
    pub fn with_base(
        robot: &'r Robot,
        base: BaseParameters,
        shape: FrictionShape,
        couplings: &[Coupling],
    ) -> Self {
        let driven: Vec<_> = robot.driven_joints().collect();
        let joints = driven.len();
        let friction = friction_columns(&driven, &shape, couplings);
        let columns = base.columns();
        let mut model = Self { robot, base, friction, shape, columns, used: Vec::new(), joints };
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
    /// The friction's shape.
    pub fn shape(&self) -> FrictionShape {
        self.shape
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
        let looped = !robot.loops().is_empty();
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
            let samples = recording.samples();
            let length = samples.div_ceil(SEGMENTS).max(SHORTEST_SEGMENT);
            let starts = (0..samples).step_by(length);
            jobs.extend(starts.map(|start| (k, start..(start + length).min(samples))));
        }
        let segments = jobs
            .into_par_iter()
            .map(|(k, rows)| self.segment(&recordings[k], rows, weights))
            .collect::<Result<Vec<_>, _>>()?;
        Ok(Reduced { unknowns: self.unknowns(), joints: self.joints, segments })
    }

    fn segment(
        &self,
        recording: &Recording,
        rows: Range<usize>,
        weights: Option<&RowWeights>,
    ) -> Result<Segment, ProblemError> {
        let mut triangles: Vec<Tsqr> =
            (0..self.joints).map(|_| Tsqr::new(self.unknowns(), 1)).collect();
        let failed =
            |source| ProblemError::Rows { log: recording.name.clone(), source: Box::new(source) };
        self.stream(recording, rows, |block| {
            for (j, triangle) in triangles.iter_mut().enumerate() {
                let columns = block.columns_of(j);
                let weighted;
                let slices = match weights {
                    None => columns,
                    Some(weights) => {
                        weighted = weights.apply(j, &columns, &self.used[j]);
                        weighted.iter().map(Vec::as_slice).collect()
                    }
                };
                let pushed = triangle.push_rows(&Rows {
                    columns: &slices,
                    rows: 0..block.samples,
                    used: &self.used[j],
                    weight: 1.0,
                });
                pushed.map_err(failed)?;
            }
            Ok(())
        })?;
        let triangles = triangles.into_iter().map(Tsqr::finish).collect();
        Ok(Segment { triangles })
    }

    /// Efforts that unknowns predict, one column per joint.
    pub fn predict(
        &self,
        recording: &Recording,
        unknowns: &[f64],
    ) -> Result<Vec<Vec<f64>>, ProblemError> {
        let samples = recording.samples();
        let length = samples.div_ceil(SEGMENTS).max(SHORTEST_SEGMENT);
        let starts: Vec<usize> = (0..samples).step_by(length).collect();
        let parts = starts.into_par_iter().map(|start| {
            let mut out: Vec<Vec<f64>> = vec![Vec::new(); self.joints];
            self.stream(recording, start..(start + length).min(samples), |block| {
                for (j, out) in out.iter_mut().enumerate() {
                    let columns = block.columns_of(j);
                    let from = out.len();
                    out.resize(from + block.samples, 0.0);
                    for range in &self.used[j] {
                        for k in range.start..range.end.min(unknowns.len()) {
                            let target = &mut out[from..];
                            let pairs = target.iter_mut().zip(columns[k]);
                            pairs.for_each(|(o, y)| *o += unknowns[k] * y);
                        }
                    }
                }
                Ok(())
            })?;
            Ok(out)
        });
        let parts = parts.collect::<Result<Vec<_>, ProblemError>>()?;
        let mut all: Vec<Vec<f64>> = vec![Vec::with_capacity(samples); self.joints];
        for part in parts {
            all.iter_mut().zip(part).for_each(|(a, p)| a.extend(p));
        }
        Ok(all)
    }

    /// Whether unknown `k` may show in the rows of joint `j`; the effort, which
    /// follows the unknowns, does.
    pub(super) fn shows(&self, j: usize, k: usize) -> bool {
        self.used[j].iter().any(|range| range.contains(&k))
    }

    /// Visits the rows of some samples, block by block.
    pub(super) fn stream(
        &self,
        recording: &Recording,
        rows: Range<usize>,
        mut visit: impl FnMut(&RowBlock) -> Result<(), ProblemError>,
    ) -> Result<(), ProblemError> {
        let [q, qd, qdd] = [&recording.q, &recording.qd, &recording.qdd]
            .map(|c| c.iter().map(Vec::as_slice).collect::<Vec<&[f64]>>());
        let mut engine = Engine::of(self.robot)?;
        let mut block = RowBlock::new(self);
        let mut first = rows.start;
        while first < rows.end {
            let samples = BLOCK.min(rows.end - first);
            block.fit(self, &engine, samples);
            engine.fill(&q, &qd, &qdd, first, &mut block.regressor).map_err(|source| {
                let source = Box::new(source);
                ProblemError::Motion { log: recording.name.clone(), source }
            })?;
            block.complete(self, recording, first);
            visit(&block)?;
            first += samples;
        }
        Ok(())
    }
}

/// Row weights of a robust estimator.
pub struct RowWeights<'w> {
    /// Unknowns at which residuals are taken.
    pub unknowns: &'w [f64],
    /// Weight of a row by joint and residual; rows are multiplied by its root.
    pub weight: &'w (dyn Fn(usize, f64) -> f64 + Sync),
}

impl RowWeights<'_> {
    /// Columns of a joint's rows, multiplied by the roots of their weights.
    fn apply(&self, joint: usize, columns: &[&[f64]], used: &[Range<usize>]) -> Vec<Vec<f64>> {
        let target = self.unknowns.len();
        let samples = columns[target].len();
        let mut residual = columns[target].to_vec();
        let of_joint = || used.iter().flat_map(Clone::clone);
        for k in of_joint().filter(|&k| k < target) {
            let pairs = residual.iter_mut().zip(columns[k]);
            pairs.for_each(|(r, y)| *r -= self.unknowns[k] * y);
        }
        let roots: Vec<f64> =
            residual.iter().map(|r| (self.weight)(joint, *r).max(0.0).sqrt()).collect();
        let mut out = vec![vec![0.0; samples]; columns.len()];
        for k in of_joint() {
            let entries = out[k].iter_mut().zip(columns[k]).zip(&roots);
            entries.for_each(|((o, y), w)| *o = y * w);
        }
        out
    }
}

/// A tree or a machine with loops, and how it fills regressor blocks.
enum Engine<'r> {
    Tree(Box<Dynamics<'r>>),
    Looped(Box<LoopedDynamics<'r>>),
}

impl<'r> Engine<'r> {
    fn of(robot: &'r Robot) -> Result<Self, LoopError> {
        match robot.loops().is_empty() {
            true => Ok(Self::Tree(Box::new(Dynamics::of(robot)))),
            false => Ok(Self::Looped(Box::new(LoopedDynamics::of(robot)?))),
        }
    }
    fn block(&self, robot: &Robot, samples: usize) -> RegressorBlock {
        match self {
            Self::Tree(_) => RegressorBlock::new(robot, samples),
            Self::Looped(looped) => looped.block(samples),
        }
    }
    fn fill(
        &mut self,
        q: &[&[f64]],
        qd: &[&[f64]],
        qdd: &[&[f64]],
        first: usize,
        block: &mut RegressorBlock,
    ) -> Result<(), MotionError> {
        match self {
            Self::Tree(dynamics) => {
                dynamics.regressor_block(q, qd, qdd, first, block);
                Ok(())
            }
            Self::Looped(looped) => looped.regressor_block(q, qd, qdd, first, block),
        }
    }
}

/// Rows of some samples: the unknowns' columns and the measured effort.
pub(super) struct RowBlock {
    regressor: RegressorBlock,
    samples: usize,
    joints: usize,
    /// Base columns that are sums; `None` where one of the regressor's serves.
    sums: Vec<Option<Vec<f64>>>,
    direct: Vec<usize>,
    /// Friction columns and the effort, joint after joint.
    further: Vec<Vec<f64>>,
}

impl RowBlock {
    fn new(model: &Model) -> Self {
        let direct = model.columns.iter().map(|c| c.first().map_or(0, |t| t.0)).collect();
        let is_sum = |terms: &Vec<(usize, f64)>| terms.len() != 1 || terms[0].1 != 1.0;
        Self {
            regressor: RegressorBlock::new(model.robot, 0),
            samples: 0,
            joints: model.joints,
            sums: model.columns.iter().map(|c| is_sum(c).then(Vec::new)).collect(),
            direct,
            further: vec![Vec::new(); model.friction.len() + 1],
        }
    }

    fn fit(&mut self, model: &Model, engine: &Engine, samples: usize) {
        if self.samples == samples {
            return;
        }
        self.samples = samples;
        self.regressor = engine.block(model.robot, samples);
        let rows = samples * self.joints;
        self.sums.iter_mut().flatten().chain(&mut self.further).for_each(|c| c.resize(rows, 0.0));
    }

    fn complete(&mut self, model: &Model, recording: &Recording, first: usize) {
        for (sum, terms) in self.sums.iter_mut().zip(&model.columns) {
            let Some(sum) = sum else { continue };
            sum.fill(0.0);
            for &(parameter, factor) in terms {
                let column = self.regressor.column(parameter);
                sum.iter_mut().zip(column).for_each(|(s, y)| *s += factor * y);
            }
        }
        let samples = self.samples;
        fn part(c: &[Vec<f64>], rows: Range<usize>) -> Vec<&[f64]> {
            c.iter().map(|c| &c[rows.clone()]).collect()
        }
        let samples_of = first..first + samples;
        let (qd, qdd) = (part(&recording.qd, samples_of.clone()), part(&recording.qdd, samples_of));
        let effort = model.friction.len();
        for j in 0..self.joints {
            let rows = j * samples..(j + 1) * samples;
            for (column, out) in model.friction.iter().zip(&mut self.further) {
                if column.acts_on(j) {
                    column.fill(j, &qd, &qdd, &mut out[rows.clone()]);
                }
            }
            let measured = &recording.effort[j][first..first + samples];
            self.further[effort][rows].copy_from_slice(measured);
        }
    }

    /// Columns of one joint's rows: unknowns, then the effort.
    pub(super) fn columns_of(&self, joint: usize) -> Vec<&[f64]> {
        let rows = joint * self.samples..(joint + 1) * self.samples;
        let base = self.sums.iter().zip(&self.direct).map(|(sum, &direct)| match sum {
            Some(sum) => &sum[rows.clone()],
            None => &self.regressor.column(direct)[rows.clone()],
        });
        base.chain(self.further.iter().map(|c| &c[rows.clone()])).collect()
    }
}

/// One segment's rows, reduced: a triangle per joint.
#[derive(Clone, Debug)]
pub struct Segment {
    triangles: Vec<Triangle>,
}

/// All rows, reduced.
#[derive(Clone, Debug)]
pub struct Reduced {
    unknowns: usize,
    joints: usize,
    segments: Vec<Segment>,
}

impl Reduced {
    /// Number of unknowns.
    pub fn unknowns(&self) -> usize {
        self.unknowns
    }
    /// Number of joints.
    pub fn joints(&self) -> usize {
        self.joints
    }
    /// Number of segments.
    pub fn segments(&self) -> usize {
        self.segments.len()
    }
    /// Rows of one joint.
    pub fn rows(&self, joint: usize) -> u64 {
        self.segments.iter().map(|s| s.triangles[joint].rows()).sum()
    }
    /// All rows of all joints, as `(R, Qᵀb, ‖rest‖)`, each joint's rows times its
    /// weight, over the segments in `chosen` (which may name one several times).
    pub fn combine(&self, weights: &[f64], chosen: impl Iterator<Item = usize>) -> Triangle {
        let mut sum = Tsqr::new(self.unknowns, 1);
        for segment in chosen {
            for (triangle, &weight) in self.segments[segment].triangles.iter().zip(weights) {
                add(&mut sum, triangle, weight);
            }
        }
        sum.finish()
    }
    /// All segments with these weights.
    pub fn whole(&self, weights: &[f64]) -> Triangle {
        self.combine(weights, 0..self.segments.len())
    }
    /// One triangle per joint over all segments.
    pub fn by_joint(&self) -> Vec<Triangle> {
        (0..self.joints)
            .map(|j| {
                let mut sum = Tsqr::new(self.unknowns, 1);
                self.segments.iter().for_each(|s| add(&mut sum, &s.triangles[j], 1.0));
                sum.finish()
            })
            .collect()
    }
    /// Sum of squared residuals of each joint at some unknowns, over segments.
    pub fn squares(&self, unknowns: &[f64], chosen: impl Iterator<Item = usize>) -> Vec<f64> {
        let mut squares = vec![0.0; self.joints];
        for segment in chosen {
            let triangles = self.segments[segment].triangles.iter();
            for (square, triangle) in squares.iter_mut().zip(triangles) {
                *square += residual_square(triangle, unknowns);
            }
        }
        squares
    }
    /// Sum of squared efforts of each joint, over segments.
    pub fn effort_squares(&self, chosen: impl Iterator<Item = usize>) -> Vec<f64> {
        self.squares(&vec![0.0; self.unknowns], chosen)
    }
}

/// `‖A x − b‖²` from what is left of `A` and `b`.
pub fn residual_square(triangle: &Triangle, x: &[f64]) -> f64 {
    let residual = triangle.r().times_vector(x);
    let rest = triangle.residual_norm(0);
    let square: f64 = residual.iter().zip(triangle.rhs(0)).map(|(a, b)| (a - b).powi(2)).sum();
    square + rest * rest
}

fn add(sum: &mut Tsqr, triangle: &Triangle, weight: f64) {
    let matrix: Matrix = triangle.matrix();
    let columns: Vec<&[f64]> = (0..matrix.columns()).map(|j| matrix.column(j)).collect();
    let rows = 0..matrix.rows();
    // A triangle's numbers have been checked when they came in.
    let _ = sum.push_rows(&Rows { columns: &columns, rows, used: &[], weight });
}
