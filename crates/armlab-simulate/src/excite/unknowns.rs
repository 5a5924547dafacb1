//! The parameters to be identified: the base parameters and, if asked for, the
//! friction of the drives, with their rows of the regressor.
//!
//! A row of a driven joint of a machine with loops is `Σ_i reach_ij Y_i` over the
//! tree's joints. Friction adds the columns of its laws; jumps at rest are rounded
//! off while a design is improved, since a jump has no slope.

use super::coordinates::States;
use super::error::ExciteError;
use armlab_dense::Matrix;
use armlab_engine::base::{BaseParameters, base_parameters};
use armlab_engine::dynamics::Dynamics;
use armlab_engine::dynamics::batch::RegressorBlock;
use armlab_engine::dynamics::frictional::FrictionalJoint;
use armlab_engine::friction::{Dimension, FrictionModel, JointMotion, LawColumn, Sliding, Slopes};
use armlab_engine::robot::Robot;
use armlab_engine::spatial::Force;

/// Friction that is identified beside the base parameters.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrictionColumns {
    /// The laws.
    pub model: FrictionModel,
    /// True when all drives are alike and have the same parameters.
    pub shared: bool,
}

impl FrictionColumns {
    /// None.
    pub fn none() -> Self {
        Self::default()
    }
    /// Viscous and Coulomb friction of every drive.
    pub fn per_joint() -> Self {
        Self { model: FrictionModel::without_offset(), shared: false }
    }
    /// One viscous and one Coulomb friction for all drives, which are alike.
    pub fn shared() -> Self {
        Self { shared: true, ..Self::per_joint() }
    }
}

/// The parameters to be identified.
#[derive(Clone, Debug)]
pub struct Unknowns {
    /// Names.
    pub names: Vec<String>,
    /// Units.
    pub units: Vec<String>,
    /// Values in the robot's description.
    pub values: Vec<f64>,
    /// The base parameters among them, which come first.
    pub base: BaseParameters,
    /// For each base parameter the link parameters whose columns make its column.
    selection: Vec<Vec<(usize, f64)>>,
    shared: bool,
    driven: Vec<usize>,
    /// Columns of friction of every drive, as they are and rounded off.
    sharp: Vec<Vec<LawColumn>>,
    rounded: Vec<Vec<LawColumn>>,
}

