//! Gross errors: now and then a sample is off by a fixed size, up or down.

use super::{
    ActiveEffect, Effect, EffectError, EffectKind, Place, Setup, check_fraction, check_not_negative,
};
use crate::simulate::fields::sizes;
use crate::simulate::record::Row;
use crate::simulate::sizes::Sizes;
use armlab_files::FileError;
use armlab_files::toml::TomlTable;
use armlab_random::Random;

/// Outliers.
pub const KIND: EffectKind = EffectKind {
    name: "outliers",
    summary: "a part of the samples off by a fixed size, up or down",
    keys: &["fraction", "size", "loop"],
    stream: 3,
    read,
};

/// Samples that are off.
#[derive(Clone, Debug, PartialEq)]
pub struct Outliers {
    /// Part of the samples, of each channel by itself.
    pub fraction: f64,
    /// By how much they are off, SI units.
    pub size: Sizes,
    /// Whether the controller sees them.
    pub in_loop: bool,
}

impl Effect for Outliers {
    fn kind(&self) -> &'static EffectKind {
        &KIND
    }
    fn place(&self) -> Place {
        Place::of_sensor(self.in_loop)
    }
    fn describe(&self) -> String {
        format!("part {}, size {} (SI)", self.fraction, self.size)
    }
    fn check(&self) -> Result<(), EffectError> {
        check_fraction(&KIND, "fraction", self.fraction)?;
        check_not_negative(&KIND, "size", self.size.given())
    }
    fn begin(&self, setup: &Setup) -> Result<Box<dyn ActiveEffect>, EffectError> {
        self.check()?;
        let (fraction, sizes) = (self.fraction, setup.columns(&KIND, &self.size)?);
        Ok(Box::new(Striking { fraction, sizes, draws: setup.draws_of_columns(&KIND) }))
    }
}

struct Striking {
    fraction: f64,
    sizes: Vec<Option<f64>>,
    draws: Vec<Random>,
}

impl ActiveEffect for Striking {
    fn measure(&mut self, _: usize, _: f64, row: &mut Row) {
        for (column, value) in row.columns() {
            let Some(size) = self.sizes.get(column).copied().flatten() else { continue };
            let draws = &mut self.draws[column];
            let (hit, up) = (draws.unit() < self.fraction, draws.unit() < 0.5);
            *value += match (hit, up) {
                (false, _) => 0.0,
                (true, true) => size,
                (true, false) => -size,
            };
        }
    }
}

fn read(s: &TomlTable) -> Result<Box<dyn Effect>, FileError> {
    let size = sizes(s, "size")?.ok_or_else(|| s.missing("size", "a table like { tau = 20 }"))?;
    let (fraction, in_loop) = (s.required_number("fraction")?, s.flag("loop")?.unwrap_or(false));
    Ok(Box::new(Outliers { fraction, size, in_loop }))
}
