//! Torque ripple: what reaches the joint swings with its position,
//!
//! ```text
//! τ = u + A sin(n q + φ)          n periods per turn; per metre for a slide: sin(2π n q + φ)
//! ```
//!
//! A drive that measures its current does not know of it, so the logged effort is
//! `u`; a torque sensor at the joint measures it. Several harmonics are several
//! effects.

use super::{ActiveEffect, Effect, EffectError, EffectKind, Place, Setup, check_not_negative};
use crate::simulate::fields::per_joint;
use crate::simulate::sizes::PerJoint;
use armlab_files::FileError;
use armlab_files::toml::TomlTable;
use std::f64::consts::TAU;

/// Torque ripple.
pub const KIND: EffectKind = EffectKind {
    name: "torque-ripple",
    summary: "a part of the effort that swings with the joint's position",
    keys: &["amplitude", "order", "phase", "measured"],
    stream: 9,
    read,
};

/// One harmonic of the effort over position.
#[derive(Clone, Debug, PartialEq)]
pub struct TorqueRipple {
    /// Amplitude, N m or N.
    pub amplitude: PerJoint,
    /// Periods per turn, or per metre.
    pub order: PerJoint,
    /// Phase, rad.
    pub phase: PerJoint,
    /// Whether the logged effort has it.
    pub measured: bool,
}

impl Effect for TorqueRipple {
    fn kind(&self) -> &'static EffectKind {
        &KIND
    }
    fn place(&self) -> Place {
        Place::Drive
    }
    fn describe(&self) -> String {
        let Self { amplitude, order, phase, measured } = self;
        let seen = if *measured { "measured" } else { "not measured" };
        format!(
            "{amplitude} (N m, N), {order} periods per turn or metre, phase {phase} rad, {seen}"
        )
    }
    fn check(&self) -> Result<(), EffectError> {
        check_not_negative(&KIND, "amplitude", self.amplitude.given().iter().copied())?;
        check_not_negative(&KIND, "order", self.order.given().iter().copied())
    }
    fn begin(&self, setup: &Setup) -> Result<Box<dyn ActiveEffect>, EffectError> {
        self.check()?;
        let amplitude = setup.per_joint(&KIND, "amplitude", &self.amplitude)?;
        let mut wave = setup.per_joint(&KIND, "order", &self.order)?;
        for (n, turns) in wave.iter_mut().zip(setup.turns) {
            *n *= if *turns { 1.0 } else { TAU };
        }
        let phase = setup.per_joint(&KIND, "phase", &self.phase)?;
        Ok(Box::new(Rippling { amplitude, wave, phase, measured: self.measured }))
    }
}

struct Rippling {
    amplitude: Vec<f64>,
    /// Radians of the wave per unit of the coordinate.
    wave: Vec<f64>,
    phase: Vec<f64>,
    measured: bool,
}

impl ActiveEffect for Rippling {
    fn drive(&self, _time: f64, q: &[f64], tau: &mut [f64]) {
        for (j, tau) in tau.iter_mut().enumerate() {
            *tau += self.amplitude[j] * (self.wave[j] * q[j] + self.phase[j]).sin();
        }
    }
    fn is_measured(&self) -> bool {
        self.measured
    }
}

fn read(s: &TomlTable) -> Result<Box<dyn Effect>, FileError> {
    let need = |key: &str, what: &str| per_joint(s, key)?.ok_or_else(|| s.missing(key, what));
    Ok(Box::new(TorqueRipple {
        amplitude: need("amplitude", "N m or N, for all joints or one each")?,
        order: need("order", "periods per turn, or per metre")?,
        phase: per_joint(s, "phase")?.unwrap_or(PerJoint::All(0.0)),
        measured: s.flag("measured")?.unwrap_or(false),
    }))
}