impl Unknowns {
    /// The unknowns of a robot whose drives have these speed limits.
    pub fn of(
        robot: &Robot,
        friction: &FrictionColumns,
        driven: &[usize],
        speeds: &[f64],
    ) -> Result<Self, ExciteError> {
        let base = base_parameters(robot)?;
        let (all, count) = (robot.parameter_count(), base.len());
        // Rows of the identity come back as the rows of the selection.
        let mut identity = vec![0.0; all * all];
        (0..all).for_each(|i| identity[i * all + i] = 1.0);
        let dense = base.regressor(&identity, all);
        let column = |k: usize| {
            let entries = (0..all).map(|i| (i, dense[i * count + k]));
            entries.filter(|(_, factor)| *factor != 0.0).collect()
        };
        let selection = (0..count).map(column).collect();
        let mut names: Vec<String> = base.parameters.iter().map(|p| p.name.clone()).collect();
        let mut units: Vec<String> = base.parameters.iter().map(|p| p.unit.clone()).collect();
        let mut values: Vec<f64> = base.parameters.iter().map(|p| p.value).collect();
        let joints: Vec<_> = robot.driven_joints().collect();
        let mut add = |name: String, unit: String, value: f64| {
            names.push(name);
            units.push(unit);
            values.push(value);
        };
        let columns = friction.model.columns();
        let stated = described_friction(robot, &friction.model, driven, speeds);
        let width = |v: &f64| if v.is_finite() { ROUNDED_OFF * v } else { ROUNDED_OFF_SPEED };
        let rounded = |v: &f64| friction.model.rounded_off(width(v)).columns();
        let rounded: Vec<Vec<LawColumn>> = speeds.iter().map(rounded).collect();
        let sharp = vec![columns.clone(); driven.len()];
        for (j, joint) in joints.iter().enumerate() {
            if friction.shared && j > 0 {
                break;
            }
            for (k, column) in columns.iter().enumerate() {
                let unit = column.unit(joint.kind.turns()).to_string();
                if friction.shared {
                    let sum: f64 = stated.iter().map(|values| values[k]).sum();
                    add(column.symbol().into(), unit, sum / stated.len().max(1) as f64);
                } else {
                    add(format!("{}.{}", joint.name, column.symbol()), unit, stated[j][k]);
                }
            }
        }
        let (shared, driven) = (friction.shared, driven.to_vec());
        Ok(Self { names, units, values, base, selection, shared, driven, sharp, rounded })
    }
    /// How many.
    pub fn len(&self) -> usize {
        self.names.len()
    }
    /// True without any.
    pub fn is_empty(&self) -> bool {
        self.names.is_empty()
    }
    /// Numbers of the parameters that names choose: a parameter's own name, the
    /// name of a link or joint (all that it is the first to appear in), a link's
    /// parameter (all combinations it is part of), or `friction`.
    pub fn chosen(&self, wanted: &[String]) -> Result<Vec<usize>, ExciteError> {
        let mut chosen = Vec::new();
        for name in wanted {
            let count = self.base.len();
            let friction = |k: usize| k >= count;
            let leads = |k: usize| {
                let first = self.names[k].split(' ').next().unwrap_or("");
                first.split('.').next() == Some(name) && first.contains('.')
            };
            let part = |k: usize| {
                k < count
                    && self.base.parameters[k]
                        .combination
                        .iter()
                        .any(|(i, _)| self.base.unknowns[*i] == *name)
            };
            let exact = |k: usize| self.names[k] == *name;
            let all = || 0..self.len();
            let found: Vec<usize> = match name.as_str() {
                "friction" => all().filter(|k| friction(*k)).collect(),
                _ if all().any(exact) => all().filter(|k| exact(*k)).collect(),
                _ if all().any(leads) => all().filter(|k| leads(*k)).collect(),
                _ => all().filter(|k| part(*k)).collect(),
            };
            if found.is_empty() {
                let known = self.names.join("; ");
                return Err(ExciteError::UnknownParameter { name: name.clone(), known });
            }
            chosen.extend(found);
        }
        chosen.sort_unstable();
        chosen.dedup();
        Ok(chosen)
    }

    /// What an uncertainty of every unknown link parameter by its own size, each
    /// for itself, means for the parameters: `M = C D²Cᵀ`, `D` the sizes. The
    /// regressor in orthonormal combinations of parameters in units of their sizes
    /// has the singular values of `W L` with `M = L Lᵀ`.
    pub fn spread(&self, robot: &Robot) -> Matrix {
        let sizes = self.sizes(robot);
        let count = self.base.len();
        let mut m = Matrix::zeros(self.len(), self.len());
        for (a, first) in self.base.parameters.iter().enumerate() {
            for (b, second) in self.base.parameters.iter().enumerate() {
                let mut sum = 0.0;
                for (i, f) in &first.combination {
                    let matching = second.combination.iter().filter(|(j, _)| j == i);
                    sum += matching.map(|(_, g)| f * g * sizes[*i] * sizes[*i]).sum::<f64>();
                }
                m.set(a, b, sum);
            }
        }
        for k in count..self.len() {
            let size = if self.values[k] != 0.0 { self.values[k] } else { 1.0 };
            m.set(k, k, size * size);
        }
        m
    }

    /// Sizes of the unknowns that base parameters combine. One that is zero, or
    /// tiny beside others of its unit, is as uncertain as a hundredth of those.
    fn sizes(&self, robot: &Robot) -> Vec<f64> {
        let link_values = robot.parameter_values();
        let declared = robot.model_parameters();
        let (values, units): (Vec<f64>, Vec<String>) =
            if declared.is_empty() || self.base.unknowns.len() == link_values.len() {
                let units = robot.parameter_units().iter().map(|u| u.to_string()).collect();
                (link_values, units)
            } else {
                let value = |moves: &[(usize, f64)]| {
                    let product: f64 = moves.iter().map(|&(i, f)| f * link_values[i]).sum();
                    product / moves.iter().map(|(_, f)| f * f).sum::<f64>()
                };
                declared.iter().map(|p| (value(&p.moves), p.unit.clone())).unzip()
            };
        let largest = |unit: &str| {
            let same = values.iter().zip(&units).filter(|(_, u)| *u == unit);
            same.fold(0.0_f64, |m, (v, _)| m.max(v.abs()))
        };
        let size = |(v, unit): (&f64, &String)| match v.abs().max(0.01 * largest(unit)) {
            0.0 => 1.0,
            size => size,
        };
        values.iter().zip(&units).map(size).collect()
    }
}

