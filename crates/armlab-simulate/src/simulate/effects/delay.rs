//! Late measurements: what is seen at `t` was so at `t − d`.
//!
//! A delay of whole samples is exact; between samples the value is on the straight
//! line between them. Before the delay has passed, the first value is seen.

use super::{ActiveEffect, Effect, EffectError, EffectKind, Place, Setup};
use crate::simulate::record::{MEASURED, Row};
use armlab_files::FileError;
use armlab_files::toml::TomlTable;
use armlab_log::Quantity;

/// Delay.
pub const KIND: EffectKind = EffectKind {
    name: "delay",
    summary: "measurements that come late, by samples or seconds",
    keys: &["samples", "seconds", "of", "loop"],
    stream: 6,
    read,
};

/// Most samples that are kept.
const LONGEST: f64 = 1e6;

/// How late.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Lag {
    /// Samples.
    Samples(f64),
    /// Seconds.
    Seconds(f64),
}

/// Late measurements.
#[derive(Clone, Debug, PartialEq)]
pub struct Delay {
    /// How late.
    pub lag: Lag,
    /// What comes late.
    pub of: Vec<Quantity>,
    /// Whether the controller sees it.
    pub in_loop: bool,
}

impl Effect for Delay {
    fn kind(&self) -> &'static EffectKind {
        &KIND
    }
    fn place(&self) -> Place {
        Place::of_sensor(self.in_loop)
    }
    fn describe(&self) -> String {
        let lag = match self.lag {
            Lag::Samples(samples) => format!("{samples} samples"),
            Lag::Seconds(seconds) => format!("{seconds} s"),
        };
        let of: Vec<&str> = self.of.iter().map(|q| q.stem()).collect();
        format!("{} late by {lag}", of.join(", "))
    }
    fn check(&self) -> Result<(), EffectError> {
        let (key, lag) = match self.lag {
            Lag::Samples(samples) => ("samples", samples),
            Lag::Seconds(seconds) => ("seconds", seconds),
        };
        if (0.0..=LONGEST).contains(&lag) {
            Ok(())
        } else {
            Err(EffectError::setting(&KIND, key, lag, "give a delay that is bearable"))
        }
    }
    fn begin(&self, setup: &Setup) -> Result<Box<dyn ActiveEffect>, EffectError> {
        self.check()?;
        let samples = match self.lag {
            Lag::Samples(samples) => samples,
            Lag::Seconds(seconds) => seconds / setup.period,
        };
        if !(samples <= LONGEST) {
            let hint = "that is more than a million samples; give seconds";
            return Err(EffectError::setting(&KIND, "seconds", samples * setup.period, hint));
        }
        // A whole number to rounding is one.
        let near = samples.round();
        let samples = if (samples - near).abs() < 1e-9 * near.max(1.0) { near } else { samples };
        let late = MEASURED.iter().flat_map(|q| vec![self.of.contains(q); setup.joints()]);
        let history = late.map(|late| late.then(|| History::new(samples))).collect();
        Ok(Box::new(Late { history }))
    }
}

/// The last values of a channel, in a ring.
struct History {
    values: Vec<f64>,
    next: usize,
    /// Whole samples, and the part of one.
    whole: usize,
    part: f64,
}

impl History {
    fn new(samples: f64) -> Self {
        let whole = samples.floor();
        Self { values: Vec::new(), next: 0, whole: whole as usize, part: samples - whole }
    }
    fn pass(&mut self, value: f64) -> f64 {
        let size = self.whole + 2;
        if self.values.is_empty() {
            self.values = vec![value; size];
        }
        self.values[self.next] = value;
        let ago = |k: usize| self.values[(self.next + size - k) % size];
        let (newer, older) = (ago(self.whole), ago(self.whole + 1));
        self.next = (self.next + 1) % size;
        newer + self.part * (older - newer)
    }
}

struct Late {
    history: Vec<Option<History>>,
}

impl ActiveEffect for Late {
    fn measure(&mut self, _: usize, _: f64, row: &mut Row) {
        for (column, value) in row.columns() {
            if let Some(Some(history)) = self.history.get_mut(column) {
                *value = history.pass(*value);
            }
        }
    }
}

fn read(s: &TomlTable) -> Result<Box<dyn Effect>, FileError> {
    let lag = match (s.number("samples")?, s.number("seconds")?) {
        (Some(samples), None) => Lag::Samples(samples),
        (None, Some(seconds)) => Lag::Seconds(seconds),
        (Some(_), Some(_)) => {
            let message = "both `samples` and `seconds` are there";
            return Err(s.titled_error("seconds", message, "give one of them"));
        }
        (None, None) => return Err(s.missing("samples", "a number, or `seconds`")),
    };
    let mut of = vec![Quantity::Position, Quantity::Velocity];
    if let Some(text) = s.text("of")? {
        of.clear();
        for word in text.split(',').map(str::trim) {
            let quantity = MEASURED.into_iter().find(|q| q.stem() == word);
            let unknown = || {
                let hint = "write some of q, qd, qdd, tau with commas between";
                s.titled_error("of", format!("there is no quantity `{word}`"), hint)
            };
            of.push(quantity.ok_or_else(unknown)?);
        }
    }
    Ok(Box::new(Delay { lag, of, in_loop: s.flag("loop")?.unwrap_or(false) }))
}
