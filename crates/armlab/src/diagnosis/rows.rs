//! Rows of the equations of motion as products of their columns, from which any fit follows.
//!
//! Columns are the base parameters, friction, the ten parameters of a payload at the last
//! link, the description's rigid bodies without gravity and their weight along x, y and z.

use super::samples::Motion;
use crate::dynamics::Mechanism;
use crate::dynamics::batch::RegressorBlock;
use crate::identify::Model;
use crate::robot::Robot;
use crate::spatial::vec3;
use armlab_dense::Matrix;
use std::ops::Range;

/// Which column is which.
#[derive(Clone)]
pub(super) struct Columns {
    pub base: Range<usize>,
    pub friction: Range<usize>,
    pub payload: Range<usize>,
    /// Rigid bodies as described, without gravity.
    pub described: usize,
    pub weight: Range<usize>,
    /// Columns that must not be negative.
    pub not_negative: Vec<bool>,
    /// The joint whose constant effort a column is.
    pub offset: Vec<Option<usize>>,
}

impl Columns {
    fn of(model: &Model) -> Self {
        let base = 0..model.base().len();
        let friction = base.end..base.end + model.friction().len();
        let payload = friction.end..friction.end + 10;
        let described = payload.end;
        let weight = described + 1..described + 4;
        let mut not_negative = vec![false; weight.end];
        let mut offset = vec![None; weight.end];
        for (k, column) in friction.clone().zip(model.friction()) {
            not_negative[k] = column.not_negative;
            let mut joints = (0..model.joints()).filter(|&j| column.acts_on(j));
            if let (false, Some(joint), None) = (column.not_negative, joints.next(), joints.next())
            {
                offset[k] = Some(joint);
            }
        }
        Self { base, friction, payload, described, weight, not_negative, offset }
    }
    pub fn len(&self) -> usize {
        self.weight.end
    }
}

/// Values and products of the columns in the rows of one joint.
pub(super) struct JointRows {
    /// Column, row.
    pub values: Vec<Vec<f64>>,
    /// Products of the columns.
    pub gram: Matrix,
}

/// Rows of all joints.
pub(super) struct Rows {
    pub columns: Columns,
    pub joints: Vec<JointRows>,
}

impl Rows {
    /// Rows along a motion; `None` if the robot cannot follow it.
    pub fn new(model: &Model, motion: &Motion) -> Option<Self> {
        let columns = Columns::of(model);
        let rows = motion.q.first().map_or(0, Vec::len);
        let mut joints: Vec<JointRows> = (0..model.joints())
            .map(|_| JointRows {
                values: vec![vec![0.0; rows]; columns.len()],
                gram: Matrix::zeros(0, 0),
            })
            .collect();
        let gravities = [[0.0; 3], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [0.0, 0.0, 1.0]];
        let weightless = gravities.map(|[x, y, z]| model.robot().with_gravity(vec3(x, y, z)));
        let mut filler = Filler::new(model, &columns, &weightless)?;
        let robot = model.robot();
        if robot.is_tree() && robot.couplings().is_empty() {
            filler.fill_all(motion, rows, &mut joints)?;
        } else {
            for row in 0..rows {
                filler.fill(motion, row, &mut joints)?;
            }
        }
        joints.iter_mut().for_each(JointRows::multiply);
        Some(Self { columns, joints })
    }
}

impl JointRows {
    /// Whether a column has entries that are not zero.
    pub fn shows(&self, column: usize) -> bool {
        self.gram.at(column, column) != 0.0
    }

    /// Multiplies the columns that show.
    fn multiply(&mut self) {
        let used: Vec<usize> =
            (0..self.values.len()).filter(|&k| self.values[k].iter().any(|x| *x != 0.0)).collect();
        let rows = self.values.first().map_or(0, Vec::len);
        let all = used.iter().flat_map(|&k| &self.values[k]).copied().collect();
        let products = Matrix::from_columns(rows, used.len(), all).gram();
        let mut gram = Matrix::zeros(self.values.len(), self.values.len());
        for (i, &a) in used.iter().enumerate() {
            for (k, &b) in used.iter().enumerate() {
                gram.set(a, b, products.at(i, k));
            }
        }
        self.gram = gram;
    }
}

fn slices(columns: &[Vec<f64>]) -> Vec<&[f64]> {
    columns.iter().map(Vec::as_slice).collect()
}

/// Makes one row after the other, or all of a tree's at once.
struct Filler<'m, 'r, 'w> {
    model: &'m Model<'r>,
    columns: &'m Columns,
    terms: Vec<Vec<(usize, f64)>>,
    mechanism: Mechanism<'r>,
    /// The robot without gravity and with that of one axis.
    weightless: Vec<Mechanism<'w>>,
    described: Vec<f64>,
    last_link: usize,
    regressor: Vec<f64>,
    /// Columns that show in the rows of each joint: base parameters, then friction.
    base: Vec<Vec<usize>>,
    friction: Vec<Vec<usize>>,
    efforts: Vec<Vec<f64>>,
}

