//! Friction and couplings as columns beside the regressor: everything that is
//! linear in its coefficients once its shape is chosen. What a friction column is,
//! its law states ([`armlab_engine::friction`]).

use super::coupling::{CoupledColumn, Coupling};
use armlab_engine::friction::{FrictionModels, JointMotion, LawColumn, Sliding, Slopes};
use armlab_engine::robot::Joint;
use armlab_engine::spatial::{Batch, MOST_LANES};
use std::ops::Range;

/// The recorded motion of all driven joints: one slice per joint over all samples
/// of a recording.
#[derive(Clone, Copy)]
pub struct RecordedMotion<'a> {
    /// Positions.
    pub q: &'a [&'a [f64]],
    /// Speeds.
    pub qd: &'a [&'a [f64]],
    /// Accelerations.
    pub qdd: &'a [&'a [f64]],
    /// Efforts; empty where none are known.
    pub effort: &'a [&'a [f64]],
    /// Efforts without friction; empty where no law depends on them.
    pub transmitted: &'a [&'a [f64]],
    /// Times since the start, s; empty where no law depends on them.
    pub elapsed: &'a [f64],
    /// Temperatures of the drives, °C; empty where they are not known.
    pub temperature: &'a [Vec<f64>],
}

/// Columns as slices.
pub(crate) fn slices(columns: &[Vec<f64>]) -> Vec<&[f64]> {
    columns.iter().map(Vec::as_slice).collect()
}

impl<'a> RecordedMotion<'a> {
    fn joint(&self, j: usize) -> JointMotion<'a> {
        JointMotion {
            position: self.q[j],
            speed: self.qd[j],
            acceleration: self.qdd[j],
            effort: self.effort.get(j).copied().unwrap_or(&[]),
            transmitted: self.transmitted.get(j).copied().unwrap_or(&[]),
            elapsed: self.elapsed,
            temperature: self.temperature.get(j).map_or(&[], Vec::as_slice),
        }
    }
}

/// One column beside the regressor.
#[derive(Clone, Debug, PartialEq)]
pub struct FrictionColumn {
    /// `joint.fv` and so on.
    pub name: String,
    /// Unit.
    pub unit: &'static str,
    /// True where a negative value would feed energy in.
    pub not_negative: bool,
    source: Source,
}

/// What fills a column.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Source {
    /// A law of a joint.
    Law(usize, LawColumn),
    Coupling(CoupledColumn),
}

/// The columns of all driven joints: friction joint by joint, then couplings.
pub fn friction_columns(
    joints: &[&Joint],
    models: &FrictionModels,
    couplings: &[Coupling],
) -> Vec<FrictionColumn> {
    let mut columns = Vec::new();
    for (j, joint) in joints.iter().enumerate() {
        columns.extend(models.of(j).columns().into_iter().map(|c| law_column(j, joint, c)));
    }
    for &coupling in couplings {
        let width = models.of(coupling.first).rounding().max(models.of(coupling.second).rounding());
        columns.extend(coupling_columns(joints, coupling, width));
    }
    columns
}

/// A law's column of one joint.
pub(crate) fn law_column(j: usize, joint: &Joint, column: LawColumn) -> FrictionColumn {
    FrictionColumn {
        name: format!("{}.{}", joint.name, column.symbol()),
        unit: column.unit(joint.kind.turns()),
        not_negative: column.not_negative(),
        source: Source::Law(j, column),
    }
}

/// The columns of a coupling, Coulomb friction rounded off over a speed.
pub(crate) fn coupling_columns(
    joints: &[&Joint],
    coupling: Coupling,
    width: f64,
) -> impl Iterator<Item = FrictionColumn> {
    let pair = format!("{}+{}", joints[coupling.first].name, joints[coupling.second].name);
    coupling.columns(width).map(move |(symbol, unit, column)| {
        let (name, source) = (format!("{pair}.{symbol}"), Source::Coupling(column));
        FrictionColumn { name, unit, not_negative: false, source }
    })
}

impl Source {
    /// Whether it depends on the effort that the joint's drive transmits.
    pub fn needs_transmitted(&self) -> bool {
        matches!(self, Self::Law(_, column) if column.needs_transmitted())
    }
}

impl FrictionColumn {
    /// The coupling that it is a column of.
    pub(crate) fn coupled(&self) -> Option<&CoupledColumn> {
        match &self.source {
            Source::Law(..) => None,
            Source::Coupling(column) => Some(column),
        }
    }