/// Values of every drive's columns: the description's where it has them, and what is
/// left of its friction at full speed added to the first that is an effort, so that
/// its size fits whatever law it has.
fn described_friction(
    robot: &Robot,
    model: &FrictionModel,
    driven: &[usize],
    speeds: &[f64],
) -> Vec<Vec<f64>> {
    let joints = FrictionalJoint::all(robot);
    let unloaded = vec![Force::zero(); robot.links().len()];
    let columns = model.columns();
    let of = |(dof, speed): (&usize, &f64)| {
        let Some(joint) = joints.iter().find(|j| j.dof == *dof) else {
            return vec![0.0; columns.len()];
        };
        let mut values = model.values_of(joint.friction);
        let speed = if speed.is_finite() { *speed } else { 1.0 };
        let effort = joint.friction.effort(Sliding::loaded(speed, joint.load(&unloaded)));
        let pairs = columns.iter().zip(&values);
        let matched: f64 = pairs.map(|(c, v)| c.effort(*v, Sliding::at(speed), None)).sum();
        let constant = columns.iter().position(|c| c.dimension() == Dimension::Effort);
        if let Some(k) = constant {
            values[k] += effort - matched;
        }
        values
    };
    driven.iter().zip(speeds).map(of).collect()
}

/// Part of the speed limit within which friction's jump is rounded off, and the
/// speed where there is no limit.
const ROUNDED_OFF: f64 = 0.02;
const ROUNDED_OFF_SPEED: f64 = 0.02;

/// Rows of the regressor over the samples of a motion, joint after joint, within
/// a joint sample after sample.
pub struct Rows {
    /// Columns of the parameters.
    pub matrix: Matrix,
    /// Base columns of every moving joint of the tree; empty for a tree, whose
    /// rows are those of `matrix`.
    tree: Matrix,
    block: Option<RegressorBlock>,
    /// Whether friction's jump is rounded off.
    pub smooth: bool,
}

impl Rows {
    /// No rows yet.
    pub fn new(smooth: bool) -> Self {
        Self { matrix: Matrix::zeros(0, 0), tree: Matrix::zeros(0, 0), block: None, smooth }
    }

    /// Rows of a motion.
    pub fn fill(
        &mut self,
        robot: &Robot,
        unknowns: &Unknowns,
        dynamics: &mut Dynamics,
        states: &States,
    ) {
        let (n, driven) = (robot.dofs(), unknowns.driven.len());
        let samples = states.q[0].first().map_or(0, Vec::len);
        let count = unknowns.base.len();
        if self.block.as_ref().is_none_or(|b| b.samples() != samples) {
            self.block = Some(RegressorBlock::new(robot, samples));
        }
        let Some(block) = &mut self.block else { return };
        let [q, qd, qdd] = [0, 1, 2]
            .map(|order| states.q[order].iter().map(Vec::as_slice).collect::<Vec<&[f64]>>());
        dynamics.regressor_block(&q, &qd, &qdd, 0, block);
        if (self.matrix.rows(), self.matrix.columns()) != (driven * samples, unknowns.len()) {
            self.matrix = Matrix::zeros(driven * samples, unknowns.len());
        }
        let looped = !states.velocity_map.is_empty();
        if looped && self.tree.rows() != n * samples {
            self.tree = Matrix::zeros(n * samples, count);
        }
        let base = if looped { &mut self.tree } else { &mut self.matrix };
        for (k, terms) in unknowns.selection.iter().enumerate() {
            let column = base.column_mut(k);
            column.fill(0.0);
            for &(i, factor) in terms {
                let from = block.column(i);
                column.iter_mut().zip(from).for_each(|(o, y)| *o += factor * y);
            }
        }
        if looped {
            self.reduce(states, n, driven, samples, count);
        }
        self.friction(unknowns, states, samples);
    }