impl<'m, 'r, 'w> Filler<'m, 'r, 'w> {
    fn new(model: &'m Model<'r>, columns: &'m Columns, weightless: &'w [Robot; 4]) -> Option<Self> {
        let robot = model.robot();
        let weightless: Option<Vec<_>> =
            weightless.iter().map(|r| Mechanism::new(r).ok()).collect();
        let width = robot.parameter_count();
        let shown = |j: usize, range: &Range<usize>| -> Vec<usize> {
            range.clone().filter(|&k| model.shows(j, k)).collect()
        };
        let joints = 0..model.joints();
        Some(Self {
            base: joints.clone().map(|j| shown(j, &columns.base)).collect(),
            friction: joints.clone().map(|j| shown(j, &columns.friction)).collect(),
            efforts: vec![vec![0.0; joints.len()]; 4],
            model,
            columns,
            terms: model.base().columns(),
            mechanism: Mechanism::new(robot).ok()?,
            weightless: weightless?,
            described: robot.parameter_values(),
            last_link: robot.links().len().saturating_sub(1),
            regressor: vec![0.0; model.joints() * width],
        })
    }

    fn fill(&mut self, motion: &Motion, row: usize, joints: &mut [JointRows]) -> Option<()> {
        let at = |of: &Vec<Vec<f64>>| -> Vec<f64> { of.iter().map(|c| c[row]).collect() };
        let (q, qd, qdd) = (at(&motion.q), at(&motion.qd), at(&motion.qdd));
        self.mechanism.regressor(&q, &qd, &qdd, &mut self.regressor).ok()?;
        let width = self.described.len();
        for (j, joint) in joints.iter_mut().enumerate() {
            let full = &self.regressor[j * width..(j + 1) * width];
            for &k in &self.base[j] {
                joint.values[k][row] = self.terms[k].iter().map(|&(i, f)| f * full[i]).sum();
            }
            for (k, i) in self.columns.payload.clone().zip(10 * self.last_link..) {
                joint.values[k][row] = full[i];
            }
        }
        self.friction(row, [&q, &qd, &qdd], joints);
        self.described(row, [&q, &qd, &qdd], joints)
    }

    /// The same of all rows of a tree, several of them side by side.
    fn fill_all(&mut self, motion: &Motion, rows: usize, joints: &mut [JointRows]) -> Option<()> {
        let (q, qd, qdd) = (slices(&motion.q), slices(&motion.qd), slices(&motion.qdd));
        let mut block = RegressorBlock::new(self.model.robot(), rows);
        self.mechanism.tree()?.regressor_block(&q, &qd, &qdd, 0, &mut block);
        for (j, joint) in joints.iter_mut().enumerate() {
            let of = |parameter: usize| &block.column(parameter)[j * rows..(j + 1) * rows];
            for &k in &self.base[j] {
                let sum = &mut joint.values[k];
                for &(parameter, factor) in &self.terms[k] {
                    sum.iter_mut().zip(of(parameter)).for_each(|(s, y)| *s += factor * y);
                }
            }
            for (k, parameter) in self.columns.payload.clone().zip(10 * self.last_link..) {
                joint.values[k].copy_from_slice(of(parameter));
            }
        }
        for row in 0..rows {
            let at = |of: &[&[f64]]| -> Vec<f64> { of.iter().map(|c| c[row]).collect() };
            self.friction(row, [&at(&q), &at(&qd), &at(&qdd)], joints);
        }
        let mut without: Vec<Vec<f64>> = Vec::new();
        let places = std::iter::once(self.columns.described).chain(self.columns.weight.clone());
        for (place, mechanism) in places.zip(&mut self.weightless) {
            let mut effort = vec![vec![0.0; rows]; joints.len()];
            let mut out: Vec<&mut [f64]> = effort.iter_mut().map(Vec::as_mut_slice).collect();
            mechanism.tree()?.inverse_batch(&q, &qd, &qdd, &mut out);
            for (own, without) in effort.iter_mut().zip(&without) {
                own.iter_mut().zip(without).for_each(|(e, w)| *e -= w);
            }
            if without.is_empty() {
                without.clone_from(&effort);
            }
            for (joint, effort) in joints.iter_mut().zip(effort) {
                joint.values[place] = effort;
            }
        }
        Some(())
    }

    /// The columns of friction.
    fn friction(&self, row: usize, [q, qd, qdd]: [&[f64]; 3], joints: &mut [JointRows]) {
        for (j, joint) in joints.iter_mut().enumerate() {
            for &k in &self.friction[j] {
                let column = &self.model.friction()[k - self.columns.friction.start];
                joint.values[k][row] = column.entry(j, q, qd, qdd, &[]);
            }
        }
    }

    /// The description's efforts without gravity, and their change by gravity along each axis.
    fn described(
        &mut self,
        row: usize,
        [q, qd, qdd]: [&[f64]; 3],
        joints: &mut [JointRows],
    ) -> Option<()> {
        for (mechanism, effort) in self.weightless.iter_mut().zip(&mut self.efforts) {
            mechanism.inverse(q, qd, qdd, effort).ok()?;
        }
        let (without, with) = self.efforts.split_first()?;
        for (j, joint) in joints.iter_mut().enumerate() {
            joint.values[self.columns.described][row] = without[j];
            for (effort, k) in with.iter().zip(self.columns.weight.clone()) {
                joint.values[k][row] = effort[j] - without[j];
            }
        }
        Some(())
    }
}
