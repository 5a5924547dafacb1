//! White Gaussian noise, by its standard deviation or by the signal-to-noise ratio
//!
//! ```text
//! SNR = 20 log₁₀(s/σ) dB,     s: standard deviation of the channel over the run
//! ```
//!
//! The mean of a signal carries no information about its noise and does not count.

use super::{ActiveEffect, Effect, EffectError, EffectKind, Place, Setup, check_not_negative};
use crate::simulate::fields::sizes;
use crate::simulate::record::{Record, Row};
use crate::simulate::sizes::Sizes;
use armlab_files::FileError;
use armlab_files::toml::TomlTable;
use armlab_random::Random;

/// White noise.
pub const KIND: EffectKind = EffectKind {
    name: "white-noise",
    summary: "Gaussian noise on q, qd, qdd, tau, by standard deviation (SI) or ratio (dB)",
    keys: &["sigma", "snr", "loop"],
    stream: 1,
    read,
};

/// White noise on measured quantities.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct WhiteNoise {
    /// Standard deviations, SI units.
    pub sigma: Sizes,
    /// Signal-to-noise ratios, dB, for what has no standard deviation.
    pub snr: Sizes,
    /// Whether the controller sees it.
    pub in_loop: bool,
}

impl Effect for WhiteNoise {
    fn kind(&self) -> &'static EffectKind {
        &KIND
    }
    fn place(&self) -> Place {
        Place::of_sensor(self.in_loop)
    }
    fn describe(&self) -> String {
        let parts = [("standard deviation", &self.sigma, "SI"), ("SNR", &self.snr, "dB")];
        let stated = parts.into_iter().filter(|(_, sizes, _)| !sizes.is_empty());
        let words: Vec<String> =
            stated.map(|(name, sizes, unit)| format!("{name} {sizes} ({unit})")).collect();
        words.join("; ")
    }
    fn check(&self) -> Result<(), EffectError> {
        check_not_negative(&KIND, "sigma", self.sigma.given())?;
        if self.in_loop && !self.snr.is_empty() {
            let hint = "a ratio refers to the signal of the whole run, which the loop does not know yet; give `sigma`, or leave the loop out";
            return Err(EffectError::setting(&KIND, "snr", "given for noise in the loop", hint));
        }
        Ok(())
    }
    fn begin(&self, setup: &Setup) -> Result<Box<dyn ActiveEffect>, EffectError> {
        self.check()?;
        let sigma = setup.columns(&KIND, &self.sigma)?;
        let snr = setup.columns(&KIND, &self.snr)?;
        let draws = setup.draws_of_columns(&KIND);
        let channels = sigma.iter().zip(snr).zip(draws);
        Ok(Box::new(Noise {
            channels: channels
                .map(|((sigma, snr), draws)| Channel { sigma: *sigma, snr, draws })
                .collect(),
        }))
    }
}

struct Channel {
    sigma: Option<f64>,
    snr: Option<f64>,
    draws: Random,
}

struct Noise {
    channels: Vec<Channel>,
}

impl ActiveEffect for Noise {
    fn inspect(&mut self, record: &Record) {
        for (channel, column) in self.channels.iter_mut().zip(record.measured()) {
            if let (None, Some(decibel)) = (channel.sigma, channel.snr) {
                channel.sigma = Some(deviation(column) / 10f64.powf(decibel / 20.0));
            }
        }
    }
    fn measure(&mut self, _: usize, _: f64, row: &mut Row) {
        for (column, value) in row.columns() {
            let Some(channel) = self.channels.get_mut(column) else { continue };
            if let Some(sigma) = channel.sigma {
                *value += sigma * channel.draws.normal();
            }
        }
    }
}

/// Standard deviation of a column.
fn deviation(column: &[f64]) -> f64 {
    let n = column.len().max(1) as f64;
    let mean = column.iter().sum::<f64>() / n;
    (column.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n).sqrt()
}

fn read(s: &TomlTable) -> Result<Box<dyn Effect>, FileError> {
    let (sigma, snr) = (sizes(s, "sigma")?, sizes(s, "snr")?);
    if sigma.is_none() && snr.is_none() {
        return Err(s.missing("sigma", "a table, e.g. sigma = { q = 1e-4, tau = [0.1, 0.2] }"));
    }
    let in_loop = s.flag("loop")?.unwrap_or(false);
    let (sigma, snr) = (sigma.unwrap_or_default(), snr.unwrap_or_default());
    Ok(Box::new(WhiteNoise { sigma, snr, in_loop }))
}
