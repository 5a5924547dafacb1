//! Time stamps that are off: samples are taken on time, but the recorder's clock
//! reads `t + N(0, σ²)`. Stamps stay in order: none is moved by more than 0.45
//! periods, which cuts the tails of `σ` above a seventh of a period.

use super::{ActiveEffect, Effect, EffectError, EffectKind, Place, Setup, check_not_negative};
use armlab_files::FileError;
use armlab_files::toml::TomlTable;
use armlab_log::Quantity;
use armlab_random::Random;

/// Jitter of time stamps.
pub const KIND: EffectKind = EffectKind {
    name: "jitter",
    summary: "time stamps that are off by a random time",
    keys: &["sigma"],
    stream: 7,
    read,
};

/// Largest shift, in periods.
const LARGEST: f64 = 0.45;

/// Time stamps that are off.
#[derive(Clone, Debug, PartialEq)]
pub struct Jitter {
    /// Standard deviation, s.
    pub sigma: f64,
}

impl Effect for Jitter {
    fn kind(&self) -> &'static EffectKind {
        &KIND
    }
    fn place(&self) -> Place {
        Place::Log
    }
    fn describe(&self) -> String {
        format!("standard deviation {} s", self.sigma)
    }
    fn check(&self) -> Result<(), EffectError> {
        check_not_negative(&KIND, "sigma", [self.sigma])
    }
    fn begin(&self, setup: &Setup) -> Result<Box<dyn ActiveEffect>, EffectError> {
        self.check()?;
        let draws = setup.draws(&KIND, Quantity::Other, 0);
        Ok(Box::new(Jittering { sigma: self.sigma, most: LARGEST * setup.period, draws }))
    }
}

struct Jittering {
    sigma: f64,
    most: f64,
    draws: Random,
}

impl ActiveEffect for Jittering {
    fn stamp(&mut self, time: &mut [f64]) {
        for t in time {
            *t += (self.sigma * self.draws.normal()).clamp(-self.most, self.most);
        }
    }
}

fn read(s: &TomlTable) -> Result<Box<dyn Effect>, FileError> {
    Ok(Box::new(Jitter { sigma: s.required_number("sigma")? }))
}
