//! Friction that changes slowly, as grease warms up: every effort of the friction
//! laws is multiplied by
//!
//! ```text
//! s(t) = 1 + (s_∞ − 1)(1 − exp(−t/T))
//! ```
//!
//! Shapes (Stribeck speed, exponent, bristle stiffness) stay. The factor is renewed
//! whenever it has moved by a thousandth, so that friction is constant within a step.

use super::{ActiveEffect, Effect, EffectError, EffectKind, Place, Setup};
use armlab_files::FileError;
use armlab_files::toml::TomlTable;

/// Friction drift.
pub const KIND: EffectKind = EffectKind {
    name: "friction-drift",
    summary: "friction that grows or falls towards a multiple of itself",
    keys: &["to", "time_constant"],
    stream: 10,
    read,
};

/// Friction that changes slowly.
#[derive(Clone, Debug, PartialEq)]
pub struct FrictionDrift {
    /// The multiple that friction goes to.
    pub to: f64,
    /// Time constant, s.
    pub time_constant: f64,
}

impl FrictionDrift {
    fn factor(&self, time: f64) -> f64 {
        1.0 - (self.to - 1.0) * (-time / self.time_constant).exp_m1()
    }
}

impl Effect for FrictionDrift {
    fn kind(&self) -> &'static EffectKind {
        &KIND
    }
    fn place(&self) -> Place {
        Place::Plant
    }
    fn describe(&self) -> String {
        format!("to {} times, time constant {} s", self.to, self.time_constant)
    }
    fn check(&self) -> Result<(), EffectError> {
        let good = |x: f64| x > 0.0 && x < 1e6;
        if !good(self.to) {
            let hint = "give a positive multiple, as 0.7 for friction that falls by 30 %";
            return Err(EffectError::setting(&KIND, "to", self.to, hint));
        }
        if self.time_constant > 0.0 && self.time_constant.is_finite() {
            Ok(())
        } else {
            let (what, hint) = ("time_constant", "give a positive time in seconds");
            Err(EffectError::setting(&KIND, what, self.time_constant, hint))
        }
    }
    fn begin(&self, _: &Setup) -> Result<Box<dyn ActiveEffect>, EffectError> {
        self.check()?;
        Ok(Box::new(Drifting(self.clone())))
    }
}

struct Drifting(FrictionDrift);

impl ActiveEffect for Drifting {
    fn friction(&self, time: f64) -> f64 {
        self.0.factor(time)
    }
}

fn read(s: &TomlTable) -> Result<Box<dyn Effect>, FileError> {
    let (to, time_constant) = (s.required_number("to")?, s.required_number("time_constant")?);
    Ok(Box::new(FrictionDrift { to, time_constant }))
}
