//! What an experiment is to tell: the base parameters and, if asked for, the
//! friction of the drives, with the rows of the regressor they have.
//!
//! A row of a driven joint of a machine with loops is `Σ_i reach_ij Y_i` over the
//! tree's joints. Friction adds columns `v` and `sign(v)`, the latter rounded off
//! to `tanh(v/width)` while a design is improved, since a jump has no slope.

use super::coordinates::States;
use super::error::ExciteError;
use armlab_dense::Matrix;
use armlab_engine::base::{BaseParameters, base_parameters};
use armlab_engine::dynamics::Dynamics;
use armlab_engine::dynamics::batch::RegressorBlock;
use armlab_engine::dynamics::frictional::FrictionalJoint;
use armlab_engine::friction::Sliding;
use armlab_engine::robot::Robot;
use armlab_engine::spatial::Force;

/// Which friction is looked for beside the base parameters.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum FrictionColumns {
    /// None.
    #[default]
    None,
    /// Viscous and Coulomb friction of every drive.
    PerJoint,
    /// One viscous and one Coulomb friction for all drives, which are alike.
    Shared,
}

/// The parameters looked for.
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
    friction: FrictionColumns,
    driven: Vec<usize>,
    /// Speed below which a jump of friction is rounded off, per drive.
    width: Vec<f64>,
}

impl Unknowns {
    /// The unknowns of a robot whose drives have these speed limits.
    pub fn of(
        robot: &Robot,
        friction: FrictionColumns,
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
        let law = |unit: &str, speed: &str| format!("{unit} s/{speed}");
        let stated = linear_friction(robot, driven, speeds);
        match friction {
            FrictionColumns::None => {}
            FrictionColumns::PerJoint => {
                for (joint, [viscous, coulomb]) in joints.iter().zip(stated) {
                    let (effort, speed) = (joint.kind.effort_unit(), joint.kind.position_unit());
                    add(format!("{}.fv", joint.name), law(effort, speed), viscous);
                    add(format!("{}.fc", joint.name), effort.into(), coulomb);
                }
            }
            FrictionColumns::Shared => {
                let (effort, speed) = joints
                    .first()
                    .map_or(("", ""), |j| (j.kind.effort_unit(), j.kind.position_unit()));
                let mean = |k: usize| {
                    stated.iter().map(|values| values[k]).sum::<f64>() / stated.len().max(1) as f64
                };
                add("fv".into(), law(effort, speed), mean(0));
                add("fc".into(), effort.into(), mean(1));
            }
        }
        let width = speeds.iter().map(|v| ROUNDED_OFF * v).collect();
        let driven = driven.to_vec();
        Ok(Self { names, units, values, base, selection, friction, driven, width })
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

/// Viscous friction of every drive, and what is left of its friction at full
/// speed without it: the Coulomb friction that fits whatever law it has.
fn linear_friction(robot: &Robot, driven: &[usize], speeds: &[f64]) -> Vec<[f64; 2]> {
    let joints = FrictionalJoint::all(robot);
    let unloaded = vec![Force::zero(); robot.links().len()];
    let of = |(dof, speed): (&usize, &f64)| {
        let Some(joint) = joints.iter().find(|j| j.dof == *dof) else { return [0.0; 2] };
        let viscous = joint.friction.total("viscous");
        let speed = if speed.is_finite() { *speed } else { 1.0 };
        let effort = joint.friction.effort(Sliding::loaded(speed, joint.load(&unloaded)));
        [viscous, effort - viscous * speed]
    };
    driven.iter().zip(speeds).map(of).collect()
}

/// Part of the speed limit within which friction's jump is rounded off.
const ROUNDED_OFF: f64 = 0.02;

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
        let looped = !states.reach.is_empty();
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
                        let reach = states.reach[(s * n + i) * driven + j];
                        to[j * samples + s] += reach * from[i * samples + s];
                    }
                }
            }
        }
    }

    fn friction(&mut self, unknowns: &Unknowns, states: &States, samples: usize) {
        let count = unknowns.base.len();
        if unknowns.friction == FrictionColumns::None {
            return;
        }
        for k in count..unknowns.len() {
            self.matrix.column_mut(k).fill(0.0);
        }
        for (j, &dof) in unknowns.driven.iter().enumerate() {
            let pair = count + unknowns.friction_pair(j);
            for s in 0..samples {
                let speed = states.q[1][dof][s];
                let sign = match self.smooth {
                    true => (speed / unknowns.width[j]).tanh(),
                    false if speed == 0.0 => 0.0,
                    false => speed.signum(),
                };
                self.matrix.set(j * samples + s, pair, speed);
                self.matrix.set(j * samples + s, pair + 1, sign);
            }
        }
    }
}

impl Unknowns {
    /// Where the two columns of a drive's friction stand behind the base's.
    fn friction_pair(&self, drive: usize) -> usize {
        if self.friction == FrictionColumns::Shared { 0 } else { 2 * drive }
    }

    /// With `weights` of a sample's rows (a row per drive, a column per
    /// parameter): weights of the tree's full regressor (a row per moving joint,
    /// a column per link parameter) whose weighted sum is the same.
    pub fn spread_weights(&self, weights: &[f64], reach: Option<&[f64]>, full: &mut [f64]) {
        let (drives, count, all) = (self.driven.len(), self.base.len(), self.len());
        full.fill(0.0);
        let joints = reach.map_or(drives, |r| r.len() / drives.max(1));
        let columns = full.len() / joints.max(1);
        for i in 0..joints {
            let row = &mut full[i * columns..(i + 1) * columns];
            for k in 0..count {
                let weight = match reach {
                    None => weights[i * all + k],
                    Some(reach) => {
                        (0..drives).map(|j| reach[i * drives + j] * weights[j * all + k]).sum()
                    }
                };
                for &(p, factor) in &self.selection[k] {
                    row[p] += factor * weight;
                }
            }
        }
    }

    /// Slopes of the weighted sum of a sample's rows by the reach.
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

    /// Adds slopes of the friction columns by the drives' speeds.
    pub fn friction_slopes(&self, weights: &[f64], speeds: &[f64], out: &mut [f64]) {
        if self.friction == FrictionColumns::None {
            return;
        }
        let (count, all) = (self.base.len(), self.len());
        for (j, &dof) in self.driven.iter().enumerate() {
            let pair = j * all + count + self.friction_pair(j);
            let sign = (speeds[dof] / self.width[j]).tanh();
            out[dof] += weights[pair] + weights[pair + 1] * (1.0 - sign * sign) / self.width[j];
        }
    }
}
