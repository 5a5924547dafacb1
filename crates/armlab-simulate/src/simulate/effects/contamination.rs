//! Contaminated noise (Tukey 1960): a part `ε` of the samples gets an error from a
//! wide distribution, the others none. Beside white noise it makes the mixture
//! `(1 − ε) N(0, σ²) + ε (N(0, σ²) ∗ H)`; with `ε = 1` all noise is of law `H`.

use super::{
    ActiveEffect, Effect, EffectError, EffectKind, Place, Setup, check_fraction, check_not_negative,
};
use crate::simulate::fields::sizes;
use crate::simulate::record::Row;
use crate::simulate::sizes::Sizes;
use armlab_files::FileError;
use armlab_files::toml::TomlTable;
use armlab_random::Random;

/// Contamination.
pub const KIND: EffectKind = EffectKind {
    name: "contamination",
    summary: "a part of the samples with errors of a wide or heavy-tailed distribution",
    keys: &["fraction", "law", "freedom", "scale", "loop"],
    stream: 2,
    read,
};

/// The wide distribution, of scale 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum WideLaw {
    /// Normal; the scale is its standard deviation.
    Normal,
    /// Laplace; the standard deviation is √2 times the scale.
    Laplace,
    /// Student's t with these degrees of freedom.
    Student(f64),
}

impl WideLaw {
    fn draw(self, draws: &mut Random) -> f64 {
        match self {
            Self::Normal => draws.normal(),
            Self::Laplace => draws.laplace(),
            Self::Student(freedom) => draws.student(freedom),
        }
    }
}

/// A part of the samples with errors of another law.
#[derive(Clone, Debug, PartialEq)]
pub struct Contamination {
    /// Part of the samples, of each channel by itself.
    pub fraction: f64,
    /// Their law.
    pub law: WideLaw,
    /// Its scale, SI units.
    pub scale: Sizes,
    /// Whether the controller sees it.
    pub in_loop: bool,
}

impl Effect for Contamination {
    fn kind(&self) -> &'static EffectKind {
        &KIND
    }
    fn place(&self) -> Place {
        Place::of_sensor(self.in_loop)
    }
    fn describe(&self) -> String {
        let law = match self.law {
            WideLaw::Normal => "normal".into(),
            WideLaw::Laplace => "Laplace".into(),
            WideLaw::Student(freedom) => format!("Student t, {freedom} degrees of freedom"),
        };
        format!("part {}, {law}, scale {} (SI)", self.fraction, self.scale)
    }
    fn check(&self) -> Result<(), EffectError> {
        check_fraction(&KIND, "fraction", self.fraction)?;
        check_not_negative(&KIND, "scale", self.scale.given())?;
        match self.law {
            WideLaw::Student(freedom) if !(freedom > 0.0 && freedom.is_finite()) => {
                let hint = "degrees of freedom are a positive number; 3 has heavy tails";
                Err(EffectError::setting(&KIND, "freedom", freedom, hint))
            }
            _ => Ok(()),
        }
    }
    fn begin(&self, setup: &Setup) -> Result<Box<dyn ActiveEffect>, EffectError> {
        self.check()?;
        let scales = setup.columns(&KIND, &self.scale)?;
        let (fraction, law) = (self.fraction, self.law);
        Ok(Box::new(Contaminating { fraction, law, scales, draws: setup.draws_of_columns(&KIND) }))
    }
}

struct Contaminating {
    fraction: f64,
    law: WideLaw,
    scales: Vec<Option<f64>>,
    draws: Vec<Random>,
}

impl ActiveEffect for Contaminating {
    fn measure(&mut self, _: usize, _: f64, row: &mut Row) {
        for (column, value) in row.columns() {
            let Some(scale) = self.scales.get(column).copied().flatten() else { continue };
            let draws = &mut self.draws[column];
            // Both are drawn in any case, so that a sample has its place in the stream.
            let (hit, error) = (draws.unit() < self.fraction, self.law.draw(draws));
            *value += if hit { scale * error } else { 0.0 };
        }
    }
}

fn read(s: &TomlTable) -> Result<Box<dyn Effect>, FileError> {
    let freedom = s.number("freedom")?;
    let student = WideLaw::Student(freedom.unwrap_or(3.0));
    let laws = [("normal", WideLaw::Normal), ("laplace", WideLaw::Laplace), ("student", student)];
    let law = s.word("law", &laws)?.unwrap_or(WideLaw::Normal);
    if freedom.is_some() && !matches!(law, WideLaw::Student(_)) {
        return Err(s.titled_error(
            "freedom",
            "`freedom` means nothing here",
            "it goes with law = \"student\"",
        ));
    }
    let scale = sizes(s, "scale")?.ok_or_else(|| s.missing("scale", "a table like { tau = 5 }"))?;
    let in_loop = s.flag("loop")?.unwrap_or(false);
    Ok(Box::new(Contamination { fraction: s.required_number("fraction")?, law, scale, in_loop }))
}