    /// The law that it is a column of.
    pub(crate) fn law(&self) -> Option<&'static str> {
        match &self.source {
            Source::Law(_, column) => Some(column.law()),
            Source::Coupling(_) => None,
        }
    }

    /// Whether the column has entries in the rows of a joint.
    pub fn acts_on(&self, joint: usize) -> bool {
        match &self.source {
            Source::Law(j, _) => *j == joint,
            Source::Coupling(c) => c.acts_on(joint),
        }
    }

    /// What fills it.
    pub(crate) fn source(&self) -> Source {
        self.source
    }

    /// What fills the columns that are found together with it: all of its law with the same shape.
    pub(crate) fn found_together(&self) -> Vec<Source> {
        match &self.source {
            Source::Law(j, column) => {
                column.of_same_shape().into_iter().map(|c| Source::Law(*j, c)).collect()
            }
            Source::Coupling(_) => vec![self.source],
        }
    }

    /// Entries of the columns [found together](Self::found_together) with it, for all samples of a
    /// recording: one column after the other in `out`, which may have any size.
    pub(crate) fn fill_together(
        &self,
        joint: usize,
        motion: &RecordedMotion,
        out: &mut Vec<Vec<f64>>,
    ) {
        let samples = motion.q.first().map_or(0, |c| c.len());
        out.resize_with(self.found_together().len(), Vec::new);
        out.iter_mut().for_each(|out| out.resize(samples, 0.0));
        match &self.source {
            Source::Law(j, column) => {
                column.fill_same_shape(&motion.joint(*j), 0..samples, out);
            }
            Source::Coupling(_) => {
                out.iter_mut().for_each(|out| self.fill(joint, motion, 0..samples, out));
            }
        }
    }

    /// Entries in the rows of a joint it acts on, for some samples of a recording.
    pub fn fill(
        &self,
        joint: usize,
        motion: &RecordedMotion,
        samples: Range<usize>,
        out: &mut [f64],
    ) {
        match &self.source {
            Source::Law(j, column) => column.fill(&motion.joint(*j), samples, out),
            Source::Coupling(c) => c.fill(joint, motion.qd, motion.qdd, samples, out),
        }
    }

    /// Whether it depends on the effort that the joint's drive transmits.
    pub fn needs_transmitted(&self) -> bool {
        self.source.needs_transmitted()
    }

    /// Whether it depends on the time since the joint's drive was started.
    pub fn needs_elapsed(&self) -> bool {
        matches!(&self.source, Source::Law(_, column) if column.needs_elapsed())
    }

    /// The entry in the row of a joint it acts on, for one sample; a law with a history
    /// is at a steady speed. `transmitted` are the efforts of all joints without
    /// friction.
    pub fn entry(
        &self,
        joint: usize,
        q: &[f64],
        qd: &[f64],
        qdd: &[f64],
        transmitted: &[f64],
    ) -> f64 {
        match &self.source {
            Source::Law(j, column) => {
                let one = |all: &[f64]| [all[*j]];
                let (q, qd, qdd) = (one(q), one(qd), one(qdd));
                let transmitted = transmitted.get(*j..=*j).unwrap_or(&[]);
                let (position, speed, acceleration) = (&q, &qd, &qdd);
                column.entry(&JointMotion {
                    position,
                    speed,
                    acceleration,
                    effort: &[],
                    transmitted,
                    elapsed: &[],
                    temperature: &[],
                })
            }
            Source::Coupling(c) => c.entry(joint, |j| qd[j], |j| qdd[j]),
        }
    }

    /// Adds `-value` times the column to the efforts of one state; the inertia of a
    /// coupling belongs to the mass matrix and is left out.
    pub(crate) fn subtract(&self, value: f64, q: &[f64], qd: &[f64], effort: &mut [f64]) {
        match &self.source {
            Source::Law(j, column) => {
                let at = Sliding::at(qd[*j]).from_position(q[*j]);
                effort[*j] -= column.effort(value, at, None);
            }
            Source::Coupling(c) if c.is_inertia() => {}
            Source::Coupling(c) => {
                for joint in c.joints() {
                    effort[joint] -= value * c.entry(joint, |j| qd[j], |_| 0.0);
                }
            }
        }
    }

    /// The same of states in lanes.
    #[inline(always)]
    pub(crate) fn subtract_each<S: Batch>(&self, value: S, q: &[S], qd: &[S], effort: &mut [S]) {
        let mut entries = [0.0; MOST_LANES];
        match &self.source {
            Source::Law(j, column) => {
                column.entries(q[*j].lanes(), qd[*j].lanes(), &mut entries[..S::LANES]);
                effort[*j] -= value * S::load(&entries[..S::LANES]);
            }
            Source::Coupling(c) if c.is_inertia() => {}
            Source::Coupling(c) => {
                for joint in c.joints() {
                    for l in 0..S::LANES {
                        entries[l] = c.entry(joint, |j| qd[j].lanes()[l], |_| 0.0);
                    }
                    effort[joint] -= value * S::load(&entries[..S::LANES]);
                }
            }
        }
    }

    /// Adds the slopes of `value` times the column over positions and speeds
    /// (`joints × joints` each).
    pub(crate) fn add_slopes(
        &self,
        value: f64,
        q: &[f64],
        qd: &[f64],
        by_position: &mut [f64],
        by_speed: &mut [f64],
    ) {
        let n = qd.len();
        match &self.source {
            Source::Law(j, column) => {
                let mut slopes = Slopes::default();
                let at = Sliding::at(qd[*j]).from_position(q[*j]);
                column.effort(value, at, Some(&mut slopes));
                by_position[j * n + j] += slopes.position;
                by_speed[j * n + j] += slopes.speed;
            }
            Source::Coupling(c) => {
                for row in c.joints() {
                    for by in c.joints() {
                        by_speed[row * n + by] += value * c.slope(row, by, |j| qd[j]);
                    }
                }
            }
        }
    }

    /// The joints whose accelerations it couples, if it is an inertia.
    pub(crate) fn coupled_inertia(&self) -> Option<[usize; 2]> {
        match &self.source {
            Source::Coupling(c) if c.is_inertia() => Some(c.joints()),
            _ => None,
        }
    }
}
