//! Regression columns of laws: what one linear parameter of one joint's friction,
//! of size one, does to the joint's effort along a recording.

use super::{Dimension, FrictionLaw, MOST_PARAMETERS, Range, Sliding, Slopes};
use std::ops;

/// The recorded motion of a joint, sample by sample.
#[derive(Clone, Copy, Debug, Default)]
pub struct JointMotion<'a> {
    /// Positions.
    pub position: &'a [f64],
    /// Speeds.
    pub speed: &'a [f64],
    /// Accelerations.
    pub acceleration: &'a [f64],
    /// Efforts; empty where none are known.
    pub effort: &'a [f64],
    /// Efforts without friction, which the drive passes on to the bodies; empty where
    /// they are not known, and then laws that depend on them have no effect.
    pub transmitted: &'a [f64],
    /// Times since the drive was started, s; empty where they are not known, and drives are
    /// warm.
    pub elapsed: &'a [f64],
    /// Temperatures of the drive, °C; empty where they are not known, and drives are at the
    /// reference of their laws.
    pub temperature: &'a [f64],
}

/// A column of a law.
#[derive(Clone, Copy, Debug)]
pub struct LawColumn {
    law: &'static dyn FrictionLaw,
    parameter: usize,
    /// Values of the law's parameters; those that are linear are zero.
    values: [f64; MOST_PARAMETERS],
}

impl PartialEq for LawColumn {
    fn eq(&self, other: &Self) -> bool {
        self.law.name() == other.law.name()
            && self.parameter == other.parameter
            && self.values == other.values
    }
}

impl LawColumn {
    /// The column of a linear parameter, the shape given by values of all parameters.
    pub(super) fn new(law: &'static dyn FrictionLaw, parameter: usize, shape: &[f64]) -> Self {
        let mut values = [0.0; MOST_PARAMETERS];
        for ((to, from), p) in values.iter_mut().zip(shape).zip(law.parameters()) {
            *to = if p.is_linear() { 0.0 } else { *from };
        }
        Self { law, parameter, values }
    }
    /// The parameter's symbol.
    pub fn symbol(&self) -> &'static str {
        self.law.parameters()[self.parameter].symbol
    }
    /// The parameter's unit at a joint that turns or slides.
    pub fn unit(&self, turns: bool) -> &'static str {
        self.law.parameters()[self.parameter].dimension.unit(turns)
    }
    /// The parameter's dimension.
    pub fn dimension(&self) -> Dimension {
        self.law.parameters()[self.parameter].dimension
    }
    /// The law's name.
    pub fn law(&self) -> &'static str {
        self.law.name()
    }
    /// True where the column depends on the effort that the drive transmits.
    pub fn needs_transmitted(&self) -> bool {
        self.law.needs_transmitted()
    }
    /// True where the column depends on the time since the drive was started.
    pub fn needs_elapsed(&self) -> bool {
        self.law.needs_elapsed()
    }
    /// True where a negative value is not permitted.
    pub fn not_negative(&self) -> bool {
        self.law.parameters()[self.parameter].range != Range::Any
    }
    /// Entries in some samples of a recording.
    pub fn fill(&self, motion: &JointMotion, samples: ops::Range<usize>, out: &mut [f64]) {
        let shape = &self.values[..self.law.parameters().len()];
        self.law.column(self.parameter, shape, motion, samples, out);
    }
    /// The columns of all linear parameters of the same law with the same shape, this one
    /// included.
    pub fn of_same_shape(&self) -> Vec<Self> {
        let linear = self.law.parameters().iter().enumerate().filter(|(_, p)| p.is_linear());
        linear.map(|(parameter, _)| Self { parameter, ..*self }).collect()
    }
    /// Entries of [all columns of this shape](Self::of_same_shape) in some samples, one column
    /// after the other in `out`.
    pub fn fill_same_shape(
        &self,
        motion: &JointMotion,
        samples: ops::Range<usize>,
        out: &mut [Vec<f64>],
    ) {
        let shape = &self.values[..self.law.parameters().len()];
        self.law.linear_columns(shape, motion, samples, out);
    }
    /// The entry at the first sample of a motion; a law with a history is at a steady
    /// speed.
    pub fn entry(&self, motion: &JointMotion) -> f64 {
        let mut out = [0.0];
        if self.law.bristle().is_some() {
            self.entries(motion.position, motion.speed, &mut out);
        } else {
            self.fill(motion, 0..1, &mut out);
        }
        out[0]
    }
    /// Entries at positions and speeds that are no sequence: a law with a history is at a steady
    /// speed in each.
    pub fn entries(&self, position: &[f64], speed: &[f64], out: &mut [f64]) {
        if self.law.bristle().is_none() {
            let motion = JointMotion { position, speed, ..JointMotion::default() };
            return self.fill(&motion, 0..out.len(), out);
        }
        for ((out, position), speed) in out.iter_mut().zip(position).zip(speed) {
            let mut slopes = Slopes::default();
            let at = Sliding::at(*speed).from_position(*position);
            self.effort(0.0, at, Some(&mut slopes));
            *out = slopes.parameters[self.parameter];
        }
    }
    /// The effort with the parameter at `value`, with slopes if asked for.
    pub fn effort(&self, value: f64, at: Sliding, slopes: Option<&mut Slopes>) -> f64 {
        let mut values = self.values;
        values[self.parameter] = value;
        self.law.effort(&values[..self.law.parameters().len()], at, slopes)
    }
}

/// Slopes of a law's effort over its first `N` parameters, which are its linear ones.
#[inline(always)]
pub(super) fn linear_slopes<L: FrictionLaw + ?Sized, const N: usize>(
    law: &L,
    p: &[f64],
    motion: &JointMotion,
    samples: ops::Range<usize>,
    out: &mut [Vec<f64>],
) {
    let Some(out) = out.first_chunk_mut::<N>() else { return };
    let mut out = out.each_mut().map(|column| &mut column[..samples.len()]);
    for (i, k) in samples.enumerate() {
        let mut slopes = Slopes::default();
        let at = Sliding::at(motion.speed[k]).from_position(motion.position[k]);
        law.effort(p, at, Some(&mut slopes));
        for (n, column) in out.iter_mut().enumerate() {
            column[i] = slopes.parameters[n];
        }
    }
}

/// Slopes of a law's effort over its parameter `K`.
#[inline(always)]
pub(super) fn slopes<L: FrictionLaw + ?Sized, const K: usize>(
    law: &L,
    p: &[f64],
    motion: &JointMotion,
    samples: ops::Range<usize>,
    out: &mut [f64],
) {
    if law.needs_transmitted() || law.needs_elapsed() || law.needs_temperature() {
        for (out, k) in out.iter_mut().zip(samples) {
            let transmitted = motion.transmitted.get(k).copied().unwrap_or(0.0);
            let at = Sliding::at(motion.speed[k]).from_position(motion.position[k]);
            let mut slopes = Slopes::default();
            let elapsed = motion.elapsed.get(k).copied().unwrap_or(f64::INFINITY);
            let temperature = motion.temperature.get(k).copied().unwrap_or(f64::INFINITY);
            let at = at.transmitting(transmitted).after(elapsed).at_temperature(temperature);
            law.effort(p, at, Some(&mut slopes));
            *out = slopes.parameters[K];
        }
        return;
    }
    let rows = motion.position[samples.clone()].iter().zip(&motion.speed[samples]);
    for (out, (&position, &speed)) in out.iter_mut().zip(rows) {
        let mut slopes = Slopes::default();
        law.effort(p, Sliding::at(speed).from_position(position), Some(&mut slopes));
        *out = slopes.parameters[K];
    }
}