    /// `Σ_i reach_ij Y_i`
    fn reduce(&mut self, states: &States, n: usize, driven: usize, samples: usize, count: usize) {
        for k in 0..count {
            let (from, to) = (self.tree.column(k), self.matrix.column_mut(k));
            to.fill(0.0);
            for j in 0..driven {
                for i in 0..n {
                    for s in 0..samples {
                        let velocity_map = states.velocity_map[(s * n + i) * driven + j];
                        to[j * samples + s] += velocity_map * from[i * samples + s];
                    }
                }
            }
        }
    }

    fn friction(&mut self, unknowns: &Unknowns, states: &States, samples: usize) {
        let count = unknowns.base.len();
        for k in count..unknowns.len() {
            self.matrix.column_mut(k).fill(0.0);
        }
        let columns = if self.smooth { &unknowns.rounded } else { &unknowns.sharp };
        for (j, (&dof, columns)) in unknowns.driven.iter().zip(columns).enumerate() {
            let [position, speed, acceleration] =
                [0, 1, 2].map(|order| states.q[order][dof].as_slice());
            let motion = JointMotion { position, speed, acceleration, ..JointMotion::default() };
            let first = count + unknowns.friction_column(j);
            for (k, column) in columns.iter().enumerate() {
                let rows = &mut self.matrix.column_mut(first + k)[j * samples..(j + 1) * samples];
                column.fill(&motion, 0..samples, rows);
            }
        }
    }
}

impl Unknowns {
    /// Where the columns of a drive's friction start behind the base's.
    fn friction_column(&self, drive: usize) -> usize {
        if self.shared { 0 } else { drive * self.sharp.first().map_or(0, Vec::len) }
    }

    /// With `weights` of a sample's rows (a row per drive, a column per
    /// parameter): weights of the tree's full regressor (a row per moving joint,
    /// a column per link parameter) whose weighted sum is the same.
    pub fn spread_weights(&self, weights: &[f64], velocity_map: Option<&[f64]>, full: &mut [f64]) {
        let (drives, count, all) = (self.driven.len(), self.base.len(), self.len());
        full.fill(0.0);
        let joints = velocity_map.map_or(drives, |r| r.len() / drives.max(1));
        let columns = full.len() / joints.max(1);
        for i in 0..joints {
            let row = &mut full[i * columns..(i + 1) * columns];
            for k in 0..count {
                let weight = match velocity_map {
                    None => weights[i * all + k],
                    Some(velocity_map) => (0..drives)
                        .map(|j| velocity_map[i * drives + j] * weights[j * all + k])
                        .sum(),
                };
                for &(p, factor) in &self.selection[k] {
                    row[p] += factor * weight;
                }
            }
        }
    }

    /// Slopes of the weighted sum of a sample's rows by the velocity map.
    pub fn reach_slopes(
        &self,
        rows: &Rows,
        weights: &[f64],
        sample: usize,
        samples: usize,
        out: &mut [f64],
    ) {
        let (drives, count, all) = (self.driven.len(), self.base.len(), self.len());
        for i in 0..out.len() / drives.max(1) {
            for j in 0..drives {
                let entry = |k: usize| rows.tree.at(i * samples + sample, k);
                out[i * drives + j] +=
                    (0..count).map(|k| weights[j * all + k] * entry(k)).sum::<f64>();
            }
        }
    }

    /// Adds slopes of the rounded-off friction columns by the drives' positions and
    /// speeds.
    pub fn friction_slopes(&self, weights: &[f64], [q, qd]: [&[f64]; 2], out: &mut [Vec<f64>; 3]) {
        let (count, all) = (self.base.len(), self.len());
        for (j, (&dof, columns)) in self.driven.iter().zip(&self.rounded).enumerate() {
            let first = j * all + count + self.friction_column(j);
            for (k, column) in columns.iter().enumerate() {
                let mut slopes = Slopes::default();
                let at = Sliding::at(qd[dof]).from_position(q[dof]);
                column.effort(1.0, at, Some(&mut slopes));
                out[0][dof] += weights[first + k] * slopes.position;
                out[1][dof] += weights[first + k] * slopes.speed;
            }
        }
    }
}
