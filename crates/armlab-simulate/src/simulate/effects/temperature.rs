//! Drives that warm up or cool down,
//!
//! ```text
//! T(t) = T_∞ + (T_0 − T_∞) exp(−t/τ)
//! ```
//!
//! The temperatures are logged. Friction depends on them by the law `temperature`. They are
//! constant within a sampling interval.

use super::{ActiveEffect, Effect, EffectError, EffectKind, Place, Setup};
use crate::simulate::fields::per_joint;
use crate::simulate::sizes::PerJoint;
use armlab_files::FileError;
use armlab_files::toml::TomlTable;

/// Temperatures of the drives.
pub const KIND: EffectKind = EffectKind {
    name: "temperature",
    summary: "temperatures of the drives, logged; friction by the law `temperature` follows them",
    keys: &["from", "to", "time_constant"],
    stream: 12,
    read,
};

/// Drives whose temperature changes.
#[derive(Clone, Debug, PartialEq)]
pub struct Temperature {
    /// At the start, °C.
    pub from: PerJoint,
    /// In the end, °C.
    pub to: PerJoint,
    /// Time constant, s.
    pub time_constant: f64,
}

impl Effect for Temperature {
    fn kind(&self) -> &'static EffectKind {
        &KIND
    }
    fn place(&self) -> Place {
        Place::Plant
    }
    fn describe(&self) -> String {
        let Self { from, to, time_constant } = self;
        if from == to {
            return format!("{from} °C");
        }
        format!("from {from} °C to {to} °C, time constant {time_constant} s")
    }
    fn check(&self) -> Result<(), EffectError> {
        for (what, list) in [("from", &self.from), ("to", &self.to)] {
            if let Some(x) = list.given().iter().find(|x| !(x.abs() < 1e4)) {
                let hint = "give degrees Celsius";
                return Err(EffectError::setting(&KIND, what, x, hint));
            }
        }
        if self.time_constant > 0.0 && self.time_constant.is_finite() {
            return Ok(());
        }
        let (what, hint) = ("time_constant", "give a positive time in seconds");
        Err(EffectError::setting(&KIND, what, self.time_constant, hint))
    }
    fn begin(&self, setup: &Setup) -> Result<Box<dyn ActiveEffect>, EffectError> {
        self.check()?;
        let from = setup.per_joint(&KIND, "from", &self.from)?;
        let to = setup.per_joint(&KIND, "to", &self.to)?;
        Ok(Box::new(Warming { from, to, time_constant: self.time_constant }))
    }
}

struct Warming {
    from: Vec<f64>,
    to: Vec<f64>,
    time_constant: f64,
}

impl ActiveEffect for Warming {
    fn temperatures(&self, time: f64, out: &mut [f64]) {
        let share = (-time / self.time_constant).exp();
        for ((out, from), to) in out.iter_mut().zip(&self.from).zip(&self.to) {
            *out = to + (from - to) * share;
        }
    }
    fn has_temperatures(&self) -> bool {
        true
    }
}

fn read(s: &TomlTable) -> Result<Box<dyn Effect>, FileError> {
    let Some(from) = per_joint(s, "from")? else {
        return Err(s.missing("from", "degrees Celsius, one number or one per joint"));
    };
    let to = per_joint(s, "to")?.unwrap_or_else(|| from.clone());
    Ok(Box::new(Temperature {
        from,
        to,
        time_constant: s.number("time_constant")?.unwrap_or(600.0),
    }))
}
