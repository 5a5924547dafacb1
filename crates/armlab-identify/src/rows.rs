//! Rows of regressor and effort, made in blocks from a recording.

use super::friction_columns::RecordedMotion;
use super::problem::Model;
use armlab_engine::dynamics::batch::RegressorBlock;
use armlab_engine::dynamics::{Dynamics, LoopedDynamics};
use armlab_engine::kinematics::loops::{LoopError, MotionError};
use armlab_engine::robot::Robot;

/// A tree or a machine with loops, and how it fills regressor blocks.
pub(super) enum Engine<'r> {
    Tree(Box<Dynamics<'r>>),
    Looped(Box<LoopedDynamics<'r>>),
}

impl<'r> Engine<'r> {
    pub(super) fn of(robot: &'r Robot) -> Result<Self, LoopError> {
        match robot.is_tree() {
            true => Ok(Self::Tree(Box::new(Dynamics::new(robot)))),
            false => Ok(Self::Looped(Box::new(LoopedDynamics::new(robot)?))),
        }
    }
    pub(super) fn block(&self, robot: &Robot, samples: usize) -> RegressorBlock {
        match self {
            Self::Tree(_) => RegressorBlock::new(robot, samples),
            Self::Looped(looped) => looped.block(samples),
        }
    }
    pub(super) fn fill(
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
    pub(super) regressor: RegressorBlock,
    pub(super) samples: usize,
    joints: usize,
    /// Base columns that are sums; `None` where one of the regressor's serves.
    sums: Vec<Option<Vec<f64>>>,
    direct: Vec<usize>,
    /// Friction columns and the effort, joint after joint.
    further: Vec<Vec<f64>>,
}

impl RowBlock {
    pub(super) fn new(model: &Model) -> Self {
        let direct = model.columns.iter().map(|c| c.first().map_or(0, |t| t.0)).collect();
        let is_sum = |terms: &Vec<(usize, f64)>| terms.len() != 1 || terms[0].1 != 1.0;
        Self {
            regressor: RegressorBlock::new(model.robot(), 0),
            samples: 0,
            joints: model.joints(),
            sums: model.columns.iter().map(|c| is_sum(c).then(Vec::new)).collect(),
            direct,
            further: vec![Vec::new(); model.friction().len() + 1],
        }
    }

    pub(super) fn fit(&mut self, model: &Model, engine: &Engine, samples: usize) {
        if self.samples == samples {
            return;
        }
        self.samples = samples;
        self.regressor = engine.block(model.robot(), samples);
        let rows = samples * self.joints;
        self.sums.iter_mut().flatten().chain(&mut self.further).for_each(|c| c.resize(rows, 0.0));
    }

    pub(super) fn complete(&mut self, model: &Model, motion: &RecordedMotion, first: usize) {
        for (sum, terms) in self.sums.iter_mut().zip(&model.columns) {
            let Some(sum) = sum else { continue };
            sum.fill(0.0);
            for &(parameter, factor) in terms {
                let column = self.regressor.column(parameter);
                sum.iter_mut().zip(column).for_each(|(s, y)| *s += factor * y);
            }
        }
        let samples = self.samples;
        let effort = model.friction().len();
        for j in 0..self.joints {
            let rows = j * samples..(j + 1) * samples;
            for (column, out) in model.friction().iter().zip(&mut self.further) {
                if column.acts_on(j) {
                    column.fill(j, motion, first..first + samples, &mut out[rows.clone()]);
                }
            }
            let measured = &motion.effort[j][first..first + samples];
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
