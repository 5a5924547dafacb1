//! An encoder's steps: `q ↦ Δ round(q/Δ)`, `Δ = 2π/counts` for a joint that turns.
//!
//! If asked for, the velocity is what a drive computes from the steps,
//! `(q_k − q_{k−1})/T`, instead of the joint's own.

use super::{ActiveEffect, Effect, EffectError, EffectKind, Place, Setup};
use crate::simulate::fields::per_joint;
use crate::simulate::record::Row;
use crate::simulate::sizes::PerJoint;
use armlab_files::FileError;
use armlab_files::toml::TomlTable;
use armlab_log::Quantity;
use std::f64::consts::TAU;

/// Quantisation.
pub const KIND: EffectKind = EffectKind {
    name: "quantisation",
    summary: "positions in an encoder's steps; velocity from them if asked for",
    keys: &["step", "counts", "velocity", "loop"],
    stream: 4,
    read,
};

/// The steps of an encoder.
#[derive(Clone, Debug, PartialEq)]
pub enum Resolution {
    /// Size of a step, rad or m.
    Step(PerJoint),
    /// Steps of a turn, for joints that turn.
    Counts(PerJoint),
}

/// Positions in steps.
#[derive(Clone, Debug, PartialEq)]
pub struct Quantisation {
    /// The steps.
    pub resolution: Resolution,
    /// Whether the measured velocity is the difference of measured positions.
    pub difference: bool,
    /// Whether the controller sees it.
    pub in_loop: bool,
}

impl Quantisation {
    fn given(&self) -> (&'static str, &PerJoint) {
        match &self.resolution {
            Resolution::Step(step) => ("step", step),
            Resolution::Counts(counts) => ("counts", counts),
        }
    }
}

impl Effect for Quantisation {
    fn kind(&self) -> &'static EffectKind {
        &KIND
    }
    fn place(&self) -> Place {
        Place::of_sensor(self.in_loop)
    }
    fn describe(&self) -> String {
        let steps = match &self.resolution {
            Resolution::Step(step) => format!("steps of {step} (rad, m)"),
            Resolution::Counts(counts) => format!("{counts} counts per turn"),
        };
        let velocity = if self.difference { ", velocity from differences" } else { "" };
        format!("{steps}{velocity}")
    }
    fn check(&self) -> Result<(), EffectError> {
        let (key, numbers) = self.given();
        match numbers.given().iter().find(|x| !(**x > 0.0 && x.is_finite())) {
            None => Ok(()),
            Some(x) => Err(EffectError::setting(&KIND, key, x, "give positive numbers")),
        }
    }
    fn begin(&self, setup: &Setup) -> Result<Box<dyn ActiveEffect>, EffectError> {
        self.check()?;
        let (key, numbers) = self.given();
        let mut steps = setup.per_joint(&KIND, key, numbers)?;
        if let Resolution::Counts(_) = self.resolution {
            if let Some(j) = setup.turns.iter().position(|turns| !turns) {
                let value = format!("given for joint {}, which slides", j + 1);
                let hint = "give `step` for all joints, in rad and m";
                return Err(EffectError::setting(&KIND, "counts", value, hint));
            }
            steps.iter_mut().for_each(|x| *x = TAU / *x);
        }
        let period = self.difference.then_some(setup.period);
        Ok(Box::new(Stepping { steps, period, last: Vec::new(), now: Vec::new() }))
    }
}

struct Stepping {
    steps: Vec<f64>,
    /// Where velocities are differences: the time between samples.
    period: Option<f64>,
    last: Vec<f64>,
    now: Vec<f64>,
}

impl ActiveEffect for Stepping {
    fn measure(&mut self, _: usize, _: f64, row: &mut Row) {
        let Some(q) = row.of(Quantity::Position) else { return };
        q.iter_mut().zip(&self.steps).for_each(|(q, step)| *q = step * (*q / step).round());
        let Some(period) = self.period else { return };
        self.now.clear();
        self.now.extend_from_slice(q);
        if let Some(qd) = row.of(Quantity::Velocity) {
            for (j, qd) in qd.iter_mut().enumerate() {
                // Nothing is known of the time before the first sample: at rest.
                *qd = self.last.get(j).map_or(0.0, |last| (self.now[j] - last) / period);
            }
        }
        std::mem::swap(&mut self.last, &mut self.now);
    }
}

fn read(s: &TomlTable) -> Result<Box<dyn Effect>, FileError> {
    let resolution = match (per_joint(s, "step")?, per_joint(s, "counts")?) {
        (Some(step), None) => Resolution::Step(step),
        (None, Some(counts)) => Resolution::Counts(counts),
        (Some(_), Some(_)) => {
            return Err(s.titled_error(
                "counts",
                "both `step` and `counts` are there",
                "give one of them",
            ));
        }
        (None, None) => {
            let wanted = "the size of a step (rad, m), or `counts` per turn";
            return Err(s.missing("step", wanted));
        }
    };
    let difference = s.word("velocity", &[("true", false), ("difference", true)])?.unwrap_or(false);
    let in_loop = s.flag("loop")?.unwrap_or(false);
    Ok(Box::new(Quantisation { resolution, difference, in_loop }))
}
