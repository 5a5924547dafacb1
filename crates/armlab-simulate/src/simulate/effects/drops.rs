//! Samples that never arrive.
//!
//! Each by itself, or in bursts of a mean length (Gilbert 1960): a link that works
//! fails with probability `p` per sample and recovers with `r = 1/burst`, so that
//! `p = r f/(1 − f)` loses the part `f`.

use super::{ActiveEffect, Effect, EffectError, EffectKind, Place, Setup};
use armlab_files::FileError;
use armlab_files::toml::TomlTable;
use armlab_log::Quantity;
use armlab_random::Random;

/// Dropped samples.
pub const KIND: EffectKind = EffectKind {
    name: "drops",
    summary: "rows that are missing from the log, one by one or in bursts",
    keys: &["fraction", "burst"],
    stream: 8,
    read,
};

/// Rows that are missing.
#[derive(Clone, Debug, PartialEq)]
pub struct Drops {
    /// Part of the rows.
    pub fraction: f64,
    /// Mean length of a gap in rows; each row by itself without it.
    pub burst: Option<f64>,
}

impl Effect for Drops {
    fn kind(&self) -> &'static EffectKind {
        &KIND
    }
    fn place(&self) -> Place {
        Place::Log
    }
    fn describe(&self) -> String {
        match self.burst {
            None => format!("part {} of the rows", self.fraction),
            Some(burst) => format!("part {} of the rows, in gaps of {burst}", self.fraction),
        }
    }
    fn check(&self) -> Result<(), EffectError> {
        if !(0.0..1.0).contains(&self.fraction) {
            let hint = "give a part from 0 to below 1";
            return Err(EffectError::setting(&KIND, "fraction", self.fraction, hint));
        }
        match self.burst {
            Some(burst) if !(burst >= 1.0 && burst * (1.0 - self.fraction) >= self.fraction) => {
                let hint = "gaps are one row long or more, and longer if most rows are missing";
                Err(EffectError::setting(&KIND, "burst", burst, hint))
            }
            _ => Ok(()),
        }
    }
    fn begin(&self, setup: &Setup) -> Result<Box<dyn ActiveEffect>, EffectError> {
        self.check()?;
        let f = self.fraction;
        let (fails, recovers) = match self.burst {
            None => (f, 1.0 - f),
            Some(burst) => (f / (burst * (1.0 - f)), 1.0 / burst),
        };
        let draws = setup.draws(&KIND, Quantity::Other, 0);
        Ok(Box::new(Link { fails, recovers, lost: false, draws }))
    }
}

struct Link {
    fails: f64,
    recovers: f64,
    lost: bool,
    draws: Random,
}

impl ActiveEffect for Link {
    fn keep(&mut self, keep: &mut [bool]) {
        for row in keep {
            let u = self.draws.unit();
            self.lost = if self.lost { u >= self.recovers } else { u < self.fails };
            *row &= !self.lost;
        }
    }
}

fn read(s: &TomlTable) -> Result<Box<dyn Effect>, FileError> {
    Ok(Box::new(Drops { fraction: s.required_number("fraction")?, burst: s.number("burst")? }))
}
